"""The desert, the road and the camels, drawn once. Colours change by night (`table.css`)."""

from __future__ import annotations

from functools import cache
from math import sin
from pathlib import Path
from typing import Final

from serai.scene.draw import PIPS, Palette, Pen
from serai.scene.plain_art import PLAIN_STYLE
from serai.scene.scene import Art, Part

from ..state import CITY, WELLS

FOLDER: Final = Path(__file__).parent
WIDTH: Final = 1000
HEIGHT: Final = 420
COLOURS: Final = {
    "sky": "#fbe3b4",
    "far": "#ecc98a",
    "near": "#dfae62",
    "road": "#fff3d6",
    "edge": "#a8742f",
    "water": "#2f8f9d",
    "wall": "#b5532b",
    "roof": "#0d5c62",
    "ink": "#3a2a1c",
    "tag": "#fff8e8",
}
CAMEL: Final = (
    "M-24 14l4-16q0-10 10-10q4-12 9 0q2 3 4 0q5-12 9 0q6 2 6 10l8-14q2-8 10-6l6 4-2 5-7-1-7 16q-3 6-8 6"
    "l1 10h-5l-2-10h-13l-2 10h-5l1-12-5-2-3 14Z"
)
PEN: Final = Pen(paint=Palette("c-", COLOURS).paint)


def place(field: int) -> tuple[float, float]:
    """Where a field of the road lies."""
    share = field / CITY
    return 70 + 860 * share, 250 - 70 * sin(6.6 * share)


@cache
def art() -> Art:
    """All drawings."""
    board = Part(WIDTH, HEIGHT, _desert())
    return Art({"board": board}, _symbols(), FOLDER / "table.css", _cover(), below=PLAIN_STYLE)


def _desert() -> str:
    dunes = PEN.rect(0, 0, WIDTH, HEIGHT, "sky") + PEN.circle(820, 70, 34, "road")
    dunes += PEN.path("M0 190Q180 110 380 180T760 160T1000 180V420H0Z", "far")
    dunes += PEN.path("M0 318Q240 258 480 318T1000 306V420H0Z", "near")
    road = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(place, range(CITY + 1)))
    dunes += PEN.line(road, "edge", 10, stroke_linejoin="round", opacity=0.5)
    fields = "".join(_field(field) for field in range(CITY + 1))
    return dunes + fields + _gate(*place(0)) + _city(*place(CITY))


def _field(field: int) -> str:
    x, y = place(field)
    if field in WELLS:
        return PEN.circle(x, y, 17, "edge") + PEN.circle(x, y, 13, "water") + PEN.ring(x, y, 7, "road", 1.5)
    return PEN.circle(x, y, 13, "road", stroke=PEN.paint("edge"), stroke_width=2)


def _gate(x: float, y: float) -> str:
    return PEN.path(f"M{x - 34} {y + 12}v-62h12v-12h44v12h12v62h-18v-34q-16-18-32 0v34Z", "wall")


def _city(x: float, y: float) -> str:
    walls = PEN.rect(x - 30, y - 50, 90, 62, "wall")
    dome = PEN.path(f"M{x - 14} {y - 50}q2-30 28-44q26 14 28 44Z", "roof")
    return walls + dome + PEN.rect(x + 4, y - 24, 20, 36, "ink", 10)


def _symbols() -> str:
    body = PEN.path(CAMEL, "", 'class="c-camel"')
    tag = PEN.rect(-100, -32, 200, 64, "tag", 14, stroke=PEN.paint("edge"), stroke_width=2.5)
    dice = "".join(_die(face) for face in PIPS)
    return PEN.symbol("caravan-camel", body) + PEN.symbol("caravan-tag", tag) + dice


def _die(face: int) -> str:
    side = PEN.rect(-34, -34, 68, 68, "tag", 14, stroke=PEN.paint("edge"), stroke_width=2.5)
    pips = (PEN.circle(17 * x, 17 * y, 6.6, "ink") for x, y in PIPS[face])
    return PEN.symbol(f"caravan-die-{face}", side + "".join(pips))


def _cover() -> str:
    """A camel in front of the sun, in fixed colours."""
    return (
        '<rect width="400" height="260" fill="#f6c978"/><circle cx="200" cy="120" r="74" fill="#fff3d6"/>'
        '<path d="M0 190Q100 140 200 190T400 180V260H0Z" fill="#c98a45"/>'
        f'<path transform="translate(196 160) scale(2.6)" d="{CAMEL}" fill="#5a3413"/>'
    )
