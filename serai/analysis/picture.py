"""A review as a chart: the win chances over the game, and below them the effect of luck and play.

Each line is a seat. In the strips below, which show one seat, every bar is a step: above, the effect of dice
and cards; below, that of choices, its own and other seats'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from serai.analysis.game_review import PHASES, Review, Step
from serai.kernel.state import CHANCE

LEFT: Final = 46
RIGHT: Final = 30
TOP: Final = 14
STRIP: Final = 46  # the height of a strip of bars
GAP: Final = 24
BESIDE: Final = 17  # between two marks at the same step
FULL: Final = 0.15  # the change that fills half a strip
FINE: Final = 0.4  # pixels: smaller moves are not drawn
LEAST: Final = 0.002  # the smallest change that gets a bar
LIGHT: Final = ("#c8432b", "#2463a6", "#1f8a5b", "#c98a05", "#8f8672", "#7d4a9c", "#3a7d8c", "#6b4b2f")
DARK: Final = ("#ef7a62", "#6ba6e8", "#4fc08e", "#f0b93a", "#f1ede3", "#c798e6", "#6fc3d3", "#c9a27c")
MARKS: Final = "●■▲◆★⬢✚☾"

WORDS: Final = {"luck": "Luck", "play": "Choices", "title": "Win chances"}


def picture(
    review: Review,
    seat: int | None = None,
    *,
    width: int = 920,
    words: dict[str, str] | None = None,
    alone: bool = True,
) -> str:
    """The chart as SVG; `seat` is whose luck and choices are shown (None: the winner's). With `alone`, it
    contains its style and names, for a file or a notebook; otherwise the page provides them.

    >>> import serai
    >>> from serai.analysis.game_review import quick_review
    >>> picture(quick_review(serai.Record("yspahan", 2)))[:4]
    '<svg'
    """
    labels = {**WORDS, **(words or {})}
    if seat is None:
        seat = review.winners[0] if review.winners else 0
    plot = min(300, max(170, width * 3 // 10))
    names = 96 if alone else 0
    inner = width - LEFT - RIGHT - names
    last = max(1, len(review.steps))
    luck_top = TOP + plot + GAP + 6
    play_top = luck_top + STRIP + GAP
    height = play_top + STRIP + 8

    def x(number: float) -> float:
        return LEFT + inner * number / last

    def y(share: float) -> float:
        return TOP + plot * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="review-chart" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(labels["title"])}">'
    ]
    if alone:
        parts.append(f"<style>{_style()}</style>")
    parts += _frame(x, y, inner, plot, last)
    for one in sorted(range(review.players), key=lambda other: other == seat):
        parts.append(_line(review, one, one == seat, x, y, alone))
    parts += _ends(review, seat, x(last), y, alone)
    for number, point in enumerate(review.turning_points(), 1):
        height_there = y(review.chances[point.number + 1][point.seat])
        parts.append(
            f'<g class="turn" data-owner="{point.seat}" data-number="{point.number}">'
            f'<circle cx="{x(point.number + 1):.1f}" cy="{height_there:.1f}" r="8.5"/>'
            f'<text x="{x(point.number + 1):.1f}" y="{height_there + 4:.1f}">{number}</text></g>'
        )
    turns = {point.number for point in review.turning_points() if point.seat == seat}
    for judged in review.costliest(seat):
        there = y(review.chances[judged.number + 1][seat])
        if judged.number in turns:  # beside its number, not on it
            there += BESIDE if there - BESIDE < TOP else -BESIDE
        parts.append(
            f'<path class="costly" data-owner="{seat}" data-number="{judged.number}" '
            f'd="M{x(judged.number + 1):.1f} {there - 7:.1f}l6 7-6 7-6-7Z"/>'
        )
    luck = (step for step in review.steps if step.actor == CHANCE)
    play = (step for step in review.steps if step.actor != CHANCE)
    parts += _strip(luck, seat, labels["luck"], luck_top, x, inner)
    parts += _strip(play, seat, labels["play"], play_top, x, inner)
    return "".join([*parts, "</svg>"])


def _frame(
    x: Callable[[float], float], y: Callable[[float], float], inner: float, plot: float, last: int
) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        level = y(percent / 100)
        yield f'<path class="grid" d="M{LEFT} {level:.1f}h{inner:.0f}"/>'
        yield f'<text class="scale" x="{LEFT - 8}" y="{level + 4:.1f}">{percent}%</text>'
    for phase in range(1, PHASES):
        yield f'<path class="phase" d="M{x(last * phase / PHASES):.1f} {TOP}v{plot}"/>'


def _line(
    review: Review,
    seat: int,
    own: bool,
    x: Callable[[float], float],
    y: Callable[[float], float],
    alone: bool,
) -> str:
    """A seat's line, as a step function; moves too small to be seen are left out."""
    at = y(review.chances[0][seat])
    way = f"M{x(0):.1f} {at:.1f}"
    for number, shares in enumerate(review.chances[1:], 1):
        now = y(shares[seat])
        if abs(now - at) >= FINE or number == len(review.chances) - 1:
            way += f"H{x(number):.1f}V{now:.1f}"
            at = now
    area = f'<path class="area" d="{way}V{y(0):.1f}H{x(0):.1f}Z"/>' if own else ""
    return (
        f'<g class="seat{" own" if own else ""}" data-owner="{seat}">{area}<path class="line" d="{way}"/></g>'
    )


def _ends(review: Review, seat: int, end: float, y: Callable[[float], float], alone: bool) -> Iterator[str]:
    """Each seat's mark at the end of its line, without overlaps."""
    places = {one: y(review.chances[-1][one]) for one in range(review.players)}
    ranked = sorted(places, key=lambda one: (-places[one], one == seat))
    for before, one in pairwise(ranked):
        places[one] = min(places[one], places[before] - 15)
    for one, place in places.items():
        if alone:
            name = review.names[one] if review.names else f"Seat {one + 1}"
            yield (
                f'<text class="name" data-owner="{one}" x="{end + 10:.1f}" y="{place + 4:.1f}">'
                f"{MARKS[one]} {escape(name)}</text>"
            )
        else:
            where = f'x="{end + 14:.1f}" y="{place:.1f}"'
            yield f'<use class="mark" data-owner="{one}" href="#shape-{one}" {where}/>'


def _strip(
    steps: Iterator[Step], seat: int, label: str, top: float, x: Callable[[float], float], inner: float
) -> Iterator[str]:
    """The bars for one kind of step: the effect of each on the seat, up or down from the middle."""
    middle = top + STRIP / 2
    yield f'<text class="scale strip" x="{LEFT}" y="{top - 4:.1f}">{escape(label)}</text>'
    yield f'<path class="grid" d="M{LEFT} {middle:.1f}h{inner:.0f}"/>'
    bars: dict[str, str] = {}
    for step in steps:
        change = step.effect[seat] if step.effect else 0.0
        if abs(change) < LEAST:
            continue
        size = max(1.5, min(1.0, abs(change) / FULL) * STRIP / 2)
        kind = "chance" if step.actor == CHANCE else "own" if step.actor == seat else "other"
        way = -size if change > 0 else size
        bars[kind] = bars.get(kind, "") + f"M{x(step.number + 0.5):.1f} {middle:.1f}v{way:.1f}"
    for kind, ways in bars.items():
        yield f'<path class="bars {kind}" data-owner="{seat}" d="{ways}"/>'


def _style() -> str:
    """Every rule is scoped to the chart, because a notebook may insert the style into its page."""

    def rules(colours: Sequence[str], ink: str, faint: str, line: str) -> list[str]:
        owners = [f'[data-owner="{seat}"] {{ --s: {colour} }}' for seat, colour in enumerate(colours)]
        return [
            *owners,
            f"text {{ font: 13px system-ui, sans-serif; fill: {ink} }}",
            f".scale {{ fill: {faint}; font-size: 12px; text-anchor: end }}",
            ".strip { text-anchor: start }",
            f".grid, .phase {{ stroke: {line}; fill: none }}",
            f".turn circle, .costly {{ stroke: {ink}; stroke-width: 1.5 }}",
        ]

    shape = [
        ".phase { stroke-dasharray: 2 4 }",
        ".line { fill: none; stroke: var(--s); stroke-width: 1.8; stroke-linejoin: round }",
        ".own .line { stroke-width: 3.2 }",
        ".area { fill: var(--s); opacity: .13 }",
        ".turn circle, .costly, .name { fill: var(--s) }",
        ".turn text { text-anchor: middle; font-size: 11px; font-weight: 700; fill: #fff }",
        ".bars { fill: none; stroke: var(--s); stroke-width: 2.5 }",
        ".bars.chance { stroke: #d8a23a }",
        ".bars.other { opacity: .45 }",
    ]
    light = rules(LIGHT, "#2b2620", "#6b6258", "#d8d0c4")
    dark = rules(DARK, "#ece5da", "#a89f93", "#4a443c")
    own = "\n".join(f".review-chart {rule}" for rule in [*light, *shape])
    other = "\n".join(f".review-chart {rule}" for rule in [*dark, ".name { fill: var(--s) }"])
    return f"{own}\n@media (prefers-color-scheme: dark) {{\n{other}\n}}"
