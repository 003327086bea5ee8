"""The pen for Morgenland's drawings, and outlines used throughout them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from serai.scene import draw
from serai.scene.draw import Pen, Point, n

PEN: Final = Pen()
tag, path, line, rect, circle, ellipse = PEN.tag, PEN.path, PEN.line, PEN.rect, PEN.circle, PEN.ellipse
group, moved, use, icon = PEN.group, PEN.moved, PEN.use, PEN.icon


def points(*places: Point) -> str:
    """Coordinates as SVG writes them."""
    return draw.points(places)


def arch(x: float, y: float, w: float, h: float, shoulder: float) -> str:
    """A keel arch; y is the apex."""
    s = shoulder
    return (
        f"M{n(x)},{n(y + h)} V{n(y + s)}"
        f" C{points((x, y + s * 0.42), (x + w * 0.24, y + s * 0.26), (x + w / 2, y))}"
        f" C{points((x + w * 0.76, y + s * 0.26), (x + w, y + s * 0.42), (x + w, y + s))}"
        f" V{n(y + h)} Z"
    )


def dome(cx: float, base: float, w: float, h: float) -> str:
    """The outline of an onion dome."""
    a = w / 2
    left = [(-0.82, 0), (-1.12, 0.22), (-1.02, 0.52), (-0.52, 0.72), (-0.22, 0.84), (-0.06, 0.9), (0, 1)]
    right = [(-x, y) for x, y in reversed(left[:-1])]
    at = [(cx + x * a, base - y * h) for x, y in left + right]
    return f"M{points(at[0])} C{points(*at[1:])} Z"


def star(r: float, inner: float = 0.76) -> str:
    """An eight-pointed star around the origin."""
    return f"M{draw.points(draw.star(r, inner))} Z"


def smooth(at: Sequence[Point]) -> str:
    """A curve through points."""
    d = f"M{points(at[0])} C"
    parts = []
    for i in range(len(at) - 1):
        before, here, there = at[max(i - 1, 0)], at[i], at[i + 1]
        after = at[min(i + 2, len(at) - 1)]
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        parts.append(points(first, second, there))
    return d + " ".join(parts)


def rounded(corners: Sequence[Point], r: float) -> str:
    """A polygon with round corners."""
    d = ""
    for i, corner in enumerate(corners):
        start = _toward(corner, corners[i - 1], r)
        end = _toward(corner, corners[(i + 1) % len(corners)], r)
        d += f"{'L' if i else 'M'}{points(start)} Q{points(corner, end)} "
    return d + "Z"


def _toward(here: Point, there: Point, step: float) -> Point:
    far = math.dist(here, there)
    return here[0] + (there[0] - here[0]) * step / far, here[1] + (there[1] - here[1]) * step / far


def spark(x: float, y: float, r: float) -> str:
    """A four-pointed light."""
    return (
        f"M{n(x)},{n(y - r)} Q{points((x, y), (x + r, y))} Q{points((x, y), (x, y + r))}"
        f" Q{points((x, y), (x - r, y))} Q{points((x, y), (x, y - r))} Z"
    )


def merlons(x0: float, x1: float, y: float, step: float = 18, h: float = 11, w: float = 11) -> str:
    """Battlements along a wall."""
    count = int((x1 - x0) // step)
    step = (x1 - x0) / count
    one = f"v{n(-h * 0.55)} l{n(w / 2)},{n(-h * 0.6)} l{n(w / 2)},{n(h * 0.6)} v{n(h * 0.55)} z"
    return " ".join(f"M{n(x0 + step * i + (step - w) / 2)},{n(y)} {one}" for i in range(count))


def chamfered(a: float, c: float) -> str:
    """A square of half-width a with its corners cut off."""
    return f"M{-a + c},{-a} H{a - c} L{a},{-a + c} V{a - c} L{a - c},{a} H{-a + c} L{-a},{a - c} V{-a + c} Z"
