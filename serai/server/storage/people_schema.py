"""What is stored about people beside their tables: logins, ratings, and what the host has decided."""

from __future__ import annotations

import sqlalchemy as sql

from serai.server.storage.schema import schema

# A browser that is recognised. Only the hash of its token is stored.
sessions = sql.Table(
    "sessions",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False, index=True),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
    sql.Column("device", sql.String(80), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("seen_at", sql.Float, nullable=False),  # to the hour
)

passkeys = sql.Table(
    "passkeys",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False, index=True),
    sql.Column("credential", sql.LargeBinary, nullable=False, unique=True),
    sql.Column("public_key", sql.LargeBinary, nullable=False),
    sql.Column("uses", sql.Integer, nullable=False),  # as the authenticator counts them
    sql.Column("device", sql.String(80), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
)

# For programs that play in a person's name.
tokens = sql.Table(
    "tokens",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False, index=True),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("scopes", sql.String(40), nullable=False),  # separated by spaces
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("used_at", sql.Float, nullable=True),  # to the hour
)

# One row for each seat of a rated game, never changed: all ratings can be computed again from the ranks.
# `player` is "guest 12" or "bot level3".
ratings = sql.Table(
    "ratings",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("game", sql.String(40), nullable=False),
    sql.Column("player", sql.String(60), nullable=False),
    sql.Column("rank", sql.Integer, nullable=False),
    sql.Column("mean", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    # For the rules of `serai.server.people.ratings`: how many choices a person made, whether they left, and
    # how much the game counted for them.
    sql.Column("own", sql.Integer, nullable=True),  # None: a bot, or a game from before this was counted
    sql.Column("left", sql.Boolean, nullable=False, default=False),
    sql.Column("weight", sql.Float, nullable=False, default=1.0),
    sql.UniqueConstraint("table_id", "seat"),
    sql.Index("ix_ratings_game_player", "game", "player"),
)

# Who is banned: `kind` is "guest" or "address" (one, or a network).
bans = sql.Table(
    "bans",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("value", sql.String(64), nullable=False),
    sql.Column("reason", sql.String(200), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.UniqueConstraint("kind", "value"),
)

# What `serai admin` asks of a running server, which checks twice a second.
orders = sql.Table(
    "orders",
    schema,
    sql.Column("key", sql.String(32), primary_key=True),
    sql.Column("act", sql.String(16), nullable=False),
    sql.Column("value", sql.String(500), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("done_at", sql.Float, nullable=True),
    sql.Column("answer", sql.String(500), nullable=True),  # what went wrong, if anything
)

# Single values: the secrets that links in mails are signed with and addresses hashed with.
values = sql.Table(
    "house_values",
    schema,
    sql.Column("name", sql.String(40), primary_key=True),
    sql.Column("value", sql.String(200), nullable=False),
)
