"""Whatever is sent, the server answers: never with a fault of its own, never with what its description does
not say, and tables go on as before."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

import cbor2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

import serai
from serai.server.errors import Refusal
from serai.server.live.pubsub import LocalPubSub
from serai.server.people.guests import COOKIE, Guest
from serai.server.people.passkeys import Challenges, keep_new
from serai.server.safety.requests import MOST_BYTES, SECURITY_HEADERS
from serai.server.storage.store import Store
from tests.event_loops import run_alone
from tests.server.databases import once
from tests.server.raw_http import ask_raw
from tests.server.route_list import SOCKET, all_routes
from tests.server.routes.test_api import make_token
from tests.server.server_process import PATIENCE, Player, ServerProcess, connect, new_table

# The same examples every time; a failure is as small as it is found.
BOUNDED = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
PLACE = re.compile(r"\{[^}]*\}")
STREAM = "/tables/{key}/stream"


class Ground:
    """What there is to be hit: tables that wait, run and are over, an account and its token."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.client = server.client()
        self.token = make_token(self.client)
        self.over = self.new(players=2, seat=0, speed="instant")
        player = Player(self.client, self.over)
        player.play_on(serai.Rng(1))
        player.close()
        self.running = self.new(players=3)
        self.waiting = self.new(players=3, level_1="open", level_2="open")
        page = self.client.get(self.waiting).text
        self.invitation = page.partition("/invitations/")[2][:16]

    def new(self, **fields: object) -> str:
        return new_table(self.client, "yspahan", **fields)

    @property
    def keys(self) -> list[str]:
        return [path.rpartition("/")[2] for path in (self.over, self.running, self.waiting)]

    def stands(self) -> None:
        """A legal choice is still a legal choice."""
        player = Player(self.client, self.running)
        assert player.wait_for_turn()
        assert "refused" not in player.choose(player.options[0])
        player.close()


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder = tmp_path_factory.mktemp("bad input")
    server = ServerProcess(folder / "data", stderr=folder / "log")
    found = Ground(server)
    yield found
    found.client.close()
    server.stop()
    log = (folder / "log").read_text()
    assert "Traceback" not in log, log
    assert "Exception in ASGI" not in log


# The bot API, by its own description


@once()
@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value
)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        (method, path.removeprefix("/api"))
        for method, path in all_routes()
        if path.startswith("/api/") and path != "/api/openapi.json"
    ],
)
def test_the_api_matches_its_description(
    ground: Ground, method: str, path: str, mode: GenerationMode
) -> None:
    schema = schemathesis.openapi.from_url(ground.server.url + "/api/openapi.json")
    keys = ground.keys[:1] if path == STREAM else ground.keys  # a stream of one that runs does not end
    known = st.none() if mode is GenerationMode.NEGATIVE else st.sampled_from([None, *keys])
    tokens = st.sampled_from([ground.token, ground.token, ground.token, "serai_nobody", None])

    @settings(BOUNDED, max_examples=40)
    @given(case=schema[path][method].as_strategy(generation_mode=mode), key=known, token=tokens)
    def ask(case: Any, key: str | None, token: str | None) -> None:
        if key is not None and "key" in (case.path_parameters or {}):
            case.path_parameters["key"] = key
        if token is not None:
            case.headers["Authorization"] = f"Bearer {token}"
        answer = case.call(timeout=PATIENCE)
        case.validate_response(answer, checks=[*CHECKS, negative_data_rejection])

    ask()
    ground.stands()


# Every address, as bytes

FIELDS = (
    *(
        "game",
        "players",
        "seat",
        "level",
        "level_1",
        "others",
        "option_layout",
        "option_treasure-cards",
        "speed",
    ),
    *(
        "clock",
        "public",
        "rated",
        "language",
        "theme",
        "back",
        "name",
        "password",
        "current",
        "mail",
        "forget",
    ),
    *("sure", "play", "to", "invitation", "id", "response", "x"),
)
WORDS = (
    *(
        "yspahan",
        "morgenland",
        "istanbul",
        "open",
        "random",
        "watch",
        "bot",
        "1",
        "0",
        "-1",
        "9" * 400,
        "",
        "/",
    ),
    *(
        "٣",
        "1e3",
        "http://[",
        "//[",
        "\x00",
        "\ud800",
        "\U0010ffff",
        "../..",
        "de",
        "dark",
        "a" * 300,
        "\r\nX: y",
    ),
    *("{}", "[]", "%", "&", "=", "é" * 20, "Ⓐ" * 10, "none", "3d", "a@b.c", "a@[", "true", "null"),
)
words = st.sampled_from(WORDS) | st.text(max_size=30)
as_bytes = words.map(lambda text: text.encode(errors="surrogatepass")) | st.binary(max_size=40)
whatever = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
# What a browser sends with a passkey, more or less.
passkey = st.fixed_dictionaries(
    {},
    optional={
        "id": whatever,
        "rawId": whatever,
        "type": st.just("public-key") | whatever,
        "response": whatever
        | st.fixed_dictionaries(
            {},
            optional={
                name: whatever
                | st.sampled_from(
                    ["e30", "bnVsbA", "eyJjaGFsbGVuZ2UiOiJhYWFhIn0", "eyJjaGFsbGVuZ2UiOjF9", "!"]
                )
                for name in (
                    "clientDataJSON",
                    "attestationObject",
                    "authenticatorData",
                    "signature",
                    "userHandle",
                )
            },
        ),
    },
)


def dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()


forms = st.dictionaries(st.sampled_from(FIELDS), as_bytes, max_size=8).map(
    lambda form: urlencode(form).encode()
)
bodies = (
    st.tuples(st.just(b"application/x-www-form-urlencoded"), forms)
    | st.tuples(st.just(b"application/json"), passkey.map(dump) | whatever.map(dump))
    | st.tuples(
        st.sampled_from(
            [b"application/json", b"application/x-www-form-urlencoded", b"text/plain", b"", b"\xff"]
        ),
        st.binary(max_size=60)
        | st.sampled_from(
            [b"[" * 15_000, b'{"a":' * 3000, b"1" * 5000, b"a=1&" * 5000, b"x" * 70_000, b"%ff=%fe"]
        ),
    )
)
HEADERS = (
    *(b"Accept-Language", b"Accept-Encoding", b"User-Agent", b"Origin", b"Sec-Fetch-Site", b"Authorization"),
    *(b"X-Forwarded-For", b"X-Forwarded-Proto", b"Range", b"If-None-Match", b"Cookie", b"Upgrade", b"Expect"),
)
VALUES = (
    *(
        b"http://[",
        b"null",
        b"https://x",
        b"Bearer serai_x",
        b"Bearer",
        b"Basic \xff",
        b"de;q=x, nl;q=1e999,;",
        b"https",
    ),
    *(
        b"serai-language=de; serai-theme=\xff",
        b"serai-guest=\xff\xfe",
        b"=;=;;",
        b"websocket",
        b"100-continue",
    ),
)
odd_headers = st.lists(
    st.tuples(
        st.sampled_from(HEADERS),
        st.sampled_from(VALUES)
        | st.binary(max_size=40).map(lambda value: re.sub(rb"[\x00-\x1f\x7f]", b"?", value).strip()),
    ),
    max_size=3,
)


@pytest.mark.parametrize("accept", [b"text/html", b"application/json"])
def test_every_address_answers_any_input(ground: Ground, accept: bytes) -> None:
    own = ground.client.cookies[COOKIE]
    parts = st.sampled_from([*ground.keys, ground.invitation, "0", "1", "confirm", "yspahan"]) | words
    asked = st.sampled_from([row for row in all_routes() if row[0] != SOCKET])

    @settings(BOUNDED, max_examples=400)
    @given(
        route=asked,
        method=st.sampled_from([None, None, None, None, "PUT", "HEAD", "OPTIONS"]),
        filled=st.lists(parts | st.binary(max_size=20), min_size=2, max_size=2),
        query=st.sampled_from(["", "?lang=de", "?done=name", "?%ff=%00&&=", "?" + "a" * 3000]),
        headers=odd_headers,
        known=st.booleans(),
        body=bodies,
    )
    def ask(
        route: tuple[str, str],
        method: str | None,
        filled: list[str | bytes],
        query: str,
        headers: list[tuple[bytes, bytes]],
        known: bool,
        body: tuple[bytes, bytes],
    ) -> None:
        path = route[1]
        for part in filled:
            raw = part if isinstance(part, bytes) else part.encode(errors="surrogatepass")
            path = PLACE.sub(quote_from_bytes(raw, safe=""), path, count=1)
        rows = [(b"Accept", accept), *headers]
        if known and path != "/logout":  # the requester stays logged in
            rows.append((b"Cookie", f"{COOKIE}={own}".encode()))
        kind, content = body if route[0] == "POST" else (b"", b"")
        answer = ask_raw(
            ground.server.url,
            method or route[0],
            (path + query).encode(),
            [*rows, (b"Content-Type", kind)],
            content,
        )
        if answer is None:  # it did not wait for the end of what is too big
            assert len(content) > MOST_BYTES
            return
        assert answer.status < 500
        if answer.body != b"Invalid HTTP request received.":
            assert all(answer.headers[name.lower()] == value for name, value in SECURITY_HEADERS.items())

    ask()
    ground.stands()


# Sockets

NAMES = (
    *(
        "choose",
        "number",
        "entry",
        "undo",
        "explain",
        "hint",
        "standing",
        "language",
        "ask",
        "answer",
        "leave",
    ),
    *("back", "concede", "say", "phrase", "mute", "on", "report", "scene", "x"),
)
small = st.integers(-2, 400) | st.sampled_from(
    ["undo", "pause", "resume", "rematch", "hello", "en", "de", "chest"]
)
messages = (
    st.dictionaries(st.sampled_from(NAMES), whatever | small | st.booleans(), min_size=1, max_size=4)
    .filter(lambda message: message.get("concede") is not True)  # that is for good
    .map(dump)
    | whatever.map(dump)
    | st.binary(max_size=60)
    | st.sampled_from(
        [b"[" * 9000, b'{"a":' * 2000 + b"1" + b"}" * 2000, b'{"choose":1e999,"number":0}', b"\xff"]
    )
)


