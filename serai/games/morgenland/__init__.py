"""Morgenland (Aladdin's Dragons), a game by Richard Breese: hidden bids for treasure, magic and artifacts."""

from collections.abc import Mapping

from serai.games.morgenland import ids, insight, levels, tensor, terminal, training, treasure
from serai.games.morgenland.rules import Morgenland
from serai.kernel.game import Game, Modules, Option

MODULES = Modules(ids, insight, levels, tensor, terminal, training)
OPTIONS = {
    "game": Option("the full game, or the first one without magic", "pro", ("pro", "basic")),
    "treasure-cards": Option(
        "a file with other treasure cards than the reconstructed ones", read=treasure.read
    ),
}


def make(players: int, options: Mapping[str, str]) -> Morgenland:
    """The first position; who starts is left to chance (M1)."""
    state = Morgenland()
    state.setup(players, options["game"] == "pro", treasure.deck(options["treasure-cards"], players))
    return state


GAME = Game.of_modules(
    Morgenland,
    make,
    "Morgenland",
    version=2,
    players=(3, 5),
    modules=MODULES,
    opening="place ",
    options=OPTIONS,
)
