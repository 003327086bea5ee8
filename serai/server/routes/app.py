"""The application: addresses, and what each answers."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

import serai
from serai.kernel.errors import UnknownGame
from serai.kernel.game import Game
from serai.scene.say import LANGUAGES, SOURCE
from serai.server.community.chat import Chat
from serai.server.community.lobby import Lobby
from serai.server.errors import Refusal
from serai.server.live.acts import Meeting
from serai.server.live.bots.pool import Workers
from serai.server.live.bots.queue import Errands
from serai.server.live.broadcasts import News
from serai.server.live.connection import connection_of
from serai.server.live.hub import Hub
from serai.server.live.live_table import Seating, Viewer
from serai.server.live.notifications import awaited_tables
from serai.server.live.pubsub import Alone, Wire
from serai.server.live.tasks import end
from serai.server.ops.commands import Orders
from serai.server.ops.lock_file import held
from serai.server.ops.metrics import Figures, Watch
from serai.server.ops.monotonic import Steady
from serai.server.ops.retention import KEEP, Keep, Retention
from serai.server.people.accounts import MEMORY, Passwords
from serai.server.people.attempts import Tries
from serai.server.people.guests import (
    KEPT,
    Guest,
    address_of,
    cookie_of,
    device_of,
    find_guest,
    is_secure,
    neighbours_of,
    new_guest,
)
from serai.server.people.mail import Mail, MailServer
from serai.server.people.passkeys import Challenges
from serai.server.people.ratings import catch_up, rate
from serai.server.routes.account import add_account_pages
from serai.server.routes.api import make_api
from serai.server.routes.assets import Assets, compress
from serai.server.routes.lobby import add_waiting, site_of, waiting_page
from serai.server.routes.mail import add_mail_pages
from serai.server.routes.pages import Pages, Reader, guest_tables
from serai.server.routes.people import add_people_pages
from serai.server.routes.table_socket import Connected, Line
from serai.server.safety.addresses import Crowd
from serai.server.safety.requests import Head, Safety, check_origin, read_form
from serai.server.safety.timeouts import Prompt
from serai.server.storage.store import Store, sqlite_url
from serai.server.tables.games import game_words, server_words
from serai.server.tables.seeds import FixedSeeds, Seeds

log = logging.getLogger("serai.server")

LANGUAGE: Final = "serai-language"
THEME: Final = "serai-theme"
THEMES: Final = ("light", "dark", "")
SEE_OTHER: Final = 303
OWN_PATH: Final = re.compile(r"/(?:[\w.~%!$&'()*+,;=:@-][\w.~%!$&'()*+,;=:@/-]*)?", re.ASCII)


@dataclass(frozen=True)
class Config:
    """How a server runs."""

    data: Path
    workers: int | None = None  # processes for bots; None: one less than there are processors, at least two
    synchronous: str = "FULL"  # SQLite's: when a commit is safe
    watch: bool = False  # read templates and static files again when they change
    password_memory: int = MEMORY  # KiB that hashing a password takes
    mail: MailServer | None = None
    database: str | None = None  # PostgreSQL's address; None: SQLite in the data folder
    redis: str | None = None  # by which many processes are one server; None: this is the only one
    crowd: float = 1.0  # how many times the usual one address may ask; 0: without limits
    keep: Keep = KEEP  # for how long what nobody uses is kept
    web: bool = True  # whether it serves pages, or only has bots think
    test_seed: str | None = None  # from which all tables follow, in a test


class Server:
    """What the addresses share."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.assets = Assets(config.watch)
        self.pages = Pages(self.assets, config.watch)
        self.passwords = Passwords(config.password_memory)
        self.figures = Figures()
        self.streams: defaultdict[int, set[Viewer]] = defaultdict(set)  # of programs, by token
        self.mail: Mail | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Everything that lives as long as the server."""
        if self.config.database is not None:
            async with self._running(self.config.database):
                yield
        else:
            url = sqlite_url(self.config.data)
            with held(self.config.data):
                async with self._running(url):
                    yield

    @asynccontextmanager
    async def _running(self, url: str) -> AsyncIterator[None]:
        self.store = Store(url, self.config.synchronous)
        thinks = self.config.workers != 0
        self.workers = Workers(self.config.workers or (None if thinks else 1))  # hints take one
        await asyncio.gather(asyncio.to_thread(self.store.open), self.workers.prepare())
        wire: Wire = Alone()
        if self.config.redis is not None:
            from serai.server.live.redis_pubsub import Shared  # needs the extra `many`

            wire = Shared(self.config.redis)
        self.tries = Tries(wire, crowd=self.config.crowd)
        self.challenges = Challenges(wire)
        fixed = self.config.test_seed
        seeds = Seeds() if fixed is None else FixedSeeds(fixed)
        self.hub = Hub(self.store, self.workers, Steady(), wire, seeds)
        self.lobby = Lobby(self.hub, self.config.crowd)
        self.meeting = Meeting(self.hub)
        self.chat = Chat(self.hub)
        self.news = News(self)
        errands = Errands(self.hub, self.workers.number)
        work: list[Coroutine[Any, Any, None]] = []
        if thinks:
            work.append(self.workers.warm())
        if wire.many:
            work += [self.hub.presence.watch(), self.hub.following.watch()]
            if thinks:
                work.append(errands.run())
        if self.config.web:
            work += [self.meeting.watch(), self.hub.recovery.watch()]
            work.append(Retention(self.hub, self.config.keep).watch())
        if self.config.mail is not None:
            self.mail = Mail(self.store, self.config.mail)
            await self.mail.begin()
            self.hub.turn.append(self.mail.turn)
            work.append(self.mail.work())
        self.hub.finished.append(self.rate)
        self.figures.look_at(self)
        orders = Orders(self)
        if self.config.web:
            work.append(orders.watch())
        beside: list[asyncio.Task[None]] = []
        try:
            if await wire.open():
                await orders.begin()
                await catch_up(self.store)
                await self.hub.resume()
            else:
                await self.hub.post_due()
            beside = [asyncio.create_task(one) for one in work]
            yield
        finally:
            await end(beside)
            await errands.close()
            await self.hub.close()
            await wire.close()
            self.workers.close()
            await asyncio.to_thread(self.store.close)

    async def rate(self, seating: Seating) -> None:
        """A game is over."""
        await rate(self.store, seating.table.settings.id)

    async def reseat(self, guest: Guest) -> None:
        """A guest's name has changed: tables in memory show it."""
        await self.news.renamed(guest.id)

    # Who asks

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """Who asks; the database is asked once a request. Raises `Refusal` for one who is banned."""
        if not hasattr(connection.state, "guest"):
            token = connection.cookies.get(cookie_of(connection))
            connection.state.guest = await find_guest(self.store, token, address_of(connection))
        found: Guest | None = connection.state.guest
        return found

    async def person(self, connection: HTTPConnection) -> Guest:
        """Who asks. Raises `Refusal` for one who was never here."""
        guest = await self.guest(connection)
        if guest is None:
            raise Refusal("nobody")
        return guest

    async def reader(self, connection: HTTPConnection) -> Reader:
        guest = await self.guest(connection)
        awaited = await awaited_tables(self.store, guest.id if guest else None)
        return replace(self.stranger(connection), guest=guest, awaited=awaited)

    def stranger(self, connection: HTTPConnection) -> Reader:
        """One who reads, whoever he is."""
        theme = connection.cookies.get(THEME, "")
        return Reader(
            language=language_of(connection),
            theme=theme if theme in THEMES else "",
            guest=None,
            here=connection.url.path,
            awaited=[],
        )

    # How it is answered

    def html(self, request: Request, text: str, status: int = 200) -> Response:
        return packed(request, text.encode(), "text/html; charset=utf-8", status)

    def json(self, request: Request, value: object, status: int = 200) -> Response:
        return packed(request, orjson.dumps(value), "application/json", status)

    async def refuse(self, request: Request, refusal: Refusal) -> Response:
        """An error as the one who asked can read it: a page for people, JSON for programs."""
        self.figures.refusals.labels(refusal.code).inc()
        if "text/html" in request.headers.get("accept", ""):
            page = self.pages.error(self.stranger(request), refusal)
            return self.html(request, page, refusal.status)
        told = refusal.told(server_words(language_of(request)))
        return self.json(request, {"error": told}, refusal.status)

    async def known_guest(self, request: Request) -> tuple[Guest, Callable[[Response], Response]]:
        """Whoever asks, who becomes a guest if he is none yet; and what tells his browser so."""
        guest = await self.guest(request)
        if guest is not None:
            return guest, lambda response: response
        await self.tries.take("guest-address", neighbours_of(request))
        guest, token = await new_guest(
            self.store, device_of(request.headers.get("user-agent", "")), self.hub.seeds
        )
        return guest, lambda response: self.welcome(request, response, token)

    def welcome(self, request: Request, response: Response, token: str) -> Response:
        """Have a browser keep a token."""
        name, secure = cookie_of(request), is_secure(request)
        response.set_cookie(name, token, KEPT, httponly=True, samesite="lax", secure=secure)
        return response

    def farewell(self, request: Request, response: Response) -> Response:
        """Have a browser forget its token."""
        name, secure = cookie_of(request), is_secure(request)
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
        return response

    async def check_pace(self, connection: HTTPConnection, guest: Guest) -> None:
        """Raises `Refusal` for one who makes tables too fast."""
        await self.tries.take("table-address", neighbours_of(connection))
        await self.tries.take("table", guest.id)

    async def own_guest(self, request: Request) -> Guest:
        """Whoever asks, if he is known. Raises `Refusal`."""
        guest = await self.guest(request)
        if guest is None:
            raise Refusal("not-seated")
        return guest

    async def to_new_table(self, request: Request, wanted: dict[str, str]) -> Response:
        """A table for whoever asks; a room to wait in, where seats are open."""
        guest, answered = await self.known_guest(request)
        await self.check_pace(request, guest)
        settings = await self.hub.settle(guest, wanted)
        if settings.open:
            await self.lobby.open(guest, settings, neighbours_of(request))
        else:
            await self.hub.found(guest.id, settings)
            if settings.public:
                await self.lobby.note_origin(settings.id, neighbours_of(request))
        return answered(RedirectResponse(f"/tables/{settings.id}", SEE_OTHER))

    async def seen_by(self, connection: HTTPConnection, key: str) -> tuple[Seating, int | None]:
        """A table, and the seat that whoever asks has at it."""
        seating = await self.hub.get(key)
        guest = await self.guest(connection)
        return seating, seating.table.seat_of(guest.id if guest else None)


