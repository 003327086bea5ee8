"""What is deleted after a while, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.server.community.lobby import LISTED
from serai.server.errors import Refusal
from serai.server.ops import retention
from serai.server.ops.retention import DAY, DeletedCounts, Retention, RetentionPolicy
from serai.server.people.accounts import Passwords, set_password
from serai.server.people.guests import Guest
from serai.server.storage.people_schema import bans, sessions
from serai.server.storage.schema import entries, guests, tables
from tests.server.databases import looked_at
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.ops.test_admin import admin
from tests.server.safety.test_hardening import OPEN, counted

KEEP = RetentionPolicy(waiting_tables=14.0, games=90.0, guests=90.0)


async def keys(setup: HubSetup) -> set[str]:
    asked = sql.select(tables.c.id)
    return await setup.store.read(lambda connection: set(connection.scalars(asked)))


async def people(setup: HubSetup) -> set[int]:
    asked = sql.select(guests.c.id)
    return await setup.store.read(lambda connection: set(connection.scalars(asked)))


async def room(setup: HubSetup, host: Guest) -> str:
    settings = await setup.hub.settings_for(host, OPEN)
    await setup.lobby.open(host, settings, "192.0.2.1")
    return settings.id


async def seen(setup: HubSetup, at: float) -> None:
    """Everybody came last at some time."""

    def write(connection: sql.Connection) -> None:
        connection.execute(guests.update().values(made_at=at))
        connection.execute(sessions.update().values(seen_at=at))

    await setup.store.write(write)


def test_waiting_tables_games_and_guests_are_deleted_when_nobody_comes_back(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        clean = Retention(setup.hub, KEEP).clean
        (host,) = await setup.guests(1)
        waits = await room(setup, host)
        live_table, players = await setup.table(2)
        await setup.choose(live_table, 3)
        left = live_table.table.settings.id
        (passing,) = await setup.guests(1)
        await seen(setup, setup.now)
        assert await clean() == DeletedCounts()
        setup.now += 13 * DAY
        assert await clean() == DeletedCounts()
        setup.now += 2 * DAY
        assert await clean() == DeletedCounts(waiting_tables=1)
        assert await keys(setup) == {left}
        with pytest.raises(Refusal):
            await setup.lobby.waiting_table(waits)
        setup.now += 80 * DAY
        assert await clean() == DeletedCounts(games=1, guests=4)
        assert await keys(setup) == set()
        assert await people(setup) & {host.id, passing.id, *(one.id for one in players)} == set()
        log = sql.select(sql.func.count()).select_from(entries)
        assert await setup.store.read(lambda connection: connection.scalar(log)) == 0
        with pytest.raises(Refusal):  # not in memory either
            await setup.hub.get(left)

    run_with_hub(tmp_path, test)


def test_accounts_finished_games_and_what_the_host_needs_are_kept(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        finished, players = await setup.table(2)
        while not finished.table.over:
            await setup.choose(finished)
        account, banned, passing = await setup.guests(3)
        await set_password(setup.store, Passwords(64), account, "Sindbad", "", "seven camels at the well")
        ban = bans.insert().values(kind="guest", value=str(banned.id), reason="", made_at=0.0)
        await setup.store.write(lambda connection: connection.execute(ban))
        closed, others = await setup.table(2)
        at_once = tables.update().where(tables.c.id == closed.table.settings.id).values(closed_at=1.0)
        await setup.store.write(lambda connection: connection.execute(at_once))
        await seen(setup, setup.now)
        setup.now += 10_000 * DAY
        assert await Retention(setup.hub, KEEP).clean() == DeletedCounts(guests=1)
        assert await keys(setup) == {finished.table.settings.id, closed.table.settings.id}
        kept = {account.id, banned.id, *(one.id for one in (*players, *others))}
        assert await people(setup) == kept
        assert passing.id not in kept

    run_with_hub(tmp_path, test)


def test_what_is_still_in_use_is_kept(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, players = await setup.table(2, clock="3d")
        (reader,) = await setup.guests(1)
        await seen(setup, setup.now + 200 * DAY)
        setup.now += 201 * DAY
        await setup.choose(live_table)
        assert await Retention(setup.hub, KEEP).clean() == DeletedCounts()
        assert await people(setup) == {reader.id, *(one.id for one in players)}

    run_with_hub(tmp_path, test)


def test_nothing_is_deleted_where_the_host_says_so(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (host,) = await setup.guests(1)
        await room(setup, host)
        await setup.table(2)
        await seen(setup, 0.0)
        setup.now += 10_000 * DAY
        assert await Retention(setup.hub, RetentionPolicy(0, 0, 0)).clean() == DeletedCounts()

    run_with_hub(tmp_path, test)


def test_cleaning_up_blocks_no_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each transaction deletes a few; where tables come from is forgotten when it is of no use."""
    monkeypatch.setattr(retention, "BATCH", 4)

    async def test(setup: HubSetup) -> None:
        for host in await setup.guests(10):
            await room(setup, host)
        await seen(setup, setup.now)
        setup.now += LISTED + 1
        await Retention(setup.hub, KEEP).clean()
        origins = sql.select(tables.c.origin)
        assert await setup.store.read(lambda connection: set(connection.scalars(origins))) == {None}
        setup.now += 100 * DAY
        with counted(setup.store) as asked:
            assert await Retention(setup.hub, KEEP).clean() == DeletedCounts(waiting_tables=10, guests=10)
        assert sum(text.startswith("DELETE FROM tables") for text in asked) == 3
        assert sum(text.startswith("DELETE FROM guests") for text in asked) == 3

    run_with_hub(tmp_path, test)


def test_the_host_cleans_up(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        setup.now = 1000.0
        (host,) = await setup.guests(1)
        await room(setup, host)
        await seen(setup, 1000.0)

    run_with_hub(tmp_path, test)
    assert "1 rooms, 0 games, 0 guests would be deleted" in admin(tmp_path, "clean", "--dry-run")
    assert "0 rooms, 0 games, 0 guests deleted" in admin(tmp_path, "clean", "--rooms", "0", "--guests", "0")
    assert "1 rooms, 0 games, 1 guests deleted" in admin(tmp_path, "clean")
    with looked_at(tmp_path) as connection:
        assert connection.execute(guests.select()).first() is None
