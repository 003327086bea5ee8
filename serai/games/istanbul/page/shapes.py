"""A pen that writes SVG: shapes, text and symbols as strings."""

from __future__ import annotations

import math
import re
from html import escape
from typing import Final

from serai.games.istanbul.page import palette

DISPLAY: Final = "display"  # the class of texts in the display face; others are in the text face


def rect(x: float, y: float, w: float, h: float, fill: str, rx: float = 0, more: str = "") -> str:
    corner = f' rx="{rx:g}"' if rx else ""
    more = f" {more}" if more else ""
    paint = palette.scene(fill)
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{paint}"{corner}{more}/>'


def path(d: str, fill: str, more: str = "") -> str:
    more = f" {more}" if more else ""
    return f'<path d="{d}" fill="{palette.scene(fill)}"{more}/>'


def line(d: str, stroke: str, width: float = 1.5, more: str = "") -> str:
    more = f" {more}" if more else ""
    return f'<path d="{d}" fill="none" stroke="{palette.scene(stroke)}" stroke-width="{width:g}"{more}/>'


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    more = f" {more}" if more else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{palette.scene(fill)}"{more}/>'


def ring(x: float, y: float, r: float, stroke: str, width: float, more: str = "") -> str:
    more = f" {more}" if more else ""
    drawn = f'stroke="{palette.scene(stroke)}" stroke-width="{width:g}"{more}'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" {drawn}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> str:
    more = f" {more}" if more else ""
    paint = palette.scene(fill)
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{paint}"{more}/>'


def group(inside: str, transform: str = "", more: str = "") -> str:
    placed = f' transform="{transform}"' if transform else ""
    more = f" {more}" if more else ""
    return f"<g{placed}{more}>{inside}</g>"


def at(x: float, y: float, inside: str, size: float = 1) -> str:
    """A drawing around its origin, put somewhere."""
    scaled = f" scale({size:g})" if size != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){scaled}">{inside}</g>'


def use(symbol: str, x: float = 0, y: float = 0, size: float = 1, more: str = "") -> str:
    """A symbol around its origin, put somewhere."""
    more = f" {more}" if more else ""
    if size != 1:
        return f'<use href="#{symbol}" transform="translate({x:g} {y:g}) scale({size:g})"{more}/>'
    placed = (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")
    return f'<use href="#{symbol}"{placed}{more}/>'


def symbol(name: str, inside: str, more: str = "") -> str:
    more = f" {more}" if more else ""
    return f'<g id="{name}"{more}>{inside}</g>'


def text(
    x: float,
    y: float,
    words: object,
    size: float,
    fill: str,
    weight: int = 600,
    anchor: str = "middle",
    face: str = "",
) -> str:
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    kind = f' class="{face}"' if face else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}"{where} fill="{fill}"{kind}>'
        f"{escape(str(words))}</text>"
    )


def star(outer: float, inner: float = 0) -> str:
    """The outline of a star with eight points."""
    inner = inner or outer * 0.78
    points = []
    for i in range(16):
        angle = math.pi / 8 * i
        r = outer if i % 2 == 0 else inner
        points.append(f"{math.sin(angle) * r:.2f},{-math.cos(angle) * r:.2f}")
    return "M" + " L".join(points) + "Z"


_PLACED = re.compile(r'(?<= )(d|transform|x|y|width|height|cx|cy|r|rx|ry|points)="([^"]*)"')
_LONG = re.compile(r"-?\d*\.\d{2,}")


def _short(match: re.Match[str]) -> str:
    number = float(match.group())
    digits = 1 if abs(number) >= 2 else 2
    return f"{round(number, digits):g}"


def squeeze(svg: str) -> str:
    """The same drawing with coordinates of few digits."""
    return _PLACED.sub(lambda match: f'{match.group(1)}="{_LONG.sub(_short, match.group(2))}"', svg)
