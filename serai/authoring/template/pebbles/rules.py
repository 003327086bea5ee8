"""The rules. Each function carries the id of its rule, and the tests are named after them.

P1  Each player is dealt two cards. There are three of each number from 1 to 6.
P2  A turn begins with a roll of the die.
P3  A player who keeps the die scores its points, and draws a card if there is one and they have only two.
P4  A player who plays a card scores the sum of card and die; twice as much if they are equal.
P5  After six turns each, the player with the most points wins; ties share the win.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from serai.kernel import piles
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices

from . import ids, notation, observe
from . import state as at
from .state import Position

FIRST_CARDS: Final = 2
MOST_CARDS: Final = 3
TURNS: Final = 6


class Pebbles(Position):
    """Game of Pebbles."""

    game_name: ClassVar[str] = "pebbles"
    num_actions: ClassVar[int] = ids.NUM_ACTIONS
    notation_module: ClassVar[Any] = notation
    observe_module: ClassVar[Any] = observe

    def setup(self, players: int) -> None:
        """P1."""
        self.players = players
        self.points = [0] * players
        self.hands = [[0] * ids.FACES for _ in range(players)]

    # Choices and their effects

    def choices(self, out: Choices) -> None:
        if self.phase == at.TURN:
            out.add(ids.KEEP)
            for card in range(ids.FACES):
                if self.hands[self.seat][card]:
                    out.add(ids.PLAY + card)
        elif self.phase == at.ROLL:
            for face in range(ids.FACES):
                out.add(ids.ROLL + face)
        elif self.phase != at.DONE:
            for card in range(ids.FACES):
                if self.deck[card]:
                    out.add(ids.DEAL + card)

    def sample(self, rng: Rng) -> int:
        self.check_chance()
        if self.phase == at.ROLL:
            return ids.ROLL + rng.below(ids.FACES)
        return ids.DEAL + piles.draw_one(self.deck, rng)

    def weight(self, choice: i64) -> i64:
        """All faces are equally likely, cards in proportion to how many there are."""
        return 1 if choice >= ids.ROLL else self.deck[choice - ids.DEAL]

    def apply_unchecked(self, choice: i64) -> None:
        if choice >= ids.ROLL:
            self._roll(choice - ids.ROLL)
        elif choice >= ids.DEAL:
            self._deal(choice - ids.DEAL)
        elif choice >= ids.PLAY:
            self._play(choice - ids.PLAY)
        else:
            self._keep()

    def _deal(self, card: i64) -> None:
        """P1, P3."""
        self.deck[card] -= 1
        self.hands[self.seat][card] += 1
        self.tell("card", self.seat, 1, str(card + 1), secret=True)
        if self.phase == at.DRAW:
            self._next_turn()
            return
        self.seat = (self.seat + 1) % self.players
        if sum(self.hands[self.seat]) == FIRST_CARDS:
            self._ask(at.ROLL, CHANCE)

    def _roll(self, face: i64) -> None:
        """P2."""
        self.die = face + 1
        self._ask(at.TURN, self.seat)

    def _keep(self) -> None:
        """P3."""
        self._gain(self.die, "die")
        if sum(self.deck) and sum(self.hands[self.seat]) < MOST_CARDS:
            self._ask(at.DRAW, CHANCE)
        else:
            self._next_turn()

    def _play(self, card: i64) -> None:
        """P4."""
        self.hands[self.seat][card] -= 1
        self.played[card] += 1
        taken = self.die + card + 1
        self._gain(2 * taken if self.die == card + 1 else taken, "card")
        self._next_turn()

    def _next_turn(self) -> None:
        """P5."""
        self.die = 0
        self.turn += 1
        self.seat = self.turn % self.players
        if self.turn == TURNS * self.players:
            self._ask(at.DONE, OVER)
        else:
            self._ask(at.ROLL, CHANCE)

    def _gain(self, points: i64, source: str) -> None:
        self.points[self.seat] += points
        self.tell("points", self.seat, points, source)

    def _ask(self, phase: i64, actor: i64) -> None:
        self.phase = phase
        self.actor = actor

    # The rest of the kernel's interface; most of it has defaults (serai.kernel.state)

    def scores(self) -> list[int]:
        """P5."""
        return self.points[:]

    def is_secret(self, choice: i64, seat: int | None) -> bool:
        """Only the seat that is dealt a card knows it."""
        return ids.DEAL <= choice < ids.ROLL and seat != self.seat
