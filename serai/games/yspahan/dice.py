"""A roll as one number. Every handful of up to nine dice (order ignored) has a number; they are
numbered by size, so that the 84 handfuls of up to three yellow dice come first."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.rng import Rng

HANDFULS: Final = tuple(
    dice for size in range(10) for dice in combinations_with_replacement((1, 2, 3, 4, 5, 6), size)
)
NUMBER_OF: Final = {dice: number for number, dice in enumerate(HANDFULS)}
NUM_YELLOW: Final = 84
FIRST_WHITE: Final = 1716  # the first handful of eight
NUM_ROLLS: Final = 276276  # (5005 - 1716) * 84


def _additions() -> list[int]:
    """For each handful of up to eight and each face, the handful with that die added."""
    return [
        NUMBER_OF[tuple(sorted((*dice, face)))] for dice in HANDFULS if len(dice) < 9 for face in range(1, 7)
    ]


ADD: Final[vec[i64]] = vec[i64](_additions())
# For each handful, how many dice show each face, four bits per face (1 lowest), and how many there are.
FACES: Final[vec[i64]] = vec[i64]([sum(1 << 4 * (face - 1) for face in dice) for dice in HANDFULS])
OUTCOMES: Final[vec[i64]] = vec[i64]([6**number for number in range(10)])
SIZE: Final[vec[i64]] = vec[i64]([len(dice) for dice in HANDFULS])


def white_dice(players: i64) -> i64:
    """How many are rolled (Y2, Y20)."""
    return 8 if players == 2 else 9


def throw(number: i64, rng: Rng) -> i64:
    """A random handful of that many dice."""
    outcome = rng.below(OUTCOMES[number])
    handful: i64 = 0
    for _ in range(number):
        handful = ADD[6 * handful + outcome % 6]
        outcome //= 6
    return handful


def roll_number(white: i64, yellow: i64) -> i64:
    """The number of a roll of two handfuls."""
    return (white - FIRST_WHITE) * NUM_YELLOW + yellow


def white_of(roll: i64) -> i64:
    """The number of the white dice in a roll."""
    return roll // NUM_YELLOW + FIRST_WHITE


def yellow_of(roll: i64) -> i64:
    """The number of the yellow dice in a roll."""
    return roll % NUM_YELLOW
