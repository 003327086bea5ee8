"""What a group of dice is spent on: Y6 to Y13, Y16."""

import pytest

import serai
from serai.games.yspahan import board
from tests.yspahan.table import (
    NINE,
    SIX_GROUPS,
    bazaar,
    day,
    finish_day,
    give,
    hand_of,
    legal,
    play,
    points,
    shops_of,
)


def test_y6_camel_field_gives_camels() -> None:
    state = day(roll=NINE)
    play(state, "take camels", "collect")
    assert (state.player[0].camels, state.player[0].gold) == (3, 2)


def test_y6_gold_field_gives_gold() -> None:
    state = day(roll=NINE)
    play(state, "take gold", "collect")
    assert (state.player[0].camels, state.player[0].gold) == (0, 5)


def test_y6_quarter_field_gives_cubes_for_its_quarter() -> None:
    state = day(roll=NINE)
    state.play("take barrel")
    assert {shop.split(".")[0] for shop in legal(state, "place")} == {"barrel"}
    play(state, "place barrel.B1", "place barrel.B3")
    assert shops_of(state, 0) == ["barrel.B1", "barrel.B3"]
    assert state.actor == 1


@pytest.mark.parametrize("field", ["camels", "sack", "barrel", "chest", "amphora", "gold"])
def test_y6_any_field_moves_the_supervisor_or_draws(field: str) -> None:
    state = day(roll=SIX_GROUPS, gold=0)
    state.play(f"take {field}")
    value = 1 + ["camels", "sack", "barrel", "chest", "amphora", "gold"].index(field)
    reach = [f"{arm}{value}" for arm, length in (("W", 10), ("E", 7), ("N", 4), ("S", 7)) if value <= length]
    assert legal(state, "supervisor") == reach
    assert "draw" in legal(state)
    play(state, "draw", "deal shop")
    assert hand_of(state, 0) == ["shop"]


def test_y6_one_action_only() -> None:
    state = day(roll=NINE)
    play(state, "take camels", "supervisor W1")
    assert state.player[0].camels == 0
    assert state.actor == 1


@pytest.mark.parametrize(("field", "kind"), [("camels", "camels"), ("gold", "gold")])
def test_y7_a_discarded_card_counts_as_a_die(field: str, kind: str) -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="shop caravan")
    play(state, f"take {field}", "discard shop")
    assert getattr(state.player[0], kind) == 4
    assert hand_of(state, 0) == ["caravan"]
    assert state.observe(1)["discards"] == ["shop"]


def test_y7_a_discarded_card_is_a_cube_more() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="swap")
    play(state, "take sack", "discard swap", "place sack.D1", "place sack.D2")
    assert shops_of(state, 0) == ["sack.D1", "sack.D2"]
    assert state.actor == 1


def test_y7_only_one_card_may_be_discarded() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="swap gold")
    play(state, "take sack", "discard swap")
    assert not legal(state, "discard")


def test_y7_adds_to_pasture_store_and_hoist() -> None:
    for field, built, wealth in (("camels", "pasture", (5, 0)), ("gold", "store", (0, 6))):
        state = day(roll=NINE, gold=0)
        give(state, 0, hand="swap", built=built)
        play(state, f"take {field}", "discard swap")
        assert (state.player[0].camels, state.player[0].gold) == wealth
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="swap", built="hoist")
    play(state, "take sack", "discard swap", "place sack.A1", "place sack.A2", "place sack.A3")
    assert len(shops_of(state, 0)) == 3


def test_y7_is_not_offered_before_a_group_or_for_a_full_quarter() -> None:
    state = day(roll=SIX_GROUPS)
    give(state, 0, hand="swap")
    give(state, 1, shops="amphora.A1 amphora.B1 amphora.C1")
    assert not legal(state, "discard")
    state.play("take amphora")
    assert not legal(state, "discard")
    assert not legal(state, "place")


def test_y8_pasture_gives_a_camel_more_from_the_tower_only() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, built="pasture")
    play(state, "take camels", "collect")
    assert state.player[0].camels == 4
    state = day(roll=NINE, gold=0)
    give(state, 0, built="pasture", hand="camels")
    state.play("card camels")
    assert state.player[0].camels == 3


