"""What the routes share: who is asking, and how to respond."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

import orjson
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

import serai
from serai.kernel.errors import UnknownGame
from serai.kernel.game import Game
from serai.scene.say import LANGUAGES, SOURCE
from serai.server.errors import Refusal
from serai.server.live.live_table import LiveTable
from serai.server.live.notifications import awaited_tables
from serai.server.live.study.lessons import read_progress
from serai.server.ops.server import Server
from serai.server.people.guests import KEPT, Guest, cookie_of, device_of, find_guest, new_guest
from serai.server.routes.assets import Assets, compress
from serai.server.routes.contexts import Reader
from serai.server.routes.pages import Pages
from serai.server.safety.connections import address_of, is_secure, neighbours_of
from serai.server.tables.exploration import check_explorable
from serai.server.tables.settings import WATCH, Settings
from serai.server.tables.table import Table
from serai.server.words import server_words

LANGUAGE: Final = "serai-language"
THEME: Final = "serai-theme"
LESSONS: Final = "serai-lessons"  # how far one is in lessons; the page's script writes it
THEMES: Final = ("light", "dark", "")
SEE_OTHER: Final = 303
OWN_PATH: Final = re.compile(r"/(?:[\w.~%!$&'()*+,;=:@-][\w.~%!$&'()*+,;=:@/-]*)?", re.ASCII)


class Web:
    """What the routes share: who is asking, and how to respond."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.assets = Assets(server.config.watch)
        self.pages = Pages(self.assets, server.config.watch)

    # Who asks

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """The guest who asks; looked up once for each request. Raises `Refusal` if they are banned."""
        if not hasattr(connection.state, "guest"):
            token = connection.cookies.get(cookie_of(connection))
            connection.state.guest = await find_guest(self.server.store, token, address_of(connection))
        found: Guest | None = connection.state.guest
        return found

    async def person(self, connection: HTTPConnection) -> Guest:
        """The guest who asks. Raises `Refusal` if there is none."""
        guest = await self.guest(connection)
        if guest is None:
            raise Refusal("nobody")
        return guest

    async def reader(self, connection: HTTPConnection) -> Reader:
        guest = await self.guest(connection)
        awaited = await awaited_tables(self.server.store, guest.id if guest else None)
        return replace(self.anonymous_reader(connection), guest=guest, awaited=awaited)

    def anonymous_reader(self, connection: HTTPConnection) -> Reader:
        """A reader, guest or not."""
        theme = connection.cookies.get(THEME, "")
        return Reader(
            language=language_of(connection),
            theme=theme if theme in THEMES else "",
            guest=None,
            here=connection.url.path,
            awaited=[],
            progress=read_progress(connection.cookies.get(LESSONS, "")),
        )

    # How it is answered

    def html(self, request: Request, text: str, status: int = 200) -> Response:
        return compressed(request, text.encode(), "text/html; charset=utf-8", status)

    def json(self, request: Request, value: object, status: int = 200) -> Response:
        return compressed(request, orjson.dumps(value), "application/json", status)

    async def refuse(self, request: Request, refusal: Refusal) -> Response:
        """An error that the client can read: a page for people, JSON for programs."""
        self.server.metrics.refusals.labels(refusal.code).inc()
        if wants_html(request):
            page = self.pages.error(self.anonymous_reader(request), refusal)
            return self.html(request, page, refusal.status)
        fault = refusal.fault(server_words(language_of(request)))
        return self.json(request, {"error": fault}, refusal.status)

    async def guest_or_new(self, request: Request) -> tuple[Guest, Callable[[Response], Response]]:
        """The guest who asks; a visitor becomes one if necessary. Also a function that sets their cookie on a
        response."""
        guest = await self.guest(request)
        if guest is not None:
            return guest, lambda response: response
        await self.server.attempts.take("guest-address", neighbours_of(request))
        guest, token = await new_guest(
            self.server.store, device_of(request.headers.get("user-agent", "")), self.server.hub.seeds
        )
        return guest, lambda response: self.set_token_cookie(request, response, token)

    def set_token_cookie(self, request: Request, response: Response, token: str) -> Response:
        """Set the cookie with a token."""
        name, secure = cookie_of(request), is_secure(request)
        response.set_cookie(name, token, KEPT, httponly=True, samesite="lax", secure=secure)
        return response

    def delete_token_cookie(self, request: Request, response: Response) -> Response:
        """Delete the cookie with the token."""
        name, secure = cookie_of(request), is_secure(request)
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
        return response

    async def check_table_rate(self, connection: HTTPConnection, guest: Guest) -> None:
        """Raises `Refusal` for a guest who makes tables too fast."""
        await self.server.attempts.take("table-address", neighbours_of(connection))
        await self.server.attempts.take("table", guest.id)

    async def require_guest(self, request: Request) -> Guest:
        """The guest who asks. Raises `Refusal` if there is none, and so no seat."""
        guest = await self.guest(request)
        if guest is None:
            raise Refusal("not-seated")
        return guest

    async def new_table(self, connection: HTTPConnection, guest: Guest, wanted: dict[str, str]) -> Settings:
        """Create a table for a guest; if seats are open, it waits for players. Raises `Refusal`."""
        hub, lobby = self.server.hub, self.server.lobby
        settings = await hub.settings_for(guest, wanted)
        if settings.open:
            await lobby.open(guest, settings, neighbours_of(connection))
        else:
            await hub.create_table(guest.id, settings)
            if settings.public:
                await lobby.note_origin(settings.id, neighbours_of(connection))
        return settings

    async def table_and_seat(self, connection: HTTPConnection, key: str) -> tuple[LiveTable, int | None]:
        """A table, and the seat of the guest who asks."""
        live_table = await self.server.hub.get(key)
        guest = await self.guest(connection)
        return live_table, live_table.table.seat_of(guest.id if guest else None)


