"""Appending to the logs of tables, many tables in one statement."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

import orjson
import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import ARRAY

from serai.server.storage.engines import SQLITE
from serai.server.storage.schema import CHOICE, acts, entries, tables

Job = Callable[[sql.Connection], Any]


class Entry(NamedTuple):
    """An entry of a table's log: a choice or an undo."""

    number: int
    kind: str
    value: int
    asked: bool
    made_at: float

    def row(self, table: str) -> dict[str, object]:
        return {"table_id": table, **self._asdict()}


class Act(NamedTuple):
    """An act at a table, as its second log has it."""

    number: int
    entry: int
    kind: str
    seat: int | None
    value: str | None
    made_at: float


class LogAppend(NamedTuple):
    """What is new at one table: entries, acts, and what lists show. This is nearly all that is ever written,
    so a transaction writes it for many tables with one statement."""

    table: str
    entries: list[Entry]
    acts: list[Act]
    now: dict[str, object]  # columns of `tables`; `at` is its number, too
    more: Job | None  # what else is written with it

    @staticmethod
    def store(connection: sql.Connection, appends: list[LogAppend]) -> None:
        _lock_tables(connection, [one.table for one in appends])
        new_entries = [(one.table, *entry) for one in appends for entry in one.entries]
        new_acts = [(one.table, *act) for one in appends for act in one.acts]
        _ADD_ENTRIES.write(connection, new_entries)
        _ADD_ACTS.write(connection, new_acts)
        played = {one.table: one.now for one in appends if one.entries}
        full = {one.table for one in appends if one.full}
        _UPDATE_PLAYED.write(
            connection, [_UPDATE_PLAYED.row(now) for table, now in played.items() if table not in full]
        )
        _UPDATE_FINISHED.write(
            connection, [_UPDATE_FINISHED.row(now) for table, now in played.items() if table in full]
        )
        acted = {one.table: one.now for one in appends if one.acts and one.table not in played}
        _UPDATE_ACTED.write(connection, [_UPDATE_ACTED.row(now) for now in acted.values()])
        for one in appends:
            if one.more is not None:
                one.more(connection)

    @staticmethod
    def append_played(connection: sql.Connection, appends: list[LogAppend]) -> None:
        """The same by one statement, which is a transaction of its own: for PostgreSQL, if all are
        `plain`."""
        now = {one.table: _UPDATE_PLAYED.named(_UPDATE_PLAYED.row(one.now)) for one in appends}
        added = [_ADD_ENTRIES.named((one.table, *entry)) for one in appends for entry in one.entries]
        text, _ = _compiled(_APPEND_PLAYED, connection.dialect)
        connection.exec_driver_sql(
            text,
            {
                "rows": orjson.dumps(added).decode(),
                "tables": orjson.dumps(list(now.values())).decode(),
                "ids": list(now),
            },
        )

    @property
    def plain(self) -> bool:
        """Whether there is nothing but choices."""
        return bool(self.entries) and not self.acts and self.more is None and not self.full

    @property
    def full(self) -> bool:
        """Whether scores come or go: they are there once a game is over, and go with an undo."""
        over = bool(self.entries) and self.now["scores"] is not None
        return over or any(entry.kind != CHOICE for entry in self.entries)


