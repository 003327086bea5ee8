"""How the search and a game's net rate the choices of recorded games, for datasets."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final, NamedTuple

from librt.strings import BytesWriter, read_f32_le

import serai
from serai.arena.match import Result
from serai.bots.nets import OUTPUTS, Evaluate, evaluator, game_net
from serai.bots.search import Search
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import OVER, State

AHEAD: Final = 2  # games queued per process


class Wish(NamedTuple):
    """What to compute: the number of walks per choice (0: no search), and whether to use the net."""

    search: int = 0
    net: bool = False


NOTHING: Final = Wish()


class Opinion(NamedTuple):
    """For one decision, a number for each legal choice; empty if not requested."""

    values: list[float]  # the share of the win that the search expects
    visits: list[int]  # how often it visited the choice
    net: list[float]  # the net's share right after the choice


def opinions(result: Result, wish: Wish) -> list[Opinion]:
    """The opinions on every decision of a game; they depend only on the game.

    What a seat cannot see is redealt first, so no opinion knows more than the seat.
    """
    game = serai.game(result.match.game)
    evaluate = evaluator(game_net(game)) if wish.net else None
    state = game.new(len(result.match.seats), result.match.options)
    found: list[Opinion] = []
    for number, choice in enumerate(result.choices):
        if state.actor >= 0:
            rng = Rng(f"{result.match.seed} opinion {number}")
            world = state.determinize(state.actor, rng)
            net = net_values(world, evaluate) if evaluate else []
            values, visits = search_values(game, world, rng, wish.search) if wish.search else ([], [])
            found.append(Opinion(values, visits, net))
        state.apply_unchecked(choice)
    return found


def search_values(game: Game, world: State, rng: Rng, work: int) -> tuple[list[float], list[int]]:
    """The values of the strongest level's search after a number of walks, in the order of `legal()`."""
    strongest = game.levels[-1]
    search = Search(world, world.actor, rng, strongest.turns, strongest.width, strongest.quick)
    nodes = {int(node.choice): node for node in search.run(work, 0.0)}
    ordered = [nodes[choice] for choice in world.legal()]
    return [search.mean(node) for node in ordered], [int(node.visits) for node in ordered]


def net_values(world: State, evaluate: Evaluate) -> list[float]:
    """The net's value right after each legal choice; the true result if that ends the game."""
    seat = int(world.actor)
    rows = BytesWriter()
    known: list[float | None] = []
    for choice in world.legal():
        after = world.clone()
        after.apply_unchecked(choice)
        if after.actor == OVER:
            winners = after.winners()
            known.append((seat in winners) / len(winners))
        else:
            known.append(None)
            after.write_features(rows, seat)
            after.write_insight(rows, seat)
    said = evaluate(rows.getvalue())
    shares = (read_f32_le(said, 4 * OUTPUTS * row) for row in range(len(said) // (4 * OUTPUTS)))
    return [next(shares) if value is None else value for value in known]


def all_opinions(
    results: Iterable[Result], wish: Wish, processes: int | None
) -> Generator[tuple[Result, list[Opinion]]]:
    """For many games, in several processes (None: one per core); empty if not requested."""
    if wish == NOTHING:
        for result in results:
            yield result, []
        return
    count = processes or os.cpu_count() or 1
    if count == 1:
        for result in results:
            yield result, opinions(result, wish)
        return
    with ProcessPoolExecutor(count, get_context("spawn")) as pool:
        ask = partial(opinions, wish=wish)
        waiting = []
        try:
            for result in results:
                waiting.append((result, pool.submit(ask, result)))
                if len(waiting) > AHEAD * count:
                    first, answer = waiting.pop(0)
                    yield first, answer.result()
            for first, answer in waiting:
                yield first, answer.result()
        finally:
            pool.shutdown(cancel_futures=True)
