"""The pages about people: profiles and leaderboards."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

import serai
from serai.server.errors import Refusal
from serai.server.people.profiles import profile
from serai.server.people.ratings import A_DAY, AGAIN, DAY, ENOUGH, LEAD, SETTLED, leaderboard, with_bots
from serai.server.routes.contexts import ProfilePage, Rank, RankedGame, RanksPage, RatingsPage
from serai.server.routes.web import web_of
from serai.server.tables.levels import level_label
from serai.server.words import server_words

router = APIRouter()


@router.get("/people/{number}")
async def person(request: Request, number: str) -> Response:
    web = web_of(request)
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise Refusal("no-person")
    reader = await web.reader(request)
    own = reader.guest is not None and reader.guest.id == int(number)
    say = server_words(reader.language)
    found = await web.server.store.read(lambda connection: profile(connection, int(number), own, say))
    page: ProfilePage = {"person": found, "own": own}
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
    return web.html(request, web.pages.fill("ratings.html", await web.reader(request), page))


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
    return web.html(request, web.pages.fill("ranks.html", reader, page))
