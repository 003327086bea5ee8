"""The example of a game in its own package, played in the browser on a board that it draws itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.game_packages import install
from tests.server.server_process import ServerProcess
from tests.web.table import sit_down

ROOT = Path(__file__).parents[2]
CARAVAN = ROOT / "examples" / "games" / "caravan"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that finds the game by its entry point."""
    site = install(tmp_path_factory.mktemp("site"), "serai-caravan", {"caravan": "caravan:GAME"})
    found = {"PYTHONPATH": os.pathsep.join(map(str, (site, CARAVAN, ROOT)))}
    running = ServerProcess(tmp_path_factory.mktemp("data"), environment=found)
    yield running
    running.stop()


def test_a_whole_game_is_played_on_the_drawn_board(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Play Caravan")).to_be_visible()
    table = sit_down(page, "caravan", players=3)
    table.wait()
    board = page.locator(".part-board svg")
    expect(board.locator("[data-owner]")).to_have_count(3)
    expect(board).to_contain_text("Silk 3")
    number = table.number
    board.locator(".choosable[class*=caravan-die]").click()  # to ride
    table.moved_on(number)
    table.play_on()
    sheet = page.locator("dialog.scoring")
    expect(sheet.locator(".total td.winner").first).to_be_visible()
    expect(sheet).to_contain_text("Road")
