"""Game of Pebbles: six throws of a die, and cards that nobody sees until they are played. For two to four."""

from collections.abc import Mapping

from serai.kernel.game import Game

from . import ids
from .rules import Pebbles


def make(players: int, options: Mapping[str, str]) -> Pebbles:
    """The first position, before the cards are dealt."""
    state = Pebbles()
    state.setup(players)
    return state


GAME = Game(
    name="pebbles",
    title="Game of Pebbles",
    version=1,
    players=(2, 4),
    num_actions=ids.NUM_ACTIONS,
    num_seat_actions=ids.NUM_SEAT_ACTIONS,
    make=make,
    empty=Pebbles,
)
