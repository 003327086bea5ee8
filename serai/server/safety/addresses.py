"""Limits for each IP address, whoever is behind it: how often, and how much at once.

Each process counts for itself, to protect its own time and memory. Static files are not counted, since one
page needs many.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from serai.scene.say import SOURCE
from serai.server.errors import Refusal
from serai.server.safety.connections import CONNECTION_EXTENSION, DetachableConnection, neighbours_of
from serai.server.safety.rate_limit import RateLimiter
from serai.server.words import server_words

REQUESTS_A_SECOND: Final = 30.0
REQUESTS_AT_ONCE: Final = 600.0
OPEN: Final = 300  # requests, streams and sockets at the same time
FREE: Final = "/static/"


class AddressLimits:
    """Middleware that refuses an address that asks too much. `times`: a factor for all limits; 0: none."""

    def __init__(self, app: ASGIApp, times: float) -> None:
        self.app = app
        self.times = times
        self.rate_limit = RateLimiter(times * REQUESTS_A_SECOND, times * REQUESTS_AT_ONCE)
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["type"] in ("http", "websocket") and not scope["path"].startswith(FREE)
        if not asked or not self.times:
            await self.app(scope, receive, send)
            return
        who = neighbours_of(HTTPConnection(scope))
        if not self.rate_limit.take(who) or self.open[who] >= self.times * OPEN:
            await refuse(Refusal("too-many"), scope, receive, send)
            return
        self.open[who] += 1
        connection: DetachableConnection | None = scope.get("extensions", {}).get(CONNECTION_EXTENSION)
        try:
            await self.app(scope, receive, send)
        finally:
            if connection is not None and connection.detached:  # it lives on without the application
                connection.on_lost(lambda: self._left(who))
            else:
                self._left(who)

    def _left(self, who: str) -> None:
        self.open[who] -= 1
        if not self.open[who]:
            del self.open[who]


async def refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request or a WebSocket before it is looked at."""
    response = JSONResponse({"error": refusal.fault(server_words(SOURCE))}, refusal.status)
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(response)
    else:
        await response(scope, receive, send)
