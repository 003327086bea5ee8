"""How strong the bots are: everything docs/explanation/reports/bots.md says.

python benchmarks/bots.py --json benchmarks/bots.json --page docs/explanation/reports/bots.md

It plays the games that the file of figures lacks, so what one call has no time for (`--minutes`) another can
add. Games of other nets than those at hand are dropped from it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import serai
from serai._source import compiled
from serai.arena.match import Match, Result
from serai.arena.report import wilson
from serai.arena.tournament import play_all, runner, schedule
from serai.bots import nets
from serai.bots.bot import Budget, Situation
from serai.bots.hint import hint
from serai.bots.names import level_names, make_bot
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.state import CHANCE, OVER, Event
from serai.research.chart import line_chart

PLAYERS: Final = 4
# Walks that `classic5` (as `search:WORK`) and `strongest` make in a tenth of the second that they take at a
# table, on one core of an AMD EPYC. So games are fast, and do not depend on a machine's speed.
TENTH: Final = {
    "yspahan": {"search": 450, "strongest": 70},
    "istanbul": {"search": 190, "strongest": 60},
    "morgenland": {"search": 270, "strongest": 45},
}
CLOSE: Final = {"istanbul": 200}  # games against greedy, also at a whole second, where it is a close thing
SECOND: Final = 1.0  # seconds per choice at a table
TIMES: Final = (0.01, 0.03, 0.3, 4.0)  # seconds per choice that are not tested, but shown in a chart
TIMED: Final = "strongest against greedy, "
ASKED: Final = 45  # one choice in this many is used for the calibration
WALKS: Final = 40  # for that
CALIBRATED: Final = 300  # games for that
INSTANT: Final = 0.0003  # seconds that the net takes for a choice
ENOUGH: Final = 20  # games for a point in a chart
SAVED: Final = 60.0  # seconds between two copies of the figures, in case it is stopped
OTHERS: Final = (
    "alone",
    "calibration",
    "clock",
)  # no tests: those of an older net are shown until measured anew
NOT_PLAYED: Final = "-"
SCORES: Final = {"yspahan": "points", "istanbul": "rubies", "morgenland": "artifacts"}


Task = Callable[[str, int | None], Callable[..., None]]  # what, how often; then called at every step


@dataclass(frozen=True)
class Test:
    """Two kinds of bots at a table, and the share of wins that the first must have."""

    title: str
    seats: tuple[str, ...]
    games: int
    goal: float | None = None  # None: clearly more than its share of the seats
    low: float | None = None  # what the lower end of the interval must be above


def walks(game: Game, kind: str, seconds: float) -> str:
    """The bot of that kind that thinks so long for a choice, by walks."""
    return f"{kind}:{max(1, round(TENTH[game.name][kind] * seconds / 0.1))}"


def tests(game: Game) -> list[Test]:
    """What must hold in a game; what takes longest comes last."""
    names = level_names(game)
    best = walks(game, "strongest", 0.1)
    return [
        Test("net against greedy", ("net", *["greedy"] * 3), 200),
        Test("greedy against random", ("greedy", *["random"] * 3), 200, 0.9),
        *(
            Test(f"{stronger} against {weaker}", (stronger, weaker) * 2, 200)
            for weaker, stronger in pairwise(names[:-1])
        ),
        Test(f"{names[-1]}, 0.1 s, against {names[-2]}", (best, names[-2]) * 2, 100),
        *timed_tests(game, 0.1, 200),
        *timed_tests(game, SECOND, 60),
    ]


def timed_tests(game: Game, seconds: float, games: int) -> list[Test]:
    """What must hold at a thinking time."""
    best, classic = walks(game, "strongest", seconds), walks(game, "search", seconds)
    return [
        Test(f"{TIMED}{seconds:g} s", (best, *["greedy"] * 3), max(games, CLOSE.get(game.name, 0)), 0.75),
        Test(f"net against classic5, {seconds:g} s", ("net", classic) * 2, games, low=0.45),
        Test(f"strongest against classic5, {seconds:g} s", (best, classic) * 2, games, 0.65),
    ]


def more_times(game: Game) -> list[Test]:
    """The strongest against three greedy seats, at other thinking times than those that are tested."""
    return [
        Test(
            f"{TIMED}{seconds:g} s",
            (walks(game, "strongest", seconds), *["greedy"] * 3),
            100 if seconds < SECOND else 20,
        )
        for seconds in TIMES
    ]


def figures_of(test: Test, won: str, earlier: Sequence[float] = (0, 0)) -> dict[str, Any]:
    """The figures of a test. `won` has the share of the win in each of its games, in order, or that the game
    was not played; `earlier` counts games and wins from before they were kept one by one."""
    shares = [float(share) for share in won.split() if share != NOT_PLAYED]
    games, wins = int(earlier[0]) + len(shares), earlier[1] + sum(shares)
    fair = test.seats.count(test.seats[0]) / len(test.seats)
    low, high = wilson(wins, games) if games else (0.0, 1.0)
    share = wins / games if games else 0.0
    if test.low is not None:
        holds = low > test.low
    elif test.goal is not None:
        holds = share >= test.goal
    else:
        holds = low > fair
    return {
        "test": test.title,
        "seats": list(test.seats),
        "won": won,
        "earlier": list(earlier),
        "games": games,
        "asked": test.games,
        "win_share": round(share, 4),
        "ci95": [round(low, 4), round(high, 4)],
        "fair_share": fair,
        "goal": test.goal,
        "low": test.low,
        "holds": holds,
    }


def updated(game: Game, kept: dict[str, Any]) -> dict[str, Any]:
    """The figures of a game, with those games that are still asked, played by the net that it has now."""
    net = nets.digest(game)
    if kept.get("net") != net:
        kept = {part: kept[part] for part in OTHERS if part in kept}
    kept["net"] = net
    rows = {row["test"]: row for part in ("tests", "times") for row in kept.get(part, [])}
    for part, asked in (("tests", tests(game)), ("times", more_times(game))):
        kept[part] = []
        for test in asked:
            row = rows.get(test.title, {})
            same = row.get("seats") == list(test.seats)
            kept[part].append(figures_of(test, row["won"], row["earlier"]) if same else figures_of(test, ""))
    return kept


def add(figures: dict[str, Any], other: dict[str, Any]) -> None:
    """Add the games of other figures, as far as they were played by the same bots."""
    for name, kept in figures["games"].items():
        found = updated(serai.game(name), other["games"].get(name, {}))
        for part, asked in (("tests", tests), ("times", more_times)):
            for number, test in enumerate(asked(serai.game(name))):
                row, more = kept[part][number], found[part][number]
                if seed_of(row) == seed_of(more):
                    shares = shares_of(row) | shares_of(more)
                    kept[part][number] = figures_of(test, written(shares), row["earlier"])
        kept.setdefault("date", found.get("date"))
        for part in OTHERS:
            if not is_new(kept, part) and is_new(found, part):
                kept[part] = found[part]


def seed_of(row: dict[str, Any]) -> str:
    """The seed of a test's games: another one than that of the earlier ones, whose numbers are not known."""
    return f"bench {row['test']}" + (" more" if row["earlier"][0] else "")


