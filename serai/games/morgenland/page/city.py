"""The city: caravanserai, market, the house of the djinn, Aladdin's tent."""

from __future__ import annotations

from serai.games.morgenland.page.geometry import CITY_STEP, CITY_X, TENT_WIDTH
from serai.games.morgenland.page.palette import GOLD, SHADE, TILE, WIN, colour
from serai.games.morgenland.page.scenery import finial, frieze, gilded_dome, lantern
from serai.games.morgenland.page.shapes import (
    arch,
    circle,
    dome,
    ellipse,
    group,
    icon,
    line,
    merlons,
    path,
    points,
    rect,
)
from serai.scene.draw import n

BRICK = "url(#m-brick)"
PURPLE = "#7a3fae"


def city() -> str:
    """The city: four fields side by side."""
    return _garden() + "".join(
        group(draw(), data_zone=name)
        for name, draw in (
            ("caravanserai", _caravanserai),
            ("market", _market),
            ("djinn", _djinn),
            ("tent", _tent),
        )
    )


def _garden() -> str:
    hills = "M0,470 Q120,436 260,462 T560,452 T900,466 T1240,446 T1600,468 V620 H0 Z"
    drawn = rect(0, 390, 1600, 230, fill="url(#m-garden)")
    drawn += rect(0, 392, 1600, 222, fill="url(#m-starfield)", opacity=0.55)
    drawn += path(hills, fill=colour("garden0"), opacity=0.55)
    houses = ((440, 70, 70), (800, 60, 84), (846, 40, 58), (1160, 64, 74), (1216, 38, 52), (1500, 70, 66))
    for x, w, h in houses:
        top = 516 - h
        house = rect(x, top, w, h + 60) + path(dome(x + w / 2, top, w * 0.7, w * 0.42))
        windows = "".join(path(arch(x + 10 + k * (w - 34), top + 14, 12, 18, 7)) for k in range(2))
        drawn += group(house, fill=colour("brick1"), opacity=0.55) + group(windows, fill=WIN, opacity=0.65)
    trees = ((86, 150), (110, 118), (424, 160), (446, 120), (788, 150), (1150, 160), (1172, 116), (1520, 150))
    for x, h in trees:
        drawn += _cypress(x, h, "cypress" if h >= 150 else "cypress2")
    return drawn


def _cypress(x: float, h: float, ink: str) -> str:
    foot, w = 614, 30
    return path(
        f"M{n(x)},{n(foot - h)} C{points((x + w * 0.5, foot - h * 0.7), (x + w * 0.62, foot - h * 0.25))}"
        f" {n(x + w * 0.18)},{foot} H{n(x - w * 0.18)}"
        f" C{points((x - w * 0.62, foot - h * 0.25), (x - w * 0.5, foot - h * 0.7), (x, foot - h))} Z",
        fill=colour(ink),
    )


def _palm(x: float, foot: float, h: float) -> str:
    trunk = line(f"M{n(x)},{n(foot)} q6,{n(-h / 2)} -2,{n(-h)}", colour("brick1"), 5, stroke_linecap="round")
    leaves = " ".join(
        f"M{n(x - 2)},{n(foot - h)} q{n(dx / 2)},{dy - 6} {dx},{dy + 6} q{n(-dx * 0.4)},-6 {-dx},{-dy - 6}"
        for dx, dy in ((-26, 6), (-20, -10), (-4, -17), (16, -13), (25, 2), (14, 10), (-14, 12))
    )
    return trunk + path(leaves, fill=colour("cypress2"))


def _court(x: float, y: float, w: float, h: float) -> str:
    """An arcade of three arches: the calm ground on which figures lie."""
    step = w / 3
    middles = [x + step * (i + 0.5) for i in range(3)]
    arches = " ".join(arch(x + step * i + 1.5, y, step - 3, h, 30) for i in range(3))
    drawn = path(arches, fill="url(#m-court)", stroke=GOLD, stroke_width=2)
    for middle in middles:
        drawn += circle(middle, y + 30, 58, fill="url(#m-glow)", opacity=0.62)
        drawn += ellipse(middle, y + h - 6, step * 0.42, 14, fill="url(#m-glow)", opacity=0.55)
    for i in range(4):
        at = x + step * i
        drawn += rect(at - 4, y + 26, 8, h - 26, fill=colour("brick0"), stroke=GOLD, stroke_width=0.8)
        drawn += rect(at - 6, y + 24, 12, 5, fill=GOLD)
    return drawn


