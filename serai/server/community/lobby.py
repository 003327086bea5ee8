"""Tables that wait for players: who sits down, who may come, when the game starts.

Until then a table exists in the database only; each step is one transaction, so if two want the last seat,
one gets it. The game starts when no seat is open, or when the host says so: then bots take the open seats.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import compare_digest, token_urlsafe
from typing import Any, Final

import sqlalchemy as sql

import serai
from serai.bots.names import default_level
from serai.server.errors import Refusal
from serai.server.live.hub import Hub
from serai.server.live.notifications import LOBBY
from serai.server.lookalikes import own_name, same
from serai.server.people.guests import Guest
from serai.server.safety.rate_limit import RateLimiter
from serai.server.storage.people_schema import values
from serai.server.storage.schema import PUBLIC_NOT_OVER, seats, tables
from serai.server.tables.repository import (
    WAITING,
    leave_waiting_table,
    occupants_of,
    occupants_of_all,
    seat_rows,
    settings_of,
    table_row,
)
from serai.server.tables.settings import OPEN, Occupant, Settings, bot_occupant

INVITED: Final = 7 * 86400.0  # seconds that an invitation is valid
LISTED: Final = 86400.0  # seconds that a public table is listed
MOST_LISTED: Final = 60
OF_GUEST: Final = 3  # listed tables of one guest, and of one address
OF_ORIGIN: Final = 10
SECRET: Final = "origins"  # the name of the secret that addresses are hashed with
STEPS_A_SECOND: Final = 2.0
STEPS_AT_ONCE: Final = 30.0


@dataclass(frozen=True)
class WaitingTable:
    """A table that waits for players."""

    settings: Settings
    made_by: int
    invitation: str | None
    invited_until: float

    @property
    def host(self) -> int:
        """The guest who made the table or, if they have left, the first one seated."""
        guests = [occupant.guest for occupant in self.settings.occupants if occupant.guest is not None]
        return self.made_by if not guests or self.made_by in guests else guests[0]

    def seat_of(self, guest: int | None) -> int | None:
        for seat, occupant in enumerate(self.settings.occupants):
            if guest is not None and occupant.guest == guest:
                return seat
        return None


Step = Callable[[sql.Connection, WaitingTable], None]


class Lobby:
    def __init__(self, hub: Hub, address_factor: float = 1.0) -> None:
        """`address_factor`: by how much the limit of an address is multiplied; 0: no limit."""
        self.hub = hub
        self.address_factor = address_factor
        self.store = hub.store
        self.notifications = hub.notifications
        self.rate_limit = RateLimiter(STEPS_A_SECOND, STEPS_AT_ONCE)

    # Making and finding

    async def open(self, guest: Guest, settings: Settings, address: str | None = None) -> None:
        """Create a table that waits for players; `address`: the creator's IP address, stored as a hash."""
        version = serai.game(settings.game).version
        row = table_row(settings, version, guest.id) | {
            "invitation": token_urlsafe(12),
            "invited_until": self.hub.now() + INVITED,
            "changed_at": self.hub.now(),
            "number": 0,
            "actor": WAITING,
        }

        def insert(connection: sql.Connection) -> None:
            origin = origin_of(connection, address) if address is not None else None
            connection.execute(tables.insert().values(row | {"origin": origin}))
            connection.execute(seats.insert(), seat_rows(settings))

        await self.store.write(insert)
        if settings.public:
            self.notifications.notify(LOBBY)

    async def waiting_table(self, key: str) -> WaitingTable:
        """A table that waits for players. Raises `Refusal`."""
        return await self.store.read(lambda connection: _read_waiting_table(connection, key))

    async def invited(self, token: str) -> str:
        """The table that an invitation is for. Raises `Refusal`."""
        asked = sql.select(tables.c.id, tables.c.invited_until).where(tables.c.invitation == token[:32])
        row = await self.store.read(lambda connection: connection.execute(asked).first())
        if row is None or row.invited_until < self.hub.now():
            raise Refusal("no-invitation")
        return str(row.id)

    async def listed(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The public tables that wait, and those that are played. Nobody crowds out others: first comes the
        newest table of every address, then the second of each, and only a few of one guest or address."""
        waiting = self.waiting()
        running = self._shared(tables.c.changed_at, tables.c.actor >= 0)

        def ask(connection: sql.Connection) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
            found = [connection.execute(asked).all() for asked in (waiting, running)]
            occupants = occupants_of_all(connection, [row.id for rows in found for row in rows])
            waits, runs = (
                [{"id": row.id, "settings": settings_of(row, occupants[row.id])} for row in rows]
                for rows in found
            )
            return waits, runs

        return await self.store.read(ask)

    def waiting(self) -> sql.Select[Any]:
        """The public tables that wait for players, of the last day."""
        lately = tables.c.made_at > self.hub.now() - LISTED
        return self._shared(tables.c.made_at, tables.c.actor == WAITING, lately)

    async def note_origin(self, key: str, address: str) -> None:
        """Keep a hash of the address that a table was made from which started at once."""

        def note(connection: sql.Connection) -> None:
            origin = origin_of(connection, address)
            connection.execute(tables.update().where(tables.c.id == key).values(origin=origin))

        await self.store.write(note)

    def _shared(self, newest: sql.Column[Any], *which: sql.ColumnElement[bool]) -> sql.Select[Any]:
        """A query for public tables, in turn by who made them."""

        def place(*of: sql.ColumnElement[Any]) -> sql.Over[int]:
            return sql.func.row_number().over(partition_by=of, order_by=(newest.desc(), tables.c.id))

        guest = sql.cast(tables.c.made_by, sql.String)
        ranked = (
            sql.select(tables.c.id, newest.label("newest"))
            .add_columns(place(tables.c.made_by).label("of_guest"))
            .add_columns(place(sql.func.coalesce(tables.c.origin, guest)).label("of_origin"))
            .where(PUBLIC_NOT_OVER, ~tables.c.hidden, *which)
            .subquery()
        )
        found = tables.select().join(ranked, ranked.c.id == tables.c.id).where(ranked.c.of_guest <= OF_GUEST)
        if self.address_factor:
            found = found.where(ranked.c.of_origin <= max(1, round(OF_ORIGIN * self.address_factor)))
        return found.order_by(ranked.c.of_origin, ranked.c.newest.desc()).limit(MOST_LISTED)

    # What guests do

    async def sit(self, guest: Guest, key: str, token: str | None = None, seat: int | None = None) -> None:
        """Take an open seat, by default the first. Raises `Refusal`."""

        def step(connection: sql.Connection, waiting_table: WaitingTable) -> None:
            settings = waiting_table.settings
            if waiting_table.seat_of(guest.id) is not None:
                raise Refusal("seated")
            if not settings.public or token is not None:
                if token is None:
                    raise Refusal("invited-only")
                right = compare_digest(token.encode(), (waiting_table.invitation or "").encode())
                if not right or waiting_table.invited_until < self.hub.now():
                    raise Refusal("no-invitation")
            free = [
                one
                for one, occupant in enumerate(settings.occupants)
                if occupant.guest is None and occupant.level is None and seat in (None, one)
            ]
            if not free:
                raise Refusal("full")
            occupants = list(settings.occupants)
            people = [occupant.name for occupant in occupants if occupant.guest is not None]
            occupants[free[0]] = Occupant(own_name(guest.name, people), guest=guest.id)
            for one, occupant in enumerate(occupants):  # a bot with that name gets another
                if occupant.level is not None and same(occupant.name, occupants[free[0]].name):
                    occupants[one] = _bot(settings, occupants, occupant.level)
                    self._write(connection, key, one, occupants[one])
            self._place(connection, waiting_table, free[0], occupants[free[0]])

        await self._step(guest, key, step, begun="full")

    async def is_seated(self, guest: Guest, key: str) -> bool:
        """Whether a guest has a seat at a table, started or not."""
        own = sql.select(seats.c.seat).where(seats.c.table_id == key, seats.c.guest_id == guest.id)
        return await self.store.read(lambda connection: connection.scalar(own)) is not None

    async def leave(self, guest: Guest, key: str) -> None:
        """Leave the table; the last person closes it."""

        def step(connection: sql.Connection, waiting_table: WaitingTable) -> None:
            if waiting_table.seat_of(guest.id) is None:
                raise Refusal("not-seated")
            leave_waiting_table(connection, key, guest.id)

        await self._step(guest, key, step)

    # What the host does

    async def change(self, guest: Guest, key: str, seat: int, wanted: str) -> None:
        """Open a seat, even if it is taken, or give it to a bot of the table's level."""

        def step(connection: sql.Connection, waiting_table: WaitingTable) -> None:
            settings = waiting_table.settings
            if waiting_table.host != guest.id:
                raise Refusal("not-host")
            if not 0 <= seat < settings.players or wanted not in (OPEN, "bot"):
                raise Refusal("bad-request")
            if settings.occupants[seat].guest == guest.id:
                raise Refusal("seated")
            occupant = Occupant("") if wanted == OPEN else _bot(settings, settings.occupants)
            self._place(connection, waiting_table, seat, occupant)

        await self._step(guest, key, step)

    async def invite(self, guest: Guest, key: str) -> None:
        """Replace the invitation."""

        def step(connection: sql.Connection, waiting_table: WaitingTable) -> None:
            if waiting_table.host != guest.id:
                raise Refusal("not-host")
            fresh = {"invitation": token_urlsafe(12), "invited_until": self.hub.now() + INVITED}
            connection.execute(tables.update().where(tables.c.id == key).values(fresh))

        await self._step(guest, key, step)

    async def start(self, guest: Guest, key: str) -> None:
        """Start the game now: bots take the open seats."""

        def step(connection: sql.Connection, waiting_table: WaitingTable) -> None:
            if waiting_table.host != guest.id:
                raise Refusal("not-host")
            occupants = list(waiting_table.settings.occupants)
            for seat, occupant in enumerate(occupants):
                if occupant.guest is None and occupant.level is None:
                    occupants[seat] = _bot(waiting_table.settings, occupants)
                    self._write(connection, key, seat, occupants[seat])
            self._begin(connection, key)

        await self._step(guest, key, step)

    # One step

    async def _step(self, guest: Guest, key: str, step: Step, begun: str = "begun") -> None:
        """Run a step in one transaction, then notify pages. If the game starts with it, it is played."""
        if not await self.hub.pubsub.allow("lobby", self.rate_limit, guest.id):
            raise Refusal("too-many")

        def job(connection: sql.Connection) -> bool:
            step(connection, _read_waiting_table(connection, key, begun))
            started = sql.select(tables.c.started_at).where(tables.c.id == key)
            return connection.scalar(started) is not None

        if await self.store.write(job):
            await self.hub.get(key)
        self.notifications.notify(LOBBY, key)

    def _place(
        self, connection: sql.Connection, waiting_table: WaitingTable, seat: int, occupant: Occupant
    ) -> None:
        """Give a seat to a guest. The game starts when none is open."""
        key = waiting_table.settings.id
        self._write(connection, key, seat, occupant)
        occupants = [
            *waiting_table.settings.occupants[:seat],
            occupant,
            *waiting_table.settings.occupants[seat + 1 :],
        ]
        if all(one.guest is not None or one.level is not None for one in occupants):
            self._begin(connection, key)

    @staticmethod
    def _write(connection: sql.Connection, key: str, seat: int, occupant: Occupant) -> None:
        row = {"guest_id": occupant.guest, "level": occupant.level, "name": occupant.name}
        mine = (seats.c.table_id == key) & (seats.c.seat == seat)
        connection.execute(seats.update().where(mine).values(row))

    def _begin(self, connection: sql.Connection, key: str) -> None:
        now = self.hub.now()
        begun = {"started_at": now, "changed_at": now, "actor": serai.CHANCE}
        connection.execute(tables.update().where(tables.c.id == key).values(begun))


def origin_of(connection: sql.Connection, address: str) -> str:
    """What represents an address in the list of tables: a hash that nobody outside can compute."""
    own = sql.select(values.c.value).where(values.c.name == SECRET)
    secret = connection.scalar(own)
    if secret is None:
        secret = token_urlsafe(24)
        connection.execute(values.insert().values(name=SECRET, value=secret))
    return hmac.new(str(secret).encode(), address.encode(), sha256).hexdigest()[:16]


def _read_waiting_table(connection: sql.Connection, key: str, begun: str = "begun") -> WaitingTable:
    row = connection.execute(tables.select().where(tables.c.id == key)).first()
    if row is None:
        raise Refusal("no-table")
    if row.closed_at is not None:
        raise Refusal("closed")
    if row.started_at is not None:
        raise Refusal(begun)
    if row.game not in serai.game_names():  # its package is not installed any more
        raise Refusal("no-game")
    return WaitingTable(
        settings_of(row, occupants_of(connection, key)), row.made_by, row.invitation, row.invited_until
    )


def _level(settings: Settings) -> str:
    return settings.level or default_level(serai.game(settings.game))


def _bot(settings: Settings, others: Sequence[Occupant], level: str | None = None) -> Occupant:
    return bot_occupant(level or _level(settings), serai.game(settings.game), others, settings.seed)
