"""The moves of pieces that the rules of Istanbul are made of: lira, goods, rubies, assistants, cards.

Every change is reported as an event.
"""

from __future__ import annotations

from mypy_extensions import i64

from serai.games.istanbul import board, cards
from serai.games.istanbul.state import Player, Position
from serai.kernel import piles
from serai.kernel.bits import bit
from serai.kernel.state import CHANCE, Choices


class Mechanics(Position):
    """A position, with the methods that move its pieces."""

    def me(self) -> Player:
        """The player whose turn it is."""
        return self.player[self.seat]

    def ask(self, phase: i64) -> None:
        """The player whose turn it is decides next."""
        self.phase = phase
        self.actor = self.seat

    def ask_chance(self, phase: i64) -> None:
        """Let chance choose next, in this phase."""
        self.phase = phase
        self.actor = CHANCE

    # Lira, goods, rubies

    def gain_lira(self, seat: i64, number: i64, source: str) -> None:
        """Give lira to a seat, or take them if `number` is negative."""
        self.player[seat].lira += number
        self.tell("lira", seat, number, source)

    def pay_lira(self, number: i64, purpose: str) -> None:
        """To the bank."""
        self.gain_lira(self.seat, -number, purpose)

    def gain_goods(self, good: i64, number: i64) -> None:
        """I19: goods that do not fit in the cart are lost."""
        player = self.me()
        room = player.room(good)
        if number > room:
            number = room
        if number > 0:
            player.goods += number << 4 * good
            self.tell("goods", self.seat, number, board.GOODS[good])

    def give_goods(self, good: i64, number: i64) -> None:
        """Hand over goods of one kind."""
        if number > 0:
            self.me().goods -= number << 4 * good
            self.tell("goods", self.seat, -number, board.GOODS[good])

    def has_room(self) -> bool:
        """Whether the cart has room for any good."""
        player = self.me()
        return board.total(player.goods) < board.NUM_GOODS * player.capacity

    def offer_room(self, out: Choices, first_id: i64) -> None:
        """Offer each good that the cart has room for."""
        player = self.me()
        for good in range(board.NUM_GOODS):
            if player.room(good) > 0:
                out.add(first_id + good)

    def gain_ruby(self, place: i64) -> None:
        """Take a ruby from a place."""
        self.me().rubies += 1
        self.tell("ruby", self.seat, 1, board.PLACES[place])

    # Assistants

    def leave_assistant(self) -> None:
        """I3, I22: the bottom one of the stack stays here."""
        player = self.me()
        player.stack -= 1
        if player.neutral & 1:
            self.loose += bit(3 * player.place)
            self.tell("neutral-assistant", self.seat, -1, board.PLACES[player.place])
        else:
            player.out |= bit(player.place)
            self.tell("assistant", self.seat, -1, board.PLACES[player.place])
        player.neutral >>= 1

    def return_assistant(self, place: i64) -> None:
        """I3, I11, I17, I20, I22: the player's own assistant goes to the bottom of the stack."""
        player = self.me()
        player.out &= ~bit(place)
        player.stack += 1
        player.neutral <<= 1
        self.tell("assistant", self.seat, 1, board.PLACES[place])

    def loose_at(self, place: i64) -> i64:
        """I22: how many neutral assistants lie at a place."""
        return self.loose >> 3 * place & 7

    def pick_up_neutral(self) -> None:
        """I22."""
        player = self.me()
        self.loose -= bit(3 * player.place)
        player.stack += 1
        player.neutral = player.neutral << 1 | 1
        self.tell("neutral-assistant", self.seat, 1, board.PLACES[player.place])

    # Bonus cards

    def deal(self, seat: i64, kind: i64) -> None:
        """I20, I23: from the draw pile to a hand, seen only by its owner."""
        self.deck -= cards.ONE[kind]
        self.player[seat].hand += cards.ONE[kind]
        self.tell("card", seat, 1, cards.CARDS[kind], True)
        if not self.deck:
            self.reshuffle()

    def reshuffle(self) -> None:
        """I20: at once when the draw pile is empty."""
        self.deck = cards.pile_of(self.discards) + cards.pile_of(self.deep)
        self.discards = 0
        self.deep = 0
        if self.deck:
            self.tell("reshuffle", -1, piles.size(self.deck, cards.BITS))

    def discard(self, kind: i64) -> None:
        """I20: from the hand onto the discards; if it is the only card there, it becomes the draw pile."""
        player = self.me()
        player.hand -= cards.ONE[kind]
        if cards.held(player.known, kind):  # of two equal cards, the publicly known one goes first
            player.known -= cards.ONE[kind]
        self.tell("card", self.seat, -1, cards.CARDS[kind])
        if not self.deck:
            self.deck = cards.ONE[kind]
            return
        self.deep = self.deep << 4 | self.discards >> cards.LAST_SHIFT
        self.discards = (self.discards << 4 & cards.HALF_MASK) | (kind + 1)

    def take_open(self) -> None:
        """I10: the top of the discards, seen by all."""
        kind = (self.discards & 15) - 1
        self.discards = self.discards >> 4 | (self.deep & 15) << cards.LAST_SHIFT
        self.deep >>= 4
        player = self.me()
        player.hand += cards.ONE[kind]
        player.known += cards.ONE[kind]
        self.tell("card", self.seat, 1, cards.CARDS[kind])
