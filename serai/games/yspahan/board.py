"""The city: four quarters of bazaars around a street cross; the tower of dice; the buildings."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Fields of the dice tower, from the bottom up (Y3). The four quarters are fields 1 to 4.
CAMELS: Final = 0
SACK: Final = 1
AMPHORA: Final = 4
GOLD: Final = 5
FIELDS: Final = ["camels", "sack", "barrel", "chest", "amphora", "gold"]

# Street fields: the centre, then each arm outward.
ARMS: Final = (("W", 10), ("E", 7), ("N", 4), ("S", 7))
STREET: Final = ["centre", *(f"{arm}{i}" for arm, length in ARMS for i in range(1, length + 1))]
CENTRE: Final = 0

# quarter, bazaar, shops, points, and the street field each shop touches (Y12)
BAZAARS: Final = (
    ("sack", "A", 6, 8, {1: ("W9",)}),
    ("sack", "B", 5, 6, {1: ("W7",), 2: ("W5",)}),
    ("sack", "C", 3, 3, {1: ("W3",), 2: ("W1", "S1"), 3: ("S2",)}),
    ("sack", "D", 4, 4, {1: ("S4",), 2: ("S6",)}),
    ("barrel", "A", 2, 3, {1: ("E1", "S1"), 2: ("E2",)}),
    ("barrel", "B", 4, 6, {1: ("E4",), 2: ("E6",)}),
    ("barrel", "C", 3, 4, {1: ("S3",)}),
    ("barrel", "D", 5, 8, {1: ("S7",), 2: ("S5",)}),
    ("chest", "A", 3, 6, {1: ("W10",), 2: ("W8",), 3: ("W6",)}),
    ("chest", "B", 2, 4, {1: ("W4",), 2: ("W2",)}),
    ("chest", "C", 4, 8, {1: ("N2",), 2: ("N4",)}),
    ("amphora", "A", 1, 4, {1: ("E1", "N1")}),
    ("amphora", "B", 2, 6, {1: ("N3",)}),
    ("amphora", "C", 3, 12, {1: ("E3",), 2: ("E5",), 3: ("E7",)}),
)
SHOPS: Final = [f"{q}.{name}{i}" for q, name, size, _, _ in BAZAARS for i in range(1, size + 1)]

NUM_STREET: Final = 29
NUM_BAZAARS: Final = 14
NUM_SHOPS: Final = 47

# A set of shops is a number with one bit per shop.
BAZAAR_SHOPS: Final[vec[i64]] = vec[i64](
    [((1 << size) - 1) << sum(b[2] for b in BAZAARS[:i]) for i, (_, _, size, _, _) in enumerate(BAZAARS)]
)
BAZAAR_POINTS: Final[vec[i64]] = vec[i64]([points for _, _, _, points, _ in BAZAARS])


def _quarter_starts(places: list[str]) -> list[int]:
    """For each tower field, the index of the first place of that quarter; the next entry ends it."""
    first = [places.index(quarter) for quarter in FIELDS[1:5]]
    return [0, *first, len(places)]


FIRST_BAZAAR: Final[vec[i64]] = vec[i64](_quarter_starts([b[0] for b in BAZAARS]))


def _touching() -> list[tuple[int, ...]]:
    """For each street field, the shops beside it."""
    beside: list[list[int]] = [[] for _ in STREET]
    for quarter, name, _, _, doors in BAZAARS:
        for number, fields in doors.items():
            for field in fields:
                beside[STREET.index(field)].append(SHOPS.index(f"{quarter}.{name}{number}"))
    return [tuple(sorted(shops)) for shops in beside]


TOUCHING: Final = _touching()
FIRST_TOUCHING: Final[vec[i64]] = vec[i64]([shops[0] if shops else -1 for shops in TOUCHING])
SECOND_TOUCHING: Final[vec[i64]] = vec[i64]([shops[1] if len(shops) > 1 else -1 for shops in TOUCHING])
# Shops on a street field that touches two shops: only these can be named first (Y13).
SHARED_SHOPS: Final = sorted({shop for shops in TOUCHING if len(shops) > 1 for shop in shops})


def _distance(a: str, b: str) -> int:
    """Steps between two fields along the streets, which form a tree."""
    if a == "centre" or b == "centre":
        return int(a[1:] if b == "centre" else b[1:]) if a != b else 0
    here, there = int(a[1:]), int(b[1:])
    return abs(here - there) if a[0] == b[0] else here + there


DISTANCE: Final[vec[i64]] = vec[i64]([_distance(a, b) for a in STREET for b in STREET])
FREE_CHANGE: Final = 3  # steps that the bathhouse changes for free


def move_price(here: i64, there: i64, value: i64, bathhouse: bool) -> i64:
    """Y8, Y12: the gold for a move of the supervisor with dice of that value."""
    change = DISTANCE[here * NUM_STREET + there] - value
    if change < 0:
        change = -change
    if bathhouse:
        return change - FREE_CHANGE if change > FREE_CHANGE else 0
    return change


# Where the supervisor can go (Y12): for each field it stands on, each value of the dice and each number
# of steps by which that value may be changed, the fields in reach, as consecutive lists.
MOST_CHANGE: Final = 16
IN_REACH: Final = [
    [there for there in range(NUM_STREET) if abs(_distance(here, STREET[there]) - value) <= change]
    for here in STREET
    for value in range(1, 7)
    for change in range(MOST_CHANGE + 1)
]
REACH: Final[vec[i64]] = vec[i64]([field for fields in IN_REACH for field in fields])
FIRST_IN_REACH: Final[vec[i64]] = vec[i64](accumulate((len(fields) for fields in IN_REACH), initial=0))

# The caravan (Y14): points for a cube that arrives in the first to the third row.
RIDE_POINTS: Final[vec[i64]] = vec[i64]([2, 1, 0])

# Buildings (Y8, Y17): a set of buildings is a number with one bit per building.
PASTURE: Final = 0
STORE: Final = 1
BATHHOUSE: Final = 2
CARAVANSERAI: Final = 3
MARKET: Final = 4
HOIST: Final = 5
NUM_BUILDINGS: Final = 6
BUILDINGS: Final = ["pasture", "store", "bathhouse", "caravanserai", "market", "hoist"]
CAMEL_COST: Final[vec[i64]] = vec[i64]([2, 2, 2, 3, 4, 4])
GOLD_COST: Final[vec[i64]] = vec[i64]([0, 2, 2, 3, 4, 4])
BUILDING_POINTS: Final[vec[i64]] = vec[i64]([0, 0, 5, 5, 5, 10])  # for the first to the sixth
DEAREST: Final = 4
MARKET_POINTS: Final = 2  # points the market adds to each complete bazaar
# For each field of the tower, the building that adds to its dice, and how much (Y6, Y8).
HELPER: Final[vec[i64]] = vec[i64]([PASTURE, HOIST, HOIST, HOIST, HOIST, STORE])
HELP: Final[vec[i64]] = vec[i64]([1, 1, 1, 1, 1, 2])
# For every number of camels and gold, up to the cost of the most expensive building: what is affordable.
AFFORDABLE: Final[vec[i64]] = vec[i64](
    [
        sum(2**b for b in range(NUM_BUILDINGS) if CAMEL_COST[b] <= camels and GOLD_COST[b] <= gold)
        for camels in range(DEAREST + 1)
        for gold in range(DEAREST + 1)
    ]
)


def bonus(field: i64, buildings: i64) -> i64:
    """What a set of buildings adds to the dice of a field."""
    return HELP[field] if buildings >> HELPER[field] & 1 else 0


def affordable(camels: i64, gold: i64) -> i64:
    """The set of buildings that these camels and gold can pay for."""
    if camels > DEAREST:
        camels = DEAREST
    if gold > DEAREST:
        gold = DEAREST
    return AFFORDABLE[(DEAREST + 1) * camels + gold]
