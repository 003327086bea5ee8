"""Building: Y17."""

import pytest

from tests.yspahan.table import NINE, day, give, legal, play, points


def built(state: object, seat: int = 0) -> list[str]:
    return state.observe(None)["seats"][seat]["buildings"]  # type: ignore[attr-defined, no-any-return]


def test_y17_one_building_after_the_action() -> None:
    state = day(roll=NINE, gold=8)
    give(state, 0, camels=8)
    play(state, "take camels", "collect", "build store")
    assert built(state) == ["store"]
    assert state.actor == 1, "one building a turn"


def test_y17_building_is_optional() -> None:
    state = day(roll=NINE, gold=8)
    play(state, "take camels", "collect", "end")
    assert built(state) == []


@pytest.mark.parametrize(
    ("name", "camels", "gold"),
    [
        ("pasture", 2, 0),
        ("store", 2, 2),
        ("bathhouse", 2, 2),
        ("caravanserai", 3, 3),
        ("market", 4, 4),
        ("hoist", 4, 4),
    ],
)
def test_y17_the_price_is_paid_and_must_be_there(name: str, camels: int, gold: int) -> None:
    for short_camels, short_gold in ((1, 0), (0, 1)):
        state = day(roll=NINE, gold=gold - short_gold if gold else 0)
        give(state, 0, camels=camels - short_camels, gold=max(gold - short_gold, 0), hand="shop")
        play(state, "take sack", "place sack.A1")
        assert (name in legal(state, "build")) == (gold == 0 and short_gold == 1)
    state = day(roll=NINE, gold=0)
    give(state, 0, camels=camels, gold=gold)
    play(state, "take sack", "place sack.A1", f"build {name}")
    assert (state.player[0].camels, state.player[0].gold, built(state)) == (0, 0, [name])


def test_y17_each_building_once_a_player_in_any_order() -> None:
    state = day(roll=NINE, gold=9)
    give(state, 0, camels=9, built="hoist store")
    give(state, 1, built="market")
    play(state, "take camels", "collect")
    assert legal(state, "build") == ["pasture", "bathhouse", "caravanserai", "market"]


def test_y17_points_for_the_third_to_the_sixth_building() -> None:
    names = ["market", "pasture", "hoist", "store", "caravanserai", "bathhouse"]
    for before, worth in enumerate([0, 0, 5, 5, 5, 10]):
        state = day(roll=NINE, gold=9)
        give(state, 0, camels=9, built=" ".join(names[:before]))
        play(state, "take camels", "collect")
        events = play(state, f"build {names[before]}")
        assert sum(amount for _, amount, _ in points(events)) == worth


def test_y17_worked_example_third_building_five_points() -> None:
    state = day(roll=NINE, gold=3)
    give(state, 0, camels=0, built="pasture market")
    play(state, "take camels", "collect", "build caravanserai")
    assert state.player[0].score == 5
    assert (state.player[0].camels, state.player[0].gold) == (4 - 3, 0)


def test_y17_build_cards_come_besides_the_optional_build() -> None:
    state = day(roll=NINE, gold=8)
    give(state, 0, camels=8, hand="build-without-gold build-without-camels")
    play(state, "take sack", "place sack.A1", "build store")
    play(state, "card build-without-gold hoist", "card build-without-camels market")
    assert built(state) == ["store", "market", "hoist"]
    assert state.actor == 1


def test_y17_the_two_build_cards_do_not_combine() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, camels=0, hand="build-without-gold build-without-camels")
    assert legal(state, "card") == ["build-without-camels pasture"]


@pytest.mark.parametrize(
    ("building", "field", "result"), [("pasture", "camels", (4, 0)), ("store", "gold", (0, 5))]
)
def test_y17_a_building_raised_before_the_action_already_works(
    building: str, field: str, result: tuple[int, int]
) -> None:
    state = day(roll=NINE, gold=2 if building == "store" else 0)
    give(state, 0, hand="build-without-camels")
    play(state, f"card build-without-camels {building}", f"take {field}", "collect")
    assert (state.player[0].camels, state.player[0].gold) == result


def test_y17_cards_and_the_build_in_any_order_until_the_end() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="gold camels caravan")
    play(state, "take sack", "place sack.A1", "card gold", "card camels", "build store", "card caravan")
    assert built(state) == ["store"]
    assert state.actor == 1
