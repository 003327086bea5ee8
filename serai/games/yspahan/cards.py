"""The eighteen cards: two of each of nine kinds.

A pile (a hand, the draw pile, the discards) is a number that holds how many cards of each kind lie in
it, two bits a kind. Piles are added and taken apart with plain + and -.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from serai.kernel.bits import bit

SWAP: Final = 0
THREE_CAMELS: Final = 1
THREE_GOLD: Final = 2
SHOP: Final = 3
CARAVAN: Final = 4
CAMELS_FOR_POINTS: Final = 5
GOLD_FOR_POINTS: Final = 6
WITHOUT_CAMELS: Final = 7
WITHOUT_GOLD: Final = 8
NUM_KINDS: Final = 9
GIFT: Final = 3  # camels or gold that a card brings
CAMEL_POINTS: Final = 2  # for each camel that a card sells
CARDS: Final = [
    "swap",
    "camels",
    "gold",
    "shop",
    "caravan",
    "camels-for-points",
    "gold-for-points",
    "build-without-camels",
    "build-without-gold",
]
ALL_CARDS: Final = 0b10_10_10_10_10_10_10_10_10  # two of each


def held(pile: i64, kind: i64) -> i64:
    """How many cards of a kind lie in a pile."""
    return pile >> 2 * kind & 3


def one(kind: i64) -> i64:
    """The pile of one card."""
    return bit(2 * kind)


def size(pile: i64) -> i64:
    """How many cards lie in a pile."""
    count: i64 = 0
    while pile:
        count += pile & 3
        pile >>= 2
    return count


def nth(pile: i64, index: i64) -> i64:
    """The kind of the card at an index, the pile sorted by kind."""
    kind: i64 = 0
    while index >= pile & 3:
        index -= pile & 3
        pile >>= 2
        kind += 1
    return kind
