"""Changes by another process at a table that is also in memory here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from serai.server.live import replication
from serai.server.live.acts import TableActs
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable
from serai.server.live.scheduling import Priority
from serai.server.tables.table import Table
from serai.server.tasks import end
from tests.server.hub_setup import HubSetup, LinkedPubSub, Page, new_hub, run_with_hub
from tests.server.live.test_hub import HeldReading, at_once, choose, seated, steps


class Pair:
    """Two hubs on one database, connected by publish/subscribe."""

    def __init__(self, setup: HubSetup) -> None:
        pubsub = LinkedPubSub()
        self.here, self.there = (
            new_hub(setup.store, setup.hub.workers, lambda: setup.now, one)
            for one in (pubsub, LinkedPubSub(pubsub))
        )
        for hub in (self.here, self.there):
            hub.bot_driver.sleep = at_once

    async def tell(self, hub: Hub) -> None:
        """Deliver what was published to one of them, which follows it."""
        assert isinstance(hub.pubsub, LinkedPubSub)
        await hub.pubsub.hear()
        await asyncio.gather(*hub.replication.tasks)

    async def close(self) -> None:
        for hub in (self.here, self.there):
            await hub.close()


def at_two(folder: Path, test: Callable[[HubSetup, Pair], Awaitable[None]]) -> None:
    async def run(setup: HubSetup) -> None:
        pair = Pair(setup)
        try:
            await test(setup, pair)
        finally:
            await pair.close()

    run_with_hub(folder, run)


def test_remote_changes_wait_for_the_tables_lock(tmp_path: Path) -> None:
    """The holder of a table's lock sees it unchanged until they are done."""

    async def test(setup: HubSetup, pair: Pair) -> None:
        here = await seated(pair.here)
        there = await pair.there.get("table")
        async with there.lock:
            before = there.table.entry
            await choose(pair.here, here)
            assert isinstance(pair.there.pubsub, LinkedPubSub)
            await pair.there.pubsub.hear()
            await steps()
            assert there.table.entry == before
        await pair.tell(pair.there)
        assert there.table.choices == here.table.choices

    at_two(tmp_path, test)


def test_missed_changes_are_read_once_the_lock_is_free(tmp_path: Path) -> None:
    async def test(setup: HubSetup, pair: Pair) -> None:
        here = await seated(pair.here)
        there = await pair.there.get("table")
        old = there.table
        await choose(pair.here, here)
        async with there.lock:
            looking = asyncio.create_task(pair.there.replication.compare(["table"]))
            while not there.lock._waiters:
                await asyncio.sleep(0)
                assert there.table is old
        await looking
        assert there.table.choices == here.table.choices

    at_two(tmp_path, test)


def test_messages_while_a_table_is_read_are_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(setup: HubSetup, pair: Pair) -> None:
        here = await seated(pair.here)
        held = HeldReading(monkeypatch)
        coming = asyncio.create_task(pair.there.get("table"))
        await held.was_read.wait()
        await choose(pair.here, here)
        assert isinstance(pair.there.pubsub, LinkedPubSub)
        await pair.there.pubsub.hear()
        await steps()
        held.free.set()
        there = await coming
        await asyncio.gather(*pair.there.replication.tasks)
        assert there.table.choices == here.table.choices

    at_two(tmp_path, test)


def test_standing_answers_are_known_to_all_processes(tmp_path: Path) -> None:
    """Given at one process, told to the same seat at another, withdrawn there."""

    async def test(setup: HubSetup, pair: Pair) -> None:
        made, _ = await setup.table(3, game="morgenland")
        await setup.begin_round(made)
        key = made.table.settings.id
        seat = next(seat for seat in range(3) if seat != made.table.person_due)
        here, there = [await hub.get(key) for hub in (pair.here, pair.there)]
        pages = [await opened(hub, at, seat) for hub, at in ((pair.here, here), (pair.there, there))]
        other = await opened(pair.there, there, None)
        answer = next(iter(here.snapshot(here.scenes.perspectives[seat, "en"])["standing"]))
        for page in (*pages, other):
            page.heard()
        await pair.here.set_standing_answers(here, seat, {answer: True})
        await pair.tell(pair.there)
        assert there.table.standing == here.table.standing == {seat: frozenset({answer})}
        (told,) = [message["standing"] for message in pages[1].heard() if "standing" in message]
        assert told[answer]["on"]
        assert not other.heard()
        await pair.there.set_standing_answers(there, seat, {answer: False})
        await pair.tell(pair.here)
        assert here.table.standing == {}

    at_two(tmp_path, test)


