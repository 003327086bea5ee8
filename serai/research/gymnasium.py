"""Gymnasium: one seat learns, bots play the others.

>>> import gymnasium
>>> import serai.research.gymnasium
>>> env = gymnasium.make("serai/Yspahan-v0", players=3, opponent="random")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
>>> env.close()
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import serai
from serai.bots.bot import Bot, Budget, Situation
from serai.bots.names import make_bot
from serai.research.arguments import whole
from serai.research.batch import Batch, BatchEnv
from serai.research.table import ILLEGAL, RENDER_MODES, Kind, Table, as_action, check_mode

Observation = NDArray[Any]
NOT_IN_IDS: Final = re.compile(r"[^\w:.-]")


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A seat of a game. The others are played by `opponent`: the name of a bot, or a function that makes one.

    The reward comes at the end: the share of the win. Legal actions are in `info["action_mask"]`; any other
    action forfeits the game, with a reward of -1. An episode that is over stays over until `reset`: further
    steps change nothing and have no reward. An action that is not an integer is a `TypeError`.

    >>> env = SeatEnv("yspahan", players=3, opponent="random")
    >>> observation, info = env.reset(seed=1)
    >>> bool(info["action_mask"].any())
    True
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        game: str,
        /,
        players: int | None = None,
        seat: int = 0,
        opponent: str | Callable[[], Bot] = "greedy",
        observations: Kind = "uint8",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.table = Table(game, players, options, observations)
        self.seat = seat = whole("seat", seat)
        self.table.state.check_seat(seat)
        self.bots: dict[int, Bot] = {
            other: make_bot(opponent, self.table.game) if isinstance(opponent, str) else opponent()
            for other in range(self.table.players)
            if other != seat
        }
        self.observation_space: Box = self.table.box()
        self.action_space = Discrete(self.table.num_actions)
        self.over = False
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        start = str(self.np_random.integers(1 << 62))
        table = self.table
        table.begin(start)
        self.over = False
        self._begun = True
        for seat, bot in self.bots.items():
            bot.reset(table.game, table.players, table.options, seat, f"{start} {seat}")
        self._wait()
        return table.observation(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self.table
        chosen = as_action(action)
        if not self._begun:
            raise ResetNeeded("the first game begins with reset()")
        if self.over:
            return table.observation(self.seat), 0.0, True, False, self._info()
        if not self.action_space.contains(chosen) or not table.state.is_legal(chosen):
            self.over = True
            return table.observation(self.seat), ILLEGAL, True, False, {**self._info(), "illegal": True}
        table.play(chosen)
        self._wait()
        self.over = table.over
        reward = table.shares()[self.seat]
        return table.observation(self.seat), reward, self.over, False, self._info()

    def _wait(self) -> None:
        """Let the others play until it is the seat's turn."""
        table = self.table
        while not table.over and table.state.actor != self.seat:
            actor = int(table.state.actor)
            table.play(self.bots[actor].choose(Situation(table.state, actor), Budget()))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if self.table.over:
            info["scores"] = self.table.state.scores()
        return info

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions, for learners that support masks; none when the episode is over."""
        mask = self.table.mask(self.seat)
        return np.zeros_like(mask) if self.over else mask

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.table.render(self.render_mode, self.seat)


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games at once in compiled code; one seat is asked, the others play as `BatchEnv` says.

    `infos["action_mask"]` holds the legal actions. A game that ends is followed by a new one in the same
    step: then `infos["final_obs"]` and `infos["final_info"]` show its end, as in Gymnasium's own vectors, and
    `infos["scores"]` the points. An illegal action raises an error. One seed is for all games.

    >>> envs = SeatVectorEnv("yspahan", num_envs=4, players=3, opponent="random")
    >>> observations, infos = envs.reset(seed=1)
    >>> infos["action_mask"].shape
    (4, 227)
    >>> envs.close()
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        game: str,
        /,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        opponent: str = "greedy",
        observations: Kind = "uint8",
        processes: int = 1,
        **options: object,
    ) -> None:
        self.batch = BatchEnv(game, players, num_envs, 0, observations, processes, opponent, seat, **options)
        table = Table(game, self.batch.players, options, observations)
        self.num_envs = self.batch.size
        self.seat = self.batch.setting.seat
        self.single_observation_space: Box = table.box()
        self.single_action_space = Discrete(table.num_actions)
        self.observation_space: Box = cast(Box, batch_space(self.single_observation_space, self.num_envs))
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if isinstance(seed, list):
            raise ValueError("one seed is for all games")
        super().reset(seed=seed)
        now = self.batch.reset(str(self.np_random.integers(1 << 62)))
        return now.observations.copy(), self._masks(now)

    def _masks(self, now: Batch) -> dict[str, Any]:
        return {"action_mask": now.masks.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        now = self.batch.step(actions)
        dones = now.dones.copy()
        infos = {**self._masks(now), "scores": now.scores.copy(), "_scores": dones}
        if dones.any():
            infos |= self._final(dones, infos["scores"])
        return (
            now.observations.copy(),
            now.rewards[:, self.seat].astype(np.float64),
            dones,
            np.zeros(self.num_envs, np.bool_),
            infos,
        )

    def _final(self, dones: NDArray[np.bool_], scores: NDArray[np.int32]) -> dict[str, Any]:
        """The ends of games, in the format of `VectorEnv._add_info`."""
        last = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(dones):
            last[row] = self.batch.final_observations[row].copy()
        nothing = np.zeros((self.num_envs, self.batch.num_actions), np.int8)
        info = {"action_mask": nothing, "_action_mask": dones, "scores": scores, "_scores": dones}
        return {"final_obs": last, "_final_obs": dones, "final_info": info, "_final_info": dones}

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the processes of the batch."""
        self.batch.close()


def env_id(game: str) -> str:
    """The Gymnasium id of a game: its title, without characters that an id cannot have.

    >>> env_id("yspahan")
    'serai/Yspahan-v0'
    """
    return f"serai/{NOT_IN_IDS.sub('', serai.game(game).title) or game}-v0"


def register() -> None:
    """Register every game, as a single environment and as a vector."""
    for name in serai.game_names():
        gymnasium.register(
            id=env_id(name),
            entry_point=partial(SeatEnv, name),
            vector_entry_point=partial(SeatVectorEnv, name),
        )


register()
