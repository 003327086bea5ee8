"""The artifacts: M16. Each with its effect and its limits."""

from __future__ import annotations

from tests.morgenland.table import (
    CHANCE,
    Morgenland,
    finish_round,
    give,
    hold,
    legal,
    lying,
    pass_on,
    phase,
    play,
    put,
    resolve,
    scene,
    spells,
    turn,
    wealth,
)


def play_to(state: Morgenland, field: str, *texts: str) -> None:
    """Play right after placement, then pass until a field is revealed."""
    resolve(state)
    play(state, *texts)
    while not (state.resolving and state.observe(None)["current"] == field):
        play(state, "pass")


def test_m16_one_artifact_a_player_and_round() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="lamp key")
    give(state, 1, artifacts="lamp")
    resolve(state)
    assert legal(state) == ["pass", "artifact lamp", "artifact key"]
    play(state, "artifact key", "pass")
    assert state.actor == 1, "seat 0 is not asked any more"
    finish_round(state)
    assert state.observe(0)["seats"][0]["plays_left"] == 1


def test_m16_a_played_artifact_lies_open_and_is_not_lost() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="lamp")
    give(state, 1, artifacts="lamp")
    resolve(state)
    play(state, "artifact lamp")
    seat = state.observe(3)["seats"][0]
    assert seat["played"] == {"lamp": 1}
    assert seat["artifacts"] == {"lamp": 1}


def test_m16_lamp_spells_can_be_played_at_once_and_to_the_end_of_the_round() -> None:
    state = scene("1 crowns, 1 pearls")
    give(state, 0, artifacts="lamp", spells="alms barter")
    resolve(state)
    assert legal(state) == ["pass", "artifact lamp"]
    play(state, "artifact lamp")
    assert legal(state) == ["pass", "spell alms"], "Barter needs treasures"
    play(state, "spell alms", "pass", "gem 3", "spell barter")
    assert spells(state, 0) == []


def test_m16_lamp_a_spell_won_later_in_the_round_can_be_played() -> None:
    state = scene("9 tent, 1 market")
    give(state, 0, lamp=True)
    resolve(state)
    play(state, "draw alms", "draw barter", "spell alms")
    assert legal(state) == ["pass", "spell alms"]


def test_m16_lamp_without_one_no_spell() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="key", spells="alms")
    resolve(state)
    assert legal(state) == ["pass", "artifact key"]


def test_m16_lamp_ends_with_the_round() -> None:
    state = scene("1 crowns")
    give(state, 0, lamp=True, spells="alms")
    resolve(state)
    finish_round(state)
    assert not state.player[0].lamp_is_open()


def test_m16_double_an_open_figure_counts_as_two() -> None:
    state = scene("5 crowns", "9 crowns")
    give(state, 0, artifacts="double")
    hold(state)
    resolve(state, "crowns")
    play(state, "artifact double", "pass")
    group = state.observe(1)["fields"]["crowns"][0]
    assert (group["doubled"], group["strength"]) == ([5], 10)
    play(state, "pass")
    assert wealth(state, 0) == {"crown": 4}, "ten against nine"


def test_m16_double_needs_an_open_figure_in_a_field_not_yet_resolved() -> None:
    state = scene("5 crowns, 9 pearls", "1 pearls")
    give(state, 0, artifacts="double")
    resolve(state)
    assert legal(state) == ["pass"], "hidden"
    state = scene("5 crowns", "1 pearls")
    give(state, 0, artifacts="double")
    resolve(state, "pearls")
    assert legal(state) == ["pass"], "resolved"


def test_m16_double_works_at_the_guard() -> None:
    state = scene("5 guard, 1 room1")
    give(state, 0, "gem 1", "double")
    resolve(state)
    pass_on(state)
    play(state, "guard 10", "artifact double")
    assert phase(state) == "buy"


def test_m16_double_not_of_a_carpet() -> None:
    state = scene("5 crowns", "1 crowns")
    give(state, 0, artifacts="double carpet")
    state.djinn = 0
    hold(state)
    play_to(state, "crowns", "artifact carpet", "field crowns")
    assert lying(state, 0, "crowns") == [5, 3]
    play(state, "artifact double", "pass")
    assert state.strength(0, 0) == 5 + 5 + 3


