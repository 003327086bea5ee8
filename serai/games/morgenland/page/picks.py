"""Which things on the table make which choices."""

from __future__ import annotations

from typing import Final

from serai.games.morgenland import board, cards, ids


class Offers:
    """The viewer's choices, by the things that make them."""

    def __init__(self, legal: list[int]) -> None:
        self.fields: dict[str, list[int]] = {}
        self.figures: dict[int, list[int]] = {}  # by strength
        self.doubles: dict[int, list[int]] = {}
        self.artifacts: dict[str, list[int]] = {}
        self.spells: dict[str, list[int]] = {}
        self.seats: dict[int, list[int]] = {}
        self.kinds: dict[str, list[int]] = {}
        self.carpet: list[int] = []
        self.hidden: list[int] = []
        self.others: dict[int, int] = {}  # pass, buy, …
        for choice in legal:
            if choice < ids.PLACE:
                self.others[choice] = choice
            elif choice < ids.ARTIFACT:
                figure, field = divmod(choice - ids.PLACE, board.NUM_FIELDS)
                self.figures.setdefault(board.STRENGTHS[figure], []).append(choice)
                self.fields.setdefault(board.FIELDS[field], []).append(choice)
            elif choice < ids.SPELL:
                self.artifacts[cards.ARTIFACTS[choice - ids.ARTIFACT]] = [choice]
            elif choice < ids.FIELD:
                self.spells[cards.SPELLS[choice - ids.SPELL]] = [choice]
            elif choice < ids.SEAT:
                self.fields[board.FIELDS[choice - ids.FIELD]] = [choice]
            elif choice < ids.FIGURE:
                self.seats[choice - ids.SEAT] = [choice]
            elif choice < ids.CARPET:
                self.figures[board.STRENGTHS[choice - ids.FIGURE]] = [choice]
            elif choice == ids.CARPET:
                self.carpet = [choice]
            elif choice == ids.HIDDEN:
                self.hidden = [choice]
            elif choice < ids.AMOUNT:
                self.doubles[board.STRENGTHS[choice - ids.COPY]] = [choice]
            else:
                kind = board.KINDS[(choice - ids.AMOUNT) // ids.MOST_UNITS]
                self.kinds.setdefault(kind, []).append(choice)


NO_OFFERS: Final = Offers([])


def units(choice: int) -> int:
    """How many treasures a choice of an amount names."""
    return (choice - ids.AMOUNT) % ids.MOST_UNITS + 1
