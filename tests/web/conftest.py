"""A real browser at a real server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from tests.server.house import House

CHROMIUM = shutil.which("chromium")
PATIENCE = 60_000  # milliseconds that a busy machine may need


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = House(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=CHROMIUM)
        yield running
        running.close()


class Watch:
    """What must not happen on any page: errors, violations of the policy, requests to other hosts."""

    def __init__(self, page: Page, house: House) -> None:
        self.house = house
        self.wrong: list[str] = []
        self.expected: list[str] = []  # words of messages that a test brings about
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", self.request)

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in self.expected):
            self.wrong.append(f"{message.type}: {message.text}")

    def request(self, request: Request) -> None:
        if not request.url.startswith((self.house.url, "data:")):
            self.wrong.append(f"request: {request.url}")


@pytest.fixture
def page(browser: Browser, house: House, tmp_path: Path) -> Iterator[Page]:
    """A page of a fresh visitor on a desk; at the end nothing must have gone wrong on it."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, base_url=house.url, reduced_motion="reduce", locale="en"
    )
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    watch = Watch(opened, house)
    opened.__dict__["watch"] = watch
    yield opened
    context.close()
    assert watch.wrong == []
