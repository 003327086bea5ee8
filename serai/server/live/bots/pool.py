"""The pool of worker processes."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar

from serai.server.live.bots import worker
from serai.server.live.scheduling import OWN, FairQueue, Priority, Urgency, time_shares

log = logging.getLogger("serai.server")
T = TypeVar("T")

ATTEMPTS: Final = 3
LONGEST: Final = 120.0  # seconds that a bot may think before its worker is killed
FEWEST: Final = 2  # processes by default: one may die, or be busy for long


class WorkFailed(Exception):
    """A job failed, even when it was repeated."""


class WorkerPool:
    """Runs functions in worker processes. A worker that dies or hangs is replaced and its job repeated."""

    def __init__(self, number: int | None = None, longest: float = LONGEST) -> None:
        self.number = number or max(FEWEST, (os.cpu_count() or 2) - 1)
        self.longest = longest
        # Not forked from this process, which would copy its threads and sockets.
        self.context = multiprocessing.get_context("forkserver")
        # Shared memory: workers read it while they think.
        self.time_shares = self.context.RawArray("d", [1.0] * len(Urgency))
        self.elsewhere: Sequence[int] = [0] * len(Urgency)  # owners who wait for any process
        self.pool = self._new_pool()
        # As many jobs as workers: so the timeout counts thinking, not waiting.
        self.free = self.number
        self.queue = FairQueue[asyncio.Future[None]]()
        self.waiting: dict[str | None, tuple[Priority, asyncio.Future[None]]] = {}  # by table
        self.spare: deque[asyncio.Future[None]] = deque()  # work that nobody waits for

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.number, self.context, initializer=worker.start, initargs=(self.time_shares,)
        )

    async def prepare(self) -> None:
        """Wait until processes can be forked: the fork server has preloaded everything."""

        def fork_one() -> None:
            process = self.context.Process(target=worker.process)
            process.start()
            process.join()

        await asyncio.to_thread(fork_one)

    async def warm(self) -> None:
        """Start the workers before the first bot is due."""
        await asyncio.gather(*(self.run(worker.process) for _ in range(self.number)))

    async def run(
        self,
        function: Callable[..., T],
        *arguments: object,
        priority: Priority = OWN,
        table: str | None = None,
    ) -> T:
        """The function's result. `table`: the table it is for, if its priority may rise (`raise_priority`).
        Raises `WorkFailed`."""
        await self._wait(priority, table)
        try:
            return await self._run(function, *arguments)
        finally:
            self.free += 1
            self._serve()

    async def run_spare(self, function: Callable[..., T], *arguments: object) -> T:
        """The same for background work. It begins when nobody is waiting, here or elsewhere, and
        leaves a worker free if there are several, so keep it short. Raises `WorkFailed`."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.spare.append(turn)
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.free += 1
            self._serve()
            raise
        try:
            return await self._run(function, *arguments)
        finally:
            self.free += 1
            self._serve()

    async def _wait(self, priority: Priority, table: str | None) -> None:
        """Wait for a free worker."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queue.put(priority, turn)
        if table is not None:
            self.waiting[table] = (priority, turn)
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            self.queue.discard(self.waiting.get(table, (priority, turn))[0], turn)
            if not turn.cancelled():
                self.free += 1
            self._serve()
            raise
        finally:
            self.waiting.pop(table, None)

    def raise_priority(self, table: str, priority: Priority) -> None:
        """The waiting job of a table has become more urgent: a person has connected."""
        before, turn = self.waiting.get(table, (priority, None))
        if turn is not None and not turn.done() and priority.urgency < before.urgency:
            self.queue.discard(before, turn)
            self.queue.put(priority, turn)
            self.waiting[table] = (priority, turn)
            self.update_time_shares()

    def _serve(self) -> None:
        while self.free and self.queue:
            turn = self.queue.take()
            if not turn.cancelled():
                self.free -= 1
                turn.set_result(None)
        self._serve_spare()
        self.update_time_shares()

    def _serve_spare(self) -> None:
        kept = min(1, self.number - 1)
        while self.spare and self.free > kept and not self.queue and not any(self.elsewhere):
            turn = self.spare.popleft()
            if not turn.cancelled():
                self.free -= 1
                turn.set_result(None)

    def update_time_shares(self, elsewhere: Sequence[int] | None = None) -> None:
        """Tell the workers what share of their time they may think, given how many wait here and
        elsewhere."""
        if elsewhere is not None:
            self.elsewhere = elsewhere
            self._serve_spare()
        waiting = [here + there for here, there in zip(self.queue.owners, self.elsewhere, strict=True)]
        self.time_shares[:] = time_shares(waiting, self.number)

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
                log.warning("a worker did not answer within %s s; it is replaced", self.longest)
                failure = error
                self._replace(pool)
            except Exception as error:
                log.exception("%s failed", function.__name__)
                raise WorkFailed(str(error)) from error
        raise WorkFailed(f"{function.__name__} failed {ATTEMPTS} times") from failure

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Replace a broken pool, unless another task has. What ran in the old one fails there and is
        repeated."""
        if self.pool is not pool:
            return
        self.pool = self._new_pool()
        _end(pool)

    def close(self) -> None:
        _end(self.pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Kill a pool. What runs or waits in it fails with `BrokenProcessPool`."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False)
