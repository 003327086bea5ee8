"""Statistics of people and of games: results by seat and opening, points by source, the best games.

Each finished game adds a row for each seat, and its people's results to the totals of the game. If people
have played little, games among bots fill in (`benchmarks/bot_games.py` plays them).
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import time
from typing import Any, Final

import sqlalchemy as sql

import serai
from serai.kernel.state import OVER
from serai.server.errors import Refusal
from serai.server.storage.schema import results, seats, tables, tallies
from serai.server.storage.store import Store
from serai.server.tables import repository
from serai.server.tables.results import SeatResult, seat_results
from serai.server.tables.table import Table

SEAT, OPENING, SOURCE = "seat", "opening", "source"
ENOUGH: Final = 30  # results of people for a number of players; with fewer, bots stand in
OPENINGS: Final = 8  # that are shown
BEST: Final = 5
LATEST: Final = 300  # games of a person that are looked at
MISSED: Final = 200  # games that are added at once, of those that ended while nobody counted
ARENA: Final = Path(__file__).with_name("arena.json")
# Made once, as a game adds to some thirty totals. A parameter must not have the name of a column.
_ADD: Final = (
    tallies.update()
    .where(*(column == sql.bindparam(f"_{column.name}") for column in tallies.primary_key))
    .values({name: tallies.c[name] + sql.bindparam(f"_{name}") for name in ("games", "won", "points")})
)


@dataclass
class Tally:
    """So many results, and what they came to."""

    key: str
    games: int = 0
    won: int = 0
    points: int = 0

    def add(self, won: bool, points: int) -> None:
        self.games += 1
        self.won += won
        self.points += points

    @property
    def share(self) -> float:
        return self.won / max(self.games, 1)

    @property
    def mean(self) -> float:
        return self.points / max(self.games, 1)


@dataclass
class Sums:
    """Results by seat, by opening and by source."""

    seats: list[Tally] = field(default_factory=list)
    openings: list[Tally] = field(default_factory=list)
    sources: list[Tally] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(one.games for one in self.seats)

    @property
    def won(self) -> int:
        return sum(one.won for one in self.seats)

    @property
    def mean(self) -> float:
        return sum(one.points for one in self.seats) / self.games if self.games else 0.0


Key = tuple[str, str]  # kind and key of a tally


def tally(counted: dict[Key, Tally], seat: int, result: SeatResult, won: bool) -> None:
    """Add a seat's result to sums."""
    kept = [((SEAT, str(seat)), result.score), ((OPENING, result.opening), result.score)]
    kept += [((SOURCE, label), points) for label, points in result.sources.items()]
    for key, points in kept:
        if key[1]:
            counted.setdefault(key, Tally(key[1])).add(won, points)


def sums_of(counted: Mapping[Key, Tally]) -> Sums:
    """Sums as they are shown: seats in order, the most frequent openings, the most fruitful sources."""
    found = Sums()
    for (kind, _), one in counted.items():
        {SEAT: found.seats, OPENING: found.openings, SOURCE: found.sources}[kind].append(one)
    for one in found.sources:
        one.games, one.won = found.games, found.won  # a sheet leaves out what brought nobody anything
    found.seats.sort(key=lambda one: int(one.key))
    found.openings.sort(key=lambda one: (-one.games, one.key))
    found.sources.sort(key=lambda one: (-one.mean, one.key))
    del found.openings[OPENINGS:]
    return found


# When a game ends


async def count_game(store: Store, table: Table) -> None:
    """Add a finished game; once, however often it is asked. Explorations do not count."""
    settings = table.settings
    if settings.explores or not settings.people:
        return
    found = await asyncio.to_thread(
        seat_results, table.played
    )  # the game is over: nothing changes it meanwhile
    rows = [
        {
            "table_id": settings.id,
            "seat": seat,
            "game": settings.game,
            "players": settings.players,
            "guest_id": settings.occupants[seat].guest,
            "rated": settings.rated,
            "won": seat in table.winners,
            "score": result.score,
            "opening": result.opening,
            "sources": result.sources,
            "made_at": time(),
        }
        for seat, result in enumerate(found)
    ]
    counted: dict[Key, Tally] = {}
    for seat in settings.people:
        if seat not in table.participants.away:  # else a bot played, at the end at least
            tally(counted, seat, found[seat], seat in table.winners)

    def job(connection: sql.Connection) -> None:
        known = sql.select(results.c.seat).where(results.c.table_id == settings.id).limit(1)
        if connection.execute(known).first() is not None:
            return
        connection.execute(results.insert(), rows)
        for (kind, key), one in counted.items():
            row = {"game": settings.game, "players": settings.players, "kind": kind, "key": key}
            row |= {"games": one.games, "won": one.won, "points": one.points}
            if not connection.execute(_ADD, {f"_{name}": value for name, value in row.items()}).rowcount:
                connection.execute(tallies.insert(), row)

    await store.write(job)


