"""Migrations from every earlier schema to the newest, with rows in every table."""

from __future__ import annotations

import threading
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from serai.server.storage import people_schema  # noqa: F401  (its tables belong to the schema)
from serai.server.storage.engines import WRITE_LOCK
from serai.server.storage.migration import migrate
from serai.server.storage.schema import schema
from serai.server.storage.store import Store
from tests.server.databases import postgresql_only, url_of

SCRIPTS = ScriptDirectory(str(files("serai.server.storage") / "migrations"))
VERSIONS = sorted(script.revision for script in SCRIPTS.walk_revisions())


@pytest.mark.parametrize("version", VERSIONS)
def test_rows_of_every_table_are_kept(version: str, tmp_path: Path) -> None:
    store = Store(url_of(tmp_path))
    migrate(store.engine, version)
    found = reflected(store)
    written = {table.name: table for table in found.sorted_tables if table.name != "alembic_version"}
    with store.engine.begin() as connection:
        for table in written.values():
            connection.execute(table.insert(), [row(table, number) for number in (1, 2)])
        before = {name: connection.execute(table.select()).all() for name, table in written.items()}
    migrate(store.engine)
    now = reflected(store).tables
    with store.engine.begin() as connection:
        for name, table in written.items():
            both = [column.name for column in table.columns if column.name in now[name].columns]
            kept = connection.execute(sql.select(*(now[name].columns[column] for column in both))).all()
            for old in before[name]:
                assert tuple(old._mapping[column] for column in both) in [tuple(new) for new in kept]
        assert compare_metadata(MigrationContext.configure(connection), schema) == []
    store.close()


def test_versions_follow_one_another() -> None:
    assert (SCRIPTS.get_base(), SCRIPTS.get_heads()) == ("001", [VERSIONS[-1]])


@postgresql_only
def test_processes_that_start_together_migrate_one_after_the_other(tmp_path: Path) -> None:
    store = Store(url_of(tmp_path))
    migrating = threading.Thread(target=migrate, args=[store.engine])
    with store.reading.begin() as other:
        other.execute(sql.select(sql.func.pg_advisory_xact_lock(WRITE_LOCK)))
        waiting = sql.text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        migrating.start()
        while not other.scalar(waiting):
            assert migrating.is_alive()
    migrating.join()
    assert "tables" in reflected(store).tables
    store.close()


def reflected(store: Store) -> sql.MetaData:
    """The tables as they are in the database."""
    found = sql.MetaData()
    found.reflect(store.engine)
    return found


def row(table: sql.Table, number: int) -> dict[str, Any]:
    """A row with something in every column; keys lead to the row of that number in the other table."""
    return {column.name: _value(column, number) for column in table.columns}


def _value(column: sql.Column[Any], number: int) -> Any:
    for key in column.foreign_keys:
        return _value(key.column, number)
    kind = column.type
    if isinstance(kind, sql.JSON):
        return {"number": number}
    if isinstance(kind, sql.LargeBinary):
        return f"{column} {number}".encode()
    if isinstance(kind, sql.Boolean):
        return number == 1
    if isinstance(kind, sql.String):
        return f"{number} {column}"[: kind.length]
    return kind.python_type(number)
