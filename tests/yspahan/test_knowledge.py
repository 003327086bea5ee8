"""What a seat may know: Y24."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import serai
from serai.games.yspahan import cards
from serai.kernel import piles
from tests.yspahan.table import NINE, day, give, hand_of, new, play


def test_y24_hands_are_hidden_from_others_and_spectators() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="swap gold")
    give(state, 1, hand="shop")
    assert state.observe(0)["hand"] == ["swap", "gold"]
    assert state.observe(1)["hand"] == ["shop"]
    assert state.observe(None)["hand"] is None
    for looker in (1, 2, 3, None):
        seen = state.observe(looker)
        assert [seat["cards"] for seat in seen["seats"]] == [2, 1, 0, 0]
        if looker != 0:
            assert '"swap"' not in json.dumps(seen)


@pytest.mark.parametrize("seat", [serai.CHANCE, serai.OVER, 4])
def test_y24_a_seat_that_does_not_exist_sees_nothing(seat: int) -> None:
    state = day(roll=NINE)
    with pytest.raises(IndexError, match=f"no seat {seat}: they go from 0 to 3"):
        state.observe(seat)
    with pytest.raises(IndexError):
        state.determinize(seat, serai.Rng(1))


def test_y24_another_hand_changes_nothing_that_others_see() -> None:
    one, other = day(roll=NINE), day(roll=NINE)
    give(one, 0, hand="swap gold")
    give(other, 0, hand="caravan caravan")
    for looker in (1, 2, 3, None):
        assert one.observe(looker) == other.observe(looker)


def test_y24_the_discards_are_open() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="swap gold")
    state.play("card gold")
    assert state.observe(3)["discards"] == ["gold"]


def test_y24_everything_else_is_open() -> None:
    """What is asked of the actor can be told from what all see."""
    state = new()
    assert state.observe(None)["order"] == []
    give(state, 0, hand="swap", built="hoist", gold=23)
    give(state, 1, shops="barrel.A1 sack.B2")
    give(state, 2, shops="amphora.A1", camels=1)
    play(state, "start 1", "yellow 2")
    assert state.observe(3)["bought"] == 2
    play(state, "roll 1 2 333 4444 +36")
    assert state.observe(3)["bought"] == 0
    assert state.observe(3)["shops"] == {"barrel.A1": 1, "sack.B2": 1, "amphora.A1": 2}
    assert state.observe(3)["taken"] is None
    state.play("take camels")
    group = {"field": "camels", "value": 1, "white": 1, "yellow": 0}
    swap, send = state.clone(), state.clone()
    swap.play("card swap gold 20")
    assert (swap.observe(3)["swapping"], swap.observe(3)["taken"]) == ("gold", group)
    swap.play("enough")
    assert (swap.observe(3)["swapping"], swap.observe(3)["taken"]) == (None, group)
    swap.play("collect")
    assert (swap.observe(3)["taken"], swap.observe(3)["built"]) == (None, False)
    give(swap, 0, hand="gold")
    swap.play("build pasture")
    assert swap.observe(3)["built"]
    play(send, "supervisor E1", "send amphora.A1")
    assert (send.observe(3)["sending"], send.observe(3)["waiting"]) == ("amphora.A1", "barrel.A1")
    assert send.observe(3)["actor"] == 2


def test_y24_the_cubes_still_to_be_placed_are_open() -> None:
    state = day(roll=NINE)
    give(state, 0, built="hoist")
    state.play("take barrel")
    left = []
    for shop in ("barrel.D1", "barrel.D2", "barrel.D3"):
        left.append(state.observe(3)["cubes"])
        state.play(f"place {shop}")
    assert left == [0, 2, 1], "none until the first is placed: the action is still open; the hoist's counts"
    assert state.observe(3)["cubes"] == 0


def test_y24_who_gets_the_card_is_open() -> None:
    state = day(roll=NINE)
    give(state, 2, shops="sack.C2", built="caravanserai")
    play(state, "take camels", "supervisor W1")
    assert state.observe(3)["drawer"] == 2
    state.play("deal swap")
    assert state.observe(3)["drawer"] is None
    state = day(roll=NINE)
    play(state, "take camels", "draw")
    assert state.observe(3)["drawer"] == 0


def test_y24_a_drawn_card_is_told_to_its_owner_alone() -> None:
    state = day(roll=NINE)
    events = play(state, "take camels", "draw", "deal caravan")
    drawn = next(event for event in events if event.kind == "draw")
    assert drawn.seen_by(0).about == "caravan"
    for looker in (1, 2, 3, None):
        assert drawn.seen_by(looker).about == ""


@pytest.mark.parametrize("seat", [0, 1, None])
def test_y24_determinize_deals_what_the_seat_cannot_see(seat: int | None) -> None:
    state = day(roll=NINE)
    give(state, 0, hand="swap gold")
    give(state, 1, hand="shop shop")
    give(state, 3, hand="caravan")
    rng = serai.Rng(4)
    hands: Counter[tuple[str, ...]] = Counter()
    for _ in range(300):
        other = state.determinize(seat, rng)
        assert [piles.size(player.hand, cards.BITS) for player in other.player] == [2, 2, 0, 1]
        assert other.deck + sum(player.hand for player in other.player) == cards.ALL_CARDS
        if seat is not None:
            assert hand_of(other, seat) == hand_of(state, seat)
        hands[tuple(hand_of(other, 3))] += 1
    assert len(hands) >= 8, "every kind that is not wholly seen can be in a hidden hand"


def test_y24_determinize_is_even() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="swap swap")
    give(state, 1, hand="gold")
    rng = serai.Rng(9)
    dealt = Counter(hand_of(state.determinize(0, rng), 1)[0] for _ in range(4000))
    assert "swap" not in dealt
    assert len(dealt) == 8
    assert all(number == pytest.approx(500, rel=0.2) for number in dealt.values())
