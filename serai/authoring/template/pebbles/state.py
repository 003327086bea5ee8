"""What lies on the table."""

from __future__ import annotations

from itertools import islice
from typing import Final

from mypy_extensions import i64

from serai.kernel.state import State

from . import ids

COPIES: Final = 3  # of each card
# What is asked of the actor.
DEAL: Final = 0  # chance: the first cards
ROLL: Final = 1  # chance: the die
TURN: Final = 2  # a seat: keep, or play a card
DRAW: Final = 3  # chance: a card for who kept
DONE: Final = 4
PHASES: Final = ("deal", "roll", "turn", "draw", "done")


class Position(State):
    """A position: plain numbers and lists of them. `hand[seat][n]` counts the cards n + 1 of a seat."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = DEAL
        self.turn: i64 = 0  # turns so far
        self.seat: i64 = 0  # whose turn it is, or who is dealt to
        self.die: i64 = 0
        self.pebbles: list[int] = []
        self.deck: list[int] = [COPIES] * ids.FACES
        self.played: list[int] = [0] * ids.FACES  # they lie open
        self.hands: list[list[int]] = []

    def copy_to(self, twin: Position) -> None:
        twin.players = self.players
        twin.actor = self.actor
        twin.phase = self.phase
        twin.turn = self.turn
        twin.seat = self.seat
        twin.die = self.die
        twin.pebbles = self.pebbles[:]
        twin.deck = self.deck[:]
        twin.played = self.played[:]
        twin.hands = [hand[:] for hand in self.hands]

    def dump(self) -> list[int]:
        cards = [number for hand in self.hands for number in hand]
        first = [self.players, self.actor, self.phase, self.turn, self.seat, self.die]
        return [*first, *self.pebbles, *self.deck, *self.played, *cards]

    def load(self, numbers: list[int]) -> None:
        self.players, self.actor, self.phase, self.turn, self.seat, self.die = numbers[:6]
        rest = iter(numbers[6:])
        self.pebbles = list(islice(rest, self.players))
        self.deck = list(islice(rest, ids.FACES))
        self.played = list(islice(rest, ids.FACES))
        self.hands = [list(islice(rest, ids.FACES)) for _ in range(self.players)]
