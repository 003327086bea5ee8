"""The parts of the vignettes: skies, domes, minarets, trees, stalls, camels.

A vignette is 254 wide and 150 high; the street begins at y = 116.
"""
# ruff: noqa: E501 - an outline stays on one line

from __future__ import annotations

import math

from serai.games.istanbul.page import palette
from serai.games.istanbul.page.shapes import circle, ellipse, group, line, path, rect, ring


def sky(k: str) -> str:
    return f'<rect width="254" height="150" fill="url(#sky{k})"/>'


def sun(x: float, y: float, r: float = 13) -> str:
    return (
        circle(x, y, r * 2.1, "white", 'opacity=".18"')
        + circle(x, y, r * 1.5, "white", 'opacity=".22"')
        + circle(x, y, r, "white", 'opacity=".9"')
    )


def clouds(x: float, y: float, s: float = 1) -> str:
    return group(
        path(
            "M0 8 C2 1 12 0 15 4 C19 -3 31 -1 32 6 C40 5 42 11 37 12 H3 C-2 12 -2 9 0 8Z",
            "white",
            'opacity=".55"',
        ),
        f"translate({x} {y}) scale({s})",
    )


def gulls(x: float, y: float, s: float = 1) -> str:
    return group(
        line("M0 0 Q4 -5 8 0 Q12 -5 16 0", "stoneD", 1.6)
        + line("M20 8 Q23 4 26 8 Q29 4 32 8", "stoneD", 1.4),
        f"translate({x} {y}) scale({s})",
        'opacity=".9"',
    )


def street() -> str:
    s = rect(0, 116, 254, 34, "street") + rect(0, 116, 254, 2.4, "streetD")
    for r, y in enumerate((124, 133, 143)):
        for i in range(-1, 9):
            x = i * 34 + (r % 2) * 17
            s += line(f"M{x} {y} h27", "streetD", 1.3, 'opacity=".55"')
    return s


def skyline(y: float = 104, op: float = 0.5) -> str:
    return group(
        path(
            "M0 150 V14 L8 14 V10 L18 10 V14 H28 C30 6 38 3 44 3 C50 3 58 6 60 14 H66 V-14 L67.5 -20 L69 -14 V14 H84 V8 H98 V14 H112 C113 9 118 7 122 7 C126 7 131 9 132 14 H150 V6 H164 V14 H176 V-8 L177.5 -14 L179 -8 V14 H186 C188 4 198 0 204 0 C210 0 220 4 222 14 H228 V-10 L229.5 -16 L231 -10 V14 H254 V150 Z",
            "hill2",
        ),
        f"translate(0 {y - 14})",
        f'opacity="{op}"',
    )


def archp(x: float, b: float, w: float, h: float) -> str:
    """A pointed arch; x is the left of its base, b the base's y."""
    m = x + w / 2
    t = b - h
    sp = b - h * 0.58
    return f"M{x} {b} V{sp:g} C{x} {sp - h * 0.2:g} {x + w * 0.22:g} {t + h * 0.1:g} {m:g} {t:g} C{x + w * 0.78:g} {t + h * 0.1:g} {x + w} {sp - h * 0.2:g} {x + w} {sp:g} V{b} Z"


def arch(x: float, b: float, w: float, h: float, f: str = "win", trim: str = "") -> str:
    s = ""
    if trim:
        s += path(archp(x - 2.5, b, w + 5, h + 4), trim)
    return s + path(archp(x, b, w, h), f)


def voussoir(
    x: float, b: float, w: float, h: float, a: str = "brick", c: str = "stoneL", t: float = 5
) -> str:
    """A striped arch."""
    s = path(archp(x - t, b, w + 2 * t, h + t * 1.5), c)
    m = x + w / 2
    sp = b - h * 0.58
    for k in range(-3, 4):
        ang = math.radians(90 + k * 24)
        x2 = m + math.cos(ang) * (w / 2 + t * 2.2)
        y2 = sp - math.sin(ang) * (h * 0.42 + t * 2.4)
        s += line(f"M{m:g} {sp:g} L{x2:g} {y2:g}", a, t * 0.8)
    return s


