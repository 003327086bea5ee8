"""Caves and city: M5 to M10, with the rulebook's examples."""

from __future__ import annotations

import pytest

from tests.morgenland.table import (
    CHANCE,
    finish_round,
    first_round,
    give,
    legal,
    lying,
    phase,
    play,
    resolve,
    scene,
    spells,
    wealth,
)

BARS = "9 bars, 5 bars"  # fourteen


def test_m5_fields_are_resolved_from_crowns_to_the_last_room() -> None:
    state = scene(
        "9 crowns, 8 pearls, 7 gems, 6 bars, 5 tent, 4 djinn, 2 market, 1 caravanserai",
        "1 cups, 9 guard, 2 room1, 4 room2, 5 room3, 6 room4",
        card=1,
    )
    state.groups[3] = 1
    give(state, 1, artifacts="lamp")
    seen: list[str] = []
    resolve(state)
    while phase(state) != "card":
        if state.resolving and (not seen or seen[-1] != state.observe(0)["current"]):
            seen.append(state.observe(0)["current"])
        state.play(legal(state)[0])
    assert seen == [
        "crowns", "pearls", "gems", "cups", "bars", "tent", "djinn", "market", "caravanserai", "guard",
        "room1", "room2", "room3", "room4",
    ]  # fmt: skip


def test_m5_only_the_field_that_is_resolved_is_revealed_and_stays_open() -> None:
    state = scene("9 crowns, 8 pearls", "7 crowns")
    give(state, 2, artifacts="lamp")
    resolve(state, "crowns")
    seen = state.observe(3)["fields"]
    assert [group["figures"] for group in seen["crowns"]] == [[9], [7]]
    assert seen["pearls"][0]["figures"] == [None]
    play(state, "pass")
    seen = state.observe(3)["fields"]
    assert seen["pearls"][0]["figures"] == [8]
    assert [group["figures"] for group in seen["crowns"]] == [[9], [7]], "it stays where it is, open"


def test_m5_fields_without_figures_are_passed() -> None:
    state = scene("9 pearls")
    give(state, 0, artifacts="lamp")
    resolve(state, "pearls")
    assert state.observe(0)["current"] == "pearls"


def test_m5_the_guard_is_resolved_while_a_figure_lies_in_a_room() -> None:
    state = scene("9 room1")
    resolve(state)
    assert phase(state) == "guard"
    state = scene("9 caravanserai")
    resolve(state)
    assert phase(state) == "card", "nobody is at the palace: the round is over"


def test_m5_ties_go_to_the_one_nearer_to_the_start_player_and_to_himself_first() -> None:
    for start, order in ((0, [4, 3, 0]), (1, [0, 4, 3]), (2, [3, 0, 4])):
        state = scene("8 crowns", "8 crowns", "8 crowns", players=3, start=start)
        state.groups[0] = 4 | 3 << 5
        resolve(state)
        assert [wealth(state, seat).get("crown", 0) for seat in range(3)] == order


def test_m5_the_caravanserai_counts_at_once_for_later_ties() -> None:
    state = scene("1 caravanserai, 9 guard, 2 room1", "9 guard, 2 room1, 4 caravanserai")
    give(state, 0, "gem 2")
    give(state, 1, "gem 2")
    resolve(state)
    play(state, "guard 1")
    assert state.start == 1
    assert (phase(state), state.actor) == ("buy", 1)


def test_m5_sums_of_strength_count() -> None:
    state = scene("9 crowns", "8 crowns, 2 crowns")
    resolve(state)
    assert wealth(state, 1) == {"crown": 4}
    assert wealth(state, 0) == {"crown": 3}


def test_m6_example_red_nine_yellow_eight_blue_two_on_crowns_four_and_three() -> None:
    state = scene("9 crowns", "8 crowns", "2 crowns", card=1)
    resolve(state)
    assert [wealth(state, seat) for seat in range(3)] == [{"crown": 4}, {"crown": 3}, {}]


def test_m6_example_a_tie_of_fourteen_on_bars() -> None:
    """Red starts; blue, green, yellow follow. Green and yellow have 14."""
    state = scene("1 bars", "4 bars", BARS, BARS, card=1)
    resolve(state)
    assert [wealth(state, seat) for seat in range(4)] == [{}, {"bar": 2}, {"bar": 5}, {"bar": 3}]


def test_m6_what_is_left_in_a_cave_goes_back_at_the_end_of_the_round() -> None:
    state = scene("9 bars, 1 guard", card=1)
    give(state, 0, artifacts="lamp")
    resolve(state, "guard")
    assert wealth(state, 0) == {"bar": 5}
    assert state.observe(0)["caves"]["bars"] == [3, 2]
    assert state.observe(0)["bank"]["bar"] == 29 - 10
    finish_round(state)
    assert state.observe(0)["bank"]["bar"] == 29 - 5
    assert state.observe(0)["caves"]["bars"] == []


def test_m7_the_strongest_draws_two_keeps_one_and_gives_the_other_to_the_second() -> None:
    state = scene("5 tent", "9 tent", "7 tent")
    resolve(state)
    assert state.actor == CHANCE
    play(state, "draw barter", "draw alms")
    assert (phase(state), state.actor) == ("keep", 1)
    assert legal(state) == ["spell alms", "spell barter"]
    play(state, "spell barter")
    assert [spells(state, seat) for seat in range(3)] == [[], ["barter"], ["alms"]]
    assert state.observe(0)["discards"] == []


