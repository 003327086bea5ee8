"""Results of people and of games: what is counted, once, and who sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

import serai
from serai.kernel.state import OVER
from serai.server.errors import Refusal
from serai.server.people import statistics
from serai.server.people.personal_data import delete_everything
from serai.server.people.statistics import (
    BEST,
    ENOUGH,
    LATEST,
    OPENING,
    OPENINGS,
    SEAT,
    SOURCE,
    arena_sums,
    count_game,
    count_missed,
    game_statistics,
    numbers_of_players,
    person_statistics,
    sums_of_game,
)
from serai.server.storage.schema import results, reviews, tables, tallies
from serai.server.tables.repository import fetch
from serai.server.tables.results import seat_results
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.people.test_ratings import finished


def test_a_finished_game_counts_once_and_an_exploration_never(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        fields = {"game": "yspahan", "players": "3", "seat": "1", "level": "random"}
        live_table = await setup.hub.get(await setup.hub.new_table(guest, fields))
        table = live_table.table
        await setup.settle()
        while not table.over:
            await setup.choose(live_table)
        await count_game(setup.store, table)
        await count_missed(setup.store)  # knows that it was
        branch = await setup.hub.get(
            await setup.hub.explore(guest, table.settings.id, table.number, {"dice": "new"})
        )
        assert branch.table.over
        await count_game(setup.store, branch.table)
        own = seat_results(table.played)[1]
        assert sum(own.sources.values()) == own.score
        assert own.opening in ("camels", "gold", "sack", "barrel", "amphora", "chest")
        with setup.store.engine.connect() as connection:
            mine = person_statistics(connection, guest.id, "yspahan", own=True)
            assert mine is not None
            assert (mine.best, mine.sums.games) == (own.score, 1)
            assert [(one.key, one.points) for one in mine.sums.seats] == [("1", own.score)]
            assert {one.key: one.points for one in mine.sums.sources} == own.sources
            assert mine.average.keys() >= {"Bazaars"}
            # Others see rated games only.
            assert person_statistics(connection, guest.id, "yspahan", own=False) is None
            assert game_statistics(connection, "yspahan", 3).best == []
        reviewed = {"table_id": branch.table.settings.id, "game": "a hash", "content": b"", "made_at": 0.0}
        await setup.store.write(lambda connection: connection.execute(reviews.insert().values(reviewed)))
        former = await delete_everything(setup.store, guest)
        assert (branch.table.settings.id, OVER) in former
        with pytest.raises(Refusal, match="no-table"):  # what they explored goes with them
            await fetch(setup.store, branch.table.settings.id, setup.hub.now)
        with setup.store.engine.connect() as connection:
            assert person_statistics(connection, guest.id, "yspahan", own=True) is None

    run_with_hub(tmp_path, test)


def test_statistics_of_people_replace_those_of_bots(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests = await setup.table(2, rated="1")
        while not live_table.table.over:
            await setup.choose(live_table)
        with setup.store.engine.connect() as connection:
            assert game_statistics(connection, "yspahan", 2).bots
        for _ in range(ENOUGH // 2):
            # The same game many times, under other names.
            again = await setup.hub.get(
                await setup.hub.new_table(guests[0], {"game": "yspahan", "players": "2"})
            )
            live_table.table.settings = again.table.settings.__class__(
                **{**live_table.table.settings.__dict__, "id": again.table.settings.id}
            )
            await count_game(setup.store, live_table.table)
        with setup.store.engine.connect() as connection:
            assert game_statistics(connection, "yspahan", 2).best == []  # tables that only a link leads to
        await setup.store.write(lambda connection: connection.execute(tables.update().values(public=True)))
        with setup.store.engine.connect() as connection:
            found = game_statistics(connection, "yspahan", 2)
        assert not found.bots
        assert found.sums.games == ENOUGH
        assert sum(one.won for one in found.sums.seats) >= ENOUGH // 2
        assert found.best[0].score == max(live_table.table.state.scores())

    run_with_hub(tmp_path, test)


def test_bots_have_played_each_game_with_each_number_of_players() -> None:
    ours = ("istanbul", "morgenland", "yspahan")
    every = {
        (name, players)
        for name in ours
        for players in range(serai.game(name).players[0], serai.game(name).players[1] + 1)
    }
    assert arena_sums().keys() == every


# From rows of the database


def counted(connection: sql.Connection, *rows: tuple[str, str, int, int, int], players: int = 2) -> None:
    """What people came to at Yspahan."""
    for kind, key, games, won, score in rows:
        row = {"game": "yspahan", "players": players, "kind": kind, "key": key}
        connection.execute(tallies.insert().values(row | {"games": games, "won": won, "points": score}))


def result(connection: sql.Connection, key: str, score: int, **more: Any) -> None:
    """A person's result of one game."""
    row = {"table_id": key, "seat": 0, "game": "yspahan", "players": 2, "guest_id": 1, "rated": True}
    row |= {"won": False, "score": score, "opening": "gold", "sources": {"Bazaars": score}, "made_at": 0.0}
    connection.execute(results.insert().values(row | more))


