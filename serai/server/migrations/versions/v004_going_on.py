"""Indexes that hold the tables which are not over, and nothing that a choice changes."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "004"
down_revision = "003"


def upgrade() -> None:
    tables = sql.table("tables", sql.column("public", sql.Boolean), sql.column("scores", sql.JSON))
    for name in ("scores", "winners"):  # what is not there was written as a null of JSON
        op.execute(f"UPDATE tables SET {name} = NULL WHERE CAST({name} AS VARCHAR) = 'null'")
    op.drop_index("ix_tables_actor", "tables")
    going_on = tables.c.scores.is_(sql.null())
    listed = tables.c.public & going_on
    op.create_index(
        "ix_tables_made_by", "tables", ["made_by"], sqlite_where=going_on, postgresql_where=going_on
    )
    op.create_index("ix_tables_made_at", "tables", ["made_at"], sqlite_where=listed, postgresql_where=listed)
