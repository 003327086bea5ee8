"""The drawings of the plain view: dice, a cover with the game's first letter, and text as a picture."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from serai.scene.draw import PIPS, Pen, points, star
from serai.scene.scene import Art, Part

INKS: Final = {"light": ("#fdf8ee", "#2f2620"), "dark": ("#25211c", "#f3eada")}  # paper and ink
LETTER: Final = (8.5, 21.0)  # how wide and how high
PEN: Final = Pen()
PLAIN_STYLE: Final = Path(__file__).parent / "plain.css"


@cache
def art(title: str) -> Art:
    """All drawings of a game with this title."""
    return Art({"board": Part(400, 260, "")}, _symbols(), PLAIN_STYLE, _cover(title))


def _symbols() -> str:
    return "".join(PEN.symbol(f"plain-die-{face}", _die(face)) for face in PIPS)


def _die(face: int) -> str:
    pips = "".join(PEN.circle(9 * x, 9 * y, 3.6, "#3a2a1c") for x, y in PIPS[face])
    return PEN.rect(-18, -18, 36, 36, "#fffaf0", 8, stroke="#b5925a", stroke_width=1.6) + pips


def _star(r: float, x: float, y: float, **attributes: str | float) -> str:
    corners = f'points="{points(star(r, 0.62, x, y))}"'
    return PEN.tag("polygon", "", corners, **attributes)


def _cover(title: str) -> str:
    """An arch of the caravanserai with the game's first letter in it, in fixed colours."""
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


def text_picture(text: str, theme: str) -> str:
    """Lines of text as a standalone SVG: the terminal's table, for a notebook."""
    paper, ink = INKS[theme]
    lines = text.splitlines()
    wide, high = LETTER
    width, height = 40 + wide * max(map(len, lines), default=0), 32 + high * len(lines)
    told = "".join(
        PEN.tag("tspan", escape(line.replace(" ", "\u00a0")), "", x="20", y=f"{35 + high * row:g}")
        for row, line in enumerate(lines)
    )
    face = 'font-family="ui-monospace, Menlo, Consolas, monospace"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">'
        + PEN.rect(0, 0, width, height, paper, 12)
        + PEN.tag("text", told, face, font_size="14", fill=ink)
        + "</svg>"
    )
