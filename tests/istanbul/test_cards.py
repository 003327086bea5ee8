"""The bonus cards and their moments: I20."""

from __future__ import annotations

from collections import Counter

import pytest

import serai
from serai.games.istanbul import cards, ids
from serai.kernel import piles
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


def at_moment(moment: str, hand: str) -> serai.State:
    """Seat 0 with these cards at one of the moments of its turn."""
    state = start()
    give(state, hand=hand, family="wainwright", lira=30, out="tea-house", stack=3)
    give(state, 1, merchant="post-office")
    if moment == "move":
        return state
    step_to(state, "post-office")
    if moment == "arrive":
        return state
    state.play("leave")
    if moment == "pay":
        return state
    state.play("pay")
    if moment == "action":
        return state
    state.play("act")
    return state


MOMENTS = ["move", "arrive", "pay", "action", "after"]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("card", "open_at"),
    [
        ("good", "move arrive pay action after"),
        ("lira", "move arrive pay action after"),
        ("sultan", ""),
        ("post", "after"),
        ("gemstone", ""),
        ("home", "move arrive pay action after"),
        ("stay", "move"),
        ("far", "move"),
        ("assistant", "move arrive"),
        ("any-goods", ""),
    ],
)
def test_i20_each_card_has_its_moments(moment: str, card: str, open_at: str) -> None:
    state = at_moment(moment, card)
    texts = [state.text(choice) for choice in state.legal()]
    assert any(text.startswith(f"card {card}") for text in texts) == (moment in open_at.split())
    assert state.observe(None)["phase"] == moment


@pytest.mark.parametrize("moment", MOMENTS)
def test_i20_who_holds_a_card_is_asked_at_every_moment(moment: str) -> None:
    state = at_moment(moment, "sultan")
    assert state.observe(None)["phase"] == moment
    assert state.legal()


@pytest.mark.parametrize("moment", MOMENTS)
def test_i20_a_card_played_does_not_end_the_moment(moment: str) -> None:
    state = at_moment(moment, "lira lira")
    before = state.legal()
    state.play("card lira")
    assert state.legal() == before


def test_i20_after_the_last_card_nothing_is_left_to_ask() -> None:
    for card in ("card lira", "card good fabric"):
        state = start()
        give(state, hand=card.split()[1])
        visit(state, "gemstone-dealer")
        state.play("pass")
        assert "end" in legal(state)
        state.play(card)
        assert state.actor == 1


def test_i20_after_the_last_card_an_impossible_step_is_not_asked() -> None:
    state = start()
    give(state, hand="good", stack=0)
    step_to(state, "gemstone-dealer")
    state.play("card good fabric")  # no assistant
    assert state.actor == 1
    state = start()
    give(state, hand="good", lira=0)
    give(state, 1, merchant="gemstone-dealer")
    visit(state, "gemstone-dealer")
    state.play("card good fabric")  # no lira for the merchant
    assert state.actor == 1
    state = start()
    give(state, hand="good")
    visit(state, "gemstone-dealer")
    state.play("card good fabric")  # no lira for a ruby
    assert state.actor == 1


def test_i20_any_number_of_cards_in_a_turn() -> None:
    state = start()
    give(state, hand="lira lira lira lira good good")
    play(state, "card lira", "card lira", "card good fabric", "card lira", "card lira", "card good spice")
    assert (state.player[0].lira, goods_of(state)) == (22, "1-1-0-0")
    assert phase_of(state) == "move"


def test_i20_used_cards_go_to_the_open_discards() -> None:
    state = start()
    give(state, hand="lira good")
    play(state, "card lira", "card good fruit")
    assert discards_of(state) == ["good", "lira"]
    assert hand_of(state) == []


# The draw pile


def test_i20_the_discards_are_shuffled_at_once_when_the_draw_pile_is_empty() -> None:
    state = start()
    give(state, hand="lira good")
    play(state, "card lira", "card good fruit")
    empty_piles(state, 2, keep="far")
    figures(state, governor="gemstone-dealer")
    visit(state, "gemstone-dealer")
    events = play(state, "governor", "deal far")
    assert discards_of(state) == []
    assert state.deck == cards.ONE[cards.FIVE_LIRA] + cards.ONE[cards.ONE_GOOD]
    assert [event.amount for event in events if event.kind == "reshuffle"] == [2]


