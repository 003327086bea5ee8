"""Choices as text. The same words in every position and every language of the page.

start 2                       seat 2 (counted from 1) starts
yellow 1                      buy one yellow die
roll 11 33 55 666 +12         white dice by value, the yellow ones after the plus
take chest                    take that group of dice
collect                       camels or gold for it
place chest.C1                a cube into that shop
stop                          without the hoist's cube
discard gold                  a card for one die more
supervisor E4                 move the supervisor there
draw                          draw a card
send barrel.A1                which of two cubes goes first
pay camel, let go             the answer of a cube's owner
build hoist
card gold-for-points 7        play a card, with what it asks
enough                        ends a long swap
end                           ends the turn
deal swap                     the card that chance deals
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from serai.games.yspahan import board, cards, dice, ids
from serai.kernel.errors import BadNotation
from serai.kernel.notation import Notation

ARGUMENTS: Final[dict[str, Sequence[object]]] = {
    **dict.fromkeys(("place", "card shop"), board.SHOPS),
    **dict.fromkeys(("discard", "deal"), cards.CARDS),
    **dict.fromkeys(("build", "card build-without-camels", "card build-without-gold"), board.BUILDINGS),
    **dict.fromkeys(("card swap camels", "card swap gold"), range(1, ids.MOST_SWAPPED + 1)),
    "yellow": range(4),
    "take": board.FIELDS,
    "supervisor": board.STREET,
    "send": [board.SHOPS[shop] for shop in board.SHARED_SHOPS],
    "card camels-for-points": range(1, ids.MOST_CAMELS_SOLD + 1),
    "card gold-for-points": range(1, ids.MOST_GOLD_SOLD + 1),
    "start": range(1, 5),
    "roll": (),  # too many to list
}
BUT_ROLLS: Final = Notation("Yspahan", ids.KINDS.texts(ARGUMENTS))
ROLL = re.compile(r"roll ([1-6 ]+?)(?: ?\+ ?([1-6 ]+))?")


def text(choice: int) -> str:
    """The notation of a choice."""
    if not ids.ROLL <= choice < ids.NUM_ACTIONS:
        return BUT_ROLLS.text(choice)
    roll = choice - ids.ROLL
    white = dice.HANDFULS[dice.white_of(roll)]
    yellow = dice.HANDFULS[dice.yellow_of(roll)]
    groups = " ".join("".join(map(str, same)) for _, same in groupby(white))
    return f"roll {groups}" + (f" +{''.join(map(str, yellow))}" if yellow else "")


def parse(text: str) -> int:
    """The choice of a notation; capitals and extra spaces do not matter."""
    plain = " ".join(text.lower().split())
    return _parse_roll(plain) if plain.startswith("roll") else BUT_ROLLS.parse(text)


def _parse_roll(plain: str) -> int:
    match = ROLL.fullmatch(plain)
    if match is None:
        raise BadNotation(f"'{plain}' is no roll; a roll reads 'roll 11 33 55 666 +12'")
    white = tuple(sorted(int(face) for face in match[1].replace(" ", "")))
    yellow = tuple(sorted(int(face) for face in (match[2] or "").replace(" ", "")))
    if len(white) not in (8, 9) or len(yellow) > 3:
        raise BadNotation(
            f"'{plain}' has {len(white)} white and {len(yellow)} yellow dice; 8 or 9 and up to 3 roll"
        )
    return ids.ROLL + dice.roll_number(dice.NUMBER_OF[white], dice.NUMBER_OF[yellow])
