"""Puzzles: today's for every game, any number of others, and the verdict on a choice."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from secrets import choice as draw
from time import time

import orjson
import sqlalchemy as sql
from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

import serai
from serai.analysis.puzzles import Puzzle
from serai.server.errors import Refusal
from serai.server.live.messages import PuzzleMessage, PuzzleScore
from serai.server.live.scenes import encode
from serai.server.live.study.puzzles import PuzzleTable, daily_puzzle, find_puzzle, puzzles_of, unseen_first
from serai.server.people.guests import Guest
from serai.server.people.puzzles import PuzzleHistory, Tried, history, note_shown, note_try, puzzle_points
from serai.server.people.ratings import points
from serai.server.routes.contexts import PuzzleCard, PuzzleGame, PuzzlePage, PuzzlesPage
from serai.server.routes.pages import name_of, private_table
from serai.server.routes.web import SEE_OTHER, Web, known_game, language_of, web_of
from serai.server.safety.connections import neighbours_of
from serai.server.safety.requests import read_form
from serai.server.tables.games import art_of

router = APIRouter()


@router.get("/puzzles")
async def index(request: Request) -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    day = datetime.now(UTC).date()
    todays = [one for name in serai.game_names() if (one := daily_puzzle(name, day)) is not None]

    def ask(connection: sql.Connection) -> tuple[PuzzleHistory, list[int]]:
        wanted = [(one.game, one.id, one.missed) for one in todays]
        return history(connection, _id_of(reader.guest), time()), puzzle_points(connection, wanted)

    done, rated = await web.server.store.read(ask)
    page: PuzzlesPage = {
        "games": [_game_of(one, number, done) for one, number in zip(todays, rated, strict=True)],
        "days": done.days,
        "today": done.today,
        "in_a_row": done.in_a_row,
        "right": done.right,
        "tried": len(done.first_right),
    }
    return web.html(request, web.pages.fill("puzzles.html", reader, page))


def _game_of(today: Puzzle, rating: int, done: PuzzleHistory) -> PuzzleGame:
    name = today.game
    known = puzzles_of(name)
    return {
        "name": name,
        "title": serai.game(name).title,
        "cover": Markup(art_of(name).cover),
        "today": _card_of(today, rating, done),
        "next": f"/puzzles/{name}",
        "number": len(known),
        "tried": sum(game == name and key in known for game, key in done.first_right),
        "points": points(done.means[name]) if name in done.means else None,
    }


def _card_of(puzzle: Puzzle, rating: int, done: PuzzleHistory) -> PuzzleCard:
    state = done.state(puzzle.game, puzzle.id)
    return {"url": f"/puzzles/{puzzle.game}/{puzzle.id}", "points": rating, "state": state}


@router.get("/puzzles/{name}")
async def another(request: Request, name: str, after: str = "") -> Response:
    """To any puzzle that the reader has not tried, then to one they have not found, then to any."""
    web = web_of(request)
    known = puzzles_of(known_game(name).name)
    if not known:
        raise Refusal("no-page")
    guest = await web.guest(request)
    done = await web.server.store.read(lambda connection: history(connection, _id_of(guest), time()))
    left = unseen_first({key: done.state(name, key) for key in known}, after)
    return RedirectResponse(f"/puzzles/{name}/{draw(left)}", SEE_OTHER)


@router.get("/puzzles/{name}/today")
async def today(name: str) -> Response:
    """To the puzzle of the day."""
    found = daily_puzzle(known_game(name).name, datetime.now(UTC).date())
    if found is None:
        raise Refusal("no-page")
    return RedirectResponse(f"/puzzles/{name}/{found.id}", SEE_OTHER)


@router.get("/puzzles/{name}/{puzzle}")
async def show(request: Request, name: str, puzzle: str) -> Response:
    web = web_of(request)
    found = find_puzzle(known_game(name).name, puzzle)
    await web.server.attempts.take("puzzle-address", neighbours_of(request))
    reader = await web.reader(request)

    def ask(connection: sql.Connection) -> PuzzleCard:
        (rating,) = puzzle_points(connection, [(name, puzzle, found.missed)])
        return _card_of(found, rating, history(connection, _id_of(reader.guest), time()))

    card = await web.server.store.read(ask)
    at = PuzzleTable(found, reader.language, name_of(reader.guest))
    facts, first = await private_table(at, f"{name}-{puzzle}", card["url"])
    first["settings"]["puzzle"] = card["url"]
    page: PuzzlePage = {**web.pages.table_page(at.game, facts, first), "puzzle": card}
    return web.html(request, web.pages.fill("puzzle.html", reader, page))


@router.get("/puzzles/{name}/{puzzle}/scenes/{number}")
async def scene(request: Request, name: str, puzzle: str, number: str) -> Response:
    """An earlier position, as the seat saw it."""
    web = web_of(request)
    found = find_puzzle(known_game(name).name, puzzle)
    await web.server.attempts.take("puzzle-address", neighbours_of(request))
    guest = await web.guest(request)
    at = PuzzleTable(found, language_of(request), name_of(guest))
    return web.json(request, await at.past(_number(number, "no-position")))


@router.post("/puzzles/{name}/{puzzle}")
async def answer(request: Request, name: str, puzzle: str) -> Response:
    """A request from the page's script; a visitor who chooses becomes a guest."""
    fields = await read_form(request)
    web = web_of(request)
    found = find_puzzle(known_game(name).name, puzzle)
    await web.server.attempts.take("puzzle-address", neighbours_of(request))
    reader = await web.reader(request)
    at = PuzzleTable(found, reader.language, name_of(reader.guest))
    if "explain" in fields:
        return _messages(encode(await at.explain(fields["explain"])))
    gives_up = "answer" in fields
    choice = found.best if gives_up else _number(fields.get("choose", ""))
    at.check(choice)
    guest, answered = await web.guest_or_new(request)
    await web.server.attempts.take("puzzle", guest.id)
    messages = await _judge(web, at, guest, choice, gives_up)
    return answered(_messages(*messages))


