"""Standing answers: given once, visible, revocable, and hidden from others."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.web.conftest import fresh
from tests.web.table import sit_down_when


def test_a_standing_pass_is_given_kept_hidden_and_withdrawn(
    page: Page, browser: Browser, server: ServerProcess
) -> None:
    moment = "Play an artifact or a spell, or pass"
    table = sit_down_when(
        page, server, "morgenland", lambda player: bool(player.scene["prompt"]["title"] == moment)
    )
    title = page.locator("#prompt h2")
    expect(title).to_have_text(moment)
    number = table.number
    rest_of_round = page.locator('#prompt [data-mark^="standing-round-"]')
    expect(rest_of_round).not_to_be_checked()
    rest_of_round.check()  # the first click sticks
    table.moved_on(number)  # it answers what is asked already
    expect(rest_of_round).to_be_checked()
    expect(title).not_to_have_text(moment)
    when = page.inner_text("#when")
    for _ in range(3):  # and what is asked later
        table.choose()
        assert table.wait()
        expect(title).not_to_have_text(moment)
    assert page.inner_text("#when") == when

    context = fresh(browser, server)
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector("body.ready")
    expect(other.locator("#prompt [data-number], #prompt h2").first).to_be_visible()
    expect(other.locator(".standing")).to_have_count(0)
    assert "round-" not in (other.text_content("#first") or "")
    context.close()

    page.reload()  # it is kept on the server
    page.wait_for_selector("body.ready")
    expect(rest_of_round).to_be_checked()
    rest_of_round.uncheck()
    expect(rest_of_round).not_to_be_checked()
    for _ in range(40):
        if page.inner_text("#when") != when or not table.wait() or title.inner_text() == moment:
            break
        table.choose()
    expect(title).to_have_text(moment)
