"""The addresses of the lobby and of tables that wait for players, and what their pages get.

`lobby.html`: `waiting` and `running`: [{"id", "url", "game", "title", "clock", "rated", "public", "seats":
[{"seat", "name", "open", "bot" (its level, or ""), "you"}], "yours"}]; `games`, as `home.html`; `clocks`:
[{"name", "label"}].

`waiting.html`: `table`: the same, with "here" and "host" for each seat too; `cover`: its picture;
`host`: whether the reader is; `seated`; `may_sit`; `link`: the invitation to pass on, for those who sit
there; `until`: when it ends; `invitation`: the token that the reader came with, or "".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from fastapi import FastAPI, Request, WebSocket
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

import serai
from serai.server.community.lobby import Room
from serai.server.errors import Refusal
from serai.server.live.notifications import Listener
from serai.server.routes.table_socket import ring
from serai.server.safety.requests import check_origin, read_form
from serai.server.tables.clocks import PACES, pace_label
from serai.server.tables.games import art_of, server_words
from serai.server.tables.levels import level_label
from serai.server.tables.settings import Settings

if TYPE_CHECKING:
    from serai.server.routes.app import Server
    from serai.server.routes.pages import Reader

SEE_OTHER = 303


def clocks(language: str) -> list[dict[str, str]]:
    say = server_words(language)
    return [{"name": name, "label": pace_label(name, say)} for name in PACES]


def _table(settings: Settings, reader: Reader) -> dict[str, Any]:
    say = server_words(reader.language)
    own = reader.guest.id if reader.guest else None
    return {
        "id": settings.id,
        "url": f"/tables/{settings.id}",
        "game": settings.game,
        "title": serai.game(settings.game).title,
        "clock": pace_label(settings.clock, say),
        "rated": settings.rated,
        "public": settings.public,
        "seats": [
            {
                "seat": seat,
                "name": chair.name,
                "open": chair.guest is None and chair.level is None,
                "bot": level_label(chair.level, say) if chair.level else "",
                "you": own is not None and chair.guest == own,
            }
            for seat, chair in enumerate(settings.chairs)
        ],
        "yours": any(own is not None and chair.guest == own for chair in settings.chairs),
    }


async def lobby_page(server: Server, reader: Reader) -> str:
    waiting, running = await server.lobby.listed()
    return server.pages.fill(
        "lobby.html",
        reader,
        waiting=[_table(row["settings"], reader) for row in waiting],
        running=[_table(row["settings"], reader) for row in running],
        games=server.pages.games(reader.language),
        clocks=clocks(reader.language),
    )


def waiting_page(server: Server, reader: Reader, room: Room, site: str, invitation: str = "") -> str:
    """A table that waits, as the reader may see it."""
    own = reader.guest.id if reader.guest else None
    settings = room.settings
    table = _table(settings, reader)
    here = server.hub.bell.present(settings.id)
    for row, chair in zip(table["seats"], settings.chairs, strict=True):
        row["here"] = row["you"] or chair.guest in here
        row["host"] = chair.guest is not None and chair.guest == room.host
    seated = room.seat_of(own) is not None
    host = own is not None and own == room.host
    return server.pages.fill(
        "waiting.html",
        reader,
        table=table,
        cover=Markup(art_of(settings.game).cover),
        host=host,
        seated=seated,
        may_sit=not seated and (settings.public or invitation != ""),
        link=f"{site}/invitations/{room.invitation}" if seated or host else "",
        until=room.invited_until,
        invitation=invitation,
    )


def site_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def add_waiting(app: FastAPI, server: Server) -> None:
    @app.get("/lobby")
    async def show_lobby(request: Request) -> Response:
        return server.html(request, await lobby_page(server, await server.reader(request)))

    @app.get("/invitations/{token}")
    async def invited(request: Request, token: str) -> Response:
        key = await server.lobby.invited(token)
        reader = await server.reader(request)
        try:
            room = await server.lobby.room(key)
        except Refusal as refusal:
            if refusal.code != "begun":
                raise
            return RedirectResponse(f"/tables/{key}", SEE_OTHER)  # to play on, or to watch
        if room.seat_of(reader.guest.id if reader.guest else None) is not None:
            return RedirectResponse(f"/tables/{key}", SEE_OTHER)
        return server.html(request, waiting_page(server, reader, room, site_of(request), token))

    @app.post("/tables/{key}/sit")
    async def sit(request: Request, key: str) -> Response:
        fields = await read_form(request)
        guest, answered = await server.known_guest(request)
        seat = number(fields["seat"]) if fields.get("seat") else None
        await server.lobby.sit(guest, key, fields.get("invitation") or None, seat)
        return answered(RedirectResponse(f"/tables/{key}", SEE_OTHER))

    @app.post("/tables/{key}/rise")
    async def rise(request: Request, key: str) -> Response:
        await read_form(request)
        await server.lobby.rise(await server.own_guest(request), key)
        return RedirectResponse("/lobby", SEE_OTHER)

    @app.post("/tables/{key}/seats/{seat}")
    async def change(request: Request, key: str, seat: str) -> Response:
        fields = await read_form(request)
        guest = await server.own_guest(request)
        await server.lobby.change(guest, key, number(seat), fields.get("to", ""))
        return RedirectResponse(f"/tables/{key}", SEE_OTHER)

    @app.post("/tables/{key}/invitation")
    async def invite(request: Request, key: str) -> Response:
        await read_form(request)
        await server.lobby.invite(await server.own_guest(request), key)
        return RedirectResponse(f"/tables/{key}", SEE_OTHER)

    @app.post("/tables/{key}/start")
    async def start(request: Request, key: str) -> Response:
        await read_form(request)
        await server.lobby.start(await server.own_guest(request), key)
        return RedirectResponse(f"/tables/{key}", SEE_OTHER)

    @app.websocket("/bell")
    async def bell(socket: WebSocket, about: str = "") -> None:
        try:
            check_origin(socket)
            guest = await server.guest(socket)
        except Refusal as refusal:
            told = refusal.told(server_words("en"))
            await socket.send_denial_response(Response(orjson.dumps({"error": told}), refusal.status))
            return
        topics = frozenset({about[:16]} if about else ())
        listener = Listener(guest.id, topics, guest.session) if guest else Listener(None, topics)
        await ring(server.hub.bell, socket, listener)


def number(text: str) -> int:
    """A small number of a form or an address. Raises `Refusal`."""
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise Refusal("bad-request")
    return int(text)
