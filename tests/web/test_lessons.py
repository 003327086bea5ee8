"""Every lesson, played to its end in the browser; leaving and resuming; the game that follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import serai
from serai.scene.lesson import Lesson, lessons
from tests.server.server_process import ServerProcess
from tests.web.conftest import Watch, fresh
from tests.web.test_axe import AXE

LESSONS = [lesson for name in serai.game_names() for lesson in lessons(name)]
# What axe finds in what a lesson adds to a table; tables are looked at elsewhere.
CARD_VIOLATIONS = (
    """async () => (await axe.run("#lesson")).violations.map(({ id, nodes }) => id + nodes[0].html)"""
)
SIZES = {"desk": (1440, 900), "phone": (390, 844)}


def path_of(lesson: Lesson) -> str:
    return f"/learn/{lesson.game.name}/{lesson.name}"


def visit(page: Page, lesson: Lesson, path: str | None = None) -> None:
    """Open a lesson in which all that is told is shown at once."""
    key = f"serai-speed-{lesson.game.name}-{lesson.name}"
    page.add_init_script(f'try {{ sessionStorage.setItem("{key}", "instant"); }} catch {{}}')
    page.goto(path or path_of(lesson))


@pytest.fixture(params=SIZES)
def visitor(request: pytest.FixtureRequest, browser: Browser, server: ServerProcess) -> Iterator[Page]:
    width, height = SIZES[request.param]
    phone = request.param == "phone"
    viewport = {"width": width, "height": height}
    theme = "dark" if phone else "light"
    context = fresh(browser, server, viewport=viewport, has_touch=phone, is_mobile=phone, color_scheme=theme)
    page = context.new_page()
    watch = Watch(page, server)
    yield page
    context.close()
    assert watch.wrong == []


def at(page: Page, step: int) -> None:
    """Wait until a step is shown."""
    page.wait_for_selector(f'body.ready #lesson[data-step="{step}"]')


def answer(page: Page) -> None:
    """Make the choice that is asked for, by its row."""
    choice = page.get_attribute("#lesson", "data-choice")
    row = page.locator(f'#prompt [data-choice="{choice}"]')
    page.wait_for_selector("#prompt.active")
    if row.count() == 0:
        page.click(f'#prompt .choice.group[data-choices~="{choice}"]')
    row.click()


def err(page: Page) -> None:
    """Make another choice: the lesson says why not, and nothing happens."""
    choice = page.get_attribute("#lesson", "data-choice")
    page.wait_for_selector("#prompt.active")
    number = page.get_attribute("#prompt", "data-number")
    wrong = page.locator(f'#prompt [data-choice]:not([data-choice="{choice}"])')
    if wrong.count() == 0:
        page.locator("#prompt .choice.group:not(.back)").first.click()
    wrong.first.click()
    expect(page.locator("#lesson-why")).to_be_visible()
    expect(page.locator("#lesson-why")).not_to_be_empty()
    expect(page.locator("#prompt.active")).to_have_attribute("data-number", number or "")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.game.name}-{one.name}")
def test_a_lesson_is_played_to_its_end(visitor: Page, lesson: Lesson) -> None:
    page = visitor
    visit(page, lesson)
    asked = [number for number, step in enumerate(lesson.steps) if step.choice is not None]
    for number, step in enumerate(lesson.steps[:-1]):
        at(page, number)
        expect(page.locator("#lesson-text")).not_to_be_empty()
        if step.lit or step.choice is not None:
            expect(page.locator("#lesson-veil .lesson-rings rect")).not_to_have_count(0)
        if number == asked[0] and lesson is lessons(lesson.game.name)[0] and AXE.exists():
            page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
            assert page.evaluate(CARD_VIOLATIONS) == []
        if step.choice is None:
            expect(page.locator("#prompt .choice:enabled")).to_have_count(0)
            page.click("[data-lesson=next]")
        else:
            if number in (asked[0], asked[-1]):
                err(page)
            answer(page)
    at(page, len(lesson.steps) - 1)
    expect(page.locator("#lesson-end form button")).to_be_visible()
    page.goto("/")
    expect(page.locator(f'.game-card[data-game="{lesson.game.name}"] .learn-link')).not_to_contain_text(
        f"/ {len(lesson.steps)}"
    )


def test_a_lesson_is_left_and_resumed(page: Page) -> None:
    lesson = LESSONS[0]
    visit(page, lesson, "/")
    page.click(f'.game-card[data-game="{lesson.game.name}"] .learn-link')
    for number in range(3):
        at(page, number)
        if lesson.steps[number].choice is None:
            page.click("[data-lesson=next]")
        else:
            answer(page)
    at(page, 3)
    text = page.inner_text("#lesson-text")
    page.click(".brand")
    link = page.locator(f'.game-card[data-game="{lesson.game.name}"] .learn-link')
    expect(link).to_contain_text(f"4 / {len(lesson.steps)}")
    link.click()
    at(page, 3)
    expect(page.locator("#lesson-text")).to_have_text(re.compile(re.escape(text.split("\n")[0])))
    page.click("[data-lesson=back]")
    at(page, 2)
    page.click("[data-do=rules]")
    page.click("dialog .lesson-row")
    at(page, 2)
    page.click("[data-do=settings]")
    page.click('dialog [name=language][value="de"]')
    page.wait_for_selector('html[lang="de"] body.ready')
    at(page, 2)
    expect(page.locator("[data-lesson=next]")).to_have_text("Weiter")


def test_a_lesson_by_keyboard_alone(page: Page) -> None:
    lesson = LESSONS[0]
    visit(page, lesson)
    page.keyboard.press("Shift")
    for number in range(6):
        at(page, number)
        if lesson.steps[number].choice is None:
            expect(page.locator("[data-lesson=next]")).to_be_focused()
            page.keyboard.press("Enter")
        else:
            choice = page.get_attribute("#lesson", "data-choice")
            focused = page.locator(f'#prompt [data-choice="{choice}"]:focus')
            group = page.locator(f'#prompt .group[data-choices~="{choice}"]:focus')
            expect(focused.or_(group)).to_be_visible()
            if group.count():
                page.keyboard.press("Enter")
                expect(page.locator("#prompt .choice.back")).to_be_visible()
                for _ in range(page.locator("#prompt .choice").count()):
                    if focused.count():
                        break
                    page.keyboard.press("Tab")
            page.keyboard.press("Enter")
    at(page, 6)


def test_the_first_game_shows_hints(page: Page) -> None:
    lesson = LESSONS[0]
    visit(page, lesson, "/")
    page.context.add_cookies(
        [
            {
                **{"name": "serai-lessons", "url": page.url},
                "value": f"{lesson.game.name}.{lesson.name}.{len(lesson.steps) - 1}",
            }
        ]
    )
    page.goto(path_of(lesson))
    at(page, len(lesson.steps) - 1)
    page.click("#lesson-end form button")
    page.wait_for_url("**/tables/*")
    expect(page.locator("#prompt .hinted").first).to_be_visible()
    page.reload()
    expect(page.locator("#prompt .hinted").first).to_be_visible()
    page.click("[data-do=settings]")
    page.locator("dialog .toggle", has_text="Show a hint at every choice").locator("input").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("#prompt.active")
    expect(page.locator("#prompt .hinted")).to_have_count(0)
