"""The games in OpenSpiel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import serai
from serai.kernel.tensor import size
from serai.research.batch import BatchEnv
from serai.research.open_spiel import longest
from tests.games import OURS
from tests.research.games import Setting, each_game, each_setting, each_table

ROOT = Path(__file__).parents[2]


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
    """From shortly before the end where games are long: all strings and tensors are asked for."""
    name, players = setting[0].name, setting[1]
    game = load(name, players=players)
    late = game.new_initial_state()
    if game.num_players() * longest(name) > 5000:
        state = played(game, -1)
        game = load(name, players=players, recall=2 * len(state.moment.choices))
        late = played(game, len(state.history()) - 3)
    pyspiel.random_sim_test(game, 1, True, False, specific_initial_state=late)


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
        assert text.count("; ") == len(state.moment.choices)
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


@each_setting
def test_chance_nodes_have_their_outcomes_and_refuse_others(setting: Setting) -> None:
    game, players, options = setting
    state = load(game.name, players=players, **options).new_initial_state()
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(250):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
            continue
        outcomes = state.chance_outcomes()
        actions, odds = zip(*outcomes, strict=True)
        assert sum(odds) == pytest.approx(1)
        assert state.legal_actions() == list(actions) == list(range(len(actions)))
        position = state.moment.state
        try:
            known = position.odds()
        except serai.TooMany:
            assert odds == (1 / 256,) * 256
        else:
            assert list(odds) == [chance for _, chance in known]
            texts = [state.action_to_string(action) for action in actions]
            assert texts == [position.text(choice) for choice, _ in known]
        seen.add(odds)
        before = str(state)
        for wrong in (-1, len(actions), 10**6):
            with pytest.raises((serai.IllegalMove, pyspiel.SpielError)):
                state.apply_action(wrong)
        assert str(state) == before
        state.apply_action(int(rng.choice(actions, p=odds)))
    assert len(seen) > 1


def test_unlisted_dice_have_the_right_odds() -> None:
    first = load("yspahan", players=3).new_initial_state()
    first.apply_action(0)
    first.apply_action(0)  # no yellow dice: nine white ones are rolled
    rng = np.random.default_rng(1)
    faces = np.zeros(6)
    for _ in range(300):
        state = first.clone()
        for _ in range(3):
            assert state.is_chance_node()
            state.apply_action(int(rng.integers(256)))
        assert not state.is_chance_node()
        roll = state.moment.state.text(state.moment.choices[-1])
        for face in range(6):
            faces[face] += roll.count(str(face + 1))
    assert faces.sum() == 300 * 9
    assert np.abs(faces / faces.sum() - 1 / 6).max() < 0.03


def test_the_same_actions_give_the_same_game() -> None:
    games = [str(played(load("yspahan"), 200, seed)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def two_ways(name: str) -> tuple[Any, Any]:
    """A position that was reached in two ways, which the seat to move knows apart."""
    game = load(name, players=3)
    for seed in range(200):
        before = played(game, 30 + seed, seed)
        if before.is_chance_node() or before.is_terminal():
            continue
        seat = before.current_player()
        ends: dict[str, Any] = {}
        for first in before.legal_actions():
            middle = before.child(first)
            if middle.is_terminal() or middle.current_player() != seat:
                continue
            for second in middle.legal_actions():
                end = middle.child(second)
                other = ends.setdefault(str(end), end)
                if other is not end and not end.is_terminal() and not end.is_chance_node():
                    return other, end
    raise AssertionError("no position was reached in two ways")


def test_nothing_that_a_seat_has_seen_is_forgotten() -> None:
    one, other = two_ways("istanbul")
    assert one.moment.choices != other.moment.choices
    assert one.moment.choices[:-2] == other.moment.choices[:-2]
    for step in range(60):  # far more than the ways differ in
        assert str(one) == str(other)
        for player in range(3):
            assert list(one.observation_tensor(player)) == list(other.observation_tensor(player))
        if one.is_terminal():
            break
        action = one.legal_actions()[step % len(one.legal_actions())]
        one.apply_action(action)
        other.apply_action(action)
    assert step > 16
    different = [
        player
        for player in range(3)
        if one.information_state_string(player) != other.information_state_string(player)
    ]
    assert different
    for player in different:
        tensors = [np.array(state.information_state_tensor(player)) for state in (one, other)]
        assert (tensors[0] != tensors[1]).any()


@each_game
def test_an_information_state_includes_everything_seen(name: str) -> None:
    """Each row has a digest of what the player saw, and that of another player is another one."""
    state = played(load(name, players=3), 150)
    position = serai.game(name).new(3)
    sights: list[list[bytes]] = [[] for _ in range(3)]
    for choice in state.moment.choices:
        position.apply(choice)
        for player in range(3):
            sights[player].append(position.features(player))
    observer = state.get_game().make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER)
    )
    for player in range(3):
        observer.set_from(state, player)
        seen = observer.dict["seen"]
        number = len(sights[player])
        assert not seen[number:].any()
        assert not observer.dict["choices"][number:].any()
        by_sight: dict[bytes, float] = {}
        for sight, told in zip(sights[player], seen[:number].tolist(), strict=True):
            assert by_sight.setdefault(sight, told) == told
        assert len(set(by_sight.values())) == len(by_sight)


@each_game
def test_tensors_have_room_for_any_likely_game(name: str) -> None:
    game = serai.game(name)
    for players in game.players:
        batch = BatchEnv(name, players, size=12, seed=1)
        ended = np.zeros(12, np.bool_)
        steps = 0
        while not ended.all():
            ended |= batch.step(batch.sample_actions()).dones
            steps += 1
        assert 1.2 * steps < longest(name)  # chance comes on top


def test_a_tensor_that_is_too_short_says_so() -> None:
    state = played(load("yspahan", players=3, recall=20), 60)
    with pytest.raises(ValueError, match="room for 20 choices"):
        state.information_state_tensor(0)
    assert len(load("yspahan", recall=20).new_initial_state().information_state_tensor(0)) == 429 + 60


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
