"""Explorations in the browser: from a finished game to a branch, a shared link, records from files."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.web.conftest import fresh
from tests.web.table import ASKED, Table, new_table, playing_unseen
from tests.web.test_axe import AXE, violations


def test_a_finished_game_is_explored_and_shared(
    page: Page, browser: Browser, server: ServerProcess, tmp_path: Path
) -> None:
    fields = {"game": "yspahan", "players": "2", "seat": "watch", "others": "random", "speed": "instant"}
    path = new_table(page, **fields)
    with playing_unseen(page, server, path) as watching:
        assert not watching.wait_for_turn()
    page.goto(f"{path}/replay?at=30&seat=1")
    expect(page.locator("#replay output")).to_contain_text("30 /")
    # The moment as a link and a picture.
    page.get_by_role("button", name="Share this moment").click()
    box = page.locator(".share-moment")
    expect(box.locator("select")).to_have_value("1")
    expect(box.locator(".link")).to_have_value(f"{server.url}{path}/replay?at=30&seat=1")
    expect(box.locator("img")).to_be_visible()
    assert not AXE.exists() or violations(page, "dialog") == []
    page.keyboard.press("Escape")
    # From there on all seats are played by hand.
    page.get_by_role("button", name="What if …?").click()
    page.wait_for_selector(".what-if-form select")
    assert not AXE.exists() or violations(page, "dialog") == []
    page.locator(".what-if-form button.primary").click()
    page.wait_for_selector(f"body.ready {ASKED}")
    assert not AXE.exists() or violations(page) == []
    table = Table(page)
    asked = "() => document.querySelector('.panel.active')?.dataset.owner"
    first = page.evaluate(asked)
    for choice in range(20):
        table.choose(choice)
        if page.evaluate(asked) != first:
            break
    assert {first, page.evaluate(asked)} == {"0", "1"}
    number = table.number
    page.keyboard.press("u")
    table.moved_on(number)
    assert table.number < number
    expect(page.locator(".what-if a")).to_have_attribute("href", f"{path}/replay?at=30")
    # A stranger with the link looks on, and branches it on their own.
    context = fresh(browser, server)
    stranger = context.new_page()
    stranger.goto(page.url)
    stranger.wait_for_selector("body.ready #prompt.tone-wait")
    stranger.keyboard.press("p")
    stranger.get_by_role("button", name="What if …?").click()
    stranger.locator('.what-if-form [value="new"]').check(force=True)
    stranger.locator(".what-if-form select").first.select_option("level1")
    stranger.locator(".what-if-form button.primary").click()
    stranger.wait_for_url(lambda url: url != page.url)
    stranger.wait_for_selector("body.ready")
    context.close()
    # Its record, from a file; a bad one is refused with the line.
    text = page.request.get(f"{path}/record").text()
    page.goto("/explore")
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text(text + "\nfly away\n")
    good.write_text(text)
    page.__dict__["watch"].expected.append("400")
    page.set_input_files("#record-file", bad)
    expect(page.locator(".fault")).to_contain_text("fly away")
    page.set_input_files("#record-file", good)
    expect(page.locator("#replay")).to_be_visible()
    expect(page.get_by_role("button", name="What if …?")).to_be_visible()
