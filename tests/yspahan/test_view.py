"""The table of Yspahan as the page shows it."""

from __future__ import annotations

import gzip
import json
import re
from functools import partial
from itertools import islice
from statistics import median

import pytest

import serai
from serai.games.yspahan import board, ids, view
from serai.games.yspahan.page import geometry
from serai.games.yspahan.rules import Yspahan
from serai.kernel.state import Event
from serai.scene.patch import difference, merge
from serai.scene.say import LANGUAGES
from serai.scene.scene import Look, Scene
from serai.scene.svg import picture
from tests.scene.calls import calls
from tests.yspahan.looks import look, positions
from tests.yspahan.table import NINE, SIX_GROUPS, day, give, new, play


def options(scene: Scene) -> list[int]:
    return sorted(option["choice"] for option in scene["prompt"]["options"])


def defined() -> set[str]:
    art = view.art()
    return set(re.findall(r'id="([^"]+)"', art.defs))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_choice_is_offered_and_nothing_else(players: int, seed: int) -> None:
    symbols = defined()
    for state in positions(players, seed):
        for viewer in (*range(players), None):
            seen = look(state, viewer)
            scene = view.scene(seen)
            assert options(scene) == seen.legal
            picked = [c for element in scene["elements"].values() for c in element.get("choices", [])]
            for section in scene["hand"].values():
                for card in section["cards"].values():
                    picked += card.get("choices", [])
                    assert f"icon-{card['icon']}" in symbols
            assert set(picked) <= set(seen.legal)
            for option in scene["prompt"]["options"]:
                assert option["label"]
                assert option.get("group") is None or option["group"] in scene["prompt"]["groups"]
                assert "icon" not in option or {option["icon"], f"icon-{option['icon']}"} & symbols
            for element in scene["elements"].values():
                assert element["symbol"] in symbols
                assert element["part"] in view.art().parts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scenes_are_plain_data_and_patches_join_them(players: int) -> None:
    old: dict[str, object] = {}
    for state in positions(players, 3):
        scene = json.loads(json.dumps(view.scene(look(state, 0, "de")), default=dict))
        told = merge(old, difference(old, scene))
        assert told == {key: value for key, value in scene.items() if value is not None}
        old = told


@pytest.mark.parametrize("players", [2, 4])
def test_a_scene_shows_nothing_that_its_viewer_may_not_know(players: int) -> None:
    rng = serai.Rng(9)
    for number, state in enumerate(positions(players, 4)):
        if number % 7:
            continue
        for viewer in (0, 1, None):
            again = state.determinize(viewer, rng)
            assert view.scene(look(state, viewer)) == view.scene(look(again, viewer))


def test_pieces_lie_where_they_are() -> None:
    state = day(roll=SIX_GROUPS)
    give(state, 0, shops="chest.B1 chest.B2")
    give(state, 1, shops="sack.C2")
    scene = view.scene(look(state, 0))
    cube = scene["elements"]["cube-chest-B1"]
    assert (cube["x"], cube["y"]) == geometry.CUBES["chest.B1"]
    assert cube["owner"] == 0
    assert scene["elements"]["done-chest-B"]["text"] == "4"
    assert "done-sack-C" not in scene["elements"]
    assert [key for key in scene["elements"] if key.startswith("die-camels")] == [
        "die-camels-0",
        "die-camels-1",
    ]
    assert scene["elements"]["floor-gold"]["choices"] == [ids.TAKE + board.GOLD]
    assert len([key for key in scene["elements"] if key.startswith("camel-")]) == 12


def test_y12_targets_carry_their_price() -> None:
    state = day(roll=NINE, gold=2)
    give(state, 2, shops="sack.C1")
    play(state, "take barrel")  # dice of 3
    elements = view.scene(look(state, 0))["elements"]
    assert elements["target-W3"]["symbol"] == "target"
    assert elements["rim-sack-C1"]["part"] == "city"
    assert elements["target-W5"]["symbol"] == "paid"
    assert elements["price-W5"]["text"] == "2"
    assert "target-W6" not in elements
    row = next(
        option
        for option in view.scene(look(state, 0))["prompt"]["options"]
        if option["choice"] == ids.MOVE + board.STREET.index("W3")
    )
    assert (row["chip"], row["label"], row["detail"]) == ("W3", "Sack C1", "Caravan +2: Shirin")


