"""The twenty-one spells (M20), one small class each, in the order of the rulebook.

For all spells (M17): a spell never works on the guard's field, never moves a figure to a resolved field, and
a player who cannot meet a demand in full meets as much of it as they can.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import artifacts, board, cards, ids
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.games.morgenland.plays import (
    Aim,
    FieldPlay,
    Play,
    foresee_away,
    foresee_move,
    foresee_tax,
    offer_seen,
)
from serai.kernel.state import Choices

NO_GUARD: Final = board.ALL_FIELDS & ~(1 << board.GUARD)
NUM_TAXED: Final = ids.COPY + board.NUM_FIGURES - ids.FIGURE  # what can be taken back: figures, Doubles


def unresolved(t: Mechanics) -> i64:
    """The fields on which a spell can work: not yet resolved, not the guard's."""
    return NO_GUARD >> t.current << t.current


class Abracadabra(Play):
    """While a room with a figure of yours is resolved: search its pile and take any artifact from it."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        room = t.current - board.FIRST_ROOM
        return room >= 0 and t.resolving != 0 and t.figures(seat, t.current) != 0 and t.sizes[room] > 0

    def effect(self, t: Mechanics) -> bool:
        room = t.current - board.FIRST_ROOM
        if t.step == 0:
            t.step = 1
            if not self.possible(t, t.caster):
                return True
        if t.step == 1:
            if not t.search(t.caster, room):
                return False
            t.step = 2
            if t.sizes[room] > 1:
                return t.ask_answer(t.caster)
            kind = t.pull(room, t.top(room))
            return not t.win(t.caster, kind)
        return True

    def offer(self, t: Mechanics, out: Choices) -> None:
        """`TAKE` is the open artifact; the others are named."""
        room = t.current - board.FIRST_ROOM
        if t.open_piles >> room & 1:
            out.add(ids.TAKE)
        offer_below(t, out, room)

    def answer(self, t: Mechanics, choice: i64) -> bool:
        room = t.current - board.FIRST_ROOM
        place = t.top(room) if choice == ids.TAKE else place_of(t, room, choice - ids.ARTIFACT)
        kind = t.pull(room, place)
        return not t.win(t.caster, kind)

    def worth(self) -> float:
        return 0.50

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        credit[2 * aim.caster] += 0.95

    def foresee_rest(self, t: Mechanics, credit: vec[float]) -> None:
        if t.step < 3:
            credit[2 * t.caster] += 0.95


class Alms(Play):
    """Take three treasures."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return t.bank != 0

    def effect(self, t: Mechanics) -> bool:
        t.step += 1
        return t.step > 1 or t.take(t.caster, 3, 0, at.FOR_EFFECT)

    def worth(self) -> float:
        return 0.20

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        credit[2 * aim.caster + 1] += 3.3


