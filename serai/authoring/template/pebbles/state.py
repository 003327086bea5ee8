"""What lies on the table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from serai.kernel.state import State

from . import ids

COPIES: Final = 3  # of each card
# Phases: what the actor must choose.
DEAL: Final = 0  # chance: the first cards
ROLL: Final = 1  # chance: the die
TURN: Final = 2  # a seat: keep, or play a card
DRAW: Final = 3  # chance: a card for the seat that kept
DONE: Final = 4
PHASES: Final = ("deal", "roll", "turn", "draw", "done")


class Position(State):
    """Plain fields, all set here: numbers, and lists of them. Copying and saving are derived from them.

    Cards are counted: `hands[seat][n]` is how many cards with the number n + 1 a seat has.
    """

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = DEAL
        self.turn: i64 = 0  # turns so far
        self.seat: i64 = 0  # whose turn it is, or who is being dealt to
        self.die: i64 = 0
        self.points: list[int] = []
        self.deck: list[int] = [COPIES] * ids.FACES
        self.played: list[int] = [0] * ids.FACES  # they lie face up
        self.hands: list[list[int]] = []
