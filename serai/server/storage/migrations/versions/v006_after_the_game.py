"""What follows a game: reviews, explorations, statistics, puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "006"
down_revision = "005"

NAME = sql.String(40)
KEY = sql.String(60)
TABLE = sql.String(16)


def upgrade() -> None:
    op.add_column("tables", sql.Column("branch_at", sql.Integer, nullable=True))
    op.add_column("tables", sql.Column("branch_of", TABLE, nullable=True))
    op.add_column("tables", sql.Column("fate", sql.JSON(none_as_null=True), nullable=True))
    op.create_table(
        "reviews",
        *_columns(table_id=TABLE, game=sql.String(16), content=sql.LargeBinary, made_at=sql.Float),
        sql.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id"),
        sql.PrimaryKeyConstraint("table_id", name="pk_reviews"),
    )
    _statistics()
    _puzzles()


def _statistics() -> None:
    op.create_table(
        "results",
        *_columns(table_id=TABLE, seat=sql.Integer, game=NAME, players=sql.Integer),
        sql.Column("guest_id", sql.Integer, nullable=True),
        *_columns(rated=sql.Boolean, won=sql.Boolean, score=sql.Integer, opening=KEY),
        *_columns(sources=sql.JSON, made_at=sql.Float),
        sql.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_results_table_id"),
        sql.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_results_guest_id"),
        sql.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_guest_id_game", "results", ["guest_id", "game"])
    op.create_index("ix_results_game_rated_score", "results", ["game", "rated", "score"])
    op.create_table(
        "tallies",
        sql.Column("game", NAME),
        sql.Column("players", sql.Integer, autoincrement=False),
        *_columns(kind=sql.String(8), key=KEY, games=sql.Integer, won=sql.Integer, points=sql.Integer),
        sql.PrimaryKeyConstraint("game", "players", "kind", "key", name="pk_tallies"),
    )


def _puzzles() -> None:
    """How people do at them."""
    op.create_table(
        "puzzle_tries",
        *_columns(id=sql.Integer, guest_id=sql.Integer, game=NAME, puzzle=sql.String(16)),
        *_columns(solved=sql.Boolean, shown=sql.Boolean, made_at=sql.Float),
        sql.Column("found_at", sql.Float, nullable=True),
        *_columns(mean=sql.Float, deviation=sql.Float, puzzle_mean=sql.Float, puzzle_deviation=sql.Float),
        sql.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_puzzle_tries_guest_id"),
        sql.PrimaryKeyConstraint("id", name="pk_puzzle_tries"),
        sql.UniqueConstraint("guest_id", "game", "puzzle", name="uq_puzzle_tries_guest_id_game_puzzle"),
    )
    op.create_index("ix_puzzle_tries_game_puzzle", "puzzle_tries", ["game", "puzzle"])


def _columns(**types: Any) -> Iterator[sql.Column[Any]]:
    """Columns that are never empty."""
    return (sql.Column(name, type_, nullable=False) for name, type_ in types.items())
