"""What `docs/explanation/security.md` promises and no other test covers."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
import uvicorn
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import serai
from serai.kernel.fair import SEED
from serai.server.errors import Refusal
from serai.server.live.sockets.websockets import HEAD_PATIENCE, MOST_HEAD, HeaderTimeoutProtocol
from serai.server.ops.config import Config
from serai.server.people.accounts import LONGEST
from serai.server.people.attempts import LIMITS
from serai.server.people.guests import COOKIE, SAFE_COOKIE
from serai.server.routes.app import make_app
from serai.server.safety.addresses import OPEN, REQUESTS_AT_ONCE, refuse
from serai.server.safety.connections import neighbours_of
from serai.server.safety.requests import HTTPS_ONLY, SECURITY_HEADERS
from serai.server.safety.timeouts import BODY_PATIENCE, BodyTimeout
from serai.server.storage.people_schema import sessions
from serai.server.storage.schema import guests
from serai.server.storage.store import Store
from tests.event_loops import run_alone
from tests.server.databases import url_of
from tests.server.people.test_accounts import PASSWORD, log_in, register
from tests.server.raw_http import dial, read_answer
from tests.server.routes.test_api import make_token
from tests.server.routes.test_refusals import code
from tests.server.server_process import PATIENCE, Player, ServerProcess, connect, new_table

HTTPS = {"X-Forwarded-Proto": "https"}  # as a proxy says it
FEW = 0.05  # of what one address usually may


# Headers


def test_error_responses_have_security_headers() -> None:
    app = make_app(Config(Path("nowhere")))

    @app.get("/fault")
    async def fault(request: Request) -> Response:
        raise RuntimeError("a secret")

    async def ask(scheme: str) -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://test") as client:
            return await client.get("/fault")

    for scheme in ("http", "https"):
        answer = run_alone(ask(scheme))
        assert (answer.status_code, code(answer)) == (500, "broken")
        assert "secret" not in answer.text
        assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS
        assert answer.headers.get("Strict-Transport-Security") == (HTTPS_ONLY if scheme == "https" else None)


def test_static_files_and_the_api_have_security_headers(client: httpx.Client) -> None:
    static = "/static/" + client.get("/").text.partition("/static/")[2].partition('"')[0]
    for path in (static, "/static/x/y", "/favicon.ico", "/api/openapi.json", "/api/me", "/api/nowhere"):
        answer = client.get(path, headers=HTTPS)
        assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS
        assert answer.headers["Strict-Transport-Security"] == HTTPS_ONLY


def test_the_content_security_policy_is_strict() -> None:
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    for part in ("default-src 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"):
        assert part in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "*" not in policy


# Cookies


def test_the_cookie(server: ServerProcess) -> None:
    with server.client() as plain, server.client(**HTTPS) as safe:
        answers = [client.post("/play/yspahan").headers["set-cookie"] for client in (plain, safe)]
        common = {"httponly", "samesite=lax", "path=/"}
        for answer, name, secure in zip(answers, (COOKIE, SAFE_COOKIE), (set(), {"secure"}), strict=True):
            first, *rest = answer.split("; ")
            assert first.startswith(f"{name}=")
            flags = {flag.lower() for flag in rest if "max-age" not in flag.lower()}
            assert flags == common | secure  # no Domain, so no other host has it
        assert SAFE_COOKIE.startswith("__Host-")


def test_with_https_a_cookie_from_another_host_is_ignored(server: ServerProcess) -> None:
    with server.client() as plain, server.client(**HTTPS) as safe:
        path = new_table(plain)
        safe.cookies.set(COOKIE, plain.cookies[COOKIE])
        assert code(safe.post(f"{path}/rematch")) == "not-yours"
        safe.cookies.set(SAFE_COOKIE, plain.cookies[COOKIE])
        assert safe.post(f"{path}/rematch").status_code == 303
        register(safe)
        gone = safe.post("/logout").headers["set-cookie"].lower()
        assert gone.startswith(f'{SAFE_COOKIE.lower()}=""')
        assert "secure" in gone


def test_settings_are_kept_in_cookies_with_flags(client: httpx.Client) -> None:
    answer = client.post("/language", data={"language": "de"}, headers=HTTPS)
    assert {"samesite=lax", "secure"} <= set(answer.headers["set-cookie"].lower().split("; "))


# Passwords


def test_no_password_is_truncated(server: ServerProcess, client: httpx.Client) -> None:
    long = "sesame " * 28 + "open"
    assert len(long) == LONGEST
    name = register(client)
    fields = {"name": name, "current": PASSWORD}
    assert code(client.post("/account/password", data=fields | {"password": long + "!"})) == "password-length"
    assert client.post("/account/password", data=fields | {"password": long}).status_code == 303
    with server.client() as other:
        for wrong in (long + "!", long[:-1], long + " " * 9000):
            assert code(log_in(other, name, wrong)) == "wrong-login"
        assert log_in(other, name, long).status_code == 303


# Sessions


@contextmanager
def device(
    server: ServerProcess, name: str, path: str
) -> Iterator[tuple[httpx.Client, list[ClientConnection]]]:
    """Another device of a person, which looks at a table and is notified."""
    with server.client() as client, ExitStack() as stack:
        assert log_in(client, name).status_code == 303
        url = server.url.replace("http", "ws", 1)
        cookie = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
        lines = [
            stack.enter_context(connect(url + end, additional_headers=cookie))
            for end in (f"{path}/socket", "/bell")
        ]
        for line in lines:
            line.recv(PATIENCE)  # it is heard
        yield client, lines


def ended(line: ClientConnection) -> bool:
    """Wait for the end of a connection."""
    try:
        while True:
            line.recv(PATIENCE)
    except ConnectionClosed:
        return True


def lives(line: ClientConnection) -> bool:
    return line.ping().wait(PATIENCE)


def test_logging_out_closes_sockets(server: ServerProcess, client: httpx.Client) -> None:
    path = new_table(client)
    name = register(client)

    def all_others() -> None:
        assert client.post("/account/sessions/end").status_code == 303

    def one() -> None:
        number = max(row["id"] for row in client.get("/account/export").json()["sessions"])
        assert client.post(f"/account/sessions/{number}/end").status_code == 303

    def new_password() -> None:
        fields = {"name": name, "current": PASSWORD, "password": PASSWORD + "!"}
        assert client.post("/account/password", data=fields).status_code == 303

    for act in (all_others, one, new_password):
        with device(server, name, path) as (other, lines):
            act()
            assert all(ended(line) for line in lines)
            assert code(other.get("/account/export")) == "nobody"
    own = Player(client, path)
    assert own.seat == 0
    own.close()


def test_logging_out_closes_only_the_sockets_of_this_device(
    server: ServerProcess, client: httpx.Client
) -> None:
    path = new_table(client)
    name = register(client)
    with device(server, name, path) as (one, mine), device(server, name, path) as (_, others):
        assert one.post("/logout").status_code == 303
        assert all(ended(line) for line in mine)
        assert all(lives(line) for line in others)


# Limits


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where one address may ask little."""
    arguments = ("--synchronous", "normal", "--workers", "1", "--crowd", str(FEW))
    server = ServerProcess(tmp_path_factory.mktemp("narrow"), *arguments)
    yield server
    server.stop()


