"""The database tables of games: tables, seats, logs, chat.

`people_schema` has those of accounts, ratings and the host.
"""

from __future__ import annotations

from typing import Final

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

guests = sql.Table(
    "guests",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    # An account: `login` is what the name looks like, so that no two look the same (`lookalikes.looks`).
    sql.Column("login", sql.String(80), nullable=True, unique=True),
    # What it looks like by Unicode's table of confusables (`lookalikes.skeleton`).
    sql.Column("skeleton", sql.String(200), nullable=True, unique=True),
    sql.Column("password", sql.String(200), nullable=True),
    sql.Column("mail", sql.String(254), nullable=True),
    sql.Column("mail_on", sql.Boolean, nullable=False, default=False),  # confirmed, and wanted
    sql.Column("language", sql.String(8), nullable=True),  # of mails
    sql.Column("gone_at", sql.Float, nullable=True),  # when everything was deleted
)

tables = sql.Table(
    "tables",
    schema,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("game", sql.String(40), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("players", sql.Integer, nullable=False),
    sql.Column("options", sql.JSON, nullable=False),
    sql.Column("speed", sql.String(16), nullable=False),
    sql.Column("seed", sql.String(64), nullable=False),
    sql.Column("made_by", sql.Integer, sql.ForeignKey("guests.id"), nullable=False, index=True),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("origin", sql.String(16), nullable=True),  # a hash of the address it was made from, for a day
    # Who may come, and the time control (`serai.server.tables.clocks` reads `clock`).
    sql.Column("public", sql.Boolean, nullable=False, default=False),
    sql.Column("rated", sql.Boolean, nullable=False, default=False),
    sql.Column("level", sql.String(40), nullable=True),  # of bots that fill seats or take over
    sql.Column("clock", sql.String(16), nullable=False, default="none"),
    sql.Column("started_at", sql.Float, nullable=True),  # None: it waits for players
    sql.Column("invitation", sql.String(32), nullable=True, index=True, unique=True),
    sql.Column("invited_until", sql.Float, nullable=True),
    # What the log says, so that lists need not replay it; written in the same transaction.
    sql.Column("changed_at", sql.Float, nullable=False),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("actor", sql.Integer, nullable=False),
    sql.Column("scores", sql.JSON(none_as_null=True), nullable=True),  # None: not over
    sql.Column("winners", sql.JSON(none_as_null=True), nullable=True),
    sql.Column("deadline", sql.Float, nullable=True),  # when somebody's time runs out, or a pause
    # What the host of the server decided.
    sql.Column("closed_at", sql.Float, nullable=True),
    sql.Column("hidden", sql.Boolean, nullable=False, default=False),
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
seats = sql.Table(
    "seats",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=True, index=True),
    sql.Column("level", sql.String(40), nullable=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column(
        "away", sql.Boolean, nullable=False, default=False
    ),  # a bot plays; the seat remains the guest's
    sql.Column("conceded", sql.Boolean, nullable=False, default=False),
)

# The log. An entry is a choice, or an undo: then `value` is the number of choices left.
entries = sql.Table(
    "entries",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("value", sql.Integer, nullable=False),
    sql.Column("asked", sql.Boolean, nullable=False),  # whether somebody decided it, bot or person
    sql.Column("made_at", sql.Float, nullable=False),
)

# Standing answers: only the seat may know them, and they are no part of the game.
answers = sql.Table(
    "answers",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("chosen", sql.JSON, nullable=False),
)

# The second log of a table: what its people do beside the game. `serai.server.tables.participants` has the
# kinds.
acts = sql.Table(
    "acts",
    schema,
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("entry", sql.Integer, nullable=False),  # the length of the first log at that time
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("seat", sql.Integer, nullable=True),  # who did it; None: the server
    sql.Column("value", sql.String(80), nullable=True),
    sql.Column("made_at", sql.Float, nullable=False),
)

# The chat at a table: a phrase that everybody reads in their own language, or a text.
chat = sql.Table(
    "chat",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), nullable=False, index=True),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("phrase", sql.String(16), nullable=True),
    sql.Column("text", sql.String(300), nullable=True),
    sql.Column("made_at", sql.Float, nullable=False),
)

# Whom a guest does not want to hear.
mutes = sql.Table(
    "mutes",
    schema,
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
    sql.Column("muted_id", sql.Integer, sql.ForeignKey("guests.id"), primary_key=True),
)

# Messages that were reported to the host of the server.
reports = sql.Table(
    "reports",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("chat_id", sql.Integer, sql.ForeignKey("chat.id"), nullable=False),
    sql.Column("guest_id", sql.Integer, sql.ForeignKey("guests.id"), nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("settled", sql.Boolean, nullable=False, default=False),
    sql.UniqueConstraint("chat_id", "guest_id"),
)