def test_m7_alone_in_the_tent_the_other_card_is_discarded() -> None:
    state = scene("", "9 tent")
    resolve(state)
    play(state, "draw barter", "draw alms", "spell alms")
    assert spells(state, 1) == ["alms"]
    assert state.observe(0)["discards"] == ["barter"]
    assert state.observe(0)["draw_pile"] == 19


def test_m7_m17_the_discards_are_reshuffled_when_the_draw_pile_is_empty() -> None:
    state = scene("9 tent", "5 tent")
    state.discards = state.draw_pile & ~1
    state.draw_pile = 1
    resolve(state)
    assert legal(state) == ["draw abracadabra"]
    play(state, "draw abracadabra")
    assert len(legal(state, "draw")) == 20
    assert state.discards == 0


@pytest.mark.parametrize("left", [0, 1])
def test_m7_m17_with_fewer_than_two_cards_the_strongest_gets_what_there_is(left: int) -> None:
    state = scene("9 tent", "5 tent")
    state.player[2].spells = state.draw_pile & ~1
    state.draw_pile = left
    resolve(state)
    if left:
        play(state, "draw abracadabra")
    assert spells(state, 0) == ["abracadabra"] * left
    assert spells(state, 1) == []
    assert phase(state) == "card"


def test_m8_the_strongest_at_the_djinn_may_play_two_artifacts() -> None:
    state = scene("5 djinn", "9 djinn", "1 market")
    give(state, 0, artifacts="lamp key")
    give(state, 1, artifacts="lamp key carpet")
    give(state, 2, artifacts="lamp")
    resolve(state, "market")
    assert state.observe(0)["djinn"] == 1
    play(state, "artifact lamp")
    assert state.actor == 1
    play(state, "artifact lamp", "pass", "artifact key")
    left = [seat["plays_left"] for seat in state.observe(0)["seats"]]
    assert left == [0, 0, 1, 1]
    assert state.actor == 2


def test_m8_one_played_earlier_in_the_round_counts() -> None:
    state = scene("9 djinn, 1 market")
    give(state, 0, artifacts="double key carpet", lamp=True)
    resolve(state, "market")
    assert "artifact key" in legal(state), "the second of two"
    play(state, "artifact key")
    assert not [text for text in legal(state) if text.startswith("artifact")], "there is no third"


@pytest.mark.parametrize("wanted", [{"pearl": 2, "cup": 1}, {"gem": 3}])
def test_m9_example_one_gem_for_two_pearls_and_a_cup_or_for_three_gems(wanted: dict[str, int]) -> None:
    state = scene("9 market", "8 market")
    give(state, 0, "gem 1")
    resolve(state)
    assert (phase(state), state.actor) == ("market", 0)
    assert legal(state) == ["pass", "gem 1"]
    play(state, "gem 1", *(f"{kind} {number}" for kind, number in wanted.items()))
    assert wealth(state, 0) == wanted


def test_m9_once_and_only_if_he_wants() -> None:
    state = scene("9 market", "8 market")
    give(state, 0, "gem 1")
    give(state, 1, "gem 1")
    resolve(state)
    play(state, "pass")
    assert wealth(state, 0) == {"gem": 1}
    assert phase(state) == "card", "the second strongest is not asked"


def test_m9_who_has_nothing_is_not_asked() -> None:
    state = scene("9 market")
    resolve(state)
    assert phase(state) == "card"


def test_m9_a_bank_that_runs_short_gives_what_it_has() -> None:
    state = scene("9 market")
    give(state, 0, "crown 1")
    give(state, 3, "crown 28, pearl 29, gem 29, cup 29, bar 29")
    for cave in range(5):
        state.groups[cave] = 0
    state.bank = 1 << 8  # a single pearl
    resolve(state)
    play(state, "crown 1")
    assert wealth(state, 0) == {"crown": 1, "pearl": 1}


def test_m10_the_strongest_takes_the_camel() -> None:
    state = scene("5 caravanserai", "7 caravanserai")
    resolve(state)
    assert state.observe(0)["start"] == 1


def test_m13_figures_and_played_artifacts_return() -> None:
    state = scene("9 crowns, 1 guard", "2 djinn")
    give(state, 0, artifacts="lamp")
    resolve(state)
    play(state, "artifact lamp")
    assert state.observe(1)["seats"][0]["played"] == {"lamp": 1}
    finish_round(state)
    seat = state.observe(1)["seats"][0]
    assert seat["played"] == {}
    assert seat["plays_left"] == 1
    assert seat["artifacts"] == {"lamp": 1}
    assert seat["hand"] == 8
    assert lying(state, 0, "crowns") == []


def test_m13_the_effects_of_a_round_end_with_it() -> None:
    state = scene("1 guard")
    state.sealed = state.emptied = state.reversed = state.openly = state.admitted = 1
    state.djinn = state.smuggler = 2
    state.player[0].key = 1
    resolve(state)
    finish_round(state)
    fresh = first_round()
    for name in ("sealed", "emptied", "reversed", "openly", "admitted", "djinn", "smuggler", "guard"):
        assert getattr(state, name) == getattr(fresh, name), name
    assert state.player[0].key == 0
