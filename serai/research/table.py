"""One game for the Gymnasium and PettingZoo adapters: draws chance, makes arrays, renders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import serai
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State
from serai.kernel.tensor import size
from serai.research.arguments import plain

Kind = Literal["uint8", "float32"]
KINDS: Final = ("uint8", "float32")
RENDER_MODES: Final = ("ansi", "rgb_array")
ILLEGAL: Final = -1.0  # the reward for an illegal action, which forfeits the game


class Table:
    """A game with its players and options."""

    def __init__(
        self, game: str, players: int | None, options: Mapping[str, object], kind: Kind = "uint8"
    ) -> None:
        if kind not in KINDS:
            raise ValueError(f"observations are {' or '.join(KINDS)}, not {kind!r}")
        self.game: Game = serai.game(game)
        self.players = self.game.most_players(options) if players is None else plain(players)
        self.options = self.game.settings(self.players, options)
        self.kind = kind
        self.most = np.array([feature.most for feature in self.game.layout for _ in range(feature.size)])
        self.num_features = size(self.game.layout)
        self.num_actions = self.game.num_seat_actions
        self.state: State = self.game.new(self.players, self.options)
        self.rng = Rng()

    def begin(self, seed: int | str) -> None:
        """A new game. The same seed and choices give the same draws of chance."""
        self.rng = Rng(seed)
        self.state = self.game.new(self.players, self.options)
        self._draw()

    def play(self, choice: object) -> None:
        """Make a choice for the seat to move, and draw for chance after it."""
        self.state.apply(as_action(choice))
        self._draw()

    def _draw(self) -> None:
        while self.state.actor == CHANCE:
            self.state.apply(self.state.sample(self.rng))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.actor == OVER

    def box(self, seats: int = 1) -> Box:
        """The observation space, for a number of seats together."""
        if self.kind == "float32":
            return Box(0.0, 1.0, (seats * self.num_features,), np.float32)
        most = np.tile(self.most, seats).astype(np.uint8)
        return Box(np.zeros_like(most), most, dtype=np.uint8)

    def observation(self, seat: int) -> NDArray[Any]:
        """What a seat may know, as numbers."""
        return scaled(self.state.features(seat), self.most, self.kind)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat; none if it is another seat's turn."""
        mask = np.zeros(self.num_actions, np.int8)
        if self.state.actor == seat:
            mask[self.state.legal()] = 1
        return mask

    def shares(self) -> list[float]:
        """Each seat's share of the win; zero while the game goes on."""
        winners = self.state.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def render(self, mode: str | None, seat: int | None) -> str | NDArray[np.uint8] | None:
        """What a seat (None: a spectator) sees, as text or as a picture."""
        if mode == "ansi":
            return self.game.board(self.state.observe(seat))
        if mode == "rgb_array":
            from serai.research.picture import rgb

            return rgb(self.state, seat)
        return None


def as_action(given: object) -> int:
    """An action as a plain int. Raises `TypeError` for anything but an integer: nothing is rounded or parsed.

    >>> as_action(np.int64(3))
    3
    """
    if isinstance(given, np.ndarray | np.generic):
        if given.shape == () and np.issubdtype(given.dtype, np.integer):
            return int(given)
    elif isinstance(given, int) and not isinstance(given, bool):
        return given
    raise TypeError(f"an action is one integer, not {given!r}")


def scaled(features: bytes, most: NDArray[Any], kind: Kind) -> NDArray[Any]:
    """Features as a new array."""
    numbers = np.frombuffer(features, np.uint8)
    return numbers.copy() if kind == "uint8" else (numbers / most).astype(np.float32)


def check_mode(mode: str | None) -> None:
    """Raise `ValueError` for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {' or '.join(RENDER_MODES)}, not {mode!r}")
