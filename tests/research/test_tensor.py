"""The tensor of a seat holds what the seat knows, and nothing else."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import serai
from serai.games.istanbul.state import PHASES
from serai.kernel.check import random_choice
from serai.kernel.errors import TooMany
from serai.kernel.game import Game
from serai.kernel.state import OVER, State
from serai.kernel.tensor import size
from serai.research.batch import BatchEnv
from serai.research.layout import page
from serai.research.table import Table
from tests.games import ALL, OURS
from tests.research.games import (
    SETTINGS,
    Setting,
    each_game,
    each_own_tensor,
    each_setting,
    has_own_tensor,
)

EVERY = 9  # positions of a random game that are looked at
MOST = 1200  # choices of a game
# Facts that random games seldom show, or only while chance moves.
SELDOM = {"round limit", "drawer", "buyer", "bought", "swapping", "rider"}


def positions(setting: Setting, seed: int = 1) -> list[State]:
    """Some positions of a random game."""
    game, players, options = setting
    rng = serai.Rng(f"{seed} {players}")
    state = game.new(players, options)
    found: list[State] = []
    for number in range(MOST):
        if number % EVERY == 0:
            found.append(state.clone())
        if state.actor == OVER:
            break
        state.apply(random_choice(state, rng))
    return [*found, state]


def successors(state: State, rng: serai.Rng) -> list[State]:
    """The position and all that can come right after it: they differ in few facts."""
    try:
        choices = state.legal()
    except TooMany:
        choices = [state.sample(rng) for _ in range(10)]
    found = [state]
    for choice in choices:
        after = state.clone()
        after.apply(choice)
        found.append(after)
    return found


@each_setting
def test_hidden_facts_leave_the_tensor_unchanged(setting: Setting) -> None:
    rng = serai.Rng(2)
    for state in positions(setting):
        for seat in range(setting[1]):
            assert state.determinize(seat, rng).features(seat) == state.features(seat)


@each_setting
def test_positions_look_alike_to_a_seat_exactly_when_their_tensors_are_equal(setting: Setting) -> None:
    rng = serai.Rng(3)
    for state in positions(setting, seed=2)[::2]:
        near = successors(state, rng)
        for seat in range(setting[1]):
            by_sight: dict[str, bytes] = {}
            for other in near:
                seen = json.dumps(other.observe(seat))
                tensor = other.features(seat)
                assert by_sight.setdefault(seen, tensor) == tensor
            if has_own_tensor(setting[0]):  # a tensor derived from the observation may contain less
                assert len(set(by_sight.values())) == len(by_sight)


def too_large(game: Game, tensor: npt.NDArray[np.uint8]) -> list[str]:
    """The features that are not in their range."""
    most = np.repeat([feature.most for feature in game.layout], [feature.size for feature in game.layout])
    assert tensor.shape == most.shape
    names = [feature.name for feature in game.layout for _ in range(feature.size)]
    return [names[index] for index in np.flatnonzero(tensor > most)]


@each_setting
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_every_number_stays_in_its_range(setting: Setting, seed: int) -> None:
    for state in positions(setting, seed):
        for seat in range(setting[1]):
            assert not too_large(setting[0], np.frombuffer(state.features(seat), np.uint8))


@pytest.mark.parametrize("opponents", [None, "quick"])
@each_setting
def test_spaces_hold_on_every_step(setting: Setting, opponents: str | None) -> None:
    """Of a few dozen games here, of thousands with `--games`; at random and better played."""
    game, players, options = setting
    space = Table(game.name, players, options).box()
    wanted = min(5000, settings().max_examples // (8 if opponents is None else 30))
    for seat in range(players if opponents else 1):
        batch = BatchEnv(game.name, players, 32, 5, opponents=opponents, seat=seat, **options)  # type: ignore[arg-type]
        most = np.zeros(batch.num_features, np.uint8)
        ended, steps = 0, 0
        while ended < wanted and steps < 40 * wanted:
            now = batch.step(batch.sample_actions())
            np.maximum(most, now.observations.max(axis=0), out=most)
            if opponents and now.dones.any():
                np.maximum(most, batch.final_observations[now.dones].max(axis=0), out=most)
            ended += int(now.dones.sum())
            steps += 1
            if steps % 50 == 0:
                positions = batch.positions()
                for looker in range(players):
                    np.maximum(most, positions.observations(looker).max(axis=0), out=most)
        assert most in space, too_large(game, most)


@each_own_tensor
def test_every_feature_is_used_in_some_game_and_stays_in_its_range(name: str) -> None:
    game = serai.game(name)
    used = np.zeros(size(game.layout), np.uint8)
    for setting in SETTINGS:
        if setting[0] is game:
            batch = BatchEnv(name, setting[1], 128, **setting[2])  # type: ignore[arg-type]
            for _ in range(500):
                np.maximum(used, batch.step(batch.sample_actions()).observations.max(axis=0), out=used)
    assert not too_large(game, used)
    every = {feature.name.split(".")[-1] for feature in game.layout}
    seen = {
        feature.name.split(".")[-1]
        for feature in game.layout
        if any(used[feature.offset : feature.offset + feature.size])
    }
    assert every - seen <= SELDOM


@pytest.mark.parametrize(
    ("name", "fact", "value"),
    [
        ("yspahan", "bought", 2),
        ("yspahan", "drawer", 1),
        ("yspahan", "swapped", 109),
        ("yspahan", "swapped", 129),
        ("yspahan", "supervisor", 7),
        ("istanbul", "named", 9),
        ("istanbul", "round", 250),
        ("istanbul", "governor", 3),
        ("morgenland", "rider", 1),
        ("morgenland", "round_limit", 9),
        ("morgenland", "reversed", 1),
        ("morgenland", "djinn", 2),
        ("morgenland", "guard", 8),
    ],
)
def test_a_visible_fact_that_changes_changes_the_tensor(name: str, fact: str, value: int) -> None:
    state = positions((serai.game(name), 3, {}))[8]
    if fact == "named":
        state.phase = PHASES.index("action-roll")  # type: ignore[attr-defined]
    other = state.clone()
    setattr(other, fact, value)
    for seat in range(3):
        assert other.observe(seat) != state.observe(seat)
        assert other.features(seat) != state.features(seat)


@each_own_tensor
def test_the_observer_comes_first_then_the_others_in_turn_order(name: str) -> None:
    game = serai.game(name)
    players = game.players[1]
    by_name = {feature.name: feature for feature in game.layout}
    state = positions((game, players, {}))[6]
    for looker in range(players):
        tensor = state.features(looker)
        acts = [tensor[by_name[f"seat{step}.acts"].offset] for step in range(players)]
        expected = [int(state.actor == (looker + step) % players) for step in range(players)]
        assert acts == expected


@pytest.mark.parametrize("name", [name for name in ALL if len(set(serai.game(name).players)) > 1])
def test_blocks_of_absent_seats_are_zero(name: str) -> None:
    game = serai.game(name)
    least = game.players[0]
    first = next(feature.offset for feature in game.layout if feature.name.startswith(f"seat{least}."))
    for state in positions((game, least, {})):
        assert not any(state.features(0)[first:])


@each_game
def test_features_follow_each_other_without_gaps(name: str) -> None:
    layout = serai.game(name).layout
    assert layout[0].offset == 0
    for one, next_one in pairwise(layout):
        assert next_one.offset == one.offset + one.size
    assert len({feature.name for feature in layout}) == len(layout)


def test_numbers_are_what_the_observation_says() -> None:
    state = positions((serai.game("yspahan"), 4, {}))[5]
    tensor = state.features(2)
    seen = state.observe(2)
    at = {feature.name: feature.offset for feature in serai.game("yspahan").layout}
    assert tensor[at["seat0.gold"]] == seen["seats"][2]["gold"]
    assert tensor[at["seat1.camels"]] == seen["seats"][3]["camels"]
    assert tensor[at["seat3.score"]] == seen["seats"][1]["score"]
    assert tensor[at["deck"]] == seen["deck"]


def test_a_missing_seat_sees_nothing() -> None:
    state = serai.game("yspahan").new(3)
    for seat in (-1, 3):
        with pytest.raises(IndexError):
            state.features(seat)


@pytest.mark.parametrize("name", OURS)
def test_the_page_shows_the_layout(name: str) -> None:
    """`python tools/write_layouts.py` rewrites the pages."""
    written = Path(__file__).parents[2] / "docs" / "reference" / "tensors" / f"{name}.md"
    assert written.read_text("utf-8") == page(serai.game(name))
