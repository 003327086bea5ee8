"""A visitor at a table page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

import serai

ASKED = "#prompt.active"
OVER = 'body[data-tone="over"]'


def sit_down(
    page: Page, game: str, players: int | None = None, level: str = "level1", speed: str = "instant"
) -> Table:
    """The first seat at a table against bots, by the options of the home page."""
    page.goto("/")
    page.click(f'[data-open="options-{game}"]')
    box = page.locator(f"#options-{game}")
    box.locator(f'[name=players][value="{players or serai.game(game).players[0]}"]').check()
    box.locator('[name=seat][value="0"]').check()
    for choice in box.locator("select[name^=level_]:enabled").all():
        if choice.is_visible():
            choice.select_option(level)
    box.locator("select[name=speed]").select_option(speed)
    box.locator("button.primary").click()
    page.wait_for_selector("body.ready")
    return Table(page)


class Table:
    def __init__(self, page: Page) -> None:
        self.page = page

    def wait(self) -> bool:
        """Wait until something is asked; False when the game is over."""
        self.page.wait_for_selector(f"{ASKED}, {OVER}")
        return self.page.locator(OVER).count() == 0

    @property
    def number(self) -> int:
        return int(self.page.get_attribute("#prompt", "data-number") or -1)

    def rows(self) -> Locator:
        """The choices that can be clicked; folded ones are unfolded."""
        rows = self.page.locator("#prompt .choice:enabled:not(.group)")
        if rows.count() == 0:
            self.page.locator("#prompt .choice.group:enabled:not(.back)").first.click()
        return rows

    def moved_on(self, number: int) -> None:
        """Wait until the table has left that position, and asks or is over."""
        self.page.wait_for_selector(f'{ASKED}:not([data-number="{number}"]), {OVER}')

    def choose(self, row: int = 0) -> None:
        number = self.number
        rows = self.rows()
        rows.nth(row % rows.count()).click()
        self.moved_on(number)

    def play_on(self, most: int = 3000) -> int:
        """Choose one row, then another; how often until the game was over."""
        for made in range(most):
            if not self.wait():
                return made
            self.choose(made * 7 % 5)
        raise AssertionError("the game does not end")