def test_i20_all_discards_are_shuffled_however_many() -> None:
    state = start()
    for name in ("lira", "good", "far") * 4 + ("stay", "home", "post") * 2:
        give(state, hand=name)
        state.discard(cards.CARDS.index(name))
    assert len(discards_of(state)) == 18
    empty_piles(state, 2, keep="sultan")
    give(state, 1, family="gemstone-dealer")
    visit(state, "gemstone-dealer")
    play(state, "catch card", "deal sultan")
    assert discards_of(state) == []
    assert piles.size(state.deck, cards.BITS) == 18
    assert state.deck + sum(player.hand for player in state.player) == cards.ALL_CARDS


def test_i20_a_card_laid_down_while_both_piles_are_empty_becomes_the_draw_pile() -> None:
    state = start()
    give(state, hand="lira")
    empty_piles(state, 2)
    state.play("card lira")
    assert discards_of(state) == []
    assert state.deck == cards.ONE[cards.FIVE_LIRA]


def test_i20_cards_are_drawn_as_often_as_they_lie_in_the_pile() -> None:
    state = start()
    empty_piles(state, 2, keep="lira lira lira good")
    give(state, 1, family="gemstone-dealer")
    visit(state, "gemstone-dealer")
    state.play("catch card")
    assert legal(state) == ["deal good", "deal lira"]
    rng = serai.Rng(2)
    drawn = Counter(state.sample(rng) - ids.DEAL for _ in range(4000))
    assert sorted(drawn) == [cards.ONE_GOOD, cards.FIVE_LIRA]
    assert drawn[cards.FIVE_LIRA] == pytest.approx(3000, rel=0.05)


def test_i20_there_are_26_cards() -> None:
    assert piles.size(cards.ALL_CARDS, cards.BITS) == sum(cards.NUMBER_OF) == cards.NUM_CARDS == 26
    numbers = [cards.held(cards.ALL_CARDS, kind) for kind in range(cards.NUM_KINDS)]
    assert numbers == [4, 4, 2, 2, 2, 2, 2, 4, 2, 2]


def test_i20_the_order_of_all_discards_is_kept() -> None:
    state = start()
    laid: list[str] = []
    for name in ("lira", "good", "stay", "far", "home", "post", "sultan") * 2 + (
        "assistant",
        "any-goods",
    ) * 2:
        give(state, hand=name)
        state.discard(cards.CARDS.index(name))
        laid.insert(0, name)
        assert discards_of(state) == laid
    assert len(laid) == 18
    while laid:
        state.take_open()
        assert hand_of(state).count(laid[0]) >= 1
        laid.pop(0)
        assert discards_of(state) == laid


# One good


def test_i20_one_good_only_where_there_is_room() -> None:
    state = start()
    give(state, hand="good", goods="2-2-0-2")
    assert legal(state, "card") == ["good fruit"]
    state.play("card good fruit")
    assert goods_of(state) == "2-2-1-2"


def test_i20_one_good_before_the_mosque() -> None:
    state = start()
    give(state, hand="good", goods="1-0-0-0")
    visit(state, "small-mosque")
    assert "tile red" not in legal(state)
    state.play("card good fabric")
    assert legal(state) == ["pass", "tile red"]


def test_i20_no_card_in_the_middle_of_an_action() -> None:
    state = start()
    give(state, hand="good lira", goods="1-1-1-1", tiles="red", lira=9)
    visit(state, "small-market")
    state.play("act")
    assert legal(state) == ["sell 0 fabric", "sell 1 fabric"]
    state = start()
    give(state, hand="good lira", tiles="red", lira=9)
    visit(state, "black-market")
    play(state, "act", "roll 1 2")
    assert legal(state) == ["keep", "turn 1", "turn 2", "reroll"]
    state.play("keep")
    assert legal(state) == ["take fabric", "take spice", "take fruit"]


