"""What lies on the table of Spices."""

from __future__ import annotations

from serai.kernel.state import State

SPICES = ["cumin", "saffron", "cinnamon", "pepper"]
COPIES = 6
ROW = 4
HAND = 2
ROUNDS = 6
PRICES = [1, 4, 3, 2]


class Player:
    """What one seat has."""

    def __init__(self) -> None:
        self.score = 0
        self.hand: list[int] = []  # sorted
        self.sold: list[int] = []


class Position(State):
    """The pieces, and where the turn stands."""

    pieces = (Player,)

    def __init__(self) -> None:
        super().__init__()
        self.round = 0
        self.seat = 0
        self.deck = [COPIES] * len(SPICES)
        self.row: list[int] = []
        self.selling: int | None = None
        self.die = 0
        self.player: list[Player] = []
