"""The bots that come with Serai."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from serai.bots.bot import Budget, Situation
from serai.bots.greedy import Greedy
from serai.bots.search import Search
from serai.kernel.game import Game
from serai.kernel.rng import Rng


class GreedyBot:
    """Takes what looks best to the game's estimate at the end of its own turn.

    `blur` makes it err: so much of a share of the win, drawn at random, is added to every choice.
    """

    def __init__(self, blur: float = 0.0, samples: int = 4) -> None:
        self.blur = blur
        self.samples = samples
        self.rng = Rng()
        self.greedy = Greedy()

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)

    def choose(self, situation: Situation, budget: Budget) -> int:
        legal = situation.legal
        if len(legal) == 1:
            return legal[0]
        values = self.greedy.values(situation.imagine(self.rng), situation.seat, self.rng, self.samples)
        noise = [self.blur * float(self.rng.below(1 << 20)) / (1 << 20) for _ in legal]
        return max(zip(values, noise, legal, strict=True), key=lambda row: (row[0] + row[1], -row[2]))[2]


class SearchBot:
    """Information-set Monte-Carlo tree search, by the clock or by a number of walks."""

    def __init__(self, work: int = 1000, seconds: float | None = None) -> None:
        self.budget = Budget(seconds, None if seconds else work)
        self.rng = Rng()

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)

    def choose(self, situation: Situation, budget: Budget) -> int:
        if len(situation.legal) == 1:
            return situation.legal[0]
        begun = perf_counter()
        search = Search(situation.imagine(self.rng), situation.seat, self.rng)
        work = budget.work if budget.work is not None else self.budget.work
        seconds = budget.seconds if budget.seconds is not None else self.budget.seconds
        if seconds is not None and budget.work is None:
            search.run_until(begun + seconds)
        elif work is not None:
            search.run(work)
        return search.children()[0].choice