def is_new(kept: dict[str, Any], part: str) -> bool:
    """Whether a part of the figures was measured with the game's present net."""
    return part in kept and kept[part]["net"] == kept["net"]


def shares_of(row: dict[str, Any]) -> dict[int, str]:
    """The shares of the win in the games of a row, by their numbers."""
    return {number: share for number, share in enumerate(row["won"].split()) if share != NOT_PLAYED}


def written(shares: dict[int, str]) -> str:
    return " ".join(shares.get(number, NOT_PLAYED) for number in range(max(shares, default=-1) + 1))


def play_tests(
    figures: dict[str, Any], wanted: Sequence[str], until: float, backwards: bool, bar: Progress
) -> Iterator[None]:
    """Play the games that the figures lack, in the order in which they are wanted, until the time is over:
    those that were begun are finished."""
    asked: dict[tuple[str, str], tuple[list[dict[str, Any]], int, Test]] = {}
    for name, kept in figures["games"].items():
        for part, some in (("tests", tests(serai.game(name))), ("times", more_times(serai.game(name)))):
            for number, test in enumerate(some):
                asked[name, seed_of(kept[part][number])] = kept[part], number, test
    order = [key for words in wanted for key in asked if words in f"{key[0]}: {asked[key][2].title}"]
    missing: list[Match] = []
    for name, seed in dict.fromkeys(order):
        rows, number, test = asked[name, seed]
        games = test.games - int(rows[number]["earlier"][0])
        matches = schedule(serai.game(name), games, seats=test.seats, seed=seed)
        left = [match for match in matches if match.number not in shares_of(rows[number])]
        missing += reversed(left) if backwards else left
    begun = bar.add_task("games", total=len(missing))
    in_time = (match for match in missing if perf_counter() < until)
    for result in runner()(in_time):
        rows, number, test = asked[result.match.game, result.match.seed.rpartition(" ")[0]]
        share = f"{won(result, test.seats[0]):.4g}"
        shares = shares_of(rows[number]) | {result.match.number: share}
        rows[number] = figures_of(test, written(shares), rows[number]["earlier"])
        figures["games"][result.match.game]["date"] = date.today().isoformat()
        bar.advance(begun)
        yield


