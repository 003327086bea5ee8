"""Short games to review."""

from __future__ import annotations

from functools import cache

import serai
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER
from tests.games import allowed_players


@cache
def game_of(name: str, choices: int = 10_000) -> Record:
    """A random game, or its beginning."""
    record = Record(name, allowed_players(name))
    state, rng = record.replay(), Rng(f"review {name}")
    while state.actor != OVER and len(record.choices) < choices:
        legal = state.legal() if state.actor != CHANCE else []
        record.play(state, legal[rng.below(len(legal))] if legal else state.sample(rng))
    return record


def changed(record: Record, number: int) -> serai.State:
    """The position before a choice, with everything redealt that the seat to choose cannot see."""
    state = record.replay(number)
    return state.determinize(int(state.actor), Rng("another deal"))
