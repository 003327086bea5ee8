"""Exporting and deleting everything about a person."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql

from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import OVER
from serai.server.live.live_table import LiveTable
from serai.server.people import personal_data
from serai.server.people.guests import COOKIE, Guest
from serai.server.people.personal_data import NOBODY, delete_everything
from serai.server.storage.people_schema import passkeys, puzzle_tries, ratings, sessions, tokens
from serai.server.storage.schema import chat, guests, mutes, reports, results, seats, tables
from tests.server.databases import everything
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.people.test_accounts import PASSWORD, code, log_in, register, whoami
from tests.server.server_process import Player, ServerProcess, new_table


def test_everything_can_be_exported(client: httpx.Client) -> None:
    name = register(client)
    over = new_table(client, players=3, speed="instant")
    player = Player(client, over)
    player.play_on(Rng("export"))
    player.close()
    running = new_table(client)
    client.post("/account/tokens", data={"name": "my bot"})
    answer = client.get("/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["person"]["name"] == name
    assert found["tokens"][0]["name"] == "my bot"
    assert len(found["sessions"]) == 1
    records = {table["id"]: table["record"] for table in found["tables"]}
    assert Record.read(records[over.rpartition("/")[2]]).replay().actor == -2
    assert records[running.rpartition("/")[2]] is None  # it would reveal the others' hands
    for secret in ("argon2", "token_hash", '"seed"', client.cookies[COOKIE]):
        assert secret not in answer.text


def test_strangers_have_nothing_to_export(client: httpx.Client) -> None:
    assert code(client.get("/account/export")) == "nobody"


def test_everything_can_be_deleted(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client)
    path = new_table(client)
    with server.client() as friend:
        room = new_table(client, level_1="open", players=3)
        assert friend.post(f"{room}/sit").status_code in (303, 403)
    assert code(client.post("/account/delete", data={"password": PASSWORD})) == "not-sure"
    wrong = {"sure": "1", "password": "wrong"}
    assert code(client.post("/account/delete", data=wrong)) == "wrong-password"
    token = client.cookies[COOKIE]
    assert client.post("/account/delete", data={"sure": "1", "password": PASSWORD}).status_code == 303
    assert COOKIE not in client.cookies
    client.cookies.set(COOKIE, token)
    assert whoami(client) == "Your account"
    with server.client() as other:
        assert code(log_in(other, name)) == "wrong-login"
        watching = Player(other, path)  # bots play on to the end
        while not watching.over:
            watching.hear()
        watching.close()
        assert name not in json.dumps(watching.scene) + other.get(path).text
    assert name not in everything(server.data)
    # The name is free again.
    with server.client() as new:
        register(new, name)


# What is stored about two persons at one table


async def stored(setup: HubSetup) -> tuple[LiveTable, Guest, Guest]:
    """Two persons at a running table: each has chatted, muted and reported the other, and has a token, a
    passkey, a puzzle, a result and a rating."""
    live_table, (first, second) = await setup.table(2)
    key = live_table.table.settings.id
    with setup.store.engine.begin() as connection:
        for seat, (guest, other) in enumerate(((first, second), (second, first))):
            own = {"guest_id": guest.id, "made_at": 1.0}
            connection.execute(
                chat.insert().values(**own, id=guest.id, table_id=key, seat=seat, text=f"from {guest.id}")
            )
            connection.execute(mutes.insert().values(guest_id=guest.id, muted_id=other.id))
            connection.execute(
                tokens.insert().values(**own, token_hash=f"hash {seat}", name="a program", scopes="read")
            )
            secret = {"credential": b"secret %d" % seat, "public_key": b"secret", "uses": 1}
            connection.execute(passkeys.insert().values(**own, **secret, device="Firefox"))
            tried = {"game": "yspahan", "puzzle": "a", "solved": True, "shown": False, "mean": 25.0}
            tried |= {"deviation": 1.0, "puzzle_mean": 25.0, "puzzle_deviation": 1.0, "found_at": 2.0}
            connection.execute(puzzle_tries.insert().values(**own, **tried))
            played = {"table_id": key, "seat": seat, "game": "yspahan"}
            result = {"players": 2, "rated": True, "won": True, "score": 9, "opening": "", "sources": {}}
            connection.execute(results.insert().values(**own, **played, **result))
            rating = {"player": f"guest {guest.id}", "rank": 1, "mean": 25.0, "deviation": 1.0}
            connection.execute(ratings.insert().values(**played, **rating, made_at=1.0))
        for guest, other in ((first, second), (second, first)):
            told = {"chat_id": other.id, "guest_id": guest.id, "made_at": 1.0}
            connection.execute(reports.insert().values(told))
    return live_table, first, second


def test_an_export_has_everything_of_one_person_and_no_secret(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, first, second = await stored(setup)
        found = await personal_data.everything(setup.store, first)
        assert found["person"]["id"] == first.id
        assert found["person"]["name"] == first.name
        assert found["person"]["mail_on"] is False
        one_each = ("sessions", "passkeys", "tokens", "ratings", "results", "puzzles", "messages", "muted")
        assert {name: len(found[name]) for name in (*one_each, "reports")} == dict.fromkeys(
            (*one_each, "reports"), 1
        )
        assert found["messages"][0]["text"] == f"from {first.id}"
        assert found["muted"] == [{"guest_id": first.id, "muted_id": second.id}]
        assert found["reports"][0]["chat_id"] == second.id
        assert found["ratings"][0]["player"] == f"guest {first.id}"
        assert found["puzzles"][0]["made_at"] == "1970-01-01T00:00:01+00:00"
        assert found["puzzles"][0]["found_at"] == "1970-01-01T00:00:02+00:00"
        assert found["tokens"][0]["used_at"] is None
        (table,) = found["tables"]
        assert (table["id"], table["record"]) == (live_table.table.settings.id, None)
        for name, hidden in (
            ("person", {"password", "login"}),
            ("sessions", {"token_hash"}),
            ("passkeys", {"public_key", "credential"}),
            ("tokens", {"token_hash"}),
            ("tables", {"seed", "invitation", "invited_until"}),
        ):
            rows = found[name] if isinstance(found[name], list) else [found[name]]
            assert hidden.isdisjoint(rows[0])

    run_with_hub(tmp_path, test)


def test_a_record_is_exported_unless_the_host_has_closed_the_table(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, (first, _) = await setup.table(2)
        while not live_table.table.over:
            await setup.choose(live_table)

        async def record() -> str | None:
            found: str | None = (await personal_data.everything(setup.store, first))["tables"][0]["record"]
            return found

        assert await record() == live_table.table.record().to_text()
        with setup.store.engine.begin() as connection:
            connection.execute(tables.update().values(closed_at=5.0))
        assert await record() is None

    run_with_hub(tmp_path, test)


def test_a_deleted_person_leaves_only_what_is_others(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, first, second = await stored(setup)
        key, actor = live_table.table.settings.id, int(live_table.table.state.actor)
        assert await delete_everything(setup.store, first) == [(key, actor)]
        with setup.store.engine.connect() as connection:
            for table in (chat, tokens, passkeys, puzzle_tries, sessions):
                assert set(connection.scalars(sql.select(table.c.guest_id))) == {second.id}, table
            for table in (mutes, reports):  # each was about the other
                assert connection.execute(table.select()).all() == [], table
            asked = sql.select(results.c.guest_id).order_by(results.c.seat)
            assert list(connection.scalars(asked)) == [None, second.id]
            seated = connection.execute(seats.select().order_by(seats.c.seat)).all()
            assert [(row.guest_id, row.level, row.name, row.away) for row in seated] == [
                (None, "random", NOBODY, False),
                (second.id, None, second.name, False),
            ]
            row = connection.execute(guests.select().where(guests.c.id == first.id)).one()
            assert (row.name, row.login, row.mail) == (NOBODY, None, None)
            assert row.gone_at is not None
            other = connection.execute(guests.select().where(guests.c.id == second.id)).one()
            assert (other.name, other.gone_at) == (second.name, None)

    run_with_hub(tmp_path, test)


def test_a_finished_game_keeps_the_seat_of_a_deleted_person(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, (first, second) = await setup.table(2)
        while not live_table.table.over:
            await setup.choose(live_table)
        assert await delete_everything(setup.store, second) == [(live_table.table.settings.id, OVER)]
        with setup.store.engine.connect() as connection:
            seated = connection.execute(seats.select().order_by(seats.c.seat)).all()
        assert [(row.guest_id, row.level, row.name) for row in seated] == [
            (first.id, None, first.name),
            (second.id, None, NOBODY),
        ]

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("values", "level"),
    [
        ({"level": None}, "level3"),
        ({"level": None, "game": "chess"}, "greedy"),
        ({"level": "level1"}, "level1"),
    ],
)
def test_the_bot_for_a_deleted_person(tmp_path: Path, values: dict[str, str | None], level: str) -> None:
    """It has the level of the table; otherwise the usual one, or the simplest if the game is gone."""

    async def test(setup: HubSetup) -> None:
        _, (first, _) = await setup.table(2)
        with setup.store.engine.begin() as connection:
            connection.execute(tables.update().values(values))
        await delete_everything(setup.store, first)
        with setup.store.engine.connect() as connection:
            assert connection.scalar(sql.select(seats.c.level).where(seats.c.seat == 0)) == level

    run_with_hub(tmp_path, test)
