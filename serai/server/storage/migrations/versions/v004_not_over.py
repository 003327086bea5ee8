"""Indexes for lists: of the tables that are not over, and of those that a guest made."""

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
    op.create_index("ix_tables_made_by", "tables", ["made_by"])
    not_over = tables.c.scores.is_(sql.null())
    for column, which in (("started_at", not_over), ("made_at", tables.c.public & not_over)):
        op.create_index(f"ix_tables_{column}", "tables", [column], sqlite_where=which, postgresql_where=which)