def test_the_winner_is_shown_at_all_processes(tmp_path: Path) -> None:
    """If a player conceded, the game's own sheet may name another winner."""

    async def test(setup: HubSetup, pair: Pair) -> None:
        made, _ = await setup.table(2)
        settings = made.table.settings
        trial = Table(settings)  # the same choices lead to the same end
        choices = []
        trial.make_automatic_choices()
        while not trial.over:
            choices.append(trial.state.legal()[0])
            trial.choose(trial.person_due, choices[-1], trial.number, None)
            trial.make_automatic_choices()
        here, there = [await hub.get(settings.id) for hub in (pair.here, pair.there)]
        for choice in choices[:-1]:
            await pair.here.choose(here, here.table.person_due, choice, here.table.number, None)
        await pair.tell(pair.there)
        due = here.table.person_due
        assert due is not None
        await TableActs(pair.here).concede(here, 1 - due)
        await pair.tell(pair.there)
        page = await opened(pair.there, there, None)
        assert page.people()["winners"] is None
        await pair.here.choose(here, due, choices[-1], here.table.number, None)
        await pair.tell(pair.there)
        assert page.people()["winners"] == [due]

    at_two(tmp_path, test)


def test_each_message_is_applied_once_and_in_order(tmp_path: Path) -> None:
    """After a gap, after an undo, and after acts that were missed, the log is read instead."""

    async def test(setup: HubSetup, pair: Pair) -> None:
        here = await seated(pair.here)
        there = await pair.there.get("table")
        page = await opened(pair.there, there, None)
        pubsub, acts = pair.there.pubsub, TableActs(pair.here)
        assert isinstance(pubsub, LinkedPubSub)

        async def same() -> None:
            await pair.tell(pair.there)
            assert there.table.choices == here.table.choices
            assert there.table.state.key() == here.table.state.key()
            assert there.table.entry == here.table.entry
            assert there.table.participants.act_count == here.table.participants.act_count
            assert there.table.participants.away == here.table.participants.away
            assert there.awaited == there.table.person_due

        page.heard()
        await choose(pair.here, here)
        before = there.table
        again = list(pubsub.untold)
        await same()
        assert there.table is before
        number = here.table.number
        assert [one["number"] for one in page.heard() if "patch" in one][-1] == number
        pubsub.untold.extend(again)  # it comes a second time
        await same()
        assert page.heard() == []
        await choose(pair.here, here)
        pubsub.untold.clear()  # a message is lost
        await choose(pair.here, here)
        await same()
        assert [one["number"] for one in page.heard() if "scene" in one] == [here.table.number]
        await acts.leave(here, 0)
        pubsub.untold.clear()
        await acts.back(here, 0)
        await same()
        assert any("scene" in one for one in page.heard())
        while here.table.undo_seat is None:
            await choose(pair.here, here)
        await same()
        page.heard()
        await pair.here.undo(here, here.table.undo_seat, here.table.number, None)
        await same()
        assert [one["number"] for one in page.heard() if "scene" in one] == [here.table.number]
        await acts.leave(here, 1)
        await same()
        assert page.people()["seats"]["1"]["away"] == "left"

    at_two(tmp_path, test)


def test_other_processes_say_that_a_bot_thinks_or_a_table_has_changed(tmp_path: Path) -> None:
    async def test(setup: HubSetup, pair: Pair) -> None:
        await seated(pair.here)
        there = await pair.there.get("table")
        page = await opened(pair.there, there, None)
        page.heard()
        pair.here.pubsub.publish("thinking", at="table table", table="table", seat=1)
        pair.here.pubsub.publish("thinking", table="another", seat=1)
        await pair.tell(pair.there)
        assert page.heard() == [{"thinking": 1}]
        here = await pair.here.get("table")
        await opened(pair.here, here, 1)  # a person comes, at the other process
        await pair.tell(pair.there)
        assert page.people()["seats"]["1"]["here"]
        assert set(there.absent) == {0}
        await pair.here.reload("table")
        await pair.tell(pair.there)
        assert page.ended
        assert "table" not in pair.there.live_tables

    at_two(tmp_path, test)


def test_bots_that_were_forgotten_are_due_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checked from time to time, by every process for the tables that it has."""
    monkeypatch.setattr(replication, "EVERY", 0.0)

    async def test(setup: HubSetup, pair: Pair) -> None:
        guest = (await setup.guests(1))[0]
        wanted = {"game": "yspahan", "players": "2", "seat": "watch", "level": "random"}
        key = await pair.here.new_table(guest, wanted)
        assert (await pair.here.get(key)).table.bot_due is not None
        enqueued = asyncio.Queue[str]()

        async def enqueue(work: str, priority: Priority) -> None:
            enqueued.put_nowait(work)

        async def lead(what: str, seconds: float) -> bool:
            return False

        monkeypatch.setattr(pair.here.pubsub, "enqueue", enqueue)
        monkeypatch.setattr(pair.here.pubsub, "lead", lead)
        watching = asyncio.create_task(pair.here.replication.watch())
        assert await enqueued.get() == await enqueued.get() == key
        await end([watching])

    at_two(tmp_path, test)


async def opened(hub: Hub, live_table: LiveTable, seat: int | None) -> Page:
    page = Page(seat, "en")
    await hub.join(live_table, page)
    return page
