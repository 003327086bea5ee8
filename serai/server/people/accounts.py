"""Accounts: a name, and a password to log in with from anywhere."""

from __future__ import annotations

import asyncio
from itertools import groupby
from time import time
from typing import Any, Final, TypedDict

import sqlalchemy as sql
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from serai.server.errors import Refusal
from serai.server.lookalikes import looks, own_name, same, skeleton
from serai.server.people.attempts import AttemptLimits
from serai.server.people.guests import Guest, check_ban, delete_own, new_session
from serai.server.people.names import checked_name
from serai.server.storage.people_schema import passkeys, sessions
from serai.server.storage.schema import guests, seats, tables
from serai.server.storage.store import Store
from serai.server.tables.settings import BOT_NAMES

SHORTEST: Final = 10
LONGEST: Final = 200
MEMORY: Final = 64 * 1024  # KiB for hashing one password
AT_ONCE: Final = 2  # passwords hashed at the same time
# Long enough, but the first that an attacker tries.
GUESSED: Final = """
0123456789 0987654321 1111111111 1234567890 12345678910 123456789a 1q2w3e4r5t 1qaz2wsx3edc abc1234567
abcdefghij adminadmin administrator asdfghjkl1 basketball caravanserai changeme123 changemenow football12
iloveyou12 iloveyou123 letmein123 michelle12 passw0rd123 password10 password11 password12 password123
password1234 password12345 passwordpassword passwort123 passwort1234 princess12 qazwsxedc1 qwerty1234
qwerty12345 qwerty123456 qwertyuiop qwertyuiop1 qwertyuiop123 qwertzuiop qwertzuiop1 schatz1234 starwars12
sunshine12 superman12 superman123 trustno1trustno1 wachtwoord wachtwoord1 wachtwoord123 welcome123 welcome1234
welkom12345 willkommen willkommen1 willkommen123 yspahanistanbul
"""
COMMON: Final = frozenset(GUESSED.split())


class Passwords:
    """Hashes and checks passwords, off the event loop and few at a time, for each needs much memory."""

    def __init__(self, memory: int = MEMORY) -> None:
        self.hasher = PasswordHasher(memory_cost=memory)
        self.free = asyncio.Semaphore(AT_ONCE)
        self.nobody = self.hasher.hash("nobody")

    async def hash(self, password: str) -> str:
        async with self.free:
            return await asyncio.to_thread(self.hasher.hash, password)

    async def check(self, stored: str | None, password: str) -> bool:
        """Whether the password is right. It takes as long for an account without one."""
        if len(password) > LONGEST:  # no password is so long, and none is truncated
            return False

        def verify() -> bool:
            try:
                return self.hasher.verify(stored or self.nobody, password) and stored is not None
            except (Argon2Error, InvalidHashError):
                return False

        async with self.free:
            return await asyncio.to_thread(verify)


def checked_password(password: str, name: str) -> str:
    """A new password, checked. Raises `Refusal`."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal("password-length")
    low = password.casefold()
    if low in COMMON or len(set(low)) < 4 or len(looks(password).replace(looks(name), "")) < 4:
        raise Refusal("password-common")
    return password


def claim_name(connection: sql.Connection, guest: int, name: str, account: bool) -> None:
    """Give a guest a name that no account has, also at their tables. Raises `Refusal`."""
    seen, bones = looks(name), skeleton(name)
    for taken in (guests.c.login == seen, guests.c.skeleton == bones):  # each has an index
        if connection.execute(sql.select(guests.c.id).where(taken, guests.c.id != guest)).first() is not None:
            raise Refusal("name-taken")
    row = {"name": name, "login": seen if account else None, "skeleton": bones if account else None}
    old = connection.scalar(sql.select(guests.c.name).where(guests.c.id == guest))
    connection.execute(guests.update().where(guests.c.id == guest).values(row))
    _rename_seats(connection, guest, name, str(old))


def _rename_seats(connection: sql.Connection, guest: int, name: str, old: str) -> None:
    """Give a guest the name at each table that they would have had when they sat down: no two have the same
    name, and a bot gives way. Finished tables keep the names of their bots, which are in their records."""
    mine = sql.select(seats.c.table_id).where(seats.c.guest_id == guest)
    asked = (
        sql.select(seats, tables.c.scores.is_(None).label("open"), tables.c.branch_at)
        .join(tables)
        .where(tables.c.id.in_(mine))
    )
    for _, rows in groupby(connection.execute(asked.order_by(seats.c.table_id)), lambda row: row.table_id):
        occupants = list(rows)
        if occupants[0].branch_at is not None:  # they explore: all seats are theirs, one has their name
            for row in occupants:
                if row.guest_id == guest and row.name == old:
                    _call(connection, row, name)
            continue
        others = [row.name for row in occupants if row.guest_id not in (None, guest)]
        if not occupants[0].open:
            others += [row.name for row in occupants if row.level is not None]
        own = own_name(name, others)
        for row in occupants:
            if row.guest_id == guest:
                _call(connection, row, own)
            elif row.level is not None and row.open and same(row.name, own):
                named = [own, *(one.name for one in occupants if one is not row)]
                free = [one for one in BOT_NAMES if not any(same(one, other) for other in named)]
                _call(connection, row, free[0])


def _call(connection: sql.Connection, row: Any, name: str) -> None:
    here = (seats.c.table_id == row.table_id) & (seats.c.seat == row.seat)
    connection.execute(seats.update().where(here).values(name=name))


async def rename(store: Store, guest: Guest, wanted: str) -> None:
    """Change a guest's name, also at their tables."""
    name = checked_name(wanted)
    await store.write(lambda connection: claim_name(connection, guest.id, name, guest.account))


