"""Serai: three games of the bazaar, exact and fast.

>>> import serai
>>> state = serai.game("yspahan").new(players=3)
>>> rng = serai.Rng(1)
>>> while state.actor != serai.OVER:
...     if state.actor == serai.CHANCE:
...         state.apply(state.sample(rng))
...     else:
...         legal = state.legal()
...         state.apply(legal[rng.below(len(legal))])
>>> len(state.scores())
3
"""

from serai import _source
from serai._version import __version__

_source.prefer_source_if_asked()

from serai.kernel.errors import (  # noqa: E402
    BadNotation,
    BadOption,
    BadRecord,
    BrokenGame,
    IllegalMove,
    SeraiError,
    TooMany,
    UnknownGame,
)
from serai.kernel.game import Game, Option  # noqa: E402
from serai.kernel.record import Record  # noqa: E402
from serai.kernel.registry import game, game_names  # noqa: E402
from serai.kernel.rng import Rng  # noqa: E402
from serai.kernel.state import CHANCE, OVER, Choices, Event, State  # noqa: E402

__all__ = [
    "CHANCE",
    "OVER",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "BrokenGame",
    "Choices",
    "Event",
    "Game",
    "IllegalMove",
    "Option",
    "Record",
    "Rng",
    "SeraiError",
    "State",
    "TooMany",
    "UnknownGame",
    "__version__",
    "game",
    "game_names",
]
