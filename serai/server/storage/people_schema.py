"""The database tables about people: logins, ratings, and the host's decisions."""

from __future__ import annotations

import sqlalchemy as sql

from serai.server.storage.schema import filled, numbered, schema

# A browser that is recognised. Only the hash of its token is stored.
sessions = numbered(
    "sessions",
    filled("guest_id", sql.Integer, sql.ForeignKey("guests.id"), index=True),
    filled("token_hash", sql.String(64), unique=True),
    filled("device", sql.String(80)),
    filled("made_at", sql.Float),
    filled("seen_at", sql.Float),  # to the hour
)

passkeys = numbered(
    "passkeys",
    filled("guest_id", sql.Integer, sql.ForeignKey("guests.id"), index=True),
    filled("credential", sql.LargeBinary, unique=True),
    filled("public_key", sql.LargeBinary),
    filled("uses", sql.Integer),  # as the authenticator counts them
    filled("device", sql.String(80)),
    filled("made_at", sql.Float),
)

# For programs that play in a person's name.
tokens = numbered(
    "tokens",
    filled("guest_id", sql.Integer, sql.ForeignKey("guests.id"), index=True),
    filled("token_hash", sql.String(64), unique=True),
    filled("name", sql.String(40)),
    filled("scopes", sql.String(40)),  # separated by spaces
    filled("made_at", sql.Float),
    sql.Column("used_at", sql.Float, nullable=True),  # to the hour
)

# One row for each seat of a rated game, never changed: all ratings can be computed again from the ranks.
# `player` is "guest 12" or "bot level3".
ratings = numbered(
    "ratings",
    filled("table_id", sql.String(16), sql.ForeignKey("tables.id")),
    filled("seat", sql.Integer),
    filled("game", sql.String(40)),
    filled("player", sql.String(60)),
    filled("rank", sql.Integer),
    filled("mean", sql.Float),
    filled("deviation", sql.Float),
    filled("made_at", sql.Float),
    # For the rules of `serai.server.people.ratings`: how many choices a person made, whether they left, and
    # how much the game counted for them.
    sql.Column("own", sql.Integer, nullable=True),  # None: a bot, or a game from before this was counted
    filled("left", sql.Boolean, default=False),
    filled("weight", sql.Float, default=1.0),
    sql.UniqueConstraint("table_id", "seat"),
    sql.Index("ix_ratings_game_player", "game", "player"),
)

# One row for each person and puzzle: how they did at first, and the ratings of both after that.
puzzle_tries = numbered(
    "puzzle_tries",
    filled("guest_id", sql.Integer, sql.ForeignKey("guests.id")),
    filled("game", sql.String(40)),
    filled("puzzle", sql.String(16)),
    filled("solved", sql.Boolean),  # whether their first choice was right
    filled("shown", sql.Boolean),  # whether they were shown the answer
    filled("made_at", sql.Float),
    sql.Column("found_at", sql.Float, nullable=True),  # when they found the choice themselves
    filled("mean", sql.Float),
    filled("deviation", sql.Float),
    filled("puzzle_mean", sql.Float),
    filled("puzzle_deviation", sql.Float),
    sql.UniqueConstraint("guest_id", "game", "puzzle"),
    sql.Index("ix_puzzle_tries_game_puzzle", "game", "puzzle"),
)

# Who is banned: `kind` is "guest" or "address" (one, or a network).
bans = numbered(
    "bans",
    filled("kind", sql.String(8)),
    filled("value", sql.String(64)),
    filled("reason", sql.String(200)),
    filled("made_at", sql.Float),
    sql.UniqueConstraint("kind", "value"),
)

# What `serai admin` asks of a running server, which checks twice a second.
orders = sql.Table(
    "orders",
    schema,
    sql.Column("key", sql.String(32), primary_key=True),
    filled("act", sql.String(16)),
    filled("value", sql.String(500)),
    filled("made_at", sql.Float),
    sql.Column("done_at", sql.Float, nullable=True),
    sql.Column("answer", sql.String(500), nullable=True),  # what went wrong, if anything
)

# Single values: the secrets that links in mails are signed with and addresses hashed with.
values = sql.Table(
    "house_values",
    schema,
    sql.Column("name", sql.String(40), primary_key=True),
    filled("value", sql.String(200)),
)
