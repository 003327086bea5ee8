"""What lies on the table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from serai.kernel.state import State

from . import ids

COPIES: Final = 8  # of each good
CITY: Final = 18  # the last field; the gate is field 0
WELLS: Final = (4, 8, 12, 16)
# Phases: what the actor must choose.
DEAL: Final = 0  # chance: the first goods
ROLL: Final = 1  # chance: the die
TURN: Final = 2  # a seat: ride, wait or sell
DRAW: Final = 3  # chance: a good
DONE: Final = 4
PHASES: Final = ("deal", "roll", "turn", "draw", "done")


class Position(State):
    """Plain fields. Goods are counted: `hands[seat][good]` is how many a seat has of that good."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = DEAL
        self.turn: i64 = 0  # turns so far
        self.seat: i64 = 0  # whose turn it is, or who is being dealt to
        self.die: i64 = 0
        self.draws: i64 = 0  # goods that are still to be drawn now
        self.first: i64 = -1  # who reached the city first
        self.fields: list[int] = []
        self.coins: list[int] = []
        self.prices: list[int] = [3] * ids.NUM_GOODS
        self.deck: list[int] = [COPIES] * ids.NUM_GOODS
        self.sold: list[int] = [0] * ids.NUM_GOODS  # they lie face up
        self.hands: list[list[int]] = []
