"""Comparing choices by walks (sequential halving), shared by the searches.

The most promising choices are compared in sweeps: each gets a walk with the same deal and the same dice, so
that luck does not separate them. In every round the worse half drops out.
"""

from __future__ import annotations

from time import perf_counter
from typing import Generic, TypeVar

from mypy_extensions import i64

from serai.kernel.rng import Rng
from serai.kernel.state import State


class Candidate:
    """A choice of the searching seat."""

    def __init__(self) -> None:
        self.choice: i64 = -1
        self.visits: i64 = 0
        self.total: float = 0.0
        self.prior: float = 0.0  # its share of the win at first sight


C = TypeVar("C", bound=Candidate)


class Halving(Generic[C]):
    """A search for one seat. `base` is any position consistent with what the seat knows."""

    def __init__(self, base: State, seat: i64, rng: Rng, width: i64, trust: float) -> None:
        self.base = base
        self.seat: i64 = seat
        self.rng = rng
        self.width: i64 = width  # choices to compare
        self.trust: float = trust  # how many visits a prior counts as

    def candidates(self) -> list[C]:
        """The choices, most promising first."""
        raise NotImplementedError

    def walk(self, state: State, candidate: C, rng: Rng) -> None:
        """Play a choice out in a deal, and add the result to it."""
        raise NotImplementedError

    def run(self, work: i64, deadline: float) -> list[C]:
        """Search for a number of walks (0: unlimited), or until a deadline of `time.perf_counter` (0: none),
        and return the choices, best first."""
        field = self.candidates()
        ranking = field[self.width :]
        del field[self.width :]
        rounds: i64 = 0
        while 1 << rounds < len(field):
            rounds += 1
        while rounds > 0:
            size: i64 = len(field)
            sweeps = max(1, work // (rounds * size))
            now = perf_counter()
            until = now + (deadline - now) / float(rounds)
            done: i64 = 0
            while (work == 0 or done < sweeps) and (deadline == 0.0 or done == 0 or now < until):
                self.sweep(field)
                done += 1
                now = perf_counter()
            if work > 0:
                work = max(1, work - done * size)
            field.sort(key=self.order)
            half = (size + 1) // 2
            ranking = field[half:] + ranking
            del field[half:]
            rounds -= 1
        return field + ranking

    def order(self, candidate: C) -> tuple[float, int]:
        """Best first."""
        return -self.mean(candidate), candidate.choice

    def mean(self, candidate: C) -> float:
        """What a choice is worth: the mean of its walks, with the prior counted as a few more."""
        return (candidate.total + self.trust * candidate.prior) / (float(candidate.visits) + self.trust)

    def sweep(self, field: list[C]) -> None:
        """One walk for each choice, all with the same deal and the same dice."""
        deal = self.base.determinize(self.seat, self.rng)
        seed = self.rng.next()
        for candidate in field:
            self.walk(deal.clone(), candidate, Rng(seed))
