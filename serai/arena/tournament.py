"""Many matches: the schedule of pairings and seats, and the results."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, islice
from typing import Any, TypeVar

from serai.arena.local import run_here, run_processes
from serai.arena.match import Job, Match, Result, WorkerDied, play_match
from serai.arena.ray import check_ray, run_ray
from serai.bots.bot import Budget
from serai.bots.external import TIMEOUT
from serai.bots.names import check_bot
from serai.kernel.errors import BadOption
from serai.kernel.game import Game
from serai.kernel.rng import Rng

Runner = Callable[[Iterable[Match]], Generator[Any]]  # the type of results, or of what the job returns
T = TypeVar("T")


@dataclass
class Outcome:
    """The finished games, in order; `stopped` says why some are missing."""

    results: list[Result] = field(default_factory=list)
    stopped: str | None = None


def mixes(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Tables at which, taken together, all bots get equally many seats.

    >>> mixes(["a", "b"], 4)
    [('a', 'b', 'a', 'b')]
    >>> mixes(["a", "b", "c"], 4)
    [('a', 'b', 'c', 'a'), ('a', 'b', 'c', 'b'), ('a', 'b', 'c', 'c')]
    >>> len(mixes(["a", "b", "c", "d", "e"], 3))
    10
    """
    whole, rest = divmod(players, len(bots))
    return [tuple(bots) * whole + more for more in combinations(bots, rest)]


def rotations(seats: Sequence[str]) -> list[tuple[str, ...]]:
    """The rotations of the seats, without repetition.

    >>> rotations(["a", "b", "b"])
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> rotations(["a", "b", "a", "b"])
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    turned = [tuple(seats[-turn:]) + tuple(seats[:-turn]) for turn in range(len(seats))]
    return list(dict.fromkeys(turned))


def schedule(
    game: Game,
    games: int,
    *,
    bots: Sequence[str] = (),
    seats: Sequence[str] = (),
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: str = "0",
    budget: Budget | None = None,
    timeout: float = TIMEOUT,
) -> list[Match]:
    """The first matches of a tournament, see `endless`.

    >>> import serai
    >>> matches = schedule(serai.game("yspahan"), 2, bots=["greedy", "random"], players=2)
    >>> sorted(matches[0].seats)
    ['greedy', 'random']
    """
    return list(islice(endless(game, bots, seats, players, options, seed, budget, timeout), games))


def endless(
    game: Game,
    bots: Sequence[str],
    seats: Sequence[str],
    players: int | None,
    options: Mapping[str, object] | None,
    seed: str,
    budget: Budget | None,
    timeout: float,
) -> Iterator[Match]:
    """An endless series of matches between `bots` mixed evenly, or with fixed `seats`.

    The games of one deal have the same dice: in them every mix is played, and every bot sits once in every
    seat. With `bots`, the order of seats and mixes is random in every deal.
    """
    if bool(bots) == bool(seats):
        raise BadOption("this needs --bots, or --seats, and not both")
    if seats and players not in (None, len(seats)):
        raise BadOption(f"{len(seats)} seats are named for {players} players")
    twice = [name for name in bots if bots.count(name) > 1]
    if twice:
        raise BadOption(f"{twice[0]} is named twice; --seats puts a bot in several seats")
    count = len(seats) or players or game.most_players(options)
    settings = game.settings(count, options)
    for name in dict.fromkeys([*bots, *seats]):
        check_bot(name, game)
    tables = _deals(tuple(seats)) if seats else _mixed_deals(bots, count, seed)
    return (
        Match(number, game.name, table, f"{seed} {deal}", settings, budget or Budget(), timeout)
        for number, (deal, table) in enumerate(tables)
    )


def _deals(seats: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    deal = 0
    while True:
        for table in rotations(seats):
            yield deal, table
        deal += 1


def _mixed_deals(bots: Sequence[str], players: int, seed: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    deal = 0
    while True:
        rng = Rng(f"{seed} {deal} seating")
        for mix in _shuffled(mixes(bots, players), rng):
            for table in rotations(_shuffled(mix, rng)):
                yield deal, table
        deal += 1


def _shuffled(items: Sequence[T], rng: Rng) -> list[T]:
    left = list(items)
    return [left.pop(rng.below(len(left))) for _ in items]


def runner(processes: int | None = None, ray: str | None = None, job: Job = play_match) -> Runner:
    """How to play matches: on Ray, or in a number of processes (None: one per core)."""
    if ray is not None:
        if processes is not None:
            raise BadOption("--processes is for this machine; Ray knows how many it has")
        check_ray(ray)
        return partial(run_ray, address=ray, job=job)
    count = processes or os.cpu_count() or 1
    return partial(run_here, job=job) if count == 1 else partial(run_processes, processes=count, job=job)


def play_all(
    matches: Iterable[Match], runner: Runner, progress: Callable[[Result], None] = lambda result: None
) -> Outcome:
    """Play matches and collect their results. Ctrl-C stops it; finished games still count.

    >>> import serai
    >>> matches = schedule(serai.game("yspahan"), 2, bots=["random"], players=2)
    >>> len(play_all(matches, runner(processes=1)).results)
    2
    """
    outcome = Outcome()
    with closing(runner(matches)) as stream:
        try:
            for result in stream:
                outcome.results.append(result)
                progress(result)
        except KeyboardInterrupt:
            outcome.stopped = "interrupted"
        except WorkerDied as error:
            outcome.stopped = str(error)
    outcome.results.sort(key=lambda result: result.match.number)
    return outcome
