"""Coordinates on the board and on the cart. A place is a tile; things on it are measured from the
tile's upper left corner."""

from __future__ import annotations

from typing import Final

BOARD: Final = 1200
MARGIN: Final = 36
GAP: Final = 16
TILE: Final = 270
FIELDS: Final = tuple(
    (MARGIN + column * (TILE + GAP), MARGIN + row * (TILE + GAP)) for row in range(4) for column in range(4)
)

# The band at the foot of a tile for what changes, near and far.
BAND_X: Final = 8
BAND_Y: Final = 192
FAR_BAND_Y: Final = 200


def _in_band(*points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x + BAND_X, 1), round(y + BAND_Y, 1)) for x, y in points)


NAME: Final = (57, 32)
SHORT_NAME: Final = (16, 40)
CHIP: Final = (232, 77)
CART_RUBIES: Final = _in_band((180, 22), (207, 22), (234, 22), (193, 50), (221, 50))
EXTENSIONS: Final = (144, 243)
POST_X: Final = (42, 104, 166, 228)
POST_UPPER: Final = 210
POST_LOWER: Final = 244
PILE: Final = (38, 226)
OPEN_PILE: Final = (106, 226)
TEA_DICE: Final = ((141, 227), (182, 228))
DEMAND: Final = (135, 210)
NICHES: Final = tuple((35 + 50 * seat, 255) for seat in range(5))
SYMBOLS: Final = _in_band(*((23 + i % 5 * 41.6, 19 + i // 5 * 33) for i in range(10)), (231, 47))
MOSQUE_STACKS: Final = ((14, 198), (106, 198))
MOSQUE_RUBIES: Final = _in_band((205, 21), (235, 21), (205, 50), (235, 50))
PRICES: Final = _in_band(*((23 + i % 6 * 41.6, 19 + i // 6 * 33) for i in range(12)))
FIRST_PRICE: Final = 12  # the price in the first cell of the Gemstone Dealer

# Where people stand in the street of a tile.
STREET: Final = 176
CURB: Final = 186  # where assistants lie
STACK_STEP: Final = 9.6
MERCHANT_SIZE: Final = 1.16
ASSISTANT_SIZE: Final = 1.1
FAMILY_SIZE: Final = 1.25
HOME_SIZE: Final = 1.14  # of a family member in its niche
GOVERNOR_SIZE: Final = 1.08
SMUGGLER_SIZE: Final = 1.14
ASSISTANTS: Final = (44, 220, 88, 176, 132, 66, 198)

# The cart.
CART: Final = (346, 172)
CART_TOP: Final = 38  # below the line with name, assistants and lira
LANE: Final = 27
LANE_TOP: Final = 20
FIRST_GOOD: Final = 65
GOOD_STEP: Final = 41.5
SOCKETS_X: Final = 326


def side_by_side(merchants: int, others: int) -> list[float]:
    """Where so many merchants, and then other figures, stand side by side in a street."""
    number = merchants + others
    if merchants == 0 and others == 1:
        return [214]
    if merchants == 1 and others <= 1:
        return [130.0, 206.0][:number]
    if merchants == 2 and others == 0:
        return [104, 166]
    step = min(56.0, 208 / (number - 1)) if number > 1 else 0.0
    return [round(133 + (i - (number - 1) / 2) * step, 1) for i in range(number)]
