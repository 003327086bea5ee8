"""Tables in the database: what is stored is read again, listed and deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.storage.people_schema import ratings
from serai.server.storage.schema import acts, answers, chat, entries, reports, results, reviews, seats, tables
from serai.server.tables.repository import (
    WAITING,
    delete_tables,
    due_tables,
    fetch,
    leave_waiting_table,
    occupants_of_all,
    settings_of,
    summary_of,
    tables_of,
)
from tests.server.hub_setup import HubSetup, run_with_hub


def test_settings_are_read_as_they_were_stored(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        fields = {"game": "istanbul", "players": "3", "seat": "1", "level": "level2"}
        fields |= {"level_0": "random", "level_2": "random"}
        fields |= {"speed": "fast", "option_layout": "long", "public": "1", "clock": "15+20"}
        live_table = await setup.hub.get(await setup.hub.new_table(guest, fields))
        await setup.settle()
        stored = live_table.table.settings
        again = await fetch(setup.store, stored.id, lambda: setup.now)
        assert again.settings == stored
        assert (again.choices, again.number) == (live_table.table.choices, live_table.table.number)
        with setup.store.engine.connect() as connection:
            found = occupants_of_all(connection, [stored.id, "none"])
            row = connection.execute(tables.select()).one()
            assert settings_of(row, found[stored.id]) == stored
            assert found["none"] == []

    run_with_hub(tmp_path, test)


def test_lists_show_where_a_table_is(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock="15+20")
        table = live_table.table
        await setup.choose(live_table, 3)
        running = summary_of(table)
        assert (running["number"], running["actor"]) == (table.number, table.state.actor)
        assert (running["scores"], running["winners"]) == (None, None)
        assert running["deadline"] == table.participants.clocks.deadline()  # type: ignore[union-attr]
        with setup.store.engine.connect() as connection:
            row = connection.execute(tables.select()).one()._mapping
            assert {name: row[name] for name in running} == running
        while not table.over:
            await setup.choose(live_table)
        over = summary_of(table)
        assert (over["scores"], over["winners"], over["deadline"]) == (
            table.state.scores(),
            table.winners,
            None,
        )

    run_with_hub(tmp_path, test)


def test_whoever_concedes_is_away_for_good(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3)

        def stored() -> list[tuple[bool, bool]]:
            with setup.store.engine.connect() as connection:
                asked = sql.select(seats.c.away, seats.c.conceded).order_by(seats.c.seat)
                return [(row.away, row.conceded) for row in connection.execute(asked)]

        await setup.table_acts.leave(live_table, 1)
        assert stored() == [(False, False), (True, False), (False, False)]
        await setup.table_acts.back(live_table, 1)
        assert stored() == [(False, False)] * 3
        await setup.table_acts.concede(live_table, 2)
        assert stored() == [(False, False), (False, False), (True, True)]

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("values", "code"), [({"closed_at": 5.0}, "closed"), ({"started_at": None}, "waiting"), ({}, "no-table")]
)
def test_tables_that_are_not_played(tmp_path: Path, values: dict[str, object], code: str) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        key = live_table.table.settings.id if values else "unknown"
        with setup.store.engine.begin() as connection:
            connection.execute(tables.update().values({"started_at": 1.0, **values}))
        with pytest.raises(Refusal, match=code):
            await fetch(setup.store, key, lambda: setup.now)

    run_with_hub(tmp_path, test)


def test_tables_of_a_guest_are_those_they_made_or_sit_at(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        first, (maker, other) = await setup.table(2)
        second, _ = await setup.table(2)
        watched = await setup.hub.new_table(other, {"game": "yspahan", "seat": "watch", "level": "random"})
        await setup.settle()
        with setup.store.engine.connect() as connection:
            of_maker, of_other = (
                {row.id for row in connection.execute(tables_of(one.id))} for one in (maker, other)
            )
        assert of_maker == {first.table.settings.id}
        assert of_other == {first.table.settings.id, watched}
        assert second.table.settings.id not in of_maker | of_other

    run_with_hub(tmp_path, test)


def test_due_are_bots_and_clocks_of_running_games(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        plain, _ = await setup.table(2)
        timed, _ = await setup.table(2, clock="15+20")
        left, _ = await setup.table(2)
        keys = {one.table.settings.id: one for one in (plain, timed, left)}
        due = left.table.state.actor
        with setup.store.engine.begin() as connection:
            here = (seats.c.table_id == left.table.settings.id) & (seats.c.seat == due)
            connection.execute(seats.update().where(here).values(away=True))

        def found() -> dict[str, bool]:
            with setup.store.engine.connect() as connection:
                return {row.id: row.bot for row in due_tables(connection) if row.id in keys}

        assert found() == {timed.table.settings.id: False, left.table.settings.id: True}
        for change in ({"game": "chess"}, {"started_at": None}, {"closed_at": 5.0}):
            with setup.store.engine.begin() as connection:
                connection.execute(
                    tables.update().where(tables.c.id == timed.table.settings.id).values(change)
                )
            assert found() == {left.table.settings.id: True}

    run_with_hub(tmp_path, test)


def test_a_deleted_table_leaves_nothing_and_others_stay(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        gone, kept = [(await setup.table(2))[0] for _ in range(2)]
        for live_table in (gone, kept):
            key, guest = live_table.table.settings.id, live_table.table.settings.occupants[0].guest
            await setup.table_acts.leave(live_table, 0)
            with setup.store.engine.begin() as connection:
                said = connection.execute(
                    chat.insert().values(table_id=key, seat=0, guest_id=guest, text="Hello", made_at=0.0)
                ).inserted_primary_key
                assert said is not None
                connection.execute(reports.insert().values(chat_id=said[0], guest_id=guest, made_at=0.0))
                connection.execute(answers.insert().values(table_id=key, seat=1, chosen=[1]))
                row = {"table_id": key, "seat": 0, "game": "yspahan", "made_at": 0.0}
                rating = {"player": "guest 1", "rank": 1, "mean": 25.0, "deviation": 1.0}
                connection.execute(ratings.insert().values({**row, **rating}))
                result = {"players": 2, "rated": False, "won": True, "score": 1, "opening": "", "sources": {}}
                connection.execute(results.insert().values({**row, **result}))
                connection.execute(
                    reviews.insert().values(table_id=key, game="a hash", content=b"", made_at=0.0)
                )
        every = (answers, acts, entries, chat, ratings, results, reviews, seats)
        with setup.store.engine.begin() as connection:
            delete_tables(connection, [gone.table.settings.id])
            for table in every:
                assert set(connection.scalars(sql.select(table.c.table_id))) == {kept.table.settings.id}, (
                    table
                )
            assert list(connection.scalars(sql.select(tables.c.id))) == [kept.table.settings.id]
            assert connection.scalar(sql.select(sql.func.count()).select_from(reports)) == 1

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("settled", "left"),
    [(None, []), (True, []), (False, [("", None, True)])],
    ids=["none", "settled", "open"],
)
def test_the_last_to_leave_closes_a_waiting_table(
    tmp_path: Path, settled: bool | None, left: list[tuple[str, None, bool]]
) -> None:
    """Unless its chat is under report: then it is kept, and not listed."""

    async def test(setup: HubSetup) -> None:
        first, second = await setup.guests(2)
        wanted = {"game": "yspahan", "players": "3", "others": "open", "level": "random", "public": "1"}
        settings = await setup.hub.settings_for(first, wanted)
        await setup.lobby.open(first, settings)
        await setup.lobby.sit(second, settings.id)
        with setup.store.engine.begin() as connection:
            if settled is not None:
                said = {"table_id": settings.id, "seat": 0, "guest_id": first.id, "text": "x", "made_at": 0.0}
                made = connection.execute(chat.insert().values(said)).inserted_primary_key
                assert made is not None
                told = {"chat_id": made[0], "guest_id": second.id, "made_at": 0.0, "settled": settled}
                connection.execute(reports.insert().values(told))
            asked = sql.select(seats.c.name, seats.c.guest_id, tables.c.hidden).join(tables)
            leave_waiting_table(connection, settings.id, first.id)
            here = [tuple(row) for row in connection.execute(asked.order_by(seats.c.seat))]
            assert here == [("", None, False), (second.name, second.id, False), ("", None, False)]
            assert connection.scalar(sql.select(tables.c.actor)) == WAITING
            leave_waiting_table(connection, settings.id, second.id)
            assert [tuple(row) for row in connection.execute(asked)] == left * 3

    run_with_hub(tmp_path, test)
