"""One seat learns, bots play the others."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

import serai
from serai.bots.bot import RandomBot
from serai.kernel.errors import BadOption
from serai.kernel.state import State
from serai.research.gymnasium import SeatEnv, SeatVectorEnv, env_id
from serai.research.pettingzoo import parallel_env, raw_env
from serai.research.table import Kind
from tests.research.games import Setting, each_game, each_table


@each_table
def test_gymnasiums_checker_passes(setting: Setting) -> None:
    game, players, _ = setting
    env = gymnasium.make(env_id(game.name), players=players, opponent="random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not within the observation space.*")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("observations", ["uint8", "float32"])
def test_an_episode_ends_with_a_share_of_the_win(observations: str) -> None:
    env = SeatEnv("yspahan", 3, seat=2, opponent="random", observations=observations)  # type: ignore[arg-type]
    rewards = []
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        done = False
        while not done:
            assert observation in env.observation_space
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, done, truncated, info = env.step(action)
            assert not truncated
            assert done or reward == 0
        scores = info["scores"]
        assert (reward > 0) == (scores[2] == max(scores))
        rewards.append(reward)
    assert len(set(rewards)) > 1


def test_an_illegal_action_forfeits_the_game() -> None:
    env = SeatEnv("yspahan", opponent="random")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(np.int64(illegal))
    assert (reward, terminated, info["illegal"]) == (-1, True, True)


def test_an_episode_that_is_over_stays_over() -> None:
    env = SeatEnv("yspahan", opponent="random")
    _, info = env.reset(seed=1)
    legal = np.int64(info["action_mask"].argmax())
    env.step(np.int64(info["action_mask"].argmin()))
    position = env.table.state.key()
    for _ in range(2):
        _, reward, terminated, truncated, info = env.step(legal)
        assert (reward, terminated, truncated) == (0, True, False)
        assert not info["action_mask"].any()
        assert env.table.state.key() == position
    _, info = env.reset(seed=1)
    _, _, terminated, _, _ = env.step(legal)
    assert not terminated


def test_a_finished_game_has_no_more_rewards() -> None:
    env = SeatEnv("yspahan", 2, opponent="random")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(info["action_mask"].argmax())
    assert env.step(np.int64(0))[1:3] == (0, True)


def test_the_first_game_begins_with_reset() -> None:
    with pytest.raises(ResetNeeded):
        SeatEnv("yspahan").step(np.int64(0))


WRONG = [0.0, 1.5, "3", None, True, np.True_, np.float32(3), [3], np.array([3]), (0,), b"0", 3 + 0j]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_non_integers_are_refused(wrong: Any) -> None:
    env = SeatEnv("istanbul", opponent="random")
    env.reset(seed=1)
    position = env.table.state.key()
    with pytest.raises(TypeError, match="an action is one integer"):
        env.step(wrong)
    assert env.table.state.key() == position
    assert not env.over
    agents = raw_env("istanbul")
    agents.reset(seed=1)
    with pytest.raises(TypeError, match="an action is one integer"):
        agents.step(wrong)
    both = parallel_env("istanbul")
    both.reset(seed=1)
    with pytest.raises(TypeError, match="an action is one integer"):
        both.step(dict.fromkeys(both.agents, wrong))


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int32, np.uint64, np.array], ids=repr)
def test_every_kind_of_integer_is_an_action(kind: Any) -> None:
    env = SeatEnv("istanbul", opponent="random")
    _, info = env.reset(seed=1)
    assert not env.step(kind(int(info["action_mask"].argmax())))[2]


@pytest.mark.parametrize("action", [-1, 10**6, 10**30])
def test_an_integer_outside_the_space_is_an_illegal_action(action: Any) -> None:
    env = SeatEnv("istanbul", opponent="random")
    env.reset(seed=1)
    assert env.step(action)[1:3] == (-1, True)


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        env = SeatEnv("istanbul", 2, opponent=RandomBot)
        observation, info = env.reset(seed=4)
        seen = [observation.tobytes()]
        for _ in range(30):
            observation, _, _, _, info = env.step(info["action_mask"].argmax())
            seen.append(observation.tobytes())
        games.append(seen)
    assert games[0] == games[1]


def test_a_reset_without_a_seed_begins_another_game() -> None:
    env = SeatEnv("istanbul", 2, opponent="random", layout="random")
    first, _ = env.reset(seed=4)
    second, _ = env.reset()
    assert (first != second).any()


@each_game
def test_a_vector_of_games_plays_on_by_itself(name: str) -> None:
    env = gymnasium.make_vec(
        env_id(name), num_envs=5, vectorization_mode="vector_entry_point", opponent="random", seat=1
    )
    observations, infos = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert (observations == again).all()
    for _ in range(40):
        assert observations in env.observation_space
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.shape == terminations.shape == (5,)
        assert not truncations.any()
    env.close()


def ended(name: str, kind: Kind) -> tuple[SeatVectorEnv, dict[str, Any], NDArray[np.bool_], list[State]]:
    """The first step of a vector in which a game ends; and the ends, played once more by the rules."""
    env = SeatVectorEnv(name, 6, players=3, seat=1, opponent="random", observations=kind)
    env.reset(seed=2)
    while True:
        loop = env.batch._part.loop
        states, rngs = loop.copies()
        actions = env.batch.sample_actions().astype(np.int64)
        _, _, over, _, infos = env.step(actions)
        if over.any():
            break
        assert "final_obs" not in infos
        assert "final_info" not in infos
    for row in np.flatnonzero(over):
        state, rng = states[row], rngs[row]
        state.apply(int(actions[row]))
        while state.actor != serai.OVER:
            if state.actor == serai.CHANCE:
                state.apply(state.sample(rng))
            else:
                legal = state.legal()
                state.apply(legal[rng.below(len(legal))] if len(legal) > 1 else legal[0])
    return env, infos, over, states


@pytest.mark.parametrize("kind", ["uint8", "float32"])
@each_game
def test_a_vector_shows_how_games_ended(name: str, kind: Kind) -> None:
    env, infos, over, states = ended(name, kind)
    space = env.single_observation_space
    assert (infos["_final_obs"] == over).all()
    assert (infos["_final_info"] == over).all()
    for row, last in enumerate(infos["final_obs"]):
        if not over[row]:
            assert last is None
            continue
        assert last in space
        numbers = np.frombuffer(states[row].features(1), np.uint8)
        scale = env.batch._part.scale if kind == "float32" else np.ones(1, np.uint8)
        assert np.allclose(last, numbers * scale)
        assert infos["final_info"]["scores"][row].tolist() == states[row].scores()
        assert not infos["final_info"]["action_mask"][row].any()


def test_a_vector_agrees_with_gymnasiums_own() -> None:
    make = partial(SeatEnv, "yspahan", 2, opponent="random")
    own = SyncVectorEnv([make] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    vector = SeatVectorEnv("yspahan", 3, 2, opponent="random")
    assert vector.metadata["autoreset_mode"] == own.metadata["autoreset_mode"]
    told = []
    for env in (own, vector):
        _, infos = env.reset(seed=1)
        over = np.zeros(3, np.bool_)
        while not over.any():
            _, _, over, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        told.append(infos)
    expected, found = told
    assert set(expected) <= set(found)
    assert set(expected["final_info"]) == set(found["final_info"])
    for key in ("final_obs", "_final_obs", "_final_info", "action_mask", "_action_mask"):
        assert expected[key].dtype == found[key].dtype
        assert expected[key].shape == found[key].shape


def test_a_vector_that_is_reset_without_a_seed_plays_other_games() -> None:
    seen = set()
    for _ in range(2):
        env = SeatVectorEnv("istanbul", 3, 2, opponent="random", layout="random")
        for _ in range(3):
            seen.add(env.reset()[0].tobytes())
    assert len(seen) == 6


def test_a_vector_takes_one_seed_for_all() -> None:
    env = gymnasium.make_vec("serai/Yspahan-v0", num_envs=2, vectorization_mode="vector_entry_point")
    with pytest.raises(ValueError, match="one seed"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    env.close()


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(BadOption):
        SeatEnv("yspahan", opponent="nobody")
    for seat in (3, -1):
        with pytest.raises(IndexError):
            SeatEnv("yspahan", players=3, seat=seat)
    with pytest.raises(TypeError, match="seat is an integer"):
        SeatEnv("yspahan", players=3, seat=True)
    with pytest.raises(ValueError, match="render_mode"):
        SeatEnv("yspahan", render_mode="human")
    with pytest.raises(ValueError, match="observations"):
        SeatEnv("yspahan", observations="int8")  # type: ignore[arg-type]
