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
            kind, index = ids.split(choice)
            match kind:
                case "place":
                    figure, field = divmod(index, board.NUM_FIELDS)
                    self.figures.setdefault(board.STRENGTHS[figure], []).append(choice)
                    self.fields.setdefault(board.FIELDS[field], []).append(choice)
                case "artifact":
                    self.artifacts[cards.ARTIFACTS[index]] = [choice]
                case "spell":
                    self.spells[cards.SPELLS[index]] = [choice]
                case "field":
                    self.fields[board.FIELDS[index]] = [choice]
                case "seat":
                    self.seats[index] = [choice]
                case "figure":
                    self.figures[board.STRENGTHS[index]] = [choice]
                case "double":
                    self.doubles[board.STRENGTHS[index]] = [choice]
                case "carpet":
                    self.carpet = [choice]
                case "hidden":
                    self.hidden = [choice]
                case "crown" | "pearl" | "gem" | "cup" | "bar":
                    self.kinds.setdefault(kind, []).append(choice)
                case _:
                    self.others[choice] = choice


NO_OFFERS: Final = Offers([])
