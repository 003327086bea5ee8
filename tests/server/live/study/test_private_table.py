"""Lessons and puzzles at tables of one person: steps, answers, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import serai
from serai.scene.lesson import lessons
from serai.server.errors import Refusal
from serai.server.live.study.lessons import LessonTable, Mark, find_lesson, lessons_of, read_progress
from serai.server.live.study.private_table import LONGEST_NAME, PrivateTable
from serai.server.live.study.puzzles import PuzzleTable, find_puzzle, load_puzzles, puzzles_of, unseen_first
from serai.server.tables.settings import BOT_NAMES
from tests.event_loops import run_alone
from tests.games import OURS

LESSON = lessons("yspahan")[0]


@pytest.mark.parametrize("name", ["Fox", BOT_NAMES[0]])
def test_the_other_seats_have_names_of_bots(name: str) -> None:
    async def test() -> None:
        table = PrivateTable(serai.game("yspahan"), 3, {}, 1, "en", name)
        found = await table.snapshot()
        names = [panel["name"] for panel in found["scene"]["panels"].values()]
        assert names[1] == name
        assert len(set(names)) == 3
        assert {names[0], names[2]} < set(BOT_NAMES)
        assert found["scene"]["seat"] == 1
        facts = (found["number"], found["entry"], found["undo"], found["decided"], found["standing"])
        assert facts == (0, 0, False, False, {})
        assert table.scenes.bots == [True, False, True]

    run_alone(test())


def test_puzzles_are_read_before_anybody_asks_for_them() -> None:
    puzzles_of.cache_clear()
    run_alone(load_puzzles())
    assert puzzles_of.cache_info().currsize == len(serai.game_names())


def test_things_are_explained() -> None:
    async def test() -> None:
        table = PrivateTable(serai.game("yspahan"), 3, {}, 1, "en", "Fox")
        known = (await table.explain("shop-chest-B1"))["explain"]
        assert known["thing"] == "shop-chest-B1"
        assert known["title"]
        assert known["text"]
        unknown = (await table.explain("x" * LONGEST_NAME))["explain"]
        assert (unknown["title"], unknown["text"]) == ("", "")
        for thing in ("x" * (LONGEST_NAME + 1), 7, None):
            with pytest.raises(Refusal, match=r"^bad-request$"):
                await table.explain(thing)

    run_alone(test())


def test_a_lesson_goes_from_its_first_step_to_its_last() -> None:
    async def test() -> None:
        table, last = LessonTable(LESSON, "en", "Fox"), len(LESSON.steps) - 1
        for number, step in enumerate(LESSON.steps):
            now = table.now()
            assert (now["step"], now["of"], now["choice"]) == (number, last + 1, step.choice)
            assert (now["text"], now["lit"]) == (step.text, list(step.lit))
            assert table.played.choices == list(LESSON.choices[: step.number])
            if number < last:
                before = table.number
                sent = await table.next()
                made = table.number - before
                assert len(sent) == (min(made, 1) if LESSON.steps[number + 1].skip else made)
                if sent:
                    assert json.loads(sent[-1])["entry"] == table.played.number
                    assert json.loads(sent[-1])["number"] == table.played.number
        assert LessonTable(LESSON, "de", "Fox").now()["text"] != LESSON.steps[0].text

    run_alone(test())


@pytest.mark.parametrize(("wanted", "step"), [(-5, 0), (0, 0), (3, 3), (10_000, len(LESSON.steps) - 1)])
def test_a_lesson_begins_at_any_step(wanted: int, step: int) -> None:
    async def test() -> None:
        table = LessonTable(LESSON, "en", "Fox", wanted)
        assert table.step == step
        assert table.played.choices == list(LESSON.choices[: LESSON.steps[step].number])
        assert (await table.snapshot())["number"] == table.number
        table.go(0)
        assert (table.step, table.played.number) == (0, LESSON.steps[0].number)
        assert (await table.snapshot())["number"] == LESSON.steps[0].number

    run_alone(test())


def test_why_a_choice_is_not_the_one() -> None:
    asked = [number for number, step in enumerate(LESSON.steps) if step.choice is not None]
    read = [number for number, step in enumerate(LESSON.steps) if step.choice is None]
    for number in asked:
        table, step = LessonTable(LESSON, "en", "Fox", number), LESSON.steps[number]
        assert step.choice is not None
        assert table.why_not(step.choice) == ""
        legal = table.played.state.legal()
        for choice in legal:
            if choice != step.choice:
                assert table.why_not(choice) == step.answer(table.played.state.text(choice)) != ""
        with pytest.raises(Refusal, match=r"^illegal$"):
            table.why_not(next(one for one in range(1000) if one not in legal))
    silent = replace(LESSON, steps=tuple(replace(one, wrong=(), otherwise="") for one in LESSON.steps))
    table = LessonTable(silent, "en", "Fox", asked[0])
    other = next(one for one in table.played.state.legal() if one != silent.steps[asked[0]].choice)
    assert table.why_not(other).startswith("Not this time.")
    table = LessonTable(LESSON, "en", "Fox", read[0])
    for choice in (*table.played.state.legal()[:1], 9999):
        with pytest.raises(Refusal, match=r"^illegal$"):
            table.why_not(choice)


def test_progress_is_read_as_far_as_it_makes_sense() -> None:
    assert read_progress("a.one.3~b.two-x.12d") == {
        ("a", "one"): Mark(3, False),
        ("b", "two-x"): Mark(12, True),
    }
    assert read_progress("") == read_progress("a.one~b..3~.x.1~a.one.1234~A.one.1") == {}
    assert read_progress("x" * 2000 + "~a.one.3") == {}


@pytest.mark.parametrize("name", OURS)
def test_lessons_and_puzzles_are_found_by_their_names(name: str) -> None:
    assert [find_lesson(name, one.name) for one in lessons_of(name)] == list(lessons_of(name))
    assert lessons_of(name)
    key, puzzle = next(iter(puzzles_of(name).items()))
    assert find_puzzle(name, key) is puzzle
    for find in (find_lesson, find_puzzle):
        with pytest.raises(Refusal, match=r"^no-page$"):
            find(name, "unknown")


def test_new_puzzles_come_before_missed_ones() -> None:
    states = {"a": "solved", "b": "found", "c": "missed", "d": "new", "e": "new"}
    expected = [["d", "e"], ["c"], ["b"], ["a"]]
    for wanted in expected:
        assert unseen_first(states) == wanted
        for key in wanted:
            assert key not in unseen_first(states, after=key) or len(states) == 1
        for key in wanted:
            if len(states) > len(wanted):
                del states[key]
    assert unseen_first({"a": "solved"}, after="a") == ["a"]
    assert unseen_first({"a": "new", "b": "solved"}, after="a") == ["b"]


@pytest.mark.parametrize("name", OURS)
def test_a_puzzle_is_shown_and_solved(name: str) -> None:
    puzzle = next(iter(puzzles_of(name).values()))

    async def test() -> None:
        table = PuzzleTable(puzzle, "en", "Fox")
        assert table.seat == puzzle.position().actor
        assert table.played.choices == list(puzzle.choices)
        number = table.played.number
        assert (await table.snapshot())["number"] == number
        assert (await table.past(number))["number"] == number
        assert (await table.past(0))["number"] == 0
        with pytest.raises(Refusal, match=r"^no-position$"):
            await table.past(number + 1)
        legal = table.played.state.legal()
        for choice in legal:
            table.check(choice)
        with pytest.raises(Refusal, match=r"^illegal$"):
            table.check(max(legal) + 1)
        values = await table.values()
        assert [(one["choice"], one["share"]) for one in values] == [
            (value.choice, value.share) for value in puzzle.values
        ]
        assert all(one["label"] for one in values)
        patch = json.loads(await table.solve())
        assert (patch["number"], patch["entry"], patch["actor"]) == (number + 1, number + 1, table.seat)
        assert table.played.choices[-1] == puzzle.best

    run_alone(test())
