"""What the bots are called on the page, and how each plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

import serai
from serai.scene.say import SOURCE
from serai.server.tables.levels import ABOUT, is_level, level_about, level_label
from serai.server.words import server_words

GAME = serai.game("yspahan")
NO_LEVEL = f"level{len(GAME.levels) + 1}"  # one more than there are
SAY = server_words(SOURCE)


@pytest.mark.parametrize("number", range(1, 6))
def test_each_level_is_described_by_its_own_words(number: int) -> None:
    assert level_about(f"level{number}", SAY) == ABOUT[number - 1]
    assert is_level(f"level{number}", GAME)


@pytest.mark.parametrize("level", ["level0", "level6", "random", "greedy", ""])
def test_nothing_is_said_about_other_bots(level: str) -> None:
    assert level_about(level, SAY) == ""


@pytest.mark.parametrize("level", ["level0", NO_LEVEL, "level", "strongest", "search:100", ""])
def test_there_are_no_other_levels(level: str) -> None:
    assert not is_level(level, GAME)


def test_bots_that_are_no_level_have_names() -> None:
    assert [level_label(name, GAME, SAY) for name in ("random", "greedy")] == ["Random", "Greedy"]
    assert is_level("random", GAME)
    assert is_level("greedy", GAME)


def test_a_level_without_a_title_of_its_own_is_called_by_its_number() -> None:
    assert level_label("level3", GAME, SAY) == "Merchant"
    assert level_label("level5", GAME, SAY) == "Vizier"
    assert level_label(NO_LEVEL, GAME, SAY) == f"Level {len(GAME.levels) + 1}"
    assert level_label("level3", None, SAY) == "Level 3"
    twice = replace(GAME, levels=(GAME.levels[0], GAME.levels[1], GAME.levels[0]))
    shown = [level_label(f"level{number}", twice, SAY) for number in (1, 2, 3)]
    assert shown == ["Apprentice", "Trader", "Level 3"]
