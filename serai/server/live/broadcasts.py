"""What concerns connections at all processes of a server: names, bans, devices and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from serai.server.live.live_table import Viewer
from serai.server.live.notifications import Listener
from serai.server.storage.people_schema import sessions

if TYPE_CHECKING:
    from serai.server.routes.app import Server


class News:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.wire = server.hub.wire
        self.wire.listen("renamed", self._heard_of_name)
        self.wire.listen("banned", self._heard_of_ban)
        self.wire.listen("logged-out", self._heard_of_devices)
        self.wire.listen("revoked", self._heard_of_token)

    async def renamed(self, guest: int) -> None:
        """Tables in memory show a guest's new name."""
        self.wire.tell("renamed", guest=guest)
        await self._rename(guest)

    async def _heard_of_name(self, process: str, what: dict[str, Any]) -> None:
        await self._rename(what["guest"])

    async def _rename(self, guest: int) -> None:
        hub = self.server.hub
        for key, seating in list(hub.seatings.items()):
            if seating.table.seat_of(guest) is not None:
                await hub.reload_here(key)

    def banned(self, guest: int) -> None:
        """End the connections of a guest; he is refused when he comes back."""
        self.wire.tell("banned", guest=guest)
        self._show_out(guest)

    async def _heard_of_ban(self, process: str, what: dict[str, Any]) -> None:
        self._show_out(what["guest"])

    def _show_out(self, guest: int) -> None:
        for connection in self._connections():
            if connection.guest == guest:
                connection.end()

    def _connections(self) -> Iterator[Viewer | Listener]:
        for seating in self.server.hub.seatings.values():
            yield from seating.viewers
        yield from self.server.hub.bell.listeners

    async def logged_out(self, guest: int) -> None:
        """End the connections of a guest's devices that are logged in no more; what programs do goes on."""
        self.wire.tell("logged-out", guest=guest)
        await self._end_devices(guest)

    async def _heard_of_devices(self, process: str, what: dict[str, Any]) -> None:
        await self._end_devices(what["guest"])

    async def _end_devices(self, guest: int) -> None:
        asked = sql.select(sessions.c.id).where(sessions.c.guest_id == guest)
        left = await self.server.store.read(lambda connection: set(connection.scalars(asked)))
        for connection in self._connections():
            if connection.guest == guest and connection.session not in (None, *left):
                connection.end()

    def revoked(self, token: int) -> None:
        """End the streams that were opened with a token."""
        self.wire.tell("revoked", token=token)
        self._end_streams(token)

    async def _heard_of_token(self, process: str, what: dict[str, Any]) -> None:
        self._end_streams(what["token"])

    def _end_streams(self, token: int) -> None:
        for viewer in self.server.streams.pop(token, set()):
            viewer.end()
