"""The bot API: tokens, scopes, tables, the stream, and a whole game played by a separate program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import sleep
from typing import Any

import httpx
import pytest

from serai.server.errors import Refusal
from serai.server.live.pubsub import LocalPubSub
from serai.server.ops.admin import close_table, hide_table
from serai.server.people.attempts import LIMITS, AttemptLimits
from serai.server.people.tokens import MOST
from serai.server.routes.api.routes import MOST_STREAMS
from tests.event_loops import run_alone
from tests.server.databases import looked_at
from tests.server.people.test_accounts import HTML, code, fresh_name, register
from tests.server.server_process import ROOT, Player, ServerProcess, new_client, new_table


def make_token(client: httpx.Client, play: bool = True) -> str:
    """A new account's token."""
    register(client)
    answer = client.post("/account/tokens", data={"name": "bot", **({"play": "1"} if play else {})})
    token: str = answer.json()["token"]
    return token


def program(server: ServerProcess, token: str) -> httpx.Client:
    return new_client(f"{server.url}/api", headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def bot(server: ServerProcess, client: httpx.Client) -> Iterator[httpx.Client]:
    with program(server, make_token(client)) as found:
        yield found


def positions(bot: httpx.Client, table: str) -> Iterator[dict[str, Any]]:
    with bot.stream("GET", f"/tables/{table}/stream") as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson"
        for line in answer.iter_lines():
            told = json.loads(line)
            if told["type"] == "position":
                yield told


def test_the_example_plays_a_whole_game(server: ServerProcess, client: httpx.Client) -> None:
    token = make_token(client)
    done = subprocess.run(
        [sys.executable, "examples/api_bot.py", server.url, "yspahan"],
        cwd=ROOT,
        env={**os.environ, "SERAI_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    address, scores = done.stdout.splitlines()
    assert scores.startswith("scores [")
    table = address.rpartition("/")[2]
    with program(server, token) as bot:
        facts = bot.get(f"/tables/{table}").json()
        assert facts["state"] == "over"
        assert f"scores {facts['scores']}, seat {facts['seat']}" == scores
        assert "yspahan" in bot.get(f"/tables/{table}/record").text


def test_a_program_receives_only_what_its_seat_sees(server: ServerProcess, bot: httpx.Client) -> None:
    made = bot.post("/tables", json={"game": "morgenland", "players": 3, "others": "random", "seat": 1})
    assert made.status_code == 201
    facts = made.json()
    assert (facts["state"], facts["seat"], facts["game"]) == ("running", 1, "morgenland")
    seen = 0
    for position in positions(bot, facts["id"]):
        assert position["seat"] == 1
        assert position["yours"] == bool(position["legal"])
        if position["yours"]:
            seen += 1
            chosen = position["legal"][-1]
            after = bot.post(
                f"/tables/{facts['id']}/choices",
                json={"choice": chosen["text"], "number": position["number"]},
            )
            assert after.status_code == 200
            assert after.json()["number"] > position["number"]
        if seen == 5:
            break
    with server.client() as other, program(server, make_token(other)) as watching:
        told = next(positions(watching, facts["id"]))
        assert told["seat"] is None
        assert told["legal"] == []
        assert told["observation"] != position["observation"]


def test_two_programs_meet_at_a_table(server: ServerProcess, client: httpx.Client, bot: httpx.Client) -> None:
    wanted = {"game": "yspahan", "players": 3, "others": "random", "seat": 0, "seats": {"2": "open"}}
    made = bot.post("/tables", json={**wanted, "public": True}).json()
    assert made["state"] == "waiting"
    with server.client() as other, program(server, make_token(other)) as second:
        assert made["id"] in [table["id"] for table in second.get("/tables").json()]
        joined = second.post(f"/tables/{made['id']}/join", json={})
        assert joined.json()["state"] == "running"
        assert [seat["kind"] for seat in joined.json()["seats"]] == ["person", "bot", "person"]
        assert code(second.post(f"/tables/{made['id']}/join", json={})) == "full"
        secret = bot.post("/tables", json=wanted).json()
        assert code(second.post(f"/tables/{secret['id']}/join", json={})) == "invited-only"


@pytest.mark.parametrize("by_host", [hide_table, close_table])
def test_tables_that_the_host_has_hidden_or_closed_are_not_listed(
    server: ServerProcess, client: httpx.Client, bot: httpx.Client, by_host: Callable[..., None]
) -> None:
    wanted = {"game": "yspahan", "players": 2, "others": "open", "seat": 0, "public": True}
    keys = [bot.post("/tables", json=wanted).json()["id"] for _ in range(2)]
    with looked_at(server.data) as connection:
        by_host(connection, keys[0], *([True] if by_host is hide_table else []))
    with server.client() as other, program(server, make_token(other)) as second:
        listed = [table["id"] for table in second.get("/tables").json()]
        assert keys[1] in listed
        assert keys[0] not in listed
    own = [table["id"] for table in bot.get("/tables").json()]
    assert (keys[0] in own) == (by_host is hide_table)
    assert bot.get(f"/tables/{keys[0]}").status_code == (200 if by_host is hide_table else 404)


def test_streams_per_token_are_limited(server: ServerProcess, bot: httpx.Client) -> None:
    """More are refused until one has ended; another token has its own."""
    wanted = {"game": "yspahan", "players": 2, "others": "open", "seat": 0, "public": True}
    table = bot.post("/tables", json=wanted).json()["id"]
    with server.client() as other, program(server, make_token(other)) as second, ExitStack() as stack:
        second.post(f"/tables/{table}/join", json={})  # a game in which no one moves

        read: list[Iterator[str]] = []  # kept, or the streams would end

        def opened(of: httpx.Client) -> httpx.Response:
            answer = stack.enter_context(of.stream("GET", f"/tables/{table}/stream"))
            if answer.status_code == 200:
                read.append(answer.iter_lines())
                assert json.loads(next(read[-1]))["type"] == "position"
            return answer

        streams = [opened(bot) for _ in range(MOST_STREAMS)]
        assert [answer.status_code for answer in streams] == [200] * MOST_STREAMS
        assert opened(bot).status_code == 429
        assert opened(second).status_code == 200
        streams[0].close()
        while opened(bot).status_code == 429:  # until the server has noticed
            sleep(0.02)
        # A player whose stream has ended is not at the table.
        stack.close()
        page = Player(other, f"/tables/{table}")
        while not any("people" in told and not told["people"]["seats"]["0"]["here"] for told in page.heard):
            page.hear()
        page.close()


def test_a_stream_that_ends_frees_its_slot(bot: httpx.Client) -> None:
    table = bot.post("/tables", json={"game": "yspahan", "players": 2, "others": "random"}).json()["id"]
    for last in positions(bot, table):
        if last["yours"]:
            made = {"choice": last["legal"][0]["id"], "number": last["number"]}
            bot.post(f"/tables/{table}/choices", json=made)
    for _ in range(MOST_STREAMS + 1):
        assert [position["over"] for position in positions(bot, table)] == [True]


def test_a_page_and_a_program_see_each_other_move(server: ServerProcess, client: httpx.Client) -> None:
    token = make_token(client)
    path = new_table(client)
    player = Player(client, path)
    with program(server, token) as bot:
        told = positions(bot, path.rpartition("/")[2])
        player.wait_for_turn()
        before = next(told)
        assert (before["number"], before["yours"]) == (player.number, True)
        player.choose(player.options[0])
        assert next(told)["number"] > before["number"]
    player.close()


def test_the_stream_ends_with_the_game(bot: httpx.Client) -> None:
    table = bot.post("/tables", json={"game": "yspahan", "players": 2, "others": "random"}).json()["id"]
    last = {}
    for last in positions(bot, table):
        if last["yours"]:
            made = {"choice": last["legal"][0]["id"], "number": last["number"]}
            assert bot.post(f"/tables/{table}/choices", json=made).status_code == 200
    assert last["over"]
    assert last["actor"] is None
    assert last["winners"]
    listed = next(one for one in bot.get("/tables").json() if one["id"] == table)
    assert (listed["state"], listed["scores"]) == ("over", last["scores"])


def test_the_description(client: httpx.Client) -> None:
    described = client.get("/api/openapi.json").json()
    assert set(described["paths"]) == {
        *("/me", "/games", "/tables", "/tables/{key}", "/tables/{key}/join", "/tables/{key}/record"),
        *("/tables/{key}/stream", "/tables/{key}/choices"),
    }
    assert "HTTPBearer" in described["components"]["securitySchemes"]
    assert "Position" in described["components"]["schemas"]


def test_facts(bot: httpx.Client) -> None:
    assert sorted(bot.get("/me").json()["scopes"]) == ["play", "read"]
    games = {game["name"]: game for game in bot.get("/games").json()}
    assert games["istanbul"]["most"] == 5
    assert games["yspahan"]["levels"][0] == "level1"


# Refusals


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer x", "Bearer serai_" + "x" * 43, "Basic serai_x", "Bearer " + "s" * 9000]
)
def test_forged_tokens(server: ServerProcess, header: str) -> None:
    with server.client() as client:
        answer = client.get("/api/me", headers={"Authorization": header})
        assert answer.status_code == 401
        assert code(answer) == "wrong-token"
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_cookie_is_not_a_token(client: httpx.Client) -> None:
    register(client)
    assert code(client.get("/api/me")) == "wrong-token"
    assert code(client.post("/api/tables", json={"game": "yspahan"})) == "wrong-token"


def test_a_read_only_token_cannot_play(server: ServerProcess, client: httpx.Client) -> None:
    with program(server, make_token(client, play=False)) as bot:
        assert bot.get("/tables").status_code == 200
        for path, body in (
            ("/tables", {"game": "yspahan"}),
            ("/tables/x/join", {}),
            ("/tables/x/choices", {"choice": 1, "number": 1}),
        ):
            answer = bot.post(path, json=body)
            assert (answer.status_code, code(answer)) == (403, "wrong-scope")


def test_a_revoked_token(server: ServerProcess, client: httpx.Client) -> None:
    token = make_token(client)
    page = client.get("/account", headers=HTML).text
    assert token not in page
    number = page.split('action="/account/tokens/')[1].split("/")[0]
    with server.client() as other:
        register(other)
        assert code(other.post(f"/account/tokens/{number}/revoke")) == "no-token"
    with program(server, token) as bot:
        assert bot.get("/me").status_code == 200
        told = positions(bot, new_table(client).rpartition("/")[2])
        next(told)
        client.post(f"/account/tokens/{number}/revoke")
        assert not any(position["over"] for position in told)  # the stream ends before the game
        assert code(bot.get("/me")) == "wrong-token"


def test_tokens_are_for_accounts_and_few(client: httpx.Client) -> None:
    new_table(client)
    assert code(client.post("/account/tokens", data={"name": "bot"})) == "no-account"
    register(client, fresh_name())
    for name in ("", "x" * 41):
        assert code(client.post("/account/tokens", data={"name": name})) == "bad-request"
    answers = [client.post("/account/tokens", data={"name": "bot"}) for _ in range(LIMITS["token"][0] * 2)]
    assert answers[-1].status_code == 429
    assert code(answers[-1]) == "too-many"
    assert LIMITS["token"][0] < MOST


def test_refused_choices(bot: httpx.Client, server: ServerProcess) -> None:
    table = bot.post("/tables", json={"game": "yspahan", "others": "random", "seat": 0}).json()["id"]
    now = next(one for one in positions(bot, table) if one["yours"])
    path = f"/tables/{table}/choices"
    right = {"choice": now["legal"][0]["id"], "number": now["number"]}
    assert code(bot.post(path, json={**right, "number": now["number"] + 1})) == "late"
    assert code(bot.post(path, json={**right, "choice": "fly to the moon"})) == "illegal"
    assert code(bot.post(path, json={**right, "choice": 10**9})) == "illegal"
    assert code(bot.post(path, json={**right, "choice": -3})) == "illegal"
    with server.client() as other, program(server, make_token(other)) as another:
        assert code(another.post(path, json=right)) == "not-yours"
    assert code(bot.get(f"/tables/{table}/record")) == "running"
    assert bot.post(path, json=right).status_code == 200


def test_a_refusal_does_not_reveal_another_hand(server: ServerProcess, client: httpx.Client) -> None:
    """Choices that are legal for the seat to move and those that are not are refused to all others alike."""
    with program(server, make_token(client)) as one, server.client() as two, server.client() as three:
        wanted = {"game": "morgenland", "players": 3, "others": "random", "seat": 0, "public": True}
        table = one.post("/tables", json={**wanted, "seats": {"1": "open"}}).json()["id"]
        with program(server, make_token(two)) as other, program(server, make_token(three)) as watching:
            other.post(f"/tables/{table}/join", json={})
            bots = [one, other]
            told = next(
                position
                for positions_of in zip(*(positions(bot, table) for bot in bots), strict=True)
                for position in positions_of
                if position["yours"]
            )
            opponent = bots[1 - told["seat"]]
            can, cannot = told["legal"][0], {"id": 0, "text": "fly to the moon"}
            assert cannot["id"] not in [choice["id"] for choice in told["legal"]]
            for stranger, refused in ((opponent, "not-your-turn"), (watching, "not-yours")):
                for number in (told["number"], told["number"] + 1):
                    answers = {
                        (answer.status_code, answer.content)
                        for choice in (can["id"], can["text"], cannot["id"], cannot["text"])
                        for answer in [
                            stranger.post(
                                f"/tables/{table}/choices", json={"choice": choice, "number": number}
                            )
                        ]
                    }
                    assert len(answers) == 1
                    assert refused in answers.pop()[1].decode()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": 3},
        {"game": "yspahan", "players": "many"},
        {"game": "yspahan", "colour": "red"},
        {"game": "yspahan", "options": {"x": 1}},
        [],
        "yspahan",
    ],
)
def test_bodies_that_cannot_be_read(bot: httpx.Client, body: object) -> None:
    answer = bot.post("/tables", json=body)
    assert (answer.status_code, code(answer)) == (400, "bad-field")


