"""The turn: movement, assistants, merchants, encounters. I2 to I6."""

from __future__ import annotations

import pytest

from tests.istanbul.table import (
    discards_of,
    empty_piles,
    figures,
    give,
    goods_of,
    hand_of,
    legal,
    out_of,
    phase_of,
    place_of,
    play,
    send,
    stack_of,
    start,
    step_to,
    visit,
)

# I2


def test_i2_one_or_two_steps_not_diagonal_not_staying() -> None:
    state = start()
    near = "spice-warehouse fabric-warehouse fruit-warehouse post-office caravanserai black-market"
    near += " large-market small-market police-station great-mosque"
    assert sorted(legal(state, "move")) == sorted(near.split())
    give(state, merchant="wainwright")
    near = "fabric-warehouse spice-warehouse post-office caravanserai tea-house"
    assert sorted(legal(state, "move")) == sorted(near.split())


def test_i2_the_merchant_takes_his_stack_along_and_must_move() -> None:
    state = start()
    assert all(text.startswith("move") for text in legal(state))
    state.play("move great-mosque")
    assert state.player[0].place == place_of("great-mosque")
    assert len(stack_of(state)) == 4


# I3


def test_i3_an_assistant_is_left() -> None:
    state = start()
    step_to(state, "tea-house")
    assert legal(state) == ["leave", "stop"]
    state.play("leave")
    assert out_of(state) == ["tea-house"]
    assert len(stack_of(state)) == 3
    assert phase_of(state) == "action"


def test_i3_an_own_assistant_is_picked_up_and_none_can_be_left_beside_it() -> None:
    state = start()
    give(state, out="tea-house", stack=2)
    step_to(state, "tea-house")
    assert legal(state) == ["pick up", "stop"]
    state.play("pick up")
    assert out_of(state) == []
    assert len(stack_of(state)) == 3
    assert phase_of(state) == "action"


def test_i3_another_players_assistant_is_of_no_use() -> None:
    state = start()
    give(state, seat=1, out="tea-house", stack=3)
    step_to(state, "tea-house")
    assert legal(state) == ["leave", "stop"]


def test_i3_who_has_no_assistant_to_use_is_done_at_once() -> None:
    state = start()
    give(state, stack=0, out="wainwright small-mosque", lira=9)
    give(state, seat=1, merchant="tea-house")
    figures(state, governor="tea-house", smuggler="tea-house")
    step_to(state, "tea-house")
    assert (state.actor, phase_of(state)) == (1, "move")
    assert state.player[0].lira == 9


def test_i3_who_does_not_want_to_is_done_at_once() -> None:
    state = start()
    give(state, lira=9)
    give(state, seat=1, merchant="tea-house", lira=0, family="tea-house")
    step_to(state, "tea-house")
    state.play("stop")
    assert (state.actor, phase_of(state)) == (1, "move")
    assert (state.player[0].lira, state.player[1].lira) == (9, 0)
    assert state.player[1].family == place_of("tea-house")
    assert len(stack_of(state)) == 4


def test_i3_no_card_can_be_played_once_the_turn_ended() -> None:
    state = start()
    give(state, stack=0, hand="lira")
    step_to(state, "tea-house")
    assert legal(state) == ["stop", "card lira"]
    state.play("stop")
    assert state.actor == 1


@pytest.mark.parametrize("stack", [0, 4])
def test_i3_the_fountain_needs_no_assistant(stack: int) -> None:
    state = start()
    give(state, stack=stack, out="tea-house")
    step_to(state, "fountain")
    assert phase_of(state) == "action"
    assert legal(state) == ["pass", "return all"]
    assert len(stack_of(state)) == stack


# I4


def test_i4_red_pays_two_lira_each_to_yellow_and_green() -> None:
    """The rulebook's example."""
    state = start(3)
    give(state, 0, lira=5)
    give(state, 1, lira=0, merchant="tea-house")
    give(state, 2, lira=1, merchant="tea-house")
    step_to(state, "tea-house")
    state.play("leave")
    assert legal(state) == ["stop", "pay"]
    state.play("pay")
    assert [player.lira for player in state.player] == [1, 2, 3]
    assert phase_of(state) == "action"


def test_i4_or_the_turn_ends() -> None:
    state = start(3)
    give(state, 0, lira=5)
    give(state, 1, lira=0, merchant="tea-house")
    visit(state, "tea-house")
    state.play("stop")
    assert (state.actor, phase_of(state)) == (1, "move")
    assert [player.lira for player in state.player[:2]] == [5, 0]


def test_i4_who_cannot_pay_all_pays_nobody() -> None:
    state = start(3)
    give(state, 0, lira=3)
    give(state, 1, lira=0, merchant="tea-house")
    give(state, 2, lira=0, merchant="tea-house")
    visit(state, "tea-house")
    assert (state.actor, phase_of(state)) == (1, "move")
    assert [player.lira for player in state.player] == [3, 0, 0]
    assert out_of(state) == ["tea-house"]


