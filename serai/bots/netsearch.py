"""Search with a net: try the promising choices again and again, with all seats played by the net.

A walk deals again what the seat cannot see, makes one of its choices and lets everybody play on as the net
advises, until the seat has chosen for some more turns; what the net then thinks is counted. The choices are
compared in sweeps: each gets a walk with the same deal and the same dice, so that luck does not tell them
apart. In every round the worse half of them drops out.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.bots.instant import Instant
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State

LONGEST: Final = 600  # choices of a walk


class Candidate:
    """A choice of the seat that searches."""

    def __init__(self, choice: int, prior: float) -> None:
        self.choice: i64 = choice
        self.prior: float = prior  # what the net thinks of it at once
        self.visits: i64 = 0
        self.total: float = 0.0


class NetSearch:
    """Compares the choices of one decision. `base` is any position that the seat thinks possible."""

    def __init__(
        self, evaluate: Callable[[bytes], bytes], base: State, seat: int, rng: Rng, turns: int, width: int
    ) -> None:
        self.instant = Instant(evaluate)
        self.base = base
        self.seat: i64 = seat
        self.rng = rng
        self.turns: i64 = turns  # own ones, that a walk goes on for
        self.width: i64 = width  # choices that are compared
        self.trust: float = 16.0  # how many visits a prior counts as
        self.out = Choices()
        self.shares: vec[float] = vec[float]([0.0] * 8)
        self.walks: i64 = 0

    def run(self, work: i64, deadline: float) -> list[tuple[int, float]]:
        """Think for so many walks (0: any number), until the clock (`time.perf_counter`) shows the deadline
        (0: never), and give the choices, best first, with the share of the win that each promises."""
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
        return [(candidate.choice, self.mean(candidate)) for candidate in field + ranking]

    def candidates(self) -> list[Candidate]:
        """The choices, most promising first."""
        instant = self.instant
        size = instant.rate_all(self.base, self.seat, 12)
        field = [Candidate(instant.first.items[i], instant.values[i]) for i in range(size)]
        field.sort(key=self.order)
        return field

    def order(self, candidate: Candidate) -> tuple[float, int]:
        """Best first."""
        return -self.mean(candidate), candidate.choice

    def mean(self, candidate: Candidate) -> float:
        """The share of the win that a choice promises, by its walks and by what the net thought at once."""
        return (candidate.total + self.trust * candidate.prior) / (float(candidate.visits) + self.trust)

    def sweep(self, field: list[Candidate]) -> None:
        """One walk for each choice, all with the same deal and the same dice."""
        deal = self.base.determinize(self.seat, self.rng)
        seed = self.rng.next()
        for candidate in field:
            candidate.total += self.walk(deal.clone(), candidate.choice, Rng(seed))
            candidate.visits += 1

    def walk(self, state: State, choice: i64, rng: Rng) -> float:
        """What the net thinks of the seat's choice some turns later, or how the game ended."""
        self.walks += 1
        instant = self.instant
        out = self.out
        seat = self.seat
        turns = self.turns
        passed = False  # somebody else has chosen since
        state.apply_unchecked(choice)
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
            size = instant.rate_all(state, actor, 0)
            best: i64 = 0
            for i in range(size):
                if instant.values[i] > instant.values[best]:
                    best = i
            if actor == seat:
                value = instant.values[best]
                if turns <= 0:
                    break
            state = instant.afters[best]
        return 0.0 if value < 0.0 else 1.0 if value > 1.0 else value
