"""One seat learns, bots play the others."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from serai.bots.bot import RandomBot
from serai.kernel.errors import BadOption
from serai.research.gymnasium import SeatEnv, env_id
from tests.research.games import Setting, each_game, each_table


@each_table
def test_gymnasiums_checker_is_content(setting: Setting) -> None:
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


def test_an_illegal_action_gives_the_game_up() -> None:
    env = SeatEnv("yspahan", opponent="random")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(np.int64(illegal))
    assert (reward, terminated, info["illegal"]) == (-1, True, True)


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


def test_a_vector_takes_one_seed_for_all() -> None:
    env = gymnasium.make_vec("serai/Yspahan-v0", num_envs=2, vectorization_mode="vector_entry_point")
    with pytest.raises(ValueError, match="one seed"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    env.close()


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(BadOption):
        SeatEnv("yspahan", opponent="nobody")
    with pytest.raises(IndexError):
        SeatEnv("yspahan", players=3, seat=3)
    with pytest.raises(ValueError, match="render_mode"):
        SeatEnv("yspahan", render_mode="human")
    with pytest.raises(ValueError, match="observations"):
        SeatEnv("yspahan", observations="int8")  # type: ignore[arg-type]
