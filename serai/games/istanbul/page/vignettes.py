"""The vignettes of the sixteen places: their streets and houses, in a box of 254 by 150."""
# ruff: noqa: E501 - an outline stays on one line

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from serai.games.istanbul.page.scenery import (
    arch,
    archp,
    awning,
    bricks,
    camel,
    clouds,
    crate,
    cypress,
    dome,
    drum,
    finial,
    fit,
    gulls,
    lantern,
    minaret,
    orange,
    roof,
    sack,
    sky,
    skyline,
    steam,
    street,
    sun,
    tiles,
    tree,
    tulip,
    voussoir,
    warehouse,
    wheel,
)
from serai.games.istanbul.page.shapes import at, circle, ellipse, group, line, path, rect, ring


def wainwright() -> str:
    s = sky("B") + skyline(100, 0.45) + sun(214, 34, 11)
    s += rect(18, 44, 168, 74, "woodD") + rect(26, 56, 152, 62, "winD", 0, 'opacity=".55"')
    s += roof(14, 50, 176, 26, 6)
    for x in (20, 98, 178):
        s += rect(x, 50, 8, 68, "wood") + rect(x, 50, 3, 68, "woodL")
    s += line("M28 62 L44 50 M98 62 L84 50 M106 62 L120 50 M178 62 L164 50", "wood", 4)
    s += wheel(62, 86, 23, 10) + wheel(140, 78, 16, 8)
    s += (
        rect(112, 98, 60, 5, "woodL", 1)
        + rect(118, 103, 5, 15, "wood")
        + rect(160, 103, 5, 15, "wood")
        + line("M128 97 l16 -5", "lead", 4)
        + rect(126, 92, 4, 8, "woodD", 1)
    )
    # hand cart
    s += group(
        path("M-34 -26 H24 L18 -6 H-28Z", "wood")
        + line("M-32 -19 H22 M-30 -12 H20", "woodD", 1.4)
        + line("M22 -22 L52 -34", "woodL", 4)
        + rect(-36, -29, 62, 4, "woodL", 1)
        + wheel(-8, -6, 13, 8, "woodL", "woodD"),
        "translate(208 124)",
    )
    return s + street()


def fabric_warehouse() -> str:
    s = sky("A") + skyline(98, 0.4) + clouds(14, 10, 0.8) + warehouse()
    for x in (26, 96, 166):
        s += path(archp(x - 4, 118, 68, 68), "brick") + path(archp(x, 118, 60, 62), "winD")
    # shelves of bolts
    cols = ["red", "iznik", "gold", "teal", "rose", "redD", "orange", "olive"]
    for k, x in enumerate((28, 98, 168)):
        for r, y in enumerate((86, 100, 114)):
            s += rect(x - 1, y + 4.5, 58, 2.4, "woodL")
            for c in range(4):
                f = cols[(k * 3 + r * 5 + c * 2) % 8]
                s += (
                    circle(x + 7 + c * 14, y - 2, 6.3, f)
                    + ring(x + 7 + c * 14, y - 2, 3.4, "white", 1.2, 'opacity=".75"')
                    + circle(x + 7 + c * 14, y - 2, 1.2, "white")
                )
    # draped cloths
    s += line("M14 50 Q72 62 127 50 Q182 62 240 50", "woodD", 1.6)
    for x, f, f2 in (
        (30, "red", "gold"),
        (64, "iznik", "white"),
        (100, "gold", "red"),
        (138, "teal", "cream"),
        (176, "redD", "gold"),
        (208, "white", "iznik"),
    ):
        s += (
            path(f"M{x} 53 q11 5 22 1 l-1 23 q-10 4 -20 0Z", f)
            + line(f"M{x + 1} 66 q10 4 20 0", f2, 2.6)
            + line(f"M{x + 1} 72 q10 4 20 0", f2, 1.3)
        )
    return s + street()


