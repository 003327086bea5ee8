"""A real browser at a real server."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.server.server_process import ServerProcess

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
# Pages are laid out, but not turned into pixels, which no test looks at: a click costs half as much.
NO_PIXELS = "--force-gpu-mem-available-mb=0"
PATIENCE = 300_000  # milliseconds: it ends a hang, and nothing else
expect.set_options(timeout=PATIENCE)


def lasting_port() -> int:
    """A free port that the system gives to nobody else while a server is stopped."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as found:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=CHROMIUM, args=[NO_PIXELS])
        yield running
        running.close()


class Watch:
    """Record what must not happen on any page: errors, CSP violations, requests to other hosts."""

    def __init__(self, page: Page, server: ServerProcess) -> None:
        self.server = server
        self.wrong: list[str] = []
        self.expected: list[str] = []  # words of messages that a test brings about
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", self.request)

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in self.expected):
            self.wrong.append(f"{message.type}: {message.text}")

    def request(self, request: Request) -> None:
        if not request.url.startswith((self.server.url, "data:")):
            self.wrong.append(f"request: {request.url}")


# Words that go by themselves after a while are kept.
TOASTS = """
globalThis.toasts = [];
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes])) {
    if (node instanceof Element && node.matches(".toast")) toasts.push(node.textContent);
  }
}).observe(document, { childList: true, subtree: true });
"""


def fresh(browser: Browser, server: ServerProcess, language: str = "en", **more: Any) -> BrowserContext:
    """A new visitor with a desktop browser."""
    usual: dict[str, Any] = {
        **{"viewport": {"width": 1440, "height": 900}, "base_url": server.url},
        **{"reduced_motion": "reduce", "color_scheme": "light", "locale": language, "timezone_id": "UTC"},
    }
    context = browser.new_context(**usual | more)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(TOASTS)
    return context


def add_cookies(context: BrowserContext, client: httpx.Client, server: ServerProcess) -> None:
    """Let a browser continue as the visitor who has played by HTTP."""
    context.add_cookies([{"name": n, "value": v, "url": server.url} for n, v in client.cookies.items()])


def toasted(page: Page, words: str) -> None:
    """Wait until a page has announced something, even if it is gone again."""
    page.wait_for_function("words => toasts.includes(words)", arg=words)


@pytest.fixture
def page(browser: Browser, server: ServerProcess) -> Iterator[Page]:
    """A page of a new desktop visitor; at the end nothing must have gone wrong on it."""
    context = fresh(browser, server)
    opened = context.new_page()
    watch = Watch(opened, server)
    opened.__dict__["watch"] = watch
    yield opened
    context.close()
    assert watch.wrong == []
