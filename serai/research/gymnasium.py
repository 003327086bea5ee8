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
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import serai
from serai.bots.bot import Bot, Budget, Situation
from serai.bots.names import make_bot
from serai.research.batch import BatchEnv
from serai.research.table import ILLEGAL, RENDER_MODES, Kind, Table, check_mode

Observation = NDArray[Any]
NOT_IN_IDS: Final = re.compile(r"[^\w:.-]")


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A seat of a game. The others are played by `opponent`: the name of a bot, or what makes one.

    The reward comes at the end: the share of the win. Legal actions are in `info["action_mask"]`; another
    action gives the game up, for a reward of -1.
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
        self.table.state.check_seat(seat)
        self.seat = seat
        self.bots: dict[int, Bot] = {
            other: make_bot(opponent, self.table.game) if isinstance(opponent, str) else opponent()
            for other in range(self.table.players)
            if other != seat
        }
        self.observation_space: Box = self.table.box()
        self.action_space = Discrete(self.table.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        start = str(self.np_random.integers(1 << 62))
        table = self.table
        table.begin(start)
        for seat, bot in self.bots.items():
            bot.reset(table.game, table.players, table.options, seat, f"{start} {seat}")
        self._wait()
        return table.observation(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self.table
        if not table.state.is_legal(int(action)):
            return table.observation(self.seat), ILLEGAL, True, False, {**self._info(), "illegal": True}
        table.play(int(action))
        self._wait()
        reward = table.shares()[self.seat]
        return table.observation(self.seat), reward, table.over, False, self._info()

    def _wait(self) -> None:
        """Let the others play until the seat is asked."""
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
        """The legal actions, as learners that know masks ask for them."""
        return self.table.mask(self.seat)

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.table.render(self.render_mode, self.seat)


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games at once in compiled code; one seat is asked, the others are "random" or "greedy".

    `infos["action_mask"]` holds the legal actions, `infos["scores"]` the points of games that ended. A game
    that ends is followed by a new one in the same step. An action that is not legal raises an error.
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
        self.num_envs = num_envs
        self.seat = seat
        self.single_observation_space: Box = table.box()
        self.single_action_space = Discrete(table.num_actions)
        self.observation_space: Box = cast(Box, batch_space(self.single_observation_space, num_envs))
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if isinstance(seed, list):
            raise ValueError("one seed is for all games")
        super().reset(seed=seed)
        now = self.batch.reset(str(self.np_random.integers(1 << 62)))
        return now.observations.copy(), {"action_mask": now.masks.astype(np.int8)}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        now = self.batch.step(actions)
        return (
            now.observations.copy(),
            now.rewards[:, self.seat].astype(np.float64),
            now.dones.copy(),
            np.zeros(self.num_envs, np.bool_),
            {"action_mask": now.masks.astype(np.int8), "scores": now.scores.copy()},
        )

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


def env_id(game: str) -> str:
    """What a game is called here: by its title, without what an id cannot have.

    >>> env_id("yspahan")
    'serai/Yspahan-v0'
    """
    return f"serai/{NOT_IN_IDS.sub('', serai.game(game).title) or game}-v0"


def register() -> None:
    """Every game, one at a time and as a vector."""
    for name in serai.game_names():
        gymnasium.register(
            id=env_id(name),
            entry_point=partial(SeatEnv, name),
            vector_entry_point=partial(SeatVectorEnv, name),
        )


register()
