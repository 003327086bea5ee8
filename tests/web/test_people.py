"""Several visitors at one table, each with their own browser: invite, play, chat, agree, leave, return."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from serai.scene.say import LANGUAGES
from tests.server.server_process import ServerProcess
from tests.web.conftest import PATIENCE, Watch, fresh, lasting_port, toasted
from tests.web.table import ASKED_AT, OVER, Table, new_table

SPOKEN = tuple(LANGUAGES)[:3]  # each visitor speaks another language


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, server: ServerProcess, language: str = "en") -> None:
        self.context = fresh(browser, server, language)
        self.page = self.context.new_page()
        self.watch = Watch(self.page, server)
        self.table = Table(self.page)

    @property
    def asked_at(self) -> int | None:
        """The position at which they are asked. What is forced is made for them after a while: the number
        that was read before may be of the past."""
        number: int | None = self.page.evaluate(ASKED_AT)
        return number


@pytest.fixture
def visitors(browser: Browser, server: ServerProcess) -> Iterator[list[Visitor]]:
    """Three of them; at the end nothing must have gone wrong with any."""
    came = [Visitor(browser, server, language) for language in SPOKEN]
    yield came
    wrong = [visitor.watch.wrong for visitor in came]
    for visitor in came:
        visitor.context.close()
    assert wrong == [[], [], []]


def open_table(host: Visitor, game: str, players: int, clock: str = "none", public: bool = False) -> str:
    """A table with friends, from the home page; the invitation."""
    page = host.page
    page.goto("/")
    page.click(f'[data-open="options-{game}"][data-friends]')
    box = page.locator(f"#options-{game}")
    box.locator(f'[name=players][value="{players}"]').check(force=True)
    box.locator('[name=seat][value="0"]').check()
    if public:
        box.locator('[name=public][value="1"]').check(force=True)
    box.locator("select[name=clock]").select_option(clock)
    box.locator("select[name=level]").select_option("level1")
    box.locator("select[name=speed]").select_option("instant")
    box.locator("button.primary").click()
    return page.locator("#invitation").input_value()


def sit_together(visitors: list[Visitor], game: str, players: int, clock: str = "none") -> None:
    """All of them at one table that has begun."""
    host = visitors[0].page
    fields = {"players": str(players), "seat": "0", "level": "level1", "speed": "instant", "clock": clock}
    path = new_table(host, game=game, others="open", **fields)
    invitation = re.search(r"/invitations/([\w-]+)", host.request.get(path).text())
    assert invitation
    for visitor in visitors[1:]:
        answer = visitor.page.request.post(f"{path}/sit", form={"invitation": invitation[1]}, max_redirects=0)
        assert answer.status == 303, answer.text()
    for visitor in visitors:
        visitor.page.goto(path)
    for visitor in visitors:
        visitor.page.wait_for_selector("body.ready")


def turn(visitors: list[Visitor]) -> tuple[Visitor, int] | None:
    """Who is asked, and at which position; None when the game is over."""
    first = visitors[0].page
    asked: list[tuple[Visitor, int]] = []

    def known() -> bool:
        at = [(visitor, visitor.asked_at) for visitor in visitors]
        asked[:] = [(visitor, number) for visitor, number in at if number is not None]
        return bool(asked) or first.locator(OVER).count() > 0

    wait_among(first, known)
    return asked[0] if asked else None


def whose_turn(visitors: list[Visitor]) -> Visitor:
    asked = turn(visitors)
    assert asked is not None
    return asked[0]


def wait_among(page: Page, done: Callable[[], bool]) -> None:
    """Wait for what any of several pages may show: only one can be waited for by a selector."""
    until = monotonic() + PATIENCE / 1000
    while not done():
        assert monotonic() < until
        page.wait_for_timeout(10)


def play(visitors: list[Visitor], choices: int) -> None:
    """So many choices, of whoever is asked."""
    for made in range(choices):
        asked = turn(visitors)
        if asked is None:
            return
        choose(*asked, made * 7 % 5)


def choose(visitor: Visitor, number: int, row: int = 0) -> None:
    visitor.table.choose_unless_made(number, row)
    visitor.page.wait_for_selector(f'#prompt:not([data-number="{number}"])')


def test_create_invite_join_from_the_lobby_and_begin(visitors: list[Visitor]) -> None:
    host, friend, third = visitors
    third.page.goto("/lobby")
    link = open_table(host, "istanbul", 4, public=True)
    row = third.page.locator(f'.lobby-row:has(form[action="{urlsplit(host.page.url).path}/sit"])')
    expect(row).to_have_count(1)  # it came by itself
    friend.page.goto(link)
    friend.page.locator('form[action$="/sit"] button').nth(1).click()
    expect(host.page.locator(".room .person")).to_have_count(2)
    row.locator("button").click()
    expect(host.page.locator(".room .person")).to_have_count(3)
    expect(host.page.locator(".room small.here")).to_have_count(3)
    # The host removes a player, who then sees that they may sit down again.
    host.page.locator('form[action$="/seats/1"] button').click()
    expect(third.page.locator('form[action$="/sit"]').first).to_be_visible()
    third.page.locator('form[action$="/sit"] button').first.click()
    expect(host.page.locator(".room .person")).to_have_count(3)
    expect(host.page.locator(".room small.here")).to_have_count(3)
    # They talk while they wait; what one is typing stays.
    third.page.fill("#say", "half a sen")
    host.page.fill("#say", "<b>Come</b> in")
    host.page.keyboard.press("Enter")
    expect(third.page.locator(".chat-list li > span")).to_have_text("<b>Come</b> in")
    expect(host.page.locator("#say")).to_have_value("")
    expect(third.page.locator("#say")).to_have_value("half a sen")
    third.page.locator(".phrases .phrase").first.click()
    expect(host.page.locator(".chat-list li > span")).to_have_text(["<b>Come</b> in", "Hello!"])
    third.page.locator(".chat-acts [name=mute]").click()
    expect(third.page.locator(".chat-list li > span")).to_have_text(["Hallo!"])
    third.page.locator("[name=unmute]").click()
    expect(third.page.locator(".chat-list li > span")).to_have_count(2)
    host.page.locator("[data-copy]").click()
    expect(host.page.locator("[data-copy] span")).to_have_text("Copied")
    host.page.locator('form[action$="/seats/3"] button').click()  # a bot on the last seat: it begins
    for visitor in visitors:
        visitor.page.wait_for_selector("body.ready")
    for seat, visitor in enumerate((host, third, friend)):
        expect(visitor.page.locator(f"#seat-{seat} .tag.own")).to_have_count(1)
    friend.page.click("[data-do=chat]")
    expect(friend.page.locator(".chat-list li")).to_have_count(2)  # what was said came along
    play(visitors, 6)


def test_an_invitation_that_was_withdrawn(visitors: list[Visitor]) -> None:
    host, friend, _ = visitors
    link = open_table(host, "yspahan", 2)
    host.page.locator('form[action$="/invitation"] button').click()
    expect(host.page.locator("#invitation")).not_to_have_value(link)
    friend.watch.expected = ["410"]
    friend.page.goto(link)
    expect(friend.page.locator(".error h1")).to_have_text("Nicht mehr gültig")


def test_chat_phrases_mute_and_report(visitors: list[Visitor]) -> None:
    sit_together(visitors, "yspahan", 3)
    host, friend, third = (visitor.page for visitor in visitors)
    host.click("[data-do=chat]")
    host.locator(".phrase").first.click()
    host.fill(".chat input", "<img src=x onerror=alert(1)> **no** :icon:")
    host.keyboard.press("Enter")
    expect(friend.locator(".unread")).to_have_text("2")
    friend.click("[data-do=chat]")
    expect(friend.locator(".unread")).to_be_hidden()
    lines = friend.locator(".chat-list li > span:not(.chat-acts)")
    expect(lines).to_have_text(["Hallo!", "<img src=x onerror=alert(1)> **no** :icon:"])
    assert friend.locator(".chat img").count() == 0
    friend.locator(".chat-list li").first.hover()
    friend.locator(".chat-acts button").first.click()
    toasted(friend, "Gemeldet. Danke.")
    friend.locator(".chat-acts button").nth(1).click()
    expect(lines).to_have_count(0)
    host.locator(".phrase").nth(2).click()
    third.click("[data-do=chat]")
    expect(third.locator(".chat-list li")).to_have_count(3)
    expect(lines).to_have_count(0)
    friend.locator(".chat-list .phrase").click()  # unmute them
    expect(lines).to_have_count(3)
    friend.keyboard.press("Escape")
    friend.click("[data-do=chat]")
    friend.keyboard.press("Escape")
    expect(friend.locator(".chat")).to_be_hidden()


def test_an_undo_request_and_a_pause(visitors: list[Visitor]) -> None:
    pair = visitors[:2]
    sit_together(pair, "yspahan", 2, "15+20")
    first = whose_turn(pair)
    other = pair[1 - pair.index(first)]
    for visitor in pair:  # nobody has decided anything yet
        expect(visitor.page.locator("[data-do=undo]").first).to_be_disabled()
    while (asked := turn(pair)) is not None and asked[0] is first:
        choose(*asked)
    number = first.table.number
    play([other], 1)
    first.page.wait_for_selector(f'#prompt:not([data-number="{number}"])')  # now it can only be asked for
    number = other.table.number
    first.page.click("[data-do=undo]")
    other.page.locator(".company .primary").click()
    first.page.wait_for_function(
        "number => Number(document.querySelector('#prompt.active')?.dataset.number ?? number) < number",
        arg=number,
    )
    # A refusal changes nothing.
    play([first], 1)
    whose_turn(pair)
    other.page.click("[data-do=menu]")
    other.page.locator(".menu button", has=other.page.locator(".ic-ui-pause")).click()
    first.page.locator(".company .act:not(.primary)").click()
    expect(other.page.locator(".company-row")).to_have_count(0)
    play(pair, 1)
    first.page.click("[data-do=menu]")
    first.page.locator(".menu button", has=first.page.locator(".ic-ui-pause")).click()
    other.page.locator(".company .primary").click()
    for visitor in pair:
        expect(visitor.page.locator(".company-row")).to_have_count(1)
        expect(visitor.page.locator(".clock.runs")).to_have_count(0)
    first.page.locator(".company .act").click()  # to play on needs nobody's leave
    for visitor in pair:
        expect(visitor.page.locator(".company-row")).to_have_count(0)
    play(pair, 2)


def test_a_bot_replaces_a_player_until_they_return(visitors: list[Visitor]) -> None:
    pair = visitors[:2]
    sit_together(pair, "yspahan", 2, "5+10")
    gone = whose_turn(pair)
    other = pair[1 - pair.index(gone)]
    seat = pair.index(gone)
    expect(other.page.locator(f"#seat-{seat} .clock.runs")).to_be_visible()
    gone.page.click("[data-do=menu]")
    gone.page.locator(".menu button", has=gone.page.locator(".ic-ui-wait")).click()
    gone.page.locator("dialog.sure .primary").click()
    expect(gone.page.locator(".company .primary")).to_be_visible()
    expect(other.page.locator(f"#seat-{seat} .person .state")).to_be_visible()
    play([other], 1)  # the bot has handed on
    gone.page.reload()
    gone.page.wait_for_selector("body.ready")
    gone.page.locator(".company .primary").click()
    expect(gone.page.locator(".company-row")).to_have_count(0)
    expect(other.page.locator(f"#seat-{seat} .person .state")).to_be_hidden()
    play(pair, 4)


def test_a_bot_plays_on_after_a_timeout(browser: Browser, tmp_path: Path) -> None:
    server = ServerProcess(
        tmp_path, "--synchronous", "normal", "--workers", "1", "--port", str(lasting_port())
    )
    try:
        pair = [Visitor(browser, server) for _ in range(2)]
        sit_together(pair, "yspahan", 2, "1d")
        late = whose_turn(pair)
        seat = pair.index(late)
        other = pair[1 - seat]
        server.stop()
        end_of_day = sqlite3.connect(tmp_path / "serai.db")
        for column, name in (("started_at", "tables"), ("deadline", "tables"), ("made_at", "entries")):
            end_of_day.execute(f"UPDATE {name} SET {column} = {column} - 90000")
        end_of_day.execute("UPDATE acts SET made_at = made_at - 90000")
        end_of_day.commit()
        end_of_day.close()
        url = server.url
        server.start()
        assert server.url == url
        for visitor in pair:  # that they come back by themselves is shown elsewhere
            visitor.page.evaluate("dispatchEvent(new Event('online'))")
        expect(other.page.locator(f"#seat-{seat} .person .state")).to_have_text("a bot is playing")
        assert other.table.wait()  # the turn that took too long has been played
        late.page.locator(".company .primary").click()
        expect(late.page.locator(".company-row")).to_have_count(0)
        play(pair, 3)
        for visitor in pair:
            visitor.context.close()
    finally:
        server.stop()


def test_a_rematch_moves_everyone_to_the_new_table(visitors: list[Visitor]) -> None:
    pair, watching = visitors[:2], visitors[2]
    sit_together(pair, "yspahan", 2)
    old = pair[0].page.url
    watching.page.goto(old)
    watching.page.wait_for_selector("body.ready")
    for visitor in pair:
        visitor.page.click("[data-do=menu]")
        visitor.page.locator(".menu button", has=visitor.page.locator(".ic-ui-flag")).click()
        visitor.page.locator("dialog.sure .primary").click()
    for visitor in pair:
        visitor.page.wait_for_selector(OVER)
        visitor.page.wait_for_selector("dialog.scoring")
        visitor.page.keyboard.press("Escape")
    pair[0].page.locator("#prompt .ending .primary").click()
    pair[1].page.locator(".company .primary").click()
    for visitor in pair:
        visitor.page.wait_for_url(lambda url: url != old)
        visitor.page.wait_for_selector("body.ready")
    assert pair[0].page.url == pair[1].page.url
    expect(pair[0].page.locator("#seat-1 .tag.own")).to_be_visible()  # everybody moves one seat on
    watching.page.keyboard.press("Escape")
    expect(watching.page.locator(".company a")).to_be_visible()
    play(pair, 2)


def test_the_bell_on_other_pages(visitors: list[Visitor]) -> None:
    pair = visitors[:2]
    sit_together(pair, "yspahan", 2)
    first = whose_turn(pair)
    other = pair[1 - pair.index(first)]
    url = other.page.url
    other.page.goto("/")
    expect(other.page.locator("#awaited")).to_be_hidden()
    awaited = other.page.locator("#awaited:not([hidden])")
    while not awaited.count():
        wait_among(first.page, lambda: first.asked_at is not None or awaited.count() > 0)
        if (number := first.asked_at) is not None:
            choose(first, number)
    expect(other.page).to_have_title(re.compile(r"^\(1\) Serai"))
    assert "icon-turn" in (other.page.get_attribute("link[rel=icon]", "href") or "")
    other.page.click("#awaited summary")
    other.page.click("#awaited li a")
    other.page.wait_for_selector("body.ready")
    assert other.page.url == url


def test_several_tabs_and_a_lost_connection(visitors: list[Visitor]) -> None:
    pair = visitors[:2]
    sit_together(pair, "yspahan", 2)
    host = pair[0]
    tab = host.context.new_page()
    tab.goto(host.page.url)
    tab.wait_for_selector("body.ready")
    play(pair, 3)
    pages = [tab, host.page, pair[1].page]
    wait_among(tab, lambda: len({Table(page).number for page in pages}) == 1)
    host.page.close()
    expect(pair[1].page.locator("#seat-0")).to_have_attribute("data-here", "yes")
    tab.close()
    expect(pair[1].page.locator("#seat-0")).to_have_attribute("data-here", "no")
    back = host.context.new_page()
    back.goto(pair[1].page.url)
    expect(pair[1].page.locator("#seat-0")).to_have_attribute("data-here", "yes")
