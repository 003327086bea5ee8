"""Accounts in the browser: forms without scripts, passkeys, accessibility."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.people.test_accounts import PASSWORD, fresh_name
from tests.server.server_process import ServerProcess
from tests.web.conftest import Watch, fresh
from tests.web.test_axe import AXE, SIZES, violations


def register(page: Page, name: str) -> None:
    page.goto("/account")
    page.fill("#password [name=name]", name)
    page.fill("#password [name=password]", PASSWORD)
    page.click("#password button")
    expect(page.locator("h1")).to_have_text(name)


@pytest.fixture
def named(browser: Browser, server: ServerProcess) -> Iterator[BrowserContext]:
    """A browser that knows the server by a name, which passkeys need, and has an authenticator."""
    context = fresh(browser, server, base_url=server.url.replace("127.0.0.1", "localhost"))
    yield context
    context.close()


def test_a_passkey_logs_in(named: BrowserContext, server: ServerProcess) -> None:
    page = named.new_page()
    tools = named.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        **{"protocol": "ctap2", "transport": "internal", "hasResidentKey": True},
        **{"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True},
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    name = fresh_name()
    register(page, name)
    page.click("[data-passkey=new]")
    expect(page.locator("#passkeys .done")).to_be_visible()
    expect(page.locator("#passkeys .rows li")).to_have_count(1)
    page.click("#sessions [action='/logout'] button")
    page.wait_for_url("**/")
    page.goto("/login")
    page.click("[data-passkey=login]")
    page.wait_for_url("**/")
    page.goto("/account")
    expect(page.locator("h1")).to_have_text(name)
    # Once more: what was answered once is not accepted again.
    page.click("#passkeys .rows button")
    expect(page.locator("#passkeys .done")).to_be_visible()
    page.click("#sessions [action='/logout'] button")
    page.wait_for_url("**/")
    page.goto("/login")
    page.click("[data-passkey=login]")
    expect(page.locator("#passkey-fault")).to_contain_text("not known here")


def test_answers_to_no_challenge(server: ServerProcess) -> None:
    with server.client() as client:
        forged = {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {
                "clientDataJSON": "eyJjaGFsbGVuZ2UiOiAiQUFBQSJ9",
                "signature": "",
                "authenticatorData": "",
            },
        }
        answer = client.post("/login/passkey", json=forged)
        assert answer.json()["error"]["code"] == "wrong-passkey"
        for nonsense in ({}, {"response": 3}, {"response": {"clientDataJSON": "!"}}):
            assert client.post("/login/passkey", json=nonsense).json()["error"]["code"] == "bad-request"
        assert client.post("/account/passkeys", json=forged).json()["error"]["code"] == "nobody"


def test_without_script(browser: Browser, server: ServerProcess) -> None:
    context = fresh(browser, server, java_script_enabled=False)
    page = context.new_page()
    name = fresh_name()
    register(page, name)
    page.fill("#name input", "x!")
    page.click("#name button")
    expect(page.locator("#name .fault")).to_be_visible()
    expect(page.locator("#name input")).to_have_value("x!")
    page.fill("#tokens [name=name]", "my bot")
    page.click("#tokens form:last-of-type button")
    expect(page.locator(".token")).to_be_visible()
    page.reload()
    page.click("#sessions [action='/logout'] button")
    page.wait_for_url("**/")
    page.goto("/login")
    page.fill("[name=name]", name)
    page.fill("[name=password]", "not the password")
    page.click("#login .primary")
    expect(page.locator(".fault[role=alert]").first).to_contain_text("Wrong name or password")
    page.fill("[name=password]", PASSWORD)
    page.click("#login .primary")
    page.wait_for_url("**/")
    expect(page.locator(".tool.me")).to_contain_text(name)
    page.goto("/account")
    page.click("summary:has-text('Delete everything')")
    page.fill("#data [name=password]", PASSWORD)
    page.check("#data [name=sure]")
    page.click("#data form button")
    page.wait_for_url("**/")
    expect(page.locator(".tool.me")).to_contain_text("Log in")
    context.close()


@pytest.mark.skipif(not Path(AXE).exists(), reason="axe is not installed (npm ci)")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe(page: Page, theme: str, size: str) -> None:
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    watch: Watch = page.__dict__["watch"]
    watch.expected = ["400"]
    page.goto("/login")
    assert violations(page) == []
    register(page, fresh_name())
    assert violations(page) == []
    page.fill("#name input", "x!")
    page.click("#name button")
    expect(page.locator("#name .fault")).to_be_visible()
    assert violations(page) == []
    page.click("a[href^='/people/']")
    page.wait_for_url("**/people/*")
    assert violations(page) == []
    page.goto("/ranks")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
