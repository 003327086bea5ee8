"""Istanbul, a game by Rüdiger Dorn: merchants and their assistants in the bazaar, for two to five."""

from collections.abc import Mapping

from serai.games.istanbul import board, ids, insight, tensor, terminal
from serai.games.istanbul.levels import CLASSIC, LEVELS
from serai.games.istanbul.rules import Istanbul
from serai.games.istanbul.training import TRAINING
from serai.kernel.game import Game, Option

VARIANTS = ("none", "neutral-assistants")


def make(players: int, options: Mapping[str, str]) -> Istanbul:
    """The first position; who starts is left to chance (I1)."""
    state = Istanbul()
    state.setup(players, board.LAYOUTS.index(options["layout"]), VARIANTS.index(options["variant"]))
    return state


GAME = Game(
    name="istanbul",
    title="Istanbul",
    version=1,
    players=(2, 5),
    num_actions=ids.NUM_ACTIONS,
    num_seat_actions=ids.NUM_SEAT_ACTIONS,
    make=make,
    empty=Istanbul,
    board=terminal.board_text,
    levels=LEVELS,
    classic=CLASSIC,
    layout=tensor.LAYOUT,
    insight=insight.INSIGHT,
    opinions=insight.OPINIONS,
    training=TRAINING,
    options={
        "layout": Option("how the sixteen places lie", "short", tuple(board.LAYOUTS)),
        "variant": Option(
            "play with neutral assistants (two to four players)", "none", VARIANTS, players=(2, 3, 4)
        ),
    },
)
