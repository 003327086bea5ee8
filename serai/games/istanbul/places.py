"""The actions of the sixteen places, for the merchant or for the family member.

`site` is the place whose action is carried out. What a phase offers and what its choices do are side by side.
"""

from __future__ import annotations

from mypy_extensions import i64

from serai.games.istanbul import board, cards, dice, ids
from serai.games.istanbul import state as at
from serai.games.istanbul.mechanics import Mechanics
from serai.kernel import piles
from serai.kernel.bits import bit
from serai.kernel.state import Choices


class Places(Mechanics):
    """Adds what can be done at the places."""

    def action_done(self) -> None:
        """Continue the turn after the action."""
        raise NotImplementedError

    def send_family(self, place: i64) -> None:
        """The family member leaves the Police Station."""
        raise NotImplementedError

    # The action

    def can_act(self) -> bool:
        """I5: whether the action of the site is possible, without a card."""
        player = self.me()
        site = self.site
        if site == board.WAINWRIGHT:
            return player.capacity < board.MOST_CAPACITY and player.lira >= board.EXTENSION
        if site <= board.FRUIT_WAREHOUSE:
            return player.room(site - board.FABRIC_WAREHOUSE) > 0 or self.can_buy()
        if site == board.CARAVANSERAI:
            return self.deck != 0
        if site == board.FOUNTAIN:
            return player.out != 0
        if site == board.SMALL_MARKET:
            return self.can_sell(self.demand(board.SMALL))
        if site == board.LARGE_MARKET:
            return self.can_sell(self.demand(board.LARGE))
        if site == board.POLICE_STATION:
            return player.family == board.POLICE_STATION
        if site == board.SULTANS_PALACE:
            return self.can_pay_sultan()
        if site == board.SMALL_MOSQUE:
            return self.can_take_tile(board.RED) or self.can_take_tile(board.GREEN)
        if site == board.GREAT_MOSQUE:
            return self.can_take_tile(board.YELLOW) or self.can_take_tile(board.BLUE)
        if site == board.GEMSTONE_DEALER:
            return self.can_pay_gemstone()
        return True  # Post Office, Black Market, Tea House

    def offer_action(self, out: Choices) -> None:
        """I5: the action, or to pass."""
        site = self.site
        if not self.can_act():
            out.add(ids.PASS)
        elif site == board.FOUNTAIN:
            self.offer_fountain(out)
        elif site == board.TEA_HOUSE:
            out.add(ids.PASS)
            for number in range(3, 13):
                out.add(ids.NAME + number - 3)
        elif site == board.POLICE_STATION:
            out.add(ids.PASS)
            out.add_set(ids.SEND, board.ALL_PLACES ^ bit(board.POLICE_STATION))
        elif site == board.SMALL_MOSQUE:
            out.add(ids.PASS)
            self.offer_tiles(out, board.RED, board.GREEN)
        elif site == board.GREAT_MOSQUE:
            out.add(ids.PASS)
            self.offer_tiles(out, board.YELLOW, board.BLUE)
        elif self.is_full_warehouse():
            out.add(ids.PASS)
            self.offer_room(out, ids.BUY)
        else:
            out.add(ids.ACT)
            out.add(ids.PASS)

    def act(self, choice: i64) -> None:
        """I5."""
        site = self.site
        self.done = site
        if site == board.WAINWRIGHT:
            self.extend_cart()
        elif site <= board.FRUIT_WAREHOUSE:
            self.fill_cart(choice)
        elif site == board.POST_OFFICE:
            self.take_post()
        elif site == board.CARAVANSERAI:
            self.due = 2
            self.take_cards()
        elif site == board.FOUNTAIN:
            self.use_fountain(choice)
        elif site == board.BLACK_MARKET:
            self.throw_dice(0)
        elif site == board.TEA_HOUSE:
            self.throw_dice(choice - ids.NAME + 3)
        elif site == board.LARGE_MARKET:
            self.open_sale(board.LARGE, self.demand(board.LARGE))
        elif site == board.SMALL_MARKET:
            self.open_sale(board.SMALL, self.demand(board.SMALL))
        elif site == board.POLICE_STATION:
            self.send_family(choice - ids.SEND)
        elif site == board.SULTANS_PALACE:
            self.supply_sultan()
        elif site == board.GEMSTONE_DEALER:
            self.buy_gemstone()
        else:
            self.take_tile(choice - ids.TILE)

    # 1 Wainwright

    def extend_cart(self) -> None:
        """I7: a ruby for the third extension."""
        player = self.me()
        self.pay_lira(board.EXTENSION, "wainwright")
        player.capacity += 1
        self.tell("capacity", self.seat, 1)
        if player.capacity == board.MOST_CAPACITY:
            self.carts -= 1
            self.gain_ruby(board.WAINWRIGHT)
        self.action_done()

    # 2, 3, 4 Warehouses

    def can_buy(self) -> bool:
        """I8: by the green tile."""
        player = self.me()
        return player.has(board.GREEN) and player.lira >= board.FEE and self.has_room()

    def is_full_warehouse(self) -> bool:
        """I8: a warehouse where only a purchase is left to do."""
        if self.site < board.FABRIC_WAREHOUSE or self.site > board.FRUIT_WAREHOUSE:
            return False
        return self.me().room(self.site - board.FABRIC_WAREHOUSE) == 0

    def fill_cart(self, choice: i64) -> None:
        """I8."""
        if choice != ids.ACT:
            self.buy(choice)
            return
        good = self.site - board.FABRIC_WAREHOUSE
        self.gain_goods(good, self.me().room(good))
        if self.can_buy():
            self.ask(at.GREEN)
        else:
            self.action_done()

    def offer_buy(self, out: Choices) -> None:
        """I8."""
        out.add(ids.DONE)
        self.offer_room(out, ids.BUY)

    def buy(self, choice: i64) -> None:
        """I8."""
        if choice != ids.DONE:
            self.pay_lira(board.FEE, "green tile")
            self.gain_goods(choice - ids.BUY, 1)
        self.action_done()

    # 5 Post Office

    def take_post(self) -> None:
        """I9: the upper fields are fabric, 2 lira and jewellery, the lower ones spice, 1 lira and fruit.

        A column shows its upper field once its indicator is down.
        """
        down = self.post
        self.gain_goods(board.FABRIC if down > 0 else board.SPICE, 1)
        self.gain_goods(board.JEWELLERY if down > 2 else board.FRUIT, 1)
        self.gain_lira(self.seat, 2 + (1 if down > 1 else 0) + (1 if down > 3 else 0), "post office")
        self.post = down + 1 if down < 4 else 0
        self.tell("post", -1, self.post)
        self.action_done()

    # 6 Caravanserai

    def take_cards(self) -> None:
        """I10, I20: two cards, or as many as there are, then one back."""
        if self.due and self.deck:
            if self.discards:
                self.ask(at.CARAVAN)
            else:
                self.ask_chance(at.CARAVAN_DEAL)
        elif piles.size(self.me().hand, cards.BITS) > 1:
            self.ask(at.DISCARD)
        else:
            self.discard(piles.nth(self.me().hand, 0, cards.BITS))
            self.action_done()

    def offer_piles(self, out: Choices) -> None:
        """I10."""
        out.add(ids.DRAW)
        out.add(ids.DRAW_OPEN)

    def take_card(self, choice: i64) -> None:
        """I10."""
        if choice == ids.DRAW:
            self.ask_chance(at.CARAVAN_DEAL)
        else:
            self.take_open()
            self.due -= 1
            self.take_cards()

    def deal_at_caravanserai(self, choice: i64) -> None:
        """I10."""
        self.deal(self.seat, choice - ids.DEAL)
        self.due -= 1
        self.take_cards()

    def offer_discard(self, out: Choices) -> None:
        """I6, I10: a card from the hand."""
        hand = self.me().hand
        for kind in range(cards.NUM_KINDS):
            if cards.held(hand, kind):
                out.add(ids.DISCARD + kind)

    def discard_one(self, choice: i64) -> None:
        """I10."""
        self.discard(choice - ids.DISCARD)
        self.action_done()

    # 7 Fountain

    def offer_fountain(self, out: Choices) -> None:
        """I11: all assistants at once, or some of them one by one."""
        out.add(ids.PASS)
        out.add(ids.RETURN_ALL)
        places = self.me().out
        if places & (places - 1):
            out.add_set(ids.RETURN, places)

    def use_fountain(self, choice: i64) -> None:
        """I11."""
        if choice != ids.RETURN_ALL:
            self.return_one(choice)
            return
        places = self.me().out
        for place in range(board.NUM_PLACES):
            if places >> place & 1:
                self.return_assistant(place)
        self.action_done()

    def more_to_return(self) -> i64:
        """I11: one by one, in the order of the places, but not every one (that is "all")."""
        places = self.me().out
        return places & ~((2 << self.last) - 1) if places & (places - 1) else 0

    def offer_return(self, out: Choices) -> None:
        """I11."""
        out.add_set(ids.RETURN, self.more_to_return())
        out.add(ids.DONE)

    def return_one(self, choice: i64) -> None:
        """I11."""
        if choice != ids.DONE:
            self.last = choice - ids.RETURN
            self.return_assistant(self.last)
            if self.more_to_return():
                self.ask(at.RETURN)
                return
        self.action_done()

    # 8 Black Market, 9 Tea House

    def throw_dice(self, named: i64) -> None:
        """I12, I13."""
        self.named = named
        self.red = 1 if self.me().has(board.RED) else 0
        if named:
            self.tell("name", self.seat, named)
        self.ask_chance(at.ACTION_ROLL)

    def see_dice(self, choice: i64) -> None:
        """I12: the red tile can be used once."""
        self.dice = choice - ids.ROLL
        self.tell("roll", self.seat, dice.SUM[self.dice])
        if self.red:
            self.red = 0
            self.ask(at.DICE)
        else:
            self.settle_dice()

    def offer_red(self, out: Choices) -> None:
        """I12: turning a four, or the second of two equal dice, would change nothing new."""
        out.add(ids.KEEP)
        low = dice.LOW[self.dice]
        high = dice.HIGH[self.dice]
        if low != 4:
            out.add(ids.TURN + (low - 1 if low < 4 else low - 2))
        if high != 4 and high != low:
            out.add(ids.TURN + (high - 1 if high < 4 else high - 2))
        out.add(ids.REROLL)

    def use_red(self, choice: i64) -> None:
        """I12."""
        if choice == ids.REROLL:
            self.ask_chance(at.ACTION_ROLL)
            return
        if choice != ids.KEEP:
            turned = choice - ids.TURN + 1
            if turned >= 4:
                turned += 1
            low = dice.LOW[self.dice]
            other = dice.HIGH[self.dice] if turned == low else low
            self.dice = dice.pair(4, other)
            self.tell("turn", self.seat, dice.SUM[self.dice])
        self.settle_dice()

    def settle_dice(self) -> None:
        """I12, I13."""
        thrown = dice.SUM[self.dice]
        self.dice = -1
        if self.site == board.TEA_HOUSE:
            won = thrown >= self.named
            self.gain_lira(self.seat, self.named if won else board.LOST_BET, "tea house")
            self.action_done()
            return
        self.gain_goods(board.JEWELLERY, board.JEWELS[thrown])
        player = self.me()
        open_goods: i64 = 0
        only: i64 = 0
        for good in range(board.JEWELLERY):
            if player.room(good) > 0:
                open_goods += 1
                only = good
        if open_goods > 1:
            self.ask(at.GOOD)
            return
        if open_goods:
            self.gain_goods(only, 1)
        self.action_done()

    def offer_take(self, out: Choices) -> None:
        """I12, I19: a good that the cart has room for."""
        player = self.me()
        for good in range(board.JEWELLERY):
            if player.room(good) > 0:
                out.add(ids.TAKE + good)

    def take_good(self, choice: i64) -> None:
        """I12."""
        self.gain_goods(choice - ids.TAKE, 1)
        self.action_done()

    # 10 Large Market, 11 Small Market

    def demand(self, market: i64) -> i64:
        """I14: the goods on the tile that lies on top."""
        stack = self.large if market else self.small
        return board.DEMAND[board.NUM_DEMANDS * market + (stack & 15) - 1]

    def can_sell(self, wanted: i64) -> bool:
        """I14: whether there is a good to sell."""
        goods = self.me().goods
        for _ in range(board.NUM_GOODS):
            if wanted & 15 and goods & 15:
                return True
            wanted >>= 4
            goods >>= 4
        return False

    def open_sale(self, market: i64, wanted: i64) -> None:
        """I14: good by good, in fixed order."""
        self.done = self.site
        self.market = market
        self.wanted = wanted
        self.sold = 0
        self.good = 0
        self.sell_on()

    def most_to_sell(self) -> i64:
        """I14: of the good in question; five goods in all."""
        stock = self.me().stock(self.good)
        wanted = board.held(self.wanted, self.good)
        left = 5 - self.sold
        most = stock if stock < wanted else wanted
        return most if most < left else left

    def least_to_sell(self) -> i64:
        """I14: at least one good must be sold, so the last kind is forced if nothing was sold so far."""
        if self.sold or self.can_sell(self.wanted & ~((16 << 4 * self.good) - 1)):
            return 0
        return 1

    def sell_on(self) -> None:
        """I14: ask only about goods where there is a choice of how many to sell."""
        while self.good < board.NUM_GOODS:
            most = self.most_to_sell()
            if most:
                if most > self.least_to_sell():
                    self.ask(at.SELL)
                    return
                self.sell(most)
            self.good += 1
        self.close_sale()

    def offer_sell(self, out: Choices) -> None:
        """I14."""
        number = self.least_to_sell()
        most = self.most_to_sell()
        while number <= most:
            out.add(ids.SELL + 6 * self.good + number)
            number += 1

    def sell(self, number: i64) -> None:
        """Give goods of the kind that is being sold, and count them."""
        self.give_goods(self.good, number)
        self.sold += number

    def sell_number(self, choice: i64) -> None:
        """I14."""
        self.sell(choice - ids.SELL - 6 * self.good)
        self.good += 1
        self.sell_on()

    def close_sale(self) -> None:
        """I14: the price; the tile goes under the stack. The last unseen tile needs no chance."""
        market = self.market
        self.gain_lira(self.seat, board.PRICE[6 * market + self.sold], "market")
        stack = self.large if market else self.small
        stack = stack >> 4 | (stack & 15) << 16
        self.set_stack(market, stack)
        if stack & 15:
            self.tell("demand", -1, (stack & 15) - 1, board.MARKETS[market])
            self.action_done()
            return
        unseen = self.unseen_tiles(market)
        if unseen & (unseen - 1):
            self.ask_chance(at.DEMAND)
            return
        tile: i64 = 0
        while not unseen >> tile & 1:
            tile += 1
        self.turn_up(tile)
        self.action_done()

    def set_stack(self, market: i64, stack: i64) -> None:
        """Replace the stack of demands of the large or the small market."""
        if market:
            self.large = stack
        else:
            self.small = stack

    def unseen_tiles(self, market: i64) -> i64:
        """I23: the demand tiles that nobody has seen yet, a bit each."""
        stack = self.large if market else self.small
        unseen: i64 = bit(board.NUM_DEMANDS) - 1
        while stack:
            if stack & 15:
                unseen &= ~bit((stack & 15) - 1)
            stack >>= 4
        return unseen

    def turn_up(self, tile: i64) -> None:
        """I1, I14, I23: the top tile becomes known."""
        market = self.market
        self.set_stack(market, (self.large if market else self.small) | (tile + 1))
        self.tell("demand", -1, tile, board.MARKETS[market])

    # 13 Sultan's Palace

    def can_pay_sultan(self) -> bool:
        """I16."""
        if self.sultan > board.NUM_SYMBOLS:
            return False
        goods = self.me().goods
        asked = board.SULTAN_GOODS[self.sultan]
        for good in range(board.NUM_GOODS):
            if board.held(goods, good) < board.held(asked, good):
                return False
        return board.total(goods) >= self.sultan

    def supply_sultan(self) -> None:
        """I16: first the goods that are specified, then those of the payer's choice."""
        asked = board.SULTAN_GOODS[self.sultan]
        for good in range(board.NUM_GOODS):
            self.give_goods(good, board.held(asked, good))
        self.due = board.SULTAN_ANY[self.sultan]
        self.good = 0
        self.give_on()

    def can_give(self, good: i64) -> bool:
        """I16: in the order of the goods, and only if the rest can still be paid."""
        goods = self.me().goods
        return board.held(goods, good) > 0 and board.total(goods >> 4 * good) >= self.due

    def give_on(self) -> None:
        """I16: ask only if more than one good can be given."""
        while self.due:
            open_goods: i64 = 0
            only: i64 = 0
            for good in range(self.good, board.NUM_GOODS):
                if self.can_give(good):
                    open_goods += 1
                    only = good
            if open_goods > 1:
                self.ask(at.ANY)
                return
            self.give(only)
        self.sultan += 1
        self.gain_ruby(board.SULTANS_PALACE)
        self.action_done()

    def offer_give(self, out: Choices) -> None:
        """I16."""
        for good in range(self.good, board.NUM_GOODS):
            if self.can_give(good):
                out.add(ids.GIVE + good)

    def give(self, good: i64) -> None:
        """Give one good towards what is due."""
        self.give_goods(good, 1)
        self.good = good
        self.due -= 1

    def give_any(self, choice: i64) -> None:
        """I16."""
        self.give(choice - ids.GIVE)
        self.give_on()

    # 14 Small Mosque, 15 Great Mosque

    def goods_for_tile(self, tile: i64) -> i64:
        """I17: how many goods the top tile of a colour requires; 0: no tile left."""
        return board.MOSQUE_TILES[self.players] >> 4 * (self.tiles_taken >> 4 * tile & 15) & 15

    def can_take_tile(self, tile: i64) -> bool:
        """I17: each colour once."""
        player = self.me()
        if player.has(tile):
            return False
        goods = self.goods_for_tile(tile)
        return goods > 0 and player.stock(tile) >= goods

    def offer_tiles(self, out: Choices, first: i64, second: i64) -> None:
        """I17."""
        if self.can_take_tile(first):
            out.add(ids.TILE + first)
        if self.can_take_tile(second):
            out.add(ids.TILE + second)

    def take_tile(self, tile: i64) -> None:
        """I17: one of the goods is paid; both tiles of a mosque earn a ruby while it has one."""
        player = self.me()
        self.give_goods(tile, 1)
        self.tiles_taken += bit(4 * tile)
        player.tiles |= bit(tile)
        self.tell("tile", self.seat, 1, board.TILES[tile])
        if tile == board.BLUE:
            player.stack += 1
            player.neutral <<= 1
            self.tell("assistant", self.seat, 1, "supply")
        if tile <= board.GREEN:
            if player.has(board.RED) and player.has(board.GREEN) and self.small_rubies:
                self.small_rubies -= 1
                self.gain_ruby(board.SMALL_MOSQUE)
        elif player.has(board.YELLOW) and player.has(board.BLUE) and self.great_rubies:
            self.great_rubies -= 1
            self.gain_ruby(board.GREAT_MOSQUE)
        self.action_done()

    # 16 Gemstone Dealer

    def can_pay_gemstone(self) -> bool:
        """I18."""
        return self.gemstone <= board.LAST_GEMSTONE and self.me().lira >= self.gemstone

    def buy_gemstone(self) -> None:
        """I18."""
        self.pay_lira(self.gemstone, "gemstone dealer")
        self.gemstone += 1
        self.gain_ruby(board.GEMSTONE_DEALER)
        self.action_done()
