"""A game from another package without a page of its own, played in the browser with the default view."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.game_packages import install
from tests.server.server_process import ServerProcess
from tests.web.table import Table, sit_down
from tests.web.test_axe import AXE, violations

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that finds the game by its entry point."""
    site = install(tmp_path_factory.mktemp("site"), "spices-game", {"spices": "tests.spices"})
    found = {"PYTHONPATH": os.pathsep.join((str(site), str(ROOT)))}
    running = ServerProcess(tmp_path_factory.mktemp("data"), environment=found)
    yield running
    running.stop()


def take_a_card(page: Page, table: Table) -> None:
    """By a click on the card itself."""
    number = table.number
    held = page.locator(".section-hand .card").count()
    page.locator(".section-row .card.choosable").first.click()
    table.moved_on(number)
    expect(page.locator(".section-hand .card")).to_have_count(held + 1)


def test_a_whole_game_is_played_on_a_desk(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Play Spices")).to_be_visible()
    table = sit_down(page, "spices", players=3)
    table.wait()
    expect(page.locator(".section h2")).to_have_text(["Row", "Prices", "Table", "Your hand"])
    expect(page.locator(".section-hand .card")).to_have_count(2)
    take_a_card(page, table)
    if AXE.exists():
        assert violations(page) == []
    page.keyboard.press("r")
    expect(page.locator("dialog.drawer")).to_contain_text("After six rounds the game ends.")
    page.keyboard.press("Escape")
    table.play_on()
    sheet = page.locator("dialog.scoring")
    expect(sheet.locator(".total td.winner").first).to_be_visible()
    expect(sheet.locator(".chart svg path").first).to_be_attached()


def test_the_table_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="dark")
    table = sit_down(page, "spices", players=4)
    table.wait()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    wide = page.locator(".section, .card, .choice").evaluate_all(
        "nodes => nodes.filter((node) => node.getBoundingClientRect().right > innerWidth).length"
    )
    assert wide == 0
    boxes = {name: page.locator(name).bounding_box() for name in ("#hand", "#prompt")}
    hand, prompt = boxes["#hand"], boxes["#prompt"]
    assert hand is not None
    assert prompt is not None
    assert hand["height"] > 200
    assert hand["y"] + hand["height"] <= prompt["y"]
    assert prompt["y"] + prompt["height"] <= 740
    take_a_card(page, table)
    if AXE.exists():
        assert violations(page) == []
    expect(page.locator("#panels .row-facts").first).to_be_visible()
    table.play_on()
    sheet = page.locator("dialog.scoring")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("node => [node.offsetLeft, node.offsetWidth]") == [0, 360]
