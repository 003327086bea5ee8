"""Line charts as SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

LEFT: Final = 70
TOP: Final = 52
WIDTH: Final = 430
HEIGHT: Final = 230
NAMES: Final = 190  # room for the names of the lines
APART: Final = 17  # pixels between two names
MARKS: Final = ("●", "■", "▲", "◆", "▼", "★", "○", "□", "△", "◇")  # lines differ in shape too
LIGHT: Final = ("#1f7a78", "#b4472e", "#3c5fa8", "#96690f", "#7d4a9c")
DARK: Final = ("#5cc4bf", "#f08a70", "#8fabec", "#e0b252", "#c798e6")

Points = Sequence[tuple[float, float]]


def line_chart(title: str, across: str, up: str, lines: Mapping[str, Points], each_x: bool = False) -> str:
    """Lines with markers, each labelled at its end. The scale begins at zero.

    With `each_x` the points are equally spaced, whatever their x values are.

    >>> line_chart("Speed", "games", "steps/s", {"one": [(1, 10), (2, 20)]}).count("<polyline")
    1
    """
    xs = sorted({x for points in lines.values() for x, _ in points})
    top = max(y for points in lines.values() for _, y in points) or 1
    spacing = _spacing(top / 4)
    ceiling = spacing * -(-top // spacing)

    def place(x: float) -> float:
        span = len(xs) - 1 if each_x else xs[-1] - xs[0]
        return round(LEFT + WIDTH * ((xs.index(x) if each_x else x - xs[0]) / span if span else 0.5), 1)

    def height(y: float) -> float:
        return round(TOP + HEIGHT * (1 - y / ceiling), 1)

    bottom = TOP + HEIGHT
    box = f"0 0 {LEFT + WIDTH + NAMES} {bottom + 54}"
    picture = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lines" viewBox="{box}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_style()}</style>",
        f'<text class="title" x="16" y="22">{escape(title)}</text>',
        f'<text class="small" x="16" y="40">{escape(up)}</text>',
        f'<text class="small" x="{LEFT + WIDTH / 2}" y="{bottom + 42}" text-anchor="middle">'
        f"{escape(across)}</text>",
    ]
    for number in range(round(ceiling / spacing) + 1):
        y, text = height(number * spacing), short(number * spacing)
        picture += [
            f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{LEFT + WIDTH}" y2="{y}"/>',
            f'<text class="small" x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{text}</text>',
        ]
    step = _spacing((xs[-1] - xs[0]) / 5) if len(xs) > 1 else 1
    ticks = xs if each_x else [x for x in xs if x % step == 0]
    if len(ticks) < 2 < len(xs):  # too few of them are round numbers
        ticks = [step * number for number in range(ceil(xs[0] / step), floor(xs[-1] / step) + 1)]
    picture += [
        f'<text class="small" x="{place(x)}" y="{bottom + 20}" text-anchor="middle">{x:,g}</text>'
        for x in ticks
    ]
    beside = _spread([height(points[-1][1]) for points in lines.values()])
    for number, (name, points) in enumerate(lines.items()):
        colour, mark = number % len(LIGHT), MARKS[number % len(MARKS)]
        path = " ".join(f"{place(x)},{height(y)}" for x, y in points)
        picture.append(f'<polyline class="c{colour}" points="{path}"/>')
        picture += [
            f'<text class="m{colour}" x="{place(x)}" y="{height(y) + 4}" text-anchor="middle">{mark}</text>'
            for x, y in points
        ]
        picture.append(
            f'<text x="{LEFT + WIDTH + 14}" y="{beside[number] + 4}">'
            f'<tspan class="m{colour}">{mark}</tspan> {escape(name)}</text>'
        )
    return "\n".join([*picture, "</svg>", ""])


def _style() -> str:
    """Every rule is scoped to the chart, because a notebook may insert the style into its page."""
    rules = [
        "text { font: 13px system-ui, sans-serif; fill: #2b2620 }",
        ".title { font-size: 14px; font-weight: 600 }",
        ".small { font-size: 12px; fill: #6b6258 }",
        ".grid { stroke: #d8d0c4 }",
        "polyline { fill: none; stroke-width: 2 }",
        *_coloured(LIGHT),
    ]
    dark = [
        "text { fill: #ece5da }",
        ".small { fill: #a89f93 }",
        ".grid { stroke: #4a443c }",
        *_coloured(DARK),
    ]
    light_rules, dark_rules = ("\n".join(f".lines {rule}" for rule in half) for half in (rules, dark))
    return f"{light_rules}\n@media (prefers-color-scheme: dark) {{\n{dark_rules}\n}}"


def _coloured(colours: tuple[str, ...]) -> list[str]:
    lines = [f".c{number} {{ stroke: {colour} }}" for number, colour in enumerate(colours)]
    return lines + [f".m{number} {{ fill: {colour} }}" for number, colour in enumerate(colours)]


def short(number: float) -> str:
    """A number in few characters.

    >>> short(1_250_000), short(40_000), short(12), short(0.5)
    ('1.25 M', '40 k', '12', '0.5')
    """
    for size, letter in ((1_000_000, " M"), (1000, " k")):
        if abs(number) >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def _spacing(least: float) -> float:
    """A round spacing of ticks, not below the least."""
    if least <= 0:
        return 1.0
    ten: float = 10.0 ** floor(log10(least))
    return next(ten * times for times in (1, 2, 2.5, 5, 10) if ten * times >= least)


def _spread(heights: list[float]) -> list[float]:
    """Positions for labels, near these heights and without overlaps."""
    places = list(heights)
    lowest: float = TOP + HEIGHT + APART
    order = sorted(range(len(heights)), key=lambda index: -heights[index])
    for index in order:
        places[index] = lowest = min(places[index], lowest - APART)
    return places
