"""The pages that links in mails lead to."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from serai.server.errors import Refusal
from serai.server.people.mail import CONFIRM, STOP, Mail
from serai.server.routes.contexts import MailPage
from serai.server.routes.web import Web, web_of
from serai.server.safety.requests import read_body

router = APIRouter()


@router.get("/mail/{kind}/{token}")
async def ask(request: Request, kind: str, token: str) -> Response:
    """Asks first: programs that check mails follow links."""
    web = web_of(request)
    row = await _mail(web, kind).owner(kind, token)
    return _page(web, request, kind, row.mail, done=False)


@router.post("/mail/{kind}/{token}")
async def use_link(request: Request, kind: str, token: str) -> Response:
    """The token alone decides: mail programs send this themselves, without cookies (RFC 8058)."""
    await read_body(request)
    web = web_of(request)
    await _mail(web, kind).use_link(kind, token)
    return _page(web, request, kind, "", done=True)


def _mail(web: Web, kind: str) -> Mail:
    if kind not in (CONFIRM, STOP):
        raise Refusal("no-page")
    if web.server.mail is None:
        raise Refusal("no-mail")
    return web.server.mail


def _page(web: Web, request: Request, kind: str, address: str, done: bool) -> Response:
    page: MailPage = {"kind": kind, "address": address, "done": done}
    return web.html(request, web.pages.fill("mail.html", web.anonymous_reader(request), page))
