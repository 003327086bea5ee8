"""A puzzle in the browser: failed, found, and on to the next."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from serai.analysis.puzzles import puzzles
from tests.web.test_axe import AXE
from tests.web.test_lessons import visitor  # noqa: F401  (a desk in the light, a phone in the dark)

VIOLATIONS = (
    """async () => (await axe.run("#puzzle")).violations.map(({ id, nodes }) => id + nodes[0].html)"""
)


def choose(page: Page, choice: int, keyboard: bool = False) -> None:
    """Make a choice by its row."""
    page.wait_for_selector("#prompt.active")
    row = page.locator(f'#prompt [data-choice="{choice}"]')
    group = page.locator(f'#prompt .choice.group[data-choices~="{choice}"]')
    for one in ([group] if row.count() == 0 else []) + [row]:
        if keyboard:
            one.focus()
            page.keyboard.press("Enter")
        else:
            one.click()


def test_a_puzzle_is_failed_and_solved(visitor: Page) -> None:  # noqa: F811
    page, name = visitor, "istanbul"
    puzzle = puzzles(name)[-1]
    page.goto(f"/puzzles/{name}/{puzzle.id}")
    page.wait_for_selector("body.ready")
    choose(page, puzzle.values[-1].choice)
    card = page.locator("#puzzle-card")
    expect(card).to_contain_text("Not the best choice")
    expect(card).to_contain_text("gives away")
    expect(page.locator(".puzzle-values")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    choose(page, puzzle.best, keyboard=True)
    expect(card).to_contain_text("That is it!")
    expect(page.locator(".puzzle-values li")).to_have_count(min(5, len(puzzle.values)))
    expect(page.locator("#prompt .choice:enabled")).to_have_count(0)
    expect(page.locator("#puzzle-next")).to_be_focused()
    if AXE.exists():
        page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
        assert page.evaluate(VIOLATIONS) == []
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/puzzles/{name}/*")
    page.wait_for_selector("body.ready")
    assert not page.url.endswith(puzzle.id)
    page.click(".puzzle-home")
    expect(page.locator(f'.game-card[data-game="{name}"] .puzzle-progress')).to_contain_text("1 of")
