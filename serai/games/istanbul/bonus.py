"""What a player can use in any of their turns: the yellow tile and the bonus cards."""

from __future__ import annotations

from mypy_extensions import i64

from serai.games.istanbul import board, cards, ids
from serai.games.istanbul import state as at
from serai.games.istanbul.encounters import Encounters
from serai.kernel.bits import bit
from serai.kernel.state import Choices


class Bonus(Encounters):
    """Adds what a player can use at each moment of their turn."""

    def go(self, place: i64) -> None:
        """The merchant moves, or stays and acts as if it had moved."""
        raise NotImplementedError

    def moved_to_fountain(self) -> bool:
        """I3, I17, I20: at the Fountain, the moment after moving is also the one before the action."""
        return self.site == board.FOUNTAIN and self.me().place == board.FOUNTAIN

    # The yellow tile

    def may_use_yellow(self) -> bool:
        """I17: once per turn, for one of the player's assistants at another place."""
        player = self.me()
        return (
            player.has(board.YELLOW)
            and player.lira >= board.FEE
            and not self.used & at.USED_YELLOW
            and player.out & ~bit(player.place) != 0
        )

    def offer_yellow(self, out: Choices) -> None:
        """I17."""
        if self.may_use_yellow():
            player = self.me()
            out.add_set(ids.YELLOW, player.out & ~bit(player.place))

    def use_yellow(self, place: i64) -> None:
        """I17."""
        self.used |= at.USED_YELLOW
        self.pay_lira(board.FEE, "yellow tile")
        self.return_assistant(place)

    # The bonus cards

    def offer_cards(self, out: Choices) -> None:
        """I20: the cards that can be played at this moment."""
        player = self.me()
        hand = player.hand
        if not hand:
            return
        phase = self.phase
        if cards.held(hand, cards.ONE_GOOD):
            self.offer_room(out, ids.CARD_GOOD)
        if cards.held(hand, cards.FIVE_LIRA):
            out.add(ids.CARD_LIRA)
        if self.done != at.NOWHERE:
            self.offer_twice(out, hand)
        if cards.held(hand, cards.HOME) and self.may_call_home():
            out.add(ids.CARD_HOME_FOR_CARD)  # if there is no other card, this one would be drawn
            out.add(ids.CARD_HOME_FOR_LIRA)
        if phase == at.MOVE:
            if cards.held(hand, cards.STAY):
                out.add(ids.CARD_STAY)
            if cards.held(hand, cards.FAR):
                out.add_set(ids.CARD_FAR, self.reach[16 + player.place])
        if cards.held(hand, cards.ASSISTANT) and self.is_movement():
            out.add_set(ids.CARD_ASSISTANT, player.out)
        if cards.held(hand, cards.ANY_GOODS) and player.goods and self.is_small_market():
            out.add(ids.CARD_ANY_GOODS)

    def may_call_home(self) -> bool:
        """I20: not between sending the family member and its action."""
        player = self.me()
        away = player.family != board.POLICE_STATION
        return away and (self.phase != at.ACTION or self.site == player.place)

    def is_movement(self) -> bool:
        """I20: before moving, and after it before I3."""
        phase = self.phase
        return phase == at.MOVE or phase == at.ARRIVE or (phase == at.ACTION and self.moved_to_fountain())

    def is_small_market(self) -> bool:
        """I14, I20: before the action of the Small Market."""
        return self.phase == at.ACTION and self.site == board.SMALL_MARKET

    def offer_twice(self, out: Choices, hand: i64) -> None:
        """I20: the action just done, once more, if the player can pay for it."""
        done = self.done
        if done == board.SULTANS_PALACE:
            card: i64 = cards.SULTAN_TWICE
            choice: i64 = ids.CARD_SULTAN
        elif done == board.POST_OFFICE:
            card = cards.POST_TWICE
            choice = ids.CARD_POST
        elif done == board.GEMSTONE_DEALER:
            card = cards.GEMSTONE_TWICE
            choice = ids.CARD_GEMSTONE
        else:
            return
        if cards.held(hand, card) and self.can_act():
            out.add(choice)

    def use(self, choice: i64) -> None:
        """I17, I20: the yellow tile or a card; the phase continues unless the card ends it."""
        if choice < ids.END:
            self.use_yellow(choice - ids.YELLOW)
            self.ask_again()
        elif choice <= ids.CARD_LIRA:
            if choice == ids.CARD_LIRA:
                self.discard(cards.FIVE_LIRA)
                self.gain_lira(self.seat, 5, "card")
            else:
                self.discard(cards.ONE_GOOD)
                self.gain_goods(choice - ids.CARD_GOOD, 1)
            self.ask_again()
        elif choice <= ids.CARD_GEMSTONE:
            self.play_twice(choice)
        elif choice <= ids.CARD_HOME_FOR_LIRA:
            self.discard(cards.HOME)
            self.send_home(self.seat)
            self.reward(choice == ids.CARD_HOME_FOR_CARD)
        elif choice == ids.CARD_STAY:
            self.discard(cards.STAY)
            self.go(self.me().place)
        elif choice < ids.CARD_ASSISTANT:
            self.discard(cards.FAR)
            self.go(choice - ids.CARD_FAR)
        elif choice < ids.CARD_ANY_GOODS:
            self.discard(cards.ASSISTANT)
            self.return_assistant(choice - ids.CARD_ASSISTANT)
            self.ask_again()
        else:
            self.discard(cards.ANY_GOODS)
            self.open_sale(board.SMALL, board.ANY_GOODS)

    def play_twice(self, choice: i64) -> None:
        """I20."""
        if choice == ids.CARD_SULTAN:
            self.discard(cards.SULTAN_TWICE)
            self.supply_sultan()
        elif choice == ids.CARD_POST:
            self.discard(cards.POST_TWICE)
            self.take_post()
        else:
            self.discard(cards.GEMSTONE_TWICE)
            self.buy_gemstone()

    # After the last round

    def play_last_cards(self) -> None:
        """I21: a family member comes home for lira, the only reward that counts in a tie."""
        player = self.me()
        while cards.held(player.hand, cards.FIVE_LIRA):
            self.discard(cards.FIVE_LIRA)
            self.gain_lira(self.seat, 5, "card")
        while cards.held(player.hand, cards.ONE_GOOD) and self.has_room():
            self.discard(cards.ONE_GOOD)
            good: i64 = 0
            while player.room(good) == 0:
                good += 1
            self.gain_goods(good, 1)
        if cards.held(player.hand, cards.HOME) and player.family != board.POLICE_STATION:
            self.discard(cards.HOME)
            self.send_home(self.seat)
            self.gain_lira(self.seat, board.FAMILY_REWARD, "family")
