"""Before the first figure: M1, M2, M3, M22, and the treasure cards."""

from __future__ import annotations

import pytest

import serai
from serai.games.morgenland import board, cards, treasure
from serai.kernel import piles
from tests.morgenland.table import (
    CHANCE,
    OVER,
    finish_round,
    first_round,
    give,
    legal,
    new,
    owned,
    phase,
    play,
    put,
    resolve,
    scene,
    wealth,
)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_m1_pro_piles_of_five_on_as_many_rooms_as_players_and_a_lamp_each(players: int) -> None:
    state = new(players)
    assert list(state.sizes) == [5] * players + [0] * (5 - players)
    assert [owned(state, seat) for seat in range(players)] == [{"lamp": 1}] * players
    assert piles.size(state.pool, cards.BITS) == 5 * players
    assert all(cards.held(state.pool, kind) == players for kind in range(1, 6))
    assert cards.held(state.pool, cards.LAMP) == 0
    assert state.draw_pile == cards.ALL_SPELLS


def test_m1_chance_says_who_starts_and_he_takes_treasures_first() -> None:
    state = new(4)
    assert state.actor == CHANCE
    assert legal(state) == ["start 1", "start 2", "start 3", "start 4"]
    play(state, "start 3")
    takers = []
    while phase(state) == "gain":
        takers.append(state.actor)
        state.play("gem 3")
    assert takers == [2, 3, 0, 1]


def test_m1_three_treasures_of_free_choice_each_in_one_order() -> None:
    state = new(3)
    play(state, "start 1", "pearl 1")
    assert legal(state) == ["gem 1", "gem 2", "cup 1", "cup 2", "bar 2"], "kinds ascend; all can be taken"
    play(state, "gem 1", "bar 1")
    assert wealth(state, 0) == {"pearl": 1, "gem": 1, "bar": 1}
    assert state.actor == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_m2_basic_has_all_thirty_artifacts_in_piles_of_six_and_no_magic(players: int) -> None:
    state = first_round(players, "basic")
    assert list(state.sizes) == [6] * 5
    assert piles.size(state.pool, cards.BITS) == 30
    assert all(owned(state, seat) == {} for seat in range(players))
    assert state.draw_pile == 0
    assert wealth(state, 0) == {"crown": 3}
    assert state.open_piles == 0, "nothing lies open"


def test_m2_basic_tent_and_djinn_are_closed_and_nobody_is_asked_for_plays() -> None:
    state = first_round(3, "basic")
    fields = {text.split()[1] for text in legal(state, "place")}
    assert fields.isdisjoint({"tent", "djinn"})
    assert {"market", "caravanserai", "guard", "room5"} <= fields
    assert all(text.startswith("place") for text in legal(state))


def test_m3_the_card_fills_the_caves_from_the_bank() -> None:
    state = first_round(4, card=1)
    caves = state.observe(None)["caves"]
    assert caves == {"crowns": [4, 3], "pearls": [4, 2], "gems": [3], "cups": [], "bars": [5, 3, 2]}
    assert state.observe(None)["bank"]["bar"] == 29 - 10


def test_m3_a_short_bank_fills_from_the_top_group() -> None:
    state = new(4)
    play(state, "start 1", "crown 3", "crown 3", "crown 3", "crown 3")
    give(state, 0, "bar 22, pearl 25, gem 29")
    play(state, "card 1")
    caves = state.observe(None)["caves"]
    assert caves["bars"] == [5, 2]
    assert caves["pearls"] == [4]
    assert caves["gems"] == []
    assert state.observe(None)["bank"]["bar"] == 0


def test_m3_the_cards_are_reshuffled_when_they_are_used_up() -> None:
    state = first_round(3, "basic")
    drawn = [1]
    for _ in range(15):
        for player in state.player:
            player.hand = 0
        put(state, 0, "1 guard")
        resolve(state)
        finish_round(state)
        assert phase(state) == "card"
        drawn.append(int(legal(state, "card")[-1]))
        state.play(f"card {drawn[-1]}")
    assert sorted(drawn[:15]) == list(range(1, 16))
    assert drawn[15] == 15


def test_m3_every_pile_without_an_open_artifact_turns_one_up() -> None:
    state = scene("1 room2", players=3)
    give(state, 0, "gem 1", "key")
    state.player[0].key = 1
    resolve(state)
    while phase(state) != "buy":
        state.play(legal(state)[0])
    play(state, "buy")
    while phase(state) != "card":
        state.play(legal(state)[0])
    play(state, "card 3")
    assert phase(state) == "turn-up"
    assert state.open_piles == 0b101, "the others still lie open"
    play(state, "deal scroll")
    piles = state.observe(None)["piles"]
    assert [pile["open"] for pile in piles] == ["double", "scroll", "key", None, None]
    assert piles[1]["size"] == 4


