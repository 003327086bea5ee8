"""What happens at a table when something around it fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

import serai
from serai.scene.patch import merge
from serai.scene.plain import PlainView
from serai.scene.scene import Look, Scene
from serai.server.errors import Refusal
from serai.server.live import hub as hubs
from serai.server.live import live_table as live_tables
from serai.server.live.bots.pool import WorkerPool
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.live.pubsub import LocalPubSub
from serai.server.people.guests import Guest, new_guest
from serai.server.storage.schema import entries, seats, tables
from serai.server.storage.store import Store
from serai.server.tables import repository
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import Table
from tests.event_loops import run_alone
from tests.server.databases import migrated_url_of
from tests.server.hub_setup import HubSetup, IdlePubSub, new_hub, run_with_hub
from tests.server.server_process import Player, new_table

Test = Callable[[Hub], Awaitable[None]]


async def at_once(seconds: float) -> None:
    """No delays in tests."""


def at_a_hub(folder: Path, test: Test) -> None:
    """Run a test beside a hub with a database of its own."""

    async def run() -> None:
        store = Store(migrated_url_of(folder), "OFF")
        store.open()
        hub = new_hub(store, WorkerPool(1))
        hub.bot_driver.sleep = at_once
        try:
            await test(hub)
        finally:
            await hub.close()
            hub.workers.close()
            store.close()

    run_alone(run())


async def seated(hub: Hub, players: int = 2) -> LiveTable:
    """A table of Yspahan at which everybody is a person."""
    guests = [(await new_guest(hub.store, seeds=hub.seeds))[0] for _ in range(players)]
    game = serai.game("yspahan")
    occupants = tuple(Occupant(guest.name, guest=guest.id) for guest in guests)
    settings = Settings(
        "table", game.name, players, game.settings(players), "normal", bytes(32), occupants, 0.0
    )
    await hub.create_table(guests[0].id, settings)
    return await hub.get("table")


async def choose(hub: Hub, live_table: LiveTable) -> None:
    """The seat to move makes the first legal choice."""
    table = live_table.table
    await hub.choose(live_table, table.state.actor, table.state.legal()[0], table.number, None)


async def stored_entries(hub: Hub) -> int:
    count = sql.select(sql.func.count()).select_from(entries)
    return await hub.store.read(lambda connection: connection.scalar(count) or 0)


async def rename(hub: Hub, old: str, new: str) -> None:
    """Take the log away, or bring it back."""
    command = f"ALTER TABLE {old} RENAME TO {new}"
    await hub.store.write(lambda connection: connection.exec_driver_sql(command))


def test_of_two_writers_only_one_wins(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        other = new_hub(hub.store, hub.workers)
        here = await seated(hub)
        there = await other.get("table")
        viewer = Viewer(0, "en")
        await other.join(there, viewer)
        await choose(hub, here)
        with pytest.raises(Refusal, match=r"^late$"):
            await choose(other, there)
        assert await stored_entries(hub) == here.table.entry
        # The one who lost sees what the other did, and so do its viewers.
        messages = [viewer.waiting.get_nowait() for _ in range(viewer.waiting.qsize())]
        assert messages[-1] is not None
        assert json.loads(messages[-1])["number"] == here.table.number
        assert there.table.choices == here.table.choices
        await choose(other, there)
        assert await stored_entries(hub) == there.table.entry

    at_a_hub(tmp_path, test)


def test_missed_messages_are_recovered_from_the_log(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        other = new_hub(hub.store, hub.workers)
        here = await seated(hub)
        there = await other.get("table")
        viewer = Viewer(0, "en")
        await other.join(there, viewer)
        await choose(hub, here)
        await other.replication.compare(["table"])
        assert there.table.choices == here.table.choices
        messages = [json.loads(viewer.waiting.get_nowait() or "{}") for _ in range(viewer.waiting.qsize())]
        assert messages[-1]["number"] == here.table.number
        told = len(messages)
        await other.replication.compare(["table"])  # there is nothing new
        assert viewer.waiting.qsize() == 0
        assert told == 2

    at_a_hub(tmp_path, test)


def test_unstored_choices_are_not_shown(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        live_table = await seated(hub)
        viewer = Viewer(0, "en")
        await hub.join(live_table, viewer)
        before = list(live_table.table.choices)
        await hub.store.write(
            lambda connection: connection.exec_driver_sql("ALTER TABLE entries RENAME TO gone")
        )
        with pytest.raises(Refusal, match=r"^broken$"):
            await choose(hub, live_table)
        await hub.store.write(
            lambda connection: connection.exec_driver_sql("ALTER TABLE gone RENAME TO entries")
        )
        messages = [viewer.waiting.get_nowait() for _ in range(viewer.waiting.qsize())]
        assert len(messages) == 3  # the first scene, why not, and the end
        assert json.loads(messages[1] or "").keys() == {"refused"}
        assert messages[2] is None
        again = await hub.get("table")
        assert again.table.choices == before
        await choose(hub, again)

    at_a_hub(tmp_path, test)


class Failing(PlainView):
    """Fails at the second scene."""

    shown = 0

    def scene(self, look: Look, /) -> Scene:
        self.shown += 1
        if self.shown > 1:
            raise RuntimeError("no scene")
        return super().scene(look)


def test_a_view_that_fails_loses_no_choice(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        live_table = await seated(hub)
        live_table.scenes.view = Failing(live_table.table.game)
        viewer = Viewer(0, "en")
        await hub.join(live_table, viewer)
        await choose(hub, live_table)
        assert await stored_entries(hub) == live_table.table.entry
        again = await hub.get("table")
        assert again is not live_table
        assert again.table.choices == live_table.table.choices

    at_a_hub(tmp_path, test)


class Noting(LocalPubSub):
    """Notes which places are subscribed to."""

    def __init__(self) -> None:
        super().__init__()
        self.subscribed: set[str] = set()

    async def subscribe(self, place: str) -> None:
        self.subscribed.add(place)

    def unsubscribe(self, place: str) -> None:
        self.subscribed.remove(place)


def test_tables_that_nobody_uses_are_forgotten_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "KEPT", 3)

    async def test(hub: Hub) -> None:
        pubsub = hub.pubsub = Noting()
        guest, _ = await new_guest(hub.store)
        fields = {"game": "yspahan", "players": "2"} | {f"level_{seat}": "random" for seat in range(2)}
        keys = [await hub.new_table(guest, fields) for _ in range(6)]
        watched = await hub.get(keys[5])
        await hub.join(watched, Viewer(None, "en"))
        await asyncio.gather(*hub.bot_driver.tasks)  # all bots have played until a person is due
        await hub.new_table(guest, fields)
        for key in keys:
            table = (await hub.get(key)).table
            assert table.settings.id == key
            assert table.number > 0
        assert len(hub.live_tables) <= 4
        assert await hub.get(keys[5]) is watched
        with pytest.raises(Refusal, match=r"^no-table$"):
            await hub.get("nowhere")
        assert pubsub.subscribed == {f"table {key}" for key in hub.live_tables}

    at_a_hub(tmp_path, test)


def test_joining_a_table_that_was_just_dropped_leads_to_the_one_in_memory(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        guest, _ = await new_guest(hub.store)
        key = await hub.new_table(guest, {"game": "yspahan", "players": "2", "seat": "0", "level": "random"})
        found = await hub.get(key)
        hub.drop(found)
        viewer = Viewer(None, "en")
        joined = await hub.join(found, viewer)
        assert joined is not found
        assert hub.live_tables[key] is joined
        assert joined.viewers == {viewer}

    at_a_hub(tmp_path, test)


class HeldReading:
    """Tables that are read, and not handed on until `free` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.was_read, self.free = asyncio.Event(), asyncio.Event()
        self.times = 0
        self.fetch = repository.fetch
        monkeypatch.setattr(repository, "fetch", self._fetch)

    async def _fetch(self, store: Store, key: str, now: Callable[[], float]) -> Table:
        self.times += 1
        table = await self.fetch(store, key, now)
        self.was_read.set()
        await self.free.wait()
        return table


