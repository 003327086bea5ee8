"""Where tables are kept: an append-only log of entries for each, in a database.

Everything is written by one thread. What waits while it writes is written next, in one transaction, so
many tables share one flush of the disk. A write is awaited until it is safe on the disk.

SQLite lets one write at a time, and so do processes that share a PostgreSQL database: a job may look first
and act on what it saw. Only what is appended to the log of a table does not wait for them, since there the
unique pair of table and number decides.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import select
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from time import sleep
from typing import Any, Final, NamedTuple, TypeVar

import orjson
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects.postgresql import ARRAY

from serai.kernel.errors import BadOption
from serai.server.errors import Refusal
from serai.server.storage.failures import outage_of

log = logging.getLogger("serai.server")
T = TypeVar("T")
Job = Callable[[sql.Connection], Any]

DATABASE: Final = "serai.db"
SQLITE: Final = "sqlite"
WRITE_LOCK: Final = 7241  # PostgreSQL's lock of those who look first
# A PostgreSQL that is gone without a word: seconds to reach it, milliseconds for it to take a packet; when
# and how often an idle line is tried until it counts as dead.
CONNECT_ARGS: Final = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
BIG_BATCH: Final = 12  # jobs in a transaction, from which on the next one waits so many seconds for more
GATHER: Final = 0.01
CHOICE: Final = "choice"
UNDO: Final = "undo"
REDRAW: Final = "redraw"  # an undo past chance or another seat: what is drawn afterwards is new

schema = sql.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

guests = sql.Table(
    "guests",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    # An account: `login` is what the name looks like, so that no other looks the same (`names.looks`).
    sql.Column("login", sql.String(80), nullable=True, unique=True),
    # What it looks like by Unicode's table of confusables (`names.skeleton`).
    sql.Column("skeleton", sql.String(200), nullable=True, unique=True),
    sql.Column("password", sql.String(200), nullable=True),
    sql.Column("mail", sql.String(254), nullable=True),
    sql.Column("mail_on", sql.Boolean, nullable=False, default=False),  # confirmed, and wanted
    sql.Column("language", sql.String(8), nullable=True),  # for mail
    sql.Column("gone_at", sql.Float, nullable=True),  # everything was deleted
)

tables = sql.Table(
    "tables",
    schema,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("game", sql.String(40), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("players", sql.Integer, nullable=False),
    sql.Column("options", sql.JSON, nullable=False),
    sql.Column("speed", sql.String(16), nullable=False),
    sql.Column("seed", sql.String(64), nullable=False),
    sql.Column("made_by", sql.Integer, sql.ForeignKey("guests.id"), nullable=False, index=True),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("origin", sql.String(16), nullable=True),  # a hash of where it was made from, for a day
    # Who may come, and how time is kept (`serai.server.tables.clocks` reads `clock`).
    sql.Column("public", sql.Boolean, nullable=False, default=False),
    sql.Column("rated", sql.Boolean, nullable=False, default=False),
    sql.Column("level", sql.String(40), nullable=True),  # of bots that fill seats or play on for somebody
    sql.Column("clock", sql.String(16), nullable=False, default="none"),
    sql.Column("started_at", sql.Float, nullable=True),  # None: a waiting room
    sql.Column("invitation", sql.String(32), nullable=True, index=True, unique=True),
    sql.Column("invited_until", sql.Float, nullable=True),
    # What the log says, so that lists need not replay it; written in the same transaction.
    sql.Column("changed_at", sql.Float, nullable=False),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("actor", sql.Integer, nullable=False),
    sql.Column("scores", sql.JSON(none_as_null=True), nullable=True),  # None: not over
    sql.Column("winners", sql.JSON(none_as_null=True), nullable=True),
    sql.Column("deadline", sql.Float, nullable=True),  # when somebody's time runs out, or a pause
    # What the host of the server decided.
    sql.Column("closed_at", sql.Float, nullable=True),
    sql.Column("hidden", sql.Boolean, nullable=False, default=False),
    sql.Index("ix_tables_deadline", "deadline"),
)
# Most tables are over; what is asked often is asked of the others (and of those that the host has closed).
# Until its game ends, a choice changes nothing in these indexes: they are no work when it is stored.
NOT_OVER: Final = tables.c.scores.is_(None)
PUBLIC_NOT_OVER: Final = tables.c.public & NOT_OVER
sql.Index("ix_tables_started_at", tables.c.started_at, sqlite_where=NOT_OVER, postgresql_where=NOT_OVER)
sql.Index(
    "ix_tables_made_at", tables.c.made_at, sqlite_where=PUBLIC_NOT_OVER, postgresql_where=PUBLIC_NOT_OVER
)

# A seat has a guest or a bot's level; with neither it is open. `away` and `conceded` say what `acts` says.
seats = sql.Table(
    "seats",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=True, index=True),
    sql.Column("level", sql.String(40), nullable=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column(
        "away", sql.Boolean, nullable=False, default=False
    ),  # a bot plays on; the seat remains the guest's
    sql.Column("conceded", sql.Boolean, nullable=False, default=False),
)

# The log. An entry is a choice, or an undo: `value` then says how many choices are left.
entries = sql.Table(
    "entries",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("value", sql.Integer, nullable=False),
    sql.Column("asked", sql.Boolean, nullable=False),  # whether somebody decided it, bot or person
    sql.Column("made_at", sql.Float, nullable=False),
)

# Standing answers: nobody's business but the seat's, and no part of the game.
answers = sql.Table(
    "answers",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("chosen", sql.JSON, nullable=False),
)

# The second log of a table: what its people do beside the game. `serai.server.tables.participants` has the
# kinds.
acts = sql.Table(
    "acts",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("entry", sql.Integer, nullable=False),  # how long the first log was then
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("seat", sql.Integer, nullable=True),  # who did it; None: the server
    sql.Column("value", sql.String(80), nullable=True),
    sql.Column("made_at", sql.Float, nullable=False),
)

# What was said at a table: a phrase that everybody reads in his own language, or a text.
chat = sql.Table(
    "chat",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), nullable=False, index=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("phrase", sql.String(16), nullable=True),
    sql.Column("text", sql.String(300), nullable=True),
    sql.Column("made_at", sql.Float, nullable=False),
)

# Whom a guest does not want to hear.
mutes = sql.Table(
    "mutes",
    schema,
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
    sql.Column("muted_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
)

# Messages that somebody wants the host of the server to see.
reports = sql.Table(
    "reports",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("chat_id", sql.Integer, sql.ForeignKey("chat.id"), nullable=False),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("settled", sql.Boolean, nullable=False, default=False),
    sql.UniqueConstraint("chat_id", "guest_id"),
)


class Entry(NamedTuple):
    """A line of a table's log."""

    number: int
    kind: str
    value: int
    asked: bool
    made_at: float

    def row(self, table: str) -> dict[str, object]:
        return {"table_id": table, **self._asdict()}


