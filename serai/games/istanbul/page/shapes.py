"""The pen for Istanbul's drawings, with the colours of its vignettes, and an outline."""

from __future__ import annotations

from typing import Final

from serai.games.istanbul.page import palette
from serai.scene import draw
from serai.scene.draw import Pen

DISPLAY: Final = "display"  # the class of texts in the display face; others are in the text face

PEN: Final = Pen("{:g}".format, palette.vignette)
rect, path, line, circle, ring, ellipse = PEN.rect, PEN.path, PEN.line, PEN.circle, PEN.ring, PEN.ellipse
group, at, use, symbol, text = PEN.group, PEN.at, PEN.use, PEN.symbol, PEN.text


def star(outer: float, inner: float = 0) -> str:
    """The outline of an eight-pointed star."""
    corners = draw.star(outer, inner / outer if inner else 0.78)
    return "M" + " L".join(f"{x:.2f},{y:.2f}" for x, y in corners) + "Z"