def test_i4_exactly_enough_is_enough() -> None:
    state = start(3)
    give(state, 0, lira=4)
    give(state, 1, merchant="tea-house")
    give(state, 2, merchant="tea-house")
    visit(state, "tea-house")
    state.play("pay")
    assert state.player[0].lira == 0


def test_i4_five_lira_can_be_played_before_the_payment() -> None:
    state = start(3)
    give(state, 0, lira=0, hand="lira")
    give(state, 1, merchant="tea-house")
    visit(state, "tea-house")
    assert legal(state) == ["stop", "card lira"]
    state.play("card lira")
    assert legal(state) == ["stop", "pay"]
    state.play("pay")
    assert state.player[0].lira == 3


def test_i4_a_card_in_hand_does_not_pay_the_second_merchant() -> None:
    state = start()
    give(state, lira=3, hand="sultan")
    give(state, 1, merchant="gemstone-dealer")
    give(state, 2, merchant="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert legal(state) == ["stop"]


def test_i4_who_holds_a_card_is_asked_even_if_it_does_not_help() -> None:
    state = start(3)
    give(state, 0, lira=0, hand="stay")
    give(state, 1, merchant="tea-house")
    visit(state, "tea-house")
    assert (phase_of(state), legal(state)) == ("pay", ["stop"])


def test_i4_nobody_is_paid_at_the_fountain() -> None:
    state = start(3)
    step_to(state, "fountain")
    assert [player.lira for player in state.player] == [2, 3, 4]
    assert state.actor == 1  # no assistant is out, so there was nothing to do


def test_i4_a_neutral_merchant_is_paid_into_the_bank_and_moves_once() -> None:
    state = start(2)
    give(state, 0, lira=7)
    give(state, 1, lira=3)
    visit(state, "small-mosque")
    state.play("pay")
    assert phase_of(state) == "neutral-roll"
    assert (state.player[0].lira, state.player[1].lira) == (5, 3)
    state.play("roll 1 2")
    assert state.observe(None)["neutral_merchants"] == ["spice-warehouse", "great-mosque", "gemstone-dealer"]
    assert state.actor == 1  # no tile can be taken


def test_i4_several_neutral_merchants_each_move_and_a_player_is_paid_too() -> None:
    state = start(2)
    give(state, 0, lira=6)
    give(state, 1, lira=0, merchant="tea-house")
    tea = place_of("tea-house")
    state.neutrals = tea | tea << 4 | place_of("gemstone-dealer") << 8
    visit(state, "tea-house")
    play(state, "pay", "roll 4 5", "roll 6 6")
    # The first threw the number of the place itself: it stays, and is not paid again.
    assert state.observe(None)["neutral_merchants"] == ["tea-house", "police-station", "gemstone-dealer"]
    assert (state.player[0].lira, state.player[1].lira) == (0, 2)
    assert phase_of(state) == "action"


def test_i4_neutral_merchants_at_the_fountain_are_left_alone() -> None:
    state = start(2)
    state.neutrals = place_of("fountain") * 0x111
    give(state, 0, lira=1, out="tea-house")
    step_to(state, "fountain")
    assert legal(state) == ["pass", "return all"]
    assert state.player[0].lira == 1
    state.play("pass")
    assert state.observe(None)["neutral_merchants"] == ["fountain"] * 3


# I5


def test_i5_the_action_is_optional_and_encounters_follow_all_the_same() -> None:
    state = start()
    figures(state, governor="post-office")
    visit(state, "post-office")
    assert legal(state) == ["act", "pass"]
    state.play("pass")
    assert legal(state) == ["governor", "end"]
    assert (state.player[0].lira, goods_of(state)) == (2, "0-0-0-0")


def test_i5_an_impossible_action_is_not_asked_and_encounters_follow() -> None:
    state = start()
    figures(state, smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert phase_of(state) == "after"


def test_i5_without_anything_to_decide_the_turn_ends() -> None:
    state = start()
    visit(state, "gemstone-dealer")
    assert (state.actor, phase_of(state)) == (1, "move")


def test_i5_every_turn_goes_to_the_next_seat() -> None:
    state = start(3)
    for seat in (0, 1, 2, 0):
        assert state.actor == seat
        step_to(state, "fountain")
    assert (state.actor, state.round) == (1, 2)


# I6: family members


def test_i6_a_family_member_must_be_caught_for_lira() -> None:
    state = start()
    give(state, 1, family="post-office")
    visit(state, "post-office")
    state.play("pass")
    assert legal(state) == ["catch card", "catch lira"]
    state.play("catch lira")
    assert state.player[0].lira == 5
    assert state.player[1].family == place_of("police-station")
    assert state.actor == 1


def test_i6_a_family_member_is_caught_for_a_card() -> None:
    state = start()
    give(state, 2, family="post-office")
    visit(state, "post-office")
    play(state, "act", "catch card", "deal stay")
    assert hand_of(state) == ["stay"]
    assert state.player[2].family == place_of("police-station")
    assert legal(state) == ["end"]


def test_i6_the_member_of_any_seat_must_be_caught() -> None:
    state = start()
    step_to(state, "fountain")
    assert state.actor == 1
    give(state, 0, family="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert (state.actor, legal(state)) == (1, ["catch card", "catch lira"])


def test_i6_each_member_brings_its_own_reward() -> None:
    state = start(4)
    for seat in (1, 2, 3):
        give(state, seat, family="post-office")
    visit(state, "post-office")
    play(state, "pass", "catch lira", "catch card", "deal far")
    assert legal(state) == ["catch card", "catch lira"]
    state.play("catch lira")
    assert state.player[0].lira == 2 + 3 + 3
    assert {player.family for player in state.player} == {place_of("police-station")}


def test_i6_the_own_member_is_not_caught_nor_one_elsewhere() -> None:
    state = start()
    give(state, 0, family="gemstone-dealer")
    give(state, 1, family="tea-house")
    visit(state, "gemstone-dealer")
    assert state.actor == 1
    assert state.player[0].family == place_of("gemstone-dealer")


def test_i6_nobody_is_caught_at_the_police_station() -> None:
    state = start()
    give(state, 0, family="tea-house")
    visit(state, "police-station")
    assert state.actor == 1


# I6: governor


def test_i6_the_governors_card_is_bought() -> None:
    state = start()
    give(state, lira=2)
    figures(state, governor="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert legal(state) == ["governor", "end"]
    play(state, "governor", "deal stay")
    assert legal(state) == ["pay", "discard stay"]
    play(state, "pay", "roll 2 3")
    assert (state.player[0].lira, hand_of(state)) == (0, ["stay"])
    assert state.observe(None)["governor"] == "post-office"


def test_i6_or_any_card_of_the_hand_is_discarded() -> None:
    state = start()
    figures(state, governor="gemstone-dealer")
    give(state, hand="far", lira=1)
    visit(state, "gemstone-dealer")
    play(state, "pass", "governor", "deal stay")
    assert legal(state) == ["discard stay", "discard far"]
    play(state, "discard far", "roll 1 1")
    assert hand_of(state) == ["stay"]
    assert discards_of(state) == ["far"]


def test_i6_the_new_card_can_be_handed_back() -> None:
    state = start()
    figures(state, governor="gemstone-dealer")
    visit(state, "gemstone-dealer")
    play(state, "governor", "deal stay", "discard stay", "roll 1 1")
    assert discards_of(state) == ["stay"]
    assert state.player[0].lira == 2


def test_i6_without_lira_and_other_cards_it_is_handed_back_unasked() -> None:
    state = start()
    give(state, lira=1)
    figures(state, governor="gemstone-dealer")
    visit(state, "gemstone-dealer")
    play(state, "governor", "deal stay")
    assert phase_of(state) == "governor-roll"
    assert discards_of(state) == ["stay"]


def test_i6_two_cards_alike_are_asked_about_so_that_nobody_learns_it() -> None:
    state = start()
    give(state, lira=0, hand="stay")
    figures(state, governor="gemstone-dealer")
    visit(state, "gemstone-dealer")
    play(state, "pass", "governor", "deal stay")
    assert (phase_of(state), legal(state)) == ("governor", ["discard stay"])


def test_i6_the_governor_may_be_passed_by_and_then_stays() -> None:
    state = start()
    figures(state, governor="gemstone-dealer")
    visit(state, "gemstone-dealer")
    state.play("end")
    assert state.observe(None)["governor"] == "gemstone-dealer"


@pytest.mark.parametrize("figure", ["governor", "smuggler"])
def test_i6_a_figure_that_the_dice_leave_there_is_not_used_again(figure: str) -> None:
    state = start()
    figures(state, governor="small-market", smuggler="small-market")
    visit(state, "small-market")
    play(state, *(["governor", "deal stay", "pay"] if figure == "governor" else ["smuggler back"]))
    state.play("roll 5 6")
    assert state.observe(None)[figure] == "small-market"
    other = "smuggler" if figure == "governor" else "governor"
    texts = legal(state)
    assert any(text.startswith(other) for text in texts)
    assert not any(text.startswith(figure) for text in texts)


def test_i6_a_figure_is_met_again_in_the_next_turn() -> None:
    state = start(2)
    state.neutrals = 0
    figures(state, governor="small-market")
    visit(state, "small-market")
    play(state, "governor", "deal stay", "discard stay", "roll 5 6")
    assert state.actor == 1
    give(state, 1, lira=9)
    visit(state, "small-market")
    play(state, "pay")
    assert "governor" in legal(state)


# I6: smuggler


def test_i6_the_smugglers_good_is_bought() -> None:
    state = start()
    figures(state, smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert legal(state) == [
        *(f"smuggler {good}" for good in ("fabric", "spice", "fruit", "jewellery")),
        "smuggler back",
        "end",
    ]
    state.play("smuggler jewellery")
    state.play("roll 6 6")
    assert (state.player[0].lira, goods_of(state)) == (0, "0-0-0-1")
    assert state.observe(None)["smuggler"] == "police-station"


def test_i6_or_paid_with_another_good() -> None:
    state = start()
    give(state, goods="1-0-2-0", lira=2)
    figures(state, smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert "smuggler fruit" not in legal(state)  # no room for it
    state.play("smuggler jewellery")
    assert legal(state) == ["pay", "give fabric", "give fruit"]
    play(state, "give fruit", "roll 1 1")
    assert (state.player[0].lira, goods_of(state)) == (2, "1-0-1-1")


def test_i6_the_only_payment_is_not_asked() -> None:
    state = start()
    give(state, goods="0-1-0-0", lira=1)
    figures(state, smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert legal(state, "smuggler") == ["fabric", "fruit", "jewellery", "back"]
    state.play("smuggler fabric")
    assert phase_of(state) == "smuggler-roll"
    assert goods_of(state) == "1-0-0-0"


def test_i6_a_good_of_the_same_kind_is_no_other_payment() -> None:
    state = start()
    give(state, goods="1-0-0-0", lira=2)
    figures(state, smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    state.play("smuggler fabric")
    assert phase_of(state) == "smuggler-roll"
    assert (state.player[0].lira, goods_of(state)) == (0, "2-0-0-0")


@pytest.mark.parametrize("goods", ["0-0-0-0", "2-2-2-2"])
def test_i6_a_good_can_be_handed_straight_back_even_without_room(goods: str) -> None:
    state = start()
    give(state, goods=goods, lira=0)
    figures(state, smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert legal(state) == ["smuggler back", "end"]
    play(state, "smuggler back", "roll 1 2")
    assert goods_of(state) == goods
    assert state.observe(None)["smuggler"] == "spice-warehouse"


def test_i6_encounters_in_any_order_with_cards_between_them() -> None:
    state = start()
    give(state, 1, family="gemstone-dealer")
    give(state, lira=0, hand="lira")
    figures(state, governor="gemstone-dealer", smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    state.play("pass")
    assert legal(state) == ["catch card", "catch lira", "governor", "smuggler back", "card lira"]
    play(state, "smuggler back", "roll 1 1", "card lira", "governor", "deal stay", "pay", "roll 1 1")
    assert legal(state) == ["catch card", "catch lira"]
    play(state, "catch lira", "end")
    assert state.player[0].lira == 5 - 2 + 3


def test_i6_i15_the_family_member_meets_nobody_but_its_merchant_does() -> None:
    state = start()
    figures(state, governor="post-office", smuggler="police-station")
    give(state, 1, family="post-office", merchant="post-office", lira=0)
    send(state, "post-office")
    state.play("act")
    assert legal(state)[-2:] == ["smuggler back", "end"]
    assert "governor" not in legal(state)
    assert state.player[1].family == place_of("post-office")
    assert state.player[1].lira == 0


def test_i6_i20_with_both_piles_empty_there_is_no_governor_and_the_reward_is_lira() -> None:
    state = start()
    empty_piles(state, 2)
    give(state, 1, family="gemstone-dealer")
    figures(state, governor="gemstone-dealer")
    figures(state, smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert not legal(state, "governor")
    assert legal(state, "catch") == ["lira"]
    state.play("catch lira")
    assert state.player[0].lira == 5


def test_i6_i20_with_both_piles_empty_members_are_caught_unasked() -> None:
    state = start()
    empty_piles(state, 2)
    give(state, 0, lira=1)
    give(state, 1, family="gemstone-dealer")
    give(state, 2, family="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert state.player[0].lira == 1 + 3 + 3
    assert {player.family for player in state.player} == {place_of("police-station")}
    assert state.actor == 1


def test_i6_i17_the_lira_of_a_member_caught_unasked_pay_the_yellow_tile() -> None:
    state = start()
    empty_piles(state, 2)
    give(state, 0, lira=0, tiles="yellow", out="tea-house", stack=3)
    give(state, 1, family="gemstone-dealer")
    visit(state, "gemstone-dealer")
    assert legal(state) == ["yellow tea-house", "end"]