def web_of(connection: HTTPConnection) -> Web:
    """The `Web` of the server that a request came to."""
    found: Web = connection.app.state.web
    return found


def known_game(name: str) -> Game:
    try:
        return serai.game(name)
    except UnknownGame as error:
        raise Refusal("no-game") from error


def compressed(request: Request, body: bytes, kind: str, status: int = 200) -> Response:
    """A response, compressed if the browser accepts that."""
    body, encoding = compress(body, request.headers.get("accept-encoding", ""))
    response = Response(body, status, media_type=kind)
    response.headers["Vary"] = "Accept-Encoding, Cookie"
    if encoding is not None:
        response.headers["Content-Encoding"] = encoding
    return response


def exception_handlers(
    answer: Callable[[Request, Refusal], Coroutine[Any, Any, Response]],
    unreadable: Callable[[RequestValidationError], Refusal],
) -> dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]]:
    """How an application answers errors: each becomes a refusal."""

    async def validation_error(request: Request, error: RequestValidationError) -> Response:
        return await answer(request, unreadable(error))

    async def http_error(request: Request, error: HTTPException) -> Response:
        code = {404: "no-page", 405: "no-method"}.get(error.status_code, "bad-request")
        return await answer(request, Refusal(code))

    async def bug(request: Request, error: Exception) -> Response:
        return await answer(request, Refusal("broken"))

    return {
        Refusal: answer,
        RequestValidationError: validation_error,
        HTTPException: http_error,
        Exception: bug,
    }


async def deny(socket: WebSocket, refusal: Refusal) -> None:
    """Refuse a WebSocket instead of accepting it."""
    fault = refusal.fault(server_words(language_of(socket)))
    await socket.send_denial_response(Response(orjson.dumps({"error": fault}), refusal.status))


def path_of(address: str) -> str | None:
    """The path of an address on this server; None if it is another site's. Browsers take `//` or a backslash
    at the start, also with control characters between, for another site."""
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    return path if OWN_PATH.fullmatch(path) else None


def language_of(connection: HTTPConnection) -> str:
    """The chosen language, or the first of the browser's that we have."""
    chosen = connection.cookies.get(LANGUAGE)
    if chosen in LANGUAGES:
        return chosen
    wanted: list[tuple[float, str]] = []
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        name, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        wanted.append((-weight, name.strip().lower()[:2]))
    for _, name in sorted(wanted, key=lambda row: row[0]):
        if name in LANGUAGES:
            return name
    return SOURCE


def wants_html(request: Request) -> bool:
    """Whether a browser shows the response; programs get JSON."""
    return "text/html" in request.headers.get("accept", "")


def position_of(text: str, table: Table) -> int:
    """The number of a position in an address; the current one by default. Raises `Refusal`."""
    if not text:
        return table.number
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > table.number:
        raise Refusal("no-position")
    return int(text)


def view_of(table: Table, own: int | None, wanted: str) -> int | None:
    """The seat from which a game is shown (None: as spectators see it), from the address: by default
    the reader's own; once the game is over it may be any. Raises `Refusal`."""
    if not wanted:
        return own
    if wanted == WATCH:
        return None
    seat = number(wanted)
    if seat >= table.settings.players:
        raise Refusal("no-position")
    if seat != own:
        check_explorable(table)
    return seat


def site_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def number(text: str, longest: int = 3) -> int:
    """A number in a form or an address, with a maximum number of digits. Raises `Refusal`."""
    if not text.isascii() or not text.isdigit() or len(text) > longest:
        raise Refusal("bad-request")
    return int(text)
