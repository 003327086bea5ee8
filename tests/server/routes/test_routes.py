"""What every route requires. A new one must be added here, or the tests fail."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any, Final

import httpx
import pytest
import sqlalchemy as sql
from websockets.exceptions import InvalidStatus

import serai
from serai.analysis.puzzles import puzzles
from serai.scene.lesson import lessons
from serai.server.people.guests import COOKIE
from serai.server.people.tokens import PREFIX
from serai.server.storage.schema import results
from tests.server.databases import looked_at
from tests.server.route_list import SOCKET, all_routes
from tests.server.routes.test_api import make_token
from tests.server.routes.test_refusals import code
from tests.server.server_process import PATIENCE, Player, ServerProcess, connect, new_table

# Who may ask:
PUBLIC: Final = "whoever comes"
COMER: Final = "whoever comes, and becomes a guest by it"
GUEST: Final = "a guest"
ACCOUNT: Final = "an account"
OWNER: Final = "the guest to whom it belongs"
PLAYER: Final = "who sits at the table that plays"
SITTER: Final = "who sits at the table that waits"
HOST: Final = "the host of the table that waits"
LINK: Final = "who has the link"
READ: Final = "a token that may read"
PLAY: Final = "a token that may play"

DEMANDS: Final = {
    ("GET", "/"): PUBLIC,
    ("GET", "/tables"): PUBLIC,
    ("GET", "/rules/{name}"): PUBLIC,
    ("POST", "/language"): PUBLIC,
    ("POST", "/theme"): PUBLIC,
    ("GET", "/static/{fingerprint}/{path:path}"): PUBLIC,
    ("GET", "/games/{name}/table.css"): PUBLIC,
    ("GET", "/favicon.ico"): PUBLIC,
    ("GET", "/healthz"): PUBLIC,
    ("POST", "/tables"): COMER,
    ("POST", "/play/{name}"): COMER,
    ("GET", "/learn/{name}"): PUBLIC,
    ("GET", "/learn/{name}/{lesson}"): PUBLIC,
    ("POST", "/learn/{name}/{lesson}/play"): COMER,
    (SOCKET, "/learn/{name}/{lesson}/socket"): PUBLIC,
    ("GET", "/puzzles"): PUBLIC,
    ("GET", "/puzzles/{name}"): PUBLIC,
    ("GET", "/puzzles/{name}/today"): PUBLIC,
    ("GET", "/puzzles/{name}/{puzzle}"): PUBLIC,
    ("GET", "/puzzles/{name}/{puzzle}/scenes/{number}"): PUBLIC,
    ("POST", "/puzzles/{name}/{puzzle}"): COMER,
    ("POST", "/tables/{key}/rematch"): PLAYER,
    # The address of a table lets one watch.
    ("GET", "/tables/{key}"): PUBLIC,
    ("GET", "/tables/{key}/replay"): PUBLIC,
    ("GET", "/tables/{key}/scenes/{number}"): PUBLIC,
    ("GET", "/tables/{key}/chart"): PUBLIC,
    ("GET", "/tables/{key}/record"): PUBLIC,
    ("GET", "/tables/{key}/review"): PUBLIC,
    ("GET", "/tables/{key}/review/progress"): PUBLIC,
    (SOCKET, "/tables/{key}/socket"): PUBLIC,
    ("GET", "/explore"): PUBLIC,
    ("POST", "/explore"): COMER,
    ("GET", "/tables/{key}/explore"): PUBLIC,
    ("POST", "/tables/{key}/explore"): COMER,
    ("GET", "/tables/{key}/picture.png"): PUBLIC,
    ("GET", "/lobby"): PUBLIC,
    ("GET", "/invitations/{token}"): LINK,
    ("POST", "/tables/{key}/sit"): LINK,
    ("POST", "/tables/{key}/rise"): SITTER,
    ("POST", "/tables/{key}/chat"): SITTER,
    ("POST", "/tables/{key}/seats/{seat}"): HOST,
    ("POST", "/tables/{key}/invitation"): HOST,
    ("POST", "/tables/{key}/start"): HOST,
    (SOCKET, "/bell"): PUBLIC,
    ("GET", "/account"): PUBLIC,
    ("GET", "/account/export"): GUEST,
    ("POST", "/account/delete"): GUEST,
    ("POST", "/account/name"): GUEST,
    ("POST", "/account/password"): COMER,
    ("POST", "/account/mail"): GUEST,
    ("POST", "/account/sessions/{key}/end"): OWNER,
    ("POST", "/account/sessions/end"): GUEST,
    ("POST", "/account/passkeys/{key}/remove"): OWNER,
    ("POST", "/account/tokens/{key}/revoke"): OWNER,
    ("POST", "/account/tokens"): ACCOUNT,
    ("GET", "/login"): PUBLIC,
    ("POST", "/login"): LINK,
    ("POST", "/logout"): ACCOUNT,
    ("POST", "/account/passkeys/options"): GUEST,
    ("POST", "/account/passkeys"): GUEST,
    ("POST", "/login/passkey/options"): PUBLIC,
    ("POST", "/login/passkey"): LINK,
    ("GET", "/people/{number}"): PUBLIC,
    ("GET", "/statistics"): PUBLIC,
    ("GET", "/statistics/{name}"): PUBLIC,
    ("GET", "/ratings"): PUBLIC,
    ("GET", "/ranks"): PUBLIC,
    ("GET", "/ranks/{name}"): PUBLIC,
    ("GET", "/mail/{kind}/{token}"): LINK,
    ("POST", "/mail/{kind}/{token}"): LINK,
    ("GET", "/api/openapi.json"): PUBLIC,
    ("GET", "/api/me"): READ,
    ("GET", "/api/games"): READ,
    ("GET", "/api/tables"): READ,
    ("POST", "/api/tables"): PLAY,
    ("GET", "/api/tables/{key}"): READ,
    ("POST", "/api/tables/{key}/join"): PLAY,
    ("GET", "/api/tables/{key}/record"): READ,
    ("GET", "/api/tables/{key}/stream"): READ,
    ("POST", "/api/tables/{key}/choices"): PLAY,
}
# Those that other sites' pages may have a browser send: what counts there is no cookie.
FROM_ANYWHERE: Final = ("/mail/", "/api/")
# What is refused to a visitor, and to an unrelated guest.
NOBODY: Final = {
    GUEST: {"nobody"},
    ACCOUNT: {"nobody"},
    OWNER: {"nobody"},
    PLAYER: {"not-yours"},
    SITTER: {"not-seated"},
    HOST: {"not-seated"},
    LINK: {"no-invitation", "invited-only", "wrong-login", "bad-request", "no-mail"},
    READ: {"wrong-token"},
    PLAY: {"wrong-token"},
}
STRANGER: Final = NOBODY | {
    ACCOUNT: {"no-account"},
    OWNER: {"no-session", "no-token", "last-key"},
    HOST: {"not-host"},
}
PUZZLE: Final = puzzles("yspahan")[0]
FORMS: Final[dict[str, dict[str, str]]] = {
    f"/puzzles/yspahan/{PUZZLE.id}": {"choose": str(PUZZLE.best)},
    "/language": {"language": "de"},
    "/theme": {"theme": "dark"},
    "/tables": {"game": "yspahan", "level": "random"},
    "/explore": {"record": serai.Record("yspahan", 2).to_text()},
    "/account/password": {"name": "Never Heard Of", "password": "x"},  # read, and then refused
}


class Ground:
    """Things that belong to a person, and unrelated people."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.owner, self.stranger, self.reader = server.client(), server.client(), server.client()
        self.token = make_token(self.owner)
        self.read_token = make_token(self.reader, play=False)
        self.stranger.post("/play/yspahan")
        self.over = new_table(self.owner, players=2, speed="instant")
        player = Player(self.owner, self.over)
        player.play_on(serai.Rng(2))
        player.close()
        until = monotonic() + PATIENCE
        while not self.is_counted():
            assert monotonic() < until
            sleep(0.02)
        self.waiting = new_table(self.owner, players=3, level_1="open", level_2="open")
        self.session = self.owner.get("/account/export").json()["sessions"][0]["id"]
        self.static = self.owner.get("/").text.partition("/static/")[2].partition("/")[0]

    def address(self, demand: str, path: str) -> str:
        table = self.waiting if demand in (SITTER, HOST, LINK) or path.endswith("/join") else self.over
        values = {
            "{name}": "yspahan",
            "{lesson}": lessons("yspahan")[0].name,
            "{puzzle}": PUZZLE.id,
            "{fingerprint}": self.static,
            "{path:path}": "icon.svg",
            "{number}": "1",
            "{key}": str(self.session) if "/sessions/" in path else "1",
            "{seat}": "1",
            "{kind}": "confirm",
            "{token}": "1.nobody",
        }
        if "/tables/{key}" in path:
            values["{key}"] = table.rpartition("/")[2]
        for place, value in values.items():
            path = path.replace(place, value)
        return path

    def is_counted(self) -> bool:
        """Whether the game that is over has its results, soon after its end. The database says so, since an
        export may be asked for only a few times."""
        with looked_at(self.server.data) as connection:
            return connection.execute(sql.select(results)).first() is not None

    def stands(self) -> dict[str, Any]:
        """All that belongs to the owner."""
        found: dict[str, Any] = self.owner.get("/account/export").json()
        return found


