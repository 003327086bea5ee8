"""Cancelling tasks and waiting until they have ended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

AGAIN: Final = 1.0  # seconds for a task to clean up before it is cancelled again


async def end(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel tasks until all have ended.

    Once is not enough: `asyncio.wait_for` of Python 3.11, which Redis' client uses, swallows a cancellation
    that comes at the same moment as the answer, and the task would go on for ever.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN)
        for task in done:
            if not task.cancelled():
                task.exception()  # the canceller does not care