class Act(NamedTuple):
    """A line of the second log."""

    number: int
    entry: int
    kind: str
    seat: int | None
    value: str | None
    made_at: float


class LogAppend(NamedTuple):
    """What is new at one table: lines of both its logs, and what lists show of it. Nearly all that is ever
    written; so a transaction writes those of many tables with one statement."""

    table: str
    entries: list[Entry]
    acts: list[Act]
    now: dict[str, object]  # columns of `tables`; its number is `at`, too
    more: Job | None  # what else belongs to it

    @staticmethod
    def store(connection: sql.Connection, appends: list[LogAppend]) -> None:
        _lock_tables(connection, [lines.table for lines in appends])
        lines_of_games = [(lines.table, *line) for lines in appends for line in lines.entries]
        lines_of_people = [(lines.table, *line) for lines in appends for line in lines.acts]
        _ADD_ENTRIES.write(connection, lines_of_games)
        _ADD_ACTS.write(connection, lines_of_people)
        played = {lines.table: lines.now for lines in appends if lines.entries}
        full = {lines.table for lines in appends if lines.full}
        _UPDATE_PLAYED.write(
            connection, [_UPDATE_PLAYED.row(now) for table, now in played.items() if table not in full]
        )
        _UPDATE_FINISHED.write(
            connection, [_UPDATE_FINISHED.row(now) for table, now in played.items() if table in full]
        )
        acted = {lines.table: lines.now for lines in appends if lines.acts and lines.table not in played}
        _UPDATE_ACTED.write(connection, [_UPDATE_ACTED.row(now) for now in acted.values()])
        for lines in appends:
            if lines.more is not None:
                lines.more(connection)

    @staticmethod
    def append_played(connection: sql.Connection, appends: list[LogAppend]) -> None:
        """The same by one statement, which is a transaction of its own: for PostgreSQL, where all of them
        are `plain`."""
        now = {lines.table: _UPDATE_PLAYED.named(_UPDATE_PLAYED.row(lines.now)) for lines in appends}
        added = [_ADD_ENTRIES.named((lines.table, *line)) for lines in appends for line in lines.entries]
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
        """Whether scores come or go: they are there when a game is over, and go with an undo."""
        over = bool(self.entries) and self.now["scores"] is not None
        return over or any(line.kind != CHOICE for line in self.entries)


