"""Rating choices with a net: evaluate the position after each choice, and prefer the best.

If the same seat chooses again, the most promising choices are followed as the net advises, to the end of the
turn or to chance, much as the greedy player does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.strings import BytesWriter, read_f32_le
from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.state import OVER, USUAL, Choices, State, with_room

LONGEST_TURN: Final = 12  # choices in a turn that is followed
MARGIN: Final = 0.01  # weight of the margin beside the share, so that decided games are played well
DECIDED: Final = 0.02  # a finished game is better than an almost won one, or worse than an almost lost one
MANY: Final = 40  # if there are more choices than this,
WIDTH: Final = 32  # only this many, the estimate's favourites, are evaluated
OUTPUTS: Final = 8  # bytes of the net's output for a row


class Turns:
    """Counts the turns of a seat while all seats play on: a new one begins when it must choose after another
    seat has."""

    def __init__(self, seat: i64, left: i64) -> None:
        self.seat: i64 = seat
        self.left: i64 = left
        self.passed = False  # another seat has chosen since

    def ask(self, actor: i64) -> i64:
        """Note that a seat is to choose; returns how many turns are left."""
        if actor != self.seat:
            self.passed = True
        elif self.passed:
            self.passed = False
            self.left -= 1
        return self.left


class NetRater:
    """Rates choices with a net. After `rate_all`, `values` has a number for each choice, `rows` and `row_of`
    the net's input for the position after it (-1: none), and `ends` the position in which the turn ends, if
    it was followed. Buffers are allocated once."""

    def __init__(self, evaluate: Callable[[bytes], bytes]) -> None:
        self.evaluate = evaluate
        self.values: vec[float] = vec[float]([0.0] * USUAL)
        self.row_of: vec[i64] = vec[i64]([-1] * USUAL)
        self.rows: bytes = b""
        self.afters: list[State] = []
        self.ends: list[State] = []
        self.reached = 0.0
        self.first = Choices()
        self.later = Choices()
        self.later_values: vec[float] = vec[float]([0.0] * USUAL)
        self.later_rows: vec[i64] = vec[i64]([-1] * USUAL)
        self.ratings: vec[float] = vec[float]([0.0] * USUAL)
        self.shares: vec[float] = vec[float]([0.0] * 8)
        self.writer = BytesWriter()

    def __reduce__(self) -> tuple[object, ...]:
        return NetRater, (self.evaluate,)

    def rate_all(self, state: State, seat: i64, follow: i64) -> i64:
        """Rate the legal choices, the most promising `follow` of them by how the turn would continue. It sees
        everything in `state`, so redeal that for the seat first. Returns the number of choices."""
        out = self.first
        out.refill(state)
        if out.size > len(self.row_of):
            self.values = with_room(self.values, out.size)
            self.row_of = vec[i64]([-1] * len(self.values))
        self.rate(state, seat, out, self.values, self.row_of)
        self.ends = self.afters
        if follow > 0:
            self.look_further(seat, follow)
        return out.size

    def rate(self, state: State, seat: i64, out: Choices, values: vec[float], row_of: vec[i64]) -> None:
        """The net's value right after each choice; the positions are kept in `afters`."""
        writer = self.writer
        writer.truncate(0)
        afters = self.afters
        afters.clear()
        least = -1000.0
        if out.size > MANY:
            self.ratings = with_room(self.ratings, out.size)
            state.rate(out, seat, self.shares, self.ratings)
            least = self._least_of_best(out.size)
        written: i64 = 0
        for i in range(out.size):
            row_of[i] = -1
            values[i] = -1.0
            if out.size > MANY and self.ratings[i] < least:
                afters.append(state)
                continue
            after = state.clone()
            after.apply_unchecked(out.items[i])
            afters.append(after)
            if after.actor == OVER:
                after.outlook(self.shares)
                share = self.shares[seat]
                values[i] = share + DECIDED if share > 0.0 else -DECIDED
            else:
                after.write_features(writer, seat)
                after.write_insight(writer, seat)
                row_of[i] = written
                written += 1
        self.rows = writer.getvalue()
        if written:
            output = self.evaluate(self.rows)
            for i in range(out.size):
                if row_of[i] >= 0:
                    place = OUTPUTS * row_of[i]
                    values[i] = read_f32_le(output, place) + MARGIN * read_f32_le(output, place + 4)

    def _least_of_best(self, size: i64) -> float:
        """The rating of the last choice among the best."""
        ratings = self.ratings
        ranked = sorted([ratings[i] for i in range(size)], reverse=True)
        return ranked[WIDTH - 1]

    def look_further(self, seat: i64, follow: i64) -> None:
        """Follow the turn after the most promising choices, and until the best one has been followed."""
        size = self.first.size
        values = self.values
        ends = self.ends
        rows = self.rows
        self.afters = []
        promise = vec[i64]([0] * size)  # 1: the turn continues after it
        for i in range(size):
            if ends[i].actor == seat and values[i] > -1.0:
                promise[i] = 1
        while True:
            best: i64 = -1
            top: i64 = 0
            for i in range(size):
                if values[i] > values[top]:
                    top = i
                if promise[i] and (best < 0 or values[i] > values[best]):
                    best = i
            if best < 0 or (follow <= 0 and best != top):
                break
            promise[best] = 0
            self.reached = values[best]
            ends[best] = self.finish(ends[best], seat)
            values[best] = self.reached
            follow -= 1
        self.rows = rows

    def finish(self, state: State, seat: i64) -> State:
        """Play the seat's turn to its end or to chance, each time by the best-looking choice;
        `reached` is the value of the final position. Changes `state`."""
        out = self.later
        steps: i64 = 0
        while state.actor == seat and steps < LONGEST_TURN:
            steps += 1
            out.refill(state)
            if out.size == 1:
                state.apply_unchecked(out.items[0])
                continue
            if out.size > len(self.later_rows):
                self.later_values = with_room(self.later_values, out.size)
                self.later_rows = vec[i64]([-1] * len(self.later_values))
            self.rate(state, seat, out, self.later_values, self.later_rows)
            best: i64 = 0
            for i in range(out.size):
                if self.later_values[i] > self.later_values[best]:
                    best = i
            self.reached = self.later_values[best]
            state = self.afters[best]
        return state