def from_address(server: ServerProcess, address: str) -> httpx.Client:
    return server.client(**{"X-Forwarded-For": address})


def until_refused(ask: Callable[[], httpx.Response], status: int, least: float = 1) -> httpx.Response:
    """Ask until it is too much, and what is said then. On a slow machine that may take a few times more than
    the reserve, for it fills up again meanwhile."""
    for number in range(2000):
        answer = ask()
        if answer.status_code == 429:
            assert int(least) <= number
            return answer
        assert answer.status_code == status, answer.text
    raise AssertionError("nothing is too much")


def test_guests_and_tables_of_one_address(narrow: ServerProcess) -> None:
    def new_guest() -> httpx.Response:
        with from_address(narrow, "192.0.2.1") as client:
            return client.post("/play/yspahan")

    until_refused(new_guest, 303, FEW * LIMITS["guest-address"][0])
    with from_address(narrow, "192.0.2.2") as client:  # another one is not concerned
        until_refused(lambda: client.post("/play/yspahan"), 303, FEW * LIMITS["table-address"][0])


@pytest.mark.parametrize(("page", "address"), [("review", "192.0.2.9"), ("review/progress", "192.0.2.10")])
def test_reviews_of_one_address(narrow: ServerProcess, page: str, address: str) -> None:
    with from_address(narrow, address) as client:
        path = client.post("/play/yspahan").headers["location"]  # asking counts, whatever comes of it
        until_refused(lambda: client.get(f"{path}/{page}"), 409, FEW * LIMITS["review-address"][0])


def test_tables_of_one_guest(server: ServerProcess, client: httpx.Client) -> None:
    fields = {"game": "yspahan", "level": "random", "others": "open"}
    until_refused(lambda: client.post("/tables", data=fields), 303, 20)


def test_wrong_tokens_of_one_address(narrow: ServerProcess) -> None:
    head = {"Authorization": "Bearer serai_nobody"}
    with from_address(narrow, "192.0.2.3") as client:
        until_refused(lambda: client.get("/api/me", headers=head), 401)


