"""Random play in compiled code, for simulation, benchmarks and search."""

from __future__ import annotations

from mypy_extensions import i64

from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State


def play_random(state: State, rng: Rng, limit: int = 1 << 40) -> int:
    """Play uniformly random choices to the end (or `limit` decisions). Returns the decisions of seats."""
    out = Choices()
    decisions: i64 = 0
    most: i64 = limit
    while decisions < most:
        actor = state.actor
        if actor >= 0:
            state.apply_unchecked(state.pick(out, rng))
            decisions += 1
        elif actor == CHANCE:
            state.apply_unchecked(state.sample(rng))
        else:
            assert actor == OVER
            break
    return decisions
