"""Spices: a small game of the four modules that every game must have, and nothing else.

Cards are taken from a row or sold by the throw of a die. Hands are hidden.
"""

from collections.abc import Mapping

import pytest

from serai.kernel.game import Game
from serai.kernel.registry import LOCAL
from tests.spices.notation import KINDS
from tests.spices.rules import NUM_ACTIONS, Spices


def make(players: int, options: Mapping[str, str]) -> Spices:
    """The first position; who is dealt what is left to chance (S1)."""
    state = Spices()
    state.setup(players)
    return state


GAME = Game(
    name="spices",
    title="Spices",
    version=1,
    players=(2, 4),
    num_actions=NUM_ACTIONS,
    num_seat_actions=KINDS.first[KINDS.names.index("deal")],
    make=make,
    empty=Spices,
)


def make_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process know the game."""
    monkeypatch.setitem(LOCAL, "spices", GAME)
