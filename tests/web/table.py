"""A visitor at a table page, driven by Playwright."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

import serai
from tests.server.server_process import Player, ServerProcess

ASKED = "#prompt.active"
OVER = 'body[data-tone="over"]'
CHOICES = "#prompt .choice:enabled:not(.group)"
# The number of the position, whether the game is over, and how many choices can be clicked.
POSITION = """choices => [
  Number(document.querySelector("#prompt").dataset.number ?? -1),
  document.body.dataset.tone === "over",
  document.querySelectorAll(choices).length,
]"""
ASKED_AT = """() => {
  const prompt = document.querySelector("#prompt.active");
  return prompt && Number(prompt.dataset.number ?? -1);
}"""
# Chooses in one step: what is forced may be made for a person while they look for it.
CHOOSE = """([choices, number, row]) => {
  const prompt = document.querySelector("#prompt");
  if (Number(prompt.dataset.number ?? -1) !== number) return true;
  const rows = document.querySelectorAll(choices);
  const group = prompt.querySelector(".choice.group:enabled:not(.back)");
  (rows.length ? rows[(row + rows.length) % rows.length] : group)?.click();
  return rows.length > 0;
}"""


def sit_down(
    page: Page, game: str, players: int | None = None, level: str = "level1", speed: str = "instant"
) -> Table:
    """The first seat at a table against bots."""
    return visit(page, seat(page, game, players, level, speed))


def sit_down_when(
    page: Page,
    server: ServerProcess,
    game: str,
    reached: Callable[[Player], bool],
    players: int | None = None,
) -> Table:
    """The same at the first position of a game that a test is about. The way there costs next to nothing: no
    page shows it."""
    for _ in range(20):  # games
        path = seat(page, game, players)
        with playing_unseen(page, server, path) as player:
            made = 0
            while player.wait_for_turn() and not reached(player):
                player.choose(player.options[made * 7 % len(player.options)])
                made += 1
            if not player.over:
                break
    else:
        raise AssertionError("no game comes to such a position")
    table = visit(page, path)
    assert table.wait()
    return table


@contextmanager
def playing_unseen(page: Page, server: ServerProcess, path: str) -> Iterator[Player]:
    """A page's visitor at a table, without a browser."""
    with server.client() as client:
        for cookie in page.context.cookies():
            client.cookies.set(cookie["name"], cookie["value"])
        player = Player(client, path)
        try:
            yield player
        finally:
            player.close()


def seat(
    page: Page, game: str, players: int | None = None, level: str = "level1", speed: str = "instant"
) -> str:
    """The path of a new table against bots, where the page's visitor has the first seat."""
    fields = {"game": game, "players": str(players or serai.game(game).players[0]), "seat": "0"}
    return new_table(page, **fields, others=level, speed=speed)


def visit(page: Page, path: str) -> Table:
    page.goto(path)
    page.wait_for_selector("body.ready")
    return Table(page)


def new_table(page: Page, **fields: str) -> str:
    """Create a table as the form of the home page does; returns its path."""
    answer = page.request.post("/tables", form=dict(fields), max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def sit_down_from_home(page: Page, game: str, level: str = "level1", speed: str = "instant") -> Table:
    """The first seat at a table against bots, by the options of the home page."""
    page.goto("/")
    page.click(f'[data-open="options-{game}"]')
    box = page.locator(f"#options-{game}")
    box.locator(f'[name=players][value="{serai.game(game).players[0]}"]').check()
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
        """Wait for a prompt; False when the game is over."""
        self.page.wait_for_selector(f"{ASKED}, {OVER}")
        return not self.over

    @property
    def number(self) -> int:
        return self.position()[0]

    @property
    def over(self) -> bool:
        return self.position()[1]

    def position(self) -> tuple[int, bool, int]:
        number, over, rows = self.page.evaluate(POSITION, CHOICES)
        return number, over, rows

    def rows(self) -> Locator:
        """The choices that can be clicked; folded ones are unfolded."""
        rows = self.page.locator(CHOICES)
        if rows.count() == 0:
            self.page.locator("#prompt .choice.group:enabled:not(.back)").first.click()
        return rows

    def moved_on(self, number: int) -> None:
        """Wait until the table has left that position, and asks or is over."""
        self.page.wait_for_selector(f'{ASKED}:not([data-number="{number}"]), {OVER}')

    def choose(self, row: int = 0) -> None:
        number, _, count = self.position()
        self.page.mouse.move(1, 1)  # the page asks whether a second click in the same place was meant
        rows = self.rows() if count == 0 else self.page.locator(CHOICES)
        rows.nth(row % (count or rows.count())).click()
        self.moved_on(number)

    def advance(self, row: int = 0) -> None:
        """Choose without a mouse, in half the time: on the way to where a test begins."""
        number = self.number
        self.choose_unless_made(number, row)
        self.moved_on(number)

    def choose_unless_made(self, number: int, row: int) -> None:
        """Choose at a table with people, unless the server has made a forced choice."""
        self.page.wait_for_function(CHOOSE, arg=[CHOICES, number, row])

    def play_on(self, most: int = 3000) -> int:
        """Choose one row after another, every eighth by mouse; returns how often until the game was over."""
        self.wait()
        for made in range(most):
            if self.over:
                return made
            (self.advance if made % 8 else self.choose)(made * 7 % 5)
        raise AssertionError("the game does not end")
