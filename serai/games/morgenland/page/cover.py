"""The picture for the home page, 400 by 260: the dragon on its hoard, figures before its cave, the palace
above, a carpet on its way.

It is a standalone drawing with its own gradients, always by night.
"""

from __future__ import annotations

import random

from serai.games.morgenland.page import pieces
from serai.games.morgenland.page.palette import GOLD, GOLD2, GOLDHI, WIN, colour
from serai.games.morgenland.page.scenery import finial
from serai.games.morgenland.page.shapes import (
    PEN,
    arch,
    circle,
    dome,
    ellipse,
    group,
    line,
    merlons,
    path,
    rect,
    spark,
    star,
    tag,
)
from serai.scene.draw import n

TRAIL = "#ffe9b8"


def cover() -> str:
    """The picture as SVG."""
    return (
        tag("defs", _gradients())
        + rect(0, 0, 400, 260, fill="url(#m-sky)")
        + _stars()
        + circle(330, 52, 80, fill="url(#m-moonglow)")
        + path("M336,26 a28,28 0 1 0 17,42 a22.5,22.5 0 1 1 -17,-42 z", fill=colour("moon"))
        + _palace()
        + _hill()
        + group(pieces.DRAGON, transform="translate(200 186) scale(1.12)")
        + _hoard()
        + _figures()
        + _carpet()
    )


def _gradients() -> str:
    return (
        PEN.linear("m-sky", *((at, colour(f"sky{i}")) for i, at in enumerate((0, 0.45, 0.8, 1))))
        + PEN.linear(
            "m-dome", (0, colour("dome0")), (0.55, colour("dome1")), (1, colour("dome0")), x2=1, y2=0.25
        )
        + PEN.linear("m-wall", (0, colour("wall0")), (1, colour("wall1")))
        + PEN.linear("m-rock", (0, colour("rock0")), (1, colour("rock1")))
        + PEN.linear("m-gold", (0, GOLDHI), (0.5, GOLD), (1, GOLD2))
        + PEN.radial("m-glow", (0, WIN, 0.55), (1, WIN, 0))
        + PEN.radial(
            "m-moonglow", (0, colour("moon"), 0.55), (0.35, colour("moon"), 0.16), (1, colour("moon"), 0)
        )
        + pieces.gradients()
    )


def _stars() -> str:
    chance = random.Random(1001)
    dots = "".join(f"M{chance.randint(4, 396)},{chance.randint(4, 120)}h0" for _ in range(60))
    lights = " ".join(spark(*place) for place in ((60, 34, 7), (150, 22, 5), (262, 30, 6), (376, 104, 5)))
    return line(dots, colour("star"), 2, stroke_linecap="round", opacity=0.75) + path(
        lights, fill=colour("star")
    )


def _palace() -> str:
    drawn = ""
    for x in (44, 356):
        drawn += rect(x - 8, 78, 16, 110, fill="url(#m-wall)") + rect(x - 12, 98, 24, 6, rx=2, fill=GOLD)
        drawn += path(dome(x, 80, 26, 28), fill="url(#m-dome)", stroke=GOLD) + finial(x, 54, 8, False)
    for x, w, h in ((112, 76, 44), (288, 76, 44), (200, 118, 66)):
        base = 112
        drawn += path(dome(x, base, w, h), fill="url(#m-dome)", stroke=GOLD, stroke_width=1.5)
        ribs = " ".join(
            f"M{n(x + t * w * 0.42)},{base}"
            f" Q{n(x + t * w * 0.6)},{n(base - h * 0.5)} {x},{n(base - h * 0.97)}"
            for t in (-0.6, 0, 0.6)
        )
        drawn += line(ribs, GOLDHI, 1, opacity=0.5) + finial(x, base - h + 2, 12)
    drawn += path(merlons(60, 340, 112, 14, 9, 9), fill=colour("wall0"), stroke=GOLD, stroke_width=0.8)
    drawn += rect(60, 111, 280, 80, fill="url(#m-wall)")
    drawn += rect(60, 111, 280, 9, fill=colour("tile")) + line("M60,111 H340 M60,120 H340", GOLD, 1.3)
    for x in (74, 118, 246, 290):
        drawn += path(arch(x, 128, 36, 62, 18), fill=WIN, stroke=GOLD, stroke_width=1.6)
        drawn += circle(x + 18, 156, 34, fill="url(#m-glow)")
    return drawn + path(arch(168, 124, 64, 66, 30), fill=colour("niche1"), stroke=GOLD, stroke_width=2)


def _hill() -> str:
    edge = "M0,190 Q40,150 92,168 Q130,132 200,134 Q270,132 308,168 Q360,150 400,190 V260 H0 Z"
    cave = "M84,260 C78,206 112,150 200,148 C288,150 322,206 316,260 Z"
    return (
        path(edge, fill="url(#m-rock)", stroke=colour("rockhi"), stroke_width=2.5)
        + path(cave, fill=colour("cave1"), stroke=colour("rockline"), stroke_width=2)
        + circle(200, 210, 110, fill="url(#m-glow)", opacity=0.5)
    )


def _hoard() -> str:
    """Coins, and some of each treasure."""
    chance = random.Random(7)
    coins = "".join(ellipse(chance.randint(20, 380), chance.randint(244, 258), 8, 4) for _ in range(70))
    drawn = group(coins, fill=GOLD, stroke=GOLD2)
    placed = (
        ("bar", 78, 240, 0.95),
        ("crown", 116, 236, 1.05),
        ("pearl", 48, 246, 0.7),
        ("gem", 286, 238, 1.05),
        ("cup", 322, 234, 1.0),
        ("pearl", 352, 246, 0.7),
        ("gem", 150, 248, 0.6),
        ("bar", 254, 248, 0.7),
    )
    for kind, x, y, scale in placed:
        drawn += group(pieces.TREASURES[kind], transform=f"translate({x} {y}) scale({scale})")
    return drawn


def _figures() -> str:
    """Face-down figures in front of the cave."""
    drawn = ""
    for seat, x, y in ((0, 26, 212), (3, 64, 196), (1, 338, 196), (2, 374, 210)):
        drawn += group(pieces.back(seat), transform=f"translate({x} {y}) scale(.92)")
    return drawn


def _carpet() -> str:
    """A flying carpet, with the lamp's light behind it."""
    way = "M0,132 C14,108 34,112 50,96 S72,84 80,78"
    lights = " ".join(spark(x, y, r) for x, y, r in ((14, 112, 5), (38, 92, 4), (26, 122, 3)))
    return (
        line(way, TRAIL, 2.4, stroke_dasharray="1 8", stroke_linecap="round", opacity=0.9)
        + path(lights, fill=TRAIL)
        + group(
            pieces.carpet(2) + path(star(9, 0.62), fill="#b1364f"),
            transform="translate(92 72) rotate(-14) scale(1.15)",
        )
        + path(star(6, 0.5), fill=TRAIL, transform="translate(140 58)")
    )
