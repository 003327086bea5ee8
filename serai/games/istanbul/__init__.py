"""Istanbul, a game by Rüdiger Dorn: merchants and their assistants in the bazaar, for two to five."""

from collections.abc import Mapping

from serai.games.istanbul import board, ids, insight, levels, tensor, terminal, training
from serai.games.istanbul.rules import Istanbul
from serai.kernel.game import Game, Modules, Option

VARIANTS = ("none", "neutral-assistants")
MODULES = Modules(ids, insight, levels, tensor, terminal, training)
OPTIONS = {
    "layout": Option("how the sixteen places lie", "short", tuple(board.LAYOUTS)),
    "variant": Option(
        "play with neutral assistants (two to four players)", "none", VARIANTS, players=(2, 3, 4)
    ),
}


def make(players: int, options: Mapping[str, str]) -> Istanbul:
    """The first position; who starts is left to chance (I1)."""
    state = Istanbul()
    state.setup(players, board.LAYOUTS.index(options["layout"]), VARIANTS.index(options["variant"]))
    return state


GAME = Game.of_modules(
    Istanbul, make, "Istanbul", version=1, players=(2, 5), modules=MODULES, opening="move ", options=OPTIONS
)
