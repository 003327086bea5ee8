"""Connecting to a database: SQLite in the data folder, or PostgreSQL by its address."""

from __future__ import annotations

import select
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql

from serai.kernel.errors import BadOption
from serai.server.errors import Refusal
from serai.server.storage.failures import outage_of

DATABASE: Final = "serai.db"
SQLITE: Final = "sqlite"
WRITE_LOCK: Final = 7241  # PostgreSQL's advisory lock for jobs that read before they write
# For a PostgreSQL that vanishes: seconds to connect, milliseconds for it to acknowledge a packet, and the
# keepalives of an idle connection.
CONNECT_ARGS: Final = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


def sqlite_url(folder: Path) -> str:
    """The address of the database in a data folder. Both are made if need be, readable by this user alone."""
    make_private(folder)
    return f"sqlite:///{folder / DATABASE}"


def make_private(folder: Path) -> None:
    """Make a data folder and its database, which nobody else may read: it holds hands, seeds and logins. An
    existing folder may belong to anyone, and is left alone. SQLite gives its other files the mode of the
    database."""
    folder.mkdir(0o700, parents=True, exist_ok=True)
    (folder / DATABASE).touch(0o600)
    for file in (folder / f"{DATABASE}{more}" for more in ("", "-wal", "-shm", "-journal")):
        with suppress(FileNotFoundError, PermissionError):  # another user's database may still be readable
            if stat.S_IMODE(file.stat().st_mode) & 0o077:
                file.chmod(0o600)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn database errors into refusals: a value it cannot take, like a number with thirty digits, is a bad
    request; an outage has a code of its own. An error of SQLite's driver, if SQLAlchemy was passed by,
    becomes one of SQLAlchemy's first."""
    try:
        try:
            yield
        except sqlite3.Error as error:
            raise sql.exc.DBAPIError.instance(None, None, error, sqlite3.Error) from error
    except sql.exc.DataError as error:
        raise Refusal("bad-request") from error
    except sql.exc.SQLAlchemyError as error:
        code = outage_of(error)
        if code is None:
            raise
        raise Refusal(code) from error


def check_url(url: str) -> None:
    """Check that a PostgreSQL database answers. Raises `BadOption`."""
    try:
        engine = engines_of(url, "FULL")[0]
        with engine.connect():
            pass
        engine.dispose()
    except ModuleNotFoundError as missing:
        raise BadOption(f"PostgreSQL needs {missing.name}: pip install 'serai[many]'") from missing
    except sql.exc.ArgumentError as error:
        raise BadOption("a database is postgresql://USER:PASSWORD@HOST/NAME") from error
    except sql.exc.SQLAlchemyError as error:
        raise BadOption(f"the database does not answer: {error.__cause__ or error}") from error


def engines_of(url: str, synchronous: str) -> tuple[sql.Engine, sql.Engine]:
    """The engine for the writer, and the one for readers. Errors are logged, so they leave out the
    parameters."""
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
    # The writer finds rows by key and in order, even where the planner, which knows little about lists, would
    # scan the table. A reader sees one snapshot.
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
    """Replace a connection that the database has closed. Unasked it sends hardly anything else, and a ping
    would take as long as most queries."""
    if "used" not in record.info:  # it is new
        record.info["used"] = True
        return
    if connection.closed:
        raise sql.exc.DisconnectionError
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    if poll.poll(0):
        raise sql.exc.DisconnectionError


def _prepare_sqlite(engine: sql.Engine, synchronous: str) -> None:
    """Write-ahead log; a commit is flushed to disk; no transaction begins unless we begin it."""

    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None
        for setting in (
            "journal_mode=WAL",
            f"synchronous={synchronous}",
            "foreign_keys=ON",
            "busy_timeout=10000",
            "wal_autocheckpoint=8000",  # pages, most of which are written again and again: 32 MB
        ):
            connection.execute(f"PRAGMA {setting}")

    sql.event.listen(engine, "connect", connected)


def _begin_at_once(connection: sql.Connection) -> None:
    """Take the write lock now, so that a transaction never fails half-way for want of it."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
