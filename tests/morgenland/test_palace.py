"""The guard, the rooms, and the end: M11, M12, M14, M15, with the rulebook's examples."""

from __future__ import annotations

import pytest

from tests.morgenland.table import (
    CHANCE,
    OVER,
    Morgenland,
    finish_round,
    give,
    legal,
    lying,
    owned,
    pass_on,
    phase,
    play,
    resolve,
    scene,
    stack,
    wealth,
)


def palace(*figures: str, players: int = 4, game: str = "pro") -> Morgenland:
    """Every player with figures in the rooms has a 9 at the guard too."""
    return scene(*(f"{figure}, 9 guard" for figure in figures), players=players, game=game)


def enter(state: Morgenland, guard: int = 1) -> None:
    resolve(state)
    pass_on(state)
    state.play(f"guard {guard}")
    pass_on(state)


def test_m11_example_guard_eight_against_nine_nine_six_and_seven() -> None:
    state = scene("9 guard, 1 room1", "9 guard, 1 room1", "6 guard, 1 room1", "7 guard, 1 room1")
    give(state, 2, "gem 5")
    give(state, 3, "cup 5")
    resolve(state)
    play(state, "guard 8")
    assert (phase(state), state.actor) == ("bribe", 2)
    play(state, "bribe")
    assert wealth(state, 2) == {"gem": 3}
    assert state.actor == 3
    play(state, "bribe")
    assert wealth(state, 3) == {"cup": 4}
    assert state.observe(0)["admitted"] == [0, 1, 2, 3]
    assert [lying(state, seat, "room1") for seat in range(4)] == [[1]] * 4


def test_m11_equal_strength_enters() -> None:
    state = scene("8 guard, 1 room1")
    give(state, 0, "gem 1")
    resolve(state)
    play(state, "guard 8")
    assert phase(state) == "buy"


def test_m11_the_bribe_is_paid_in_any_treasures() -> None:
    state = scene("4 guard, 1 room1")
    give(state, 0, "gem 2, bar 3")
    resolve(state)
    play(state, "guard 8", "bribe")
    assert legal(state) == ["gem 1", "gem 2"]
    play(state, "gem 2")
    assert wealth(state, 0) == {"bar": 1}


def test_m11_absent_or_without_bribe_or_too_poor_all_figures_leave_the_rooms() -> None:
    state = scene("1 room1, 2 room2", "4 guard, 1 room1", "4 guard, 1 room1", "9 guard, 1 room1")
    give(state, 0, "gem 9")
    give(state, 1, "gem 3")
    give(state, 2, "gem 9")
    give(state, 3, "gem 1")
    resolve(state)
    play(state, "guard 8")
    assert state.actor == 2, "seat 0 is absent, seat 1 has too little"
    play(state, "leave")
    assert [lying(state, seat, "room1") for seat in range(4)] == [[], [], [], [1]]
    assert lying(state, 0, "room2") == []
    assert wealth(state, 2) == {"gem": 9}
    assert lying(state, 2, "guard") == [4], "the figure at the guard stays"


def test_m11_who_was_not_admitted_comes_into_no_room_for_the_rest_of_the_round() -> None:
    state = scene("1 room1, 9 guard", "1 room1")
    give(state, 0, "gem 1")
    give(state, 1, artifacts="carpet")
    resolve(state, "room1")
    assert state.actor == 1
    assert legal(state) == ["pass"], "asked, for he could have a play, but the Carpet has no field"


def test_m11_a_carpet_leaves_too_and_a_lone_carpet_at_the_guard_is_present() -> None:
    state = scene("9 guard, 1 room1", "9 djinn")
    give(state, 1, "gem 9", "carpet carpet")
    give(state, 2, artifacts="carpet")
    resolve(state)
    play(state, "artifact carpet", "field room2", "artifact carpet", "field room3")
    pass_on(state)
    while phase(state) != "guard":
        state.play("pass")
    play(state, "guard 5", "artifact carpet", "field guard")
    pass_on(state)
    assert (phase(state), state.actor) == ("bribe", 1), "the Carpet is a 3: two are missing"
    play(state, "bribe")
    assert wealth(state, 1) == {"gem": 7}
    assert lying(state, 1, "room2") == [3]
    assert lying(state, 2, "room3") == []


def test_m11_guard_first_then_figures_then_one_moment() -> None:
    state = scene("9 guard, 1 room1")
    give(state, 0, "gem 1", "key")
    resolve(state)
    pass_on(state)
    assert state.actor == CHANCE
    assert state.observe(1)["fields"]["guard"][0]["figures"] == [None]
    play(state, "guard 10")
    assert state.observe(1)["fields"]["guard"][0]["figures"] == [9]
    assert (phase(state), state.actor) == ("moment", 0)
    assert legal(state) == ["pass", "artifact key"]


