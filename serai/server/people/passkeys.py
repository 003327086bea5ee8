"""Passkeys: logging in without a password (WebAuthn).

A challenge is kept until it is answered or has expired; it can be answered once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_bytes
from time import time
from typing import Any, Final, Protocol

import orjson
import sqlalchemy as sql
from starlette.requests import Request
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from serai.server.errors import Refusal
from serai.server.people.accounts import claim_name
from serai.server.people.guests import Guest
from serai.server.people.names import checked_name
from serai.server.storage.people_schema import passkeys
from serai.server.storage.schema import guests
from serai.server.storage.store import Store

PATIENCE: Final = 300.0  # seconds for an answer


class ExpiringStore(Protocol):
    """Values that all processes share, for a while."""

    async def put(self, key: str, value: str, seconds: float) -> None:
        """Keep a value."""

    async def pop(self, key: str) -> str | None:
        """Take a value out; it can be had once."""


class Challenges:
    """Challenges that are not answered yet."""

    def __init__(self, store: ExpiringStore) -> None:
        self.store = store

    async def new(self, guest: int | None) -> bytes:
        """A challenge for a guest, or for anyone."""
        challenge = token_bytes(32)
        await self.store.put(_key(challenge), str(guest), PATIENCE)
        return challenge

    async def take(self, credential: dict[str, Any], guest: int | None) -> bytes:
        """The challenge that a credential answers. Raises `Refusal`."""
        try:
            client_data = orjson.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
            challenge = base64url_to_bytes(client_data["challenge"])
        except (ValueError, KeyError, TypeError) as error:
            raise Refusal("bad-request") from error
        if await self.store.pop(_key(challenge)) != str(guest):
            raise Refusal("wrong-passkey")
        return challenge


def _key(challenge: bytes) -> str:
    return f"challenge:{challenge.hex()}"


async def ask_new(store: Store, challenges: Challenges, request: Request, guest: Guest) -> str:
    """What a browser needs to create a passkey, as JSON."""
    own = sql.select(passkeys.c.credential).where(passkeys.c.guest_id == guest.id)
    known = await store.read(lambda connection: connection.scalars(own).all())
    options = generate_registration_options(
        rp_id=_domain(request),
        rp_name="Serai",
        user_id=guest.id.to_bytes(8, "big"),
        user_name=guest.name,
        challenge=await challenges.new(guest.id),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
    )
    return options_to_json(options)


async def keep_new(
    store: Store,
    challenges: Challenges,
    request: Request,
    guest: Guest,
    credential: dict[str, Any],
    device: str,
) -> None:
    """Store a new passkey. A guest becomes an account by it. Raises `Refusal`."""
    challenge = await challenges.take(credential, guest.id)
    with _refusing():
        verified = verify_registration_response(credential=credential, **_expected(request, challenge))
    name = checked_name(guest.name)
    row = {
        "guest_id": guest.id,
        "credential": verified.credential_id,
        "public_key": verified.credential_public_key,
        "uses": verified.sign_count,
        "device": device,
        "made_at": time(),
    }

    def insert(connection: sql.Connection) -> None:
        claim_name(connection, guest.id, name, account=True)
        connection.execute(passkeys.insert().values(row))

    try:
        await store.write(insert)
    except sql.exc.IntegrityError as error:
        raise Refusal("wrong-passkey") from error


async def ask_login(challenges: Challenges, request: Request) -> str:
    """What a browser needs to use a passkey, as JSON."""
    options = generate_authentication_options(
        rp_id=_domain(request),
        challenge=await challenges.new(None),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return options_to_json(options)


async def check_login(
    store: Store, challenges: Challenges, request: Request, credential: dict[str, Any]
) -> int:
    """Whose passkey was used. Raises `Refusal`."""
    challenge = await challenges.take(credential, None)
    try:
        asked = passkeys.select().where(passkeys.c.credential == base64url_to_bytes(credential["id"]))
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal("bad-request") from error
    row = await store.read(lambda connection: connection.execute(asked).first())
    if row is None:
        raise Refusal("wrong-passkey")
    with _refusing():
        verified = verify_authentication_response(
            credential=credential,
            **_expected(request, challenge),
            credential_public_key=row.public_key,
            credential_current_sign_count=row.uses,
        )
    used = passkeys.update().where(passkeys.c.id == row.id).values(uses=verified.new_sign_count)
    await store.write(lambda connection: connection.execute(used))
    return int(row.guest_id)


async def remove(store: Store, guest: Guest, key: int) -> None:
    """Delete a passkey, unless it is the last way to log in. Raises `Refusal`."""

    def delete(connection: sql.Connection) -> None:
        own = passkeys.c.guest_id == guest.id
        password = connection.scalar(sql.select(guests.c.password).where(guests.c.id == guest.id))
        number = connection.scalar(sql.select(sql.func.count()).select_from(passkeys).where(own)) or 0
        if password is None and number <= 1:
            raise Refusal("last-key")
        connection.execute(passkeys.delete().where(own, passkeys.c.id == key))

    await store.write(delete)


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse whatever the library fails on: anyone can send anything."""
    try:
        yield
    except Exception as error:
        raise Refusal("wrong-passkey") from error


def _expected(request: Request, challenge: bytes) -> dict[str, Any]:
    return {
        "expected_challenge": challenge,
        "expected_rp_id": _domain(request),
        "expected_origin": f"{request.url.scheme}://{request.headers.get('host', '')}",
    }


def _domain(request: Request) -> str:
    return request.url.hostname or ""
