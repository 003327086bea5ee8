"""Worker processes that die, hang or fail; tables continue."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import serai
from serai.server.live.bots import worker
from serai.server.live.bots.pool import WorkerPool, WorkFailed
from serai.server.live.hub import Hub
from serai.server.people.guests import new_guest
from tests.event_loops import run_alone
from tests.server.databases import PATIENCE
from tests.server.live.test_hub import at_a_hub


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
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    for wanted, number in ((None, 2), (1, 1), (3, 3)):
        workers = WorkerPool(wanted)
        assert workers.number == number
        workers.close()


class Impatient(WorkerPool):
    """Waits a second for the first worker, and for the next one as long as it takes."""

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        super()._replace(pool)
        self.longest = PATIENCE


def test_a_worker_that_hangs_is_replaced() -> None:
    async def job() -> int:
        workers = Impatient(1)
        try:
            first = await workers.run(worker.process)
            workers.longest = 1.0
            return await workers.run(hang_in, first)
        finally:
            workers.close()

    assert run_alone(job()) == 7


def test_a_job_that_always_fails_is_reported() -> None:
    async def job(workers: WorkerPool) -> None:
        with pytest.raises(WorkFailed):
            await workers.run(fail)
        with pytest.raises(WorkFailed):
            await workers.run(die)
        assert await workers.run(worker.process) != os.getpid()

    with_workers(job)


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
