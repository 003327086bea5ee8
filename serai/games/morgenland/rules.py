"""The rules of Morgenland. Each function carries the ids of its rules; the tests are named after them.

A round goes CARD, TURN_UP → MOMENT → PLACE … → MOMENT → the fields in order: each is revealed, gives a
MOMENT, and is evaluated. What a phase offers and what its choices do stand side by side. Artifacts and
spells are in `artifacts.py` and `spells.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from mypy_extensions import i64

from serai.games.morgenland import board, cards, ids, notation, observe, plays
from serai.games.morgenland import state as at
from serai.games.morgenland.spells import PLAYS
from serai.games.morgenland.table import Table, reach
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices


class Morgenland(Table):
    """A game of Morgenland."""

    game_name: ClassVar[str] = "morgenland"
    num_actions: ClassVar[int] = ids.NUM_ACTIONS

    # The kernel's questions

    def choices(self, out: Choices) -> None:
        phase = self.phase
        if phase == at.PLACE:
            self._offer_place(out)
        elif phase == at.MOMENT:
            out.add(ids.PASS)
            self._offer_plays(out, self.actor)
        elif phase == at.PAY or phase == at.GAIN:
            self.offer_amounts(out)
        elif phase == at.TARGET:
            PLAYS[self.what].targets(self, out)
        elif phase == at.COUNTER:
            self._offer_counter(out)
        elif phase == at.ANSWER:
            PLAYS[self.what].offer(self, out)
        elif phase == at.BUY:
            out.add(ids.PASS)
            out.add(ids.BUY)
        elif phase == at.BRIBE:
            out.add(ids.BRIBE)
            out.add(ids.LEAVE)
        elif phase == at.MARKET:
            self._offer_market(out)
        elif phase == at.KEEP:
            self._offer_set(out, ids.SPELL, self.drawn)
        elif phase == at.SMUGGLE:
            out.add(ids.PASS)
            out.add(ids.TAKE)
        else:
            self._offer_chance(out)

    def _offer_chance(self, out: Choices) -> None:
        phase = self.phase
        if phase == at.CARD:
            self._offer_set(out, ids.CARD, self.cards_left)
        elif phase == at.TURN_UP or phase == at.SEARCH or phase == at.PRIZE:
            for kind in range(cards.NUM_ARTIFACTS):
                if cards.held(self.pool, kind):
                    out.add(ids.DEAL + kind)
        elif phase == at.DRAW:
            self._offer_set(out, ids.DRAW, self.draw_pile)
        elif phase == at.GUARD:
            for guard in range(10):
                out.add(ids.GUARD + guard)
        elif phase == at.DISC:
            self._offer_set(out, ids.DISC, self.hidden(self.who, self.field))
        elif phase == at.START:
            for seat in range(self.players):
                out.add(ids.START + seat)

    def apply_unchecked(self, choice: i64) -> None:
        phase = self.phase
        if phase == at.PLACE:
            self._place(choice)
        elif phase == at.MOMENT:
            self._announce_or_pass(choice)
        elif phase == at.PAY or phase == at.GAIN:
            self.count_out(choice)
            if self.settle():
                self._counted_out()
        elif phase == at.TARGET:
            self._name(choice)
        elif phase == at.COUNTER:
            self._counter(choice)
        elif phase == at.ANSWER:
            if PLAYS[self.what].answer(self, choice):
                self._go_on()
        elif phase == at.BUY:
            self._buy(choice)
        elif phase == at.BRIBE:
            self._bribe(choice)
        elif phase == at.MARKET:
            self._exchange(choice)
        elif phase == at.KEEP:
            self._keep(choice)
        elif phase == at.SMUGGLE:
            self._smuggle(choice)
        else:
            self._apply_chance(choice)

    def _apply_chance(self, choice: i64) -> None:
        phase = self.phase
        if phase == at.CARD:
            self._lay_treasures(choice - ids.CARD)
        elif phase == at.TURN_UP:
            self._turn_up(choice - ids.DEAL)
        elif phase == at.DRAW:
            self._draw(choice - ids.DRAW)
        elif phase == at.GUARD:
            self._reveal_guard(choice - ids.GUARD + 1)
        elif phase == at.DISC:
            self.figure = choice - ids.DISC
            self._name_on()
        elif phase == at.SEARCH:
            self.pile[self.cursor] = choice - ids.DEAL
            self.pool -= cards.one(choice - ids.DEAL)
            self._go_on()
        elif phase == at.PRIZE:
            self.pool -= cards.one(choice - ids.DEAL)
            self.pile[self.top(self.current - board.FIRST_ROOM)] = choice - ids.DEAL
            self._hand_over()
        else:
            self._start(choice - ids.START)

    def sample(self, rng: Rng) -> int:
        phase = self.phase
        if phase == at.TURN_UP or phase == at.SEARCH or phase == at.PRIZE:
            return ids.DEAL + cards.nth(self.pool, rng.below(cards.size(self.pool)))
        out = self._gather()
        return out.items[rng.below(out.size)]

    def clone(self) -> Morgenland:
        twin = Morgenland()
        self.copy_to(twin)
        return twin

    def scores(self) -> list[int]:
        """Artifacts."""
        return [cards.size(player.owned) for player in self.player]

    def winners(self) -> list[int]:
        """M14, M15: most artifacts; then, in the pro game, Scrolls; then treasure; then shared."""
        if self.actor != OVER:
            return []
        ranks = [self._rank(seat) for seat in range(self.players)]
        best = max(ranks)
        return [seat for seat, rank in enumerate(ranks) if rank == best]

    def _rank(self, seat: i64) -> int:
        player = self.player[seat]
        scrolls = cards.held(player.owned, cards.SCROLL) if self.magic else 0
        return (cards.size(player.owned) << 8 | scrolls) << 8 | board.total(player.wealth)

    def observe(self, seat: int | None) -> Mapping[str, Any]:
        return observe.observe(self, seat)

    def determinize(self, seat: int | None, rng: Rng) -> Morgenland:
        twin = self.clone()
        observe.deal_again(twin, seat, rng)
        return twin

    def text(self, choice: int) -> str:
        return notation.text(choice)

    def parse(self, text: str) -> int:
        return notation.parse(text)

    # Before the first round

    def _start(self, seat: i64) -> None:
        """M1."""
        self.start = seat
        self.tell("start", seat)
        self.turn = 0
        self.take(seat, 3, 0, at.FOR_STOCK)

    def _next_stock(self) -> None:
        """M1, M2: three treasures of free choice each, the start player first."""
        self.turn += 1
        if self.turn < self.players:
            self.take(self.seat_at(self.turn), 3, 0, at.FOR_STOCK)
        else:
            self._begin_round()

    # The vizier

    def _begin_round(self) -> None:
        """M3: reshuffle the treasure cards when they are used up. M22."""
        if self.round_limit and self.round >= self.round_limit:
            self.finish()
            return
        self.round += 1
        self.tell("round", self.start, self.round)
        if not self.cards_left:
            self.cards_left = (1 << 15) - 1
        self._ask(at.CARD, CHANCE)

    def _lay_treasures(self, card: i64) -> None:
        """M3."""
        self.cards_left &= ~(1 << card)
        self.tell("card", at.NOBODY, card + 1)
        for cave in range(board.NUM_CAVES):
            self.fill(cave, self.deck[card * board.NUM_CAVES + cave])
        if self.magic:
            self._turn_up_piles()
        else:
            self._begin_placing()

    def _turn_up_piles(self) -> None:
        """M3: the top artifact of every pile, where none lies open."""
        for room in range(board.NUM_ROOMS):
            if self.sizes[room] and not self.open_piles >> room & 1:
                if self.kind_at(self.top(room)) == cards.UNSEEN:
                    self.turn = room
                    self._ask(at.TURN_UP, CHANCE)
                    return
                self._show(room)
        self._begin_moment(at.AFTER_VIZIER)

    def _turn_up(self, kind: i64) -> None:
        self.pool -= cards.one(kind)
        self.pile[self.top(self.turn)] = kind
        self._show(self.turn)
        self._turn_up_piles()

    def _show(self, room: i64) -> None:
        self.pile[self.top(room)] |= cards.EVERYBODY << 3
        self.open_piles |= 1 << room
        self.tell("turn-up", at.NOBODY, 1, cards.ARTIFACTS[self.kind_at(self.top(room))])

    # Placement

    def _begin_placing(self) -> None:
        self.moment = at.OWN_TURN
        self.turn = self.start
        self._ask(at.PLACE, self.start)

    def _offer_place(self, out: Choices) -> None:
        """M4, M18: a figure, or a play before it."""
        seat = self.actor
        hand = self.player[seat].hand
        fields = self.entries(seat)
        choice: i64 = ids.PLACE
        for figure in range(board.NUM_FIGURES):
            if hand >> figure & 1:
                for field in range(board.NUM_FIELDS):
                    if fields >> field & 1:
                        out.add(choice + field)
            choice += board.NUM_FIELDS
        if self.magic:
            self._offer_plays(out, seat)

    def _place(self, choice: i64) -> None:
        """M4."""
        if choice >= ids.ARTIFACT:
            self._announce(choice)
            return
        figure = (choice - ids.PLACE) // board.NUM_FIELDS
        self.place(self.turn, figure, (choice - ids.PLACE) % board.NUM_FIELDS)
        for _ in range(self.players):
            self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
            if self.player[self.turn].hand:
                self.actor = self.turn
                return
        self._end_placing()

    def _end_placing(self) -> None:
        """M18, M20: which city fields stayed empty counts for Smuggled In."""
        self.empty_city = 0
        for field in range(board.TENT, board.GUARD):
            if not self.occupied(field):
                self.empty_city |= 1 << field
        self.moment = at.AFTER_PLACING
        if self.magic:
            self._begin_moment(at.AFTER_PLACING)
        else:
            self._next_field()

    # Moments

    def _begin_moment(self, moment: i64) -> None:
        """M18."""
        self.moment = moment
        self.stirred = 0
        self._ask_all()

    def _ask_all(self) -> None:
        self.asked = 0
        self.passes = 0
        self._ask_on()

    def _ask_on(self) -> None:
        """M18: in player order, round and round, until all pass in a row."""
        while self.passes < self.players:
            seat = self.seat_at(self.asked)
            if self._could_play(seat):
                self._ask(at.MOMENT, seat)
                return
            self._step_on()
        if self.stirred:
            self.stirred = 0
            self._resolve_next()
        else:
            self._end_moment()

    def _step_on(self) -> None:
        self.passes += 1
        self.asked = self.asked + 1 if self.asked + 1 < self.players else 0

    def _could_play(self, seat: i64) -> bool:
        """M18: whether, as all can see, a seat may have a play."""
        player = self.player[seat]
        if self.unplayed(seat) & cards.PLAYABLE and self.has_play(seat):
            return True
        return player.spells != 0 and player.lamp_is_open()

    def _offer_plays(self, out: Choices, seat: i64) -> None:
        """M16, M17."""
        player = self.player[seat]
        if self.has_play(seat):
            unplayed = self.unplayed(seat) & cards.PLAYABLE
            for kind in range(cards.SCROLL):
                if cards.held(unplayed, kind) and PLAYS[kind].possible(self, seat):
                    out.add(ids.ARTIFACT + kind)
        if player.spells and player.lamp_is_open():
            for card in range(cards.NUM_SPELLS):
                if player.spells >> card & 1 and PLAYS[cards.FIRST_SPELL + card].possible(self, seat):
                    out.add(ids.SPELL + card)

    def _announce_or_pass(self, choice: i64) -> None:
        if choice == ids.PASS:
            self._step_on()
            self._ask_on()
        else:
            self._announce(choice)

    def _end_moment(self) -> None:
        if self.moment == at.AFTER_VIZIER:
            self._begin_placing()
        elif self.moment == at.AT_FIELD:
            self._evaluate()
        else:
            self._next_field()

    # Announcing a play

    def _announce(self, choice: i64) -> None:
        """M16, M17, M18: it is spent; then its targets are named."""
        self.what = choice - ids.ARTIFACT
        self.caster = self.actor
        self.namer = self.actor
        self.stirred = 1
        if self.what < cards.FIRST_SPELL:
            self._spend_artifact(self.caster, self.what)
        else:
            self._spend_spell(self.caster, self.what - cards.FIRST_SPELL)
        self._name_on()

    def _spend_artifact(self, seat: i64, kind: i64) -> None:
        """M16: it lies open until the end of the round."""
        player = self.player[seat]
        player.played += cards.one(kind)
        player.plays += 1
        self.tell("play", seat, 1, cards.ARTIFACTS[kind])

    def _spend_spell(self, seat: i64, card: i64) -> None:
        """M17: the discard pile is open, so nobody has to remember that card."""
        self.player[seat].spells &= ~(1 << card)
        self.tell("spell", seat, -1, cards.SPELLS[card])
        self._discard(card)

    def _discard(self, card: i64) -> None:
        self.discards |= 1 << card
        for player in self.player:
            player.knows &= ~(1 << card)

    def _name(self, choice: i64) -> None:
        """M18, M20: a target, or no revenge for an eye."""
        if choice == ids.PASS:
            self._go_on()
        elif plays.name_target(self, choice):
            self._name_on()
        else:
            self._ask(at.DISC, CHANCE)

    def _name_on(self) -> None:
        """Ask for the next target; what is not a choice is not asked."""
        self._ask(at.TARGET, self.namer)
        out = self._gather()
        while out.size == 1:
            if not plays.name_target(self, out.items[0]):
                self._ask(at.DISC, CHANCE)
                return
            out = self._gather()
        if out.size:
            return
        if self.effecting:
            self._go_on()
        elif self.what < cards.FIRST_SPELL:
            self._accept()
        else:
            self.counter_asked = 0
            self.rider = at.NOBODY
            self._ask_counter()

    # Counterspells

    def _ask_counter(self) -> None:
        """M16, M18: asked for at once, in player order."""
        while self.counter_asked < self.players:
            seat = self.seat_at(self.counter_asked)
            if self._could_counter(seat):
                self._ask(at.COUNTER, seat)
                return
            self.counter_asked += 1
        if self.rider >= 0:
            self._void()
        else:
            self._accept()

    def _could_counter(self, seat: i64) -> bool:
        """M18, M20: as all can see. A Free Rider can copy an open Counterspell."""
        if seat == (self.rider if self.rider >= 0 else self.caster):
            return False
        if cards.held(self.unplayed(seat), cards.COUNTERSPELL) and self.has_play(seat):
            return True
        return (
            self.rider < 0
            and self.player[seat].spells != 0
            and self.player[seat].lamp_is_open()
            and cards.held(self.opened_by_others(seat), cards.COUNTERSPELL) != 0
            and not self.discards >> cards.FREE_RIDER & 1
        )

    def _offer_counter(self, out: Choices) -> None:
        seat = self.actor
        player = self.player[seat]
        out.add(ids.PASS)
        if cards.held(self.unplayed(seat), cards.COUNTERSPELL) and self.has_play(seat):
            out.add(ids.ARTIFACT + cards.COUNTERSPELL)
        if (
            player.spells >> cards.FREE_RIDER & 1
            and player.lamp_is_open()
            and cards.held(self.opened_by_others(seat), cards.COUNTERSPELL)
        ):
            out.add(ids.SPELL + cards.FREE_RIDER)

    def _counter(self, choice: i64) -> None:
        """M16: the spell has no effect. M20: a Free Rider is a spell that can be countered itself."""
        seat = self.actor
        if choice == ids.PASS:
            self.counter_asked += 1
            self._ask_counter()
        elif choice == ids.SPELL + cards.FREE_RIDER:
            self._spend_spell(seat, cards.FREE_RIDER)
            self.rider = seat
            self.counter_asked = 0
            self._ask_counter()
        else:
            self._spend_artifact(seat, cards.COUNTERSPELL)
            if self.rider >= 0:  # the Free Rider is void; those after him are asked about the first spell
                self.counter_asked = self.distance(self.rider) + 1
                self.rider = at.NOBODY
                self._ask_counter()
            else:
                self._void()

    def _void(self) -> None:
        """M16."""
        self.tell("countered", self.caster, 1, cards.PLAYS[self.what])
        self._announced()

    # Resolving plays

    def _accept(self) -> None:
        """M18: it waits for its resolution; in an own placement turn it resolves at once."""
        if self.moment == at.OWN_TURN:
            self._begin_effect()
        else:
            self.announced.append(self.pack())
            self._announced()

    def _announced(self) -> None:
        """M18: on with the moment, or with the placement turn."""
        plays.clear(self)
        if self.moment == at.OWN_TURN:
            self._ask(at.PLACE, self.turn)
        else:
            self._step_on()
            self.passes = 0
            self._ask_on()

    def _resolve_next(self) -> None:
        """M18: in player order, one player's own in the order he announced them; then ask again."""
        for step in range(self.players):
            seat = self.seat_at(step)
            for index in range(len(self.announced)):
                play: i64 = self.announced[index]
                if play >> 5 & 7 == seat:
                    del self.announced[index]
                    self.unpack(play)
                    self._begin_effect()
                    return
        self._ask_all()

    def _begin_effect(self) -> None:
        self.namer = self.caster
        self.effecting = 1
        self.step = 0
        self.tell("effect", self.caster, 1, cards.PLAYS[self.what])
        self._go_on()

    def _go_on(self) -> None:
        """M17: each play is resolved wholly before the next."""
        if PLAYS[self.what].effect(self):
            self.effecting = 0
            plays.clear(self)
            if self.moment == at.OWN_TURN:
                self._ask(at.PLACE, self.turn)
            else:
                self._resolve_next()

    def _counted_out(self) -> None:
        """Treasures are paid or gained: on with what they were for."""
        if self.purpose == at.FOR_EFFECT:
            self._go_on()
        elif self.purpose == at.FOR_ROOM:
            self._bought()
        elif self.purpose == at.FOR_BRIBE:
            self._admit(self.actor)
        elif self.purpose == at.FOR_MARKET:
            self._field_over()
        else:
            self._next_stock()

    # Resolution, field by field

    def _next_field(self) -> None:
        """M5, M18: the next field with figures is revealed; before the city there is a moment."""
        while self.current < board.NUM_FIELDS:
            field = self.current
            if field == board.TENT and self.magic and not self.city_begun:
                self.city_begun = 1
                self._begin_moment(at.BEFORE_CITY)
                return
            if field == board.GUARD:
                if self._anyone_in_palace():
                    self._ask(at.GUARD, CHANCE)
                    return
            elif self.occupied(field):
                self._open_field()
                return
            elif self.smuggled(field, 0) >= 0:
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
        field = self.current
        if field < board.NUM_CAVES:
            self._share_cave()
        elif field == board.TENT:
            self._evaluate_tent()
        elif field == board.DJINN:
            self._evaluate_djinn()
        elif field == board.MARKET:
            self._evaluate_market()
        elif field == board.CARAVANSERAI:
            self._evaluate_caravanserai()
        elif field == board.GUARD:
            self.asked = 0
            self._check_guests()
        else:
            self._sell()

    def _field_over(self) -> None:
        self.current += 1
        self.resolving = 0
        self.refused = 0
        self._next_field()

    def _share_cave(self) -> None:
        """M6: the strongest takes the top group, the next the next."""
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

    def _asks_smuggler(self, seat: i64) -> bool:
        """M20: who is smuggled in may decline."""
        if seat != self.smuggled(self.current, self.refused):
            return False
        self._ask(at.SMUGGLE, seat)
        return True

    def _smuggle(self, choice: i64) -> None:
        """M20: if he declines the next one is the strongest."""
        seat = self.actor
        if choice == ids.PASS:
            self.refused |= 1 << seat
            self._evaluate()
        elif self.current == board.TENT:
            self._begin_draw()
        else:
            self._take_camel(seat)

    def _evaluate_tent(self) -> None:
        """M7."""
        seat = self.strongest(board.TENT, self.refused)
        if seat < 0:
            self._field_over()
        elif not self._asks_smuggler(seat):
            self._begin_draw()

    def _begin_draw(self) -> None:
        self.drawn = 0
        self._draw_on()

    def _draw_on(self) -> None:
        """M7, M17: two cards; the discards are reshuffled when the draw pile is empty."""
        if board.bits(self.drawn) == 2:
            self._ask(at.KEEP, self.strongest(board.TENT, self.refused))
            return
        if not self.draw_pile:
            self.draw_pile = self.discards
            self.discards = 0
        if self.draw_pile:
            self._ask(at.DRAW, CHANCE)
        elif self.drawn:
            self._give_spell(self.strongest(board.TENT, self.refused), self.drawn)
            self._field_over()
        else:
            self._field_over()

    def _draw(self, card: i64) -> None:
        self.draw_pile &= ~(1 << card)
        self.drawn |= 1 << card
        self._draw_on()

    def _keep(self, choice: i64) -> None:
        """M7: the other card goes to the second strongest; without one it is discarded. M21."""
        seat = self.actor
        kept: i64 = 1 << choice - ids.SPELL
        other = self.drawn & ~kept
        self._give_spell(seat, kept)
        second = self.strongest(board.TENT, self.refused | 1 << seat)
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
        self.djinn = self.strongest(board.DJINN, 0)
        if self.djinn >= 0:
            self.tell("djinn", self.djinn)
        self._field_over()

    def _evaluate_market(self) -> None:
        """M9: who has nothing to exchange is not asked."""
        seat = self.strongest(board.MARKET, 0)
        if seat >= 0 and self.player[seat].wealth:
            self._ask(at.MARKET, seat)
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
        """M10."""
        seat = self.strongest(board.CARAVANSERAI, self.refused)
        if seat < 0 or seat == self.start:
            self._field_over()
        elif not self._asks_smuggler(seat):
            self._take_camel(seat)

    def _take_camel(self, seat: i64) -> None:
        """M5, M10: start player at once."""
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
        """M11: in player order all pass, bribe or leave."""
        while self.asked < self.players:
            seat = self.seat_at(self.asked)
            missing = self.guard - self.strength(seat, board.GUARD)
            present = self.figures(seat, board.GUARD) != 0
            if self.player[seat].key or (present and missing <= 0):
                self.admitted |= 1 << seat
                self.tell("admitted", seat)
            elif present and board.total(self.player[seat].wealth) >= missing:
                self._ask(at.BRIBE, seat)
                return
            else:
                self._leave_palace(seat)
            self.asked += 1
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
        """M11: all own figures leave the rooms."""
        for field in range(board.FIRST_ROOM, board.NUM_FIELDS):
            self.remove_all(seat, self.figures(seat, field), field)

    def _sell(self) -> None:
        """M12: in order of strength who can pay is asked; an unsold artifact stays."""
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
                self._ask(at.BUY, seat)
                return
            self.refused |= 1 << seat
        self._field_over()

    def _buy(self, choice: i64) -> None:
        """M12: the price is his strength, in as many kinds as he has figures."""
        seat = self.actor
        if choice == ids.PASS:
            self.refused |= 1 << seat
            self._sell()
            return
        price = self.strength(seat, self.current)
        if self.begin_amounts(at.PAY, seat, price, self.count(seat, self.current), 0, at.FOR_ROOM):
            self._bought()

    def _bought(self) -> None:
        """M2: in the basic game the artifact is seen only now."""
        self.questioned = self.actor
        if self.kind_at(self.top(self.current - board.FIRST_ROOM)) == cards.UNSEEN:
            self._ask(at.PRIZE, CHANCE)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """M12: the first who buys ends the room."""
        room = self.current - board.FIRST_ROOM
        kind = self.pull(room, self.top(room))
        if not self.win(self.questioned, kind):
            self._field_over()

    # The end of the round

    def _end_round(self) -> None:
        """M6, M13, M15: all goes back where it came from."""
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
            won = won or cards.size(player.owned) >= 3
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

    # Small things

    def _ask(self, phase: i64, actor: i64) -> None:
        self.phase = phase
        self.actor = actor

    def _offer_set(self, out: Choices, first_id: i64, mask: i64) -> None:
        choice = first_id
        while mask:
            if mask & 1:
                out.add(choice)
            mask >>= 1
            choice += 1
