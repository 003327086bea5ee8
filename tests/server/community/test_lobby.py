"""Tables that wait for players: who may sit down, what the host may do, when the game begins."""

from __future__ import annotations

import re
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from serai.server.community import lobby as lobbies
from serai.server.community.lobby import INVITED, LISTED, WaitingTable
from serai.server.errors import Refusal
from serai.server.ops.config import Config
from serai.server.people.guests import Guest
from serai.server.routes.app import make_app
from serai.server.routes.pages import guest_tables
from tests.event_loops import run_alone
from tests.server.databases import sqlite_only
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.server_process import Player, ServerProcess, new_table

NOT_OVER = ("ix_tables_started_at", "ix_tables_made_at")  # indexes without the tables that are over
HERE = "http://test"
OPEN = {"game": "yspahan", "players": "3", "seat": "0", "others": "open", "level": "random"}


async def waiting(setup: HubSetup, **fields: str) -> tuple[str, list[Guest]]:
    host, *others = await setup.guests(5)
    settings = await setup.hub.settings_for(host, OPEN | fields)
    await setup.lobby.open(host, settings)
    return settings.id, [host, *others]


async def refused(code: str, act: Awaitable[object]) -> None:
    with pytest.raises(Refusal) as found:
        await act
    assert found.value.code == code


