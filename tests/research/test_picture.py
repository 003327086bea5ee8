"""Boards as pixels, and as SVG without style sheets."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import serai
from serai.kernel.check import random_choice
from serai.research.gymnasium import SeatEnv
from serai.research.pettingzoo import raw_env
from serai.scene.plain_svg import plain_picture
from serai.scene.say import speak
from serai.scene.scene import Look
from tests.games import OURS
from tests.research.games import each_game


@pytest.mark.parametrize("name", OURS)
def test_pixels_show_the_board(name: str) -> None:
    aec = raw_env(name, render_mode="rgb_array")
    aec.reset(seed=1)
    picture = aec.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (640, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 500
    rng = np.random.default_rng(1)
    for _ in range(40):
        aec.step(rng.choice(np.flatnonzero(aec.observe(aec.agent_selection)["action_mask"])))
    assert (aec.render() != picture).any()


def test_gymnasium_shows_the_same() -> None:
    env = SeatEnv("yspahan", 3, opponent="random", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (469, 640, 3)


@each_game
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_needs_a_style_sheet(name: str, theme: str) -> None:
    art = serai.game(name).view.art()
    for part in art.parts:
        svg = plain_picture(art, part, name, theme=theme)
        ElementTree.fromstring(svg)
        for word in ("var(", "color-mix(", "<use", "<style"):
            assert word not in svg


def test_pieces_have_the_colours_of_their_owners() -> None:
    game = serai.game("yspahan")
    state = game.new(3)
    rng = serai.Rng(1)
    while not all(player["shops"] for player in state.observe(None)["seats"]):
        state.apply(random_choice(state, rng))
    look = Look(state.observe(None), speak(Path(), "en"), ["a", "b", "c"], [False] * 3)
    with_cubes = plain_picture(game.view.art(), "city", "yspahan", game.view.scene(look))
    without = plain_picture(game.view.art(), "city", "yspahan")
    for colour in ("#c8432b", "#2463a6", "#1f8a5b"):
        assert with_cubes.count(colour) > without.count(colour)
