"""Brings the schema of a database up to date; `migrations/versions` has the steps."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config

from serai.server.storage.engines import WRITE_LOCK


def migrate(engine: sql.Engine, version: str = "head") -> None:
    """Bring the schema to a version, by default the newest.

    SQLite changes a column by rebuilding the table. Foreign keys are not enforced meanwhile; that none of
    them dangles is checked at the end.
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
                if sqlite is None:  # one at a time, if several processes start together
                    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(WRITE_LOCK)))
                command.upgrade(config, version)
                if sqlite is not None and sqlite.execute("PRAGMA foreign_key_check").fetchone() is not None:
                    raise RuntimeError("the database has keys that lead nowhere")
        finally:
            if sqlite is not None:
                sqlite.execute("PRAGMA foreign_keys=ON")
