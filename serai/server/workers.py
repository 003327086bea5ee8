"""The pool of worker processes."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar

from serai.server import work

log = logging.getLogger("serai.server")
T = TypeVar("T")

ATTEMPTS: Final = 3
LONGEST: Final = 120.0  # seconds that a bot may think before its worker is ended


class WorkFailed(Exception):
    """A worker could not do what it was asked, not even when asked again."""


class Workers:
    """Runs functions in processes. A worker that dies or hangs is replaced and its work repeated."""

    def __init__(self, number: int | None = None, longest: float = LONGEST) -> None:
        self.number = number or max(1, (os.cpu_count() or 2) - 1)
        self.longest = longest
        self.pool = self._new_pool()
        # No more than there are workers: so the clock runs while a worker thinks, not while one waits.
        self.free = asyncio.Semaphore(self.number)

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned, since a fork would copy the server's threads and sockets.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.number, context, initializer=work.start)

    async def warm(self) -> None:
        """Have the workers started before the first bot is asked."""
        await asyncio.gather(*(self.run(work.process) for _ in range(self.number)))

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """The function's result. Raises `WorkFailed`."""
        async with self.free:
            return await self._run(function, *arguments)

    async def _run(self, function: Callable[..., T], *arguments: object) -> T:
        failure: BaseException | None = None
        for _ in range(ATTEMPTS):
            pool = self.pool
            try:
                future = pool.submit(function, *arguments)
                return await asyncio.wait_for(asyncio.wrap_future(future), self.longest)
            except BrokenProcessPool as error:
                log.warning("a worker died; it is replaced")
                failure = error
                self._replace(pool)
            except TimeoutError as error:
                log.warning("a worker did not answer for %s s; it is replaced", self.longest)
                failure = error
                self._replace(pool)
            except Exception as error:
                log.exception("%s failed", function.__name__)
                raise WorkFailed(str(error)) from error
        raise WorkFailed(f"{function.__name__} failed {ATTEMPTS} times") from failure

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Take a new pool, unless somebody else did. What ran in the old one fails there, and is repeated."""
        if self.pool is not pool:
            return
        self.pool = self._new_pool()
        _end(pool)

    def close(self) -> None:
        _end(self.pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """What runs or waits in the pool fails there with `BrokenProcessPool`."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False)
