"""Profiles: which games are counted and listed, whom one has met, and how a rating is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.scene.say import SOURCE
from serai.server.errors import Refusal
from serai.server.people.profiles import LATELY, MET, chart, profile
from serai.server.people.ratings import SETTLED
from serai.server.storage.people_schema import ratings
from serai.server.storage.schema import guests, results
from serai.server.storage.store import Store
from serai.server.words import server_words
from tests.server.databases import migrated_url_of
from tests.server.people.test_ratings import finished

SAY = server_words(SOURCE)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sql.Connection]:
    store = Store(migrated_url_of(tmp_path))
    with store.engine.begin() as opened:
        for number, name in enumerate(("Ali", "Bea", "Cem"), 1):
            opened.execute(guests.insert().values(id=number, name=name, login=name, made_at=7.0 * number))
        yield opened
    store.engine.dispose()


def event(connection: sql.Connection, key: str, *players: str, **more: object) -> None:
    """The ratings of a table, whose players came in this order."""
    for seat, player in enumerate(players):
        row = {"table_id": key, "seat": seat, "game": "yspahan", "player": player, "rank": seat + 1}
        row |= {"mean": 25.0 - seat, "deviation": 1.0, "made_at": 0.0, "weight": 1.0, **more}
        connection.execute(ratings.insert().values(row))


def test_a_game_is_listed_with_its_players_and_result(connection: sql.Connection) -> None:
    finished(connection, "a", [2, 1, "level2"], [30, 40, 5], changed_at=1.0, number=77)
    finished(connection, "b", [1, 2], [10, 11], changed_at=2.0, game="istanbul")
    found = profile(connection, 1, own=False, say=SAY)
    assert (found.id, found.name, found.since, found.played, found.won) == (1, "Ali", 7.0, 2, 1)
    latest, first = found.lately
    assert (latest["url"], latest["won"]) == ("/tables/b", False)
    assert first == {
        **{"url": "/tables/a", "game": "yspahan", "title": "Yspahan", "names": ["2", "1", "level2"]},
        **{"choices": 77, "over": True, "yours": False, "waiting": False, "scores": [30, 40, 5], "won": True},
    }


def test_others_see_rated_games_and_only_the_latest(connection: sql.Connection) -> None:
    for number in range(LATELY + 2):
        finished(connection, f"t{number:02}", [1, 2], [1, 2], changed_at=float(number), rated=number != 5)
    assert [one["url"] for one in profile(connection, 1, own=False, say=SAY).lately] == [
        f"/tables/t{number:02}" for number in range(LATELY + 1, 0, -1) if number != 5
    ]
    mine = profile(connection, 1, own=True, say=SAY)
    assert [one["url"] for one in mine.lately] == [f"/tables/t{n:02}" for n in range(LATELY + 1, 1, -1)]
    assert mine.played == LATELY + 2


@pytest.mark.parametrize("more", [{"actor": 0}, {"closed_at": 3.0}, {"branch_at": 4}])
def test_running_closed_and_explored_games_do_not_count(
    connection: sql.Connection, more: dict[str, object]
) -> None:
    finished(connection, "a", [1, 2], [2, 1], **more)
    found = profile(connection, 1, own=True, say=SAY)
    assert (found.played, found.won, found.games, found.lately) == (0, 0, [], [])


def test_nobody_finds_a_person_who_is_gone(connection: sql.Connection) -> None:
    connection.execute(guests.update().where(guests.c.id == 2).values(gone_at=5.0))
    for guest in (2, 99):
        with pytest.raises(Refusal, match="no-person"):
            profile(connection, guest, own=False, say=SAY)


def test_the_sums_of_each_game(connection: sql.Connection) -> None:
    for key, scores in (("a", [2, 1]), ("b", [1, 2]), ("c", [2, 1])):
        finished(connection, key, [1, 2], scores)
    finished(connection, "d", [1, 2], [2, 1], game="istanbul")
    event(connection, "a", "guest 1", "guest 2")
    event(connection, "b", "guest 2", "guest 1")
    won = {"table_id": "a", "seat": 0, "game": "yspahan", "players": 2, "guest_id": 1, "won": True}
    won |= {"score": 2, "opening": "gold", "sources": {"Bazaars": 2}, "made_at": 0.0}
    connection.execute(results.insert().values({**won, "rated": False}))
    played, other = profile(connection, 1, own=True, say=SAY).games
    assert (played["name"], played["title"], played["played"], played["won"]) == ("yspahan", "Yspahan", 3, 2)
    assert (played["rated"], played["points"], played["provisional"]) == (2, 960, True)
    assert played["statistics"].best == 2
    assert "from 1000 to 960 over 2 games" in played["chart"]
    assert (other["name"], other["played"], other["won"]) == ("istanbul", 1, 1)
    assert (other["rated"], other["points"], other["chart"], other["statistics"]) == (0, None, None, None)
    assert profile(connection, 1, own=False, say=SAY).games[0]["statistics"] is None  # it was not rated


def test_a_rating_is_settled_by_games_that_were_not_left(connection: sql.Connection) -> None:
    finished(connection, "a", [1, 2], [2, 1])
    for number in range(SETTLED):
        assert profile(connection, 1, own=False, say=SAY).games[0]["provisional"]
        key = finished(connection, f"t{number}", [1, 2], [2, 1])
        event(connection, key, "guest 1", left=number == 3)
    assert profile(connection, 1, own=False, say=SAY).games[0]["provisional"]
    event(connection, "a", "guest 1")
    assert not profile(connection, 1, own=False, say=SAY).games[0]["provisional"]


def test_whom_a_person_has_met(connection: sql.Connection) -> None:
    for key in "abc":
        finished(connection, key, [1, 2], [2, 1])
    event(connection, "a", "guest 2", "guest 1", "guest 3", "bot level2")
    event(connection, "b", "guest 1", "guest 3", "bot level2", rank=1)
    event(connection, "c", "guest 1", "bot level4", game="chess")
    met = profile(connection, 1, own=False, say=SAY).met
    assert [(one.name, one.guest, one.games, one.better, one.worse) for one in met] == [
        ("Cem", 3, 2, 1, 0),
        ("Trader", None, 2, 1, 0),
        ("Bea", 2, 1, 0, 1),
        ("Level 4", None, 1, 1, 0),  # of a game that is not installed
    ]
    connection.execute(guests.update().where(guests.c.id == 3).values(gone_at=5.0))
    assert [one.name for one in profile(connection, 1, own=False, say=SAY).met] == [
        "Trader",
        "Bea",
        "Level 4",
    ]


def test_only_the_most_frequent_opponents_are_listed(connection: sql.Connection) -> None:
    finished(connection, "a", [1, 2], [2, 1])
    for number in range(10, 11 + MET):
        connection.execute(guests.insert().values(id=number, name=f"Guest {number}", made_at=0.0))
    event(connection, "a", "guest 1", *(f"guest {number}" for number in range(10 + MET, 9, -1)))
    met = profile(connection, 1, own=False, say=SAY).met
    assert [one.name for one in met] == [f"Guest {number}" for number in range(10, 10 + MET)]


def lines(drawn: str) -> dict[str, list[tuple[float, float]]]:
    """The lines of a chart by their class."""
    found = re.findall(r'<polyline class="(\w+)" points="([^"]+)"/>', drawn)
    return {
        kind: [(float(x), float(y)) for x, y in (place.split(",") for place in places.split())]
        for kind, places in found
    }


def test_a_chart_fills_its_width_and_leaves_a_margin() -> None:
    drawn = chart([1000, 1100, 1050], SAY)
    assert drawn is not None
    assert lines(drawn) == {"early": [(44.0, 129.0), (298.0, 21.0), (552.0, 75.0)]}
    assert '<circle cx="552.0" cy="75.0" r="4.5"/>' in drawn
    assert re.findall(r'd="(M[^"]+)"', drawn) == ["M44 129.0H552", "M44 21.0H552"]
    assert re.findall(r'<text x="36" y="([^"]+)" text-anchor="end">(\d+)</text>', drawn) == [
        ("133.0", "1000"),
        ("25.0", "1100"),
    ]
    assert 'viewBox="0 0 560 150"' in drawn
    assert 'aria-label="Rating from 1000 to 1050 over 3 games"' in drawn
    level = chart([1000, 1000], SAY)
    assert level is not None
    assert lines(level) == {"early": [(44.0, 75.0), (552.0, 75.0)]}


def test_a_chart_is_dashed_until_the_rating_is_settled() -> None:
    drawn = chart([1000 + number for number in range(SETTLED + 4)], SAY)
    assert drawn is not None
    both = lines(drawn)
    assert (len(both["early"]), len(both["line"])) == (SETTLED, 5)
    assert both["early"][-1] == both["line"][0]
    exactly = chart([1000 + number for number in range(SETTLED)], SAY)
    assert exactly is not None
    assert len(lines(exactly)["early"]) == SETTLED
    assert "line" not in lines(exactly)
