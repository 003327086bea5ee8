"""A net's input for Morgenland besides the features: the estimate, and what it is made of.

The estimate works out from tables of odds who is likely to be ahead in a field, what the caves should bring
and whether the guard lets a player in, which would be hard to learn.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_f32_le
from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import value
from serai.games.morgenland.mechanics import Mechanics
from serai.games.morgenland.tensor import SEATS
from serai.kernel.tensor import Feature, add_outlook

INSIGHT: Final[tuple[Feature, ...]] = ()
COLUMNS: Final = value.ENTER + 3  # per seat: the parts, treasures, and three more
OPINIONS: Final = 1 + SEATS + SEATS * COLUMNS


def write(p: Mechanics, out: BytesWriter, looker: i64) -> None:
    """Add the net's input for a seat, see `State.write_insight`."""
    shares = vec[float]([0.0] * SEATS)
    left = value.artifacts_to_come(p)
    desk = value.judge(p, left)
    value.share_out(p, desk, left, shares)
    add_outlook(out, shares, p.players, looker, SEATS)
    for step in range(SEATS):
        seat = looker + step
        if seat >= p.players:
            seat -= p.players
        _write_seat(out, desk, seat * value.COLUMNS if step < p.players else -1)


def _write_seat(out: BytesWriter, desk: vec[float], base: i64) -> None:
    """A row of the desk, scaled so that most numbers are about 1; zeros for a missing seat."""
    if base < 0:
        for _column in range(COLUMNS):
            write_f32_le(out, 0.0)
        return
    for column in range(value.MONEY):
        write_f32_le(out, desk[base + column])
    for column in range(value.MONEY, value.ENTER):
        write_f32_le(out, 0.2 * desk[base + column])
    write_f32_le(out, desk[base + value.ENTER])
    write_f32_le(out, desk[base + value.BOUGHT])
    write_f32_le(out, 0.2 * desk[base + value.BRIBE])
