"""Coordinates on the table. The city is measured in street fields from the centre, drawn at `UNIT` each.

The tables of `board.py` say which shop touches which field; a test makes sure that the drawing agrees.
"""

from __future__ import annotations

from typing import Final

from serai.games.yspahan import board

Point = tuple[float, float]

UNIT: Final = 40
CITY: Final = (880, 644)
CENTRE: Final = (508, 270)  # of the city
SHOP: Final = 1.72  # side of a shop
FIRST: Final = 0.7  # field k of an arm is centred at this + k from the centre
ARM_WAYS: Final = {"W": (-1, 0), "E": (1, 0), "N": (0, -1), "S": (0, 1)}


def place(x: float, y: float) -> Point:
    """Convert field coordinates to those of the drawing."""
    return CENTRE[0] + x * UNIT, CENTRE[1] + y * UNIT


def _street() -> dict[str, Point]:
    fields = {"centre": (0.0, 0.0)}
    for arm, length in board.ARMS:
        dx, dy = ARM_WAYS[arm]
        for k in range(1, length + 1):
            fields[f"{arm}{k}"] = (dx * (FIRST + k), dy * (FIRST + k))
    return fields


STREET: Final = _street()
FIELDS: Final = {name: place(*where) for name, where in STREET.items()}

# The top left corners of the shops: rows south and north of the street first.
_S1, _S2, _S3, _S4 = 0.70, 2.48, 4.26, 6.04
_N1 = -0.70 - SHOP


def _west(x: float, y: float) -> Point:
    """A shop by its right edge."""
    return x - SHOP, y


CORNERS: Final[dict[str, list[Point]]] = {
    "sack.A": [
        *(_west(-8.24, _S1), _west(-8.24, _S2), _west(-10.02, _S2)),
        *(_west(-8.24, _S3), _west(-10.02, _S3), _west(-10.02, _S4)),
    ],
    "sack.B": [
        *(_west(-6.22, _S1), _west(-4.44, _S1)),
        *(_west(-6.22, _S2), _west(-4.44, _S2), _west(-6.22, _S3)),
    ],
    "sack.C": [_west(-2.48, _S1), _west(-0.70, _S1), _west(-0.70, _S2)],
    "sack.D": [_west(-0.70, 4.50), _west(-0.70, 6.28), _west(-2.48, 4.50), _west(-2.48, 6.28)],
    "barrel.A": [(0.70, _S1), (2.48, _S1)],
    "barrel.B": [(4.70, _S1), (6.48, _S1), (4.70, _S2), (6.48, _S2)],
    "barrel.C": [(0.70, 2.76), (2.66, 2.76), (2.66, 4.54)],
    "barrel.D": [(0.70, 6.70), (0.70, 4.92), (2.48, 6.70), (4.26, 6.70), (6.04, 6.70)],
    "chest.A": [_west(-9.96, _N1), _west(-8.18, _N1), _west(-6.40, _N1)],
    "chest.B": [_west(-4.44, _N1), _west(-2.66, _N1)],
    "chest.C": [_west(-0.70, -3.56), _west(-0.70, -5.34), _west(-2.48, -5.34), _west(-4.26, -5.34)],
    "amphora.A": [(0.70, _N1)],
    "amphora.B": [(0.70, -4.78), (2.48, -4.78)],
    "amphora.C": [(3.00, _N1), (4.78, _N1), (6.56, _N1)],
}
_STARS: Final = {
    "sack.A": (-9.99, _S2 + 0.2),
    "sack.B": (-6.19, _S1 + 0.2),
    "sack.C": (-2.45, _S1 + 0.2),
    "sack.D": (-2.45, 4.7),
    "barrel.A": (2.45, _S1 + 0.2),
    "barrel.B": (6.45, _S1 + 0.2),
    "barrel.C": (2.54, 2.96),
    "barrel.D": (4.23, 6.9),
    "chest.A": (-8.15, _N1 + 0.2),
    "chest.B": (-4.41, _N1 + 0.2),
    "chest.C": (-2.45, -5.14),
    "amphora.A": (2.34, _N1 + 0.14),
    "amphora.B": (2.45, -4.58),
    "amphora.C": (4.75, _N1 + 0.2),
}
STARS: Final = {bazaar: place(*where) for bazaar, where in _STARS.items()}  # the bazaars' points
POINTS: Final = {f"{quarter}.{name}": points for quarter, name, _, points, _ in board.BAZAARS}
SIZES: Final = {f"{quarter}.{name}": size for quarter, name, size, _, _ in board.BAZAARS}
DOORS: Final = {
    f"{quarter}.{name}{number}": fields
    for quarter, name, _, _, doors in board.BAZAARS
    for number, fields in doors.items()
}
SHOP_CORNERS: Final = {
    f"{bazaar}{i}": place(*corner)
    for bazaar, corners in CORNERS.items()
    for i, corner in enumerate(corners, 1)
}
SHOP_SIDE: Final = SHOP * UNIT
CUBES: Final = {shop: (x + SHOP_SIDE / 2 + 1, y + 37) for shop, (x, y) in SHOP_CORNERS.items()}

