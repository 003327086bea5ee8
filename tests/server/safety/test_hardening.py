"""Weaknesses that were found and fixed: redirects, files, levels, half-done work, costly queries."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed

import serai
from serai.bots.names import default_level, level_names
from serai.scene.say import LANGUAGES, SOURCE
from serai.server.community.lobby import MOST_LISTED, OF_GUEST, OF_ORIGIN
from serai.server.lookalikes import looks
from serai.server.people.guests import new_guest
from serai.server.people.names import NAMES
from serai.server.people.personal_data import delete_everything
from serai.server.routes.table_socket import POLICY
from serai.server.routes.web import path_of
from serai.server.storage.engines import DATABASE, sqlite_url
from serai.server.storage.schema import guests, seats
from serai.server.storage.sqlite_backup import back_up, restore
from serai.server.storage.store import Store
from serai.server.tables.levels import is_level, level_label
from serai.server.words import server_words
from tests.server.databases import sqlite_only
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.server_process import Player, ServerProcess, connect, new_table

OPEN = {"game": "yspahan", "players": "3", "seat": "0", "others": "open", "level": "random", "public": "1"}


# Where a form leads back to


@pytest.mark.parametrize("path", ["/", "/tables", "/rules/yspahan", "/people/12"])
def test_a_form_leads_back_to_a_page_of_this_site(path: str) -> None:
    assert path_of(path) == path
    assert path_of(f"{path}?done=name#form") == path


@pytest.mark.parametrize(
    "address",
    [
        *("//evil.example", "////evil.example", "///evil.example/x", "/\\evil.example", "\\\\evil.example"),
        *("https://evil.example/", "javascript:alert(1)", "evil.example", "", "/\t/evil.example", "/ x"),
        *("/\r\nSet-Cookie: a=b", "/a//evil.example\\", "/x\x00", "/x\x7f", "/x\u2028", " /x"),
    ],
)
def test_a_form_never_redirects_to_another_site(client: httpx.Client, address: str) -> None:
    assert path_of(address) is None
    answer = client.post("/theme", data={"theme": "dark", "back": address})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


# Files


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if DATABASE in file.name}


@sqlite_only
def test_nobody_else_reads_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "data"
    store = Store(sqlite_url(folder))
    store.open()
    with store.transaction() as connection:
        connection.execute(guests.insert().values(name="Ali", made_at=0.0))
        assert (folder / f"{DATABASE}-wal").exists()
        assert modes(folder) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    store.close()
    back_up(folder, tmp_path / "backups" / "one")
    assert stat.S_IMODE((tmp_path / "backups" / "one").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "backups").stat().st_mode) == 0o700
    restore(tmp_path / "new", tmp_path / "backups" / "one")
    assert modes(tmp_path / "new") == {0o600}
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


@sqlite_only
def test_a_readable_database_is_made_private(tmp_path: Path) -> None:
    """A folder that was there is left as it is: it may be anybody's."""
    tmp_path.chmod(0o755)
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    sqlite_url(tmp_path)
    assert modes(tmp_path) == {0o600}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


# Deleting everything


def test_everything_is_deleted_even_with_many_waiting_tables(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        host, friend = await setup.guests(2)
        rooms = []
        for _ in range(40):
            settings = await setup.hub.settings_for(host, OPEN)
            await setup.lobby.open(host, settings)
            rooms.append(settings.id)
        await setup.lobby.sit(friend, rooms[0])
        await delete_everything(setup.store, host)
        assert [row["id"] for row in (await setup.lobby.listed())[0]] == [rooms[0]]  # the friend's now
        room = await setup.lobby.waiting_table(rooms[0])
        assert (room.host, room.seat_of(host.id)) == (friend.id, None)
        assert room.settings.occupants[0].name == ""
        left = sql.select(seats).where(seats.c.guest_id == host.id)
        assert await setup.store.read(lambda connection: connection.execute(left).first()) is None

    run_with_hub(tmp_path, test)


def test_nothing_is_deleted_if_not_everything_can_be(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (host,) = await setup.guests(1)
        for _ in range(3):
            settings = await setup.hub.settings_for(host, OPEN)
            await setup.lobby.open(host, settings)

        def fail(*_: object) -> None:
            raise RuntimeError("the last step")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("serai.server.people.personal_data.forget", fail)
            with pytest.raises(RuntimeError):
                await delete_everything(setup.store, host)
        assert len((await setup.lobby.listed())[0]) == 3

    run_with_hub(tmp_path, test)


# Levels


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 9])
def test_a_game_has_as_many_levels_as_it_likes(number: int) -> None:
    game = serai.game("yspahan")
    game = replace(game, levels=(game.levels * 2)[:number])
    names = level_names(game)
    assert len(names) == number
    assert default_level(game) in names
    for language in LANGUAGES:
        labels = [level_label(name, game, server_words(language)) for name in names]
        assert len(set(labels)) == number
    assert not is_level(f"level{number + 1}", game)


@pytest.mark.parametrize("name", serai.game_names())
def test_the_page_calls_levels_what_the_game_does(name: str) -> None:
    game = serai.game(name)
    shown = [level_label(level, game, server_words(SOURCE)) for level in level_names(game)]
    assert shown == [level.title.capitalize() for level in game.levels]


