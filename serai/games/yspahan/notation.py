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
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import groupby

from serai.games.yspahan import board, cards, dice, ids
from serai.kernel.errors import BadNotation


def _fixed() -> Iterator[str]:
    """The texts of all choices but the rolls, in the order of their ids."""
    yield from (f"yellow {n}" for n in range(4))
    yield from (f"take {field}" for field in board.FIELDS)
    yield "collect"
    yield from (f"place {shop}" for shop in board.SHOPS)
    yield "stop"
    yield from (f"discard {card}" for card in cards.CARDS)
    yield from (f"supervisor {field}" for field in board.STREET)
    yield "draw"
    yield from (f"send {board.SHOPS[shop]}" for shop in board.SHARED_SHOPS)
    yield "pay camel"
    yield "let go"
    yield from (f"build {building}" for building in board.BUILDINGS)
    yield from (f"card swap camels {n}" for n in range(1, ids.MOST_SWAPPED + 1))
    yield from (f"card swap gold {n}" for n in range(1, ids.MOST_SWAPPED + 1))
    yield "enough"
    yield "card camels"
    yield "card gold"
    yield from (f"card shop {shop}" for shop in board.SHOPS)
    yield "card caravan"
    yield from (f"card camels-for-points {n}" for n in range(1, ids.MOST_CAMELS_SOLD + 1))
    yield from (f"card gold-for-points {n}" for n in range(1, ids.MOST_GOLD_SOLD + 1))
    yield from (f"card build-without-camels {building}" for building in board.BUILDINGS)
    yield from (f"card build-without-gold {building}" for building in board.BUILDINGS)
    yield "end"
    yield from (f"start {seat}" for seat in range(1, 5))
    yield from (f"deal {card}" for card in cards.CARDS)


TEXTS = tuple(_fixed())
CHOICE_OF = {text.lower(): choice for choice, text in enumerate(TEXTS)}
ROLL = re.compile(r"roll ([1-6 ]+?)(?: ?\+ ?([1-6 ]+))?")


def text(choice: int) -> str:
    """The notation of a choice."""
    if 0 <= choice < ids.ROLL:
        return TEXTS[choice]
    if not ids.ROLL <= choice < ids.NUM_ACTIONS:
        raise BadNotation(f"{choice} is no choice of Yspahan")
    roll = choice - ids.ROLL
    white = dice.HANDFULS[dice.white_of(roll)]
    yellow = dice.HANDFULS[dice.yellow_of(roll)]
    groups = " ".join("".join(map(str, same)) for _, same in groupby(white))
    return f"roll {groups}" + (f" +{''.join(map(str, yellow))}" if yellow else "")


def parse(text: str) -> int:
    """The choice of a notation; capitals and extra spaces do not matter."""
    plain = " ".join(text.lower().split())
    choice = CHOICE_OF.get(plain)
    if choice is not None:
        return choice
    if plain.startswith("roll"):
        return _parse_roll(plain)
    close = get_close_matches(plain, CHOICE_OF, n=1, cutoff=0.6)
    hint = f"; did you mean '{TEXTS[CHOICE_OF[close[0]]]}'?" if close else ""
    raise BadNotation(f"'{text}' is no choice of Yspahan{hint}")


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
