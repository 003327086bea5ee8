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
from serai.bots.names import level_names, make_bot, strongest_bot
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.state import CHANCE, OVER, Event
from serai.research.chart import line_chart

PLAYERS: Final = 4
# Walks that `classic5` (as `search:WORK`) and `strongest` make in a tenth of the second that they take at a
# table, on two cores of an AMD EPYC. So games are fast, and the same on every machine.
TENTH: Final = {
    "yspahan": {"search": 450, "strongest": 70},
    "istanbul": {"search": 190, "strongest": 70},
    "morgenland": {"search": 270, "strongest": 45},
}
TIMES: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 4.0)  # seconds per choice, as walks
ASKED: Final = 9  # one choice in this many is used for the calibration
WALKS: Final = 40  # for that
SCORES: Final = {"yspahan": "points", "istanbul": "rubies", "morgenland": "artifacts"}


@dataclass(frozen=True)
class Test:
    """Two kinds of bots at a table, and the share of wins that the first must have."""

    title: str
    seats: tuple[str, ...]
    games: int
    goal: float | None  # None: clearly more than its share of the seats
    low: float | None = None  # what the lower end of the interval must be above


def walks(game: Game, kind: str, seconds: float) -> str:
    """The bot of that kind that thinks so long for a choice, by walks."""
    return f"{kind}:{max(1, round(TENTH[game.name][kind] * seconds / 0.1))}"


def tests(game: Game, scale: float, second: bool) -> list[Test]:
    """What must hold in a game; with `second` also at a whole second a choice."""

    def number(games: int) -> int:
        return max(PLAYERS, PLAYERS * round(scale * games / PLAYERS))

    found = [
        Test("net against greedy", ("net", *["greedy"] * 3), number(200), None),
        Test("greedy against random", ("greedy", *["random"] * 3), number(200), 0.9),
    ]
    for seconds, games in ((0.1, 200), (1.0, 60)):
        if seconds == 1.0 and not second:
            break
        best, classic = walks(game, "strongest", seconds), walks(game, "search", seconds)
        told = f"{seconds:g} s"
        found += [
            Test(f"net against classic5, {told}", ("net", classic) * 2, number(games), None, low=0.45),
            Test(f"strongest against greedy, {told}", (best, *["greedy"] * 3), number(games), 0.75),
            Test(f"strongest against classic5, {told}", (best, classic) * 2, number(games), 0.65),
        ]
    names = level_names(game)
    for weaker, stronger in pairwise(names[:-1]):
        found.append(Test(f"{stronger} against {weaker}", (stronger, weaker) * 2, number(200), None))
    best = walks(game, "strongest", 0.1)
    found.append(Test(f"{names[-1]}, 0.1 s, against {names[-2]}", (best, names[-2]) * 2, number(100), None))
    return found


def figures_of(test: Test, wins: float, games: int) -> dict[str, Any]:
    """The figures of a test."""
    fair = test.seats.count(test.seats[0]) / len(test.seats)
    low, high = wilson(wins, games)
    share = wins / games
    if test.low is not None:
        holds = low > test.low
    elif test.goal is not None:
        holds = share >= test.goal
    else:
        holds = low > fair
    return {
        "test": test.title,
        "seats": list(test.seats),
        "games": games,
        "wins": wins,
        "asked": test.games,
        "win_share": round(share, 4),
        "ci95": [round(low, 4), round(high, 4)],
        "fair_share": fair,
        "goal": test.goal,
        "low": test.low,
        "holds": holds,
    }


def run_test(game: Game, test: Test, advance: Callable[[Result], None]) -> dict[str, Any]:
    matches = schedule(game, test.games, seats=test.seats, seed=f"bench {test.title}")
    results = play_all(matches, runner(), advance).results
    return figures_of(test, sum(won(result, test.seats[0]) for result in results), len(results))


def won(result: Result, name: str) -> float:
    """The share of the win that bots of that name have."""
    return sum(share for share, seat in zip(result.shares, result.match.seats, strict=True) if seat == name)


def run_times(game: Game, scale: float, advance: Callable[[Result], None]) -> list[dict[str, Any]]:
    """The strongest against three greedy seats, by the time that it thinks."""
    found = []
    for seconds in TIMES:
        games = max(PLAYERS, PLAYERS * round(scale * (100 if seconds < 0.5 else 20) / PLAYERS))
        seats = (walks(game, "strongest", seconds), *["greedy"] * 3)
        row = run_test(game, Test(f"{seconds:g} s", seats, games, None), advance)
        found.append(
            {"seconds": round(seconds, 3), **{key: row[key] for key in ("games", "win_share", "ci95")}}
        )
    return found


# Self-play


def run_self_play(game: Game, name: str, games: int, advance: Callable[[Result], None]) -> dict[str, Any]:
    """Averages of games in which one kind of bot has all seats."""
    matches = schedule(game, games, seats=[name] * PLAYERS, seed="bench alone")
    return averages(game, [result.record() for result in play_all(matches, runner(), advance).results])


