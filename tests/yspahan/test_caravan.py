"""The caravan: Y14 and Y15."""

import pytest

import serai
from tests.yspahan.table import NINE, day, finish_day, give, load_caravan, play, points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_y14_rows_are_as_wide_as_players_and_worth_two_one_nothing(players: int) -> None:
    roll = NINE if players > 2 else "roll 11 2 33 555"
    for loaded in range(3 * players - 1):
        state = day(players, roll)
        give(state, 0, hand="caravan")
        load_caravan(state, *[1] * loaded)
        events = play(state, "card caravan")
        row = loaded // players
        assert sum(amount for seat, amount, _ in points(events) if seat == 0) == (2, 1, 0)[row]
        assert state.observe(None)["caravan"] == [1] * loaded + [0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_y14_a_full_caravan_is_scored_at_once_and_emptied(players: int) -> None:
    state = day(players, NINE if players > 2 else "roll 11 2 33 555")
    give(state, 0, hand="caravan")
    load_caravan(state, *[1] * (3 * players - 1))
    events = play(state, "card caravan")
    full = [(0, 3, "full caravan"), (1, (3 * players - 1) * 3, "full caravan")]
    assert points(events) == full
    assert state.observe(None)["caravan"] == []
    assert state.actor == 0, "the turn goes on"


def test_y14_filled_by_the_first_of_two_cubes_the_second_begins_anew() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="barrel.A1")
    give(state, 2, shops="amphora.A1")
    load_caravan(state, *[3] * 11)
    events = play(state, "take camels", "supervisor E1", "send amphora.A1")
    assert points(events) == [(2, 3, "full caravan"), (3, 33, "full caravan"), (1, 2, "camel")]
    assert state.observe(None)["caravan"] == [1]


def test_y14_a_caravan_filled_by_the_weeks_last_cube_scores_once() -> None:
    state = day(3, "roll 111 2 33 555")
    state.day = 7
    load_caravan(state, *[0] * 8)
    play(state, "take camels", "collect", "end", "take gold", "collect")
    if state.actor == 1:
        state.play("end")
    give(state, 2, hand="caravan")
    play(state, "card caravan", "take sack", "place sack.A1")
    assert state.week == 2
    assert state.observe(None)["caravan"] == []
    assert [seat["score"] for seat in state.observe(None)["seats"]] == [8 * 3, 0, 3]


def test_y15_worked_example_of_the_rulebook() -> None:
    state = day(4)
    # green 0, blue 1, yellow 2, red 3; the third row is reached by yellow alone
    load_caravan(state, 0, 1, 2, 2, 0, 1, 2, 3, 2)
    state.day = 7
    before = [seat["score"] for seat in state.observe(None)["seats"]]
    finish_day(state)
    assert before == [0, 0, 0, 0]
    assert [seat["score"] for seat in state.observe(None)["seats"]] == [4, 4, 12, 2]
    assert state.observe(None)["caravan"] == [0, 1, 2, 2, 0, 1, 2, 3, 2]


@pytest.mark.parametrize(
    ("players", "owners", "scores"),
    [
        (2, [0, 0, 1], [2, 2]),
        (2, [0, 0, 1, 0, 1], [6, 6]),
        (3, [0, 1, 1], [1, 2, 0]),
        (3, [0, 1, 1, 0], [4, 2, 0]),
        (3, [1, 1, 1, 1, 1, 1, 2], [0, 12, 3]),
    ],
)
def test_y15_cubes_times_highest_row(players: int, owners: list[int], scores: list[int]) -> None:
    state = day(players, "roll 1111 22 3 55" if players > 2 else "roll 111 22 3 55")
    load_caravan(state, *owners)
    state.day = 7
    finish_day(state)
    assert [seat["score"] for seat in state.observe(None)["seats"]] == scores


def test_y15_no_cube_no_points() -> None:
    state = day(4)
    state.day = 7
    finish_day(state)
    assert state.scores() == [0, 0, 0, 0]
    assert state.actor != serai.OVER