def test_m3_the_guard_is_one_of_ten_and_unknown_until_he_is_revealed() -> None:
    state = scene("9 guard, 1 room1")
    give(state, 0, "gem 1")
    resolve(state)
    assert legal(state) == [f"guard {strength}" for strength in range(1, 11)]
    assert state.observe(0)["guard"] is None
    play(state, "guard 10")
    assert state.observe(0)["guard"] == 10


def test_m3_artifacts_turn_up_as_likely_as_they_are_left() -> None:
    state = new(3)
    play(state, "start 1", "crown 3", "crown 3", "crown 3", "card 1")
    state.pool = cards.ONE[cards.KEY] * 3 + cards.ONE[cards.SCROLL]
    rng = serai.Rng(8)
    drawn = [state.text(state.sample(rng)) for _ in range(2000)]
    assert set(drawn) == {"deal key", "deal scroll"}
    assert drawn.count("deal key") == pytest.approx(1500, rel=0.06)


def test_m22_a_simulation_may_limit_the_rounds() -> None:
    state = new(3, "basic")
    assert state.round_limit == 0
    state.round_limit = 2
    rng = serai.Rng(1)
    while state.actor != OVER:
        state.apply(state.sample(rng) if state.actor == CHANCE else state.legal()[0])
    assert state.round == 2
    assert state.winners()


# The treasure cards


def changed(old: str, new: str) -> str:
    text = treasure.standard_text()
    assert old in text
    return text.replace(old, new, 1)


def test_the_standard_cards_are_fifteen_for_each_number_of_players_and_call_themselves_a_reconstruction() -> (
    None
):
    assert "RECONSTRUCTION" in treasure.standard_text()
    found = treasure.parse(treasure.standard_text())
    assert {players: len(set(found[players])) for players in found} == {3: 15, 4: 15, 5: 15}
    for players, deck in found.items():
        for card in deck:
            assert max(map(len, card)) <= players - 1
            assert () in card
    assert any(card[0] == (4, 3) and card[4] == (5, 3, 2) for card in found[4])


def test_other_cards_are_read_and_played_with_and_a_record_carries_them() -> None:
    options = {"treasure-cards": changed("4 3 | 4 2 | 3 | - | 5 3 2", "7 | - | 1 1 1 1 | - | -")}
    record = serai.Record("morgenland", 4, options)
    state = record.replay()
    for text in ("start 1", "gem 3", "gem 3", "gem 3", "gem 3", "card 1"):
        record.play(state, state.parse(text))
    assert state.observe(None)["caves"]["gems"] == [1, 1, 1, 1]
    again = serai.Record.from_text(record.to_text())
    assert again.replay().key() == state.key()
    assert again.options["treasure-cards"] != ""
    copy = serai.game("morgenland").empty()
    copy.load(state.dump())
    assert copy.key() == state.key()


def test_a_canonical_text_is_stable_and_empty_for_standard_cards() -> None:
    text = treasure.read(changed("4 2 | 3 | - | 2 | 5 3", "4  2|3|-|2|5 4  # mine"))
    assert "\n" not in text
    assert treasure.read(text) == text
    assert treasure.read(treasure.standard_text()) == ""


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("players 3\n", "", "a line like 'players 3' comes first"),
        ("players 3", "players 6", "cards for 3, 4 and 5 players"),
        ("players 4", "players 3", "stand there twice"),
        ("4 2 | 3 | - | 2 | 5 3\n", "", "3 players need 15 cards, not 14"),
        ("4 2 | 3 | - | 2 | 5 3", "4 2 | 3 | - | 2", "a card has 5 caves with | between them, not 4"),
        ("4 2 | 3 | - | 2 | 5 3", "4 2 | 3 | x | 2 | 5 3", "line 12: 'x': a cave has groups"),
        ("4 2 | 3 | - | 2 | 5 3", "4 2 | 3 |  | 2 | 5 3", "a cave has groups"),
        ("4 2 | 3 | - | 2 | 5 3", "4 0 | 3 | - | 2 | 5 3", "a treasure or more"),
        ("4 2 | 3 | - | 2 | 5 3", "20 10 | 3 | - | 2 | 5 3", "a cave 29 at most"),
        ("4 2 | 3 | - | 2 | 5 3", "1 1 1 1 1 1 | 3 | - | 2 | 5 3", "at most 5 groups"),
    ],
)
def test_faults_in_a_file_of_cards_are_named(old: str, new: str, reason: str) -> None:
    with pytest.raises(serai.BadOption, match="treasure-cards") as error:
        serai.game("morgenland").new(3, {"treasure-cards": changed(old, new)})
    assert reason in str(error.value)


def test_comments_may_contain_semicolons_and_line_numbers_are_right() -> None:
    assert treasure.read("# mine; all mine\n" + treasure.standard_text()) == ""
    with pytest.raises(serai.BadOption, match=r"^line 13: '4 x'"):
        treasure.read("# mine; all mine\n" + changed("4 2 | 3 | - | 2 | 5 3", "4 x | 3 | - | 2 | 5 3"))


def test_all_units_are_29_of_each_kind() -> None:
    state = new(3)
    assert [board.units(state.bank, kind) for kind in range(5)] == [29] * 5
