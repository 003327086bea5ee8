"""The results of a tournament: as a table, as JSON, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from math import ceil, floor, sqrt
from statistics import fmean
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

import serai
from serai._source import compiled
from serai.arena.match import Match, Result
from serai.arena.ratings import CERTAIN, Rating, rate
from serai.arena.tournament import Outcome
from serai.kernel.registry import game

SHOWN_FAULTS: Final = 10


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's). A shared win counts as a part.

    >>> low, high = wilson(90, 100)
    >>> round(low, 3), round(high, 3)
    (0.826, 0.945)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    square = CERTAIN**2 / games
    middle = (share + square / 2) / (1 + square)
    half = CERTAIN * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Row:
    """The figures of one bot.

    A game is won by the bot that sits in the winning seat, so a bot in several seats wins more often;
    `fair_share` is what it would win if all bots were equal. Scores and choices are means of a seat,
    without the games that the bot lost by a fault.
    """

    bot: str
    games: int
    wins: float
    win_share: float
    ci95: tuple[float, float]
    fair_share: float
    rating: float
    rating_deviation: float
    mean_score: float | None
    choices_per_game: float | None
    ms_per_choice: float | None
    slowest_ms: float
    faults: int

    @classmethod
    def of(cls, bot: str, results: Sequence[Result], rating: Rating) -> Row:
        """The row of a bot; the results are those of its games."""
        own = [(r, seat) for r in results for seat, name in enumerate(r.match.seats) if name == bot]
        faults = sum(fault.bot == bot for result in results for fault in result.faults)
        sound = [(r, seat) for r, seat in own if all(fault.seat != seat for fault in r.faults)]
        wins = round(sum(r.shares[seat] for r, seat in own), 6)
        asked = sum(r.asked[seat] for r, seat in own)
        seconds = sum(r.seconds[seat] for r, seat in own)
        return cls(
            bot,
            len(results),
            wins,
            wins / len(results),
            wilson(wins, len(results)),
            sum(1 / len(r.match.seats) for r, _ in own) / len(results),
            rating.mean,
            rating.deviation,
            fmean(r.scores[seat] for r, seat in sound) if sound else None,
            fmean(r.asked[seat] for r, seat in sound) if sound else None,
            1000 * seconds / asked if asked else None,
            1000 * max(r.slowest[seat] for r, seat in own),
            faults,
        )


@dataclass(frozen=True)
class Report:
    """All figures of a tournament; rows best rating first.

    >>> import serai
    >>> from serai.arena.tournament import play_all, runner, schedule
    >>> matches = schedule(serai.game("yspahan"), 2, bots=["random"], players=2)
    >>> Report.of(matches, play_all(matches, runner(processes=1)), seconds=1.0).title
    'Yspahan, 2 players, 2 games'
    """

    planned: Sequence[Match]
    outcome: Outcome
    seconds: float
    rows: list[Row]

    @classmethod
    def of(cls, planned: Sequence[Match], outcome: Outcome, seconds: float) -> Report:
        """The report of an outcome.

        >>> import serai
        >>> from serai.arena.tournament import play_all, runner, schedule
        >>> matches = schedule(serai.game("yspahan"), 2, bots=["random"], players=2)
        >>> outcome = play_all(matches, runner(processes=1))
        >>> [row.bot for row in Report.of(matches, outcome, seconds=1.0).rows]
        ['random']
        """
        ratings = rate(outcome.results)
        rows = [
            Row.of(bot, [r for r in outcome.results if bot in r.match.seats], rating)
            for bot, rating in ratings.items()
        ]
        return cls(planned, outcome, seconds, sorted(rows, key=lambda row: (-row.rating, row.bot)))

    @property
    def title(self) -> str:
        """What was played, in a line.

        >>> import serai
        >>> from serai.arena.tournament import play_all, runner, schedule
        >>> matches = schedule(serai.game("yspahan"), 2, bots=["random"], players=2)
        >>> report = Report.of(matches, play_all(matches, runner(processes=1)), seconds=1.0)
        >>> report.title
        'Yspahan, 2 players, 2 games'
        """
        first = self.planned[0]
        played = len(self.outcome.results)
        of = f" of {len(self.planned)}" if self.outcome.stopped else ""
        return f"{game(first.game).title}, {len(first.seats)} players, {played}{of} games"

    def figures(self) -> dict[str, Any]:
        """Everything as plain data.

        >>> import serai
        >>> from serai.arena.tournament import play_all, runner, schedule
        >>> matches = schedule(serai.game("yspahan"), 2, bots=["random"], players=2)
        >>> report = Report.of(matches, play_all(matches, runner(processes=1)), seconds=1.0)
        >>> report.figures()["games"]
        2
        """
        first = self.planned[0]
        results = self.outcome.results
        return {
            "game": first.game,
            "version": game(first.game).version,
            "players": len(first.seats),
            "options": dict(first.options),
            "seed": first.seed.rpartition(" ")[0],
            "budget": asdict(first.budget),
            "serai": serai.__version__,
            "compiled": compiled(),
            "games": len(results),
            "games_planned": len(self.planned),
            "stopped": self.outcome.stopped,
            "seconds": round(self.seconds, 3),
            "choices_per_game": _rounded(fmean(len(r.choices) for r in results)) if results else None,
            "bots": [{name: _rounded(value) for name, value in asdict(row).items()} for row in self.rows],
            "faults": [asdict(fault) for result in results for fault in result.faults],
        }

    def show(self, console: Console) -> None:
        """Print the table, and a line for every fault (the first few of them).

        >>> import serai
        >>> from serai.arena.tournament import play_all, runner, schedule
        >>> matches = schedule(serai.game("yspahan"), 2, bots=["random"], players=2)
        >>> report = Report.of(matches, play_all(matches, runner(processes=1)), seconds=1.0)
        >>> report.show(Console(quiet=True))
        """
        console.print(f"{self.title}, {self.seconds:.1f} s", style="bold")
        table = Table(box=SIMPLE_HEAD, padding=0)
        table.add_column("bot", overflow="fold", min_width=12)
        for head in ("games", "won", "95 %", "fair", "rating", "score", "choices", "ms", "faults"):
            table.add_column(head, justify="right", no_wrap=True)
        for row in self.rows:
            low, high = row.ci95
            table.add_row(
                Text(row.bot),
                str(row.games),
                f"{row.win_share:.1%}",
                f"{100 * low:.1f}–{100 * high:.1f}",
                f"{row.fair_share:.0%}",
                f"{row.rating:.1f} ±{CERTAIN * row.rating_deviation:.1f}",
                _decimal(row.mean_score, 1),
                _decimal(row.choices_per_game, 1),
                _decimal(row.ms_per_choice, 2),
                str(row.faults),
            )
        console.print(table)
        faults = [fault for result in self.outcome.results for fault in result.faults]
        for fault in faults[:SHOWN_FAULTS]:
            console.print(Text(str(fault), style="red"), soft_wrap=True)
        if len(faults) > SHOWN_FAULTS:
            console.print(f"… and {len(faults) - SHOWN_FAULTS} more faults; --json has them all")
        if self.outcome.stopped:
            console.print(Text(f"stopped: {self.outcome.stopped}", style="red"), soft_wrap=True)

    def picture(self) -> str:
        """The ratings with their 95 % intervals, as SVG that suits light and dark pages.

        >>> import serai
        >>> from serai.arena.tournament import play_all, runner, schedule
        >>> matches = schedule(serai.game("yspahan"), 2, bots=["random"], players=2)
        >>> report = Report.of(matches, play_all(matches, runner(processes=1)), seconds=1.0)
        >>> report.picture()[:4]
        '<svg'
        """
        return ratings_svg(
            self.title, [(row.bot, Rating(row.rating, row.rating_deviation)) for row in self.rows]
        )


STYLE: Final = """\
text { font: 14px system-ui, sans-serif; fill: #2b2620 } .title { font-weight: 600 }
.small { font-size: 12px; fill: #6b6258 }
.grid { stroke: #d8d0c4 } .bar { stroke: #1f7a78; stroke-width: 3 } .dot { fill: #1f7a78 }
@media (prefers-color-scheme: dark) {
text { fill: #ece5da } .small { fill: #a89f93 }
.grid { stroke: #4a443c } .bar { stroke: #5cc4bf } .dot { fill: #5cc4bf } }"""


def ratings_svg(title: str, ratings: Sequence[tuple[str, Rating]]) -> str:
    """A dot and a bar for every bot, best first."""
    left, width, top, step = 220, 420, 56, 30
    least = min((rating.ci95[0] for _, rating in ratings), default=24.0)
    most = max((rating.ci95[1] for _, rating in ratings), default=26.0)
    spacing = next(size for size in (1, 2, 5, 10, 20, 50, 100) if most - least < 6 * size or size == 100)
    low = spacing * floor(least / spacing)
    high = spacing * ceil(most / spacing)
    bottom = top + step * len(ratings)

    def x(value: float) -> float:
        return round(left + width * (value - low) / (high - low), 1)

    box = f"0 0 {left + width + 80} {bottom + 56}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">',
        f"<title>{escape(title)}: ratings</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="16" y="28">{escape(title)}</text>',
        f'<text class="small" x="{left + width / 2}" y="{bottom + 40}" text-anchor="middle">'
        "rating and its 95% interval</text>",
    ]
    for tick in range(low, high + 1, spacing):
        lines.append(f'<line class="grid" x1="{x(tick)}" y1="{top - 8}" x2="{x(tick)}" y2="{bottom}"/>')
        lines.append(
            f'<text class="small" x="{x(tick)}" y="{bottom + 18}" text-anchor="middle">{tick}</text>'
        )
    for number, (name, rating) in enumerate(ratings):
        y = top + step * number + step // 2
        start, end = rating.ci95
        shown = name if len(name) <= 22 else name[:21] + "…"
        lines += [
            f'<text x="{left - 16}" y="{y + 5}" text-anchor="end">{escape(shown)}</text>',
            f'<line class="bar" x1="{x(start)}" y1="{y}" x2="{x(end)}" y2="{y}"/>',
            f'<circle class="dot" cx="{x(rating.mean)}" cy="{y}" r="6"/>',
            f'<text class="small" x="{left + width + 16}" y="{y + 4}">{rating.mean:.1f}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])


def _rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_rounded(one) for one in value]
    return round(value, 4) if isinstance(value, float) else value


def _decimal(value: float | None, places: int) -> str:
    return "–" if value is None else f"{value:.{places}f}"
