"""Accessibility: axe finds nothing serious on any page, light or dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

import serai
from tests.web.table import sit_down

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
# Nothing is written about what is as it should be.
RUN = """async ([part, rules]) =>
  (await axe.run(part, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) })).violations"""
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules that look at colours
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = {"desk": (1440, 900), "phone": (390, 844)}

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe is not installed (npm ci)")


def violations(page: Page, within: str = "html", rules: list[str] | None = None) -> list[str]:
    page.wait_for_load_state()
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
    found: list[dict[str, Any]] = page.evaluate(RUN, [within, rules])
    return [
        f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def violations_in_both_themes(page: Page) -> list[str]:
    """All rules in one theme; in the other, where only the colours differ, those about colours."""
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f"html[data-theme={theme}]", state="attached")
        rules = COLOURS if theme != THEMES[0] else None
        found += [f"{theme}: {one}" for one in violations(page, rules=rules)]
    return found


# Colours do not depend on the size, nor the layout on colours.
@pytest.mark.parametrize(("size", "theme"), [("desk", "light"), ("phone", "dark")])
@pytest.mark.parametrize("game", serai.game_names())
def test_a_table(page: Page, size: str, theme: str, game: str) -> None:
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    table = sit_down(page, game)
    table.wait()
    for _ in range(3):
        table.choose()
    assert violations(page) == []
    page.keyboard.press("r")
    page.wait_for_selector("dialog.drawer details")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("p")
    page.wait_for_selector("#replay:not([hidden])")
    expect(page.locator("#prompt .choice:enabled")).to_have_count(0)
    assert violations(page) == []


def scrolls(box: Locator) -> bool:
    """Whether more than half a row of a box lies below its edge."""
    found: bool = box.evaluate("box => box.scrollHeight > box.clientHeight + 20")
    return found


# Istanbul's rows scroll with all that is asked.
@pytest.mark.parametrize(
    ("game", "scroller"), [("yspahan", ".choices"), ("istanbul", "#prompt"), ("morgenland", ".choices")]
)
def test_choices_that_cannot_be_made_are_reached_by_keyboard(page: Page, game: str, scroller: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 600})  # so low that not all choices are in sight
    table = sit_down(page, game, players=3)
    box, rows = page.locator(scroller), page.locator("#prompt .choice")
    while table.wait() and not scrolls(box):
        table.advance()
    shown = rows.count()
    page.keyboard.press("p")
    expect(page.locator("#prompt .choice:disabled")).to_have_count(shown)
    assert violations(page) == []
    for _ in range(200):  # stops of the Tab key
        if box.evaluate("box => box.contains(document.activeElement)"):
            break
        page.keyboard.press("Shift+Tab")
    expect(box).to_be_focused()
    for key, there in (("PageDown", "> 0"), ("PageUp", "=== 0"), ("ArrowDown", "> 0")):
        page.keyboard.press(key)
        page.wait_for_function(
            f"scroller => document.querySelector(scroller).scrollTop {there}", arg=scroller
        )
    page.keyboard.press("Escape")  # then the rows themselves are reached
    expect(page.locator("#prompt .choice:enabled")).to_have_count(shown)
    expect(page.locator("[data-tab-stop]")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_other_pages(page: Page, size: str) -> None:
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.__dict__["watch"].expected = ["404"]
    page.goto("/")
    assert violations_in_both_themes(page) == []
    page.locator("[data-open]").first.click()
    assert violations_in_both_themes(page) == []
    for path in ("/tables", "/puzzles", "/lobby"):
        page.goto(path)
        assert violations_in_both_themes(page) == []
    page.locator(".opener .primary").click()
    page.wait_for_selector(".room")
    assert violations_in_both_themes(page) == []
    page.goto("/lobby")
    assert violations_in_both_themes(page) == []
    page.goto("/explore")
    assert violations_in_both_themes(page) == []
    page.goto("/statistics")
    assert violations_in_both_themes(page) == []
    page.goto("/nothing")
    assert violations_in_both_themes(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_among_people(page: Page, size: str) -> None:
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.goto("/lobby")
    page.locator(".opener .primary").click()
    page.locator('form[action$="/start"] button').click()
    page.wait_for_selector("body.ready")
    page.wait_for_selector(".clock", state="attached")
    page.click("[data-do=chat]")
    page.locator(".phrase").first.click()
    page.wait_for_selector(".chat-list .own")
    assert violations_in_both_themes(page) == []
    page.click(".chat .close")
    page.click("[data-do=menu]")
    page.locator(".menu button", has=page.locator(".ic-ui-wait")).click()
    page.locator("dialog.sure .primary").click()
    page.wait_for_selector(".company-row")
    assert violations_in_both_themes(page) == []
