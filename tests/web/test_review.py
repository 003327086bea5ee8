"""The review of a finished game: the chart, the costliest choice, and where it is on the board."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from serai.kernel.rng import Rng
from tests.server.server_process import Player, ServerProcess, new_table
from tests.web.conftest import Watch, add_cookies, fresh
from tests.web.test_axe import AXE, violations

DONE = "#review[data-state=done]"
LONG = "Wilhelmina van Oranj"  # as long as a name may be
WIDER = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> Iterator[tuple[httpx.Client, str]]:
    """A game that somebody has just lost."""
    with server.client() as client:
        path = new_table(client, "yspahan", players=2, level_1="level2")
        assert client.post("/account/name", data={"name": LONG}).status_code == 303
        player = Player(client, path)
        player.play_on(Rng("review"))
        player.close()
        yield client, path


def test_a_game_is_reviewed_from_its_final_sheet(
    page: Page, server: ServerProcess, finished: tuple[httpx.Client, str]
) -> None:
    client, path = finished
    add_cookies(page.context, client, server)
    page.goto(path)
    page.wait_for_selector("body.ready")
    page.locator('a[href$="/review"]:visible').first.click()
    page.wait_for_selector(DONE)
    assert not AXE.exists() or violations(page) == []
    chart = page.locator(".wide-chart .review-chart")
    expect(chart).to_be_visible()
    assert chart.locator(".line").count() == 2
    expect(page.locator(".tabs [aria-current]")).to_contain_text(page.locator(".tool.me").inner_text())
    costly = page.locator(".costly-list > li")
    assert 1 <= costly.count() <= 3
    better = costly.first.locator(".better dd").inner_text()
    expect(costly.first.locator(".why-words")).not_to_be_empty()
    link = costly.first.get_by_role("link", name="Show on the board")
    number = int((link.get_attribute("href") or "").split("at=")[1].split("&")[0])
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("body.replaying")
    expect(page.locator("#replay output")).to_contain_text(f"{number} / ")
    hinted = page.locator("#prompt .choice.hinted").first
    expect(hinted).to_be_visible()
    name = hinted.locator("b").first.inner_text()
    assert name in better or better.split(":")[0] in name
    page.go_back()
    page.wait_for_selector(DONE)
    page.locator(".tabs a").nth(1).click()  # as another seat saw it
    page.wait_for_selector(f"{DONE} .tabs a:nth-child(2)[aria-current]")
    moment = page.locator(".moments a").first
    moment.click()
    page.wait_for_selector("body.replaying")


def test_a_review_fits_a_phone_in_every_language_and_in_the_dark(
    browser: Browser, server: ServerProcess, finished: tuple[httpx.Client, str]
) -> None:
    client, path = finished
    for language, words in (("de", "Gewinnchancen"), ("nl", "Winkansen")):
        context = fresh(
            browser, server, language, viewport={"width": 390, "height": 844}, color_scheme="dark"
        )
        page = context.new_page()
        add_cookies(page.context, client, server)
        watch = Watch(page, server)
        page.goto(f"{path}/review")
        page.wait_for_selector(DONE)
        expect(page.locator(".narrow-chart .review-chart")).to_be_visible()
        expect(page.locator(".wide-chart")).to_be_hidden()
        expect(page.locator(".chances h2")).to_have_text(words)
        assert not page.evaluate(WIDER)
        assert not AXE.exists() or violations(page) == []
        page.set_viewport_size({"width": 820, "height": 1180})
        expect(page.locator(".wide-chart .review-chart")).to_be_visible()
        assert not page.evaluate(WIDER)
        context.close()
        assert watch.wrong == []
