"""What an error of the database means: an outage with a code, or a fault in what was asked."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.kernel.errors import BadOption
from serai.server.errors import NO_SPACE, READ_ONLY, UNAVAILABLE, Refusal
from serai.server.storage.engines import DATABASE, check_url, engines_of, sqlite_url, translate_errors
from serai.server.storage.failures import outage_of


class Failed(Exception):
    """An error of PostgreSQL's driver."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("failed")
        self.sqlstate = sqlstate


def of_sqlite(number: int | None) -> sql.exc.SQLAlchemyError:
    error = sqlite3.OperationalError("failed")
    if number is not None:
        error.sqlite_errorcode = number
    return sql.exc.OperationalError("", None, error)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (sqlite3.SQLITE_FULL, NO_SPACE),
        (sqlite3.SQLITE_READONLY, READ_ONLY),
        (sqlite3.SQLITE_READONLY_DBMOVED, READ_ONLY),
        (sqlite3.SQLITE_BUSY, UNAVAILABLE),
        (sqlite3.SQLITE_IOERR_WRITE, UNAVAILABLE),
        (sqlite3.SQLITE_CANTOPEN, UNAVAILABLE),
        (sqlite3.SQLITE_CONSTRAINT, None),
        (sqlite3.SQLITE_ERROR, None),
        (None, None),
    ],
)
def test_errors_of_sqlite(number: int | None, code: str | None) -> None:
    assert outage_of(of_sqlite(number)) == code


@pytest.mark.parametrize(
    ("state", "code"),
    [
        *(("53100", NO_SPACE), ("25006", READ_ONLY), ("53300", UNAVAILABLE), ("08006", UNAVAILABLE)),
        *(("57P01", UNAVAILABLE), ("58030", UNAVAILABLE), ("23505", None), ("42601", None)),
    ],
)
def test_errors_of_postgresql(state: str, code: str | None) -> None:
    assert outage_of(sql.exc.ProgrammingError("", None, Failed(state))) == code


def test_errors_without_a_state() -> None:
    assert outage_of(sql.exc.OperationalError("", None, Failed(None))) == UNAVAILABLE  # no connection
    assert outage_of(sql.exc.ProgrammingError("", None, Failed(None))) is None
    assert outage_of(sql.exc.TimeoutError()) == UNAVAILABLE
    assert outage_of(sql.exc.ArgumentError()) is None


def test_errors_become_refusals() -> None:
    with pytest.raises(Refusal) as refused, translate_errors():
        raise sql.exc.DataError("", None, Failed("22003"))
    assert (refused.value.code, refused.value.is_outage) == ("bad-request", False)
    with pytest.raises(Refusal) as refused, translate_errors():
        raise of_sqlite(sqlite3.SQLITE_FULL)
    assert (refused.value.code, refused.value.is_outage) == (NO_SPACE, True)
    with pytest.raises(sql.exc.OperationalError), translate_errors():
        raise of_sqlite(sqlite3.SQLITE_ERROR)
    with pytest.raises(ZeroDivisionError), translate_errors():
        raise ZeroDivisionError


def test_errors_of_the_driver_become_the_same() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    with pytest.raises(Refusal) as refused, translate_errors():
        raise full
    assert (refused.value.code, refused.value.is_outage) == (NO_SPACE, True)
    with pytest.raises(sql.exc.IntegrityError) as failed, translate_errors():
        raise sqlite3.IntegrityError("UNIQUE constraint failed")
    assert isinstance(failed.value.orig, sqlite3.IntegrityError)


@pytest.mark.parametrize(
    ("url", "why"),
    [("nonsense", "a database is"), ("mysql://host/name", "a database is"), ("", "a database is")],
)
def test_addresses_that_are_none(url: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        check_url(url)


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="does not answer"):
        check_url(f"postgresql:///serai?host={tmp_path}")
    with pytest.raises(sql.exc.ArgumentError, match="not a PostgreSQL address: oracle"):
        engines_of("oracle://host/name", "FULL")


@pytest.mark.parametrize(("synchronous", "number"), [("FULL", 2), ("NORMAL", 1), ("OFF", 0)])
def test_connections_to_sqlite(tmp_path: Path, synchronous: str, number: int) -> None:
    folder = tmp_path / "deep" / "data"
    url = sqlite_url(folder)
    assert url == f"sqlite:///{folder / DATABASE}"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / DATABASE).stat().st_mode) == 0o600
    for engine in engines_of(url, synchronous):
        assert engine.hide_parameters
        with engine.connect() as connection:
            settings = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "wal_autocheckpoint")
            found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in settings]
            assert found == ["wal", number, 1, 10_000, 8000]
        engine.dispose()


def test_only_the_writer_locks_sqlite_at_once(tmp_path: Path) -> None:
    writing, reading = engines_of(sqlite_url(tmp_path), "OFF")
    with writing.begin(), reading.begin() as reader, closing(sqlite3.connect(tmp_path / DATABASE)) as other:
        reader.exec_driver_sql("SELECT 1")
        other.execute("PRAGMA busy_timeout=0")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    writing.dispose()
    reading.dispose()
