"""Yspahan, a game by Sébastien Pauchon: three weeks of trade in a Persian city, for two to four."""

from collections.abc import Mapping

from serai.games.yspahan import ids, insight, tensor, terminal
from serai.games.yspahan.levels import CLASSIC, LEVELS
from serai.games.yspahan.rules import Yspahan
from serai.games.yspahan.training import TRAINING
from serai.kernel.game import Game


def make(players: int, options: Mapping[str, str]) -> Yspahan:
    """The first position; who starts is left to chance (Y1)."""
    state = Yspahan()
    state.setup(players)
    return state


GAME = Game(
    name="yspahan",
    title="Yspahan",
    version=1,
    players=(2, 4),
    num_actions=ids.NUM_ACTIONS,
    num_seat_actions=ids.NUM_SEAT_ACTIONS,
    make=make,
    empty=Yspahan,
    board=terminal.board_text,
    levels=LEVELS,
    classic=CLASSIC,
    layout=tensor.LAYOUT,
    insight=insight.INSIGHT,
    opinions=insight.OPINIONS,
    training=TRAINING,
)
