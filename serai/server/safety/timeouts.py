"""Timeouts for requests that do not end: they must not hold a connection.

The body of a request is the application's concern (`BodyTimeout`), its head the protocol's
(`serai.server.live.sockets.websockets`).
"""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.server.errors import Refusal
from serai.server.safety.middleware import HttpMiddleware

BODY_PATIENCE: Final = 20.0  # seconds


class BodyTimeout(HttpMiddleware):
    """Middleware: reading a body that does not arrive in time raises `Refusal`."""

    def __init__(self, app: ASGIApp, patience: float = BODY_PATIENCE) -> None:
        super().__init__(app)
        self.patience = patience

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
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
