"""What lives as long as the server: database, tables, bots, mail, and the tasks that watch over them."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from serai.server.community.chat import Chat
from serai.server.community.lobby import Lobby
from serai.server.errors import Refusal
from serai.server.live.acts import TableActs
from serai.server.live.bots.pictures import Pictures
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.bots.queue import JobConsumer
from serai.server.live.broadcasts import Broadcasts
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.live.pubsub import LocalPubSub, PubSub
from serai.server.live.study.puzzles import load_puzzles
from serai.server.live.study.reviews import Reviews
from serai.server.ops.commands import CommandRunner
from serai.server.ops.config import Config
from serai.server.ops.lock_file import hold_lock
from serai.server.ops.metrics import Metrics
from serai.server.ops.monotonic import MonotonicClock
from serai.server.ops.retention import Retention
from serai.server.people.accounts import Passwords
from serai.server.people.attempts import AttemptLimits
from serai.server.people.mail import Mail
from serai.server.people.passkeys import Challenges
from serai.server.people.ratings import catch_up, rate
from serai.server.people.statistics import count_game, count_missed
from serai.server.storage.engines import sqlite_url
from serai.server.storage.store import Store
from serai.server.tables.seeds import FixedSeeds, Seeds
from serai.server.tasks import end

log = logging.getLogger("serai.server")


class Server:
    """Everything that lives as long as the server; its parts are there while it is `running`."""

    store: Store
    workers: WorkerPool
    hub: Hub
    lobby: Lobby
    table_acts: TableActs
    chat: Chat
    reviews: Reviews
    broadcasts: Broadcasts
    attempts: AttemptLimits
    challenges: Challenges
    pictures: Pictures

    def __init__(self, config: Config) -> None:
        self.config = config
        self.passwords = Passwords(config.password_memory)
        self.metrics = Metrics()
        self.streams: defaultdict[int, set[Viewer]] = defaultdict(set)  # API streams, by token
        self.mail: Mail | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start everything, and stop it in order."""
        if self.config.database is not None:
            async with self._running(self.config.database):
                yield
        else:
            url = sqlite_url(self.config.data)
            with hold_lock(self.config.data):
                async with self._running(url):
                    yield

    @asynccontextmanager
    async def _running(self, url: str) -> AsyncIterator[None]:
        self.store = Store(url, self.config.synchronous)
        thinks = self.config.workers != 0
        self.workers = WorkerPool(self.config.workers or (None if thinks else 1))  # hints need one
        await asyncio.gather(asyncio.to_thread(self.store.open), self.workers.prepare())
        pubsub: PubSub = LocalPubSub()
        if self.config.redis is not None:
            from serai.server.live.pubsub.redis import RedisPubSub  # needs the extra `many`

            pubsub = RedisPubSub(self.config.redis)
        self.attempts = AttemptLimits(pubsub, address_factor=self.config.address_factor)
        self.challenges = Challenges(pubsub)
        fixed = self.config.test_seed
        seeds = Seeds() if fixed is None else FixedSeeds(fixed)
        self.hub = Hub(self.store, self.workers, MonotonicClock(), pubsub, seeds)
        self.pictures = Pictures(self.workers)
        self.lobby = Lobby(self.hub, self.config.address_factor)
        self.table_acts = TableActs(self.hub)
        self.chat = Chat(self.hub)
        self.reviews = Reviews(self.hub)
        self.broadcasts = Broadcasts(self.hub, self.streams)
        job_consumer = JobConsumer(self.hub, self.workers.number)
        work: list[Coroutine[Any, Any, None]] = []
        if thinks:
            work.append(self.workers.warm())
        if pubsub.multi_process:
            work += [self.hub.presence.watch(), self.hub.replication.watch()]
            if thinks:
                work.append(job_consumer.run())
        if self.config.web:
            work += [self.table_acts.watch_clocks(), self.hub.recovery.watch()]
            work += [Retention(self.hub, self.config.retention).watch(), self.count_missed()]
            work.append(load_puzzles())
        if self.config.mail is not None:
            self.mail = Mail(self.store, self.config.mail)
            await self.mail.begin()
            self.hub.turn.append(self.mail_about)
            work.append(self.mail.work())
        self.hub.finished += [self.rate, self.count]
        self.hub.recovered += [self.catch_up, self.count_missed]
        self.metrics.observe(self)
        command_runner = CommandRunner(self)
        if self.config.web:
            work.append(command_runner.watch())
        beside: list[asyncio.Task[None]] = []
        try:
            if await pubsub.open():
                await command_runner.begin()
                await self.catch_up()
                await self.hub.resume()
            else:
                await self.hub.enqueue_due()
            beside = [asyncio.create_task(one) for one in work]
            yield
        finally:
            await end(beside)
            await job_consumer.close()
            await self.reviews.close()
            await self.hub.close()
            await pubsub.close()
            self.workers.close()
            await asyncio.to_thread(self.store.close)

    async def rate(self, live_table: LiveTable) -> None:
        """Rate a game that has ended."""
        await rate(self.store, live_table.table.settings.id)

    async def count(self, live_table: LiveTable) -> None:
        """Add a game that has ended to the statistics."""
        await count_game(self.store, live_table.table)

    async def catch_up(self) -> None:
        """Rate games that ended during an outage."""
        await catch_up(self.store)

    async def count_missed(self) -> None:
        """Count games that ended during an outage, or before there were statistics."""
        try:
            await count_missed(self.store)
        except Refusal as refusal:
            log.warning("games cannot be counted: %s", refusal.code)
        except Exception:
            log.exception("games cannot be counted")

    async def mail_about(self, live_table: LiveTable, seat: int) -> None:
        """Send a mail to the person whose turn it is, if they are not connected to the table."""
        settings = live_table.table.settings
        guest = settings.occupants[seat].guest
        if self.mail is not None and guest is not None and live_table.sociable and seat in live_table.absent:
            await self.mail.turn(settings, guest)
