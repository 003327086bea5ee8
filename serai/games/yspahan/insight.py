"""A net's input for Yspahan besides the features: the estimate for every seat."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64

from serai.games.yspahan import value
from serai.games.yspahan.state import Position
from serai.games.yspahan.tensor import SEATS
from serai.kernel.tensor import Feature, add_outlook

INSIGHT: Final[tuple[Feature, ...]] = ()
OPINIONS: Final = 1 + SEATS


def write(p: Position, out: BytesWriter, looker: i64) -> None:
    """Add the net's input for a seat, see `State.write_insight`."""
    shares = vec[float]([0.0] * SEATS)
    value.estimate(p, shares)
    add_outlook(out, shares, p.players, looker, SEATS)
