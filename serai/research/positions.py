"""Many positions of one game at once, for search and learning, without a Python loop over them.

>>> from serai.research.batch import BatchEnv
>>> positions = BatchEnv("yspahan", players=3, size=64, seed=1).positions()
>>> after = positions.determinize(seed=1).after()
>>> after.observations.shape == (len(after.actions), positions.num_features)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

import serai
from serai.kernel.errors import BadOption
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import State
from serai.kernel.tensor import size
from serai.research.arguments import seed_text
from serai.research.batch_loop import NOBODY, Rows
from serai.research.errors import IllegalAction


class After(NamedTuple):
    """The positions after every legal choice of seats, row by row and choice by choice."""

    positions: Positions
    rows: NDArray[np.int32]  # the row it comes from
    actions: NDArray[np.int32]  # the choice that leads to it
    observations: NDArray[np.uint8]  # what the seat that chose knows then


class Positions:
    """Independent positions of one game with one number of players. Finished games are not restarted.

    Where a method takes `seats`, one number applies to all rows, and None is the seat to move.

    >>> import serai
    >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
    >>> positions.draw(seed=1)
    >>> positions.masks().shape
    (3, 227)
    """

    def __init__(self, states: Sequence[State]) -> None:
        if not states:
            raise BadOption("there are no positions")
        name, players = states[0].game_name, states[0].players
        if any((state.game_name, state.players) != (name, players) for state in states):
            raise BadOption("positions are of one game and one number of players")
        game = serai.game(name)
        self._fill(game, int(players), Rows(list(states), game.num_seat_actions, size(game.layout)).clone())

    def _fill(self, game: Game, players: int, rows: Rows) -> None:
        self.game = game
        self.players = players
        self.num_actions = game.num_seat_actions
        self.num_features = size(game.layout)
        self._rows = rows

    def _of(self, rows: Rows) -> Positions:
        made = Positions.__new__(Positions)
        made._fill(self.game, self.players, rows)
        return made

    def __len__(self) -> int:
        return len(self._rows.states)

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.game, self.players, self._rows.states)

    def states(self) -> list[State]:
        """Copies of the positions.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> len(positions.states())
        3
        """
        return self._rows.clone().states

    def clone(self) -> Positions:
        """An independent copy of all rows.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.clone().draw(seed=1)
        >>> bool((positions.actors() == serai.CHANCE).all())
        True
        """
        return self._of(self._rows.clone())

    def take(self, rows: ArrayLike) -> Positions:
        """Copies of some rows, each as often as it is named.

        >>> import serai
        >>> len(Positions([serai.game("istanbul").new(players=2)]).take([0, 0, 0]))
        3
        """
        wanted = np.asarray(rows)
        if wanted.dtype == np.bool_:
            wanted = np.flatnonzero(wanted)
        chosen = _words(wanted, "rows")
        if chosen.size and not (chosen.min() >= 0 and chosen.max() < len(self)):
            raise IndexError(f"rows go from 0 to {len(self) - 1}")
        return self._of(self._rows.take(chosen.tobytes()))

    def determinize(self, seats: ArrayLike | None = None, seed: int | str = 0) -> Positions:
        """Copies in which what a seat cannot see is redealt, see `State.determinize`. If no seat is to move
        and none is given, it is a spectator.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.draw(seed=1)
        >>> dealt = positions.determinize(seats=0, seed=1)
        >>> bool((dealt.observations(0) == positions.observations(0)).all())
        True
        """
        return self._of(self._rows.determinize(self._seats(seats), Rng(seed_text(seed))))

    def apply(self, choices: ArrayLike) -> None:
        """Make a choice in every row, of a seat or of chance. Raises `IllegalAction`, and changes nothing, if
        one is not legal.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.apply([227, 228, 227])
        >>> positions.actors().tolist()
        [0, 1, 0]
        """
        made = _words(np.asarray(choices), "choices")
        if made.shape != (len(self),):
            raise ValueError(f"choices are {len(self)} integers, not an array of shape {made.shape}")
        wrong = self._rows.first_illegal(made.tobytes())
        if wrong >= 0:
            raise IllegalAction(wrong, self._rows.states[wrong].refusal(int(made[wrong])))
        self._rows.apply(made.tobytes())

    def draw(self, seed: int | str = 0) -> None:
        """Draw for chance until a seat is to move or the game is over.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.draw(seed=1)
        >>> bool((positions.actors() >= 0).all())
        True
        """
        self._rows.draw(Rng(seed_text(seed)))

    def actors(self) -> NDArray[np.int8]:
        """Whose turn it is: a seat, `serai.CHANCE` or `serai.OVER`.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.actors().tolist()
        [-1, -1, -1]
        """
        return np.frombuffer(self._rows.actors(), np.int8)

    def masks(self) -> NDArray[np.bool_]:
        """The legal actions of the seat to move; none for chance, or if the game is over.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.draw(seed=1)
        >>> positions.masks().sum(axis=1).tolist()
        [3, 3, 3]
        """
        return np.frombuffer(self._rows.masks(), np.bool_).reshape(len(self), self.num_actions)

    def observations(self, seats: ArrayLike | None = None) -> NDArray[np.uint8]:
        """What a seat knows, in the format of `Game.layout`; zeros if no seat is to move or given.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.draw(seed=1)
        >>> positions.observations().shape == (3, positions.num_features)
        True
        """
        shown = np.frombuffer(self._rows.observations(self._seats(seats)), np.uint8)
        return shown.reshape(len(self), self.num_features)

    def scores(self) -> NDArray[np.int32]:
        """The current points of each seat.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.scores().tolist()
        [[0, 0], [0, 0], [0, 0]]
        """
        return np.frombuffer(self._rows.points(), np.int32).reshape(len(self), self.players)

    def shares(self) -> NDArray[np.float32]:
        """Each seat's share of the win: exact once the game is over, before that a hand-written estimate,
        which sees everything. To ask on behalf of a seat, redeal what it cannot see first.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.shares().sum(axis=1).round(3).tolist()
        [1.0, 1.0, 1.0]
        """
        return np.frombuffer(self._rows.outlooks(), np.float32).reshape(len(self), self.players)

    def after(self) -> After:
        """The positions after every legal choice, for all rows in which a seat is to move.

        >>> import serai
        >>> positions = Positions([serai.game("yspahan").new(players=2)] * 3)
        >>> positions.draw(seed=1)
        >>> after = positions.after()
        >>> after.rows.tolist(), after.actions.tolist()
        ([0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0, 1, 2])
        """
        found, rows, actions = self._rows.after()
        row = np.frombuffer(rows, np.int32)
        positions = self._of(found)
        seats = self.actors()[row]
        return After(positions, row, np.frombuffer(actions, np.int32), positions.observations(seats))

    def _seats(self, seats: ArrayLike | None) -> bytes:
        if seats is None:
            chosen = self.actors().astype(np.int64)
            chosen[chosen < 0] = NOBODY
        else:
            chosen = np.broadcast_to(np.asarray(seats), (len(self),))
            if chosen.size and not np.issubdtype(chosen.dtype, np.integer):
                raise TypeError(f"seats are integers, not {chosen.dtype}")
            if chosen.size and not (chosen.min() >= 0 and chosen.max() < self.players):
                raise IndexError(f"seats go from 0 to {self.players - 1}")
        return chosen.astype(np.uint8).tobytes()


def _words(given: NDArray[Any], what: str) -> NDArray[np.int32]:
    """Numbers in the loop's format; what does not fit becomes -1, which is never valid."""
    if given.size and not np.issubdtype(given.dtype, np.integer):
        raise TypeError(f"{what} are integers, not {given.dtype}")
    return np.where((given >= 0) & (given < 1 << 31), given, -1).astype(np.int32)


def _restored(game: Game, players: int, states: list[State]) -> Positions:
    made = Positions.__new__(Positions)
    made._fill(game, players, Rows(states, game.num_seat_actions, size(game.layout)))
    return made
