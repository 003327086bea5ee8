"""Two dice as one number: the 21 pairs, order ignored."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.rng import Rng

PAIRS: Final = tuple(combinations_with_replacement((1, 2, 3, 4, 5, 6), 2))
NUM_PAIRS: Final = 21
LOW: Final[vec[i64]] = vec[i64]([low for low, _ in PAIRS])
HIGH: Final[vec[i64]] = vec[i64]([high for _, high in PAIRS])
SUM: Final[vec[i64]] = vec[i64]([low + high for low, high in PAIRS])


def _pair(first: int, second: int) -> int:
    return PAIRS.index((first, second) if first <= second else (second, first))


# The pair for each of the 36 equally likely throws, six times the first die plus the second.
NUMBER: Final[vec[i64]] = vec[i64]([_pair(a, b) for a in range(1, 7) for b in range(1, 7)])


def throw(rng: Rng) -> i64:
    """A random pair."""
    return NUMBER[rng.below(36)]


def pair(first: i64, second: i64) -> i64:
    """The index of a pair of dice."""
    return NUMBER[6 * first + second - 7]