def won(result: Result, name: str) -> float:
    """The share of the win that bots of that name have."""
    return sum(share for share, seat in zip(result.shares, result.match.seats, strict=True) if seat == name)


# Self-play


def run_alone(game: Game, task: Task) -> dict[str, Any]:
    """Averages of games in which one kind of bot has all seats, by its name in the report."""
    found = {}
    for kind, name, games in (
        ("strongest, 0.03 s", walks(game, "strongest", 0.03), 12),
        ("net", "net", 60),
        ("greedy", "greedy", 60),
    ):
        matches = schedule(game, games, seats=[name] * PLAYERS, seed="bench alone")
        results = play_all(matches, runner(), task(f"{kind} alone", games)).results
        found[kind] = averages(game, [result.record() for result in results])
    return found


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


def run_calibration(game: Game, task: Task) -> list[dict[str, Any]]:
    """What hints would have said of some choices of nets among themselves, and what came of it."""
    said: list[tuple[float, float]] = []
    advance = task("calibration", CALIBRATED)
    for number in range(CALIBRATED):
        state = game.new(PLAYERS)
        rng = serai.Rng(f"calibration {number}")
        bots = [make_bot("net", game) for _ in range(PLAYERS)]
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
                found.append((state.actor, hint(state, state.actor, Budget(work=WALKS), best=1)[0].share))
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


def run_clock(game: Game, task: Task) -> dict[str, Any]:
    """One game of the strongest by the clock, with nothing else running here."""
    advance = task("by the clock", None)
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
        "machine": machine(),
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
        "Measured by `make bench-bots`. Four players; seats are turned round the table. `net` takes what the "
        "net likes at once; `strongest` is the net with search (`level5` at the tables, a second a choice); "
        "`classic5` is the level 5 of before there were nets, unchanged. A shared win counts in part; "
        "intervals are Wilson's, 95 %. How a second was counted, and what else to know: "
        "[about these figures](#about-these-figures).",
        "",
        *_summary(figures),
        "",
    ]
    for name, game in figures["games"].items():
        title = serai.game(name).title
        lines += [
            f"## {title}",
            "",
            f"On {game['date']}, with the net {game['net']} (`serai info`).",
            "",
            "| | games | won | 95 % | by luck | wanted | |",
            "| --- | --: | --: | --: | --: | --: | --- |",
        ]
        lines += [page_row(test) for test in game["tests"]]
        lines += [page_row(test) for test in both_times(serai.game(name), game["tests"])]
        if "alone" in game:
            lines += ["", *_alone(name, game["alone"]["found"]), *_older(game, "alone")]
        if "calibration" in game:
            lines += [
                "",
                f"![Predicted and actual shares](bots-calibration-{name}.svg)",
                "",
                f"What hints say (with {WALKS} walks), and how often the seat has won, among nets.",
                *_older(game, "calibration"),
            ]
        lines += ["", f"![Strength against thinking time](bots-time-{name}.svg)", ""]
        if "clock" in game:
            clock = game["clock"]["found"]
            lines += [
                f"By the clock ({clock['machine']}), one game against greedy: {clock['choices']} choices, "
                f"{clock['mean_choice_s']} s each and {clock['max_choice_s']} s at most; a turn "
                f"{clock['mean_turn_s']} s, "
                f"{clock['max_turn_s']} s at most.",
                "",
            ]
    return "\n".join([*lines, *_about(figures), ""])


