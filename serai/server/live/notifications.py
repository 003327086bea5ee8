"""Notifications: they tell pages that something they show has changed, and guests that it is their turn.

The server renders all pages. A notification only says that it is worth reloading one.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import sqlalchemy as sql

from serai.server.live.messages import Awaited, AwaitedMessage, Changed
from serai.server.live.presence import Presence, guest_place, waiting_place
from serai.server.live.scenes import encode
from serai.server.storage.schema import seats, tables
from serai.server.storage.store import Store
from serai.server.tables.clocks import NONE
from serai.server.tables.games import title_of

MOST_WAITING: Final = 64
LOBBY: Final = "lobby"


class Subscriber:
    """A page that is notified of a guest's turns and of topics: the lobby, or a table that waits for
    players."""

    def __init__(self, guest: int | None, topics: frozenset[str], session: int | None = None) -> None:
        self.guest = guest
        self.session = session
        self.topics = topics
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()  # None: close the connection

    def send(self, message: str) -> None:
        if self.waiting.qsize() < MOST_WAITING:
            self.waiting.put_nowait(message)
        else:
            self.end()

    def end(self) -> None:
        self.waiting.put_nowait(None)


class Notifications:
    def __init__(self, store: Store, presence: Presence) -> None:
        self.store = store
        self.presence = presence
        self.pubsub = presence.pubsub
        self.subscribers: set[Subscriber] = set()
        self.of_guest: dict[int, set[Subscriber]] = {}
        self.pubsub.add_handler("ring", self._on_topics)
        self.pubsub.add_handler("awaited", self._on_guest)

    def present(self, topic: str) -> set[int]:
        """The guests who are subscribed to a topic."""
        place = waiting_place(topic)
        return {*self.presence.here.get(place, ()), *self.presence.elsewhere(place)}

    def notify(self, *topics: str) -> None:
        """Tell all pages that topics have changed."""
        self.notify_here(*topics)
        self.pubsub.publish("ring", topics=topics)

    async def _on_topics(self, process: str, what: dict[str, Any]) -> None:
        self.notify_here(*what["topics"])

    def notify_here(self, *topics: str) -> None:
        for subscriber in self.subscribers:
            for topic in subscriber.topics.intersection(topics):
                subscriber.send(encode(Changed(changed=topic)))

    async def notify_guest(self, guest: int) -> None:
        """Tell a guest's pages at which tables it is their turn; that has changed."""
        self.pubsub.publish("awaited", at=guest_place(guest), guest=guest)
        await self._notify_guest_here(guest)

    async def _on_guest(self, process: str, what: dict[str, Any]) -> None:
        await self._notify_guest_here(what["guest"])

    async def notify_all_guests(self) -> None:
        """The same for all guests here, since messages may have been missed."""
        for guest in list(self.of_guest):
            await self._notify_guest_here(guest)

    async def _notify_guest_here(self, guest: int) -> None:
        if guest in self.of_guest:
            message = encode(AwaitedMessage(awaited=await awaited_tables(self.store, guest)))
            for subscriber in self.of_guest.get(guest, ()):
                subscriber.send(message)

    async def subscribe(self, subscriber: Subscriber) -> None:
        """Add a page."""
        self.subscribers.add(subscriber)
        if subscriber.guest is not None:
            self.of_guest.setdefault(subscriber.guest, set()).add(subscriber)
        for topic in subscriber.topics - {LOBBY}:
            if subscriber.guest is not None:
                self.presence.add(waiting_place(topic), subscriber.guest)
            self.notify_here(topic)  # a person has connected; other processes learn that from `presence`
        if subscriber.guest is not None:
            await self.pubsub.subscribe(guest_place(subscriber.guest))
            subscriber.send(
                encode(AwaitedMessage(awaited=await awaited_tables(self.store, subscriber.guest)))
            )

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        if subscriber.guest is not None:
            others = self.of_guest[subscriber.guest]
            others.discard(subscriber)
            if not others:
                del self.of_guest[subscriber.guest]
                self.pubsub.unsubscribe(guest_place(subscriber.guest))
        for topic in subscriber.topics - {LOBBY}:
            if subscriber.guest is not None:
                self.presence.remove(waiting_place(topic), subscriber.guest)
            self.notify_here(topic)

    def close(self) -> None:
        for subscriber in self.subscribers:
            subscriber.end()


async def awaited_tables(store: Store, guest: int | None) -> list[Awaited]:
    """The tables with other people or a clock at which it is a guest's turn, the most urgent first."""
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
    return [{"url": f"/tables/{row.id}", "game": row.game, "title": title_of(row.game)} for row in rows]
