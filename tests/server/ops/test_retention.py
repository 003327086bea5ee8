"""What is not kept for ever, and what is."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.server.community.lobby import LISTED
from serai.server.errors import Refusal
from serai.server.ops import retention
from serai.server.ops.retention import DAY, Gone, Keep, Retention
from serai.server.people.accounts import Passwords, set_password
from serai.server.people.guests import Guest
from serai.server.storage.people_schema import bans, sessions
from serai.server.storage.store import entries, guests, tables
from tests.server.databases import looked_at
from tests.server.ops.test_admin import admin
from tests.server.players import Company, among
from tests.server.safety.test_doors import OPEN, counted

KEEP = Keep(rooms=14.0, games=90.0, guests=90.0)


async def keys(company: Company) -> set[str]:
    asked = sql.select(tables.c.id)
    return await company.store.read(lambda connection: set(connection.scalars(asked)))


async def people(company: Company) -> set[int]:
    asked = sql.select(guests.c.id)
    return await company.store.read(lambda connection: set(connection.scalars(asked)))


async def room(company: Company, host: Guest) -> str:
    settings = await company.hub.settle(host, OPEN)
    await company.lobby.open(host, settings, "192.0.2.1")
    return settings.id


async def seen(company: Company, at: float) -> None:
    """Everybody came last at some time."""

    def write(connection: sql.Connection) -> None:
        connection.execute(guests.update().values(made_at=at))
        connection.execute(sessions.update().values(seen_at=at))

    await company.store.write(write)


def test_rooms_games_and_guests_go_when_nobody_comes_back(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        clean = Retention(company.hub, KEEP).clean
        (host,) = await company.guests(1)
        waits = await room(company, host)
        seating, players = await company.table(2)
        await company.choose(seating, 3)
        left = seating.table.settings.id
        (passing,) = await company.guests(1)
        await seen(company, company.now)
        assert await clean() == Gone()
        company.now += 13 * DAY
        assert await clean() == Gone()
        company.now += 2 * DAY
        assert await clean() == Gone(rooms=1)
        assert await keys(company) == {left}
        with pytest.raises(Refusal):
            await company.lobby.room(waits)
        company.now += 80 * DAY
        assert await clean() == Gone(games=1, guests=4)
        assert await keys(company) == set()
        assert await people(company) & {host.id, passing.id, *(one.id for one in players)} == set()
        log = sql.select(sql.func.count()).select_from(entries)
        assert await company.store.read(lambda connection: connection.scalar(log)) == 0
        with pytest.raises(Refusal):  # not in memory either
            await company.hub.get(left)

    among(tmp_path, test)


def test_accounts_finished_games_and_what_the_host_needs_are_kept(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        finished, players = await company.table(2)
        while not finished.table.over:
            await company.choose(finished)
        account, banned, passing = await company.guests(3)
        await set_password(company.store, Passwords(64), account, "Sindbad", "", "seven camels at the well")
        ban = bans.insert().values(kind="guest", value=str(banned.id), reason="", made_at=0.0)
        await company.store.write(lambda connection: connection.execute(ban))
        closed, others = await company.table(2)
        at_once = tables.update().where(tables.c.id == closed.table.settings.id).values(closed_at=1.0)
        await company.store.write(lambda connection: connection.execute(at_once))
        await seen(company, company.now)
        company.now += 10_000 * DAY
        assert await Retention(company.hub, KEEP).clean() == Gone(guests=1)
        assert await keys(company) == {finished.table.settings.id, closed.table.settings.id}
        kept = {account.id, banned.id, *(one.id for one in (*players, *others))}
        assert await people(company) == kept
        assert passing.id not in kept

    among(tmp_path, test)


def test_what_somebody_still_uses_is_kept(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, players = await company.table(2, clock="3d")
        (reader,) = await company.guests(1)
        await seen(company, company.now + 200 * DAY)
        company.now += 201 * DAY
        await company.choose(seating)
        assert await Retention(company.hub, KEEP).clean() == Gone()
        assert await people(company) == {reader.id, *(one.id for one in players)}

    among(tmp_path, test)


def test_nothing_is_deleted_where_the_host_says_so(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        (host,) = await company.guests(1)
        await room(company, host)
        await company.table(2)
        await seen(company, 0.0)
        company.now += 10_000 * DAY
        assert await Retention(company.hub, Keep(0, 0, 0)).clean() == Gone()

    among(tmp_path, test)


def test_nobody_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each transaction deletes a few; where tables come from is forgotten when it is of no use."""
    monkeypatch.setattr(retention, "BATCH", 4)

    async def test(company: Company) -> None:
        for host in await company.guests(10):
            await room(company, host)
        await seen(company, company.now)
        company.now += LISTED + 1
        await Retention(company.hub, KEEP).clean()
        origins = sql.select(tables.c.origin)
        assert await company.store.read(lambda connection: set(connection.scalars(origins))) == {None}
        company.now += 100 * DAY
        with counted(company.store) as asked:
            assert await Retention(company.hub, KEEP).clean() == Gone(rooms=10, guests=10)
        assert sum(text.startswith("DELETE FROM tables") for text in asked) == 3
        assert sum(text.startswith("DELETE FROM guests") for text in asked) == 3

    among(tmp_path, test)


def test_the_host_cleans_up(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        company.now = 1000.0
        (host,) = await company.guests(1)
        await room(company, host)
        await seen(company, 1000.0)

    among(tmp_path, test)
    assert "1 rooms, 0 games, 0 guests would be deleted" in admin(tmp_path, "clean", "--dry-run")
    assert "0 rooms, 0 games, 0 guests deleted" in admin(tmp_path, "clean", "--rooms", "0", "--guests", "0")
    assert "1 rooms, 0 games, 1 guests deleted" in admin(tmp_path, "clean")
    with looked_at(tmp_path) as connection:
        assert connection.execute(guests.select()).first() is None
