"""Small words for drawing SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable

Point = tuple[float, float]


def n(value: float) -> str:
    """A number, no longer than it must be.

    >>> n(12.0), n(0.5), n(-3.25)
    ('12', '.5', '-3.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    if text.startswith("0."):
        return text[1:]
    return "0" if text == "-0" else text.replace("-0.", "-.")


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{n(x)},{n(y)}" for x, y in corners)


def star(x: float, y: float, radius: float, ratio: float = 0.7654, turn: float = 0) -> str:
    """The corners of a star with eight points."""
    return points(
        (
            x + (radius if i % 2 == 0 else radius * ratio) * math.cos(math.pi * i / 8 + turn - math.pi / 2),
            y + (radius if i % 2 == 0 else radius * ratio) * math.sin(math.pi * i / 8 + turn - math.pi / 2),
        )
        for i in range(16)
    )


def octagon(x: float, y: float, half: float, cut: float) -> str:
    """The corners of a square of side 2 half without its corners."""
    a, b = half, half - cut
    return points(
        (x + dx, y + dy)
        for dx, dy in ((-b, -a), (b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b), (-a, -b))
    )


def rect(x: float, y: float, width: float, height: float, radius: float, rest: str) -> str:
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(radius)}" {rest}/>'


def use(name: str, x: float, y: float, size: float = 1, rest: str = "") -> str:
    """A symbol with its origin there."""
    scale = f" scale({size:.4g})" if size != 1 else ""
    return f'<use href="#{name}" transform="translate({n(x)} {n(y)}){scale}"{rest}/>'


def icon(name: str, x: float, y: float, size: float, colour: str) -> str:
    """An icon around a point."""
    half = size / 2
    where = f"translate({n(x - half)} {n(y - half)}) scale({size / 512:.4f})"
    return f'<use href="#icon-{name}" transform="{where}" color="{colour}"/>'


def words(x: float, y: float, size: float, text: str, rest: str) -> str:
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" text-anchor="middle" {rest}>{text}</text>'


def gradient(name: str, direction: str, *stops: tuple[float, str, str]) -> str:
    """A gradient down ("y"), across ("x") or outward (anything else, as attributes)."""
    kind = "linear" if direction in ("x", "y") else "radial"
    where = {"x": "", "y": ' x2="0" y2="1"'}.get(direction, " " + direction)
    inner = "".join(
        f'<stop offset="{n(at) if at in (0, 1) else f"{at:g}"[1:]}" stop-color="{colour}"'
        + (f' stop-opacity="{opacity}"' if opacity else "")
        + "/>"
        for at, colour, opacity in stops
    )
    return f'<{kind}Gradient id="{name}"{where}>{inner}</{kind}Gradient>'