class Application(FastAPI):
    """What stands before every request stands before answers about faults, too."""

    def build_middleware_stack(self) -> ASGIApp:
        server: Server = self.state.server
        crowd = Crowd(Prompt(Head(super().build_middleware_stack())), server.config.crowd)
        return Safety(Watch(crowd, figures=server.figures))


def make_app(config: Config) -> FastAPI:
    """The application of one server."""
    server = Server(config)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with server.running():
            yield

    app = Application(title="Serai", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.state.server = server
    _add_errors(app, server)
    _add_pages(app, server)
    _add_tables(app, server)
    add_waiting(app, server)
    add_account_pages(app, server)
    add_people_pages(app, server)
    add_mail_pages(app, server)
    app.mount("/api", make_api(server))
    return app


def _add_errors(app: FastAPI, server: Server) -> None:
    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return await server.refuse(request, refusal)

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        return await server.refuse(request, Refusal("bad-request"))

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: HTTPException) -> Response:
        code = {404: "no-page", 405: "no-method"}.get(error.status_code, "bad-request")
        return await server.refuse(request, Refusal(code))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        return await server.refuse(request, Refusal("broken"))


def _add_pages(app: FastAPI, server: Server) -> None:
    @app.get("/")
    async def home(request: Request) -> Response:
        reader = await server.reader(request)
        rows = await guest_tables(server.store, reader.guest)
        return server.html(request, server.pages.home(reader, rows))

    @app.get("/tables")
    async def tables(request: Request) -> Response:
        reader = await server.reader(request)
        rows = await guest_tables(server.store, reader.guest)
        return server.html(request, server.pages.tables(reader, rows))

    @app.get("/rules/{name}")
    async def rules(request: Request, name: str, lang: str = "") -> Response:
        reader = await server.reader(request)
        if lang in LANGUAGES:
            reader = replace(reader, language=lang)
        return server.html(request, server.pages.rules(reader, known_game(name)))

    @app.post("/language")
    async def language(request: Request) -> Response:
        fields = await read_form(request)
        if fields.get("language") not in LANGUAGES:
            raise Refusal("bad-request")
        return _remembered(request, LANGUAGE, fields["language"], fields.get("back"))

    @app.post("/theme")
    async def theme(request: Request) -> Response:
        fields = await read_form(request)
        if fields.get("theme") not in THEMES:
            raise Refusal("bad-request")
        return _remembered(request, THEME, fields["theme"], fields.get("back"))

    @app.get("/static/{fingerprint}/{path:path}")
    async def static(request: Request, fingerprint: str, path: str) -> Response:
        return server.assets.respond(request, fingerprint, path)

    @app.get("/games/{name}/table.css")
    async def style(request: Request, name: str) -> Response:
        return server.assets.respond(request, None, f"games/{known_game(name).name}/table.css")

    @app.get("/favicon.ico")
    async def icon(request: Request) -> Response:
        return server.assets.respond(request, None, "icon.svg")

    @app.get("/healthz")
    async def health(request: Request) -> Response:
        await server.store.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        if server.store.trouble is not None:
            raise Refusal(server.store.trouble)
        return server.json(request, {"ok": True, "version": serai.__version__})


