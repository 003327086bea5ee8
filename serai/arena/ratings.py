"""Ratings from ranks: Weng and Lin's Plackett-Luce model, as openskill keeps it."""

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
    """A strength: everybody begins at 25; `deviation` says how sure it is."""

    mean: float
    deviation: float

    @property
    def ci95(self) -> tuple[float, float]:
        return self.mean - CERTAIN * self.deviation, self.mean + CERTAIN * self.deviation


def rate(results: Iterable[Result]) -> dict[str, Rating]:
    """The rating of every bot after all games, taken in their order.

    A bot in several seats is rated in each of them, and goes on with the mean.
    """
    model = PlackettLuce()
    current: dict[str, Rating] = {}
    for result in results:
        seats = result.match.seats
        fresh = Rating(model.mu, model.sigma)
        before = [current.get(name, fresh) for name in seats]
        teams = [[model.rating(mu=rating.mean, sigma=rating.deviation)] for rating in before]
        after = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in result.ranks])]
        for name in set(seats):
            own = [rating for seat, rating in zip(seats, after, strict=True) if seat == name]
            current[name] = Rating(fmean(one.mu for one in own), fmean(one.sigma for one in own))
    return current