def test_m16_double_is_asked_which_of_several_figures() -> None:
    state = scene("5 crowns, 7 crowns")
    give(state, 0, artifacts="double carpet")
    state.djinn = 0
    play_to(state, "crowns", "artifact carpet", "field crowns")
    play(state, "artifact double")
    assert legal(state) == ["figure 5", "figure 7"], "not the Carpet"


def test_m16_double_is_no_sixth_figure_in_a_room() -> None:
    five = "1 room1, 2 room1, 4 room1, 5 room1, 6 room1"
    state = scene(f"{five}, 9 guard")
    give(state, 0, artifacts="double")
    resolve(state, "room1")
    assert legal(state) == ["pass"]
    state = scene("1 room1, 2 room1, 4 room1, 5 room1, 9 guard")
    give(state, 0, artifacts="double")
    resolve(state, "room1")
    assert legal(state) == ["pass", "artifact double"]


def test_m16_double_leaves_when_the_original_leaves() -> None:
    state = scene("5 crowns", "1 pearls, 1 market")
    give(state, 0, artifacts="double")
    give(state, 1, spells="lunar-eclipse", lamp=True)
    resolve(state, "crowns")
    play(state, "artifact double", "spell lunar-eclipse")
    assert lying(state, 0, "crowns") == []
    assert state.player[0].doubled == 0
    assert wealth(state, 0) == {}


def test_m16_double_of_a_figure_that_moved_meanwhile_follows_it() -> None:
    state = scene("5 crowns", "", start=1)
    give(state, 0, artifacts="double")
    give(state, 1, spells="teleportation", lamp=True)
    hold(state)
    resolve(state, "crowns")
    play(state, "spell teleportation", "field pearls", "pass", "artifact double", "pass")
    group = state.observe(1)["fields"]["pearls"][0]
    assert (group["figures"], group["doubled"]) == ([5], [5])


def test_m16_one_double_a_figure() -> None:
    state = scene("5 crowns, 1 market")
    give(state, 0, artifacts="double double")
    state.djinn = 0
    resolve(state, "crowns")
    play(state, "artifact double", "pass")
    assert (state.observe(0)["current"], legal(state)) == ("crowns", ["pass"])


def test_m16_carpet_after_placement_onto_a_field_as_a_three() -> None:
    state = scene("2 crowns")
    give(state, 1, artifacts="carpet")
    resolve(state, "crowns")
    play(state, "artifact carpet", "field crowns")
    assert wealth(state, 1) == {"crown": 4}
    assert wealth(state, 0) == {"crown": 3}


def test_m16_carpet_not_before_the_end_of_placement() -> None:
    state = turn()
    give(state, 0, artifacts="carpet")
    assert "artifact carpet" not in legal(state)


def test_m16_carpet_also_onto_an_empty_field_but_not_a_closed_one() -> None:
    state = scene("2 pearls", "1 market")
    give(state, 0, artifacts="carpet")
    resolve(state, "pearls")
    play(state, "artifact carpet")
    assert legal(state, "field") == [
        "pearls", "gems", "bars", "tent", "djinn", "market", "caravanserai", "guard",
        "room1", "room2", "room3", "room4",
    ], "not the crowns, which are resolved, the cups, which are empty, nor room 5"  # fmt: skip


def test_m16_carpet_comes_back_to_the_market_alone() -> None:
    state = scene("1 crowns")
    give(state, 1, "gem 1", "carpet")
    resolve(state)
    play(state, "artifact carpet", "field market")
    assert (phase(state), state.actor) == ("market", 1)


def test_m16_carpet_cannot_be_moved() -> None:
    state = scene("", "1 market")
    give(state, 0, artifacts="carpet", spells="latecomer teleportation", lamp=True)
    state.djinn = 0
    resolve(state)
    play(state, "artifact carpet", "field tent", "pass")
    assert lying(state, 0, "tent") == [3]
    assert legal(state) == ["pass", "spell teleportation"]
    play(state, "spell teleportation")
    assert state.observe(0)["play"]["field"] == "market", "only seat 1's figure"


