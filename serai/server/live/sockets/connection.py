"""A page's connection to a table, as the rest of the server sees it.

With a tested version of uvicorn we extend its classes, which makes connections cheap
(`serai.server.live.sockets.websockets`). Otherwise plain ASGI does the same, with a queue and three tasks for
each connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from serai.server.safety.connections import CONNECTION_EXTENSION

log = logging.getLogger("serai.server")

MOST_WAITING: Final = 1024 * 1024  # bytes waiting for one connection; a slower one must reconnect
BROKEN: Final = 1011  # the close code after an error of ours

MessageHandler = Callable[[bytes], Coroutine[Any, Any, None]]


def nothing() -> None:
    """The default for `on_close`."""


class Connection(Protocol):
    """One WebSocket that was accepted."""

    receive_task: asyncio.Task[None] | None
    """The task in which messages are handled, if nobody can cancel it."""

    @property
    def unread(self) -> int:
        """Bytes that the other side has not read yet."""

    def detach(self, on_message: MessageHandler, on_close: Callable[[], None]) -> None:
        """From now on `on_message` handles every message, one after the other; `on_close` is called at the
        end."""

    def send_text(self, *texts: str) -> None:
        """Send messages without waiting. A connection that does not read for long is closed."""

    def finish(self, code: int) -> None:
        """Close the connection after what was sent."""

    async def serve(self) -> None:
        """Return when the application's call may."""


def connection_of(socket: WebSocket) -> Connection:
    """The connection of a socket."""
    found = socket.scope.get("extensions", {}).get(CONNECTION_EXTENSION)
    return AsgiConnection(socket) if found is None else cast(Connection, found)


class AsgiConnection:
    """A connection by ASGI alone, on any server."""

    receive_task: asyncio.Task[None] | None = None

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.unread = 0
        self.on_message: MessageHandler | None = None
        self.on_close: Callable[[], None] = nothing
        self.waiting: asyncio.Queue[str | int] = asyncio.Queue()  # messages, or a close code
        self.finished = False
        self.lost = asyncio.Event()

    def detach(self, on_message: MessageHandler, on_close: Callable[[], None]) -> None:
        self.on_message, self.on_close = on_message, on_close

    def send_text(self, *texts: str) -> None:
        if self.finished:
            return
        for text in texts:
            self.unread += len(text)
            self.waiting.put_nowait(text)
        if self.unread > MOST_WAITING:
            self.finished = True
            self.lost.set()

    def finish(self, code: int) -> None:
        if not self.finished:
            self.finished = True
            self.waiting.put_nowait(code)

    async def serve(self) -> None:
        """Send and receive until the connection has ended."""
        tasks = [asyncio.ensure_future(work) for work in (self._send(), self._receive(), self._lose())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.finished = True
            self.on_close()
            self.on_message, self.on_close = None, nothing
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the other side has gone
            while isinstance(message := await self.waiting.get(), str):
                await self.socket.send_text(message)
                self.unread -= len(message)
            await self.socket.close(message)

    async def _receive(self) -> None:
        while (message := await self.socket.receive())["type"] != "websocket.disconnect":
            if self.on_message is None or self.finished:
                continue
            text = message.get("text")
            try:
                await self.on_message(text.encode() if text is not None else message["bytes"])
            except Exception:
                log.exception("a connection failed")
                self.finish(BROKEN)

    async def _lose(self) -> None:
        await self.lost.wait()
