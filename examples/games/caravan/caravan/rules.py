"""The rules of Caravan. Each function carries the id of its rule, and the tests are named after them.

C1  All camels start at the gate. Each player is dealt three goods, of eight each of dates, salt, silk, spice.
C2  A turn begins with a roll of the die.
C3  To ride is to move by the die. Each well reached or passed gives a good, up to a hand of six.
C4  To wait is to draw a good.
C5  To sell is to give up all goods of one kind for its price each. It then falls by one; the others rise.
C6  When a camel reaches the city, the round is the last. Two fields give a coin; the first there gets five.
C7  The most coins win; ties share the win.
"""

from __future__ import annotations

from math import exp
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel import piles
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices

from . import ids, notation, observe
from . import state as at
from .state import Position

FIRST_GOODS: Final = 3
MOST_GOODS: Final = 6
LOWEST: Final = 1
HIGHEST: Final = 6
FIRST_BONUS: Final = 5


class Caravan(Position):
    """A game of Caravan."""

    game_name: ClassVar[str] = "caravan"
    num_actions: ClassVar[int] = ids.NUM_ACTIONS
    notation_module: ClassVar[Any] = notation
    observe_module: ClassVar[Any] = observe

    def setup(self, players: int) -> None:
        """C1."""
        self.players = players
        self.fields = [0] * players
        self.coins = [0] * players
        self.hands = [[0] * ids.NUM_GOODS for _ in range(players)]

    # Choices and their effects

    def choices(self, out: Choices) -> None:
        if self.phase == at.TURN:
            self._offer_turn(out)
        elif self.phase == at.ROLL:
            for face in range(6):
                out.add(ids.ROLL + face)
        elif self.phase != at.DONE:
            for good in range(ids.NUM_GOODS):
                if self.deck[good]:
                    out.add(ids.DEAL + good)

    def _offer_turn(self, out: Choices) -> None:
        out.add(ids.RIDE)
        if self._can_draw():
            out.add(ids.WAIT)
        for good in range(ids.NUM_GOODS):
            if self.hands[self.seat][good]:
                out.add(ids.SELL + good)

    def sample(self, rng: Rng) -> int:
        self.check_chance()
        if self.phase == at.ROLL:
            return ids.ROLL + rng.below(6)
        return ids.DEAL + piles.draw_one(self.deck, rng)

    def weight(self, choice: i64) -> i64:
        """All faces are equally likely, goods in proportion to how many there are."""
        return self.deck[choice - ids.DEAL] if choice >= ids.DEAL else 1

    def apply_unchecked(self, choice: i64) -> None:
        if choice >= ids.DEAL:
            self._deal(choice - ids.DEAL)
        elif choice >= ids.ROLL:
            self.die = choice - ids.ROLL + 1  # C2
            self._ask(at.TURN, self.seat)
        elif choice >= ids.SELL:
            self._sell(choice - ids.SELL)
        elif choice == ids.WAIT:
            self.draws = 1  # C4
            self._go_on()
        else:
            self._ride()

    def _deal(self, good: i64) -> None:
        """C1, C3, C4."""
        self.deck[good] -= 1
        self.hands[self.seat][good] += 1
        self.tell("good", self.seat, 1, ids.GOODS[good], secret=True)
        if self.phase == at.DRAW:
            self.draws -= 1
            self._go_on()
            return
        self.seat = (self.seat + 1) % self.players
        if sum(self.hands[self.seat]) == FIRST_GOODS:
            self._ask(at.ROLL, CHANCE)

    def _ride(self) -> None:
        """C3, C6."""
        start = self.fields[self.seat]
        goal = min(start + self.die, at.CITY)
        self.fields[self.seat] = goal
        self.draws = sum(1 for well in at.WELLS if start < well <= goal)
        self.tell("ride", self.seat, goal - start)
        if goal == at.CITY and self.first < 0:
            self.first = self.seat
        self._go_on()

    def _sell(self, good: i64) -> None:
        """C5."""
        number = self.hands[self.seat][good]
        self.hands[self.seat][good] = 0
        self.sold[good] += number
        self._gain(self.seat, number * self.prices[good], "market")
        for other in range(ids.NUM_GOODS):
            step = -1 if other == good else 1
            self.prices[other] = min(max(self.prices[other] + step, LOWEST), HIGHEST)
        self._go_on()

    def _can_draw(self) -> bool:
        return sum(self.deck) > 0 and sum(self.hands[self.seat]) < MOST_GOODS

    def _go_on(self) -> None:
        """Draw the goods still due, then pass the turn."""
        if self.draws and self._can_draw():
            self._ask(at.DRAW, CHANCE)
            return
        self.draws = 0
        self.die = 0
        self.turn += 1
        self.seat = self.turn % self.players
        if self.seat == 0 and self.first >= 0:
            self._end()
        else:
            self._ask(at.ROLL, CHANCE)

    def _end(self) -> None:
        """C6."""
        for seat in range(self.players):
            self._gain(seat, self.fields[seat] // 2, "road")
        self._gain(self.first, FIRST_BONUS, "first")
        self._ask(at.DONE, OVER)

    def _gain(self, seat: i64, coins: i64, source: str) -> None:
        self.coins[seat] += coins
        self.tell("points", seat, coins, source)

    def _ask(self, phase: i64, actor: i64) -> None:
        self.phase = phase
        self.actor = actor

    # The rest of the kernel's interface

    def scores(self) -> list[int]:
        """C7."""
        return self.coins[:]

    def is_secret(self, choice: i64, seat: int | None) -> bool:
        """Only the seat that is dealt a good knows it."""
        return choice >= ids.DEAL and seat != self.seat

    def estimate(self, out: vec[float]) -> None:
        """Coins, progress on the road, and the current price of the goods in hand."""
        total = 0.0
        for seat in range(self.players):
            out[seat] = exp(self._worth(seat) / 6.0)
            total += out[seat]
        for seat in range(self.players):
            out[seat] = out[seat] / total

    def _worth(self, seat: int) -> float:
        hand = self.hands[seat]
        goods = sum(hand[good] * self.prices[good] for good in range(ids.NUM_GOODS))
        return self.coins[seat] + 0.7 * self.fields[seat] + 0.8 * goods
