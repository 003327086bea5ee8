"""How likely some figures that lie face down are stronger than a number: a table, made once.

To caves players send strong figures, to rooms cheap ones: there a figure is as likely as it is strong, here
the likelier the weaker. Beside the hidden figures in a field those still in the hand count, each of which may
be placed there, in caves more likely where its owner has begun to bid. The odds of a row are for strengths
from 0 up; its number is `row`.
"""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import vec

from serai.games.morgenland import board

DRIFT: Final = 0.1  # how likely a figure from the hand goes to one certain field,
BIDDING: Final = 0.18  # and to a cave in which others of its owner lie already
WIDTH: Final = 44  # all eight are worth 42
ROWS: Final = board.NUM_FIGURES + 1
CHEAP: Final = ROWS * ROWS * WIDTH  # where the odds for rooms begin


def _sums(weights: list[float]) -> list[list[float]]:
    """For each number of figures, how likely each sum is."""
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
    """How likely the hidden figures in a field, with those that come from the hand, exceed a strength."""
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