# Garden plots that carry the quarters' emblems: left, top, right, bottom.
GARDENS: Final = {
    "chest": (-11.62, -5.36, -6.40, -2.74),
    "amphora": (4.66, -5.36, 8.30, -2.74),
    "sack": (-9.78, 6.26, -4.52, 8.40),
    "barrel": (4.68, 4.50, 8.30, 6.36),
}
BANNERS: Final[dict[str, Point]] = {
    quarter: (place((left + right) / 2, 0)[0], place(0, bottom)[1] - 15.5)
    for quarter, (left, _, right, bottom) in GARDENS.items()
}
WALLS: Final = (-12.0, -5.62, 8.62, 8.66)  # of the city, inside the border

WEEKS: Final[dict[int, Point]] = {week: (120 + 116 * (week - 1), 22.5) for week in (1, 2, 3)}
DAYS: Final[dict[int, Point]] = {day: (592 + 42 * (day - 1), 22.5) for day in range(1, 8)}


def door(shop: Point, field: Point) -> tuple[float, float, bool]:
    """The middle of the threshold between a shop and a field, and whether it lies across the W-E street."""
    (x, y), (fx, fy) = shop, field
    margin = 0.34
    if fy == 0 and fx != 0:
        along = min(max(fx, x + margin), x + SHOP - margin)
        return along, 0.56 if y > 0 else -0.56, True
    along = min(max(fy, y + margin), y + SHOP - margin)
    return 0.56 if x > 0 else -0.56, along, False


# The tower: floors from the top down. A floor is 132 by 57 for the dice; the strip of narrow screens and
# the one of phones have the floors side by side, from the lowest to the highest.
TOWER: Final = (208, 512)
FLOORS: Final = list(reversed(board.FIELDS))
FLOOR_TOP: Final = 70
FLOOR_HEIGHT: Final = 70
DICE: Final = {field: (128.0, FLOOR_TOP + i * FLOOR_HEIGHT + 43.0) for i, field in enumerate(FLOORS)}


def dice_places(field: str, number: int) -> list[tuple[float, float, float]]:
    """Where the dice of a group lie, and how big they are: up to three in one row, more in two."""
    x, y = DICE[field]
    if number <= 3:
        columns, step, high, size = max(number, 1), 38.0, 0.0, 1.0
    elif number <= 8:
        columns, step, high, size = (number + 1) // 2, 27.0, 23.5, 0.7
    else:
        columns, step, high, size = (number + 1) // 2, 20.4, 20.0, 0.56
    places = []
    for i in range(number):
        row, column = divmod(i, columns)
        in_row = min(columns, number - row * columns)
        across = x + (column - (in_row - 1) / 2) * step
        down = y if not high else y + 3.5 + (row - 0.5) * high
        places.append((round(across, 1), round(down, 1), size))
    return places


DICE_PLACES: Final = {field: [dice_places(field, n) for n in range(14)] for field in board.FIELDS}

CARAVAN: Final = (208, 276)
RIDER_SIZE: Final = 0.8


def saddles(players: int) -> list[Point]:
    """The places on the caravan's camels in the order in which they are filled: three rows, bottom up."""
    left = 58.5 + (4 - players) * 19.8
    return [
        (round(left + column * 39.7, 1), 230.0 - row * 73) for row in range(3) for column in range(players)
    ]


SADDLES: Final = {players: saddles(players) for players in (2, 3, 4)}