def test_the_bathhouse_makes_targets_free() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, built="bathhouse")
    play(state, "take barrel")
    scene = view.scene(look(state, 0))
    targets = [e for key, e in scene["elements"].items() if key.startswith("target-")]
    assert {element["symbol"] for element in targets} == {"target", "target-centre"}
    assert "free" in scene["prompt"]["groups"]


def test_y13_the_owner_is_asked_on_his_cube() -> None:
    state = day(roll=NINE)
    give(state, 1, shops="sack.C1", camels=1)
    play(state, "take barrel", "supervisor W3")
    scene = view.scene(look(state, 1))
    assert scene["elements"]["asked-sack-C1"]["choices"] == [ids.PAY_CAMEL, ids.LET_GO]
    assert scene["prompt"]["title"] == "Pay a camel for your cube?"
    waiting = view.scene(look(state, 0))["prompt"]
    assert (waiting["tone"], waiting["title"], waiting["detail"]) == (
        "wait",
        "Mirza is choosing",
        "may pay a camel for a cube",
    )


def test_a_card_says_when_it_can_be_played() -> None:
    state = day(roll=NINE, gold=0)
    give(state, 0, hand="gold gold-for-points")
    hand = view.scene(look(state, 0))["hand"]["hand"]["cards"]
    assert hand["gold"]["choices"] == [ids.PLAY_GOLD]
    assert hand["gold-for-points"]["note"] == "You have no gold."
    assert view.scene(look(state, 1))["hand"]["hand"]["cards"] == {}
    assert view.scene(look(state, None))["hand"] == {}


def test_the_discards_can_be_read() -> None:
    state = day(roll=NINE)
    give(state, 0, hand="gold")
    before = view.explain(look(state, 1), "pile-discards")
    assert before == {"title": "Discards", "text": "None so far."}
    state.apply(ids.PLAY_GOLD)
    piles = view.scene(look(state, 1))["hand"]["piles"]["cards"]
    assert piles["pile-discards"]["title"] == "1"
    after = view.explain(look(state, 1), "pile-discards")
    assert after == {"title": "Discards", "text": "Three gold."}
    deck = view.explain(look(state, 1), "pile-deck")
    assert deck is not None
    assert piles["pile-deck"]["title"] in deck["text"]


def test_the_sheet_comes_at_the_end_of_a_week_and_of_the_game() -> None:
    weeks = set()
    final = None
    for state in positions(4, 6):
        sheet = view.scene(look(state, None))["sheet"]
        if sheet is not None:
            weeks.add(sheet["title"])
            final = sheet
            assert sheet["total"] == [str(score) for score in state.scores()]
    assert weeks == {"End of week 1", "End of week 2", "Final points"}
    assert final is not None
    assert final["winners"] == state.winners()


def test_the_sheet_names_the_sources() -> None:
    state = new()
    state.phase, state.actor = 12, serai.OVER
    known = look(state, 0)
    points = [Event("points", 0, 8, "bazaar", False), Event("points", 2, 4, "bazaar", False)]
    full = Look(known.seen, known.say, known.names, known.bots, history=lambda: points)
    sheet = view.scene(full)["sheet"]
    assert sheet is not None
    assert sheet["rows"] == [("Bazaars", ["8", "0", "4", "0"])]