def finial(x: float, y: float, s: float = 1) -> str:
    return group(
        line("M0 0 V-6", "gold", 1.8)
        + circle(0, -7, 1.8, "gold")
        + path("M-3 -13 A3.6 3.6 0 1 0 3 -13 A3 3 0 1 1 -3 -13Z", "gold"),
        f"translate({x} {y}) scale({s})",
    )


def dome(cx: float, b: float, r: float, f: str = "lead", k: float = 1.0, fin: float = 1.0) -> str:
    h = r * k
    d = f"M{cx - r} {b} C{cx - r} {b - h * 0.62:g} {cx - r * 0.5:g} {b - h * 0.96:g} {cx} {b - h:g} C{cx + r * 0.5:g} {b - h * 0.96:g} {cx + r} {b - h * 0.62:g} {cx + r} {b} Z"
    s = finial(cx, b - h, fin) if fin else ""
    s += path(d, f)
    s += path(
        f"M{cx + r * 0.15:g} {b - h * 0.99:g} C{cx + r * 0.6:g} {b - h * 0.93:g} {cx + r} {b - h * 0.62:g} {cx + r} {b} H{cx + r * 0.45:g} C{cx + r * 0.5:g} {b - h * 0.55:g} {cx + r * 0.35:g} {b - h * 0.8:g} {cx + r * 0.15:g} {b - h * 0.99:g}Z",
        f + "D" if f + "D" in palette.VIGNETTE.colours else "shade",
        'opacity=".75"',
    )
    s += path(
        f"M{cx - r * 0.75:g} {b - h * 0.1:g} C{cx - r * 0.75:g} {b - h * 0.5:g} {cx - r * 0.5:g} {b - h * 0.8:g} {cx - r * 0.2:g} {b - h * 0.92:g} C{cx - r * 0.5:g} {b - h * 0.6:g} {cx - r * 0.58:g} {b - h * 0.4:g} {cx - r * 0.6:g} {b - h * 0.1:g}Z",
        f + "L" if f + "L" in palette.VIGNETTE.colours else "white",
        'opacity=".7"',
    )
    return s


def drum(cx: float, b: float, w: float, h: float, n: int = 5) -> str:
    s = rect(cx - w / 2, b - h, w, h, "stone") + rect(cx - w / 2 - 1.5, b - h - 2, w + 3, 3, "stoneL")
    for i in range(n):
        x = cx - w / 2 + (i + 0.5) * w / n
        s += path(archp(x - w / n * 0.22, b - 1, w / n * 0.44, h * 0.8), "win")
    return s


def minaret(cx: float, b: float, h: float, w: float = 7, tip: float = 20) -> str:
    t = b - h
    s = rect(cx - w / 2, t, w, h, "stoneL") + rect(cx + w * 0.1, t, w * 0.4, h, "stoneD", 0, 'opacity=".6"')
    s += path(f"M{cx - w / 2 - 0.5:g} {t} L{cx} {t - tip} L{cx + w / 2 + 0.5:g} {t}Z", "lead") + path(
        f"M{cx} {t} L{cx} {t - tip} L{cx + w / 2 + 0.5:g} {t}Z", "leadD"
    )
    for yy in [t + 9] if h < 70 else [t + 9, t + 30]:
        s += path(f"M{cx - w / 2 - 2.6:g} {yy} h{w + 5.2:g} l-1.8 4.5 h{-(w + 1.6):g}Z", "stone") + rect(
            cx - w / 2 - 2.8, yy - 2.6, w + 5.6, 2.8, "stoneD"
        )
    s += finial(cx, t - tip, 0.62)
    return s


