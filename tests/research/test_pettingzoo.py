"""Every seat is an agent."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.state_test import state_test

import serai
from serai.kernel.errors import BadOption, IllegalMove
from serai.research.pettingzoo import env, parallel_env, raw_env
from serai.research.table import Kind
from tests.research.games import Setting, each_game, each_setting, each_table


@each_setting
def test_pettingzoos_api_test(setting: Setting) -> None:
    game, players, options = setting
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of masks that are empty while others move
        api_test(env(game.name, players, **options), num_cycles=200)  # type: ignore[arg-type]
        parallel = parallel_env(game.name, players, max_cycles=40, **options)  # type: ignore[arg-type]
        parallel_api_test(parallel, num_cycles=50)


@each_table
def test_pettingzoos_state_test(setting: Setting) -> None:
    game, players, _ = setting
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state_test(raw_env_of_legal(game.name, players), parallel_env(game.name, players), num_cycles=30)


def raw_env_of_legal(name: str, players: int) -> raw_env:
    """PettingZoo's test draws any action; here each stands for a legal one."""
    aec = raw_env(name, players)
    step = aec.step

    def legal_step(action: Any) -> None:
        legal = aec.table.state.legal()
        step(None if action is None else legal[int(action) % len(legal)])

    aec.step = legal_step  # type: ignore[method-assign]
    return aec


@pytest.mark.parametrize("kind", ["uint8", "float32"])
@each_game
def test_the_state_is_what_all_seats_know_together(name: str, kind: Kind) -> None:
    aec = raw_env(name, 3, observations=kind)
    aec.reset(seed=1)
    for _ in range(40):
        aec.step(int(aec.observe(aec.agent_selection)["action_mask"].argmax()))
    whole = aec.state()
    assert whole in aec.state_space
    parts = np.split(whole, 3)
    for agent, part in zip(aec.possible_agents, parts, strict=True):
        assert (part == aec.observe(agent)["observation"]).all()
    guarded = env(name, 3)
    guarded.reset(seed=1)
    assert guarded.state() in guarded.state_space


@each_table
def test_pettingzoos_seed_test(setting: Setting) -> None:
    game, players, _ = setting
    seed_test(partial(env, game.name, players), num_cycles=60)


@each_table
def test_pettingzoos_max_cycles_test(setting: Setting) -> None:
    game, players, _ = setting
    max_cycles_test(
        SimpleNamespace(
            env=partial(env, game.name, players), parallel_env=partial(parallel_env, game.name, players)
        )
    )


def test_the_game_is_the_one_of_the_rules() -> None:
    aec = raw_env("yspahan", 3)
    aec.reset(seed=1)
    rng = np.random.default_rng(1)
    for agent in aec.agent_iter():
        observation, reward, over, _, _ = aec.last()
        state = aec.table.state
        if over:
            share = aec.table.shares()[int(agent[-1])]
            assert reward == share
            aec.step(None)
            continue
        assert agent == f"seat_{state.actor}"
        assert observation["observation"].tobytes() == state.features(int(state.actor))
        legal = np.flatnonzero(observation["action_mask"])
        assert legal.tolist() == state.legal()
        aec.step(rng.choice(legal))
    assert not aec.agents
    assert sum(aec.table.shares()) == pytest.approx(1)


def test_only_the_seat_to_move_has_legal_actions() -> None:
    aec = raw_env("morgenland", 3)
    aec.reset(seed=1)
    for agent in aec.agents:
        assert aec.observe(agent)["action_mask"].any() == (agent == aec.agent_selection)


def test_an_illegal_action_ends_the_game_of_the_guarded_environment() -> None:
    aec = env("yspahan", 3)
    aec.reset(seed=1)
    agent = aec.agent_selection
    illegal = int(np.flatnonzero(aec.observe(agent)["action_mask"] == 0)[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        aec.step(illegal)
    assert all(aec.terminations.values())
    assert aec.rewards[agent] == -1


def test_an_illegal_action_is_refused_by_the_raw_environment() -> None:
    aec = raw_env("yspahan", 3)
    aec.reset(seed=1)
    before = aec.table.state.key()
    with pytest.raises(IllegalMove):
        aec.step(226)
    assert aec.table.state.key() == before


@pytest.mark.parametrize("wrong", [True, False, np.bool_(True), 1.0, "1", [1], np.array([1])])
def test_non_integers_are_refused(wrong: Any) -> None:
    for make in (env, raw_env):
        aec = make("yspahan", 3)
        aec.reset(seed=1)
        before = aec.unwrapped.table.state.key()
        with pytest.raises(TypeError, match="an action is one integer"):
            aec.step(wrong)
        assert aec.unwrapped.table.state.key() == before


def test_numpys_integers_are_players() -> None:
    assert len(env("yspahan", np.int64(3)).possible_agents) == 3  # type: ignore[arg-type]


@each_game
def test_text_shows_what_the_agent_to_move_sees(name: str) -> None:
    aec = raw_env(name, render_mode="ansi")
    aec.reset(seed=1)
    state = aec.table.state
    assert aec.render() == serai.game(name).board(state.observe(int(state.actor)))


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="render_mode"):
        env("yspahan", render_mode="human")
    with pytest.raises(BadOption):
        env("yspahan", players=5)
    with pytest.raises(BadOption):
        env("yspahan", colour="red")
