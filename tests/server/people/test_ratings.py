"""Ratings: which games count, and that all can be recomputed."""

from __future__ import annotations

import json
from itertools import pairwise
from math import log10
from pathlib import Path
from time import time
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from serai.arena.ratings import first_rating
from serai.kernel.rng import Rng
from serai.kernel.state import OVER
from serai.scene.say import speak
from serai.server.errors import Refusal
from serai.server.people.profiles import chart, profile
from serai.server.people.ratings import (
    A_DAY,
    ARENA,
    DAY,
    ENOUGH,
    LEAD,
    SETTLED,
    Conduct,
    LeaderboardRow,
    catch_up,
    conduct_of,
    leaderboard,
    points,
    rate,
    rate_again,
    rate_table,
    with_bots,
)
from serai.server.storage.people_schema import ratings
from serai.server.storage.schema import guests, seats, tables
from serai.server.words import HERE
from tests.server.databases import looked_at, once
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.people.test_accounts import HTML, register
from tests.server.server_process import ROOT, Player, ServerProcess, new_table

SAY = speak(HERE, "en")


def finished(
    connection: sql.Connection, key: str, players: list[int | str], scores: list[int], **more: Any
) -> str:
    """A finished table of persons (numbers) and bots (levels), of whom those with the best score have won."""
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


def rated(connection: sql.Connection, key: str, **conduct: Conduct) -> bool:
    """Rate a table at which all persons but those named ("s0" …) made enough choices and stayed."""
    people = sql.select(seats.c.seat).where(seats.c.table_id == key, seats.c.guest_id.is_not(None))
    found = {seat: Conduct(3 * ENOUGH, left=False) for seat in connection.scalars(people)}
    return rate_table(connection, key, found | {int(seat[1:]): one for seat, one in conduct.items()})


def known(connection: sql.Connection, *people: int) -> None:
    """Persons whose strength is known, and like everybody's at first."""
    for person in people:
        key = finished(connection, f"past {person}", [person], [1], rated=False)
        first = first_rating()
        row = {"table_id": key, "seat": 0, "game": "yspahan", "player": f"guest {person}", "rank": 1}
        row |= {"mean": first.mean, "deviation": first.deviation, "made_at": 0.0, "weight": float(SETTLED)}
        connection.execute(ratings.insert().values(row))


def points_of(connection: sql.Connection, person: int) -> int:
    return {one.player: one.points for one in leaderboard(connection, "yspahan")}.get(f"guest {person}", 1000)


def test_the_winners_rating_rises(connection: sql.Connection) -> None:
    known(connection, 1, 2)
    assert rated(connection, finished(connection, "a", [1, 2, "level3"], [50, 40, 30]))
    board = leaderboard(connection, "yspahan")
    assert [one.player for one in board] == ["guest 1", "guest 2", "bot level3"]
    assert board[0].points > 1000 > board[2].points
    assert [one.games for one in board] == [2, 2, 1]
    assert [one.provisional for one in board] == [False, False, True]


def test_a_game_is_rated_once(connection: sql.Connection) -> None:
    key = finished(connection, "a", [1, 2], [50, 40])
    assert rated(connection, key)
    assert not rated(connection, key)
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
    assert not rated(connection, finished(connection, "a", players, list(range(len(players))), **more))
    assert leaderboard(connection, "yspahan") == []


def test_conceding_means_last_place(connection: sql.Connection) -> None:
    known(connection, 1, 2, 3)
    rated(connection, finished(connection, "a", [1, 2, 3], [50, 40, 30], conceded=0))
    assert [one.player for one in leaderboard(connection, "yspahan")] == ["guest 2", "guest 3", "guest 1"]


def test_a_concession_at_a_table_reaches_the_rating(tmp_path: Path) -> None:
    """After enough choices of both, by the one who would have had the better score."""

    async def test(setup: HubSetup) -> None:
        live_table, people = await setup.table(2, rated="1")
        key, table = live_table.table.settings.id, live_table.table
        with setup.store.transaction() as connection:
            known(connection, *(guest.id for guest in people))
        for _ in range(10 * ENOUGH):
            await setup.choose(live_table)
        own = await setup.store.read(lambda connection: conduct_of(connection, key))
        assert all(one.own >= ENOUGH for one in own.values())
        await setup.table_acts.concede(live_table, 1)
        while not table.over:
            await setup.choose(live_table)

        def rows(connection: sql.Connection) -> tuple[list[Any], Any]:
            occupants = connection.execute(
                seats.select().where(seats.c.table_id == key).order_by(seats.c.seat)
            )
            return list(occupants), connection.execute(tables.select().where(tables.c.id == key)).one()

        occupants, row = await setup.store.read(rows)
        assert [(occupant.away, occupant.conceded) for occupant in occupants] == [
            (False, False),
            (True, True),
        ]
        assert row.winners == [0]
        # What is written at the table counts by itself, whatever its logs are taken to say.
        stayed = {seat: one._replace(left=False) for seat, one in own.items()}
        await setup.store.write(lambda connection: rate_table(connection, key, stayed))
        asked = sql.select(ratings.c.rank, ratings.c.left, ratings.c.mean).where(ratings.c.table_id == key)
        found = await setup.store.read(
            lambda connection: connection.execute(asked.order_by(ratings.c.seat)).all()
        )
        assert [(one.rank, one.left) for one in found] == [(1, False), (2, True)]
        assert found[0].mean > 25.0 > found[1].mean
        conduct = await setup.store.read(lambda connection: conduct_of(connection, key))
        assert [conduct[seat].left for seat in (0, 1)] == [False, True]

    run_with_hub(tmp_path, test)