def spice_warehouse() -> str:
    s = sky("B") + sun(40, 28, 10) + skyline(98, 0.4) + warehouse("olive")
    s += (
        path(archp(22, 118, 92, 66), "brickD")
        + path(archp(27, 118, 82, 60), "winD")
        + path(archp(140, 118, 92, 66), "brickD")
        + path(archp(145, 118, 82, 60), "winD")
    )
    # jars and chillies
    for x in (36, 58, 80):
        s += (
            rect(x, 78, 16, 15, "teal", 3)
            + rect(x + 2, 75, 12, 4, "gold", 1)
            + rect(x, 84, 16, 3, "white", 0, 'opacity=".8"')
        )
    s += rect(29, 93, 78, 3, "woodL")
    for x in (156, 176, 196):
        s += line(f"M{x} 60 v6", "woodD", 1.4) + "".join(
            path(
                f"M{x} {66 + j * 6} q{6 if j % 2 else -6} 2 {4 if j % 2 else -4} 10 q{-5 if j % 2 else 5} -2 {-4 if j % 2 else 4} -10Z",
                "red",
            )
            for j in range(4)
        )
    s += (
        sack(46, 121, 0.92, "olive")
        + sack(82, 122, 1, "gold")
        + sack(168, 121, 0.92, "red")
        + sack(206, 122, 1.02, "leafL")
        + sack(126, 123, 1.12, "orange")
    )
    return s + street()


def fruit_warehouse() -> str:
    s = sky("C") + clouds(180, 14, 0.9) + skyline(100, 0.4)
    s += (
        rect(60, 46, 150, 72, "stoneL")
        + roof(60, 48, 150, 22, 7)
        + arch(82, 118, 34, 52, "winD", "iznik")
        + arch(154, 118, 34, 52, "winD", "iznik")
        + tiles(60, 50, 150, 10)
    )
    s += rect(126, 78, 18, 22, "win", 2) + line("M126 89 h18 M135 78 v22", "stoneD", 1.4)
    s += tree(30, 118, 66) + tree(230, 118, 60, "red")
    s += awning(66, 72, 138, 9, "leaf", "white", 11)
    # stepped crates with pyramids
    for x, f in ((56, "orange"), (106, "red"), (156, "gold")):
        s += crate(x, 122, 44, 20)
        for r, n in enumerate((5, 4, 3, 2)):
            for i in range(n):
                s += orange(x + 22 + (i - (n - 1) / 2) * 8.4, 99 - r * 6.6, 4.6, f)
    s += path("M198 104 q15 -14 30 0 q-2 16 -15 16 q-13 0 -15 -16Z", "leafD") + line(
        "M205 99 q-3 10 2 20 M213 97 v22 M221 99 q3 10 -2 20", "leafL", 2
    )
    return s + street()


def post_office() -> str:
    s = sky("C") + skyline(96, 0.45) + clouds(16, 18, 0.9)
    s += (
        bricks(64, 44, 126, 74)
        + rect(58, 40, 138, 6, "stoneL")
        + rect(64, 46, 126, 3, "shade", 0, 'opacity=".2"')
    )
    s += (
        path("M92 40 C92 22 112 16 127 8 C142 16 162 22 162 40Z", "stone")
        + circle(127, 28, 9, "iznik")
        + at(
            127,
            28,
            rect(-5.6, -3.8, 11.2, 7.6, "white", 1) + line("M-5.6 -3.4 L0 1.2 L5.6 -3.4", "iznik", 1.2),
        )
    )
    s += line("M127 8 v-6", "gold", 1.6)
    s += (
        arch(76, 92, 24, 32, "win", "stoneL")
        + arch(154, 92, 24, 32, "win", "stoneL")
        + path(archp(107, 118, 40, 54), "stoneL")
        + path(archp(112, 118, 30, 47), "woodD")
        + line("M127 74 V118", "gold", 1.2)
    )
    for x in (72, 150):
        s += (
            rect(x, 94, 32, 5, "stoneL")
            + rect(x + 3, 99, 26, 12, "iznik", 1)
            + line(f"M{x + 3} 99 l13 7 l13 -7", "white", 1.4)
        )
    s += awning(70, 56, 36, 7, "iznik", "white", 6) + awning(148, 56, 36, 7, "iznik", "white", 6)
    # pigeons
    for x, y, sc, fl in ((32, 56, 1, 1), (214, 40, 0.85, -1), (226, 76, 0.6, -1)):
        s += group(
            path("M-16 0 C-10 -5 -2 -5 3 -2 C6 -6 12 -6 13 -2 L17 0 L13 1 C12 6 2 9 -6 5 L-17 6Z", "white")
            + path("M-6 -2 C-10 -14 -4 -20 2 -22 C2 -14 4 -8 2 -2Z", "stoneD")
            + path("M-2 -2 C0 -12 8 -16 13 -16 C11 -10 8 -5 3 -1Z", "white")
            + circle(12, -2.4, 0.9, "shade")
            + group(
                rect(-5, -3.4, 10, 7, "cream", 0.8) + circle(0, 0.4, 1.6, "red"), "translate(20 6) rotate(14)"
            ),
            f"translate({x} {y}) scale({sc * fl} {sc})",
        )
    s += cypress(24, 118, 44) + cypress(232, 118, 40)
    return s + street()