class EyeForAnEye(Play):
    """Remove another player's figure from an unresolved field; then its owner may do the same."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return self.fields(t, seat) != 0

    def fields(self, t: Mechanics, seat: i64) -> i64:
        """Fields in which another player has a figure."""
        fields: i64 = 0
        allowed = unresolved(t)
        for field in range(t.current, board.NUM_FIELDS):
            if allowed >> field & 1 and self.seats(t, seat, field):
                fields |= 1 << field
        return fields

    def seats(self, t: Mechanics, seat: i64, field: i64) -> i64:
        seats: i64 = 0
        for other in range(t.players):
            if other != seat and t.figures(other, field):
                seats |= 1 << other
        return seats

    def targets(self, t: Mechanics, out: Choices) -> None:
        if t.field < 0:
            if t.effecting:
                out.add(ids.PASS)
            out.add_set(ids.FIELD, self.fields(t, t.namer))
        elif t.who < 0:
            out.add_set(ids.SEAT, self.seats(t, t.namer, t.field))
        elif t.figure < 0:
            offer_seen(t, out, t.who, t.field, True)

    def effect(self, t: Mechanics) -> bool:
        t.step += 1
        if t.figure < 0:  # the owner takes no revenge
            return True
        field = t.find(t.who, t.figure)
        if field < 0 or not unresolved(t) >> field & 1:
            return True
        t.remove(t.who, t.figure, field)
        if t.step > 1 or not self.fields(t, t.who):
            return True
        t.namer = t.who
        t.field = at.NOTHING
        t.who = at.NOBODY
        t.figure = at.NOTHING
        t.ask(at.TARGET, t.namer)
        return False

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        foresee_away(t, aim.who, aim.figure)


class Baksheesh(Play):
    """In player order, every other player pays two for each figure in the city or takes it back.

    Players are asked field by field: which figures go back, then payment for the rest. Figures have a fixed
    order: open ones (by strength, Carpets, Doubles), then hidden ones by strength. So the order does not
    reveal how strong a hidden one is.
    """

    def possible(self, t: Mechanics, seat: i64) -> bool:
        for other in range(t.players):
            for field in range(board.TENT, board.GUARD):
                if other != seat and field >= t.current and t.figures(other, field):
                    return True
        return False

    def effect(self, t: Mechanics) -> bool:
        while t.step < 4 * t.players:
            seat = t.seat_at(t.step // 4)
            t.field = board.TENT + t.step % 4
            t.step += 1
            if seat == t.caster or t.field < t.current or not t.figures(seat, t.field):
                continue
            if board.total(t.player[seat].wealth) < 2:
                t.remove_all(seat, t.figures(seat, t.field), t.field)
            else:
                t.cursor = 0
                return t.ask_answer(seat)
        return True

    def offer(self, t: Mechanics, out: Choices) -> None:
        """Skipped figures are kept, so no more can be skipped than can be paid for."""
        seat = t.questioned
        wealth = board.total(t.player[seat].wealth)
        if 2 * t.count(seat, t.field) <= wealth:
            out.add(ids.PAY)
        offered: i64 = 0
        for index in range(NUM_TAXED):
            kept = self._kept_before(t, index)
            if kept >= t.cursor and 2 * kept <= wealth:
                offered |= 1 << index
        out.add_set(ids.FIGURE, offered)

    def _kept_before(self, t: Mechanics, index: i64) -> i64:
        """How many figures come before one in that order; -1: it is not there."""
        seat = t.questioned
        figures = t.figures(seat, t.field)
        hidden = t.hidden(seat, t.field)
        seen = figures & ~hidden & board.ALL_FIGURES
        carpets = figures >> board.FIRST_CARPET
        doubled = t.player[seat].doubled & figures
        if index >= ids.COPY - ids.FIGURE:
            copy = index - (ids.COPY - ids.FIGURE)
            if not doubled >> copy & 1:
                return -1
            return board.SIZE_OF[seen] + board.SIZE_OF[carpets] + board.SIZE_OF[doubled & (1 << copy) - 1]
        if index >= board.NUM_FIGURES:
            return board.SIZE_OF[seen] if carpets and index == ids.CARPET - ids.FIGURE else -1
        below: i64 = (1 << index) - 1
        if hidden >> index & 1:
            return t.count(seat, t.field) - board.SIZE_OF[hidden & ~below]
        return board.SIZE_OF[seen & below] if seen >> index & 1 else -1

    def answer(self, t: Mechanics, choice: i64) -> bool:
        """While some are hidden, ask again even without a choice: otherwise others could draw conclusions."""
        seat = t.questioned
        if choice == ids.PAY:
            return t.give_back(seat, 2 * t.count(seat, t.field))
        hidden = t.hidden(seat, t.field)
        t.cursor = self._kept_before(t, choice - ids.FIGURE)
        self._take_back(t, choice)
        if not t.figures(seat, t.field):
            return True
        if hidden:
            return False
        out = t._gather()
        return out.size == 1 and self.answer(t, out.items[0])

    def _take_back(self, t: Mechanics, choice: i64) -> None:
        seat = t.questioned
        if choice >= ids.COPY:
            t.player[seat].doubled &= ~(1 << choice - ids.COPY)
            t.tell("double-gone", seat, board.STRENGTH[choice - ids.COPY])
        elif choice == ids.CARPET:
            carpets = t.figures(seat, t.field) >> board.FIRST_CARPET
            t.remove(seat, board.FIRST_CARPET + board.lowest(carpets), t.field)
        else:
            t.remove(seat, choice - ids.FIGURE, t.field)

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        foresee_tax(t, credit, aim.caster, board.TENT, board.GUARD, 1.3)


class LastFirst(Play):
    """The Last Shall Be First: from the field being resolved on, strength s counts as 10 - s."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return not t.reversed

    def effect(self, t: Mechanics) -> bool:
        t.reversed = 1
        t.tell("reversed", t.caster)
        return True

    def worth(self) -> float:
        return 0.08

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        t.reversed = 1