def _bricks(x: float, y: float, w: float, h: float) -> str:
    return rect(x, y, w, h, fill=BRICK) + rect(x, y, w, h, fill="url(#m-bricks)")


def _caravanserai() -> str:
    x = CITY_X
    cx = x + CITY_STEP / 2
    drawn = path(merlons(x + 12, x + CITY_STEP - 12, 462, 17, 10, 11), fill=BRICK)
    drawn += _bricks(x + 10, 461, CITY_STEP - 20, 155) + line(
        f"M{x + 10},461 h{n(CITY_STEP - 20)}", GOLD, 1.6
    )
    for tower in (x + 7, x + CITY_STEP - 47):
        drawn += path(merlons(tower, tower + 40, 432, 13, 9, 9), fill=BRICK) + _bricks(tower, 431, 40, 186)
        drawn += path(arch(tower + 12, 444, 16, 28, 9), fill=WIN)
    drawn += _bricks(cx - 66, 410, 132, 90) + path(merlons(cx - 66, cx + 66, 411, 16, 9, 10), fill=BRICK)
    drawn += rect(cx - 58, 415, 116, 78, rx=2, fill=TILE)
    drawn += rect(cx - 58, 415, 116, 78, fill="url(#m-khatam)", stroke=GOLD, stroke_width=1.5)
    drawn += path(arch(cx - 42, 420, 84, 74, 34), fill=WIN, stroke=GOLD, stroke_width=2)
    drawn += icon("camel", cx, 464, 56, fill=colour("rug"), color=colour("rug"))
    return drawn + _court(x + 22, 494, CITY_STEP - 44, 120) + _palm(x + 14, 500, 86)


def _market() -> str:
    x = CITY_X + CITY_STEP
    cx = x + CITY_STEP / 2
    drawn = path(merlons(x + 30, x + CITY_STEP - 30, 440, 17, 9, 10), fill=BRICK)
    drawn += _bricks(x + 28, 439, CITY_STEP - 56, 178)
    for side in (-98, 98):
        drawn += gilded_dome(cx + side, 440, 60, 34, 1) + finial(cx + side, 408, 8, False)
    drawn += path(" ".join(arch(cx + k - 9, 448, 18, 30, 10) for k in (-92, -36, 36, 92)), fill=WIN)
    drawn += _court(x + 14, 496, CITY_STEP - 28, 118)
    for i, ink in enumerate(("#c8432b", "#1f9a8e", "#d99a1f")):
        drawn += _awning(x + 14 + (CITY_STEP - 28) / 3 * i, (CITY_STEP - 28) / 3, ink)
    rope = f"M{n(x + 20)},412 Q{n(cx - 80)},440 {n(cx)},414 T{n(x + CITY_STEP - 20)},412"
    drawn += line(rope, GOLD, 1.3)
    return drawn + lantern(cx - 92, 434, 0.9) + lantern(cx, 424, 1.05) + lantern(cx + 90, 410, 0.9)


def _awning(x: float, w: float, ink: str) -> str:
    """An awning of six stripes, alternately coloured and white."""
    stripes = {ink: "", colour("cloth"): ""}
    for j in range(6):
        top0, top1 = (x + 6 + (w - 12) / 6 * k for k in (j, j + 1))
        foot0, foot1 = (x - 3 + (w + 6) / 6 * k for k in (j, j + 1))
        r = n((foot1 - foot0) / 2)
        stripe = (
            f"M{points((top0, 470), (top1, 470))} L{points((foot1, 500))} A{r},{r} 0 0 1 {n(foot0)},500 Z"
        )
        stripes[colour("cloth") if j % 2 else ink] += stripe
    drawn = "".join(path(d, fill=fill) for fill, d in stripes.items())
    drawn += line(f"M{n(x + 6)},470 h{n(w - 12)}", GOLD, 3, stroke_linecap="round")
    return drawn + line(f"M{n(x - 3)},500 h{n(w + 6)}", SHADE, 1, opacity=0.35)