async def _judge(web: Web, at: PuzzleTable, guest: Guest, choice: int, gives_up: bool) -> list[str]:
    """Record an attempt, and return the verdict."""
    puzzle = at.puzzle
    right = choice == puzzle.best and not gives_up
    now = time()

    def keep(connection: sql.Connection) -> tuple[Tried, PuzzleHistory]:
        who = (connection, guest.id, puzzle.game, puzzle.id)
        note = note_shown if gives_up else partial(note_try, right=right)
        tried = note(*who, missed=puzzle.missed, now=now)
        return tried, history(connection, guest.id, now)

    tried, done = await web.server.store.write(keep)
    score: PuzzleScore = {
        "counts": tried.counts,
        "own": tried.own,
        "change": tried.change,
        "puzzle": tried.puzzle,
        "provisional": tried.provisional,
        "days": done.days,
        "right": done.in_a_row,
    }
    verdict: PuzzleMessage = {
        "puzzle": {
            "verdict": "shown" if gives_up else "right" if right else "wrong",
            "cost": 0.0 if right or gives_up else puzzle.values[0].share - puzzle.share(choice),
            "why": at.why(puzzle.values[1].choice if right or gives_up else choice),
            "best": "",
            "values": [],
            "score": score,
        }
    }
    if not right and not gives_up:
        return [encode(verdict)]
    values = await at.values()
    verdict["puzzle"]["values"] = values
    verdict["puzzle"]["best"] = values[0]["label"]
    return [await at.solve(), encode(verdict)]


def _messages(*texts: str) -> Response:
    body = orjson.dumps({"messages": [orjson.Fragment(text) for text in texts]})
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


def _number(text: str, code: str = "bad-request") -> int:
    """A number of choices, or of one. Raises `Refusal`."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Refusal(code)
    return int(text)


def _id_of(guest: Guest | None) -> int | None:
    return guest.id if guest is not None else None