def caravanserai() -> str:
    s = sky("B") + sun(127, 30, 13) + skyline(92, 0.4)
    s += bricks(0, 40, 74, 78, "stone", "stoneD", 9, 0.7) + bricks(180, 40, 74, 78, "stone", "stoneD", 9, 0.7)
    s += (
        rect(0, 36, 74, 5, "brick")
        + rect(180, 36, 74, 5, "brick")
        + rect(74, 58, 106, 60, "stoneD")
        + rect(74, 55, 106, 4, "brick")
    )
    for x in (6, 41, 186, 221):
        s += (
            voussoir(x, 74, 26, 30, "brick", "stoneL", 3)
            + path(archp(x, 74, 26, 30), "win")
            + voussoir(x, 118, 26, 36, "brick", "stoneL", 3)
            + path(archp(x, 118, 26, 36), "winD")
        )
    for x in (80, 106, 132, 158):
        s += path(archp(x, 84, 17, 22), "win") + path(archp(x, 118, 17, 26), "winD")
    for x in (16, 56, 198, 238):
        s += dome(x, 36, 11, "lead", 0.8, 0)
    s += lantern(127, 74, 0.7)
    s += tree(90, 119, 34, "leafL")
    return s + street() + camel(140, 128, 0.92) + group(sack(0, 0, 0.55, "gold"), "translate(88 128)")


def fountain() -> str:
    s = sky("A") + clouds(20, 14) + clouds(190, 22, 0.8) + skyline(96, 0.55)
    for x, h in ((14, 62), (34, 46), (220, 48), (240, 64)):
        s += cypress(x, 118, h)
    s += rect(0, 104, 254, 14, "leaf") + path(
        "M0 104 q16 -10 32 0 q16 -9 32 0 q16 -10 32 0 q16 -10 32 0 q16 -10 32 0 q16 -10 32 0 q16 -9 32 0 q16 -10 30 0 v8 H0Z",
        "leafL",
    )
    for i, x in enumerate((50, 62, 74, 180, 192, 204)):
        s += tulip(x, 90 + (i % 2) * 4, 0.62, "red" if i % 2 else "gold")
    # jets
    s += (
        line("M127 34 C118 22 104 30 100 56 M127 34 C136 22 150 30 154 56", "waterL", 3)
        + line("M127 60 C112 44 92 54 88 92 M127 60 C142 44 162 54 166 92", "waterL", 3, 'opacity=".9"')
        + line("M127 36 V20", "waterL", 3.4)
    )
    s += path("M108 58 H146 C144 66 136 68 133 68 V94 H121 V68 C118 68 110 66 108 58Z", "stoneL") + path(
        "M130 68 H133 V94 H128Z M138 60 H146 C144 66 136 68 133 68 Z", "stoneD"
    )
    s += (
        ellipse(127, 58, 19, 3.6, "water")
        + path("M119 36 H135 C134 41 130 42 129.5 42 V58 H124.5 V42 C124 42 120 41 119 36Z", "stoneL")
        + ellipse(127, 36, 8, 2, "water")
    )
    s += (
        path("M66 94 L78 122 H176 L188 94Z", "stoneL")
        + ellipse(127, 94, 61, 9, "stone")
        + ellipse(127, 94, 55, 7, "water")
        + line("M96 94 q8 -3 16 0 M136 96 q10 -3 18 0 M112 98 q8 -2 14 0", "waterL", 1.4)
    )
    for i in range(6):
        left = 76 + i * 17.6
        s += path(f"M{left + 1:g} 106 h14 l-1 12 h-12Z", "iznik" if i % 2 == 0 else "teal") + circle(
            left + 8, 112, 2.6, "white"
        )
    return s + street()


