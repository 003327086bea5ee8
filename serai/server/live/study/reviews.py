"""Reviews of finished games: made once, stored, and deepened while workers are idle.

The first, quick review is made while someone waits for it. Then costly choices are examined more closely, one
after the other, in short jobs that never take a worker from a table.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sql

from serai.analysis.game_review import WORK, Judgement, Review
from serai.kernel.errors import BadRecord
from serai.kernel.record import Record
from serai.server.errors import Refusal
from serai.server.live.bots import worker
from serai.server.live.bots.pool import WorkFailed
from serai.server.live.live_table import LiveTable
from serai.server.live.scheduling import Priority, Urgency
from serai.server.storage.schema import reviews
from serai.server.tables.exploration import MOST_CHOICES
from serai.server.tasks import end

if TYPE_CHECKING:
    from serai.server.live.hub import Hub

log = logging.getLogger("serai.server")

PATIENCE: Final = 2.0  # seconds that a page waits for the first review
KEPT: Final = 64  # reviews in memory
STORED: Final = 6  # pieces after which a review is stored again
LEASE: Final = 30.0  # seconds for which one process works on a review
LOOK: Final = 1.0  # seconds after which another one looks how far it is
OF_ONE: Final = 8  # reviews of one owner's tables that are worked on
AGAIN: Final = 60.0  # seconds after which a review that failed is tried again


@dataclass
class ReviewJob:
    """The review of a table, complete or not."""

    record: Record
    game: str  # a hash of its choices
    owner: str  # whose table it is
    review: Review | None = None
    failed_at: float | None = None
    first: asyncio.Event = field(default_factory=asyncio.Event)  # the first review is there, or will not come
    task: asyncio.Task[None] | None = None

    @property
    def failed(self) -> bool:
        return self.failed_at is not None

    @property
    def done(self) -> int:
        return self.whole - len(self.review.open) if self.review is not None else 0

    @property
    def whole(self) -> int:
        """How many choices are looked at closely."""
        return len(self.review.judgements) if self.review is not None else 0

    @property
    def running(self) -> bool:
        return self.task is not None and not self.task.done()

    @property
    def complete(self) -> bool:
        return self.review is not None and not self.review.open


class Reviews:
    """The reviews that are looked at, or worked on, in this process."""

    def __init__(self, hub: Hub, work: int = WORK, again: float = AGAIN) -> None:
        self.hub = hub
        self.again = again
        self.work = work  # continuations of a choice that is looked at closely
        self.jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self.one = asyncio.Semaphore(1)  # deep reviews at a time

    async def get(self, live_table: LiveTable, patience: float = PATIENCE) -> ReviewJob:
        """The review of a finished table; it is begun if need be. Raises `Refusal`."""
        async with self.hub.locked(live_table) as live_table:
            table = live_table.table
            if not table.over:
                raise Refusal("not-over")
            if table.number > MOST_CHOICES:
                raise Refusal("too-big")
            settings = table.settings
            record = Record(table.game.name, settings.players, settings.options, table.choices)
        key, game = settings.id, digest(record.choices)
        job = self.jobs.get(key)
        if job is None or job.game != game or self._may_try_again(job):
            if job is not None:
                self._stop(key)
            self._make_room(settings.owner)
            job = self.jobs[key] = ReviewJob(record, game, settings.owner)
            job.task = asyncio.create_task(self._work(key, job, settings.owner))
            self._forget()
        self.jobs.move_to_end(key)
        with suppress(TimeoutError):
            await asyncio.wait_for(job.first.wait(), patience)
        return job

    def _may_try_again(self, job: ReviewJob) -> bool:
        return job.failed_at is not None and monotonic() >= job.failed_at + self.again

    def _stop(self, key: str) -> None:
        job = self.jobs.pop(key)
        if job.task is not None:
            job.task.cancel()

    def _make_room(self, owner: str) -> None:
        """Nobody's reviews delay those of others: if there are too many, the oldest is resumed when it is
        opened again. Raises `Refusal`."""
        own = [key for key, job in self.jobs.items() if job.owner == owner and job.running]
        if len(own) < OF_ONE:
            return
        begun = [key for key in own if self.jobs[key].first.is_set()]
        if not begun:
            raise Refusal("too-many")
        self._stop(begun[0])

    def _forget(self) -> None:
        for key, job in list(self.jobs.items()):
            if len(self.jobs) > KEPT and job.task is not None and job.task.done():
                del self.jobs[key]

    async def _work(self, key: str, job: ReviewJob, owner: str) -> None:
        try:
            job.review = await self._load(key, job.game)
            while job.review is None:
                if await self.hub.pubsub.lead(f"review {key}", LEASE):
                    job.review = await self._begin(job.record, owner)
                    await self._store(key, job)
                else:  # another process makes it
                    await asyncio.sleep(LOOK)
                    job.review = await self._load(key, job.game)
            job.first.set()
            if job.review.open:
                async with self.one:
                    await self._deepen(key, job)
        except (WorkFailed, Refusal):
            log.warning("table %s cannot be reviewed now", key)
            job.failed_at = monotonic()
        except Exception:
            log.exception("the review of table %s failed", key)
            job.failed_at = monotonic()
        finally:
            job.first.set()

    async def _begin(self, record: Record, owner: str) -> Review:
        """The quick review, while someone waits for it."""
        given = (record.game.name, record.players, record.options, record.choices)
        return Review.from_json(
            await self.hub.workers.run(worker.review, *given, priority=Priority(Urgency.HINT, owner))
        )

    async def _deepen(self, key: str, job: ReviewJob) -> None:
        """Look closer at what is left, unless another process does."""
        assert job.review is not None
        positions = {
            number: state.clone() for number, (state, _) in enumerate(job.record.states()) if state.actor >= 0
        }
        unsaved = 0
        leads = False
        try:
            while job.review.open:
                led, leads = leads, await self.hub.pubsub.lead(f"review {key}", LEASE)
                if not leads:
                    await asyncio.sleep(LOOK)
                if not (led and leads):  # others may have gone on since it was read
                    job.review = await self._load(key, job.game) or job.review
                    continue
                judgement = job.review.open[0]
                found: Judgement = await self.hub.workers.run_spare(
                    worker.look_closer, positions[judgement.number], judgement, self.work
                )
                job.review = job.review.deepened([found], self.work)
                unsaved += 1
                if unsaved >= STORED or not job.review.open:
                    await self._replace(key, job)
                    unsaved = 0
        finally:
            if unsaved:  # the server stops, or others come first
                await self._replace(key, job)

    async def _load(self, key: str, game: str) -> Review | None:
        asked = sql.select(reviews.c.content).where(reviews.c.table_id == key, reviews.c.game == game)
        content = await self.hub.store.read(lambda connection: connection.scalar(asked))
        if content is None:
            return None
        try:
            return Review.from_json(zlib.decompress(content).decode())
        except BadRecord:  # of an earlier version
            return None

    async def _store(self, key: str, job: ReviewJob) -> None:
        """Store a first review."""
        row = {"table_id": key, **self._row(job)}

        def write(connection: sql.Connection) -> None:
            connection.execute(reviews.delete().where(reviews.c.table_id == key))
            connection.execute(reviews.insert().values(row))

        await self.hub.store.write(write)

    async def _replace(self, key: str, job: ReviewJob) -> None:
        """Store more of a review, unless it is gone: its table was deleted, or has become another game."""
        row = self._row(job)
        wanted = reviews.update().where(reviews.c.table_id == key, reviews.c.game == job.game).values(row)
        await self.hub.store.write(lambda connection: connection.execute(wanted))

    def _row(self, job: ReviewJob) -> dict[str, Any]:
        assert job.review is not None
        content = zlib.compress(job.review.to_json().encode())
        return {"game": job.game, "content": content, "made_at": self.hub.now()}

    async def close(self) -> None:
        """Leave what is not done for the next time."""
        await end(job.task for job in self.jobs.values() if job.task is not None)


def digest(choices: list[int]) -> str:
    """A short hash of a game's choices."""
    return blake2b(repr(choices).encode(), digest_size=8).hexdigest()
