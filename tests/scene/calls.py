"""Counts function calls: a measure of work that does not depend on the machine or its load."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls(job: Callable[[], object]) -> int:
    """How many functions are called, those of C included; what is compiled calls its own unseen."""
    number = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        job()
    finally:
        sys.setprofile(before)
    return number
