"""What all three floors share: sky, frame, floors, stairs, the road, lanterns and ornaments."""

from __future__ import annotations

import random

from serai.games.morgenland import board
from serai.games.morgenland.page.geometry import (
    CAVE_STEP,
    CAVE_X,
    CITY_STEP,
    CITY_X,
    FRAME,
    PALACE_STEP,
    PALACE_X,
    PLACES,
)
from serai.games.morgenland.page.palette import GOLD, GOLD2, GOLDHI, SHADE, TILE, WIN, colour
from serai.games.morgenland.page.shapes import (
    PEN,
    circle,
    dome,
    group,
    line,
    moved,
    path,
    rect,
    spark,
    star,
    tag,
    use,
)
from serai.scene.draw import n


def defs() -> str:
    """Gradients and patterns of the board."""
    x, y, w, h = FRAME
    tint = colour("tileline")
    crosses = (
        "M24,0 V13 M24,35 V48 M0,24 H13 M35,24 H48 M10,10 L14,14 M38,10 L34,14 M10,38 L14,34 M38,38 L34,34"
    )
    stars = "".join(
        path(star(10.5, 0.74), transform=moved(*at)) for at in ((24, 24), (0, 0), (48, 0), (0, 48), (48, 48))
    )
    dots = "".join(circle(a, b, 1.3) for a in (0, 46) for b in (0, 46))
    return "".join(
        (
            PEN.linear("m-sky", *((at, colour(f"sky{i}")) for i, at in enumerate((0, 0.45, 0.8, 1)))),
            *(PEN.linear(f"m-{k}", (0, colour(f"{k}0")), (1, colour(f"{k}1"))) for k in SHADED),
            PEN.linear(
                "m-dome", (0, colour("dome0")), (0.55, colour("dome1")), (1, colour("dome0")), x2=1, y2=0.25
            ),
            PEN.linear("m-gold", (0, GOLDHI), (0.5, GOLD), (1, GOLD2)),
            PEN.radial(
                "m-moonglow", (0, colour("moon"), 0.55), (0.35, colour("moon"), 0.16), (1, colour("moon"), 0)
            ),
            PEN.radial("m-glow", (0, WIN, 0.55), (1, WIN, 0)),
            PEN.radial("m-hall", (0, WIN, 0.34), (0.5, WIN, 0.1), (1, WIN, 0), cy=0.3, r=0.6),
            PEN.pattern(
                "m-khatam",
                48,
                48,
                group(stars + path(crosses), fill="none", stroke=tint, stroke_width=1.1, opacity=0.55),
            ),
            PEN.pattern(
                "m-frieze",
                22,
                14,
                path("M11,1 L20,7 L11,13 L2,7 Z", fill=tint, opacity=0.75)
                + circle(11, 7, 2.2, fill=GOLDHI)
                + circle(0, 7, 1.8, fill=GOLD)
                + circle(22, 7, 1.8, fill=GOLD),
                y="2",
            ),
            PEN.pattern(
                "m-bricks",
                28,
                16,
                line("M0,.5 H28 M0,8.5 H28 M7,0 V8 M21,8 V16", colour("brickhi"), 0.9, opacity=0.3),
            ),
            PEN.pattern(
                "m-slabs",
                64,
                34,
                line("M0,17 H64 M16,0 V17 M48,17 V34", colour("floorline"), 1, opacity=0.45),
            ),
            PEN.pattern(
                "m-scale",
                14,
                12,
                line(
                    "M0,0 A7,7 0 0 0 14,0 M-7,6 A7,7 0 0 0 7,6 A7,7 0 0 0 21,6",
                    colour("dragonhi"),
                    1,
                    opacity=0.5,
                ),
            ),
            PEN.pattern(
                "m-starfield", 46, 46, group(path(spark(23, 23, 6)) + dots, fill=GOLDHI, opacity=0.5)
            ),
            tag("clipPath", rect(x, y, w, h, rx=18), id="m-clip"),
            tag("clipPath", path("M8,0 H1592 V954 H8 Z"), id="m-sides"),
            group(_lantern(), id="m-lantern"),
        )
    )