def test_ratings_are_separate_for_each_game(connection: sql.Connection) -> None:
    """Being known, opponents met and games today are counted per game, and so is a rating."""

    def first_of(game: str) -> list[tuple[float, ...]]:
        key = finished(connection, game, [1, 2, "level1"], [9, 5, 1], game=game)
        assert rated(connection, key)
        asked = sql.select(ratings.c.mean, ratings.c.deviation, ratings.c.weight)
        own = asked.where(ratings.c.table_id == key).order_by(ratings.c.seat)
        return [tuple(row) for row in connection.execute(own)]

    fresh = first_of("morgenland")
    for number in range(A_DAY + 1):
        rated(connection, finished(connection, f"t{number}", [1, 2, "level1"], [9, 5, 1], game="istanbul"))
    assert first_of("yspahan") == fresh
    assert rate_again(connection) == 0
    assert [one.games for one in leaderboard(connection, "istanbul")] == [A_DAY + 1] * 3


def test_unrated_games_are_rated_in_the_order_they_ended(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        one, two = await setup.guests(2)

        def play(connection: sql.Connection) -> None:
            for key, ended in (("a", 30.0), ("b", 10.0), ("c", 20.0)):
                finished(connection, key, [one.id, two.id], [9, 5], made_by=one.id, changed_at=ended)
            finished(connection, "d", [one.id, two.id], [9, 5], made_by=one.id, changed_at=5.0, actor=0)

        await setup.store.write(play)
        asked = sql.select(ratings.c.table_id).order_by(ratings.c.id)
        for _ in range(2):  # the second time there is nothing to do
            await catch_up(setup.store)
            found = await setup.store.read(lambda connection: connection.scalars(asked).all())
            assert found == ["b", "b", "c", "c", "a", "a"]

    run_with_hub(tmp_path, test)


def test_only_accounts_are_ranked(connection: sql.Connection) -> None:
    connection.execute(guests.update().where(guests.c.id == 2).values(login=None))
    known(connection, 1, 2)
    rated(connection, finished(connection, "a", [1, 2], [1, 2]))
    assert [one.player for one in leaderboard(connection, "yspahan")] == ["guest 1"]
    connection.execute(guests.update().where(guests.c.id == 2).values(login="bea"))
    assert [one.player for one in leaderboard(connection, "yspahan")] == ["guest 2", "guest 1"]


def test_a_rating_settles(connection: sql.Connection) -> None:
    for number in range(SETTLED):
        rated(connection, finished(connection, f"t{number}", [1, "level1"], [number % 3, 1]))
    assert not leaderboard(connection, "yspahan")[0].provisional


def test_bots_at_several_seats_are_one_player(connection: sql.Connection) -> None:
    rated(connection, finished(connection, "a", [1, "level1", "level1"], [9, 5, 1]))
    board = leaderboard(connection, "yspahan")
    assert {one.player: one.games for one in board} == {"guest 1": 1, "bot level1": 1}


def test_all_ratings_can_be_recomputed(connection: sql.Connection) -> None:
    for number in range(6):
        rated(connection, finished(connection, f"t{number}", [1, 2, "level2"], [number % 3, 1, number % 2]))
    before = leaderboard(connection, "yspahan")
    assert rate_again(connection) == 0
    connection.execute(ratings.update().values(mean=1.0, weight=0.5))
    assert rate_again(connection) == 18
    assert leaderboard(connection, "yspahan") == before


def test_a_profile(connection: sql.Connection) -> None:
    for number in range(3):
        rated(connection, finished(connection, f"t{number}", [1, 2, "level2"], [9 - number, 8, 1]))
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


def test_a_finished_table_counts(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client)
    for rated in ("1", ""):
        player = Player(client, new_table(client, players=3, rated=rated, speed="instant"))
        if rated and player.wait_for_turn():
            assert player.refused(hint=player.number) == "no-hint"
        player.play_on(Rng("rated"))
        player.close()
    with looked_at(server.data) as stored:
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


# What a rated game is: puppets do not pay.


def puppets(connection: sql.Connection, number: int) -> list[int]:
    found = list(range(100, 100 + number))
    for one in found:
        connection.execute(guests.insert().values(id=one, name=f"P{one}", login=f"p{one}", made_at=0.0))
    return found


@pytest.mark.parametrize("own", [0, ENOUGH - 1])
def test_an_early_concession_gains_no_one_rating(connection: sql.Connection, own: int) -> None:
    known(connection, 1, 2)
    key = finished(connection, "a", [1, 2], [1, 2], conceded=1)
    rated(connection, key, s1=Conduct(own, left=True))
    assert points_of(connection, 1) == 1000
    assert points_of(connection, 2) < 1000  # leaving is no way out


def test_a_late_concession_is_a_win(connection: sql.Connection) -> None:
    known(connection, 1, 2)
    key = finished(connection, "a", [1, 2], [1, 2], conceded=1)
    rated(connection, key, s1=Conduct(ENOUGH, left=True))
    assert points_of(connection, 1) > 1000 > points_of(connection, 2)


def test_leaving_a_game_to_a_bot_is_a_loss(connection: sql.Connection) -> None:
    known(connection, 1, 2)
    rated(connection, finished(connection, "a", [1, 2, "level1"], [90, 50, 1]), s0=Conduct(50, left=True))
    assert points_of(connection, 1) < 1000 < points_of(connection, 2)
    before = points_of(connection, 1)
    rated(connection, finished(connection, "b", [1, "level1"], [90, 1]), s0=Conduct(0, left=True))
    assert points_of(connection, 1) < before


def test_a_game_without_own_choices_earns_no_rating(connection: sql.Connection) -> None:
    for number in range(30):
        key = finished(connection, f"t{number}", [1, "level1"], [90, 1])
        rated(connection, key, s0=Conduct(0, left=False))
    assert points_of(connection, 1) == 1000


@once()
def test_beating_new_accounts_earns_no_rating(connection: sql.Connection) -> None:
    """However many there are, whether they play to the end, and though they play each other, too."""
    all_puppets = puppets(connection, 60)
    for number, one in enumerate(all_puppets):
        rated(connection, finished(connection, f"a{number}", [1, one], [9, 1]))
        rated(connection, finished(connection, f"b{number}", [1, one, all_puppets[number - 1]], [9, 1, 1]))
    assert points_of(connection, 1) == 1000
    # A bot at the table is the only one whom it helps to beat.
    rated(connection, finished(connection, "c", [1, *all_puppets[:2], "level1"], [9, 1, 1, 5]))
    with_puppets = points_of(connection, 1)
    rated(connection, finished(connection, "d", [2, "level1"], [9, 5]))
    assert with_puppets == points_of(connection, 2)


def test_the_same_few_opponents_count_less_and_less(connection: sql.Connection) -> None:
    known(connection, 1, 2)
    gains, last = [], 1000
    for number in range(12):
        rated(connection, finished(connection, f"a{number}", [1, 2], [9, 1]))
        gains.append(points_of(connection, 1) - last)
        last += gains[-1]
    assert gains[0] > 2 * gains[2]
    assert gains[-1] * 8 < gains[0]
    assert last < 1000 + 3 * gains[0]


def test_rated_games_per_day_are_limited(connection: sql.Connection) -> None:
    known(connection, 1)
    for number in range(A_DAY + 5):
        rated(connection, finished(connection, f"a{number}", [1, "level1"], [9, 1]))
    own = sql.select(ratings.c.weight).where(ratings.c.player == "guest 1", ratings.c.rank == 1)
    assert sum(weight > 0 for weight in connection.scalars(own)) == A_DAY + 1  # and what made them known
    before = points_of(connection, 1)
    rated(connection, finished(connection, "left", [1, "level1"], [9, 1]), s0=Conduct(0, left=True))
    assert points_of(connection, 1) < before
    connection.execute(ratings.update().values(made_at=ratings.c.made_at - DAY - 1))
    rated(connection, finished(connection, "next", [1, "level1"], [9, 1]))
    newest = sql.select(ratings.c.weight).where(ratings.c.table_id == "next", ratings.c.seat == 0)
    assert connection.scalar(newest) == 1.0


@once()
def test_beating_puppet_accounts_does_not_pay(connection: sql.Connection) -> None:
    """Six puppets are made known by ten games each against bots, all lost. The star, who beats them every day
    for a month and nobody else, has nothing of it; beating one bot a day brings more."""
    star, honest = 1, 2
    crowd = puppets(connection, 6)
    number = 0
    for _ in range(SETTLED):
        for one in crowd:
            number += 1
            rated(connection, finished(connection, f"w{number}", [one, "level1"], [1, 9]))
    for _ in range(30):
        for one in crowd:
            number += 1
            rated(connection, finished(connection, f"s{number}", [star, one], [9, 1]))
        number += 1
        rated(connection, finished(connection, f"h{number}", [honest, "level1"], [9, 1]))
        connection.execute(ratings.update().values(made_at=ratings.c.made_at - DAY))
    assert points_of(connection, crowd[0]) < 1000 - LEAD
    assert points_of(connection, star) == 1000
    assert points_of(connection, honest) > 1000


@once()
def test_no_one_rises_far_above_beaten_opponents(connection: sql.Connection) -> None:
    for number in range(100):
        rated(connection, finished(connection, f"a{number}", [1, "level1"], [9, 1]))
        connection.execute(ratings.update().values(made_at=ratings.c.made_at - DAY))
    assert 1000 < points_of(connection, 1) <= 1000 + LEAD


def test_the_attack_that_worked(tmp_path: Path) -> None:
    """A star and puppets at real tables: all leave, concede or never choose, and bots play to the end."""

    async def test(setup: HubSetup) -> None:
        for leaves in ("concede", "leave"):
            live_table, _ = await setup.table(2, rated="1")
            key = live_table.table.settings.id
            await getattr(setup.table_acts, leaves)(live_table, 1)
            await setup.table_acts.leave(live_table, 0)
            await setup.settle()
            live_table = await setup.again(live_table)
            assert live_table.table.over
            assert await rate(setup.store, key)
            found = await setup.store.read(lambda connection, key=key: conduct_of(connection, key))  # type: ignore[misc]
            assert found == {0: Conduct(0, left=True), 1: Conduct(0, left=True)}
            rows = await setup.store.read(lambda connection: connection.execute(ratings.select()).all())
            assert {row.mean for row in rows} == {25.0}
        # The star stays, and the puppet concedes at once: the star plays on alone, for nothing.
        live_table, _ = await setup.table(2, rated="1")
        await setup.table_acts.concede(live_table, 1)
        while not live_table.table.over:
            await setup.choose(live_table)
        await rate(setup.store, live_table.table.settings.id)
        means = sql.select(ratings.c.mean).where(
            ratings.c.player == f"guest {live_table.table.settings.occupants[0].guest}"
        )
        assert await setup.store.read(lambda connection: connection.scalar(means)) == 25.0

    run_with_hub(tmp_path, test)


@once()
@pytest.mark.parametrize("game", ["yspahan", "istanbul", "morgenland"])
def test_people_who_play_make_enough_choices(tmp_path: Path, game: str) -> None:
    """What is asked of a real game is little beside what one has."""

    async def test(setup: HubSetup) -> None:
        people = 2 if game != "morgenland" else 3
        live_table, _ = await setup.table(people, game=game, rated="1")
        key = live_table.table.settings.id
        while not live_table.table.over:
            await setup.choose(live_table)
        found = await setup.store.read(lambda connection: conduct_of(connection, key))
        assert len(found) == people
        assert all(one.own >= 2 * ENOUGH and not one.left for one in found.values())

    run_with_hub(tmp_path, test)


def test_bot_ratings_follow_the_arena() -> None:
    """Steps of Elo between neighbours, from how often the stronger one wins; the third is where all start."""
    figures = json.loads((ROOT / "benchmarks" / "bots.json").read_text())["games"]
    for game, worth in ARENA.items():
        shares = {one["test"].replace(", 0.1 s,", ""): one["win_share"] for one in figures[game]["tests"]}
        steps = [shares[f"level{n + 1} against level{n}"] for n in range(1, len(worth))]
        wanted = [400 * log10(share / (1 - share)) for share in steps]
        assert [b - a for a, b in pairwise(worth)] == pytest.approx(wanted, abs=1.5)
        assert worth[2] == 1000


def test_a_new_server_ranks_its_bots() -> None:
    board = with_bots("yspahan", [])
    assert [one.level for one in board] == ["level5", "level4", "level3", "level2", "level1"]
    assert not any(one.provisional for one in board)
    met = LeaderboardRow("bot level5", None, "", 900, 3)  # here its own rating counts
    assert [one.points for one in with_bots("yspahan", [met]) if one.level == "level5"] == [900]
    assert with_bots("another game", []) == []
