"""Lessons: ours can be followed, and errors in one are reported."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import serai
from serai.checks.lessons import check_lesson
from serai.kernel.check import CheckFailed
from serai.kernel.errors import BadLesson
from serai.kernel.registry import LOCAL
from serai.scene.lesson import Lesson, lesson_messages, lessons, read_lesson
from serai.server.tables.games import art_of

GAMES = [name for name in serai.game_names() if lessons(name)]
LESSONS = [lesson for name in GAMES for lesson in lessons(name)]
GOOD = """
title = "One"
about = "About it."
minutes = 1
players = 3

[[steps]]
play = '''
start 1      # the player
yellow 0
roll 111 2 3 44 66
'''
text = "Take the camels."
lit = ["floor-camels"]
choose = "take camels"
wrong."take gold" = "No gold."
wrong."take *" = "Not those."

[[steps]]
text = "Collect them."
choose = "collect"
otherwise = "First collect."

[[steps]]
text = "That was it."
"""


def read(folder: Path, text: str) -> Lesson:
    path = folder / "one.toml"
    path.write_text(text, encoding="utf-8")
    return read_lesson(path, serai.game("yspahan"))


def test_each_of_our_games_has_a_lesson() -> None:
    assert {name: len(lessons(name)) for name in ("yspahan", "istanbul", "morgenland")} == {
        **{"yspahan": 1, "istanbul": 2, "morgenland": 2}
    }


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game.name}-{lesson.name}")
def test_a_lesson_is_short_and_can_be_followed(lesson: Lesson) -> None:
    assert 8 <= len(lesson.steps) <= 20
    assert 3 <= lesson.minutes <= 6
    assert all(len(step.text) <= 420 for step in lesson.steps)  # they are read beside a board, on a phone too
    check_lesson(lesson, art_of(lesson.game.name))


def test_faults_of_a_lesson_are_found(tmp_path: Path) -> None:
    art = art_of("yspahan")
    good = GOOD.replace('wrong."take *" = ', "otherwise = ")
    check_lesson(read(tmp_path, good), art)
    with pytest.raises(CheckFailed, match="one, step 1: it lights what is not on the table: floor-wagons"):
        check_lesson(read(tmp_path, good.replace("floor-camels", "floor-wagons")), art)
    with pytest.raises(CheckFailed, match="one, step 1: it has no answer to take sack, take barrel"):
        check_lesson(read(tmp_path, good.replace('otherwise = "Not those."', "")), art)


def test_a_lesson_is_read(tmp_path: Path) -> None:
    lesson = read(tmp_path, GOOD)
    first, second, last = lesson.steps
    state = lesson.record().replay(first.number)
    assert first.choice == state.parse("take camels")
    assert [first.answer(text) for text in ("take gold", "take sack", "draw")] == [
        "No gold.",
        "Not those.",
        "",
    ]
    assert second.answer("draw") == "First collect."
    assert (second.number, last.number, last.choice) == (4, 5, None)
    said = list(lesson_messages(tmp_path / "one.toml"))
    assert said[:4] == ["One", "About it.", "Take the camels.", "No gold."]


@pytest.mark.parametrize(
    ("was", "now", "step", "reason"),
    [
        ('title = "One"', "title = ", None, "Invalid value"),
        ('title = "One"\n', "", None, "'title' is missing"),
        ('title = "One"', 'title = ""', None, "'title' is empty"),
        ("players = 3", "players = 9", None, "for 2 to 4 players"),
        ("players = 3", "players = 3\nseat = 3", None, "no seat 3"),
        ("players = 3", 'players = "3"', None, "of another kind: int"),
        ("minutes = 1", "minutes = 1\nhours = 0", None, "nothing is called 'hours'"),
        ("yellow 0", "yellow 4", 1, "'yellow 4' does not replay"),
        ("yellow 0", "buy something", 1, "'buy something' does not replay"),
        ('lit = ["floor-camels"]', "lit = [3]", 1, "names of things"),
        ('choose = "take camels"', 'choose = "take nothing"', 1, "does not replay"),
        ("roll 111 2 3 44 66", "", 1, "the player cannot choose here: chance does"),
        ('"take gold" = ', '"take silver" = ', 1, "nobody can choose 'take silver'"),
        ('wrong."take gold" = "No gold."', 'wrong."take gold" = 3', 1, "answers in `wrong` are texts"),
        ('text = "Collect them."', 'words = "Collect them."', 2, "nothing is called 'words'"),
        ('text = "Collect them."\n', "", 2, "'text' is missing"),
        ('text = "That was it."', 'text = "Done."\notherwise = "No."', 3, "cannot be answered wrongly"),
        ('text = "That was it."', 'text = "Done."\nchoose = "end"', None, "the last step asks nothing"),
        ("[[steps]]\ntext", "[steps]\ntext", None, ""),
    ],
)
def test_errors_in_a_lesson_are_explained(
    tmp_path: Path, was: str, now: str, step: int | None, reason: str
) -> None:
    assert was in GOOD
    with pytest.raises(BadLesson) as caught:
        read(tmp_path, GOOD.replace(was, now, 1))
    assert caught.value.path == "one.toml"
    assert caught.value.step == step
    assert reason in caught.value.reason
    assert str(caught.value).startswith("one.toml")


def test_a_game_from_another_package_has_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "game_of_a_stranger"
    (package / "lessons").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "lessons" / "1-one.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = dataclasses.replace(serai.game("yspahan"), name="stranger", package=package.name)
    monkeypatch.setitem(LOCAL, "stranger", game)
    (lesson,) = lessons("stranger")
    assert (lesson.name, lesson.title) == ("1-one", "One")
