"""The rules of Spices.

S1  Everybody is dealt two cards. Four lie open in a row.
S2  In a turn you take a card from the row, or sell all your cards of a spice, or pass.
S3  A card that is taken is replaced from the deck.
S4  For a sale the die is thrown: each card brings its price, and the first one the die besides.
S5  After six rounds the game ends. Who has most points wins.
"""

from __future__ import annotations

from typing import ClassVar

from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, Notated, Observed
from tests.spices import notation, observe
from tests.spices.notation import KINDS
from tests.spices.state import HAND, PRICES, ROUNDS, ROW, SPICES, Player, Position

NUM_ACTIONS = len(notation.NOTATION.texts)
PASS, TAKE, SELL, DEAL, ROLL = KINDS.first


class Spices(Position):
    """A game of Spices."""

    game_name: ClassVar[str] = "spices"
    num_actions: ClassVar[int] = NUM_ACTIONS
    notation_module: ClassVar[Notated] = notation
    observe_module: ClassVar[Observed] = observe

    def setup(self, players: int) -> None:
        """S1."""
        self.players = players
        self.player = [Player() for _ in range(players)]

    def choices(self, out: Choices) -> None:
        if self.actor == OVER:
            return
        if self.actor == CHANCE:
            outcomes = list(range(ROLL, ROLL + 6))
            if self.selling is None:
                outcomes = [DEAL + kind for kind, number in enumerate(self.deck) if number]
            for outcome in outcomes:
                out.add(outcome)
            return
        out.add(PASS)
        for kind in sorted(set(self.row)):
            out.add(TAKE + kind)
        for kind in sorted(set(self.player[self.seat].hand)):
            out.add(SELL + kind)

    def sample(self, rng: Rng) -> int:
        self.check_chance()
        if self.selling is not None:
            return ROLL + rng.below(6)
        index = rng.below(sum(self.deck))
        return DEAL + [kind for kind, number in enumerate(self.deck) for _ in range(number)][index]

    def apply_unchecked(self, choice: int) -> None:
        kind, which = KINDS.split(choice)
        if kind == "deal":
            self._deal(which)
        elif kind == "roll":
            self._sell(which + 1)
        elif kind == "sell":
            self.selling = which
            self.actor = CHANCE
        elif kind == "take":
            self._take(which)
        else:
            self._next()

    def scores(self) -> list[int]:
        return [player.score for player in self.player]

    def is_secret(self, choice: int, seat: int | None) -> bool:
        """The cards of the first deal, but for who gets them."""
        return self.actor == CHANCE and self.round == 0 and self._to_hand() and seat != self.seat

    def _to_hand(self) -> bool:
        return self.round == 0 and len(self.player[-1].hand) < HAND

    def _deal(self, kind: int) -> None:
        """S1, S3."""
        self.deck[kind] -= 1
        if self._to_hand():
            hand = self.player[self.seat].hand
            hand.append(kind)
            hand.sort()
            self.tell("card", self.seat, 1, SPICES[kind], True)
            if len(hand) == HAND:
                self.seat = (self.seat + 1) % self.players
            return
        self.row.append(kind)
        if len(self.row) == ROW:
            self._next()

    def _take(self, kind: int) -> None:
        """S2, S3."""
        self.row.remove(kind)
        hand = self.player[self.seat].hand
        hand.append(kind)
        hand.sort()
        self.tell("card", self.seat, 1, SPICES[kind])
        if any(self.deck):
            self.actor = CHANCE
        else:
            self._next()

    def _sell(self, die: int) -> None:
        """S4."""
        assert self.selling is not None
        player = self.player[self.seat]
        number = player.hand.count(self.selling)
        player.hand = [card for card in player.hand if card != self.selling]
        player.sold += [self.selling] * number
        points = number * PRICES[self.selling] + die
        player.score += points
        self.tell("points", self.seat, points, SPICES[self.selling])
        self.die = die
        self.selling = None
        self._next()

    def _next(self) -> None:
        """S5: the first turn comes after the row is laid."""
        if self.round == 0:
            self.round, self.seat = 1, 0
        else:
            self.seat = (self.seat + 1) % self.players
            self.round += self.seat == 0
        if self.round > ROUNDS:
            self.round = ROUNDS
            self.actor = OVER
        else:
            self.actor = self.seat
