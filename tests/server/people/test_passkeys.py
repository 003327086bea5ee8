"""Passkeys, with an authenticator that signs as a device does: what is asked, accepted and refused."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any

import cbor2
import orjson
import pytest
import sqlalchemy as sql
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from starlette.requests import Request
from webauthn import base64url_to_bytes

from serai.server.errors import Refusal
from serai.server.live.pubsub import LocalPubSub
from serai.server.people.accounts import of_guest
from serai.server.people.guests import Guest, new_guest
from serai.server.people.passkeys import Challenges, ask_login, ask_new, check_login, keep_new, remove
from serai.server.storage.people_schema import passkeys
from serai.server.storage.schema import guests
from serai.server.storage.store import Store
from serai.server.tables.seeds import FixedSeeds
from tests.event_loops import run_alone
from tests.server.databases import migrated_url_of

SEEN, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40  # flags of an authenticator


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Authenticator:
    """One passkey of a device, with its private key."""

    def __init__(self, name: bytes, origin: str = "https://serai.test", domain: str = "serai.test") -> None:
        self.name, self.origin, self.domain = name, origin, domain
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.uses = 0

    def _signed_data(self, flags: int) -> bytes:
        self.uses += 1
        return sha256(self.domain.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client_data(self, kind: str, options: str) -> bytes:
        return orjson.dumps(
            {"type": kind, "challenge": orjson.loads(options)["challenge"], "origin": self.origin}
        )

    def _credential(self, **response: bytes) -> dict[str, Any]:
        answered = {name: encoded(value) for name, value in response.items()}
        name = encoded(self.name)
        return {"id": name, "rawId": name, "type": "public-key", "response": answered}

    def create(self, options: str) -> dict[str, Any]:
        """The answer to the question for a new passkey."""
        place = self.key.public_key().public_numbers()
        x, y = place.x.to_bytes(32, "big"), place.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        made = bytes(16) + len(self.name).to_bytes(2, "big") + self.name + public
        data = self._signed_data(SEEN | VERIFIED | NEW_KEY) + made
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("webauthn.create", options)
        return self._credential(clientDataJSON=client, attestationObject=attested)

    def sign(self, options: str) -> dict[str, Any]:
        """The answer to the question for a login."""
        client = self._client_data("webauthn.get", options)
        data = self._signed_data(SEEN | VERIFIED)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)


class Site:
    """What the server knows, and a browser that visits it as https://serai.test."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(migrated_url_of(folder))
        self.store.open()
        self.challenges = Challenges(LocalPubSub())
        self.seeds = FixedSeeds("passkeys")  # each guest has another name
        scope = {"type": "http", "scheme": "https", "path": "/", "query_string": b"", "method": "POST"}
        self.request = Request(
            {**scope, "server": ("serai.test", 443), "headers": [(b"host", b"serai.test")]}
        )

    async def guest(self) -> Guest:
        return (await new_guest(self.store, seeds=self.seeds))[0]

    async def ask_new(self, guest: Guest) -> str:
        return await ask_new(self.store, self.challenges, self.request, guest)

    async def ask_login(self) -> str:
        return await ask_login(self.challenges, self.request)

    async def keep(self, guest: Guest, credential: dict[str, Any], device: str = "Firefox, Linux") -> None:
        await keep_new(self.store, self.challenges, self.request, guest, credential, device)

    async def register(self, guest: Guest, authenticator: Authenticator) -> None:
        await self.keep(guest, authenticator.create(await self.ask_new(guest)))

    async def log_in(self, credential: dict[str, Any]) -> int:
        return await check_login(self.store, self.challenges, self.request, credential)

    async def numbers(self, guest: Guest) -> list[int]:
        """The numbers of a guest's passkeys."""
        return [one["id"] for one in (await of_guest(self.store, guest))["passkeys"]]


