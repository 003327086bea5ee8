"""Whom a merchant meets: other merchants, family members, the governor, the smuggler."""

from __future__ import annotations

from mypy_extensions import i64

from serai.games.istanbul import board, cards, dice, ids
from serai.games.istanbul import state as at
from serai.games.istanbul.places import Places
from serai.kernel import piles
from serai.kernel.bits import bit, count
from serai.kernel.state import Choices


class Encounters(Places):
    """Adds the figures that a merchant can meet at a place."""

    def ask_action(self) -> None:
        """Continue the turn with the action."""
        raise NotImplementedError

    def ask_after(self) -> None:
        """Continue the turn after the action."""
        raise NotImplementedError

    def ask_again(self) -> None:
        """Ask again in the same phase, if there is still something to decide."""
        raise NotImplementedError

    # Merchants

    def neutrals_here(self) -> i64:
        """I4: the neutral merchants at the merchant's place, one bit each."""
        here: i64 = 0
        if self.players == 2:
            place = self.me().place
            for neutral in range(3):
                if self.neutrals >> 4 * neutral & 15 == place:
                    here |= bit(neutral)
        return here

    def merchants_here(self) -> i64:
        """I4: how many other merchants are at the place."""
        place = self.me().place
        number = count(self.neutrals_here())
        for seat in range(self.players):
            if seat != self.seat and self.player[seat].place == place:
                number += 1
        return number

    def pay_merchants(self) -> None:
        """I4: two lira to each; for a neutral one to the bank, and it moves away."""
        place = self.me().place
        for seat in range(self.players):
            if seat != self.seat and self.player[seat].place == place:
                self.pay_lira(board.FEE, "merchant")
                self.gain_lira(seat, board.FEE, "merchant")
        self.rolling = self.neutrals_here()
        if self.rolling:
            self.pay_lira(board.FEE * count(self.rolling), "neutral merchant")
        self.move_neutrals()

    def move_neutrals(self) -> None:
        """I4: each moves once, before the action."""
        if self.rolling:
            self.ask_chance(at.NEUTRAL_ROLL)
        else:
            self.ask_action()

    def move_neutral(self, choice: i64) -> None:
        """I4."""
        place = dice.SUM[choice - ids.ROLL] - 1
        neutral: i64 = 0
        while not self.rolling >> neutral & 1:
            neutral += 1
        self.rolling &= self.rolling - 1
        self.neutrals = (self.neutrals & ~(15 << 4 * neutral)) | place << 4 * neutral
        self.tell("neutral-merchant", -1, neutral, board.PLACES[place])
        self.move_neutrals()

    # Family members

    def member_here(self) -> i64:
        """I6: the first seat whose family member must be caught; -1: none."""
        place = self.me().place
        if place != board.POLICE_STATION:
            for seat in range(self.players):
                if seat != self.seat and self.player[seat].family == place:
                    return seat
        return -1

    def catch(self, choice: i64) -> None:
        """I6."""
        self.send_home(self.member_here())
        self.reward(choice == ids.CATCH_FOR_CARD)

    def send_home(self, seat: i64) -> None:
        """Send a family member to the police station."""
        self.player[seat].family = board.POLICE_STATION
        self.tell("family", seat, 0, board.PLACES[board.POLICE_STATION])

    def reward(self, card: bool) -> None:
        """I6, I20: a card or three lira; then the phase continues."""
        if card:
            self.resume = self.phase
            self.ask_chance(at.REWARD_DEAL)
        else:
            self.gain_lira(self.seat, board.FAMILY_REWARD, "family")
            self.ask_again()

    def deal_reward(self, choice: i64) -> None:
        """I6, I20."""
        self.deal(self.seat, choice - ids.DEAL)
        self.phase = self.resume
        self.ask_again()

    # The governor

    def meets_governor(self) -> bool:
        """I6, I20: once per turn, and only while there is a card."""
        return self.governor == self.me().place and not self.used & at.USED_GOVERNOR and self.deck != 0

    def meet_governor(self) -> None:
        """I6."""
        self.used |= at.USED_GOVERNOR
        self.ask_chance(at.GOVERNOR_DEAL)

    def deal_by_governor(self, choice: i64) -> None:
        """I6: a player with no other card and no lira hands the card back, in view of all."""
        self.deal(self.seat, choice - ids.DEAL)
        player = self.me()
        if player.lira >= board.FEE or piles.size(player.hand, cards.BITS) > 1:
            self.ask(at.GOVERNOR)
        else:
            self.discard(choice - ids.DEAL)
            self.ask_chance(at.GOVERNOR_ROLL)

    def offer_governor(self, out: Choices) -> None:
        """I6."""
        if self.me().lira >= board.FEE:
            out.add(ids.PAY)
        self.offer_discard(out)

    def pay_governor(self, choice: i64) -> None:
        """I6."""
        if choice == ids.PAY:
            self.pay_lira(board.FEE, "governor")
        else:
            self.discard(choice - ids.DISCARD)
        self.ask_chance(at.GOVERNOR_ROLL)

    def move_governor(self, choice: i64) -> None:
        """I1, I6."""
        self.governor = dice.SUM[choice - ids.ROLL] - 1
        self.tell("governor", -1, 0, board.PLACES[self.governor])

    # The smuggler

    def meets_smuggler(self) -> bool:
        """I6: once per turn."""
        return self.smuggler == self.me().place and not self.used & at.USED_SMUGGLER

    def offer_smuggler(self, out: Choices) -> None:
        """I6: a good with room for it and a payment other than itself; or a good handed straight back."""
        player = self.me()
        for good in range(board.NUM_GOODS):
            if player.room(good) > 0 and (player.lira >= board.FEE or player.goods & ~(15 << 4 * good)):
                out.add(ids.SMUGGLER + good)
        out.add(ids.SMUGGLER_BACK)

    def meet_smuggler(self, choice: i64) -> None:
        """I6: ask for the payment if there is more than one way to pay."""
        self.used |= at.USED_SMUGGLER
        if choice == ids.SMUGGLER_BACK:
            self.ask_chance(at.SMUGGLER_ROLL)
            return
        good = choice - ids.SMUGGLER
        self.good = good
        player = self.me()
        payments: i64 = 1 if player.lira >= board.FEE else 0
        only: i64 = ids.PAY
        for other in range(board.NUM_GOODS):
            if other != good and player.stock(other):
                payments += 1
                only = ids.GIVE + other
        self.gain_goods(good, 1)
        if payments > 1:
            self.ask(at.SMUGGLER)
        else:
            self.pay_smuggler(only)

    def offer_smuggler_payment(self, out: Choices) -> None:
        """I6: not with the good itself: that would be handing it back."""
        player = self.me()
        if player.lira >= board.FEE:
            out.add(ids.PAY)
        for good in range(board.NUM_GOODS):
            if good != self.good and player.stock(good):
                out.add(ids.GIVE + good)

    def pay_smuggler(self, choice: i64) -> None:
        """I6."""
        if choice == ids.PAY:
            self.pay_lira(board.FEE, "smuggler")
        else:
            self.give_goods(choice - ids.GIVE, 1)
        self.ask_chance(at.SMUGGLER_ROLL)

    def move_smuggler(self, choice: i64) -> None:
        """I1, I6."""
        self.smuggler = dice.SUM[choice - ids.ROLL] - 1
        self.tell("smuggler", -1, 0, board.PLACES[self.smuggler])
