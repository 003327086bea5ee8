"""What we change in uvicorn's protocols; `serai.server.ops.protocols` says when they are used.

WebSockets are uvicorn's, with a short cut for what tables send (`TableWebSocketProtocol`). A choice is sent
to many viewers. By ASGI every message passes a queue, a task and half a dozen calls for each of them, and
every connection keeps a whole call stack in memory. Here a message is framed once, the frame is written to
each connection, and the application lets go of a connection once it is set up.

Compression keeps no context: each message is compressed by itself, and only if it is big. So a connection
needs no memory for it, and what is compressed once serves all. Patches are small and go as they are.

The head of a request must come to an end in time (`HeaderTimeoutProtocol`).
"""

from __future__ import annotations

import asyncio
import logging
import struct
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.http11 import Request

from serai.server.live.sockets.connection import BROKEN, MOST_WAITING, MessageHandler, nothing
from serai.server.safety.connections import CONNECTION_EXTENSION

log = logging.getLogger("serai.server")

BIG: Final = 4096  # characters from which a message is compressed
WINDOW: Final = 12  # bits
MOST_HEARD: Final = 16  # messages that may wait to be handled
NO_TEXT: Final = 1007
TEXT: Final = 0x81  # a whole text message
COMPRESSED: Final = 0x40
HEAD_PATIENCE: Final = 20.0  # seconds
MOST_HEAD: Final = 32 * 1024  # bytes


@lru_cache(16)
def frame(text: str, packed: bool) -> bytes:
    """A message as a WebSocket frame. The same message goes to many, one after the other."""
    payload = text.encode()
    kind = TEXT
    if packed:
        packer = zlib.compressobj(6, wbits=-WINDOW)
        payload = (packer.compress(payload) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]  # RFC 7692, 7.2.1
        kind |= COMPRESSED
    size = len(payload)
    if size < 126:
        return struct.pack("!BB", kind, size) + payload
    if size < 1 << 16:
        return struct.pack("!BBH", kind, 126, size) + payload
    return struct.pack("!BBQ", kind, 127, size) + payload


def _is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


class TableWebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection. The application finds it among the extensions of its scope."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.conn.available_extensions:
            self.conn.available_extensions = [
                ServerPerMessageDeflateFactory(
                    server_no_context_takeover=True,
                    client_no_context_takeover=True,
                    server_max_window_bits=WINDOW,
                    client_max_window_bits=WINDOW,
                )
            ]
        self.compresses = False
        self.on_message: MessageHandler | None = None  # set once the application has detached the connection
        self.on_close: Callable[[], None] = nothing
        self.received: list[bytes] = []
        self.receive_task: asyncio.Task[None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.compresses = any(
                isinstance(extension, PerMessageDeflate) and extension.local_max_window_bits >= WINDOW
                for extension in self.conn.extensions
            )
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[CONNECTION_EXTENSION] = self

    # The connection without the application

    def detach(self, on_message: MessageHandler, on_close: Callable[[], None]) -> None:
        """From now on `on_message` handles every message, one after the other; `on_close` is called at the
        end. The application's call may return: what it holds is no longer needed."""
        self.on_message, self.on_close = on_message, on_close
        while not self.queue.empty():
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                self._take(text.encode() if text is not None else event["bytes"])
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()
        if self.disconnected:
            on_close()

    @property
    def detached(self) -> bool:
        return self.on_message is not None

    async def serve(self) -> None:
        """Nothing is left to do for the application."""

    async def run_asgi(self) -> None:
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("a connection failed")
            self.send_500_response()
            self.on_message = None
        if self.on_message is None:
            if self.close_timer is None:
                self.transport.close()
        else:
            del self.scope, self.request, self.response

    def send_receive_event_to_app(self) -> None:
        whole = b"".join(self.frames)
        if self.curr_msg_data_type == "text" and not _is_text(whole):
            self.frames = []
            log.info("a connection is closed: its text is not UTF-8")
            self.finish(NO_TEXT)
        elif self.on_message is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            if not self.close_sent:
                self._take(whole)

    def _take(self, message: bytes) -> None:
        self.received.append(message)
        if self.receive_task is None:
            self.receive_task = self.loop.create_task(self._handle_all())
        elif len(self.received) > MOST_HEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def _handle_all(self) -> None:
        try:
            while (
                self.on_message is not None
                and self.received
                and not self.close_sent
                and not self.disconnected
            ):
                await self.on_message(self.received.pop(0))
        except Exception:
            self.logger.exception("a connection failed")
            self.finish(BROKEN)
        finally:
            self.receive_task = None
            if self.read_paused and not self.transport.is_closing():
                self.read_paused = False
                self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.on_close()
        # They refer to the table, and it to this: it would stay in memory until the cycle is collected.
        self.on_message, self.on_close = None, nothing

    def on_lost(self, callback: Callable[[], None]) -> None:
        """Call one more function when the connection has ended."""
        if self.disconnected:
            callback()
            return
        before = self.on_close

        def both() -> None:
            before()
            callback()

        self.on_close = both

    # Sending

    def send_text(self, *texts: str) -> None:
        """Write messages now. A connection that does not read for long is closed."""
        if self.close_sent or self.transport.is_closing():
            return
        frames = [frame(text, self.compresses and len(text) > BIG) for text in texts]
        self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        if self.unread > MOST_WAITING:
            self.transport.abort()

    @property
    def unread(self) -> int:
        """Bytes that the other side has not read yet."""
        return self.transport.get_write_buffer_size()

    def finish(self, code: int) -> None:
        """Close the connection after what was written."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


class HeaderTimeoutProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Closes connections on which the head of a request takes too long, or is too big."""

    patience = HEAD_PATIENCE
    timer: asyncio.TimerHandle | None = None
    size = 0  # bytes of the head so far

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        answered = before is None or before.response_complete
        if answered and self.timer is None:
            self._wait()
        super().data_received(data)
        if self.cycle is not before or self.transport.get_protocol() is not self:
            self._rest()  # a request has come, or a WebSocket
        elif answered:
            self.size += len(data)
            if self.size > MOST_HEAD:
                self.transport.close()

    def _wait(self) -> None:
        self.timer = self.loop.call_later(self.patience, self.transport.close)

    def _rest(self) -> None:
        self.size = 0
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