def alone_bots(game: Game) -> dict[str, str]:
    """The bots that play among equals, by their names in the report."""
    return {"strongest, 0.03 s": walks(game, "strongest", 0.03), "net": "net", "greedy": "greedy"}


def averages(game: Game, records: Sequence[Record]) -> dict[str, Any]:
    ends = [record.replay() for record in records]
    figures: dict[str, Any] = {
        "games": len(ends),
        "score": round(fmean(score for end in ends for score in end.scores()), 2),
        "winners_score": round(fmean(max(end.scores()) for end in ends), 2),
    }
    if "round" in ends[0].observe(None):
        figures["rounds"] = round(fmean(end.observe(None)["round"] for end in ends), 2)
    if sources := points_by_source(game, records):
        figures["points_by_source"] = sources
    return figures


def points_by_source(game: Game, records: Sequence[Record]) -> dict[str, float]:
    """The points of a seat, by what they came from, where a game tells it."""
    points: dict[str, float] = {}
    for record in records:
        state = game.new(PLAYERS, record.options)
        for choice in record.choices:
            events: list[Event] = []
            state.events = events
            state.apply_unchecked(choice)
            for event in events:
                if event.kind == "points":
                    points[event.about] = points.get(event.about, 0.0) + event.amount
    seats = PLAYERS * len(records)
    return {name: round(sum_ / seats, 2) for name, sum_ in sorted(points.items(), key=lambda item: -item[1])}


# Calibration


def run_calibration(game: Game, games: int, advance: Callable[[], None]) -> list[dict[str, Any]]:
    """What hints would have said of some choices of nets among themselves, and what came of it."""
    said: list[tuple[float, float]] = []
    for number in range(games):
        state = game.new(PLAYERS)
        rng = serai.Rng(f"calibration {number}")
        bots = [make_bot("net", game) for _ in range(PLAYERS)]
        adviser = strongest_bot(game, WALKS)
        for seat, bot in enumerate(bots):
            bot.reset(game, PLAYERS, game.settings(PLAYERS), seat, f"calibration {number} {seat}")
        found: list[tuple[int, float]] = []
        asked = 0
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            situation = Situation(state, state.actor)
            asked += len(situation.legal) > 1
            if len(situation.legal) > 1 and asked % ASKED == 0:
                adviser.reset(game, PLAYERS, {}, state.actor, f"calibration {number} {asked}")
                found.append((state.actor, adviser.ranked(situation, Budget())[0][1]))
            state.apply_unchecked(bots[state.actor].choose(situation, Budget()))
        winners = state.winners()
        said += [(share, (seat in winners) / len(winners)) for seat, share in found]
        advance()
    return binned(said)


def binned(said: Iterable[tuple[float, float]]) -> list[dict[str, Any]]:
    """Predicted and actual shares, by tenths of what was predicted."""
    bins: dict[int, list[tuple[float, float]]] = {}
    for share, result in said:
        bins.setdefault(min(9, int(10 * share)), []).append((share, result))
    return [
        {
            "said": round(fmean(share for share, _ in rows), 4),
            "won": round(fmean(result for _, result in rows), 4),
            "times": len(rows),
        }
        for _, rows in sorted(bins.items())
    ]


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
        f"Measured by `make bench-bots`, {figures['machine']}. Four players; seats are turned round the "
        "table. Bots that search think for a number of walks, so many as they make in the time that is named "
        "on one core of an AMD EPYC; `strongest` makes fewer where the choice is clear. "
        "A shared win counts in part; intervals are Wilson's, 95 %. `net` takes "
        "what the net likes at once, `strongest` is the net with search (`level5` at the tables, a second a "
        "choice), `classic5` the level 5 of before there were nets, unchanged. Where fewer games were played "
        "than are asked, "
        "the table says how many are missing." + figures.get("note", ""),
        "",
    ]
    for name, game in figures["games"].items():
        title = serai.game(name).title
        lines += [
            f"## {title}",
            "",
            f"On {game['date']}.",
            "",
            "| | games | won | 95 % | by luck | wanted | |",
            "| --- | --: | --: | --: | --: | --: | --- |",
        ]
        lines += [page_row(test) for test in game["tests"]]
        lines += ["", *_alone(name, game["alone"])]
        lines += [
            "",
            f"![Predicted and actual shares](bots-calibration-{name}.svg)",
            "",
            f"What hints say (with {WALKS} walks), and how often the seat has won, among nets.",
            "",
            f"![Strength against thinking time](bots-time-{name}.svg)",
            "",
        ]
        if clock := game.get("clock"):
            lines += [
                f"By the clock, one game against greedy: {clock['choices']} choices, "
                f"{clock['mean_choice_s']} s each and {clock['max_choice_s']} s at most; a turn "
                f"{clock['mean_turn_s']} s, "
                f"{clock['max_turn_s']} s at most.",
                "",
            ]
    return "\n".join(lines)


