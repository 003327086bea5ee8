"""The bell: tells pages that something they show has changed, and people that they are awaited.

What a page shows is rendered by the server alone; the bell only says that it is worth asking again.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import sqlalchemy as sql

import serai
from serai.server.live.messages import Awaited, AwaitedTold, Changed
from serai.server.live.presence import Presence, guest_place, room_place
from serai.server.live.scenes import encode
from serai.server.storage.store import Store, seats, tables
from serai.server.tables.clocks import NONE

MOST_WAITING: Final = 64
LOBBY: Final = "lobby"


class Listener:
    """A page that listens, for a guest and for topics: the lobby, tables that wait for players."""

    def __init__(self, guest: int | None, topics: frozenset[str], session: int | None = None) -> None:
        self.guest = guest
        self.session = session
        self.topics = topics
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()  # None: the connection must end

    def send(self, message: str) -> None:
        if self.waiting.qsize() < MOST_WAITING:
            self.waiting.put_nowait(message)
        else:
            self.end()

    def end(self) -> None:
        self.waiting.put_nowait(None)


class Bell:
    def __init__(self, store: Store, presence: Presence) -> None:
        self.store = store
        self.presence = presence
        self.wire = presence.wire
        self.listeners: set[Listener] = set()
        self.of_guest: dict[int, set[Listener]] = {}
        self.wire.listen("ring", self._told_of_topics)
        self.wire.listen("awaited", self._told_of_guest)

    def present(self, topic: str) -> set[int]:
        """The guests who listen to a topic."""
        place = room_place(topic)
        return {*self.presence.own.get(place, ()), *self.presence.elsewhere(place)}

    def ring(self, *topics: str) -> None:
        """Something has changed."""
        self.ring_here(*topics)
        self.wire.tell("ring", topics=topics)

    async def _told_of_topics(self, process: str, what: dict[str, Any]) -> None:
        self.ring_here(*what["topics"])

    def ring_here(self, *topics: str) -> None:
        for listener in self.listeners:
            for topic in listener.topics.intersection(topics):
                listener.send(encode(Changed(changed=topic)))

    async def ring_for(self, guest: int) -> None:
        """Where a guest is awaited has changed."""
        self.wire.tell("awaited", at=guest_place(guest), guest=guest)
        await self._ring_here_for(guest)

    async def _told_of_guest(self, process: str, what: dict[str, Any]) -> None:
        await self._ring_here_for(what["guest"])

    async def look(self) -> None:
        """Tell all guests here where they are awaited: what was told of them may have been missed."""
        for guest in list(self.of_guest):
            await self._ring_here_for(guest)

    async def _ring_here_for(self, guest: int) -> None:
        if guest in self.of_guest:
            told = encode(AwaitedTold(awaited=await awaited_tables(self.store, guest)))
            for listener in self.of_guest.get(guest, ()):
                listener.send(told)

    async def hear(self, listener: Listener) -> None:
        """A page begins to listen."""
        self.listeners.add(listener)
        if listener.guest is not None:
            self.of_guest.setdefault(listener.guest, set()).add(listener)
        for topic in listener.topics - {LOBBY}:
            if listener.guest is not None:
                self.presence.came(room_place(topic), listener.guest)
            self.ring_here(topic)  # somebody came in; other processes hear that of `presence`
        if listener.guest is not None:
            await self.wire.follow(guest_place(listener.guest))
            listener.send(encode(AwaitedTold(awaited=await awaited_tables(self.store, listener.guest))))

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if listener.guest is not None:
            others = self.of_guest[listener.guest]
            others.discard(listener)
            if not others:
                del self.of_guest[listener.guest]
                self.wire.unfollow(guest_place(listener.guest))
        for topic in listener.topics - {LOBBY}:
            if listener.guest is not None:
                self.presence.left(room_place(topic), listener.guest)
            self.ring_here(topic)

    def close(self) -> None:
        for listener in self.listeners:
            listener.end()


async def awaited_tables(store: Store, guest: int | None) -> list[Awaited]:
    """The tables among people, or with a clock, at which a guest is asked; the most urgent first."""
    if guest is None:
        return []
    others = seats.alias("others")
    among = sql.select(others.c.table_id).where(others.c.table_id == tables.c.id, others.c.guest_id != guest)
    asked = (
        sql.select(tables.c.id, tables.c.game)
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.actor))
        .where(seats.c.guest_id == guest, ~seats.c.away)
        .where((tables.c.clock != NONE) | among.exists())
        .order_by(sql.func.coalesce(tables.c.deadline, 1e12), tables.c.changed_at)
        .limit(50)
    )
    rows = await store.read(lambda connection: connection.execute(asked).all())
    return [
        {"url": f"/tables/{row.id}", "game": row.game, "title": serai.game(row.game).title} for row in rows
    ]