def test_a_game_without_levels_has_bots() -> None:
    game = replace(serai.game("yspahan"), levels=())
    assert is_level(default_level(game), game)


# Questions to the database


@contextmanager
def counted(store: Store) -> Iterator[list[str]]:
    """The questions that are asked."""
    asked: list[str] = []

    def note(connection: object, cursor: object, text: str, *_: object) -> None:
        asked.append(text)

    engines = [store.engine, store.reading]
    for engine in engines:
        sql.event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        for engine in engines:
            sql.event.remove(engine, "before_cursor_execute", note)


def test_the_lobby_needs_as_many_queries_for_many_tables_as_for_one(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        found = []
        for number in (1, 30):
            for host in await setup.guests(number):
                settings = await setup.hub.settings_for(host, OPEN)
                await setup.lobby.open(host, settings)
            with counted(setup.store) as asked:
                listed, _ = await setup.lobby.listed()
            assert [len(row["settings"].occupants) for row in listed] == [3] * len(listed)
            assert listed[0]["settings"].occupants[0].name
            found.append((len(listed), len(asked)))
        assert found[0][0] < found[1][0]
        assert found[0][1] == found[1][1]

    run_with_hub(tmp_path, test)


def test_a_new_guest_costs_the_same_among_many_accounts(tmp_path: Path) -> None:
    """Names are looked up by their index; the logins of all others are not read."""

    async def test(setup: HubSetup) -> None:
        rows = [{"name": f"N{n}", "login": f"n{n}", "made_at": 0.0} for n in range(500)]
        await setup.store.write(lambda connection: connection.execute(guests.insert(), rows))
        taken = [{"name": name, "login": looks(name), "made_at": 0.0} for name in NAMES[1:]]
        await setup.store.write(lambda connection: connection.execute(guests.insert(), taken))

        guest, _ = await new_guest(setup.store)
        assert guest.name == NAMES[0]
        with counted(setup.store) as asked:
            await new_guest(setup.store)
        (lookup,) = [text for text in asked if "SELECT" in text and "login" in text]
        plan = await setup.store.read(
            lambda connection: (
                connection.exec_driver_sql(
                    "EXPLAIN QUERY PLAN SELECT login FROM guests WHERE login IN ('a', 'b')"
                ).all()
                if connection.dialect.name == "sqlite"
                else []
            )
        )
        assert " IN " in lookup
        assert all("SEARCH" in str(row) for row in plan)

    run_with_hub(tmp_path, test)


# One who wants everything


def test_one_address_does_not_push_others_out_of_the_lobby(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (honest,) = await setup.guests(1)
        settings = await setup.hub.settings_for(honest, OPEN)
        await setup.lobby.open(honest, settings, "192.0.2.1")
        for number, guest in enumerate(await setup.guests(30)):
            for _ in range(3):
                setup.now += 1
                many = await setup.hub.settings_for(guest, OPEN)
                await setup.lobby.open(guest, many, "203.0.113.9" if number else "203.0.113.8")
        listed, _ = await setup.lobby.listed()
        assert settings.id in [row["id"] for row in listed[:3]]
        assert len(listed) == 1 + OF_GUEST + OF_ORIGIN
        setup.lobby.address_factor = 0  # a school, say
        assert len((await setup.lobby.listed())[0]) == MOST_LISTED

    run_with_hub(tmp_path, test)


def test_lobby_entries_per_guest_are_limited(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        for _ in range(OF_GUEST + 4):
            await setup.lobby.open(guest, await setup.hub.settings_for(guest, OPEN))
        assert len((await setup.lobby.listed())[0]) == OF_GUEST

    run_with_hub(tmp_path, test)


def test_refusals_come_with_few_snapshots(client: httpx.Client) -> None:
    """A stale choice is 28 bytes; the answer to most of them is not a thousand times as long."""
    player = Player(client, new_table(client, players=2, speed="instant"))
    player.wait_for_turn()
    heard = len(player.heard)
    for _ in range(100):
        player.send(choose=0, number=player.number + 1)
    while sum("refused" in message for message in player.heard[heard:]) < 100:
        player.hear()
    answers = [message for message in player.heard[heard:] if "refused" in message]
    assert {message["refused"]["code"] for message in answers} == {"late"}
    assert 1 <= sum("scene" in message for message in answers) <= 40
    assert "refused" not in player.choose(player.options[0])  # and the game continues
    for _ in range(30):
        player.send(language="de")
    while sum("refused" in message for message in player.heard[heard:]) < 101:
        player.hear()
    assert player.heard[-1]["refused"]["code"] == "too-many"
    player.close()


def test_a_page_that_floods_the_notification_socket_is_closed(server: ServerProcess) -> None:
    url = server.url.replace("http", "ws", 1) + "/bell?about=lobby"
    with connect(url, {}) as socket:

        def flood() -> None:
            for _ in range(100_000):
                socket.send("x")

        with pytest.raises(ConnectionClosed) as closed:
            flood()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == POLICY
