"""Checks arguments, and converts NumPy's integers to Python's."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

Given = TypeVar("Given")


def plain(given: Given) -> Given | int:
    """A NumPy integer as a Python int; everything else unchanged.

    >>> plain(np.int64(3)), plain(2.5), plain("a")
    (3, 2.5, 'a')
    """
    return int(given) if isinstance(given, np.integer) else given


def whole(name: str, given: object, least: int | None = None) -> int:
    """An integer. Raises `TypeError` for anything else, and `ValueError` below the least.

    >>> whole("size", np.int32(4), 1)
    4
    """
    number = plain(given)
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} is an integer, not {given!r}")
    if least is not None and number < least:
        raise ValueError(f"{name} is at least {least}, not {number}")
    return number


def seed_text(given: object) -> str:
    """A seed in the form the generators take. Raises `TypeError` for anything but an integer or a string.

    >>> seed_text(np.int64(7)), seed_text("seven")
    ('7', 'seven')
    """
    seed = plain(given)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"a seed is an integer or a text, not {given!r}")
    return str(seed)