def black_market() -> str:
    s = sky("D")
    s += path("M0 150 V30 L34 22 V150Z M254 150 V22 L214 34 V150Z", "shade", 'opacity=".45"')
    for x, y in ((10, 46), (10, 76), (226, 52), (226, 84)):
        s += path(archp(x, y + 18, 13, 20), "gold", 'opacity=".8"')
    s += path("M36 118 L52 52 C74 64 98 50 127 34 C156 50 180 64 202 52 L218 118Z", "redD")
    s += path("M52 52 C74 64 98 50 127 34 C118 60 100 98 84 118 H36Z", "red") + path(
        "M202 52 C180 64 156 50 127 34 C136 60 154 98 170 118 H218Z", "red"
    )
    s += path("M127 34 C118 60 100 98 84 118 H170 C154 98 136 60 127 34Z", "shade")
    s += line("M127 34 C118 60 100 98 84 118 M127 34 C136 60 154 98 170 118", "gold", 2.4)
    s += line(
        "M60 60 L46 116 M76 59 L60 116 M94 54 L74 112 M194 60 L208 116 M178 59 L194 116 M160 54 L180 112",
        "redD",
        2.2,
    )
    s += path(
        "M46 54 C70 70 100 54 127 36 C154 54 184 70 208 54 L204 64 C182 76 156 66 127 48 C98 66 72 76 50 64Z",
        "gold",
    )
    s += lantern(127, 72, 0.95) + lantern(30, 48, 0.7) + lantern(226, 48, 0.7)
    s += ellipse(127, 112, 26, 4, "gold", 'opacity=".25"')
    s += group(
        path("M-15 0 C-15 -18 -9 -28 0 -30 C9 -28 15 -18 15 0Z", "skyD1")
        + path("M-7 -14 C-7 -24 7 -24 7 -14 C5 -8 -5 -8 -7 -14Z", "shade")
        + circle(-2.6, -15, 1.3, "gold")
        + circle(2.6, -15, 1.3, "gold"),
        "translate(127 118)",
    )
    # rug with jewels
    s += (
        crate(54, 121, 26, 18)
        + crate(176, 121, 26, 18)
        + path("M58 103 l6 -8 h8 l6 8 l-10 9Z", "iznik")
        + path("M58 103 h20 l-10 9Z", "shade", 'opacity=".3"')
        + group(
            ring(0, 0, 7, "gold", 3) + path("M-4 -9 L0 -15 L4 -9 L0 -6Z", "waterL"),
            "translate(189 96)",
        )
    )
    return s + street() + rect(0, 116, 254, 34, "shade", 0, 'opacity=".28"')