def test_the_game_begins_when_all_seats_are_taken(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        key, (host, one, two, late, _) = await waiting(setup, public="1")
        await refused("waiting", setup.hub.get(key))
        await setup.lobby.sit(one, key)
        assert (await setup.lobby.waiting_table(key)).settings.people == [0, 1]
        await setup.lobby.sit(two, key, seat=2)
        live_table = await setup.hub.get(key)
        assert live_table.table.settings.people == [0, 1, 2]
        assert live_table.table.person_due is not None
        await refused("full", setup.lobby.sit(late, key))
        await refused("begun", setup.lobby.leave(host, key))

    run_with_hub(tmp_path, test)


def test_who_may_sit_down(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        key, (host, one, two, *_) = await waiting(setup)
        room = await setup.lobby.waiting_table(key)
        sit = setup.lobby.sit
        await refused("seated", sit(host, key, room.invitation))
        await refused("invited-only", sit(one, key))
        await refused("no-invitation", sit(one, key, "guessed"))
        await refused("no-table", sit(one, "nothing"))
        await refused("full", sit(one, key, room.invitation, seat=0))
        await sit(one, key, room.invitation)
        await refused("seated", sit(one, key, room.invitation))
        # An invitation that was withdrawn, and one that has expired.
        await refused("not-host", setup.lobby.invite(one, key))
        await setup.lobby.invite(host, key)
        await refused("no-invitation", sit(two, key, room.invitation))
        await refused("no-invitation", setup.lobby.invited(room.invitation or ""))
        fresh = (await setup.lobby.waiting_table(key)).invitation
        assert await setup.lobby.invited(fresh or "") == key
        setup.now += INVITED + 1
        await refused("no-invitation", sit(two, key, fresh))
        await refused("no-invitation", setup.lobby.invited(fresh or ""))

    run_with_hub(tmp_path, test)


def test_what_the_host_may_do(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        key, (host, one, two, *_) = await waiting(setup, public="1")
        change = setup.lobby.change
        await setup.lobby.sit(one, key)
        await refused("not-host", change(one, key, 2, "bot"))
        await refused("not-host", setup.lobby.start(one, key))
        await refused("seated", change(host, key, 0, "open"))
        await refused("bad-request", change(host, key, 3, "open"))
        await refused("bad-request", change(host, key, 1, "king"))
        await change(host, key, 1, "open")
        assert (await setup.lobby.waiting_table(key)).settings.people == [0]
        await change(host, key, 1, "bot")
        assert (await setup.lobby.waiting_table(key)).settings.occupants[1].level == "random"
        await setup.lobby.sit(two, key)
        live_table = await setup.hub.get(key)  # the last open seat was taken
        assert [occupant.level for occupant in live_table.table.settings.occupants] == [None, "random", None]

    run_with_hub(tmp_path, test)


def test_the_host_begins_and_bots_take_open_seats(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        key, (host, *_) = await waiting(setup)
        await setup.lobby.start(host, key)
        live_table = await setup.hub.get(key)
        assert [occupant.level for occupant in live_table.table.settings.occupants] == [
            None,
            "random",
            "random",
        ]
        assert len({occupant.name for occupant in live_table.table.settings.occupants}) == 3

    run_with_hub(tmp_path, test)


def test_leaving_passes_the_table_on_and_the_last_to_leave_closes_it(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        key, (host, one, other, *_) = await waiting(setup, public="1")
        await setup.lobby.sit(one, key)
        await refused("not-seated", setup.lobby.leave(other, key))
        await setup.lobby.leave(host, key)
        room = await setup.lobby.waiting_table(key)
        assert room.host == one.id
        await setup.lobby.leave(one, key)
        await refused("no-table", setup.lobby.waiting_table(key))

    run_with_hub(tmp_path, test)


def test_the_lobby_lists_todays_public_tables(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        key, _ = await waiting(setup, public="1")
        await waiting(setup)
        waits, runs = await setup.lobby.listed()
        assert [row["id"] for row in waits] == [key]
        assert runs == []
        live_table, _ = await setup.table(2)
        waits, runs = await setup.lobby.listed()
        assert [row["id"] for row in runs] == [live_table.table.settings.id]
        setup.now += LISTED + 60
        assert (await setup.lobby.listed())[0] == []

    run_with_hub(tmp_path, test)


def test_too_many_lobby_actions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "STEPS_AT_ONCE", 3.0)
    monkeypatch.setattr(lobbies, "STEPS_A_SECOND", 0.0)

    async def test(setup: HubSetup) -> None:
        key, (host, *_) = await waiting(setup, public="1")
        for _ in range(3):
            await setup.lobby.invite(host, key)
        await refused("too-many", setup.lobby.invite(host, key))

    run_with_hub(tmp_path, test)


# Over HTTP


def code(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["code"]
    return found


def test_create_invite_join_and_play(server: ServerProcess, client: httpx.Client) -> None:
    path = new_table(client, players=2, others="open", level_1="open")
    page = client.get(path).text
    link = page.split("/invitations/")[1].split('"')[0]
    with server.client() as friend, server.client() as stranger:
        assert "/sit" in friend.get(f"/invitations/{link}").text
        assert "/sit" not in stranger.get(path).text  # nothing to press without the link
        assert code(stranger.post(f"{path}/sit")) == "invited-only"
        sat = friend.post(f"{path}/sit", data={"invitation": link})
        assert sat.headers["location"] == path
        assert friend.get(f"/invitations/{link}").status_code == 303  # to the table, now
        one, two = Player(client, path), Player(friend, path)
        assert (one.seat, two.seat) == (0, 1)
        watching = Player(stranger, path)
        assert watching.seat is None
        for player in (one, two, watching):
            player.close()


@pytest.mark.parametrize("rest", ["sit", "rise", "start", "invitation", "seats/1"])
def test_posts_from_another_site(client: httpx.Client, rest: str) -> None:
    path = new_table(client, players=2, level_1="open")
    answer = client.post(f"{path}/{rest}", headers={"Origin": "http://evil.example"})
    assert (answer.status_code, code(answer)) == (403, "foreign")


@pytest.mark.parametrize("rest", ["rise", "start", "invitation", "seats/1"])
def test_strangers_may_not_act(server: ServerProcess, client: httpx.Client, rest: str) -> None:
    path = new_table(client, players=2, level_1="open")
    with server.client() as other:
        assert code(other.post(f"{path}/{rest}")) == "not-seated"
        other.post("/play/yspahan")
        expected = "not-seated" if rest == "rise" else "not-host"
        assert code(other.post(f"{path}/{rest}", data={"to": "bot"})) == expected


def test_forms_that_cannot_be_read(client: httpx.Client) -> None:
    path = new_table(client, players=2, level_1="open")
    assert code(client.post(f"{path}/seats/x", data={"to": "bot"})) == "bad-request"
    assert code(client.post(f"{path}/sit", data={"seat": "-1"})) == "bad-request"
    assert code(client.get("/invitations/nothing")) == "no-invitation"
    assert code(client.get(f"{path}/scenes/0")) == "waiting"
    assert code(client.post("/tables", data={"game": "yspahan", "clock": "1s"})) == "bad-option"
    assert code(client.post("/tables", data={"game": "yspahan", "level": "cmd:x"})) == "bad-option"


def test_the_lobby_works_without_script(server: ServerProcess, client: httpx.Client) -> None:
    fields = {"game": "istanbul", "players": "3", "others": "open", "public": "1", "clock": "1d"}
    path = client.post("/tables", data=fields).headers["location"]
    with server.client() as other:
        page = other.get("/lobby").text
        assert f'action="{path}/sit"' in page
        assert "1 day per turn" in page
        assert other.post(f"{path}/sit").headers["location"] == path
        assert f'href="{path}"' in other.get("/lobby").text


def test_a_form_that_is_sent_twice_leads_to_the_table(client: httpx.Client, server: ServerProcess) -> None:
    path = new_table(client, players=3, level_1="open", level_2="open", public=1)
    with server.client() as other, server.client() as stranger:
        for _ in range(2):
            assert other.post(f"{path}/sit").headers["location"] == path
        start, change = f"{path}/start", {"to": "bot"}
        assert other.post(start).status_code == 403
        for _ in range(2):
            assert client.post(start).headers["location"] == path
        assert client.post(f"{path}/seats/2", data=change).headers["location"] == path
        assert other.post(f"{path}/sit").headers["location"] == path
        stranger.get("/")
        assert stranger.post(f"{path}/sit").status_code == 409


def test_an_invitations_expiry_is_in_the_hosts_language(client: httpx.Client) -> None:
    page = client.get(new_table(client, players=2, level_1="open"), headers={"Accept-Language": "de"}).text
    assert re.search(r"Gültig bis \d+\. (?!\d)\w+ \d{4}<", page)


@sqlite_only
def test_frequent_queries_do_not_scan_finished_tables(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        _, (host, *_) = await waiting(setup, public="1")
        asked: list[tuple[str, Any]] = []

        def note(connection: object, cursor: object, statement: str, values: Any, *rest: object) -> None:
            asked.append((statement, values))

        reading = setup.store.reading
        sql.event.listen(reading, "before_cursor_execute", note)
        await setup.lobby.listed()
        await setup.hub.check_open(host.id)
        await setup.hub.enqueue_due()
        await guest_tables(setup.store, host)
        sql.event.remove(reading, "before_cursor_execute", note)
        assert len(asked) > 5
        with reading.connect() as connection:
            for statement, values in asked:
                for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values):
                    assert not step.detail.startswith("SCAN tables") or step.detail.endswith(NOT_OVER)

    run_with_hub(tmp_path, test)


def test_a_game_may_begin_while_its_table_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(Config(tmp_path, workers=1, synchronous="OFF", address_factor=0))
    server = app.state.server

    async def test(client: httpx.AsyncClient) -> None:
        made = await client.post("/tables", data=OPEN, headers={"Origin": HERE})
        table = made.headers["location"]
        room = server.lobby.waiting_table

        async def late(key: str) -> WaitingTable:
            await client.post(f"{table}/start", headers={"Origin": HERE})
            found: WaitingTable = await room(key)
            return found

        monkeypatch.setattr(server.lobby, "waiting_table", late)
        answer = await client.get(table)
        assert (answer.status_code, 'id="prompt"' in answer.text) == (200, True)

    async def run() -> None:
        transport = httpx.ASGITransport(app)
        async with server.running(), httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            await test(client)

    run_alone(run())
