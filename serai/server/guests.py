"""Guests: whoever comes is known again by a cookie. Only a hash of it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from secrets import choice, token_urlsafe
from time import time
from typing import Final

import sqlalchemy as sql

from serai.server.storage import Store, guests

COOKIE: Final = "serai-guest"
LONGEST_TOKEN: Final = 64
KEPT: Final = 400 * 24 * 3600  # seconds; what browsers keep at most

# Short ones: a panel on a phone has little room.
NAMES: Final = (
    *("Amber", "Azure", "Bulbul", "Camel", "Cedar", "Coral", "Crane", "Dahlia", "Dove", "Ebony", "Falcon"),
    *(
        "Fennec",
        "Finch",
        "Fox",
        "Gecko",
        "Ginger",
        "Hare",
        "Hazel",
        "Heron",
        "Honey",
        "Hoopoe",
        "Ibex",
        "Indigo",
    ),
    *("Iris", "Ivory", "Jackal", "Jade", "Jerboa", "Kite", "Lapis", "Lark", "Lemon", "Lily", "Lion", "Lynx"),
    *(
        "Mango",
        "Marten",
        "Mint",
        "Myrtle",
        "Olive",
        "Opal",
        "Oryx",
        "Otter",
        "Owl",
        "Pearl",
        "Poppy",
        "Raven",
    ),
    *("Robin", "Rose", "Saffron", "Sesame", "Stork", "Sunny", "Swift", "Topaz", "Tulip", "Turtle", "Velvet"),
    *("Violet", "Walnut", "Wolf"),
)


@dataclass(frozen=True)
class Guest:
    id: int
    name: str


def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def new_name() -> str:
    """A friendly name.

    >>> new_name() in NAMES
    True
    """
    return choice(NAMES)


async def find_guest(store: Store, token: str | None) -> Guest | None:
    """Whose token it is."""
    if not token or len(token) > LONGEST_TOKEN:
        return None
    asked = sql.select(guests.c.id, guests.c.name).where(guests.c.token_hash == token_hash(token))
    row = await store.read(lambda connection: connection.execute(asked).first())
    return Guest(row.id, row.name) if row else None


async def new_guest(store: Store) -> tuple[Guest, str]:
    """A guest, and the token that he is known by from now on: 256 bits that nobody can guess."""
    token = token_urlsafe(32)
    name = new_name()
    row = {"token_hash": token_hash(token), "name": name, "made_at": time()}

    def insert(connection: sql.Connection) -> int:
        key = connection.execute(guests.insert().values(row)).inserted_primary_key
        assert key is not None
        return int(key[0])

    return Guest(await store.write(insert), name), token
