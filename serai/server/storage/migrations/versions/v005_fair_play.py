"""Names by what they look like, where tables come from, and how much a rated game counts."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

from serai.server.lookalikes import skeleton

revision = "005"
down_revision = "004"


def upgrade() -> None:
    with op.batch_alter_table("guests") as guests:
        guests.add_column(sql.Column("skeleton", sql.String(200), nullable=True))
        guests.create_unique_constraint("uq_guests_skeleton", ["skeleton"])
    _fill_skeletons()
    op.add_column("tables", sql.Column("origin", sql.String(16), nullable=True))
    op.add_column("ratings", sql.Column("own", sql.Integer, nullable=True))
    op.add_column("ratings", sql.Column("left", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("ratings", sql.Column("weight", sql.Float, nullable=False, server_default="1"))


def _fill_skeletons() -> None:
    """Of accounts that look alike already the eldest has the skeleton; the others keep name and login."""
    names = ("id", "name", "login", "skeleton")
    guests = sql.table("guests", *map(sql.column, names))
    connection = op.get_bind()
    accounts = sql.select(guests.c.id, guests.c.name).where(guests.c.login.is_not(None)).order_by(guests.c.id)
    taken: set[str] = set()
    for row in connection.execute(accounts).all():
        found = skeleton(row.name)
        if found and found not in taken:
            taken.add(found)
            connection.execute(guests.update().where(guests.c.id == row.id).values(skeleton=found))
