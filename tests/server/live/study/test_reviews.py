"""A finished game is reviewed once, and the result is stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serai.kernel.record import Record
from serai.server.errors import Refusal
from serai.server.live.bots import worker
from serai.server.live.bots.pool import WorkerPool, WorkFailed
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable
from serai.server.live.study.reviews import ReviewJob, Reviews
from serai.server.storage.schema import reviews as reviews_table
from tests.server.databases import PATIENCE
from tests.server.live.test_hub import at_a_hub, choose, seated

WORK = 2


class Counted(WorkerPool):
    """Counts what is asked of the workers; what is in `refused` fails."""

    def __init__(self, refused: Callable[..., Any] | None = None) -> None:
        super().__init__(1)
        self.asked: Counter[str] = Counter()
        self.refused = refused
        self.most: int | None = None  # closer looks; more never end
        self.reached = asyncio.Event()

    async def _run(self, function: Callable[..., Any], *arguments: object) -> Any:
        self.asked[function.__name__] += 1
        if function is self.refused:
            raise WorkFailed("not now")
        if function is worker.look_closer and self.asked[function.__name__] == self.most:
            self.asked[function.__name__] -= 1
            self.reached.set()
            await asyncio.Event().wait()
        return await super()._run(function, *arguments)


async def finished(hub: Hub) -> LiveTable:
    live_table = await seated(hub)
    while not live_table.table.over:
        await choose(hub, live_table)
    return live_table


async def reviewed(reviews: Reviews, live_table: LiveTable) -> ReviewJob:
    """A review, when nothing is left to do."""
    job = await reviews.get(live_table, PATIENCE)
    assert job.task is not None
    await job.task
    return job


def test_a_game_is_reviewed_once_and_only_when_it_is_over(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        reviews = Reviews(hub, WORK)
        with pytest.raises(Refusal, match=r"^not-over$"):
            await reviews.get(await seated(hub))
        live_table = await hub.get("table")
        while not live_table.table.over:
            await choose(hub, live_table)
        hub.workers.close()
        workers = hub.workers = Counted()
        job = await reviewed(reviews, live_table)
        assert job.complete
        assert job.review is not None
        assert job.review.names == ()  # people may change theirs, or go
        assert workers.asked == {"review": 1, "look_closer": job.whole}
        assert await reviewed(reviews, live_table) is job
        # After a restart it is read, and no worker is asked.
        again = await reviewed(Reviews(hub, WORK), live_table)
        assert again.complete
        assert workers.asked.total() == job.whole + 1
        # A person who plays alone may undo the last choices and play on: that is another game.
        await hub.store.write(
            lambda connection: connection.execute(reviews_table.update().values(game="other"))
        )
        assert (await reviewed(Reviews(hub, WORK), live_table)).complete
        assert workers.asked["review"] == 2

    at_a_hub(tmp_path, test)


def test_failed_reviews_are_repeated_later(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        live_table = await finished(hub)
        hub.workers.close()
        workers = hub.workers = Counted(worker.review)
        job = await reviewed(patient := Reviews(hub, WORK), live_table)
        assert job.failed
        assert await reviewed(patient, live_table) is job  # not at every look
        assert workers.asked == {"review": 1}
        reviews = Reviews(hub, WORK, again=0)
        job = await reviewed(reviews, live_table)
        assert (job.failed, job.review) == (True, None)
        workers.refused = worker.look_closer
        job = await reviewed(reviews, live_table)
        assert job.failed
        assert job.review is not None  # the first one is there all the same
        assert job.review.open
        workers.refused = None
        asked = workers.asked["review"]
        assert (await reviewed(reviews, live_table)).complete
        assert workers.asked["review"] == asked  # it was stored

    at_a_hub(tmp_path, test)


def test_work_on_a_changed_game_is_dropped(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        live_table = await finished(hub)
        reviews = Reviews(hub, WORK)
        job = await reviews.get(live_table, PATIENCE)
        job.game = "other"  # as after an undo
        again = await reviewed(reviews, live_table)
        assert again is not job
        assert job.task is not None
        assert job.task.cancelled()
        assert list(reviews.jobs.values()) == [again]

    at_a_hub(tmp_path, test)


def test_reviews_of_one_owner_are_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serai.server.live.study.reviews.OF_ONE", 1)

    async def test(hub: Hub) -> None:
        live_table = await finished(hub)
        reviews = Reviews(hub, WORK)
        owner = live_table.table.settings.owner
        waiting = reviews.jobs["another"] = ReviewJob(Record("yspahan", 2), "game", owner)
        waiting.task = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]
        with pytest.raises(Refusal, match=r"^too-many$"):
            await reviews.get(live_table)
        waiting.first.set()  # there is something to see: the rest can wait
        await reviewed(reviews, live_table)
        assert "another" not in reviews.jobs

    at_a_hub(tmp_path, test)


def test_results_found_before_a_shutdown_are_reused(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        live_table = await finished(hub)
        hub.workers.close()
        workers = hub.workers = Counted()
        workers.most = 3
        stopped = Reviews(hub, WORK)
        job = await stopped.get(live_table, PATIENCE)
        await workers.reached.wait()
        await stopped.close()
        workers.most = None
        assert (await reviewed(Reviews(hub, WORK), live_table)).complete
        assert workers.asked == {"review": 1, "look_closer": job.whole}

    at_a_hub(tmp_path, test)


def test_two_processes_share_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serai.server.live.study.reviews.LOOK", 0.0)

    async def test(hub: Hub) -> None:
        live_table = await finished(hub)
        hub.workers.close()
        workers = hub.workers = Counted()
        one, other = Reviews(hub, WORK), Reviews(hub, WORK)
        leaders = [one]

        async def lead(what: str, seconds: float) -> bool:
            return any(
                asyncio.current_task() is job.task for leader in leaders for job in leader.jobs.values()
            )

        monkeypatch.setattr(hub.pubsub, "lead", lead)
        async with other.one:  # the other has something else to do for a while
            waiting = await other.get(live_table, patience=0.0)
            assert waiting.review is None
            job = await reviewed(one, live_table)
            await waiting.first.wait()
            leaders.append(other)
        assert waiting.task is not None
        await waiting.task
        assert waiting.complete
        assert workers.asked == {"review": 1, "look_closer": job.whole}

    at_a_hub(tmp_path, test)


def test_a_review_of_a_deleted_game_stays_deleted(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        live_table = await finished(hub)
        hub.workers.close()
        workers = hub.workers = Counted()
        workers.most = 2
        reviews = Reviews(hub, WORK)
        await reviews.get(live_table, PATIENCE)
        await workers.reached.wait()
        await hub.store.write(lambda connection: connection.execute(reviews_table.delete()))
        await reviews.close()
        found = await hub.store.read(lambda connection: connection.execute(reviews_table.select()).all())
        assert found == []

    at_a_hub(tmp_path, test)
