"""The pen of Yspahan's drawings, and the outlines of its tiles."""

from __future__ import annotations

from typing import Final

from serai.scene import draw
from serai.scene.draw import Pen

PEN: Final = Pen()
rect, use, icon, text, linear, radial = PEN.rect, PEN.use, PEN.icon, PEN.text, PEN.linear, PEN.radial


def star(x: float, y: float, radius: float, ratio: float = 0.7654, turn: float = 0) -> str:
    """The corners of a star with eight points."""
    return draw.points(draw.star(radius, ratio, x, y, turn))


def octagon(x: float, y: float, half: float, cut: float) -> str:
    """The corners of a square of side 2 half without its corners."""
    return draw.points(draw.octagon(x, y, half, cut))
