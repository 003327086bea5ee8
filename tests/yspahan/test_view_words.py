"""What is said about Yspahan: the log, and why something cannot be chosen."""

from __future__ import annotations

import re

import pytest

import serai
from serai.games.yspahan import board, cards, view
from serai.games.yspahan.page.elements import ZONES
from serai.games.yspahan.rules import Yspahan
from serai.scene.scene import Line
from tests.yspahan.looks import happen, look, positions
from tests.yspahan.table import NINE, day, give, new, play


def told(state: Yspahan, text: str, viewer: int | None = None) -> list[str]:
    choice = state.parse(text)
    lines = view.lines(happen(state, choice, viewer), look(state, viewer))
    return [line["text"] for line in lines]


def test_the_supervisors_move_is_logged_with_the_dice() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="sack.C1")
    assert told(state, "take barrel") == []
    assert told(state, "supervisor W3") == [
        "**Noor** takes **the two 3s** and moves the supervisor from the centre to **W3**",
        "**Mirza**: the cube from **Sack C1** goes to the caravan, row 1: **+2**",
    ]


def test_the_centre_gets_its_preposition() -> None:
    state = day(roll=NINE)
    play(state, "take barrel", "supervisor W3")
    seen = look(state, 0, "de")
    assert view.scene(seen)["elements"]["supervisor"]["label"] == "Aufseher auf W3"
    seen = look(new(), 0, "de")
    assert view.scene(seen)["elements"]["supervisor"]["label"] == "Aufseher auf dem Mittelfeld"


def test_cubes_are_logged_one_by_one() -> None:
    state = day(roll="roll 111 2 33 4 55")  # barrel 2, chest 1
    play(state, "take barrel")
    assert told(state, "place barrel.A1") == [
        "**Noor** takes **the two 3s** and puts a cube into **Barrel A1**"
    ]
    assert told(state, "place barrel.A2") == [
        "**Noor** puts another into **Barrel A2**, which is now complete"
    ]


def test_a_camel_is_paid() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="sack.C1", camels=1)
    play(state, "take barrel", "supervisor W3")
    assert told(state, "pay camel") == [
        "**Mirza** pays a camel to keep **Sack C1**; a cube from the supply joins the caravan",
        "**Mirza**: a cube joins the caravan, row 1: **+2**",
    ]


def test_buildings_and_cards_are_in_the_log() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="swap gold-for-points", camels=3, gold=4, built="pasture store")
    assert told(state, "card swap camels 1") == [
        "**Noor** plays **Swap camels and gold**: 1 camel for 1 gold"
    ]
    play(state, "take camels")
    assert told(state, "collect") == ["**Noor** takes **the three 1s** and gets 4 camels"]
    assert told(state, "build bathhouse") == [
        "**Noor** builds the **Bathhouse** for 2 camels and 2 gold: **+5**"
    ]
    assert told(state, "card gold-for-points 2") == [
        "**Noor** plays **Gold for points**: 2 gold for 2 points"
    ]


def test_y24_a_drawn_card_is_named_to_its_owner_alone() -> None:
    state = day(roll=NINE)
    play(state, "take camels")
    assert told(state, "draw", 1) == ["**Noor** takes **the three 1s** and draws a card"]
    twin = state.clone()
    assert told(state, "deal swap", 0) == ["**Noor** draws a card: **Swap camels and gold**"]
    assert not any("Swap" in text for text in told(twin, "deal swap", 1))


def test_a_week_and_the_game_end_in_the_log() -> None:
    state = new()
    rng = serai.Rng(12)
    told_lines: list[Line] = []
    while state.actor != serai.OVER:
        choice = state.sample(rng) if state.actor == serai.CHANCE else state.legal()[-1]
        told_lines += view.lines(happen(state, choice, 1), look(state, 1, "de"))
    headings = [line["text"] for line in told_lines if line.get("heading")]
    assert headings.count("Ende der Woche 1") == 1
    assert headings[0] == "Woche 1 · Tag 1"
    assert len(headings) == 21 + 3
    assert "gewinn" in told_lines[-1]["text"]


