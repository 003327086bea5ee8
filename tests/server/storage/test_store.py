"""The database: one writer, concurrent jobs, and failures that do not affect other jobs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from serai.kernel.check import random_choice
from serai.kernel.rng import Rng
from serai.kernel.state import OVER
from serai.server.ops.admin import close_table
from serai.server.storage.log import Act, Entry, LogAppend
from serai.server.storage.migration import migrate
from serai.server.storage.people_schema import sessions
from serai.server.storage.schema import CHOICE, NOT_OVER, acts, entries, guests, schema, seats, tables
from serai.server.storage.store import Store
from serai.server.tables import repository
from serai.server.tables.participants import ActKind
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import Table
from tests.event_loops import run_alone
from tests.server.databases import about_postgresql, postgresql_only, sqlite_only, url_of


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(url_of(tmp_path / "deep" / "folder"))


def add(name: str) -> Callable[[sql.Connection], None]:
    """The job that stores a guest."""

    def insert(connection: sql.Connection) -> None:
        connection.execute(guests.insert().values(name=name, login=name, made_at=0.0))

    return insert


def wait_for(
    event: threading.Event, entered: threading.Event | None = None
) -> Callable[[sql.Connection], bool]:
    """The job that holds up all others; `entered`: set when it does."""

    def hold(connection: sql.Connection) -> bool:
        if entered is not None:
            entered.set()
        return event.wait(60)

    return hold


def of_two(key: str) -> Table:
    """A table of a person and a bot."""
    occupants = (Occupant("Fox", 1), Occupant("Owl", None, "random"))
    return Table(Settings(key, "yspahan", 2, {}, "calm", bytes(32), occupants, 5.0, started_at=5.0))


def test_the_migrations_make_the_schema(store: Store) -> None:
    migrate(store.engine)
    migrate(store.engine)  # a second start changes nothing
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema) == []


def test_the_migrations_make_the_same_indexes(store: Store, tmp_path: Path) -> None:
    """Which rows they hold, too."""
    migrate(store.engine)
    other = Store(url_of(tmp_path / "other"))
    schema.create_all(other.engine)
    assert indexes(store) == indexes(other)
    other.close()


def indexes(store: Store) -> dict[str | None, tuple[object, ...]]:
    look = sql.inspect(store.engine)
    return {
        index["name"]: (
            name,
            index["column_names"],
            bool(index["unique"]),
            {option: str(value) for option, value in index.get("dialect_options", {}).items()},
        )
        for name in schema.tables
        for index in look.get_indexes(name)
    }


@sqlite_only
def test_sqlite_flushes_and_checks_keys(store: Store) -> None:
    migrate(store.engine)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_waiting_jobs_are_written_in_one_transaction(store: Store) -> None:
    begun = 0

    def count(connection: sql.Connection) -> None:
        nonlocal begun
        begun += 1

    async def run() -> list[str]:
        first = store.write(wait_for(begin))
        waiting = [store.write(add(f"guest {n}")) for n in range(50)]
        begin.set()
        await asyncio.gather(first, *waiting)
        found = await store.read(lambda connection: connection.scalars(sql.select(guests.c.name)).all())
        return list(found)

    begin = threading.Event()
    store.open()
    sql.event.listen(store.engine, "begin", count)
    assert len(run_alone(run())) == 50
    assert begun <= 3
    store.close()


def test_a_failing_job_does_not_affect_others(store: Store) -> None:
    async def run() -> list[object]:
        store.write(wait_for(begin))
        jobs = [store.write(add(name)) for name in ("a", "b", "a", "c")]
        begin.set()
        return list(await asyncio.gather(*jobs, return_exceptions=True))

    begin = threading.Event()
    store.open()
    a, b, twice, c = run_alone(run())
    assert a is b is c is None
    assert isinstance(twice, sql.exc.IntegrityError)
    store.close()


@sqlite_only
def test_the_writer_keeps_its_connection_until_something_fails(store: Store) -> None:
    kept: list[sql.Connection | None] = []

    async def run() -> None:
        for name in ("a", "b", "a", "c"):
            await asyncio.gather(store.write(add(name)), return_exceptions=True)
            kept.append(store.kept)
        found = await store.read(lambda connection: connection.scalars(sql.select(guests.c.name)).all())
        assert set(found) == {"a", "b", "c"}

    store.open()
    run_alone(run())
    store.close()
    first, second, failed, last = kept
    assert first is second is not None
    assert failed is None
    assert last is not None
    assert last.closed


def test_a_cancelled_job_does_not_block_others(store: Store) -> None:
    async def run() -> list[str]:
        entered, begin = threading.Event(), threading.Event()

        first = store.write(wait_for(begin, entered))
        await asyncio.to_thread(entered.wait, 60)
        first.cancel()  # too late
        second = store.write(add("called off"))
        second.cancel()
        begin.set()
        await store.write(add("b"))
        found = await store.read(lambda connection: connection.scalars(sql.select(guests.c.name)).all())
        return list(found)

    store.open()
    assert run_alone(run()) == ["b"]  # what was called off in time was not written
    store.close()


def test_tables_of_the_first_version_can_be_played_on(store: Store) -> None:
    """The log of the first version, replayed by this one."""
    occupants = Occupant("Fox", 1), Occupant("Owl", None, "random")
    played = Table(Settings("t", "yspahan", 2, {}, "calm", bytes(32), occupants, 5.0))
    played.make_automatic_choices()
    lines = played.take_unsaved().entries
    assert lines
    migrate(store.engine, "001")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO guests VALUES (1, 'x', 'Fox', 0.0)")
        connection.exec_driver_sql(
            "INSERT INTO tables (id, game, version, players, options, speed, seed, made_by, made_at,"
            " changed_at, number, actor) VALUES ('t', 'yspahan', 1, 2, '{}', 'calm', '"
            + bytes(32).hex()
            + "', 1, 5.0, 5.0, 0, 0)"
        )
        connection.exec_driver_sql("INSERT INTO seats VALUES ('t', 0, 1, NULL, 'Fox')")
        connection.exec_driver_sql("INSERT INTO seats VALUES ('t', 1, NULL, 'random', 'Owl')")
        connection.exec_driver_sql("INSERT INTO answers VALUES ('t', 0, '[\"key\"]')")
        connection.execute(entries.insert(), [line.row("t") for line in lines])
    migrate(store.engine)
    table = run_alone(repository.fetch(store, "t", lambda: 9.0))
    assert table.choices == played.choices
    assert table.standing == {0: frozenset({"key"})}
    assert table.settings.occupants == played.settings.occupants
    store.close()


def test_an_append_is_written_even_if_nobody_waits_for_it(store: Store) -> None:
    async def run() -> int:
        entered, begin = threading.Event(), threading.Event()

        table = of_two("t")
        with store.transaction() as connection:
            connection.execute(guests.insert().values(id=1, name="Fox", made_at=0.0))
            repository.insert_table(table, 1)(connection)
        first = store.write(wait_for(begin, entered))
        await asyncio.to_thread(entered.wait, 60)
        table.make_automatic_choices()
        second = store.append(repository.append(table, table.take_unsaved()))
        second.cancel()
        third = store.write(add("last"))
        begin.set()
        await asyncio.gather(first, third)
        count = sql.select(sql.func.count()).select_from(entries)
        assert await store.read(lambda connection: connection.scalar(count)) == table.entry
        return table.entry

    store.open()
    assert run_alone(run()) > 0
    store.close()


@pytest.mark.parametrize(
    "plain",
    [
        (False, False),
        pytest.param((True, True), marks=about_postgresql()),
        pytest.param((True, False), marks=about_postgresql()),
    ],
)
def test_writers_of_the_same_tables_do_not_deadlock(tmp_path: Path, plain: tuple[bool, bool]) -> None:
    """Each by a statement for choices alone, or by a transaction for whatever there is."""
    stores = [Store(url_of(tmp_path)) for _ in range(2)]
    migrate(stores[0].engine)
    keys = [f"table-{n}" for n in range(20)]
    with stores[0].transaction() as connection:
        connection.execute(guests.insert().values(id=1, name="Fox", made_at=0.0))
        for key in keys:
            repository.insert_table(of_two(key), 1)(connection)
    start = threading.Barrier(2)
    written: list[int] = []

    def write(store: Store, first: int, chosen: list[str], done: list[str]) -> None:
        for number in range(first, 100, 2):
            start.wait(60)
            choice = Entry(number, CHOICE, 0, True, 5.0)
            act = Act(number, 0, "begin", None, None, 5.0)
            now: dict[str, object] = dict.fromkeys(tables.c.keys()) | {
                "changed_at": 6.0,
                "number": 0,
                "at": 0,
            }
            lines = [LogAppend(key, [choice], [], {**now, "id": key, "actor": 0}, None) for key in chosen]
            if plain[first % 2]:
                assert store.writing_autocommit is not None
                lines += [LogAppend(key, [choice], [], {**now, "id": key, "actor": 0}, None) for key in done]
                with store.writing_autocommit.connect() as connection:
                    LogAppend.append_played(connection, lines)
            else:
                lines += [LogAppend(key, [], [act], {**now, "id": key}, None) for key in done]
                with store.transaction(exclusive=False) as connection:
                    LogAppend.store(connection, lines)
            written.append(number)

    threads = [
        threading.Thread(target=write, args=(store, first, keys[first::2], keys[1 - first :: 2]))
        for first, store in enumerate(stores)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(written) == list(range(100))
    for store in stores:
        store.close()


@postgresql_only
def test_closed_database_connections_are_replaced(store: Store, tmp_path: Path) -> None:
    store.open()
    other = Store(url_of(tmp_path / "deep" / "folder"))
    end_all = (
        sql.select(sql.func.pg_terminate_backend(sql.column("pid"), 10_000))  # and wait until it is gone
        .select_from(sql.table("pg_stat_activity"))
        .where(sql.column("datname") == sql.func.current_database())
        .where(sql.column("pid") != sql.func.pg_backend_pid())
        .where(sql.column("backend_type") == "client backend")
    )

    def names(connection: sql.Connection) -> list[str]:
        return sorted(connection.scalars(sql.select(guests.c.name)))

    async def play() -> None:
        await store.write(add("Ada"))
        assert await store.read(names) == ["Ada"]
        with other.transaction() as connection:
            assert set(connection.scalars(end_all)) == {True}
        assert await store.read(names, autocommit=True) == ["Ada"]
        await store.write(add("Bo"))
        assert await store.read(names) == ["Ada", "Bo"]

    run_alone(play())
    other.close()
    store.close()


def test_a_log_has_each_number_once(store: Store) -> None:
    migrate(store.engine)
    row = {"table_id": "x", "number": 0, "kind": "choice", "value": 1, "asked": True, "made_at": 0.0}
    with store.engine.begin() as connection:
        connection.execute(guests.insert().values(id=1, name="Fox", made_at=0.0))
        made = {"id": "x", "made_by": 1, "made_at": 0.0, "changed_at": 0.0, "number": 0, "actor": 0}
        kind = {"game": "yspahan", "version": 1, "players": 2, "options": {}, "speed": "calm", "seed": ""}
        connection.execute(tables.insert().values(**made, **kind))
        connection.execute(entries.insert().values(row))
    with pytest.raises(sql.exc.IntegrityError), store.engine.begin() as connection:
        connection.execute(entries.insert().values(row))


@pytest.mark.parametrize("what", ["choices", "act", "end"])
def test_a_table_that_the_host_has_closed_stays_closed(store: Store, what: str) -> None:
    """What was being chosen there is still written to its log, but lists show it as it was closed."""
    table = of_two("t")
    table.make_automatic_choices()

    async def run() -> tuple[dict[str, object], dict[str, object], int]:
        with store.transaction() as connection:
            connection.execute(guests.insert().values(id=1, name="Fox", made_at=0.0))
            repository.insert_table(table, 1)(connection)
            close_table(connection, "t")

        def row(connection: sql.Connection) -> dict[str, object]:
            return dict(connection.execute(tables.select()).one()._mapping)

        before = await store.read(row)
        if what == "act":
            table.add_act(ActKind.ASK, 0, "pause:1")
        while what == "end" and not table.over:
            table.make(random_choice(table.state, rng), asked=True)
        if what == "choices":
            table.make(table.state.legal()[0], asked=True)
        fresh = table.take_unsaved()
        await store.append(repository.append(table, fresh))
        logs = [sql.select(sql.func.count()).select_from(log) for log in (entries, acts)]
        lines = await store.read(lambda connection: sum(connection.scalar(log) or 0 for log in logs))
        assert lines == table.entry + table.participants.act_count
        return before, await store.read(row), len(fresh.entries) + len(fresh.acts)

    rng = Rng("closed")
    store.open()
    before, after, new = run_alone(run())
    assert new
    assert after == before
    assert (after["actor"], after["scores"], after["hidden"]) == (OVER, None, True)
    store.close()


def test_closing_waits_for_the_writer(store: Store) -> None:
    free, entered = threading.Event(), threading.Event()

    async def begin() -> None:
        store.write(wait_for(free, entered))

    store.open()
    run_alone(begin())
    entered.wait()
    closing = threading.Thread(target=store.close)
    closing.start()
    closing.join(0.1)  # the job is not done
    assert closing.is_alive()
    free.set()
    closing.join()
    assert not store.thread.is_alive()


def test_closing_flushes_pending_writes(tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        for n in range(20):
            store.write(add(f"{n}"))

    store = Store(url_of(tmp_path))
    store.open()
    run_alone(run(store))
    store.close()
    with Store(url_of(tmp_path)).engine.connect() as connection:
        assert connection.scalar(sql.select(sql.func.count()).select_from(guests)) == 20


def test_tables_of_the_first_version_are_kept(store: Store) -> None:
    migrate(store.engine, "001")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO guests VALUES (1, 'x', 'Fox', 0.0)")
        connection.exec_driver_sql(
            "INSERT INTO tables (id, game, version, players, options, speed, seed, made_by, made_at,"
            " changed_at, number, actor) VALUES ('t', 'yspahan', 1, 2, '{}', 'calm', '', 1, 5.0, 5.0, 0, 0)"
        )
        connection.exec_driver_sql("INSERT INTO seats VALUES ('t', 0, 1, NULL, 'Fox')")
    migrate(store.engine)
    with store.engine.begin() as connection:
        row = connection.execute(tables.select()).one()
        assert (row.started_at, row.clock, row.public) == (5.0, "none", False)
        assert connection.execute(seats.select()).one().away is False


def test_tables_that_were_not_over_have_no_scores(store: Store) -> None:
    """They had a null of JSON."""
    migrate(store.engine, "003")
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO guests (id, name, made_at, mail_on) VALUES (1, 'Fox', 0, false)"
        )
        for key, scores in (("over", "'[3, 4]'"), ("on", "'null'"), ("new", "NULL")):
            connection.exec_driver_sql(
                "INSERT INTO tables (id, game, version, players, options, speed, seed, made_by, made_at,"
                " changed_at, number, actor, public, rated, clock, hidden, scores, winners) VALUES"
                f" ('{key}', 'yspahan', 1, 2, '{{}}', 'calm', '', 1, 5.0, 5.0, 0, 0, false, false, 'none',"
                f" false, {scores}, {scores})"
            )
    migrate(store.engine)
    with store.engine.begin() as connection:
        on = connection.execute(tables.select().where(NOT_OVER).order_by(tables.c.id)).all()
        assert [(row.id, row.scores, row.winners) for row in on] == [("new", None, None), ("on", None, None)]
        over = connection.execute(tables.select().where(~NOT_OVER)).one()
        assert (over.id, over.scores, over.winners) == ("over", [3, 4], [3, 4])


def test_an_old_guest_token_becomes_the_first_session(store: Store) -> None:
    migrate(store.engine, "002")
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO guests (id, token_hash, name, made_at) VALUES (7, 'abc', 'Fox', 1.0)"
        )
        connection.exec_driver_sql(
            "INSERT INTO tables (id, game, version, players, options, speed, seed, made_by, made_at,"
            " changed_at, number, actor) VALUES ('t', 'yspahan', 1, 2, '{}', 'calm', '', 7, 1.0, 1.0, 0, 0)"
        )
        connection.exec_driver_sql(
            "INSERT INTO seats (table_id, seat, guest_id, name) VALUES ('t', 0, 7, 'Fox')"
        )
    migrate(store.engine)
    with store.engine.begin() as connection:
        found = connection.execute(sql.select(sessions.c.guest_id, sessions.c.token_hash)).all()
        assert found == [(7, "abc")]
        kept = connection.execute(sql.select(guests.c.id, guests.c.name, guests.c.login)).all()
        assert kept == [(7, "Fox", None)]
    # The keys still lead to it, and are followed again.
    with pytest.raises(sql.exc.IntegrityError), store.engine.begin() as connection:
        connection.execute(guests.delete())


def test_an_act_does_not_overwrite_a_later_position(store: Store) -> None:
    """Two processes have a table. At one of them the game ends; at the other, which has not heard of it,
    somebody leaves."""
    store.open()
    occupants = (Occupant("Ann", 1), Occupant("Ben", 2))
    settings = Settings("table", "yspahan", 2, {}, "normal", bytes(32), occupants, 0.0, started_at=0.0)
    with store.transaction() as connection:
        add("Ann")(connection)
        add("Ben")(connection)
        first = Table(settings)
        repository.insert_table(first, 1)(connection)

    def row() -> sql.Row[tuple[object, ...]]:
        with store.reading.connect() as connection:
            return connection.execute(tables.select()).one()

    async def append(table: Table) -> None:
        await store.append(repository.append(table, table.take_unsaved()))

    async def test() -> None:
        here, there = [await repository.fetch(store, "table", lambda: 1.0) for _ in range(2)]
        while not here.over:
            here.make_automatic_choices()
            if not here.over:
                here.make(here.state.legal()[0], asked=True)
        await append(here)
        ended = row()
        assert (ended.actor, ended.scores) == (OVER, here.state.scores())
        there.add_act(ActKind.AWAY, 1, "left")
        await append(there)
        assert row() == ended
        # What was taken back has no scores.
        here.undo_agreed(1)
        await append(here)
        with store.reading.connect() as connection:
            open_again = sql.select(tables.c.number).where(tables.c.scores.is_(sql.null()))
            assert connection.scalars(open_again).all() == [here.number]

    run_alone(test())
    store.close()