def test_i20_no_card_in_the_middle_of_an_encounter() -> None:
    state = start()
    give(state, hand="good lira", lira=2)
    figures(state, governor="gemstone-dealer", smuggler="gemstone-dealer")
    visit(state, "gemstone-dealer")
    play(state, "pass", "governor", "deal stay")
    assert legal(state) == ["pay", "discard good", "discard lira", "discard stay"]


# The three cards that do an action twice


def test_i20_post_twice_takes_the_fields_after_the_indicator_moved() -> None:
    state = start()
    give(state, hand="post", lira=0)
    visit(state, "post-office")
    play(state, "act")
    assert "card post" in legal(state)
    state.play("card post")
    assert (goods_of(state), state.player[0].lira, state.post) == ("1-1-2-0", 4, 2)


def test_i20_post_a_third_time_with_both_copies() -> None:
    state = start()
    give(state, hand="post post", lira=0)
    visit(state, "post-office")
    play(state, "act", "card post", "card post")
    assert state.post == 3
    assert state.actor == 1


def test_i20_twice_only_after_the_action_was_done() -> None:
    state = start()
    give(state, hand="post")
    visit(state, "post-office")
    assert legal(state) == ["act", "pass"]
    state.play("pass")
    assert legal(state) == ["end"]


def test_i20_twice_not_for_what_another_player_did() -> None:
    state = start()
    visit(state, "post-office")
    state.play("act")
    assert (state.observe(None)["site"], state.observe(None)["done"]) == (None, False)
    give(state, 1, hand="post")
    visit(state, "post-office")
    play(state, "pay", "pass")
    assert legal(state) == ["end"]


def test_i20_gemstone_twice_at_the_new_price() -> None:
    state = start(3)
    give(state, hand="gemstone gemstone", lira=14 + 15 + 15)
    visit(state, "gemstone-dealer")
    play(state, "act", "card gemstone")
    assert (state.player[0].lira, state.player[0].rubies) == (15, 2)
    assert legal(state) == ["end"]  # the third costs 16


def test_i20_gemstone_twice_with_lira_in_between() -> None:
    state = start(3)
    give(state, hand="gemstone lira", lira=24)
    visit(state, "gemstone-dealer")
    state.play("act")
    assert legal(state) == ["end", "card lira"]
    play(state, "card lira", "card gemstone")
    assert (state.player[0].lira, state.player[0].rubies) == (0, 2)


def test_i20_gemstone_twice_not_without_a_ruby() -> None:
    state = start(3)
    state.gemstone = 23
    give(state, hand="gemstone", lira=80)
    visit(state, "gemstone-dealer")
    state.play("act")
    assert legal(state) == ["end"]


def test_i20_sultan_twice_with_one_good_in_between() -> None:
    state = start(4)
    give(state, hand="sultan good", goods="2-2-2-2", capacity=5)
    visit(state, "sultans-palace")
    state.play("act")
    assert "card sultan" not in legal(state)  # five goods are asked for, four are left
    play(state, "card good spice", "card sultan")
    assert (goods_of(state), state.player[0].rubies) == ("0-0-0-0", 2)


def test_i20_sultan_twice_begins_with_the_first_good_again() -> None:
    state = start(3)
    give(state, hand="sultan", goods="5-5-5-5", capacity=5)
    visit(state, "sultans-palace")
    play(state, "act", "give jewellery", "card sultan")
    assert legal(state) == ["give fabric", "give spice", "give fruit", "give jewellery"]


def test_i20_a_twice_card_is_for_its_own_place() -> None:
    state = start()
    give(state, hand="sultan gemstone post", lira=90, goods="5-5-5-5", capacity=5)
    visit(state, "post-office")
    state.play("act")
    assert legal(state, "card") == ["post"]


def test_i20_twice_not_once_an_encounter_has_begun() -> None:
    state = start()
    give(state, hand="post")
    give(state, 1, family="post-office")
    visit(state, "post-office")
    state.play("act")
    assert legal(state) == ["catch card", "catch lira", "card post"]
    state.play("catch lira")
    assert legal(state) == ["end"]


def test_i20_twice_after_the_family_members_action() -> None:
    state = start(3)
    give(state, hand="gemstone", lira=29)
    send(state, "gemstone-dealer")
    play(state, "act", "card gemstone")
    assert (state.player[0].lira, state.player[0].rubies) == (0, 2)


