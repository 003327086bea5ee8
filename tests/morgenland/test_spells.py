"""The twenty-one spells: M20. Each with its effect, its limits, countered, and with too little to pay."""

from __future__ import annotations

import pytest

from serai.games.morgenland import cards
from serai.games.morgenland.terminal import board_text
from tests.morgenland.table import (
    CHANCE,
    OVER,
    Morgenland,
    give,
    hold,
    idle,
    legal,
    lying,
    owned,
    pass_on,
    phase,
    play,
    put,
    resolve,
    scene,
    spells,
    stack,
    turn,
    visit,
    wealth,
    where,
)


def cast(
    spell: str, *figures: str, field: str = "", start: int = 0, mine: str = "", players: int = 4
) -> Morgenland:
    """Seat 0 has the spell and an open Lamp; the last seat is asked in every moment (`hold`)."""
    state = scene(*figures, start=start, players=players)
    give(state, 0, mine, spells=spell, lamp=True)
    hold(state)
    return resolve(state, field)


def announced(state: Morgenland) -> dict[str, object]:
    """The first play that waits for its resolution."""
    found: dict[str, object] = state.observe(0)["announced"][0]
    return found


def can_play(state: Morgenland, spell: str) -> bool:
    return f"spell {spell}" in legal(state)


# All of them

SCENES: dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "abracadabra": (("1 room1, 9 guard",), "room1", ()),
    "alms": (("1 crowns",), "", ()),
    "eye-for-an-eye": (("", "9 crowns"), "", ()),
    "baksheesh": (("", "9 market"), "", ()),
    "last-first": (("1 crowns",), "", ()),
    "dragon-flight": (("1 crowns",), "", ()),
    "smuggled-in": (("1 market",), "", ()),
    "mirage": (("1 market",), "", ("field room1",)),
    "lunar-eclipse": (("9 crowns",), "crowns", ()),
    "latecomer": (("9 crowns",), "", ("field market",)),
    "open-secret": ((), "", ()),
    "sacrifice": (("1 crowns",), "", ()),
    "dragon-return": (("9 crowns",), "crowns", ()),
    "dwindling": (("1 crowns",), "", ()),
    "close-sesame": (("1 crowns",), "", ("field market",)),
    "solar-eclipse": (("8 crowns",), "crowns", ()),
    "sultans-tax": (("", "9 room1"), "", ()),
    "barter": (("1 crowns",), "", ()),
    "teleportation": (("", "9 crowns"), "", ("field market",)),
    "free-rider": (("1 crowns",), "", ()),
    "apprentice": (("1 crowns",), "", ("field room1",)),
}


def staged(spell: str, lamp: bool = True) -> Morgenland:
    """A position in which seat 0 may announce the spell; seat 1 has a Counterspell."""
    figures, field, _ = SCENES[spell]
    state = turn() if spell == "open-secret" else scene(*figures)
    give(state, 0, "gem 9, crown 1", "scroll", spells=spell, lamp=lamp)
    give(state, 1, "cup 9", "counterspell")
    give(state, 2, artifacts="key")
    state.player[2].played = cards.ONE[cards.KEY]
    hold(state)
    if spell == "open-secret":
        return state
    resolve(state, field)
    while spell == "smuggled-in" and state.observe(0)["moment"] != "before-city":
        idle(state)
    return state


@pytest.mark.parametrize("spell", cards.SPELLS)
def test_m17_m20_a_spell_goes_from_the_hand_to_the_open_discard_pile(spell: str) -> None:
    state = staged(spell)
    play(state, f"spell {spell}")
    assert spells(state, 0) == []
    assert state.observe(3)["discards"] == [spell]


@pytest.mark.parametrize("spell", cards.SPELLS)
def test_m17_m20_a_spell_needs_an_open_lamp(spell: str) -> None:
    state = staged(spell)
    assert state.actor == 0
    assert can_play(state, spell)
    state.player[0].played = 0
    assert not can_play(state, spell)


@pytest.mark.parametrize("spell", cards.SPELLS)
def test_m16_m20_a_countered_spell_has_no_effect(spell: str) -> None:
    state = staged(spell)
    before = table_of(state)
    play(state, f"spell {spell}", *SCENES[spell][2])
    assert (phase(state), state.actor) == ("counter", 1)
    play(state, "artifact counterspell")
    assert table_of(state) == before
    assert state.announced == []
    assert state.observe(3)["discards"] == [spell]
    assert state.observe(3)["play"] is None
    round_number = state.round
    if phase(state) == "moment":  # the others pass: still nothing happens
        play(state, "pass")
        assert state.round > round_number or table_of(state) == before


@pytest.mark.parametrize("spell", cards.SPELLS)
def test_m20_an_uncountered_spell_does_something(spell: str) -> None:
    state = staged(spell)
    before = table_of(state)
    play(state, f"spell {spell}", *SCENES[spell][2], "pass")
    pass_on_once(state)
    assert table_of(state) != before or phase(state) in ("answer", "search", "gain", "pay")


def pass_on_once(state: Morgenland) -> None:
    if phase(state) == "moment":
        play(state, "pass")


def table_of(state: Morgenland) -> dict[str, object]:
    """What a spell could change."""
    seen = state.observe(None)
    parts = ("caves", "fields", "piles", "bank", "sealed", "emptied", "reversed", "openly", "smuggler")
    found: dict[str, object] = {part: seen[part] for part in parts}
    found["seats"] = [
        [seat[part] for part in ("treasures", "artifacts", "key", "hand")] for seat in seen["seats"]
    ]
    return found


# 1 Abracadabra


def test_m20_abracadabra_searches_the_pile_and_takes_any_artifact_without_payment() -> None:
    state = cast("abracadabra", "1 room1, 9 guard", field="room1")
    stack(state, 0, "double", "key", "scroll", "key")
    play(state, "spell abracadabra", "pass")
    assert (phase(state), state.actor) == ("answer", 0)
    assert legal(state) == ["take", "artifact key", "artifact scroll"], "`take` is the open Double"
    play(state, "artifact key")
    assert owned(state, 0) == {"lamp": 1, "key": 1}
    assert state.observe(0)["piles"][0]["below"] == ["scroll", "key"], "the uppermost Key was taken"


def test_m20_abracadabra_chance_deals_what_nobody_has_seen() -> None:
    state = cast("abracadabra", "1 room1, 9 guard", field="room1")
    play(state, "spell abracadabra", "pass")
    for kind in ("key", "scroll", "carpet", "double"):
        assert (phase(state), state.actor) == ("search", CHANCE)
        play(state, f"deal {kind}")
    assert legal(state) == ["take", "artifact double", "artifact carpet", "artifact key", "artifact scroll"]