def tea_house() -> str:
    s = sky("B") + skyline(98, 0.4) + sun(30, 34, 10)
    s += rect(34, 40, 186, 78, "woodL") + rect(34, 86, 186, 32, "wood")
    s += (
        path("M22 44 C60 40 90 34 127 12 C164 34 194 40 232 44 L226 52 H28Z", "brick")
        + line("M22 44 C60 40 90 34 127 12 C164 34 194 40 232 44", "brickL", 2.4)
        + rect(26, 50, 202, 4, "brickD")
    )
    for x in (44, 186):
        s += (
            path(archp(x - 3, 86, 32, 32), "woodD")
            + path(archp(x, 86, 26, 28), "win")
            + line(f"M{x + 13} 58 V86 M{x} 74 h26", "woodL", 1.4)
        )
    s += path(archp(80, 118, 94, 64), "woodD") + path(archp(85, 118, 84, 58), "winD")
    # samovar-like double teapot
    s += group(
        path("M-26 0 C-34 -20 -18 -34 0 -34 C18 -34 34 -20 26 0Z", "lead")
        + path("M6 -34 C22 -33 34 -20 26 0 H10 C18 -12 16 -26 6 -34Z", "leadD")
        + line("M-27 -22 C-40 -24 -40 -6 -28 -6", "leadD", 4)
        + path("M24 -14 C34 -16 36 -28 46 -32 L48 -28 C42 -22 38 -6 26 -4Z", "leadD")
        + path("M-15 -36 C-20 -50 -10 -57 0 -57 C10 -57 20 -50 15 -36Z", "iznik")
        + path("M4 -57 C14 -55 19 -49 15 -36 H7 C11 -44 9 -52 4 -57Z", "shade", 'opacity=".25"')
        + line("M-16 -50 C-24 -51 -24 -40 -16 -40", "iznik", 3)
        + path("M14 -44 C20 -45 20 -52 27 -55 L28 -52 C24 -48 22 -40 15 -38Z", "iznik")
        + circle(0, -59, 3, "gold")
        + tulip(0, -46, 0.5, "white", False)
        + rect(-20, -36, 40, 3, "leadL", 1)
        + rect(-16, 0, 32, 5, "leadD", 1)
        + rect(-22, 5, 44, 4, "woodD", 1),
        "translate(122 112)",
    )
    s += steam(168, 78, 0.9)

    def glass(x: float, b: float, k: float) -> str:
        return group(
            ellipse(0, 0, 13, 3, "white")
            + path(
                "M-7 -22 C-5 -14 -5 -12 -7.5 -6 C-7 -1 -4 -1 0 -1 C4 -1 7 -1 7.5 -6 C5 -12 5 -14 7 -22Z",
                "red",
            )
            + path("M-7 -22 C-6.4 -19.5 -6 -18 -5.8 -17 H5.8 C6 -18 6.4 -19.5 7 -22Z", "waterL")
            + line("M-4 -18 C-3 -12 -4 -8 -4.4 -5", "white", 1.5, 'opacity=".7"'),
            f"translate({x} {b}) scale({k})",
        )

    s += rect(34, 114, 186, 5, "woodD")
    return s + street() + glass(62, 116, 1) + glass(194, 116, 1) + steam(58, 94, 0.7) + steam(190, 94, 0.7)


def large_market() -> str:
    s = rect(0, 0, 254, 150, "stoneL")
    s += path("M0 0 H254 V150 H0Z", "skyB2")
    # receding vaults
    for x, w, h, c1, c2 in (
        (0, 254, 150, "brick", "stone"),
        (30, 194, 118, "brickL", "stoneD"),
        (62, 130, 88, "brick", "stone"),
        (88, 78, 60, "brickL", "stoneD"),
    ):
        s += path(archp(x - 2, 118, w + 4, h), c1) + path(archp(x + 6, 118, w - 12, h - 9), c2)
        s += line(archp(x + 2, 118, w - 4, h - 4), "gold", 1.2, 'opacity=".6"')
    s += path(archp(102, 118, 50, 42), "white", 'opacity=".85"')
    s += lantern(127, 52, 0.8) + lantern(92, 50, 0.62) + lantern(162, 50, 0.62)
    # stalls both sides
    for side in (1, -1):
        g = ""
        g += (
            rect(4, 84, 62, 34, "woodD")
            + rect(4, 84, 62, 4, "woodL")
            + awning(0, 52, 70, 13, "red" if side == 1 else "iznik", "white", 6)
            + line("M6 66 V84 M64 66 V84", "woodD", 2.4)
        )
        cols = ("orange", "red", "gold", "teal") if side == 1 else ("olive", "gold", "iznik", "red")
        for i, c in enumerate(cols):
            x = 13 + i * 15
            g += path(f"M{x - 7} 84 q7 -15 14 0Z", c)
        g += (
            rect(10, 92, 14, 12, "gold", 1) + rect(28, 92, 14, 12, "teal", 1) + rect(46, 92, 14, 12, "red", 1)
        )
        s += group(g, "" if side == 1 else "translate(254 0) scale(-1 1)")
    for x, c in ((78, "red"), (176, "iznik")):
        s += path(f"M{x - 7} 58 h14 v26 l-7 -6 l-7 6Z", c) + circle(x, 68, 3.4, "gold")
    return s + street()


