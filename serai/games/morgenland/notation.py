"""Choices as text. The same words in every position and every language of the page.

start 2                  seat 2 (counted from 1) starts
card 7                   the treasure card that chance draws
deal key                 the artifact that turns up
draw alms                the spell card that is drawn
guard 8                  the palace guard
disc 5                   which hidden figure chance means
place 7 market           the figure of strength 7 into the market
pass, buy, bribe, leave, pay, take
artifact carpet          play it, name it, or take it from a pile
spell alms               play it, or keep it at the Tent
field room3              a field that is named
seat 2                   a player who is named
figure 7, carpet, hidden, double 7
gem 3                    three gems, paid or gained
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from serai.games.morgenland import board, cards, ids
from serai.kernel.errors import BadNotation


def _texts() -> Iterator[str]:
    """The texts of all choices, in the order of their ids."""
    yield from ("pass", "buy", "bribe", "leave", "pay", "take")
    yield from (f"place {strength} {field}" for strength in board.STRENGTHS for field in board.FIELDS)
    yield from (f"artifact {artifact}" for artifact in cards.ARTIFACTS)
    yield from (f"spell {spell}" for spell in cards.SPELLS)
    yield from (f"field {field}" for field in board.FIELDS)
    yield from (f"seat {seat}" for seat in range(1, 6))
    yield from (f"figure {strength}" for strength in board.STRENGTHS)
    yield "carpet"
    yield "hidden"
    yield from (f"double {strength}" for strength in board.STRENGTHS)
    yield from (f"{kind} {number}" for kind in board.KINDS for number in range(1, ids.MOST_UNITS + 1))
    yield from (f"start {seat}" for seat in range(1, 6))
    yield from (f"card {card}" for card in range(1, 16))
    yield from (f"deal {artifact}" for artifact in cards.ARTIFACTS)
    yield from (f"draw {spell}" for spell in cards.SPELLS)
    yield from (f"guard {guard}" for guard in range(1, 11))
    yield from (f"disc {strength}" for strength in board.STRENGTHS)


TEXTS = tuple(_texts())
CHOICE_OF = {text: choice for choice, text in enumerate(TEXTS)}


def text(choice: int) -> str:
    """The notation of a choice."""
    if not 0 <= choice < ids.NUM_ACTIONS:
        raise BadNotation(f"{choice} is no choice of Morgenland")
    return TEXTS[choice]


def parse(text: str) -> int:
    """The choice of a notation; capitals and extra spaces do not matter."""
    plain = " ".join(text.lower().split())
    choice = CHOICE_OF.get(plain)
    if choice is None:
        close = get_close_matches(plain, CHOICE_OF, n=1, cutoff=0.6)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise BadNotation(f"'{text}' is no choice of Morgenland{hint}")
    return choice