def cypress(cx: float, b: float, h: float, w: float = 0) -> str:
    w = w or h * 0.26
    return (
        rect(cx - 1.3, b - 5, 2.6, 5, "woodD")
        + path(
            f"M{cx} {b - h} C{cx + w * 0.3:g} {b - h * 0.75:g} {cx + w / 2:g} {b - h * 0.5:g} {cx + w / 2:g} {b - h * 0.25:g} C{cx + w / 2:g} {b - h * 0.08:g} {cx + w * 0.25:g} {b - 3} {cx} {b - 3} C{cx - w * 0.25:g} {b - 3} {cx - w / 2:g} {b - h * 0.08:g} {cx - w / 2:g} {b - h * 0.25:g} C{cx - w / 2:g} {b - h * 0.5:g} {cx - w * 0.3:g} {b - h * 0.75:g} {cx} {b - h}Z",
            "leaf",
        )
        + path(
            f"M{cx} {b - h} C{cx + w * 0.3:g} {b - h * 0.75:g} {cx + w / 2:g} {b - h * 0.5:g} {cx + w / 2:g} {b - h * 0.25:g} C{cx + w / 2:g} {b - h * 0.08:g} {cx + w * 0.25:g} {b - 3} {cx} {b - 3} C{cx + w * 0.22:g} {b - h * 0.3:g} {cx + w * 0.12:g} {b - h * 0.6:g} {cx} {b - h}Z",
            "leafD",
        )
    )


def tulip(x: float, y: float, s: float = 1, f: str = "red", stem: bool = True) -> str:
    r = ""
    if stem:
        r += (
            line("M0 8 C0 16 -1 20 0 28", "leaf", 1.8)
            + path("M0 26 C-9 22 -9 12 -8 8 C-5 14 -2 18 0 26Z", "leaf")
            + path("M0 26 C9 23 8 14 8 11 C5 15 2 19 0 26Z", "leafD")
        )
    r += path(
        "M0 10 C-8 7 -8.5 -4 -5.5 -12 C-4 -7 -2.2 -5.5 0 -14 C2.2 -5.5 4 -7 5.5 -12 C8.5 -4 8 7 0 10Z", f
    ) + path("M0 -14 C2.2 -5.5 4 -7 5.5 -12 C8.5 -4 8 7 0 10 C4 4 3 -6 0 -14Z", "shade", 'opacity=".2"')
    return group(r, f"translate({x} {y}) scale({s})")


def awning(x: float, y: float, w: float, h: float, a: str, b: str = "white", n: int = 6) -> str:
    s = ""
    k = w / n
    for i in range(n):
        s += path(
            f"M{x + i * k:g} {y} h{k:g} v{h} a{k / 2:g} {k / 2.4:g} 0 0 1 {-k:g} 0Z", a if i % 2 == 0 else b
        )
    s += rect(x, y, w, 3, "shade", 0, 'opacity=".18"') + rect(x, y + h - 4, w, 4, "shade", 0, 'opacity=".12"')
    return s


def bricks(
    x: float,
    y: float,
    w: float,
    h: float,
    f: str = "brick",
    m: str = "brickD",
    r: float = 7,
    op: float = 0.55,
) -> str:
    s = rect(x, y, w, h, f)
    row = 0
    yy = y + r
    while yy < y + h - 1:
        s += line(f"M{x} {yy} h{w}", m, 0.9, f'opacity="{op}"')
        xx = x + (7 if row % 2 else 14)
        while xx < x + w:
            s += line(f"M{xx} {yy - r} v{r}", m, 0.9, f'opacity="{op}"')
            xx += 14
        yy += r
        row += 1
    return s