def test_m20_abracadabra_the_sale_goes_on_with_the_open_artifact_if_it_is_still_there() -> None:
    for taken, sold in (("artifact key", True), ("take", False)):
        state = cast("abracadabra", "1 room1, 9 guard", field="room1", mine="gem 1")
        stack(state, 0, "double", "key")
        play(state, "spell abracadabra", "pass", taken, "pass")
        assert (phase(state) == "buy") == sold


def test_m20_abracadabra_only_while_a_room_is_resolved_in_which_you_have_a_figure() -> None:
    state = cast("abracadabra", "9 guard, 1 room2", "9 guard, 1 room1", field="room1")
    assert not can_play(state, "abracadabra")
    state = cast("abracadabra", "9 guard, 1 room2", field="guard")
    assert not can_play(state, "abracadabra")


def test_m20_abracadabra_the_last_artifact_ends_the_game() -> None:
    state = cast("abracadabra", "9 guard, 1 room1", field="room1")
    for room in (1, 2, 3):
        stack(state, room)
    stack(state, 0, "double")
    play(state, "spell abracadabra", "pass")
    assert state.actor == OVER
    assert owned(state, 0) == {"lamp": 1, "double": 1}


def test_m20_abracadabra_of_two_in_a_pile_the_last_taken_ends_it_too() -> None:
    state = cast("abracadabra", "9 guard, 1 room1", field="room1")
    stack(state, 0, "double", "key")
    for room in (1, 2, 3):
        stack(state, room)
    play(state, "spell abracadabra", "pass", "take")
    assert state.actor != OVER
    assert state.observe(0)["piles"][0]["size"] == 1


# 2 Alms


def test_m20_alms_three_treasures() -> None:
    state = cast("alms", "1 crowns")
    play(state, "spell alms", "pass", "gem 2", "bar 1")
    assert wealth(state, 0) == {"gem": 2, "bar": 1}
    assert phase(state) == "moment", "three, not more"


def test_m20_alms_a_short_bank_gives_what_it_has() -> None:
    state = cast("alms", "1 crowns")
    state.bank = 2 << 8
    play(state, "spell alms", "pass")
    assert wealth(state, 0) == {"pearl": 2}
    state = cast("alms", "1 crowns")
    state.bank = 0
    assert not can_play(state, "alms")


# 3 Eye for an Eye


def test_m20_eye_for_an_eye_removes_a_figure_and_its_owner_may_remove_one() -> None:
    state = cast("eye-for-an-eye", "8 market", "9 crowns, 7 crowns", "2 crowns", field="crowns")
    play(state, "spell eye-for-an-eye", "seat 2")
    assert legal(state) == ["figure 7", "figure 9"]
    play(state, "figure 9", "pass")
    assert where(state, 1, 9) is None
    assert (phase(state), state.actor) == ("target", 1)
    assert legal(state) == ["pass", "field crowns", "field market"]
    play(state, "field market")
    assert where(state, 0, 8) is None
    assert phase(state) == "moment", "one eye for one eye"


def test_m20_eye_for_an_eye_the_owner_may_let_it_be() -> None:
    state = cast("eye-for-an-eye", "8 market", "9 crowns")
    play(state, "spell eye-for-an-eye", "pass", "pass")
    assert where(state, 1, 9) is None
    assert where(state, 0, 8) == "market"


def test_m20_eye_for_an_eye_not_an_own_figure_nor_in_a_resolved_field() -> None:
    state = cast("eye-for-an-eye", "8 market", "9 crowns", "1 pearls", field="pearls")
    play(state, "spell eye-for-an-eye")
    assert announced(state)["field"] == "pearls", "the only one left, so it was not asked"
    state = cast("eye-for-an-eye", "8 market")
    assert not can_play(state, "eye-for-an-eye")


def test_m20_eye_for_an_eye_of_several_hidden_ones_chance_says_which() -> None:
    state = cast("eye-for-an-eye", "", "9 market, 1 market")
    play(state, "spell eye-for-an-eye")
    assert (phase(state), state.actor) == ("disc", CHANCE)
    assert legal(state) == ["disc 1", "disc 9"]
    play(state, "disc 9", "pass")
    assert lying(state, 1, "market") == [1]


def test_m20_eye_for_an_eye_open_and_hidden_ones_are_told_apart() -> None:
    state = cast("eye-for-an-eye", "", "9 market, 1 market")
    put(state, 1, "9 market", face_up=True)
    play(state, "spell eye-for-an-eye")
    assert legal(state) == ["figure 9", "hidden"]
    play(state, "hidden", "pass")
    assert lying(state, 1, "market") == [9]


def test_m19_m20_eye_for_an_eye_removes_a_carpet() -> None:
    state = scene("", "1 market")
    give(state, 0, spells="eye-for-an-eye", lamp=True)
    give(state, 1, artifacts="carpet")
    hold(state)
    resolve(state)
    play(state, "pass", "artifact carpet", "field market", "pass", "pass")
    assert lying(state, 1, "market") == [1, 3]
    play(state, "spell eye-for-an-eye")
    assert legal(state) == ["carpet", "hidden"]
    play(state, "carpet", "pass")
    assert lying(state, 1, "market") == [1]


def test_m18_m20_eye_for_an_eye_whose_target_is_gone_gives_no_revenge_either() -> None:
    state = scene("8 market", "9 crowns", start=2)
    give(state, 0, spells="eye-for-an-eye", lamp=True)
    give(state, 2, spells="lunar-eclipse", lamp=True)
    hold(state)
    resolve(state, "crowns")
    play(state, "spell lunar-eclipse", "pass", "spell eye-for-an-eye", "pass")
    assert where(state, 1, 9) is None
    assert where(state, 0, 8) == "market"
    assert phase(state) == "moment"


def test_m20_eye_for_an_eye_the_second_of_two_carpets() -> None:
    state = cast("eye-for-an-eye", "")
    state.lay_carpet(1, 5)
    state.lay_carpet(1, 7)
    play(state, "spell eye-for-an-eye", "field market", "pass")
    assert lying(state, 1, "market") == []
    assert lying(state, 1, "tent") == [3]


# 4 Baksheesh


