"""Accounts: sessions, passkeys, tokens, ratings, and what the host of the server decides."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "003"
down_revision = "002"


def upgrade() -> None:
    _sessions()
    with op.batch_alter_table("guests") as guests:
        guests.drop_constraint("uq_guests_token_hash", type_="unique")
        guests.drop_column("token_hash")
        guests.add_column(sql.Column("login", sql.String(80), nullable=True))
        guests.add_column(sql.Column("password", sql.String(200), nullable=True))
        guests.add_column(sql.Column("mail", sql.String(254), nullable=True))
        guests.add_column(sql.Column("mail_on", sql.Boolean, nullable=False, server_default=sql.false()))
        guests.add_column(sql.Column("language", sql.String(8), nullable=True))
        guests.add_column(sql.Column("gone_at", sql.Float, nullable=True))
        guests.create_unique_constraint("uq_guests_login", ["login"])
    op.add_column("tables", sql.Column("closed_at", sql.Float, nullable=True))
    op.add_column("tables", sql.Column("hidden", sql.Boolean, nullable=False, server_default=sql.false()))
    _passkeys_and_tokens()
    op.create_table(
        "ratings",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("player", sql.String(60), nullable=False),
        sql.Column("rank", sql.Integer, nullable=False),
        sql.Column("mean", sql.Float, nullable=False),
        sql.Column("deviation", sql.Float, nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.UniqueConstraint("table_id", "seat", name="uq_ratings_table_id_seat"),
    )
    op.create_index("ix_ratings_game_player", "ratings", ["game", "player"])
    _host()


def _sessions() -> None:
    """A guest's token becomes their first session."""
    op.create_table(
        "sessions",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
        sql.Column("token_hash", sql.String(64), nullable=False),
        sql.Column("device", sql.String(80), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.Column("seen_at", sql.Float, nullable=False),
        sql.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
    )
    op.create_index("ix_sessions_guest_id", "sessions", ["guest_id"])
    op.execute(
        "INSERT INTO sessions (guest_id, token_hash, device, made_at, seen_at) "
        "SELECT id, token_hash, '', made_at, made_at FROM guests"
    )


def _passkeys_and_tokens() -> None:
    op.create_table(
        "passkeys",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
        sql.Column("credential", sql.LargeBinary, nullable=False),
        sql.Column("public_key", sql.LargeBinary, nullable=False),
        sql.Column("uses", sql.Integer, nullable=False),
        sql.Column("device", sql.String(80), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.UniqueConstraint("credential", name="uq_passkeys_credential"),
    )
    op.create_index("ix_passkeys_guest_id", "passkeys", ["guest_id"])
    op.create_table(
        "tokens",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
        sql.Column("token_hash", sql.String(64), nullable=False),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("scopes", sql.String(40), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.Column("used_at", sql.Float, nullable=True),
        sql.UniqueConstraint("token_hash", name="uq_tokens_token_hash"),
    )
    op.create_index("ix_tokens_guest_id", "tokens", ["guest_id"])


def _host() -> None:
    op.create_table(
        "bans",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("value", sql.String(64), nullable=False),
        sql.Column("reason", sql.String(200), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.UniqueConstraint("kind", "value", name="uq_bans_kind_value"),
    )
    op.create_table(
        "orders",
        sql.Column("key", sql.String(32), primary_key=True),
        sql.Column("act", sql.String(16), nullable=False),
        sql.Column("value", sql.String(500), nullable=False),
        sql.Column("made_at", sql.Float, nullable=False),
        sql.Column("done_at", sql.Float, nullable=True),
        sql.Column("answer", sql.String(500), nullable=True),
    )
    op.create_table(
        "house_values",
        sql.Column("name", sql.String(40), primary_key=True),
        sql.Column("value", sql.String(200), nullable=False),
    )
