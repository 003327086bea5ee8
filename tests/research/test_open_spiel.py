"""OpenSpiel plays our games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import serai
import serai.research.open_spiel
from serai.kernel.tensor import size
from tests.games import OURS
from tests.research.games import Setting, each_game, each_table

ROOT = Path(__file__).parents[2]
# Seeds of short games: OpenSpiel asks for every string and tensor in every state.
SEEDS = {("istanbul", 2): 1, ("istanbul", 3): 4, ("istanbul", 4): 3, ("istanbul", 5): 1}


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"serai_{name}", parameters)


def played(game: Any, steps: int, seed: int = 1) -> Any:
    """A state after some random actions."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while steps and not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        steps -= 1
    return state


@each_table
def test_openspiels_random_sim_test(setting: Setting) -> None:
    game, players, _ = setting
    seed = SEEDS.get((game.name, players), 1)
    pyspiel.random_sim_test(load(game.name, players=players, seed=seed), 1, False, False)


def test_games_are_found_by_their_text() -> None:
    game = pyspiel.load_game("serai_istanbul(players=3,layout=random,seed=5)")
    assert game.num_players() == 3
    assert game.options["layout"] == "random"
    assert pyspiel.load_game("serai_yspahan").num_players() == 4


@each_game
def test_tensors_are_what_the_player_knows(name: str) -> None:
    game = load(name, seed=1)
    state = played(game, 120)
    layout = serai.game(name).layout
    most = np.array([feature.most for feature in layout for _ in range(feature.size)])
    for player in range(game.num_players()):
        features = np.frombuffer(state.moment.state.features(player), np.uint8)
        assert np.allclose(state.observation_tensor(player), features / most)
        recall = state.information_state_tensor(player)
        assert len(recall) == game.information_state_tensor_size() > size(layout)
        assert np.allclose(recall[: size(layout)], features / most)
        assert max(recall) <= 1


def test_information_states_hide_what_was_secret() -> None:
    state = played(load("yspahan", players=3, seed=2), 160)
    own = state.moment.state
    told = [state.information_state_string(player) for player in range(3)]
    assert any("deal ?" in text for text in told)
    for player, text in enumerate(told):
        assert text.startswith(f"seat {player}")
        assert text.count("; ") == len(state.history())
    assert own.game_name == "yspahan"


@each_game
def test_copies_and_stored_states_are_equal(name: str) -> None:
    game = load(name, seed=1)
    state = played(game, 90 if name in OURS else 9)
    for twin in (state.clone(), game.deserialize_state(state.serialize())):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert twin.information_state_string(0) == state.information_state_string(0)
        assert list(twin.information_state_tensor(1)) == list(state.information_state_tensor(1))
    before = str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before


@each_game
def test_resampling_keeps_what_the_player_knows(name: str) -> None:
    state = played(load(name, seed=1), 120)
    for player in range(state.num_players()):
        other = state.resample_from_infostate(player, lambda: 0.25)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert list(other.observation_tensor(player)) == list(state.observation_tensor(player))


def test_the_same_seed_gives_the_same_game() -> None:
    games = [str(played(load("yspahan", seed=seed), 200)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_returns_are_shares_of_the_win() -> None:
    state = played(load("yspahan", players=2, seed=1), -1)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.parametrize("example", ["open_spiel_mcts.py", "open_spiel_learning.py"])
def test_the_examples_run(example: str) -> None:
    done = subprocess.run(
        [sys.executable, f"examples/{example}", "--short"],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in serai.game_names():
        assert name in done.stdout