def test_m20_baksheesh_pays_two_for_each_figure_or_takes_it_back() -> None:
    state = cast("baksheesh", "9 market", "1 market, 2 market, 4 tent")
    give(state, 1, "gem 9")
    play(state, "spell baksheesh", "pass")
    assert (phase(state), state.actor) == ("answer", 1)
    assert legal(state) == ["pay", "figure 4"], "the tent first"
    play(state, "pay")
    assert wealth(state, 1) == {"gem": 7}
    assert legal(state) == ["pay", "figure 1", "figure 2"]
    play(state, "figure 1")
    assert legal(state) == ["pay", "figure 2"]
    play(state, "pay")
    assert wealth(state, 1) == {"gem": 5}
    assert lying(state, 1, "market") == [2]
    assert lying(state, 0, "market") == [9], "the caster pays nothing"


def test_m20_baksheesh_in_player_order() -> None:
    state = cast("baksheesh", "", "1 market", "1 market", "1 market", start=2)
    for seat in (1, 2, 3):
        give(state, seat, "gem 9")
    play(state, "pass", "spell baksheesh", "pass")
    actors = []
    while phase(state) == "answer":
        actors.append(state.actor)
        play(state, "pay")
    assert actors == [2, 3, 1]


def test_m20_baksheesh_who_has_too_little_takes_figures_back() -> None:
    state = cast("baksheesh", "", "1 market", "1 market, 2 market, 4 market")
    give(state, 1, "gem 1")
    give(state, 2, "gem 2, cup 1")
    play(state, "spell baksheesh", "pass")
    assert lying(state, 1, "market") == [], "one treasure is not two"
    assert state.actor == 2
    assert legal(state) == ["figure 1", "figure 2"], "one can be kept at most"
    play(state, "figure 2")
    assert legal(state) == ["figure 4"], "no choice, but that is nobody's business"
    play(state, "figure 4", "pay")
    assert phase(state) == "pay"
    play(state, "gem 1")
    assert wealth(state, 2) == {"gem": 1}


def test_m20_baksheesh_only_city_fields_not_yet_resolved() -> None:
    state = cast("baksheesh", "", "1 tent, 2 crowns, 4 guard, 5 market, 6 room1", field="market")
    give(state, 1, "gem 9")
    play(state, "spell baksheesh", "pass")
    assert legal(state) == ["pay", "figure 5"]
    play(state, "figure 5")
    assert phase(state) != "answer"
    assert where(state, 1, 1) == "tent"


def test_m19_m20_baksheesh_carpets_and_doubles_are_figures_too() -> None:
    state = cast("baksheesh", "", "5 market", field="market")
    state.lay_carpet(1, 7)
    state.player[1].doubled = 1 << 3
    give(state, 1, "gem 6")
    play(state, "spell baksheesh", "pass")
    assert legal(state) == ["pay", "figure 5", "carpet", "double 5"]
    play(state, "carpet")
    assert legal(state) == ["pay", "double 5"]
    play(state, "double 5")
    assert wealth(state, 1) == {"gem": 4}, "for the five alone"
    assert state.strength(1, 7) == 5


def test_m20_baksheesh_every_carpet_counts() -> None:
    state = cast("baksheesh", "", "1 market")
    put(state, 1, "1 market", face_up=True)
    state.lay_carpet(1, 7)
    state.lay_carpet(1, 7)
    state.player[1].doubled = 1
    give(state, 1, "gem 2")
    play(state, "spell baksheesh", "pass")
    assert legal(state) == ["figure 1", "carpet"], "the Double only after two of the others are kept"
    play(state, "carpet")
    assert lying(state, 1, "market") == [1], "the rest follows: two can be paid for one"
    assert state.strength(1, 7) == 1
    assert wealth(state, 1) == {}


# 5 The Last Shall Be First


def test_m20_last_first_turns_strengths_around_for_rank() -> None:
    state = cast("last-first", "9 crowns", "1 crowns", field="crowns")
    play(state, "spell last-first", "pass", "pass")
    assert wealth(state, 1) == {"crown": 4}
    assert wealth(state, 0) == {"crown": 3}


def test_m20_last_first_each_figure_counts_ten_less_its_strength_a_carpet_seven() -> None:
    state = cast("last-first", "9 crowns, 8 crowns", field="crowns")
    state.lay_carpet(1, 0)
    play(state, "spell last-first", "pass")
    assert state.strength(0, 0) == 1 + 2
    assert state.strength(1, 0) == 7
    state.player[0].doubled = 1 << 7
    assert state.strength(0, 0) == 1 + 1 + 2


def test_m20_last_first_counts_for_the_price_but_not_at_the_guard() -> None:
    state = cast("last-first", "9 guard, 8 room1", mine="gem 2", field="guard")
    play(state, "spell last-first", "pass")
    assert state.strength(0, 9) == 9
    play(state, "pass", "pass")
    assert phase(state) == "buy"
    play(state, "buy")
    assert wealth(state, 0) == {}


def test_m20_last_first_is_not_played_twice() -> None:
    state = cast("last-first", "1 crowns")
    state.reversed = 1
    assert not can_play(state, "last-first")


# 6 Dragon Flight


def test_m20_dragon_flight_fills_an_empty_cave() -> None:
    state = cast("dragon-flight", "1 crowns")
    play(state, "spell dragon-flight", "pass")
    assert state.observe(0)["caves"]["cups"] == [4, 2]
    assert state.observe(0)["bank"]["cup"] == 23


def test_m20_dragon_flight_in_placement_figures_may_now_be_placed_there() -> None:
    state = turn()
    give(state, 0, spells="dragon-flight", lamp=True)
    play(state, "spell dragon-flight")
    assert "place 9 cups" in legal(state)


def test_m20_dragon_flight_later_a_carpet_or_a_moved_figure() -> None:
    state = cast("dragon-flight latecomer", "1 crowns")
    give(state, 3, artifacts="carpet")
    play(state, "spell dragon-flight", "pass", "pass", "spell latecomer")
    assert "field cups" in legal(state)
    play(state, "field market", "artifact carpet")
    assert "field cups" in legal(state)


def test_m20_dragon_flight_only_an_empty_cave_not_yet_resolved_and_from_the_bank() -> None:
    state = cast("dragon-flight", "1 bars", field="bars")
    assert not can_play(state, "dragon-flight")
    state = cast("dragon-flight", "1 crowns")
    give(state, 2, "cup 24")
    play(state, "spell dragon-flight", "pass")
    assert state.observe(0)["caves"]["cups"] == [4, 1], "the top group first"
    state = cast("dragon-flight", "1 crowns")
    give(state, 2, "cup 29")
    assert not can_play(state, "dragon-flight")