def test_bodies_too_large(bot: httpx.Client) -> None:
    answer = bot.post("/tables", json={"game": "x" * 20_000})
    assert (answer.status_code, code(answer)) == (413, "too-big")


def test_impossible_tables(bot: httpx.Client) -> None:
    assert code(bot.post("/tables", json={"game": "chess"})) == "no-game"
    assert code(bot.post("/tables", json={"game": "yspahan", "players": 9})) == "bad-option"
    assert code(bot.post("/tables", json={"game": "yspahan", "others": "cmd:rm"})) == "bad-option"
    for path in ("/tables/nothing", "/tables/nothing/stream", "/tables/nothing/record"):
        assert code(bot.get(path)) == "no-table"
    assert code(bot.get("/nothing")) == "no-page"
    assert code(bot.delete("/tables")) == "no-method"


def test_too_many_requests() -> None:
    at_once, seconds = LIMITS["api"]
    time = 0.0
    attempts = AttemptLimits(LocalPubSub(), lambda: time)

    async def run() -> None:
        nonlocal time
        for _ in range(at_once):
            await attempts.take("api", 7)
        with pytest.raises(Refusal, match="too-many"):
            await attempts.take("api", 7)
        await attempts.take("api", 8)  # others are not affected
        time += seconds * 1.5
        await attempts.take("api", 7)
        with pytest.raises(Refusal, match="too-many"):
            await attempts.take("api", 7)
        await attempts.reset("api", 7)
        await attempts.take("api", 7)

    run_alone(run())