class BulkStatement:
    """A statement that is written for many rows, straight by the driver: SQLAlchemy looks at each value of
    each row, which takes longer than to write it. SQLite takes row after row; PostgreSQL takes all of them
    at once, as JSON, which is less work for both sides."""

    def __init__(
        self, columns: dict[str, sql.Column[Any]], make: Callable[[Any], sql.Insert | sql.Update]
    ) -> None:
        self.names = tuple(map(str, columns))  # in the order in which the statement has them
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
        """Rows have a value for each of `names`."""
        if not rows:
            return
        if connection.dialect.name == SQLITE:
            text, order = _compiled(self.of_one, connection.dialect)
            assert order == self.names
            if self.lists:
                rows = [tuple(map(_as_json, row)) for row in rows]
            connection.exec_driver_sql(text, rows)
        else:
            text, order = _compiled(self.of_all, connection.dialect)
            named = [self.named(row) for row in rows]
            values: dict[str, object] = {"rows": orjson.dumps(named).decode()}
            if "ids" in order:
                values["ids"] = [row["id"] for row in named]
            connection.exec_driver_sql(text, values)


def _as_json(value: object) -> object:
    """A value as SQLite takes it: lists are columns of JSON."""
    return json.dumps(value) if isinstance(value, list) else value


def _add(table: sql.Table) -> BulkStatement:
    names = [column.name for column in table.columns]
    return BulkStatement(
        {column.name: column for column in table.columns},
        lambda given: table.insert().from_select(names, sql.select(*(given[name] for name in names))),
    )


def _change(*names: str, at: bool = False) -> BulkStatement:
    """Columns of tables that are not closed; `at`: and have still so many choices."""

    def make(given: Any) -> sql.Update:
        here = tables.update().where(tables.c.id == given["id"], tables.c.closed_at.is_(None))
        if not isinstance(given, dict):  # PostgreSQL, which would read all tables for the rows of a list
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
    """Have tables to oneself by writing to them first, in the order of their names; then append."""
    given = sql.select(*_UPDATE_PLAYED.given("tables")).order_by(sql.column("id")).cte("given").c
    held = _UPDATE_PLAYED.make(given).returning(tables.c.id).cte("held")
    lines = _ADD_ENTRIES.given("rows")
    written = sql.select(sql.func.count()).select_from(held).scalar_subquery() >= sql.literal_column("0")
    names = _ADD_ENTRIES.names
    return entries.insert().from_select(names, sql.select(*(lines[name] for name in names)).where(written))