def test_i20_twice_not_after_sending_the_family_member_without_its_action() -> None:
    state = start(3)
    give(state, hand="post")
    send(state, "post-office")
    state.play("pass")
    assert legal(state) == ["end"]


# Family home


def test_i20_family_home_for_lira_or_a_card() -> None:
    state = start()
    give(state, hand="home home", family="tea-house", lira=0)
    assert legal(state, "card") == ["home card", "home lira"]
    state.play("card home lira")
    assert state.player[0].lira == 3
    assert state.player[0].family == place_of("police-station")
    assert legal(state, "card") == []  # it is there now
    give(state, family="tea-house")
    play(state, "card home card", "deal stay")
    assert hand_of(state) == ["stay"]
    assert phase_of(state) == "move"


@pytest.mark.parametrize("moment", MOMENTS)
def test_i20_after_the_reward_the_moment_goes_on(moment: str) -> None:
    state = at_moment(moment, "home lira")
    play(state, "card home card", "deal lira")  # type: ignore[arg-type]
    assert (state.actor, state.observe(None)["phase"]) == (0, moment)
    assert "card lira" in [state.text(choice) for choice in state.legal()]


def test_i20_family_home_before_the_police_station_sends_it_again() -> None:
    state = start()
    give(state, hand="home", family="tea-house")
    visit(state, "police-station")
    assert legal(state, "send") == []
    state.play("card home lira")
    assert len(legal(state, "send")) == 15


def test_i20_family_home_not_between_sending_it_and_its_action() -> None:
    state = start()
    give(state, hand="home lira")
    send(state, "post-office")
    assert legal(state, "card") == ["lira"]
    state.play("act")
    assert legal(state, "card") == ["lira", "home card", "home lira"]


def test_i20_cards_before_the_family_members_action() -> None:
    state = start(3)
    give(state, hand="lira", lira=9)
    send(state, "gemstone-dealer")
    assert legal(state) == ["pass", "card lira"]
    state.play("card lira")
    assert legal(state) == ["act", "pass"]


def test_i20_family_home_with_both_piles_empty_can_be_drawn_again_itself() -> None:
    state = start()
    give(state, hand="home", family="tea-house")
    empty_piles(state, 2)
    assert legal(state, "card") == ["home card", "home lira"]
    play(state, "card home card")
    assert (state.actor, legal(state)) == (serai.CHANCE, ["deal home"])
    play(state, "deal home")
    assert (hand_of(state), state.deck, phase_of(state)) == (["home"], 0, "move")
    assert state.player[0].family == place_of("police-station")


def test_i20_family_home_for_lira_with_both_piles_empty_leaves_the_card_as_the_draw_pile() -> None:
    state = start()
    give(state, hand="home", family="tea-house", lira=0)
    empty_piles(state, 2)
    play(state, "card home lira")
    assert (hand_of(state), state.player[0].lira) == ([], 3)
    assert (state.deck, discards_of(state)) == (cards.ONE[cards.HOME], [])


# Stay and far


def test_i20_stay_uses_an_assistant_again_and_pays_again() -> None:
    state = start()
    give(state, hand="stay", merchant="tea-house", out="tea-house", stack=3, lira=2)
    give(state, 1, merchant="tea-house", lira=0)
    state.play("card stay")
    assert legal(state) == ["pick up", "stop"]
    state.play("pick up")
    assert legal(state) == ["stop", "pay"]
    state.play("pay")
    assert (state.player[1].lira, phase_of(state)) == (2, "action")
    assert state.player[0].place == place_of("tea-house")


def test_i20_stay_at_the_fountain_needs_no_assistant() -> None:
    state = start()
    give(state, hand="stay", stack=0, out="tea-house")
    state.play("card stay")
    assert legal(state) == ["pass", "return all"]


def test_i20_move_three_or_four_steps() -> None:
    state = start()
    give(state, hand="far", merchant="wainwright")
    far = "fruit-warehouse fountain black-market large-market small-market sultans-palace small-mosque"
    assert legal(state, "card far") == far.split()
    state.play("card far fruit-warehouse")
    assert state.player[0].place == place_of("fruit-warehouse")
    assert phase_of(state) == "arrive"


