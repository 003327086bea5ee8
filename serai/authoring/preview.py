"""A preview of a game's page after some random choices, which reloads when a file changes.

The page is served by a separate process, which is restarted after every change, so that all code is fresh. A
short script notices that and reloads the page. The query says what to show:

    /?choices=60&seat=1&players=3&lang=de&theme=dark&seed=3       `seat=watch`: a spectator; `over=1`: the end
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from time import sleep
from typing import Any, Final

import uvicorn
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import serai
from serai.checks.page import NAMES, look_at, words
from serai.kernel.check import random_choice
from serai.kernel.errors import BadOption, SeraiError
from serai.kernel.state import OVER, Event
from serai.scene.layers import plain
from serai.scene.say import LANGUAGES
from serai.scene.scene import Happening
from serai.scene.svg import paints_and_symbols, part_svg
from serai.server.routes.assets import Assets
from serai.server.routes.contexts import Reader
from serai.server.routes.pages import Pages, in_script
from serai.server.tables.games import is_plain
from serai.web.symbols import symbol_defs

LOOKED_AT: Final = (".py", ".css", ".js", ".json", ".md", ".po", ".svg", ".html")
PAUSE: Final = 0.25  # seconds between two scans of the files
RELOAD: Final = """\
let known = "";
const changes = new EventSource("/changes");
changes.onmessage = ({ data }) => {
  if (known && known !== data) location.reload();
  known = data;
};
"""
CHOICES: Final = 40


def first(name: str, query: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows: a random game as one of its seats sees it."""
    game = serai.game(name)
    players = _number(query, "players", game.most_players())
    wanted = _number(query, "choices", CHOICES)
    seat = None if query.get("seat") == "watch" else _number(query, "seat", 0)
    language = query.get("lang", "en")
    if language not in LANGUAGES:
        raise BadOption(f"no language {language!r}; there is {', '.join(LANGUAGES)}")
    say, view = words(game, language), game.view
    options = {option: query[option] for option in game.options if option in query}
    state = game.new(players, options)
    state.check_seat(seat)
    rng = serai.Rng(f"preview {query.get('seed', '1')}")
    log: list[dict[str, Any]] = []
    told: list[Event] = []
    number = 0
    # As many choices as requested, then on until the viewer has something to choose.
    while state.actor != OVER:
        if "over" not in query and number >= wanted and seat in (None, state.actor):
            break
        choice = random_choice(state, rng)
        before, actor, text = state.observe(seat), state.actor, state.seen_text(choice, seat)
        events: list[Event] = []
        state.events = events
        state.apply(choice)
        state.events = None
        told += events
        number += 1
        seen = [event.seen_by(seat) for event in events]
        happening = Happening(number, actor, text, seen, before, state.observe(seat))
        log += [{**line, "number": number} for line in view.lines(happening, look_at(state, seat, say, told))]
    look = look_at(state, seat, say, told)
    return {
        "scene": plain(view.scene(look)),
        "log": log,
        "number": number,
        "entry": number,
        "undo": False,
        "standing": view.standing(look, frozenset()),
        "settings": {
            "game": name,
            "table": "preview",
            "seat": seat,
            "players": players,
            "names": NAMES[:players],
            "bots": look.bots,
            "levels": [None] * players,
            "options": options,
            "speed": "normal",
            "commitment": "",
            "language": language,
            "replay": False,
        },
    }


def _number(query: Mapping[str, str], what: str, usual: int) -> int:
    try:
        return int(query.get(what, usual))
    except ValueError:
        raise BadOption(f"{what} is a number, not {query[what]!r}") from None