def test_y8_store_gives_two_gold_more_from_the_tower_only() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, built="store")
    play(state, "take gold", "collect")
    assert state.player[0].gold == 5
    state = day(roll=NINE, gold=0)
    give(state, 0, built="store", hand="gold")
    state.play("card gold")
    assert state.player[0].gold == 3


def test_y8_hoist_gives_a_cube_more_in_the_same_quarter() -> None:
    state = day(roll=NINE)
    give(state, 0, built="hoist")
    play(state, "take sack", "place sack.C1")
    assert legal(state) == ["place sack.C2", "place sack.C3", "stop"]
    state.play("place sack.C3")
    assert shops_of(state, 0) == ["sack.C1", "sack.C3"]
    assert state.actor == 1


def test_y8_bathhouse_makes_three_steps_of_change_free() -> None:
    state = day(roll=SIX_GROUPS, gold=1)
    give(state, 0, built="bathhouse")
    state.play("take camels")  # value 1: 0 to 4 free, 5 for one gold
    assert set(legal(state, "supervisor")) == {"centre"} | {
        f"{arm}{i}" for arm, most in (("W", 5), ("E", 5), ("N", 4), ("S", 5)) for i in range(1, most + 1)
    }
    free = state.clone()
    free.play("supervisor W4")
    assert free.player[0].gold == 1
    state.play("supervisor W5")
    assert state.player[0].gold == 0


def test_y8_caravanserai_draws_a_card_when_the_supervisor_sends_a_cube() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 2, built="caravanserai", shops="sack.B2")
    give(state, 0, gold=4)
    play(state, "take camels", "supervisor W5")
    assert state.actor == serai.CHANCE
    state.play("deal caravan")
    assert hand_of(state, 2) == ["caravan"]


def test_y8_caravanserai_draws_also_when_the_camel_is_paid() -> None:
    state = day(roll=NINE)
    give(state, 1, built="caravanserai", shops="sack.C2", camels=1)
    play(state, "take camels", "supervisor W1", "pay camel", "deal gold")
    assert hand_of(state, 1) == ["gold"]
    assert shops_of(state, 1) == ["sack.C2"]


def test_y8_caravanserai_draws_for_a_cube_in_any_shop() -> None:
    for index, shop in enumerate(board.SHOPS):
        for field in (
            name for name, shops in zip(board.STREET, board.TOUCHING, strict=True) if index in shops
        ):
            state = day(roll=NINE, gold=16)
            give(state, 1, built="caravanserai", shops=shop)
            play(state, "take camels", f"supervisor {field}", "deal caravan")
            assert hand_of(state, 1) == ["caravan"]
            assert state.observe(None)["sending"] is None


def test_y8_caravanserai_draws_nothing_for_the_caravan_card() -> None:
    state = day(roll=NINE)
    give(state, 0, built="caravanserai", hand="caravan")
    state.play("card caravan")
    assert state.actor == 0
    assert hand_of(state, 0) == []


def test_y8_market_gives_two_points_for_each_complete_bazaar() -> None:
    state = day(3)
    give(state, 0, built="market", shops=f"{bazaar('chest.A')} {bazaar('chest.B')} sack.A1")
    give(state, 1, shops=bazaar("amphora.A"))
    state.day = 7
    finish_day(state)
    assert [state.player[seat].score for seat in (0, 1)] == [6 + 4 + 2 + 2, 4]


def test_y9_worked_example_of_the_rulebook() -> None:
    state = day(roll="roll 1 2 3 55 6666")  # two dice on the chest
    give(state, 0, shops="chest.B1")
    give(state, 1, shops="chest.A1 chest.A2")
    state.play("take chest")
    assert legal(state, "place") == ["chest.B2"]
    state.play("place chest.B2")
    assert legal(state) == [f"place chest.C{i}" for i in (1, 2, 3, 4)]
    state.play("place chest.C1")
    assert shops_of(state, 0) == ["chest.B1", "chest.B2", "chest.C1"]
    play(state, "take barrel")
    give(state, 1, hand="shop", shops=bazaar("chest.A"))
    assert not [shop for shop in legal(state, "card shop") if shop.startswith("chest")]


