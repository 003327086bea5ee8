"""The database tables of games: tables, seats, logs, chat.

`people_schema` has those of accounts, ratings and the host.
"""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sql

CHOICE: Final = "choice"
UNDO: Final = "undo"
REDRAW: Final = "redraw"  # an undo past chance or another seat: later draws are new

schema = sql.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)


def filled(name: str, kind: Any, *more: sql.schema.SchemaItem, **settings: Any) -> sql.Column[Any]:
    """A column that is never empty."""
    return sql.Column(name, kind, *more, nullable=False, **settings)


def numbered(name: str, *columns: sql.schema.SchemaItem) -> sql.Table:
    """A table whose rows have numbers."""
    return sql.Table(name, schema, sql.Column("id", sql.Integer, primary_key=True), *columns)


def of_table(name: str, *columns: sql.schema.SchemaItem) -> sql.Table:
    """A table whose rows belong to the table of a game, as part of their key."""
    key = sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True)
    return sql.Table(name, schema, key, *columns)


guests = numbered(
    "guests",
    filled("name", sql.String(80)),
    filled("made_at", sql.Float),
    # An account: `login` is what the name looks like, so that no two look the same (`lookalikes.looks`).
    sql.Column("login", sql.String(80), nullable=True, unique=True),
    # What it looks like by Unicode's table of confusables (`lookalikes.skeleton`).
    sql.Column("skeleton", sql.String(200), nullable=True, unique=True),
    sql.Column("password", sql.String(200), nullable=True),
    sql.Column("mail", sql.String(254), nullable=True),
    filled("mail_on", sql.Boolean, default=False),  # confirmed, and wanted
    sql.Column("language", sql.String(8), nullable=True),  # of mails
    sql.Column("gone_at", sql.Float, nullable=True),  # when everything was deleted
)

tables = sql.Table(
    "tables",
    schema,
    sql.Column("id", sql.String(16), primary_key=True),
    filled("game", sql.String(40)),
    filled("version", sql.Integer),
    filled("players", sql.Integer),
    filled("options", sql.JSON),
    filled("speed", sql.String(16)),
    filled("seed", sql.String(64)),
    filled("made_by", sql.Integer, sql.ForeignKey("guests.id"), index=True),
    filled("made_at", sql.Float),
    sql.Column("origin", sql.String(16), nullable=True),  # a hash of the address it was made from, for a day
    # Who may come, and the time control (`serai.server.tables.clocks` reads `clock`).
    filled("public", sql.Boolean, default=False),
    filled("rated", sql.Boolean, default=False),
    sql.Column("level", sql.String(40), nullable=True),  # of bots that fill seats or take over
    filled("clock", sql.String(16), default="none"),
    sql.Column("started_at", sql.Float, nullable=True),  # None: it waits for players
    sql.Column("invitation", sql.String(32), nullable=True, index=True, unique=True),
    sql.Column("invited_until", sql.Float, nullable=True),
    # An exploration: how many of its first choices come from elsewhere, from which table (perhaps gone), and
    # what chance gives from there on.
    sql.Column("branch_at", sql.Integer, nullable=True),
    sql.Column("branch_of", sql.String(16), nullable=True),
    sql.Column("fate", sql.JSON(none_as_null=True), nullable=True),
    # What the log says, so that lists need not replay it; written in the same transaction.
    filled("changed_at", sql.Float),
    filled("number", sql.Integer),
    filled("actor", sql.Integer),
    sql.Column("scores", sql.JSON(none_as_null=True), nullable=True),  # None: not over
    sql.Column("winners", sql.JSON(none_as_null=True), nullable=True),
    sql.Column("deadline", sql.Float, nullable=True),  # when a player's time or a pause runs out
    # What the host of the server decided.
    sql.Column("closed_at", sql.Float, nullable=True),
    filled("hidden", sql.Boolean, default=False),
    sql.Index("ix_tables_deadline", "deadline"),
)
# Most tables are over; frequent queries are about the others (and those that the host has closed). Until a
# game ends, a choice changes nothing in these indexes, so they cost nothing when it is stored.
NOT_OVER: Final = tables.c.scores.is_(None)
PUBLIC_NOT_OVER: Final = tables.c.public & NOT_OVER
sql.Index("ix_tables_started_at", tables.c.started_at, sqlite_where=NOT_OVER, postgresql_where=NOT_OVER)
sql.Index(
    "ix_tables_made_at", tables.c.made_at, sqlite_where=PUBLIC_NOT_OVER, postgresql_where=PUBLIC_NOT_OVER
)

