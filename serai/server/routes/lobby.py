"""The lobby, and tables that wait for players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from fastapi import APIRouter, Request, WebSocket
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

import serai
from serai.server.community.chat import LONGEST, WHILE_WAITING, phrases
from serai.server.community.lobby import WaitingTable
from serai.server.errors import Refusal
from serai.server.live.notifications import Subscriber
from serai.server.people.guests import Guest
from serai.server.routes.contexts import LobbyPage, LobbyTable, Reader, WaitingPage
from serai.server.routes.pages import clocks, lesson_cards
from serai.server.routes.table_socket import serve_notifications
from serai.server.routes.web import SEE_OTHER, Web, deny, number, site_of, web_of
from serai.server.safety.requests import check_origin, read_form
from serai.server.tables.clocks import time_control_label
from serai.server.tables.games import art_of
from serai.server.tables.levels import level_label
from serai.server.tables.settings import Settings
from serai.server.words import server_words

router = APIRouter()


def _table(settings: Settings, reader: Reader) -> LobbyTable:
    say = server_words(reader.language)
    game = serai.game(settings.game)
    own = reader.guest.id if reader.guest else None
    return {
        "id": settings.id,
        "url": f"/tables/{settings.id}",
        "game": settings.game,
        "title": game.title,
        "clock": time_control_label(settings.clock, say),
        "rated": settings.rated,
        "public": settings.public,
        "seats": [
            {
                "seat": seat,
                "name": occupant.name,
                "open": occupant.guest is None and occupant.level is None,
                "bot": level_label(occupant.level, game, say) if occupant.level else "",
                "you": own is not None and occupant.guest == own,
            }
            for seat, occupant in enumerate(settings.occupants)
        ],
        "yours": any(own is not None and occupant.guest == own for occupant in settings.occupants),
    }


async def lobby_page(web: Web, reader: Reader) -> str:
    waiting, running = await web.server.lobby.listed()
    known = serai.game_names()  # a table's game may be installed no more
    page: LobbyPage = {
        "waiting": [_table(row["settings"], reader) for row in waiting if row["settings"].game in known],
        "running": [_table(row["settings"], reader) for row in running if row["settings"].game in known],
        "games": web.pages.games(reader.language),
        "clocks": clocks(reader.language),
    }
    return web.pages.fill("lobby.html", reader, page)


async def waiting_page(
    web: Web, reader: Reader, waiting_table: WaitingTable, site: str, invitation: str = ""
) -> str:
    """A table that waits for players, as the reader may see it."""
    own = reader.guest.id if reader.guest else None
    settings = waiting_table.settings
    table = _table(settings, reader)
    here = web.server.hub.notifications.present(settings.id)
    for row, occupant in zip(table["seats"], settings.occupants, strict=True):
        row["here"] = row["you"] or occupant.guest in here
        row["host"] = occupant.guest is not None and occupant.guest == waiting_table.host
    seated = waiting_table.seat_of(own) is not None
    host = own is not None and own == waiting_table.host
    say = server_words(reader.language)
    chat, muted = await web.server.chat.waiting_history(waiting_table, own, say)
    page: WaitingPage = {
        "table": table,
        "cover": Markup(art_of(settings.game).cover),
        "host": host,
        "seated": seated,
        "may_sit": not seated and (settings.public or invitation != ""),
        "link": f"{site}/invitations/{waiting_table.invitation}" if seated or host else "",
        "until": waiting_table.invited_until,
        "invitation": invitation,
        "lessons": lesson_cards(serai.game(settings.game), reader.language, reader.progress),
        "chat": chat,
        "muted": muted,
        "phrases": phrases(say, WHILE_WAITING),
        "longest": LONGEST,
    }
    return web.pages.fill("waiting.html", reader, page)


@router.get("/lobby")
async def show_lobby(request: Request) -> Response:
    web = web_of(request)
    return web.html(request, await lobby_page(web, await web.reader(request)))


@router.get("/invitations/{token}")
async def invited(request: Request, token: str) -> Response:
    web = web_of(request)
    key = await web.server.lobby.invited(token)
    reader = await web.reader(request)
    try:
        waiting_table = await web.server.lobby.waiting_table(key)
    except Refusal as refusal:
        if refusal.code != "begun":
            raise
        return RedirectResponse(f"/tables/{key}", SEE_OTHER)  # to play on, or to watch
    if waiting_table.seat_of(reader.guest.id if reader.guest else None) is not None:
        return RedirectResponse(f"/tables/{key}", SEE_OTHER)
    return web.html(request, await waiting_page(web, reader, waiting_table, site_of(request), token))


@router.post("/tables/{key}/sit")
async def sit(request: Request, key: str) -> Response:
    web = web_of(request)
    fields = await read_form(request)
    guest, answered = await web.guest_or_new(request)
    seat = number(fields["seat"]) if fields.get("seat") else None
    try:
        await web.server.lobby.sit(guest, key, fields.get("invitation") or None, seat)
    except Refusal:
        if not await web.server.lobby.is_seated(guest, key):  # else they asked twice
            raise
    return answered(RedirectResponse(f"/tables/{key}", SEE_OTHER))


@contextmanager
def to_table_if_begun() -> Iterator[None]:
    """For forms that lead to the table: the host may press a button twice, or just after the last seat was
    taken. The game has started, which is what they wanted."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code != "begun":
            raise


