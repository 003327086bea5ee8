"""Ratings from ranks: Weng and Lin's Plackett-Luce model, as implemented by openskill."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from openskill.models import PlackettLuce

from serai.arena.match import Result

CERTAIN: Final = 1.96  # standard deviations to either side of a 95 % interval


@dataclass(frozen=True)
class Rating:
    """A strength. Everyone begins at 25; `deviation` is its uncertainty."""

    mean: float
    deviation: float

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % confidence interval of the strength."""
        return self.mean - CERTAIN * self.deviation, self.mean + CERTAIN * self.deviation


def first_rating() -> Rating:
    """The rating that everyone begins with."""
    model = PlackettLuce()
    return Rating(model.mu, model.sigma)


def rate_game(players: list[str], ranks: list[int], before: list[Rating]) -> dict[str, Rating]:
    """The players' ratings after one game.

    A player in several seats is rated in each of them, and gets the mean. A single player keeps their rating.

    >>> rate_game(["Ada"], [1], [Rating(25.0, 8.0)])
    {'Ada': Rating(mean=25.0, deviation=8.0)}
    """
    if len(players) == 1:
        return {players[0]: before[0]}
    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mean, sigma=rating.deviation)] for rating in before]
    after = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]
    found = {}
    for name in set(players):
        own = [rating for player, rating in zip(players, after, strict=True) if player == name]
        found[name] = Rating(fmean(one.mu for one in own), fmean(one.sigma for one in own))
    return found


def rate(results: Iterable[Result]) -> dict[str, Rating]:
    """The rating of every bot after all games, in order."""
    fresh = first_rating()
    current: dict[str, Rating] = {}
    for result in results:
        seats = result.match.seats
        current |= rate_game(list(seats), result.ranks, [current.get(name, fresh) for name in seats])
    return current