# Assistant back


def test_i20_assistant_back_before_moving_even_from_here() -> None:
    state = start()
    give(state, hand="assistant", merchant="tea-house", out="tea-house wainwright", stack=2)
    assert legal(state, "card") == ["assistant wainwright", "assistant tea-house"]
    state.play("card assistant tea-house")
    assert (out_of(state), len(stack_of(state))) == (["wainwright"], 3)


def test_i20_assistant_back_on_arrival_with_an_empty_stack() -> None:
    state = start()
    give(state, hand="assistant", out="wainwright", stack=0)
    step_to(state, "tea-house")
    assert legal(state) == ["stop", "card assistant wainwright"]
    play(state, "card assistant wainwright", "leave")
    assert out_of(state) == ["tea-house"]


def test_i20_assistant_back_on_arrival_at_the_fountain() -> None:
    state = start()
    give(state, hand="assistant", out="wainwright", stack=0)
    step_to(state, "fountain")
    assert "card assistant wainwright" in legal(state)
    state.play("card assistant wainwright")  # now there is nothing left to return
    assert (len(stack_of(state)), state.actor) == (1, 1)
    state = start()
    give(state, hand="assistant", out="wainwright", stack=2)
    send(state, "fountain")
    assert legal(state, "card") == []


# Any goods


def test_i14_i20_any_goods_at_the_small_market() -> None:
    state = start()
    give(state, hand="any-goods", goods="0-0-0-5", capacity=5, lira=0)
    state.small = 2  # 1-2-2-0
    visit(state, "small-market")
    assert legal(state) == ["pass", "card any-goods"]
    state.play("card any-goods")
    assert legal(state, "sell") == [f"{number} jewellery" for number in range(1, 6)]
    state.play("sell 5 jewellery")
    assert (state.player[0].lira, goods_of(state)) == (20, "0-0-0-0")
    assert phase_of(state) == "demand"  # the tile goes under the stack all the same


def test_i14_i20_any_goods_but_five_at_most() -> None:
    state = start()
    give(state, hand="any-goods", goods="3-3-3-3", capacity=5, lira=0)
    visit(state, "small-market")
    play(state, "card any-goods", "sell 3 fabric")
    assert legal(state) == ["sell 0 spice", "sell 1 spice", "sell 2 spice"]
    state.play("sell 2 spice")
    assert (state.player[0].lira, goods_of(state)) == (20, "0-1-3-3")


def test_i20_any_goods_not_at_the_large_market_and_not_without_goods() -> None:
    state = start()
    give(state, hand="any-goods", goods="1-1-1-1")
    visit(state, "large-market")
    assert legal(state) == ["act", "pass"]
    state = start()
    give(state, hand="any-goods")
    visit(state, "small-market")
    assert legal(state) == ["pass"]


def test_i20_any_goods_for_the_family_member() -> None:
    state = start()
    give(state, hand="any-goods", goods="0-0-0-1", lira=0)
    state.small = 2  # 1-2-2-0
    send(state, "small-market")
    state.play("card any-goods")
    assert state.player[0].lira == 2
    assert state.observe(None)["done"]


@pytest.mark.parametrize(
    ("card", "place", "texts"),
    [
        ("good", "", ["card good fabric"]),
        ("lira", "", ["card lira"]),
        ("sultan", "sultans-palace", ["act", "give spice", "card sultan", "give spice"]),
        ("post", "post-office", ["act", "card post"]),
        ("gemstone", "gemstone-dealer", ["act", "card gemstone"]),
        ("home", "", ["card home lira"]),
        ("stay", "", ["card stay"]),
        ("far", "", ["card far wainwright"]),
        ("assistant", "", ["card assistant tea-house"]),
        ("any-goods", "small-market", ["card any-goods"]),
    ],
)
def test_i20_a_card_is_used_up(card: str, place: str, texts: list[str]) -> None:
    state = start()
    give(
        state,
        hand=f"{card} {card}",
        lira=40,
        goods="4-4-4-4",
        capacity=5,
        family="tea-house",
        out="tea-house",
    )
    if place:
        visit(state, place)
    play(state, *texts)
    assert hand_of(state) == discards_of(state) == [card]