def test_the_drawing_agrees_with_the_board() -> None:
    """A shop touches the fields that its rugs lead to; none of the others lies on the street."""
    assert set(geometry.SHOP_CORNERS) == set(board.SHOPS)
    assert set(geometry.FIELDS) == set(board.STREET)
    for shop, (x, y) in geometry.SHOP_CORNERS.items():
        left, top = (x - geometry.CENTRE[0]) / geometry.UNIT, (y - geometry.CENTRE[1]) / geometry.UNIT
        beside = any(abs(edge - 0.7) < 0.02 or abs(edge + geometry.SHOP + 0.7) < 0.02 for edge in (left, top))
        assert beside <= (shop in geometry.DOORS)
        for field in geometry.DOORS.get(shop, ()):
            fx, fy = geometry.STREET[field]
            dx, dy, upright = geometry.door((left, top), (fx, fy))
            assert abs(dx - fx if upright else dy - fy) <= 0.45


def test_bazaars_stand_apart() -> None:
    side = geometry.SHOP_SIDE
    placed = list(geometry.SHOP_CORNERS.items())
    for i, (one, (x, y)) in enumerate(placed):
        for other, (x2, y2) in placed[i + 1 :]:
            gap = 1 if one[:-1] == other[:-1] else 7
            assert abs(x - x2) >= side + gap or abs(y - y2) >= side + gap, (one, other)


def test_dice_of_every_number_stay_on_their_floor() -> None:
    x, y = geometry.DICE["gold"]
    for number in range(13):
        places = geometry.dice_places("gold", number)
        assert len(places) == number
        for dx, dy, size in places:
            assert abs(dx - x) + 16 * size <= 66
            assert abs(dy - y) + 16 * size <= 32
        assert len(set(places)) == number


def test_the_drawing_is_small_and_complete() -> None:
    art = view.art()
    svg = art.defs + "".join(part.svg for part in art.parts.values())
    assert len(gzip.compress(svg.encode())) < 60_000
    names = re.findall(r'id="([^"]+)"', svg)
    assert len(names) == len(set(names))
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', svg)
    assert set(used) <= set(names)
    assert "style=" not in svg + art.cover
    assert art.style.is_file()
    own = re.findall(r'id="([^"]+)"', art.cover)
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', art.cover)) == set(own)
    assert picture(art, "city", view.scene(look(new(), None))).startswith("<svg")


def test_rules_have_their_topics_and_pictures() -> None:
    symbols = defined()
    topics = []
    for language in LANGUAGES:
        text = view.rules(language)
        topics.append(re.findall(r"^## .+ \{#([a-z]+)\}$", text, re.MULTILINE))
        assert set(re.findall(r"symbol:([A-Za-z0-9_-]+)", text)) <= symbols
        assert 600 <= len(text.split()) <= 1250
    assert all(others == topics[0] for others in topics)
    assert set(view.TOPICS.values()) <= set(topics[0])


def test_the_measure_and_its_label() -> None:
    state = new(3)
    give(state, 2, score=7)
    say = look(state, 0).say
    assert view.measure(state.observe(None)) == [0, 0, 7]
    assert view.measure_label(say) == "Points"
    assert view.standing(look(state, 0), frozenset()) == {}
    assert view.answer(look(state, 0), frozenset()) is None
    assert view.lapsed(state.observe(0), frozenset({"x"})) == frozenset()
    assert view.option_words(say) == {}
    assert "caravan" in view.about(say)


def test_a_scene_is_cheap_to_build() -> None:
    """By the calls that it takes; and it is the same scene each time."""
    counts = []
    for state in islice(positions(4, 8), 100):
        for viewer in range(4):
            seen = look(state, viewer)
            counts.append(calls(partial(view.scene, seen)))
            assert view.scene(seen) == view.scene(seen)
    assert median(counts) < 80
    assert max(counts) < 1200


def test_y20_two_players_build_with_dice() -> None:
    state: Yspahan = day(players=2, roll="roll 11 2 33 555", gold=4)
    give(state, 0, camels=4)
    play(state, "take barrel")
    told = {option["label"]: option["detail"] for option in view.scene(look(state, 0))["prompt"]["options"]}
    assert "Build: Hoist" in told
    assert told["Build: Pasture"] == "2 :camel: · +1 camel from the tower"  # what it costs and what it is for