def test_sums_are_in_the_order_of_the_page(connection: sql.Connection) -> None:
    openings = [(OPENING, f"opening {number}", number, 0, 0) for number in range(1, OPENINGS + 3)]
    counted(
        connection,
        *((SEAT, "10", 20, 5, 500), (SEAT, "2", 20, 15, 700)),
        *(*openings, (OPENING, "another", 3, 0, 0)),
        *((SOURCE, "Camels", 1, 0, 40), (SOURCE, "Bazaars", 9, 2, 80), (SOURCE, "Again", 1, 0, 40)),
    )
    sums, bots = sums_of_game(connection, "yspahan", 2)
    assert not bots
    assert (sums.games, sums.won, sums.mean) == (40, 20, 30.0)
    assert [(one.key, one.games, one.share, one.mean) for one in sums.seats] == [
        ("2", 20, 0.75, 35.0),
        ("10", 20, 0.25, 25.0),
    ]
    assert [one.key for one in sums.openings] == [
        *(f"opening {number}" for number in range(OPENINGS + 2, 3, -1)),
        "another",
    ]
    # A sheet leaves out what brought nobody anything, so that all games count for each source.
    assert [(one.key, one.games, one.won, one.mean) for one in sums.sources] == [
        ("Bazaars", 40, 20, 2.0),
        ("Again", 40, 20, 1.0),
        ("Camels", 40, 20, 1.0),
    ]
    assert sums_of_game(connection, "carcassonne", 2)[0].mean == 0.0


@pytest.mark.parametrize(("games", "bots"), [(ENOUGH, False), (ENOUGH - 1, True)])
def test_bots_stand_in_until_people_have_played_enough(
    connection: sql.Connection, games: int, bots: bool
) -> None:
    counted(connection, (SEAT, "0", games, 0, 0))
    assert sums_of_game(connection, "yspahan", 2)[1] is bots
    assert sums_of_game(connection, "yspahan", 3)[1]


