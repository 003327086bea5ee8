"""Plays at any time: M17, M18, M19."""

from __future__ import annotations

from serai.games.morgenland import board
from tests.morgenland.table import (
    CHANCE,
    OVER,
    first_round,
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
    stack,
    turn,
    wealth,
    where,
)


def test_m18_the_moments_of_a_round() -> None:
    state = first_round(3)
    found = []
    assert phase(state) == "moment"
    for player in state.player[1:]:
        player.owned = 0
    state._begin_moment(0)
    while phase(state) != "card":
        if phase(state) == "moment":
            seen = state.observe(0)
            found.append((seen["moment"], seen["current"] if seen["resolving"] else None))
        if phase(state) == "place":
            for seat, player in enumerate(state.player):
                player.hand = 0
                put(state, seat, "")
            put(state, 0, "9 pearls, 2 market, 4 room1")
            state.player[0].hand = 1
            play(state, "place 1 guard")
        else:
            state.play(legal(state)[0])
    assert found == [
        ("after-vizier", None),
        ("after-placing", None),
        ("at-field", "pearls"),
        ("before-city", None),
        ("at-field", "market"),
        ("at-field", "guard"),
        ("at-field", "room1"),
    ]


def test_m18_asked_in_player_order_until_all_pass_in_a_row() -> None:
    state = scene("9 crowns", start=2)
    for seat in range(4):
        give(state, seat, artifacts="lamp key")
    resolve(state)
    actors = []
    for text in ("pass", "pass", "artifact key", "pass", "pass", "pass"):
        actors.append(state.actor)
        state.play(text)
    assert actors == [2, 3, 0, 1, 2, 3], "the one who announced has no play left; the others are asked again"
    assert state.actor == 2, "it has been resolved, and the moment is asked again"
    play(state, "pass", "pass", "pass")
    assert state.observe(0)["current"] == "crowns"


def test_m18_plays_resolve_in_player_order_not_in_that_of_announcement() -> None:
    state = scene("2 crowns", "4 crowns", start=1)
    give(state, 0, artifacts="carpet")
    give(state, 1, spells="close-sesame", lamp=True)
    hold(state)
    resolve(state, "crowns")
    play(state, "pass", "pass", "artifact carpet", "field crowns", "spell close-sesame", "field crowns")
    play(state, "pass")
    assert lying(state, 0, "crowns") == [2], "seat 1 sits first: the field was closed before"


def test_m18_one_players_own_plays_resolve_in_the_order_he_announced_them() -> None:
    for first, second, expected in (
        ("spell close-sesame", "artifact carpet", [2]),
        ("artifact carpet", "spell close-sesame", [2, 3]),
    ):
        state = scene("2 crowns", "1 crowns")
        give(state, 0, artifacts="carpet", spells="close-sesame", lamp=True)
        state.djinn = 0
        hold(state)
        resolve(state, "crowns")
        play(state, first, "field crowns", "pass", second, "field crowns", "pass")
        assert lying(state, 0, "crowns") == expected


def test_m18_example_lunar_eclipse_against_latecomer() -> None:
    """The one nearer to the start player acts first."""
    for start, saved in ((0, False), (1, True)):
        state = scene("", "9 crowns", start=start)
        give(state, 0, spells="lunar-eclipse", lamp=True)
        give(state, 1, spells="latecomer", lamp=True)
        hold(state)
        resolve(state, "crowns")
        if start == 1:
            play(state, "pass", "pass")
        play(state, "spell lunar-eclipse", "spell latecomer", "field pearls", "pass")
        assert where(state, 1, 9) == ("pearls" if saved else None)


def test_m18_the_moment_is_asked_again_until_nobody_announces_anything() -> None:
    state = scene("9 crowns")
    give(state, 0, spells="alms barter", lamp=True)
    give(state, 1, artifacts="lamp")
    resolve(state, "crowns")
    play(state, "spell alms", "pass", "pass", "gem 3")
    assert (phase(state), state.actor) == ("moment", 0), "alms have come; the moment is asked again"
    assert state.observe(0)["current"] == "crowns"


def test_m18_a_lamp_works_from_its_announcement() -> None:
    state = scene("9 crowns")
    give(state, 0, artifacts="lamp", spells="alms")
    give(state, 1, artifacts="key")
    resolve(state)
    play(state, "artifact lamp", "pass")
    assert (state.actor, legal(state)) == (0, ["pass", "spell alms"])


