"""Coordinates on the board of 1600 by 980.

Three floors are one road: the caves from left to right, the city from right to left, the palace from left
to right. Fields are named as in `board.py`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Final

from serai.games.morgenland import board
from serai.games.morgenland.page.shapes import arch, smooth
from serai.scene.draw import Point, n

WIDTH: Final = 1600
HEIGHT: Final = 980
FRAME: Final = (8, 26, 1584, 946)
PALACE_FLOOR: Final = 356
CITY_FLOOR: Final = 614
CAVE_FLOOR: Final = 876
BANK_Y: Final = 941
PALACE_X, PALACE_STEP = 78, 251  # the guard and five rooms
CITY_X, CITY_STEP = 78, 362.5
CAVE_X, CAVE_STEP = 22, 301
CITY_FROM_LEFT: Final = ("caravanserai", "market", "djinn", "tent")
TENT_WIDTH: Final = 228
DRAW_PILE: Final = (CITY_X + 3 * CITY_STEP + 276, 556)
DISCARDS: Final = (CITY_X + 3 * CITY_STEP + 332, 556)
PLAQUE_WIDTHS: Final = {"tent": 212, "djinn": 266, "market": 136, "caravanserai": 208, "guard": 144}
CAVE_PLAQUE: Final = 178
ROOM_PLAQUE: Final = 142

# Radii of figures; the symbols are drawn with this one.
RADIUS: Final = 21


@dataclass(frozen=True)
class Place:
    """A field on the board."""

    name: str
    level: str  # "caves", "city" or "palace"
    number: int  # on its plaque
    left: float
    centre: Point
    outline: str  # in board coordinates
    plaque: Point  # its middle
    plaque_width: float

    @property
    def node(self) -> Point:
        """The position of its number on the road."""
        return self.plaque[0] - self.plaque_width / 2 + 19, self.plaque[1]


def cave_outline(index: int) -> list[Point]:
    """The rock's edge, from floor to floor."""
    rough = random.Random(50 + index)
    left = CAVE_X + CAVE_STEP * index
    edge = [(16, 880), (8, 836), (13, 786), (7, 738), (15, 700), (44, 672), (92, 666), (150, 656)]
    edge += [(206, 664), (256, 668), (286, 698), (294, 740), (288, 788), (294, 838), (286, 880)]
    return [(left + x + rough.uniform(-2.5, 2.5), y + rough.uniform(-3, 3)) for x, y in edge]


def room_arch(index: int) -> str:
    """The arch of the guard's gate (0) or of a room."""
    top = 138 if index else 124
    return arch(PALACE_X + PALACE_STEP * index + 15, top, PALACE_STEP - 30, PALACE_FLOOR - top, 78)


def _places() -> dict[str, Place]:
    places: dict[str, Place] = {}
    for number, name in enumerate(board.FIELDS, 1):
        if number <= board.NUM_CAVES:
            index = number - 1
            left: float = CAVE_X + CAVE_STEP * index
            middle = left + CAVE_STEP / 2
            outline = smooth(cave_outline(index)) + " Z"
            centre = (middle, 768.0)
            places[name] = Place(name, "caves", number, left, centre, outline, (middle, 893), CAVE_PLAQUE)
        elif name in CITY_FROM_LEFT:
            left = CITY_X + CITY_STEP * CITY_FROM_LEFT.index(name)
            middle = left + CITY_STEP / 2
            width = TENT_WIDTH if name == "tent" else CITY_STEP - 28
            outline = f"M{n(left + 14)},{CITY_FLOOR} V500 h{n(width)} V{CITY_FLOOR} Z"
            centre = (left + 14 + width / 2, 557.0)
            plaque = (middle, 631)
            places[name] = Place(name, "city", number, left, centre, outline, plaque, PLAQUE_WIDTHS[name])
        else:
            index = number - 10
            left = PALACE_X + PALACE_STEP * index
            middle = left + PALACE_STEP / 2
            wide = PLAQUE_WIDTHS.get(name, ROOM_PLAQUE)
            centre = (middle, 248.0)
            places[name] = Place(name, "palace", number, left, centre, room_arch(index), (middle, 373), wide)
    return places