async def _as_guest(request: Request, act: Callable[[Guest, str], Awaitable[None]]) -> None:
    """Do what a form without fields asks at a table."""
    await read_form(request)
    await act(await web_of(request).require_guest(request), request.path_params["key"])


@router.post("/tables/{key}/rise")
async def rise(request: Request) -> Response:
    await _as_guest(request, web_of(request).server.lobby.leave)
    return RedirectResponse("/lobby", SEE_OTHER)


@router.post("/tables/{key}/seats/{seat}")
async def change(request: Request, key: str, seat: str) -> Response:
    web = web_of(request)
    fields = await read_form(request)
    guest = await web.require_guest(request)
    with to_table_if_begun():
        await web.server.lobby.change(guest, key, number(seat), fields.get("to", ""))
    return RedirectResponse(f"/tables/{key}", SEE_OTHER)


@router.post("/tables/{key}/invitation")
async def invite(request: Request, key: str) -> Response:
    await _as_guest(request, web_of(request).server.lobby.invite)
    return RedirectResponse(f"/tables/{key}", SEE_OTHER)


@router.post("/tables/{key}/start")
async def start(request: Request, key: str) -> Response:
    with to_table_if_begun():
        await _as_guest(request, web_of(request).server.lobby.start)
    return RedirectResponse(f"/tables/{key}", SEE_OTHER)


@router.post("/tables/{key}/chat")
async def chat(request: Request, key: str) -> Response:
    """Chat while the table waits: writing, muting, reporting."""
    web = web_of(request)
    fields = await read_form(request)
    guest = await web.require_guest(request)
    waiting_table = await web.server.lobby.waiting_table(key)
    if waiting_table.seat_of(guest.id) is None:
        raise Refusal("not-seated")
    said = web.server.chat
    if "report" in fields:
        await said.add_report(key, guest.id, number(fields["report"], longest=9))
    elif "mute" in fields:
        await said.set_muted(waiting_table.settings, guest.id, number(fields["mute"]), on=True)
    elif "unmute" in fields:
        await said.set_muted(waiting_table.settings, guest.id, number(fields["unmute"]), on=False)
    else:
        await said.speak_while_waiting(waiting_table, guest.id, fields.get("say"), fields.get("phrase"))
    return RedirectResponse(f"/tables/{key}", SEE_OTHER)


@router.websocket("/bell")
async def notifications(socket: WebSocket, about: str = "") -> None:
    web = web_of(socket)
    try:
        check_origin(socket)
        guest = await web.guest(socket)
    except Refusal as refusal:
        await deny(socket, refusal)
        return
    topics = frozenset({about[:16]} if about else ())
    subscriber = Subscriber(guest.id, topics, guest.session) if guest else Subscriber(None, topics)
    await serve_notifications(web.server.hub.notifications, socket, subscriber)
