"""The games there are. A new game is one line here and one folder under `serai/games`."""

from __future__ import annotations

from importlib import import_module
from typing import Final, cast

from serai.kernel.errors import UnknownGame
from serai.kernel.game import Game
from serai.kernel.state import State

GAMES: Final = {
    "yspahan": "serai.games.yspahan",
    "istanbul": "serai.games.istanbul",
    "morgenland": "serai.games.morgenland",
}


def game_names() -> list[str]:
    """The names of all games.

    >>> "yspahan" in game_names()
    True
    """
    return list(GAMES)


def game(name: str) -> Game:
    """The game of that name. Raises `UnknownGame` if there is none.

    >>> game("istanbul").players
    (2, 5)
    """
    module = GAMES.get(name)
    if module is None:
        raise UnknownGame(f"no game {name!r}; there is {', '.join(GAMES)}")
    return cast(Game, import_module(module).GAME)


def restore(name: str, numbers: list[int]) -> State:
    """The position that `State.dump` wrote down."""
    state = game(name).empty()
    state.load(numbers)
    return state