def test_m16_carpet_is_no_sixth_figure_in_a_room() -> None:
    state = scene("1 room1, 2 room1, 4 room1, 5 room1, 6 room1")
    give(state, 0, artifacts="carpet")
    resolve(state)
    play(state, "artifact carpet")
    assert "room1" not in legal(state, "field")
    assert "room2" in legal(state, "field")


def test_m16_counterspell_makes_a_spell_void() -> None:
    state = scene("1 crowns")
    give(state, 0, spells="alms", lamp=True)
    give(state, 2, artifacts="counterspell")
    hold(state)
    resolve(state)
    play(state, "spell alms")
    assert (phase(state), state.actor) == ("counter", 2)
    assert legal(state) == ["pass", "artifact counterspell"]
    play(state, "artifact counterspell")
    assert phase(state) != "gain"
    assert wealth(state, 0) == {}
    assert state.observe(1)["discards"] == ["alms"]
    assert state.observe(1)["seats"][2]["played"] == {"counterspell": 1}


def test_m16_counterspell_is_not_played_in_a_moment_nor_against_artifacts() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="counterspell carpet")
    give(state, 1, artifacts="counterspell")
    resolve(state)
    assert legal(state) == ["pass", "artifact carpet"]
    play(state, "artifact carpet", "field crowns")
    assert phase(state) != "counter"


def test_m16_counterspell_is_not_itself_countered_and_counts_as_a_play() -> None:
    state = scene("1 crowns")
    give(state, 0, spells="alms barter", lamp=True)
    give(state, 1, artifacts="counterspell key")
    give(state, 2, artifacts="counterspell")
    resolve(state)
    play(state, "spell alms", "artifact counterspell")
    assert phase(state) == "moment", "seat 2 is not asked"
    assert state.observe(0)["seats"][1]["plays_left"] == 0


def test_m16_counterspell_not_against_the_own_spell() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="counterspell", spells="alms", lamp=True)
    state.djinn = 0
    resolve(state)
    play(state, "spell alms")
    assert phase(state) == "gain"


def test_m16_counterspell_needs_a_play_left() -> None:
    state = scene("1 crowns")
    give(state, 0, spells="alms", lamp=True)
    give(state, 1, artifacts="counterspell", lamp=True)
    resolve(state)
    play(state, "spell alms")
    assert phase(state) == "gain"


def test_m16_key_enters_without_a_figure_at_the_guard() -> None:
    state = scene("1 room1")
    give(state, 0, "gem 1", "key")
    resolve(state)
    pass_on(state)
    play(state, "guard 10", "artifact key")
    assert (phase(state), state.actor) == ("buy", 0)


def test_m16_key_enters_with_too_weak_a_figure_without_a_bribe() -> None:
    state = scene("1 room1, 2 guard")
    give(state, 0, "gem 9", "key")
    resolve(state)
    play(state, "artifact key", "guard 10")
    assert phase(state) == "buy"
    assert wealth(state, 0) == {"gem": 9}


def test_m16_key_is_no_use_after_the_guard_nor_twice() -> None:
    state = scene("1 room1, 9 guard")
    give(state, 0, "gem 9", "key")
    resolve(state, "room1")
    assert legal(state) == ["pass"]
    state = scene("1 room1, 9 guard")
    give(state, 0, "gem 9", "key key")
    state.djinn = 0
    resolve(state)
    play(state, "artifact key", "pass")
    assert legal(state) == ["pass"]


def test_m16_key_is_for_its_round() -> None:
    state = scene("1 room1")
    give(state, 0, artifacts="key")
    resolve(state)
    play(state, "artifact key")
    finish_round(state)
    assert state.player[0].key == 0


def test_m16_scroll_is_never_played_nor_does_it_make_one_be_asked() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="scroll scroll")
    resolve(state)
    assert state.actor == CHANCE, "the round is over without a question"
    state = scene("1 crowns")
    give(state, 0, artifacts="scroll key")
    put(state, 0, "2 pearls")
    resolve(state)
    assert legal(state) == ["pass", "artifact key"]
