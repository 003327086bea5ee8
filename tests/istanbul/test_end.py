"""The end of the game: I21."""

from __future__ import annotations

import pytest

import serai
from serai.games.istanbul.rules import Istanbul
from tests.istanbul.table import (
    discards_of,
    give,
    goods_of,
    hand_of,
    phase_of,
    place_of,
    play,
    start,
    step_to,
    visit,
)


def skip(state: Istanbul) -> None:
    """A turn in which nothing happens."""
    give(state, state.seat, out="")
    step_to(state, "fountain")
    if phase_of(state) == "action":  # he holds a card
        play(state, "pass", "end")


def finish(state: Istanbul) -> None:
    """The rest of the round."""
    while state.actor != serai.OVER:
        skip(state)


@pytest.mark.parametrize(("players", "rubies"), [(2, 6), (3, 5), (4, 5), (5, 5)])
def test_i21_enough_rubies_end_the_game_after_the_round(players: int, rubies: int) -> None:
    state = start(players)
    state.neutrals = 0
    give(state, 0, rubies=rubies - 1, lira=40)
    visit(state, "gemstone-dealer")
    state.play("act")
    for seat in range(1, players):
        assert state.actor == seat
        skip(state)
    assert state.actor == serai.OVER
    assert state.winners() == [0]
    assert state.scores()[0] == rubies
    assert state.legal() == []


@pytest.mark.parametrize(("players", "most"), [(2, 8), (3, 7), (4, 7), (5, 7)])
def test_i20_i21_a_last_turn_can_bring_three_rubies_and_the_tensor_tells_them(
    players: int, most: int
) -> None:
    state = start(players)
    state.neutrals = 0
    give(state, 0, rubies=most - 3, lira=90, hand="gemstone gemstone")
    visit(state, "gemstone-dealer")
    play(state, "act", "card gemstone", "card gemstone")
    assert state.scores()[0] == most
    layout = {feature.name: feature for feature in serai.game("istanbul").layout}
    for looker in range(players):
        rubies = layout[f"seat{-looker % players}.rubies"]
        assert state.features(looker)[rubies.offset] == most <= rubies.most


def test_i21_one_ruby_less_does_not() -> None:
    for players, rubies in ((2, 5), (3, 4)):
        state = start(players)
        give(state, 0, rubies=rubies)
        for _ in range(2 * players):
            skip(state)
        assert state.actor == 0


def test_i21_the_round_ends_with_the_right_neighbour_of_the_start_player() -> None:
    state = start(3)
    state.starter = 1  # seat 0 is the last of the round
    state.round = 1
    give(state, 0, rubies=5)
    skip(state)
    assert state.actor == serai.OVER
    state = start(3)
    state.starter = 2
    give(state, 0, rubies=5)
    skip(state)
    assert state.actor == 1
    skip(state)
    assert state.actor == serai.OVER


def test_i21_most_rubies_win_also_if_another_ended_the_game() -> None:
    state = start(3)
    give(state, 0, rubies=5, lira=90)
    give(state, 2, rubies=6, lira=0)
    finish(state)
    assert state.winners() == [2]


@pytest.mark.parametrize(
    ("lira", "goods", "hand", "winners"),
    [
        ((9, 8), ("0-0-0-0", "2-2-2-2"), ("", "stay far"), [0]),
        ((8, 9), ("2-2-2-2", "0-0-0-0"), ("stay far", ""), [1]),
        ((9, 9), ("0-2-0-1", "2-0-0-0"), ("", "stay far"), [0]),
        ((9, 9), ("1-0-0-0", "0-0-0-2"), ("stay far", ""), [1]),
        ((9, 9), ("1-1-0-0", "0-0-0-2"), ("stay", "stay far"), [1]),
        ((9, 9), ("1-1-0-0", "0-0-0-2"), ("stay far", "stay"), [0]),
        ((9, 9), ("1-1-0-0", "0-0-0-2"), ("far", "stay"), [0, 1]),
    ],
)
def test_i21_ties_by_lira_then_goods_then_cards_then_shared(
    lira: tuple[int, int], goods: tuple[str, str], hand: tuple[str, str], winners: list[int]
) -> None:
    state = start(3)
    for seat in (0, 1):
        give(state, seat, rubies=5, lira=lira[seat], goods=goods[seat], hand=hand[seat])
    give(state, 2, lira=50, rubies=4)
    finish(state)
    assert state.winners() == winners


def test_i21_cards_that_bring_lira_or_goods_are_played_at_the_end() -> None:
    state = start(3)
    give(state, 0, rubies=5)
    give(state, 1, hand="lira lira good home home stay", family="tea-house", lira=0)
    give(state, 2, hand="good", goods="2-2-2-2", lira=1)
    finish(state)
    # The second "home" finds the member at home; the good without room stays in the hand.
    assert (state.player[1].lira, goods_of(state, 1)) == (13, "1-0-0-0")
    assert sorted(hand_of(state, 1)) == ["home", "stay"]
    assert state.player[1].family == place_of("police-station")
    assert (state.player[2].lira, goods_of(state, 2), hand_of(state, 2)) == (1, "2-2-2-2", ["good"])
    assert sorted(discards_of(state)) == ["good", "home", "lira", "lira"]


def test_i21_goods_fill_the_first_room_there_is() -> None:
    state = start(2)
    give(state, 0, rubies=6, hand="good good good", goods="2-2-1-1")
    give(state, 1, lira=0)
    finish(state)
    assert (goods_of(state), hand_of(state)) == ("2-2-2-2", ["good"])


def test_i21_a_family_member_at_home_brings_nothing() -> None:
    state = start(2)
    give(state, 0, rubies=6, hand="home", lira=0)
    finish(state)
    assert (state.player[0].lira, hand_of(state)) == (0, ["home"])