class DragonFlight(FieldPlay):
    """An empty, unresolved cave gets groups of 4 and 2."""

    def fields(self, t: Mechanics) -> i64:
        caves: i64 = 0
        for cave in range(t.current, board.NUM_CAVES):
            if not t.groups[cave] and not t.emptied >> cave & 1 and board.units(t.bank, cave):
                caves |= 1 << cave
        return caves

    def effect(self, t: Mechanics) -> bool:
        if self.fields(t) >> t.field & 1:
            t.fill(t.field, 4 | 2 << 5)
        return True

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        if aim.field >= 0 and not t.groups[aim.field]:
            t.groups[aim.field] = 4 | 2 << 5
            credit[2 * aim.caster] += 0.02


class SmuggledIn(Play):
    """Before the city: you are the strongest in every city field left empty in placement."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return t.moment == at.BEFORE_CITY and t.empty_city != 0

    def effect(self, t: Mechanics) -> bool:
        t.smuggler = t.caster
        t.tell("smuggled", t.caster)
        return True

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        t.smuggler = aim.caster


class Mirage(FieldPlay):
    """Replace the open artifact of any pile by another from that pile; the old one goes to the bottom."""

    def fields(self, t: Mechanics) -> i64:
        rooms: i64 = 0
        for room in range(board.NUM_ROOMS):
            if t.open_piles >> room & 1 and t.sizes[room] > 1:
                rooms |= 1 << board.FIRST_ROOM + room
        return rooms

    def effect(self, t: Mechanics) -> bool:
        room = t.field - board.FIRST_ROOM
        if t.step == 0:
            t.step = 1
            if not self.fields(t) >> t.field & 1:
                return True
        if t.step == 1:
            if not t.search(t.caster, room):
                return False
            t.step = 2
            if t.sizes[room] > 2:
                return t.ask_answer(t.caster)
            self._show(t, room, 6 * room)
        return True

    def offer(self, t: Mechanics, out: Choices) -> None:
        offer_below(t, out, t.field - board.FIRST_ROOM)

    def answer(self, t: Mechanics, choice: i64) -> bool:
        room = t.field - board.FIRST_ROOM
        self._show(t, room, place_of(t, room, choice - ids.ARTIFACT))
        return True

    def _show(self, t: Mechanics, room: i64, place: i64) -> None:
        """Everyone sees the new artifact, and the one that goes to the bottom."""
        top = t.top(room)
        old = t.pile[top] | cards.EVERYBODY << 3
        new = t.pile[place] | cards.EVERYBODY << 3
        for above in range(place, 6 * room, -1):
            t.pile[above] = t.pile[above - 1]
        t.pile[6 * room] = old
        t.pile[top] = new
        t.tell("turn-up", at.NOBODY, 1, cards.ARTIFACTS[new & 7])

    def worth(self) -> float:
        return 0.03


class LunarEclipse(FieldPlay):
    """All odd open figures, including Carpets, leave one unresolved field."""

    def fields(self, t: Mechanics) -> i64:
        """Fields with an open figure."""
        fields: i64 = 0
        allowed = unresolved(t)
        for field in range(t.current, board.NUM_FIELDS):
            for seat in range(t.players):
                if allowed >> field & 1 and t.figures(seat, field) & t.player[seat].open:
                    fields |= 1 << field
        return fields

    def effect(self, t: Mechanics) -> bool:
        self.darken(t, board.ODD)
        return True

    def darken(self, t: Mechanics, figures: i64) -> None:
        """Remove those of these figures that lie open in the field."""
        for seat in range(t.players):
            t.remove_all(seat, t.figures(seat, t.field) & t.player[seat].open & figures, t.field)

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        self.foresee_dark(t, aim.field, board.ODD)

    def foresee_dark(self, t: Mechanics, field: i64, figures: i64) -> None:
        """The same as a foreseen effect."""
        if field >= 0:
            for seat in range(t.players):
                t.lying[seat * board.NUM_FIELDS + field] &= ~(figures & t.player[seat].open)


class Latecomer(Play):
    """Move one of your figures, open or hidden as it is, to another unresolved field."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return self.figures(t, seat) != 0

    def figures(self, t: Mechanics, seat: i64) -> i64:
        """The player's figures that have somewhere to go. A Carpet cannot be moved."""
        found: i64 = 0
        entries = t.entries(seat) & NO_GUARD
        for field in range(board.NUM_FIELDS):
            if field != board.GUARD and entries & ~(1 << field):
                found |= t.figures(seat, field)
        return found & board.ALL_FIGURES

    def targets(self, t: Mechanics, out: Choices) -> None:
        if t.figure < 0:
            out.add_set(ids.FIGURE, self.figures(t, t.caster))
        elif t.goal < 0:
            out.add_set(ids.FIELD, t.goals(t.caster, t.find(t.caster, t.figure)))

    def effect(self, t: Mechanics) -> bool:
        return move_and_end(t)

    def worth(self) -> float:
        return 0.14

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        foresee_move(t, aim.caster, aim.figure, aim.goal)


