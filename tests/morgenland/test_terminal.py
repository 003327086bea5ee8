"""The board as text."""

from __future__ import annotations

import pytest

import serai
from serai.games.morgenland.terminal import board_text
from serai.kernel.check import random_choice
from tests.morgenland.table import OVER, give, hold, new, play, put, resolve, scene, stack, turn


@pytest.mark.parametrize("game", ["pro", "basic"])
def test_every_position_fits_a_hundred_columns(game: str) -> None:
    state = new(5, game)
    rng = serai.Rng(7)
    while state.actor != OVER:
        state.apply(random_choice(state, rng))
        for seat in (None, 0):
            lines = board_text(state.observe(seat)).split("\n")
            assert max(map(len, lines)) < 100
            assert all(line == line.rstrip() for line in lines)
    assert "the game is over" in board_text(state.observe(None))


def test_the_board_shows_fields_figures_and_gains() -> None:
    state = scene("9 crowns, 2 market, 5 crowns", "7 market", "1 tent", card=1)
    state.player[0].doubled = 1 << 3
    give(state, 1, "gem 2", "key", spells="alms", lamp=True)
    stack(state, 0, "double", "scroll", known=1)
    hold(state)
    resolve(state, "crowns")
    state.lay_carpet(2, 0)
    text = board_text(state.observe(0))
    lines = {line[2:].split(" ")[0]: line for line in text.split("\n") if line[2:]}
    assert lines["crowns"] == "> crowns       4 3                        1: 5+5 9 =19   3: 3~"
    assert lines["market"].endswith("1: 2?   2: ?")
    assert lines["room1"].split() == ["room1", "double", "sc"]
    assert lines["room2"].split() == ["room2", "carpet", "+4"]
    assert lines["guard"].split() == ["guard", "?"]
    assert "2: 2 gems" in text
    assert "     lamp (open), key; spells: 1" in text
    assert "a moment: crowns" in text
    assert "alms" not in text


def test_the_board_shows_lasting_effects_and_plays() -> None:
    state = scene("", "9 market")
    give(state, 0, spells="teleportation last-first close-sesame", lamp=True)
    hold(state)
    resolve(state)
    play(state, "spell last-first", "pass", "spell close-sesame", "field tent", "pass", "pass")
    play(state, "spell teleportation", "field gems")
    text = board_text(state.observe(0))
    assert "the last shall be first" in text
    assert "tent         (closed)" in text
    assert "announced: 1 plays teleportation on hidden of 2 at market to gems" in text


def test_the_board_shows_own_cards_and_what_went_back_to_hands() -> None:
    state = turn("", "9 market")
    put(state, 1, "9 market", face_up=True)
    give(state, 0, spells="eye-for-an-eye alms", lamp=True)
    play(state, "spell eye-for-an-eye")
    text = board_text(state.observe(0))
    assert "your spells: alms" in text
    assert "your figures: 1 2 4 5 6 7 8 9" in text
    assert "figures in hand 8 (with 9)" in text


def test_m12_the_board_shows_the_price_to_who_may_buy() -> None:
    state = scene("7 room1, 1 room1, 9 guard")
    give(state, 0, "gem 7, cup 1")
    resolve(state)
    state.play("guard 1")
    assert "price: 8 treasures of 2 kinds" in board_text(state.observe(0))