_APPEND_PLAYED: Final = _append_played()
_LOCK_TABLES: Final = (
    sql.select(tables.c.id).where(_LISTED).order_by(tables.c.id).with_for_update(key_share=True)
)


def _lock_tables(connection: sql.Connection, ids: list[str]) -> None:
    """Have tables to oneself until all is written. Processes take them in the same order, so that none waits
    for another in turn."""
    if ids and connection.dialect.name != SQLITE:
        text, _ = _compiled(_LOCK_TABLES, connection.dialect)
        connection.exec_driver_sql(text, {"ids": ids})


@lru_cache(64)
def _compiled(
    statement: sql.Select[Any] | sql.Insert | sql.Update, dialect: sql.Dialect
) -> tuple[str, tuple[str, ...]]:
    """A statement as the driver takes it, and the names of its values in their order."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or compiled.params)


class QueuedJob(NamedTuple):
    """A job that is to be written. Lines only append to the log of a table."""

    job: Job | LogAppend
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Store:
    """A database, with its one writing thread."""

    def __init__(self, url: str, synchronous: str = "FULL") -> None:
        self.engine, self.reading = _engines(url, synchronous)
        sqlite = self.engine.dialect.name == SQLITE
        # For what PostgreSQL need not begin and end.
        at_once = {"isolation_level": "AUTOCOMMIT"}
        self.reading_autocommit = self.reading if sqlite else self.reading.execution_options(**at_once)
        self.writing_autocommit = None if sqlite else self.engine.execution_options(**at_once)
        self.jobs: queue.SimpleQueue[QueuedJob | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self.outage: str | None = None  # why the last job could not be written
        self.outages = 0  # how often the database could not do its work

    def open(self) -> None:
        """Bring the database up to date, and begin to write."""
        migrate(self.engine)
        self.thread.start()

    def close(self) -> None:
        """Write what waits, and end."""
        if self.thread.is_alive():
            self.jobs.put(None)
            self.thread.join()
        self.engine.dispose()
        self.reading.dispose()

    # Writing

    def write(self, job: Callable[[sql.Connection], T]) -> asyncio.Future[T]:
        """Have a job done in a transaction; what is returned is done when it is safe on the disk."""
        return self._put(job)

    def append(self, lines: LogAppend) -> asyncio.Future[None]:
        """The same for what is new at a table. It is written even if nobody waits for it any more."""
        return self._put(lines)

    def _put(self, job: Job | LogAppend) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self.jobs.put(QueuedJob(job, done, loop))
        return done

    def _write_all(self) -> None:
        many = False
        while True:
            waiting = [self.jobs.get()]
            if many:
                sleep(GATHER)
            with suppress(queue.Empty):
                while True:
                    waiting.append(self.jobs.get_nowait())
            # From here on it is too late to call a job off. What was called off before is not written; but
            # what is new at a table is, since more may follow from it.
            jobs = [item for item in waiting if item is not None]
            batch = [item for item in jobs if isinstance(item.job, LogAppend) or not item.done.cancelled()]
            many = len(batch) >= BIG_BATCH
            self._write(batch)
            if None in waiting:
                return

    def _write(self, batch: list[QueuedJob]) -> None:
        """One transaction for all. If it fails, each job gets its own, so that none spoils the others."""
        if not batch:
            return
        results: list[Any] = [None] * len(batch)
        lines = [item.job for item in batch if isinstance(item.job, LogAppend)]
        exclusive = len(lines) < len(batch)
        try:
            if self.writing_autocommit is not None and not exclusive and all(one.plain for one in lines):
                with _translate_errors(), self.writing_autocommit.connect() as connection:
                    LogAppend.append_played(connection, lines)
            else:
                with self.transaction(exclusive) as connection:
                    LogAppend.store(connection, lines)
                    for place, item in enumerate(batch):
                        if not isinstance(item.job, LogAppend):
                            results[place] = item.job(connection)
        except Exception as error:
            self._note(error)
            hopeless = isinstance(error, Refusal) and error.is_outage
            if hopeless or len(batch) == 1:  # what may have been written after all is not tried again
                _resolve([(item, None, error) for item in batch])
            else:
                for item in batch:
                    self._write([item])
            return
        self.outage = None
        _resolve([(item, result, None) for item, result in zip(batch, results, strict=True)])

    def _note(self, error: Exception) -> None:
        if isinstance(error, Refusal) and error.is_outage:
            self.outage = error.code
            self.outages += 1

    @contextmanager
    def transaction(self, exclusive: bool = True) -> Iterator[sql.Connection]:
        """Write at once, in this thread; `exclusive`: while nobody else does who looks first."""
        with _translate_errors(), self.engine.begin() as connection:
            if exclusive and self.engine.dialect.name != SQLITE:
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(WRITE_LOCK)))
            yield connection

    # Reading

    async def read(self, job: Callable[[sql.Connection], T], autocommit: bool = False) -> T:
        """Run queries in another thread, off the event loop. They see one snapshot of the database, unless
        `autocommit`: then PostgreSQL saves itself a transaction."""
        engine = self.reading_autocommit if autocommit else self.reading

        def ask() -> T:
            try:
                with _translate_errors(), engine.connect() as connection:
                    return job(connection)
            except Refusal as refusal:
                self._note(refusal)
                raise

        return await asyncio.to_thread(ask)


def _resolve(done: list[tuple[QueuedJob, Any, Exception | None]]) -> None:
    """Let all who wait know, by one call to each loop."""

    def tell(loop: asyncio.AbstractEventLoop) -> None:
        for item, result, error in done:
            if item.loop is loop and not item.done.done():
                if error is not None:
                    item.done.set_exception(error)
                else:
                    item.done.set_result(result)

    for loop in {item.loop for item, _, _ in done}:
        with suppress(RuntimeError):  # it has ended, and nobody waits
            loop.call_soon_threadsafe(tell, loop)


def sqlite_url(folder: Path) -> str:
    """The address of the database in a data folder. Both are made if need be, for the server's eyes alone."""
    make_private(folder)
    return f"sqlite:///{folder / DATABASE}"


