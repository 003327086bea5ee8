"""How likely it is that figures lying face down are stronger than a number: a table, computed once.

Players send strong figures to caves and cheap ones to rooms: in a cave, a figure's probability is in
proportion to its strength; in a room, weaker ones are likelier. Besides the hidden figures in a field, those
still in the hand count, because each may be placed there; in caves more likely if its owner has begun to bid.
A row has the odds for strengths from 0 up; its index is `row`.
"""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import vec

from serai.games.morgenland import board

DRIFT: Final = 0.1  # how likely a figure from the hand goes to a given field,
BIDDING: Final = 0.18  # and to a cave in which its owner has figures already
WIDTH: Final = 44  # all eight are worth 42
ROWS: Final = board.NUM_FIGURES + 1
CHEAP: Final = ROWS * ROWS * WIDTH  # where the rows for rooms begin


def _sums(weights: list[float]) -> list[list[float]]:
    """For each number of figures, the probability of each sum."""
    found = [[0.0] * WIDTH for _ in range(ROWS)]
    for figures in range(256):
        weight = 1.0
        for figure in range(board.NUM_FIGURES):
            if figures >> figure & 1:
                weight *= weights[figure]
        found[figures.bit_count()][int(board.STRENGTH_OF[figures])] += weight
    for row in found:
        total = sum(row)
        for strength in range(WIDTH):
            row[strength] /= total
    return found


def _odds(weights: list[float], bidding: float) -> list[float]:
    """The odds that the hidden figures in a field, with those still to come, exceed each strength."""
    exceed = [[sum(row[strength + 1 :]) for strength in range(WIDTH)] for row in _sums(weights)]
    odds: list[float] = []
    for hidden in range(ROWS):
        drift = bidding if hidden else DRIFT
        for hand in range(ROWS):
            row = [0.0] * WIDTH
            for come in range(hand + 1):
                chance = comb(hand, come) * drift**come * (1.0 - drift) ** (hand - come)
                all_of_them = exceed[min(hidden + come, board.NUM_FIGURES)]
                row = [row[i] + chance * all_of_them[i] for i in range(WIDTH)]
            odds += row
    return odds


ODDS: Final[vec[float]] = vec[float](
    _odds([float(strength) for strength in board.STRENGTHS], BIDDING)
    + _odds([float((10 - strength) ** 2) for strength in board.STRENGTHS], DRIFT)
)