def _djinn() -> str:
    """Three domes; the smoke of the middle one turns into the djinn."""
    x = CITY_X + 2 * CITY_STEP
    cx = x + CITY_STEP / 2
    smoke = (
        f"M{n(cx - 34)},464 c-26,-24 14,-28 -2,-50 c-8,-12 6,-18 14,-12"
        f" M{n(cx + 34)},464 c28,-20 -12,-30 4,-48 c8,-12 -4,-20 -14,-14"
    )
    ink = colour("djinn")
    drawn = rect(x + 22, 462, CITY_STEP - 44, 155, fill="url(#m-wall)")
    drawn += path(merlons(x + 24, x + CITY_STEP - 24, 463, 17, 9, 10), fill=colour("wall0"))
    drawn += frieze(x + 22, 466, CITY_STEP - 44, 14)
    drawn += line(f"M{n(x + 22)},463 h{n(CITY_STEP - 44)} m0,18 H{n(x + 22)}", GOLD, 1.3)
    for side in (-112, 112):
        drawn += gilded_dome(cx + side, 458, 84, 46, 1.3) + finial(cx + side, 414, 9)
        drawn += rect(cx + side - 35, 456, 70, 8, rx=2, fill="url(#m-gold)")
    drawn += circle(cx, 440, 70, fill="url(#m-glow)", opacity=0.8)
    drawn += line(smoke, ink, 5, stroke_linecap="round", opacity=0.5)
    drawn += icon("djinn", cx, 432, 72, fill=ink, color=ink)
    drawn += path(f"M{n(cx - 44)},466 q44,-16 88,0 z", fill="url(#m-gold)")
    return drawn + _court(x + 22, 492, CITY_STEP - 44, 122)


def _tent() -> str:
    """A striped tent, and a bench for the two piles of spell cards."""
    x = CITY_X + 3 * CITY_STEP
    left, width = x + 14, TENT_WIDTH
    right, cx = left + width, left + width / 2
    drawn = path(f"M{n(cx)},408 V396", stroke=GOLD, stroke_width=3)
    flag = f"M{n(cx + 1)},396 q14,-5 26,1 q-6,5 0,11 q-12,4 -26,1 z"
    drawn += path(flag, fill="#c8432b", stroke=GOLD)
    drawn += rect(left - 4, 500, width + 8, 114, fill=colour("rug"))
    drawn += path(arch(left + 6, 484, width - 12, 130, 36), fill="url(#m-court)")
    drawn += circle(cx, 512, 90, fill="url(#m-glow)", opacity=0.6)
    for side in (-1, 1):
        edge = cx + side * (width / 2 - 4)
        curtain = (
            f"M{n(edge)},500 c{-side * 30},20 {-side * 24},60 {-side * 4},66"
            f" c{-side * 10},18 {-side * 10},34 {-side * 12},48 H{n(edge)} Z"
        )
        drawn += path(curtain, fill=PURPLE, stroke=GOLD, stroke_width=1.2)
        drawn += circle(edge - side * 6, 566, 4, fill=GOLD)
    drawn += _canopy(left, width)
    drawn += line(f"M{n(right + 10)},488 L{n(x + CITY_STEP - 6)},520", GOLD, 1.3, opacity=0.8)
    bench = rect(x + 246, 514, 116, 92, rx=8, fill="url(#m-court)", stroke=GOLD, stroke_width=1.6)
    for at in (252, 308):
        bench += rect(
            x + at, 520, 48, 80, rx=6, fill="none", stroke=GOLD, stroke_dasharray="4 4", opacity=0.6
        )
    return drawn + group(bench, data_zone="spells") + lantern(x + 304, 486, 1)


def _canopy(left: float, width: float) -> str:
    """Ten sagging stripes from the tip, with a valance in the other colour."""
    cx = left + width / 2
    stripes = {PURPLE: "", colour("cloth"): ""}
    inks = list(stripes)
    for j in range(10):
        a, b = (left - 10 + (width + 20) * k / 10 for k in (j, j + 1))
        ka, kb = cx + (a - cx) * 0.34, cx + (b - cx) * 0.34
        r = n((b - a) / 2)
        stripes[inks[j % 2]] += (
            f"M{n(cx)},406 C{points((ka, 444), ((a + ka) / 2, 478), (a, 488))} H{n(b)}"
            f" C{points(((b + kb) / 2, 478), (kb, 444), (cx, 406))} Z"
        )
        stripes[inks[1 - j % 2]] += f"M{n(a)},488 H{n(b)} V500 A{r},{r} 0 0 1 {n(a)},500 Z"
    half = width / 2 + 10
    edges = "".join(
        f"M{n(cx)},406 C{points((cx + a * 0.34, 444), (cx + a * 0.67, 478), (cx + a, 488))}"
        for a in (-half, half)
    )
    return (
        "".join(path(d, fill=ink) for ink, d in stripes.items())
        + line(f"M{n(left - 10)},488 h{n(width + 20)}", GOLD, 3)
        + line(edges, GOLD, 1.6)
        + circle(cx, 407, 5, fill=GOLD)
    )
