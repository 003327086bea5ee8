"""Results at puzzles: ratings, what counts, the streak, and the puzzle of the day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.arena.ratings import Rating, first_rating, rate_game
from serai.server.live.study.puzzles import daily_puzzle, puzzles_of
from serai.server.people.puzzles import (
    first_puzzle_rating,
    history,
    note_shown,
    note_try,
    puzzle_points,
    streak,
)
from serai.server.people.ratings import SETTLED, points
from serai.server.storage.people_schema import puzzle_tries
from serai.server.storage.schema import guests
from serai.server.storage.store import Store
from tests.games import OURS
from tests.server.databases import migrated_url_of

DAY = 86400.0
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC).timestamp()
NEW = points(first_rating().mean)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sql.Connection]:
    store = Store(migrated_url_of(tmp_path))
    with store.engine.begin() as opened:
        for number in (1, 2):
            opened.execute(guests.insert().values(id=number, name=f"Guest {number}", made_at=NOON))
        yield opened
    store.close()


def test_solving_a_puzzle_wins_and_failing_loses_rating(connection: sql.Connection) -> None:
    level = points(first_puzzle_rating(0.5).mean)
    assert puzzle_points(connection, [("yspahan", "a", 0.5)]) == [level]
    found = note_try(connection, 1, "yspahan", "a", True, 0.5, NOON)
    assert found.counts
    assert found.own == NEW + found.change > NEW
    assert found.puzzle < level
    assert puzzle_points(connection, [("yspahan", "a", 0.5)]) == [found.puzzle]
    missed = note_try(connection, 2, "yspahan", "a", False, 0.5, NOON)
    assert missed.own == NEW + missed.change < NEW
    assert found.puzzle < missed.puzzle
    # A stronger player gains less and loses more, and each game has its own rating.
    assert note_try(connection, 1, "istanbul", "b", False, 0.5, NOON).own < NEW
    assert note_try(connection, 1, "yspahan", "c", True, 0.5, NOON).change < found.change


def test_ratings_follow_from_those_before(connection: sql.Connection) -> None:
    """By the model of tables: each try is a game between the person and the puzzle as they are by then."""
    assert [first_puzzle_rating(missed) for missed in (0.0, 0.5, 1.0)] == [
        *(Rating(20.0, 4.0), Rating(25.0, 4.0), Rating(30.0, 4.0)),
    ]
    people, puzzles = dict.fromkeys((1, 2), first_rating()), dict.fromkeys("ab", first_puzzle_rating(0.2))
    for guest, puzzle, right in ((1, "a", True), (2, "a", True), (1, "b", False), (2, "b", True)):
        before = people[guest]
        after = rate_game(["person", "puzzle"], [1, 2] if right else [2, 1], [before, puzzles[puzzle]])
        people[guest], puzzles[puzzle] = after["person"], after["puzzle"]
        tried = note_try(connection, guest, "yspahan", puzzle, right, 0.2, NOON)
        assert (tried.own, tried.puzzle) == (points(people[guest].mean), points(puzzles[puzzle].mean))
        assert tried.change == points(people[guest].mean) - points(before.mean)
        row = connection.execute(puzzle_tries.select().order_by(puzzle_tries.c.id.desc())).first()
        assert row is not None
        assert Rating(row.mean, row.deviation) == people[guest]
        assert Rating(row.puzzle_mean, row.puzzle_deviation) == puzzles[puzzle]
        assert history(connection, guest, NOON).means == {"yspahan": people[guest].mean}
    assert puzzle_points(connection, [("yspahan", "b", 0.2), ("yspahan", "c", 1.0)]) == [
        *(points(puzzles["b"].mean), 1200),
    ]


def test_what_a_person_has_done(connection: sql.Connection) -> None:
    for puzzle, right in (("a", True), ("b", False), ("c", True), ("d", False), ("d", True), ("e", True)):
        note_try(connection, 1, "yspahan", puzzle, right, 0.5, NOON)
    note_try(connection, 1, "istanbul", "a", True, 0.5, NOON)
    done = history(connection, 1, NOON)
    states = {puzzle: done.state("yspahan", puzzle) for puzzle in "abdx"}
    assert states == {"a": "solved", "b": "missed", "d": "found", "x": "new"}
    assert (done.right, done.in_a_row) == (4, 2)
    assert done.tried == {"yspahan": 5, "istanbul": 1}
    assert done.found == {("yspahan", puzzle) for puzzle in "acde"} | {("istanbul", "a")}


def test_a_puzzle_is_found_when_it_was_found_first(connection: sql.Connection) -> None:
    for right, passed in ((False, 0.0), (True, DAY), (True, 2 * DAY)):
        note_try(connection, 1, "yspahan", "a", right, 0.5, NOON + passed)
    assert connection.scalar(sql.select(puzzle_tries.c.found_at)) == NOON + DAY
    note_shown(connection, 2, "yspahan", "a", 0.5, NOON)
    shown = sql.select(puzzle_tries.c.guest_id).where(puzzle_tries.c.shown)
    assert list(connection.scalars(shown)) == [2]


def test_only_the_first_try_is_rated(connection: sql.Connection) -> None:
    first = note_try(connection, 1, "yspahan", "a", False, 0.5, NOON)
    again = note_try(connection, 1, "yspahan", "a", True, 0.5, NOON + 5)
    assert (again.counts, again.change, again.own, again.puzzle) == (False, 0, first.own, first.puzzle)
    done = history(connection, 1, NOON)
    assert (done.state("yspahan", "a"), done.days, done.right) == ("found", 1, 0)
    assert history(connection, 2, NOON).state("yspahan", "a") == "new"
    assert history(connection, None, NOON).days == 0


def test_a_shown_answer_cannot_be_solved_later(connection: sql.Connection) -> None:
    assert note_shown(connection, 1, "yspahan", "a", 0.5, NOON).own < NEW
    note_try(connection, 1, "yspahan", "a", True, 0.5, NOON)
    done = history(connection, 1, NOON)
    assert (done.state("yspahan", "a"), done.days) == ("missed", 0)


def test_a_rating_settles(connection: sql.Connection) -> None:
    tries = [note_try(connection, 1, "yspahan", str(n), True, 0.5, NOON) for n in range(SETTLED)]
    assert [one.provisional for one in tries] == [True] * (SETTLED - 1) + [False]
    assert history(connection, 1, NOON).in_a_row == SETTLED
    note_try(connection, 1, "yspahan", "wrong", False, 0.5, NOON)
    assert history(connection, 1, NOON).in_a_row == 0


def test_a_streak_is_of_days_in_utc(connection: sql.Connection) -> None:
    for number, at in enumerate((NOON - 3 * DAY, NOON - DAY, NOON - DAY + 11.9 * 3600, NOON)):
        note_try(connection, 1, "yspahan", str(number), True, 0.5, at)
    assert history(connection, 1, NOON).days == 2
    assert history(connection, 1, NOON).today
    assert (history(connection, 1, NOON + DAY).days, history(connection, 1, NOON + DAY).today) == (2, False)
    assert history(connection, 1, NOON + 2 * DAY).days == 0
    assert streak([], date(2026, 5, 4)) == 0


@pytest.mark.parametrize("name", OURS)
def test_every_puzzle_has_its_day(name: str) -> None:
    number = len(puzzles_of(name))
    days = [daily_puzzle(name, date(2026, 5, 4) + timedelta(day)) for day in range(number)]
    assert len({puzzle.id for puzzle in days if puzzle}) == number
    assert daily_puzzle(name, date(2026, 5, 4)) == days[0]
