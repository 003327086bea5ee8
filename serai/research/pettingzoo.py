"""PettingZoo: every seat is an agent.

>>> env = env("yspahan", players=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter(max_iter=100):
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.close()
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from serai.research.table import ILLEGAL, RENDER_MODES, Kind, Table, as_action, check_mode

Observation = dict[str, NDArray[Any]]


def env(
    game: str,
    /,
    players: int | None = None,
    max_cycles: int | None = None,
    observations: Kind = "uint8",
    render_mode: str | None = None,
    **options: object,
) -> AECEnv[str, Observation, Any]:
    """The game with PettingZoo's usual wrappers: an illegal action ends the game with a reward of -1.

    With `max_cycles` the agents act in turn, as in `parallel_env`, and the game is truncated after that many
    cycles.

    >>> game = env("yspahan", players=3)
    >>> game.reset(seed=1)
    >>> game.possible_agents
    ['seat_0', 'seat_1', 'seat_2']
    """
    if max_cycles is not None:
        return parallel_to_aec(parallel_env(game, players, max_cycles, observations, render_mode, **options))
    guarded: AECEnv[str, Observation, Any] = TerminateIllegalWrapper(
        raw_env(game, players, observations, render_mode, **options), illegal_reward=ILLEGAL
    )
    guarded = Guard(guarded)
    return OrderEnforcingWrapper(guarded)


class Guard(AssertOutOfBoundsWrapper[str, Observation, Any]):
    """Raises `TypeError` for actions that are not integers. PettingZoo's own wrapper accepts a bool, which
    NumPy treats as a mask."""

    def step(self, action: Any) -> None:
        if action is not None:
            as_action(action)
        super().step(action)


class Seats:
    """The base of both kinds of environment: a table, and an agent for each seat."""

    def __init__(
        self,
        game: str,
        players: int | None,
        observations: Kind,
        render_mode: str | None,
        options: dict[str, object],
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.table = Table(game, players, options, observations)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": self.table.box(),
                    "action_mask": Box(0, 1, (self.table.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = self.table.box(self.table.players)
        self.action_spaces = {agent: Discrete(self.table.num_actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def begin(self, seed: int | None) -> None:
        """Begin a game, with a seed if given."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(str(self._random.integers(1 << 62)))
        self.agents = self.possible_agents[:]

    def observation_space(self, agent: str) -> Dict:
        """The space of `observe`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """The actions of an agent; a mask says which are legal."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and its legal actions; none if it is another agent's turn."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat)}

    def state(self) -> NDArray[Any]:
        """What all seats know together, including hands, for centralised critics: the seats' observations,
        concatenated."""
        seats = range(self.table.players)
        return np.concatenate([self.table.observation(seat) for seat in seats])

    def rewarded(self) -> dict[str, float]:
        """The reward of each agent at the end: its share of the win."""
        return dict(zip(self.possible_agents, self.table.shares(), strict=True))

    def render(self) -> Any:
        """What the agent to move sees; when the game is over, what a spectator sees."""
        actor = int(self.table.state.actor)
        return self.table.render(self.render_mode, actor if actor >= 0 else None)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class raw_env(Seats, AECEnv[str, Observation, Any]):  # noqa: N801 (PettingZoo's name for it)
    """The game without wrappers: `agent_selection` is to move; an illegal action raises `IllegalMove`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "serai_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        /,
        players: int | None = None,
        observations: Kind = "uint8",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        AECEnv.__init__(self)
        Seats.__init__(self, game, players, observations, render_mode, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.state.actor]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            self.rewards = self.rewarded()
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.table.state.actor]


class parallel_env(Seats, ParallelEnv[str, Observation, Any]):  # noqa: N801 (PettingZoo's name for it)
    """All agents act at once, but only the action of the one to move counts; the others' masks are empty.

    If its action is illegal, a random legal one is used. The game is truncated after `max_cycles`.

    >>> game = parallel_env("yspahan", players=3)
    >>> observations, infos = game.reset(seed=1)
    >>> len(observations)
    3
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "serai_parallel_v0",
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        /,
        players: int | None = None,
        max_cycles: int = 10_000,
        observations: Kind = "uint8",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        Seats.__init__(self, game, players, observations, render_mode, options)
        self.max_cycles = max_cycles
        self.cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.begin(seed)
        self.cycles = 0
        return self._observed(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        state = self.table.state
        chosen = as_action(actions[self.possible_agents[state.actor]])
        if not 0 <= chosen < self.table.num_actions or not state.is_legal(chosen):
            legal = state.legal()
            chosen = legal[self.table.rng.below(len(legal))]
        self.table.play(chosen)
        self.cycles += 1
        over = self.table.over
        cut = self.cycles >= self.max_cycles and not over
        result = (
            self._observed(),
            self.rewarded(),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            self._infos(),
        )
        if over or cut:
            self.agents = []
        return result

    def _observed(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.agents}