def page_row(test: dict[str, Any]) -> str:
    low, high = test["ci95"]
    wanted = "more than luck"
    if test["goal"]:
        wanted = f"{test['goal']:.0%}"
    elif test["low"]:
        wanted = f"lower end above {test['low']:.0%}"
    few = test["games"] < 0.9 * test["asked"]
    shown = low > test["fair_share"] if test["goal"] is None and test["low"] is None else not few
    verdict = "holds" if test["holds"] else "falls short"
    if test["goal"] and not test["holds"]:
        verdict += f" by {100 * (test['goal'] - test['win_share']):.1f} points"
    if few:
        verdict = f"{verdict if shown else 'open'}; {test['asked'] - test['games']} games are missing"
    return (
        f"| {test['test']} | {test['games']} | {test['win_share']:.1%} | {low:.1%} to {high:.1%} | "
        f"{test['fair_share']:.0%} | {wanted} | {verdict} |"
    )


def _alone(name: str, alone: dict[str, Any]) -> list[str]:
    """Averages of games among equals, one column a bot."""
    rows: dict[str, list[str]] = {}
    for number, found in enumerate(alone.values()):
        parts = {"games": found["games"], SCORES[name]: found["score"]}
        parts[f"{SCORES[name]} of the winner"] = found["winners_score"]
        if "rounds" in found:
            parts["rounds"] = found["rounds"]
        parts |= {f"points from {source}": sum_ for source, sum_ in found.get("points_by_source", {}).items()}
        for part, sum_ in parts.items():
            rows.setdefault(part, ["–"] * len(alone))[number] = str(sum_)
    lines = [f"| among equals | {' | '.join(alone)} |", f"| --- |{' --: |' * len(alone)}"]
    return lines + [f"| {part} | {' | '.join(sums)} |" for part, sums in rows.items()]


def draw(figures: dict[str, Any], folder: Path) -> None:
    """The pictures of the report."""
    for name, game in figures["games"].items():
        title = serai.game(name).title
        rows = [row for row in game["calibration"] if row["times"] >= 10]
        lines = {
            "actual": [(100 * row["said"], 100 * row["won"]) for row in rows],
            "ideal": [(100 * row["said"], 100 * row["said"]) for row in rows],
        }
        picture = line_chart(f"{title}: win chances", "% predicted", "% of the wins", lines)
        (folder / f"bots-calibration-{name}.svg").write_text(picture, "utf-8")
        times = game["times"]
        lines = {
            "95 % to": [(row["seconds"], 100 * row["ci95"][1]) for row in times],
            "won": [(row["seconds"], 100 * row["win_share"]) for row in times],
            "95 % from": [(row["seconds"], 100 * row["ci95"][0]) for row in times],
        }
        picture = line_chart(
            f"{title}: the strongest against three greedy seats",
            "seconds a choice",
            "% of games won",
            lines,
            True,
        )
        (folder / f"bots-time-{name}.svg").write_text(picture, "utf-8")


def measure(names: Iterable[str], scale: float, second: bool, bar: Progress) -> dict[str, Any]:
    games: dict[str, Any] = {}
    for name in names:
        game = serai.game(name)
        alone = max(2, round(60 * scale))
        found = []

        def task(what: str, total: int | None, title: str = game.title) -> Callable[..., None]:
            number = bar.add_task(f"{title}: {what}", total=total)
            return lambda *_: bar.advance(number)

        for test in tests(game, scale, second):
            found.append(run_test(game, test, task(test.title, test.games)))
            bar.console.print(f"{game.title}: {test.title}: {found[-1]['win_share']:.1%} of {test.games}")
        games[name] = {
            "date": date.today().isoformat(),
            "tests": found,
            "alone": {
                kind: run_self_play(game, bot, alone, task(f"{kind} alone", alone))
                for kind, bot in alone_bots(game).items()
            },
            "calibration": run_calibration(game, alone, task("calibration", alone)),
            "times": run_times(game, scale, task("thinking time", None)),
            "clock": run_clock(game, task("by the clock", None)),
        }
    return {"machine": machine(), "serai": serai.__version__, "games": games}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(TENTH), help="which games (default: all)")
    parser.add_argument("--scale", type=float, default=1.0, help="so much of the usual number of games")
    parser.add_argument(
        "--second", action="store_true", help="also 60 games each at a second a choice (hours)"
    )
    parser.add_argument("--json", type=Path, help="write the figures to FILE")
    parser.add_argument("--page", type=Path, help="write the report to FILE")
    given = parser.parse_args()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        figures = measure(given.games, given.scale, given.second, bar)
    if given.json:
        if given.json.exists():
            kept = json.loads(given.json.read_text(encoding="utf-8"))["games"]
            figures["games"] = kept | figures["games"]
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if given.page:
        given.page.write_text(page(figures), encoding="utf-8")
        draw(figures, given.page.parent)
    if not given.json and not given.page:
        print(page(figures))


if __name__ == "__main__":
    main()