def test_m18_a_counterspell_is_asked_for_at_once_in_player_order() -> None:
    state = scene("9 crowns", start=2)
    give(state, 0, spells="alms", lamp=True)
    for seat in (1, 2, 3):
        give(state, seat, artifacts="counterspell")
    resolve(state)
    play(state, "spell alms")
    actors = []
    while phase(state) == "counter":
        actors.append(state.actor)
        play(state, "pass")
    assert actors == [2, 3, 1]
    assert phase(state) == "gain"


def test_m18_a_play_whose_target_is_gone_has_no_effect_and_is_spent() -> None:
    state = scene("9 crowns, 1 market", "", "", start=1)
    give(state, 1, spells="eye-for-an-eye", lamp=True)
    give(state, 2, "gem 5", spells="teleportation", lamp=True)
    resolve(state, "crowns")
    play(state, "spell eye-for-an-eye", "field crowns", "spell teleportation", "field crowns", "field gems")
    assert lying(state, 0, "crowns") == []
    assert wealth(state, 2) == {"gem": 5}, "no target, no payment"
    assert spells(state, 2) == []
    assert "teleportation" in state.observe(0)["discards"]


def test_m18_asked_is_who_by_open_knowledge_could_have_a_play() -> None:
    state = scene("9 crowns")
    give(state, 0, artifacts="scroll counterspell", spells="alms")
    give(state, 1, artifacts="carpet", lamp=True)
    give(state, 2, spells="smuggled-in", lamp=True)
    give(state, 3, artifacts="double")
    resolve(state)
    assert (state.actor, legal(state)) == (2, ["pass"]), "he holds a card and has a Lamp: he is asked"
    play(state, "pass")
    assert (state.actor, legal(state)) == (3, ["pass"]), "he has a Double, which nothing can be done with"


def test_m18_in_an_own_placement_turn_the_player_alone_is_asked_and_plays_resolve_at_once() -> None:
    state = turn()
    give(state, 0, spells="alms", lamp=True)
    give(state, 1, artifacts="lamp key")
    play(state, "spell alms")
    assert (phase(state), state.actor) == ("gain", 0)
    play(state, "gem 3")
    assert (phase(state), state.actor) == ("place", 0)
    play(state, "place 1 guard")
    assert "artifact lamp" in legal(state)


def test_m18_a_spell_in_a_placement_turn_can_be_countered() -> None:
    state = turn()
    give(state, 0, spells="alms", lamp=True)
    give(state, 3, artifacts="counterspell")
    play(state, "spell alms")
    assert (phase(state), state.actor) == ("counter", 3)
    play(state, "artifact counterspell")
    assert (phase(state), state.actor) == ("place", 0)
    assert wealth(state, 0) == {}


def test_m17_spells_need_an_open_lamp_any_number_may_be_played() -> None:
    state = scene("9 crowns")
    give(state, 0, spells="alms last-first close-sesame")
    give(state, 1, artifacts="key")
    resolve(state)
    assert state.actor == 1, "cards without a Lamp are nothing to ask about"
    state = scene("9 crowns")
    give(state, 0, spells="alms last-first close-sesame", lamp=True)
    resolve(state)
    play(state, "spell alms", "spell last-first", "spell close-sesame", "field market")
    assert state.observe(0)["discards"] == ["alms", "last-first", "close-sesame"]


def test_m17_a_spell_is_resolved_wholly_before_the_next() -> None:
    state = scene("9 crowns")
    give(state, 0, "gem 1", spells="alms sacrifice", lamp=True)
    hold(state)
    resolve(state)
    play(state, "spell alms", "pass", "spell sacrifice", "pass", "cup 3")
    assert wealth(state, 0) == {}, "three cups come, then all four go"


def test_m17_whoever_cannot_fulfil_a_demand_wholly_fulfils_what_he_can() -> None:
    state = scene("9 crowns")
    give(state, 0, spells="sacrifice", lamp=True)
    give(state, 1, "gem 2, cup 1")
    give(state, 2, "gem 9")
    resolve(state)
    play(state, "spell sacrifice")
    assert wealth(state, 1) == {}
    assert wealth(state, 2) == {"gem": 2}


