"""Who you are: a guest at once, an account by a password, on as many devices as you like."""

from __future__ import annotations

from itertools import count

import httpx
import pytest
import sqlalchemy as sql

from serai.server.accounts import Passwords, checked_password
from serai.server.errors import Refusal
from serai.server.guests import COOKIE, device_of, token_hash
from serai.server.names import checked_name, looks
from serai.server.storage import guests
from serai.server.tries import LIMITS
from tests.loops import run_alone
from tests.server.databases import everything, looked_at
from tests.server.house import House, new_table

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


def test_a_guest_keeps_name_and_games_by_a_password(house: House, client: httpx.Client) -> None:
    path = new_table(client)
    name = register(client)
    assert whoami(client) == name
    with house.client() as elsewhere:
        answer = log_in(elsewhere, name.upper())
        assert answer.status_code == 303
        assert whoami(elsewhere) == name
        assert path in elsewhere.get("/tables").text
        assert '"seat":0,' in elsewhere.get(path).text.replace(" ", "")


def test_logging_out_ends_one_session(house: House, client: httpx.Client) -> None:
    name = register(client)
    with house.client() as elsewhere:
        log_in(elsewhere, name)
        token = elsewhere.cookies[COOKIE]
        assert elsewhere.post("/logout").status_code == 303
        assert COOKIE not in elsewhere.cookies
        elsewhere.cookies.set(COOKIE, token)
        assert whoami(elsewhere) == "Your account"
    assert whoami(client) == name


def test_a_device_is_logged_out_from_another(house: House, client: httpx.Client) -> None:
    name = register(client)
    with house.client(**{"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"}) as elsewhere:
        log_in(elsewhere, name)
        page = client.get("/account", headers=HTML).text
        assert "Firefox, Windows" in page
        address = page.split('action="/account/sessions/')[1].split('"')[0]
        assert client.post(f"/account/sessions/{address}").status_code == 303
        assert whoami(elsewhere) == "Your account"
        assert code(client.post(f"/account/sessions/{address}")) == "no-session"


def test_a_new_password_needs_the_old_one_and_ends_the_others(house: House, client: httpx.Client) -> None:
    name = register(client)
    with house.client() as elsewhere:
        log_in(elsewhere, name)
        new = {"name": name, "password": "another good password"}
        assert code(client.post("/account/password", data=new)) == "wrong-password"
        assert client.post("/account/password", data={**new, "current": PASSWORD}).status_code == 303
        assert whoami(client) == name
        assert whoami(elsewhere) == "Your account"
        assert code(log_in(elsewhere, name)) == "wrong-login"
        assert log_in(elsewhere, name, "another good password").status_code == 303


def test_nobody_can_log_out_of_nothing(client: httpx.Client) -> None:
    assert code(client.post("/logout")) == "nobody"
    new_table(client)
    assert code(client.post("/logout")) == "no-account"


def test_secrets_are_stored_as_hashes(house: House, client: httpx.Client) -> None:
    name = register(client)
    kept = everything(house.data)
    with looked_at(house.data) as stored:
        found = stored.scalar(sql.select(guests.c.password).where(guests.c.login == looks(name)))
    assert PASSWORD not in kept
    assert client.cookies[COOKIE] not in kept
    assert token_hash(client.cookies[COOKIE]) in kept
    assert found is not None
    assert found.startswith("$argon2id$")


def test_an_account_without_a_password_opens_with_none() -> None:
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


def test_wrong_passwords_and_unknown_names_look_the_same(house: House, client: httpx.Client) -> None:
    name = register(client)
    with house.client() as elsewhere:
        wrong, unknown = log_in(elsewhere, name, "not the password"), log_in(elsewhere, fresh_name())
        assert wrong.status_code == unknown.status_code == 401
        assert wrong.json() == unknown.json()
        assert code(wrong) == "wrong-login"
        page = elsewhere.post("/login", data={"name": name, "password": "x"}, headers=HTML)
        assert page.status_code == 401
        assert 'role="alert"' in page.text
        assert "x" * 5 not in page.text


def test_passwords_are_not_guessed_fast(house: House, client: httpx.Client) -> None:
    name = register(client)
    with house.client() as guessing:
        tries = [log_in(guessing, name, f"guess number {n}") for n in range(LIMITS["login"][0] * 3)]
        assert code(tries[-1]) == "too-many"
        assert tries[-1].status_code == 429
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
    ],
)
def test_passwords_that_are_no_good(password: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_password(password, "Sindbad der Seefahrer")
    assert refused.value.code == why


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
def test_names_that_cannot_be(client: httpx.Client, name: str, why: str) -> None:
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


def test_nobody_takes_a_name_that_looks_like_anothers(house: House, client: httpx.Client) -> None:
    name = register(client, "Leila of Isfahan")
    with house.client() as other:
        new_table(other)
        for wanted in (name, "LEILA OF ISFAHAN", "Lеilа-оf-Isfаhаn", "lei1a of isfahan"):
            assert code(other.post("/account/name", data={"name": wanted})) == "name-taken"
            fields = {"name": wanted, "password": PASSWORD}
            assert code(other.post("/account/password", data=fields)) == "name-taken"
        assert other.post("/account/name", data={"name": "Leila of Basra"}).status_code == 303
        assert whoami(other) == "Leila of Basra"


def test_a_new_name_is_seen_at_the_tables(client: httpx.Client) -> None:
    path = new_table(client)
    client.post("/account/name", data={"name": "Zobeide"})
    assert "Zobeide" in client.get("/tables").text
    assert "Zobeide" in client.get(path).text


@pytest.mark.parametrize("token", ["x" * 43, "", "x" * 5000, "%00", "ünicode", "\ud800"])
def test_forged_cookies_are_nobodys(client: httpx.Client, token: str) -> None:
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
def test_numbers_that_are_none(client: httpx.Client, number: str) -> None:
    register(client)
    for path in (f"sessions/{number}/end", f"tokens/{number}/revoke", f"passkeys/{number}/remove"):
        assert code(client.post(f"/account/{path}")) == "bad-request"


def test_devices_in_words() -> None:
    assert device_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18) Version/18 Safari/604.1") == "Safari, iPhone"
    assert device_of("curl/8.0") == "curl"
    assert device_of("<script>alert(1)</script>") == "script alert 1"
    assert device_of("") == ""
