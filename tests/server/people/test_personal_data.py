"""Exporting and deleting everything about a person."""

from __future__ import annotations

import json

import httpx

from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.server.people.guests import COOKIE
from tests.server.databases import everything
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
