"""The sixteen places and how they can lie; the goods; the prices and tables printed on the places."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.bits import bit

# The places, by their number minus one: the dice of governor and smuggler name a place by its number.
WAINWRIGHT: Final = 0
FABRIC_WAREHOUSE: Final = 1
SPICE_WAREHOUSE: Final = 2
FRUIT_WAREHOUSE: Final = 3
POST_OFFICE: Final = 4
CARAVANSERAI: Final = 5
FOUNTAIN: Final = 6
BLACK_MARKET: Final = 7
TEA_HOUSE: Final = 8
LARGE_MARKET: Final = 9
SMALL_MARKET: Final = 10
POLICE_STATION: Final = 11
SULTANS_PALACE: Final = 12
SMALL_MOSQUE: Final = 13
GREAT_MOSQUE: Final = 14
GEMSTONE_DEALER: Final = 15
NUM_PLACES: Final = 16
ALL_PLACES: Final = 0xFFFF  # a set of places is a number with one bit per place
PLACES: Final = [
    "wainwright",
    "fabric-warehouse",
    "spice-warehouse",
    "fruit-warehouse",
    "post-office",
    "caravanserai",
    "fountain",
    "black-market",
    "tea-house",
    "large-market",
    "small-market",
    "police-station",
    "sultans-palace",
    "small-mosque",
    "great-mosque",
    "gemstone-dealer",
]

# Layouts: the numbers of the places, row by row.
LAYOUTS: Final = ["short", "long", "order", "random"]
RANDOM: Final = 3
NUMBERS: Final = (
    (15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16),
    (16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13),
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
)
FIELDS: Final = [f"{column}{row}" for row in "1234" for column in "abcd"]
INNER_FIELDS: Final = 0b0000_0110_0110_0000  # one bit per field


def distance(here: i64, there: i64) -> i64:
    """Orthogonal steps between two fields (I2)."""
    rows = here // 4 - there // 4
    columns = here % 4 - there % 4
    return (rows if rows >= 0 else -rows) + (columns if columns >= 0 else -columns)


def _fields_away(least: int, most: int) -> list[int]:
    """For each field, the set of fields at that distance, one bit per field."""
    return [
        sum(1 << there for there in range(16) if least <= distance(here, there) <= most) for here in range(16)
    ]


FAR_FIELDS: Final[vec[i64]] = vec[i64](_fields_away(3, 6))


def reach(fields: vec[i64]) -> vec[i64]:
    """For each place, the places 1 or 2 steps away; after these, for each place, those 3 or 4 steps away."""
    masks = vec[i64]([0] * 32)
    for here in range(NUM_PLACES):
        near: i64 = 0
        far: i64 = 0
        for there in range(NUM_PLACES):
            steps = distance(here, there)
            place = bit(fields[there])
            if steps == 1 or steps == 2:
                near |= place
            elif steps == 3 or steps == 4:
                far |= place
        masks[fields[here]] = near
        masks[16 + fields[here]] = far
    return masks


# Goods. A stock of goods is a number with four bits per good; the mosque tiles have the colours of the goods.
FABRIC: Final = 0
SPICE: Final = 1
FRUIT: Final = 2
JEWELLERY: Final = 3
NUM_GOODS: Final = 4
GOODS: Final = ["fabric", "spice", "fruit", "jewellery"]
RED: Final = 0
GREEN: Final = 1
YELLOW: Final = 2
BLUE: Final = 3
TILES: Final = ["red", "green", "yellow", "blue"]


def held(stock: i64, good: i64) -> i64:
    """How many goods of a kind are in a stock."""
    return stock >> 4 * good & 15


def total(stock: i64) -> i64:
    """How many goods are in a stock."""
    return (stock & 15) + (stock >> 4 & 15) + (stock >> 8 & 15) + (stock >> 12 & 15)


def _stock(*numbers: int) -> int:
    return sum(number << 4 * good for good, number in enumerate(numbers))


# Demand tiles (fabric, spice, fruit, jewellery) and prices for 0 to 5 goods (I14).
SMALL: Final = 0
LARGE: Final = 1
MARKETS: Final = ["small", "large"]
NUM_DEMANDS: Final = 5
DEMANDS: Final = (
    ((1, 2, 1, 1), (1, 2, 2, 0), (0, 2, 2, 1), (1, 1, 2, 1), (1, 3, 1, 0)),
    ((1, 1, 1, 2), (1, 1, 0, 3), (2, 1, 0, 2), (1, 0, 1, 3), (2, 0, 1, 2)),
)
DEMAND: Final[vec[i64]] = vec[i64]([_stock(*tile) for tiles in DEMANDS for tile in tiles])
ANY_GOODS: Final = 0x5555
PRICE: Final[vec[i64]] = vec[i64]([0, 2, 5, 9, 14, 20, 0, 3, 7, 12, 18, 25])

# Sultan (I16): the goods of the first n symbols, and how many of them take any good.
SYMBOLS: Final = (3, 0, 1, 2, 4, 3, 0, 1, 2, 4)
NUM_SYMBOLS: Final = 10
SULTAN_GOODS: Final[vec[i64]] = vec[i64](
    [_stock(*(SYMBOLS[:price].count(good) for good in range(4))) for price in range(11)]
)
SULTAN_ANY: Final[vec[i64]] = vec[i64]([SYMBOLS[:price].count(4) for price in range(11)])

# By number of players: the initial prices of Sultan and Gemstone Dealer, the rubies of a mosque, and the
# goods that the tiles of a mosque's stack ask for, top first, four bits per tile, 0 below the last.
FIRST_SULTAN: Final[vec[i64]] = vec[i64]([0, 0, 5, 5, 4, 4])
FIRST_GEMSTONE: Final[vec[i64]] = vec[i64]([0, 0, 15, 14, 12, 12])
LAST_GEMSTONE: Final = 23
MOSQUE_RUBIES: Final[vec[i64]] = vec[i64]([0, 0, 2, 3, 4, 4])
MOSQUE_TILES: Final[vec[i64]] = vec[i64]([0, 0, 0x42, 0x432, 0x5432, 0x5432])
RUBIES_TO_END: Final[vec[i64]] = vec[i64]([0, 0, 6, 5, 5, 5])

# Black Market (I12): jewellery for each sum of the dice.
JEWELS: Final[vec[i64]] = vec[i64]([0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3])

MOST_CAPACITY: Final = 5
FAMILY_REWARD: Final = 3
FEE: Final = 2  # for a merchant, the governor, the smuggler, the yellow and the green tile
EXTENSION: Final = 7
LOST_BET: Final = 2