def make_private(folder: Path) -> None:
    """A data folder and its database, which nobody else may read: it holds hands, seeds and who logs in how.
    A folder that was there may be anybody's, and stays as it is. Companions that SQLite makes have the mode
    of the database."""
    folder.mkdir(0o700, parents=True, exist_ok=True)
    (folder / DATABASE).touch(0o600)
    for file in (folder / f"{DATABASE}{more}" for more in ("", "-wal", "-shm", "-journal")):
        with suppress(FileNotFoundError, PermissionError):  # another user's database can be read, perhaps
            if stat.S_IMODE(file.stat().st_mode) & 0o077:
                file.chmod(0o600)


@contextmanager
def _translate_errors() -> Iterator[None]:
    """What the database cannot even read, like a number with thirty digits, was a bad request. Where it
    cannot do its work that is said."""
    try:
        yield
    except sql.exc.DataError as error:
        raise Refusal("bad-request") from error
    except sql.exc.SQLAlchemyError as error:
        code = outage_of(error)
        if code is None:
            raise
        raise Refusal(code) from error


def check_url(url: str) -> None:
    """See whether a PostgreSQL database answers. Raises `BadOption`."""
    try:
        engine = _engines(url, "FULL")[0]
        with engine.connect():
            pass
        engine.dispose()
    except ModuleNotFoundError as missing:
        raise BadOption(f"PostgreSQL needs {missing.name}: pip install 'serai[many]'") from missing
    except sql.exc.ArgumentError as error:
        raise BadOption("a database is postgresql://USER:PASSWORD@HOST/NAME") from error
    except sql.exc.SQLAlchemyError as error:
        raise BadOption(f"the database does not answer: {error.__cause__ or error}") from error


