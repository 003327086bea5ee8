"""The queue of tables at which a bot is due, shared by many processes.

Each table is in the queue once. The process that takes it has a lease, which it renews until it is a person's
turn; if it dies, another takes over, and if both play, the log decides. After a second the table goes back
into the queue, so that long games among bots delay no other table. Half of a process's slots are reserved for
tables where a person waits.
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

HELD: Final = 0.7  # seconds after which a lease is renewed
LOOK: Final = 0.25  # seconds between checks for work that was lost or became free
TROUBLE: Final = 0.25  # seconds before another attempt, during an outage of the database
SLICE: Final = 1.0  # seconds at one table before others have their turn
SLOTS: Final = 4  # tables at a time for each worker: some only wait a moment


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
        """Lease tables and play there, forever."""
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
        """The minimum urgency of work to take."""
        return Urgency.NOBODY if len(self.tasks) < self.most // 2 else Urgency.PERSON

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.work_available.wait(), LOOK)

    async def close(self) -> None:
        """Release unfinished work to other processes."""
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
            await self.pubsub.release(work, TROUBLE)  # a database outage: any process may try again
        except Exception:
            log.exception("playing for bots at table %s failed", work)
            await self.pubsub.complete(work)
        finally:
            await end([holding])  # or others could not have the table
            self.slots.release()
            self.work_available.set()  # a slot is free for what is less urgent

    async def _hold(self, work: str) -> None:
        while True:
            await asyncio.sleep(HELD)
            await self.pubsub.renew(work)

    async def _play(self, key: str) -> bool:
        """Play at a table for a while. Returns whether nothing is left to do."""
        try:
            live_table = await self.hub.get(key)
        except Refusal as refusal:
            if refusal.is_outage:
                raise
            return True  # it is closed
        await self.hub.replication.compare([key])  # what was published may not have arrived yet
        if live_table.table.bot_due is not None:
            await self.hub.bot_driver.start(live_table, SLICE)
        if live_table.dropped is not None and live_table.dropped.is_outage:
            raise live_table.dropped  # the bot's choice could not be stored: it is still due
        known = self.hub.live_tables.get(key) is live_table
        return not known or live_table.table.bot_due is None
