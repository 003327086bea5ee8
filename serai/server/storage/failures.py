"""Classifies database errors: what cannot be stored is refused with a code that names the cause."""

from __future__ import annotations

import sqlite3
from typing import Final

import sqlalchemy as sql

from serai.server.errors import NO_SPACE, READ_ONLY, UNAVAILABLE

SQLITE: Final = {
    sqlite3.SQLITE_FULL: NO_SPACE,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    **dict.fromkeys(
        (
            sqlite3.SQLITE_BUSY,
            sqlite3.SQLITE_LOCKED,
            sqlite3.SQLITE_NOMEM,
            sqlite3.SQLITE_IOERR,
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_PROTOCOL,
        ),
        UNAVAILABLE,
    ),
}
# PostgreSQL's classes: no connection, out of resources, ended by an operator, system error.
CLASSES: Final = ("08", "53", "57", "58")
DISK_FULL: Final = "53100"
READ_ONLY_STATE: Final = "25006"


def outage_of(error: sql.exc.SQLAlchemyError) -> str | None:
    """The code of an outage; None: the fault is in what was asked of the database."""
    if isinstance(error, sql.exc.TimeoutError):  # no connection became free
        return UNAVAILABLE
    if not isinstance(error, sql.exc.DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        return SQLITE.get(getattr(error.orig, "sqlite_errorcode", 0) & 0xFF)
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is None:
        return UNAVAILABLE if isinstance(error, sql.exc.OperationalError) else None
    found = {DISK_FULL: NO_SPACE, READ_ONLY_STATE: READ_ONLY}.get(state)
    return found or (UNAVAILABLE if state[:2] in CLASSES else None)
