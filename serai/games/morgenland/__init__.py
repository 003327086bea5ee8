"""Morgenland (Aladdin's Dragons), a game by Richard Breese: hidden bids for treasure, magic and artifacts."""

from collections.abc import Mapping

from serai.games.morgenland import ids, insight, tensor, terminal, treasure
from serai.games.morgenland.levels import CLASSIC, LEVELS
from serai.games.morgenland.rules import Morgenland
from serai.games.morgenland.training import TRAINING
from serai.kernel.game import Game, Option


def make(players: int, options: Mapping[str, str]) -> Morgenland:
    """The first position; who starts is left to chance (M1)."""
    state = Morgenland()
    state.setup(players, options["game"] == "pro", treasure.deck(options["treasure-cards"], players))
    return state


GAME = Game(
    name="morgenland",
    title="Morgenland",
    version=2,
    players=(3, 5),
    num_actions=ids.NUM_ACTIONS,
    num_seat_actions=ids.NUM_SEAT_ACTIONS,
    make=make,
    empty=Morgenland,
    board=terminal.board_text,
    levels=LEVELS,
    classic=CLASSIC,
    layout=tensor.LAYOUT,
    insight=insight.INSIGHT,
    opinions=insight.OPINIONS,
    training=TRAINING,
    options={
        "game": Option("the full game, or the first one without magic", "pro", ("pro", "basic")),
        "treasure-cards": Option(
            "a file with other treasure cards than the reconstructed ones", read=treasure.read
        ),
    },
)
