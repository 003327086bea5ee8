"""The account page, logging in and out: forms that work without scripts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, NamedTuple

import orjson
from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from serai.server.errors import Refusal
from serai.server.ops.server import Server
from serai.server.people import passkeys
from serai.server.people.accounts import (
    begin_session,
    check_password,
    end_others,
    end_session,
    log_in,
    of_guest,
    rename,
    set_password,
)
from serai.server.people.guests import Guest, device_of
from serai.server.people.names import LONGEST
from serai.server.people.personal_data import delete_everything, everything
from serai.server.people.tokens import new_token, revoke, tokens_of
from serai.server.routes.contexts import AccountPage, FormFault, LoginPage
from serai.server.routes.web import SEE_OTHER, Web, language_of, wants_html, web_of
from serai.server.safety.connections import neighbours_of
from serai.server.safety.requests import check_origin, read_form, read_json
from serai.server.words import server_words

router = APIRouter()

Number = Annotated[int, Path(ge=0, lt=1 << 31)]
Act = Callable[[Server, "Sent"], Awaitable[str]]
# What was done, as the page says afterwards; the template has the words.
DONE: Final = frozenset(
    (
        "name",
        "password",
        "passkey",
        "no-passkey",
        "session",
        "sessions",
        "token-gone",
        "mail",
        "mail-on",
        "no-mail",
    )
)


async def account_page(
    web: Web,
    request: Request,
    fault: tuple[str, Refusal] | None = None,
    token: str | None = None,
    typed: str = "",
) -> Response:
    """The account page of the guest who asks.

    With a fault: what went wrong in which form, and the name that was typed there. With a new token: that.
    """
    server = web.server
    reader = await web.reader(request)
    guest = reader.guest
    done = request.query_params.get("done", "")
    page: AccountPage = {
        "me": await of_guest(server.store, guest) if guest else None,
        "tokens": await tokens_of(server.store, guest) if guest else [],
        "token": token,
        "mail_works": server.mail is not None,
        "longest": LONGEST,
        "done": done if done in DONE else "",
        "fault": _form_fault(reader.language, *fault) if fault else None,
        "typed": typed,
    }
    filled = web.pages.fill("account.html", reader, page)
    return web.html(request, filled, fault[1].status if fault else 200)


def _form_fault(language: str, form: str, refusal: Refusal) -> FormFault:
    return {"form": form, "code": refusal.code, "text": refusal.text(server_words(language))}


def _as_it_is(response: Response) -> Response:
    return response


@router.get("/account")
async def account(request: Request) -> Response:
    web = web_of(request)
    return await account_page(web, request)


@router.get("/account/export")
async def export(request: Request) -> Response:
    web = web_of(request)
    server = web.server
    guest = await web.person(request)
    await server.attempts.take("export", guest.id)
    found = orjson.dumps(await everything(server.store, guest), option=orjson.OPT_INDENT_2)
    head = {"Content-Disposition": 'attachment; filename="serai.json"'}
    return Response(found, media_type="application/json", headers=head)


async def _form_of_person(request: Request) -> tuple[Web, dict[str, str], Guest]:
    web = web_of(request)
    fields = await read_form(request)
    return web, fields, await web.person(request)


@router.post("/account/delete")
async def delete(request: Request) -> Response:
    web, fields, guest = await _form_of_person(request)
    server = web.server
    try:
        if not fields.get("sure"):
            raise Refusal("not-sure")
        await server.attempts.take("password", guest.id)
        await check_password(server.store, server.passwords, guest, fields.get("password", ""))
    except Refusal as refusal:
        if not wants_html(request):
            raise
        return await account_page(web, request, ("data", refusal))
    await server.broadcasts.deleted(guest.id, await delete_everything(server.store, guest))
    return web.delete_token_cookie(request, RedirectResponse("/", SEE_OTHER))


class Sent(NamedTuple):
    """A form that was sent; `key`: the number in its address, if there is one."""

    request: Request
    guest: Guest
    fields: dict[str, str]
    key: int


def form(path: str, anchor: str, newcomer: bool = False) -> Callable[[Act], Act]:
    """A form of the account page. Its function does what was asked and says what that was, or refuses."""

    def add(act: Act) -> Act:
        async def plain(request: Request) -> Response:
            return await _handle_form(request, anchor, act, newcomer)

        async def with_key(request: Request, key: Number) -> Response:
            return await _handle_form(request, anchor, act, newcomer, key)

        router.add_api_route(path, with_key if "{key}" in path else plain, methods=["POST"])
        return act

    return add


async def _handle_form(request: Request, form: str, act: Act, newcomer: bool, key: int = 0) -> Response:
    """Do what a form asks, and show the account page again, with what was done or what was wrong."""
    web = web_of(request)
    fields = await read_form(request)
    if newcomer:
        guest, answered = await web.guest_or_new(request)
        request.state.guest = guest
    else:
        guest, answered = await web.person(request), _as_it_is
    try:
        done = await act(web.server, Sent(request, guest, fields, key))
    except Refusal as refusal:
        if wants_html(request):
            typed = fields.get("name", "")[: 2 * LONGEST]
            page = await account_page(web, request, (form, refusal), typed=typed)
        else:
            page = await web.refuse(request, refusal)
        return answered(page)
    return answered(RedirectResponse(f"/account?done={done}#{form}", SEE_OTHER))


@form("/account/name", "name")
async def name(server: Server, sent: Sent) -> str:
    await server.attempts.take("name", sent.guest.id)
    await rename(server.store, sent.guest, sent.fields.get("name", ""))
    await server.broadcasts.renamed(sent.guest.id)
    return "name"


@form("/account/password", "password", newcomer=True)
async def password(server: Server, sent: Sent) -> str:
    guest, fields = sent.guest, sent.fields
    await server.attempts.take("password-address", neighbours_of(sent.request))  # hashing is expensive
    await server.attempts.take("password", guest.id)
    await set_password(
        server.store,
        server.passwords,
        guest,
        fields.get("name") or guest.name,
        fields.get("current", ""),
        fields.get("password", ""),
    )
    await server.broadcasts.renamed(guest.id)
    await server.broadcasts.logged_out(guest.id)
    return "password"


@form("/account/mail", "mail")
async def mail(server: Server, sent: Sent) -> str:
    if server.mail is None:
        raise Refusal("no-mail")
    if sent.fields.get("forget"):
        await server.mail.forget_address(sent.guest)
        return "no-mail"
    # The mail goes to any address they name.
    await server.attempts.take("mail-address", neighbours_of(sent.request))
    await server.attempts.take("mail", sent.guest.id)
    await server.mail.set_address(sent.guest, sent.fields.get("mail", ""), language_of(sent.request))
    return "mail"


@form("/account/sessions/{key}/end", "sessions")
async def end(server: Server, sent: Sent) -> str:
    await end_session(server.store, sent.guest, sent.key)
    await server.broadcasts.logged_out(sent.guest.id)
    return "session"


@form("/account/sessions/end", "sessions")
async def end_all(server: Server, sent: Sent) -> str:
    await end_others(server.store, sent.guest)
    await server.broadcasts.logged_out(sent.guest.id)
    return "sessions"


@form("/account/passkeys/{key}/remove", "passkeys")
async def remove(server: Server, sent: Sent) -> str:
    await passkeys.remove(server.store, sent.guest, sent.key)
    return "no-passkey"


@form("/account/tokens/{key}/revoke", "tokens")
async def gone(server: Server, sent: Sent) -> str:
    await revoke(server.store, sent.guest, sent.key)
    await server.broadcasts.revoked(sent.key)
    return "token-gone"


@router.post("/account/tokens")
async def token(request: Request) -> Response:
    """The only response that shows the new token."""
    web, fields, guest = await _form_of_person(request)
    server = web.server
    try:
        if not guest.account:
            raise Refusal("no-account")
        await server.attempts.take("token", guest.id)
        scopes = ["read"] + (["play"] if fields.get("play") else [])
        made = await new_token(server.store, guest, fields.get("name", ""), scopes)
    except Refusal as refusal:
        if not wants_html(request):
            raise
        return await account_page(web, request, ("tokens", refusal))
    if not wants_html(request):
        return web.json(request, {"token": made})
    return await account_page(web, request, token=made)


async def _login_page(request: Request, name: str = "", refusal: Refusal | None = None) -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    fault = _form_fault(reader.language, "login", refusal) if refusal else None
    page: LoginPage = {"fault": fault, "name": name}
    return web.html(request, web.pages.fill("login.html", reader, page), refusal.status if refusal else 200)


@router.get("/login")
async def login_page(request: Request) -> Response:
    return await _login_page(request)


@router.post("/login")
async def login(request: Request) -> Response:
    web = web_of(request)
    server = web.server
    fields = await read_form(request)
    await web.guest(request)  # raises if they are banned
    name = fields.get("name", "")
    try:
        token = await log_in(
            server.store,
            server.passwords,
            server.attempts,
            name,
            fields.get("password", ""),
            neighbours_of(request),
            device_of(request.headers.get("user-agent", "")),
        )
    except Refusal as refusal:
        if not wants_html(request):
            raise
        return await _login_page(request, name[:100], refusal)
    await _leave(web, request)
    return web.set_token_cookie(request, RedirectResponse("/", SEE_OTHER), token)


@router.post("/logout")
async def logout(request: Request) -> Response:
    web = web_of(request)
    await read_form(request)
    guest = await web.person(request)
    if not guest.account:
        raise Refusal("no-account")
    await _leave(web, request)
    return web.delete_token_cookie(request, RedirectResponse("/", SEE_OTHER))


async def _leave(web: Web, request: Request) -> None:
    """End the session of a browser, if it has one."""
    server = web.server
    guest = await web.guest(request)
    if guest is not None and guest.session is not None:
        await end_session(server.store, guest, guest.session)
        await server.broadcasts.logged_out(guest.id)


def _as_json(text: str) -> Response:
    return Response(text, media_type="application/json")


def _device(request: Request) -> str:
    return device_of(request.headers.get("user-agent", ""))


@router.post("/account/passkeys/options")
async def ask(request: Request) -> Response:
    web = web_of(request)
    server = web.server
    check_origin(request)
    guest = await web.person(request)
    await server.attempts.take("passkey", guest.id)
    return _as_json(await passkeys.ask_new(server.store, server.challenges, request, guest))


@router.post("/account/passkeys")
async def keep(request: Request) -> Response:
    web = web_of(request)
    server = web.server
    credential: dict[str, Any] = await read_json(request)
    guest = await web.person(request)
    await passkeys.keep_new(server.store, server.challenges, request, guest, credential, _device(request))
    return web.json(request, {"next": "/account?done=passkey#passkeys"})


@router.post("/login/passkey/options")
async def challenge(request: Request) -> Response:
    server = web_of(request).server
    check_origin(request)
    await server.attempts.take("login-address", neighbours_of(request))
    return _as_json(await passkeys.ask_login(server.challenges, request))


@router.post("/login/passkey")
async def show(request: Request) -> Response:
    web = web_of(request)
    server = web.server
    credential: dict[str, Any] = await read_json(request)
    await web.guest(request)
    number = await passkeys.check_login(server.store, server.challenges, request, credential)
    token = await begin_session(server.store, number, _device(request))
    await _leave(web, request)
    body = Response(orjson.dumps({"next": "/"}), media_type="application/json")
    return web.set_token_cookie(request, body, token)