def page(name: str, pages: Pages, query: Mapping[str, str]) -> str:
    """The table's page."""
    shown = first(name, query)
    game = serai.game(name)
    art = game.view.art()
    paints, symbols = paints_and_symbols(str(symbol_defs()) + art.defs)
    settings, scene = shown["settings"], shown["scene"]
    reader = Reader(settings["language"], query.get("theme", ""), None, "/", [])
    html = pages.fill(
        "table.html",
        reader,
        {
            "game": name,
            "title": game.title,
            "table": {
                "id": "preview",
                "url": "/tables/preview",
                "seat": settings["seat"],
                "names": settings["names"],
                "over": scene["actor"] == OVER,
                "replay": False,
                "sociable": False,
                "shared": False,
                "explores": False,
            },
            "parts": [
                {
                    "name": part,
                    "width": drawing.width,
                    "height": drawing.height,
                    "svg": Markup(part_svg(art, part, scene)),
                }
                for part, drawing in art.parts.items()
            ],
            "paints": Markup(paints),
            "symbols": Markup(symbols),
            "style": pages.assets.url(f"games/{name}/table.css"),
            "plain": is_plain(name),
            "scene": scene,
            "first": in_script(shown),
        },
    )
    return html.replace("</body>", '<script src="/reload.js"></script></body>', 1)


def application(name: str) -> Starlette:
    """The page, its files, and a stream that identifies this process."""
    assets = Assets(watch=True)
    pages = Pages(assets, watch=True)
    here = str(os.getpid())

    async def show(request: Request) -> Response:
        try:
            return HTMLResponse(page(name, pages, dict(request.query_params)))
        except SeraiError as error:
            return _wrong(str(error), 400)
        except Exception:
            return _wrong(traceback.format_exc(), 500)

    async def static(request: Request) -> Response:
        return assets.respond(request, request.path_params["print"], request.path_params["path"])

    async def reload(request: Request) -> Response:
        return Response(RELOAD, media_type="text/javascript")

    async def changes(request: Request) -> Response:
        return StreamingResponse(stream(), media_type="text/event-stream")

    async def stream() -> AsyncIterator[str]:
        yield f"retry: 200\ndata: {here}\n\n"
        while True:
            await asyncio.sleep(60)
            yield ": still here\n\n"

    async def hear(websocket: WebSocket) -> None:
        """The page's connection to the server, which is never answered here."""
        await websocket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await websocket.receive_text()

    return Starlette(
        routes=[
            Route("/", show),
            Route("/reload.js", reload),
            Route("/changes", changes),
            Route("/static/{print}/{path:path}", static),
            WebSocketRoute("/socket", hear),
        ]
    )


def _wrong(text: str, status: int) -> Response:
    """An error page, shown until the problem is fixed."""
    body = f'<!doctype html><pre>{escape(text)}</pre><script src="/reload.js"></script>'
    return HTMLResponse(body, status)


def serve(name: str, port: int) -> None:
    """Serve until this process ends."""
    uvicorn.run(application(name), host="127.0.0.1", port=port, log_level="warning")


def stamps(folders: list[Path]) -> dict[str, int]:
    """The modification time of each file that a page may depend on."""
    found: dict[str, int] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            if path.suffix in LOOKED_AT and "__pycache__" not in path.parts:
                with suppress(FileNotFoundError):
                    found[str(path)] = path.stat().st_mtime_ns
    return found


def watch(name: str, port: int, tell: Callable[[str], None], pause: float = PAUSE) -> None:
    """Serve the page, in a new process after every change to the game's files, until stopped."""
    folder = serai.game(name).folder
    folders = [folder] if folder is not None else []
    port = port or free_port()
    before = stamps(folders)
    served = _start(name, port)
    tell(f"http://127.0.0.1:{port}/")
    try:
        while True:
            sleep(pause)
            now = stamps(folders)
            if now != before:
                before = now
                _stop(served)
                served = _start(name, port)
            elif served.poll() is not None:
                raise BadOption(f"the preview ended; is port {port} taken?")
    finally:
        _stop(served)


def _start(name: str, port: int) -> subprocess.Popen[bytes]:
    code = f"from serai.authoring.preview import serve; serve({name!r}, {port})"
    # Compiled modules do not change with their sources.
    return subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "SERAI_INTERPRETED": "1"})


def _stop(served: subprocess.Popen[bytes]) -> None:
    served.kill()
    served.wait()


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
