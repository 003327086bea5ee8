"""Results of people and of games: what is counted, once, and who sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

import serai
from serai.kernel.state import OVER
from serai.server.errors import Refusal
from serai.server.people.personal_data import delete_everything
from serai.server.people.statistics import (
    ENOUGH,
    arena_sums,
    count_game,
    count_missed,
    game_statistics,
    person_statistics,
)
from serai.server.storage.schema import reviews, tables
from serai.server.tables.repository import fetch
from serai.server.tables.results import seat_results
from tests.server.hub_setup import HubSetup, run_with_hub


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
