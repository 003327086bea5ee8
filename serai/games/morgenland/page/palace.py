"""The palace of the caliph: the guard's gate and five rooms under domes."""

from __future__ import annotations

from serai.games.morgenland.page.geometry import PALACE_FLOOR, PALACE_STEP, PALACE_X, room_arch
from serai.games.morgenland.page.palette import GOLD, GOLDHI, TILE, WIN, colour
from serai.games.morgenland.page.scenery import finial, frieze, gilded_dome, lantern
from serai.games.morgenland.page.shapes import (
    arch,
    circle,
    dome,
    group,
    icon,
    line,
    merlons,
    moved,
    path,
    rect,
    star,
)
from serai.scene.draw import n

DOMES = ((132, 66), (156, 80), (196, 96), (156, 80), (132, 66))
WALL0 = colour("wall0")


def palace() -> str:
    """The palace, with all that is printed on it."""
    drawn = _minarets() + "".join(_dome(i, w, h) for i, (w, h) in enumerate(DOMES, 1))
    drawn += path(merlons(322, 1592, 118), fill=WALL0, stroke=GOLD)
    drawn += rect(70, 117, 1530, 245, fill="url(#m-wall)") + frieze(70, 117, 1530, 15)
    drawn += line("M70,117 H1600 M70,132 H1600", GOLD, 1.6)
    drawn += _stair_tower() + _guard_tower()
    for i in range(6):
        drawn += group(_room(i) if i else _gate(), data_zone=f"room{i}" if i else "guard")
    for i in range(1, 7):
        drawn += _pillar(PALACE_X + PALACE_STEP * i)
    for i in range(2, 6):
        drawn += lantern(PALACE_X + PALACE_STEP * i, 170, 0.8)
    return drawn


def _minarets() -> str:
    drawn = ""
    for x in (580, 831, 1081, 1332):
        drawn += rect(x - 7, 66, 14, 60, fill="url(#m-wall)") + rect(x - 11, 84, 22, 6, rx=2, fill=GOLD)
        drawn += path(dome(x, 67, 22, 22), fill="url(#m-dome)") + finial(x, 46, 8, False)
    return drawn


def _dome(index: int, w: float, h: float) -> str:
    cx, base = PALACE_X + PALACE_STEP * (index + 0.5), 110
    ribs = " ".join(
        f"M{n(cx + t * w * 0.42)},{base} C{n(cx + t * w * 0.62)},{n(base - h * 0.35)}"
        f" {n(cx + t * w * 0.42)},{n(base - h * 0.66)} {n(cx)},{n(base - h * 0.97)}"
        for t in (-0.62, -0.3, 0, 0.3, 0.62)
    )
    return (
        rect(cx - w * 0.46, base, w * 0.92, 14, rx=3, fill="url(#m-gold)")
        + gilded_dome(cx, base, w, h, 1.5)
        + line(ribs, GOLDHI, 1.1, opacity=0.45)
        + finial(cx, base - h + 3, 14 if index == 3 else 15)
    )


def _stair_tower() -> str:
    """The left stairs lead up into it."""
    window = arch(34, 142, 24, 44, 14)
    return (
        rect(8, 150, 76, 212, fill="url(#m-garden)")
        + gilded_dome(46, 122, 50, 52, 1.4)
        + finial(46, 74, 12)
        + rect(22, 118, 48, 244, fill="url(#m-wall)")
        + rect(18, 116, 56, 12, rx=2, fill=TILE, stroke=GOLD, stroke_width=1.2)
        + path(window, fill=WIN, stroke=GOLD, stroke_width=1.4)
        + circle(46, 164, 40, fill="url(#m-glow)")
        + frieze(22, 206, 48, 16)
        + line("M22,206 H70 M22,222 H70", GOLD, 1.2)
        + path(arch(28, 246, 36, 116, 22), fill="url(#m-niche)", stroke=GOLD, stroke_width=2)
        + line("M22,128 V360 M70,128 V360", GOLD, 1, opacity=0.6)
    )


