"""The eighteen cards: two of each of nine kinds.

A pile (a hand, the draw pile, the discards) is a number that packs how many cards of each kind lie in
it (`serai.kernel.piles`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from serai.kernel import piles

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
GIFT: Final = 3  # camels or gold that a card gives
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
BITS: Final = 2  # bits per kind
ONE: Final = piles.ones(NUM_KINDS, BITS)  # the pile of one card


def held(pile: i64, kind: i64) -> i64:
    """How many cards of a kind lie in a pile."""
    return pile >> BITS * kind & 3