# 7 Smuggled In


def smuggled(*figures: str, start: int = 0, mine: str = "gem 1") -> Morgenland:
    state = cast("smuggled-in", *figures, start=start, mine=mine)
    while state.observe(0)["moment"] != "before-city":
        idle(state)
    while state.actor != 0:
        idle(state)
    return state


def test_m20_smuggled_in_is_strongest_in_every_field_that_stayed_empty() -> None:
    state = smuggled("", "1 market", start=2)
    play(state, "spell smuggled-in")
    pass_on(state)
    assert (phase(state), state.observe(0)["current"]) == ("smuggle", "tent")
    play(state, "take", "draw alms", "draw barter", "spell alms")
    assert spells(state, 0) == ["alms"]
    assert (phase(state), state.observe(0)["current"]) == ("smuggle", "djinn")
    play(state, "take")
    assert state.observe(0)["djinn"] == 0
    pass_on(state)
    assert (phase(state), state.observe(0)["current"]) == ("smuggle", "caravanserai")
    play(state, "take")
    assert state.start == 0


def test_m20_smuggled_in_may_decline_each() -> None:
    state = smuggled("", "1 market", start=2)
    play(state, "spell smuggled-in")
    pass_on(state)
    play(state, "pass", "pass")
    assert state.observe(0)["djinn"] is None
    pass_on(state)
    play(state, "pass")
    assert state.start == 2
    assert spells(state, 0) == []


def test_m20_smuggled_in_only_before_the_city_with_an_empty_field() -> None:
    state = cast("smuggled-in", "1 crowns", field="crowns")
    assert not can_play(state, "smuggled-in")
    state = smuggled("1 tent, 2 djinn, 4 market, 5 caravanserai")
    assert not can_play(state, "smuggled-in")


@pytest.mark.parametrize(("start", "winner"), [(0, 0), (1, 1), (2, 0)])
def test_m20_smuggled_in_against_a_carpet_the_one_nearer_to_the_start_player(start: int, winner: int) -> None:
    state = scene(start=start)
    give(state, 0, "gem 3", spells="smuggled-in", lamp=True)
    give(state, 1, "gem 3", "carpet")
    resolve(state)
    while state.actor != 1:
        idle(state)
    play(state, "artifact carpet", "field market")
    while state.observe(0)["moment"] != "before-city" or state.actor != 0:
        idle(state)
    play(state, "spell smuggled-in", "pass")
    pass_on(state)
    while state.observe(0)["current"] != "market":
        idle(state)
    pass_on(state)
    if winner == 0:
        assert (phase(state), state.actor) == ("smuggle", 0)
        play(state, "take")
    assert (phase(state), state.actor) == ("market", winner)


def test_m20_smuggled_in_the_start_player_with_a_carpet_is_nearer() -> None:
    state = scene()
    give(state, 0, "gem 3", "carpet")
    give(state, 1, "gem 3", spells="smuggled-in", lamp=True)
    resolve(state)
    play(state, "artifact carpet", "field market")
    while state.observe(0)["moment"] != "before-city" or state.actor != 1:
        idle(state)
    play(state, "spell smuggled-in")
    pass_on(state)
    while phase(state) != "market":
        idle(state)
    assert state.actor == 0


def test_m20_smuggled_in_the_loser_is_second_in_the_tent() -> None:
    state = scene(start=1)
    give(state, 0, spells="smuggled-in", lamp=True)
    give(state, 1, artifacts="carpet")
    resolve(state)
    play(state, "artifact carpet", "field tent")
    while state.observe(0)["moment"] != "before-city" or state.actor != 0:
        idle(state)
    play(state, "spell smuggled-in")
    pass_on(state)
    assert (phase(state), state.actor) == ("smuggle", 0)
    play(state, "take", "draw alms", "draw barter", "spell alms")
    assert spells(state, 1) == ["alms"]
    assert spells(state, 0) == ["barter"]


@pytest.mark.parametrize(("answer", "start"), [("take", 0), ("pass", 1)])
def test_m20_smuggled_in_the_start_player_may_leave_the_camel_to_a_carpet(answer: str, start: int) -> None:
    state = scene()
    give(state, 0, spells="smuggled-in", lamp=True)
    give(state, 1, artifacts="carpet")
    resolve(state)
    while state.observe(0)["moment"] != "before-city" or state.actor != 0:
        idle(state)
    play(state, "spell smuggled-in", "artifact carpet", "field caravanserai")
    pass_on(state)
    while (phase(state), state.observe(0)["current"]) != ("smuggle", "caravanserai"):
        idle(state)
    assert state.actor == 0
    play(state, answer)
    assert state.start == start


def test_m20_smuggled_in_the_start_player_alone_is_not_asked_about_his_camel() -> None:
    state = smuggled("", "1 market")
    play(state, "spell smuggled-in")
    pass_on(state)
    play(state, "pass", "pass")
    pass_on(state)
    assert phase(state) == "card"


def test_m5_m20_7_the_smugglers_own_figures_count() -> None:
    state = visit("market", "", "carpet", "9")
    assert (phase(state), state.actor) == ("market", 2), "9 against 3, though seat 1 sits nearer to the start"
    state = visit("market", "", "9", "carpet")
    assert (phase(state), state.actor) == ("market", 1)
    state = visit("market", "", "carpet", "1", start=2)
    assert (phase(state), state.actor) == ("smuggle", 2), "not by the 1, but by being smuggled in"


def test_m10_m20_7_with_the_strongest_figure_the_smuggler_takes_the_camel() -> None:
    state = visit("caravanserai", "", "", "9")
    assert state.start == 2
    assert phase(state) != "smuggle"
    state = visit("caravanserai", "", "carpet", "9")
    assert state.start == 2
    state = visit("caravanserai", "", "9", "carpet")
    assert state.start == 1
    state = visit("caravanserai")
    assert (phase(state), state.actor) == ("smuggle", 2)
    play(state, "pass")
    assert state.start == 0


@pytest.mark.parametrize(("answer", "djinn"), [("take", 2), ("pass", 3)])
def test_m20_7_the_smuggler_may_decline_at_the_djinn(answer: str, djinn: int) -> None:
    state = visit("djinn", "", "", "", "carpet")
    assert (phase(state), state.actor) == ("smuggle", 2)
    play(state, answer)
    assert state.observe(None)["djinn"] == djinn


