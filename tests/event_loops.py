"""Running coroutines even if the thread already has an event loop, as Playwright's does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_alone(job: Coroutine[Any, Any, T], loop: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    """Like `asyncio.run`, in a thread of its own."""

    def run() -> T:
        with asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(job)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


class Loop:
    """An event loop in a thread, which runs one coroutine after the other."""

    def __init__(self, thread: ThreadPoolExecutor) -> None:
        self.thread = thread

    def __enter__(self) -> Loop:
        self.runner = self.thread.submit(asyncio.Runner).result()
        return self

    def __call__(self, job: Coroutine[Any, Any, T]) -> T:
        return self.thread.submit(self.runner.run, job).result()

    def __exit__(self, *_: object) -> None:
        self.thread.submit(self.runner.close).result()
