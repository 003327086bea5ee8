"""What got in the way of people who played: each of it once, and never again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import serai
from tests.server.house import House
from tests.web.conftest import Watch, fresh
from tests.web.table import Table, new_table, sit_down

GAMES = serai.game_names()
DESK, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
# What a click at a place would hit.
HIT = "([x, y]) => document.elementFromPoint(x, y)?.closest('.choice')?.className ?? ''"


@pytest.fixture(scope="module")
def visitor(browser: Browser, house: House) -> Iterator[Page]:
    """One visitor for all that needs nobody new."""
    context = fresh(browser, house)
    opened = context.new_page()
    watch = Watch(opened, house)
    yield opened
    context.close()
    assert watch.wrong == []


def resize(page: Page, size: tuple[int, int] = DESK) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


TABLES: dict[str, str] = {}


def seated(page: Page, game: str) -> Table:
    """At a table of four where somebody is asked: the same for all who change nothing there."""
    if game in TABLES:
        page.goto(TABLES[game])
        page.wait_for_selector("body.ready")
        table = Table(page)
    else:
        table = sit_down(page, game, players=4)
        TABLES[game] = page.url
    table.wait()
    return table


def test_a_second_click_in_the_same_place_does_not_end_the_turn(visitor: Page) -> None:
    table = sit_down(visitor, "istanbul", players=2)
    for turn in range(60):
        assert table.wait()
        number = table.number
        rows = table.rows()
        box = rows.nth(turn % rows.count()).bounding_box()
        assert box is not None
        place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        log = visitor.locator("#log li").count()
        visitor.mouse.click(*place)
        table.moved_on(number)
        others = visitor.locator(f"#log li:nth-child(n + {log + 1})[data-owner='1']").count()
        several = visitor.locator("#prompt .choice").count() > 1
        if not others and several and " end" in visitor.evaluate(HIT, list(place)):
            break
    else:
        raise AssertionError("no choice that ends the turn came under the pointer")
    number = table.number
    visitor.mouse.click(*place)  # once more, without moving
    expect(visitor.locator("#prompt .confirm")).to_be_visible()
    assert table.number == number
    visitor.locator(".confirm .act:not(.primary)").click()
    visitor.locator("#prompt .choice.end").click()  # who goes there means it
    table.moved_on(number)


def covered(page: Page) -> list[str]:
    """The choices in sight whose middle something else lies over."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#prompt .choice")].filter((row) => {
          const { left, right, top, bottom } = row.getBoundingClientRect();
          const box = row.closest(".choices").getBoundingClientRect();
          const edge = Math.min(box.bottom, document.querySelector("#prompt").getBoundingClientRect().bottom);
          for (let y = top + 2; y < Math.min(bottom, edge) - 2; y += 6)
            for (let x = left + 4; x < right; x += 12) {
              const hit = document.elementFromPoint(x, y);
              if (hit?.closest(".below")) return true;
            }
          return false;
        }).map((row) => row.textContent)"""
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_how_many_rows_are_below_covers_none(visitor: Page, game: str) -> None:
    resize(visitor, (1200, 560))
    table = sit_down(visitor, game, players=3)
    below = visitor.locator("#prompt .below")
    while table.wait() and not below.is_visible():
        table.choose()
    assert covered(visitor) == []
    count = below.inner_text()
    assert count.startswith("+")
    below.click()
    expect(below).not_to_have_text(count)
    resize(visitor)


ON_SCREEN = "#hand, .part, #prompt, #panels, #log"
OVER_PLACES = """([upper, lower]) => {
  const box = (node) => node.getBoundingClientRect();
  const bar = box(document.querySelector(upper));
  return [...document.querySelectorAll(lower)].filter((node) => {
    const { top, bottom, width } = box(node);
    return width && document.body.scrollHeight <= innerHeight && top < bar.bottom - 1 && bottom > bar.top + 1;
  }).map((node) => node.id || node.className);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_bar_covers_nothing(visitor: Page, game: str) -> None:
    seated(visitor, game)
    visitor.keyboard.press("p")
    expect(visitor.locator("#replay")).to_be_visible()
    for size in (DESK, TABLET, PHONE):
        resize(visitor, size)
        assert visitor.evaluate(OVER_PLACES, ["#replay", ON_SCREEN]) == []
    visitor.keyboard.press("Escape")
    resize(visitor)


@pytest.mark.parametrize("game", GAMES)
def test_the_goal_stands_on_the_table_with_how_far_everybody_is(visitor: Page, game: str) -> None:
    seated(visitor, game)
    goal = visitor.locator("#goal")
    scores = visitor.locator("#panels .score b").all_inner_texts()
    assert visitor.locator("#goal .far b").all_inner_texts() == scores
    for size in (TABLET, PHONE):
        resize(visitor, size)
        expect(goal).to_be_visible()
        assert goal.evaluate("node => node.scrollWidth <= node.clientWidth")
    resize(visitor)
    goal.click()
    box = visitor.locator("dialog.scoring")
    expect(box.locator(".standings li")).to_have_count(len(scores))  # and how to get further
    expect(box.locator(".rules p").first).to_be_visible()
    visitor.keyboard.press("Escape")
    expect(box).to_have_count(0)


def test_replay_knows_turns_chapters_and_speeds(visitor: Page) -> None:
    table = sit_down(visitor, "yspahan", players=2)
    for _ in range(8):
        table.wait()
        table.choose()
    table.wait()
    lines = visitor.locator("#log li")
    first_of_mine = visitor.locator("#log li[data-owner='0']").first.get_attribute("data-number")
    assert first_of_mine is not None
    visitor.keyboard.press("p")
    visitor.keyboard.press("Home")
    prompt = visitor.locator("#prompt")
    expect(prompt).to_have_attribute("data-number", "0")
    bar = visitor.locator("#replay")
    bar.get_by_label("My next turn").click()
    expect(prompt).to_have_attribute("data-number", str(int(first_of_mine) - 1))
    bar.get_by_label("Next chapter").click()
    expect(lines.last).to_have_class("heading")
    bar.get_by_label("Previous chapter").click()
    expect(visitor.locator("#log li.heading")).to_have_count(1)
    expect(lines.last).to_have_class("heading")
    pace = bar.locator(".pace")
    expect(pace).to_have_text("1×")
    pace.click()
    expect(pace).to_have_text("2×")
    visitor.keyboard.press("Escape")


# The contrast of an element's text with the darkest and the lightest colour behind it.
CONTRAST = """node => {
  const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (c) => rgb(c).map((v) => v / 255)
    .map((v) => v <= .04 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [.2126, .7152, .0722][k], 0);
  const behind = getComputedStyle(node.closest("header")).backgroundImage.match(/rgba?\\([^)]*\\)/g);
  const own = light(getComputedStyle(node).color);
  return Math.min(...behind.map(light).map((one) => (Math.max(one, own) + .05) / (Math.min(one, own) + .05)));
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_hint_can_be_read_on_red(visitor: Page, theme: str) -> None:
    visitor.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    seated(visitor, "istanbul")
    visitor.keyboard.press("h")
    assert visitor.locator("#prompt .advice").evaluate(CONTRAST) >= 4.5
    visitor.emulate_media(color_scheme="light")


def test_a_hint_shows_dice_as_dice_and_gives_a_reason(visitor: Page) -> None:
    table = seated(visitor, "yspahan")
    while visitor.locator("#prompt .choice .ic[class*=die-w]").count() == 0:
        table.choose()
    visitor.keyboard.press("h")
    advice = visitor.locator("#prompt .advice")
    expect(advice).to_contain_text("% to win · ")
    assert "die-" not in advice.inner_text()
    rows = visitor.locator("#prompt .choice:has(b .ic[class*=die-w])").all_inner_texts()
    assert all("supervisor" in row for row in rows)  # words, no pictures alone


def cut(page: Page, what: str) -> list[str]:
    """The texts that do not fit where they stand."""
    found: list[str] = page.locator(what).evaluate_all(
        "nodes => nodes.filter(n => n.offsetWidth && n.scrollWidth > n.clientWidth).map(n => n.textContent)"
    )
    return found


def test_an_open_group_keeps_title_undo_hint_and_all_words(visitor: Page) -> None:
    table = seated(visitor, "morgenland")
    figures = visitor.locator('[data-mark^="group-figure"]')
    while table.wait() and figures.count() == 0:
        table.choose()
    figures.last.click()
    expect(visitor.locator("#prompt .back")).to_be_visible()
    for part in ("h2", "[data-do=undo]", "[data-do=hint]"):
        expect(visitor.locator(f"#prompt {part}")).to_be_visible()
    assert cut(visitor, "#prompt .tx b, #prompt .tx i") == []
    side = visitor.locator("#panels").bounding_box()
    assert side is not None
    assert side["width"] <= 400
    visitor.keyboard.press("Escape")


SMALL = """() => [...document.querySelectorAll(
  "#prompt .acts button, #prompt .choice, .zoom button, #replay button"
)].filter((node) => node.offsetWidth && (node.offsetWidth < 44 || node.offsetHeight < 44))
  .map((node) => `${node.className} ${node.offsetWidth} x ${node.offsetHeight}`)"""


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_hits_what_it_means_and_reads_whole_names(visitor: Page, game: str) -> None:
    seated(visitor, game)
    resize(visitor, PHONE)
    assert visitor.evaluate(SMALL) == []
    assert cut(visitor, "#panels .panel:not(.mine) .name") == []
    assert cut(visitor, "#prompt .standing") == []
    visitor.keyboard.press("p")
    expect(visitor.locator("#replay")).to_be_visible()
    assert visitor.evaluate(SMALL) == []
    visitor.keyboard.press("Escape")
    resize(visitor)


def test_games_in_progress_come_first_on_a_phone(visitor: Page) -> None:
    seated(visitor, GAMES[0])
    resize(visitor, PHONE)
    visitor.goto("/")
    running = visitor.locator(".running .table-row").first.bounding_box()
    games = visitor.locator(".game-card").first.bounding_box()
    assert running is not None
    assert games is not None
    assert running["y"] < games["y"]
    resize(visitor)
    visitor.locator('[data-open="options-istanbul"]').first.click()
    level = visitor.locator("#options-istanbul option[value=level3]").first
    assert "friend who knows the game" in level.inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_the_lobby_offers_every_number_of_players(visitor: Page, game: str) -> None:
    visitor.goto("/lobby")
    form = visitor.locator("form.opener")
    form.locator(f"[name=game][value={game}]").check(force=True)
    least, most = serai.game(game).players
    offered = form.locator("[name=players]:enabled").evaluate_all("all => all.map(one => Number(one.value))")
    assert offered == list(range(least, most + 1))
    expect(form.locator("[name=players]:checked:enabled")).to_have_count(1)


def test_bots_that_begin_are_shown_move_by_move_and_told_in_short(visitor: Page) -> None:
    visitor.add_init_script("globalThis.numbers = new Set();")
    prompt = visitor.locator("#prompt")
    for seat in "012012012":
        visitor.goto(
            new_table(visitor, game="yspahan", players="3", seat=seat, others="level1", speed="fast")
        )
        prompt.evaluate(
            """node => new MutationObserver(() => numbers.add(Number(node.dataset.number)))
              .observe(node, { attributes: true })"""
        )
        visitor.wait_for_selector("#prompt.active")
        last = int(prompt.get_attribute("data-number") or 0)
        if last > 6:  # a bot has taken dice and done something with them
            break
    assert len(visitor.evaluate("[...numbers]")) > last // 2  # dealing alone is not told
    recap = visitor.locator("#recap li")
    expect(recap.first).to_be_visible()
    recap.first.locator("button").hover()
    expect(visitor.locator(".recalled").first).to_be_attached()
    visitor.mouse.move(1, 1)
    expect(visitor.locator(".recalled")).to_have_count(0)
    Table(visitor).choose()


def test_sounds_come_after_a_gesture_and_go_with_one_click(browser: Browser, house: House) -> None:
    context = fresh(browser, house)
    page = context.new_page()
    page.add_init_script(
        """globalThis.made = 0;
        const Real = AudioContext;
        globalThis.AudioContext = class extends Real { constructor() { super(); made += 1; } };"""
    )
    table = sit_down(page, "yspahan", players=2, speed="fast")
    table.wait()
    assert page.evaluate("made") == 0
    table.choose()
    table.wait()
    assert page.evaluate("made") == 1
    assert page.evaluate("document.body.dataset.sounded") is not None
    page.click("[data-do=sound]")
    page.evaluate("delete document.body.dataset.sounded")
    table.choose()
    table.wait()
    assert page.evaluate("document.body.dataset.sounded") is None
    context.close()