def test_m8_m20_7_with_the_strongest_figure_the_smuggler_is_not_asked_at_the_djinn() -> None:
    assert visit("djinn", "", "", "9").observe(None)["djinn"] == 2
    assert visit("djinn", "", "carpet", "9").observe(None)["djinn"] == 2


def test_m20_7_the_smuggler_may_leave_the_market_to_the_next() -> None:
    state = visit("market", "", "", "", "carpet")
    assert (phase(state), state.actor) == ("smuggle", 2)
    play(state, "pass")
    assert (phase(state), state.actor) == ("market", 3)
    assert state.observe(None)["smuggled"] == ["tent", "djinn", "caravanserai"], "that field alone"


def test_m20_7_the_smuggler_may_take_the_market_and_exchange_nothing() -> None:
    state = visit("market", "", "", "", "carpet")
    play(state, "take")
    assert (phase(state), state.actor) == ("market", 2)
    play(state, "pass")
    assert state.observe(None)["current"] == "caravanserai"


def test_m9_m20_7_a_smuggler_without_treasures_may_still_leave_the_market_to_the_next() -> None:
    state = visit("market", "", "", "", "carpet")
    state.gain(2, 2, -3)
    play(state, "take")
    assert state.observe(None)["current"] == "caravanserai"


def test_m20_7_alone_at_the_market_the_smuggler_is_asked_once() -> None:
    state = visit("market")
    assert (phase(state), state.actor) == ("market", 2)


@pytest.mark.parametrize(("answer", "got", "discards"), [("take", ["barter"], []), ("pass", [], ["barter"])])
def test_m7_m20_7_the_smuggler_may_decline_the_second_card(
    answer: str, got: list[str], discards: list[str]
) -> None:
    state = visit("tent", "", "carpet")
    assert (phase(state), state.actor) == ("smuggle", 2)
    play(state, answer, "draw alms", "draw barter")
    assert (phase(state), state.actor) == ("keep", 1)
    play(state, "spell alms")
    assert spells(state, 2) == got
    assert state.observe(None)["discards"] == discards


def test_m7_m20_7_the_second_by_figures_gets_the_card_unasked() -> None:
    state = visit("tent", "", "carpet", "1")
    assert phase(state) == "draw"
    state = visit("tent", "", "carpet", "1", start=2)
    assert (phase(state), state.actor) == ("smuggle", 2)
    play(state, "pass")
    assert phase(state) == "draw", "he is second by his 1 now"
    play(state, "draw alms", "draw barter", "spell alms")
    assert (spells(state, 1), spells(state, 2)) == (["alms"], ["barter"])


def test_m7_m20_7_a_third_gets_the_card_that_the_smuggler_declines() -> None:
    state = visit("tent", "", "carpet", "", "carpet")
    assert (phase(state), state.actor) == ("smuggle", 2)
    play(state, "pass", "draw alms", "draw barter", "spell alms")
    assert (spells(state, 1), spells(state, 3)) == (["alms"], ["barter"])


def test_m7_m20_7_with_a_single_spell_card_left_nobody_is_asked_about_a_second() -> None:
    state = scene()
    hold(state)
    state._end_placing()
    state.smuggler, state.current, state.city_begun = 2, 5, 1
    state.lay_carpet(1, 5)
    state.draw_pile = 1
    state._next_field()
    pass_on(state)
    assert phase(state) == "draw"


def test_m20_smuggled_in_is_not_stopped_by_close_sesame() -> None:
    state = smuggled("", "1 market")
    state.sealed = 1 << 5
    play(state, "spell smuggled-in", "pass")
    pass_on(state)
    assert (phase(state), state.observe(0)["current"]) == ("smuggle", "tent")


# 8 Mirage


def test_m20_mirage_replaces_the_open_artifact_the_old_one_goes_to_the_bottom() -> None:
    state = cast("mirage", "1 crowns")
    stack(state, 1, "carpet", "key", "scroll", "double", known=0b0001)
    play(state, "spell mirage", "field room2", "pass")
    assert legal(state) == ["artifact double", "artifact key", "artifact scroll"]
    play(state, "artifact scroll")
    pile = state.observe(0)["piles"][1]
    assert (pile["open"], pile["below"]) == ("scroll", ["key", "double", "carpet"])
    assert state.observe(2)["piles"][1]["below"] == [None, None, "carpet"], "all saw it go there"


def test_m20_mirage_needs_no_figure_but_an_open_artifact_and_another_below() -> None:
    state = cast("mirage", "1 crowns")
    stack(state, 0, "key")
    stack(state, 1)
    state.open_piles &= ~4
    play(state, "spell mirage")
    assert announced(state)["field"] == "room4"


def test_m20_mirage_of_two_there_is_no_choice() -> None:
    state = cast("mirage", "1 crowns")
    stack(state, 0, "key", "scroll")
    play(state, "spell mirage", "field room1", "pass")
    pile = state.observe(0)["piles"][0]
    assert (pile["open"], pile["below"]) == ("scroll", ["key"])


# 9 Lunar Eclipse, 16 Solar Eclipse


@pytest.mark.parametrize(
    ("spell", "left"), [("lunar-eclipse", [[4, 8], [2]]), ("solar-eclipse", [[5, 9, 3], [1]])]
)
def test_m20_eclipses_odd_or_even_figures_leave_a_carpet_is_odd(spell: str, left: list[list[int]]) -> None:
    state = cast(spell, "4 crowns, 5 crowns, 8 crowns, 9 crowns", "1 crowns, 2 crowns", field="crowns")
    state.lay_carpet(0, 0)
    play(state, f"spell {spell}", "pass")
    assert [lying(state, 0, "crowns"), lying(state, 1, "crowns")] == left


@pytest.mark.parametrize("spell", ["lunar-eclipse", "solar-eclipse"])
def test_m20_eclipses_hidden_figures_stay(spell: str) -> None:
    state = cast(spell, "1 market, 2 market", "4 crowns, 5 crowns", field="crowns")
    put(state, 1, "7 market, 8 market", face_up=True)
    play(state, f"spell {spell}", "field market", "pass")
    assert lying(state, 0, "market") == [1, 2]
    assert len(lying(state, 1, "market")) == 1


@pytest.mark.parametrize("spell", ["lunar-eclipse", "solar-eclipse"])
def test_m20_eclipses_need_open_figures_in_a_field_not_yet_resolved(spell: str) -> None:
    state = cast(spell, "1 market, 2 market")
    assert not can_play(state, spell)
    state = cast(spell, "1 crowns, 2 crowns, 9 guard, 4 room1", field="guard")
    assert not can_play(state, spell)


