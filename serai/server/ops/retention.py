"""What is deleted after a while: guests who never came back, tables that never started, abandoned games.

Accounts and finished games are kept, and so is everybody who sits at a finished game, and whatever the host
has closed, banned or not yet settled. One process of a server checks once an hour. It deletes in small
transactions, each of which looks again first: nobody waits, and what has just come back to life stays.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sql

from serai.server.community.lobby import LISTED
from serai.server.errors import Refusal
from serai.server.storage.people_schema import bans, passkeys, puzzle_tries, sessions, tokens
from serai.server.storage.schema import NOT_OVER, chat, guests, mutes, reports, seats, tables
from serai.server.tables import repository

if TYPE_CHECKING:
    from serai.server.live.hub import Hub

log = logging.getLogger("serai.server")

EVERY: Final = 3600.0  # seconds between checks
FIRST: Final = 300.0  # seconds from the start to the first one
BATCH: Final = 50  # tables or guests in a transaction
BREATH: Final = 0.05  # seconds between transactions, in which others write
DAY: Final = 86400.0


@dataclass(frozen=True)
class RetentionPolicy:
    """For how many days something is kept after its last use; 0: for ever."""

    waiting_tables: float = 14.0
    games: float = 90.0
    guests: float = 90.0


DEFAULT_POLICY: Final = RetentionPolicy()


@dataclass
class DeletedCounts:
    """How much was deleted."""

    waiting_tables: int = 0
    games: int = 0
    guests: int = 0


def old_waiting_tables(now: float, days: float) -> sql.Select[tuple[str]]:
    """Tables that have waited for players for so long, and whose invitation has expired."""
    still = (tables.c.actor == repository.WAITING) & (tables.c.changed_at < now - days * DAY)
    ended = sql.func.coalesce(tables.c.invited_until, 0.0) < now
    return sql.select(tables.c.id).where(NOT_OVER, tables.c.closed_at.is_(None), still, ended, ~_reported())


def old_games(now: float, days: float) -> sql.Select[tuple[str]]:
    """Unfinished games and explorations at which nothing has happened for so long and no clock runs."""
    begun = tables.c.started_at < now - days * DAY
    still = (tables.c.changed_at < now - days * DAY) & (sql.func.coalesce(tables.c.deadline, 0.0) < now)
    goes = NOT_OVER | tables.c.branch_at.is_not(None)
    return sql.select(tables.c.id).where(goes, tables.c.closed_at.is_(None), begun, still, ~_reported())


def _reported() -> sql.Exists:
    """Whether a chat message of a table is reported and not settled."""
    found = sql.select(chat.c.table_id).join(reports, reports.c.chat_id == chat.c.id)
    return found.where(~reports.c.settled, chat.c.table_id == tables.c.id).exists()


def old_guests(now: float, days: float) -> sql.Select[tuple[int]]:
    """Guests without an account, not seen for so long, to whom nothing refers."""

    def leads(column: sql.Column[Any]) -> sql.Exists:
        return sql.exists().where(column == guests.c.id)

    since = now - days * DAY
    seen = leads(sessions.c.guest_id).where(sessions.c.seen_at >= since)
    banned = sql.exists().where(bans.c.kind == "guest", bans.c.value == sql.cast(guests.c.id, sql.String))
    return sql.select(guests.c.id).where(
        guests.c.login.is_(None),
        guests.c.gone_at.is_(None),
        guests.c.made_at < since,
        *(~leads(column) for column in (seats.c.guest_id, tables.c.made_by, chat.c.guest_id)),
        *(~leads(column) for column in (reports.c.guest_id, passkeys.c.guest_id, tokens.c.guest_id)),
        ~seen,
        ~banned,
    )


def delete_tables(connection: sql.Connection, asked: sql.Select[Any], some: list[str]) -> list[str]:
    """Delete those of some tables that are still old. On PostgreSQL nobody appends to them meanwhile."""
    still = asked.where(tables.c.id.in_(some)).order_by(tables.c.id).with_for_update(of=tables)
    found = list(connection.scalars(still))
    repository.delete_tables(connection, found)
    return found


def delete_guests(connection: sql.Connection, asked: sql.Select[Any], some: list[int]) -> list[int]:
    found = list(connection.scalars(asked.where(guests.c.id.in_(some))))
    connection.execute(mutes.delete().where(mutes.c.guest_id.in_(found) | mutes.c.muted_id.in_(found)))
    for table in (puzzle_tries, sessions):
        connection.execute(table.delete().where(table.c.guest_id.in_(found)))
    connection.execute(guests.delete().where(guests.c.id.in_(found)))
    return found


def forget_origins(connection: sql.Connection, now: float) -> None:
    """Delete the hashed addresses of tables that are no longer listed."""
    old = tables.c.origin.is_not(None) & (tables.c.made_at < now - LISTED)
    some = sql.select(tables.c.id).where(old).limit(100 * BATCH)
    connection.execute(tables.update().where(tables.c.id.in_(some)).values(origin=None))


class Retention:
    """Deletes what is old."""

    def __init__(self, hub: Hub, policy: RetentionPolicy) -> None:
        self.hub = hub
        self.policy = policy

    async def watch(self) -> None:
        """Check, forever."""
        await asyncio.sleep(FIRST)
        while True:
            try:
                if await self.hub.pubsub.lead("retention", EVERY / 2):
                    await self.clean()
            except Refusal as refusal:
                log.warning("old data cannot be deleted: %s", refusal.code)
            except Exception:
                log.exception("old data cannot be deleted")
            await asyncio.sleep(EVERY)

    async def clean(self) -> DeletedCounts:
        """Delete what is old now, batch by batch."""
        now, store, gone = self.hub.now(), self.hub.store, DeletedCounts()
        kinds: tuple[tuple[str, Any, float, Any], ...] = (
            ("waiting_tables", old_waiting_tables, self.policy.waiting_tables, delete_tables),
            ("games", old_games, self.policy.games, delete_tables),
            ("guests", old_guests, self.policy.guests, delete_guests),
        )
        for kind, make, days, delete in kinds:
            asked = make(now, days)
            while days and (some := await self._some(asked)):
                found = await store.write(partial(delete, asked=asked, some=some))
                if delete is delete_tables:
                    for key in found:
                        await self.hub.reload(key)  # remaining viewers find nothing
                setattr(gone, kind, getattr(gone, kind) + len(found))
                await asyncio.sleep(BREATH)
        await store.write(lambda connection: forget_origins(connection, now))
        return gone

    async def _some(self, asked: sql.Select[Any]) -> list[Any]:
        return await self.hub.store.read(lambda connection: list(connection.scalars(asked.limit(BATCH))))


def count(connection: sql.Connection, policy: RetentionPolicy, now: float) -> DeletedCounts:
    """How much would be deleted. Guests of games that would go are not counted."""

    def number(asked: sql.Select[Any], days: float) -> int:
        counted = sql.select(sql.func.count()).select_from(asked.subquery())
        return (connection.scalar(counted) or 0) if days else 0

    return DeletedCounts(
        number(old_waiting_tables(now, policy.waiting_tables), policy.waiting_tables),
        number(old_games(now, policy.games), policy.games),
        number(old_guests(now, policy.guests), policy.guests),
    )


def clean_now(connection: sql.Connection, asked: sql.Select[Any]) -> int:
    """Delete one batch, for `serai admin clean`; returns its size."""
    some = list(connection.scalars(asked.limit(BATCH)))
    if not some:
        return 0
    delete: Any = delete_guests if isinstance(some[0], int) else delete_tables
    return len(delete(connection, asked, some))