def small_market() -> str:
    s = sky("A") + clouds(100, 8, 0.9) + gulls(190, 26) + skyline(100, 0.55)
    s += cypress(126, 118, 50) + cypress(138, 118, 38)
    for x, c, goods in ((16, "teal", ("orange", "red", "gold")), (140, "red", ("olive", "iznik", "orange"))):
        s += rect(x + 6, 50, 4, 68, "woodD") + rect(x + 88, 50, 4, 68, "woodD")
        s += path(f"M{x - 6} 62 L{x + 8} 38 H{x + 90} L{x + 104} 62Z", c)
        for i in range(5):
            s += path(
                f"M{x - 6 + i * 22 + 11:g} 62 L{x + 8 + i * 16.4 + 8.2:g} 38 h8.2 L{x - 6 + i * 22 + 22:g} 62Z",
                "white",
            )
        for i in range(10):
            s += path(f"M{x - 6 + i * 11} 62 h11 v4 a5.5 5 0 0 1 -11 0Z", c if i % 2 == 0 else "white")
        s += (
            rect(x, 94, 98, 26, "wood")
            + rect(x - 3, 91, 104, 5, "woodL")
            + line(f"M{x} 104 h98 M{x} 112 h98", "woodD", 1.2)
        )
        for i, g in enumerate(goods):
            bx = x + 6 + i * 31
            s += path(f"M{bx} 91 h26 l-3 -9 h-20Z", "woodD")
            for r, n in enumerate((4, 3, 2)):
                for j in range(n):
                    s += orange(bx + 13 + (j - (n - 1) / 2) * 6.2, 80 - r * 5, 3.4, g)
        s += lantern(x + 49, 74, 0.55)
    return s + street()


def police_station() -> str:
    bg = sky("C") + clouds(20, 26, 0.8) + skyline(100, 0.4)
    s = ""
    s += bricks(40, 50, 174, 68, "stone", "stoneD", 9, 0.7)
    for i in range(12):
        s += rect(40 + i * 15, 43, 9, 8, "stone")
    s += rect(40, 50, 174, 4, "stoneD")
    for x in (26, 196):
        s += bricks(x, 34, 32, 84, "stoneL", "stoneD", 9, 0.6) + rect(x - 3, 30, 38, 6, "stoneD")
        for i in range(4):
            s += rect(x - 3 + i * 10.3, 23, 7, 8, "stoneL")
        s += path(archp(x + 10, 66, 12, 20), "win") + line(f"M{x + 13} 50 V66 M{x + 19} 50 V66", "leadD", 1.4)
    s += (
        rect(110, 22, 34, 30, "stoneL")
        + rect(106, 18, 42, 6, "stoneD")
        + line("M127 18 V-2", "woodD", 2)
        + path("M128 -1 h22 v13 h-22Z", "red")
        + path("M139 2.4 a3.6 3.6 0 1 0 0 6.2 a2.9 2.9 0 1 1 0 -6.2Z", "white")
    )
    s += circle(127, 38, 8, "gold") + path(
        "M127 31 l2 4.4 4.8 .5 -3.6 3.2 1 4.8 -4.2 -2.5 -4.2 2.5 1 -4.8 -3.6 -3.2 4.8 -.5Z", "white"
    )
    s += (
        path(archp(103, 118, 48, 56), "iznik")
        + path(archp(108, 118, 38, 48), "woodD")
        + line(
            "M114 84 V118 M121 76 V118 M127 74 V118 M133 76 V118 M140 84 V118 M108 96 h38 M108 106 h38",
            "leadL",
            1.8,
        )
    )
    for x in (70, 164):
        s += (
            path(archp(x - 2, 94, 24, 28), "stoneL")
            + path(archp(x, 94, 20, 24), "win")
            + line(f"M{x + 5} 74 V94 M{x + 10} 71 V94 M{x + 15} 74 V94 M{x} 84 h20", "leadD", 1.6)
        )
    return bg + fit(s, 0.88) + street()


