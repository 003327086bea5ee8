"""What a visitor can do at a table apart from choosing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import serai
from serai.scene.say import LANGUAGES, speak
from tests.server.server_process import ServerProcess
from tests.web.conftest import Watch, fresh, lasting_port
from tests.web.table import sit_down

WEB = Path(serai.__file__).parent / "web"
GAMES = serai.game_names()
LINES = "#log li:not(#recap li)"


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_undone(page: Page, game: str) -> None:
    table = sit_down(page, game)
    undo = page.locator("[data-do=undo]")
    for _ in range(60):
        assert table.wait()
        number, title = table.number, page.inner_text("#prompt h2")
        table.choose()
        if undo.is_enabled():
            break
    undo.click()
    expect(page.locator("#prompt")).to_have_attribute("data-number", str(number))
    expect(page.locator("#prompt h2")).to_have_text(title)
    table.choose()


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_shows_the_best_choices_and_why(page: Page, game: str) -> None:
    table = sit_down(page, game)
    table.wait()
    page.click("[data-do=hint]")
    rows = page.locator("#prompt .hinted")
    expect(rows.first).to_be_attached()
    expect(page.locator("#prompt .hinted .share").first).to_be_attached()
    expect(page.locator("#prompt .advice")).to_contain_text("% to win")


def test_replay_goes_back_and_forth(page: Page) -> None:
    table = sit_down(page, GAMES[0])
    for _ in range(6):
        table.wait()
        table.choose()
    table.wait()
    number = table.number
    entries = page.locator(LINES).count()
    page.keyboard.press("p")
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#prompt .choice:enabled")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#prompt")).to_have_attribute("data-number", str(number - 1))
    page.keyboard.press("Home")
    expect(page.locator("#prompt")).to_have_attribute("data-number", "0")
    expect(page.locator(LINES)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#prompt.active")).to_have_attribute("data-number", str(number))
    expect(page.locator(LINES)).to_have_count(entries)
    page.locator("#log li[data-number] button").first.click()
    expect(page.locator("#replay")).to_be_visible()
    page.goto(page.url + "/replay")
    expect(page.locator("#prompt")).to_have_attribute("data-number", "0")


@pytest.mark.parametrize("game", GAMES)
def test_the_language_changes_at_any_moment(page: Page, game: str) -> None:
    table = sit_down(page, game)
    table.wait()
    english = page.inner_text("#prompt h2"), table.number
    for language in reversed(LANGUAGES):  # the last is what it began with
        page.click("[data-do=settings]")
        page.click(f'dialog [name=language][value="{language}"]')
        page.wait_for_selector(f'html[lang="{language}"] body.ready')
        table.wait()
        expect(page.locator("[data-do=undo]")).to_have_text(speak(WEB, language)("Undo"))
    assert (page.inner_text("#prompt h2"), table.number) == english


def test_the_page_reconnects_when_the_server_is_back(browser: Browser, tmp_path: Path) -> None:
    arguments = ("--synchronous", "normal", "--workers", "1", "--port", str(lasting_port()))
    server = ServerProcess(tmp_path, *arguments)
    context = fresh(browser, server)
    page = context.new_page()
    watch = Watch(page, server)
    watch.expected = ["WebSocket", "ERR_CONNECTION"]
    try:
        table = sit_down(page, GAMES[0])
        for _ in range(3):
            table.wait()
            table.choose()
        table.wait()
        number, title = table.number, page.inner_text("#prompt h2")
        server.kill()
        expect(page.locator("#link-state.lost")).to_be_visible()
        expect(page.locator("#prompt .choice:enabled")).to_have_count(0)
        server.start()
        expect(page.locator("#link-state.lost")).to_have_count(0)
        table.wait()
        assert (table.number, page.inner_text("#prompt h2")) == (number, title)
        table.choose()
        assert watch.wrong == []
    finally:
        context.close()
        server.stop()


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_by_keyboard_alone(page: Page, game: str) -> None:
    table = sit_down(page, game)
    table.wait()
    mine = page.get_attribute("#panels .mine", "data-owner")
    other = page.locator(f'#log li[data-number]:not([data-owner="{mine}"])[data-owner]')
    before = other.count()
    for _ in range(60):
        number = table.number
        page.keyboard.press("1")
        if page.locator("#prompt .choice.back").count():
            page.keyboard.press("1")
        table.moved_on(number)
        if other.count() > before:
            break
    assert other.count() > before


def test_rows_and_board_are_reached_by_tab_and_arrows(page: Page) -> None:
    table = sit_down(page, GAMES[0])
    table.wait()
    while page.locator(".el.choosable").count() < 2:
        table.choose()
        table.wait()
    page.keyboard.press("ArrowRight")
    focused = page.locator(".el.choosable:focus")
    expect(focused).to_have_count(1)
    expect(page.locator("#prompt .choice.hot").first).to_be_attached()
    page.keyboard.press("?")
    expect(page.locator("dialog.help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.help")).to_have_count(0)
    number = table.number
    page.locator(".el.choosable").first.focus()
    page.keyboard.press("Enter")
    if page.locator(".offer").count():
        page.keyboard.press("Enter")
    table.moved_on(number)


def test_things_that_cannot_be_chosen_say_why(page: Page) -> None:
    table = sit_down(page, GAMES[0])
    table.wait()
    page.locator(".part [data-zone]").first.hover(force=True)
    expect(page.locator("#tip")).to_be_visible()
    expect(page.locator("#tip p")).not_to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_open_where_the_game_is(page: Page, game: str) -> None:
    table = sit_down(page, game)
    table.wait()
    page.keyboard.press("r")
    drawer = page.locator("dialog.drawer")
    expect(drawer.locator("details.topic").first).to_be_visible()
    expect(drawer.locator("details.now[open]")).to_have_count(1)


def test_end_of_turn_is_confirmed_if_wanted(page: Page) -> None:
    table = sit_down(page, GAMES[0])
    table.wait()
    page.click("[data-do=settings]")
    page.get_by_label("Ask before a choice ends my turn").check()
    page.keyboard.press("Escape")
    for _ in range(60):
        number = table.number
        table.rows().last.click()
        page.wait_for_selector(f'.confirm, #prompt.active:not([data-number="{number}"])')
        if page.locator(".confirm").count():
            break
    page.locator(".confirm .act:not(.primary)").click()
    expect(page.locator("#prompt .choice:enabled").first).to_be_visible()
    table.rows().last.click()
    page.locator(".confirm .primary").click()
    table.moved_on(number)


def test_an_unknown_page_leads_home(page: Page) -> None:
    page.__dict__["watch"].expected = ["404"]
    answer = page.goto("/tables/nothing-here")
    assert answer is not None
    assert answer.status == 404
    page.get_by_role("link", name=re.compile("Back to the games")).click()
    expect(page.locator(".game-card")).to_have_count(len(GAMES))


def test_the_theme_is_kept(page: Page) -> None:
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.click("[data-do=theme]")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
