"""Tables among people: tables that wait for players, clocks, acts, chat."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "002"
down_revision = "001"


def upgrade() -> None:
    def add(table: str, *columns: sql.Column[Any]) -> None:
        for column in columns:
            op.add_column(table, column)

    add(
        "tables",
        sql.Column("public", sql.Boolean, nullable=False, server_default=sql.false()),
        sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()),
        sql.Column("level", sql.String(40), nullable=True),
        sql.Column("clock", sql.String(16), nullable=False, server_default="none"),
        sql.Column("started_at", sql.Float, nullable=True),
        sql.Column("invitation", sql.String(32), nullable=True),
        sql.Column("invited_until", sql.Float, nullable=True),
        sql.Column("deadline", sql.Float, nullable=True),
    )
    op.create_index("ix_tables_invitation", "tables", ["invitation"], unique=True)
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
    op.execute("UPDATE tables SET started_at = made_at")
    add(
        "seats",
        sql.Column("away", sql.Boolean, nullable=False, server_default=sql.false()),
        sql.Column("conceded", sql.Boolean, nullable=False, server_default=sql.false()),
    )
    op.create_table(
        "acts",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("entry", sql.Integer, nullable=False),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("seat", sql.Integer, nullable=True),
        sql.Column("value", sql.String(80), nullable=True),
        sql.Column("made_at", sql.Float, nullable=False),
    )
    op.create_table(
        "chat",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("phrase", sql.String(16), nullable=True),
        sql.Column("text", sql.String(300), nullable=True),
        sql.Column("made_at", sql.Float, nullable=False),
    )
    op.create_index("ix_chat_table_id", "chat", ["table_id"])
    op.create_table(
        "mutes",
        sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
        sql.Column("muted_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
    )
    op.create_table(
        "reports",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("chat_id", sql.Integer, sql.ForeignKey("chat.id"), nullable=False),
        sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.Column("settled", sql.Boolean, nullable=False),
        sql.UniqueConstraint("chat_id", "guest_id", name="uq_reports_chat_id_guest_id"),
    )
