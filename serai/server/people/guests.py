"""Guests: every visitor is recognised by a cookie in their browser. Only a hash of it is stored.

A guest who sets a password or a passkey has an account (`serai.server.people.accounts`) and can log in from
elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address, ip_network
from secrets import token_urlsafe
from time import time
from typing import Any, Final

import sqlalchemy as sql
from starlette.requests import HTTPConnection

from serai.server.errors import Refusal
from serai.server.lookalikes import looks
from serai.server.people.names import NAMES
from serai.server.safety.connections import is_secure
from serai.server.storage.people_schema import bans, sessions
from serai.server.storage.schema import guests
from serai.server.storage.store import Store
from serai.server.tables.seeds import Seeds

COOKIE: Final = "serai-guest"
SAFE_COOKIE: Final = (
    f"__Host-{COOKIE}"  # with https: no other host, and no page without https, can set this one
)
LONGEST_TOKEN: Final = 64
KEPT: Final = 400 * 24 * 3600  # seconds; the longest that browsers allow
HOUR: Final = 3600.0
SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")
BROWSERS: Final = (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"))


@dataclass(frozen=True)
class Guest:
    id: int
    name: str
    account: bool = False  # whether they can log in from another device
    session: int | None = None  # of the browser they came with


def token_hash(token: str) -> str:
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def cookie_of(connection: HTTPConnection) -> str:
    """The name of the cookie that holds the token."""
    return SAFE_COOKIE if is_secure(connection) else COOKIE


def device_of(agent: str) -> str:
    """A browser in a few words.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36")
    'Chrome, Linux'
    """
    browser = next((name for sign, name in BROWSERS if sign in agent), None)
    if browser is None and "Safari/" in agent:
        browser = "Safari"
    system = next((name for name in SYSTEMS if name in agent), None)
    if browser or system:
        return ", ".join(filter(None, (browser, system)))
    return re.sub(r"[^\w .-]", " ", agent.partition("/")[0]).strip()[:40]


# Whether a guest is banned, and whether any address is.
_BANNED: Final = (
    sql.exists()
    .where(bans.c.kind == "guest", bans.c.value == sql.cast(guests.c.id, sql.String))
    .label("banned")
)
BANS: Final = (_BANNED, sql.exists().where(bans.c.kind == "address").label("addresses"))
_BY_TOKEN: Final = (
    sql.select(guests, sessions.c.id.label("session"), sessions.c.seen_at, *BANS)
    .join(sessions, sessions.c.guest_id == guests.c.id)
    .where(sessions.c.token_hash == sql.bindparam("key"))
)
# Which of the friendly names are taken by accounts: one index lookup for each of them.
_SEEN: Final = {name: looks(name) for name in NAMES}
_TAKEN: Final = sql.select(guests.c.login).where(guests.c.login.in_(list(_SEEN.values())))
_ADDRESSES: Final = sql.select(bans.c.value).where(bans.c.kind == "address")


async def find_guest(store: Store, token: str | None, address: str | None = None) -> Guest | None:
    """Whose token it is. Raises `Refusal` if the guest or the address is banned."""
    key = token_hash(token) if token and len(token) <= LONGEST_TOKEN else None  # nobody has None
    row = await store.read(
        lambda connection: unless_banned(connection, _BY_TOKEN, key, address), autocommit=True
    )
    if row is None:
        return None
    now = time()
    if now - row.seen_at > HOUR:
        seen = sessions.update().where(sessions.c.id == row.session).values(seen_at=now)
        await store.write(lambda connection: connection.execute(seen))
    return Guest(row.id, row.name, row.login is not None, row.session)


def unless_banned(
    connection: sql.Connection, asked: sql.Select[Any], key: str | None, address: str | None
) -> Any:
    """The guest that a query, which selects `BANS` too, finds by a key. Raises `Refusal` if the guest or the
    address is banned."""
    row = connection.execute(asked, {"key": key}).first()
    if address is not None and (row is None or row.addresses):
        _check_address(connection, address)
    if row is not None and row.banned:
        raise Refusal("banned")
    return row


def check_ban(connection: sql.Connection, guest: int) -> None:
    """Raises `Refusal` for a guest who is banned."""
    if connection.scalar(sql.select(_BANNED).where(guests.c.id == guest)):
        raise Refusal("banned")


def _check_address(connection: sql.Connection, address: str) -> None:
    try:
        own = ip_address(address)
    except ValueError:
        return
    for value in connection.scalars(_ADDRESSES):
        if own in ip_network(value):
            raise Refusal("banned")


def new_session(connection: sql.Connection, guest: int, device: str) -> tuple[int, str]:
    """A new session of a guest: its number, and its token of 256 random bits."""
    token = token_urlsafe(32)
    now = time()
    row = {"guest_id": guest, "token_hash": token_hash(token), "device": device}
    made = connection.execute(sessions.insert().values(**row, made_at=now, seen_at=now)).inserted_primary_key
    assert made is not None
    return int(made[0]), token


async def new_guest(store: Store, device: str = "", seeds: Seeds | None = None) -> tuple[Guest, str]:
    """A new guest, and their token."""

    def insert(connection: sql.Connection) -> tuple[Guest, str]:
        taken = set(connection.scalars(_TAKEN))
        name = (seeds or Seeds()).name([name for name, seen in _SEEN.items() if seen not in taken] or NAMES)
        made = connection.execute(guests.insert().values(name=name, made_at=time())).inserted_primary_key
        assert made is not None
        number = int(made[0])
        session, token = new_session(connection, number, device)
        return Guest(number, name, session=session), token

    return await store.write(insert)


async def delete_own(store: Store, table: sql.Table, guest: Guest, key: int, code: str) -> None:
    """Delete a row that belongs to a guest. Raises `Refusal` with the code if there is none of theirs."""
    gone = table.delete().where(table.c.id == key, table.c.guest_id == guest.id)
    if (await store.write(lambda connection: connection.execute(gone).rowcount)) == 0:
        raise Refusal(code)