def sack(x: float, b: float, s: float, heap: str) -> str:
    return group(
        path("M-15 0 C-19 -12 -15 -22 -12 -24 H12 C15 -22 19 -12 15 0Z", "cream")
        + path("M3 0 C8 -8 8 -18 6 -24 H12 C15 -22 19 -12 15 0Z", "stoneD", 'opacity=".6"')
        + path("M-12.5 -23 C-8 -33 -3 -41 0 -43 C3 -41 8 -33 12.5 -23Z", heap)
        + path("M0 -43 C3 -41 8 -33 12.5 -23 H4 C4 -32 2 -39 0 -43Z", "shade", 'opacity=".2"')
        + path("M-14 -25 C-8 -20 8 -20 14 -25 L13 -20 C8 -16 -8 -16 -13 -20Z", "white"),
        f"translate({x} {b}) scale({s})",
    )


def crate(x: float, b: float, w: float, h: float) -> str:
    return (
        rect(x, b - h, w, h, "wood")
        + line(f"M{x} {b - h * 0.66:g} h{w} M{x} {b - h * 0.33:g} h{w}", "woodD", 1.2)
        + rect(x, b - h, 3.5, h, "woodL")
        + rect(x + w - 3.5, b - h, 3.5, h, "woodD")
    )


def orange(x: float, y: float, r: float, f: str = "orange") -> str:
    return circle(x, y, r, f) + circle(x - r * 0.3, y - r * 0.35, r * 0.3, "white", 'opacity=".45"')


def lantern(x: float, y: float, s: float = 1, f: str = "gold") -> str:
    return group(
        line("M0 -26 V-9", "woodD", 1.3)
        + circle(0, 0, 14, "gold", 'opacity=".22"')
        + path("M-4 -9 h8 l3 4 c2 4 2 7 0 11 l-3 4 h-8 l-3 -4 c-2 -4 -2 -7 0 -11Z", f)
        + path("M-2 -5 h4 c2 3 2 7 0 10 h-4 c-2 -3 -2 -7 0 -10Z", "white", 'opacity=".85"')
        + path("M-3 10 h6 l-3 5Z", f),
        f"translate({x} {y}) scale({s})",
    )


def steam(x: float, y: float, s: float = 1) -> str:
    return group(
        line("M0 0 C-5 -6 5 -10 0 -17 M9 2 C4 -4 13 -9 8 -16", "white", 2.4, 'opacity=".8"'),
        f"translate({x} {y}) scale({s})",
    )


def wheel(cx: float, cy: float, r: float, n: int = 10, f: str = "wood", d: str = "woodD") -> str:
    s = ring(cx, cy, r, d, r * 0.24) + ring(cx, cy, r, f, r * 0.14)
    for i in range(n):
        a = 2 * math.pi * i / n
        s += line(
            f"M{cx} {cy} L{cx + math.cos(a) * r * 0.92:.2f} {cy + math.sin(a) * r * 0.92:.2f}", f, r * 0.09
        )
    return s + circle(cx, cy, r * 0.22, d) + circle(cx, cy, r * 0.12, "gold")


def tiles(x: float, y: float, w: float, h: float, c: str = "iznik") -> str:
    s = rect(x, y, w, h, "white")
    n = max(1, round(w / h))
    for i in range(n):
        cx = x + (i + 0.5) * w / n
        cy = y + h / 2
        q = h * 0.36
        s += path(
            f"M{cx:g} {cy - q:g} L{cx + q:g} {cy:g} L{cx:g} {cy + q:g} L{cx - q:g} {cy:g}Z", c
        ) + circle(cx, cy, q * 0.34, "red")
    return s + rect(x, y, w, 1, "iznik") + rect(x, y + h - 1, w, 1, "iznik")


def roof(x: float, y: float, w: float, h: float, over: float = 5) -> str:
    s = path(f"M{x - over} {y} L{x + w * 0.1:g} {y - h} H{x + w * 0.9:g} L{x + w + over} {y}Z", "brick")
    n = int(w / 9)
    for i in range(n + 1):
        t = i / n
        s += line(
            f"M{x + w * 0.1 + t * w * 0.8:g} {y - h} L{x - over + t * (w + 2 * over):g} {y}",
            "brickD",
            1.1,
            'opacity=".6"',
        )
    return s + rect(x - over, y - 2, w + 2 * over, 3.4, "brickD")


