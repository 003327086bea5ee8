"""Results at puzzles: attempts, ratings, and the daily streak.

A person's first try at a puzzle is a game between the two, by the model that rates tables: finding the
choice wins, a wrong one or asking for it loses. People have one rating for each game, puzzles one each. Later
attempts only count for the streak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sql

from serai.arena.ratings import Rating, first_rating, rate_game
from serai.server.people.ratings import SETTLED, points
from serai.server.storage.people_schema import puzzle_tries as tries

# Where a puzzle begins, by how many quick looks of bots miss it. It is taken for surer than a new person.
EASIEST: Final = 20.0
HARDEST: Final = 30.0
FIRST_DEVIATION: Final = 4.0


def first_puzzle_rating(missed: float) -> Rating:
    """The rating of a puzzle that nobody has tried, by the part of bots' quick looks that miss it.

    >>> points(first_puzzle_rating(0.5).mean)
    1000
    """
    return Rating(EASIEST + missed * (HARDEST - EASIEST), FIRST_DEVIATION)


@dataclass(frozen=True)
class Tried:
    """The outcome of an attempt."""

    counts: bool  # whether it was the first
    own: int  # points of the person
    change: int
    puzzle: int  # points of the puzzle
    provisional: bool  # whether the person's are


@dataclass
class PuzzleHistory:
    """What a person has done at puzzles, by game and puzzle."""

    first_right: dict[tuple[str, str], bool] = field(default_factory=dict)
    found: set[tuple[str, str]] = field(default_factory=set)
    means: dict[str, float] = field(default_factory=dict)
    tried: Counter[str] = field(default_factory=Counter)  # by game
    days: int = 0  # the streak
    today: bool = False  # whether one was found today
    in_a_row: int = 0  # found at once, lately

    @property
    def right(self) -> int:
        """How many they found at once."""
        return sum(self.first_right.values())

    def state(self, game: str, puzzle: str) -> str:
        """ "new", "missed" (not found yet), "found" (not at once) or "solved"."""
        first = self.first_right.get((game, puzzle))
        if first is None:
            return "new"
        return "solved" if first else "found" if (game, puzzle) in self.found else "missed"


def history(connection: sql.Connection, guest: int | None, now: float) -> PuzzleHistory:
    """A person's results; empty for a visitor who is not a guest yet."""
    found = PuzzleHistory()
    if guest is None:
        return found
    rows = connection.execute(tries.select().where(tries.c.guest_id == guest).order_by(tries.c.id)).all()
    for row in rows:
        found.first_right[row.game, row.puzzle] = row.solved
        found.means[row.game] = row.mean
        found.tried[row.game] += 1
        found.in_a_row = found.in_a_row + 1 if row.solved else 0
        if row.found_at is not None:
            found.found.add((row.game, row.puzzle))
    today = day_of(now)
    days = {day_of(row.found_at) for row in rows if row.found_at is not None}
    found.days, found.today = streak(days, today), today in days
    return found


def day_of(stamp: float) -> date:
    """Days change at midnight UTC, as the puzzles of the day do."""
    return datetime.fromtimestamp(stamp, UTC).date()


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row, up to today; today may still come.

    >>> streak([date(2026, 5, 1), date(2026, 5, 2)], date(2026, 5, 3))
    2
    """
    kept = set(days)
    last = today if today in kept else today - timedelta(1)
    number = 0
    while last - timedelta(number) in kept:
        number += 1
    return number


def note_try(
    connection: sql.Connection, guest: int, game: str, puzzle: str, right: bool, missed: float, now: float
) -> Tried:
    """Record an attempt, or a request for the answer. The first one is rated."""
    own = tries.c.guest_id == guest
    this = (tries.c.game == game) & (tries.c.puzzle == puzzle)
    before = connection.execute(tries.select().where(own, this)).first()
    if before is not None:
        if right and before.found_at is None and not before.shown:
            connection.execute(tries.update().where(tries.c.id == before.id).values(found_at=now))
        return _tried(connection, own, game, _latest(connection, this), False, 0)
    row = _latest(connection, own & (tries.c.game == game))
    person = Rating(row.mean, row.deviation) if row else first_rating()
    row = _latest(connection, this)
    other = Rating(row.puzzle_mean, row.puzzle_deviation) if row else first_puzzle_rating(missed)
    after = rate_game(["person", "puzzle"], [1, 2] if right else [2, 1], [person, other])
    made = {
        "guest_id": guest,
        "game": game,
        "puzzle": puzzle,
        "solved": right,
        "shown": False,
        "made_at": now,
        "found_at": now if right else None,
        "mean": after["person"].mean,
        "deviation": after["person"].deviation,
        "puzzle_mean": after["puzzle"].mean,
        "puzzle_deviation": after["puzzle"].deviation,
    }
    connection.execute(tries.insert().values(made))
    change = points(after["person"].mean) - points(person.mean)
    return _tried(connection, own, game, _latest(connection, this), True, change)


def note_shown(
    connection: sql.Connection, guest: int, game: str, puzzle: str, missed: float, now: float
) -> Tried:
    """Record that a person was shown the answer: they can no longer find it."""
    tried = note_try(connection, guest, game, puzzle, False, missed, now)
    this = (tries.c.guest_id == guest) & (tries.c.game == game) & (tries.c.puzzle == puzzle)
    connection.execute(tries.update().where(this).values(shown=True))
    return tried


def _latest(connection: sql.Connection, where: Any) -> Any:
    return connection.execute(tries.select().where(where).order_by(tries.c.id.desc()).limit(1)).first()


def _tried(connection: sql.Connection, own: Any, game: str, puzzle: Any, counts: bool, change: int) -> Tried:
    row = _latest(connection, own & (tries.c.game == game))
    number = connection.scalar(sql.select(sql.func.count()).where(own, tries.c.game == game)) or 0
    return Tried(counts, points(row.mean), change, points(puzzle.puzzle_mean), number < SETTLED)


def puzzle_points(connection: sql.Connection, wanted: Iterable[tuple[str, str, float]]) -> list[int]:
    """The ratings of puzzles: of each its game, its id, and how many quick looks miss it."""
    found = []
    for game, puzzle, missed in wanted:
        row = _latest(connection, (tries.c.game == game) & (tries.c.puzzle == puzzle))
        found.append(points(row.puzzle_mean if row else first_puzzle_rating(missed).mean))
    return found
