"""The pages about oneself: the account, logging in and out. All are forms that need no script."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, Final

import orjson
from fastapi import FastAPI, Path, Request
from starlette.responses import RedirectResponse, Response

from serai.server.errors import Refusal
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
from serai.server.people.guests import Guest, device_of, neighbours_of
from serai.server.people.names import LONGEST
from serai.server.people.personal_data import delete_everything, everything
from serai.server.people.tokens import new_token, revoke, tokens_of
from serai.server.safety.requests import check_origin, read_form, read_json
from serai.server.tables.games import server_words

if TYPE_CHECKING:
    from serai.server.routes.app import Server

SEE_OTHER: Final = 303
Number = Annotated[int, Path(ge=0, lt=1 << 31)]
Act = Callable[[Guest, dict[str, str]], Awaitable[str]]
# What was done, as the page says it afterwards; the template has the words.
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


def add_account_pages(app: FastAPI, server: Server) -> None:
    """The addresses of all these pages."""
    _add_account(app, server)
    _add_forms(app, server)
    _add_login(app, server)
    _add_passkeys(app, server)


async def account_page(
    server: Server,
    request: Request,
    fault: tuple[str, Refusal] | None = None,
    token: str | None = None,
    typed: str = "",
) -> Response:
    """The account page: what is known of whoever asks.

    With a fault, what went wrong in which form, and the name that was typed there; or with a new token.
    """
    reader = await server.reader(request)
    guest = reader.guest
    done = request.query_params.get("done", "")
    page = server.pages.fill(
        "account.html",
        reader,
        me=await of_guest(server.store, guest) if guest else None,
        tokens=await tokens_of(server.store, guest) if guest else [],
        token=token,
        mail_works=server.mail is not None,
        longest=LONGEST,
        done=done if done in DONE else "",
        fault=_told(reader.language, fault),
        typed=typed,
    )
    return server.html(request, page, fault[1].status if fault else 200)


def _told(language: str, fault: tuple[str, Refusal] | None) -> dict[str, str] | None:
    if fault is None:
        return None
    form, refusal = fault
    return {"form": form, **refusal.told(server_words(language))}


def _as_it_is(response: Response) -> Response:
    return response


def _add_account(app: FastAPI, server: Server) -> None:
    @app.get("/account")
    async def account(request: Request) -> Response:
        return await account_page(server, request)

    @app.get("/account/export")
    async def export(request: Request) -> Response:
        guest = await server.person(request)
        await server.tries.take("export", guest.id)
        found = orjson.dumps(await everything(server.hub, guest), option=orjson.OPT_INDENT_2)
        head = {"Content-Disposition": 'attachment; filename="serai.json"'}
        return Response(found, media_type="application/json", headers=head)

    @app.post("/account/delete")
    async def delete(request: Request) -> Response:
        fields = await read_form(request)
        guest = await server.person(request)
        try:
            if not fields.get("sure"):
                raise Refusal("not-sure")
            await server.tries.take("password", guest.id)
            await check_password(server.store, server.passwords, guest, fields.get("password", ""))
        except Refusal as refusal:
            if "text/html" not in request.headers.get("accept", ""):
                raise
            return await account_page(server, request, ("data", refusal))
        await delete_everything(server.hub, server.lobby, guest)
        server.news.banned(guest.id)  # all connections end
        return server.farewell(request, RedirectResponse("/", SEE_OTHER))


def _add_forms(app: FastAPI, server: Server) -> None:
    async def follow(request: Request, form: str, act: Act, newcomer: bool = False) -> Response:
        """Do what a form asks, and show the account again: with what was done, or what was wrong."""
        fields = await read_form(request)
        if newcomer:
            guest, answered = await server.known_guest(request)
            request.state.guest = guest
        else:
            guest, answered = await server.person(request), _as_it_is
        try:
            done = await act(guest, fields)
        except Refusal as refusal:
            if "text/html" in request.headers.get("accept", ""):
                typed = fields.get("name", "")[: 2 * LONGEST]
                page = await account_page(server, request, (form, refusal), typed=typed)
            else:
                page = await server.refuse(request, refusal)
            return answered(page)
        return answered(RedirectResponse(f"/account?done={done}#{form}", SEE_OTHER))

    @app.post("/account/name")
    async def name(request: Request) -> Response:
        async def act(guest: Guest, fields: dict[str, str]) -> str:
            await server.tries.take("name", guest.id)
            await rename(server.store, guest, fields.get("name", ""))
            await server.reseat(guest)
            return "name"

        return await follow(request, "name", act)

    @app.post("/account/password")
    async def password(request: Request) -> Response:
        async def act(guest: Guest, fields: dict[str, str]) -> str:
            await server.tries.take("password-address", neighbours_of(request))  # hashing costs much
            await server.tries.take("password", guest.id)
            await set_password(
                server.store,
                server.passwords,
                guest,
                fields.get("name") or guest.name,
                fields.get("current", ""),
                fields.get("password", ""),
            )
            await server.reseat(guest)
            await server.news.logged_out(guest.id)
            return "password"

        return await follow(request, "password", act, newcomer=True)

    @app.post("/account/mail")
    async def mail(request: Request) -> Response:
        async def act(guest: Guest, fields: dict[str, str]) -> str:
            if server.mail is None:
                raise Refusal("no-mail")
            if fields.get("forget"):
                await server.mail.forget_address(guest)
                return "no-mail"
            await server.tries.take("mail-address", neighbours_of(request))  # it goes to whomever he names
            await server.tries.take("mail", guest.id)
            await server.mail.set_address(
                guest, fields.get("mail", ""), (await server.reader(request)).language
            )
            return "mail"

        return await follow(request, "mail", act)

    @app.post("/account/sessions/{key}/end")
    async def end(request: Request, key: Number) -> Response:
        async def act(guest: Guest, fields: dict[str, str]) -> str:
            await end_session(server.store, guest, key)
            await server.news.logged_out(guest.id)
            return "session"

        return await follow(request, "sessions", act)

    @app.post("/account/sessions/end")
    async def end_all(request: Request) -> Response:
        async def act(guest: Guest, fields: dict[str, str]) -> str:
            await end_others(server.store, guest)
            await server.news.logged_out(guest.id)
            return "sessions"

        return await follow(request, "sessions", act)

    @app.post("/account/passkeys/{key}/remove")
    async def remove(request: Request, key: Number) -> Response:
        async def act(guest: Guest, fields: dict[str, str]) -> str:
            await passkeys.remove(server.store, guest, key)
            return "no-passkey"

        return await follow(request, "passkeys", act)

    @app.post("/account/tokens/{key}/revoke")
    async def gone(request: Request, key: Number) -> Response:
        async def act(guest: Guest, fields: dict[str, str]) -> str:
            await revoke(server.store, guest, key)
            server.news.revoked(key)
            return "token-gone"

        return await follow(request, "tokens", act)

    @app.post("/account/tokens")
    async def token(request: Request) -> Response:
        """The one answer that shows the new token."""
        fields = await read_form(request)
        guest = await server.person(request)
        try:
            if not guest.account:
                raise Refusal("no-account")
            await server.tries.take("token", guest.id)
            scopes = ["read"] + (["play"] if fields.get("play") else [])
            made = await new_token(server.store, guest, fields.get("name", ""), scopes)
        except Refusal as refusal:
            if "text/html" not in request.headers.get("accept", ""):
                raise
            return await account_page(server, request, ("tokens", refusal))
        if "text/html" not in request.headers.get("accept", ""):
            return server.json(request, {"token": made})
        return await account_page(server, request, token=made)


def _add_login(app: FastAPI, server: Server) -> None:
    async def show(request: Request, name: str = "", refusal: Refusal | None = None) -> Response:
        reader = await server.reader(request)
        fault = _told(reader.language, ("login", refusal)) if refusal else None
        page = server.pages.fill("login.html", reader, fault=fault, name=name)
        return server.html(request, page, refusal.status if refusal else 200)

    @app.get("/login")
    async def login_page(request: Request) -> Response:
        return await show(request)

    @app.post("/login")
    async def login(request: Request) -> Response:
        fields = await read_form(request)
        await server.guest(request)  # whoever is banned stays so
        name = fields.get("name", "")
        try:
            token = await log_in(
                server.store,
                server.passwords,
                server.tries,
                name,
                fields.get("password", ""),
                neighbours_of(request),
                device_of(request.headers.get("user-agent", "")),
            )
        except Refusal as refusal:
            if "text/html" not in request.headers.get("accept", ""):
                raise
            return await show(request, name[:100], refusal)
        await _leave(server, request)
        return server.welcome(request, RedirectResponse("/", SEE_OTHER), token)

    @app.post("/logout")
    async def logout(request: Request) -> Response:
        await read_form(request)
        guest = await server.person(request)
        if not guest.account:
            raise Refusal("no-account")
        await _leave(server, request)
        return server.farewell(request, RedirectResponse("/", SEE_OTHER))


async def _leave(server: Server, request: Request) -> None:
    """End the session that a browser had, if it had one."""
    guest = await server.guest(request)
    if guest is not None and guest.session is not None:
        await end_session(server.store, guest, guest.session)
        await server.news.logged_out(guest.id)


def _add_passkeys(app: FastAPI, server: Server) -> None:
    def as_json(text: str) -> Response:
        return Response(text, media_type="application/json")

    def device(request: Request) -> str:
        return device_of(request.headers.get("user-agent", ""))

    @app.post("/account/passkeys/options")
    async def ask(request: Request) -> Response:
        check_origin(request)
        guest = await server.person(request)
        await server.tries.take("passkey", guest.id)
        return as_json(await passkeys.ask_new(server.store, server.challenges, request, guest))

    @app.post("/account/passkeys")
    async def keep(request: Request) -> Response:
        credential: dict[str, Any] = await read_json(request)
        guest = await server.person(request)
        await passkeys.keep_new(server.store, server.challenges, request, guest, credential, device(request))
        return server.json(request, {"next": "/account?done=passkey#passkeys"})

    @app.post("/login/passkey/options")
    async def challenge(request: Request) -> Response:
        check_origin(request)
        await server.tries.take("login-address", neighbours_of(request))
        return as_json(await passkeys.ask_login(server.challenges, request))

    @app.post("/login/passkey")
    async def show(request: Request) -> Response:
        credential: dict[str, Any] = await read_json(request)
        await server.guest(request)
        number = await passkeys.check_login(server.store, server.challenges, request, credential)
        token = await begin_session(server.store, number, device(request))
        await _leave(server, request)
        body = Response(orjson.dumps({"next": "/"}), media_type="application/json")
        return server.welcome(request, body, token)
