"""Who you are: a guest at once, an account by a password, on as many devices as you like."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from itertools import count
from pathlib import Path
from time import time
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from serai.server.errors import Refusal
from serai.server.live.pubsub import LocalPubSub
from serai.server.lookalikes import looks, skeleton
from serai.server.people import accounts
from serai.server.people.accounts import Passwords, checked_password
from serai.server.people.attempts import LIMITS, AttemptLimits
from serai.server.people.guests import COOKIE, HOUR, device_of, find_guest, new_guest, token_hash
from serai.server.people.names import checked_name
from serai.server.storage.people_schema import bans, sessions
from serai.server.storage.schema import guests
from tests.event_loops import run_alone
from tests.server.databases import everything, looked_at
from tests.server.hub_setup import HubSetup, run_with_hub
from tests.server.server_process import ServerProcess, new_table

PASSWORD = "seven camels at the well"
HTML = {"Accept": "text/html"}
numbers = count(1)


def code(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["code"]
    return found


def fresh_name() -> str:
    return f"Sindbad {'abcdefghjkmnpqrstuvwxyz'[next(numbers) % 23]}{next(numbers)}x"


def register(client: httpx.Client, name: str | None = None) -> str:
    """An account; its name."""
    name = name or fresh_name()
    answer = client.post("/account/password", data={"name": name, "password": PASSWORD})
    assert answer.status_code == 303, answer.text
    return name


def log_in(client: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return client.post("/login", data={"name": name, "password": password})


def whoami(client: httpx.Client) -> str:
    page = client.get("/account", headers=HTML).text
    return page.split("<h1>")[1].split("</h1>")[0]


def test_a_guest_keeps_name_and_games_by_a_password(server: ServerProcess, client: httpx.Client) -> None:
    path = new_table(client)
    name = register(client)
    assert whoami(client) == name
    with server.client() as elsewhere:
        answer = log_in(elsewhere, name.upper())
        assert answer.status_code == 303
        assert whoami(elsewhere) == name
        assert path in elsewhere.get("/tables").text
        assert '"seat":0,' in elsewhere.get(path).text.replace(" ", "")


def test_logging_out_ends_one_session(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client)
    with server.client() as elsewhere:
        log_in(elsewhere, name)
        token = elsewhere.cookies[COOKIE]
        assert elsewhere.post("/logout").status_code == 303
        assert COOKIE not in elsewhere.cookies
        elsewhere.cookies.set(COOKIE, token)
        assert whoami(elsewhere) == "Your account"
    assert whoami(client) == name


def test_a_device_is_logged_out_from_another(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client)
    with server.client(**{"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"}) as elsewhere:
        log_in(elsewhere, name)
        page = client.get("/account", headers=HTML).text
        assert "Firefox, Windows" in page
        address = page.split('action="/account/sessions/')[1].split('"')[0]
        assert client.post(f"/account/sessions/{address}").status_code == 303
        assert whoami(elsewhere) == "Your account"
        assert code(client.post(f"/account/sessions/{address}")) == "no-session"


def test_a_new_password_needs_the_old_one_and_ends_the_others(
    server: ServerProcess, client: httpx.Client
) -> None:
    name = register(client)
    with server.client() as elsewhere:
        log_in(elsewhere, name)
        new = {"name": name, "password": "another good password"}
        assert code(client.post("/account/password", data=new)) == "wrong-password"
        assert client.post("/account/password", data={**new, "current": PASSWORD}).status_code == 303
        assert whoami(client) == name
        assert whoami(elsewhere) == "Your account"
        assert code(log_in(elsewhere, name)) == "wrong-login"
        assert log_in(elsewhere, name, "another good password").status_code == 303


def test_logging_out_without_a_session_does_nothing(client: httpx.Client) -> None:
    assert code(client.post("/logout")) == "nobody"
    new_table(client)
    assert code(client.post("/logout")) == "no-account"


def test_secrets_are_stored_as_hashes(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client)
    kept = everything(server.data)
    with looked_at(server.data) as stored:
        found = stored.scalar(sql.select(guests.c.password).where(guests.c.login == looks(name)))
    assert PASSWORD not in kept
    assert client.cookies[COOKIE] not in kept
    assert token_hash(client.cookies[COOKIE]) in kept
    assert found is not None
    assert found.startswith("$argon2id$")


def test_an_account_without_a_password_accepts_no_password() -> None:
    """Nor does the one that is checked in its place, so that it takes as long."""

    async def test() -> None:
        passwords = Passwords(memory=64)
        for given in ("", "nobody", PASSWORD, passwords.nobody):
            assert not await passwords.check(None, given)
        stored = await passwords.hash(PASSWORD)
        assert await passwords.check(stored, PASSWORD)
        assert not await passwords.check(stored, "nobody")
        assert not await passwords.check("no hash", PASSWORD)

    run_alone(test())


async def refused(why: str, act: Awaitable[object]) -> None:
    with pytest.raises(Refusal) as found:
        await act
    assert found.value.code == why


def test_an_account_from_its_first_password_to_its_end(tmp_path: Path) -> None:
    """What is stored at each step, and what it opens."""

    async def test(setup: HubSetup) -> None:
        store, passwords, attempts = setup.store, Passwords(memory=64), AttemptLimits(LocalPubSub())
        guest, token = await new_guest(store, "Firefox, Linux")
        other, _ = await new_guest(store)

        def enter(name: str, password: str) -> Awaitable[str]:
            return accounts.log_in(store, passwords, attempts, name, password, "192.0.2.1", "Chrome, Android")

        def row() -> Awaitable[Any]:
            asked = guests.select().where(guests.c.id == guest.id)
            return store.read(lambda connection: connection.execute(asked).one())

        assert not guest.account
        await refused("wrong-login", enter(guest.name, PASSWORD))
        await refused("name-length", accounts.set_password(store, passwords, guest, "x", "", PASSWORD))
        await refused(
            "password-length", accounts.set_password(store, passwords, guest, "Aladdin", "", "short")
        )
        await accounts.set_password(store, passwords, guest, " Aladdin ", "not needed yet", PASSWORD)
        stored = await row()
        assert (stored.name, stored.login, stored.skeleton) == (
            "Aladdin",
            looks("Aladdin"),
            skeleton("Aladdin"),
        )
        assert await passwords.check(stored.password, PASSWORD)
        # No one else has that name, or one that looks like it, with or without an account.
        await refused("name-taken", accounts.rename(store, other, "A1addin"))
        await refused("name-taken", accounts.set_password(store, passwords, other, "ALADDIN", "", PASSWORD))
        await accounts.rename(store, other, "Jasmin")
        # From elsewhere.
        elsewhere = await enter("aladdin", PASSWORD)
        second = await find_guest(store, elsewhere)
        assert second is not None
        assert (second.id, second.name, second.account) == (guest.id, "Aladdin", True)
        assert second.session not in (None, guest.session)
        await refused("wrong-login", enter("aladdin", PASSWORD + "!"))
        shown = await accounts.of_guest(store, second)
        assert (shown["id"], shown["name"], shown["account"], shown["password"]) == (
            guest.id,
            "Aladdin",
            True,
            True,
        )
        assert (shown["mail"], shown["mail_on"], shown["passkeys"]) == (None, False, [])
        devices = {one["device"]: one["here"] for one in shown["sessions"]}
        assert devices == {"Chrome, Android": True, "Firefox, Linux": False}
        # A new password needs the old one, and ends all devices but one's own.
        change = partial(accounts.set_password, store, passwords, second, "Aladdin")
        await refused("wrong-password", change("", "another good one"))
        await change(PASSWORD, "another good one")
        assert await find_guest(store, token) is None
        assert await find_guest(store, elsewhere) is not None
        await refused("wrong-login", enter("Aladdin", PASSWORD))
        third = await find_guest(store, await enter("Aladdin", "another good one"))
        assert third is not None
        # A device is ended by its own guest alone.
        assert third.session is not None
        await refused("no-session", accounts.end_session(store, other, third.session))
        await accounts.end_session(store, second, third.session)
        await refused("no-session", accounts.end_session(store, second, third.session))
        await enter("Aladdin", "another good one")
        await accounts.end_others(store, second)
        assert [one["here"] for one in (await accounts.of_guest(store, second))["sessions"]] == [True]
        # What is forgotten cannot come back, and its name is free.
        await store.write(lambda connection: accounts.forget(connection, guest.id))
        gone = await row()
        assert (gone.login, gone.skeleton, gone.password, gone.mail, gone.mail_on) == (
            None,
            None,
            None,
            None,
            False,
        )
        assert gone.gone_at is not None
        assert await find_guest(store, elsewhere) is None
        await refused("wrong-login", enter("Aladdin", "another good one"))
        await accounts.rename(store, other, "Aladdin")

    run_with_hub(tmp_path, test)


def test_logging_in_resets_the_attempts(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        store, passwords, attempts = (
            setup.store,
            Passwords(memory=64),
            AttemptLimits(LocalPubSub(), lambda: 0.0),
        )
        guest, _ = await new_guest(store)
        await accounts.set_password(store, passwords, guest, "Aladdin", "", PASSWORD)

        def enter(password: str, address: str = "192.0.2.1") -> Awaitable[str]:
            return accounts.log_in(store, passwords, attempts, "Aladdin", password, address, "")

        most = LIMITS["login"][0]
        for _ in range(3):
            for _ in range(most - 1):
                await refused("wrong-login", enter("not the password"))
            await enter(PASSWORD)
        for _ in range(most):
            await refused("wrong-login", enter("not the password"))
        await refused("too-many", enter(PASSWORD))
        await enter(PASSWORD, "192.0.2.2")

    run_with_hub(tmp_path, test)


def test_a_banned_person_is_not_found(tmp_path: Path) -> None:
    """Neither the guest nor anybody from the address; a session is noted as seen once an hour."""

    async def test(setup: HubSetup) -> None:
        store = setup.store
        guest, token = await new_guest(store)
        other, elsewhere = await new_guest(store)

        async def write(statement: Any) -> None:
            await store.write(lambda connection: connection.execute(statement))

        def ban(kind: str, value: str) -> Any:
            return bans.insert().values(kind=kind, value=value, reason="", made_at=0.0)

        for nothing in (None, "", "x" * 43, token + "x", "x" * 5000):
            assert await find_guest(store, nothing, "192.0.2.1") is None
        found = await find_guest(store, token, "192.0.2.1")
        assert found == guest
        seen = sql.select(sessions.c.seen_at).where(sessions.c.guest_id == guest.id)
        for before, noted in ((HOUR + 60.0, True), (HOUR - 60.0, False)):
            then = time() - before
            await write(sessions.update().values(seen_at=then))
            await find_guest(store, token)
            assert (await store.read(lambda connection: connection.scalar(seen)) != then) == noted
        await write(ban("address", "198.51.100.0/24"))
        assert await find_guest(store, token, "192.0.2.1") == guest
        assert await find_guest(store, token, "no address") == guest
        for anybody in (token, None):
            await refused("banned", find_guest(store, anybody, "198.51.100.7"))
        await write(ban("guest", str(guest.id)))
        await refused("banned", find_guest(store, token, "192.0.2.1"))
        await refused("banned", find_guest(store, token))
        await refused("banned", accounts.begin_session(store, guest.id, ""))
        assert await find_guest(store, elsewhere, "192.0.2.1") == other
        await accounts.begin_session(store, other.id, "")

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0", "Firefox, Windows"),
        ("Mozilla/5.0 (X11; CrOS) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, CrOS"),
        ("Mozilla/5.0 (X11; Linux) Chrome/140.0 Safari/537.36 OPR/120.0", "Opera, Linux"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; like Mac OS X) Version/18 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X) Version/18 Safari/604.1", "Safari, Mac OS"),
        ("Linux", "Linux"),
        ("Firefox/1", "Firefox"),
        ("curl/8.1", "curl"),
        ("<script>x</script>", "script x"),
        ("y" * 90, "y" * 40),
        ("", ""),
    ],
)
def test_devices_are_named_in_a_few_words(agent: str, device: str) -> None:
    assert device_of(agent) == device


def test_wrong_passwords_and_unknown_names_look_the_same(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client)
    with server.client() as elsewhere:
        wrong, unknown = log_in(elsewhere, name, "not the password"), log_in(elsewhere, fresh_name())
        assert wrong.status_code == unknown.status_code == 401
        assert wrong.json() == unknown.json()
        assert code(wrong) == "wrong-login"
        page = elsewhere.post("/login", data={"name": name, "password": "x"}, headers=HTML)
        assert page.status_code == 401
        assert 'role="alert"' in page.text
        assert "x" * 5 not in page.text


def test_password_attempts_are_rate_limited(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client)
    with server.client() as guessing:
        attempts = [log_in(guessing, name, f"guess number {n}") for n in range(LIMITS["login"][0] * 3)]
        assert code(attempts[-1]) == "too-many"
        assert attempts[-1].status_code == 429
        assert code(log_in(guessing, name)) == "too-many"  # not even the right one


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "password-length"),
        ("x" * 201, "password-length"),
        ("Password123", "password-common"),
        ("aaaaaaaaaaab", "password-common"),
        ("Sindbad der Seefahrer", "password-common"),
        ("sindbadderseefahrer1", "password-common"),
        ("sindbad der seefahrer 123", "password-common"),
        ("SindbadderSeefahrer" * 4, "password-common"),
        ("abcabcabcabcabc", "password-common"),
        ("123456789", "password-length"),
    ],
)
def test_unusable_passwords(password: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_password(password, "Sindbad der Seefahrer")
    assert refused.value.code == why


@pytest.mark.parametrize("password", ["abcd" * 50, "abcdabcdab", "sindbad der seefahrer 1234"])
def test_passwords_that_just_suffice(password: str) -> None:
    assert checked_password(password, "Sindbad der Seefahrer") == password


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x", "name-length"),
        ("", "name-length"),
        ("x" * 21, "name-length"),
        ("x" * 5000, "name-length"),
        ("<b>fox</b>", "name-letters"),
        ("fox\u200bes", "name-letters"),
        ("fox\u202eses", "name-letters"),
        ("12345", "name-letters"),
        ("...", "name-letters"),
        ("Admin", "name-taken"),
        ("аdmin", "name-taken"),
        ("S3rai", "name-taken"),
    ],
)
def test_impossible_names(client: httpx.Client, name: str, why: str) -> None:
    new_table(client)
    answer = client.post("/account/name", data={"name": name})
    assert code(answer) == why
    page = client.post("/account/name", data={"name": name}, headers=HTML)
    assert page.status_code == answer.status_code
    assert 'role="alert"' in page.text


def test_good_names_are_tidied() -> None:
    assert checked_name("  Jean-Luc   d'Or ") == "Jean-Luc d'Or"
    assert checked_name("Зарина") == "Зарина"
    assert checked_name("Amélie") == "Amélie"


def test_nobody_takes_a_name_that_looks_like_anothers(server: ServerProcess, client: httpx.Client) -> None:
    name = register(client, "Leila of Isfahan")
    with server.client() as other:
        new_table(other)
        for wanted in (name, "LEILA OF ISFAHAN", "Lеilа-оf-Isfаhаn", "lei1a of isfahan"):
            assert code(other.post("/account/name", data={"name": wanted})) == "name-taken"
            fields = {"name": wanted, "password": PASSWORD}
            assert code(other.post("/account/password", data=fields)) == "name-taken"
        assert other.post("/account/name", data={"name": "Leila of Basra"}).status_code == 303
        assert whoami(other) == "Leila of Basra"


def test_a_new_name_shows_at_the_tables(client: httpx.Client) -> None:
    path = new_table(client)
    client.post("/account/name", data={"name": "Zobeide"})
    assert "Zobeide" in client.get("/tables").text
    assert "Zobeide" in client.get(path).text


@pytest.mark.parametrize("token", ["x" * 43, "", "x" * 5000, "%00", "ünicode", "\ud800"])
def test_forged_cookies_identify_no_one(client: httpx.Client, token: str) -> None:
    cookie = (b"Cookie", f"{COOKIE}={token}".encode(errors="surrogatepass"))
    page = client.get("/account", headers=[(b"Accept", b"text/html"), cookie])
    assert page.status_code == 200
    assert "<h1>Your account</h1>" in page.text
    assert code(client.post("/account/sessions/1/end", headers=[cookie])) == "nobody"


FORMS = (
    *(
        "/account/name",
        "/account/password",
        "/account/sessions/1/end",
        "/account/tokens",
        "/login",
        "/logout",
    ),
    *("/account/tokens/1/revoke", "/account/passkeys/1/remove", "/account/delete", "/account/mail"),
)
SCRIPTS = ("/account/passkeys/options", "/account/passkeys", "/login/passkey/options", "/login/passkey")


@pytest.mark.parametrize("path", [*FORMS, *SCRIPTS])
@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_nothing_is_done_for_another_site(client: httpx.Client, path: str, headers: dict[str, str]) -> None:
    name = register(client)
    answer = client.post(path, data={"name": "Ali Baba", "password": PASSWORD}, headers=headers)
    assert answer.status_code == 403
    assert code(answer) == "foreign"
    assert whoami(client) == name


@pytest.mark.parametrize("number", ["x", "-1", "9" * 30, "1e3"])
def test_numbers_that_are_not_numbers(client: httpx.Client, number: str) -> None:
    register(client)
    for path in (f"sessions/{number}/end", f"tokens/{number}/revoke", f"passkeys/{number}/remove"):
        assert code(client.post(f"/account/{path}")) == "bad-request"


def test_devices_in_words() -> None:
    assert device_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18) Version/18 Safari/604.1") == "Safari, iPhone"
    assert device_of("curl/8.0") == "curl"
    assert device_of("<script>alert(1)</script>") == "script alert 1"
    assert device_of("") == ""
