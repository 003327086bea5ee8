"""What artifacts and spells have in common: when they can be played, their targets, and their effects."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import board, cards, ids
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.kernel.state import Choices


class Aim:
    """Who plays something, and its targets (-1: not named). See `Mechanics.pack`."""

    def __init__(self, play: i64) -> None:
        self.caster = play >> 5 & 7
        self.field = (play >> 11 & 15) - 1
        self.who = (play >> 15 & 7) - 1
        self.figure = (play >> 18 & 15) - 1
        self.goal = (play >> 22 & 15) - 1


class Play:
    """An artifact or a spell card.

    `possible`: whether a seat may announce it now. `targets` offers its targets one after the other; once it
    offers nothing, all are named. `effect` is called when it resolves, and again after every answer it asked
    for; it returns True when it is finished. `offer` and `answer` are for its own questions.
    """

    def possible(self, t: Mechanics, seat: i64) -> bool:
        """Whether a seat may announce it now."""
        return True

    def targets(self, t: Mechanics, out: Choices) -> None:
        """Offer the next target; nothing once all are named."""
        return

    def effect(self, t: Mechanics) -> bool:
        """Resolve it, or continue after an answer. True when it is finished."""
        raise NotImplementedError

    def offer(self, t: Mechanics, out: Choices) -> None:
        """Offer the answers to its own question."""
        raise NotImplementedError

    def answer(self, t: Mechanics, choice: i64) -> bool:
        """Carry out an answer; True if the effect can continue."""
        raise NotImplementedError

    def worth(self) -> float:
        """The value of the card in the hand, in artifacts."""
        return 0.0

    def foresee(self, t: Mechanics, credit: vec[float], aim: Aim) -> None:
        """Apply the play's future effect on figures and caves, which `pending.py` undoes. Everything else it
        brings is a credit: for each seat artifacts, then treasures."""
        return

    def foresee_rest(self, t: Mechanics, credit: vec[float]) -> None:
        """The same for the rest of a play that is being resolved."""
        return


class FieldPlay(Play):
    """A play with a field as its only target."""

    def fields(self, t: Mechanics) -> i64:
        """The fields it may be aimed at."""
        raise NotImplementedError

    def possible(self, t: Mechanics, seat: i64) -> bool:
        return self.fields(t) != 0

    def targets(self, t: Mechanics, out: Choices) -> None:
        if t.field < 0:
            out.add_set(ids.FIELD, self.fields(t))


def offer_seen(t: Mechanics, out: Choices, seat: i64, field: i64, carpets: bool) -> None:
    """A seat's figures in a field, as the others see them."""
    figures = t.figures(seat, field)
    out.add_set(ids.FIGURE, figures & t.player[seat].open & board.ALL_FIGURES)
    if carpets and figures >> board.FIRST_CARPET:
        out.add(ids.CARPET)
    if t.hidden(seat, field):
        out.add(ids.HIDDEN)


def name_target(t: Mechanics, choice: i64) -> bool:
    """Record a target. False: chance must decide which of several hidden figures it is."""
    if choice >= ids.FIGURE:
        if t.who < 0:
            t.who = t.namer
        return _name_figure(t, choice)
    if choice >= ids.SEAT:
        t.who = choice - ids.SEAT
    elif choice >= ids.FIELD:
        if t.figure >= 0:
            t.goal = choice - ids.FIELD
        else:
            t.field = choice - ids.FIELD
    elif t.what == cards.FIRST_SPELL + cards.FREE_RIDER:
        t.copied = choice - ids.ARTIFACT
    else:
        t.gift = choice - ids.ARTIFACT
    return True


def _name_figure(t: Mechanics, choice: i64) -> bool:
    if choice == ids.HIDDEN:
        hidden = t.hidden(t.who, t.field)
        if hidden & hidden - 1:
            return False
        t.figure = board.lowest(hidden)
    elif choice == ids.CARPET:
        carpets = t.figures(t.who, t.field) >> board.FIRST_CARPET
        t.figure = board.FIRST_CARPET + board.lowest(carpets)
    else:
        t.figure = choice - ids.FIGURE
        if not t.player[t.who].open >> t.figure & 1:  # the player's own: others see only where it lies
            t.tell("aim", t.who, 0, board.FIGURE_NAMES[t.figure], True)
    return True


def clear(t: Mechanics) -> None:
    """Reset the play in hand."""
    t.what = at.NOTHING
    t.caster = at.NOBODY
    t.namer = at.NOBODY
    t.rider = at.NOBODY
    t.copied = at.NOTHING
    t.field = at.NOTHING
    t.who = at.NOBODY
    t.figure = at.NOTHING
    t.goal = at.NOTHING
    t.gift = at.NOTHING


# `foresee` of several plays


def _lies_at(t: Mechanics, seat: i64, figure: i64) -> i64:
    """The index of a figure in the list of all fields, or -1."""
    if seat >= 0 and figure >= 0:
        field = t.find(seat, figure)
        if field >= 0:
            return seat * board.NUM_FIELDS + field
    return -1


def foresee_away(t: Mechanics, seat: i64, figure: i64) -> None:
    """Take a figure away, as a foreseen effect."""
    place = _lies_at(t, seat, figure)
    if place >= 0:
        t.lying[place] &= ~(1 << figure)


def foresee_move(t: Mechanics, seat: i64, figure: i64, goal: i64) -> None:
    """Move a figure to another field, as a foreseen effect."""
    place = _lies_at(t, seat, figure)
    if place >= 0 and goal >= 0:
        t.lying[place] &= ~(1 << figure)
        t.lying[seat * board.NUM_FIELDS + goal] |= 1 << figure
        t.player[seat].doubled &= ~(1 << figure)


def foresee_tax(t: Mechanics, credit: vec[float], caster: i64, first: i64, last: i64, each: float) -> None:
    """The others pay for each figure in some fields, or lose it."""
    for seat in range(t.players):
        if seat != caster:
            for field in range(first if first > t.current else t.current, last):
                credit[2 * seat + 1] -= each * float(t.count(seat, field))
