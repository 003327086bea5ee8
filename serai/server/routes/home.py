"""The home page and what all pages need: rules, language, theme, static files; and the health check."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

import serai
from serai.scene.say import LANGUAGES
from serai.server.errors import Refusal
from serai.server.people.guests import KEPT
from serai.server.routes.contexts import Reader, TableRow
from serai.server.routes.pages import guest_tables
from serai.server.routes.web import LANGUAGE, SEE_OTHER, THEME, THEMES, known_game, path_of, web_of
from serai.server.safety.connections import is_secure
from serai.server.safety.requests import read_form

router = APIRouter()


@router.get("/")
async def home(request: Request) -> Response:
    return await _with_tables(request, web_of(request).pages.home)


@router.get("/tables")
async def tables(request: Request) -> Response:
    return await _with_tables(request, web_of(request).pages.tables)


async def _with_tables(request: Request, fill: Callable[[Reader, list[TableRow]], str]) -> Response:
    """A page that lists the reader's tables."""
    web = web_of(request)
    reader = await web.reader(request)
    return web.html(request, fill(reader, await guest_tables(web.server.store, reader.guest)))


@router.get("/rules/{name}")
async def rules(request: Request, name: str, lang: str = "") -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    if lang in LANGUAGES:
        reader = replace(reader, language=lang)
    return web.html(request, web.pages.rules(reader, known_game(name)))


@router.post("/language")
async def language(request: Request) -> Response:
    return await _remember(request, "language", LANGUAGES, LANGUAGE)


@router.post("/theme")
async def theme(request: Request) -> Response:
    return await _remember(request, "theme", THEMES, THEME)


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


async def _remember(request: Request, field: str, known: Container[str], cookie: str) -> Response:
    """Keep a setting in a cookie that scripts may read, and go back to the page of the form."""
    fields = await read_form(request)
    if field not in fields or fields[field] not in known:
        raise Refusal("bad-request")
    response = RedirectResponse(path_of(fields.get("back") or "/") or "/", SEE_OTHER)
    response.set_cookie(cookie, fields[field], KEPT, samesite="lax", secure=is_secure(request))
    return response