@pytest.fixture(scope="module")
def ground(server: ServerProcess) -> Iterator[Ground]:
    found = Ground(server)
    before = found.stands()
    yield found
    assert found.stands() == before  # nothing happened by all that was refused
    for client in (found.owner, found.stranger, found.reader):
        client.close()


def ask(client: httpx.Client, method: str, path: str, **headers: str) -> httpx.Response:
    if method == "GET":
        return client.get(path, headers=headers)
    if path.startswith("/api/"):
        body = {"game": "yspahan"} if path == "/api/tables" else {"choice": 1, "number": 0}
        return client.post(path, json={} if path.endswith("/join") else body, headers=headers)
    if "passkey" in path and not path.endswith(("/options", "/remove")):
        return client.post(path, json={}, headers=headers)
    return client.post(path, data=FORMS.get(path, {}), headers=headers)


def rows(*without: str) -> list[tuple[str, str]]:
    return [row for row, demand in DEMANDS.items() if row[0] != SOCKET and demand not in without]


def test_every_route_is_listed() -> None:
    assert set(all_routes()) == set(DEMANDS)


@pytest.mark.parametrize(("method", "path"), rows())
def test_without_any_proof(ground: Ground, method: str, path: str) -> None:
    demand = DEMANDS[method, path]
    with ground.server.client() as nobody:
        answer = ask(nobody, method, ground.address(demand, path))
        if demand in (PUBLIC, COMER):
            assert answer.status_code < 400 or path == "/account/password"
            assert (COOKIE in nobody.cookies) == (demand == COMER)
        else:
            assert code(answer) in NOBODY[demand]
            assert 400 <= answer.status_code < 500
            assert COOKIE not in nobody.cookies or path == "/tables/{key}/sit"