async def count_missed(store: Store) -> None:
    """Add games that ended during an outage, or before there were statistics: the latest of them."""
    people = sql.exists().where(seats.c.table_id == tables.c.id, seats.c.guest_id.is_not(None))
    asked = (
        sql.select(tables.c.id)
        .where(tables.c.actor == OVER, tables.c.closed_at.is_(None), tables.c.branch_at.is_(None), people)
        .where(~sql.exists().where(results.c.table_id == tables.c.id))
        .order_by(tables.c.changed_at.desc())
        .limit(MISSED)
    )
    for key in await store.read(lambda connection: connection.scalars(asked).all()):
        try:
            await count_game(store, await repository.fetch(store, key, time))
        except Refusal as refusal:
            if refusal.is_outage:
                raise
        await asyncio.sleep(0)


# What is shown


@dataclass
class Best:
    """One of the best results of a game."""

    name: str
    guest: int | None
    score: int
    players: int
    table: str


@dataclass
class GameStatistics:
    players: int
    sums: Sums
    bots: bool  # whether these are bots, because people have played too little
    best: list[Best]


@dataclass
class PersonStatistics:
    """A person's results in a game, and the average to compare them with."""

    sums: Sums
    average: dict[str, float]  # points by source
    best: int
    streak: int  # the longest row of games that were won


@cache
def arena_sums() -> dict[tuple[str, int], list[list[Any]]]:
    """Sums of games among bots, by game and number of players."""
    if not ARENA.exists():
        return {}
    found = json.loads(ARENA.read_text("utf-8"))
    return {(one["game"], one["players"]): one["sums"] for one in found["games"]}


def _counted(rows: Iterable[Iterable[Any]]) -> dict[Key, Tally]:
    return {(kind, key): Tally(key, games, won, points) for kind, key, games, won, points in rows}


def sums_of_game(connection: sql.Connection, game: str, players: int) -> tuple[Sums, bool]:
    """What people came to in a game, or bots if people have played too little."""
    columns = (tallies.c.kind, tallies.c.key, tallies.c.games, tallies.c.won, tallies.c.points)
    asked = sql.select(*columns).where(tallies.c.game == game, tallies.c.players == players)
    found = sums_of(_counted(connection.execute(asked)))
    among_bots = arena_sums().get((game, players))
    if found.games >= ENOUGH or among_bots is None:
        return found, False
    return sums_of(_counted(among_bots)), True


def game_statistics(connection: sql.Connection, game: str, players: int) -> GameStatistics:
    sums, bots = sums_of_game(connection, game, players)
    asked = (
        sql.select(results.c.score, results.c.table_id, results.c.guest_id, results.c.players, seats.c.name)
        .join(tables, tables.c.id == results.c.table_id)
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .where(results.c.game == game, results.c.rated, results.c.players == players)
        .where(
            results.c.guest_id.is_not(None), tables.c.closed_at.is_(None), tables.c.public, ~tables.c.hidden
        )
        .order_by(results.c.score.desc(), results.c.made_at)
        .limit(BEST)
    )
    best = [
        Best(row.name, row.guest_id, row.score, row.players, row.table_id)
        for row in connection.execute(asked)
    ]
    return GameStatistics(players, sums, bots, best)


def person_statistics(
    connection: sql.Connection, guest: int, game: str, own: bool
) -> PersonStatistics | None:
    """A person's results in a game; others see the rated ones. None: there are none."""
    asked = results.select().where(results.c.guest_id == guest, results.c.game == game)
    if not own:
        asked = asked.where(results.c.rated)
    rows = connection.execute(asked.order_by(results.c.made_at.desc()).limit(LATEST)).all()
    if not rows:
        return None
    counted: dict[Key, Tally] = {}
    weights: defaultdict[int, int] = defaultdict(int)
    streak = longest = 0
    for row in rows:
        tally(counted, row.seat, SeatResult(row.score, row.opening, row.sources), row.won)
        weights[row.players] += 1
        streak = streak + 1 if row.won else 0
        longest = max(longest, streak)
    average: defaultdict[str, float] = defaultdict(float)
    for players, weight in weights.items():  # weighted by how often they played with this number of players
        for one in sums_of_game(connection, game, players)[0].sources:
            average[one.key] += one.mean * weight / len(rows)
    return PersonStatistics(sums_of(counted), dict(average), max(row.score for row in rows), longest)


def forget_person(connection: sql.Connection, guest: int) -> None:
    """The results remain without a name."""
    connection.execute(results.update().where(results.c.guest_id == guest).values(guest_id=None))


def numbers_of_players(game: str) -> range:
    least, most = serai.game(game).players
    return range(least, most + 1)