def sultans_palace() -> str:
    bg = sky("B") + sun(127, 44, 20) + skyline(94, 0.45)
    s = ""
    for x, h in ((20, 50), (234, 50), (8, 38), (246, 38)):
        s += cypress(x, 118, h)
    s += rect(36, 66, 182, 52, "stoneL")
    for i in range(15):
        s += rect(36 + i * 12.4, 59, 7.6, 8, "stoneL")
    s += rect(36, 66, 182, 3, "stoneD") + tiles(38, 70, 178, 9, "teal")
    for x in (58, 196):
        s += (
            path(f"M{x - 19} 118 V46 H{x + 19} V118Z", "stone")
            + path(f"M{x + 5} 118 V46 H{x + 19} V118Z", "stoneD", 'opacity=".6"')
            + rect(x - 22, 42, 44, 6, "stoneD")
        )
        s += (
            path(f"M{x - 21} 42 C{x - 12} 34 {x - 6} 22 {x} 4 C{x + 6} 22 {x + 12} 34 {x + 21} 42Z", "red")
            + path(
                f"M{x} 4 C{x + 6} 22 {x + 12} 34 {x + 21} 42 H{x + 8} C{x + 6} 30 {x + 3} 18 {x} 4Z", "redD"
            )
            + finial(x, 6, 0.85)
        )
        s += path(archp(x - 6, 78, 12, 22), "win") + path(archp(x - 5, 104, 10, 16), "win")
    s += dome(127, 56, 24, "gold", 0.95, 1) + drum(127, 66, 46, 11, 5)
    s += (
        path(archp(96, 118, 62, 56), "iznik")
        + path(archp(100, 118, 54, 51), "gold")
        + path(archp(103, 118, 48, 47), "redD")
        + path(archp(112, 118, 30, 34), "winD")
    )
    s += circle(127, 78, 5, "gold") + path("M129 75 a3.6 3.6 0 1 0 0 6 a2.9 2.9 0 1 1 0 -6Z", "white")
    s += path("M118 118 L122 92 H132 L136 118Z", "red")
    return (
        bg
        + fit(s, 0.86)
        + street()
        + path("M112 150 L118 116 H136 L142 150Z", "red")
        + line("M115 150 L120 117 M139 150 L134 117", "gold", 1.6)
    )


def small_mosque() -> str:
    bg = sky("A") + clouds(26, 26, 1) + gulls(30, 52) + skyline(100, 0.5)
    s = ""
    s += cypress(62, 118, 58) + cypress(46, 118, 42) + cypress(212, 118, 48)
    s += minaret(184, 118, 84, 9, 22)
    s += (
        rect(78, 78, 96, 40, "stone")
        + rect(76, 75, 100, 4, "stoneL")
        + drum(126, 75, 62, 12, 6)
        + dome(126, 63, 30, "lead", 1.02, 1.1)
    )
    for x in (86, 166):
        s += dome(x, 76, 10, "lead", 0.9, 0.5)
    for x in (84, 150):
        s += arch(x, 106, 16, 22, "win", "stoneL")
    s += (
        path(archp(107, 118, 38, 40), "iznik")
        + path(archp(111, 118, 30, 34), "stoneL")
        + path(archp(114, 118, 24, 29), "woodD")
    )
    s += tiles(80, 108, 24, 8) + tiles(148, 108, 24, 8)
    return bg + fit(s, 1.12) + street()