def test_y9_one_cube_a_shop() -> None:
    state = day(roll=NINE)
    give(state, 0, shops="barrel.D3")
    state.play("take barrel")
    assert legal(state, "place") == ["barrel.D1", "barrel.D2", "barrel.D4", "barrel.D5"]


def test_y9_surplus_cubes_return_to_the_supply() -> None:
    state = day(roll="roll 1 2 3 44444 6")
    give(state, 1, shops="chest.A1 chest.C1")
    play(state, "take chest", "place chest.B1", "place chest.B2")
    assert state.actor == 1, "three cubes had no room"


def test_y10_as_many_cubes_as_fit_no_stopping_early() -> None:
    state = day(roll="roll 1 2 333333 6")
    state.play("take barrel")
    for shop in ("barrel.A1", "barrel.A2", "barrel.C1", "barrel.C2", "barrel.C3"):
        assert not {"stop", "end"} & set(legal(state))
        state.play(f"place {shop}")
    assert set(legal(state, "place")) == set(f"{bazaar('barrel.B')} {bazaar('barrel.D')}".split())


def test_y10_the_hoists_cube_may_be_declined() -> None:
    state = day(roll=NINE)
    give(state, 0, built="hoist")
    play(state, "take sack", "place sack.A1", "stop")
    assert shops_of(state, 0) == ["sack.A1"]
    assert state.actor == 1


def test_y10_the_hoists_cube_is_not_offered_where_none_fits() -> None:
    state = day(roll=NINE)
    give(state, 0, built="hoist", shops="barrel.A1")
    give(state, 1, shops="barrel.B1 barrel.C1 barrel.D1")
    play(state, "take barrel", "place barrel.A2")
    assert state.actor == 1, "one of two cubes and the hoist's had no room"


def test_y10_the_hoists_cube_may_start_the_next_bazaar() -> None:
    state = day(roll=NINE)
    give(state, 0, built="hoist", shops="sack.C1 sack.C2")
    play(state, "take sack", "place sack.C3", "place sack.D4")
    assert shops_of(state, 0) == ["sack.C1", "sack.C2", "sack.C3", "sack.D4"]


def test_y10_a_bazaar_whose_last_cube_was_taken_is_free_again() -> None:
    state = day(roll=NINE, gold=5)
    give(state, 3, shops="sack.D1")
    play(state, "take camels", "supervisor S4")
    state.play("take sack")
    assert "sack.D1" in legal(state, "place")


def test_y10_a_finished_bazaar_that_lost_a_cube_binds_its_owner() -> None:
    state = day(roll=NINE, gold=2)
    give(state, 1, shops=bazaar("sack.C"))
    play(state, "take camels", "supervisor W3")
    assert shops_of(state, 1) == ["sack.C2", "sack.C3"]
    state.play("take sack")
    assert legal(state, "place") == ["sack.C1"]


def test_y10_several_unfinished_bazaars_are_all_open_to_their_owner() -> None:
    state = day(roll=NINE)
    give(state, 0, shops="barrel.A1 barrel.C2")
    state.play("take barrel")
    assert legal(state, "place") == ["barrel.A2", "barrel.C1", "barrel.C3"]


def test_y11_a_quarter_closed_to_you_is_not_offered() -> None:
    state = day(roll=SIX_GROUPS)
    give(state, 1, shops="amphora.A1")
    give(state, 2, shops="amphora.B2")
    give(state, 3, shops="amphora.C3")
    state.play("take amphora")
    assert not legal(state, "place")
    assert legal(state, "supervisor")
    assert "draw" in legal(state)


def test_y12_the_supervisor_moves_exactly_the_value() -> None:
    state = day(roll=SIX_GROUPS, gold=0)
    state.supervisor = 2  # W2
    state.play("take barrel")  # value 3
    assert legal(state, "supervisor") == ["W5", "E1", "N1", "S1"]