class OpenSecret(Play):
    """From now on, the others place openly this round."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return t.moment <= at.OWN_TURN

    def effect(self, t: Mechanics) -> bool:
        t.openly |= (1 << t.players) - 1 & ~(1 << t.caster)
        t.tell("open-secret", t.caster)
        return True

    def worth(self) -> float:
        return 0.07

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        credit[2 * aim.caster] += 0.015 * float(board.SIZE_OF[t.player[aim.caster].hand])


class Sacrifice(Play):
    """Every player gives back seven treasures of their choice, or all."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        for player in t.player:
            if player.wealth:
                return True
        return False

    def effect(self, t: Mechanics) -> bool:
        return self.demand(t, 7)

    def demand(self, t: Mechanics, number: i64) -> bool:
        while t.step < t.players:
            seat = t.seat_at(t.step)
            t.step += 1
            if not t.give_back(seat, number):
                return False
        return True

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        self.foresee_demand(t, credit, 7)

    def foresee_demand(self, t: Mechanics, credit: vec[float], number: i64) -> None:
        """What everyone will have to give, as a credit."""
        for seat in range(t.players):
            have = board.total(t.player[seat].wealth)
            credit[2 * seat + 1] -= float(number if number < have else have)


class DragonReturn(Play):
    """The cave being resolved loses its treasures to the bank, and stays empty this round."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return t.resolving != 0 and t.current < board.NUM_CAVES and t.groups[t.current] != 0

    def effect(self, t: Mechanics) -> bool:
        t.emptied |= 1 << t.current
        t.empty(t.current)
        return True

    def worth(self) -> float:
        return 0.08

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        t.groups[t.current] = 0


class Dwindling(Sacrifice):
    """Every player gives back five treasures of their choice, or all."""

    def effect(self, t: Mechanics) -> bool:
        return self.demand(t, 5)

    def worth(self) -> float:
        return 0.08

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        self.foresee_demand(t, credit, 5)


class CloseSesame(FieldPlay):
    """Name an unresolved field: nothing more may be placed or moved there this round."""

    def fields(self, t: Mechanics) -> i64:
        """All but those that are closed already."""
        fields = unresolved(t) & ~t.sealed
        for room in range(board.NUM_ROOMS):
            if not t.sizes[room]:
                fields &= ~(1 << board.FIRST_ROOM + room)
        return fields

    def effect(self, t: Mechanics) -> bool:
        t.sealed |= 1 << t.field
        t.tell("sealed", t.caster, 1, board.FIELDS[t.field])
        return True

    def worth(self) -> float:
        return 0.04


class SolarEclipse(LunarEclipse):
    """All even open figures leave one unresolved field."""

    def effect(self, t: Mechanics) -> bool:
        self.darken(t, board.EVEN)
        return True

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        self.foresee_dark(t, aim.field, board.EVEN)


class SultansTax(Play):
    """In player order, every other player pays one for each figure in the rooms, or takes all back."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        for other in range(t.players):
            if other != seat and self.tax(t, other):
                return True
        return False

    def tax(self, t: Mechanics, seat: i64) -> i64:
        """How many figures of a seat are taxed."""
        count: i64 = 0
        for field in range(board.FIRST_ROOM, board.NUM_FIELDS):
            if field >= t.current:
                count += t.count(seat, field)
        return count

    def effect(self, t: Mechanics) -> bool:
        while t.step < t.players:
            seat = t.seat_at(t.step)
            t.step += 1
            if seat != t.caster and self.tax(t, seat):
                if board.total(t.player[seat].wealth) >= self.tax(t, seat):
                    return t.ask_answer(seat)
                self._leave(t, seat)
        return True

    def offer(self, t: Mechanics, out: Choices) -> None:
        out.add(ids.LEAVE)
        out.add(ids.PAY)

    def answer(self, t: Mechanics, choice: i64) -> bool:
        if choice == ids.PAY:
            return t.give_back(t.questioned, self.tax(t, t.questioned))
        self._leave(t, t.questioned)
        return True

    def _leave(self, t: Mechanics, seat: i64) -> None:
        for field in range(board.FIRST_ROOM, board.NUM_FIELDS):
            if field >= t.current:
                t.remove_all(seat, t.figures(seat, field), field)

    def worth(self) -> float:
        return 0.09

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        foresee_tax(t, credit, aim.caster, board.FIRST_ROOM, board.NUM_FIELDS, 0.9)


