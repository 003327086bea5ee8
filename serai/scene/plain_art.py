"""The few drawings of the plain view: a frieze over the table, dice, and a cover with the game's name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from serai.scene.draw import Pen, points, star
from serai.scene.scene import Art, Part

WIDTH: Final = 1200
HEIGHT: Final = 40
PIPS: Final = {  # of each face, in ninths of its width
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
PEN: Final = Pen()


@cache
def art(title: str) -> Art:
    """All drawings of a game with this title."""
    style = Path(__file__).parent / "plain.css"
    return Art({"board": Part(WIDTH, HEIGHT, _frieze())}, _symbols(), style, _cover(title))


def _symbols() -> str:
    return "".join(PEN.symbol(f"plain-die-{face}", _die(face)) for face in PIPS)


def _die(face: int) -> str:
    pips = "".join(PEN.circle(9 * x, 9 * y, 3.6, "#3a2a1c") for x, y in PIPS[face])
    return PEN.rect(-18, -18, 36, 36, "#fffaf0", 8, stroke="#b5925a", stroke_width=1.6) + pips


def _star(r: float, x: float, y: float, **attributes: str | float) -> str:
    return PEN.tag("polygon", points=points(star(r, 0.62, x, y)), **attributes)


def _frieze() -> str:
    """Eight-pointed stars in a row, and diamonds between them."""
    middle = HEIGHT / 2
    tiles = "".join(
        _star(15, x, middle, class_="frieze-star")
        + PEN.circle(x, middle, 3.2, class_="frieze-dot")
        + PEN.path(f"M{x + 25} 14l6 6-6 6-6-6Z", class_="frieze-dot")
        for x in range(25, WIDTH, 50)
    )
    return PEN.rect(0, 0, WIDTH, HEIGHT, class_="frieze") + tiles


def _cover(title: str) -> str:
    """An arch of the caravanserai with the game's first letter in it. Its colours are its own."""
    ground = "".join(
        _star(22, x, y, fill="none", stroke="#d8a23a", opacity=0.35)
        for y in range(0, 261, 52)
        for x in range(y // 52 % 2 * 26, 401, 52)
    )
    arch = "M128 260V120C128 76 168 62 200 30C232 62 272 76 272 120V260Z"
    inner = "M142 260V124C142 86 174 74 200 48C226 74 258 86 258 124V260Z"
    face = 'font-family="Reem Kufi Variable, Reem Kufi, sans-serif"'
    return (
        PEN.rect(0, 0, 400, 260, "#0d4f55")
        + ground
        + PEN.path(arch, "#d8a23a")
        + PEN.path(inner, "#fdf3dc")
        + PEN.text(200, 192, title[:1].upper(), 108, "#0d4f55", more=face)
        + PEN.rect(0, 244, 400, 16, "#a34a24")
        + PEN.line("M0 244H400", "#d8a23a", 2)
    )