def test_y12_worked_example_one_gold_makes_three_steps_four() -> None:
    state = day(roll=SIX_GROUPS, gold=1)
    state.play("take barrel")
    state.play("supervisor E4")
    assert state.player[0].gold == 0
    assert state.observe(None)["supervisor"] == "E4"


def test_y12_gold_shortens_the_move_down_to_nothing() -> None:
    state = day(roll=SIX_GROUPS, gold=3)
    state.play("take barrel")
    state.play("supervisor centre")
    assert state.player[0].gold == 0


def test_y12_each_gold_changes_the_move_by_one_step() -> None:
    state = day(roll=SIX_GROUPS, gold=2)
    state.play("take barrel")  # 1 to 5 steps
    steps = {int(field[1:]) for field in legal(state, "supervisor")}
    assert steps == {1, 2, 3, 4, 5}
    for field, left in (("W1", 0), ("W2", 1), ("W3", 2), ("W4", 1), ("W5", 0)):
        after = state.clone()
        after.play(f"supervisor {field}")
        assert after.player[0].gold == left


def test_y12_with_much_gold_the_whole_street_is_in_reach() -> None:
    state = day(roll=NINE, gold=40)
    state.supervisor = 10  # W10
    state.play("take camels")
    assert len(legal(state, "supervisor")) == 29
    state.play("supervisor E7")
    assert state.player[0].gold == 40 - 16


def test_y12_staying_triggers_the_shops_of_the_field_again() -> None:
    state = day(roll=NINE, gold=1)
    state.supervisor = 5  # W5
    give(state, 2, shops="sack.B2")
    events = play(state, "take camels", "supervisor W5")
    assert points(events) == [(2, 2, "camel")]
    assert shops_of(state, 2) == []


def test_y13_cubes_beside_the_field_go_to_the_caravan_whoever_owns_them() -> None:
    for owner in range(4):
        state = day(roll=NINE)
        give(state, owner, shops="sack.C2")
        events = play(state, "take camels", "supervisor W1")
        assert points(events) == [(owner, 2, "camel")]
        assert shops_of(state, owner) == []
        assert state.observe(None)["caravan"] == [owner]


def test_y13_an_empty_field_sends_nothing() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="sack.C1")
    play(state, "take camels", "supervisor W1")
    assert state.observe(None)["caravan"] == []
    assert shops_of(state, 1) == ["sack.C1"]


@pytest.mark.parametrize(("first", "order"), [("barrel.A1", [1, 2]), ("amphora.A1", [2, 1])])
def test_y13_the_mover_chooses_the_order_of_two_cubes(first: str, order: list[int]) -> None:
    state = day(roll=NINE)
    give(state, 1, shops="barrel.A1")
    give(state, 2, shops="amphora.A1")
    play(state, "take camels", "supervisor E1")
    assert state.actor == 0
    assert legal(state) == ["send barrel.A1", "send amphora.A1"]
    state.play(f"send {first}")
    assert state.observe(None)["caravan"] == order


def test_y13_one_cube_on_a_double_field_goes_without_a_question() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="amphora.A1")
    play(state, "take camels", "supervisor E1")
    assert state.observe(None)["caravan"] == [1]


def test_y13_the_owner_may_pay_a_camel_out_of_turn() -> None:
    state = day(roll=NINE)
    give(state, 2, shops="sack.C2", camels=2)
    play(state, "take camels", "supervisor W1")
    assert state.actor == 2
    assert legal(state) == ["pay camel", "let go"]
    kept = state.clone()
    kept.play("pay camel")
    assert (shops_of(kept, 2), kept.player[2].camels) == (["sack.C2"], 1)
    state.play("let go")
    assert (shops_of(state, 2), state.player[2].camels) == ([], 2)
    for after in (kept, state):
        assert after.observe(None)["caravan"] == [2]
        assert after.player[2].score == 2
        assert after.actor == 1


def test_y13_without_a_camel_there_is_no_question() -> None:
    state = day(roll=NINE)
    give(state, 2, shops="sack.C2", camels=0)
    play(state, "take camels", "supervisor W1")
    assert state.actor == 1


