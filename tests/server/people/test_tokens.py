"""Personal tokens: made, listed, used and taken back."""

from __future__ import annotations

from pathlib import Path
from time import time

import pytest
import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.people.guests import HOUR, token_hash
from serai.server.people.tokens import LONGEST_NAME, MOST, PREFIX, bearer_of, new_token, revoke, tokens_of
from serai.server.storage.people_schema import bans, tokens
from tests.server.hub_setup import HubSetup, run_with_hub


def test_a_token_is_shown_once_and_stored_as_a_hash(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        guest, other = await setup.guests(2)
        token = await new_token(setup.store, guest, "  my \n bot ", ["play", "fly", "read"])
        assert token.startswith(PREFIX)
        assert len(token) == len(PREFIX) + 43
        (found,) = await tokens_of(setup.store, guest)
        assert (found["name"], found["scopes"], found["used"]) == ("my bot", ["read", "play"], None)
        assert 0 <= time() - found["made"] < HOUR
        assert await tokens_of(setup.store, other) == []
        with setup.store.engine.connect() as connection:
            assert connection.scalar(sql.select(tokens.c.token_hash)) == token_hash(token)

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("name", "scopes"),
    [
        *((name, ["read"]) for name in ("", "   ", "x" * (LONGEST_NAME + 1), "a\x00b")),
        *(("bot", scopes) for scopes in ([], ["fly"])),
    ],
)
def test_tokens_without_a_name_or_a_scope_are_refused(tmp_path: Path, name: str, scopes: list[str]) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        with pytest.raises(Refusal, match="bad-request"):
            await new_token(setup.store, guest, name, scopes)
        for right in ("x", "x" * LONGEST_NAME):
            await new_token(setup.store, guest, right, ["read"])

    run_with_hub(tmp_path, test)


def test_each_person_has_a_limited_number(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        guest, other = await setup.guests(2)
        for number in range(MOST):
            await new_token(setup.store, guest, f"bot {number}", ["read"])
        with pytest.raises(Refusal, match="many-tokens"):
            await new_token(setup.store, guest, "one more", ["read"])
        found = await tokens_of(setup.store, guest)
        assert [one["name"] for one in found] == [f"bot {number}" for number in range(MOST)]
        await new_token(setup.store, other, "theirs", ["read"])
        with pytest.raises(Refusal, match="no-token"):  # nobody takes back another's
            await revoke(setup.store, other, found[0]["id"])
        await revoke(setup.store, guest, found[0]["id"])
        with pytest.raises(Refusal, match="no-token"):
            await revoke(setup.store, guest, found[0]["id"])
        assert len(await tokens_of(setup.store, guest)) == MOST - 1
        assert len(await tokens_of(setup.store, other)) == 1

    run_with_hub(tmp_path, test)


def test_the_bearer_is_whose_token_it_is(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        guest, other = await setup.guests(2)
        await new_token(setup.store, other, "theirs", ["read", "play"])
        token = await new_token(setup.store, guest, "mine", ["read"])
        for header in (f"Bearer {token}", f"bearer   {token} "):
            bearer = await bearer_of(setup.store, header, None)
            assert (bearer.guest.id, bearer.guest.name, bearer.guest.account) == (guest.id, guest.name, True)
            assert bearer.scopes == {"read"}
            assert bearer.token == (await tokens_of(setup.store, guest))[0]["id"]
        bearer.need("read")
        with pytest.raises(Refusal, match="wrong-scope"):
            bearer.need("play")
        long = PREFIX + "x" * 100
        with setup.store.engine.begin() as connection:
            # Even if it were known: what is too long is not looked for.
            row = {"guest_id": guest.id, "token_hash": token_hash(long), "name": "x", "scopes": "read"}
            connection.execute(tokens.insert().values(row | {"made_at": 0.0}))
        for header in (
            f"Basic {token}",
            token,
            "Bearer ",
            f"Bearer {token}x",
            f"Bearer x{token}",
            f"Bearer {long}",
        ):
            with pytest.raises(Refusal, match="wrong-token"):
                await bearer_of(setup.store, header, None)

    run_with_hub(tmp_path, test)


def test_its_last_use_is_known_to_the_hour(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        await new_token(setup.store, guest, "another", ["read"])
        token = await new_token(setup.store, guest, "mine", ["read"])

        async def used(before: float | None) -> float | None:
            with setup.store.engine.begin() as connection:
                here = tokens.c.token_hash == token_hash(token)
                connection.execute(tokens.update().where(here).values(used_at=before))
            await bearer_of(setup.store, f"Bearer {token}", None)
            other, own = await tokens_of(setup.store, guest)
            assert other["used"] is None
            return own["used"]

        now = time()
        first = await used(None)
        assert first is not None
        assert first >= now
        assert await used(now - HOUR / 2) == now - HOUR / 2
        later = await used(now - 2 * HOUR)
        assert later is not None
        assert later >= now

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("kind", "value", "banned"),
    [
        *(("guest", None, True), ("guest", "999", False)),
        *(("address", "10.1.0.0/16", True), ("address", "10.2.0.0/16", False)),
    ],
)
def test_a_token_does_not_outlast_a_ban(tmp_path: Path, kind: str, value: str | None, banned: bool) -> None:
    async def test(setup: HubSetup) -> None:
        (guest,) = await setup.guests(1)
        token = await new_token(setup.store, guest, "mine", ["read"])
        row = {"kind": kind, "value": value or str(guest.id), "reason": "", "made_at": 0.0}
        with setup.store.engine.begin() as connection:
            connection.execute(bans.insert().values(row))
        if banned:
            with pytest.raises(Refusal, match="banned"):
                await bearer_of(setup.store, f"Bearer {token}", "10.1.2.3")
        else:
            assert (await bearer_of(setup.store, f"Bearer {token}", "10.1.2.3")).guest.id == guest.id

    run_with_hub(tmp_path, test)