def settle(player: Player) -> None:
    """Wait until all that was said is heard."""
    player.send(explain="all is heard")
    player.hear_until(lambda heard: heard.get("explain", {}).get("thing") == "all is heard")


@pytest.mark.parametrize("people", [1, 2])
def test_a_table_socket_survives_any_message(ground: Ground, people: int) -> None:
    seats = {"level_1": "open", "public": "1"} if people == 2 else {}
    client = ground.server.client()  # a client that is not rate-limited yet
    path = new_table(client, players=2, **seats)
    if people == 2:
        with ground.server.client() as other:
            assert other.post(f"{path}/sit").status_code == 303

    @settings(BOUNDED, max_examples=100)
    @given(said=st.lists(messages, max_size=6), text=st.booleans())
    def say(said: list[bytes], text: bool) -> None:
        player = Player(client, path)
        for message in said:
            if text:
                player.socket.send(message.decode(errors="replace"))
            else:
                player.socket.send(message)
        settle(player)
        player.close()

    say()
    player = Player(client, path)
    player.socket.send(b"\xff\xfe", text=True)  # no UTF-8 ends the connection
    with pytest.raises(ConnectionClosed) as closed:
        player.hear_until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == CloseCode.INVALID_DATA
    player = Player(client, path)
    if player.heard[0].get("people", {}).get("paused"):
        player.send(ask="resume")
    player.send(back=True)
    settle(player)
    if people == 1 and player.wait_for_turn():
        assert "refused" not in player.choose(player.options[0])
    player.close()
    client.close()
    ground.stands()


def test_the_notification_socket_survives_any_message(ground: Ground) -> None:
    url = ground.server.url.replace("http", "ws", 1)

    @settings(BOUNDED, max_examples=40)
    @given(about=as_bytes, said=st.lists(messages, max_size=3), known=st.booleans())
    def say(about: bytes, said: list[bytes], known: bool) -> None:
        cookie = {"Cookie": f"{COOKIE}={ground.client.cookies[COOKIE]}"} if known else {}
        target = f"{url}/bell?about={quote_from_bytes(about)}"
        with connect(target, additional_headers=cookie) as websocket:
            for message in said:
                websocket.send(message)
            assert websocket.ping().wait(PATIENCE)

    say()
    with connect(f"{url}/bell", {}) as websocket:
        websocket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            websocket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.INVALID_DATA
    ground.stands()


# Passkeys that no device makes

STATEMENTS: tuple[dict[str, object], ...] = (
    {},
    {"alg": -7, "sig": b"", "x5c": []},
    {"alg": -7, "sig": b"", "x5c": [b"a"]},
    {"alg": "x", "sig": 1, "x5c": 5},
    {"ver": "2.0", "alg": -7, "sig": b"", "certInfo": b"", "pubArea": b"", "x5c": [b"a"]},
    {"ver": "1", "response": b"a.b"},
)
KEYS: tuple[object, ...] = (
    *([], 5, {}, {1: 2}, {1: 3, 3: -257}, {1: 1, 3: -8, -1: 6}, {1: 9}),
    *({1: 2, 3: -7, -1: 99, -2: b"", -3: b""}, {1: 2, 3: -7, -1: 1, -2: "x", -3: None}),
)


@pytest.mark.parametrize("form", ["none", "packed", "fido-u2f", "tpm", "apple", "android-key", "?", 7])
def test_malformed_passkeys(form: object) -> None:
    challenges = Challenges(LocalPubSub())
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "server": ("localhost", 80)}
    request = Request({**scope, "method": "POST", "headers": [(b"host", b"localhost")]})

    def encoded(raw: bytes) -> str:
        return urlsafe_b64encode(raw).rstrip(b"=").decode()

    async def show(statement: object, key: object) -> None:
        challenge = encoded(await challenges.new(7))
        client = {"challenge": challenge, "type": "webauthn.create", "origin": "http://localhost"}
        head = sha256(b"localhost").digest() + b"\x45" + bytes(20) + b"\x00\x03abc"
        made = {"fmt": form, "attStmt": statement, "authData": head + cbor2.dumps(key)}
        response = {"clientDataJSON": encoded(dump(client)), "attestationObject": encoded(cbor2.dumps(made))}
        credential = {"id": "YWJj", "rawId": "YWJj", "type": "public-key", "response": response}
        nowhere = Store("sqlite://")
        with pytest.raises(Refusal):
            await keep_new(nowhere, challenges, request, Guest(7, "Fox"), credential, "")

    for statement in STATEMENTS:
        for key in KEYS:
            run_alone(show(statement, key))
