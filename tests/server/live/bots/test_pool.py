"""Worker processes that die, hang or fail; tables continue."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

import serai
from serai.server.live.bots import worker
from serai.server.live.bots.pool import WorkerPool, WorkFailed
from serai.server.live.hub import Hub
from serai.server.live.scheduling import Priority, Urgency
from serai.server.people.guests import new_guest
from tests.event_loops import run_alone
from tests.server.databases import PATIENCE, wait_until_gone
from tests.server.live.test_hub import at_a_hub, steps


def die_once(mark: str) -> int:
    """Ends its process the first time, answers the second."""
    if not os.path.exists(mark):
        open(mark, "w").close()
        os._exit(1)
    return 7


def hang_in(process: int) -> int:
    """Never answers in one process, at once in any other."""
    if os.getpid() == process:
        threading.Event().wait()
    return 7


def die() -> None:
    os._exit(1)


def fail() -> None:
    raise ValueError("no")


def interrupted() -> int:
    """Ctrl-C reaches every process of a terminal, also while it works."""
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpid()


def with_workers(job: Callable[[WorkerPool], Coroutine[Any, Any, Any]]) -> Any:
    async def run() -> Any:
        workers = WorkerPool(1, PATIENCE)
        try:
            return await job(workers)
        finally:
            workers.close()

    return run_alone(run())


def test_work_of_a_worker_that_dies_is_repeated(tmp_path: Path) -> None:
    async def job(workers: WorkerPool) -> list[int]:
        return await asyncio.gather(
            *(workers.run(die_once, str(tmp_path / "mark")) for _ in range(3)), workers.run(worker.process)
        )

    assert with_workers(job)[:3] == [7, 7, 7]


def test_ctrl_c_is_left_to_the_server() -> None:
    async def job(workers: WorkerPool) -> list[int]:
        return [await workers.run(task) for task in (worker.process, interrupted, worker.process)]

    first, *later = with_workers(job)
    assert later == [first, first]


def test_spare_work_leaves_a_worker_to_the_tables() -> None:
    async def job() -> None:
        workers = WorkerPool(2, PATIENCE)
        try:
            workers.free = 1  # a person is choosing at a table
            spare = asyncio.create_task(workers.run_spare(worker.process))
            assert await workers.run(worker.process)  # a table has the other one at once
            assert not spare.done()
            workers.update_time_shares([1, 0, 0])  # a person waits for another process
            workers.free = 2
            assert await workers.run(worker.process)
            assert not spare.done()
            workers.update_time_shares([0, 0, 0])
            assert await spare
            assert workers.free == 2
            given_up = asyncio.create_task(workers.run_spare(worker.process))
            workers.free = 1
            await asyncio.sleep(0)
            given_up.cancel()
            await asyncio.gather(given_up, return_exceptions=True)
            workers.free = 2
            workers.update_time_shares([0, 0, 0])
            assert workers.free == 2
        finally:
            workers.close()

    run_alone(job())


class Counted(WorkerPool):
    """Counts jobs instead of running them; each takes until the test says so."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.order: list[object] = []  # what they were given
        self.done = asyncio.Event()

    @property
    def begun(self) -> int:
        return len(self.order)

    async def _run(self, function: Callable[..., Any], *arguments: object) -> Any:
        self.order.append(arguments)
        await self.done.wait()


