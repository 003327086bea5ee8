"""Tables: creating one, its page, replay, record and socket."""

from __future__ import annotations

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import RedirectResponse, Response

from serai.server.errors import Refusal
from serai.server.live.sockets.connection import connection_of
from serai.server.routes.lobby import waiting_page
from serai.server.routes.pages import Moment
from serai.server.routes.table_socket import SocketViewer, TableSocket
from serai.server.routes.web import (
    SEE_OTHER,
    compressed,
    deny,
    known_game,
    language_of,
    position_of,
    site_of,
    view_of,
    web_of,
)
from serai.server.safety.requests import check_origin, read_form
from serai.server.tables.games import game_words

router = APIRouter()


@router.post("/tables")
async def new_table(request: Request) -> Response:
    return await _to_new_table(request, await read_form(request))


@router.post("/play/{name}")
async def play(request: Request, name: str) -> Response:
    await read_form(request)
    return await _to_new_table(request, {"game": known_game(name).name})


async def _to_new_table(request: Request, wanted: dict[str, str]) -> Response:
    """Create a table; if seats are open, it waits for players."""
    web = web_of(request)
    guest, answered = await web.guest_or_new(request)
    await web.check_table_rate(request, guest)
    settings = await web.new_table(request, guest, wanted)
    return answered(RedirectResponse(f"/tables/{settings.id}", SEE_OTHER))


@router.post("/tables/{key}/rematch")
async def rematch(request: Request, key: str) -> Response:
    await read_form(request)
    web = web_of(request)
    guest = await web.guest(request)
    if guest is None:
        raise Refusal("not-yours")
    await web.check_table_rate(request, guest)
    return RedirectResponse(f"/tables/{await web.server.hub.rematch(guest, key)}", SEE_OTHER)


@router.get("/tables/{key}")
async def table(request: Request, key: str) -> Response:
    return await _show(request, key, replay=False)


@router.get("/tables/{key}/replay")
async def replay(request: Request, key: str, at: str = "", seat: str = "") -> Response:
    return await _show(request, key, replay=True, at=at, view=seat)


async def _show(request: Request, key: str, replay: bool, at: str = "", view: str = "") -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    try:
        live_table, seat = await web.table_and_seat(request, key)
    except Refusal as refusal:
        if refusal.code != "waiting" or replay:
            raise
        try:
            waiting_table = await web.server.lobby.waiting_table(key)
            page = await waiting_page(web, reader, waiting_table, site_of(request))
            return web.html(request, page)
        except Refusal as since:
            if since.code != "begun":
                raise
        live_table, seat = await web.table_and_seat(request, key)  # it has started meanwhile
    view_of(live_table.table, seat, view)
    number = position_of(at, live_table.table) if at else None
    snapshot = await web.server.hub.current_scene(live_table, seat, reader.language)
    moment = Moment(site_of(request), number, view)
    return web.html(request, web.pages.table(reader, live_table, snapshot, replay, moment))


@router.get("/tables/{key}/scenes/{number}")
async def scene(request: Request, key: str, number: str, seat: str = "") -> Response:
    web = web_of(request)
    live_table, own = await web.table_and_seat(request, key)
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise Refusal("no-position")
    shown = view_of(live_table.table, own, seat)
    if live_table.table.settings.explores and own is not None and not seat:
        # In an exploration every moment is seen from the seat that chose then.
        actor = live_table.table.played.position_after(position_of(number, live_table.table)).actor
        shown = actor if actor >= 0 else own
    past = await web.server.hub.past_scene(live_table, shown, language_of(request), int(number))
    return web.json(request, past)


@router.get("/tables/{key}/chart")
async def chart(request: Request, key: str) -> Response:
    web = web_of(request)
    live_table, seat = await web.table_and_seat(request, key)
    say = game_words(live_table.table.game, language_of(request))
    async with web.server.hub.locked(live_table) as live_table:
        return web.json(request, live_table.scenes.chart(seat, say))


@router.get("/tables/{key}/record")
async def record(request: Request, key: str) -> Response:
    web = web_of(request)
    live_table, _ = await web.table_and_seat(request, key)
    async with web.server.hub.locked(live_table) as live_table:
        if not live_table.table.over and not live_table.table.settings.explores:
            raise Refusal("running")
        text = live_table.table.record().to_text()
    response = compressed(request, text.encode(), "text/plain; charset=utf-8")
    name = f"{live_table.table.game.name}-{key}.txt"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


async def socket(socket: WebSocket) -> None:
    web = web_of(socket)
    try:
        check_origin(socket)
        live_table, seat = await web.table_and_seat(socket, socket.path_params["key"])
    except Refusal as refusal:
        await deny(socket, refusal)
        return
    guest = await web.guest(socket)
    connection = connection_of(socket)
    viewer = SocketViewer(seat, language_of(socket), connection)
    if guest is not None:
        viewer.guest, viewer.session = guest.id, guest.session
    await socket.accept()
    await TableSocket(web.server.table_acts, web.server.chat, live_table, viewer).begin()
    await connection.serve()


# Straight to Starlette: when games end many connect at once, and FastAPI would look for dependencies.
router.add_websocket_route("/tables/{key}/socket", socket)
