"""Where the links in mails lead.

`mail.html`: `kind` ("confirm" or "stop"), `address`, `done`: whether it was just done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from starlette.responses import Response

from serai.server.errors import Refusal
from serai.server.people.mail import CONFIRM, STOP, Mail
from serai.server.safety.requests import read_body

if TYPE_CHECKING:
    from serai.server.routes.app import Server


def add_mail_pages(app: FastAPI, server: Server) -> None:
    def mail_of(kind: str) -> Mail:
        if kind not in (CONFIRM, STOP):
            raise Refusal("no-page")
        if server.mail is None:
            raise Refusal("no-mail")
        return server.mail

    async def page(request: Request, kind: str, address: str, done: bool) -> Response:
        reader = server.stranger(request)
        filled = server.pages.fill("mail.html", reader, kind=kind, address=address, done=done)
        return server.html(request, filled)

    @app.get("/mail/{kind}/{token}")
    async def ask(request: Request, kind: str, token: str) -> Response:
        """Asks first: programs that look at mails follow links."""
        row = await mail_of(kind).owner(kind, token)
        return await page(request, kind, row.mail, done=False)

    @app.post("/mail/{kind}/{token}")
    async def follow(request: Request, kind: str, token: str) -> Response:
        """The token alone decides: mail programs send this themselves, from nowhere (RFC 8058)."""
        await read_body(request)
        await mail_of(kind).follow(kind, token)
        return await page(request, kind, "", done=True)
