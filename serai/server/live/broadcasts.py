"""What concerns connections at all processes of a server: new names, bans, logged-out devices, revoked
tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any

import sqlalchemy as sql

from serai.kernel.state import OVER
from serai.server.live.hub import Hub
from serai.server.live.live_table import Viewer
from serai.server.live.notifications import LOBBY, Subscriber
from serai.server.storage.people_schema import sessions
from serai.server.tables.repository import WAITING


class Broadcasts:
    """`streams`: the API streams that were opened with each token."""

    def __init__(self, hub: Hub, streams: MutableMapping[int, set[Viewer]]) -> None:
        self.hub = hub
        self.streams = streams
        self.pubsub = hub.pubsub
        self.pubsub.add_handler("renamed", self._on_renamed)
        self.pubsub.add_handler("banned", self._on_banned)
        self.pubsub.add_handler("logged-out", self._on_logged_out)
        self.pubsub.add_handler("revoked", self._on_revoked)

    async def renamed(self, guest: int) -> None:
        """A guest has a new name; tables in memory are reloaded to show it."""
        self.pubsub.publish("renamed", guest=guest)
        await self._rename(guest)

    async def _on_renamed(self, process: str, what: dict[str, Any]) -> None:
        await self._rename(what["guest"])

    async def _rename(self, guest: int) -> None:
        for key, live_table in list(self.hub.live_tables.items()):
            if live_table.table.seat_of(guest) is not None:
                await self.hub.reload_here(key)

    def banned(self, guest: int) -> None:
        """Close a guest's connections. They are refused when they come back."""
        self.pubsub.publish("banned", guest=guest)
        self._disconnect(guest)

    async def _on_banned(self, process: str, what: dict[str, Any]) -> None:
        self._disconnect(what["guest"])

    async def deleted(self, guest: int, sat: Iterable[tuple[str, int]]) -> None:
        """A guest was deleted: waiting tables show it, bots take over their seats, their connections close.

        `sat`: each table they sat at, with its actor in the database.
        """
        actors = dict(sat)
        waiting = [key for key, actor in actors.items() if actor == WAITING]
        if waiting:
            self.hub.notifications.notify(LOBBY, *waiting)
        for key, actor in actors.items():
            if actor != WAITING:
                await self.hub.reload(key)
                if actor != OVER:
                    await self.hub.get(key)  # loads it, so that the bot goes on
        self.banned(guest)

    def _disconnect(self, guest: int) -> None:
        for connection in self._connections():
            if connection.guest == guest:
                connection.end()

    def _connections(self) -> Iterator[Viewer | Subscriber]:
        for live_table in self.hub.live_tables.values():
            yield from live_table.viewers
        yield from self.hub.notifications.subscribers

    async def logged_out(self, guest: int) -> None:
        """Close the connections of devices that are no longer logged in; API streams go on."""
        self.pubsub.publish("logged-out", guest=guest)
        await self._end_devices(guest)

    async def _on_logged_out(self, process: str, what: dict[str, Any]) -> None:
        await self._end_devices(what["guest"])

    async def _end_devices(self, guest: int) -> None:
        asked = sql.select(sessions.c.id).where(sessions.c.guest_id == guest)
        left = await self.hub.store.read(lambda connection: set(connection.scalars(asked)))
        for connection in self._connections():
            if connection.guest == guest and connection.session not in (None, *left):
                connection.end()

    def revoked(self, token: int) -> None:
        """Close the streams that were opened with a token."""
        self.pubsub.publish("revoked", token=token)
        self._end_streams(token)

    async def _on_revoked(self, process: str, what: dict[str, Any]) -> None:
        self._end_streams(what["token"])

    def _end_streams(self, token: int) -> None:
        for viewer in self.streams.pop(token, set()):
            viewer.end()