async def steps(number: int = 10) -> None:
    """Let all other tasks run as far as they can."""
    for _ in range(number):
        await asyncio.sleep(0)


def test_a_table_that_changes_while_it_is_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hub: Hub) -> None:
        await seated(hub)
        hub.live_tables.clear()
        held = HeldReading(monkeypatch)
        coming = asyncio.create_task(hub.get("table"))
        await held.was_read.wait()
        renamed = seats.update().where(seats.c.seat == 0).values(name="Scheherazade")
        await hub.store.write(lambda connection: connection.execute(renamed))
        reloading = asyncio.create_task(hub.reload("table"))
        await steps()
        held.free.set()
        await asyncio.gather(coming, reloading)
        assert (await hub.get("table")).table.names[0] == "Scheherazade"

    at_a_hub(tmp_path, test)


def test_two_people_who_join_at_once_share_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hub: Hub) -> None:
        await seated(hub)
        hub.live_tables.clear()
        held = HeldReading(monkeypatch)
        held.free.set()
        one, two = await asyncio.gather(hub.get("table"), hub.get("table"))
        assert one is two is hub.live_tables["table"]
        assert held.times == 1
        assert not hub.loading

    at_a_hub(tmp_path, test)


def test_open_tables_per_guest_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "OPEN_TABLES", 2)

    async def test(hub: Hub) -> None:
        guest, _ = await new_guest(hub.store)
        fields = {"game": "morgenland", "seat": "0"}
        keys = [await hub.new_table(guest, fields) for _ in range(2)]
        with pytest.raises(Refusal, match=r"^too-many-tables$"):
            await hub.new_table(guest, fields)
        with pytest.raises(Refusal, match=r"^too-many-tables$"):
            await hub.rematch(guest, keys[0])
        other, _ = await new_guest(hub.store)
        await hub.new_table(other, fields)

    at_a_hub(tmp_path, test)


