"""Week's end, the last day, the winner: Y18 and Y19."""

import pytest

import serai
from tests.yspahan.table import at_day, bazaar, day, finish_day, give, load_caravan, new, play, shops_of


def scores(state: serai.State) -> list[int]:
    return state.scores()


def test_y18_worked_example_of_the_rulebook() -> None:
    state = day(3)
    give(state, 0, shops=bazaar("chest.A"))
    give(state, 1, shops=f"{bazaar('chest.B')} chest.C1 chest.C2")
    state.day = 7
    finish_day(state)
    assert scores(state) == [6, 4, 0]


def test_y18_with_markets_eight_and_six() -> None:
    state = day(3)
    give(state, 0, shops=bazaar("chest.A"), built="market")
    give(state, 1, shops=f"{bazaar('chest.B')} chest.C1 chest.C2", built="market")
    state.day = 7
    finish_day(state)
    assert scores(state) == [8, 6, 0]


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("sack.A", 8), ("sack.B", 6), ("sack.C", 3), ("sack.D", 4), ("barrel.A", 3), ("barrel.B", 6),
        ("barrel.C", 4), ("barrel.D", 8), ("chest.A", 6), ("chest.B", 4), ("chest.C", 8), ("amphora.A", 4),
        ("amphora.B", 6), ("amphora.C", 12),
    ],
)  # fmt: skip
def test_y18_each_complete_bazaar_scores_and_incomplete_ones_do_not(name: str, points: int) -> None:
    state = day(3)
    give(state, 1, shops=bazaar(name))
    state.day = 7
    short = state.clone()
    finish_day(state)
    assert scores(state)[1] == points
    short.player[1].shops &= short.player[1].shops - 1
    finish_day(short)
    assert scores(short)[1] == 0


def test_y18_all_cubes_leave_the_city_and_the_caravan_stays() -> None:
    state = day(4)
    give(state, 0, shops=bazaar("sack.A"))
    give(state, 3, shops="barrel.C2")
    load_caravan(state, 0, 1, 2)
    state.supervisor = 7
    state.day = 7
    finish_day(state)
    assert [shops_of(state, seat) for seat in range(4)] == [[], [], [], []]
    assert state.observe(None)["caravan"] == [0, 1, 2]
    assert state.observe(None)["supervisor"] == "centre"
    assert (state.week, state.day) == (2, 1)


def test_y18_the_supervisor_stays_between_days() -> None:
    state = day(4)
    state.supervisor = 7
    finish_day(state)
    assert state.supervisor == 7


@pytest.mark.parametrize("players", [2, 3, 4])
def test_y18_the_left_neighbour_starts_the_next_day_across_weeks_too(players: int) -> None:
    state = new(players)
    state.play("start 2")
    starter = 1
    seen = []
    while (state.week, state.day) != (3, 7):
        seen.append(state.starter == starter)
        today = (state.week, state.day)
        rng = serai.Rng(len(seen))
        while (state.week, state.day) == today:
            state.apply(state.sample(rng) if state.actor == serai.CHANCE else state.legal()[0])
        starter = (starter + 1) % players
    assert seen == [True] * 20


@pytest.mark.parametrize(
    ("points", "order"),
    [
        ([4, 3, 2, 1], [3, 2, 1, 0]),
        ([1, 2, 3, 4], [0, 1, 2, 3]),
        ([7, 7, 7, 7], [0, 3, 2, 1]),  # seat 1 started day 6, so seat 0 sat furthest from it
        ([5, 0, 0, 5], [2, 1, 0, 3]),
        ([0, 9, 9, 0], [0, 3, 2, 1]),
    ],
)
def test_y19_four_players_last_day_by_ascending_score(points: list[int], order: list[int]) -> None:
    state = new(4)
    state.play("start 2")  # seat 1 starts day 6
    at_day(state, 3, 6)
    for seat, score in enumerate(points):
        give(state, seat, score=score)
    state.play("yellow 0")
    state.play("roll 11 22 3 44 5 6")
    finish_day(state)
    assert (state.week, state.day) == (3, 7)
    assert state.observe(None)["order"] == order
    assert state.starter == order[0] == state.seat
    while state.actor != order[0]:
        state.apply(state.sample(serai.Rng(1)))


def test_y19_the_first_of_the_last_day_rolls_and_may_buy_yellow_dice() -> None:
    state = new(4)
    state.play("start 1")
    at_day(state, 3, 6)
    for seat, score in enumerate([9, 8, 1, 7]):
        give(state, seat, score=score)
    play(state, "yellow 0", "roll 11 22 3 44 5 6")
    finish_day(state)
    assert state.actor == 2
    play(state, "yellow 2", "roll 11 22 3 44 5 6 +34")
    turns: list[int] = []
    while state.actor != serai.OVER:
        if not turns or turns[-1] != state.seat:
            turns.append(state.seat)
        state.apply(state.sample(serai.Rng(1)) if state.actor == serai.CHANCE else state.legal()[0])
    assert turns == [2, 3, 1, 0]


def test_y19_the_score_at_the_start_of_the_day_counts() -> None:
    state = new(4)
    state.play("start 1")
    at_day(state, 3, 6)
    for seat, score in enumerate([3, 2, 1, 0]):
        give(state, seat, score=score)
    play(state, "yellow 0", "roll 11 22 3 44 5 6")
    finish_day(state)
    give(state, 3, score=99)
    play(state, "yellow 0", "roll 11 22 3 44 5 6")
    assert state.observe(None)["order"] == [3, 2, 1, 0]


def test_y19_three_players_no_change_on_the_last_day() -> None:
    state = new(3)
    state.play("start 1")
    at_day(state, 3, 6)
    for seat, score in enumerate([0, 5, 9]):
        give(state, seat, score=score)
    play(state, "yellow 0", "roll 11 22 3 44 5 6")
    finish_day(state)
    assert state.observe(None)["order"] == [1, 2, 0]


def test_y19_an_ordinary_seventh_day_has_no_special_order() -> None:
    state = new(4)
    state.play("start 1")
    at_day(state, 2, 6)
    for seat, score in enumerate([9, 8, 7, 0]):
        give(state, seat, score=score)
    play(state, "yellow 0", "roll 11 22 3 44 5 6")
    finish_day(state)
    assert state.observe(None)["order"] == [1, 2, 3, 0]


@pytest.mark.parametrize(
    ("points", "winners"),
    [([9, 3, 4], [0]), ([3, 9, 9], [1, 2]), ([5, 5, 5], [0, 1, 2])],
)
def test_y19_most_points_win_ties_share(points: list[int], winners: list[int]) -> None:
    state = day(3)
    at_day(state, 3, 7)
    for seat, score in enumerate(points):
        give(state, seat, score=score)
    assert state.winners() == []
    finish_day(state)
    assert state.actor == serai.OVER
    assert state.legal() == []
    assert state.scores() == points
    assert state.winners() == winners


def test_y19_the_third_week_is_scored() -> None:
    state = day(3)
    at_day(state, 3, 7)
    give(state, 0, shops=bazaar("amphora.C"))
    load_caravan(state, 1, 1, 1, 1)
    finish_day(state)
    assert state.actor == serai.OVER
    assert state.scores() == [12, 8, 0]
