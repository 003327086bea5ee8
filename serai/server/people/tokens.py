"""Personal tokens: programs use them to read or play in a person's name."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe
from time import time
from typing import Final, TypedDict

import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.people.guests import BANS, HOUR, LONGEST_TOKEN, Guest, delete_own, token_hash, unless_banned
from serai.server.storage.people_schema import tokens
from serai.server.storage.schema import guests
from serai.server.storage.store import Store

PREFIX: Final = "serai_"  # so that a leaked one is recognised
SCOPES: Final = ("read", "play")
MOST: Final = 20  # for each person
LONGEST_NAME: Final = 40


@dataclass(frozen=True)
class Bearer:
    """Whose token it is, and what it allows."""

    guest: Guest
    scopes: frozenset[str]
    token: int

    def need(self, scope: str) -> None:
        if scope not in self.scopes:
            raise Refusal("wrong-scope")


async def new_token(store: Store, guest: Guest, name: str, scopes: list[str]) -> str:
    """A new token, which is shown once and stored as a hash. Raises `Refusal`."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refusal("bad-request")
    wanted = [scope for scope in SCOPES if scope in scopes]
    if not wanted:
        raise Refusal("bad-request")
    token = PREFIX + token_urlsafe(32)

    def insert(connection: sql.Connection) -> None:
        own = sql.select(sql.func.count()).where(tokens.c.guest_id == guest.id)
        if (connection.scalar(own) or 0) >= MOST:
            raise Refusal("many-tokens")
        row = {"guest_id": guest.id, "token_hash": token_hash(token), "name": name}
        connection.execute(tokens.insert().values(**row, scopes=" ".join(wanted), made_at=time()))

    await store.write(insert)
    return token


async def revoke(store: Store, guest: Guest, key: int) -> None:
    """Take a token back. Raises `Refusal` if it is not the guest's."""
    await delete_own(store, tokens, guest, key, "no-token")


class TokenFacts(TypedDict):
    """A token as the account page shows it."""

    id: int
    name: str
    scopes: list[str]
    made: float
    used: float | None


async def tokens_of(store: Store, guest: Guest) -> list[TokenFacts]:
    asked = tokens.select().where(tokens.c.guest_id == guest.id).order_by(tokens.c.id)
    rows = await store.read(lambda connection: connection.execute(asked).all())
    return [
        {
            "id": row.id,
            "name": row.name,
            "scopes": row.scopes.split(),
            "made": row.made_at,
            "used": row.used_at,
        }
        for row in rows
    ]


_BY_TOKEN: Final = (
    sql.select(guests.c.id, guests.c.name, tokens.c.scopes, tokens.c.used_at, tokens.c.id.label("key"), *BANS)
    .join(tokens, tokens.c.guest_id == guests.c.id)
    .where(tokens.c.token_hash == sql.bindparam("key"))
)


async def bearer_of(store: Store, header: str, address: str | None) -> Bearer:
    """Whose token an `Authorization` header carries. Raises `Refusal`."""
    kind, _, token = header.partition(" ")
    token = token.strip()
    if kind.lower() != "bearer" or not token.startswith(PREFIX) or len(token) > LONGEST_TOKEN:
        raise Refusal("wrong-token")
    key = token_hash(token)
    row = await store.read(
        lambda connection: unless_banned(connection, _BY_TOKEN, key, address), autocommit=True
    )
    if row is None:
        raise Refusal("wrong-token")
    now = time()
    if row.used_at is None or now - row.used_at > HOUR:
        used = tokens.update().where(tokens.c.id == row.key).values(used_at=now)
        await store.write(lambda connection: connection.execute(used))
    return Bearer(Guest(row.id, row.name, account=True), frozenset(row.scopes.split()), row.key)
