"""Bots' turns and automatic choices: when they are made, by which process, and what viewers see of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import serai
from serai.server.errors import UNAVAILABLE, Refusal
from serai.server.live.bots import driver, jobs, worker
from serai.server.live.bots.driver import SPARE, BotDriver
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable
from serai.server.live.scheduling import Priority, Urgency
from serai.server.tasks import end
from tests.server.hub_setup import HubSetup, LinkedPubSub, new_hub, run_with_hub
from tests.server.live.test_hub import steps
from tests.server.tables.test_thinking_time import never, until_something_is_made

TOOK = 0.25  # seconds that a bot thinks


class Queue(LinkedPubSub):
    """One of several processes. What it enqueues and publishes is remembered; nobody plays."""

    def __init__(self, *others: LinkedPubSub) -> None:
        super().__init__(*others)
        self.work: list[tuple[str, Priority]] = []

    async def enqueue(self, work: str, priority: Priority) -> None:
        self.work.append((work, priority))


class Bots:
    """Bots that answer when the test says so, with the first legal choice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turns: list[tuple[worker.Turn, str, str]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.choices: Callable[[worker.Turn], list[int]] = lambda turn: turn.state.legal()[:1]
        monkeypatch.setattr(jobs, "play", self._play)

    async def _play(self, workers: WorkerPool, turn: worker.Turn, table: str, owner: str) -> list[int]:
        self.turns.append((turn, table, owner))
        await self.free.wait()
        return self.choices(turn)


def with_bots(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    test: Callable[[HubSetup, Bots], Coroutine[Any, Any, None]],
) -> None:
    async def run(setup: HubSetup) -> None:
        await test(setup, Bots(monkeypatch))

    run_with_hub(folder, run)


async def bots_only(hub: Hub, setup: HubSetup, game: str) -> LiveTable:
    guest = (await setup.guests(1))[0]
    wanted = {"game": game, "players": "3", "seat": "watch", "level": "random"}
    return await hub.get(await hub.new_table(guest, wanted))


async def until_bot(setup: HubSetup, live_table: LiveTable, bots: Bots) -> None:
    """The person chooses until a bot thinks about several choices; its answer is held back."""
    bots.free.clear()
    table = live_table.table
    while table.bot_due is None or len(table.state.legal()) < 2:
        if table.bot_due is None:
            legal = table.state.legal()
            await setup.hub.choose(live_table, table.person_due, legal[0], table.number, None)
            await steps()
        else:
            number = len(bots.turns)
            bots.free.set()
            while len(bots.turns) == number and table.bot_due is not None:
                await asyncio.sleep(0)
            bots.free.clear()
    while not bots.turns or bots.turns[-1][0].state.key() != table.state.key():
        await asyncio.sleep(0)


def test_a_bot_is_given_its_turn_and_viewers_see_it_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, guests = await setup.table(1, players="2", level="greedy")
        await setup.settle()
        page = await setup.page(live_table, 0)
        page.heard()
        await until_bot(setup, live_table, bots)
        table = live_table.table
        turn, key, owner = bots.turns[-1]
        assert (key, owner) == (table.settings.id, str(guests[0].id))
        assert turn.state is not table.state
        assert (turn.state.key(), turn.options) == (table.state.key(), table.settings.options)
        assert (turn.seat, turn.level, turn.seed) == (1, "greedy", table.bot_seed())
        assert turn.urgency == live_table.priority.urgency == Urgency.PERSON
        assert {"thinking": 1} in page.heard()
        number = table.number
        assert live_table.thinking in setup.hub.bot_driver.tasks
        bots.free.set()
        await setup.settle()
        assert table.number > number
        assert live_table.thinking is None
        assert not setup.hub.bot_driver.tasks

    with_bots(tmp_path, monkeypatch, test)


def test_news_reaches_whoever_waits_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, _ = await setup.table(1, players="2")
        await until_bot(setup, live_table, bots)
        bot_driver, thinking = setup.hub.bot_driver, live_table.thinking
        assert thinking is not None
        for again in (lambda: bot_driver.wake(live_table), lambda: bot_driver.start(live_table)):
            live_table.changed.clear()
            assert again() in (None, thinking)  # the bot thinks once
            assert live_table.changed.is_set()
            assert live_table.thinking is thinking
        bots.free.set()
        await setup.settle()

    with_bots(tmp_path, monkeypatch, test)


def test_nothing_begins_once_the_server_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, _ = await setup.table(1, players="2")
        await until_bot(setup, live_table, bots)
        thinking = live_table.thinking
        assert thinking is not None
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        setup.hub.closed = True
        setup.hub.bot_driver.wake(live_table)
        assert live_table.thinking is None
        setup.hub.closed = False
        setup.hub.bot_driver.wake(live_table)
        assert live_table.thinking is not None
        bots.free.set()
        await setup.settle()

    with_bots(tmp_path, monkeypatch, test)


def test_a_person_who_comes_makes_the_bot_more_urgent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the pool of this process, and in the queue of all."""

    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, guests = await setup.table(1, players="2")
        await until_bot(setup, live_table, bots)
        key, owner = live_table.table.settings.id, str(guests[0].id)
        raised: list[tuple[str, Priority]] = []
        monkeypatch.setattr(setup.hub.workers, "raise_priority", lambda *what: raised.append(what))
        await setup.page(live_table, 0)
        urgent = Priority(Urgency.PERSON, owner)
        assert raised == [(key, urgent)]
        queue = Queue()
        other = new_hub(setup.store, setup.hub.workers, lambda: setup.now, queue)
        there = await other.get(key)
        await steps()
        queue.work.clear()
        there.absent.clear()
        other.bot_driver.raise_priority(there)
        assert raised[1:] == [(key, urgent)]
        assert len(other.bot_driver.tasks) == 1
        await steps()
        assert queue.work == [(key, urgent)]
        assert not other.bot_driver.tasks
        assert there.thinking is None  # whoever takes it from the queue plays
        bots.free.set()
        await setup.settle()
        raised.clear()
        while live_table.table.bot_due is not None:
            await asyncio.sleep(0)
        setup.hub.bot_driver.raise_priority(live_table)  # it is a person's turn
        assert raised == []
        await other.close()

    with_bots(tmp_path, monkeypatch, test)


def test_other_processes_show_that_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, _ = await setup.table(1, players="2")
        await until_bot(setup, live_table, bots)
        key = live_table.table.settings.id
        elsewhere = LinkedPubSub()
        elsewhere.places.add(f"table {key}")
        other = new_hub(setup.store, setup.hub.workers, lambda: setup.now, Queue(elsewhere))
        there = await other.get(key)
        other.bot_driver.start(there)
        await steps()
        kinds = {kind: what for _, kind, what in elsewhere.untold}
        assert kinds["thinking"] == f'{{"table": "{key}", "seat": 1}}'
        bots.free.set()
        await setup.settle()
        await asyncio.gather(*other.bot_driver.tasks)
        await other.close()

    with_bots(tmp_path, monkeypatch, test)


def test_a_bot_plays_for_a_while_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step at least, and no more when its time is over."""

    async def test(setup: HubSetup, bots: Bots) -> None:
        queue = Queue()
        own = new_hub(setup.store, setup.hub.workers, lambda: setup.now, queue)
        own.bot_driver.sleep = setup.moment
        live_table = await bots_only(own, setup, "yspahan")
        now = 100.0
        monkeypatch.setattr(driver, "monotonic", lambda: now)

        def played(turn: worker.Turn) -> list[int]:
            nonlocal now
            now += 1.0
            return turn.state.legal()[:1]

        bots.choices = played
        for seconds, turns in ((-1.0, 1), (0.5, 1), (1.0, 2), (2.5, 3)):
            bots.turns.clear()
            await own.bot_driver.start(live_table, seconds)
            assert len(bots.turns) == turns
            assert live_table.thinking is None
        await own.close()

    with_bots(tmp_path, monkeypatch, test)


class Watched(BotDriver):
    """Notes how long bots seem to think."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self.sleep = self._note
        self.slept: list[float] = []
        self.forced = self.free = 0

    async def _note(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def _think(self, live_table: LiveTable) -> list[int]:
        table, times = live_table.table, live_table.table.thinking_times
        seat = int(table.state.actor)
        is_free, known, might = len(table.state.legal()) > 1, times.knows(seat), table.might_think()
        would = table.would_think(seat)
        self.slept.clear()
        choices = await super()._think(live_table)
        if is_free:
            self.free += 1
            assert self.slept == []
            assert times.by_seat[seat][-1].seconds == TOOK
        elif known and might:
            self.forced += 1
            assert self.slept == [max(0.0, would - TOOK)]
        else:
            assert self.slept == []
            assert times.knows(seat) == known
        return choices


def test_a_bot_takes_as_long_for_a_forced_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as it would think, less what it took; unless all can see that it is forced."""

    async def test(setup: HubSetup, bots: Bots) -> None:
        own = new_hub(setup.store, setup.hub.workers, lambda: setup.now, Queue())
        own.bot_driver = watched = Watched(own)
        live_table = await bots_only(own, setup, "morgenland")
        now, rng = 100.0, serai.Rng("forced")
        monkeypatch.setattr(driver, "monotonic", lambda: now)

        def played(turn: worker.Turn) -> list[int]:
            nonlocal now
            now += TOOK
            legal = turn.state.legal()
            return [legal[rng.below(len(legal))]]

        bots.choices = played
        await own.bot_driver.start(live_table, 150 * TOOK)
        assert watched.forced >= 3
        assert watched.free >= 3
        await own.close()

    with_bots(tmp_path, monkeypatch, test)


def test_a_table_whose_bot_breaks_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, _ = await setup.table(1, players="2")
        await until_bot(setup, live_table, bots)
        bots.choices = lambda turn: [-5]  # no such choice
        bots.free.set()
        await setup.settle()
        assert live_table.thinking is None
        assert live_table.table.settings.id not in setup.hub.live_tables
        assert f"table {live_table.table.settings.id} was dropped" in caplog.text

    with caplog.at_level(logging.ERROR, "serai.server"):
        with_bots(tmp_path, monkeypatch, test)


@pytest.mark.parametrize(("code", "goes_on"), [("late", True), (UNAVAILABLE, False)])
def test_a_choice_that_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, goes_on: bool
) -> None:
    """Another process was faster: the bot looks again. Otherwise the table was dropped."""

    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, _ = await setup.table(1, players="2")
        await until_bot(setup, live_table, bots)
        commit, refused = setup.hub.commit, 0

        async def refuse(live_table: LiveTable, begun: float | None = None) -> None:
            nonlocal refused
            refused += 1
            await commit(live_table, begun)
            if refused == 1:
                raise Refusal(code)

        monkeypatch.setattr(setup.hub, "commit", refuse)
        bots.free.set()
        await setup.settle()
        assert (refused > 1) == goes_on
        assert live_table.thinking is None
        monkeypatch.undo()

    with_bots(tmp_path, monkeypatch, test)