class Barter(Play):
    """Exchange any number of your treasures for as many others from the bank.

    First what is given, kind by kind, then what is taken, from other kinds.
    """

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return t.player[seat].wealth != 0 and t.bank != 0

    def effect(self, t: Mechanics) -> bool:
        t.step += 1
        if t.step > 1:
            return True
        t.owed = 0
        t.next_kind = 0
        t.more_of = at.NOTHING
        t.banned = 0
        return t.ask_answer(t.caster)

    def offer(self, t: Mechanics, out: Choices) -> None:
        """Offer no more than the bank has of kinds that are not given."""
        out.add(ids.PASS)
        if t.more_of >= 0:
            self._offer_kind(t, out, t.more_of)
        for kind in range(t.next_kind, board.NUM_KINDS):
            self._offer_kind(t, out, kind)

    def _offer_kind(self, t: Mechanics, out: Choices, kind: i64) -> None:
        most = board.units(t.player[t.caster].wealth, kind)
        others: i64 = 0
        for other in range(board.NUM_KINDS):
            if other != kind and not t.banned >> other & 1:
                others += board.units(t.bank, other)
        if most > others - t.owed:
            most = others - t.owed
        if most > ids.MOST_UNITS:
            most = ids.MOST_UNITS
        for number in range(most):
            out.add(ids.AMOUNT + ids.MOST_UNITS * kind + number)

    def answer(self, t: Mechanics, choice: i64) -> bool:
        if choice == ids.PASS:
            return t.take(t.caster, t.owed, t.banned, at.FOR_EFFECT)
        kind = (choice - ids.AMOUNT) // ids.MOST_UNITS
        number = (choice - ids.AMOUNT) % ids.MOST_UNITS + 1
        t.gain(t.caster, kind, -number)
        t.owed += number
        t.banned |= 1 << kind
        t.next_kind = kind + 1
        t.more_of = kind if number == ids.MOST_UNITS else at.NOTHING
        return False

    def worth(self) -> float:
        return 0.07

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        credit[2 * aim.caster] += 0.01 * _scattered(t.player[aim.caster].wealth)


