"""How strong the bots are: everything docs/explanation/reports/bots.md says, measured in one run.

python benchmarks/bots.py --json benchmarks/bots.json --page docs/explanation/reports/bots.md

With names of games only those are measured, and the figures of the others are kept as they are.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import serai
from serai._source import compiled
from serai.arena.match import Result
from serai.arena.report import wilson
from serai.arena.tournament import play_all, runner, schedule
from serai.bots.bot import Budget, Situation
from serai.bots.names import level_names, make_bot
from serai.kernel.game import Game
from serai.kernel.state import CHANCE, OVER, Event

PLAYERS: Final = 4
# Walks of the strongest for a choice: fewer than it makes in a second, so that many games can be played.
WORK: Final = {"yspahan": 300, "istanbul": 60, "morgenland": 200}
# Games of the strongest against the next: as many as tell them apart.
LAST: Final = {"yspahan": 80, "istanbul": 120, "morgenland": 80}
SCORES: Final = {"yspahan": "points", "istanbul": "rubies", "morgenland": "artifacts"}


@dataclass(frozen=True)
class Test:
    """Two kinds of bots at a table, and the share of wins that the first must have."""

    title: str
    seats: tuple[str, ...]
    games: int
    goal: float | None  # None: clearly more than its share of the seats
    work: int | None = None


def tests(game: Game, scale: float) -> list[Test]:
    """What must hold in a game."""

    def number(games: int) -> int:
        return max(PLAYERS, PLAYERS * round(scale * games / PLAYERS))

    work = WORK[game.name]
    names = level_names(game)
    found = [
        Test(f"{names[-1]} against greedy", (names[-1], *["greedy"] * 3), number(200), 0.6, work),
        Test("greedy against random", ("greedy", *["random"] * 3), number(200), 0.9),
    ]
    for weaker, stronger in pairwise(names):
        pair = (stronger, weaker)
        games = LAST[game.name] if pair[0] == names[-1] else 200
        found.append(Test(f"{pair[0]} against {pair[1]}", pair * 2, number(games), None, work))
    return found


def run_test(game: Game, test: Test, advance: Callable[[Result], None]) -> dict[str, Any]:
    matches = schedule(
        game, test.games, seats=test.seats, seed=f"bench {test.title}", budget=Budget(work=test.work)
    )
    begun = perf_counter()
    results = play_all(matches, runner(), advance).results
    first = test.seats[0]
    wins = sum(
        share for r in results for share, name in zip(r.shares, r.match.seats, strict=True) if name == first
    )
    fair = test.seats.count(first) / len(test.seats)
    low, high = wilson(wins, len(results))
    share = wins / len(results)
    return {
        "test": test.title,
        "seats": list(test.seats),
        "work": test.work,
        "games": len(results),
        "win_share": round(share, 4),
        "ci95": [round(low, 4), round(high, 4)],
        "fair_share": fair,
        "goal": test.goal,
        "holds": share >= test.goal if test.goal is not None else low > fair,
        "seconds": round(perf_counter() - begun, 1),
    }


# Self-play


def run_self_play(game: Game, games: int, advance: Callable[[Result], None]) -> dict[str, Any]:
    """Averages of games in which the strongest has all seats."""
    work = WORK[game.name] // 2
    seats = level_names(game)[-1:] * PLAYERS
    matches = schedule(game, games, seats=seats, seed="bench alone", budget=Budget(work=work))
    results = play_all(matches, runner(), advance).results
    ends = [result.record().replay() for result in results]
    figures: dict[str, Any] = {
        "games": len(results),
        "work": work,
        "score": round(fmean(score for r in results for score in r.scores), 2),
        "winners_score": round(fmean(max(r.scores) for r in results), 2),
        "choices": round(fmean(fmean(r.asked) for r in results), 1),
    }
    if "round" in ends[0].observe(None):
        figures["rounds"] = round(fmean(end.observe(None)["round"] for end in ends), 2)
    sources = points_by_source(results)
    if sources:
        figures["points_by_source"] = sources
    return figures


def points_by_source(results: Sequence[Result]) -> dict[str, float]:
    """The points of a seat, by what they came from, where a game tells it."""
    points: dict[str, float] = {}
    for result in results:
        state = serai.game(result.match.game).new(PLAYERS, result.match.options)
        for choice in result.choices:
            events: list[Event] = []
            state.events = events
            state.apply_unchecked(choice)
            for event in events:
                if event.kind == "points":
                    points[event.about] = points.get(event.about, 0.0) + event.amount
    seats = PLAYERS * len(results)
    return {name: round(sum_ / seats, 2) for name, sum_ in sorted(points.items(), key=lambda item: -item[1])}


# The clock


def run_clock(game: Game, advance: Callable[[], None]) -> dict[str, Any]:
    """One game of the strongest by the clock, with nothing else running here."""
    state = game.new(PLAYERS)
    options = game.settings(PLAYERS)
    names = [level_names(game)[-1], *["greedy"] * (PLAYERS - 1)]
    bots = [make_bot(name, game) for name in names]
    for seat, bot in enumerate(bots):
        bot.reset(game, PLAYERS, options, seat, f"clock {seat}")
    rng = serai.Rng("clock")
    choices: list[float] = []
    turns = [0.0]
    while state.actor != OVER:
        actor = state.actor
        if actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        situation = Situation(state, actor)
        begun = perf_counter()
        choice = bots[actor].choose(situation, Budget())
        spent = perf_counter() - begun
        if actor != 0:
            turns.append(0.0)
        elif len(situation.legal) > 1:
            choices.append(spent)
            turns[-1] += spent
            advance()
        state.apply(choice)
    taken = [turn for turn in turns if turn]
    return {
        "choices": len(choices),
        "mean_choice_s": round(fmean(choices), 3),
        "max_choice_s": round(max(choices), 3),
        "mean_turn_s": round(fmean(taken), 3),
        "max_turn_s": round(max(taken), 3),
    }


# The report


def machine() -> str:
    """The processor, how many of it, and the Python."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    engine = "compiled" if compiled() else "interpreted"
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {engine}"


