"""Leasing work from the queue: priorities, and what happens during a database outage."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import serai
from serai.server.errors import UNAVAILABLE, Refusal
from serai.server.live.bots import queue
from serai.server.live.bots.queue import SLOTS, JobConsumer
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable
from serai.server.live.pubsub import JOBS, LocalPubSub
from serai.server.live.recovery import probe_write
from serai.server.live.scheduling import Priority, Urgency
from serai.server.people.guests import new_guest
from serai.server.tables.settings import Occupant, Settings
from serai.server.tasks import end
from tests.server.databases import set_read_only, sqlite_only
from tests.server.hub_setup import LinkedPubSub, new_hub
from tests.server.live.test_hub import at_a_hub, at_once, steps


class Board(LocalPubSub):
    """Has work without end, and remembers what is done with it."""

    multi_process = True

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Urgency] = []
        self.left: list[tuple[str, float]] = []
        self.posted: list[str] = []
        self.ended: list[str] = []
        self.enough = asyncio.Event()

    async def lease(self, least: Urgency = Urgency.NOBODY) -> str | None:
        self.asked.append(least)
        if len(self.asked) > SLOTS:
            self.enough.set()
            await asyncio.Event().wait()
        return f"table {len(self.asked)}"

    async def enqueue(self, work: str, priority: Priority) -> None:
        self.posted.append(work)

    async def complete(self, work: str) -> None:
        self.ended.append(work)

    async def release(self, work: str, seconds: float = 0.0) -> None:
        self.left.append((work, seconds))
        self.enough.set()


def test_half_of_the_tables_are_for_people_who_wait(tmp_path: Path) -> None:
    class Busy(JobConsumer):
        async def _play(self, key: str) -> bool:
            await asyncio.Event().wait()
            return True

    async def test(hub: Hub) -> None:
        hub.pubsub = board = Board()
        busy = Busy(hub, 1)
        task = asyncio.create_task(busy.run())
        while len(board.asked) < SLOTS:
            await asyncio.sleep(0)
        assert board.asked == [Urgency.NOBODY] * (SLOTS // 2) + [Urgency.PERSON] * (SLOTS // 2)
        task.cancel()
        await busy.close()
        await asyncio.gather(task, return_exceptions=True)

    at_a_hub(tmp_path, test)


def test_work_is_retried_soon_after_a_database_outage(tmp_path: Path) -> None:
    """Not only when the lease ends."""

    class Gone(Hub):
        async def get(self, key: str) -> LiveTable:
            raise Refusal(UNAVAILABLE)

    async def test(hub: Hub) -> None:
        board = Board()
        own = JobConsumer(Gone(hub.store, hub.workers, pubsub=board), 1)
        await own.slots.acquire()
        await own._do("table")
        assert board.left == [("table", queue.TROUBLE)]

    at_a_hub(tmp_path, test)


async def bots_only(hub: Hub) -> LiveTable:
    """A table of Yspahan at which a bot is to move, without viewers."""
    guest, _ = await new_guest(hub.store)
    game = serai.game("yspahan")
    occupants = tuple(Occupant(f"Bot {seat}", level="random") for seat in range(3))
    settings = Settings("table", game.name, 3, game.settings(3), "normal", bytes(32), occupants, 0.0)
    await hub.create_table(guest.id, settings)
    return await hub.get("table")


@sqlite_only
def test_a_bots_choice_that_was_not_stored_is_made_again(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        own = new_hub(hub.store, hub.workers, pubsub=(board := Board()))
        work = JobConsumer(own, 1)
        live_table = await bots_only(own)
        set_read_only(own.store, True)
        await work.slots.acquire()
        await work._do("table")
        assert board.left == [("table", queue.TROUBLE)]
        assert live_table.dropped is not None
        assert not board.ended
        set_read_only(own.store, False)
        await work.slots.acquire()
        await work._do("table")
        assert (await own.get("table")).table.entry > live_table.table.entry
        await own.close()

    at_a_hub(tmp_path, test)


@sqlite_only
def test_bots_continue_once_the_database_answers(tmp_path: Path) -> None:
    """Also at a table that no other process has touched since."""

    async def test(hub: Hub) -> None:
        own = new_hub(hub.store, hub.workers, pubsub=(board := Board()))
        await bots_only(own)
        set_read_only(own.store, True)
        with pytest.raises(Refusal):
            await own.store.write(probe_write)
        await asyncio.gather(*own.bot_driver.tasks)
        board.posted.clear()
        await own.recovery.attempt()
        assert own.recovery.pending
        assert not board.posted
        set_read_only(own.store, False)
        await own.recovery.attempt()
        assert not own.recovery.pending
        assert "table" in board.posted
        await own.close()

    at_a_hub(tmp_path, test)


class Leases(LinkedPubSub):
    """The queue of one process, which tells when something is done with the work."""

    def __init__(self, *others: LinkedPubSub) -> None:
        super().__init__(*others)
        self.work: list[str] = []
        self.asked = 0
        self.done: list[tuple[object, ...]] = []
        self.told = asyncio.Event()

    def _note(self, *what: object) -> None:
        self.done.append(what)
        self.told.set()

    async def enqueue(self, work: str, priority: Priority) -> None:
        self.work.append(work)

    async def lease(self, least: Urgency = Urgency.NOBODY) -> str | None:
        self.asked += 1
        return self.work.pop(0) if self.work else None

    async def renew(self, work: str) -> None:
        self._note("renewed", work)

    async def complete(self, work: str) -> None:
        self._note("completed", work)

    async def release(self, work: str, seconds: float = 0.0) -> None:
        self._note("released", work, seconds)


class Player:
    """A process that plays for bots."""

    def __init__(self, hub: Hub, *others: LinkedPubSub) -> None:
        self.leases = Leases(*others)
        self.hub = new_hub(hub.store, hub.workers, pubsub=self.leases)
        self.hub.bot_driver.sleep = at_once
        self.consumer = JobConsumer(self.hub, 1)

    async def until_told(self) -> None:
        self.leases.told.clear()
        await self.leases.told.wait()

    async def close(self) -> None:
        await self.consumer.close()
        await self.hub.close()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, no lease is renewed and no time is up."""
    for name in ("HELD", "SLICE"):
        monkeypatch.setattr(queue, name, 600.0)