class Teleportation(Play):
    """Pay three treasures, or what you have; move any player's figure to another unresolved field."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        for field in range(board.NUM_FIELDS):
            if self.seats(t, field):
                return True
        return False

    def seats(self, t: Mechanics, field: i64) -> i64:
        """The seats with figures in a field that have somewhere to go. A Carpet cannot be moved."""
        seats: i64 = 0
        if field == board.GUARD:
            return 0
        for seat in range(t.players):
            if t.figures(seat, field) & board.ALL_FIGURES and t.goals(seat, field):
                seats |= 1 << seat
        return seats

    def targets(self, t: Mechanics, out: Choices) -> None:
        if t.field < 0:
            for field in range(board.NUM_FIELDS):
                if self.seats(t, field):
                    out.add(ids.FIELD + field)
        elif t.who < 0:
            out.add_set(ids.SEAT, self.seats(t, t.field))
        elif t.figure < 0:
            if t.who == t.caster:
                out.add_set(ids.FIGURE, t.figures(t.who, t.field) & board.ALL_FIGURES)
            else:
                offer_seen(t, out, t.who, t.field, False)
        elif t.goal < 0:
            out.add_set(ids.FIELD, t.goals(t.who, t.field))

    def effect(self, t: Mechanics) -> bool:
        t.step += 1
        if t.step == 1:
            if not can_move(t):
                return True
            if not t.give_back(t.caster, 3):
                return False
        return move_and_end(t)

    def worth(self) -> float:
        return 0.10

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        foresee_move(t, aim.who, aim.figure, aim.goal)
        credit[2 * aim.caster + 1] -= 3.0

    def foresee_rest(self, t: Mechanics, credit: vec[float]) -> None:
        foresee_move(t, t.who, t.figure, t.goal)


class FreeRider(Play):
    """Use another player's open artifact as if it were yours, except a Scroll or a Lamp.

    A Counterspell is copied when players are asked for one; see `moments.py`.
    """

    def possible(self, t: Mechanics, seat: i64) -> bool:
        opened = t.opened_by_others(seat)
        return (
            (cards.held(opened, cards.DOUBLE) != 0 and artifacts.DOUBLE.figures(t, seat, NO_GUARD) != 0)
            or (cards.held(opened, cards.CARPET) != 0 and self._carpet(t, seat))
            or (cards.held(opened, cards.KEY) != 0 and artifacts.KEY.possible(t, seat))
        )

    def _carpet(self, t: Mechanics, seat: i64) -> bool:
        return t.moment >= at.AFTER_PLACING and t.entries(seat) & NO_GUARD != 0

    def targets(self, t: Mechanics, out: Choices) -> None:
        seat = t.caster
        if t.copied < 0:
            opened = t.opened_by_others(seat)
            if cards.held(opened, cards.DOUBLE) and artifacts.DOUBLE.figures(t, seat, NO_GUARD):
                out.add(ids.ARTIFACT + cards.DOUBLE)
            if cards.held(opened, cards.CARPET) and self._carpet(t, seat):
                out.add(ids.ARTIFACT + cards.CARPET)
            if cards.held(opened, cards.KEY) and artifacts.KEY.possible(t, seat):
                out.add(ids.ARTIFACT + cards.KEY)
        else:
            self.original(t).targets(t, out)

    def original(self, t: Mechanics) -> Play:
        """The artifact that is copied."""
        if t.copied == cards.DOUBLE:
            return artifacts.DOUBLE
        if t.copied == cards.CARPET:
            return artifacts.CARPET
        return artifacts.KEY

    def effect(self, t: Mechanics) -> bool:
        return self.original(t).effect(t)

    def worth(self) -> float:
        return 0.06


class Apprentice(Play):
    """Sorcerer's Apprentice: exchange one of your unplayed artifacts for an open one on a pile."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        unplayed = t.unplayed(seat)
        for kind in range(cards.NUM_ARTIFACTS):
            if cards.held(unplayed, kind) and self.rooms(t, kind):
                return True
        return False

    def rooms(self, t: Mechanics, kind: i64) -> i64:
        """Rooms in which another kind lies open."""
        rooms: i64 = 0
        for room in range(board.NUM_ROOMS):
            if t.open_piles >> room & 1 and t.kind_at(t.top(room)) != kind:
                rooms |= 1 << board.FIRST_ROOM + room
        return rooms

    def targets(self, t: Mechanics, out: Choices) -> None:
        if t.gift < 0:
            unplayed = t.unplayed(t.caster)
            for kind in range(cards.NUM_ARTIFACTS):
                if cards.held(unplayed, kind) and self.rooms(t, kind):
                    out.add(ids.ARTIFACT + kind)
        elif t.field < 0:
            out.add_set(ids.FIELD, self.rooms(t, t.gift))

    def effect(self, t: Mechanics) -> bool:
        room = t.field - board.FIRST_ROOM
        if not t.open_piles >> room & 1 or not cards.held(t.unplayed(t.caster), t.gift):
            return True
        place = t.top(room)
        player = t.player[t.caster]
        kind = t.kind_at(place)
        player.owned += cards.ONE[kind] - cards.ONE[t.gift]
        t.pile[place] = t.gift | cards.EVERYBODY << 3
        t.tell("artifact", t.caster, -1, cards.ARTIFACTS[t.gift])
        t.tell("artifact", t.caster, 1, cards.ARTIFACTS[kind])
        return True

    def worth(self) -> float:
        return 0.04


