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


def nth(mask: i64, index: i64) -> i64:
    """The member of a set at an index, the lowest first.

    >>> nth(0b1101, 1)
    2
    """
    while index:
        mask &= mask - 1
        index -= 1
    member: i64 = 0
    while mask & 15 == 0:
        mask >>= 4
        member += 4
    while mask & 1 == 0:
        mask >>= 1
        member += 1
    return member


def at_most(number: i64, most: i64) -> i64:
    """The smaller of two numbers. Compiled, a conditional expression with a literal would box the result."""
    if number < most:
        return number
    return most