def test_passwords_of_one_address(narrow: ServerProcess) -> None:
    with from_address(narrow, "192.0.2.4") as client:
        names = (f"Nobody {number}" for number in count())
        until_refused(lambda: log_in(client, next(names)), 401)


@pytest.mark.parametrize("place", ["bell", "table"])
def test_sockets_of_one_address(narrow: ServerProcess, place: str) -> None:
    head = {"X-Forwarded-For": f"192.0.2.{len(place)}"}
    path = "/bell"
    if place == "table":
        with from_address(narrow, "192.0.2.77") as client:
            path = f"{new_table(client)}/socket"
            head["Cookie"] = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = narrow.url.replace("http", "ws", 1) + path
    with ExitStack() as stack:
        for _ in range(int(FEW * OPEN)):
            line = stack.enter_context(connect(url, additional_headers=head))
            line.recv(PATIENCE) if place == "table" else None
        with pytest.raises(InvalidStatus) as refused:
            connect(url, additional_headers=head)
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["X-Content-Type-Options"] == "nosniff"
        stack.pop_all().close()
    for _ in range(100_000):  # a server learns a little later that a connection has ended
        with suppress(InvalidStatus), connect(url, additional_headers=head):
            return
    raise AssertionError("the places are not free again")


def test_requests_of_one_address(narrow: ServerProcess) -> None:
    with from_address(narrow, "192.0.2.6") as client:
        late = until_refused(lambda: client.get("/login"), 200, FEW * REQUESTS_AT_ONCE)
        assert code(late) == "too-many"
        assert late.headers["X-Frame-Options"] == "DENY"


def test_who_shares_a_limit() -> None:
    def neighbours(address: str) -> str:
        return neighbours_of(HTTPConnection({"type": "http", "client": (address, 1), "headers": []}))

    assert neighbours("192.0.2.1") == "192.0.2.1"
    assert neighbours("2001:db8::1") == neighbours("2001:db8::ffff:1:2:3") == "2001:db8::/64"
    assert neighbours("2001:db8::1") != neighbours("2001:db8:0:1::1")
    assert neighbours("::ffff:192.0.2.1") != neighbours("::ffff:192.0.2.2")
    assert neighbours("a unix socket") == "a unix socket"


# Slow requests


class Clockwork(asyncio.SelectorEventLoop):
    """An event loop whose clock a test moves on."""

    moved = 0.0

    def time(self) -> float:
        return super().time() + self.moved

    def move(self, seconds: float) -> None:
        """Let time pass, after all that was sent has been read."""

        async def settle() -> None:
            for _ in range(10):  # each time the loop looks what has come
                await asyncio.sleep(0)

        async def pass_time() -> None:
            await settle()
            self.moved += seconds
            await settle()

        asyncio.run_coroutine_threadsafe(pass_time(), self).result(PATIENCE)


