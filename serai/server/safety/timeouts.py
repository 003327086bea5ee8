"""Requests that do not come to an end: a connection must not be held for nothing.

The head of a request is the protocol's affair (`Hasty`), its body the application's (`Prompt`).
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from serai.server.errors import Refusal

HEAD_PATIENCE: Final = 20.0  # seconds
BODY_PATIENCE: Final = 20.0
MOST_HEAD: Final = 32 * 1024  # bytes


class Hasty(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Ends connections on which the head of a request takes too long, or is too long."""

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
            self._rest()  # there is a request, or a socket
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


class Prompt:
    """Has those who read a body that does not come raise `Refusal`."""

    def __init__(self, app: ASGIApp, patience: float = BODY_PATIENCE) -> None:
        self.app = app
        self.patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        until = asyncio.get_running_loop().time() + self.patience
        whole = False

        async def receive_soon() -> Message:
            nonlocal whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError as error:
                raise Refusal("too-slow") from error
            whole = not message.get("more_body", False)
            return message

        await self.app(scope, receive_soon, send)