async def set_password(
    store: Store, passwords: Passwords, guest: Guest, name: str, current: str, wanted: str
) -> None:
    """Turn a guest into an account, or change the password. All other devices are logged out."""
    name = checked_name(name)
    wanted = checked_password(wanted, name)
    await check_password(store, passwords, guest, current)
    hashed = await passwords.hash(wanted)

    def write(connection: sql.Connection) -> None:
        claim_name(connection, guest.id, name, account=True)
        connection.execute(guests.update().where(guests.c.id == guest.id).values(password=hashed))
        others = sessions.delete().where(sessions.c.guest_id == guest.id, sessions.c.id != guest.session)
        connection.execute(others)

    await store.write(write)


async def check_password(store: Store, passwords: Passwords, guest: Guest, given: str) -> None:
    """Raises `Refusal` if the guest has a password and this is not it."""
    asked = sql.select(guests.c.password).where(guests.c.id == guest.id)
    stored = await store.read(lambda connection: connection.scalar(asked))
    if stored is not None and not await passwords.check(stored, given):
        raise Refusal("wrong-password")


async def log_in(
    store: Store,
    passwords: Passwords,
    attempts: AttemptLimits,
    name: str,
    password: str,
    address: str,
    device: str,
) -> str:
    """The token of a new session. Raises `Refusal`, without saying whether name or password was wrong."""
    seen = looks(name[:LONGEST])
    await attempts.take("login-address", address)
    await attempts.take("login-name", seen)
    await attempts.take("login", f"{address} {seen}")
    asked = sql.select(guests.c.id, guests.c.password).where(guests.c.login == seen)
    row = await store.read(lambda connection: connection.execute(asked).first())
    if not await passwords.check(row.password if row else None, password) or row is None:
        raise Refusal("wrong-login")
    await attempts.reset("login", f"{address} {seen}")
    return await begin_session(store, row.id, device)


async def begin_session(store: Store, guest: int, device: str) -> str:
    """A new session for an authenticated person. Raises `Refusal` if they are banned."""

    def begin(connection: sql.Connection) -> str:
        check_ban(connection, guest)
        return new_session(connection, guest, device)[1]

    return await store.write(begin)


async def end_others(store: Store, guest: Guest) -> None:
    """Log out all devices of a guest but the present one."""
    gone = sessions.delete().where(sessions.c.guest_id == guest.id, sessions.c.id != guest.session)
    await store.write(lambda connection: connection.execute(gone))


async def end_session(store: Store, guest: Guest, session: int) -> None:
    """Log out a device. Raises `Refusal` if it is not the guest's."""
    await delete_own(store, sessions, guest, session, "no-session")


class SessionFacts(TypedDict):
    """A browser."""

    id: int
    device: str
    seen: float
    here: bool  # whether it is the present one


class PasskeyFacts(TypedDict):
    id: int
    device: str
    made: float


class AccountFacts(TypedDict):
    """What the account page shows about a person's login."""

    id: int
    name: str
    account: bool
    password: bool
    mail: str | None
    mail_on: bool
    since: float
    sessions: list[SessionFacts]
    passkeys: list[PasskeyFacts]


async def of_guest(store: Store, guest: Guest) -> AccountFacts:
    """What is known about a guest."""

    def ask(connection: sql.Connection) -> AccountFacts:
        row = connection.execute(guests.select().where(guests.c.id == guest.id)).one()
        own = sessions.select().where(sessions.c.guest_id == guest.id).order_by(sessions.c.seen_at.desc())
        keys = passkeys.select().where(passkeys.c.guest_id == guest.id).order_by(passkeys.c.id)
        return {
            "id": row.id,
            "name": row.name,
            "account": row.login is not None,
            "password": row.password is not None,
            "mail": row.mail,
            "mail_on": row.mail_on,
            "since": row.made_at,
            "sessions": [
                {
                    "id": one.id,
                    "device": one.device,
                    "seen": one.seen_at,
                    "here": one.id == guest.session,
                }
                for one in connection.execute(own)
            ],
            "passkeys": [
                {"id": one.id, "device": one.device, "made": one.made_at} for one in connection.execute(keys)
            ],
        }

    return await store.read(ask)


def forget(connection: sql.Connection, guest: int) -> None:
    """Delete a person's credentials, and everything that identifies them."""
    for table in (sessions, passkeys):
        connection.execute(table.delete().where(table.c.guest_id == guest))
    blank = {
        "login": None,
        "skeleton": None,
        "password": None,
        "mail": None,
        "mail_on": False,
        "language": None,
    }
    connection.execute(guests.update().where(guests.c.id == guest).values(**blank, gone_at=time()))
