"""The home page and what all pages need: rules, language, theme, static files; and the health check."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

import serai
from serai.scene.say import LANGUAGES
from serai.server.errors import Refusal
from serai.server.people.guests import KEPT
from serai.server.routes.pages import guest_tables
from serai.server.routes.web import LANGUAGE, SEE_OTHER, THEME, THEMES, known_game, path_of, web_of
from serai.server.safety.connections import is_secure
from serai.server.safety.requests import read_form

router = APIRouter()


@router.get("/")
async def home(request: Request) -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    rows = await guest_tables(web.server.store, reader.guest)
    return web.html(request, web.pages.home(reader, rows))


@router.get("/tables")
async def tables(request: Request) -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    rows = await guest_tables(web.server.store, reader.guest)
    return web.html(request, web.pages.tables(reader, rows))


@router.get("/rules/{name}")
async def rules(request: Request, name: str, lang: str = "") -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    if lang in LANGUAGES:
        reader = replace(reader, language=lang)
    return web.html(request, web.pages.rules(reader, known_game(name)))


@router.post("/language")
async def language(request: Request) -> Response:
    fields = await read_form(request)
    if fields.get("language") not in LANGUAGES:
        raise Refusal("bad-request")
    return _remembered(request, LANGUAGE, fields["language"], fields.get("back"))


@router.post("/theme")
async def theme(request: Request) -> Response:
    fields = await read_form(request)
    if fields.get("theme") not in THEMES:
        raise Refusal("bad-request")
    return _remembered(request, THEME, fields["theme"], fields.get("back"))


@router.get("/static/{fingerprint}/{path:path}")
async def static(request: Request, fingerprint: str, path: str) -> Response:
    return web_of(request).assets.respond(request, fingerprint, path)


@router.get("/games/{name}/table.css")
async def style(request: Request, name: str) -> Response:
    return web_of(request).assets.respond(request, None, f"games/{known_game(name).name}/table.css")


@router.get("/favicon.ico")
async def icon(request: Request) -> Response:
    return web_of(request).assets.respond(request, None, "icon.svg")


@router.get("/healthz")
async def health(request: Request) -> Response:
    web = web_of(request)
    store = web.server.store
    await store.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
    if store.outage is not None:
        raise Refusal(store.outage)
    return web.json(request, {"ok": True, "version": serai.__version__})


def _remembered(request: Request, cookie: str, value: str, back: str | None) -> Response:
    """Keep a setting in a cookie that scripts may read, and go back to the page of the form."""
    response = RedirectResponse(path_of(back or "/") or "/", SEE_OTHER)
    response.set_cookie(cookie, value, KEPT, samesite="lax", secure=is_secure(request))
    return response