def page(figures: dict[str, Any]) -> str:
    """The report in Markdown."""
    lines = [
        "# How strong the bots are",
        "",
        f"Measured by `make bench-bots` on {figures['machine']}. Four players; seats are turned round the "
        "table, and every table is played with the same dice in each turn of it. The strongest thinks for a "
        "number of walks here that makes many games possible, fewer than it makes in the second that it "
        "takes at the table. "
        "A shared win counts in part; intervals are Wilson's, 95 %.",
        "",
    ]
    for name, game in figures["games"].items():
        strongest = level_names(serai.game(name))[-1]
        lines += [
            f"## {serai.game(name).title}",
            "",
            f"On {game['date']}, in {game['seconds'] / 60:.0f} minutes; "
            f"`{strongest}` with {WORK[name]} walks.",
            "",
        ]
        lines += [
            "| | games | won | 95 % | by luck | wanted | |",
            "| --- | --: | --: | --: | --: | --: | --- |",
        ]
        for test in game["tests"]:
            low, high = test["ci95"]
            wanted = f"{test['goal']:.0%}" if test["goal"] else "more than luck"
            lines.append(
                f"| {test['test']} | {test['games']} | {test['win_share']:.1%} | {low:.1%} to {high:.1%} | "
                f"{test['fair_share']:.0%} | {wanted} | {'holds' if test['holds'] else 'does not hold'} |"
            )
        alone = game["self_play"]
        lines += [
            "",
            f"Among its equals ({alone['games']} games, {alone['work']} walks a choice) the strongest has "
            f"{alone['score']} {SCORES[name]} at the end, the winner {alone['winners_score']}"
            + (f"; games last {alone['rounds']} rounds" if "rounds" in alone else "")
            + f". A seat chooses {alone['choices']} times.",
        ]
        if "points_by_source" in alone:
            lines += ["", "| points from | |", "| --- | --: |"]
            lines += [f"| {source} | {points} |" for source, points in alone["points_by_source"].items()]
        clock = game["clock"]
        lines += [
            "",
            f"By the clock, one game against greedy: {clock['choices']} choices, {clock['mean_choice_s']} s "
            f"each and {clock['max_choice_s']} s at most; a turn {clock['mean_turn_s']} s, "
            f"{clock['max_turn_s']} s at most.",
            "",
        ]
    return "\n".join(lines)


def measure(names: Iterable[str], scale: float, bar: Progress) -> dict[str, Any]:
    games: dict[str, Any] = {}
    for name in names:
        begun = perf_counter()
        game = serai.game(name)
        todo = tests(game, scale)
        alone = max(2, round(24 * scale))
        found = []
        for test in todo:
            task = bar.add_task(f"{game.title}: {test.title}", total=test.games)
            found.append(run_test(game, test, lambda _, task=task: bar.advance(task)))  # type: ignore[misc]
            bar.console.print(f"{game.title}: {test.title}: {found[-1]['win_share']:.1%} of {test.games}")
            bar.remove_task(task)
        task = bar.add_task(f"{game.title}: the strongest alone", total=alone)
        self_play = run_self_play(game, alone, lambda _, task=task: bar.advance(task))  # type: ignore[misc]
        bar.remove_task(task)
        task = bar.add_task(f"{game.title}: by the clock", total=None)
        clock = run_clock(game, lambda task=task: bar.advance(task))  # type: ignore[misc]
        bar.remove_task(task)
        games[name] = {
            "date": date.today().isoformat(),
            "seconds": round(perf_counter() - begun),
            "tests": found,
            "self_play": self_play,
            "clock": clock,
        }
    return {"machine": machine(), "serai": serai.__version__, "games": games}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=serai.game_names(), help="which games (default: all)")
    parser.add_argument("--scale", type=float, default=1.0, help="so much of the usual number of games")
    parser.add_argument("--json", type=Path, help="write the figures to FILE")
    parser.add_argument("--page", type=Path, help="write the report to FILE")
    given = parser.parse_args()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        figures = measure(given.games, given.scale, bar)
    if given.json:
        if given.json.exists():
            kept = json.loads(given.json.read_text(encoding="utf-8"))["games"]
            figures["games"] = kept | figures["games"]
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if given.page:
        given.page.write_text(page(figures), encoding="utf-8")
    if not given.json and not given.page:
        print(page(figures))


if __name__ == "__main__":
    main()
