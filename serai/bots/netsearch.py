"""Search with a net: try the promising choices again and again, with all seats played by the net.

A walk redeals what the seat cannot see, makes one of its choices and lets all seats play on as the net
advises, until the seat has had a few more turns; then the net's value counts. Where it was measured to be
better, the other seats play by the estimate in half of the walks. Choices are compared as in
`serai/bots/halving.py`, but one that is clearly behind drops out at once: most decisions are easy.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import perf_counter
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.bots.greedy import Greedy
from serai.bots.halving import Candidate, Halving
from serai.bots.net_rater import NetRater, Turns
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State

LONGEST: Final = 600  # choices in a walk
SWEEPS: Final = 4  # the fewest before a choice can drop out
CLEAR: Final = 2.0  # standard errors behind the best: drops out
EACH: Final = 80  # one more choice is compared for each so many walks
NOISE: Final = 0.01  # the prior variance between two walks of a sweep


class Tried(Candidate):
    """A choice, and the result of each walk after it."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[float] = []


class NetSearch(Halving[Tried]):
    """Compares the choices of one decision; a prior is what the net thinks of a choice at once."""

    def __init__(
        self,
        evaluate: Callable[[bytes], bytes],
        base: State,
        seat: i64,
        rng: Rng,
        turns: i64,
        width: i64,
        near: float,
        follow: i64,
        trust: float,
        mixed: bool,
    ) -> None:
        super().__init__(base, seat, rng, width, trust)
        self.rater = NetRater(evaluate)
        self.turns: i64 = turns  # of the searching seat, in a walk
        self.near: float = near  # a choice further behind at first sight is not compared
        self.follow: i64 = follow  # choices followed to the end of their turn, in a walk
        self.mixed = mixed  # the other seats play by the estimate in half of the sweeps
        self.greedy = Greedy()
        self.out = Choices()
        self.shares: vec[float] = vec[float]([0.0] * 8)
        # Another process that makes sweeps in parallel (`serai/bots/search_helper.py`).
        self.helped = False
        self.ask: Callable[[list[int], int], None]
        self.answer: Callable[[], list[float]]

    def help_with(self, ask: Callable[[list[int], int], None], answer: Callable[[], list[float]]) -> None:
        """Let a helper make every other sweep."""
        self.helped = True
        self.ask = ask
        self.answer = answer

    def candidates(self) -> list[Tried]:
        """The choices, most promising first."""
        rater = self.rater
        size = rater.rate_all(self.base, self.seat, 12)
        field: list[Tried] = []
        for i in range(size):
            candidate = Tried()
            candidate.choice = rater.first.items[i]
            candidate.prior = rater.values[i]
            field.append(candidate)
        field.sort(key=self.order)
        return field

    def run(self, work: i64, deadline: float, fewest: i64 = 1) -> list[Tried]:
        """Like `Halving.run`, but stops early when the best choice is clear. At least `fewest` choices are
        compared; a single one needs no walk. More than `width` are if there are walks enough."""
        field = self.candidates()
        size: i64 = len(field)
        while size > fewest and field[size - 1].prior < field[0].prior - self.near:
            size -= 1
        swept: i64 = 0
        if size > self.width:
            if work > 0:
                size = min(size, max(self.width, work // EACH))
            else:
                size = swept = self.first_sweep(field, size, deadline)
        ranking = field[size:]
        del field[size:]
        while len(field) > 1:
            size = len(field)
            rounds: i64 = 0
            while 1 << rounds < size:
                rounds += 1
            share = work // rounds
            now = perf_counter()
            until = now + (deadline - now) / float(rounds)
            done = swept
            swept = 0
            while (work == 0 or done == 0 or done + size <= share) and (
                deadline == 0.0 or done == 0 or perf_counter() < until
            ):
                pair = self.helped and (work == 0 or done + 2 * size <= share)
                self.sweep(field, pair)
                done += 2 * size if pair else size
                if len(field[0].values) % SWEEPS == 0 and len(self.contenders(field)) < size:
                    break
            if work > 0:
                work = max(1, work - done)
            field.sort(key=self.order)
            left = self.contenders(field)
            if len(left) == size:
                left = field[: (size + 1) // 2]
            ranking = [tried for tried in field if tried not in left] + ranking
            field = left
        return field + ranking

    def first_sweep(self, field: list[Tried], most: i64, deadline: float) -> i64:
        """Make the first sweep, which tells how many walks there is time for; returns how many choices it
        compared, `width` or more."""
        choices: list[int] = [tried.choice for tried in field]
        seed: int = self.rng.next()
        begun = perf_counter()
        values = self.sweep_values(choices[: self.width], seed)
        now = perf_counter()
        size = self.width
        if deadline > now > begun:
            walks = (deadline - now) / (now - begun) * float(self.width) * (2.0 if self.helped else 1.0)
            size = min(most, max(size, i64(walks) // EACH))
        values += self.sweep_values(choices[self.width : size], seed)
        self.count(field[:size], values)
        return size

    def contenders(self, field: list[Tried]) -> list[Tried]:
        """The choices that are not clearly behind the best."""
        best = min(field, key=self.order)
        walks: i64 = len(best.values)
        if walks < SWEEPS:
            return field
        left: list[Tried] = []
        for tried in field:
            gap = (best.total - tried.total) / float(walks)
            squares = float(SWEEPS) * NOISE
            for i in range(walks):
                squares += (best.values[i] - tried.values[i] - gap) ** 2
            error = sqrt(squares / float(walks + SWEEPS) / (float(walks) + self.trust))
            if self.mean(best) - self.mean(tried) < CLEAR * error:
                left.append(tried)
        return left

    def sweep(self, field: list[Tried], pair: bool = False) -> None:
        """A walk for each choice, all with the same deal and the same dice. For a pair, the helper makes a
        second sweep in parallel."""
        choices: list[int] = [tried.choice for tried in field]
        seed: int = self.rng.next()
        if pair:
            second: int = self.rng.next()
            self.ask(choices, second)
            self.count(field, self.sweep_values(choices, seed))
            values = self.answer()
            if not values:  # it has died
                self.helped = False
                values = self.sweep_values(choices, second)
            self.count(field, values)
        else:
            self.count(field, self.sweep_values(choices, seed))

    def sweep_values(self, choices: list[int], seed: int) -> list[float]:
        """The result of a walk after each choice."""
        rng = Rng(seed)
        deal = self.base.determinize(self.seat, rng)
        greedy = self.mixed and rng.below(2) == 0
        values: list[float] = []
        for choice in choices:
            state = deal.clone()
            state.apply_unchecked(choice)
            values.append(self.later(state, rng.clone(), greedy))
        return values

    def count(self, field: list[Tried], values: list[float]) -> None:
        for i in range(len(field)):
            field[i].values.append(values[i])
            field[i].total += values[i]
            field[i].visits += 1

    def later(self, state: State, rng: Rng, greedy: bool) -> float:
        """What the net thinks of a position some turns later, or how the game ended. `greedy`: the other
        seats play by the estimate."""
        rater = self.rater
        out = self.out
        seat = self.seat
        turns = Turns(seat, self.turns)
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
            left = turns.ask(actor)
            out.refill(state)
            if out.size == 1:
                state.apply_unchecked(out.items[0])
                continue
            if greedy and actor != seat:
                state = self.greedy.best_turn(state, actor)
                continue
            size = rater.rate_all(state, actor, self.follow)
            best: i64 = 0
            for i in range(size):
                if rater.values[i] > rater.values[best]:
                    best = i
            if actor == seat:
                value = rater.values[best]
                if left <= 0:
                    break
            state = rater.ends[best]
        return 0.0 if value < 0.0 else 1.0 if value > 1.0 else value
