"""More jobs than workers: who is served first, and who thinks for less time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ClassVar

import pytest

import serai
from serai.bots.bot import Budget, Situation
from serai.bots.players import SearchBot
from serai.server.errors import Refusal
from serai.server.live import hub as hubs
from serai.server.live.bots import jobs, worker
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.hub import Hub
from serai.server.live.scheduling import SELDOM, FairQueue, Priority, Urgency
from serai.server.people.guests import new_guest
from tests.event_loops import run_alone
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.live.test_hub import at_a_hub


class Recorded(WorkerPool):
    """Remembers in which order it is asked to run things; each takes one step of the loop."""

    def __init__(self) -> None:
        super().__init__(1)
        self.order: list[object] = []

    async def _run(self, function: Callable[..., Any], *arguments: object) -> Any:
        self.order += arguments
        await asyncio.sleep(0)


def served(job: Callable[[Recorded], Coroutine[Any, Any, None]]) -> list[object]:
    async def run() -> list[object]:
        workers = Recorded()
        try:
            await job(workers)
            return workers.order
        finally:
            workers.close()

    found: list[object] = run_alone(run())
    return found


def ask(workers: WorkerPool, name: str, urgency: Urgency, owner: str) -> asyncio.Task[int]:
    return asyncio.ensure_future(workers.run(worker.process, name, priority=Priority(urgency, owner)))


def test_hints_of_one_guest_block_no_one() -> None:
    async def job(workers: Recorded) -> None:
        tasks = [ask(workers, f"hint {number}", Urgency.HINT, "attacker") for number in range(60)]
        tasks.append(ask(workers, "other hint", Urgency.HINT, "guest"))
        tasks.append(ask(workers, "bot", Urgency.PERSON, "guest"))
        await asyncio.gather(*tasks)

    order = served(job)
    assert order[:4] == ["hint 0", "bot", "hint 1", "other hint"]
    assert len(order) == 62


def test_unwatched_tables_block_no_one() -> None:
    async def job(workers: Recorded) -> None:
        tasks = [ask(workers, f"table {number}", Urgency.NOBODY, "attacker") for number in range(30)]
        tasks += [ask(workers, f"bot {number}", Urgency.PERSON, "guest") for number in range(3)]
        tasks += [ask(workers, "hint", Urgency.HINT, "guest"), ask(workers, "far", Urgency.NOBODY, "other")]
        await asyncio.gather(*tasks)

    assert served(job)[:7] == ["table 0", "bot 0", "bot 1", "bot 2", "hint", "table 1", "far"]


def test_nothing_waits_forever() -> None:
    queue = FairQueue[str]()
    queue.put(Priority(Urgency.NOBODY, "patient"), "patient")
    for number in range(2 * SELDOM):
        queue.put(Priority(Urgency.PERSON, "busy"), str(number))
    assert [queue.take() for _ in range(SELDOM)].index("patient") == SELDOM - 1


def test_a_cancelled_wait_takes_no_turn() -> None:
    async def job(workers: Recorded) -> None:
        first = ask(workers, "first", Urgency.PERSON, "one")
        gone = [ask(workers, f"gone {number}", Urgency.PERSON, "one") for number in range(3)]
        last = ask(workers, "last", Urgency.PERSON, "two")
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await asyncio.gather(first, last, *gone, return_exceptions=True)
        assert workers.free == 1
        assert len(workers.queue) == 0

    assert served(job) == ["first", "last"]


def test_a_job_becomes_more_urgent_when_a_viewer_arrives() -> None:
    async def job(workers: Recorded) -> None:
        tasks = [ask(workers, f"table {number}", Urgency.NOBODY, "one") for number in range(5)]
        priority = Priority(Urgency.NOBODY, "two")
        tasks.append(
            asyncio.ensure_future(workers.run(worker.process, "mine", priority=priority, table="mine"))
        )
        tasks.append(ask(workers, "hint", Urgency.HINT, "one"))
        await asyncio.sleep(0)
        workers.raise_priority("mine", Priority(Urgency.PERSON, "two"))
        workers.raise_priority("mine", priority)  # never less
        workers.raise_priority("another", Priority(Urgency.PERSON, "two"))
        await asyncio.gather(*tasks)
        assert not workers.waiting

    assert served(job)[:4] == ["table 0", "mine", "hint", "table 1"]


def test_bots_have_less_time_while_others_wait() -> None:
    """The more guests wait for as urgent things; what is less urgent does not count."""

    async def job(workers: Recorded) -> None:
        tasks = [ask(workers, "running", Urgency.PERSON, "one")]
        await asyncio.sleep(0)
        assert workers.time_shares[:] == [1.0, 1.0, 1.0]
        tasks += [ask(workers, "table", Urgency.NOBODY, "attacker") for _ in range(30)]
        await asyncio.sleep(0)
        assert workers.time_shares[Urgency.PERSON] == 1.0
        assert workers.time_shares[Urgency.NOBODY] == 0.5
        for number in range(40):
            tasks.append(ask(workers, "bot", Urgency.PERSON, str(number)))
        workers.update_time_shares()
        await asyncio.gather(*tasks)
        assert workers.time_shares[:] == [1.0, 1.0, 1.0]
        workers.update_time_shares([3, 0, 100])  # at other processes
        assert workers.time_shares[:] == [0.25, 0.25, 0.1]

    served(job)


class Timed(SearchBot):
    """Remembers how long it may think, and takes the first that is possible."""

    budgets: ClassVar[list[Budget]] = []

    def choose(self, situation: Situation, budget: Budget) -> int:
        self.budgets.append(budget)
        return situation.legal[0]


def test_the_strongest_think_shorter_and_leave_the_rest_of_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = serai.game("istanbul")
    state = game.new(2)
    rng = serai.Rng(4)
    while state.actor == serai.CHANCE:
        state.apply(state.sample(rng))
    turn = worker.Turn(state, game.settings(2), state.actor, "level5", "seed", Urgency.HINT)

    def played(wait: float, limit: int | None = None) -> tuple[int, list[Budget]]:
        monkeypatch.setattr(worker, "make_bot", lambda name, game: Timed(limit, 2.0))
        monkeypatch.setattr(worker, "time_shares", [1.0, wait, 0.1])
        Timed.budgets.clear()
        found = worker.play(worker.Turn(state.clone(), turn.options, turn.seat, "", "seed", Urgency.HINT))
        return len(found), list(Timed.budgets)

    whole, budgets = played(1.0)
    assert whole > 1
    assert budgets == [Budget(seconds=2.0)] * whole
    assert played(0.25) == (1, [Budget(seconds=0.5)])
    assert played(0.25, limit=16) == (whole, [Budget()] * whole)  # the same on every machine


def test_how_urgent_a_table_is(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests = await setup.table(2)
        owner = str(guests[0].id)
        assert live_table.priority == Priority(Urgency.NOBODY, owner)
        looks_on = await setup.page(live_table, None)
        assert live_table.priority == Priority(Urgency.HINT, owner)
        plays = await setup.page(live_table, 1)
        assert live_table.priority == Priority(Urgency.PERSON, owner)
        setup.hub.leave(live_table, looks_on)
        setup.hub.leave(live_table, plays)
        assert live_table.priority == Priority(Urgency.NOBODY, owner)
        assert (await setup.again(live_table)).priority == Priority(Urgency.NOBODY, owner)

    run_with_hub(tmp_path, test)


def test_a_table_of_bots_works_for_its_creator(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        guest, _ = await new_guest(hub.store)
        key = await hub.new_table(guest, {"game": "yspahan", "players": "2", "seat": "watch"})
        live_table = await hub.get(key)
        assert live_table.priority == Priority(Urgency.NOBODY, str(guest.id))

    at_a_hub(tmp_path, test)


def test_a_guest_may_request_few_hints_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        guest, _ = await new_guest(hub.store)
        wanted = {"game": "yspahan", "players": "2", "seat": "0", "level": "random"}
        live_tables = [await hub.get(await hub.new_table(guest, wanted)) for _ in range(hubs.HINTS + 1)]
        thinks = asyncio.Event()

        async def hint(*asked: object) -> list[dict[str, Any]]:
            await thinks.wait()
            return []

        monkeypatch.setattr(jobs, "hint", hint)
        waiting = [asyncio.ensure_future(hub.hint(live_table, 0, 0, "en")) for live_table in live_tables[:-1]]
        await asyncio.sleep(0)
        late = asyncio.ensure_future(hub.hint(live_tables[-1], 0, 0, "en"))
        await asyncio.sleep(0)
        assert late.done()  # it does not wait
        with pytest.raises(Refusal, match=r"^too-many$"):
            await late
        other, _ = await new_guest(hub.store)
        elsewhere = await hub.get(await hub.new_table(other, wanted))
        waiting.append(asyncio.ensure_future(hub.hint(elsewhere, 0, 0, "en")))  # another is not refused
        await asyncio.sleep(0)
        thinks.set()
        assert await asyncio.gather(*waiting) == [[]] * len(waiting)
        assert not hub.hinting
        # One that cannot be given is not waited for, either.
        monkeypatch.undo()
        for _ in range(hubs.HINTS + 1):
            with pytest.raises(Refusal, match=r"^(no-hint|late)$"):  # a bot may be due
                await hub.hint(live_tables[-1], 0, live_tables[-1].table.number + 1, "en")
        assert not hub.hinting

    at_a_hub(tmp_path, test)