SILENT = ("take", "end", "let", "deal", "enough")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_gives_a_line(players: int) -> None:
    for seed in range(3):
        state = new(players)
        rng = serai.Rng(f"lines {seed}")
        while state.actor != serai.OVER:
            legal = [] if state.actor == serai.CHANCE else state.legal()
            choice = legal[rng.below(len(legal))] if legal else state.sample(rng)
            kind = state.text(choice).split()[0]
            for viewer in (0, None):
                twin = state.clone()
                lines = view.lines(happen(twin, choice, viewer), look(twin, viewer))
                assert lines or kind in SILENT
                for line in lines:
                    assert line["text"].count("**") % 2 == 0
                    assert "{" not in line["text"]
            state.apply(choice)


def zones() -> set[str]:
    drawn = "".join(part.svg for part in view.art().parts.values())
    return set(re.findall(r'data-zone="([^"]+)"', drawn))


def test_there_are_zones_for_all_that_is_drawn() -> None:
    found = zones()
    assert {f"shop-{key}" for key in ZONES.values()} <= found
    assert {f"field-{field}" for field in board.STREET} <= found
    assert {f"tower-{field}" for field in board.FIELDS} <= found
    assert len([zone for zone in found if zone.startswith("points-")]) == board.NUM_BAZAARS


@pytest.mark.parametrize("players", [2, 4])
def test_every_zone_and_element_is_explained(players: int) -> None:
    found = zones()
    for number, state in enumerate(positions(players, 21)):
        if number % 23:
            continue
        for viewer in (0, 1, None):
            seen = look(state, viewer)
            scene = view.scene(seen)
            skipped = ("caravan-", "price-")
            things = found | {key for key in scene["elements"] if not key.startswith(skipped)}
            things |= {f"card-{kind}" for kind in cards.CARDS} | set(board.BUILDINGS)
            for section in scene["hand"].values():
                things |= set(section["cards"])
            for thing in sorted(things):
                note = view.explain(seen, thing)
                assert note is not None, thing
                assert note["title"]
                assert note["text"], thing
    assert view.explain(look(new(), 0), "nonsense") is None


def why(state: Yspahan, thing: str, seat: int = 0) -> str:
    note = view.explain(look(state, seat), thing)
    assert note is not None
    return note["text"]


def test_y9_why_a_shop_is_not_open() -> None:
    state = day(roll="roll 111 2 33 4 55")
    give(state, 0, shops="barrel.A1")
    give(state, 1, shops="barrel.B2")
    assert "take a group of dice of this quarter first" in why(state, "shop-barrel-C1")
    play(state, "take barrel")
    assert "You may put a cube here now" in why(state, "shop-barrel-A2")
    assert "the cube is Mirza’s" in why(state, "shop-barrel-B2")
    assert "Mirza has a cube in this bazaar" in why(state, "shop-barrel-B1")
    assert "you must complete Barrel A first" in why(state, "shop-barrel-C1")
    assert "they lie on Barrel" in why(state, "shop-sack-A1")
    assert "It is Noor’s turn" in why(state, "shop-barrel-A2", 1)


def test_y12_why_a_field_is_out_of_reach() -> None:
    state = day(roll=NINE, gold=1)
    assert "dice you have just taken" in why(state, "field-W3")
    play(state, "take barrel")
    assert "You may move there for free" in why(state, "field-W3")
    assert "You may move there for 1 gold" in why(state, "field-W4")
    assert "with dice of 3 it costs 2 gold, and you have 1" in why(state, "field-W5")


def test_y4_why_a_group_cannot_be_taken() -> None:
    state = day(roll=NINE)
    assert "You may take the three 1s" in why(state, "tower-camels")
    assert "No dice lie here" in why(state, "tower-amphora")
    play(state, "take camels")
    assert "Noor took these dice" in why(state, "tower-camels")
    assert "you have taken your dice" in why(state, "tower-sack")


def test_y17_why_a_building_cannot_be_built() -> None:
    state = day(roll=NINE, gold=0)
    assert "You cannot afford it now" in why(state, "building-hoist")
    give(state, 0, camels=2, gold=2)
    assert "you build after your action" in why(state, "store")
    give(state, 0, built="store")
    assert "You have built it" in why(state, "store")
