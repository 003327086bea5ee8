"""Placing figures: M4."""

from __future__ import annotations

import pytest

import serai
from serai.kernel.check import random_choice
from tests.morgenland.table import (
    OVER,
    first_round,
    give,
    legal,
    lying,
    new,
    phase,
    play,
    put,
    resolve,
    rich,
    scene,
    turn,
    where,
)


def test_m4_one_figure_at_a_time_from_the_start_player_until_all_eight_are_placed() -> None:
    state = first_round(3, "basic")
    state.start = 1
    state._begin_placing()
    actors = []
    while phase(state) == "place":
        actors.append(state.actor)
        state.play(f"place {[1, 2, 4, 5, 6, 7, 8, 9][len(actors) // 3 - (len(actors) % 3 == 0)]} guard")
    assert actors == [1, 2, 0] * 8


def test_m4_nobody_passes() -> None:
    assert "pass" not in legal(first_round(3, "basic"))


def test_m4_not_into_a_cave_without_treasures_nor_a_room_without_artifacts() -> None:
    state = turn(card=1)
    fields = {text.split()[1] for text in legal(state, "place")}
    assert "cups" not in fields, "the card leaves it empty"
    assert "room5" not in fields, "four players use four rooms"
    assert fields == {
        "crowns", "pearls", "gems", "bars", "tent", "djinn", "market", "caravanserai", "guard",
        "room1", "room2", "room3", "room4",
    }  # fmt: skip


def test_m4_a_room_whose_pile_is_gone_is_closed() -> None:
    state = turn()
    state.sizes[1] = 0
    assert not [text for text in legal(state) if "room2" in text]


def test_m4_at_most_five_own_figures_in_a_room() -> None:
    state = turn("1 room1, 2 room1, 4 room1, 5 room1", "6 room1")
    play(state, "place 6 room1")
    assert any("room1" in text for text in legal(state)), "the limit is each player's own"
    play(state, "place 1 guard", "place 1 guard", "place 1 guard")
    assert not [text for text in legal(state) if "room1" in text]
    assert [text for text in legal(state) if "room2" in text]


def test_m4_any_number_elsewhere() -> None:
    state = turn("1 market, 2 market, 4 market, 5 market, 6 market, 7 market")
    play(state, "place 8 market")
    assert lying(state, 0, "market") == [1, 2, 4, 5, 6, 7, 8]


def test_m4_owner_and_number_are_open_strengths_are_hidden_from_others() -> None:
    state = turn()
    play(state, "place 9 market", "place 4 market")
    seen = state.observe(1)["fields"]["market"]
    assert [(group["seat"], group["figures"], group["strength"]) for group in seen] == [
        (0, [None], None),
        (1, [4], 4),
    ]
    assert [group["figures"] for group in state.observe(None)["fields"]["market"]] == [[None], [None]]
    assert state.observe(1)["seats"][0]["hand"] == 7


def test_m4_the_same_figure_is_placed_once() -> None:
    state = turn(players=3)
    play(state, "place 9 market", "place 9 market", "place 9 market")
    assert not legal(state, "place 9")


def test_m4_players_with_an_empty_hand_are_passed_over() -> None:
    state = turn(players=3)
    state.player[1].hand = 0
    play(state, "place 9 market")
    assert state.actor == 2


@pytest.mark.parametrize("players", [3, 4, 5])
def test_m4_after_the_last_figure_the_fields_are_resolved(players: int) -> None:
    state = scene(players=players, game="basic")
    for player in state.player:
        player.hand = 1
    state._begin_placing()
    for _ in range(players):
        play(state, "place 1 guard")
    assert phase(state) == "guard"


def test_m4_in_an_own_turn_a_play_may_come_before_the_figure() -> None:
    state = turn()
    give(state, 0, artifacts="lamp")
    assert "artifact lamp" in legal(state)
    play(state, "artifact lamp")
    assert (phase(state), state.actor) == ("place", 0)
    play(state, "place 1 guard")
    assert state.actor == 1


def test_m4_a_whole_round_of_placing_leaves_every_figure_where_it_was_put() -> None:
    state = scene()
    put(state, 2, "7 djinn, 1 bars")
    give(state, 0, artifacts="lamp")
    resolve(state, "djinn")
    assert where(state, 2, 1) == "bars"
    assert where(state, 2, 7) == "djinn"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("game", ["pro", "basic", "rich"])
def test_m4_what_is_asked_of_one_field_is_what_is_listed_of_all(players: int, game: str) -> None:
    state = rich(players) if game == "rich" else new(players, game)
    rng = serai.Rng(f"fields {players} {game}")
    for _ in range(400):
        if state.actor == OVER:
            break
        for seat in range(players):
            listed = state.entries(seat)
            assert [field for field in range(15) if listed >> field & 1] == [
                field for field in range(15) if state.admits(seat, field)
            ]
        assert [choice for choice in range(state.num_actions) if state.is_legal(choice)] == state.legal()
        state.apply(random_choice(state, rng))
