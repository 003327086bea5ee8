"""Tasks end when they are told to, also those that do not hear it at once."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from serai.server import tasks as ending
from tests.event_loops import run_alone


def test_a_swallowed_cancellation_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `wait_for` of Python 3.11 does when the answer comes in the same moment."""
    monkeypatch.setattr(ending, "AGAIN", 0.01)

    async def deaf() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def wrong() -> None:
        raise RuntimeError

    async def run() -> None:
        tasks = [asyncio.create_task(deaf()), asyncio.create_task(wrong())]
        await asyncio.sleep(0)  # both have begun
        await ending.end(tasks)
        assert all(task.done() for task in tasks)

    run_alone(run())
