"""The rules of Morgenland. Each function carries the ids of its rules; the tests are named after them.

A round goes CARD, TURN_UP → MOMENT → PLACE … → MOMENT → the fields in order: each is revealed, followed by a
MOMENT, and evaluated. What a phase offers and what its choices do are side by side. Artifacts and spells are
in `artifacts.py` and `spells.py`, moments in `moments.py`, the fields in `fields.py`.
"""

from __future__ import annotations

from typing import ClassVar

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from serai.games.morgenland import board, cards, ids, insight, notation, observe, tensor, value
from serai.games.morgenland import state as at
from serai.games.morgenland.fields import Fields
from serai.games.morgenland.spells import PLAYS
from serai.kernel import bits, piles
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, Notated, Observed


@mypyc_attr(free_list_len=1)  # most copies are thrown away before the next one is made
class Morgenland(Fields):
    """A game of Morgenland."""

    game_name: ClassVar[str] = "morgenland"
    num_actions: ClassVar[int] = ids.NUM_ACTIONS
    notation_module: ClassVar[Notated] = notation
    observe_module: ClassVar[Observed] = observe

    # The kernel's interface

    def choices(self, out: Choices) -> None:
        match self.phase:
            case at.PLACE:
                self._offer_place(out)
            case at.MOMENT:
                out.add(ids.PASS)
                self._offer_plays(out, self.actor)
            case at.PAY | at.GAIN:
                self.offer_amounts(out)
            case at.TARGET:
                PLAYS[self.what].targets(self, out)
            case at.COUNTER:
                self._offer_counter(out)
            case at.ANSWER:
                PLAYS[self.what].offer(self, out)
            case at.BUY:
                out.add(ids.PASS)
                out.add(ids.BUY)
            case at.BRIBE:
                out.add(ids.BRIBE)
                out.add(ids.LEAVE)
            case at.MARKET:
                self._offer_market(out)
            case at.KEEP:
                out.add_set(ids.SPELL, self.drawn)
            case at.SMUGGLE:
                out.add(ids.PASS)
                out.add(ids.TAKE)
            case _:
                self._offer_chance(out)

    def _offer_chance(self, out: Choices) -> None:
        match self.phase:
            case at.CARD:
                out.add_set(ids.CARD, self.cards_left)
            case at.TURN_UP | at.SEARCH | at.PRIZE:
                for kind in range(cards.NUM_ARTIFACTS):
                    if cards.held(self.pool, kind):
                        out.add(ids.DEAL + kind)
            case at.DRAW:
                out.add_set(ids.DRAW, self.draw_pile)
            case at.GUARD:
                for guard in range(10):
                    out.add(ids.GUARD + guard)
            case at.DISC:
                out.add_set(ids.DISC, self.hidden(self.who, self.field))
            case at.START:
                for seat in range(self.players):
                    out.add(ids.START + seat)

    def apply_unchecked(self, choice: i64) -> None:
        match self.phase:
            case at.PLACE:
                self._place(choice)
            case at.MOMENT:
                self._announce_or_pass(choice)
            case at.PAY | at.GAIN:
                self.count_out(choice)
                if self.settle():
                    self._counted_out()
            case at.TARGET:
                self._name(choice)
            case at.COUNTER:
                self._counter(choice)
            case at.ANSWER:
                if PLAYS[self.what].answer(self, choice):
                    self._go_on()
            case at.BUY:
                self._buy(choice)
            case at.BRIBE:
                self._bribe(choice)
            case at.MARKET:
                self._exchange(choice)
            case at.KEEP:
                self._keep(choice)
            case at.SMUGGLE:
                self._smuggle(choice)
            case _:
                self._apply_chance(choice)

    def _apply_chance(self, choice: i64) -> None:
        match self.phase:
            case at.CARD:
                self._lay_treasures(choice - ids.CARD)
            case at.TURN_UP:
                self._turn_up(choice - ids.DEAL)
            case at.DRAW:
                self._draw(choice - ids.DRAW)
            case at.GUARD:
                self._reveal_guard(choice - ids.GUARD + 1)
            case at.DISC:
                self.figure = choice - ids.DISC
                self.tell("aim", self.who, 0, board.FIGURE_NAMES[self.figure], True)
                self._name_on()
            case at.SEARCH:
                self.pile[self.cursor] = choice - ids.DEAL | 1 << 3 + self.caster
                self.pool -= cards.ONE[choice - ids.DEAL]
                self.tell("search", self.caster, 1, cards.ARTIFACTS[choice - ids.DEAL], True)
                self._go_on()
            case at.PRIZE:
                self.pool -= cards.ONE[choice - ids.DEAL]
                self.pile[self.top(self.current - board.FIRST_ROOM)] = choice - ids.DEAL
                self._hand_over()
            case _:
                self._start(choice - ids.START)

    def is_legal(self, choice: i64) -> bool:
        if self.phase == at.PLACE and ids.PLACE <= choice < ids.ARTIFACT:  # without listing them all
            figure = (choice - ids.PLACE) // board.NUM_FIELDS
            field = (choice - ids.PLACE) % board.NUM_FIELDS
            return self.player[self.actor].hand >> figure & 1 != 0 and self.admits(self.actor, field)
        return super().is_legal(choice)

    def pick(self, out: Choices, rng: Rng) -> i64:
        """There are many placings, so they are counted rather than listed."""
        if self.phase != at.PLACE:
            return super().pick(out, rng)
        seat = self.actor
        hand = self.player[seat].hand
        fields = self.entries(seat)
        number = bits.count(fields)
        placings = board.SIZE_OF[hand] * number
        out.size = 0
        if self.magic:
            self._offer_plays(out, seat)
        index = rng.below(placings + out.size)
        if index >= placings:
            return out.items[index - placings]
        figure = bits.nth(hand, index // number)
        return ids.PLACE + board.NUM_FIELDS * figure + bits.nth(fields, index % number)

    def sample(self, rng: Rng) -> int:
        """Artifacts in proportion to how many are left; everything else uniformly."""
        self.check_chance()
        phase = self.phase
        if phase == at.TURN_UP or phase == at.SEARCH or phase == at.PRIZE:
            return ids.DEAL + piles.draw(self.pool, cards.BITS, rng)
        out = self._gather()
        return out.items[rng.below(out.size)]

    def weight(self, choice: i64) -> i64:
        phase = self.phase
        if phase == at.TURN_UP or phase == at.SEARCH or phase == at.PRIZE:
            return cards.held(self.pool, choice - ids.DEAL)
        return 1

    def clone(self) -> Morgenland:
        twin = Morgenland()
        self.copy_to(twin)
        return twin

    def scores(self) -> list[int]:
        """Artifacts."""
        return [piles.size(player.owned, cards.BITS) for player in self.player]

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
        return (piles.size(player.owned, cards.BITS) << 8 | scrolls) << 8 | board.total(player.wealth)

    def estimate(self, out: vec[float]) -> None:
        value.estimate(self, out)

    def parts(self, seat: int) -> list[tuple[str, float]]:
        return value.parts(self, seat)

    def rate(self, choices: Choices, seat: i64, shares: vec[float], ratings: vec[float]) -> None:
        """There are many similar placings, so they are rated together."""
        rated: i64 = 0
        if self.phase == at.PLACE and seat == self.actor:
            rated = value.rate_placings(self, choices, shares, ratings)
        self.rate_from(rated, choices, seat, shares, ratings)

    def write_features(self, out: BytesWriter, seat: i64) -> None:
        tensor.write(self, out, seat)

    def write_insight(self, out: BytesWriter, seat: i64) -> None:
        insight.write(self, out, seat)

    def deal_again(self, seat: int | None, rng: Rng) -> None:
        observe.deal_again(self, seat, rng)

    def is_secret(self, choice: i64, seat: int | None) -> bool:
        return observe.is_secret(self, choice, seat)

    # Before the first round

    def _start(self, seat: i64) -> None:
        """M1."""
        self.start = seat
        self.tell("start", seat)
        self.turn = 0
        self.take(seat, 3, 0, at.FOR_STOCK)

    def _next_stock(self) -> None:
        """M1, M2: three treasures of their choice for each player, the start player first."""
        self.turn += 1
        if self.turn < self.players:
            self.take(self.seat_at(self.turn), 3, 0, at.FOR_STOCK)
        else:
            self._begin_round()

    # The vizier

    def _begin_round(self) -> None:
        """M3: reshuffle the treasure cards when there are none left. M22."""
        if self.round_limit and self.round >= self.round_limit:
            self.finish()
            return
        self.round += 1
        self.tell("round", self.start, self.round)
        if not self.cards_left:
            self.cards_left = (1 << 15) - 1
        self.ask(at.CARD, CHANCE)

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
        """M3: turn up the top artifact of every pile without an open one."""
        for room in range(board.NUM_ROOMS):
            if self.sizes[room] and not self.open_piles >> room & 1:
                if self.kind_at(self.top(room)) == cards.UNSEEN:
                    self.turn = room
                    self.ask(at.TURN_UP, CHANCE)
                    return
                self._show(room)
        self._begin_moment(at.AFTER_VIZIER)

    def _turn_up(self, kind: i64) -> None:
        self.pool -= cards.ONE[kind]
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
        self.ask(at.PLACE, self.start)

    def _offer_place(self, out: Choices) -> None:
        """M4, M18: place a figure, or play something first."""
        seat = self.actor
        hand = self.player[seat].hand
        items = out.items
        start = out.size
        end = start  # the first figure's placings
        first: i64 = -1
        size = start
        for figure in range(i64(board.NUM_FIGURES)):
            if not hand >> figure & 1:
                continue
            if first < 0:
                first = figure
                out.add_set(ids.PLACE + board.NUM_FIELDS * figure, self.entries(seat))
                size = end = out.size
            else:  # the other figures can go to the same fields
                further = board.NUM_FIELDS * (figure - first)
                for i in range(start, end):
                    items[size] = items[i] + further
                    size += 1
        out.size = size
        if self.magic:
            self._offer_plays(out, seat)

    def _place(self, choice: i64) -> None:
        """M4."""
        if choice >= ids.ARTIFACT:
            self._announce(choice)
            return
        figure = (choice - ids.PLACE) // board.NUM_FIELDS
        self.place(self.turn, figure, (choice - ids.PLACE) % board.NUM_FIELDS)
        for _seat in range(self.players):  # compiled, a bare `_` would be boxed
            self.turn += 1
            if self.turn == self.players:
                self.turn = 0
            if self.player[self.turn].hand:
                self.actor = self.turn
                return
        self._end_placing()

    def _end_placing(self) -> None:
        """M18, M20: note which city fields stayed empty, for Smuggled In."""
        self.empty_city = 0
        for field in range(board.TENT, board.GUARD):
            if not self.occupied(field):
                self.empty_city |= 1 << field
        self.moment = at.AFTER_PLACING
        if self.magic:
            self._begin_moment(at.AFTER_PLACING)
        else:
            self._next_field()

    # Continuing the round

    def _end_moment(self) -> None:
        if self.moment == at.AFTER_VIZIER:
            self._begin_placing()
        elif self.moment == at.AT_FIELD:
            self._evaluate()
        else:
            self._next_field()

    def _counted_out(self) -> None:
        """All treasures are paid or gained: continue with what they were for."""
        purpose = self.purpose
        self.purpose = at.FOR_STOCK
        if purpose == at.FOR_EFFECT:
            self._go_on()
        elif purpose == at.FOR_ROOM:
            self._bought()
        elif purpose == at.FOR_BRIBE:
            self._admit(self.actor)
        elif purpose == at.FOR_MARKET:
            self._field_over()
        else:
            self._next_stock()
