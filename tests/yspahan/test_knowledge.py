"""What a seat may know: Y24."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import serai
from serai.games.yspahan import cards
from tests.yspahan.table import NINE, day, give, hand_of, play


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
            assert "swap" not in json.dumps(seen)


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
        assert [cards.size(player.hand) for player in other.player] == [2, 2, 0, 1]
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
