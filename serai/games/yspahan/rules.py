"""The rules of Yspahan. Each function carries the ids of its rules; the tests are named after them.

A turn goes TAKE → ACT → (PLACE, HOIST | ORDER, CAMEL) → END. What a phase offers and what its choices do are
side by side: `_offer_act` and `_act`.
"""

from __future__ import annotations

from typing import ClassVar

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from serai.games.yspahan import board, cards, dice, ids, insight, notation, observe, tensor, value
from serai.games.yspahan import state as at
from serai.games.yspahan.state import Position
from serai.kernel import piles
from serai.kernel.bits import bit, count
from serai.kernel.errors import TooMany
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, Notated, Observed


@mypyc_attr(free_list_len=1)  # most copies are thrown away before the next one is made
class Yspahan(Position):
    """A game of Yspahan."""

    game_name: ClassVar[str] = "yspahan"
    num_actions: ClassVar[int] = ids.NUM_ACTIONS
    notation_module: ClassVar[Notated] = notation
    observe_module: ClassVar[Observed] = observe

    # The kernel's interface

    def choices(self, out: Choices) -> None:
        match self.phase:
            case at.TAKE:
                self._offer_take(out)
            case at.ACT:
                self._offer_act(out)
            case at.PLACE:
                out.add_set(ids.PLACE, self._open_shops(self.seat, self.group))
            case at.HOIST:
                out.add_set(ids.PLACE, self._open_shops(self.seat, self.group))
                out.add(ids.STOP)
            case at.END:
                self._offer_end(out)
            case at.DICE:
                self._offer_dice(out)
            case at.CAMEL:
                out.add(ids.PAY_CAMEL)
                out.add(ids.LET_GO)
            case at.ORDER:
                self._offer_order(out)
            case at.SWAP:
                self._offer_swap_on(out)
            case at.START:
                for seat in range(self.players):
                    out.add(ids.START + seat)
            case at.DEAL:
                for kind in range(cards.NUM_KINDS):
                    if cards.held(self.deck, kind):
                        out.add(ids.DEAL + kind)
            case at.ROLL:
                raise TooMany("a roll has too many outcomes to list; draw one with sample()")

    def is_legal(self, choice: i64) -> bool:
        if self.phase != at.ROLL:
            return super().is_legal(choice)
        if choice < ids.ROLL or choice >= ids.NUM_ACTIONS:
            return False
        roll = choice - ids.ROLL
        return dice.SIZE[dice.white_of(roll)] == dice.white_dice(self.players) and (
            dice.SIZE[dice.yellow_of(roll)] == self.bought
        )

    def apply_unchecked(self, choice: i64) -> None:
        match self.phase:
            case at.TAKE:
                self._take(choice)
            case at.ACT:
                self._act(choice)
            case at.PLACE:
                self._place(choice)
            case at.HOIST:
                self._hoist(choice)
            case at.END:
                self._end(choice)
            case at.DICE:
                self._buy_dice(choice)
            case at.CAMEL:
                self._answer_camel(choice)
            case at.ORDER:
                self._name_first(choice)
            case at.SWAP:
                self._swap_on(choice)
            case at.START:
                self._start(choice)
            case at.DEAL:
                self._deal(choice)
            case at.ROLL:
                self._roll(choice)

    def sample(self, rng: Rng) -> int:
        self.check_chance()
        if self.phase == at.ROLL:
            white = dice.throw(dice.white_dice(self.players), rng)
            return ids.ROLL + dice.roll_number(white, dice.throw(self.bought, rng))
        if self.phase == at.DEAL:
            return ids.DEAL + piles.draw(self.deck, cards.BITS, rng)
        return ids.START + rng.below(self.players)

    def weight(self, choice: i64) -> i64:
        if self.phase == at.DEAL:
            return cards.held(self.deck, choice - ids.DEAL)
        return 1

    def clone(self) -> Yspahan:
        twin = Yspahan()
        self.copy_to(twin)
        return twin

    def scores(self) -> list[int]:
        """Y19: most points win; ties share the win, as is the default."""
        return [player.score for player in self.player]

    def estimate(self, out: vec[float]) -> None:
        value.estimate(self, out)

    def parts(self, seat: int) -> list[tuple[str, float]]:
        return value.parts(self, seat)

    def write_features(self, out: BytesWriter, seat: i64) -> None:
        tensor.write(self, out, seat)

    def write_insight(self, out: BytesWriter, seat: i64) -> None:
        insight.write(self, out, seat)

    def deal_again(self, seat: int | None, rng: Rng) -> None:
        observe.deal_again(self, seat, rng)

    def is_secret(self, choice: i64, seat: int | None) -> bool:
        """Y24: the card that is drawn."""
        return self.phase == at.DEAL and seat != self.drawer

    # The day: who plays, the dice

    def _start(self, choice: i64) -> None:
        """Y1."""
        self.starter = choice - ids.START
        self._begin_day()

    def _begin_day(self) -> None:
        """Y2, Y19, Y20."""
        self._set_order()
        self.step = 0
        self.seat = self.starter
        self.tell("day", self.starter, self.day)
        if self.player[self.starter].gold:
            self._ask(at.DICE, self.starter)
        else:
            self._ask(at.ROLL, CHANCE)

    def _set_order(self) -> None:
        """Y5, Y19, Y20: the seats of the day's turns. On the last day the starter can change."""
        players = self.players
        last_day = self.week == 3 and self.day == 7
        if last_day and players == 4:
            self._set_last_order()
            return
        if last_day and players == 2:
            first = self.player[0].score
            second = self.player[1].score
            if first != second:
                self.starter = 0 if first < second else 1
        order: i64 = 0
        for i in range(self.turns):
            order |= (self.starter + i) % players << 2 * i
        self.order = order

    def _set_last_order(self) -> None:
        """Y19: by ascending score; among tied players, the one furthest from day 6's starter first."""
        yesterday = (self.starter + 3) % 4
        order: i64 = 0
        for i in range(4):
            seat = (yesterday + i) % 4
            score = self.player[seat].score
            place: i64 = 0
            for j in range(4):
                other = self.player[(yesterday + j) % 4].score
                if other < score or (other == score and j > i):
                    place += 1
            order |= seat << 2 * place
        self.order = order
        self.starter = order & 3

    def _offer_dice(self, out: Choices) -> None:
        """Y2."""
        for number in range(min(self.player[self.seat].gold, 3) + 1):
            out.add(ids.YELLOW + number)

    def _buy_dice(self, choice: i64) -> None:
        """Y2."""
        self.bought = choice - ids.YELLOW
        self._pay(self.seat, 0, self.bought)
        self._ask(at.ROLL, CHANCE)

    def _roll(self, choice: i64) -> None:
        """Y3: groups by value, from the bottom up; the highest on gold, a single group on camels."""
        white = dice.FACES[dice.white_of(choice - ids.ROLL)]
        yellow = dice.FACES[dice.yellow_of(choice - ids.ROLL)]
        field: i64 = 0
        last: i64 = 0
        for face in range(1, 7):
            if (white | yellow) & 15:
                self.white[field] = white & 15
                self.yellow[field] = yellow & 15
                self.values[field] = face
                last = field
                field += 1
            white >>= 4
            yellow >>= 4
        if 0 < last < board.GOLD:
            self.white[board.GOLD] = self.white[last]
            self.yellow[board.GOLD] = self.yellow[last]
            self.values[board.GOLD] = self.values[last]
            self._clear(last)
        self.bought = 0
        self._begin_turn()

    def _clear(self, field: i64) -> None:
        """No dice on a field of the tower."""
        self.white[field] = 0
        self.yellow[field] = 0
        self.values[field] = 0

    # The turn: a group of dice

    def _begin_turn(self) -> None:
        """Y5, Y16: a player with no group and no card has nothing to decide."""
        self.seat = self.order >> 2 * self.step & 3
        if self.player[self.seat].hand or self._has_group():
            self._ask(at.TAKE, self.seat)
        else:
            self._draw(self.seat)

    def _has_group(self) -> bool:
        """Y4, Y20: yellow dice are only for the start player."""
        starts = self.seat == self.starter
        for field in range(6):
            if self.white[field] or (starts and self.yellow[field]):
                return True
        return False

    def _offer_take(self, out: Choices) -> None:
        """Y5, Y16."""
        starts = self.seat == self.starter
        for field in range(6):
            if self.white[field] or (starts and self.yellow[field]):
                out.add(ids.TAKE + field)
        if not out.size:
            out.add(ids.DRAW)
        self._offer_cards(out)

    def _take(self, choice: i64) -> None:
        """Y5, Y16, Y20."""
        if choice >= ids.SWAP_CAMELS:
            self._play_card(choice)
        elif choice == ids.DRAW:
            self._draw(self.seat)
        else:
            field = choice - ids.TAKE
            self.group = field
            self.dice = self.white[field]
            if self.seat == self.starter:
                self.dice += self.yellow[field]
            self.value = self.values[field]
            self._clear(field)
            self.phase = at.ACT

    # The action

    def _offer_act(self, out: Choices) -> None:
        """Y6, Y7, Y11, Y20."""
        player = self.player[self.seat]
        own_action = True
        if self.group == board.CAMELS or self.group == board.GOLD:
            out.add(ids.COLLECT)
        else:
            shops = self._open_shops(self.seat, self.group)
            own_action = shops != 0
            out.add_set(ids.PLACE, shops)
        if own_action and player.hand:
            for kind in range(cards.NUM_KINDS):
                if cards.held(player.hand, kind):
                    out.add(ids.DISCARD + kind)
        self._offer_moves(out)
        if self.deck or self.discards:
            out.add(ids.DRAW)
        if self.players == 2:
            self._offer_buildings(out, ids.BUILD, player.camels, player.gold)
        self._offer_cards(out)

    def _act(self, choice: i64) -> None:
        """Y6, Y7, Y17, Y20."""
        if choice >= ids.SWAP_CAMELS:
            self._play_card(choice)
            if self.players == 2 and choice >= ids.BUILD_WITHOUT_CAMELS:
                self._action_done()
        elif choice >= ids.BUILD:
            self._build(choice - ids.BUILD, 1, 1)
            self._action_done()
        elif choice == ids.DRAW:
            self._draw(self.seat)
        elif choice >= ids.MOVE:
            self._move_supervisor(choice - ids.MOVE)
        else:
            if choice >= ids.DISCARD:
                self._discard(choice - ids.DISCARD)
                self.dice += 1
            if self.group == board.CAMELS or self.group == board.GOLD:
                self._collect()
                return
            self.cubes = self.dice
            self.extra = board.bonus(self.group, self.player[self.seat].buildings)
            if choice < ids.DISCARD:
                self._place(choice)
            else:
                self.phase = at.PLACE

    def _collect(self) -> None:
        """Y6, Y8: pasture and store."""
        number = self.dice + board.bonus(self.group, self.player[self.seat].buildings)
        if self.group == board.CAMELS:
            self._gain_camels(self.seat, number)
        else:
            self._gain_gold(self.seat, number)
        self._action_done()

    def _open_shops(self, seat: i64, quarter: i64) -> i64:
        """Y9, Y10: the shops of a quarter into which a seat may put a cube."""
        mine = self.player[seat].shops
        others: i64 = 0
        for player in self.player:
            others |= player.shops
        others &= ~mine
        started: i64 = 0
        fresh: i64 = 0
        for bazaar in range(board.FIRST_BAZAAR[quarter], board.FIRST_BAZAAR[quarter + 1]):
            shops = board.BAZAAR_SHOPS[bazaar]
            if others & shops:
                continue
            if mine & shops:
                started |= shops & ~mine
            else:
                fresh |= shops
        return started if started else fresh

    def _place(self, choice: i64) -> None:
        """Y9."""
        self._put_cube(choice - ids.PLACE)
        self.cubes -= 1
        self._next_cube()

    def _next_cube(self) -> None:
        """Y8, Y9, Y10: continue while cubes are left and fit; then the hoist's."""
        if not self._open_shops(self.seat, self.group):
            self._action_done()
        elif self.cubes:
            self.phase = at.PLACE
        elif self.extra:
            self.phase = at.HOIST
        else:
            self._action_done()

    def _hoist(self, choice: i64) -> None:
        """Y8, Y10."""
        if choice != ids.STOP:
            self._put_cube(choice - ids.PLACE)
        self._action_done()

    def _put_cube(self, shop: i64) -> None:
        player = self.player[self.seat]
        player.shops |= bit(shop)
        self.tell("place", self.seat, 1, board.SHOPS[shop])

    def _offer_moves(self, out: Choices) -> None:
        """Y12."""
        player = self.player[self.seat]
        most = player.gold + (board.FREE_CHANGE if player.has(board.BATHHOUSE) else 0)
        if most > board.MOST_CHANGE:
            most = board.MOST_CHANGE
        row = (6 * self.supervisor + self.value - 1) * (board.MOST_CHANGE + 1) + most
        for i in range(board.FIRST_IN_REACH[row], board.FIRST_IN_REACH[row + 1]):
            out.add(ids.MOVE + board.REACH[i])

    def _move_supervisor(self, field: i64) -> None:
        """Y12, Y13."""
        player = self.player[self.seat]
        cost = board.move_price(self.supervisor, field, self.value, player.has(board.BATHHOUSE))
        self._pay(self.seat, 0, cost)
        self.supervisor = field
        self.tell("supervisor", self.seat, cost, board.STREET[field])
        first = self._occupied(board.FIRST_TOUCHING[field])
        second = self._occupied(board.SECOND_TOUCHING[field])
        if first >= 0 and second >= 0:
            self.phase = at.ORDER
        elif first >= 0:
            self._settle(first)
        elif second >= 0:
            self._settle(second)
        else:
            self._action_done()

    def _occupied(self, shop: i64) -> i64:
        """The shop if a cube is in it, otherwise -1."""
        if shop >= 0 and self._owner(shop) >= 0:
            return shop
        return -1

    def _owner(self, shop: i64) -> i64:
        for seat in range(self.players):
            if self.player[seat].shops >> shop & 1:
                return seat
        return -1

    def _offer_order(self, out: Choices) -> None:
        """Y13."""
        for index in range(len(board.SHARED_SHOPS)):
            shop = board.SHARED_SHOPS[index]
            if shop == board.FIRST_TOUCHING[self.supervisor] or (
                shop == board.SECOND_TOUCHING[self.supervisor]
            ):
                out.add(ids.SEND + index)

    def _name_first(self, choice: i64) -> None:
        """Y13: the mover names the first of two cubes."""
        shop: i64 = board.SHARED_SHOPS[choice - ids.SEND]
        first = board.FIRST_TOUCHING[self.supervisor]
        second = board.SECOND_TOUCHING[self.supervisor]
        self.waiting = second if shop == first else first
        self._settle(shop)

    # The caravan

    def _settle(self, shop: i64) -> None:
        """Y13: the owner may pay a camel to leave the cube in its shop."""
        self.sending = shop
        owner = self._owner(shop)
        if self.player[owner].camels:
            self._ask(at.CAMEL, owner)
        else:
            self._send()

    def _answer_camel(self, choice: i64) -> None:
        """Y13."""
        if choice == ids.PAY_CAMEL:
            owner = self._owner(self.sending)
            self._pay(owner, 1, 0)
            self._load_and_draw(owner)
        else:
            self._send()

    def _send(self) -> None:
        """Y13."""
        owner = self._owner(self.sending)
        self.player[owner].shops &= ~bit(self.sending)
        self.tell("sent", owner, 1, board.SHOPS[self.sending])
        self._load_and_draw(owner)

    def _load_and_draw(self, owner: i64) -> None:
        """Y8: the caravanserai's card. Y13: one cube is settled completely before the next."""
        self._load(owner)
        if self.player[owner].has(board.CARAVANSERAI):
            self._draw(owner)
        else:
            self._after_cube()

    def _after_cube(self) -> None:
        """Y13."""
        shop = self.waiting
        self.sending = -1
        self.waiting = -1
        if shop >= 0:
            self._settle(shop)
        else:
            self._action_done()

    def _load(self, owner: i64) -> None:
        """Y14: onto the next free camel; a full caravan is scored and emptied."""
        row = self.loaded // self.width
        player = self.player[owner]
        player.caravan |= bit(self.loaded)
        self.loaded += 1
        self.tell("load", owner, self.loaded)
        self._score(owner, board.RIDE_POINTS[row], "camel")
        if self.loaded == 3 * self.width:
            self._score_caravan("full caravan")
            self.loaded = 0
            for player in self.player:
                player.caravan = 0

    def _score_caravan(self, source: str) -> None:
        """Y15: a player's cubes times the highest row with one of them."""
        for seat in range(self.players):
            cubes = self.player[seat].caravan
            highest: i64 = 0
            for row in range(3):
                if cubes >> row * self.width:
                    highest = row + 1
            self._score(seat, count(cubes) * highest, source)

    # Cards

    def _draw(self, seat: i64) -> None:
        """Y6, Y8, Y16, Y21: a card, if there is one; the discards are shuffled when the pile is empty."""
        if not self.deck:
            self.deck = self.discards
            self.discards = 0
        if self.deck:
            self.drawer = seat
            self._ask(at.DEAL, CHANCE)
        else:
            self._after_draw()

    def _deal(self, choice: i64) -> None:
        card = cards.ONE[choice - ids.DEAL]
        self.deck -= card
        self.player[self.drawer].hand += card
        self.tell("draw", self.drawer, 1, cards.CARDS[choice - ids.DEAL], True)
        self.drawer = -1
        self._after_draw()

    def _after_draw(self) -> None:
        if self.sending >= 0:
            self._after_cube()
        else:
            self._action_done()

    def _discard(self, kind: i64) -> None:
        self.player[self.seat].hand -= cards.ONE[kind]
        self.discards += cards.ONE[kind]
        self.tell("discard", self.seat, 1, cards.CARDS[kind])

    def _offer_cards(self, out: Choices) -> None:
        """Y20, Y21, Y22: every card that would have an effect now."""
        player = self.player[self.seat]
        hand = player.hand
        if not hand:
            return
        if cards.held(hand, cards.SWAP):
            for number in range(min(player.camels, ids.MOST_SWAPPED)):
                out.add(ids.SWAP_CAMELS + number)
            for number in range(min(player.gold, ids.MOST_SWAPPED)):
                out.add(ids.SWAP_GOLD + number)
        if cards.held(hand, cards.THREE_CAMELS):
            out.add(ids.PLAY_CAMELS)
        if cards.held(hand, cards.THREE_GOLD):
            out.add(ids.PLAY_GOLD)
        if cards.held(hand, cards.SHOP):
            shops: i64 = 0
            for quarter in range(board.SACK, board.AMPHORA + 1):
                shops |= self._open_shops(self.seat, quarter)
            out.add_set(ids.PLAY_SHOP, shops)
        if cards.held(hand, cards.CARAVAN):
            out.add(ids.PLAY_CARAVAN)
        if cards.held(hand, cards.CAMELS_FOR_POINTS):
            for number in range(min(player.camels, ids.MOST_CAMELS_SOLD)):
                out.add(ids.SELL_CAMELS + number)
        if cards.held(hand, cards.GOLD_FOR_POINTS):
            for number in range(min(player.gold, ids.MOST_GOLD_SOLD)):
                out.add(ids.SELL_GOLD + number)
        if self.players > 2 or self.phase == at.ACT:
            if cards.held(hand, cards.WITHOUT_CAMELS):
                self._offer_buildings(out, ids.BUILD_WITHOUT_CAMELS, board.DEAREST, player.gold)
            if cards.held(hand, cards.WITHOUT_GOLD):
                self._offer_buildings(out, ids.BUILD_WITHOUT_GOLD, player.camels, board.DEAREST)

    def _play_card(self, choice: i64) -> None:
        """Y22."""
        seat = self.seat
        if choice >= ids.BUILD_WITHOUT_GOLD:
            self._discard(cards.WITHOUT_GOLD)
            self._build(choice - ids.BUILD_WITHOUT_GOLD, 1, 0)
        elif choice >= ids.BUILD_WITHOUT_CAMELS:
            self._discard(cards.WITHOUT_CAMELS)
            self._build(choice - ids.BUILD_WITHOUT_CAMELS, 0, 1)
        elif choice >= ids.SELL_GOLD:
            self._discard(cards.GOLD_FOR_POINTS)
            self._pay(seat, 0, choice - ids.SELL_GOLD + 1)
            self._score(seat, choice - ids.SELL_GOLD + 1, "card")
        elif choice >= ids.SELL_CAMELS:
            self._discard(cards.CAMELS_FOR_POINTS)
            self._pay(seat, choice - ids.SELL_CAMELS + 1, 0)
            self._score(seat, cards.CAMEL_POINTS * (choice - ids.SELL_CAMELS + 1), "card")
        elif choice == ids.PLAY_CARAVAN:
            self._discard(cards.CARAVAN)
            self._load(seat)
        elif choice >= ids.PLAY_SHOP:
            self._discard(cards.SHOP)
            self._put_cube(choice - ids.PLAY_SHOP)
        elif choice == ids.PLAY_GOLD:
            self._discard(cards.THREE_GOLD)
            self._gain_gold(seat, cards.GIFT)
        elif choice == ids.PLAY_CAMELS:
            self._discard(cards.THREE_CAMELS)
            self._gain_camels(seat, cards.GIFT)
        else:
            self._discard(cards.SWAP)
            self._swap(choice)

    def _swap(self, choice: i64) -> None:
        """Y22. A swap of more than MOST_SWAPPED takes a second choice."""
        seat = self.seat
        if choice >= ids.SWAP_GOLD:
            number = choice - ids.SWAP_GOLD + 1
            self._pay(seat, 0, number)
            self._gain_camels(seat, number)
            first_id: i64 = ids.SWAP_GOLD
            left = self.player[seat].gold
        else:
            number = choice - ids.SWAP_CAMELS + 1
            self._pay(seat, number, 0)
            self._gain_gold(seat, number)
            first_id = ids.SWAP_CAMELS
            left = self.player[seat].camels
        if number == ids.MOST_SWAPPED and left:
            if self.phase != at.SWAP:
                self.resume = self.phase
            self.swapped = first_id
            self.phase = at.SWAP
        elif self.phase == at.SWAP:
            self._end_swap()

    def _end_swap(self) -> None:
        self.phase = self.resume
        self.resume = at.TAKE
        self.swapped = -1

    def _offer_swap_on(self, out: Choices) -> None:
        player = self.player[self.seat]
        left = player.gold if self.swapped == ids.SWAP_GOLD else player.camels
        for number in range(min(left, ids.MOST_SWAPPED)):
            out.add(self.swapped + number)
        out.add(ids.ENOUGH)

    def _swap_on(self, choice: i64) -> None:
        if choice == ids.ENOUGH:
            self._end_swap()
        else:
            self._swap(choice)
        if self.phase == at.END:
            self._ask_end()

    # Buildings

    def _offer_buildings(self, out: Choices, first_id: i64, camels: i64, gold: i64) -> None:
        """Y17: the buildings that can be paid for, each once."""
        out.add_set(first_id, board.affordable(camels, gold) & ~self.player[self.seat].buildings)

    def _can_build(self) -> bool:
        """Y17, Y20: whether a building can be paid for after the action."""
        player = self.player[self.seat]
        if self.players == 2 or self.built:
            return False
        return board.affordable(player.camels, player.gold) & ~player.buildings != 0

    def _build(self, building: i64, camels: i64, gold: i64) -> None:
        """Y8, Y17: pay the costs that are not waived, and score the third to the sixth building."""
        player = self.player[self.seat]
        self._pay(self.seat, camels * board.CAMEL_COST[building], gold * board.GOLD_COST[building])
        before = count(player.buildings)
        player.buildings |= bit(building)
        self.tell("build", self.seat, 1, board.BUILDINGS[building])
        self._score(self.seat, board.BUILDING_POINTS[before], "building")

    # The end of a turn, a day, a week

    def _action_done(self) -> None:
        """Y4: the yellow dice leave after the start player's action (not in the two-player game)."""
        self.group = -1
        self.dice = 0
        self.value = 0
        self.cubes = 0
        self.extra = 0
        if self.step == 0 and self.players > 2:
            for field in range(6):
                self.yellow[field] = 0
                if not self.white[field]:
                    self.values[field] = 0
        self._ask_end()

    def _ask_end(self) -> None:
        """Y17, Y21: ask players who, by public information, may have something left to do."""
        if self.player[self.seat].hand or self._can_build():
            self._ask(at.END, self.seat)
        else:
            self._end_turn()

    def _offer_end(self, out: Choices) -> None:
        """Y17, Y21."""
        player = self.player[self.seat]
        if self.players > 2 and not self.built:
            self._offer_buildings(out, ids.BUILD, player.camels, player.gold)
        self._offer_cards(out)
        out.add(ids.END)

    def _end(self, choice: i64) -> None:
        """Y17, Y21."""
        if choice == ids.END:
            self._end_turn()
            return
        if choice >= ids.SWAP_CAMELS:
            self._play_card(choice)
        else:
            self.built = 1
            self._build(choice - ids.BUILD, 1, 1)
        if self.phase == at.END:
            self._ask_end()

    def _end_turn(self) -> None:
        """Y5."""
        self.built = 0
        self.step += 1
        if self.step < self.turns:
            self._begin_turn()
            return
        for field in range(6):
            self._clear(field)
        if self.day < 7:
            self.day += 1
            self._next_day()
        else:
            self._end_week()

    def _next_day(self) -> None:
        """Y18, Y20."""
        self.starter = (self.starter + 1) % self.players
        self._begin_day()

    def _end_week(self) -> None:
        """Y18, Y19."""
        for seat in range(self.players):
            self._score_city(seat)
        for player in self.player:
            player.shops = 0
        self._score_caravan("caravan")
        self.supervisor = board.CENTRE
        self.tell("week", -1, self.week)
        if self.week == 3:
            self._ask(at.DONE, OVER)
        else:
            self.week += 1
            self.day = 1
            self._next_day()

    def _score_city(self, seat: i64) -> None:
        """Y8, Y18: complete bazaars, each worth more with the market."""
        player = self.player[seat]
        for bazaar in range(board.NUM_BAZAARS):
            shops = board.BAZAAR_SHOPS[bazaar]
            if player.shops & shops == shops:
                self._score(seat, board.BAZAAR_POINTS[bazaar], "bazaar")
                if player.has(board.MARKET):
                    self._score(seat, board.MARKET_POINTS, "market")

    # Small things

    def _ask(self, phase: i64, actor: i64) -> None:
        self.phase = phase
        self.actor = actor

    def _score(self, seat: i64, points: i64, source: str) -> None:
        if points:
            self.player[seat].score += points
            self.tell("points", seat, points, source)

    def _gain_camels(self, seat: i64, number: i64) -> None:
        self.player[seat].camels += number
        self.tell("camels", seat, number)

    def _gain_gold(self, seat: i64, number: i64) -> None:
        self.player[seat].gold += number
        self.tell("gold", seat, number)

    def _pay(self, seat: i64, camels: i64, gold: i64) -> None:
        if camels:
            self._gain_camels(seat, -camels)
        if gold:
            self._gain_gold(seat, -gold)
