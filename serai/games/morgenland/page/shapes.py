"""Strokes that the drawings are made of: SVG tags, and the outlines that occur again and again."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


def n(value: float) -> str:
    """A coordinate, to a tenth."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(*places: Point) -> str:
    return " ".join(f"{n(x)},{n(y)}" for x, y in places)


def tag(name: str, inner: str = "", /, **attributes: str | float) -> str:
    """An SVG tag; `stroke_width=2` is `stroke-width="2"`."""
    parts = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else n(value) if abs(value) >= 1 else f"{value:.2g}"
        parts.append(f'{key.strip("_").replace("_", "-")}="{text.removeprefix("0") or 0}"')
    head = " ".join(parts)
    return f"<{head}>{inner}</{name}>" if inner else f"<{head}/>"


def path(d: str, **attributes: str | float) -> str:
    return tag("path", d=d, **attributes)


def line(d: str, stroke: str, width: float, **attributes: str | float) -> str:
    """A path that is not filled."""
    return tag("path", d=d, fill="none", stroke=stroke, stroke_width=width, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return tag("rect", x=n(x), y=n(y), width=n(width), height=n(height), **attributes)


def circle(x: float, y: float, r: float, **attributes: str | float) -> str:
    return tag("circle", cx=n(x), cy=n(y), r=n(r), **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: str | float) -> str:
    return tag("ellipse", cx=n(x), cy=n(y), rx=n(rx), ry=n(ry), **attributes)


def group(inner: str, **attributes: str | float) -> str:
    return tag("g", inner, **attributes)


def moved(x: float, y: float, scale: float = 1) -> str:
    """A value of `transform`."""
    return f"translate({n(x)} {n(y)})" + (f" scale({scale:.3g})" if scale != 1 else "")


def use(symbol: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: str | float) -> str:
    """A symbol with its origin at a place."""
    if x or y or scale != 1:
        return tag("use", href=f"#{symbol}", transform=moved(x, y, scale), **attributes)
    return tag("use", href=f"#{symbol}", **attributes)


def icon(name: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """An icon around a place."""
    return use(f"icon-{name}", x - size / 2, y - size / 2, size / 512, **attributes)


def linear(name: str, *stops: tuple[float, str], x2: float = 0, y2: float = 1) -> str:
    inner = "".join(tag("stop", offset=f"{at:g}", stop_color=colour) for at, colour in stops)
    return tag("linearGradient", inner, id=name, x1="0", y1="0", x2=f"{x2:g}", y2=f"{y2:g}")


def radial(
    name: str, *stops: tuple[float, str, float], cx: float = 0.5, cy: float = 0.5, r: float = 0.5
) -> str:
    """Stops have an opacity, too."""
    inner = "".join(
        tag("stop", offset=f"{at:g}", stop_color=colour, stop_opacity=f"{opacity:g}")
        for at, colour, opacity in stops
    )
    return tag("radialGradient", inner, id=name, cx=f"{cx:g}", cy=f"{cy:g}", r=f"{r:g}")


def tile(name: str, width: float, height: float, inner: str, **attributes: str | float) -> str:
    """A pattern."""
    return tag(
        "pattern", inner, id=name, width=width, height=height, patternUnits="userSpaceOnUse", **attributes
    )


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
    a = w / 2
    left = [(-0.82, 0), (-1.12, 0.22), (-1.02, 0.52), (-0.52, 0.72), (-0.22, 0.84), (-0.06, 0.9), (0, 1)]
    right = [(-x, y) for x, y in reversed(left[:-1])]
    at = [(cx + x * a, base - y * h) for x, y in left + right]
    return f"M{points(at[0])} C{points(*at[1:])} Z"


def star(r: float, inner: float = 0.76) -> str:
    """A star of eight points around the origin."""
    return f"M{points(*star_points(r, inner))} Z"


def star_points(r: float, inner: float) -> list[Point]:
    radii = [r if i % 2 == 0 else r * inner for i in range(16)]
    return [(s * math.sin(math.pi * i / 8), -s * math.cos(math.pi * i / 8)) for i, s in enumerate(radii)]


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
