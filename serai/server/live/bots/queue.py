"""Work that is handed out among many processes: tables at which a bot is due.

A table is handed out once. Who takes it holds it while he plays there, until a person is asked; when he dies
another takes it over, and if both play the log decides. After a second it is left to whoever has time next,
so that long games of bots hold up no other table. Half of the tables that a process has at a time are ones at
which a person waits: there is always room for them.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from serai.server.errors import Refusal
from serai.server.live.pubsub import JOBS
from serai.server.live.scheduling import Urgency
from serai.server.tasks import end

if TYPE_CHECKING:
    from serai.server.live.hub import Hub

log = logging.getLogger("serai.server")

HELD: Final = 0.7  # seconds after which work is held again
LOOK: Final = 0.25  # seconds between looks for work that was taken over or lost
TROUBLE: Final = 0.25  # seconds before another attempt, when the database does not answer
SLICE: Final = 1.0  # seconds at one table before others have their turn
SLOTS: Final = 4  # tables at a time for each process that thinks: some only wait a moment


class JobConsumer:
    def __init__(self, hub: Hub, processes: int) -> None:
        self.hub = hub
        self.pubsub = hub.pubsub
        self.most = processes * SLOTS
        self.slots = asyncio.Semaphore(self.most)
        self.work_available = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.pubsub.add_handler("work", self._on_work)

    async def _on_work(self, process: str, what: dict[str, Any]) -> None:
        self.work_available.set()

    async def run(self) -> None:
        """Take work and do it, for ever."""
        await self.pubsub.subscribe(JOBS)
        while True:
            await self.slots.acquire()
            self.work_available.clear()
            work = await self.pubsub.lease(self.least)
            self.hub.workers.update_time_shares(self.pubsub.waiting_owners)
            if work is None:
                self.slots.release()
                await self._wait()
            else:
                task = asyncio.create_task(self._do(work))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    @property
    def least(self) -> Urgency:
        """How urgent work must be that is still taken."""
        return Urgency.NOBODY if len(self.tasks) < self.most // 2 else Urgency.PERSON

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.work_available.wait(), LOOK)

    async def close(self) -> None:
        """Leave what is not done to others."""
        await end(self.tasks)

    async def _do(self, work: str) -> None:
        holding = asyncio.create_task(self._hold(work))
        try:
            if await self._play(work):
                await self.pubsub.complete(work)
            else:
                await self.pubsub.release(work)
        except asyncio.CancelledError:
            await self.pubsub.release(work)
            raise
        except Refusal:
            await self.pubsub.release(
                work, TROUBLE
            )  # the database does not answer: whoever has time tries again
        except Exception:
            log.exception("work failed: %s", work)
            await self.pubsub.complete(work)
        finally:
            await end([holding])  # or it would keep others from the table
            self.slots.release()
            self.work_available.set()  # there is room again for what is less urgent

    async def _hold(self, work: str) -> None:
        while True:
            await asyncio.sleep(HELD)
            await self.pubsub.renew(work)

    async def _play(self, key: str) -> bool:
        """Play at a table for a while; whether nothing is left to do."""
        try:
            live_table = await self.hub.get(key)
        except Refusal as refusal:
            if refusal.is_outage:
                raise
            return True  # it is closed
        await self.hub.replication.compare([key])  # what was posted may not have been heard yet
        if live_table.table.bot_due is not None:
            await self.hub.bot_driver.start(live_table, SLICE)
        if live_table.dropped is not None and live_table.dropped.is_outage:
            raise live_table.dropped  # what was thought could not be stored: it is still due
        known = self.hub.live_tables.get(key) is live_table
        return not known or live_table.table.bot_due is None
