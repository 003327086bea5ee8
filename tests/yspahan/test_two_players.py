"""The game for two: Y20."""

import pytest

import serai
from serai.games.yspahan import board
from tests.yspahan.table import EIGHT, at_day, day, finish_day, give, hand_of, legal, new, play


def test_y20_start_player_other_start_player_again() -> None:
    state = day(2, "roll 111 22 3 55", gold=0)
    give(state, 1, gold=0)
    assert state.observe(None)["order"] == [0, 1, 0]
    play(state, "take camels", "collect")
    assert state.actor == 1
    play(state, "take gold", "collect")
    assert state.actor == 0
    play(state, "take sack", "supervisor W2")
    assert (state.day, state.starter) == (2, 1)


def test_y20_the_start_player_alternates() -> None:
    state = day(2, "roll 111 22 3 55")
    finish_day(state)
    assert state.starter == 1
    play(state, "yellow 0", "roll 111 22 3 55")
    finish_day(state)
    assert state.starter == 0


@pytest.mark.parametrize(
    ("points", "starter"), [([5, 2], 1), ([2, 5], 0), ([4, 4], 1)], ids=["second", "first", "tied"]
)
def test_y20_on_the_last_day_the_one_with_fewer_points_starts(points: list[int], starter: int) -> None:
    state = day(2, "roll 111 22 3 55")  # seat 0 starts day 6, so seat 1 would start day 7
    at_day(state, 3, 6)
    for seat, score in enumerate(points):
        give(state, seat, score=score)
    finish_day(state)
    assert state.starter == starter
    assert state.observe(None)["order"] == [starter, 1 - starter, starter]


def test_y20_on_an_earlier_seventh_day_points_do_not_matter() -> None:
    state = day(2, "roll 111 22 3 55")
    at_day(state, 1, 6)
    give(state, 0, score=0)
    give(state, 1, score=9)
    finish_day(state)
    assert state.starter == 1


def test_y20_yellow_dice_stay_for_the_start_players_second_action() -> None:
    state = day(2, "roll 111 22 3 55 +33", yellow=2, gold=0)
    give(state, 1, gold=0)
    play(state, "take camels", "collect", "take gold", "collect")
    assert state.actor == 0
    state.play("take barrel")
    play(state, "place barrel.B1", "place barrel.B2", "place barrel.B3")
    assert state.day == 2, "one white and two yellow dice are three cubes"


def test_y20_the_other_takes_a_mixed_group_without_its_yellow_dice() -> None:
    state = day(2, "roll 111 22 3 55 +55", yellow=2, gold=0)
    give(state, 1, gold=0)
    play(state, "take camels", "collect", "take gold", "collect")
    assert state.player[1].gold == 2
    assert "gold" not in legal(state, "take"), "the yellow dice of that group are removed"


def test_y20_the_other_may_not_take_yellow_dice_alone() -> None:
    state = day(2, "roll 111 22 3 55 +44", yellow=2, gold=0)
    play(state, "take camels", "collect")
    assert state.actor == 1
    assert legal(state, "take") == ["sack", "barrel", "gold"]
    play(state, "take sack", "supervisor W2")
    assert legal(state, "take") == ["barrel", "chest", "gold"], "the start player may"


def test_y20_only_yellow_groups_left_the_second_player_draws() -> None:
    state = day(2, "roll 11111111 +6", yellow=1, gold=0)
    give(state, 1, gold=0)
    play(state, "take camels", "collect")
    assert state.actor == serai.CHANCE
    state.play("deal swap")
    assert hand_of(state, 1) == ["swap"]
    assert legal(state) == ["end"], "no camels, no gold: the swap has no effect; no building"
    state.play("end")
    assert legal(state, "take") == ["gold"]
    state.play("take gold")
    assert state.dice == 1


def test_y20_no_group_for_the_third_action_draws_and_cannot_build() -> None:
    state = day(2, "roll 1111 2222", gold=0)
    give(state, 1, gold=0)
    play(state, "take camels", "collect", "take gold", "collect")
    give(state, 0, gold=9, camels=9)
    assert state.actor == serai.CHANCE
    state.play("deal build-without-gold")
    assert legal(state) == ["end"]


def test_y20_building_is_an_action_of_a_group() -> None:
    state = day(2, EIGHT, gold=4)
    give(state, 0, camels=4)
    assert not legal(state, "build"), "not before a group is taken"
    state.play("take sack")
    assert legal(state, "build") == ["pasture", "store", "bathhouse", "caravanserai", "market", "hoist"]
    state.play("build pasture")
    assert state.actor == 1
    assert state.observe(None)["seats"][0]["buildings"] == ["pasture"]


def test_y20_no_building_after_another_action() -> None:
    state = day(2, EIGHT, gold=4)
    give(state, 0, camels=4, hand="gold")
    play(state, "take camels", "collect")
    assert not legal(state, "build")
    assert set(legal(state)) == {"card gold", "end"}


def test_y20_the_start_player_can_build_twice_a_day() -> None:
    state = day(2, EIGHT, gold=4)
    give(state, 0, camels=4)
    give(state, 1, gold=0)
    play(state, "take sack", "build pasture", "take camels", "collect", "take gold", "build store")
    assert state.observe(None)["seats"][0]["buildings"] == ["pasture", "store"]


@pytest.mark.parametrize("building", range(6))
@pytest.mark.parametrize("card", ["build-without-camels", "build-without-gold"])
def test_y20_build_cards_need_a_group_and_waive_the_cost_only(card: str, building: int) -> None:
    camels = board.CAMEL_COST[building] if card == "build-without-gold" else 0
    gold = board.GOLD_COST[building] if card == "build-without-camels" else 0
    state = day(2, EIGHT, gold=gold)
    give(state, 0, camels=camels, hand=card)
    assert not legal(state, "card"), "not before a group is taken"
    state.play("take sack")
    state.play(f"card {card} {board.BUILDINGS[building]}")
    assert (state.player[0].camels, state.player[0].gold) == (0, 0)
    assert state.observe(None)["seats"][0]["buildings"] == [board.BUILDINGS[building]]
    assert state.actor == 1, "the build was the action"


def test_y20_build_cards_are_not_offered_after_the_action() -> None:
    state = day(2, EIGHT, gold=8)
    give(state, 0, camels=8, hand="build-without-gold")
    play(state, "take camels", "collect")
    assert legal(state) == ["end"]


def test_y20_a_building_raised_works_in_the_second_action() -> None:
    state = day(2, "roll 111 22 3 55", gold=0)
    give(state, 0, camels=2)
    give(state, 1, gold=0)
    play(state, "take sack", "build pasture", "take gold", "collect", "take camels", "collect")
    assert state.player[0].camels == 4


def test_y20_two_camels_a_row() -> None:
    state = new(2)
    assert state.width == 2
    assert new(3).width == 3
    assert new(4).width == 4
