"""Refusals: their codes, and that they have no effect."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import serai
from serai.server.people.guests import COOKIE
from serai.server.safety.requests import SECURITY_HEADERS
from tests.server.server_process import Player, ServerProcess, new_table


def code(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["code"]
    assert answer.json()["error"]["text"]
    return found


@pytest.fixture
def player(client: httpx.Client) -> Player:
    """A person who is to choose."""
    player = Player(client, new_table(client, players=3))
    player.wait_for_turn()
    return player


# On the socket


def test_an_illegal_choice(player: Player) -> None:
    before = player.number
    game = serai.game("yspahan")
    wrong = [choice for choice in range(game.num_actions) if choice not in player.options]
    for choice in (wrong[0], wrong[-1], game.num_actions, 1 << 30):
        assert player.refused(choose=choice, number=player.number) == "illegal"
        assert player.number == before
        assert player.asked  # the refusal shows the present scene
    assert "refused" not in player.choose(player.options[0])


def test_a_late_or_repeated_choice(player: Player) -> None:
    choice = player.options[0]
    number = player.number
    assert player.refused(choose=choice, number=number - 1) == "late"
    assert player.refused(choose=choice, number=number + 1) == "late"
    player.send(choose=choice, number=number)
    player.send(choose=choice, number=number)
    refused = player.hear_until(lambda message: "refused" in message)
    assert refused["refused"]["code"] == "late"
    assert refused["scene"]
    assert player.number > number


def test_a_choice_for_an_undone_position(player: Player) -> None:
    old = player.entry
    while not player.undo:
        player.wait_for_turn()
        old = player.entry
        player.choose(player.options[0])
    player.send(undo=player.number)
    player.hear_until(lambda message: "scene" in message)
    assert player.refused(choose=player.options[0], number=player.number, entry=old) == "late"
    assert "refused" not in player.choose(player.options[0])


def test_a_spectator_cannot_choose(server: ServerProcess, player: Player) -> None:
    with server.client() as other:
        other.post("/play/yspahan")  # a guest, but not of this table
        for browser in (other, server.client()):
            watching = Player(browser, player.path)
            assert watching.seat is None
            assert watching.options == []
            assert watching.refused(choose=player.options[0], number=player.number) == "not-yours"
            assert watching.refused(undo=player.number) == "not-yours"
            assert watching.refused(hint=player.number) == "not-yours"
            assert watching.refused(standing={"pass": True}) == "not-yours"
            watching.close()
    assert "refused" not in player.choose(player.options[0])


def test_an_unknown_token_is_a_spectator(server: ServerProcess, player: Player) -> None:
    for token in ("x" * 43, "", "x" * 5000):
        with server.client() as other:
            other.cookies.set(COOKIE, token)
            watching = Player(other, player.path)
            assert watching.seat is None
            watching.close()


def test_not_your_turn(client: httpx.Client) -> None:
    player = Player(client, new_table(client, players=3, level_1="level5", level_2="level5"))
    while player.wait_for_turn():
        player.choose(player.options[0])
        waiting = player.scene["actor"] not in (player.seat, -1) and not player.over
        if waiting:
            refused = player.refused(choose=player.options[0] if player.options else 0, number=player.number)
            assert refused in ("not-your-turn", "late")
            if refused == "not-your-turn":
                break
    assert not player.over


@pytest.mark.parametrize(
    "message",
    [
        "nonsense",
        "[]",
        "7",
        "{}",
        '{"choose": "17", "number": 3}',
        '{"choose": true, "number": 3}',
        '{"choose": 1.5, "number": 3}',
        '{"choose": -1, "number": 3}',
        '{"choose": 1}',
        '{"undo": null}',
        '{"hint": "now"}',
        '{"explain": 3}',
        '{"explain": "' + "x" * 200 + '"}',
        '{"standing": 3}',
        '{"standing": {"a": 1}}',
        '{"language": "fr"}',
        '{"choose": 99999999999999999999999, "number": 3}',
    ],
)
def test_messages_that_cannot_be_read(player: Player, message: str) -> None:
    player.socket.send(message)
    assert player.hear_until(lambda heard: "refused" in heard)["refused"]["code"] == "bad-request"
    assert "refused" not in player.choose(player.options[0])


def test_an_unknown_standing_answer(player: Player) -> None:
    assert player.refused(standing={"never heard of": True}) == "illegal"


def test_a_message_that_is_too_big_ends_the_connection(player: Player) -> None:
    player.socket.send(json.dumps({"explain": "x" * 20_000}))
    with pytest.raises(ConnectionClosed) as closed:
        player.hear_until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_flood_of_messages_is_stopped(player: Player) -> None:
    for _ in range(3000):
        try:
            player.socket.send('{"explain":"x"}')
        except ConnectionClosed:
            break
    with pytest.raises(ConnectionClosed) as closed:
        player.hear_until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_a_socket_from_another_site(player: Player) -> None:
    with pytest.raises(InvalidStatus) as refused:
        player.connect(Origin="http://evil.example")
    assert refused.value.response.status_code == 403
    own = str(player.client.base_url).rstrip("/")
    player.connect(Origin=own).close()


def test_a_socket_for_a_missing_table(client: httpx.Client, player: Player) -> None:
    player.path = "/tables/nothing"
    with pytest.raises(InvalidStatus) as refused:
        player.connect()
    assert refused.value.response.status_code == 404
    assert refused.value.response.body is not None
    assert json.loads(refused.value.response.body)["error"]["code"] == "no-table"


# Over HTTP


@pytest.mark.parametrize("rest", ["", "/replay", "/scenes/0", "/chart", "/record"])
def test_an_unknown_table(client: httpx.Client, rest: str) -> None:
    answer = client.get(f"/tables/nothing{rest}")
    assert answer.status_code == 404
    assert code(answer) == "no-table"
    page = client.get(f"/tables/nothing{rest}", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("number", ["-1", "99999", "x", "1e3", "٣", "9" * 40])
def test_an_unknown_position(client: httpx.Client, number: str) -> None:
    path = new_table(client)
    assert code(client.get(f"{path}/scenes/{number}")) == "no-position"


@pytest.mark.parametrize(
    "path", ["/", "/tables", "/rules/yspahan", "/healthz", "/api/openapi.json", "/nowhere"]
)
def test_head_requests_get_no_body(client: httpx.Client, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert head.status_code == whole.status_code
    assert head.content == b""
    for name in ("content-type", "content-length", "cache-control", "content-security-policy"):
        assert head.headers[name] == whole.headers[name]


def test_head_requests_need_a_get_route(client: httpx.Client) -> None:
    assert client.head("/theme").status_code == 405


def test_unknown_addresses(client: httpx.Client) -> None:
    assert code(client.get("/nowhere")) == "no-page"
    assert code(client.get("/rules/chess")) == "no-game"
    assert code(client.get("/games/chess/table.css")) == "no-game"
    assert code(client.post("/play/chess")) == "no-game"
    assert code(client.get("/static/x/../../storage.py")) == "no-page"
    assert code(client.get("/static/x/%2e%2e/%2e%2e/server/storage.py")) == "no-page"
    wrong = client.delete("/tables")
    assert (wrong.status_code, code(wrong)) == (405, "no-method")


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "yspahan", "players": "9"},
        {"game": "yspahan", "players": "many"},
        {"game": "yspahan", "players": "٣"},
        {"game": "yspahan", "seat": "4"},
        {"game": "yspahan", "seat": "-1"},
        {"game": "yspahan", "level_1": "cmd:rm"},
        {"game": "yspahan", "level_1": "tests.arena.players:Slow"},
        {"game": "yspahan", "option_layout": "long"},
        {"game": "istanbul", "option_layout": "square"},
        {"game": "istanbul", "players": "5", "option_variant": "neutral-assistants"},
        {"game": "morgenland", "option_treasure-cards": "no card"},
        {"game": "yspahan", "speed": "light"},
    ],
)
def test_impossible_tables(client: httpx.Client, fields: dict[str, str]) -> None:
    answer = client.post("/tables", data=fields)
    assert answer.status_code == 400
    assert code(answer) == "bad-option"


def test_an_unknown_game(client: httpx.Client) -> None:
    for fields in ({"game": "chess"}, {}):
        assert code(client.post("/tables", data=fields)) == "no-game"


def test_a_body_too_large(client: httpx.Client) -> None:
    answer = client.post("/tables", data={"game": "x" * 20_000})
    assert answer.status_code == 413
    assert code(answer) == "too-big"

    def parts() -> object:
        for _ in range(40):
            yield b"x" * 1024

    answer = client.post("/language", content=parts())  # type: ignore[arg-type]
    assert code(answer) == "too-big"


def test_a_body_that_is_not_a_form(client: httpx.Client) -> None:
    assert code(client.post("/tables", json={"game": "yspahan"})) == "bad-request"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert code(client.post("/tables", content=b"\xff\xfe", headers=form)) == "bad-request"
    assert code(client.post("/tables", content=b"a=1&" * 100, headers=form)) == "bad-request"
    assert code(client.post("/language", data={"language": "fr"})) == "bad-request"
    assert code(client.post("/theme", data={"theme": "pink"})) == "bad-request"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/tables", "/play/yspahan", "/language", "/theme", "/tables/x/rematch"])
def test_posts_from_another_site(client: httpx.Client, path: str, headers: dict[str, str]) -> None:
    answer = client.post(path, data={"game": "yspahan", "language": "de"}, headers=headers)
    assert answer.status_code == 403
    assert code(answer) == "foreign"
    assert "set-cookie" not in answer.headers


def test_a_rematch_of_others(server: ServerProcess, client: httpx.Client) -> None:
    path = new_table(client)
    with server.client() as other:
        assert code(other.post(f"{path}/rematch")) == "not-yours"
        other.post("/play/yspahan")
        assert code(other.post(f"{path}/rematch")) == "not-yours"


def test_redirects_stay_on_this_site(client: httpx.Client) -> None:
    for back in ("https://evil.example/x", "//evil.example/x", "evil", "", "/\\evil.example"):
        answer = client.post("/language", data={"language": "de", "back": back})
        assert answer.status_code == 303
        target = answer.headers["location"]
        assert target.startswith("/")
        assert not target.startswith(("//", "/\\"))


def test_every_response_has_security_headers(client: httpx.Client) -> None:
    path = new_table(client)
    for address in ("/", path, "/nowhere", "/healthz", f"{path}/scenes/0"):
        answer = client.get(address)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value
        assert answer.headers["Cache-Control"] == "no-store"