def camel(x: float, b: float, s: float = 1, flip: float = 1) -> str:
    body = (
        "M-30 -24 C-33 -33 -27 -38 -19 -38 C-14 -38 -12 -46 -5 -51 C0 -54 5 -47 9 -40 C15 -36 20 -35 23 -39 "
        "C27 -45 27 -55 31 -61 C33 -65 38 -67 43 -66 C48 -65 52 -62 55 -60 C56 -57 54 -55 50 -55 C46 -55 43 -55 41 -53 "
        "C40 -45 38 -34 32 -27 C28 -22 24 -20 20 -19 L21 0 H16 L13 -17 C4 -14 -8 -14 -16 -17 L-19 -8 L-18 0 H-23 L-24 -9 L-27 -19 C-29 -20 -30 -22 -30 -24Z"
    )
    s1 = path("M10 -18 L8 0 H3.5 L4 -18Z M-14 -18 L-11 -8 L-12 0 H-16 L-16 -8 L-20 -18Z", "woodD")
    s1 += path(body, "woodL") + path(
        "M-30 -24 C-29 -20 -27 -19 -27 -19 L-24 -9 L-23 0 H-18 L-19 -8 L-16 -17 C-8 -14 4 -14 13 -17 L16 0 H21 L20 -19 C24 -20 28 -22 32 -27 C22 -19 -10 -20 -30 -24Z",
        "wood",
        'opacity=".8"',
    )
    s1 += line("M-30 -29 C-35 -26 -34 -20 -35 -15", "wood", 2)
    s1 += (
        path("M-17 -39 C-12 -43 -9 -50 -4 -51 C2 -53 6 -46 10 -40 L12 -22 C3 -18 -8 -18 -17 -22Z", "red")
        + path("M-17 -31 L11.5 -31 L12 -27 H-17Z", "gold")
        + line("M-16 -21 v4 M-11 -20 v4 M-5 -19 v4 M1 -19 v4 M7 -20 v4", "gold", 1.6)
    )
    s1 += circle(46, -61.5, 1.4, "shade") + path("M38 -66 l-2 -5 l5 4Z", "wood")
    s1 += line("M30 -56 L40 -52", "red", 2.2)
    return group(
        ellipse(0, 1, 30, 3, "shade", 'opacity=".25"') + s1, f"translate({x} {b}) scale({s * flip} {s})"
    )


def tree(cx: float, b: float, h: float, fr: str = "orange") -> str:
    s = line(f"M{cx} {b} v{-h * 0.5:g}", "woodD", 4)
    for dx, dy, r in ((-11, -0.52, 12), (11, -0.52, 12), (0, -0.75, 15), (-6, -0.92, 9), (8, -0.9, 9)):
        s += circle(cx + dx, b + dy * h, r, "leaf")
    s += circle(cx + 6, b - 0.66 * h, 11, "leafD", 'opacity=".6"')
    for dx, dy in ((-12, -0.5), (-2, -0.6), (9, -0.55), (3, -0.85), (-8, -0.82), (14, -0.7)):
        s += orange(cx + dx, b + dy * h, 3.2, fr)
    return s


def warehouse(goodroof: str = "brick") -> str:
    s = (
        rect(16, 40, 222, 78, "stone")
        + rect(16, 40, 222, 4, "stoneL")
        + path("M10 42 L26 20 H228 L244 42Z", goodroof)
    )
    for i in range(25):
        s += line(f"M{27 + i * 8.3:g} 20 L{11 + i * 9.7:g} 42", "brickD", 1, 'opacity=".45"')
    s += rect(8, 40, 238, 4, "brickD")
    return s


def fit(s: str, k: float) -> str:
    return group(s, f"translate({127 * (1 - k):g} {118 * (1 - k):g}) scale({k})")
