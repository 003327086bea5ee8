"""The rules of Istanbul. Each function carries the ids of its rules; the tests are named after them.

A turn goes MOVE → ARRIVE → PAY → ACTION → AFTER. The turn itself is here, the actions are in `places.py`, the
figures met in `encounters.py`, bonus cards and yellow tile in `bonus.py`. A player with a card is asked at
each of these five steps, because others cannot know which card it is; one without is asked only if there is
a choice.
"""

from __future__ import annotations

from typing import ClassVar, Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from serai.games.istanbul import board, cards, dice, ids, insight, notation, observe, tensor, value
from serai.games.istanbul import state as at
from serai.games.istanbul.bonus import Bonus
from serai.kernel import piles
from serai.kernel.bits import bit, count
from serai.kernel.rng import Rng
from serai.kernel.state import OVER, Choices, Notated, Observed

# The order in which chance lays the places of a random layout: those with a condition first.
LAY_ORDER: Final[vec[i64]] = vec[i64]([6, 7, 8, 0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 15])


@mypyc_attr(free_list_len=1)  # most copies are thrown away before the next one is made
class Istanbul(Bonus):
    """A game of Istanbul."""

    game_name: ClassVar[str] = "istanbul"
    num_actions: ClassVar[int] = ids.NUM_ACTIONS
    notation_module: ClassVar[Notated] = notation
    observe_module: ClassVar[Observed] = observe

    # The kernel's interface

    def choices(self, out: Choices) -> None:
        match self.phase:
            case at.MOVE:
                self._offer_move(out)
            case at.ARRIVE:
                self._offer_arrive(out)
            case at.ACTION:
                self._offer_action(out)
            case at.AFTER:
                self._offer_after(out)
            case at.PAY:
                self._offer_pay(out)
            case at.SELL:
                self.offer_sell(out)
            case at.GOOD:
                self.offer_take(out)
            case at.DICE:
                self.offer_red(out)
            case at.GREEN:
                self.offer_buy(out)
            case at.RETURN:
                self.offer_return(out)
            case at.CARAVAN:
                self.offer_piles(out)
            case at.DISCARD:
                self.offer_discard(out)
            case at.ANY:
                self.offer_give(out)
            case at.GOVERNOR:
                self.offer_governor(out)
            case at.SMUGGLER:
                self.offer_smuggler_payment(out)
            case at.FINISHED:
                pass
            case _:
                self._offer_chance(out)

    def _offer_chance(self, out: Choices) -> None:
        phase = self.phase
        if phase == at.LAYOUT:
            for field in range(16):
                if self._completions(field):
                    out.add(ids.LAY + 16 * LAY_ORDER[self.laid] + field)
        elif phase == at.START:
            for seat in range(self.players):
                out.add(ids.START + seat)
        elif phase == at.DEMAND:
            unseen = self.unseen_tiles(self.market)
            out.add_set(ids.DEMAND + board.NUM_DEMANDS * self.market, unseen)
        elif self._is_deal():
            for kind in range(cards.NUM_KINDS):
                if cards.held(self.deck, kind):
                    out.add(ids.DEAL + kind)
        else:
            for pair in range(dice.NUM_PAIRS):
                out.add(ids.ROLL + pair)

    def _is_deal(self) -> bool:
        phase = self.phase
        return (
            phase == at.START_DEAL
            or phase == at.REWARD_DEAL
            or phase == at.GOVERNOR_DEAL
            or phase == at.CARAVAN_DEAL
        )

    def apply_unchecked(self, choice: i64) -> None:
        match self.phase:
            case at.MOVE:
                self._move(choice)
            case at.ARRIVE:
                self._arrive(choice)
            case at.ACTION:
                self._action(choice)
            case at.AFTER:
                self._after(choice)
            case at.PAY:
                self._pay(choice)
            case at.ACTION_ROLL:
                self.see_dice(choice)
            case at.SELL:
                self.sell_number(choice)
            case at.GOOD:
                self.take_good(choice)
            case at.DICE:
                self.use_red(choice)
            case at.GREEN:
                self.buy(choice)
            case at.RETURN:
                self.return_one(choice)
            case at.CARAVAN:
                self.take_card(choice)
            case at.CARAVAN_DEAL:
                self.deal_at_caravanserai(choice)
            case at.DISCARD:
                self.discard_one(choice)
            case at.ANY:
                self.give_any(choice)
            case at.REWARD_DEAL:
                self.deal_reward(choice)
            case at.GOVERNOR_DEAL:
                self.deal_by_governor(choice)
            case at.GOVERNOR:
                self.pay_governor(choice)
            case at.GOVERNOR_ROLL:
                self.move_governor(choice)
                self.ask_after()
            case at.SMUGGLER:
                self.pay_smuggler(choice)
            case at.SMUGGLER_ROLL:
                self.move_smuggler(choice)
                self.ask_after()
            case at.NEUTRAL_ROLL:
                self.move_neutral(choice)
            case at.DEMAND:
                self._see_demand(choice)
            case _:
                self._set_up(choice)

    def sample(self, rng: Rng) -> int:
        self.check_chance()
        phase = self.phase
        if self._is_deal():
            return ids.DEAL + piles.draw(self.deck, cards.BITS, rng)
        if phase == at.DEMAND:
            return self._sample_demand(rng)
        if phase == at.START:
            return ids.START + rng.below(self.players)
        if phase == at.LAYOUT:
            return self._sample_layout(rng)
        return ids.ROLL + dice.throw(rng)

    def _sample_demand(self, rng: Rng) -> i64:
        """I14, I23."""
        unseen = self.unseen_tiles(self.market)
        index = rng.below(count(unseen))
        tile: i64 = 0
        while True:
            if unseen >> tile & 1:
                if index == 0:
                    return ids.DEMAND + board.NUM_DEMANDS * self.market + tile
                index -= 1
            tile += 1

    def weight(self, choice: i64) -> i64:
        """Two different dice can fall in two ways."""
        if self._is_deal():
            return cards.held(self.deck, choice - ids.DEAL)
        if self.phase == at.LAYOUT:
            return self._completions(choice % 16)
        pair = choice - ids.ROLL
        if pair >= 0 and pair < dice.NUM_PAIRS and dice.LOW[pair] != dice.HIGH[pair]:
            return 2
        return 1

    def clone(self) -> Istanbul:
        twin = Istanbul()
        self.copy_to(twin)
        return twin

    def scores(self) -> list[int]:
        """I21: rubies."""
        return [player.rubies for player in self.player]

    def winners(self) -> list[int]:
        """I21: rubies, lira, goods, bonus cards; then the win is shared."""
        if self.actor != OVER:
            return []
        results = [
            (player.rubies, player.lira, board.total(player.goods), piles.size(player.hand, cards.BITS))
            for player in self.player
        ]
        best = max(results)
        return [seat for seat, result in enumerate(results) if result == best]

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
        """I23: the bonus card that is drawn."""
        return self._is_deal() and seat != self.seat

    # Before the first turn

    def _set_up(self, choice: i64) -> None:
        """I1."""
        match self.phase:
            case at.LAYOUT:
                self._lay(choice - ids.LAY)
            case at.START:
                self._start(choice - ids.START)
            case at.START_GOVERNOR:
                self.move_governor(choice)
                self.phase = at.START_SMUGGLER
            case at.START_SMUGGLER:
                self.move_smuggler(choice)
                self.market = board.SMALL
                self.phase = at.DEMAND
            case at.START_DEAL:
                self.deal(self.seat, choice - ids.DEAL)
                self.seat = (self.seat + 1) % self.players
                if self.seat == self.starter:
                    self._begin_turn()

    def _completions(self, field: i64) -> i64:
        """I1: in how many ways (up to a common factor) the layout can be completed with the next place here.

        The Fountain's four inner fields are equivalent by symmetry. Once Black Market and Tea House are laid,
        the other places fit anywhere.
        """
        free = self._free_fields()
        if not free >> field & 1:
            return 0
        place = LAY_ORDER[self.laid]
        if place == board.FOUNTAIN:
            return board.INNER_FIELDS >> field & 1
        if place == board.BLACK_MARKET:
            return count(free & board.FAR_FIELDS[field])
        if place == board.TEA_HOUSE:
            for other in range(16):
                if self.fields[other] == board.BLACK_MARKET:
                    return board.FAR_FIELDS[other] >> field & 1
        return 1

    def _free_fields(self) -> i64:
        free: i64 = 0
        for field in range(16):
            if self.fields[field] == at.NOWHERE:
                free |= bit(field)
        return free

    def _sample_layout(self, rng: Rng) -> i64:
        """I1: all layouts that meet both conditions are equally likely."""
        ways: i64 = 0
        for field in range(16):
            ways += self._completions(field)
        index = rng.below(ways)
        field = 0
        while index >= self._completions(field):
            index -= self._completions(field)
            field += 1
        return ids.LAY + 16 * LAY_ORDER[self.laid] + field

    def _lay(self, choice: i64) -> None:
        """I1: the last place needs no chance."""
        fields = list(self.fields)
        fields[choice % 16] = choice // 16
        self.laid += 1
        if self.laid == board.NUM_PLACES - 1:
            fields[fields.index(at.NOWHERE)] = LAY_ORDER[self.laid]
            self.phase = at.START
        self.lay(fields)

    def _start(self, seat: i64) -> None:
        """I1: one more lira for each seat further from the start player."""
        self.starter = seat
        self.seat = seat
        self.tell("start", seat)
        for i in range(self.players):
            self.gain_lira((seat + i) % self.players, 2 + i, "start")
        self.phase = at.START_GOVERNOR

    def _see_demand(self, choice: i64) -> None:
        """I1, I14: the first tiles of both markets, and a new one after a sale."""
        self.turn_up((choice - ids.DEMAND) % board.NUM_DEMANDS)
        if self.round:
            self.action_done()
        elif self.market == board.SMALL:
            self.market = board.LARGE
        else:
            self.phase = at.START_DEAL

    # Movement

    def _begin_turn(self) -> None:
        """I2."""
        if self.seat == self.starter:
            self.round += 1
        self.forget_turn()
        self.tell("turn", self.seat, self.round)
        self.ask(at.MOVE)

    def _offer_move(self, out: Choices) -> None:
        """I2, I17, I20."""
        out.add_set(ids.MOVE, self.reach[self.me().place])
        self.offer_yellow(out)
        self.offer_cards(out)

    def _move(self, choice: i64) -> None:
        """I2."""
        if choice >= ids.YELLOW:
            self.use(choice)
        else:
            self.go(choice - ids.MOVE)

    def go(self, place: i64) -> None:
        """I2, I3, I4: at the Fountain no assistant is needed and no one is paid."""
        self.me().place = place
        self.tell("merchant", self.seat, 0, board.PLACES[place])
        if place == board.FOUNTAIN:
            self.ask_action()
        else:
            self._ask_arrive()

    def _may_leave(self) -> bool:
        """I3: a player with no assistant there can leave one."""
        player = self.me()
        return player.stack > 0 and not player.out >> player.place & 1

    def _ask_arrive(self) -> None:
        """I3: ask players who can use an assistant here, or hold a card."""
        player = self.me()
        if (
            player.hand
            or player.out >> player.place & 1
            or player.stack
            or self.loose_at(player.place)
            or self.may_use_yellow()
        ):
            self.ask(at.ARRIVE)
        else:
            self._stop()

    def _offer_arrive(self, out: Choices) -> None:
        """I3, I17, I20, I22."""
        player = self.me()
        if player.out >> player.place & 1:
            out.add(ids.PICK_UP)
        if self.loose_at(player.place):
            out.add(ids.PICK_UP_NEUTRAL)
        if self._may_leave():
            out.add(ids.LEAVE)
        out.add(ids.STOP)
        self.offer_yellow(out)
        self.offer_cards(out)

    def _arrive(self, choice: i64) -> None:
        """I3, I22."""
        if choice >= ids.YELLOW:
            self.use(choice)
        elif choice == ids.STOP:
            self._stop()
        else:
            if choice == ids.PICK_UP:
                self.return_assistant(self.me().place)
            elif choice == ids.PICK_UP_NEUTRAL:
                self.pick_up_neutral()
            else:
                self.leave_assistant()
            self._ask_pay()

    def _ask_pay(self) -> None:
        """I4: ask players who can pay all merchants there, or hold a card."""
        merchants = self.merchants_here()
        if not merchants:
            self.ask_action()
        elif self.me().lira >= board.FEE * merchants or self.me().hand:
            self.ask(at.PAY)
        else:
            self._stop()

    def _offer_pay(self, out: Choices) -> None:
        """I4, I20."""
        out.add(ids.STOP)
        if self.me().lira >= board.FEE * self.merchants_here():
            out.add(ids.PAY)
        self.offer_cards(out)

    def _pay(self, choice: i64) -> None:
        """I4."""
        if choice == ids.PAY:
            self.pay_merchants()
        elif choice == ids.STOP:
            self._stop()
        else:
            self.use(choice)

    def _stop(self) -> None:
        """I3, I4: the turn ends at once."""
        self.tell("stop", self.seat)
        self._end_turn()

    # The action

    def ask_action(self) -> None:
        """I5."""
        self.site = self.me().place
        self._ask_site()

    def send_family(self, place: i64) -> None:
        """I15: the family member acts elsewhere, meets no one and needs no assistant."""
        self.me().family = place
        self.tell("family", self.seat, 0, board.PLACES[place])
        self.site = place
        self.done = at.NOWHERE
        self._ask_site()

    def _ask_site(self) -> None:
        """I5, I20: ask players who can act, or hold a card."""
        if self.me().hand or self.can_act():
            self.ask(at.ACTION)
        else:
            self.ask_after()

    def _offer_action(self, out: Choices) -> None:
        """I5, I20."""
        self.offer_action(out)
        if self.moved_to_fountain():
            self.offer_yellow(out)
        self.offer_cards(out)

    def _action(self, choice: i64) -> None:
        """I5."""
        if choice == ids.PASS:
            self.ask_after()
        elif choice < ids.YELLOW:
            self.act(choice)
        else:
            self.use(choice)

    def action_done(self) -> None:
        """I6."""
        self.ask_after()

    # After the action: encounters, cards, the end of the turn

    def ask_after(self) -> None:
        """I6, I17, I20: ask players who have an encounter, a card, or the yellow tile to use."""
        if (
            self.me().hand
            or self.member_here() >= 0
            or self.meets_governor()
            or self.meets_smuggler()
            or self.may_use_yellow()
        ):
            self.ask(at.AFTER)
            if self._can_only_catch():
                self._after(ids.CATCH_FOR_LIRA)
        else:
            self._end_turn()

    def _can_only_catch(self) -> bool:
        """I6, I20: if no card is left to draw, catching a family member gives lira without a question."""
        return not (self.deck or self.me().hand or self.meets_smuggler() or self.may_use_yellow())

    def _offer_after(self, out: Choices) -> None:
        """I6: family members must be caught before the turn ends."""
        must_catch = self.member_here() >= 0
        if must_catch:
            if self.deck:
                out.add(ids.CATCH_FOR_CARD)
            out.add(ids.CATCH_FOR_LIRA)
        if self.meets_governor():
            out.add(ids.GOVERNOR)
        if self.meets_smuggler():
            self.offer_smuggler(out)
        self.offer_yellow(out)
        if not must_catch:
            out.add(ids.END)
        self.offer_cards(out)

    def _after(self, choice: i64) -> None:
        """I6: the first encounter ends the time for the action."""
        if choice == ids.END:
            self._end_turn()
        elif choice >= ids.YELLOW:
            self.use(choice)
        else:
            self.done = at.NOWHERE
            if choice <= ids.CATCH_FOR_LIRA:
                self.catch(choice)
            elif choice == ids.GOVERNOR:
                self.meet_governor()
            else:
                self.meet_smuggler(choice)

    def ask_again(self) -> None:
        """I20: a card does not end the moment it is played in."""
        match self.phase:
            case at.MOVE:
                self.ask(at.MOVE)
            case at.ARRIVE:
                self._ask_arrive()
            case at.PAY:
                self._ask_pay()
            case at.ACTION:
                self._ask_site()
            case _:
                self.ask_after()

    # The end

    def _end_turn(self) -> None:
        """I21: the game ends with the round in which a player gets the last ruby needed."""
        self.seat = (self.seat + 1) % self.players
        if self.seat == self.starter and self._someone_is_rich():
            self._finish()
        else:
            self._begin_turn()

    def _someone_is_rich(self) -> bool:
        """I21."""
        for player in self.player:
            if player.rubies >= board.RUBIES_TO_END[self.players]:
                return True
        return False

    def _finish(self) -> None:
        """I21: play the cards that give lira or goods."""
        for seat in range(self.players):
            self.seat = seat
            self.play_last_cards()
        self.seat = self.starter
        self.forget_turn()
        self.phase = at.FINISHED
        self.actor = OVER
