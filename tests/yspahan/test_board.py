"""The board's facts, against the table of the digest, written down a second time here."""

from serai.games.yspahan import board

# shop: street fields it touches
DOORS = {
    "sack.A1": "W9", "sack.B1": "W7", "sack.B2": "W5", "sack.C1": "W3", "sack.C2": "W1 S1", "sack.C3": "S2",
    "sack.D1": "S4", "sack.D2": "S6", "barrel.A1": "E1 S1", "barrel.A2": "E2", "barrel.B1": "E4",
    "barrel.B2": "E6", "barrel.C1": "S3", "barrel.D1": "S7", "barrel.D2": "S5", "chest.A1": "W10",
    "chest.A2": "W8", "chest.A3": "W6", "chest.B1": "W4", "chest.B2": "W2", "chest.C1": "N2",
    "chest.C2": "N4", "amphora.A1": "E1 N1", "amphora.B1": "N3", "amphora.C1": "E3", "amphora.C2": "E5",
    "amphora.C3": "E7",
}  # fmt: skip
POINTS = {
    "sack": {"A": (6, 8), "B": (5, 6), "C": (3, 3), "D": (4, 4)},
    "barrel": {"A": (2, 3), "B": (4, 6), "C": (3, 4), "D": (5, 8)},
    "chest": {"A": (3, 6), "B": (2, 4), "C": (4, 8)},
    "amphora": {"A": (1, 4), "B": (2, 6), "C": (3, 12)},
}


def test_y12_every_street_field_touches_one_shop_but_the_centre_and_two() -> None:
    touched: dict[str, list[str]] = {field: [] for field in board.STREET}
    for shop, fields in DOORS.items():
        for field in fields.split():
            touched[field].append(shop)
    for field, shops in zip(board.STREET, board.TOUCHING, strict=True):
        assert sorted(board.SHOPS[shop] for shop in shops) == sorted(touched[field])
        assert len(shops) == {"centre": 0, "E1": 2, "S1": 2}.get(field, 1)


def test_y12_the_street_has_29_fields_in_four_arms() -> None:
    assert len(board.STREET) == board.NUM_STREET == 29
    assert [sum(field[0] == arm for field in board.STREET) for arm in "WENS"] == [10, 7, 4, 7]


def test_y12_distances_are_steps_on_the_street_tree() -> None:
    def distance(a: str, b: str) -> int:
        return board.DISTANCE[board.STREET.index(a) * 29 + board.STREET.index(b)]

    assert distance("centre", "centre") == 0
    assert distance("centre", "W10") == distance("W10", "centre") == 10
    assert distance("W3", "W7") == 4
    assert distance("W3", "E2") == 5
    assert distance("N4", "S7") == 11
    assert distance("W10", "E7") == 17


def test_y18_bazaars_have_the_sizes_and_points_of_the_board() -> None:
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for quarter, name, size, points, _ in board.BAZAARS:
        found.setdefault(quarter, {})[name] = (size, points)
    assert found == POINTS
    assert len(board.SHOPS) == board.NUM_SHOPS == 47


def test_y9_every_shop_belongs_to_one_bazaar_and_one_quarter() -> None:
    for i, (quarter, name, _, _, _) in enumerate(board.BAZAARS):
        shops = [shop for s, shop in enumerate(board.SHOPS) if board.BAZAAR_SHOPS[i] >> s & 1]
        assert all(shop.startswith(f"{quarter}.{name}") for shop in shops)
        field = board.FIELDS.index(quarter)
        assert board.FIRST_BAZAAR[field] <= i < board.FIRST_BAZAAR[field + 1]
    assert sum(board.BAZAAR_SHOPS) == 2**47 - 1


def test_y17_buildings_cost_what_the_board_says() -> None:
    costs = {name: (board.CAMEL_COST[i], board.GOLD_COST[i]) for i, name in enumerate(board.BUILDINGS)}
    assert costs == {
        "pasture": (2, 0),
        "store": (2, 2),
        "bathhouse": (2, 2),
        "caravanserai": (3, 3),
        "market": (4, 4),
        "hoist": (4, 4),
    }
    assert list(board.BUILDING_POINTS) == [0, 0, 5, 5, 5, 10]