def test_the_best_games_are_public_and_rated(connection: sql.Connection) -> None:
    hidden: tuple[dict[str, Any], ...] = (
        {"public": False},
        {"hidden": True},
        {"closed_at": 5.0},
    )
    for number, more in enumerate(({}, {}, {}, {}, {}, {}, *hidden)):
        key = finished(connection, f"t{number}", [1, 2], [1, 2], **{"public": True, **more})
        result(connection, key, 100 if more else 50 + number // 2, made_at=-float(number))
    for key, more in (("bot", {"guest_id": None}), ("own", {"rated": False}), ("many", {"players": 3})):
        finished(connection, key, [1, 2], [1, 2], public=True)
        result(connection, key, 100, **more)
    best = game_statistics(connection, "yspahan", 2).best
    assert len(best) == BEST
    assert [(one.score, one.table) for one in best] == [
        *((52, "t5"), (52, "t4"), (51, "t3"), (51, "t2"), (50, "t1")),
    ]
    assert (best[0].name, best[0].guest, best[0].players) == ("1", 1, 2)
    assert [one.table for one in game_statistics(connection, "yspahan", 3).best] == ["many"]


def test_a_persons_results_beside_the_average(connection: sql.Connection) -> None:
    counted(connection, (SEAT, "0", 40, 10, 0), (SOURCE, "Bazaars", 40, 0, 400))
    counted(connection, (SEAT, "0", 40, 10, 0), (SOURCE, "Bazaars", 40, 0, 800), players=3)
    wins = [True, True, False, True, True, True, False, True]
    for number, won in enumerate(wins):
        key = finished(connection, f"t{number}", [1, 2], [1, 2])
        players = 3 if number < 2 else 2
        result(connection, key, number, won=won, players=players, made_at=float(number), rated=number != 7)
    result(connection, "t0", 99, seat=1, guest_id=2)
    result(connection, "t1", 99, seat=1, game="istanbul")
    mine = person_statistics(connection, 1, "yspahan", own=True)
    assert mine is not None
    assert (mine.best, mine.streak, mine.sums.games, mine.sums.won) == (7, 3, 8, 6)
    assert [(one.key, one.points) for one in mine.sums.openings] == [("gold", 28)]
    assert mine.average == {"Bazaars": (20.0 * 2 + 10.0 * 6) / 8}
    shown = person_statistics(connection, 1, "yspahan", own=False)
    assert shown is not None
    assert (shown.best, shown.sums.games) == (6, 7)


def test_only_a_persons_latest_games_are_looked_at(connection: sql.Connection) -> None:
    finished(connection, "t", [1, 2], [1, 2])
    for number in range(LATEST + 1):
        result(connection, "t", number, seat=number, made_at=-float(number))
    mine = person_statistics(connection, 1, "yspahan", own=True)
    assert mine is not None
    assert (mine.sums.games, mine.best) == (LATEST, LATEST - 1)


def test_a_seat_that_was_left_to_a_bot_is_not_counted(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3)
        await setup.table_acts.leave(live_table, 1)
        while not live_table.table.over:
            await setup.choose(live_table)
        await count_game(setup.store, live_table.table)
        await count_game(setup.store, live_table.table)
        with setup.store.engine.connect() as connection:
            asked = tallies.select().where(tallies.c.kind == SEAT).order_by(tallies.c.key)
            rows = {row.key: (row.games, row.won, row.points) for row in connection.execute(asked)}
            scores, winners = live_table.table.state.scores(), live_table.table.winners
            assert rows == {str(seat): (1, seat in winners, scores[seat]) for seat in (0, 2)}
            found = connection.execute(results.select().order_by(results.c.seat)).all()
            assert [(row.seat, row.score, row.won, row.players) for row in found] == [
                (seat, scores[seat], seat in winners, 3) for seat in range(3)
            ]
            occupants = live_table.table.settings.occupants
            assert [row.guest_id for row in found] == [one.guest for one in occupants]

    run_with_hub(tmp_path, test)


def test_games_that_nobody_counted_are_counted_later(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        keys = []
        for fields in ({"seat": "0"}, {"seat": "0"}, {"seat": "watch"}):
            wanted = {"game": "yspahan", "players": "3", "level": "random", **fields}
            live_table = await setup.hub.get(await setup.hub.new_table(guest, wanted))
            await setup.settle()
            while not live_table.table.over:
                await setup.choose(live_table)
            keys.append(live_table.table.settings.id)
        closed = tables.update().where(tables.c.id == keys[1]).values(closed_at=5.0)
        with setup.store.engine.begin() as connection:
            connection.execute(results.delete())
            connection.execute(closed)
        await count_missed(setup.store)
        with setup.store.engine.connect() as connection:
            assert set(connection.scalars(sql.select(results.c.table_id))) == {keys[0]}

    run_with_hub(tmp_path, test)


def test_of_too_many_games_the_latest_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MISSED", 1)

    async def test(setup: HubSetup) -> None:
        keys = []
        for passed in (0.0, 100.0, -50.0):  # the second one ended last
            setup.now += passed
            live_table, _ = await setup.table(2)
            while not live_table.table.over:
                await setup.choose(live_table)
            keys.append(live_table.table.settings.id)
        late, last, later = keys
        for counted in ({last}, {last, later}, {last, later, late}):
            await count_missed(setup.store)
            with setup.store.engine.connect() as connection:
                assert set(connection.scalars(sql.select(results.c.table_id))) == counted

    run_with_hub(tmp_path, test)


def test_the_numbers_of_players() -> None:
    assert list(numbers_of_players("yspahan")) == [2, 3, 4]
    assert list(numbers_of_players("morgenland")) == [3, 4, 5]