# 10 Latecomer


def test_m20_latecomer_moves_an_own_figure_also_from_a_resolved_field() -> None:
    state = cast("latecomer", "9 crowns, 1 pearls", field="pearls")
    play(state, "spell latecomer")
    assert legal(state) == ["figure 1", "figure 9"]
    play(state, "figure 9")
    assert "field crowns" not in legal(state)
    play(state, "field gems", "pass")
    assert state.observe(2)["fields"]["gems"][0]["figures"] == [9], "open as it was"


def test_m20_latecomer_not_to_the_field_it_lies_in_nor_a_closed_one() -> None:
    state = cast("latecomer", "9 market")
    play(state, "spell latecomer")
    fields = legal(state, "field")
    assert {"market", "cups", "guard", "room5"}.isdisjoint(fields)
    assert "tent" in fields


def test_m20_latecomer_needs_a_figure_that_can_go_somewhere() -> None:
    state = cast("latecomer", "9 guard", "1 crowns")
    assert not can_play(state, "latecomer")


def test_m16_m20_latecomer_leaves_the_double_behind() -> None:
    state = cast("latecomer", "9 crowns", field="crowns")
    state.player[0].doubled = 1 << 7
    play(state, "spell latecomer", "field gems", "pass")
    assert state.strength(0, 2) == 9


# 11 Open Secret


def test_m20_open_secret_the_others_place_openly_but_not_at_the_guard() -> None:
    state = turn(players=3)
    give(state, 0, spells="open-secret", lamp=True)
    play(state, "spell open-secret", "place 1 market", "place 7 market", "place 9 guard")
    fields = state.observe(None)["fields"]
    assert [group["figures"] for group in fields["market"]] == [[None], [7]]
    assert fields["guard"][0]["figures"] == [None]


def test_m20_open_secret_what_lies_already_stays_hidden() -> None:
    state = turn("", "8 market", players=3)
    give(state, 0, spells="open-secret", lamp=True)
    play(state, "spell open-secret", "place 1 tent", "place 7 market")
    assert state.observe(None)["fields"]["market"][0]["figures"] == [7, None]


def test_m20_open_secret_only_while_figures_are_placed() -> None:
    state = cast("open-secret", "1 crowns")
    assert not can_play(state, "open-secret")


# 12 Sacrifice, 14 Dwindling


@pytest.mark.parametrize(("spell", "number"), [("sacrifice", 7), ("dwindling", 5)])
def test_m20_sacrifice_and_dwindling_everybody_pays_you_too(spell: str, number: int) -> None:
    state = cast(spell, "1 crowns", mine="gem 10")
    give(state, 1, "cup 10")
    give(state, 2, "gem 3")
    give(state, 3, f"bar {number}")
    play(state, f"spell {spell}", "pass")
    assert wealth(state, 0) == {"gem": 10 - number}
    assert wealth(state, 1) == {"cup": 10 - number}
    assert wealth(state, 2) == {}
    assert wealth(state, 3) == {}


@pytest.mark.parametrize(("spell", "number"), [("sacrifice", 7), ("dwindling", 5)])
def test_m20_sacrifice_and_dwindling_of_his_choice_in_player_order(spell: str, number: int) -> None:
    state = cast(spell, "1 crowns", mine="gem 5, cup 5", start=1)
    give(state, 1, "gem 5, cup 5")
    play(state, "pass", f"spell {spell}", "pass")
    assert (phase(state), state.actor) == ("pay", 1)
    play(state, f"gem {number - 3}")
    assert wealth(state, 1) == {"gem": 8 - number, "cup": 2}
    assert state.actor == 0


@pytest.mark.parametrize("spell", ["sacrifice", "dwindling"])
def test_m20_sacrifice_and_dwindling_need_somebody_with_treasure(spell: str) -> None:
    assert not can_play(cast(spell, "1 crowns"), spell)


# 13 Return of the Dragon


def test_m20_dragon_return_the_cave_loses_its_treasures() -> None:
    state = cast("dragon-return", "", "9 crowns", field="crowns")
    play(state, "spell dragon-return", "pass")
    assert state.observe(0)["caves"]["crowns"] == []
    assert state.observe(0)["bank"]["crown"] == 29
    play(state, "pass")
    assert wealth(state, 1) == {}


def test_m20_dragon_return_only_a_cave_being_resolved() -> None:
    assert not can_play(cast("dragon-return", "1 crowns"), "dragon-return")
    assert not can_play(cast("dragon-return", "1 market", field="market"), "dragon-return")


def test_m20_dragon_return_dragon_flight_cannot_fill_that_cave_again() -> None:
    state = cast("dragon-return dragon-flight", "", "9 crowns", field="crowns")
    play(state, "spell dragon-return", "pass", "pass", "spell dragon-flight")
    assert announced(state)["field"] == "cups"


# 15 Close Sesame


def test_m20_close_sesame_nothing_more_may_be_placed_or_moved_there() -> None:
    state = turn("", "", "2 market")
    give(state, 0, spells="close-sesame latecomer", lamp=True)
    play(state, "spell close-sesame", "field market")
    assert not [text for text in legal(state, "place") if text.endswith("market")]
    play(state, "place 9 tent", "place 9 tent")
    assert not state.admits(2, 7)
    assert lying(state, 2, "market") == [2], "what lies there stays"


def test_m20_close_sesame_stops_carpets_and_moves_and_ends_with_the_round() -> None:
    state = cast("close-sesame latecomer", "9 crowns, 1 market", field="crowns")
    play(state, "spell close-sesame", "field gems", "pass", "pass", "spell latecomer", "figure 9")
    assert "field gems" not in legal(state)
    assert state.observe(0)["sealed"] == ["gems"]


def test_m20_close_sesame_a_field_not_yet_resolved_not_the_guards() -> None:
    state = cast("close-sesame", "9 market", field="market")
    play(state, "spell close-sesame")
    assert legal(state, "field") == ["market", "caravanserai", "room1", "room2", "room3", "room4"]


# 17 Sultan's Tax


