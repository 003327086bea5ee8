"""The dragon caves, and below them the dragon on its hoard, the bank."""

from __future__ import annotations

import math
import random

from serai.games.morgenland import board
from serai.games.morgenland.page.geometry import (
    BANK_Y,
    CAVE_STEP,
    CAVE_X,
    PLACES,
    cave_outline,
)
from serai.games.morgenland.page.palette import GOLD, GOLD2, GOLDHI, SHADE, colour
from serai.games.morgenland.page.scenery import lantern
from serai.games.morgenland.page.shapes import PEN, ellipse, group, line, path, points, rect, smooth, tag, use
from serai.scene.draw import n

CAVES = board.FIELDS[: board.NUM_CAVES]
TINTS = ("#e2533b", "#e9e6ff", "#4aa4ff", "#b9bddb", "#ffc94d")


def defs() -> str:
    """Tints and outlines that the caves use."""
    drawn = ""
    for i, (name, tint) in enumerate(zip(CAVES, TINTS, strict=True)):
        drawn += PEN.radial(
            f"m-tint-{name}", (0, tint, 0.42), (0.5, tint, 0.13), (1, tint, 0), cx=0.28, cy=0.62, r=0.62
        )
        drawn += path(PLACES[name].outline, id=f"m-rim-{i}")
        drawn += tag("clipPath", use(f"m-rim-{i}"), id=f"m-cave-{i}")
    return drawn + ellipse(0, 0, 6, 3, id="m-coin")


def caves() -> str:
    """The dragon caves, with all that is printed on them."""
    drawn = rect(0, 646, 1600, 334, fill="url(#m-rock)")
    for j, y in enumerate((664, 700, 742, 790, 834, 868)):
        vein = [
            (x, y + 8 * math.sin(x / 93 + j * 1.7) + 5 * math.sin(x / 37 + j)) for x in range(-20, 1660, 60)
        ]
        drawn += line(smooth(vein), colour("rockline"), 2 + j % 2, opacity=0.7)
    drawn += "".join(group(_cave(i, name), data_zone=name) for i, name in enumerate(CAVES))
    for i in range(1, 5):
        x = CAVE_X + CAVE_STEP * i
        drawn += lantern(x, 690, 0.95)
        for dx, y, h in ((-3, 850, 20), (5, 854, 14)):
            at = x + dx
            crystal = f"M{at - 5},{y + 8} l1,{n(-8 - h / 2)} l4,{n(-h / 2)} l4,{n(h / 2)} l1,{n(8 + h / 2)} Z"
            drawn += path(crystal, fill=TINTS[i], opacity=0.75)
            drawn += path(f"M{at},{y - h} V{y + 8}", stroke="#fff", opacity=0.5)
    return drawn


def _cave(index: int, name: str) -> str:
    left, middle = CAVE_X + CAVE_STEP * index, CAVE_X + CAVE_STEP * (index + 0.5)
    tint = rect(left, 650, CAVE_STEP, 230, fill=f"url(#m-tint-{name})")
    inside = tint
    edge = cave_outline(index)
    for near, low, opacity in ((10, 12, 0.35), (20, 26, 0.4)):
        rock = [(middle + (x - middle) * (1 - near / 150), y + (low if y < 870 else 0)) for x, y in edge]
        inside += path(smooth(rock) + " Z", fill=colour("cave1"), opacity=opacity)
    right = left + CAVE_STEP
    sides = (
        f"M{left},880 V700 Q{left + 30},760 {left + 16},800 Q{left + 28},840 {left + 22},880 Z"
        f" M{right},880 V690 Q{right - 26},740 {right - 14},800 Q{right - 24},846 {right - 18},880 Z"
    )
    inside += tint + path(sides, fill=SHADE, opacity=0.3)
    chance = random.Random(7 + index)
    teeth = ""
    for q in range(6):
        x, y = left + 34 + q * 46 + chance.uniform(-8, 8), 665 + chance.uniform(-2, 2)
        long = chance.uniform(7, 14)
        teeth += f"M{n(x - 6)},{n(y - 5)} q5,5 6,{n(5 + long)} q2,{n(-long)} 7,{n(-5 - long)} Z"
    return (
        use(f"m-rim-{index}", 0, -3.5, fill=colour("rockhi"))
        + use(f"m-rim-{index}", fill="url(#m-cave)", stroke=SHADE, stroke_width=2)
        + group(inside, clip_path=f"url(#m-cave-{index})")
        + path(teeth, fill=colour("rock0"))
    )


