"""Usability problems that players ran into, so that they do not come back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import serai
from serai.server.tables.settings import BOT_NAMES
from tests.server.server_process import Player, ServerProcess
from tests.server.server_process import new_table as new_seat
from tests.web.conftest import Watch, add_cookies, fresh
from tests.web.table import Table, new_table, playing_unseen, sit_down, sit_down_when

GAMES = serai.game_names()
DESK, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
# What a click at a place would hit.
HIT = "([x, y]) => document.elementFromPoint(x, y)?.closest('.choice')?.className ?? ''"


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: ServerProcess) -> Iterator[Page]:
    """One visitor for all that needs nobody new. A process may be handed this file's tests in several goes,
    each with a visitor of its own, who has no seat at the tables of another."""
    TABLES.clear()
    context = fresh(browser, server)
    opened = context.new_page()
    watch = Watch(opened, server)
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
def test_the_count_of_hidden_rows_covers_no_row(visitor: Page, game: str) -> None:
    resize(visitor, (1200, 560))
    table = sit_down(visitor, game, players=3)
    below = visitor.locator("#prompt .below")
    while table.wait() and not below.is_visible():
        table.advance()
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
def test_the_goal_and_everyones_progress_are_shown(visitor: Page, game: str) -> None:
    seated(visitor, game)
    goal = visitor.locator("#goal")
    scores = visitor.locator("#panels .score b").all_inner_texts()
    assert visitor.locator("#goal .far b").all_inner_texts() == scores
    for size in (TABLET, PHONE):
        resize(visitor, size)
        expect(goal).to_be_visible()
        assert goal.evaluate("node => node.scrollWidth <= node.clientWidth")
        assert cut(visitor, "#goal .goal-text, #goal .goal-short") == []
    resize(visitor)
    assert cut(visitor, "#goal .goal-text, #goal .goal-short") == []
    goal.click()
    box = visitor.locator("dialog.scoring")
    expect(box.locator(".standings li")).to_have_count(len(scores))  # and how to get further
    expect(box.locator(".rules p").first).to_be_visible()
    visitor.keyboard.press("Escape")
    expect(box).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_log_shows_what_happened_since_the_last_own_turn(visitor: Page, game: str) -> None:
    """And all of it, one click away."""
    seated(visitor, game)
    lines = visitor.locator("#log ol").evaluate(
        "list => list.clientHeight / Math.min(...[...list.querySelectorAll('li')].map(li => li.offsetHeight))"
    )
    assert lines > 9
    visitor.click("#log [data-do=log]")
    shown = visitor.locator("dialog .full-log li")
    expect(shown).to_have_count(visitor.locator("#log ol > li").count())
    visitor.keyboard.press("Escape")


# Those whose words reach over their own edge, or under an arrow that stands beside them.
UNDER_ARROWS = """nodes => nodes.filter((node) => {
  const words = document.createRange();
  words.selectNodeContents(node.querySelector(".tx"));
  const box = node.getBoundingClientRect();
  const beside = getComputedStyle(node, "::after").position === "static" ? 16 : 0;
  return words.getBoundingClientRect().right > box.right - beside;
}).map((node) => node.textContent)"""


def test_long_words_fit_beside_the_arrow_and_refusing_is_not_recommended(
    visitor: Page, server: ServerProcess
) -> None:
    spoken = {"name": "serai-language", "value": "nl", "url": server.url}
    visitor.context.add_cookies([spoken])  # type: ignore[list-item]
    table = sit_down(visitor, "morgenland", players=3)
    table.wait()
    groups = visitor.locator("#prompt .choice.group:not(.back)")
    assert "Goudstaven" in "".join(groups.all_inner_texts())
    assert groups.evaluate_all(UNDER_ARROWS) == []
    visitor.context.clear_cookies(name="serai-language")
    visitor.reload()
    quiet = visitor.locator("#prompt .choice.quiet:enabled")
    while table.wait() and quiet.count() == 0:
        table.advance()
    quiet.first.hover()
    colour = "node => getComputedStyle(node).backgroundColor"
    hovered = quiet.first.evaluate(colour)
    assert hovered != quiet.first.evaluate(
        f"node => {{ node.classList.remove('quiet'); return ({colour})(node); }}"
    )


def test_replay_knows_turns_chapters_and_speeds(visitor: Page) -> None:
    table = sit_down(visitor, "yspahan", players=2)
    for _ in range(8):
        table.wait()
        table.choose()
    table.wait()
    lines = visitor.locator("#log li")
    told: list[tuple[str, int]] = visitor.locator("#log li[data-owner]").evaluate_all(
        "nodes => nodes.map(node => [node.dataset.owner, Number(node.dataset.number)])"
    )
    owners = ["", *(owner for owner, _ in told)]
    begun = [number - 1 for last, (owner, number) in zip(owners, told, strict=False) if owner == "0" != last]
    visitor.keyboard.press("p")
    visitor.keyboard.press("Home")
    prompt = visitor.locator("#prompt")
    expect(prompt).to_have_attribute("data-number", "0")
    bar = visitor.locator("#replay")
    bar.get_by_label("My next turn").click()
    expect(prompt).to_have_attribute("data-number", str(next(filter(None, begun))))
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


# Those of whose words a part lies under something else, or beyond an edge that clips them.
HIDDEN = """nodes => nodes.filter((node) => node.offsetWidth).filter((node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  return [...words.getClientRects()].some(({ left, right, top, bottom }) =>
    !node.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)));
}).map((node) => node.textContent)"""


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_read_to_its_end(visitor: Page, server: ServerProcess, game: str) -> None:
    if game == "morgenland":  # where there are switches, too
        sit_down_when(
            visitor, server, game, lambda player: "or pass" in player.scene["prompt"]["title"], players=4
        )
        expect(visitor.locator("#prompt h2")).to_contain_text("or pass")
    else:
        seated(visitor, game)
    visitor.keyboard.press("h")
    expect(visitor.locator("#prompt .advice")).to_contain_text("% to win · ")
    words = visitor.locator("#prompt h2, #prompt .advice, #prompt .hinted .reason >> nth=0")
    for size in (DESK, TABLET):
        resize(visitor, size)
        visitor.locator("#prompt .hinted").first.scroll_into_view_if_needed()
        assert words.evaluate_all(HIDDEN) == []
    resize(visitor)


def cut(page: Page, what: str) -> list[str]:
    """The texts that do not fit where they stand."""
    found: list[str] = page.locator(what).evaluate_all(
        "nodes => nodes.filter(n => n.offsetWidth && n.scrollWidth > n.clientWidth).map(n => n.textContent)"
    )
    return found


def groups(player: Player, named: str = "") -> int:
    """How many rows stand for several choices."""
    prompt = player.scene["prompt"]
    found = {option.get("group") for option in prompt["options"]} & prompt["groups"].keys()
    return sum(name.startswith(named) for name in found)


def test_an_open_group_keeps_title_undo_hint_and_all_words(visitor: Page, server: ServerProcess) -> None:
    sit_down_when(visitor, server, "morgenland", lambda player: groups(player, "figure") > 0, players=4)
    figures = visitor.locator('[data-mark^="group-figure"]')
    figures.last.click()
    expect(visitor.locator("#prompt .back")).to_be_visible()
    for part in ("h2", "[data-do=undo]", "[data-do=hint]"):
        expect(visitor.locator(f"#prompt {part}")).to_be_visible()
    assert cut(visitor, "#prompt .tx b, #prompt .tx i") == []
    side = visitor.locator("#panels").bounding_box()
    assert side is not None
    assert side["width"] <= 400
    back = visitor.locator("#prompt .back")
    back.hover()  # where the pointer is after the click: it recommends nothing
    expect(visitor.locator("#prompt .choice.hot")).to_have_count(0)
    visitor.locator("#prompt .choice:not(.back)").first.hover()
    expect(visitor.locator("#prompt .choice.hot")).to_have_count(1)
    visitor.keyboard.press("Escape")


def test_many_figures_in_a_place_are_counted_and_large_enough(
    visitor: Page, browser: Browser, server: ServerProcess
) -> None:
    with server.client() as client:
        path = new_seat(client, "morgenland", players=3)
        player = Player(client, path)
        placed = 0
        while placed < 7 and player.wait_for_turn():
            options = player.scene["prompt"]["options"]
            figures = [one for one in options if one["label"] == "Caravanserai"]
            player.choose((figures or options[-1:])[0]["choice"])  # places or passes
            placed += len(figures) > 0
        assert player.wait_for_turn()
        player.close()
        context = fresh(browser, server)
        add_cookies(context, client, server)
    page = context.new_page()
    page.goto(path)
    page.wait_for_selector("body.ready")
    widths = page.locator('[id^="el-f0-"]').evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    context.close()
    assert len(widths) == 7
    assert min(widths) > 20
    visitor.goto(path)  # they do not see how strong each is
    expect(visitor.locator("#el-count-0-caravanserai")).to_have_text("7")


def test_a_building_says_what_it_costs_and_does(visitor: Page, server: ServerProcess) -> None:
    sit_down_when(
        visitor,
        server,
        "yspahan",
        lambda player: any("Build: " in option["label"] for option in player.scene["prompt"]["options"]),
    )
    builds = visitor.locator("#prompt .choice", has_text="Build: ")
    expect(builds).not_to_have_count(0)
    for row in builds.all():
        expect(row.locator("i .ic-camel, i .ic-gold").first).to_be_visible()
        expect(row.locator("i")).to_contain_text(" · ")  # and what it is for


SMALL = """() => [...document.querySelectorAll(
  "#prompt .acts button, #prompt .choice, #prompt .standing label, .zoom button, #replay button"
)].filter((node) => node.offsetWidth && (node.offsetWidth < 44 || node.offsetHeight < 44))
  .map((node) => `${node.className} ${node.offsetWidth} x ${node.offsetHeight}`)"""


@pytest.mark.parametrize("game", GAMES)
def test_touch_targets_are_large_and_names_are_complete(visitor: Page, game: str) -> None:
    seated(visitor, game)
    resize(visitor, PHONE)
    assert visitor.evaluate(SMALL) == []
    names = "#panels .panel:not(.mine) .name"
    for name in BOT_NAMES:
        visitor.eval_on_selector_all(names, "(all, name) => all.forEach(one => one.textContent = name)", name)
        assert cut(visitor, names) == []
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
    about = visitor.locator("#options-istanbul [data-seat='0'] .level-about")
    visitor.select_option("#options-istanbul [name=level_0]", "level3")
    expect(about).to_contain_text("friend who knows the game")
    resize(visitor, PHONE)
    expect(about).to_be_visible()
    assert cut(visitor, "#options-istanbul .level-about, #options-istanbul select") == []
    visitor.select_option("#options-istanbul [name=level_0]", "open")
    expect(about).to_be_hidden()
    resize(visitor)


# Where an element lies over another.
OVER = """([above, below]) => {
  const box = document.querySelector(above).getBoundingClientRect();
  return [...document.querySelectorAll(below)].filter((node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect();
    return width && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  }).length;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_tip_leaves_the_rivals_in_sight_on_a_phone(visitor: Page, game: str) -> None:
    seated(visitor, game)
    resize(visitor, PHONE)
    told = 0
    for thing in visitor.locator(".part .el[aria-label]").all()[:60]:
        box = thing.bounding_box()
        if box is None or box["y"] < 0 or box["y"] + box["height"] > PHONE[1]:
            continue
        thing.dispatch_event("pointerover", {"pointerType": "mouse"})
        if visitor.locator("#tip").is_visible():
            told += 1
            assert visitor.evaluate(OVER, ["#tip", "#panels .panel:not(.mine)"]) == 0
    assert told
    resize(visitor)


# How much wider or higher than its picture a cover is; what is beyond would be cropped.
COVERS = """() => [...document.querySelectorAll(".cover")].map((cover) => {
  const { width, height } = cover.viewBox.baseVal;
  return cover.clientWidth / cover.clientHeight / (width / height);
})"""


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE])
def test_pictures_of_games_are_not_cropped(visitor: Page, size: tuple[int, int]) -> None:
    resize(visitor, size)
    room = new_table(visitor, game=GAMES[0], players="2", seat="0", level_1="open")
    for page in ("/", room):
        visitor.goto(page)
        found = visitor.evaluate(COVERS)
        assert found
        assert all(0.96 < one < 1.04 for one in found), (page, found)
    resize(visitor)