def test_m20_sultans_tax_one_for_each_figure_in_the_rooms_or_all_go() -> None:
    state = cast("sultans-tax", "1 room1", "1 room1, 2 room2", "4 room1, 5 room1", "6 guard")
    for seat in (1, 2):
        give(state, seat, "gem 5")
    play(state, "spell sultans-tax", "pass")
    assert (state.actor, legal(state)) == (1, ["leave", "pay"])
    play(state, "pay")
    assert wealth(state, 1) == {"gem": 3}
    assert state.actor == 2
    play(state, "leave")
    assert wealth(state, 2) == {"gem": 5}
    assert lying(state, 2, "room1") == []
    assert lying(state, 1, "room2") == [2]
    assert lying(state, 0, "room1") == [1]
    assert lying(state, 3, "guard") == [6], "the guard's field is free"


def test_m20_sultans_tax_who_has_too_little_takes_all_back() -> None:
    state = cast("sultans-tax", "", "1 room1, 2 room2")
    give(state, 1, "gem 1")
    play(state, "spell sultans-tax", "pass")
    assert wealth(state, 1) == {"gem": 1}
    assert lying(state, 1, "room1") == lying(state, 1, "room2") == []


def test_m19_m20_sultans_tax_doubles_and_carpets_count_resolved_rooms_do_not() -> None:
    state = cast("sultans-tax", "9 guard, 1 room2", "9 guard, 1 room1, 5 room2", field="room2")
    give(state, 1, "gem 9")
    state.player[1].doubled = 1 << 3
    state.lay_carpet(1, 12)
    play(state, "spell sultans-tax", "pass", "pay")
    assert wealth(state, 1) == {"gem": 6}, "the five, its Double and the Carpet"


def test_m20_sultans_tax_needs_another_in_a_room() -> None:
    assert not can_play(cast("sultans-tax", "1 room1", "1 market"), "sultans-tax")


# 18 Barter


def test_m20_barter_any_number_for_as_many() -> None:
    state = cast("barter", "1 crowns", mine="gem 3, bar 2")
    play(state, "spell barter", "pass", "gem 2", "bar 1", "pass")
    assert "gem 1" not in legal(state), "what was given is not taken"
    play(state, "crown 1", "cup 2")
    assert wealth(state, 0) == {"gem": 1, "bar": 1, "crown": 1, "cup": 2}


def test_m20_barter_no_more_than_the_bank_has_of_other_kinds() -> None:
    state = cast("barter", "1 crowns", mine="gem 9, cup 9")
    state.bank = 2 | 20 << 16
    play(state, "spell barter", "pass")
    assert legal(state) == ["pass", "gem 1", "gem 2", *(f"cup {n}" for n in range(1, 10))]
    play(state, "gem 2", "pass")
    assert wealth(state, 0) == {"crown": 2, "gem": 7, "cup": 9}


def test_m20_barter_may_be_of_none_and_needs_treasure() -> None:
    state = cast("barter", "1 crowns", mine="gem 3")
    play(state, "spell barter", "pass", "pass")
    assert wealth(state, 0) == {"gem": 3}
    assert not can_play(cast("barter", "1 crowns"), "barter")


def test_m20_barter_of_more_than_twelve_of_a_kind() -> None:
    state = cast("barter", "1 crowns", mine="gem 15")
    play(state, "spell barter", "pass", "gem 12", "gem 3", "pass", "cup 12", "cup 3")
    assert wealth(state, 0) == {"cup": 15}


# 19 Teleportation


def test_m20_teleportation_pay_three_and_move_anybodys_figure() -> None:
    state = cast("teleportation", "8 market", "9 crowns", field="crowns", mine="gem 2, cup 5")
    play(state, "spell teleportation", "field crowns", "field tent", "pass")
    assert (phase(state), state.actor) == ("pay", 0), "paid when it resolves"
    play(state, "gem 1")
    assert wealth(state, 0) == {"gem": 1, "cup": 3}
    assert state.observe(2)["fields"]["tent"][0]["figures"] == [9], "open as it lay"


def test_m20_teleportation_with_too_little_pays_what_he_has() -> None:
    state = cast("teleportation", "", "9 crowns", mine="gem 2")
    play(state, "spell teleportation", "field market", "pass")
    assert wealth(state, 0) == {}
    assert where(state, 1, 9) == "market"


def test_m20_teleportation_an_own_figure_by_strength_a_foreign_one_as_it_is_seen() -> None:
    state = cast("teleportation", "7 market, 8 market", "9 market, 1 market")
    play(state, "spell teleportation", "seat 1")
    assert legal(state) == ["figure 7", "figure 8"]
    state = cast("teleportation", "7 market, 8 market", "9 market, 1 market")
    play(state, "spell teleportation", "seat 2")
    assert phase(state) == "disc"
    play(state, "disc 1", "field gems", "pass")
    assert where(state, 1, 1) == "gems"
    assert state.observe(0)["fields"]["gems"][0]["figures"] == [None]


def test_m20_teleportation_not_from_or_to_the_guard_nor_to_a_resolved_field() -> None:
    state = cast("teleportation", "", "9 guard, 8 crowns, 7 pearls", field="pearls")
    play(state, "spell teleportation")
    assert legal(state) == ["field crowns", "field pearls"]
    play(state, "field crowns")
    assert {"crowns", "guard"}.isdisjoint(legal(state, "field"))


# 20 Free Rider


def rider(artifact: str, *figures: str, field: str = "") -> Morgenland:
    """Seat 1 has that artifact open; seat 0 has the Free Rider."""
    state = scene(*figures)
    give(state, 0, "gem 9", spells="free-rider", lamp=True)
    give(state, 1, artifacts=artifact)
    state.player[1].played = cards.ONE[cards.ARTIFACTS.index(artifact)]
    state.player[1].plays = 1
    hold(state)
    return resolve(state, field)


def test_m20_free_rider_copies_a_carpet() -> None:
    state = rider("carpet", "1 crowns")
    play(state, "spell free-rider")
    assert "field guard" not in legal(state), "a spell never works there"
    play(state, "field market", "pass")
    assert lying(state, 0, "market") == [3]


def test_m20_free_rider_copies_a_double_but_not_at_the_guard() -> None:
    state = rider("double", "5 crowns", field="crowns")
    play(state, "spell free-rider", "pass")
    assert state.strength(0, 0) == 10
    state = rider("double", "5 guard, 1 room1", field="guard")
    assert not can_play(state, "free-rider")


def test_m20_free_rider_copies_a_key_also_at_the_guard() -> None:
    state = rider("key", "1 room1", field="guard")
    play(state, "spell free-rider", "pass", "pass", "pass")
    assert (phase(state), state.actor) == ("buy", 0)


