"""The 26 bonus cards of ten kinds (I20).

A pile without a known order (a hand, the draw pile) is a number that packs how many cards of each kind
lie in it (`serai.kernel.piles`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from serai.kernel import piles

ONE_GOOD: Final = 0
FIVE_LIRA: Final = 1
SULTAN_TWICE: Final = 2
POST_TWICE: Final = 3
GEMSTONE_TWICE: Final = 4
HOME: Final = 5
STAY: Final = 6
FAR: Final = 7
ASSISTANT: Final = 8
ANY_GOODS: Final = 9
NUM_KINDS: Final = 10
CARDS: Final = ["good", "lira", "sultan", "post", "gemstone", "home", "stay", "far", "assistant", "any-goods"]
NUMBER_OF: Final = (4, 4, 2, 2, 2, 2, 2, 4, 2, 2)
NUM_CARDS: Final = 26
ALL_CARDS: Final = 0o2_2_4_2_2_2_2_2_4_4
BITS: Final = 3  # bits per kind
ONE: Final = piles.ones(NUM_KINDS, BITS)  # the pile of one card


def held(pile: i64, kind: i64) -> i64:
    """How many cards of a kind lie in a pile."""
    return pile >> BITS * kind & 7


# The order of the open discards matters. They are two numbers of 13 cards each, the top card lowest,
# four bits per card (its kind plus one): the upper 13 and the rest.
HALF_MASK: Final = (1 << 52) - 1
LAST_SHIFT: Final = 48


def pile_of(discards: i64) -> i64:
    """One half of the discards as an unordered pile."""
    pile: i64 = 0
    while discards:
        pile += ONE[(discards & 15) - 1]
        discards >>= 4
    return pile


def in_order(upper: i64, lower: i64) -> list[int]:
    """The kinds of the discards, top first."""
    kinds: list[int] = []
    for half in (upper, lower):
        rest: i64 = half
        while rest:
            kinds.append((rest & 15) - 1)
            rest >>= 4
    return kinds
