"""Caravan: from the gate to the city, with hidden goods. For two to four."""

from collections.abc import Mapping

from serai.kernel.game import Game

from . import ids
from .rules import Caravan


def make(players: int, options: Mapping[str, str]) -> Caravan:
    """The first position, before the goods are dealt (C1)."""
    state = Caravan()
    state.setup(players)
    return state


GAME = Game(
    name="caravan",
    title="Caravan",
    version=1,
    players=(2, 4),
    num_actions=ids.NUM_ACTIONS,
    num_seat_actions=ids.NUM_SEAT_ACTIONS,
    make=make,
    empty=Caravan,
)