def _summary(figures: dict[str, Any]) -> list[str]:
    """What is claimed of a second, a row a claim and a column a game."""
    claims: dict[str, list[str]] = {}
    for name, game in figures["games"].items():
        for test in both_times(serai.game(name), game["tests"]):
            title, wanted = test["test"].partition(",")[0], _wanted(test)
            verdict = f"{test['win_share']:.1%} of {test['games']}: {_verdict(test)}"
            claims.setdefault(f"{title} | {wanted}", []).append(verdict)
    titles = [serai.game(name).title for name in figures["games"]]
    return [
        f"| won, at a tenth of a second and at a whole one | wanted | {' | '.join(titles)} |",
        f"| --- | --- |{' --- |' * len(titles)}",
        *(f"| {claim} | {' | '.join(verdicts)} |" for claim, verdicts in claims.items()),
    ]


def _about(figures: dict[str, Any]) -> list[str]:
    """How the figures came about."""
    rows = [
        f"| {serai.game(name).title} | {10 * TENTH[name]['search']:,} | {10 * TENTH[name]['strongest']:,} |"
        for name in figures["games"]
    ]
    return [
        "## About these figures",
        "",
        "Bots that search think for a number of walks, not for a time. So the games do not depend on a "
        "machine's speed, and what one run has no time for another adds. As many walks were counted for a "
        "second as one core of an AMD EPYC made; `strongest` makes fewer where the choice is clear.",
        "",
        "| walks a second | `classic5` | `strongest` |",
        "| --- | --: | --: |",
        *rows,
        "",
        *(f"- {note}" for note in figures.get("notes", ())),
    ]


def _older(game: dict[str, Any], part: str) -> list[str]:
    """That figures are not of the present net."""
    return [] if is_new(game, part) else ["", f"This was measured with an older net, {game[part]['net']}."]


def page_row(test: dict[str, Any]) -> str:
    low, high = test["ci95"]
    share, interval = f"{test['win_share']:.1%}", f"{low:.1%} to {high:.1%}"
    if not test["games"]:
        share = interval = "–"
    return (
        f"| {test['test']} | {test['games']} | {share} | {interval} | "
        f"{test['fair_share']:.0%} | {_wanted(test)} | {_verdict(test)} |"
    )


def _wanted(test: dict[str, Any]) -> str:
    if test["goal"]:
        return f"{test['goal']:.0%}"
    return f"lower end above {test['low']:.0%}" if test["low"] else "more than luck"


def _verdict(test: dict[str, Any]) -> str:
    few = test["games"] < test["asked"]
    shown = test["ci95"][0] > test["fair_share"] if test["goal"] is None and test["low"] is None else not few
    verdict = "holds" if test["holds"] else "falls short"
    if test["goal"] and not test["holds"]:
        verdict += f" by {100 * (test['goal'] - test['win_share']):.1f} points"
    if few:
        return f"{verdict if shown else 'open'}; {test['asked'] - test['games']} games are missing"
    return verdict


