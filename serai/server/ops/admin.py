"""What the host of a server can do: hide or close tables, ban people, settle reports.

All of it is written to the database; a running server is sent a command, so that it does not go on with what
it has in memory.
"""

from __future__ import annotations

from ipaddress import ip_network
from time import time
from typing import Any

import sqlalchemy as sql

from serai.kernel.errors import BadOption
from serai.kernel.state import OVER
from serai.server.lookalikes import looks
from serai.server.ops import commands
from serai.server.storage.people_schema import bans
from serai.server.storage.schema import chat, guests, reports, seats, tables


def list_tables(connection: sql.Connection, everything: bool, most: int) -> list[Any]:
    """Tables with the names of their players, the latest first; finished ones only on request."""
    asked = tables.select().order_by(tables.c.changed_at.desc()).limit(most)
    if not everything:
        asked = asked.where(tables.c.actor != OVER, tables.c.closed_at.is_(None))
    rows = connection.execute(asked).all()
    occupants = seats.select().where(seats.c.table_id.in_([row.id for row in rows])).order_by(seats.c.seat)
    names: dict[str, list[str]] = {row.id: [] for row in rows}
    for occupant in connection.execute(occupants):
        names[occupant.table_id].append(occupant.name or "(open)")
    return [{**row._mapping, "names": names[row.id]} for row in rows]


def close_table(connection: sql.Connection, key: str) -> None:
    """Close a table for everyone. Its log remains. Raises `BadOption`."""
    row = _table(connection, key)
    if row.closed_at is not None:
        raise BadOption(f"table {key} is already closed")
    # As at the end of a game, it is nobody's turn and no clock runs.
    closed = {"closed_at": time(), "actor": OVER, "deadline": None, "hidden": True}
    connection.execute(tables.update().where(tables.c.id == key).values(closed))
    commands.submit(connection, commands.RELOAD, key)


def hide_table(connection: sql.Connection, key: str, hidden: bool) -> None:
    """Keep a public table out of the lobby, or show it again. Raises `BadOption`."""
    _table(connection, key)
    connection.execute(tables.update().where(tables.c.id == key).values(hidden=hidden))


def _table(connection: sql.Connection, key: str) -> Any:
    row = connection.execute(tables.select().where(tables.c.id == key)).first()
    if row is None:
        raise BadOption(f"there is no table {key}")
    return row


def list_people(connection: sql.Connection, part: str, most: int) -> list[Any]:
    """People whose names contain a text, the latest first."""
    asked = guests.select().where(guests.c.gone_at.is_(None)).order_by(guests.c.id.desc())
    if part:
        asked = asked.where(guests.c.name.icontains(part, autoescape=True))
    return list(connection.execute(asked.limit(most)).all())


def whom(connection: sql.Connection, text: str) -> tuple[str, str]:
    """Resolve a guest's number, an account's name, an address or a network. Raises `BadOption`."""
    if text.isascii() and text.isdigit():
        found = connection.scalar(sql.select(guests.c.id).where(guests.c.id == int(text)))
    else:
        try:
            return "address", str(ip_network(text, strict=False))
        except ValueError:
            found = connection.scalar(sql.select(guests.c.id).where(guests.c.login == looks(text)))
    if found is None:
        raise BadOption(f"{text} is not a guest’s number, an account’s name or an address")
    return "guest", str(found)


def ban(connection: sql.Connection, text: str, reason: str) -> tuple[str, str]:
    """Ban a person. Raises `BadOption`."""
    kind, value = whom(connection, text)
    row = {"kind": kind, "value": value, "reason": reason[:200], "made_at": time()}
    connection.execute(bans.delete().where(bans.c.kind == kind, bans.c.value == value))
    connection.execute(bans.insert().values(row))
    if kind == "guest":
        commands.submit(connection, commands.BAN, value)
    return kind, value


def unban(connection: sql.Connection, text: str) -> tuple[str, str]:
    """Lift a ban. Raises `BadOption`."""
    kind, value = whom(connection, text)
    gone = connection.execute(bans.delete().where(bans.c.kind == kind, bans.c.value == value))
    if gone.rowcount == 0:
        raise BadOption(f"{text} is not banned")
    return kind, value


def list_bans(connection: sql.Connection) -> list[Any]:
    return list(connection.execute(bans.select().order_by(bans.c.id)).all())


def list_reports(connection: sql.Connection, everything: bool) -> list[Any]:
    """Reported messages, with their writers."""
    asked = (
        sql.select(reports, chat.c.text, chat.c.phrase, chat.c.table_id, guests.c.name)
        .add_columns(chat.c.guest_id.label("writer"))
        .join(chat, chat.c.id == reports.c.chat_id)
        .join(guests, guests.c.id == chat.c.guest_id)
        .order_by(reports.c.id)
    )
    if not everything:
        asked = asked.where(~reports.c.settled)
    return list(connection.execute(asked).all())


def settle(connection: sql.Connection, number: int) -> None:
    """Mark a report as settled. Raises `BadOption`."""
    done = connection.execute(reports.update().where(reports.c.id == number).values(settled=True))
    if done.rowcount == 0:
        raise BadOption(f"there is no report {number}")