def test_automatic_choices_are_made_where_they_became_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by those who play for bots; other processes wait a little longer."""

    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, _ = await setup.table(3, game="morgenland")
        await until_something_is_made(setup, live_table)
        queue = Queue()
        other = new_hub(setup.store, setup.hub.workers, lambda: setup.now, queue)
        slept: list[float] = []

        async def wait(seconds: float) -> None:
            slept.append(seconds)
            await never(seconds)

        other.bot_driver.sleep = wait
        there = await other.get(live_table.table.settings.id)
        assert other.bot_driver.due(there.table)
        for saved, spare in ((-1, SPARE), (there.table.entry, 0.0)):
            there.saved_entry = saved
            other.bot_driver.wake(there)
            await steps()
            assert slept.pop() == there.table.remaining_thinking_time() + spare
            assert queue.work == []
            await end([thinking for thinking in (there.thinking,) if thinking is not None])
        for_another = other.bot_driver._is_for_another
        assert (for_another(there, True), for_another(there, False)) == (True, False)
        assert not setup.hub.bot_driver._is_for_another(live_table, True)  # a single process does all
        # Whoever plays for bots makes no such choice: another task does.
        other.bot_driver.sleep = setup.moment
        number = there.table.number
        await other.bot_driver.start(there)
        await asyncio.gather(*other.bot_driver.tasks)
        assert there.table.number > number
        await other.close()

    with_bots(tmp_path, monkeypatch, test)


def test_who_may_choose_is_not_played_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(setup: HubSetup, bots: Bots) -> None:
        live_table, _ = await setup.table(1, players="2")
        await setup.settle()
        bot_driver = setup.hub.bot_driver
        while live_table.table.person_due is None or len(live_table.table.state.legal()) < 2:
            await setup.choose(live_table)
        assert not bot_driver.due(live_table.table)
        bot_driver.wake(live_table)
        assert live_table.thinking is None
        number = live_table.table.number
        await bot_driver.start(live_table)
        assert live_table.table.number == number
        await until_bot(setup, live_table, bots)
        assert bot_driver.due(live_table.table)
        assert not bot_driver._is_for_another(live_table, True)
        assert bot_driver._is_for_another(live_table, False)
        bots.free.set()
        await setup.settle()

    with_bots(tmp_path, monkeypatch, test)
