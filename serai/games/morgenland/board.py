"""The board: fifteen fields in the order of resolution, the figures, and the five kinds of treasure.

A set of fields or figures is a number with one bit each. A heap of treasures is a number too: it packs how
many units of each kind there are, eight bits per kind; heaps are combined with + and -.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NUM_FIELDS: Final = 15
NUM_CAVES: Final = 5  # fields 0 to 4, a cave for each kind of treasure
TENT: Final = 5
DJINN: Final = 6
MARKET: Final = 7
CARAVANSERAI: Final = 8
GUARD: Final = 9
FIRST_ROOM: Final = 10
NUM_ROOMS: Final = 5
FIELDS: Final = [
    "crowns",
    "pearls",
    "gems",
    "cups",
    "bars",
    "tent",
    "djinn",
    "market",
    "caravanserai",
    "guard",
    "room1",
    "room2",
    "room3",
    "room4",
    "room5",
]
CITY: Final = 0b1111 << 5  # the fields of the city
ALL_FIELDS: Final = (1 << 15) - 1
MOST_IN_ROOM: Final = 5  # M4: figures of one player in a room

NUM_KINDS: Final = 5
KINDS: Final = ["crown", "pearl", "gem", "cup", "bar"]
UNITS: Final = 29  # units of each kind: fourteen small pieces, five large ones worth three
ALL_UNITS: Final = 29 * 0x0101010101

# Figures (M16: a Carpet is a figure of strength 3). Bits 0 to 7 are the eight wooden ones, then Carpets.
NUM_FIGURES: Final = 8
ALL_FIGURES: Final = 255
STRENGTHS: Final[list[int]] = [1, 2, 4, 5, 6, 7, 8, 9]
STRENGTH: Final[vec[i64]] = vec[i64](STRENGTHS)
FIRST_CARPET: Final = 8
CARPET_STRENGTH: Final = 3
ODD: Final = sum(1 << figure for figure in range(8) if STRENGTHS[figure] % 2) | 0xFF00  # with the Carpets
EVEN: Final = 0xFFFF & ~ODD
FIGURE_NAMES: Final = [*(str(strength) for strength in STRENGTHS), *(["carpet"] * 8)]

# For each set of the eight figures: its strength, and its size.
STRENGTH_OF: Final[vec[i64]] = vec[i64](
    [sum(STRENGTHS[i] for i in range(8) if figures >> i & 1) for figures in range(256)]
)
SIZE_OF: Final[vec[i64]] = vec[i64]([figures.bit_count() for figures in range(256)])


def units(heap: i64, kind: i64) -> i64:
    """How many units of a kind lie in a heap."""
    return heap >> 8 * kind & 255


def total(heap: i64) -> i64:
    """How many units lie in a heap."""
    return (heap & 255) + (heap >> 8 & 255) + (heap >> 16 & 255) + (heap >> 24 & 255) + (heap >> 32)


def lowest(mask: i64) -> i64:
    """The index of the lowest bit that is set."""
    index: i64 = 0
    while not mask >> index & 1:
        index += 1
    return index