def test_m17_spells_never_work_on_the_guards_field() -> None:
    state = scene("9 guard, 1 room1", "8 guard")
    names = "eye-for-an-eye lunar-eclipse latecomer close-sesame teleportation"
    give(state, 0, "gem 9", spells=names, lamp=True)
    resolve(state)
    pass_on(state)
    play(state, "guard 1")
    assert "spell eye-for-an-eye" not in legal(state), "the others have nothing but that figure"
    assert "spell lunar-eclipse" not in legal(state)
    play(state, "spell latecomer")
    assert "figure 9" not in legal(state)
    assert "field guard" not in legal(state)
    play(state, "field room2", "spell close-sesame")
    assert "field guard" not in legal(state)
    play(state, "field room3", "spell teleportation")
    assert state.observe(0)["play"]["field"] == "room1"


def test_m19_taken_back_during_placement_figures_return_to_the_hand_and_are_placed_again() -> None:
    state = turn("", "9 market")
    give(state, 0, spells="eye-for-an-eye", lamp=True)
    play(state, "spell eye-for-an-eye")
    assert where(state, 1, 9) is None
    assert state.player[1].hand == board.ALL_FIGURES
    play(state, "place 1 guard")
    assert "place 9 market" in legal(state)


def test_m19_later_they_are_out_for_the_round() -> None:
    state = scene("", "9 market")
    give(state, 0, spells="eye-for-an-eye", lamp=True)
    hold(state)
    resolve(state)
    play(state, "spell eye-for-an-eye", "pass")
    assert where(state, 1, 9) is None
    assert state.player[1].hand == 0
    assert state.observe(1)["out"] == [1, 2, 4, 5, 6, 7, 8, 9]


def test_m19_a_field_passed_empty_is_resolved() -> None:
    state = scene("9 gems")
    give(state, 0, artifacts="carpet")
    resolve(state, "gems")
    play(state, "artifact carpet")
    assert {"crowns", "pearls"}.isdisjoint(legal(state, "field"))


def test_m19_a_hidden_figure_that_comes_into_the_field_being_resolved_is_opened() -> None:
    state = scene("9 crowns", "2 market, 1 market")
    give(state, 1, spells="latecomer", lamp=True)
    give(state, 0, artifacts="lamp")
    resolve(state, "crowns")
    play(state, "pass", "spell latecomer", "figure 2", "field crowns", "pass")
    seen = state.observe(3)["fields"]
    assert seen["crowns"][1]["figures"] == [2]
    assert seen["market"][0]["figures"] == [None]


def test_m19_a_hidden_figure_stays_hidden_elsewhere() -> None:
    state = scene("9 crowns", "2 market")
    give(state, 1, spells="latecomer", lamp=True)
    give(state, 0, artifacts="lamp")
    resolve(state, "crowns")
    play(state, "pass", "spell latecomer", "field gems", "pass")
    assert state.observe(3)["fields"]["gems"][0]["figures"] == [None]


def test_m19_the_limit_of_five_holds_for_every_way_in() -> None:
    state = scene("1 room1, 2 room1, 4 room1, 5 room1, 6 room1, 9 market", "9 guard")
    give(state, 0, spells="latecomer", lamp=True)
    give(state, 1, spells="teleportation", lamp=True)
    resolve(state)
    play(state, "spell latecomer", "figure 9")
    assert "field room1" not in legal(state)
    play(state, "field room2", "spell teleportation", "field market")
    assert "field room1" not in legal(state)


def test_m19_a_countered_spell_still_makes_the_moment_be_asked_again() -> None:
    state = scene("9 crowns")
    give(state, 0, spells="alms barter", lamp=True)
    give(state, 1, artifacts="counterspell")
    give(state, 2, artifacts="key")
    resolve(state, "crowns")
    play(state, "spell alms", "artifact counterspell")
    assert state.actor == 2
    play(state, "pass")
    assert state.actor == 0
    play(state, "pass")
    assert (state.actor, phase(state)) == (0, "moment"), "all passed, but something was announced"


def test_m19_the_game_ends_at_once_also_in_the_middle_of_a_moment() -> None:
    state = scene("1 room1, 9 guard", "1 room1, 9 guard")
    stack(state, 0, "key")
    for room in (1, 2, 3):
        stack(state, room)
    give(state, 0, spells="abracadabra", lamp=True)
    give(state, 1, spells="alms", lamp=True)
    resolve(state, "room1")
    play(state, "spell abracadabra", "spell alms")
    assert state.actor == OVER
    assert wealth(state, 1) == {}


def test_m19_the_round_goes_on_after_a_moment_in_which_all_figures_left() -> None:
    state = scene("9 crowns")
    give(state, 1, spells="lunar-eclipse", lamp=True)
    resolve(state, "crowns")
    play(state, "spell lunar-eclipse")
    assert state.actor == CHANCE
    assert wealth(state, 0) == {}