def test_y13_each_cube_is_settled_completely_before_the_next() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="barrel.A1", camels=1, built="caravanserai")
    give(state, 2, shops="sack.C2", camels=1)
    play(state, "take camels", "supervisor S1")
    assert legal(state) == ["send sack.C2", "send barrel.A1"]
    state.play("send barrel.A1")
    assert state.actor == 1, "the mover names the first cube before any camel decision"
    state.play("let go")
    assert state.actor == serai.CHANCE, "the caravanserai's card comes before the second cube"
    state.play("deal swap")
    assert state.actor == 2
    state.play("pay camel")
    assert state.observe(None)["caravan"] == [1, 2]
    assert state.actor == 1


def test_y13_who_owns_both_cubes_can_pay_only_the_camels_he_has() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="barrel.A1 amphora.A1", camels=1)
    play(state, "take camels", "supervisor E1")
    assert state.actor == 0, "the mover names the first, though both are of one owner"
    play(state, "send amphora.A1", "pay camel")
    assert shops_of(state, 1) == ["amphora.A1"], "the second could not be kept"
    assert state.observe(None)["caravan"] == [1, 1]
    assert state.actor == 1


def test_y13_the_mover_may_send_and_keep_his_own_cube() -> None:
    state = day(roll=NINE)
    give(state, 0, shops="sack.C2", camels=1)
    play(state, "take camels", "supervisor W1", "pay camel")
    assert (shops_of(state, 0), state.player[0].camels, state.player[0].score) == (["sack.C2"], 0, 2)


def test_y8_y21_caravanserai_without_any_card_draws_nothing_and_the_second_cube_follows() -> None:
    state = day(roll=NINE)
    state.deck = state.discards = 0
    give(state, 1, shops="barrel.A1 amphora.A1", built="caravanserai")
    play(state, "take camels", "supervisor E1", "send barrel.A1")
    assert state.observe(None)["caravan"] == [1, 1]
    assert state.actor == 1
    assert hand_of(state, 1) == []


def test_y8_caravanserai_draws_twice_for_two_cubes() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="barrel.A1 amphora.A1", built="caravanserai")
    play(state, "take camels", "supervisor E1", "send barrel.A1", "deal swap", "deal shop")
    assert hand_of(state, 1) == ["swap", "shop"]


def test_y16_without_a_group_a_card_is_drawn_and_no_dice_are_taken() -> None:
    state = day(roll="roll 444444444", gold=0)
    play(state, "take camels", "collect", "end")
    assert state.actor == serai.CHANCE, "seat 1 has no card: nothing to decide"
    state.play("deal gold")
    assert hand_of(state, 1) == ["gold"]
    assert state.actor == 1


def test_y16_cards_may_be_played_before_the_draw() -> None:
    state = day(roll="roll 444444444", gold=0)
    give(state, 1, hand="gold")
    play(state, "take camels", "collect", "end")
    assert legal(state) == ["draw", "card gold"]
    play(state, "card gold", "draw", "deal swap")
    assert hand_of(state, 1) == ["swap"]
    assert state.player[1].gold == 5


def test_y16_the_player_may_still_build() -> None:
    state = day(roll="roll 444444444", gold=0)
    give(state, 1, camels=2, gold=0)
    play(state, "take camels", "collect", "end")
    play(state, "deal gold", "build pasture")
    assert state.observe(None)["seats"][1]["buildings"] == ["pasture"]


def test_y16_nothing_happens_when_both_piles_are_empty() -> None:
    state = day(roll="roll 444444444", gold=0)
    give(state, 0, hand=" ".join(["swap", "camels", "gold", "shop", "caravan"] * 2))
    give(state, 3, hand=" ".join(["camels-for-points", "gold-for-points"] * 2))
    give(state, 3, hand=" ".join(["build-without-camels", "build-without-gold"] * 2))
    give(state, 1, gold=0)
    play(state, "take camels")
    assert "draw" not in legal(state), "Y21: the draw action is not offered"
    play(state, "collect", "end")
    assert state.actor == 3, "seats 1 and 2 had nothing to draw and nothing to do"
