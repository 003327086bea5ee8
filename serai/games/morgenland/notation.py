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

from collections.abc import Sequence
from typing import Final

from serai.games.morgenland import board, cards, ids
from serai.kernel.notation import Notation

ARGUMENTS: Final[dict[str, Sequence[object]]] = {
    **dict.fromkeys(("figure", "double", "disc"), board.STRENGTHS),
    **dict.fromkeys(("artifact", "deal"), cards.ARTIFACTS),
    **dict.fromkeys(("spell", "draw"), cards.SPELLS),
    **dict.fromkeys(("seat", "start"), range(1, 6)),
    **dict.fromkeys(board.KINDS, range(1, ids.MOST_UNITS + 1)),
    "place": [f"{strength} {field}" for strength in board.STRENGTHS for field in board.FIELDS],
    "field": board.FIELDS,
    "card": range(1, 16),
    "guard": range(1, 11),
}
NOTATION: Final = Notation("Morgenland", ids.KINDS.texts(ARGUMENTS))
TEXTS: Final = NOTATION.texts
text = NOTATION.text
parse = NOTATION.parse