SHADED = ("wall", "niche", "court", "floor", "garden", "brick", "rock", "dragon", "cave")


def _lantern() -> str:
    return (
        circle(0, 10, 26, fill="url(#m-glow)")
        + path("M0,-8 V-2", stroke=GOLD, stroke_width=1.6)
        + path("M-5,0 h10 l-2,-3 h-6 z M-4,18 h8 l-1.5,3 h-5 z", fill=GOLD)
        + path("M-5,0 h10 l3,9 l-4,9 h-8 l-4,-9 z", fill=WIN, stroke=GOLD, stroke_width=1.2)
    )


def lantern(x: float, y: float, scale: float) -> str:
    return use("m-lantern", x, y, scale)


def finial(x: float, y: float, h: float, crescent: bool = True) -> str:
    """The tip of a dome."""
    tip = path(f"M{n(x)},{n(y)} v{n(-h)}", stroke_width=3) + circle(x, y - h * 0.38, 4)
    if crescent:
        tip += path(f"M{n(x - 6)},{n(y - h - 9)} a8,8 0 1 0 12,0 a6.4,6.4 0 1 1 -12,0 z", stroke="none")
    return group(tip, fill=GOLD, stroke=GOLD, stroke_linecap="round")


def gilded_dome(cx: float, base: float, w: float, h: float, width: float) -> str:
    return path(dome(cx, base, w, h), fill="url(#m-dome)", stroke=GOLD, stroke_width=width)


def frieze(x: float, y: float, w: float, h: float) -> str:
    return rect(x, y, w, h, fill=TILE) + rect(x, y, w, h, fill="url(#m-frieze)")


def sky() -> str:
    """The sky. Stars are dots of four sizes, written as lines of length zero."""
    chance = random.Random(1001)
    dots: dict[tuple[float, float], str] = {}
    for _ in range(110):
        look = (chance.choice((1.6, 2, 2.6, 3.4)), chance.choice((0.4, 0.65, 0.9)))
        x, y = chance.randint(12, 1588), chance.randint(30, 135)
        dots[look] = dots.get(look, "") + f"M{x},{y}h0"
    places = (
        (100, 58, 8),
        (410, 50, 7),
        (588, 44, 9),
        (826, 56, 6),
        (1082, 46, 8),
        (1336, 52, 9),
        (34, 104, 5),
    )
    sparks = path(" ".join(spark(*place) for place in places), fill=colour("star"), opacity=0.95)
    stars = "".join(
        line(d, colour("star"), width, opacity=opacity) for (width, opacity), d in sorted(dots.items())
    )
    hills = "M0,130 Q160,92 330,116 T700,108 T1100,104 T1600,112 V180 H0 Z"
    return (
        rect(0, 20, 1600, 400, fill="url(#m-sky)")
        + group(stars, stroke_linecap="round")
        + sparks
        + path(hills, fill=colour("wall1"), opacity=0.55)
    )


def moon() -> str:
    crescent = "M1558,16 a36,36 0 1 0 22,54 a29,29 0 1 1 -22,-54 z"
    return circle(1552, 52, 96, fill="url(#m-moonglow)") + path(crescent, fill=colour("moon"))


def floor(y: float) -> str:
    x0, x1, h = 8, 1592, 34
    return (
        rect(x0, y, x1 - x0, h, fill="url(#m-floor)")
        + rect(x0, y, x1 - x0, h, fill="url(#m-slabs)")
        + path(f"M{x0},{n(y)} H{x1}", stroke=GOLD, stroke_width=2.2)
        + path(f"M{x0},{n(y + h)} H{x1}", stroke=SHADE, stroke_width=4, opacity=0.35)
    )


