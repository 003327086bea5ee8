"""Converts the values of a position to shares of the win."""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i64


def softmax(out: vec[float], players: i64, spread: float) -> None:
    """Turn the value of each seat in `out` into its share of the win. The smaller the spread, the surer the
    leader's win: a seat that is behind by `spread` has 1/e of the leader's share.

    >>> shares = vec[float]([3.0, 3.0, -500.0])
    >>> softmax(shares, 3, 2.0)
    >>> [round(shares[seat], 3) for seat in range(3)]
    [0.5, 0.5, 0.0]
    """
    best = out[0]
    for seat in range(1, players):
        if out[seat] > best:
            best = out[seat]
    total = 0.0
    for seat in range(players):
        share = exp((out[seat] - best) / spread)
        out[seat] = share
        total += share
    for seat in range(players):
        out[seat] /= total