@pytest.mark.usefixtures("unhurried")
def test_a_table_is_leased_played_and_done_with(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        viewer = LinkedPubSub()
        player = Player(hub, viewer)
        live_table = await bots_only(player.hub)
        viewer.places.add("table table")
        running = asyncio.create_task(player.consumer.run())
        await player.until_told()
        assert player.leases.done == [("completed", "table")]
        assert live_table.table.over
        kinds = [kind for _, kind, _ in viewer.untold]
        assert "thinking" in kinds  # pages at other processes see it, and what was chosen
        assert "table" in kinds
        player.leases.work.append("unknown")  # it was closed or deleted
        await player.until_told()
        assert player.leases.done[1:] == [("completed", "unknown")]
        assert player.leases.places >= {JOBS, "table table"}
        await steps()
        await end([running])
        assert player.consumer.slots._value == SLOTS
        assert player.consumer.tasks == set()
        await player.close()

    at_a_hub(tmp_path, test)


@pytest.mark.usefixtures("unhurried")
def test_after_a_while_others_have_their_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "SLICE", -1.0)

    async def test(hub: Hub) -> None:
        player = Player(hub)
        live_table = await bots_only(player.hub)
        await player.consumer.slots.acquire()
        await player.consumer._do("table")
        assert player.leases.done == [("released", "table", 0.0)]
        assert live_table.table.number > 0
        assert not live_table.table.over
        await player.close()

    at_a_hub(tmp_path, test)


def test_a_lease_is_renewed_and_given_back_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "HELD", 0.0)

    async def test(hub: Hub) -> None:
        player = Player(hub)
        live_table = await bots_only(player.hub)
        async with live_table.lock:  # the bot's choice has to wait
            running = asyncio.create_task(player.consumer.run())
            await player.until_told()
            await player.until_told()
            assert set(player.leases.done) == {("renewed", "table")}
            player.consumer.tasks.copy().pop().cancel()
            while player.leases.done[-1][0] == "renewed":
                await asyncio.sleep(0)
        assert player.leases.done[-1] == ("released", "table", 0.0)
        await end([running])
        await player.close()

    at_a_hub(tmp_path, test)


def test_a_process_that_ends_gives_its_work_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "HELD", 0.0)

    async def test(hub: Hub) -> None:
        player = Player(hub)
        live_table = await bots_only(player.hub)
        before = asyncio.all_tasks()
        async with live_table.lock:  # the bot's choice has to wait
            running = asyncio.create_task(player.consumer.run())
            await player.until_told()
            await end([running])
            assert player.consumer.tasks
            await player.consumer.close()
        assert player.leases.done[-1] == ("released", "table", 0.0)
        assert not player.consumer.tasks
        await player.hub.close()
        assert asyncio.all_tasks() <= before  # nobody renews the lease any more

    at_a_hub(tmp_path, test)


@pytest.mark.usefixtures("unhurried")
def test_workers_know_how_many_wait_in_the_queue(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        player = Player(hub)
        player.leases.waiting_owners = [1, 0, 2]
        running = asyncio.create_task(player.consumer.run())
        while not player.leases.asked:
            await asyncio.sleep(0)
        await steps()
        assert hub.workers.time_shares[:] == [0.5, 0.5, 0.25]
        await end([running])
        await player.close()

    at_a_hub(tmp_path, test)


@pytest.mark.usefixtures("unhurried")
def test_work_that_breaks_is_not_repeated_forever(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Hub):
        async def get(self, key: str) -> LiveTable:
            raise ZeroDivisionError

    async def test(hub: Hub) -> None:
        leases = Leases()
        own = JobConsumer(Broken(hub.store, hub.workers, pubsub=leases), 1)
        await own.slots.acquire()
        own.work_available.clear()
        await own._do("table")
        assert leases.done == [("completed", "table")]
        assert "at table table failed" in caplog.text
        assert own.work_available.is_set()
        assert own.slots._value == SLOTS

    at_a_hub(tmp_path, test)


@pytest.mark.usefixtures("unhurried")
def test_new_work_is_taken_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "LOOK", 600.0)

    async def test(hub: Hub) -> None:
        other = LinkedPubSub()
        player = Player(hub, other)
        running = asyncio.create_task(player.consumer.run())
        while not player.leases.asked:
            await asyncio.sleep(0)
        await steps()  # it waits
        player.leases.work.append("unknown")
        other.publish("work")
        told = asyncio.create_task(player.until_told())
        await asyncio.sleep(0)
        await player.leases.hear()
        await told
        assert player.leases.done == [("completed", "unknown")]
        await end([running])
        await player.close()

    at_a_hub(tmp_path, test)