def test_a_viewer_who_does_not_read_delays_no_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tables, "MOST_WAITING", 5)

    async def test(hub: Hub) -> None:
        live_table = await seated(hub)
        deaf = Viewer(None, "en")
        await hub.join(live_table, deaf)
        for _ in range(8):
            await choose(hub, live_table)
        messages = [deaf.waiting.get_nowait() for _ in range(deaf.waiting.qsize())]
        assert messages == [None]  # what it missed is dropped, and the connection ends

    at_a_hub(tmp_path, test)


def test_a_table_with_older_rules_continues_if_it_replays(tmp_path: Path) -> None:
    """Its log is looked at closely, as it is not where the rules are the same."""

    async def test(hub: Hub) -> None:
        live_table = await seated(hub)
        for _ in range(4):
            await choose(hub, live_table)
        key, choices = live_table.table.settings.id, list(live_table.table.choices)

        async def change(statement: sql.Update) -> None:
            def job(connection: sql.Connection) -> None:
                connection.execute(statement)

            await hub.store.write(job)
            hub.live_tables.clear()

        await change(tables.update().values(version=live_table.table.game.version - 1))
        assert (await hub.get(key)).table.choices == choices
        last = entries.c.number == len(choices) - 1
        await change(entries.update().where(last).values(value=live_table.table.game.num_actions - 1))
        with pytest.raises(Refusal) as refused:
            await hub.get(key)
        assert refused.value.code == "old-rules"

    at_a_hub(tmp_path, test)


def test_bots_to_move_continue_after_a_restart(tmp_path: Path) -> None:
    async def first(hub: Hub) -> None:
        hub.closed = True  # nobody thinks yet
        guest: Guest = (await new_guest(hub.store))[0]
        fields: dict[str, str] = {"game": "istanbul", "players": "2", "seat": "watch", "level_0": "greedy"}
        await hub.new_table(guest, fields | {"level_1": "greedy"})

    async def second(hub: Hub) -> None:
        assert not hub.live_tables
        await hub.resume()
        (live_table,) = hub.live_tables.values()
        assert live_table.thinking is not None
        await asyncio.wait_for(live_table.thinking, 60)
        assert live_table.table.over
        row = await hub.store.read(lambda connection: connection.execute(tables.select()).one())
        assert row.actor == serai.OVER
        assert row.scores == live_table.table.state.scores()
        assert row.winners == live_table.table.state.winners()

    at_a_hub(tmp_path, first)
    at_a_hub(tmp_path, second)


