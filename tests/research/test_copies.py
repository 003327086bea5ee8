"""Everything can be copied and pickled, and continues as the original does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import serai
from serai.bots.bot import Bot, Budget, RandomBot, Situation
from serai.bots.external import class_bot
from serai.bots.names import make_bot
from serai.bots.nets import NumpyEvaluator, game_net
from serai.bots.players import NetBot
from serai.kernel.check import random_choice
from serai.kernel.game import Game
from serai.kernel.state import OVER, State
from serai.research.batch import BatchEnv
from serai.research.gymnasium import SeatEnv, SeatVectorEnv
from serai.research.pettingzoo import env, parallel_env, raw_env
from tests.research.games import Setting, each_game, each_setting
from tests.research.test_open_spiel import load, played

BOTS = ("random", "greedy", "level1", "search:12", "net", "net:12")


def stored(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


ways = pytest.mark.parametrize("way", [copy.deepcopy, stored], ids=["deepcopy", "pickle"])
Way = Callable[[Any], Any]


def position(game: Game, players: int, options: dict[str, str], choices: int = 150) -> State:
    rng = serai.Rng(1)
    state = game.new(players, options)
    while choices and state.actor != OVER:
        state.apply(random_choice(state, rng))
        choices -= 1
    return state


@ways
@each_setting
def test_games_and_positions(setting: Setting, way: Way) -> None:
    game, players, options = setting
    assert way(game) is game
    assert way(game.layout) == game.layout
    state = position(game, players, options)
    twin = way(state)
    assert twin.key() == state.key()
    rngs = serai.Rng(2), way(serai.Rng(2))
    for _ in range(60):
        if state.actor == OVER:
            break
        for one, rng in zip((state, twin), rngs, strict=True):
            one.apply(random_choice(one, rng))
        assert twin.key() == state.key()


def test_an_unregistered_game() -> None:
    game = replace(serai.game("yspahan"), name="another")
    for twin in (copy.deepcopy(game), stored(game)):
        assert twin is not game
        assert twin.name == "another"
        assert twin.layout == game.layout
        assert twin.new(3).key() == game.new(3).key()


@ways
def test_a_buffer_of_choices(way: Way) -> None:
    buffer = serai.Choices()
    state = position(serai.game("morgenland"), 3, {}, 40)
    state.choices(buffer)
    twin = way(buffer)
    assert twin.size == buffer.size
    assert [twin.items[i] for i in range(twin.size)] == state.legal()


def chosen(bots: list[Bot], state: State, choices: int) -> list[list[int]]:
    """What each bot chooses for seat 0, the others playing at random and the first one deciding."""
    rng = serai.Rng(3)
    found: list[list[int]] = [[] for _ in bots]
    while choices and state.actor != OVER:
        if state.actor != 0:
            state.apply(random_choice(state, rng))
            continue
        for bot, list_of in zip(bots, found, strict=True):
            list_of.append(bot.choose(Situation(state, 0), Budget()))
        state.apply(found[0][-1])
        choices -= 1
    return found


@each_game
@pytest.mark.parametrize("name_of_bot", BOTS)
def test_bots_resume_unchanged(name: str, name_of_bot: str) -> None:
    game = serai.game(name)
    bot = make_bot(name_of_bot, game)
    state = game.new()
    bot.reset(game, state.players, game.settings(state.players), 0, "7")
    chosen([bot], state, 7)
    bots = [bot, copy.deepcopy(bot), stored(bot)]
    lists = chosen(bots, state, 12)
    assert len(lists[0]) == 12
    assert lists[1] == lists[0] == lists[2]


def test_a_net_without_a_compiler() -> None:
    game = serai.game("yspahan")
    bot = NetBot(NumpyEvaluator(game_net(game)))
    state = position(game, 3, {}, 60)
    while state.actor != 0:
        state.apply(random_choice(state, serai.Rng(4)))
    choices = {twin.choose(Situation(state, 0), Budget()) for twin in (bot, copy.deepcopy(bot), stored(bot))}
    assert len(choices) == 1


class Nth:
    """Chooses by how often it was asked: so it knows whether its game was begun."""

    def reset(self, game: Game, players: int, options: dict[str, str], seat: int, seed: str) -> None:
        self.seat = seat

    def choose(self, situation: Situation, budget: Budget) -> int:
        return situation.legal[self.seat % len(situation.legal)]


def test_a_bot_in_a_process_of_its_own() -> None:
    game = serai.game("yspahan")
    bot = class_bot("tests.research.test_copies:Nth")
    state = game.new(3)
    bot.reset(game, 3, {}, 0, "1")
    chosen([bot], state, 2)
    twins = [bot, copy.deepcopy(bot), stored(bot)]
    try:
        lists = chosen(list(twins), state, 4)
        assert lists[0] == lists[1] == lists[2]
        assert len({twin.process.pid for twin in twins if twin.process}) == 3
    finally:
        for twin in twins:
            twin.close()


# Environments


def seat_steps(one: Any, steps: int) -> list[bytes]:
    """All that a Gymnasium environment shows, one legal action after the other."""
    seen: list[bytes] = []
    for _ in range(steps):
        legal = np.flatnonzero(one.unwrapped.action_masks())
        if not legal.size:
            break
        observation, reward, over, _, info = one.step(legal[len(seen) % len(legal)])
        seen += [observation.tobytes(), str((reward, over)).encode(), info["action_mask"].tobytes()]
    return seen


def agent_steps(one: Any, steps: int) -> list[bytes]:
    """The same of a PettingZoo environment."""
    seen = []
    for number, _ in enumerate(one.agent_iter(steps)):
        observation, reward, over, cut, _ = one.last()
        legal = np.flatnonzero(observation["action_mask"])
        seen += [observation["observation"].tobytes(), legal.tobytes(), str((reward, over)).encode()]
        one.step(None if over or cut else legal[number % len(legal)] if len(legal) else 0)
    return seen


def parallel_steps(one: Any, steps: int) -> list[bytes]:
    seen = []
    for number in range(steps):
        actions = {}
        for agent in one.agents:
            legal = np.flatnonzero(one.observe(agent)["action_mask"])
            actions[agent] = legal[number % len(legal)] if len(legal) else 0
        observations, rewards, *_ = one.step(actions)
        seen += [*(row["observation"].tobytes() for row in observations.values()), str(rewards).encode()]
    return seen


def batch_steps(one: BatchEnv, steps: int) -> list[bytes]:
    return [array.tobytes() for _ in range(steps) for array in one.step(one.sample_actions())]


def vector_steps(one: SeatVectorEnv, steps: int) -> list[bytes]:
    seen = []
    for _ in range(steps):
        observations, rewards, over, _, infos = one.step(one.batch.sample_actions().astype(np.int64))
        seen += [observations.tobytes(), rewards.tobytes(), over.tobytes(), infos["action_mask"].tobytes()]
    return seen


def made(
    name: str, players: int, options: dict[str, Any]
) -> list[tuple[Any, Callable[[Any, int], list[bytes]]]]:
    """Every kind of environment, somewhat played."""
    title = serai.game(name).title
    environments: list[tuple[Any, Callable[[Any, int], list[bytes]]]] = [
        (SeatEnv(name, players, opponent="greedy", **options), seat_steps),
        (gymnasium.make(f"serai/{title}-v0", players=players, opponent=RandomBot, **options), seat_steps),
        (raw_env(name, players, **options), agent_steps),
        (env(name, players, observations="float32", **options), agent_steps),
        (env(name, players, max_cycles=90, **options), agent_steps),
        (parallel_env(name, players, **options), parallel_steps),
    ]
    for one, steps in environments:
        one.reset(seed=1)
        steps(one, 20)
    for seat, opponents in ((0, None), (1, "random")):
        batch = BatchEnv(name, players, 6, 1, opponents=opponents, seat=seat, **options)
        batch_steps(batch, 20)
        environments.append((batch, batch_steps))
    vector = SeatVectorEnv(name, 4, players, opponent="random", **options)
    vector.reset(seed=1)
    vector_steps(vector, 20)
    environments.append((vector, vector_steps))
    return environments


@each_setting
def test_environments_resume_unchanged(setting: Setting) -> None:
    game, players, options = setting
    for one, steps in made(game.name, players, options):
        twins = [copy.deepcopy(one), stored(one)]
        before = pickle.dumps(one)
        shown = [steps(twin, 30) for twin in twins]
        assert pickle.dumps(one) == before, "the original moved with its copy"
        assert shown[0] == shown[1] == steps(one, 30)
        again = [twin.reset(seed=5) for twin in (one, *twins)]
        assert len({pickle.dumps(result) for result in again}) == 1


def test_a_batch_of_several_processes() -> None:
    with BatchEnv("istanbul", size=7, seed=1, processes=2) as one:
        batch_steps(one, 30)
        with copy.deepcopy(one) as first, stored(one) as second:
            assert first.processes == second.processes == 2
            assert batch_steps(first, 30) == batch_steps(second, 30) == batch_steps(one, 30)
            first.reset()
            second.reset()
            assert batch_steps(first, 5) == batch_steps(second, 5)


def go_on(thing: tuple[Any, Callable[[Any, int], list[bytes]]]) -> list[bytes]:
    one, steps = thing
    return steps(one, 10)


def test_all_of_them_in_a_pool_of_processes() -> None:
    things = [thing for name in serai.game_names() for thing in made(name, 3, {})]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        elsewhere = list(pool.map(go_on, things))
    assert elsewhere == [go_on(thing) for thing in things]


# OpenSpiel


@each_setting
def test_openspiels_games_and_states(setting: Setting) -> None:
    game, players, options = setting
    spiel = load(game.name, players=players, **options)
    for state in (spiel.new_initial_state(), played(spiel, 5), played(spiel, 180)):
        text = pyspiel.serialize_game_and_state(spiel, state)
        other_game, other = pyspiel.deserialize_game_and_state(text)
        assert str(other_game) == str(spiel)
        for twin in (other, copy.deepcopy(state), stored(state), state.clone()):
            assert str(twin) == str(state)
            assert twin.history() == state.history()
            assert twin.information_state_string(0) == state.information_state_string(0)
            if not state.is_terminal():
                assert twin.legal_actions() == state.legal_actions()
    for twin in (copy.deepcopy(spiel), stored(spiel)):
        assert str(twin) == str(spiel)
        assert str(played(twin, 40)) == str(played(spiel, 40))