def at_site(folder: Path, test: Callable[[Site], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        site = Site(folder)
        try:
            await test(site)
        finally:
            site.store.close()

    run_alone(run())


def test_a_browser_is_asked_for_a_passkey_of_this_site_and_person(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        guest, other = await site.guest(), await site.guest()
        asked = orjson.loads(await site.ask_new(guest))
        assert asked["rp"] == {"name": "Serai", "id": "serai.test"}
        assert asked["user"]["name"] == guest.name
        assert base64url_to_bytes(asked["user"]["id"]) == guest.id.to_bytes(8, "big")
        assert len(base64url_to_bytes(asked["challenge"])) == 32
        assert asked["excludeCredentials"] == []
        chosen = asked["authenticatorSelection"]
        assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "preferred")
        await site.register(guest, Authenticator(b"of the guest"))
        await site.register(other, Authenticator(b"of another"))
        known = orjson.loads(await site.ask_new(guest))["excludeCredentials"]
        assert [base64url_to_bytes(one["id"]) for one in known] == [b"of the guest"]
        login = orjson.loads(await site.ask_login())
        assert (login["rpId"], login["userVerification"]) == ("serai.test", "preferred")

    at_site(tmp_path, test)


def test_a_passkey_makes_an_account_and_logs_in(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        await site.guest()
        guest = await site.guest()
        authenticator = Authenticator(b"a passkey")
        await site.register(guest, authenticator)
        facts = await of_guest(site.store, guest)
        assert (facts["account"], facts["password"]) == (True, False)
        assert [one["device"] for one in facts["passkeys"]] == ["Firefox, Linux"]
        for _ in range(2):
            assert await site.log_in(authenticator.sign(await site.ask_login())) == guest.id
        asked = sql.select(passkeys.c.uses)
        assert await site.store.read(lambda connection: connection.scalar(asked)) == authenticator.uses

    at_site(tmp_path, test)


def test_an_authenticator_that_counts_backwards_is_a_copy(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        guest = await site.guest()
        authenticator = Authenticator(b"a passkey")
        await site.register(guest, authenticator)
        await site.log_in(authenticator.sign(await site.ask_login()))
        authenticator.uses = 1
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.log_in(authenticator.sign(await site.ask_login()))

    at_site(tmp_path, test)


def test_a_challenge_is_answered_once_and_by_whom_it_was_for(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        guest, other = await site.guest(), await site.guest()
        authenticator = Authenticator(b"a passkey")
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.keep(other, authenticator.create(await site.ask_new(guest)))
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.keep(guest, authenticator.create(await site.ask_login()))
        await site.register(guest, authenticator)
        answer = authenticator.sign(await site.ask_login())
        assert await site.log_in(answer) == guest.id
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.log_in(answer)
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.log_in(authenticator.sign(await site.ask_new(guest)))

    at_site(tmp_path, test)


@pytest.mark.parametrize(
    "place", [{"origin": "https://other.test"}, {"origin": "http://serai.test"}, {"domain": "other.test"}]
)
def test_a_passkey_for_another_site_is_refused(place: dict[str, str], tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        guest = await site.guest()
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.register(guest, Authenticator(b"a passkey", **place))
        authenticator = Authenticator(b"a passkey")
        await site.register(guest, authenticator)
        authenticator.__dict__.update(place)
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.log_in(authenticator.sign(await site.ask_login()))

    at_site(tmp_path, test)


def test_unknown_stolen_and_malformed_passkeys_are_refused(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        guest, other = await site.guest(), await site.guest()
        authenticator = Authenticator(b"a passkey")
        with pytest.raises(Refusal, match="wrong-passkey"):
            await site.log_in(authenticator.sign(await site.ask_login()))
        await site.register(guest, authenticator)
        with pytest.raises(Refusal, match="wrong-passkey"):  # nobody else gets the same one
            await site.register(other, authenticator)
        assert await site.numbers(other) == []
        with pytest.raises(Refusal, match="wrong-passkey"):  # signed with another key
            await site.log_in(Authenticator(b"a passkey").sign(await site.ask_login()))
        for name in ("a", "\u2028"):  # no base64
            with pytest.raises(Refusal, match="bad-request"):
                await site.log_in(authenticator.sign(await site.ask_login()) | {"id": name})

    at_site(tmp_path, test)


def test_the_last_way_to_log_in_stays(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        guest, other = await site.guest(), await site.guest()
        for name in (b"first", b"second"):
            await site.register(guest, Authenticator(name))
        await site.register(other, Authenticator(b"of another"))
        first, second = await site.numbers(guest)
        (others,) = await site.numbers(other)
        await remove(site.store, guest, others)
        assert await site.numbers(other) == [others]
        await remove(site.store, guest, first)
        assert await site.numbers(guest) == [second]
        with pytest.raises(Refusal, match="last-key"):
            await remove(site.store, guest, second)
        known = guests.update().where(guests.c.id == guest.id).values(password="a hash")
        await site.store.write(lambda connection: connection.execute(known))
        with pytest.raises(Refusal, match="last-key"):  # the password of another is no way to log in
            await remove(site.store, other, others)
        await remove(site.store, guest, second)
        assert await site.numbers(guest) == []

    at_site(tmp_path, test)