def hoard() -> str:
    """Coins, the dragon asleep on top of them with one eye open, and plates for the numbers."""
    ground = rect(0, 908, 1600, 72)
    drawn = group(ground, fill=colour("rock1")) + group(ground, fill=SHADE, opacity=0.35)
    chance = random.Random(3)
    for opacity in (0.5, 0.7, 0.9):
        coins = "".join(use("m-coin", chance.randint(20, 1580), chance.randint(952, 972)) for _ in range(36))
        drawn += group(coins, fill=GOLD, stroke=GOLD2, stroke_width=0.8, opacity=opacity)
    drawn += _body() + _head()
    for name, kind in zip(CAVES, board.KINDS, strict=True):
        x = PLACES[name].centre[0]
        plate = rect(x - 84, BANK_Y - 21, 168, 42, rx=21, fill=colour("plaque"), stroke=GOLD, stroke_width=2)
        drawn += group(plate, data_zone=f"bank-{kind}")
    return drawn


def _body() -> str:
    top, foot = [], []
    for x in range(104, 1571, 14):
        middle = 943 + 8 * math.sin((x - 104) / 62)
        thick = 19 if x < 1000 else max(1.5, 19 * (1 - (x - 1000) / 570) ** 0.8)
        thick = min(thick, 15 + (x - 104) * 0.04)
        top.append((x, middle - thick))
        foot.append((x, middle + thick))
    outline = f"M{points(*top)} L{points(*reversed(foot))} Z"
    spikes = ""
    for i in range(2, len(top) - 3, 2):
        (a, b), (c, d) = top[i], top[i + 1]
        tip = ((a + c) / 2 + 5, (b + d) / 2 - (9 if i < 70 else 6))
        spikes += f"M{points((a - 2, b + 2), tip, (c, d + 2))} Z"
    under = foot[:-12]
    belly = (
        f"M{points(*((x, y - 7) for x, y in under))} L{points(*((x, y - 1) for x, y in reversed(under)))} Z"
    )
    tail = "M1548,941 q20,-16 38,-8 q-14,4 -12,10 q2,8 12,12 q-24,2 -38,-14 z"
    return (
        path(spikes, fill=GOLD)
        + path(outline, fill="url(#m-dragon)", stroke=SHADE, stroke_width=1.5)
        + path(outline, fill="url(#m-scale)")
        + path(belly, fill=GOLD, opacity=0.55)
        + path(tail, fill=GOLD)
    )


def _head() -> str:
    """The dragon's head, facing left."""
    bright = colour("dragonhi")
    horns = path("M92,922 C104,910 124,908 142,915 C126,914 114,919 108,930 Z", fill=GOLDHI)
    horns += path("M84,926 C92,914 104,910 118,910 C108,914 100,920 98,930 Z", fill=GOLD)
    skull = path(
        "M126,926 C112,918 98,919 86,922 C76,916 66,920 60,926 C46,926 32,928 24,936 C17,943 19,952 27,954"
        " L50,955 C46,960 52,966 62,965 L92,966 C108,968 120,964 128,960 Z",
        fill="url(#m-dragon)",
    )
    mouth = "M28,953 C44,950 60,953 70,947 M27,942 q4,-4 8,0"
    whiskers = "M26,948 C14,950 12,962 22,966 M40,957 C36,966 44,971 52,969"
    return (
        group(horns + skull, stroke=SHADE, stroke_width=1.5)
        + line(mouth, SHADE, 2, stroke_linecap="round")
        + path("M34,954 l3,6 l3,-6 M46,954 l3,6 l3,-6", fill="#fff")
        + path("M66,932 q9,-9 20,-2 q-9,8 -20,2 z", fill=GOLDHI)
        + ellipse(76, 931, 2, 4.4, fill=SHADE)
        + line(whiskers, bright, 1.8, stroke_linecap="round")
        + line("M96,930 q12,4 10,16 M108,926 q12,6 9,20", bright, 1.6, opacity=0.7)
    )