def _guard_tower() -> str:
    drawn = path(merlons(84, 322, 72, 20, 13, 13), fill=WALL0, stroke=GOLD)
    drawn += rect(84, 71, 238, 291, fill="url(#m-wall)") + frieze(84, 71, 238, 13)
    drawn += line("M84,71 H322 M84,84 H322", GOLD, 1.4)
    drawn += line("M84,71 V358 M322,71 V358", GOLD, 1.2, opacity=0.7)
    for x in (124, 282):
        drawn += path(arch(x - 9, 92, 18, 26, 9), fill=WIN, opacity=0.9) + circle(
            x, 104, 26, fill="url(#m-glow)"
        )
    flag = "M204,39 q16,-7 30,0 t26,-1 q-8,9 0,17 q-14,7 -28,0 t-28,3 z"
    drawn += path("M203,71 V40", stroke=GOLD, stroke_width=3)
    drawn += path(flag, fill=colour("rug"), stroke=GOLD, stroke_width=1.4)
    return drawn + icon("crossed-sabres", 203, 103, 26, fill=GOLD, color=GOLD)


def _arch_lines(index: int) -> str:
    left = PALACE_X + PALACE_STEP * index
    top = 144 if index else 130
    inner = arch(left + 20, top, PALACE_STEP - 40, PALACE_FLOOR - top, 75)
    return line(room_arch(index), GOLD, 3) + line(inner, GOLDHI, 1, opacity=0.55)


def _gate() -> str:
    """Studded doors, open, and a carpet to the guard."""
    cx = PALACE_X + PALACE_STEP / 2
    drawn = path(room_arch(0), fill="url(#m-niche)")
    for side in (-1, 1):
        outer, inner = cx + side * 110, cx + side * 76
        leaf = f"M{n(outer)},356 V196 Q{n(outer)},176 {n(inner)},160 V356 Z"
        studs = "".join(circle(cx + side * 93, y, 3.2) for y in range(200, 350, 24))
        drawn += path(leaf, fill=colour("brick1")) + line(f"M{n(inner)},356 V160", GOLD, 2)
        drawn += group(studs, fill=GOLD)
    drawn += path(f"M{n(cx - 66)},356 l14,-104 h104 l14,104 Z", fill=colour("rug"), opacity=0.7)
    edges = f"M{n(cx - 58)},356 l13,-104 M{n(cx + 58)},356 l-13,-104"
    return drawn + line(edges, colour("rugline"), 1.4, opacity=0.8) + _arch_lines(0)


def _room(index: int) -> str:
    """A tiled wall, an arch, a rug for the figures, a plate for the artifact's name."""
    left = PALACE_X + PALACE_STEP * index
    cx = left + PALACE_STEP / 2
    rugline = colour("rugline")
    plate = f"M{n(cx - 64)},239 h128 l8,7 v13 l-8,7 h-128 l-8,-7 v-13 z"
    return (
        rect(left + 9, 136, PALACE_STEP - 18, 220, rx=3, fill=TILE)
        + rect(
            left + 9, 136, PALACE_STEP - 18, 224, rx=3, fill="url(#m-khatam)", stroke=GOLD, stroke_width=1.5
        )
        + path(room_arch(index), fill="url(#m-niche)")
        + path(room_arch(index), fill="url(#m-hall)")
        + rect(left + 20, 258, PALACE_STEP - 40, 96, rx=5, fill=colour("rug"), opacity=0.78)
        + rect(
            left + 24,
            262,
            PALACE_STEP - 48,
            88,
            rx=3,
            fill="none",
            stroke=rugline,
            stroke_width=1.4,
            opacity=0.75,
        )
        + line(star(34, 0.72), rugline, 1.2, transform=moved(cx, 306), opacity=0.4)
        + path(plate, fill="#140d33", stroke=GOLD, stroke_width=1.8)
        + _arch_lines(index)
    )


def _pillar(x: float) -> str:
    return (
        rect(x - 5, 132, 10, 228, fill=WALL0, stroke=GOLD)
        + rect(x - 8, 132, 16, 7, rx=1, fill="url(#m-gold)")
        + rect(x - 8, 348, 16, 8, rx=1, fill="url(#m-gold)")
    )
