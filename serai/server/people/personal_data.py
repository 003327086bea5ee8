"""Exporting and deleting everything about a person."""

from __future__ import annotations

from datetime import UTC, datetime
from time import time
from typing import Any, Final, NamedTuple

import sqlalchemy as sql

import serai
from serai.bots.names import GREEDY, default_level
from serai.kernel.state import OVER
from serai.server.errors import Refusal
from serai.server.people.accounts import forget
from serai.server.people.guests import Guest
from serai.server.people.ratings import player_of
from serai.server.people.statistics import forget_person
from serai.server.storage.people_schema import passkeys, puzzle_tries, ratings, sessions, tokens
from serai.server.storage.schema import chat, guests, mutes, reports, results, seats, tables
from serai.server.storage.store import Store
from serai.server.tables import repository

NOBODY: Final = "·"  # in place of a name


class FormerSeat(NamedTuple):
    """A seat of a deleted person."""

    table: str
    actor: int  # the table's actor in the database


async def everything(store: Store, guest: Guest) -> dict[str, Any]:
    """Everything that is stored about a person. A record reveals all hands, so it is included once the game
    is over."""

    def ask(connection: sql.Connection) -> dict[str, Any]:
        def rows(table: sql.Table, *hidden: str, where: Any = None) -> list[dict[str, Any]]:
            own = table.c.guest_id == guest.id if where is None else where
            shown = [column for column in table.c if column.name not in hidden]
            return [_plain(row._mapping) for row in connection.execute(sql.select(*shown).where(own))]

        return {
            "person": rows(guests, "password", "login", where=guests.c.id == guest.id)[0],
            "sessions": rows(sessions, "token_hash"),
            "passkeys": rows(passkeys, "public_key", "credential"),
            "tokens": rows(tokens, "token_hash"),
            "ratings": rows(ratings, where=ratings.c.player == player_of(guest.id, None)),
            "results": rows(results),
            "puzzles": rows(puzzle_tries),
            "messages": rows(chat),
            "muted": rows(mutes),
            "reports": rows(reports),
            "tables": rows(
                tables,
                *("seed", "invitation", "invited_until"),
                where=tables.c.id.in_(repository.tables_of(guest.id)),
            ),
        }

    found = await store.read(ask)
    for row in found["tables"]:
        row["record"] = await _record(store, row["id"]) if row["actor"] == OVER else None
    return found


async def _record(store: Store, key: str) -> str | None:
    try:
        return (await repository.fetch(store, key, time)).record().to_text()
    except Refusal:  # the host has closed it
        return None


def _plain(row: Any) -> dict[str, Any]:
    """A row with readable times."""
    return {
        str(name): datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
        if value is not None and name.endswith(("_at", "deadline"))
        else value
        for name, value in row.items()
    }


async def delete_everything(store: Store, guest: Guest) -> list[FormerSeat]:
    """Delete a person and their explorations. Others keep their games: a bot takes the seat, without a name
    if the game is over.

    Returns where they sat; tables in memory do not know it yet.
    """
    mine = sql.select(tables.c.id, tables.c.game, tables.c.level, tables.c.actor).join(
        seats, (seats.c.table_id == tables.c.id) & (seats.c.guest_id == guest.id)
    )

    def delete(connection: sql.Connection) -> list[FormerSeat]:
        """All in one transaction: nothing is left half-way."""
        explores = (tables.c.made_by == guest.id) & tables.c.branch_at.is_not(None)
        explored = list(connection.scalars(sql.select(tables.c.id).where(explores)))
        repository.delete_tables(connection, explored)
        found = connection.execute(mine).all()
        for row in found:
            own = (seats.c.table_id == row.id) & (seats.c.guest_id == guest.id)
            if row.actor == repository.WAITING:
                repository.leave_waiting_table(connection, row.id, guest.id)
            elif row.actor == OVER:
                connection.execute(seats.update().where(own).values(name=NOBODY))
            else:
                installed = row.game in serai.game_names()
                level = row.level or (default_level(serai.game(row.game)) if installed else GREEDY)
                bot = {"guest_id": None, "level": level, "name": NOBODY, "away": False}
                connection.execute(seats.update().where(own).values(bot))
        said = sql.select(chat.c.id).where(chat.c.guest_id == guest.id)
        connection.execute(
            reports.delete().where(reports.c.chat_id.in_(said) | (reports.c.guest_id == guest.id))
        )
        connection.execute(chat.delete().where(chat.c.guest_id == guest.id))
        either = (mutes.c.guest_id == guest.id) | (mutes.c.muted_id == guest.id)
        connection.execute(mutes.delete().where(either))
        for table in (tokens, puzzle_tries):
            connection.execute(table.delete().where(table.c.guest_id == guest.id))
        forget_person(connection, guest.id)
        forget(connection, guest.id)
        connection.execute(guests.update().where(guests.c.id == guest.id).values(name=NOBODY))
        return [
            *(FormerSeat(row.id, row.actor) for row in found),
            *(FormerSeat(key, OVER) for key in explored),
        ]

    return await store.write(delete)