def _add_tables(app: FastAPI, server: Server) -> None:
    @app.post("/tables")
    async def new_table(request: Request) -> Response:
        return await server.to_new_table(request, await read_form(request))

    @app.post("/play/{name}")
    async def play(request: Request, name: str) -> Response:
        await read_form(request)
        return await server.to_new_table(request, {"game": known_game(name).name})

    @app.post("/tables/{key}/rematch")
    async def rematch(request: Request, key: str) -> Response:
        await read_form(request)
        guest = await server.guest(request)
        if guest is None:
            raise Refusal("not-yours")
        await server.check_pace(request, guest)
        return RedirectResponse(f"/tables/{await server.hub.rematch(guest, key)}", SEE_OTHER)

    async def show(request: Request, key: str, replay: bool) -> Response:
        reader = await server.reader(request)
        try:
            seating, seat = await server.seen_by(request, key)
        except Refusal as refusal:
            if refusal.code != "waiting" or replay:
                raise
            try:
                room = await server.lobby.room(key)
                return server.html(request, waiting_page(server, reader, room, site_of(request)))
            except Refusal as since:
                if since.code != "begun":
                    raise
            seating, seat = await server.seen_by(request, key)  # it has begun meanwhile
        whole = await server.hub.present(seating, seat, reader.language)
        return server.html(request, server.pages.table(reader, seating, whole, replay))

    @app.get("/tables/{key}")
    async def table(request: Request, key: str) -> Response:
        return await show(request, key, replay=False)

    @app.get("/tables/{key}/replay")
    async def replay(request: Request, key: str) -> Response:
        return await show(request, key, replay=True)

    @app.get("/tables/{key}/scenes/{number}")
    async def scene(request: Request, key: str, number: str) -> Response:
        seating, seat = await server.seen_by(request, key)
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            raise Refusal("no-position")
        past = await server.hub.past(seating, seat, language_of(request), int(number))
        return server.json(request, past)

    @app.get("/tables/{key}/chart")
    async def chart(request: Request, key: str) -> Response:
        seating, seat = await server.seen_by(request, key)
        say = game_words(seating.table.game, language_of(request))
        async with server.hub.held(seating) as seating:
            return server.json(request, seating.show.chart(seat, say))

    @app.get("/tables/{key}/record")
    async def record(request: Request, key: str) -> Response:
        seating, _ = await server.seen_by(request, key)
        async with server.hub.held(seating) as seating:
            if not seating.table.over:
                raise Refusal("running")
            text = seating.table.record().to_text()
        response = packed(request, text.encode(), "text/plain; charset=utf-8")
        name = f"{seating.table.game.name}-{key}.txt"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    async def socket(socket: WebSocket) -> None:
        try:
            check_origin(socket)
            seating, seat = await server.seen_by(socket, socket.path_params["key"])
        except Refusal as refusal:
            told = refusal.told(server_words(language_of(socket)))
            await socket.send_denial_response(Response(orjson.dumps({"error": told}), refusal.status))
            return
        guest = await server.guest(socket)
        connection = connection_of(socket)
        viewer = Connected(seat, language_of(socket), connection)
        if guest is not None:
            viewer.guest, viewer.session = guest.id, guest.session
        await socket.accept()
        await Line(server.meeting, server.chat, seating, viewer).begin()
        await connection.serve()

    # Straight to Starlette: when games end many come at once, and FastAPI would look for dependencies.
    app.router.add_websocket_route("/tables/{key}/socket", socket)


def known_game(name: str) -> Game:
    try:
        return serai.game(name)
    except UnknownGame as error:
        raise Refusal("no-game") from error


def packed(request: Request, body: bytes, kind: str, status: int = 200) -> Response:
    """A response, compressed if the browser can read that."""
    body, encoding = compress(body, request.headers.get("accept-encoding", ""))
    response = Response(body, status, media_type=kind)
    response.headers["Vary"] = "Accept-Encoding, Cookie"
    if encoding is not None:
        response.headers["Content-Encoding"] = encoding
    return response


def _remembered(request: Request, cookie: str, value: str, back: str | None) -> Response:
    """Keep a setting in a cookie that scripts may read, and go back to where the form stood."""
    response = RedirectResponse(path_of(back or "/") or "/", SEE_OTHER)
    response.set_cookie(cookie, value, KEPT, samesite="lax", secure=is_secure(request))
    return response


def path_of(address: str) -> str | None:
    """The path of an address on this server, if it is one. Browsers read `//`, a backslash, and what is left
    of either without control characters as the beginning of another site's address."""
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    return path if OWN_PATH.fullmatch(path) else None


def language_of(connection: HTTPConnection) -> str:
    """The language that was chosen, or the first that the browser asks for and we speak."""
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