def test_m11_in_player_order() -> None:
    state = scene(*["4 guard, 1 room1"] * 3, players=3, start=1)
    for seat in range(3):
        give(state, seat, "gem 9")
    resolve(state)
    play(state, "guard 5")
    actors = []
    while phase(state) == "bribe":
        actors.append(state.actor)
        play(state, "bribe")
    assert actors == [1, 2, 0]


def test_m12_example_seven_and_one_cost_eight_in_exactly_two_kinds() -> None:
    state = palace("7 room1, 1 room1", "2 room1")
    give(state, 0, "crown 7, pearl 6, gem 9")
    enter(state)
    assert state.actor == 0
    play(state, "buy")
    assert "crown 8" not in legal(state)
    assert legal(state) == [*(f"crown {n}" for n in range(1, 8)), *(f"pearl {n}" for n in range(1, 7))]
    play(state, "crown 2")
    assert legal(state) == ["pearl 6", "gem 6"], "then the rest is of one kind"
    play(state, "gem 6")
    assert wealth(state, 0) == {"crown": 5, "pearl": 6, "gem": 3}
    assert owned(state, 0) == {"double": 1}


def test_m12_example_the_two_costs_two_of_one_kind() -> None:
    state = palace("7 room1, 1 room1", "2 room1")
    give(state, 0, "crown 9")
    give(state, 1, "cup 2")
    enter(state)
    assert (phase(state), state.actor) == ("buy", 1), "seat 0 has only one kind and is not asked"
    play(state, "buy")
    assert wealth(state, 1) == {}
    assert owned(state, 1) == {"double": 1}


def test_m12_example_a_single_eight_costs_eight_of_one_kind() -> None:
    state = palace("8 room1", "1 room1, 2 room1")
    give(state, 0, "crown 7, gem 8")
    enter(state)
    play(state, "buy")
    assert wealth(state, 0) == {"crown": 7}
    state = palace("8 room1")
    give(state, 0, "crown 7, gem 7")
    enter(state)
    assert phase(state) == "card", "eight of two kinds do not pay"


def test_m12_the_price_is_exact_each_kind_at_least_one_unit() -> None:
    state = palace("1 room1, 2 room1, 4 room1", players=3)
    give(state, 0, "crown 9, pearl 1, gem 1")
    enter(state)
    play(state, "buy")
    assert wealth(state, 0) == {"crown": 4}, "five crowns, a pearl and a gem"
    state = palace("1 room1, 2 room1, 4 room1", players=3)
    give(state, 0, "crown 4, pearl 1, gem 1")
    enter(state)
    assert phase(state) == "card", "only six"


def test_m12_in_order_of_strength_the_first_who_buys_ends_the_room() -> None:
    state = palace("2 room1", "5 room1", "4 room1")
    for seat in range(3):
        give(state, seat, "gem 9")
    enter(state)
    assert state.actor == 1
    play(state, "pass")
    assert state.actor == 2
    play(state, "buy")
    assert owned(state, 2) == {"double": 1}
    assert owned(state, 0) == {}
    assert phase(state) == "card", "seat 0 is not asked any more"


def test_m12_an_unsold_artifact_stays_open() -> None:
    state = palace("2 room1")
    give(state, 0, "gem 2")
    enter(state)
    play(state, "pass")
    pile = state.observe(0)["piles"][0]
    assert (pile["open"], pile["size"]) == ("double", 5)


def test_m12_carpet_and_double_count_for_price_and_kinds() -> None:
    state = palace("4 room1", players=3)
    give(state, 0, "crown 20, pearl 20, gem 20", "carpet double")
    state.djinn = 0
    resolve(state)
    play(state, "artifact carpet", "field room1")
    pass_on(state)
    play(state, "guard 1")
    pass_on(state)
    assert state.observe(0)["current"] == "room1"
    play(state, "buy", "crown 1")
    assert legal(state)[0] == "pearl 6"
    assert len(legal(state)) == 2


def test_m12_doubled_figures_cost_twice_in_one_kind_more() -> None:
    state = palace("4 room1", players=3)
    give(state, 0, "crown 20, pearl 20", "double")
    resolve(state, "room1")
    play(state, "artifact double")
    pass_on(state)
    play(state, "buy")
    assert legal(state) == [f"crown {n}" for n in range(1, 8)]
    play(state, "crown 7")
    assert wealth(state, 0) == {"crown": 13, "pearl": 19}


