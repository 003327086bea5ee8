"""Guests, tables, seats, the log, standing answers."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("token_hash", sql.String(64), nullable=False),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.UniqueConstraint("token_hash", name="uq_guests_token_hash"),
    )
    op.create_table(
        "tables",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("players", sql.Integer, nullable=False),
        sql.Column("options", sql.JSON, nullable=False),
        sql.Column("speed", sql.String(16), nullable=False),
        sql.Column("seed", sql.String(64), nullable=False),
        sql.Column("made_by", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.Column("changed_at", sql.Float, nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("actor", sql.Integer, nullable=False),
        sql.Column("scores", sql.JSON, nullable=True),
        sql.Column("winners", sql.JSON, nullable=True),
    )
    op.create_index("ix_tables_actor", "tables", ["actor"])
    op.create_table(
        "seats",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=True),
        sql.Column("level", sql.String(40), nullable=True),
        sql.Column("name", sql.String(80), nullable=False),
    )
    op.create_index("ix_seats_guest_id", "seats", ["guest_id"])
    op.create_table(
        "entries",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("value", sql.Integer, nullable=False),
        sql.Column("asked", sql.Boolean, nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
    )
    op.create_table(
        "answers",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("chosen", sql.JSON, nullable=False),
    )
