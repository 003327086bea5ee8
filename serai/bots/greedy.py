"""Greedy play: try each choice, finish the turn as the estimate advises, take the best outcome."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, USUAL, Choices, State, with_room

LONGEST_TURN: Final = 12  # choices in a turn that is followed


class Greedy:
    """Plays turns by the game's estimate; `shares` holds the latest one. Buffers are allocated once."""

    def __init__(self, quick: bool = False) -> None:
        self.shares: vec[float] = vec[float]([0.0] * 8)
        self.ratings: vec[float] = vec[float]([0.0] * USUAL)
        self.first = Choices()
        self.later = Choices()
        self.quick: bool = quick  # `best_turn` looks at one choice after the other

    def __reduce__(self) -> tuple[object, ...]:
        return Greedy, (self.quick,)

    def values(self, state: State, seat: i64, rng: Rng, samples: i64) -> list[float]:
        """For each legal choice, the share of the win that the seat can expect after it.

        Where chance comes next, this is the mean over several drawn outcomes.
        """
        out = self.first
        out.refill(state)
        found: list[float] = []
        for i in range(out.size):
            after = self.turn_after(state, out.items[i], seat)
            if after.actor != CHANCE:
                found.append(self.shares[seat])
                continue
            total = 0.0
            for _ in range(samples):
                drawn = after.clone()
                drawn.apply_unchecked(drawn.sample(rng))
                self.finish(drawn, seat)
                total += self.shares[seat]
            found.append(total / float(samples))
        return found

    def turn_after(self, state: State, choice: i64, seat: i64) -> State:
        """The position at the end of the seat's turn, or before the next chance in it, after that choice."""
        after = state.clone()
        after.apply_unchecked(choice)
        self.finish(after, seat)
        return after

    def finish(self, state: State, seat: i64) -> None:
        """Play the seat's turn to its end or to chance, each time by the best-looking choice."""
        steps: i64 = 0
        while state.actor == seat and steps < LONGEST_TURN:
            state.apply_unchecked(self.best_step(state, seat))
            steps += 1
        state.outlook(self.shares)

    def best_step(self, state: State, seat: i64) -> i64:
        """The choice after which the position looks best."""
        out = self.later
        out.refill(state)
        if out.size == 1:
            return out.items[0]
        self.ratings = with_room(self.ratings, out.size)
        state.rate(out, seat, self.shares, self.ratings)
        best: i64 = 0
        for i in range(out.size):
            if self.ratings[i] > self.ratings[best]:
                best = i
        return out.items[best]

    def best_turn(self, state: State, seat: i64) -> State:
        """The best-looking end of the seat's turn, or of its part before chance. Changes `state`."""
        out = self.first
        out.refill(state)
        if self.quick or out.size == 1 or self.passes(state, seat):
            state.apply_unchecked(self.best_step(state, seat))
            return state
        best = state
        most = -1.0
        for i in range(out.size):
            after = self.turn_after(state, out.items[i], seat)
            if self.shares[seat] > most:
                most = self.shares[seat]
                best = after
        return best

    def passes(self, state: State, seat: i64) -> bool:
        """Whether no choice in `first` leads to another choice of the same seat."""
        out = self.first
        for i in range(out.size):
            after = state.clone()
            after.apply_unchecked(out.items[i])
            if after.actor == seat:
                return False
        return True

    def play_on(self, state: State, turns: i64, rng: Rng) -> None:
        """Play for all seats until the turn has passed a number of times, and estimate the result. Changes
        `state`."""
        last = state.actor
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            if state.actor != last:
                if turns <= 0:
                    break
                turns -= 1
                last = state.actor
            state = self.best_turn(state, last)
        state.outlook(self.shares)
