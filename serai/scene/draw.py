"""Drawing tools: a pen that writes SVG, colours by name, and outlines."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Final

Point = tuple[float, float]
Value = str | float  # of an attribute
Stop = tuple[float, str] | tuple[float, str, float | str]  # where, colour, opacity
PIPS: Final = {  # of each face of a die, seen from its middle
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def n(value: float) -> str:
    """A coordinate to a tenth, as short as possible.

    >>> n(12.0), n(0.5), n(-3.25), n(-0.01)
    ('12', '.5', '-3.2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    if text.startswith("0."):
        return text[1:]
    return "0" if text == "-0" else text.replace("-0.", "-.")


class Palette:
    """Colours by name. Each is a custom property, so that a style sheet can override it, for example by
    night; its default is in the drawing too, for pictures without a style sheet.

    >>> Palette("m-", {"gold": "#dcae4e"})("gold")
    'var(--m-gold,#dcae4e)'
    """

    def __init__(self, prefix: str, colours: Mapping[str, str]) -> None:
        self.prefix = prefix
        self.colours = colours

    def __call__(self, name: str) -> str:
        return f"var(--{self.prefix}{name},{self.colours[name]})"

    def paint(self, name: str) -> str:
        """A colour by name; anything else is taken as a colour itself."""
        return self(name) if name in self.colours else name


class Pen:
    """Writes SVG. Every shape takes attributes by keyword (`stroke_width=2` is `stroke-width="2"`), or as raw
    text (`more`). `number` formats coordinates, `paint` resolves the colour of a fill or a stroke.

    >>> Pen().rect(0, 2, 8.5, 4, "#fff", stroke_width=0.5)
    '<rect x="0" y="2" width="8.5" height="4" fill="#fff" stroke-width=".5"/>'
    """

    def __init__(self, number: Callable[[float], str] = n, paint: Callable[[str], str] = str) -> None:
        self.number = number
        self.paint = paint

    def tag(self, name: str, inner: str = "", more: str = "", /, **attributes: Value) -> str:
        """Any element, with its content."""
        parts = [name]
        for key, value in attributes.items():
            text = value if isinstance(value, str) else n(value) if abs(value) >= 1 else f"{value:.2g}"
            parts.append(f'{key.strip("_").replace("_", "-")}="{text.removeprefix("0") or 0}"')
        if more:
            parts.append(more)
        head = " ".join(parts)
        return f"<{head}>{inner}</{name}>" if inner else f"<{head}/>"

    def path(self, d: str, fill: str = "", more: str = "", **attributes: Value) -> str:
        """A path."""
        return self.tag("path", "", more, d=d, **self._filled(fill), **attributes)

    def line(self, d: str, stroke: str, width: float = 1.5, more: str = "", **attributes: Value) -> str:
        """A path without a fill."""
        return self.tag("path", "", more, d=d, fill="none", **self._drawn(stroke, width), **attributes)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        rx: float = 0,
        more: str = "",
        **attributes: Value,
    ) -> str:
        """A rectangle by its upper left corner; `rx` rounds the corners."""
        number = self.number
        where = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
        corner = {"rx": number(rx)} if rx else {}
        return self.tag("rect", "", more, **where, **self._filled(fill), **corner, **attributes)

    def circle(
        self, x: float, y: float, r: float, fill: str = "", more: str = "", **attributes: Value
    ) -> str:
        """A circle by its centre."""
        number = self.number
        where = {"cx": number(x), "cy": number(y), "r": number(r)}
        return self.tag("circle", "", more, **where, **self._filled(fill), **attributes)

    def ring(self, x: float, y: float, r: float, stroke: str, width: float, more: str = "") -> str:
        """A circle without a fill."""
        return self.circle(x, y, r, "none", more, **self._drawn(stroke, width))

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, fill: str = "", more: str = "", **attributes: Value
    ) -> str:
        """An ellipse by its centre."""
        number = self.number
        where = {"cx": number(x), "cy": number(y), "rx": number(rx), "ry": number(ry)}
        return self.tag("ellipse", "", more, **where, **self._filled(fill), **attributes)

    def text(
        self,
        x: float,
        y: float,
        words: object,
        size: float,
        fill: str,
        weight: int = 600,
        anchor: str = "middle",
        face: str = "",
        more: str = "",
    ) -> str:
        """Text in the text face, or in another (a class of the style sheet)."""
        number = self.number
        told: dict[str, str] = {"x": number(x), "y": number(y), "font_size": number(size)}
        told["font_weight"] = str(weight)
        if anchor != "start":
            told["text_anchor"] = anchor
        told["fill"] = fill
        if face:
            told["class"] = face
        return self.tag("text", escape(str(words)), more, **told)

    def group(self, inside: str, transform: str = "", more: str = "", **attributes: Value) -> str:
        """A group of drawings with a common transform and style."""
        where = {"transform": transform} if transform else {}
        return self.tag("g", inside, more, **where, **attributes)

    def symbol(self, name: str, inside: str, more: str = "") -> str:
        """A drawing with an id, for `use`."""
        return self.tag("g", inside, more, id=name)

    def moved(self, x: float, y: float, size: float = 1) -> str:
        """A value of `transform`."""
        scale = f" scale({size:.3g})" if size != 1 else ""
        return f"translate({self.number(x)} {self.number(y)}){scale}"

    def at(self, x: float, y: float, inside: str, size: float = 1) -> str:
        """A drawing around its origin, placed at a point."""
        return self.group(inside, self.moved(x, y, size))

    def use(
        self,
        symbol: str,
        x: float = 0,
        y: float = 0,
        size: float = 1,
        more: str = "",
        **attributes: Value,
    ) -> str:
        """A symbol around its origin, placed at a point."""
        where = {"transform": self.moved(x, y, size)} if x or y or size != 1 else {}
        return self.tag("use", "", more, href=f"#{symbol}", **where, **attributes)

    def icon(self, name: str, x: float, y: float, size: float, **attributes: Value) -> str:
        """An icon around a point."""
        return self.use(f"icon-{name}", x - size / 2, y - size / 2, size / 512, "", **attributes)

    def linear(self, name: str, *stops: Stop, x2: float = 0, y2: float = 1) -> str:
        """A gradient from the upper left corner, downwards by default."""
        return self.tag("linearGradient", self._stops(stops), id=name, x2=f"{x2:g}", y2=f"{y2:g}")

    def radial(self, name: str, *stops: Stop, cx: float = 0.5, cy: float = 0.5, r: float = 0.5) -> str:
        """A gradient from the centre outward."""
        return self.tag("radialGradient", self._stops(stops), id=name, cx=f"{cx:g}", cy=f"{cy:g}", r=f"{r:g}")

    def pattern(self, name: str, width: float, height: float, inner: str, **attributes: Value) -> str:
        """A repeating tile."""
        size = {"width": width, "height": height}
        return self.tag("pattern", inner, id=name, **size, patternUnits="userSpaceOnUse", **attributes)

    def _filled(self, fill: str) -> dict[str, str]:
        return {"fill": self.paint(fill)} if fill else {}

    def _drawn(self, stroke: str, width: float) -> dict[str, str]:
        return {"stroke": self.paint(stroke), "stroke_width": f"{width:g}"}

    def _stops(self, stops: Iterable[Stop]) -> str:
        drawn = ""
        for where, colour, *opacity in stops:
            fades = {"stop_opacity": str(opacity[0])} if opacity else {}
            drawn += self.tag("stop", offset=f"{where:g}", stop_color=colour, **fades)
        return drawn