def great_mosque() -> str:
    bg = sky("C") + sun(40, 48, 9) + gulls(196, 50, 0.9) + skyline(102, 0.4)
    s = ""
    for x, h in ((30, 92), (224, 92), (56, 78), (198, 78)):
        s += minaret(x, 118, h, 7.5, 20)
    s += rect(64, 84, 126, 34, "stone") + rect(62, 81, 130, 4, "stoneL")
    s += (
        dome(90, 82, 22, "lead", 0.8, 0.6)
        + dome(164, 82, 22, "lead", 0.8, 0.6)
        + dome(127, 80, 34, "lead", 0.7, 0)
    )
    s += drum(127, 62, 62, 10, 8) + dome(127, 52, 31, "lead", 0.98, 1.1)
    for x in (72, 182):
        s += dome(x, 84, 9, "lead", 0.9, 0.45)
    for x in (70, 88, 150, 168):
        s += arch(x, 118, 13, 26, "win", "stoneL")
    s += (
        path(archp(106, 118, 42, 44), "iznik")
        + path(archp(109.5, 118, 35, 40), "stoneL")
        + path(archp(113, 118, 28, 34), "woodD")
        + tiles(112, 82, 30, 7, "teal")
    )
    s += rect(24, 112, 206, 6, "stoneD")
    return bg + fit(s, 0.9) + street()


def gemstone_dealer() -> str:
    s = sky("D") + skyline(92, 0.25)
    s += (
        rect(22, 34, 210, 84, "iznik")
        + rect(22, 34, 210, 84, "shade", 0, 'opacity=".12"')
        + rect(16, 30, 222, 7, "gold")
        + rect(16, 37, 222, 3, "goldD")
    )
    s += tiles(22, 40, 210, 12, "teal")
    s += (
        path(archp(76, 112, 102, 66), "gold")
        + path(archp(81, 112, 92, 61), "winD")
        + path(archp(81, 112, 92, 61), "shade", 'opacity=".35"')
    )
    for a in range(-4, 5):
        an = math.radians(90 + a * 18)
        s += line(
            f"M{127 + math.cos(an) * 26:.1f} {84 - math.sin(an) * 24:.1f} L{127 + math.cos(an) * 44:.1f} {84 - math.sin(an) * 40:.1f}",
            "gold",
            1.6,
            'opacity=".85"',
        )
    s += path("M93 112 C96 102 106 99 127 99 C148 99 158 102 161 112Z", "redD") + path(
        "M97 104 C108 98 146 98 157 104 C146 108 108 108 97 104Z", "red"
    )
    s += group(
        path("M-24 -12 L-13 -26 H13 L24 -12 L0 18Z", "red")
        + path("M-24 -12 L-13 -26 L-8 -12Z", "#e86a5f")
        + path("M-13 -26 H13 L8 -12 H-8Z", "#f49b8e")
        + path("M13 -26 L24 -12 H8Z", "#d94a42")
        + path("M-8 -12 H8 L0 18Z", "#d63a35")
        + path("M8 -12 H24 L0 18Z", "redD")
        + path("M-24 -12 H-8 L0 18Z", "#c23a34"),
        "translate(127 85)",
    )
    for x, g in ((30, "waterL"), (190, "leafL")):
        s += (
            path(archp(x, 112, 34, 44), "gold")
            + path(archp(x + 3, 112, 28, 40), "winD")
            + rect(x + 3, 98, 28, 2.4, "woodL")
        )
        s += path(f"M{x + 17} 82 l7 6 l-7 9 l-7 -9Z", g) + path(
            f"M{x + 10} 88 h14 l-7 9Z", "shade", 'opacity=".25"'
        )
        s += (
            circle(x + 11, 106, 3.4, "white")
            + circle(x + 18, 106, 3.4, "gold")
            + circle(x + 25, 106, 3.4, "white")
        )
    s += rect(16, 112, 222, 7, "goldD")
    return s + street()


# By number.
VIGNETTES: Final[tuple[Callable[[], str], ...]] = (
    wainwright,
    fabric_warehouse,
    spice_warehouse,
    fruit_warehouse,
    post_office,
    caravanserai,
    fountain,
    black_market,
    tea_house,
    large_market,
    small_market,
    police_station,
    sultans_palace,
    small_mosque,
    great_mosque,
    gemstone_dealer,
)