PLACES: Final = _places()

# Shelves and rows of a cave, from the top; the first row faces the first shelf.
ROWS: Final = {True: [690 + 42 * i for i in range(5)], False: [698 + 50 * i for i in range(4)]}
SHELF_DX: Final = 18
ROW_DX: Final = 166
SUM_DX: Final = 264
CAVE_ROW_WIDTH: Final = 104  # for the figures of one player, from ROW_DX - RADIUS on


def row(name: str, index: int, five: bool) -> Point:
    """The position of the first figure in a cave's row."""
    ys = ROWS[five]
    return PLACES[name].left + ROW_DX, ys[min(index, len(ys) - 1)]


def shelf(name: str, index: int, five: bool) -> Point:
    """Where the treasure of a cave lies, from the top."""
    ys = ROWS[five]
    return PLACES[name].left + SHELF_DX, ys[min(index, len(ys) - 1)]


@cache
def slots(name: str, owners: int) -> tuple[list[Point], float, float]:
    """For the players in a field of city or palace: their centres, the width each has, and a radius."""
    place = PLACES[name]
    left, middle = place.left, place.centre[0]
    if place.level == "city":
        step = 74.0 if name == "tent" else 110.0
        columns = [middle - step, middle, middle + step]
        if owners <= 3:
            used = {1: [1], 2: [0, 2], 3: [0, 1, 2]}[max(owners, 1)]
            wide = {1: 3 * step, 2: 1.5 * step, 3: step}[max(owners, 1)] - 4
            if owners == 2:
                columns[0], columns[2] = middle - step * 0.8, middle + step * 0.8
            return [(columns[i], 574.0) for i in used], wide, 25
        upper = [(x, 554.0) for x in columns]
        lower = [(x, 595.0) for x in (columns if owners > 5 else [columns[0], columns[2]])]
        if owners == 4:
            upper = [upper[0], upper[2]]
        return upper + lower, (1.5 if owners == 4 else 1) * step - 4, 19
    if name == "guard":
        spots = [(middle - 46, 278.0), (middle + 46, 278.0), (middle - 46, 328.0), (middle + 46, 328.0)]
        if owners == 1:
            return [(middle, 303.0)], 190, 23
        if owners == 2:
            return [(middle - 50, 303.0), (middle + 50, 303.0)], 96, 23
        if owners == 3:
            return [spots[0], spots[1], (middle, 328.0)], 92, 21
        if owners == 4:
            return spots, 92, 21
        return [(middle - 66, 276.0), (middle, 276.0), (middle + 66, 276.0), *spots[2:]], 66, 19
    if owners == 1:
        return [(middle, 309.0)], 200, 23
    if owners == 2:
        return [(left + 74, 309.0), (left + 177, 309.0)], 100, 23
    if owners <= 4:
        return [(left + x, y) for y in (286.0, 332.0) for x in (74, 177)], 100, 20
    upper = [(left + x, 286.0) for x in (54, 125.5, 197)]
    return upper + [(left + x, 332.0) for x in (86, 165)], 72, 19


@cache
def fan(count: int, width: float, radius: float, shown: bool) -> tuple[float, list[Point]]:
    """How the figures of one player are spread: their radius, and offsets from the centre.

    Shown strengths stay readable; figures shrink, and many of them are put in two lines.
    """
    if count == 1:
        return radius, [(0.0, 0.0)]
    least = 1.3 if shown else 0.55  # minimum distance, as a fraction of the radius
    loose = 2.2 if shown else 1.4
    fitting = width / (2 + least * (count - 1))
    if fitting < 15 and count > 3:
        upper = (count + 1) // 2
        r, first = fan(upper, width, min(radius * 0.78, 16), shown)
        _, second = fan(count - upper, width, r, shown)
        return r, [(x, -0.76 * r) for x, _ in first] + [(x, 0.76 * r) for x, _ in second]
    r = min(radius, fitting)
    pitch = min(loose * r, (width - 2 * r) / (count - 1))
    return r, [(pitch * (i - (count - 1) / 2), 0.0) for i in range(count)]
