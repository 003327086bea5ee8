"""The table on the page: every choice is offered, nothing hidden is shown, scenes are plain data."""

from __future__ import annotations

import json
import re
from functools import partial
from statistics import median

import pytest

from serai.games.morgenland import board, view
from serai.games.morgenland.page.art import art
from serai.games.morgenland.page.geometry import PLACES
from serai.games.morgenland.rules import Morgenland
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER
from serai.scene.patch import difference, merge
from serai.scene.say import LANGUAGES
from serai.scene.scene import Scene
from tests.morgenland import table
from tests.morgenland.looks import games, look, playing, viewers
from tests.scene.calls import calls

GAMES = [name for name, _ in games()]
STEPS = 420


def start(name: str) -> Morgenland:
    return dict(games())[name]


def choices_on_board(scene: Scene) -> set[int]:
    found: set[int] = set()
    for element in scene["elements"].values():
        found |= set(element.get("choices", []))
    for section in scene["hand"].values():
        for card in section["cards"].values():
            found |= set(card.get("choices", []))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_is_offered_and_no_other(name: str) -> None:
    state = start(name)
    for _ in playing(state, f"offers {name}", STEPS):
        for seat in viewers(state):
            scene = view.scene(look(state, seat))
            offered = [option["choice"] for option in scene["prompt"]["options"]]
            asked = state.legal() if seat == state.actor else []
            assert sorted(offered) == asked
            assert choices_on_board(scene) <= set(asked)
            groups = {option.get("group") for option in scene["prompt"]["options"]} - {None}
            assert groups == set(scene["prompt"]["groups"])


@pytest.mark.parametrize("name", ["pro 4", "rich 3"])
def test_options_have_words(name: str) -> None:
    state = start(name)
    for _ in playing(state, f"words {name}", STEPS):
        if state.actor == CHANCE:
            continue
        prompt = view.scene(look(state, state.actor))["prompt"]
        assert prompt["title"]
        for option in prompt["options"]:
            assert option["label"]
            assert option.get("chip") or option.get("icon")


@pytest.mark.parametrize("name", GAMES)
def test_scenes_are_plain_data_and_patches_lead_from_one_to_the_next(name: str) -> None:
    state = start(name)
    before: dict[int | None, Scene] = {}
    for _ in playing(state, f"patch {name}", 150):
        for seat in viewers(state):
            scene = json.loads(json.dumps(view.scene(look(state, seat)), default=dict))
            if seat in before:
                merged = merge(before[seat], difference(before[seat], scene))
                assert {**merged, "seat": seat, "sheet": merged.get("sheet")} == scene
            before[seat] = scene


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_does_not_depend_on_what_is_hidden(name: str) -> None:
    """If everything the seat cannot see is redealt, the scene stays the same, down to the ids."""
    state = start(name)
    rng = Rng(f"deal {name}")
    for number, _ in enumerate(playing(state, f"hidden {name}", STEPS)):
        if number % 7:
            continue
        for seat in viewers(state):
            other = state.determinize(seat, rng)
            mine = look(state, seat)
            theirs = look(other, seat)
            if state.actor != seat:
                assert view.scene(mine) == view.scene(theirs)
            else:
                shown, dealt = view.scene(mine), view.scene(theirs)
                assert shown["elements"].keys() == dealt["elements"].keys()


def test_others_figures_show_no_strength() -> None:
    state = table.scene("9 gems, 5 market", "7 gems", "8 tent", "2 guard")
    for element in view.scene(look(state, 1))["elements"].values():
        if element.get("owner") not in (None, 1):
            assert "text" not in element
            assert not re.search(r"\d", element.get("label", ""))


def test_symbols_and_icons_are_drawn() -> None:
    """Every symbol and icon that scenes name is in the defs, each id once, and no drawing has a style."""
    drawings = art()
    ids = re.findall(r'\bid="([^"]+)"', drawings.defs + drawings.parts["board"].svg)
    assert len(ids) == len(set(ids))
    assert "style=" not in drawings.defs + drawings.parts["board"].svg + drawings.cover
    known = set(ids)
    for reference in re.findall(
        r'href="#([^"]+)"|url\(#([^)]+)\)', drawings.defs + drawings.parts["board"].svg
    ):
        assert (reference[0] or reference[1]) in known
    for name in GAMES:
        state = start(name)
        for number, _ in enumerate(playing(state, f"symbols {name}", STEPS)):
            if number % 5 == 0:
                for seat in viewers(state):
                    assert named(view.scene(look(state, seat))) <= known


