"""Questions about the position, and the moves of pieces that the rules are made of.

Lasting effects are handled in one place each: The Last Shall Be First, Doubles and Carpets in `strength`,
Close Sesame in `admits`, Open Secret in `place`.
"""

from __future__ import annotations

from mypy_extensions import i64

from serai.games.morgenland import board, cards, ids
from serai.games.morgenland import state as at
from serai.games.morgenland.state import Position
from serai.kernel.state import CHANCE, OVER, Choices


class Mechanics(Position):
    """A position, with the methods that move its pieces."""

    def ask(self, phase: i64, actor: i64) -> None:
        """Let a seat or chance choose next, in this phase."""
        self.phase = phase
        self.actor = actor

    # Seats

    def seat_at(self, step: i64) -> i64:
        """M5: players in order, the start player first."""
        seat = self.start + step
        return seat if seat < self.players else seat - self.players

    def distance(self, seat: i64) -> i64:
        """A seat's distance from the start player, in player order."""
        return seat - self.start if seat >= self.start else seat - self.start + self.players

    # Figures in a field

    def figures(self, seat: i64, field: i64) -> i64:
        """The figures of a seat in a field, as a set."""
        return self.lying[seat * board.NUM_FIELDS + field]

    def count(self, seat: i64, field: i64) -> i64:
        """How many figures a seat has in a field; Carpets and Doubles are figures (M16)."""
        figures = self.lying[seat * board.NUM_FIELDS + field]
        if not figures:
            return 0
        wood = figures & board.ALL_FIGURES
        return (
            board.SIZE_OF[wood]
            + board.SIZE_OF[figures >> board.FIRST_CARPET]
            + board.SIZE_OF[wood & self.player[seat].doubled]
        )

    def strength(self, seat: i64, field: i64) -> i64:
        """M5, M16, M20: the sum of a seat's figures in a field, as they count there."""
        figures = self.lying[seat * board.NUM_FIELDS + field]
        if not figures:
            return 0
        wood = figures & board.ALL_FIGURES
        strength = (
            board.STRENGTH_OF[wood]
            + board.STRENGTH_OF[wood & self.player[seat].doubled]
            + board.CARPET_STRENGTH * board.SIZE_OF[figures >> board.FIRST_CARPET]
        )
        if self.reversed and field != board.GUARD:
            return 10 * self.count(seat, field) - strength
        return strength

    def occupied(self, field: i64) -> bool:
        """Whether anyone has a figure in a field."""
        for seat in range(self.players):
            if self.lying[seat * board.NUM_FIELDS + field]:
                return True
        return False

    def find(self, seat: i64, figure: i64) -> i64:
        """The field a figure lies in, or -1."""
        for field in range(board.NUM_FIELDS):
            if self.lying[seat * board.NUM_FIELDS + field] >> figure & 1:
                return field
        return at.NOTHING

    def hidden(self, seat: i64, field: i64) -> i64:
        """A seat's hidden figures in a field."""
        return self.lying[seat * board.NUM_FIELDS + field] & ~self.player[seat].open

    def admits(self, seat: i64, field: i64) -> bool:
        """M4, M11, M19, M20: whether a figure of a seat may enter a field by any means."""
        if field < self.current or self.sealed >> field & 1:
            return False
        if field < board.NUM_CAVES:
            return self.groups[field] != 0
        if field < board.FIRST_ROOM:
            return self.magic != 0 or field >= board.MARKET
        if not self.sizes[field - board.FIRST_ROOM]:
            return False
        if self.current > board.GUARD and not self.admitted >> seat & 1:
            return False
        return self.count(seat, field) < board.MOST_IN_ROOM

    def entries(self, seat: i64) -> i64:
        """The fields that admit a figure of a seat: `admits` for all fields at once."""
        fields: i64 = board.CITY | 1 << board.GUARD
        if not self.magic:
            fields = 1 << board.MARKET | 1 << board.CARAVANSERAI | 1 << board.GUARD
        groups = self.groups
        for cave in range(i64(board.NUM_CAVES)):
            if groups[cave]:
                fields |= 1 << cave
        if self.current <= board.GUARD or self.admitted >> seat & 1:
            sizes = self.sizes
            lying = self.lying
            place = seat * board.NUM_FIELDS + board.FIRST_ROOM
            for room in range(i64(board.NUM_ROOMS)):
                if sizes[room]:
                    field = board.FIRST_ROOM + room
                    if not lying[place + room] or self.count(seat, field) < board.MOST_IN_ROOM:
                        fields |= 1 << field
        return fields & ~self.sealed & (board.ALL_FIELDS >> self.current << self.current)

    def goals(self, seat: i64, field: i64) -> i64:
        """M17: the fields to which a spell may move a figure of a seat from a field."""
        return self.entries(seat) & ~(1 << board.GUARD | 1 << field)

    def strongest(self, field: i64, without: i64) -> i64:
        """M5: the strongest seat in a field, without some seats; -1: none.

        M20: a smuggled player also goes before a strongest one who sits further from the start player.
        """
        best = self.strongest_by_figures(field, without)
        smuggler = self.smuggler
        if smuggler < 0 or smuggler == best or not self.empty_city >> field & 1 or without >> smuggler & 1:
            return best
        return smuggler if best < 0 or self.distance(smuggler) < self.distance(best) else best

    def strongest_by_figures(self, field: i64, without: i64) -> i64:
        """M5: the strongest seat in a field by its figures, without some seats; -1: none."""
        best: i64 = at.NOBODY
        most: i64 = 0
        for step in range(self.players):
            seat = self.seat_at(step)
            if not without >> seat & 1:
                strength = self.strength(seat, field)
                if strength > most:
                    best = seat
                    most = strength
        return best

    # Moving figures

    def place(self, seat: i64, figure: i64, field: i64) -> None:
        """M4: from the hand into a field. M20: openly after an Open Secret, except at the guard."""
        player = self.player[seat]
        self.tell("place", seat, 1, board.FIELDS[field])
        if self.openly >> seat & 1 and field != board.GUARD:
            player.open |= 1 << figure
            self.tell("figure", seat, board.STRENGTH[figure], board.FIGURE_NAMES[figure])
        else:
            # A figure that was seen going back to the hand may or may not be this one, so it is hidden again.
            player.open &= ~player.hand
            self.tell("figure", seat, 0, board.FIGURE_NAMES[figure], True)
        player.hand &= ~(1 << figure)
        self.lying[seat * board.NUM_FIELDS + field] |= 1 << figure

    def remove(self, seat: i64, figure: i64, field: i64) -> None:
        """M19: a figure leaves the board: back to the hand during placement, otherwise out of the round."""
        player = self.player[seat]
        self.lying[seat * board.NUM_FIELDS + field] &= ~(1 << figure)
        self.tell("remove", seat, 1, board.FIELDS[field])
        self.tell("figure", seat, 0, board.FIGURE_NAMES[figure], not player.open >> figure & 1)
        if figure < board.FIRST_CARPET:
            player.doubled &= ~(1 << figure)
            if self.moment <= at.OWN_TURN:
                player.hand |= 1 << figure

    def remove_all(self, seat: i64, figures: i64, field: i64) -> None:
        """Some of a seat's figures leave a field: hidden ones last, so that the order reveals nothing."""
        hidden = figures & ~self.player[seat].open
        for figure in range(board.FIRST_CARPET + 4):
            if (figures & ~hidden) >> figure & 1:
                self.remove(seat, figure, field)
        for figure in range(board.NUM_FIGURES):
            if hidden >> figure & 1:
                self.remove(seat, figure, field)

    def move(self, seat: i64, figure: i64, goal: i64) -> None:
        """M16, M19: open or hidden as it is, without its Double; opened in a field that is revealed."""
        player = self.player[seat]
        field = self.find(seat, figure)
        self.lying[seat * board.NUM_FIELDS + field] &= ~(1 << figure)
        self.lying[seat * board.NUM_FIELDS + goal] |= 1 << figure
        player.doubled &= ~(1 << figure)
        self.tell("move", seat, 1, board.FIELDS[goal])
        self.tell("figure", seat, 0, board.FIGURE_NAMES[figure], not player.open >> figure & 1)
        if self.resolving and goal == self.current:
            player.open |= 1 << figure

    def lay_carpet(self, seat: i64, field: i64) -> None:
        """M16."""
        player = self.player[seat]
        carpet = 1 << board.FIRST_CARPET + player.carpets
        player.carpets += 1
        player.open |= carpet
        self.lying[seat * board.NUM_FIELDS + field] |= carpet
        self.tell("carpet", seat, 1, board.FIELDS[field])

    def reveal(self, field: i64) -> None:
        """M5."""
        for seat in range(self.players):
            self.player[seat].open |= self.lying[seat * board.NUM_FIELDS + field]
        self.tell("reveal", at.NOBODY, 0, board.FIELDS[field])

    # Treasures

    def gain(self, seat: i64, kind: i64, number: i64) -> None:
        """Take treasures from the bank; a negative number goes back to it."""
        heap = number << 8 * kind if number >= 0 else -(-number << 8 * kind)
        self.player[seat].wealth += heap
        self.bank -= heap
        self.tell("treasure", seat, number, board.KINDS[kind])

    def fill(self, cave: i64, groups: i64) -> None:
        """M3: groups from the bank into an empty cave, from the top, as far as the bank's stock goes."""
        left = board.units(self.bank, cave)
        used: i64 = 0
        filled: i64 = 0
        shift: i64 = 0
        while groups and left:
            number = groups & 31
            if number > left:
                number = left
            filled |= number << shift
            left -= number
            used += number
            shift += 5
            groups >>= 5
            self.tell("hoard", at.NOBODY, number, board.KINDS[cave])
        self.groups[cave] = filled
        self.bank -= used << 8 * cave

    def empty(self, cave: i64) -> None:
        """M6, M20: the treasures in a cave go to the bank."""
        number: i64 = 0
        groups = self.groups[cave]
        while groups:
            number += groups & 31
            groups >>= 5
        self.groups[cave] = 0
        self.bank += number << 8 * cave
        self.tell("hoard", at.NOBODY, -number, board.KINDS[cave])

    def give_back(self, seat: i64, number: i64) -> bool:
        """M17: a number of treasures of their choice to the bank, or all. False: ask the player which."""
        wealth = board.total(self.player[seat].wealth)
        return self.begin_amounts(at.PAY, seat, number if number < wealth else wealth, -1, 0, at.FOR_EFFECT)

    def take(self, seat: i64, number: i64, banned: i64, purpose: i64) -> bool:
        """A number of treasures of their choice from the bank, or all. False: ask the player which."""
        left: i64 = 0
        for kind in range(board.NUM_KINDS):
            if not banned >> kind & 1:
                left += board.units(self.bank, kind)
        return self.begin_amounts(at.GAIN, seat, number if number < left else left, -1, banned, purpose)

    def begin_amounts(
        self, phase: i64, seat: i64, number: i64, kinds: i64, banned: i64, purpose: i64
    ) -> bool:
        """Ask for treasures, kind by kind in ascending order. True: there was nothing to choose."""
        self.ask(phase, seat)
        self.owed = number
        self.kinds = kinds
        self.next_kind = 0
        self.more_of = at.NOTHING
        self.banned = banned
        self.purpose = purpose
        if not self.settle():
            return False
        self.purpose = at.FOR_STOCK
        return True

    def settle(self) -> bool:
        """Take forced steps without asking. True: everything is paid or gained."""
        while self.owed:
            out = self._gather()
            if out.size != 1:
                return False
            self.count_out(out.items[0])
        self.kinds = -1
        self.next_kind = 0
        self.more_of = at.NOTHING
        self.banned = 0
        return True

    def count_out(self, choice: i64) -> None:
        """Pay or gain some units of one kind."""
        kind = (choice - ids.AMOUNT) // ids.MOST_UNITS
        number = (choice - ids.AMOUNT) % ids.MOST_UNITS + 1
        if kind != self.more_of and self.kinds > 0:
            self.kinds -= 1
        self.owed -= number
        self.next_kind = kind + 1
        self.more_of = kind if number == ids.MOST_UNITS else at.NOTHING
        self.gain(self.actor, kind, number if self.phase == at.GAIN else -number)

    def offer_amounts(self, out: Choices) -> None:
        """Offer the next kind and number of units, so that the rest can still be paid or gained."""
        stock = self.bank if self.phase == at.GAIN else self.player[self.actor].wealth
        if self.more_of >= 0:
            self._offer_units(out, stock, self.more_of, self.kinds)
        if self.kinds == 0:
            return
        kinds = self.kinds - 1 if self.kinds > 0 else self.kinds
        for kind in range(self.next_kind, board.NUM_KINDS):
            if not self.banned >> kind & 1:
                self._offer_units(out, stock, kind, kinds)

    def _offer_units(self, out: Choices, stock: i64, kind: i64, kinds: i64) -> None:
        """Offer units of one kind; `kinds` more kinds follow."""
        have = board.units(stock, kind)
        if not have:
            return
        rest = reach(stock, kind + 1, kinds, self.banned)
        if rest < 0:
            return
        most = have if have < self.owed else self.owed
        if kinds > 0 and most > self.owed - kinds:
            most = self.owed - kinds
        least: i64 = 1
        if self.owed > rest:
            least = self.owed - rest
        full = most > ids.MOST_UNITS  # more of this kind can come in a second choice
        if full:
            most = ids.MOST_UNITS
            if least > have:
                return
            if least > most:
                least = most
        first = ids.AMOUNT + ids.MOST_UNITS * kind - 1
        for number in range(least, most + 1):
            out.add(first + number)

    # Artifacts

    def artifacts_left(self) -> i64:
        """How many artifacts are left in all piles."""
        left: i64 = 0
        for room in range(board.NUM_ROOMS):
            left += self.sizes[room]
        return left

    def top(self, room: i64) -> i64:
        """The place of a pile's top artifact."""
        return 6 * room + self.sizes[room] - 1

    def kind_at(self, place: i64) -> i64:
        """The kind of the artifact at a place of the piles."""
        return self.pile[place] & 7

    def pull(self, room: i64, place: i64) -> i64:
        """Take an artifact out of a pile."""
        kind = self.pile[place] & 7
        top = self.top(room)
        if place == top:
            self.open_piles &= ~(1 << room)
        for above in range(place, top):
            self.pile[above] = self.pile[above + 1]
        self.pile[top] = cards.UNSEEN
        self.sizes[room] -= 1
        return kind

    def win(self, seat: i64, kind: i64) -> bool:
        """An artifact from a pile goes to a seat. M14, M15: the last one ends the game at once."""
        self.player[seat].owned += cards.ONE[kind]
        self.tell("artifact", seat, 1, cards.ARTIFACTS[kind])
        if self.artifacts_left():
            return False
        self.finish()
        return True

    def finish(self) -> None:
        """End the game."""
        self.ask(at.DONE, OVER)

    def search(self, seat: i64, room: i64) -> bool:
        """M21: a seat sees a whole pile. False: chance must first deal what no one has seen."""
        bottom = 6 * room
        for place in range(bottom, bottom + self.sizes[room]):
            if self.pile[place] & 7 == cards.UNSEEN:
                self.cursor = place
                self.ask(at.SEARCH, CHANCE)
                return False
        for place in range(bottom, bottom + self.sizes[room]):
            self.pile[place] |= 8 << seat
        return True

    def unplayed(self, seat: i64) -> i64:
        """The artifacts a seat has not played this round."""
        player = self.player[seat]
        return player.owned - player.played

    def has_play(self, seat: i64) -> bool:
        """M8, M16: whether a seat may play one more artifact this round."""
        plays = self.player[seat].plays  # compiled, a conditional expression would be boxed
        return plays == 0 or (plays == 1 and self.djinn == seat)

    def opened_by_others(self, seat: i64) -> i64:
        """The artifacts that others have open this round."""
        opened: i64 = 0
        for other in range(self.players):
            if other != seat:
                opened |= self.player[other].played
        return opened

    # The play in hand

    def pack(self) -> i64:
        """The play in hand as one number."""
        return (
            self.what
            | self.caster << 5
            | self.copied + 1 << 8
            | self.field + 1 << 11
            | self.who + 1 << 15
            | self.figure + 1 << 18
            | self.goal + 1 << 22
            | self.gift + 1 << 26
        )

    def unpack(self, play: i64) -> None:
        """Read a play and its targets from one number, see `pack`."""
        self.what = play & 31
        self.caster = play >> 5 & 7
        self.copied = (play >> 8 & 7) - 1
        self.field = (play >> 11 & 15) - 1
        self.who = (play >> 15 & 7) - 1
        self.figure = (play >> 18 & 15) - 1
        self.goal = (play >> 22 & 15) - 1
        self.gift = (play >> 26 & 7) - 1

    def ask_answer(self, seat: i64) -> bool:
        """Ask a seat on behalf of the effect in hand, which is not finished yet."""
        self.ask(at.ANSWER, seat)
        self.questioned = seat
        return False


def reach(stock: i64, first: i64, kinds: i64, banned: i64) -> i64:
    """The most units in exactly this many kinds (-1: any), from a kind on; -1: not enough kinds."""
    sum_of_all: i64 = 0
    there: i64 = 0
    for kind in range(first, board.NUM_KINDS):
        have = board.units(stock, kind)
        if have and not banned >> kind & 1:
            sum_of_all += have
            there += 1
    if kinds < 0 or there == kinds:
        return sum_of_all
    if there < kinds:
        return -1
    while there > kinds:  # leave the smallest out
        least: i64 = 256
        which: i64 = 0
        for kind in range(first, board.NUM_KINDS):
            have = board.units(stock, kind)
            if have and have < least and not banned >> kind & 1:
                least = have
                which = kind
        sum_of_all -= least
        banned |= 1 << which
        there -= 1
    return sum_of_all
