"""The scenes of Istanbul, made in random games of every kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import pytest

from serai.games import istanbul
from serai.games.istanbul import board, cards, ids, view
from serai.games.istanbul.page.elements import elements
from serai.games.istanbul.page.words import CARD, words_in
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Event, State
from serai.scene.patch import difference, merge
from serai.scene.say import LANGUAGES, speak
from serai.scene.scene import Happening, Look, Scene
from serai.web.symbols import symbol_defs
from tests.scene.calls import calls

FOLDER = Path(istanbul.__file__).parent
NAMES = ["Selim", "Defne", "Orhan", "Mira", "Kemal"]
KINDS = [
    (players, {"layout": layout, "variant": variant})
    for players in range(2, 6)
    for layout in board.LAYOUTS
    for variant in istanbul.VARIANTS
    if variant == "none" or players < 5
]


def preview(state: State, choice: int) -> list[Event]:
    twin = state.clone()
    twin.events = []
    twin.apply(choice)
    return twin.events


def look_of(state: State, seat: int | None, language: str = "en") -> Look:
    return Look(
        state.observe(seat),
        speak(FOLDER, language),
        NAMES[: state.players],
        [number > 0 for number in range(state.players)],
        state.legal() if seat is not None and seat == state.actor else [],
        state.text,
        preview=partial(preview, state),
    )


def positions(
    players: int, options: dict[str, str], seed: int, number: int
) -> Iterator[tuple[State, Happening | None, int | None]]:
    """Positions of a random game, with what led to each as a changing viewer saw it."""
    state = istanbul.GAME.new(players, options)
    rng, random = Rng(seed), Random(seed)
    yield state, None, 0
    for i in range(number):
        if state.actor == OVER:
            return
        viewer = random.choice([None, *range(players)])
        before = state.observe(viewer)
        actor = state.actor
        choice = state.sample(rng) if actor == CHANCE else random.choice(state.legal())
        text = state.seen_text(choice, viewer)
        state.events = []
        state.apply(choice)
        events = [event.seen_by(viewer) for event in state.events]
        state.events = None
        yield state, Happening(i + 1, actor, text, events, before, state.observe(viewer)), viewer


def viewers(state: State) -> list[int | None]:
    return [None, *range(state.players)]


def choices_of(scene: Scene) -> set[int]:
    found = {choice for element in scene["elements"].values() for choice in element.get("choices", [])}
    for section in scene["hand"].values():
        for card in section["cards"].values():
            found.update(card.get("choices", []))
    return found


@pytest.mark.parametrize(("players", "options"), KINDS)
def test_every_legal_choice_is_offered_and_no_other(players: int, options: dict[str, str]) -> None:
    for state, _, _ in positions(players, options, 10 * players, 400):
        for viewer in viewers(state):
            look = look_of(state, viewer)
            scene = view.scene(look)
            offered = [option["choice"] for option in scene["prompt"]["options"]]
            assert sorted(offered) == look.legal
            assert choices_of(scene) <= set(look.legal)
            for option in scene["prompt"]["options"]:
                assert option["label"]
                assert option.get("icon") or option.get("chip")
                assert "group" not in option or option["group"] in scene["prompt"]["groups"]


@pytest.mark.parametrize("players", range(2, 6))
def test_patches_lead_from_scene_to_scene(players: int) -> None:
    old: dict[str, object] = {}
    for state, _, _ in positions(players, {}, players, 300):
        new = json.loads(json.dumps(view.scene(look_of(state, 0)), default=dict))
        assert {key: value for key, value in new.items() if value is not None} == {
            key: value for key, value in merge(old, difference(old, new)).items() if value is not None
        }
        old = new


def test_scenes_are_not_changed_after_they_are_made() -> None:
    """What did not change is shared between scenes, so nothing may write into it."""
    made: list[tuple[Scene, str]] = []
    for state, _, _ in positions(3, {}, 5, 300):
        scene = view.scene(look_of(state, 1))
        made.append((scene, json.dumps(scene, default=dict)))
    for scene, text in made:
        assert json.dumps(scene, default=dict) == text


def test_every_symbol_is_drawn_and_every_icon_is_there() -> None:
    art = view.art()
    drawn = set(re.findall(r'id="([^"]+)"', art.defs + str(symbol_defs())))
    for players, options in KINDS[::5]:
        for state, happening, viewer in positions(players, options, 3, 300):
            look = look_of(state, viewer)
            scene = view.scene(look)
            for element in scene["elements"].values():
                assert element["symbol"] in drawn
                part = art.parts[element["part"]]
                assert 0 <= element["x"] <= part.width
                assert 0 <= element["y"] <= part.height
            words = json.dumps(scene["prompt"]) + json.dumps(scene["panels"], default=dict)
            if happening is not None:
                words += json.dumps(view.lines(happening, look))
            icons = {
                item["icon"]
                for panel in scene["panels"].values()
                for row in panel["rows"].values()
                for item in row.values()
                if "icon" in item
            }
            icons |= {option["icon"] for option in scene["prompt"]["options"] if "icon" in option}
            icons |= {
                card["icon"] for section in scene["hand"].values() for card in section["cards"].values()
            }
            icons |= set(re.findall(r":([a-z][a-z0-9-]*):", words))
            for icon in icons:
                assert f"icon-{icon}" in drawn, icon


def test_style_classes_of_games_and_page_are_disjoint() -> None:
    """A tile is no card of the page, and a card is not hidden as a far thing of the board."""
    of_page = {"card", "chip", "choice", "choosable", "far", "hot", "item", "near", "panel", "part", "row"}
    for state, _, viewer in positions(4, {}, 6, 400):
        scene = view.scene(look_of(state, viewer))
        for element in scene["elements"].values():
            used = {element["symbol"], *element.get("state", "").split(" ")} - {"near", "far"}
            assert not used & of_page
        for section in scene["hand"].values():
            for card in section["cards"].values():
                assert not set(card.get("state", "").split(" ")) & of_page


def test_pieces_stay_on_the_board_in_crowds() -> None:
    """All merchants, figures and family members at one place."""
    state = istanbul.GAME.new(5, {})
    seen = dict(state.observe(None))
    seen["round"] = 1
    seen["seats"] = [{**seat, "family": "fountain"} for seat in seen["seats"]]
    seen["governor"] = seen["smuggler"] = "fountain"
    look = Look(seen, speak(FOLDER, "en"), NAMES, [False] * 5)
    people = {
        key: element
        for key, element in elements(look, {}).items()
        if key.startswith(("merchant-", "family-", "governor", "smuggler"))
    }
    assert len(people) == 12
    places = {(element["x"], element["y"]) for element in people.values()}
    assert len(places) == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_a_sentence(language: str) -> None:
    """Every verb of the notation but the end of a turn and the choice of a pile says something."""
    silent = {"end", "lay", "draw"}
    told: set[str] = set()
    headings = 0
    for players, options in KINDS[::7]:
        for state, happening, viewer in positions(players, options, 7 * players, 2000):
            if happening is None:
                continue
            verb = happening.text.split(" ")[0]
            lines = view.lines(happening, look_of(state, viewer, language))
            told.add(verb)
            plain = [line for line in lines if not line.get("heading")]
            headings += len(lines) - len(plain)
            assert plain or verb in silent
            for line in lines:
                assert "{" not in line["text"]
                assert "None" not in line["text"]
    assert headings > 50
    assert told >= {
        "move",
        "act",
        "send",
        "sell",
        "card",
        "yellow",
        "smuggler",
        "tile",
        "roll",
        "deal",
        "give",
    }


def test_secrets_are_not_revealed() -> None:
    """I23: another's card has no name in the log, the panels or anywhere in a scene."""
    names = {words_in(speak(FOLDER, "en")).cards[number] for number in CARD.values()}
    for state, happening, viewer in positions(4, {}, 11, 1500):
        if happening is None or not happening.text.endswith("?"):
            continue
        for line in view.lines(happening, look_of(state, viewer)):
            if not line.get("heading") and "discards" not in line["text"]:
                assert not any(name in line["text"] for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_explained(language: str) -> None:
    for players, options in KINDS[1::4]:
        for state, _, viewer in positions(players, options, players, 40):
            look = look_of(state, viewer, language)
            scene = view.scene(look)
            things = [key for key, element in scene["elements"].items() if element.get("label")]
            things += [f"place-{number}" for number in range(1, 17)]
            things += [f"lane-{good}" for good in board.GOODS]
            things += [f"merchant-{seat}" for seat in range(players)]
            things += [f"family-{seat}" for seat in range(players)]
            things += ["governor", "smuggler"]
            things += [key for section in scene["hand"].values() for key in section["cards"]]
            for thing in things:
                note = view.explain(look, thing)
                assert note is not None, thing
                assert note["title"]
                assert note["text"]
                assert "{" not in note["text"]
    assert view.explain(look, "nothing-of-this-game") is None


def test_a_place_too_far_away_says_so() -> None:
    state = istanbul.GAME.new(2, {})
    rng = Rng(1)
    while state.actor == CHANCE:
        state.apply(state.sample(rng))
    look = look_of(state, state.actor)
    note = view.explain(look, "place-13")
    assert note is not None
    assert "4 steps away" in note["text"]
    assert "must walk on" in (view.explain(look, "place-7") or note)["text"]


def test_standing_answers() -> None:
    used = set()
    for state, _, _ in positions(3, {}, 2, 3000):
        if state.actor < 0:
            continue
        look = look_of(state, state.actor)
        assert view.answer(look, frozenset()) is None
        for key in view.standing(look, frozenset()):
            choice = view.answer(look, frozenset([key]))
            if choice is not None:
                assert choice in look.legal
                used.add((key, choice))
    assert {choice for _, choice in used} == {ids.PICK_UP, ids.LEAVE, ids.PASS, ids.END}


def test_the_sheet_adds_up() -> None:
    for players in range(2, 6):
        state = istanbul.GAME.new(players, {})
        rng, random = Rng(players), Random(players)
        while state.actor != OVER:
            state.apply(state.sample(rng) if state.actor == CHANCE else random.choice(state.legal()))
        scene = view.scene(look_of(state, 0))
        sheet = scene["sheet"]
        assert sheet is not None
        assert sheet["winners"] == state.winners()
        assert sheet["total"] == [str(rubies) for rubies in state.scores()]
        for seat in range(players):
            assert sum(int(row[seat]) for _, row in sheet["rows"]) == state.scores()[seat]
        assert len(sheet["ties"]) == 3
        assert scene["prompt"]["tone"] == "over"
        assert view.measure(state.observe(None)) == state.scores()


def test_option_words_are_complete() -> None:
    for language in LANGUAGES:
        named = view.option_words(speak(FOLDER, language))
        for name, option in istanbul.GAME.options.items():
            assert set(named[name][1]) == set(option.values)


def test_cards_and_rules_have_pictures() -> None:
    defs = view.art().defs
    for kind in cards.CARDS:
        assert f'id="icon-card-{kind}"' in defs


def test_a_scene_is_cheap_to_build() -> None:
    """By the calls that it takes; and it is the same scene each time."""
    looks = [
        look_of(state.clone(), viewer) for state, _, _ in positions(4, {}, 1, 100) for viewer in range(4)
    ]
    counts = [calls(partial(view.scene, look)) for look in looks]
    assert median(counts) < 400
    assert max(counts) < 1500
    assert [view.scene(look) for look in looks] == [view.scene(look) for look in looks]
