"""Hints in words."""

from __future__ import annotations

import pytest

import serai
from serai.bots.hint import Reason
from serai.scene.say import LANGUAGES
from serai.server.live.bots.reasons import reason_words
from serai.server.tables.games import game_words, view_of


@pytest.mark.parametrize("name", serai.game_names())
def test_every_part_of_an_estimate_has_a_name_in_every_language(name: str) -> None:
    game = serai.game(name)
    state = game.new()
    for language in LANGUAGES:
        for kind, _ in state.parts(0):
            said = reason_words(game, [Reason(kind, 1.0), Reason(kind, -1.0)], language)
            named = view_of(name).part_words(game_words(game, language)).get(kind, kind)
            assert said.count(named) == 2


def test_gains_and_costs_are_named_in_order() -> None:
    game = serai.game("yspahan")
    names = view_of("yspahan").part_words(game_words(game, "en"))
    first, second = list(names)[:2]
    both = [Reason(first, 2.0), Reason(second, -1.0), Reason("luck", 1.0), Reason(first, 0.0)]
    assert reason_words(game, both, "en") == f"Better: {names[first]}, luck; Costs: {names[second]}"
    costly = [Reason(first, 2.0), Reason(second, -1.0), Reason("time", -1.0)]
    assert reason_words(game, costly, "en").endswith(f"; Costs: {names[second]}, time")
    assert reason_words(game, both[:1], "en") == f"Better: {names[first]}"
    assert reason_words(game, both[1:2], "en") == ""  # a cost alone is no reason for it
    assert reason_words(game, [], "en") == ""
    assert reason_words(game, both[:1], "de") != reason_words(game, both[:1], "en")