# Outlines


def points(corners: Iterable[Point]) -> str:
    """Corners as text for `points` of a polygon, or for a path."""
    return " ".join(f"{n(x)},{n(y)}" for x, y in corners)


def star(r: float, inner: float, x: float = 0, y: float = 0, turn: float = 0) -> list[Point]:
    """The corners of an eight-pointed star; `inner` is the inner radius as a fraction of `r`."""
    found = []
    for i in range(16):
        radius = r if i % 2 == 0 else r * inner
        angle = math.pi * i / 8 + turn
        found.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return found


def octagon(x: float, y: float, half: float, cut: float) -> list[Point]:
    """The corners of an octagon: a square of side 2 * `half` with its corners cut."""
    a, b = half, half - cut
    ways = ((-b, -a), (b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b), (-a, -b))
    return [(x + dx, y + dy) for dx, dy in ways]


_PLACED = re.compile(r'(?<= )(d|transform|x|y|width|height|cx|cy|r|rx|ry|points)="([^"]*)"')
_LONG = re.compile(r"-?\d*\.\d{2,}")


def _short(match: re.Match[str]) -> str:
    number = float(match.group())
    digits = 1 if abs(number) >= 2 else 2
    return f"{round(number, digits):g}"


def squeeze(svg: str) -> str:
    """The same drawing with shorter coordinates."""
    return _PLACED.sub(lambda match: f'{match.group(1)}="{_LONG.sub(_short, match.group(2))}"', svg)


_SHAPE = re.compile(r"<(?:path|rect|circle|ellipse|line|polygon|polyline) [^>]*>")


def without_groups(svg: str) -> str:
    """The same drawing, faster: for `opacity` a browser paints even a single shape as a group, in a buffer of
    its own. The opacity of its fill or stroke needs none, and shows the same if a shape has only one of them.

    >>> without_groups('<path d="M0 0h9" fill="none" stroke="red" opacity=".5"/>')
    '<path d="M0 0h9" fill="none" stroke="red" stroke-opacity=".5"/>'
    """
    return _SHAPE.sub(_painted_at_once, svg)


def _painted_at_once(match: re.Match[str]) -> str:
    shape = match.group()
    if "-opacity=" in shape:
        return shape
    if ' fill="none"' in shape:
        return shape.replace(" opacity=", " stroke-opacity=")
    return shape if " stroke=" in shape else shape.replace(" opacity=", " fill-opacity=")