def stairs() -> str:
    """From the city up to the palace on the left, from the caves up to the city on the right."""
    drawn = ""
    for x, top, foot in ((18, 356, 648), (1536, 614, 910)):
        count = (foot - top) // 15
        step = (foot - top) / count
        ys = [top + step * i for i in range(count)]
        edges = "".join(f"M{x},{n(y + 1)} h50" for y in ys)
        shadows = "".join(f"M{x},{n(y + step - 2.5)} h50" for y in ys)
        drawn += (
            rect(x - 4, top, 58, foot - top, rx=4, fill=SHADE, opacity=0.45)
            + rect(x, top, 50, foot - top, fill="url(#m-floor)")
            + line(edges, GOLDHI, 1.4, opacity=0.35)
            + line(shadows, SHADE, 5, opacity=0.3)
            + line(f"M{x - 2},{top} V{foot} M{x + 52},{top} V{foot}", GOLD, 3)
        )
    return drawn


def frame() -> str:
    x, y, w, h = FRAME
    return group(
        rect(x - 4, y - 4, w + 8, h + 8, rx=21, stroke=GOLD, stroke_width=2)
        + rect(x, y, w, h, rx=18, stroke=TILE, stroke_width=6)
        + rect(x + 3.5, y + 3.5, w - 7, h - 7, rx=15, stroke=GOLD, stroke_width=1.6),
        fill="none",
    )


def frame_over() -> str:
    """The sides and the foot of the frame again, over the drawing; the domes extend beyond its top edge."""
    x, y, w, h = FRAME
    drawn = ""
    for out, r, ink, width in ((4, 21, GOLD, 2.0), (0, 18, TILE, 6.0), (-3.5, 15, GOLD, 1.6)):
        left, right, foot = x - out, x + w + out, y + h + out
        d = f"M{n(left)},118 V{n(foot - r)} Q{points_of(left, foot, left + r, foot)} H{n(right - r)}"
        drawn += line(d + f" Q{points_of(right, foot, right, foot - r)} V118", ink, width)
    return drawn


def points_of(*numbers: float) -> str:
    return " ".join(n(number) for number in numbers)


def _node_x(field: str) -> str:
    return n(PLACES[field].node[0])


UP_RIGHT = " H1545 Q1561,893 1561,877 V647 Q1561,631 1545,631"
UP_LEFT = " H59 Q43,631 43,615 V389 Q43,373 59,373"


def road(to: str) -> str:
    """The road from the first field to another."""
    number = board.FIELDS.index(to)
    d = f"M{_node_x('crowns')},893"
    if number >= board.TENT:
        d += UP_RIGHT
    if number >= board.GUARD:
        d += UP_LEFT
    return d + f" H{_node_x(to)}"


def thread() -> str:
    """The road as a dotted thread, with arrows."""
    d = road("room5")
    arrow = "M-5,-7 L4,0 L-5,7"
    marks: list[tuple[float, float, int]] = [(CAVE_X + CAVE_STEP * i, 893, 0) for i in range(1, 5)]
    marks += [(CITY_X + CITY_STEP * i, 631.0, 180) for i in range(1, 4)]
    marks += [(PALACE_X + PALACE_STEP * i, 373.0, 0) for i in range(1, 6)]
    marks += [(1561, y, -90) for y in (830.0, 770.0, 710.0)] + [(43, y, -90) for y in (570.0, 510.0, 450.0)]
    arrows = "".join(
        path(arrow, transform=f"{moved(x, y)} rotate({turn})" if turn else moved(x, y))
        for x, y, turn in marks
    )
    return (
        line(d, SHADE, 9, opacity="var(--m-threadbed,.35)", stroke_linecap="round")
        + line(d, colour("thread"), 4, stroke_dasharray=".1 11", stroke_linecap="round")
        + group(
            arrows,
            fill="none",
            stroke=GOLD,
            stroke_width=3.4,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    )
