"""`serai simulate`: many random games: how fast, how long, and how the scores spread."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import fmean, pstdev
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import serai
from serai._source import compiled
from serai.cli.options import GameName, Players, Seed, game_options
from serai.cli.output import fail, progress
from serai.kernel.errors import SeraiError
from serai.kernel.game import Game
from serai.kernel.playout import play_random
from serai.kernel.rng import Rng


def simulate(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: Players = None,
    seed: Seed = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Random games: speed, lengths, scores."""
    try:
        played = serai.game(game)
        options = game_options(played, context.args)
        count = players if players is not None else played.most_players(options)
        played.settings(count, options)
        with progress(Console(stderr=True)) as bar:
            task = bar.add_task(played.title, total=games)
            result = play_games(
                played, count, options, games, seed or "0", lambda done: bar.update(task, completed=done)
            )
    except SeraiError as error:
        fail(str(error))
    if as_json:
        typer.echo(json.dumps(_figures(played, count, result)))
    else:
        _print_simulation(played, count, result)


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


def play_games(
    game: Game,
    players: int,
    options: Mapping[str, object] | None,
    games: int,
    seed: int | str = 0,
    tell: Callable[[int], None] = lambda done: None,
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
        tell(number + 1)
    return result


def _figures(game: Game, players: int, result: Simulation) -> dict[str, object]:
    return {
        "game": game.name,
        "players": players,
        "compiled": compiled(),
        "games": result.games,
        "games_per_s": round(result.games_per_s, 1),
        "decisions_per_s": round(result.decisions_per_s),
        "decisions": vars(Spread.of(result.lengths)),
        "seats": [
            {"wins": round(wins / result.games, 4), **vars(Spread.of(scores))}
            for wins, scores in zip(result.wins, result.scores, strict=True)
        ],
    }


def _print_simulation(game: Game, players: int, result: Simulation) -> None:
    console = Console()
    engine = "compiled" if compiled() else "interpreted"
    console.print(
        f"{game.title}, {players} players, {engine}: {result.games} games, "
        f"{result.games_per_s:,.0f} games/s, {result.decisions_per_s:,.0f} decisions/s"
    )
    table = Table("", "wins", "mean", "sd", "min", "25 %", "median", "75 %", "max")
    for seat, scores in enumerate(result.scores):
        table.add_row(f"seat {seat + 1}", f"{result.wins[seat] / result.games:.1%}", *_row(scores))
    table.add_section()
    table.add_row("all scores", "", *_row([score for scores in result.scores for score in scores]))
    table.add_row("decisions a game", "", *_row(result.lengths))
    console.print(table)


def _row(numbers: list[int]) -> list[str]:
    spread = Spread.of(numbers)
    whole = (spread.least, spread.quarter, spread.median, spread.three_quarters, spread.most)
    return [f"{spread.mean:.1f}", f"{spread.deviation:.1f}", *map(str, whole)]
