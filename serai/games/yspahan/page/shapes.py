"""The pen for Yspahan's drawings, and the outlines of its tiles."""

from __future__ import annotations

from typing import Final

from serai.scene import draw
from serai.scene.draw import Pen

PEN: Final = Pen()
rect, use, icon, text, linear, radial = PEN.rect, PEN.use, PEN.icon, PEN.text, PEN.linear, PEN.radial


def star(x: float, y: float, radius: float, ratio: float = 0.7654, turn: float = 0) -> str:
    """The corners of an eight-pointed star."""
    return draw.points(draw.star(radius, ratio, x, y, turn))


def octagon(x: float, y: float, half: float, cut: float) -> str:
    """The corners of an octagon: a square of side 2 * `half` with its corners cut."""
    return draw.points(draw.octagon(x, y, half, cut))
