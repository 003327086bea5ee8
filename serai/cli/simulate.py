"""Many random games: how fast, how long, and how the scores spread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import fmean, pstdev
from time import perf_counter

from serai.kernel.game import Game
from serai.kernel.playout import play_random
from serai.kernel.rng import Rng


@dataclass
class Simulation:
    """What a number of games gave. Scores and wins have one entry a seat."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    scores: list[list[int]] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)

    @property
    def decisions_per_s(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0

    @property
    def games_per_s(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Spread:
    """A distribution in a few figures."""

    mean: float
    deviation: float
    least: int
    quarter: int
    median: int
    three_quarters: int
    most: int

    @classmethod
    def of(cls, numbers: list[int]) -> Spread:
        ordered = sorted(numbers)
        at = [ordered[(len(ordered) - 1) * part // 4] for part in range(5)]
        return cls(fmean(ordered), pstdev(ordered), *at)


def simulate(
    game: Game,
    players: int,
    options: Mapping[str, object] | None,
    games: int,
    seed: int | str = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play random games one after the other. Game number n of a seed is always the same."""
    result = Simulation(scores=[[] for _ in range(players)], wins=[0.0] * players)
    for number in range(games):
        rng = Rng(f"{seed} {number}")
        state = game.new(players, options)
        begun = perf_counter()
        decisions = play_random(state, rng)
        result.seconds += perf_counter() - begun
        result.games += 1
        result.decisions += decisions
        result.lengths.append(decisions)
        for seat, score in enumerate(state.scores()):
            result.scores[seat].append(score)
        winners = state.winners()
        for seat in winners:
            result.wins[seat] += 1 / len(winners)
        progress(number + 1)
    return result