def _engines(url: str, synchronous: str) -> tuple[sql.Engine, sql.Engine]:
    """Two ways to a database: for the one who writes, and for those who read. Its errors, which are logged,
    do not tell what was to be written."""
    address = sql.make_url(url)
    if address.get_backend_name() == SQLITE:
        engine = sql.create_engine(address, hide_parameters=True)
        reading = sql.create_engine(address, hide_parameters=True)
        _prepare_sqlite(engine, synchronous)
        _prepare_sqlite(reading, synchronous)
        sql.event.listen(engine, "begin", _begin_at_once)
        return engine, reading
    if address.get_backend_name() != "postgresql":
        raise sql.exc.ArgumentError(f"not a PostgreSQL address: {address.get_backend_name()}")
    address = address.set(drivername="postgresql+psycopg")
    safe = "on" if synchronous == "FULL" else "off"
    # Who writes finds rows by their keys and in their order, even where the planner, which knows little of
    # lists, would read all. Who reads sees one moment in all he asks.
    options = f"-c synchronous_commit={safe} -c enable_seqscan=off -c enable_bitmapscan=off"
    engine = sql.create_engine(
        address, hide_parameters=True, connect_args={**CONNECT_ARGS, "options": options}
    )
    reading = sql.create_engine(
        address,
        hide_parameters=True,
        isolation_level="REPEATABLE READ",
        pool_size=10,
        connect_args=CONNECT_ARGS,
    )
    sql.event.listen(engine, "checkout", _check_connection)
    sql.event.listen(reading, "checkout", _check_connection)
    return engine, reading


def _check_connection(connection: Any, record: Any, proxy: object) -> None:
    """A connection that the database has ended is made anew. Unasked it says hardly anything else; to ask it
    would take as long as most questions do."""
    if "used" not in record.info:  # it was made just now
        record.info["used"] = True
        return
    if connection.closed:
        raise sql.exc.DisconnectionError
    line = select.poll()
    line.register(connection, select.POLLIN)
    if line.poll(0):
        raise sql.exc.DisconnectionError


def _prepare_sqlite(engine: sql.Engine, synchronous: str) -> None:
    """Write-ahead log; a commit is flushed to the disk; no transaction begins unless we begin it."""

    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None
        for setting in (
            "journal_mode=WAL",
            f"synchronous={synchronous}",
            "foreign_keys=ON",
            "busy_timeout=10000",
            "wal_autocheckpoint=8000",  # pages, of which most are written again and again: 32 MB
        ):
            connection.execute(f"PRAGMA {setting}")

    sql.event.listen(engine, "connect", connected)


def _begin_at_once(connection: sql.Connection) -> None:
    """Take the right to write now, so that a transaction never fails half-way for want of it."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(engine: sql.Engine, version: str = "head") -> None:
    """Bring the schema to a version, the newest one if none is named.

    SQLite changes a column by making the table anew. Keys that point to it are not followed meanwhile;
    that all of them still lead somewhere is checked at the end.
    """
    config = Config()
    config.set_main_option("script_location", str(files("serai.server.storage") / "migrations"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        sqlite: Any = connection.connection.driver_connection if engine.dialect.name == "sqlite" else None
        if sqlite is not None:
            sqlite.execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                if sqlite is None:  # one at a time, where several processes start together
                    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(WRITE_LOCK)))
                command.upgrade(config, version)
                if sqlite is not None and sqlite.execute("PRAGMA foreign_key_check").fetchone() is not None:
                    raise RuntimeError("the database has keys that lead nowhere")
        finally:
            if sqlite is not None:
                sqlite.execute("PRAGMA foreign_keys=ON")
