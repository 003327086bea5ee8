"""Search with a net: try the promising choices again and again, with all seats played by the net.

A walk deals again what the seat cannot see, makes one of its choices and lets everybody play on as the net
advises, until the seat has chosen for some more turns; what the net then thinks is counted. Choices are
compared as in `serai/bots/halving.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.bots.halving import Candidate, Halving
from serai.bots.instant import Instant
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State

LONGEST: Final = 600  # choices of a walk


class NetSearch(Halving[Candidate]):
    """Compares the choices of one decision; a prior is what the net thinks of a choice at once."""

    def __init__(
        self,
        evaluate: Callable[[bytes], bytes],
        base: State,
        seat: i64,
        rng: Rng,
        turns: i64,
        width: i64,
        follow: i64,
        trust: float,
    ) -> None:
        super().__init__(base, seat, rng, width, trust)
        self.instant = Instant(evaluate)
        self.turns: i64 = turns  # own ones, that a walk goes on for
        self.follow: i64 = follow  # choices that are followed to the end of a turn in a walk
        self.out = Choices()
        self.shares: vec[float] = vec[float]([0.0] * 8)

    def candidates(self) -> list[Candidate]:
        """The choices, most promising first."""
        instant = self.instant
        size = instant.rate_all(self.base, self.seat, 12)
        field: list[Candidate] = []
        for i in range(size):
            candidate = Candidate()
            candidate.choice = instant.first.items[i]
            candidate.prior = instant.values[i]
            field.append(candidate)
        field.sort(key=self.order)
        return field

    def walk(self, state: State, candidate: Candidate, rng: Rng) -> None:
        """Make a choice, and count what the net thinks some turns later, or how the game ended."""
        state.apply_unchecked(candidate.choice)
        candidate.total += self.later(state, rng)
        candidate.visits += 1

    def later(self, state: State, rng: Rng) -> float:
        """What the net thinks of a position some turns later, or how the game ended."""
        instant = self.instant
        out = self.out
        seat = self.seat
        turns = self.turns
        passed = False  # somebody else has chosen since
        steps: i64 = 0
        value = 0.0
        while steps < LONGEST:
            steps += 1
            actor = state.actor
            if actor == OVER:
                state.outlook(self.shares)
                return self.shares[seat]
            if actor == CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            if actor != seat:
                passed = True
            elif passed:
                passed = False
                turns -= 1
            out.size = 0
            state.choices(out)
            if out.size == 1:
                state.apply_unchecked(out.items[0])
                continue
            size = instant.rate_all(state, actor, self.follow)
            best: i64 = 0
            for i in range(size):
                if instant.values[i] > instant.values[best]:
                    best = i
            if actor == seat:
                value = instant.values[best]
                if turns <= 0:
                    break
            state = instant.ends[best]
        return 0.0 if value < 0.0 else 1.0 if value > 1.0 else value
