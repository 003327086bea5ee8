"""The interface of a bot: it gets a situation and a budget, and returns a choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import State


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one choice: seconds, or units of work if the result must be the same
    on every machine. None leaves it to the bot.

    >>> Budget(seconds=0.5)
    Budget(seconds=0.5, work=None)
    """

    seconds: float | None = None
    work: int | None = None


class Situation:
    """A position as the seat that must choose may know it.

    It does not give access to the position itself: only to what the seat sees, its legal choices, and
    random positions that are consistent with what it sees.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> state.play("start 2")
    >>> situation = Situation(state, seat=1)
    >>> [situation.text(choice) for choice in situation.legal]
    ['yellow 0', 'yellow 1', 'yellow 2']
    """

    def __init__(self, state: State, seat: int) -> None:
        self.__state = state
        self.seat = seat
        self.legal = state.legal()

    @property
    def observation(self) -> Mapping[str, Any]:
        """Everything the seat may know, see `State.observe`.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> Situation(state, seat=1).observation["players"]
        3
        """
        return self.__state.observe(self.seat)

    def imagine(self, rng: Rng) -> State:
        """A random position that is consistent with everything the seat knows.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> Situation(state, seat=1).imagine(Rng(1)).observe(1) == state.observe(1)
        True
        """
        return self.__state.determinize(self.seat, rng)

    def text(self, choice: int) -> str:
        """The notation of a choice.

        >>> import serai
        >>> state = serai.game("yspahan").new(players=3)
        >>> state.play("start 2")
        >>> Situation(state, seat=1).text(0)
        'yellow 0'
        """
        return self.__state.text(choice)


class Bot(Protocol):
    """A player. One object plays one seat of one game at a time.

    >>> class First:
    ...     def reset(self, game, players, options, seat, seed):
    ...         pass
    ...
    ...     def choose(self, situation, budget):
    ...         return situation.legal[0]
    """

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        """A new game begins. The same seed and choices must give the same play."""

    def choose(self, situation: Situation, budget: Budget) -> int:
        """One of `situation.legal`."""
        ...


class RandomBot:
    """Chooses uniformly among the legal choices.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> state.play("start 2")
    >>> bot = RandomBot()
    >>> bot.reset(serai.game("yspahan"), players=3, options={}, seat=1, seed="1")
    >>> bot.choose(Situation(state, seat=1), Budget()) in state.legal()
    True
    """

    def __init__(self) -> None:
        self.rng = Rng()

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)

    def choose(self, situation: Situation, budget: Budget) -> int:
        return situation.legal[self.rng.below(len(situation.legal))]