@pytest.mark.parametrize("comes", ["start", "page"])
def test_a_substitute_bot_continues_after_a_restart(tmp_path: Path, comes: str) -> None:
    """When the server starts, or when a person opens the table's page."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        setup.hub.pubsub = IdlePubSub()  # nobody thinks yet
        key, seat = live_table.table.settings.id, live_table.table.person_due
        assert seat is not None
        await setup.table_acts.leave(live_table, seat)
        again = new_hub(setup.store, setup.hub.workers, lambda: setup.now)
        again.bot_driver.sleep = at_once
        if comes == "start":
            await again.resume()
        else:
            await again.get(key)
        await asyncio.gather(*again.bot_driver.tasks)
        assert again.live_tables[key].table.person_due == 1 - seat
        await again.close()

    run_with_hub(tmp_path, test)


def test_a_table_whose_player_has_returned_needs_no_bot_after_a_restart(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        setup.hub.pubsub = IdlePubSub()
        seat = live_table.table.person_due
        await setup.table_acts.leave(live_table, seat)
        assert [row.bot for row in await setup.store.read(repository.due_tables)] == [True]
        await setup.table_acts.back(live_table, seat)
        assert await setup.store.read(repository.due_tables) == []

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize("behind", [-1, 12])
def test_under_load_a_choice_and_what_follows_are_one_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behind: int
) -> None:
    """The first one of a day decides on yellow dice; then the dice roll. Both are told in one message, or in
    two; what is shown and said in the end is the same."""
    monkeypatch.setattr(hubs, "BEHIND", behind)

    async def test(hub: Hub) -> None:
        live_table = await seated(hub)
        table = live_table.table
        viewer = Viewer(table.state.actor, "en")
        await hub.join(live_table, viewer)
        whole = json.loads(viewer.waiting.get_nowait() or "")
        before = table.number
        await choose(hub, live_table)
        assert table.number == before + 2  # dice need no yellow ones
        told = [json.loads(viewer.waiting.get_nowait() or "") for _ in range(viewer.waiting.qsize())]
        told = [message for message in told if "patch" in message]
        assert len(told) == (1 if behind < 0 else 2)
        assert (told[0]["actor"], told[-1]["number"]) == (viewer.seat, table.number)
        scene = whole["scene"]
        for message in told:
            scene = merge(scene, message["patch"])
        now = await hub.current_scene(live_table, viewer.seat, "en")
        assert scene == {
            key: value for key, value in json.loads(json.dumps(now["scene"])).items() if key in scene
        }
        assert whole["log"] + [line for message in told for line in message["log"]] == now["log"]

    at_a_hub(tmp_path, test)


def test_messages_are_compressed(client: httpx.Client) -> None:
    player = Player(client, new_table(client))
    assert player.socket.response is not None
    offered: Any = player.socket.response.headers.get("Sec-WebSocket-Extensions", "")
    assert "permessage-deflate" in offered
    player.close()


def test_scenes_are_released_without_viewers(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        live_table = await seated(hub)
        first, last, again = Viewer(0, "en"), Viewer(1, "de"), Viewer(0, "en")
        await hub.join(live_table, first)
        await hub.join(live_table, last)
        await choose(hub, live_table)
        hub.leave(live_table, first)
        assert len(live_table.scenes.perspectives) == 2  # they may be back at once
        hub.leave(live_table, last)
        assert not live_table.scenes.perspectives
        await choose(hub, live_table)
        await hub.join(live_table, again)
        assert json.loads(again.waiting.get_nowait() or "{}")["number"] == live_table.table.number
        await hub.join(live_table, last)
        async with live_table.lock:  # a viewer is connecting, but not connected yet
            hub.leave(live_table, again)
            hub.leave(live_table, last)
            assert len(live_table.scenes.perspectives) == 2
        settings = live_table.table.settings
        assert settings.occupants[0].guest is not None
        await hub.create_table(settings.occupants[0].guest, replace(settings, id="next"))
        assert not live_table.scenes.perspectives  # who might have looked did not

    at_a_hub(tmp_path, test)