def test_the_gain_of_the_next_building_is_explained(visitor: Page) -> None:
    table = sit_down(visitor, "yspahan", players=2)
    mine = visitor.locator("#panels .mine")
    expect(mine).not_to_contain_text("+0")
    builds = visitor.locator("#prompt .choice:enabled", has_text="Build: ")
    while table.wait() and mine.get_by_text("next building +").count() == 0:
        if builds.count() == 0:
            table.advance()
        else:
            number = table.number
            builds.first.click()
            table.moved_on(number)
        expect(mine).not_to_contain_text("+0")
    assert not table.over


def test_an_open_group_is_seen_from_its_top(visitor: Page, server: ServerProcess) -> None:
    sit_down_when(visitor, server, "istanbul", lambda player: groups(player) > 0, players=3)
    group = visitor.locator("#prompt .choice.group:enabled:not(.back)")
    resize(visitor, TABLET)
    group.last.scroll_into_view_if_needed()
    group.last.click()
    back = visitor.locator("#prompt .back")
    expect(back).to_be_visible()
    head, first = visitor.locator("#prompt > header").bounding_box(), back.bounding_box()
    assert head is not None
    assert first is not None
    assert first["y"] >= head["y"] + head["height"] - 1
    resize(visitor)


@pytest.mark.parametrize("game", GAMES)
def test_the_lobby_offers_every_number_of_players(visitor: Page, game: str) -> None:
    visitor.goto("/lobby")
    form = visitor.locator("form.opener")
    form.locator(f"[name=game][value={game}]").check(force=True)
    least, most = serai.game(game).players
    offered = form.locator("[name=players]:enabled").evaluate_all("all => all.map(one => Number(one.value))")
    assert offered == list(range(least, most + 1))
    expect(form.locator("[name=players]:checked:enabled")).to_have_count(1)


