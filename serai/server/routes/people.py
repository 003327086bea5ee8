"""The pages about people: profiles, leaderboards, and those that links in mails lead to."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

import serai
from serai.kernel.errors import UnknownGame
from serai.scene.say import Say, speak
from serai.server.errors import Refusal
from serai.server.people.mail import CONFIRM, STOP, Mail
from serai.server.people.profiles import profile
from serai.server.people.ratings import A_DAY, AGAIN, DAY, ENOUGH, LEAD, SETTLED, leaderboard, with_bots
from serai.server.people.statistics import game_statistics, numbers_of_players
from serai.server.routes.contexts import (
    MailPage,
    ProfilePage,
    Rank,
    RankedGame,
    RanksPage,
    RatingsPage,
    StatisticsPage,
)
from serai.server.routes.web import Web, known_game, web_of
from serai.server.routes.web import number as small_number
from serai.server.safety.requests import read_body
from serai.server.tables.games import game_words
from serai.server.tables.levels import level_label
from serai.server.tables.settings import default_players
from serai.server.words import server_words

router = APIRouter()


def source_words(name: str, language: str) -> Say:
    """The translations of a game; none if its package is no longer installed."""
    try:
        return game_words(serai.game(name), language)
    except UnknownGame:
        return speak(Path(), language)


@router.get("/people/{number}")
async def person(request: Request, number: str) -> Response:
    web = web_of(request)
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise Refusal("no-person")
    reader = await web.reader(request)
    own = reader.guest is not None and reader.guest.id == int(number)
    say = server_words(reader.language)
    found = await web.server.store.read(lambda connection: profile(connection, int(number), own, say))
    words = {one["name"]: source_words(one["name"], reader.language) for one in found.games}
    page: ProfilePage = {"person": found, "own": own, "words": words}
    return web.html(request, web.pages.fill("profile.html", reader, page))


@router.get("/ratings")
async def what_counts(request: Request) -> Response:
    web = web_of(request)
    page: RatingsPage = {
        "enough": ENOUGH,
        "settled": SETTLED,
        "again": round(AGAIN / DAY),
        "lead": LEAD,
        "a_day": A_DAY,
    }
    return web.html(request, web.pages.fill("rating-rules.html", await web.reader(request), page))


@router.get("/statistics")
async def first_statistics(request: Request) -> Response:
    return RedirectResponse(f"/statistics/{serai.game_names()[0]}")


@router.get("/statistics/{name}")
async def statistics(request: Request, name: str, players: str = "") -> Response:
    web = web_of(request)
    game = known_game(name)
    numbers = numbers_of_players(name)
    wanted = small_number(players) if players else default_players(game)
    if wanted not in numbers:
        raise Refusal("bad-option", f"{wanted} players")
    reader = await web.reader(request)
    found = await web.server.store.read(lambda connection: game_statistics(connection, name, wanted))
    page: StatisticsPage = {
        "game": name,
        "title": game.title,
        "games": [
            {"name": other, "title": serai.game(other).title, "here": other == name}
            for other in serai.game_names()
        ],
        "numbers": numbers,
        "statistics": found,
        "words": game_words(game, reader.language),
    }
    return web.html(request, web.pages.fill("statistics.html", reader, page))


@router.get("/ranks")
async def first(request: Request) -> Response:
    return RedirectResponse(f"/ranks/{serai.game_names()[0]}")


@router.get("/ranks/{name}")
async def ranks(request: Request, name: str) -> Response:
    web = web_of(request)
    if name not in serai.game_names():
        raise Refusal("no-game")
    reader = await web.reader(request)
    say = server_words(reader.language)
    found = await web.server.store.read(lambda connection: leaderboard(connection, name))
    rows: list[Rank] = [
        {
            "place": None if one.provisional else place,
            "name": one.name if one.level is None else level_label(one.level, serai.game(name), say),
            "url": f"/people/{one.guest}" if one.guest is not None else None,
            "points": one.points,
            "games": one.games,
            "provisional": one.provisional,
            "own": reader.guest is not None and one.guest == reader.guest.id,
        }
        for place, one in enumerate(with_bots(name, found), 1)
    ]
    games: list[RankedGame] = [
        {"name": other, "title": serai.game(other).title, "here": other == name}
        for other in serai.game_names()
    ]
    title = serai.game(name).title
    page: RanksPage = {"games": games, "title": title, "rows": rows, "settled": SETTLED}
    return web.html(request, web.pages.fill("ranking.html", reader, page))


@router.get("/mail/{kind}/{token}")
async def ask_about_link(request: Request, kind: str, token: str) -> Response:
    """Asks first: programs that check mails follow links."""
    web = web_of(request)
    row = await _mail(web, kind).owner(kind, token)
    return _mail_page(web, request, kind, row.mail, done=False)


@router.post("/mail/{kind}/{token}")
async def use_link(request: Request, kind: str, token: str) -> Response:
    """The token alone decides: mail programs send this themselves, without cookies (RFC 8058)."""
    await read_body(request)
    web = web_of(request)
    await _mail(web, kind).use_link(kind, token)
    return _mail_page(web, request, kind, "", done=True)


def _mail(web: Web, kind: str) -> Mail:
    if kind not in (CONFIRM, STOP):
        raise Refusal("no-page")
    if web.server.mail is None:
        raise Refusal("no-mail")
    return web.server.mail


def _mail_page(web: Web, request: Request, kind: str, address: str, done: bool) -> Response:
    page: MailPage = {"kind": kind, "address": address, "done": done}
    return web.html(request, web.pages.fill("mail.html", web.anonymous_reader(request), page))
