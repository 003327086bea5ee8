"""A whole game of each kind, by clicks on the page, to the final score sheet; its record verifies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import serai
from tests.web.table import sit_down_from_home

ROOT = Path(__file__).parents[2]


# A sheet's rows as numbers; a dash is nothing.
NUMBERS = """rows => rows.map((row) =>
  [...row.querySelectorAll("td")].map((cell) => parseInt(cell.textContent) || 0))"""


@pytest.mark.parametrize("game", serai.game_names())
def test_a_whole_game_is_played_by_clicks(page: Page, tmp_path: Path, game: str) -> None:
    table = sit_down_from_home(page, game, level="level3")
    table.play_on()
    sheet = page.locator("dialog.scoring")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".total td.winner").first).to_be_visible()
    expect(sheet.locator(".chart svg path").first).to_be_attached()
    *rows, total = sheet.locator("tbody:not(.ties) tr").evaluate_all(NUMBERS)
    assert [sum(column) for column in zip(*rows, strict=True)] == total  # what does not add up stands apart
    wide = "node => node.scrollWidth <= node.clientWidth"
    whole = f"{wide} && node.scrollHeight <= node.clientHeight"
    page.set_viewport_size({"width": 390, "height": 844})
    assert sheet.locator(".dialog-body").evaluate(wide)  # a phone may scroll, down alone
    assert sheet.locator("th.winner").first.evaluate(whole)
    page.set_viewport_size({"width": 1440, "height": 900})
    assert sheet.locator(".dialog-body").evaluate(whole)
    assert sheet.locator("th.winner").first.evaluate(whole)
    with page.expect_download() as download:
        sheet.locator('a[href$="/record"]').click()
    record = tmp_path / "record.txt"
    download.value.save_as(record)
    checked = subprocess.run(
        [sys.executable, "-m", "serai", "verify", str(record)], cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout
    assert "draws follow from the seed" in checked.stdout
    sheet.get_by_role("button", name="Replay").click()  # from the beginning, and nothing lies over it
    expect(sheet).to_have_count(0)
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#prompt")).to_have_attribute("data-number", "0")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    sheet.locator("button.primary").click()  # rematch
    page.wait_for_selector("#prompt:not(.tone-over)")
    page.goto("/")
    expect(page.locator(".table-row").first).to_be_visible()
