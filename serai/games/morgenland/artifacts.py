"""The six artifacts (M16), one small class each."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import board, ids
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.games.morgenland.plays import Aim, Play
from serai.kernel.state import Choices

# Passing can end a moment, and what turns up then may be worth more or less than expected. A pending play
# that cannot help now costs something, so that nobody makes one only to delay that.
IDLE_LAMP: Final = 0.4
EARLY_KEY: Final = 0.15


class Lamp(Play):
    """Once announced, its owner may play spell cards."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return not t.player[seat].lamp_is_open()

    def effect(self, t: Mechanics) -> bool:
        return True

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        if not t.player[aim.caster].spells:
            credit[2 * aim.caster] -= IDLE_LAMP


class Double(Play):
    """An open figure of the player in an unresolved field counts as two; no Carpet, no sixth in a room."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return self.figures(t, seat, board.ALL_FIELDS) != 0

    def targets(self, t: Mechanics, out: Choices) -> None:
        if t.figure < 0:
            out.add_set(ids.FIGURE, self.figures(t, t.caster, where(t)))

    def effect(self, t: Mechanics) -> bool:
        if self.figures(t, t.caster, where(t)) >> t.figure & 1:
            t.player[t.caster].doubled |= 1 << t.figure
            t.tell("double", t.caster, board.STRENGTH[t.figure])
        return True

    def figures(self, t: Mechanics, seat: i64, fields: i64) -> i64:
        """The figures that can be doubled."""
        player = t.player[seat]
        single = player.open & ~player.doubled & board.ALL_FIGURES
        found: i64 = 0
        for field in range(t.current, board.NUM_FIELDS):
            figures = t.figures(seat, field) & single
            if figures and fields >> field & 1 and not self._full(t, seat, field):
                found |= figures
        return found

    def _full(self, t: Mechanics, seat: i64, field: i64) -> bool:
        return field >= board.FIRST_ROOM and t.count(seat, field) >= board.MOST_IN_ROOM

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        if aim.figure >= 0:
            t.player[aim.caster].doubled |= 1 << aim.figure


class Carpet(Play):
    """After placement: a figure of strength 3 in any field that admits a figure."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return t.moment >= at.AFTER_PLACING and t.entries(seat) != 0

    def targets(self, t: Mechanics, out: Choices) -> None:
        if t.field < 0:
            out.add_set(ids.FIELD, t.entries(t.caster) & where(t))

    def effect(self, t: Mechanics) -> bool:
        if t.admits(t.caster, t.field):
            t.lay_carpet(t.caster, t.field)
        return True

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        if aim.field >= 0:
            carpet = board.FIRST_CARPET + t.player[aim.caster].carpets
            t.lying[aim.caster * board.NUM_FIELDS + aim.field] |= 1 << carpet


class Counterspell(Play):
    """Players are asked for it when another player announces a spell; see `moments.py`."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return False


class Key(Play):
    """Its owner enters the palace, whatever they have at the guard."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return t.current <= board.GUARD and not t.player[seat].key

    def effect(self, t: Mechanics) -> bool:
        t.player[t.caster].key = 1
        t.tell("key", t.caster)
        return True

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        t.player[aim.caster].key = 1
        if t.current < board.GUARD:
            credit[2 * aim.caster] -= EARLY_KEY


class Scroll(Play):
    """Never played; breaks ties at the end."""

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return False


def where(t: Mechanics) -> i64:
    """M17: an artifact works at the guard's field too, but not when a Free Rider copies it."""
    return board.ALL_FIELDS if t.copied < 0 else board.ALL_FIELDS & ~(1 << board.GUARD)


LAMP: Final[Lamp] = Lamp()
DOUBLE: Final[Double] = Double()
CARPET: Final[Carpet] = Carpet()
COUNTERSPELL: Final[Counterspell] = Counterspell()
KEY: Final[Key] = Key()
SCROLL: Final[Scroll] = Scroll()