class BulkStatement:
    """A statement for many rows, executed by the driver: SQLAlchemy looks at each value of each row, which
    takes longer than writing it. SQLite takes the rows one by one; PostgreSQL takes all of them as JSON,
    which is less work for both sides. The caller translates errors (`translate_errors`), the driver's too."""

    def __init__(
        self, columns: dict[str, sql.Column[Any]], make: Callable[[Any], sql.Insert | sql.Update]
    ) -> None:
        self.names = tuple(map(str, columns))  # in the order of the statement's parameters
        self.lists = any(isinstance(column.type, sql.JSON) for column in columns.values())
        self.row: Callable[[dict[str, object]], tuple[object, ...]] = itemgetter(*columns)
        self.of_one = make({name: sql.bindparam(name, type_=column.type) for name, column in columns.items()})
        self.columns = columns
        self.make = make
        self.of_all = make(self.given("rows"))

    def given(self, name: str) -> Any:
        """The columns of rows that are given as JSON."""
        rows = sql.func.json_to_recordset(sql.bindparam(name, type_=sql.JSON))
        found = rows.table_valued(*(sql.column(name, one.type) for name, one in self.columns.items()))
        return found.render_derived(with_types=True).c

    def named(self, row: tuple[object, ...]) -> dict[str, object]:
        return dict(zip(self.names, row, strict=True))

    def write(self, connection: sql.Connection, rows: Sequence[tuple[object, ...]]) -> None:
        """Write rows that have a value for each of `names`."""
        if not rows:
            return
        if connection.dialect.name == SQLITE:
            text, order = _compiled(self.of_one, connection.dialect)
            assert order == self.names
            if self.lists:
                rows = [tuple(map(_as_json, row)) for row in rows]
            connection.connection.cursor().executemany(text, rows)
        else:
            text, order = _compiled(self.of_all, connection.dialect)
            named = [self.named(row) for row in rows]
            values: dict[str, object] = {"rows": orjson.dumps(named).decode()}
            if "ids" in order:
                values["ids"] = [row["id"] for row in named]
            connection.exec_driver_sql(text, values)


def _as_json(value: object) -> object:
    """A value as SQLite takes it: lists are stored as JSON."""
    return json.dumps(value) if isinstance(value, list) else value


def _add(table: sql.Table) -> BulkStatement:
    names = [column.name for column in table.columns]
    return BulkStatement(
        {column.name: column for column in table.columns},
        lambda given: table.insert().from_select(names, sql.select(*(given[name] for name in names))),
    )


def _change(*names: str, at: bool = False) -> BulkStatement:
    """An update of tables that are not closed; with `at`, only of those that still have that many choices."""

    def make(given: Any) -> sql.Update:
        here = tables.update().where(tables.c.id == given["id"], tables.c.closed_at.is_(None))
        if not isinstance(given, dict):  # PostgreSQL would scan all tables for the rows of a list
            here = here.where(_LISTED)
        if at:
            here = here.where(tables.c.number == given["at"])
        return here.values({name: given[name] for name in names})

    columns = {name: tables.c[name] for name in (*names, "id")}
    return BulkStatement({**columns, "at": tables.c.number} if at else columns, make)


_LISTED: Final = tables.c.id == sql.any_(sql.bindparam("ids", type_=ARRAY(sql.String)))
_ADD_ENTRIES: Final = _add(entries)
_ADD_ACTS: Final = _add(acts)
_UPDATE_PLAYED: Final = _change("changed_at", "number", "actor", "deadline")
_UPDATE_FINISHED: Final = _change("changed_at", "number", "actor", "scores", "winners", "deadline")
# An act changes no position: another process may know a later one.
_UPDATE_ACTED: Final = _change("changed_at", "deadline", at=True)


def _append_played() -> sql.Insert:
    """Lock tables by updating them first, in the order of their ids; then append."""
    given = sql.select(*_UPDATE_PLAYED.given("tables")).order_by(sql.column("id")).cte("given").c
    held = _UPDATE_PLAYED.make(given).returning(tables.c.id).cte("held")
    new = _ADD_ENTRIES.given("rows")
    written = sql.select(sql.func.count()).select_from(held).scalar_subquery() >= sql.literal_column("0")
    names = _ADD_ENTRIES.names
    return entries.insert().from_select(names, sql.select(*(new[name] for name in names)).where(written))


_APPEND_PLAYED: Final = _append_played()
_LOCK_TABLES: Final = (
    sql.select(tables.c.id).where(_LISTED).order_by(tables.c.id).with_for_update(key_share=True)
)


def _lock_tables(connection: sql.Connection, ids: list[str]) -> None:
    """Lock tables until the transaction ends. All processes lock in the same order, so that there is no
    deadlock."""
    if ids and connection.dialect.name != SQLITE:
        text, _ = _compiled(_LOCK_TABLES, connection.dialect)
        connection.exec_driver_sql(text, {"ids": ids})


@lru_cache(64)
def _compiled(
    statement: sql.Select[Any] | sql.Insert | sql.Update, dialect: sql.Dialect
) -> tuple[str, tuple[str, ...]]:
    """A statement as the driver takes it, and the names of its parameters in order."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or compiled.params)
