"""Messages to the connections at all processes: new names, bans, logged-out devices, revoked tokens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any

import sqlalchemy as sql

from serai.kernel.state import OVER
from serai.server.errors import Refusal
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
        # What each process does for its own connections.
        self.here: dict[str, Callable[..., Awaitable[None]]] = {
            "renamed": self._rename,
            "banned": self._disconnect,
            "logged-out": self._end_devices,
            "revoked": self._end_streams,
        }
        for kind, act in self.here.items():
            self.pubsub.add_handler(kind, partial(self._received, act))

    async def _everywhere(self, kind: str, **what: Any) -> None:
        self.pubsub.publish(kind, **what)
        await self.here[kind](**what)

    async def _received(
        self, act: Callable[..., Awaitable[None]], process: str, what: dict[str, Any]
    ) -> None:
        await act(**what)

    async def renamed(self, guest: int) -> None:
        """A guest has a new name; tables in memory are reloaded to show it."""
        await self._everywhere("renamed", guest=guest)

    async def _rename(self, guest: int) -> None:
        for key, live_table in list(self.hub.live_tables.items()):
            if live_table.table.seat_of(guest) is not None:
                await self.hub.reload_here(key)

    async def banned(self, guest: int) -> None:
        """Close a guest's connections. They are refused when they come back."""
        await self._everywhere("banned", guest=guest)

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
                    with suppress(Refusal):  # the host has closed it, or its game is not installed any more
                        await self.hub.get(key)  # loads it, so that the bot goes on
        await self.banned(guest)

    async def _disconnect(self, guest: int) -> None:
        for connection in self._connections():
            if connection.guest == guest:
                connection.end()

    def _connections(self) -> Iterator[Viewer | Subscriber]:
        for live_table in self.hub.live_tables.values():
            yield from live_table.viewers
        yield from self.hub.notifications.subscribers

    async def logged_out(self, guest: int) -> None:
        """Close the connections of devices that are no longer logged in; API streams go on."""
        await self._everywhere("logged-out", guest=guest)

    async def _end_devices(self, guest: int) -> None:
        asked = sql.select(sessions.c.id).where(sessions.c.guest_id == guest)
        left = await self.hub.store.read(lambda connection: set(connection.scalars(asked)))
        for connection in self._connections():
            if connection.guest == guest and connection.session not in (None, *left):
                connection.end()

    async def revoked(self, token: int) -> None:
        """Close the streams that were opened with a token."""
        await self._everywhere("revoked", token=token)

    async def _end_streams(self, token: int) -> None:
        for viewer in self.streams.pop(token, set()):
            viewer.end()
