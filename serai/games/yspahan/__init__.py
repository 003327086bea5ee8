"""Yspahan, a game by Sébastien Pauchon: three weeks of trade in a Persian city, for two to four."""

from collections.abc import Mapping

from serai.games.yspahan import ids, insight, levels, tensor, terminal, training
from serai.games.yspahan.rules import Yspahan
from serai.kernel.game import Game, Modules

MODULES = Modules(ids, insight, levels, tensor, terminal, training)


def make(players: int, options: Mapping[str, str]) -> Yspahan:
    """The first position; who starts is left to chance (Y1)."""
    state = Yspahan()
    state.setup(players)
    return state


GAME = Game.of_modules(Yspahan, make, "Yspahan", version=1, players=(2, 4), modules=MODULES, opening="take ")
