"""Work that is handed out among many processes: tables at which a bot is due.

Each piece is named after a table and the lengths of its logs, so it is handed out once. Who takes it holds it
while he plays; when he dies another takes it over, and if both play the log decides.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from serai.server.errors import Refusal
from serai.server.hub import Hub

log = logging.getLogger("serai.server")

HELD: Final = 2.0  # seconds after which work is held again
LOOK: Final = 1.0  # seconds between looks for work that was taken over or lost
SLOTS: Final = 4  # tables at a time for each process that thinks: some only wait a moment


class Errands:
    def __init__(self, hub: Hub, processes: int) -> None:
        self.hub = hub
        self.wire = hub.wire
        self.slots = asyncio.Semaphore(processes * SLOTS)
        self.posted = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.wire.listen("work", self._posted)

    async def _posted(self, process: str, what: dict[str, Any]) -> None:
        self.posted.set()

    async def run(self) -> None:
        """Take work and do it, for ever."""
        while True:
            await self.slots.acquire()
            self.posted.clear()
            work = await self.wire.take()
            if work is None:
                self.slots.release()
                await self._wait()
            else:
                task = asyncio.create_task(self._do(work))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.posted.wait(), LOOK)

    async def close(self) -> None:
        """Leave what is not done to others."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _do(self, work: str) -> None:
        holding = asyncio.create_task(self._hold(work))
        try:
            await self._play(*work.split(" "))
        except asyncio.CancelledError:
            await self.wire.drop(work)
            raise
        except Exception:
            log.exception("work failed: %s", work)
            await self.wire.done(work)
        else:
            await self.wire.done(work)
        finally:
            holding.cancel()
            self.slots.release()

    async def _hold(self, work: str) -> None:
        while True:
            await asyncio.sleep(HELD)
            await self.wire.hold(work)

    async def _play(self, key: str, entry: str, acts: str) -> None:
        try:
            seating = await self.hub.get(key)
        except Refusal:
            return  # it is closed
        await self.hub.following.catch_up(seating, int(entry), int(acts))
        if (seating.table.entry, seating.table.company.acts) == (int(entry), int(acts)):
            await self.hub.playing.begin(seating)