def counted(number: int, job: Callable[[Counted], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        workers = Counted(number)
        try:
            await job(workers)
        finally:
            workers.close()

    run_alone(run())


def test_all_workers_are_started_before_they_are_needed() -> None:
    async def job(workers: Counted) -> None:
        warming = asyncio.create_task(workers.warm())
        await steps()
        assert (workers.begun, workers.free) == (3, 0)
        workers.done.set()
        await warming
        assert (workers.begun, workers.free) == (3, 3)

    counted(3, job)


def test_a_single_worker_takes_spare_work_too() -> None:
    async def job(workers: Counted) -> None:
        spare = [asyncio.create_task(workers.run_spare(worker.process, number)) for number in range(2)]
        await steps()
        assert (workers.begun, workers.free) == (1, 0)
        urgent = asyncio.create_task(workers.run(worker.process, "urgent"))
        await steps()
        workers.done.set()
        await asyncio.gather(urgent, *spare)
        assert workers.order == [(0,), ("urgent",), (1,)]
        assert workers.free == 1

    counted(1, job)


@pytest.mark.parametrize("spare", [False, True])
def test_a_turn_that_is_cancelled_at_the_last_moment_goes_to_the_next(spare: bool) -> None:
    async def job(workers: Counted) -> None:
        run = workers.run_spare if spare else workers.run
        first, waiting, gone = (asyncio.create_task(run(worker.process)) for _ in range(3))
        await steps()
        gone.cancel()
        await steps()
        workers.free += 1
        workers._serve()  # the second has its turn, but does not know yet
        assert workers.free == 0
        waiting.cancel()
        await asyncio.gather(waiting, gone, return_exceptions=True)
        assert (workers.begun, workers.free) == (1, 1)
        assert not workers.queue
        last = asyncio.create_task(run(worker.process))
        workers.done.set()
        await asyncio.gather(first, last)
        assert (workers.begun, workers.free) == (2, 2)

    counted(1, job)


def test_a_job_that_begins_is_not_put_forward_any_more() -> None:
    low, high = Priority(Urgency.NOBODY, "7"), Priority(Urgency.PERSON, "7")

    async def job(workers: Counted) -> None:
        first = asyncio.create_task(workers.run(worker.process))
        await steps()
        waiting = asyncio.create_task(workers.run(worker.process, priority=low, table="table"))
        await steps()
        assert workers.time_shares[:] == [1.0, 1.0, 0.5]
        workers.raise_priority("table", high)
        assert workers.time_shares[:] == [0.5, 0.5, 0.5]
        assert workers.waiting["table"][0] == high
        workers.free += 1
        workers._serve()
        workers.raise_priority("table", Priority(Urgency.PERSON, "8"))
        assert not workers.queue
        workers.done.set()
        await asyncio.gather(first, waiting)
        assert workers.waiting == {}

    counted(1, job)


def test_a_pool_is_replaced_once() -> None:
    """Though all jobs in it have failed."""

    async def job(workers: WorkerPool) -> None:
        broken = workers.pool
        workers._replace(broken)
        replaced = workers.pool
        assert replaced is not broken
        workers._replace(broken)
        assert workers.pool is replaced
        assert await workers.run(worker.process)

    with_workers(job)


def test_workers_end_with_the_pool() -> None:
    async def job(workers: WorkerPool) -> int:
        return await workers.run(worker.process)

    wait_until_gone({with_workers(job)})


def test_a_process_has_been_forked_when_the_pool_is_ready() -> None:
    async def job(workers: WorkerPool) -> None:
        forked: list[BaseProcess] = []
        make = workers.context.Process

        def noted(**how: Any) -> BaseProcess:
            forked.append(make(**how))
            return forked[-1]

        workers.context.Process = noted  # type: ignore[misc, assignment]
        try:
            await workers.prepare()
        finally:
            del workers.context.Process
        (process,) = forked
        assert process.exitcode == 0

    with_workers(job)


def state_of_worker() -> tuple[int, list[str], list[float]]:
    return os.nice(0), [thread.name for thread in threading.enumerate()], list(worker.time_shares)


def test_workers_are_polite_watch_the_server_and_know_how_many_wait() -> None:
    async def job(workers: WorkerPool) -> None:
        nice, threads, shares = await workers.run(state_of_worker)
        assert nice == min(19, os.nice(0) + 5)
        assert "parent" in threads
        assert shares == [1.0, 1.0, 1.0]
        workers.update_time_shares([1, 0, 2])
        _, _, shares = await workers.run(state_of_worker)
        assert shares == [0.5, 0.5, 0.25]

    with_workers(job)


def forked_from() -> int:
    return os.getppid()


def test_workers_are_forked_from_a_process_that_has_loaded_everything() -> None:
    """So one that replaces another need not load it again."""

    async def job(workers: WorkerPool) -> None:
        before, first = await workers.run(forked_from), await workers.run(worker.process)
        with pytest.raises(WorkFailed):
            await workers.run(die)
        assert await workers.run(worker.process) != first
        assert await workers.run(forked_from) == before != os.getpid()

    with_workers(job)


def test_one_worker_is_not_enough_unless_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, wanted, number in ((2, None, 2), (2, 1, 1), (2, 3, 3), (8, None, 7), (None, None, 2)):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        workers = WorkerPool(wanted)
        assert workers.number == number
        workers.close()


class Impatient(WorkerPool):
    """Waits a second for the first worker, and for the next one as long as it takes."""

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        super()._replace(pool)
        self.longest = PATIENCE


def test_a_worker_that_hangs_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async def job() -> int:
        workers = Impatient(1)
        try:
            first = await workers.run(worker.process)
            workers.longest = 1.0
            return await workers.run(hang_in, first)
        finally:
            workers.close()

    assert run_alone(job()) == 7
    assert "a worker did not answer within 1.0 s; it is replaced" in caplog.text


def test_a_job_that_always_fails_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    async def job(workers: WorkerPool) -> None:
        with pytest.raises(WorkFailed, match=r"^no$"):
            await workers.run(fail)
        with pytest.raises(WorkFailed, match=r"^die failed 3 times$"):
            await workers.run(die)
        assert await workers.run(worker.process) != os.getpid()
        assert workers.free == 1

    with_workers(job)
    told = [record.getMessage() for record in caplog.records]
    assert told == ["fail failed"] + 3 * ["a worker died; it is replaced"]


def test_a_bot_plays_its_whole_turn_deterministically() -> None:
    for name in serai.game_names():
        game = serai.game(name)
        players = game.players[0]
        state = game.new(players)
        rng = serai.Rng(4)
        while state.actor == serai.CHANCE:
            state.apply(state.sample(rng))
        for level in ("random", "greedy", "search:20"):
            turn = worker.Turn(state.clone(), game.settings(players), state.actor, level, "seed")
            choices = worker.play(turn)
            again = worker.play(worker.Turn(state.clone(), turn.options, turn.seat, level, "seed"))
            assert choices == again
            after = state.clone()
            for choice in choices:
                assert after.actor == state.actor
                after.apply(choice)
            assert after.actor != state.actor


def test_a_bot_that_fails_does_not_stop_the_table(tmp_path: Path) -> None:
    """A level whose bot cannot be made is played by another, and the game comes to its end."""

    async def test(hub: Hub) -> None:
        guest, _ = await new_guest(hub.store)
        key = await hub.new_table(guest, {"game": "yspahan", "players": "2", "seat": "watch"})
        live_table = await hub.get(key)
        task = live_table.thinking
        assert task is not None
        settings = live_table.table.settings
        occupants = tuple(replace(occupant, level="nobody") for occupant in settings.occupants)
        live_table.table.settings = replace(settings, occupants=occupants)
        await task
        assert live_table.table.over

    at_a_hub(tmp_path, test)