def both_times(game: Game, rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What is claimed of a second, by the games at a tenth of it and those at a whole one together."""
    found = {row["test"]: row for row in rows}
    for tenth, second in zip(timed_tests(game, 0.1, 200), timed_tests(game, SECOND, 60), strict=True):
        quick, slow = found[tenth.title], found[second.title]
        test = replace(
            second,
            title=f"{tenth.title.removesuffix(' s')} and {SECOND:g} s",
            games=quick["games"] + second.games,
        )
        earlier = [sum(sums) for sums in zip(quick["earlier"], slow["earlier"], strict=True)]
        yield figures_of(test, f"{quick['won']} {slow['won']}", earlier)


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
        if "calibration" in game:
            rows = [row for row in game["calibration"]["found"] if row["times"] >= 10]
            lines = {
                "actual": [(100 * row["said"], 100 * row["won"]) for row in rows],
                "ideal": [(100 * row["said"], 100 * row["said"]) for row in rows],
            }
            picture = line_chart(f"{title}: win chances", "% predicted", "% of the wins", lines)
            (folder / f"bots-calibration-{name}.svg").write_text(picture, "utf-8")
        times = by_time(game)
        lines = {
            "95 % to": [(seconds, 100 * row["ci95"][1]) for seconds, row in times],
            "won": [(seconds, 100 * row["win_share"]) for seconds, row in times],
            "95 % from": [(seconds, 100 * row["ci95"][0]) for seconds, row in times],
        }
        picture = line_chart(
            f"{title}: the strongest against three greedy seats",
            "seconds a choice",
            "% of games won",
            lines,
            True,
        )
        (folder / f"bots-time-{name}.svg").write_text(picture, "utf-8")


def by_time(game: dict[str, Any]) -> list[tuple[float, dict[str, Any]]]:
    """The figures against greedy seats by seconds a choice, the net's first, as far as there are enough."""
    found = [(INSTANT, row) for row in game["tests"] if row["test"] == "net against greedy"]
    for row in (*game["tests"], *game["times"]):
        if row["test"].startswith(TIMED):
            found.append((float(row["test"].removeprefix(TIMED).removesuffix(" s")), row))
    return sorted(((seconds, row) for seconds, row in found if row["games"] >= ENOUGH), key=itemgetter(0))


def run_others(figures: dict[str, Any], wanted: Sequence[str], until: float, bar: Progress) -> Iterator[None]:
    """What else the report shows, where it is wanted and not of the present nets, until the time is over."""
    for name, kept in figures["games"].items():
        game = serai.game(name)

        def task(what: str, total: int | None, title: str = game.title) -> Callable[..., None]:
            number = bar.add_task(f"{title}: {what}", total=total)
            return lambda *_: bar.advance(number)

        measures: tuple[Callable[[Game, Task], Any], ...] = (run_alone, run_calibration, run_clock)
        for part, measure in zip(OTHERS, measures, strict=True):
            asked = any(words in f"{name}: {part}" for words in wanted)
            if asked and not is_new(kept, part) and perf_counter() < until:
                kept[part] = {"net": kept["net"], "found": measure(game, task)}
                yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=24 * 60.0, help="how long (default: until all is there)"
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        help='only what is named so, in this order: "istanbul: level", "0.1 s", "calibration"',
    )
    parser.add_argument(
        "--backwards", action="store_true", help="the last games first: so two machines can share the work"
    )
    parser.add_argument("--add", type=Path, nargs="*", default=[], help="add the games of these figures")
    parser.add_argument("--json", type=Path, help="the figures: they are read from FILE and written to it")
    parser.add_argument("--page", type=Path, help="write the report to FILE")
    given = parser.parse_args()
    until = perf_counter() + 60 * given.minutes
    kept = json.loads(given.json.read_text("utf-8")) if given.json and given.json.exists() else {"games": {}}
    figures = {
        **kept,
        "games": {name: updated(serai.game(name), kept["games"].get(name, {})) for name in TENTH},
    }
    for path in given.add:
        add(figures, json.loads(path.read_text("utf-8")))

    def save() -> None:
        if given.json:
            given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")

    wanted = given.only or [""]
    saved = perf_counter()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        for _ in play_tests(figures, wanted, until, given.backwards, bar):
            if perf_counter() > saved + SAVED:
                saved = perf_counter()
                save()
        for _ in run_others(figures, wanted, until, bar):
            save()
    save()
    if given.page:
        given.page.write_text(page(figures), encoding="utf-8")
        draw(figures, given.page.parent)
    if not given.json and not given.page:
        print(page(figures))


if __name__ == "__main__":
    main()
