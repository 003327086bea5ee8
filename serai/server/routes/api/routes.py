"""The bot API: programs create, join and play tables in a person's name, with a token.

Cookies do not count here, so no other site's page can use it. Each line of a stream is a whole position: a
program that misses some misses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

import orjson
import sqlalchemy as sql
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPBearer
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

import serai
from serai.bots.names import level_names
from serai.kernel.state import OVER
from serai.scene.say import SOURCE
from serai.server.errors import Refusal
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.ops.server import Server
from serai.server.people.tokens import Bearer, bearer_of
from serai.server.routes.api.models import (
    Choose,
    Error,
    GameFacts,
    Legal,
    Me,
    NewTable,
    Position,
    SeatFacts,
    Sit,
    TableFacts,
)
from serai.server.routes.web import Web, exception_handlers, web_of
from serai.server.safety.connections import address_of, neighbours_of
from serai.server.safety.requests import BodyLimit
from serai.server.storage.schema import seats, tables
from serai.server.tables.repository import WAITING
from serai.server.words import server_words

ALIVE: Final = 15.0  # seconds of silence after which the stream sends a sign of life
MOST_STREAMS: Final = 20  # of one token
LISTED: Final = 100
LINES: Final = "application/x-ndjson"
ERRORS: Final = (400, 401, 403, 404, 408, 409, 410, 413, 429, 503, 507)
ABOUT: Final = """Play in a person's name with a token of the account page, in the header
`Authorization: Bearer serai_…`. Errors are `{"error": {"code", "text"}}`."""

router = APIRouter(responses={code: {"model": Error} for code in ERRORS})


def make_api(web: Web) -> FastAPI:
    """The API as an application of its own, with its own description."""
    api = FastAPI(
        title="Serai bot API",
        version=serai.__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        routes=list(router.routes),
        exception_handlers=exception_handlers(refuse, bad_field),
    )
    api.state.web = web
    _describe(api)
    api.add_middleware(BodyLimit)
    return api


def _describe(api: FastAPI) -> None:
    """Leave out of the description what the framework adds and we do not do."""
    whole = api.openapi

    def openapi() -> dict[str, Any]:
        described = whole()
        for path in described["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            described["components"]["schemas"].pop(name, None)
        return described

    api.openapi = openapi  # type: ignore[method-assign]


async def refuse(request: Request, refusal: Refusal) -> Response:
    web_of(request).server.metrics.refusals.labels(refusal.code).inc()
    fault = refusal.fault(server_words(SOURCE))
    head = {"WWW-Authenticate": "Bearer"} if refusal.code == "wrong-token" else None
    return JSONResponse({"error": fault}, refusal.status, head)


def bad_field(error: RequestValidationError) -> Refusal:
    where = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:3])
    return Refusal("bad-field", where)


def _only(kind: str, schema: dict[str, str]) -> dict[int | str, dict[str, Any]]:
    """The description of a response that is not JSON."""
    return {200: {"content": {kind: {"schema": schema}}}}


async def _allowed(request: Request, scope: str) -> Bearer:
    """The token of a request, which must allow a scope. Raises `Refusal`."""
    server = web_of(request).server
    header = request.headers.get("authorization", "")
    try:
        found = await bearer_of(server.store, header, address_of(request))
    except Refusal as refusal:
        if refusal.code == "wrong-token":
            await server.attempts.take("bearer-address", neighbours_of(request))
        raise
    await server.attempts.take("api", found.guest.id)
    found.need(scope)
    return found


# For the description only; `bearer_of` says more exactly what is wrong.
Scheme = Annotated[Any, Depends(HTTPBearer(auto_error=False, description="a personal token"))]


async def _reading(request: Request, scheme: Scheme) -> Bearer:
    return await _allowed(request, "read")


async def _playing(request: Request, scheme: Scheme) -> Bearer:
    return await _allowed(request, "play")


Reads = Annotated[Bearer, Depends(_reading)]
Plays = Annotated[Bearer, Depends(_playing)]


@router.get("/me")
async def me(bearer: Reads) -> Me:
    """Whose token it is, and what it allows."""
    return Me(id=bearer.guest.id, name=bearer.guest.name, scopes=sorted(bearer.scopes))


@router.get("/games")
async def games(bearer: Reads) -> list[GameFacts]:
    """The games, with their options and bots."""
    return [
        GameFacts(
            name=name,
            title=game.title,
            version=game.version,
            least=game.players[0],
            most=game.players[1],
            options={option: list(facts.values) for option, facts in game.options.items()},
            levels=level_names(game),
        )
        for name, game in ((name, serai.game(name)) for name in serai.game_names())
    ]


@router.get("/tables")
async def listed(request: Request, bearer: Reads) -> list[TableFacts]:
    """Your tables, and the public ones that wait for players; the latest first."""
    server = web_of(request).server
    mine = (
        sql.select(seats.c.table_id)
        .join(tables)
        .where(seats.c.guest_id == bearer.guest.id, tables.c.branch_at.is_(None))  # no program explores
    )
    waiting = server.lobby.waiting().with_only_columns(tables.c.id).subquery()
    wanted = tables.c.closed_at.is_(None) & tables.c.id.in_(mine.union(sql.select(waiting.c.id)))
    return await _facts(server, wanted, bearer)


@router.post("/tables", status_code=201)
async def new(request: Request, bearer: Plays, wanted: NewTable) -> TableFacts:
    """A new table. Without open seats it begins at once."""
    web = web_of(request)
    server = web.server
    await web.check_table_rate(request, bearer.guest)
    fields = {
        "game": wanted.game,
        "seat": str(wanted.seat),
        "others": wanted.others,
        "clock": wanted.clock,
        "speed": "instant",
        "public": "1" if wanted.public else "",
        "rated": "1" if wanted.rated else "",
        "players": "" if wanted.players is None else str(wanted.players),
    }
    fields |= {f"level_{seat}": level for seat, level in wanted.seats.items()}
    fields |= {f"option_{name}": value for name, value in wanted.options.items()}
    settings = await web.new_table(request, bearer.guest, fields)
    return await _one(server, bearer, settings.id)


@router.get("/tables/{key}")
async def facts(request: Request, bearer: Reads, key: str) -> TableFacts:
    """One table."""
    server = web_of(request).server
    return await _one(server, bearer, key)


@router.post("/tables/{key}/join")
async def join(request: Request, bearer: Plays, key: str, wanted: Sit) -> TableFacts:
    """Sit down at a table that waits for players."""
    server = web_of(request).server
    await server.lobby.sit(bearer.guest, key, wanted.invitation, wanted.seat)
    return await _one(server, bearer, key)


@router.get(
    "/tables/{key}/record", response_class=Response, responses=_only("text/plain", {"type": "string"})
)
async def record(request: Request, bearer: Reads, key: str) -> PlainTextResponse:
    """The record of a game that is over."""
    server = web_of(request).server
    async with server.hub.locked(await server.hub.get(key)) as live_table:
        if not live_table.table.over:
            raise Refusal("running")
        return PlainTextResponse(live_table.table.record().to_text())


async def _one(server: Server, bearer: Bearer, key: str) -> TableFacts:
    found = await _facts(server, (tables.c.id == key) & tables.c.closed_at.is_(None), bearer)
    if not found:
        raise Refusal("no-table")
    return found[0]


async def _facts(server: Server, wanted: sql.ColumnElement[bool], bearer: Bearer) -> list[TableFacts]:
    asked = tables.select().where(wanted).order_by(tables.c.changed_at.desc()).limit(LISTED)

    def ask(connection: sql.Connection) -> tuple[Any, Any]:
        rows = connection.execute(asked).all()
        occupants = seats.select().where(seats.c.table_id.in_([row.id for row in rows]))
        return rows, connection.execute(occupants.order_by(seats.c.seat)).all()

    rows, occupants = await server.store.read(ask)
    return [
        _table(row, [occupant for occupant in occupants if occupant.table_id == row.id], bearer)
        for row in rows
    ]


def _table(row: Any, occupants: list[Any], bearer: Bearer) -> TableFacts:
    own = [occupant.seat for occupant in occupants if occupant.guest_id == bearer.guest.id]
    return TableFacts(
        id=row.id,
        game=row.game,
        players=row.players,
        options=row.options,
        state="waiting" if row.actor == WAITING else "over" if row.actor == OVER else "running",
        rated=row.rated,
        public=row.public,
        seats=[
            SeatFacts(
                name=occupant.name,
                kind="bot" if occupant.level else "person" if occupant.guest_id else "open",
                level=occupant.level,
                you=occupant.guest_id == bearer.guest.id,
            )
            for occupant in occupants
        ],
        seat=own[0] if own else None,
        actor=row.actor if row.actor >= 0 else None,
        number=row.number,
        scores=row.scores,
        winners=row.winners,
    )


@router.get(
    "/tables/{key}/stream",
    response_class=Response,
    responses=_only(LINES, {"$ref": "#/components/schemas/Position"}),
)
async def stream(request: Request, bearer: Reads, key: str) -> StreamingResponse:
    """Lines of JSON: the position now, and again whenever it changes, until the game is over.

    `{"type": "alive"}` comes in times of silence; after `{"type": "again"}` the stream must be asked for
    again.
    """
    server = web_of(request).server
    live_table = await server.hub.get(key)
    guest = bearer.guest.id
    open_streams = server.streams[bearer.token]
    if len(open_streams) >= MOST_STREAMS:
        raise Refusal("too-many")
    viewer = Viewer(live_table.table.seat_of(guest), SOURCE, guest)

    async def lines() -> AsyncIterator[bytes]:
        open_streams.add(viewer)
        try:
            async for line in _lines(server, live_table, viewer):
                yield line + b"\n"
        finally:
            open_streams.discard(viewer)

    return StreamingResponse(lines(), media_type=LINES)


@router.post("/tables/{key}/choices")
async def choose(request: Request, bearer: Plays, key: str, wanted: Choose) -> Position:
    """Make a choice. What comes back is the position after it."""
    server = web_of(request).server
    live_table = await server.hub.get(key)
    seat = live_table.table.seat_of(bearer.guest.id)
    await server.hub.choose(live_table, seat, wanted.choice, wanted.number, None)
    async with server.hub.locked(live_table) as live_table:
        return position(live_table, seat)


async def _lines(server: Server, live_table: LiveTable, viewer: Viewer) -> AsyncIterator[bytes]:
    """The lines of a stream. The program counts as connected to the table."""
    sent: tuple[int, int] | None = None
    try:
        live_table = await server.hub.join(live_table, viewer)
        while True:
            async with server.hub.locked(live_table) as live_table:
                table = live_table.table
                now = (table.entry, table.participants.act_count)
                line = None if now == sent else orjson.dumps(position(live_table, viewer.seat).model_dump())
                sent = now
            if line is not None:
                yield line
            if table.over:
                return
            try:
                message = await asyncio.wait_for(viewer.waiting.get(), ALIVE)
                while message is not None and not viewer.waiting.empty():
                    message = viewer.waiting.get_nowait()
            except TimeoutError:
                yield b'{"type":"alive"}'
                continue
            if message is None:
                yield b'{"type":"again"}'
                return
    except Refusal:  # the table was dropped
        yield b'{"type":"again"}'
    finally:
        server.hub.leave(live_table, viewer)


def position(live_table: LiveTable, seat: int | None) -> Position:
    """The table as a seat sees it now."""
    table = live_table.table
    state = table.state
    # Forced choices are made by the server.
    yours = (
        seat is not None
        and table.person_due == seat
        and table.automatic() is None
        and not table.participants.paused
    )
    return Position(
        number=table.number,
        seat=seat,
        actor=int(state.actor) if state.actor >= 0 else None,
        yours=yours,
        legal=[Legal(id=choice, text=state.text(choice)) for choice in state.legal()] if yours else [],
        observation=dict(state.observe(seat)),
        over=table.over,
        scores=state.scores() if table.over else None,
        winners=table.winners if table.over else None,
    )
