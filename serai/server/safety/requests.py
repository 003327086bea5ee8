"""Security headers, the checks of a request's origin and size, and the reading of forms and JSON."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qsl

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.server.errors import Refusal
from serai.server.safety.addresses import refuse
from serai.server.safety.connections import is_secure
from serai.server.safety.middleware import HttpMiddleware

MOST_BYTES: Final = 16 * 1024  # of a request's body, and of a message on a socket
MOST_FIELDS: Final = 64

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "object-src 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HTTPS_ONLY: Final = "max-age=31536000"


class SecurityHeaders:
    """Middleware that adds security headers to every response, also to one that refuses a WebSocket. Nothing
    is cached unless it says so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def send_safe(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if scope["scheme"] in ("https", "wss"):
                    headers.setdefault("Strict-Transport-Security", HTTPS_ONLY)
            await send(message)

        await self.app(scope, receive, send_safe)


class HeadRequests(HttpMiddleware):
    """Middleware that answers HEAD like GET, without the body, for all routes."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        ended = False

        async def send_head(message: Message) -> None:
            nonlocal ended
            if message["type"] == "http.response.start":
                await send(message)
            elif not ended:  # also of a stream, which would go on
                ended = True
                await send({"type": "http.response.body", "body": b""})

        asked = {**scope, "method": "GET"}
        try:
            await self.app(asked, receive, send_head)
        finally:
            scope.update(asked, method="HEAD")  # metrics see which route it was


class BodyLimit(HttpMiddleware):
    """Middleware that reads bodies before anything else does, and refuses those that are too big."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()
        more = True
        while more:
            try:
                message = await receive()
            except Refusal as refusal:
                await refuse(refusal, scope, receive, send)
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > MOST_BYTES:
                await refuse(Refusal("too-big"), scope, receive, send)
                return
        whole: Message | None = {"type": "http.request", "body": bytes(body), "more_body": False}

        async def receive_read() -> Message:
            nonlocal whole
            message, whole = whole, None
            return message if message is not None else await receive()

        await self.app(scope, receive_read, send)


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page makes a browser send. Programs that are no browsers send no origin, and
    have no cookies that others could use."""
    headers: Headers = connection.headers
    origin = headers.get("origin")
    if origin is not None:
        own = f"//{headers.get('host')}"
        # A proxy may have ended https without saying so; none adds it.
        allowed = ("https:" + own,) if is_secure(connection) else ("https:" + own, "http:" + own)
        if origin not in allowed:
            raise Refusal("foreign")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refusal("foreign")


async def read_form(request: Request, most: int = MOST_BYTES) -> dict[str, str]:
    """The fields of a form. Raises `Refusal` if it is too big or no form."""
    check_origin(request)
    body = await read_body(request, most)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != "application/x-www-form-urlencoded":
        raise Refusal("bad-request")
    return fields_of(body)


def fields_of(body: bytes) -> dict[str, str]:
    """The fields of an encoded form. Raises `Refusal`."""
    try:
        fields = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"
        )
    except ValueError as error:
        raise Refusal("bad-request") from error
    return dict(fields)


async def read_json(request: Request) -> dict[str, Any]:
    """The JSON object that a page's script sends. Raises `Refusal`."""
    check_origin(request)
    body = await read_body(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("bad-request")
    return json_object(body)


def json_object(text: bytes) -> dict[str, Any]:
    """An object as JSON. Raises `Refusal`."""
    try:
        value = orjson.loads(text)
    except ValueError as error:
        raise Refusal("bad-request") from error
    if not isinstance(value, dict):
        raise Refusal("bad-request")
    return value


async def read_body(request: Request, most: int = MOST_BYTES) -> bytes:
    """The whole body, if it is not too big. Raises `Refusal`."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refusal("too-big")
    return bytes(body)
