"""Resolving the fields in order: caves, city, palace, and the end of the round."""

from __future__ import annotations

from mypy_extensions import i64

from serai.games.morgenland import board, cards, ids
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import reach
from serai.games.morgenland.moments import Moments
from serai.kernel import piles
from serai.kernel.bits import count
from serai.kernel.state import CHANCE, Choices


class Fields(Moments):
    """Adds the resolution of fields."""

    def _begin_round(self) -> None:
        """Begin the next round."""
        raise NotImplementedError

    def _next_field(self) -> None:
        """M5, M18: reveal the next field with figures; before the city there is a moment."""
        while self.current < board.NUM_FIELDS:
            field = self.current
            if field == board.TENT and self.magic and not self.city_begun:
                self.city_begun = 1
                self._begin_moment(at.BEFORE_CITY)
                return
            if field == board.GUARD:
                if self._anyone_in_palace():
                    self.ask(at.GUARD, CHANCE)
                    return
            elif self.occupied(field):
                self._open_field()
                return
            elif self.smuggler >= 0 and self.empty_city >> field & 1:
                self.resolving = 1
                self._evaluate()
                return
            self.current += 1
        self._end_round()

    def _anyone_in_palace(self) -> bool:
        """M5: at the guard or in a room."""
        for field in range(board.GUARD, board.NUM_FIELDS):
            if self.occupied(field):
                return True
        return False

    def _open_field(self) -> None:
        self.resolving = 1
        self.refused = 0
        self.reveal(self.current)
        if self.magic:
            self._begin_moment(at.AT_FIELD)
        else:
            self._evaluate()

    def _evaluate(self) -> None:
        if self.current < board.NUM_CAVES:
            self._share_cave()
            return
        match self.current:
            case board.TENT:
                self._evaluate_tent()
            case board.DJINN:
                self._evaluate_djinn()
            case board.MARKET:
                self._evaluate_market()
            case board.CARAVANSERAI:
                self._evaluate_caravanserai()
            case board.GUARD:
                self.asked = 0
                self._check_guests()
            case _:
                self._sell()

    def _field_over(self) -> None:
        self.current += 1
        self.resolving = 0
        self.refused = 0
        self._next_field()

    def _share_cave(self) -> None:
        """M6: the strongest takes the top group, the second strongest the next one, and so on."""
        cave = self.current
        taken: i64 = 0
        while self.groups[cave]:
            seat = self.strongest(cave, taken)
            if seat < 0:
                break
            taken |= 1 << seat
            number = self.groups[cave] & 31
            self.groups[cave] >>= 5
            self.player[seat].wealth += number << 8 * cave
            self.tell("hoard", at.NOBODY, -number, board.KINDS[cave])
            self.tell("treasure", seat, number, board.KINDS[cave])
        self._field_over()

    # The city

    def _asks_smuggler(self, seat: i64, without: i64) -> bool:
        """M20: a player may decline a rank from being smuggled in, but not one from the strongest figures."""
        if seat < 0 or seat == self.strongest_by_figures(self.current, without):
            return False
        self.ask(at.SMUGGLE, seat)
        return True

    def _smuggle(self, choice: i64) -> None:
        """M20: if the player declines, only figures count in this field."""
        seat = self.actor
        field = self.current
        if choice == ids.PASS:
            self.empty_city &= ~(1 << field)
            self._evaluate()
            return
        match field:
            case board.TENT:
                self._begin_draw()
            case board.DJINN:
                self._serve(seat)
            case board.MARKET:
                self._trade(seat)
            case _:
                self._take_camel(seat)

    def _evaluate_tent(self) -> None:
        """M7. M20: also ask the player who would get the second card, if there are two cards."""
        seat = self.strongest(board.TENT, 0)
        if seat < 0:
            self._field_over()
        elif not self._asks_smuggler(seat, 0):
            others: i64 = 1 << seat
            second = self.strongest(board.TENT, others)
            if count(self.draw_pile | self.discards) < 2 or not self._asks_smuggler(second, others):
                self._begin_draw()

    def _begin_draw(self) -> None:
        self.drawn = 0
        self._draw_on()

    def _draw_on(self) -> None:
        """M7, M17: two cards; the discards are reshuffled when the draw pile is empty."""
        if count(self.drawn) == 2:
            self.ask(at.KEEP, self.strongest(board.TENT, 0))
            return
        if not self.draw_pile:
            self.draw_pile = self.discards
            self.discards = 0
        if self.draw_pile:
            self.ask(at.DRAW, CHANCE)
        elif self.drawn:
            self._give_spell(self.strongest(board.TENT, 0), self.drawn)
            self._field_over()
        else:
            self._field_over()

    def _draw(self, card: i64) -> None:
        self.draw_pile &= ~(1 << card)
        self.drawn |= 1 << card
        self.tell("draw", self.strongest(board.TENT, 0), 1, cards.SPELLS[card], True)
        self._draw_on()

    def _keep(self, choice: i64) -> None:
        """M7: the other card goes to the second strongest, or is discarded if there is none. M21."""
        seat = self.actor
        kept: i64 = 1 << choice - ids.SPELL
        other = self.drawn & ~kept
        self._give_spell(seat, kept)
        second = self.strongest(board.TENT, 1 << seat)
        if second >= 0:
            self._give_spell(second, other)
            self.player[seat].knows |= other
        else:
            self.tell("discard", seat, 1, cards.SPELLS[board.lowest(other)])
            self._discard(board.lowest(other))
        self.drawn = 0
        self._field_over()

    def _give_spell(self, seat: i64, card: i64) -> None:
        self.player[seat].spells |= card
        self.drawn &= ~card
        self.tell("spell", seat, 1, cards.SPELLS[board.lowest(card)], True)

    def _evaluate_djinn(self) -> None:
        """M8."""
        seat = self.strongest(board.DJINN, 0)
        if not self._asks_smuggler(seat, 0):
            self._serve(seat)

    def _serve(self, seat: i64) -> None:
        """M8: the player gets the right to a second play."""
        self.djinn = seat
        if seat >= 0:
            self.tell("djinn", seat)
        self._field_over()

    def _evaluate_market(self) -> None:
        """M9. M20: a player who is smuggled in and alone there declines by exchanging nothing."""
        seat = self.strongest(board.MARKET, 0)
        alone = self.strongest_by_figures(board.MARKET, 0) < 0
        if alone or not self._asks_smuggler(seat, 0):
            self._trade(seat)

    def _trade(self, seat: i64) -> None:
        """M9: a player with nothing to exchange is not asked."""
        if seat >= 0 and self.player[seat].wealth:
            self.ask(at.MARKET, seat)
        else:
            self._field_over()

    def _offer_market(self, out: Choices) -> None:
        out.add(ids.PASS)
        for kind in range(board.NUM_KINDS):
            if board.units(self.player[self.actor].wealth, kind):
                out.add(ids.AMOUNT + ids.MOST_UNITS * kind)

    def _exchange(self, choice: i64) -> None:
        """M9: one treasure for three."""
        if choice == ids.PASS:
            self._field_over()
            return
        seat = self.actor
        self.gain(seat, (choice - ids.AMOUNT) // ids.MOST_UNITS, -1)
        if self.take(seat, 3, 0, at.FOR_MARKET):
            self._field_over()

    def _evaluate_caravanserai(self) -> None:
        """M10. M20: a start player who is smuggled in may leave the camel to the next player, if any."""
        seat = self.strongest(board.CARAVANSERAI, 0)
        keeps = seat == self.start and self.strongest_by_figures(board.CARAVANSERAI, 0) < 0
        if seat < 0 or keeps:
            self._field_over()
        elif not self._asks_smuggler(seat, 0):
            self._take_camel(seat)

    def _take_camel(self, seat: i64) -> None:
        """M5, M10: the player is start player at once."""
        if seat != self.start:
            self.start = seat
            self.tell("camel", seat)
        self._field_over()

    # The palace

    def _reveal_guard(self, guard: i64) -> None:
        """M11: the guard first, then the figures."""
        self.guard = guard
        self.tell("guard", at.NOBODY, guard)
        self._open_field()

    def _check_guests(self) -> None:
        """M11: in player order, all players pass, bribe or leave."""
        while self.asked < self.players:
            seat = self.seat_at(self.asked)
            missing = self.guard - self.strength(seat, board.GUARD)
            present = self.figures(seat, board.GUARD) != 0
            if self.player[seat].key or (present and missing <= 0):
                self.admitted |= 1 << seat
                self.tell("admitted", seat)
            elif present and board.total(self.player[seat].wealth) >= missing:
                self.ask(at.BRIBE, seat)
                return
            else:
                self._leave_palace(seat)
            self.asked += 1
        self.asked = 0
        self._field_over()

    def _bribe(self, choice: i64) -> None:
        """M11: the difference, in any treasures."""
        seat = self.actor
        if choice == ids.LEAVE:
            self._leave_palace(seat)
            self.asked += 1
            self._check_guests()
        else:
            missing = self.guard - self.strength(seat, board.GUARD)
            if self.begin_amounts(at.PAY, seat, missing, -1, 0, at.FOR_BRIBE):
                self._admit(seat)

    def _admit(self, seat: i64) -> None:
        self.admitted |= 1 << seat
        self.tell("admitted", seat)
        self.asked += 1
        self._check_guests()

    def _leave_palace(self, seat: i64) -> None:
        """M11: all figures of the player leave the rooms."""
        for field in range(board.FIRST_ROOM, board.NUM_FIELDS):
            self.remove_all(seat, self.figures(seat, field), field)

    def _sell(self) -> None:
        """M12: players who can pay are asked in order of strength; an unsold artifact stays."""
        field = self.current
        room = field - board.FIRST_ROOM
        on_sale = self.open_piles >> room & 1 if self.magic else self.sizes[room]
        while on_sale:
            seat = self.strongest(field, self.refused)
            if seat < 0:
                break
            price = self.strength(seat, field)
            kinds = self.count(seat, field)
            if reach(self.player[seat].wealth, 0, kinds, 0) >= price:
                self.ask(at.BUY, seat)
                return
            self.refused |= 1 << seat
        self._field_over()

    def _buy(self, choice: i64) -> None:
        """M12: the price is the player's strength, paid in as many kinds as they have figures."""
        seat = self.actor
        if choice == ids.PASS:
            self.refused |= 1 << seat
            self._sell()
            return
        price = self.strength(seat, self.current)
        if self.begin_amounts(at.PAY, seat, price, self.count(seat, self.current), 0, at.FOR_ROOM):
            self._bought()

    def _bought(self) -> None:
        """M2: in the basic game the artifact is revealed only now."""
        self.questioned = self.actor
        if self.kind_at(self.top(self.current - board.FIRST_ROOM)) == cards.UNSEEN:
            self.ask(at.PRIZE, CHANCE)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """M12: the first purchase ends the room."""
        room = self.current - board.FIRST_ROOM
        kind = self.pull(room, self.top(room))
        if not self.win(self.questioned, kind):
            self._field_over()

    # The end of the round

    def _end_round(self) -> None:
        """M6, M13, M15: everything goes back to where it came from."""
        for cave in range(board.NUM_CAVES):
            if self.groups[cave]:
                self.empty(cave)
        for i in range(len(self.lying)):
            self.lying[i] = 0
        won = False
        for player in self.player:
            player.played = 0
            player.plays = 0
            player.hand = board.ALL_FIGURES
            player.open = 0
            player.doubled = 0
            player.carpets = 0
            player.key = 0
            won = won or piles.size(player.owned, cards.BITS) >= 3
        self.current = 0
        self.resolving = 0
        self.city_begun = 0
        self.empty_city = 0
        self.sealed = 0
        self.emptied = 0
        self.reversed = 0
        self.openly = 0
        self.guard = 0
        self.admitted = 0
        self.djinn = at.NOBODY
        self.smuggler = at.NOBODY
        if won and not self.magic:
            self.finish()
        else:
            self._begin_round()
