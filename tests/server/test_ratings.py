"""Ranks: which games count, and that all can be worked out again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from serai.kernel.rng import Rng
from serai.kernel.state import OVER
from serai.scene.say import speak
from serai.server.errors import Refusal
from serai.server.ledger import ratings
from serai.server.profiles import chart, profile
from serai.server.ratings import SETTLED, leaderboard, points, rate_again, rate_table
from serai.server.rooms import HERE
from serai.server.storage import Store, guests, migrate, seats, tables
from tests.server.databases import looked_at, url_of
from tests.server.house import House, Player, new_table
from tests.server.test_accounts import HTML, register

SAY = speak(HERE, "en")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sql.Connection]:
    store = Store(url_of(tmp_path))
    migrate(store.engine)
    with store.engine.begin() as opened:
        for number, name in enumerate(("Ali", "Bea", "Cem"), 1):
            opened.execute(guests.insert().values(id=number, name=name, login=name, made_at=0.0))
        yield opened
    store.engine.dispose()


def finished(
    connection: sql.Connection, key: str, players: list[int | str], scores: list[int], **more: Any
) -> str:
    """A finished table of persons (numbers) and bots (levels)."""
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    row = {
        **{
            "id": key,
            "game": "yspahan",
            "version": 1,
            "players": len(players),
            "options": {},
            "speed": "calm",
        },
        **{"seed": "", "made_by": 1, "made_at": 0.0, "changed_at": time(), "number": 9, "actor": OVER},
        **{"scores": scores, "winners": best, "rated": True, "started_at": 0.0},
    }
    conceded = more.pop("conceded", None)
    connection.execute(tables.insert().values({**row, **more}))
    for seat, player in enumerate(players):
        who = {"guest_id": player} if isinstance(player, int) else {"level": player}
        connection.execute(
            seats.insert().values(
                {"table_id": key, "seat": seat, "name": str(player), "conceded": seat == conceded, **who}
            )
        )
    return key


def test_who_wins_rises(connection: sql.Connection) -> None:
    assert rate_table(connection, finished(connection, "a", [1, 2, "level3"], [50, 40, 30]))
    board = leaderboard(connection, "yspahan")
    assert [one.player for one in board] == ["guest 1", "guest 2", "bot level3"]
    assert board[0].points > 1000 > board[2].points
    assert all(one.provisional and one.games == 1 for one in board)


def test_a_game_is_rated_once(connection: sql.Connection) -> None:
    key = finished(connection, "a", [1, 2], [50, 40])
    assert rate_table(connection, key)
    assert not rate_table(connection, key)
    assert len(leaderboard(connection, "yspahan")) == 2
    assert leaderboard(connection, "istanbul") == []


@pytest.mark.parametrize(
    ("players", "more"),
    [
        ([1, 2], {"rated": False}),
        ([1, 1], {}),
        ([1, 1, 2], {}),
        (["level1", "level2"], {}),
        ([1, 2], {"actor": 0}),
        ([1, 2], {"closed_at": 5.0}),
    ],
)
def test_games_that_do_not_count(
    connection: sql.Connection, players: list[int | str], more: dict[str, Any]
) -> None:
    assert not rate_table(connection, finished(connection, "a", players, list(range(len(players))), **more))
    assert leaderboard(connection, "yspahan") == []


def test_who_concedes_comes_last(connection: sql.Connection) -> None:
    rate_table(connection, finished(connection, "a", [1, 2, 3], [50, 40, 30], conceded=0, winners=[1]))
    assert [one.player for one in leaderboard(connection, "yspahan")] == ["guest 2", "guest 3", "guest 1"]


def test_guests_have_no_place_until_they_have_an_account(connection: sql.Connection) -> None:
    connection.execute(guests.update().where(guests.c.id == 2).values(login=None))
    rate_table(connection, finished(connection, "a", [1, 2], [1, 2]))
    assert [one.player for one in leaderboard(connection, "yspahan")] == ["guest 1"]
    connection.execute(guests.update().where(guests.c.id == 2).values(login="bea"))
    assert [one.player for one in leaderboard(connection, "yspahan")] == ["guest 2", "guest 1"]


def test_a_rating_settles(connection: sql.Connection) -> None:
    for number in range(SETTLED):
        rate_table(connection, finished(connection, f"t{number}", [1, "level1"], [number % 3, 1]))
    assert not leaderboard(connection, "yspahan")[0].provisional


def test_bots_at_several_seats_are_one_player(connection: sql.Connection) -> None:
    rate_table(connection, finished(connection, "a", [1, "level1", "level1"], [9, 5, 1]))
    board = leaderboard(connection, "yspahan")
    assert {one.player: one.games for one in board} == {"guest 1": 1, "bot level1": 1}


def test_all_is_worked_out_again(connection: sql.Connection) -> None:
    for number in range(6):
        rate_table(
            connection, finished(connection, f"t{number}", [1, 2, "level2"], [number % 3, 1, number % 2])
        )
    before = leaderboard(connection, "yspahan")
    assert rate_again(connection) == 0
    connection.execute(ratings.update().values(mean=1.0))
    assert rate_again(connection) == 18
    assert leaderboard(connection, "yspahan") == before


def test_a_profile(connection: sql.Connection) -> None:
    for number in range(3):
        rate_table(connection, finished(connection, f"t{number}", [1, 2, "level2"], [9 - number, 8, 1]))
    finished(connection, "own", [1, "level1"], [1, 2], rated=False, game="istanbul")
    shown = profile(connection, 1, own=False, say=SAY)
    assert (shown.played, shown.won) == (4, 2)  # one of them shared
    assert [game["name"] for game in shown.games] == ["yspahan", "istanbul"]
    assert shown.games[0]["chart"] is not None
    assert shown.games[1]["points"] is None
    assert len(shown.lately) == 3
    assert len(profile(connection, 1, own=True, say=SAY).lately) == 4
    met = {one.name: (one.games, one.better, one.worse) for one in shown.met}
    assert met == {"Bea": (3, 1, 1), "Trader": (3, 3, 0)}
    with pytest.raises(Refusal):
        profile(connection, 99, own=False, say=SAY)


def test_a_chart_is_safe_and_small() -> None:
    assert chart([1000], SAY) is None
    drawn = chart([1000 + (n * 37) % 90 for n in range(300)], SAY)
    assert drawn is not None
    assert drawn.count("<polyline") == 2
    assert "style=" not in drawn
    assert chart([1000, 1000], SAY) is not None
    assert points(25.0) == 1000


def test_a_finished_table_counts(house: House, client: httpx.Client) -> None:
    name = register(client)
    for rated in ("1", ""):
        player = Player(client, new_table(client, players=3, rated=rated, speed="instant"))
        if rated and player.wait_for_turn():
            assert player.refused(hint=player.number) == "no-hint"
        player.play_on(Rng("rated"))
        player.close()
    with looked_at(house.data) as stored:
        number = stored.scalar(sql.select(guests.c.id).where(guests.c.name == name))
        asked = sql.select(sql.func.count()).where(ratings.c.player == f"guest {number}")
        assert stored.scalar(asked) == 1
    page = client.get(f"/people/{number}", headers=HTML).text
    assert name in page
    assert "provisional" in page
    assert name in client.get("/ranks/yspahan").text
    assert client.get("/ranks").status_code == 307
    assert client.get("/people/999999").status_code == 404
    assert client.get("/people/x").status_code == 404
    assert client.get("/ranks/chess").status_code == 404