def test_m20_free_rider_copies_a_carpet_only_after_placement() -> None:
    state = turn()
    give(state, 0, spells="free-rider", lamp=True)
    give(state, 1, artifacts="carpet")
    state.player[1].played = cards.ONE[cards.CARPET]
    assert not can_play(state, "free-rider")


def test_m20_free_rider_names_the_artifact_if_several_lie_open() -> None:
    state = rider("carpet", "5 crowns", field="crowns")
    give(state, 2, artifacts="key double")
    state.player[2].played = cards.ONE[cards.KEY] + cards.ONE[cards.DOUBLE]
    play(state, "spell free-rider")
    assert legal(state) == ["artifact double", "artifact carpet", "artifact key"]
    play(state, "artifact key", "pass")
    assert state.player[0].key == 1
    assert lying(state, 0, "crowns") == [5]


def test_m20_free_rider_does_not_count_as_an_artifact_played() -> None:
    state = rider("carpet", "1 crowns")
    play(state, "spell free-rider", "field market", "pass")
    seat = state.observe(0)["seats"][0]
    assert seat["played"] == {"lamp": 1}
    assert seat["plays_left"] == 0, "that was the Lamp"


@pytest.mark.parametrize("artifact", ["lamp", "scroll", "counterspell"])
def test_m20_free_rider_not_a_lamp_a_scroll_nor_in_a_moment_a_counterspell(artifact: str) -> None:
    assert not can_play(rider(artifact, "1 crowns"), "free-rider")


def test_m20_free_rider_not_an_own_artifact() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="carpet", spells="free-rider", lamp=True)
    state.player[0].played += cards.ONE[cards.CARPET]
    resolve(state)
    assert not can_play(state, "free-rider")


def counter_by_rider() -> Morgenland:
    """Seat 1 has announced Alms; seat 2 has a Counterspell open; seat 0 has the Free Rider."""
    state = scene("1 crowns")
    give(state, 0, spells="free-rider", lamp=True)
    give(state, 1, spells="alms", lamp=True)
    give(state, 2, artifacts="counterspell")
    state.player[2].played = cards.ONE[cards.COUNTERSPELL]
    state.player[2].plays = 1
    give(state, 3, spells="barter", lamp=True)
    resolve(state)
    play(state, "pass", "spell alms")
    return state


def test_m20_free_rider_copies_a_counterspell_when_one_is_asked_for() -> None:
    state = counter_by_rider()
    assert (phase(state), state.actor) == ("counter", 0)
    assert legal(state) == ["pass", "spell free-rider"]
    play(state, "spell free-rider")
    assert phase(state) == "moment"
    assert state.announced == []
    assert state.observe(0)["discards"] == ["alms", "free-rider"]


def test_m18_m20_free_rider_whoever_could_have_it_is_asked() -> None:
    state = counter_by_rider()
    play(state, "pass")
    assert (phase(state), state.actor, legal(state)) == ("counter", 3, ["pass"])
    play(state, "pass")
    assert len(state.announced) == 1


def test_m18_m20_free_rider_nobody_is_asked_once_it_lies_on_the_discards() -> None:
    state = scene("1 crowns")
    give(state, 1, spells="alms", lamp=True)
    give(state, 2, artifacts="counterspell")
    state.player[2].played = cards.ONE[cards.COUNTERSPELL]
    give(state, 3, spells="barter", lamp=True)
    state.draw_pile &= ~(1 << cards.FREE_RIDER)
    state.discards |= 1 << cards.FREE_RIDER
    resolve(state)
    play(state, "spell alms")
    assert phase(state) == "moment"


def test_m20_free_rider_as_a_counterspell_can_be_countered_itself() -> None:
    state = counter_by_rider()
    give(state, 1, artifacts="counterspell")
    state.djinn = 1
    play(state, "spell free-rider")
    assert (phase(state), state.actor) == ("counter", 1), "the one who played Alms defends them"
    assert state.observe(3)["rider"] == 0
    assert "countered by 1 with a free-rider" in board_text(state.observe(3))
    play(state, "artifact counterspell")
    assert (phase(state), state.actor) == ("moment", 3), "the Free Rider lies on the discards"
    assert len(state.announced) == 1, "the Alms stand"


def test_m20_free_rider_once_it_is_countered_he_and_those_after_him_are_asked_again() -> None:
    state = counter_by_rider()
    give(state, 0, artifacts="counterspell")
    state.djinn = 0
    give(state, 1, artifacts="counterspell")
    state.player[1].plays = 0
    give(state, 2, artifacts="counterspell")
    play(state, "spell free-rider", "artifact counterspell")
    assert (phase(state), state.actor) == ("counter", 0)
    assert legal(state) == ["pass", "artifact counterspell"]
    play(state, "artifact counterspell")
    assert state.announced == [], "the Alms are void after all"


# 21 Sorcerer's Apprentice


def test_m20_apprentice_exchanges_an_unplayed_artifact_for_an_open_one() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="scroll", spells="apprentice", lamp=True)
    hold(state)
    resolve(state)
    play(state, "spell apprentice")
    assert legal(state) == ["field room1", "field room2", "field room3"], "a Scroll lies open in room 4"
    play(state, "field room2", "pass")
    assert owned(state, 0) == {"lamp": 1, "carpet": 1}
    assert [pile["open"] for pile in state.observe(0)["piles"]][:2] == ["double", "scroll"]
    assert state.observe(0)["piles"][1]["size"] == 5


def test_m20_apprentice_what_you_get_may_be_played_what_you_give_is_for_sale() -> None:
    state = scene("1 room3, 9 guard")
    give(state, 0, "gem 1", "scroll", spells="apprentice", lamp=True)
    state.djinn = 0
    hold(state)
    resolve(state)
    play(state, "spell apprentice", "field room3", "pass")
    assert "artifact key" in legal(state)
    while phase(state) != "buy":
        idle(state)
    play(state, "buy")
    assert owned(state, 0) == {"lamp": 1, "key": 1, "scroll": 1}


def test_m20_apprentice_not_one_played_this_round() -> None:
    state = scene("1 crowns")
    give(state, 0, spells="apprentice", lamp=True)
    hold(state)
    resolve(state)
    assert not can_play(state, "apprentice"), "the Lamp is in use"


def test_m20_apprentice_names_the_own_artifact_if_he_has_several() -> None:
    state = scene("1 crowns")
    give(state, 0, artifacts="scroll key", spells="apprentice", lamp=True)
    resolve(state)
    play(state, "spell apprentice")
    assert legal(state) == ["artifact key", "artifact scroll"]