# A seat has a guest or a bot's level; with neither it is open. `away` and `conceded` follow from `acts`.
seats = of_table(
    "seats",
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=True, index=True),
    sql.Column("level", sql.String(40), nullable=True),
    filled("name", sql.String(80)),
    filled("away", sql.Boolean, default=False),  # a bot plays; the seat remains the guest's
    filled("conceded", sql.Boolean, default=False),
)

# What a finished game brought each seat, for statistics; explorations have none. The sources of points are in
# the words of the game's scoring sheet, in English.
results = of_table(
    "results",
    sql.Column("seat", sql.Integer, primary_key=True),
    filled("game", sql.String(40)),
    filled("players", sql.Integer),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=True),
    filled("rated", sql.Boolean),
    filled("won", sql.Boolean),
    filled("score", sql.Integer),
    filled("opening", sql.String(60)),
    filled("sources", sql.JSON),
    filled("made_at", sql.Float),
    sql.Index("ix_results_guest_id_game", "guest_id", "game"),
    sql.Index("ix_results_game_rated_score", "game", "rated", "score"),
)

# Sums over all results of people: `kind` is "seat", "opening" or "source". They grow with each game, so that
# no page adds up all games.
tallies = sql.Table(
    "tallies",
    schema,
    sql.Column("game", sql.String(40), primary_key=True),
    sql.Column("players", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(8), primary_key=True),
    sql.Column("key", sql.String(60), primary_key=True),
    filled("games", sql.Integer),
    filled("won", sql.Integer),
    filled("points", sql.Integer),
)

# The log. An entry is a choice, or an undo: then `value` is the number of choices left.
entries = of_table(
    "entries",
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    filled("kind", sql.String(8)),
    filled("value", sql.Integer),
    filled("asked", sql.Boolean),  # whether a bot or person decided it
    filled("made_at", sql.Float),
)

# Standing answers: only the seat may know them, and they are no part of the game.
answers = of_table(
    "answers",
    sql.Column("seat", sql.Integer, primary_key=True),
    filled("chosen", sql.JSON),
)

# The second log of a table: what its people do beside the game. `serai.server.tables.participants` has the
# kinds.
acts = of_table(
    "acts",
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    filled("entry", sql.Integer),  # the length of the first log at that time
    filled("kind", sql.String(16)),
    sql.Column("seat", sql.Integer, nullable=True),  # who did it; None: the server
    sql.Column("value", sql.String(80), nullable=True),
    filled("made_at", sql.Float),
)

# What was found about a finished game (`serai.analysis.Review`), as compressed JSON. `game` is a hash of its
# choices: who plays alone may take the last ones back and play on.
reviews = of_table(
    "reviews",
    filled("game", sql.String(16)),
    filled("content", sql.LargeBinary),
    filled("made_at", sql.Float),
)

# The chat at a table: a phrase that everybody reads in their own language, or a text.
chat = numbered(
    "chat",
    filled("table_id", sql.String(16), sql.ForeignKey("tables.id"), index=True),
    filled("guest_id", sql.Integer, sql.ForeignKey("guests.id")),
    filled("seat", sql.Integer),
    sql.Column("phrase", sql.String(16), nullable=True),
    sql.Column("text", sql.String(300), nullable=True),
    filled("made_at", sql.Float),
)

# Whom a guest does not want to hear.
mutes = sql.Table(
    "mutes",
    schema,
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
    sql.Column("muted_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
)

# Messages that were reported to the host of the server.
reports = numbered(
    "reports",
    filled("chat_id", sql.Integer, sql.ForeignKey("chat.id")),
    filled("guest_id", sql.Integer, sql.ForeignKey("guests.id")),
    filled("made_at", sql.Float),
    filled("settled", sql.Boolean, default=False),
    sql.UniqueConstraint("chat_id", "guest_id"),
)