# The positions that a page has shown.
NUMBERS = """
globalThis.numbers = [];
new MutationObserver((changes) => {
  for (const { target } of changes) if (target.id === "prompt") numbers.push(Number(target.dataset.number));
}).observe(document, { attributes: true, attributeFilter: ["data-number"], subtree: true });
"""


def test_opening_bot_moves_are_shown_one_by_one_and_summarised(visitor: Page, server: ServerProcess) -> None:
    visitor.add_init_script(NUMBERS)
    for seat in "012012012":
        path = new_table(visitor, game="yspahan", players="3", seat=seat, others="level1", speed="fast")
        with playing_unseen(visitor, server, path) as before:
            assert before.wait_for_turn()  # the bots have moved
            last = before.number
        if last > 6:  # a bot has taken dice and done something with them
            break
    visitor.goto(path)
    visitor.wait_for_selector(f'#prompt.active[data-number="{last}"]')
    told = visitor.locator("#log li[data-number]").evaluate_all(
        "nodes => nodes.map(node => Number(node.dataset.number))"
    )
    assert set(told) <= set(visitor.evaluate("numbers"))
    recap = visitor.locator("#recap li")
    expect(recap.first).to_be_visible()
    recap.first.locator("button").hover()
    expect(visitor.locator(".recalled").first).to_be_attached()
    visitor.mouse.move(1, 1)
    expect(visitor.locator(".recalled")).to_have_count(0)
    Table(visitor).choose()


def test_sounds_come_after_a_gesture_and_go_with_one_click(browser: Browser, server: ServerProcess) -> None:
    context = fresh(browser, server)
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
