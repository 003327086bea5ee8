"""Ranks: a rating per game for people and bots alike, by the arena's model.

Rated are finished tables that were meant to be, at which a person sits, nobody twice, against somebody else.
Every seat of such a game leaves a row that is never changed, so that all can be worked out again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from time import time
from typing import Any, Final

import sqlalchemy as sql

from serai.arena.ratings import Rating, first_rating, rate_game
from serai.kernel.state import OVER
from serai.server.company import places_among
from serai.server.ledger import ratings
from serai.server.storage import Store, guests, seats, tables

SCALE: Final = 40  # points for one of the arena's: everybody begins at 1000
SETTLED: Final = 10  # games after which a rating is no longer provisional


def points(mean: float) -> int:
    """A rating as people read it.

    >>> points(25.0)
    1000
    """
    return round(mean * SCALE)


def player_of(guest: int | None, level: str | None) -> str:
    """Who is rated: a person, or all bots of a level."""
    return f"guest {guest}" if guest is not None else f"bot {level}"


def rate_table(connection: sql.Connection, key: str) -> bool:
    """Rate a finished table, unless it is not to be rated or is already. Whether it was."""
    row = connection.execute(tables.select().where(tables.c.id == key)).one()
    if not row.rated or row.actor != OVER or row.scores is None or row.closed_at is not None:
        return False
    if connection.execute(sql.select(ratings.c.id).where(ratings.c.table_id == key)).first() is not None:
        return False
    asked = seats.select().where(seats.c.table_id == key).order_by(seats.c.seat)
    chairs = connection.execute(asked).all()
    people = [chair.guest_id for chair in chairs if chair.guest_id is not None]
    players = [player_of(chair.guest_id, chair.level) for chair in chairs]
    if not people or len(set(people)) < len(people) or len(set(players)) < 2:
        return False
    conceded = {chair.seat for chair in chairs if chair.conceded}
    ranks = places_among(row.scores, row.winners, conceded)
    before = [_latest(connection, row.game, player) for player in players]
    after = rate_game(players, ranks, before)
    events = [
        {
            "table_id": key,
            "seat": seat,
            "game": row.game,
            "player": player,
            "rank": rank,
            "mean": after[player].mean,
            "deviation": after[player].deviation,
            "made_at": time(),
        }
        for seat, (player, rank) in enumerate(zip(players, ranks, strict=True))
    ]
    connection.execute(ratings.insert(), events)
    return True


def _latest(connection: sql.Connection, game: str, player: str) -> Rating:
    own = (ratings.c.game == game) & (ratings.c.player == player)
    row = connection.execute(ratings.select().where(own).order_by(ratings.c.id.desc()).limit(1)).first()
    return Rating(row.mean, row.deviation) if row else first_rating()


async def catch_up(store: Store) -> None:
    """Rate what was finished while nobody looked, in the order in which it was finished."""
    done = sql.select(ratings.c.table_id)
    asked = (
        sql.select(tables.c.id)
        .where(tables.c.rated, tables.c.actor == OVER, tables.c.id.not_in(done))
        .order_by(tables.c.changed_at)
    )
    for key in await store.read(lambda connection: connection.scalars(asked).all()):
        await store.write(lambda connection, key=key: rate_table(connection, key))  # type: ignore[misc]


def rate_again(connection: sql.Connection) -> int:
    """Work out all ratings from the ranks. How many rows are different now."""
    current: dict[tuple[str, str], Rating] = {}
    changed = 0
    rows = connection.execute(ratings.select().order_by(ratings.c.id)).all()
    for _, game in groupby(rows, key=lambda row: row.table_id):
        events = sorted(game, key=lambda row: int(row.seat))
        players = [row.player for row in events]
        before = [current.get((row.game, row.player), first_rating()) for row in events]
        after = rate_game(players, [row.rank for row in events], before)
        for row in events:
            new = after[row.player]
            current[row.game, row.player] = new
            if (row.mean, row.deviation) != (new.mean, new.deviation):
                values = {"mean": new.mean, "deviation": new.deviation}
                connection.execute(ratings.update().where(ratings.c.id == row.id).values(values))
                changed += 1
    return changed


@dataclass(frozen=True)
class Ranked:
    """A line of the leaderboard."""

    player: str
    guest: int | None
    name: str
    points: int
    games: int

    @property
    def provisional(self) -> bool:
        return self.games < SETTLED

    @property
    def level(self) -> str | None:
        return self.player.removeprefix("bot ") if self.guest is None else None


def leaderboard(connection: sql.Connection, game: str, most: int = 100) -> list[Ranked]:
    """The best at a game among accounts and bots, those with a settled rating first."""
    last = sql.func.max(ratings.c.id).label("last")
    number = sql.func.count(sql.distinct(ratings.c.table_id)).label("games")
    newest = sql.select(last, number).where(ratings.c.game == game).group_by(ratings.c.player).subquery()
    asked = sql.select(ratings.c.player, ratings.c.mean, newest.c.games).join(
        newest, newest.c.last == ratings.c.id
    )
    rows = connection.execute(asked).all()
    names = _names(connection, (row.player for row in rows))
    found = [
        Ranked(row.player, number_of(row.player), names.get(row.player, ""), points(row.mean), row.games)
        for row in rows
        if row.player in names or row.player.startswith("bot ")
    ]
    return sorted(found, key=lambda one: (one.provisional, -one.points, one.player))[:most]


def number_of(player: str) -> int | None:
    """Which guest a player is, if it is none of the bots."""
    kind, _, number = player.partition(" ")
    return int(number) if kind == "guest" else None


def _names(connection: sql.Connection, players: Iterable[str]) -> dict[str, str]:
    """The names of those players who have an account: no other has a name to himself."""
    wanted = {number for player in players if (number := number_of(player)) is not None}
    asked = sql.select(guests.c.id, guests.c.name).where(guests.c.id.in_(wanted), guests.c.login.is_not(None))
    return {player_of(row.id, None): row.name for row in connection.execute(asked)}


def history(connection: sql.Connection, guest: int) -> dict[str, list[Any]]:
    """A person's ratings by game, oldest first."""
    own = ratings.c.player == player_of(guest, None)
    found: dict[str, list[Any]] = {}
    for row in connection.execute(ratings.select().where(own).order_by(ratings.c.id)):
        found.setdefault(row.game, []).append(row)
    return found