def named(scene: Scene) -> set[str]:
    found = {element["symbol"] for element in scene["elements"].values()}
    icons = set(scene["prompt"]["icons"])
    for option in scene["prompt"]["options"]:
        icons |= {option["icon"]} if "icon" in option else set()
    for group in scene["prompt"]["groups"].values():
        icons |= {group["icon"]} if "icon" in group else set()
    for panel in scene["panels"].values():
        for row in panel["rows"].values():
            icons |= {item["icon"] for item in row.values() if "icon" in item}
    for section in scene["hand"].values():
        icons |= {card["icon"] for card in section["cards"].values()}
    texts = json.dumps(scene, default=dict)
    icons |= set(re.findall(r":([a-z][a-z-]*):", texts))
    return found | {f"icon-{icon}" for icon in icons}


def test_the_drawing_has_a_zone_for_every_field_and_bank() -> None:
    zones = set(re.findall(r'data-zone="([^"]+)"', art().parts["board"].svg))
    assert set(board.FIELDS) <= zones
    assert {f"bank-{kind}" for kind in board.KINDS} <= zones


def test_figures_of_a_player_lie_apart_and_inside_their_field() -> None:
    """Also eight of them in one field, with strengths that can be read."""
    for field in board.FIELDS[:10]:
        figures = ", ".join(f"{strength} {field}" for strength in board.STRENGTHS)
        state = table.scene(figures, "", "", players=5)
        shown = view.scene(look(state, 0))["elements"]
        spots = [(shown[f"f0-{s}"]["x"], shown[f"f0-{s}"]["y"]) for s in board.STRENGTHS]
        assert len(set(spots)) == 8
        left = PLACES[field].left
        width = {"caves": 301, "city": 362, "palace": 251}[PLACES[field].level]
        assert all(left <= x <= left + width for x, _ in spots)


def test_hidden_figures_beyond_three_are_counted() -> None:
    state = table.scene("1 gems, 2 gems, 4 gems, 5 gems, 6 gems", "9 gems")
    shown = view.scene(look(state, 2))["elements"]
    assert shown["count-0-gems"]["text"] == "5"
    assert "count-1-gems" not in shown


def test_the_lamp_is_not_recommended_to_those_without_spells() -> None:
    state = table.new(4)
    found = 0
    for _ in playing(state, "lamp", 600):
        if state.actor >= 0 and not state.observe(state.actor)["spells"]:
            options = view.scene(look(state, state.actor))["prompt"]["options"]
            lamps = [option for option in options if option["label"] == "Lamp"]
            assert all((lamp["state"], lamp["detail"]) == ("quiet", "you hold no spells") for lamp in lamps)
            found += len(lamps)
    assert found


def test_the_field_being_resolved_is_in_focus() -> None:
    state = table.scene("9 gems", "8 gems")
    table.hold(state)
    table.resolve(state, "gems")
    shown = view.scene(look(state, 0))["elements"]
    assert [key for key, element in shown.items() if "focus" in element.get("state", "")] == ["field-gems"]
    assert shown["sum-0-gems"]["text"] == "9"
    assert shown["f0-9"]["y"] < shown["f1-8"]["y"]


def test_the_end_has_a_sheet() -> None:
    state = table.new(3)
    rng = Rng("end")
    state.round_limit = 2
    while state.actor != OVER:
        assert view.scene(look(state, 0))["sheet"] is None
        legal = state.legal()
        state.apply(state.sample(rng) if state.actor == CHANCE else legal[rng.below(len(legal))])
    scene = view.scene(look(state, 0))
    assert scene["sheet"] is not None
    assert scene["sheet"]["winners"] == state.winners()
    assert scene["sheet"]["total"] == [str(score) for score in state.scores()]
    assert scene["prompt"]["tone"] == "over"
    assert view.measure(state.observe(None)) == state.scores()


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_all_topics_and_their_pictures(language: str) -> None:
    text = view.rules(language)
    topics = set(re.findall(r"^## .* \{#([a-z]+)\}$", text, re.MULTILINE))
    assert {"start", "vizier", "placing", "caves", "city", "palace", "artifacts", "spells", "over"} <= topics
    drawn = set(re.findall(r'\bid="([^"]+)"', art().defs))
    for symbol in re.findall(r"\]\(symbol:([a-z0-9-]+)[) ]", text):
        assert symbol in drawn
    assert 600 <= len(text.split()) <= 1500


def test_topics_of_scenes_are_in_the_rules() -> None:
    topics = set(re.findall(r"\{#([a-z]+)\}", view.rules("en")))
    for name in ("pro 3", "rich 4", "basic 3"):
        state = start(name)
        for _ in playing(state, f"topics {name}", 200):
            assert view.scene(look(state, 0))["topic"] in topics


def test_a_scene_is_cheap_to_build() -> None:
    """By the calls that it takes; and it is the same scene each time."""
    state = start("rich 4")
    counts = []
    for _ in playing(state, "work", 100):
        for seat in range(4):
            seen = look(state, seat)
            counts.append(calls(partial(view.scene, seen)))
            assert view.scene(seen) == view.scene(seen)
    assert median(counts) < 900
    assert max(counts) < 2000