def test_m12_a_price_of_more_than_twelve_of_a_kind_is_counted_in_two_choices() -> None:
    state = palace("8 room1, 7 room1", players=3)
    give(state, 0, "crown 14, pearl 1")
    enter(state)
    play(state, "buy")
    assert wealth(state, 0) == {}
    state = palace("8 room1, 7 room1", players=3)
    give(state, 0, "crown 14, pearl 2")
    enter(state)
    play(state, "buy")
    assert wealth(state, 0) == {"crown": 2, "pearl": 2}, "twelve crowns are sure; then more, or not"
    assert legal(state) == ["crown 1", "crown 2"]
    play(state, "crown 2")
    assert wealth(state, 0) == {"pearl": 1}


def test_m12_in_the_basic_game_the_artifact_is_seen_when_it_is_bought() -> None:
    state = palace("1 room5", game="basic")
    give(state, 0, "gem 1")
    enter(state)
    play(state, "buy")
    assert (phase(state), state.actor) == ("prize", CHANCE)
    assert state.observe(2)["buyer"] == 0
    play(state, "deal scroll")
    assert owned(state, 0) == {"scroll": 1}
    assert state.observe(0)["piles"][4]["size"] == 5


def test_m14_the_pro_game_ends_at_once_with_the_last_artifact() -> None:
    state = palace("1 room1, 2 room2", "1 room2")
    give(state, 0, "gem 9")
    stack(state, 0, "key")
    for room in (1, 2, 3):
        stack(state, room)
    enter(state)
    play(state, "buy")
    assert state.actor == OVER
    assert lying(state, 0, "room2") == [2], "nothing is tidied up"
    assert legal(state) == []


def ended(*seats: tuple[str, str], game: str = "pro") -> Morgenland:
    state = scene(players=3, game=game)
    for seat, (artifacts, treasures) in enumerate(seats):
        give(state, seat, treasures, artifacts)
    state.finish()
    return state


def test_m14_most_artifacts_win() -> None:
    state = ended(("key", "gem 9"), ("key carpet", ""), ("scroll", ""))
    assert state.winners() == [1]
    assert state.scores() == [1, 2, 1]


def test_m14_example_scrolls_break_a_tie_of_six() -> None:
    six = "key carpet double lamp"
    state = ended((f"{six} scroll key", "gem 20"), (f"{six} scroll scroll", ""), (six, ""))
    assert state.winners() == [1]


def test_m14_then_treasure_then_shared() -> None:
    assert ended(("key", "gem 3"), ("lamp", "crown 2, bar 2"), ("", "")).winners() == [1]
    assert ended(("key", "gem 3"), ("lamp", "crown 2, bar 1"), ("", "")).winners() == [0, 1]


def test_m15_the_basic_game_ends_after_the_round_in_which_someone_owns_three() -> None:
    state = palace("1 room1, 2 room2", "1 room3", game="basic")
    give(state, 0, "gem 9", "key key")
    give(state, 1, "gem 9")
    enter(state)
    play(state, "buy", "deal lamp")
    assert state.scores()[0] == 3
    assert phase(state) == "buy", "the round goes on"
    play(state, "pass", "buy", "deal key")
    assert state.actor == OVER
    assert state.winners() == [0]


def test_m15_two_artifacts_do_not_end_it() -> None:
    state = palace("1 room1", game="basic")
    give(state, 0, artifacts="key key")
    enter(state)
    finish_round(state)
    assert phase(state) == "card"


def test_m15_ties_go_by_treasure_scrolls_do_not_count() -> None:
    state = ended(("key", "gem 3"), ("scroll", "gem 1"), ("", ""), game="basic")
    assert state.winners() == [0]
    state = ended(("key", "gem 3"), ("scroll", "gem 3"), ("", ""), game="basic")
    assert state.winners() == [0, 1]


@pytest.mark.parametrize("game", ["pro", "basic"])
def test_m15_empty_piles_end_the_game_at_once(game: str) -> None:
    state = palace("1 room1, 2 room2", game=game)
    give(state, 0, "gem 9")
    stack(state, 0, "key")
    for room in (1, 2, 3, 4):
        stack(state, room)
    enter(state)
    play(state, "buy")
    assert state.actor == OVER


def test_the_pro_game_does_not_end_by_artifacts_owned() -> None:
    state = palace("1 room1")
    give(state, 0, "gem 1", "key key key key")
    enter(state)
    play(state, "buy")
    pass_on(state)
    assert phase(state) == "card"