def can_move(t: Mechanics) -> bool:
    """Whether the named figure can still be moved to the named field."""
    field = t.find(t.who, t.figure)
    return field >= 0 and field != board.GUARD and t.goals(t.who, field) >> t.goal & 1 != 0


def move_and_end(t: Mechanics) -> bool:
    """Move the named figure, if that is still possible; this ends the effect."""
    if can_move(t):
        t.move(t.who, t.figure, t.goal)
    return True


def offer_below(t: Mechanics, out: Choices, room: i64) -> None:
    """Offer the kinds of artifacts under the open one of a pile."""
    found: i64 = 0
    for place in range(6 * room, below(t, room)):
        found |= 1 << t.kind_at(place)
    out.add_set(ids.ARTIFACT, found)


def place_of(t: Mechanics, room: i64, kind: i64) -> i64:
    """The highest place of a kind under the open artifact of a pile."""
    place = below(t, room) - 1
    while t.kind_at(place) != kind:
        place -= 1
    return place


def below(t: Mechanics, room: i64) -> i64:
    """The end of the face-down artifacts in a pile."""
    return 6 * room + t.sizes[room] - (t.open_piles >> room & 1)


def _scattered(wealth: i64) -> float:
    """Treasures outside the largest kind."""
    largest: i64 = 0
    for kind in range(board.NUM_KINDS):
        have = board.units(wealth, kind)
        if have > largest:
            largest = have
    rest = float(board.total(wealth) - largest)
    return rest if rest < 9.0 else 9.0


PLAYS: Final[list[Play]] = [
    artifacts.LAMP,
    artifacts.DOUBLE,
    artifacts.CARPET,
    artifacts.COUNTERSPELL,
    artifacts.KEY,
    artifacts.SCROLL,
    Abracadabra(),
    Alms(),
    EyeForAnEye(),
    Baksheesh(),
    LastFirst(),
    DragonFlight(),
    SmuggledIn(),
    Mirage(),
    LunarEclipse(),
    Latecomer(),
    OpenSecret(),
    Sacrifice(),
    DragonReturn(),
    Dwindling(),
    CloseSesame(),
    SolarEclipse(),
    SultansTax(),
    Barter(),
    Teleportation(),
    FreeRider(),
    Apprentice(),
]
