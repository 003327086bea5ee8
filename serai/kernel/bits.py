"""Small numbers, and small sets as the bits of one."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

POWERS: Final[vec[i64]] = vec[i64]([2**n for n in range(62)])


def bit(n: i64) -> i64:
    """The set of one member, n from 0 to 61.

    Not `1 << n`: compiled, the literal 1 is 32 bits wide.
    """
    return POWERS[n]


def count(mask: i64) -> i64:
    """How many members a set has."""
    number: i64 = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


def at_most(number: i64, most: i64) -> i64:
    """The lesser of two. An expression with `if` and a literal would make an object of it."""
    if number < most:
        return number
    return most