@pytest.mark.parametrize(("method", "path"), rows(PUBLIC, COMER, GUEST))
def test_as_another_person(ground: Ground, method: str, path: str) -> None:
    demand = DEMANDS[method, path]
    answer = ask(ground.stranger, method, ground.address(demand, path))
    assert code(answer) in STRANGER[demand]
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(("method", "path"), rows(PUBLIC, COMER, LINK))
def test_the_wrong_kind_of_proof(ground: Ground, method: str, path: str) -> None:
    """A token opens no page, a cookie opens no API, and a token that may read does not play."""
    demand = DEMANDS[method, path]
    address = ground.address(demand, path)
    if demand in (READ, PLAY):
        assert code(ask(ground.owner, method, address)) == "wrong-token"
        with ground.server.client() as other:
            for header in ("Bearer", f"Basic {ground.token}", f"Bearer {PREFIX}{'x' * 43}"):
                assert code(ask(other, method, address, Authorization=header)) == "wrong-token"
            answer = ask(other, method, address, Authorization=f"Bearer {ground.read_token}")
            if demand == PLAY:
                assert (answer.status_code, code(answer)) == (403, "wrong-scope")
            else:
                assert answer.status_code == 200
    else:
        with ground.server.client() as other:
            other.cookies.set(COOKIE, ground.token)
            answer = ask(other, method, address, Authorization=f"Bearer {ground.token}")
            assert code(answer) in NOBODY[demand]


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
@pytest.mark.parametrize("path", [path for method, path in DEMANDS if method == "POST"])
def test_requests_that_another_site_makes_a_browser_send(
    ground: Ground, path: str, headers: dict[str, str]
) -> None:
    """It is refused before anything else, also to the one who may."""
    if path.startswith(FROM_ANYWHERE):
        address = ground.address(DEMANDS["POST", path], path)
        assert code(ask(ground.owner, "POST", address, **headers)) in ("wrong-token", "no-mail")
        return
    for client in (ground.owner, ground.stranger):
        before = dict(client.cookies)
        answer = ask(client, "POST", ground.address(DEMANDS["POST", path], path), **headers)
        assert (answer.status_code, code(answer)) == (403, "foreign")
        assert dict(client.cookies) == before


@pytest.mark.parametrize("path", [path for method, path in DEMANDS if method == SOCKET])
def test_sockets_from_another_site(ground: Ground, path: str) -> None:
    url = ground.server.url.replace("http", "ws", 1) + ground.address(PUBLIC, path)
    cookie = f"{COOKIE}={ground.owner.cookies[COOKIE]}"
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        with pytest.raises(InvalidStatus) as refused:
            connect(url, additional_headers={"Cookie": cookie, **headers})
        assert refused.value.response.status_code == 403
        assert refused.value.response.headers["X-Content-Type-Options"] == "nosniff"
    with connect(url, additional_headers={"Cookie": cookie}):
        pass