async def small(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads the body, and says how long it is."""
    if scope["type"] != "http":
        return
    try:
        body = await Request(scope, receive).body()
    except Refusal as refusal:
        await refuse(refusal, scope, receive, send)
    else:
        await PlainTextResponse(str(len(body)))(scope, receive, send)


@dataclass(frozen=True)
class Waiting:
    """A server with the parts that wait for a request, and its clock."""

    url: str
    loop: Clockwork


@pytest.fixture(scope="module")
def waiting() -> Iterator[Waiting]:
    listening = socket.create_server(("127.0.0.1", 0))
    settings = uvicorn.Config(
        BodyTimeout(small),
        http=HeaderTimeoutProtocol,
        log_config=None,
        lifespan="off",
        timeout_keep_alive=10**6,
    )
    server = uvicorn.Server(settings)
    loop = Clockwork()

    def serve() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(server.serve([listening]))

    thread = threading.Thread(target=serve)
    thread.start()
    yield Waiting(f"http://127.0.0.1:{listening.getsockname()[1]}", loop)
    server.should_exit = True
    thread.join(PATIENCE)
    listening.close()


@pytest.mark.parametrize("said", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nX: "])
def test_a_request_head_that_does_not_end(waiting: Waiting, said: bytes) -> None:
    with dial(waiting.url) as line:
        line.sendall(said)
        waiting.loop.move(HEAD_PATIENCE + 1)
        assert read_answer(line) is None  # the server hangs up


def hung_up(line: socket.socket, parts: Iterable[bytes], pause: Callable[[], None] | None = None) -> bool:
    """Whether the server ends a connection before all is said."""
    try:
        for part in parts:
            line.sendall(part)
            if pause is not None:
                pause()
        line.setblocking(pause is None)  # where time passes on demand, it ended by now or not at all
        return line.recv(1024) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_a_request_head_sent_byte_by_byte(waiting: Waiting) -> None:
    with dial(waiting.url) as line:
        said = b"GET / HTTP/1.1\r\n" + b"X: " + b"x" * 20
        assert len(said) > HEAD_PATIENCE
        assert hung_up(line, (bytes([byte]) for byte in said), lambda: waiting.loop.move(1.0))
    assert httpx.get(waiting.url, timeout=PATIENCE).text == "0"


def test_a_request_head_that_is_too_long(waiting: Waiting) -> None:
    rows = [f"X-{number}: ".encode() + b"x" * 1024 + b"\r\n" for number in range(10 * MOST_HEAD // 1024)]
    with dial(waiting.url) as line:
        assert hung_up(line, [b"GET / HTTP/1.1\r\n", *rows])


def test_an_incomplete_body(waiting: Waiting) -> None:
    with dial(waiting.url) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 9\r\n\r\nabc")
        waiting.loop.move(BODY_PATIENCE + 1)
        answer = read_answer(line)
        assert answer is not None
        assert answer.status == 408
        assert json.loads(answer.body)["error"]["code"] == "too-slow"
    assert httpx.post(waiting.url, content=b"x" * 9, timeout=PATIENCE).text == "9"


def test_several_requests_on_one_connection(waiting: Waiting) -> None:
    """What one request took is not counted against the next."""
    with dial(waiting.url) as line:
        for number in range(5):
            body = b"x" * number
            line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (number, body))
            told = b""
            while not told.endswith(b"\r\n\r\n%d" % number):
                part = line.recv(1024)
                assert part, told
                told += part
            waiting.loop.move(max(HEAD_PATIENCE, BODY_PATIENCE) * 0.9)


# Logs


def test_no_secret_is_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ("--synchronous", "normal", "--workers", "1", "--log", "json")
    server = ServerProcess(tmp_path / "data", *arguments, stderr=log)
    secrets: dict[str, str] = {"password": PASSWORD, "wrong password": "never heard of it"}
    try:
        with server.client() as client, server.client() as other:
            secrets["token"] = token = make_token(client)
            secrets["cookie"] = client.cookies[COOKIE]
            secrets["name"] = name = client.get("/account/export").json()["person"]["name"]
            log_in(other, name, secrets["wrong password"])
            log_in(other, name)
            secrets["other cookie"] = other.cookies[COOKIE]
            path = new_table(client, players=2, level_1="open")
            page = client.get(path).text
            secrets["invitation"] = page.partition("/invitations/")[2].partition('"')[0][:16]
            for end in (secrets["invitation"], secrets["invitation"] + "x"):
                other.get(f"/invitations/{end}?token={token}")
            for word in (token, "serai_" + "z" * 43):
                other.get("/api/me", headers={"Authorization": f"Bearer {word}"})
            secrets["mail link"] = "7.0123456789abcdef"
            other.get(f"/mail/confirm/{secrets['mail link']}")
            secrets["lost"] = "a-secret-in-a-path"
            other.get(f"/nowhere/{secrets['lost']}?{secrets['lost']}={secrets['lost']}")
            client.post("/account/mail", data={"mail": "somebody@example.org"})
            secrets["address"] = "somebody@example.org"
            secrets["words"] = "what was said at the table"
            game = new_table(client, players=2, speed="instant")
            player = Player(client, game)
            assert player.refused(say=secrets["words"]) == "no-chat"
            player.play_on(serai.Rng(3))
            player.close()
            record = serai.Record.read(client.get(f"{game}/record").text)
            secrets["seed"] = record.tags[SEED]
            client.post("/account/password", data={"current": "x", "password": secrets["wrong password"]})
            client.post("/logout")
    finally:
        server.stop()
    lines = log.read_text().splitlines()
    assert len(lines) > 15  # every request has one
    assert all(json.loads(line)["route"] for line in lines if '"serai.access"' in line)
    for what, secret in secrets.items():
        assert secret
        assert not any(secret in line for line in lines), what


def test_database_errors_do_not_reveal_values(tmp_path: Path) -> None:
    store = Store(url_of(tmp_path), "OFF")
    store.open()
    row = {"guest_id": 1, "token_hash": "secret", "device": "", "made_at": 0.0, "seen_at": 0.0}

    def twice(connection: sql.Connection) -> None:
        connection.execute(guests.insert().values(id=1, name="Fox", made_at=0.0))
        for _ in range(2):
            connection.execute(sessions.insert().values(row))

    async def write() -> None:
        await store.write(twice)

    with pytest.raises(sql.exc.IntegrityError) as found:
        run_alone(write())
    store.close()
    assert "secret" not in str(found.value).partition("DETAIL")[0]
