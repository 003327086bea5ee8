"""A picture or a page of a game's table after some random choices, for those who draw it.

    python tools/preview.py yspahan table.png --choices 60 --seed 3 --size 1440x900 --theme dark --lang de
    python tools/preview.py yspahan --port 8099      # look at it in a browser; reload to see changes

`--seat` is who looks ("watch": nobody), `--seek` goes on until that seat is asked something with at least
so many choices, `--over` plays to the end. Needs Playwright and Debian's Chromium for pictures.
"""

from __future__ import annotations

import argparse
import json
import mimetypes
import shutil
import sys
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

import serai
from serai.kernel.state import CHANCE, OVER, Event, State
from serai.scene.layers import plain
from serai.scene.say import LANGUAGES, speak
from serai.scene.scene import Happening, Look
from serai.scene.svg import paints_and_symbols, part_svg
from serai.web.house import WEB, house_defs

NAMES = ["You", "Mirza", "Shirin", "Zal", "Dunya"]
ROOT = Path(__file__).parent.parent
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def preview_of(state: State, seat: int | None, choice: int) -> list[Event]:
    """What a choice would bring, in a position that the viewer must think possible."""
    copy = state.determinize(seat, serai.Rng("preview"))
    events: list[Event] = []
    copy.events = events
    copy.apply(choice)
    return [event.seen_by(seat) for event in events]


def look_at(state: State, seat: int | None, language: str, game: str) -> Look:
    asked = state.actor == seat
    names = [NAMES[k] for k in range(state.players)]
    return Look(
        seen=state.observe(seat),
        say=speak(ROOT / "serai" / "games" / game, language),
        names=names,
        bots=[k != seat for k in range(state.players)],
        legal=state.legal() if asked else [],
        text=state.text,
        preview=partial(preview_of, state, seat),
    )


def play(args: argparse.Namespace) -> dict[str, Any]:
    """The first message of a table page."""
    game = serai.game(args.game)
    options = dict(pair.split("=", 1) for pair in args.option)
    state = game.new(args.players, options)
    seat = None if args.seat == "watch" else int(args.seat)
    rng = serai.Rng(f"preview {args.seed}")
    log: list[dict[str, Any]] = []
    number = 0
    while state.actor != OVER:
        enough = number >= args.choices and not args.over
        if enough and (not args.seek or (state.actor == seat and len(state.legal()) >= args.seek)):
            break
        choice = state.sample(rng) if state.actor == CHANCE else state.legal()[rng.below(len(state.legal()))]
        before, actor, text = state.observe(seat), state.actor, state.seen_text(choice, seat)
        events: list[Event] = []
        state.events = events
        state.apply(choice)
        state.events = None
        number += 1
        told = [event.seen_by(seat) for event in events]
        look = look_at(state, seat, args.lang, args.game)
        happening = Happening(number, actor, text, told, before, look.seen)
        log += [{**line, "number": number} for line in game.view.lines(happening, look)]
    look = look_at(state, seat, args.lang, args.game)
    return {
        "scene": plain(game.view.scene(look)),
        "log": log,
        "number": number,
        "undo": True,
        "standing": game.view.standing(look, frozenset()),
        "settings": {"socket": False, "table": "preview", "speed": "normal"},
    }


def page(args: argparse.Namespace) -> str:
    game = serai.game(args.game)
    art = game.view.art()
    paints, symbols = paints_and_symbols(str(house_defs()) + art.defs)
    templates = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals["house_defs"] = house_defs
    return templates.get_template("table.html").render(
        say=speak(WEB, args.lang),
        language=args.lang,
        languages=LANGUAGES,
        theme=args.theme,
        here="/",
        static=lambda path: f"/static/{path}",
        guest=None,
        game=args.game,
        title=game.title,
        table={"id": "preview", "url": "/", "seat": 0, "names": [], "over": False, "replay": False},
        parts=[
            {"name": name, "width": part.width, "height": part.height, "svg": part_svg(art, name)}
            for name, part in art.parts.items()
        ],
        paints=paints,
        symbols=symbols,
        style=f"/static/games/{args.game}/table.css",
        first=json.dumps(play(args), ensure_ascii=False).replace("<", "\\u003c"),
    )


def serve(args: argparse.Namespace) -> ThreadingHTTPServer:
    """A server of one page and the static files."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            if path.startswith("/static/games/"):
                file = serai.game(path.split("/")[3]).view.art().style
                body, kind = file.read_bytes(), "text/css"
            elif path.startswith("/static/"):
                file = (WEB / "static" / path.removeprefix("/static/")).resolve()
                if not file.is_file():
                    return self.send_error(404)
                body, kind = file.read_bytes(), mimetypes.guess_type(file.name)[0] or "font/woff2"
            elif path == "/":
                body, kind = page(args).encode(), "text/html; charset=utf-8"
            else:
                return self.send_error(404)
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Cache-Control", "no-store")
            self.send_header(
                "Content-Security-Policy", "default-src 'self'; img-src 'self' data:; style-src 'self'"
            )
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *values: object) -> None:  # noqa: A002
            pass

    return ThreadingHTTPServer(("127.0.0.1", args.port), Handler)


def shoot(args: argparse.Namespace, address: str) -> None:
    from playwright.sync_api import sync_playwright

    width, height = map(int, args.size.split("x"))
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM)
        phone = width < 600
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=args.scale,
            has_touch=phone,
            reduced_motion="reduce",
        )
        tab = context.new_page()
        tab.on("console", lambda message: print(f"{message.type}: {message.text}", file=sys.stderr))
        tab.on("pageerror", lambda error: print(f"error: {error}", file=sys.stderr))
        tab.goto(address)
        tab.wait_for_selector("body.ready", timeout=20_000)
        tab.evaluate("document.fonts.ready")
        if args.run:
            tab.evaluate(args.run)
            tab.wait_for_timeout(400)
        tab.screenshot(path=args.out)
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("out", nargs="?", help="a .png or .html file; without it, a server")
    parser.add_argument("--seat", default="0")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--choices", type=int, default=40)
    parser.add_argument("--seek", type=int, default=0)
    parser.add_argument("--over", action="store_true")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--theme", default="light", choices=["light", "dark"])
    parser.add_argument("--lang", default="en", choices=list(LANGUAGES))
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--run", default="", help="JavaScript to run before the picture")
    parser.add_argument("--port", type=int, default=0)
    args = parser.parse_args()
    if args.out and args.out.endswith(".html"):
        Path(args.out).write_text(page(args), encoding="utf-8")
        return
    server = serve(args)
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    if not args.out:
        print(address, flush=True)
        server.serve_forever()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    shoot(args, address)
    server.shutdown()


if __name__ == "__main__":
    main()
