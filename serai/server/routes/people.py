"""The pages about others: profiles and ranks.

`profile.html`: `person` (`serai.server.people.profiles.Profile`), `own`: whether it is the reader's.

`ratings.html`: the numbers of `serai.server.people.ratings`.

`ranks.html`: `games`: [{"name", "title", "here"}]; `title`; `rows`: [{"place" (None while provisional),
"name", "url" (None for bots), "points", "games", "provisional", "own"}]; `settled`: after how many games a
rating counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from starlette.responses import RedirectResponse, Response

import serai
from serai.server.errors import Refusal
from serai.server.people.profiles import profile
from serai.server.people.ratings import A_DAY, AGAIN, DAY, ENOUGH, LEAD, SETTLED, leaderboard
from serai.server.tables.games import server_words
from serai.server.tables.levels import level_label

if TYPE_CHECKING:
    from serai.server.routes.app import Server


def add_people_pages(app: FastAPI, server: Server) -> None:
    @app.get("/people/{number}")
    async def person(request: Request, number: str) -> Response:
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            raise Refusal("no-person")
        reader = await server.reader(request)
        own = reader.guest is not None and reader.guest.id == int(number)
        say = server_words(reader.language)
        found = await server.store.read(lambda connection: profile(connection, int(number), own, say))
        return server.html(request, server.pages.fill("profile.html", reader, person=found, own=own))

    @app.get("/ratings")
    async def what_counts(request: Request) -> Response:
        page = server.pages.fill(
            "ratings.html",
            await server.reader(request),
            enough=ENOUGH,
            settled=SETTLED,
            again=round(AGAIN / DAY),
            lead=LEAD,
            a_day=A_DAY,
        )
        return server.html(request, page)

    @app.get("/ranks")
    async def first(request: Request) -> Response:
        return RedirectResponse(f"/ranks/{serai.game_names()[0]}")

    @app.get("/ranks/{name}")
    async def ranks(request: Request, name: str) -> Response:
        if name not in serai.game_names():
            raise Refusal("no-game")
        reader = await server.reader(request)
        say = server_words(reader.language)
        found = await server.store.read(lambda connection: leaderboard(connection, name))
        rows = [
            {
                "place": None if one.provisional else place,
                "name": one.name if one.level is None else level_label(one.level, say),
                "url": f"/people/{one.guest}" if one.guest is not None else None,
                "points": one.points,
                "games": one.games,
                "provisional": one.provisional,
                "own": reader.guest is not None and one.guest == reader.guest.id,
            }
            for place, one in enumerate(found, 1)
        ]
        games = [
            {"name": other, "title": serai.game(other).title, "here": other == name}
            for other in serai.game_names()
        ]
        title = serai.game(name).title
        page = server.pages.fill("ranks.html", reader, games=games, title=title, rows=rows, settled=SETTLED)
        return server.html(request, page)
