"""A bot as a Python class. It plays every choice to the end a few times, at random, and takes the best.

serai arena yspahan --bots random,examples.class_bot:Rollouts --games 8
"""

from __future__ import annotations

from collections.abc import Mapping

from serai import Game, Rng
from serai.bots.bot import Budget, Situation
from serai.kernel.playout import play_random


class Rollouts:
    """Flat Monte Carlo: `budget.work` random games for every legal choice."""

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)

    def choose(self, situation: Situation, budget: Budget) -> int:
        return max(situation.legal, key=lambda choice: self.wins(situation, choice, budget.work or 10))

    def wins(self, situation: Situation, choice: int, games: int) -> float:
        total = 0.0
        for _ in range(games):
            state = situation.imagine(self.rng)  # the position, with everything hidden redealt
            state.apply(choice)
            play_random(state, self.rng)
            winners = state.winners()
            total += (situation.seat in winners) / len(winners)
        return total
