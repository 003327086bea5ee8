"""The default view of a game: everything from observation and notation."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import serai
from serai.kernel.check import random_choice
from serai.kernel.state import Event, State
from serai.scene.layers import plain
from serai.scene.plain import PlainView, readable, spoken, view_with
from serai.scene.plain_art import text_picture
from serai.scene.say import speak
from serai.scene.scene import Happening, Look
from tests.spices import GAME

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]
VIEW = PlainView(GAME)


def look_at(
    state: State,
    seat: int | None,
    language: str = "en",
    history: Callable[[], list[Event]] = list,
) -> Look:
    legal = state.legal() if seat is not None and state.actor == seat else []
    names = NAMES[: state.players]
    bots = [index != seat for index in range(state.players)]
    say = speak(Path(), language)
    return Look(state.observe(seat), say, names, bots, legal, state.text, history)


def shown(state: State, seat: int | None, language: str = "en", view: PlainView = VIEW) -> dict[str, Any]:
    scene = plain(view.scene(look_at(state, seat, language)))
    assert json.loads(json.dumps(scene)).keys() == scene.keys()
    return scene


def asked(*moves: str) -> State:
    """A game of two in which the first has pepper and saffron and is asked."""
    state = GAME.new(2)
    for text in ("deal pepper", "deal saffron", "deal cumin", "deal cumin"):
        state.play(text)
    for text in ("deal cumin", "deal cinnamon", "deal cinnamon", "deal cumin", *moves):
        state.play(text)
    return state


def texts(section: dict[str, Any]) -> list[str]:
    return [card["title"] for card in section["cards"].values()]


def test_the_table_lies_in_sections() -> None:
    scene = shown(asked(), 0)
    hand = scene["hand"]
    assert [section["title"] for section in hand.values()] == ["Row", "Prices", "Table", "Your hand"]
    assert texts(hand["row"]) == ["Cumin", "Cinnamon", "Cinnamon", "Cumin"]
    assert [(card["title"], card["text"]) for card in hand["prices"]["cards"].values()] == [
        ("Cumin", "1"),
        ("Saffron", "4"),
        ("Cinnamon", "3"),
        ("Pepper", "2"),
    ]
    assert texts(hand["hand"]) == ["Saffron", "Pepper"]
    assert hand["facts"]["cards"]["draw-pile"]["title"] == "16"
    assert scene["when"] == "Round 1 of 6"
    assert "hand" not in shown(asked(), None)["hand"]


def test_all_choices_are_in_the_prompt_and_cards_make_those_that_name_them() -> None:
    state = asked()
    scene = shown(state, 0)
    options = scene["prompt"]["options"]
    assert [option["choice"] for option in options] == state.legal()
    assert [option["label"] for option in options] == [
        *("Pass", "Take cumin", "Take cinnamon", "Sell saffron", "Sell pepper"),
    ]
    row = [card["choices"] for card in scene["hand"]["row"]["cards"].values()]
    assert [state.text(choice) for (choice,) in row] == [
        *("take cumin", "take cinnamon", "take cinnamon", "take cumin"),
    ]
    own = [card["choices"] for card in scene["hand"]["hand"]["cards"].values()]
    assert [state.text(choice) for (choice,) in own] == ["sell saffron", "sell pepper"]
    assert all("choices" not in card for card in scene["hand"]["prices"]["cards"].values())
    assert all("choices" not in card for card in shown(state, 1)["hand"]["row"]["cards"].values())


def test_a_card_is_not_linked_to_a_choice_about_a_similar_card() -> None:
    """After this both have cinnamon, and cinnamon lies in the row: selling it could be meant by either."""
    state = asked("take cinnamon", "deal saffron", "pass", "sell saffron", "roll 1", "pass", "sell pepper")
    for text in ("roll 1", "pass"):
        state.play(text)
    scene = shown(state, 0)
    assert texts(scene["hand"]["hand"]) == ["Cinnamon"]
    assert "Sell cinnamon" in [option["label"] for option in scene["prompt"]["options"]]
    assert "choices" not in scene["hand"]["hand"]["cards"]["hand-0"]


def test_many_choices_are_folded_by_verb() -> None:
    names = {1: "pass", **{number: f"place {number}" for number in range(2, 9)}, 9: "move a-b", 10: "move c"}
    look = Look(
        {"seat": 0, "actor": 0}, speak(Path(), "en"), ["Ada"], [False], list(names), names.__getitem__
    )
    prompt = VIEW.scene(look)["prompt"]
    assert prompt["groups"] == {"place": {"label": "Place", "detail": "7 choices"}}
    assert [option.get("group") for option in prompt["options"]] == [None, *["place"] * 7, None, None]
    assert prompt["options"][-2]["label"] == "Move a b"


def test_panels_show_score_and_facts() -> None:
    state = asked("sell saffron", "roll 6")
    panels = shown(state, 1)["panels"]
    assert [(panel["name"], panel["score"], panel["state"]) for panel in panels.values()] == [
        ("Ada", "10", ""),
        ("Bo", "0", "active"),
    ]
    assert panels["0"]["rows"]["facts"]["sold"]["text"] == "Sold Saffron"
    assert panels["1"]["tags"] == ["To play"]
    assert panels["0"]["tags"] == ["Bot"]


def line_of(state: State, text: str, seat: int | None) -> list[dict[str, Any]]:
    """What the log says to a seat when this is played."""
    before, actor = state.observe(seat), state.actor
    choice = state.parse(text)
    told = state.seen_text(choice, seat)
    events: list[Event] = []
    state.events = events
    state.apply(choice)
    state.events = None
    seen = [event.seen_by(seat) for event in events]
    happening = Happening(1, actor, told, seen, before, state.observe(seat))
    return [dict(line) for line in VIEW.lines(happening, look_at(state, seat))]


def test_the_log_shows_the_notation_and_its_effects() -> None:
    state = GAME.new(2)
    assert line_of(state, "deal pepper", 0) == [{"text": "Deal pepper"}]
    assert line_of(state, "deal saffron", 1) == []  # it is another player's
    state = asked("sell saffron")
    assert line_of(state, "roll 6", None) == [{"text": "Roll 6 · **+10**", "seat": 0}]
    assert line_of(state, "pass", None) == [
        {"text": "Pass", "seat": 1},
        {"text": "Round 2", "heading": True},
    ]


def test_the_end_has_a_sheet_of_points_by_source() -> None:
    state = asked()
    events: list[Event] = []
    state.events = events
    for _ in range(6):
        for text in ("sell saffron", "roll 3", "sell cumin", "roll 2", "pass"):
            if state.actor != serai.OVER and state.is_legal(state.parse(text)):
                state.play(text)
        while state.actor >= 0:
            state.play("pass")
    assert state.actor == serai.OVER
    state.events = None
    scene = VIEW.scene(look_at(state, 0, history=lambda: events))
    sheet = scene["sheet"]
    assert sheet["rows"] == [("Saffron", ["7", "0"]), ("Cumin", ["0", "4"])]
    assert (sheet["total"], sheet["winners"]) == (["7", "4"], [0])
    assert (scene["prompt"]["title"], scene["prompt"]["detail"]) == ("Ada wins", "With 7 points.")
    assert scene["panels"]["0"]["state"] == "winner"
    assert VIEW.measure(state.observe(None)) == [7, 4]


def test_winners_named_in_the_observation_count() -> None:
    seen = {"seat": None, "actor": serai.OVER, "scores": [3, 3, 1], "winners": [1]}
    look = Look(seen, speak(Path(), "en"), NAMES[:3], [False] * 3)
    scene = VIEW.scene(look)
    assert scene["prompt"]["title"] == "Bo wins"
    assert scene["sheet"]["winners"] == [1]
    shared = VIEW.scene(Look({**seen, "winners": None}, speak(Path(), "en"), NAMES[:3], [False] * 3))
    assert shared["prompt"]["title"] == "Ada, Bo share the win"


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Your choice"), ("de", "Deine Wahl"), ("nl", "Jouw keuze")]
)
def test_it_speaks_the_viewer_s_language(language: str, title: str) -> None:
    assert shown(asked(), 0, language)["prompt"]["title"] == title


@pytest.mark.parametrize("name", serai.game_names())
def test_any_game_can_be_shown_plainly(name: str) -> None:
    """Whatever an observation holds: games with views of their own too."""
    game = serai.game(name)
    view = PlainView(game)
    state, rng = game.new(), serai.Rng(f"plain {name}")
    for number in range(300):
        if state.actor == serai.OVER:
            break
        if number % 15 == 0:
            seat = state.actor if state.actor >= 0 else None
            scene = shown(state, seat, view=view)
            assert len(scene["panels"]) == state.players
            if seat is not None:
                assert sorted(option["choice"] for option in scene["prompt"]["options"]) == state.legal()
            last = [key for section in scene["hand"].values() for key in section["cards"]][-1]
            assert view.explain(look_at(state, seat), last) is not None
        state.apply(random_choice(state, rng))


def test_a_game_replaces_parts_of_the_view_one_by_one() -> None:
    own = ModuleType("view")
    own.about = lambda say: "Pepper and salt."  # type: ignore[attr-defined]
    view = view_with(GAME, own)
    assert view.about(speak(Path(), "en")) == "Pepper and salt."
    assert view.measure_label(speak(Path(), "en")) == "Points"
    assert view.scene(look_at(asked(), 0)) == VIEW.scene(look_at(asked(), 0))


@pytest.mark.parametrize("name", serai.game_names())
def test_a_complete_view_module_is_used_as_it_is(name: str) -> None:
    game = serai.game(name)
    assert isinstance(game.view, ModuleType | PlainView)
    if isinstance(game.view, ModuleType):
        assert game.view.__name__ == f"{game.package}.view"


def test_rules_come_from_the_module_of_the_rules() -> None:
    rules = VIEW.rules("en")
    assert "## Spices {#rules}" in rules
    assert "- **S3** A card that is taken is replaced from the deck." in rules


def test_the_style_sheet_exists_and_the_drawings_are_sound() -> None:
    art = VIEW.art()
    assert art.style.read_text(encoding="utf-8")
    assert ">S<" in art.cover
    assert 'id="plain-die-6"' in art.defs
    picture = text_picture("a <b>\n  c", "dark")
    assert "a\u00a0&lt;b&gt;" in picture


def test_notation_reads_like_words() -> None:
    assert readable("sell -3 A-1 gold_coin") == "Sell -3 A-1 gold coin"


def board_of(value: object, name: str = "board") -> dict[str, Any]:
    seen = {"seat": None, "actor": 0, name: value}
    look = Look(seen, speak(Path(), "en"), NAMES[:2], [False] * 2)
    return dict(VIEW.scene(look)["hand"][name]["cards"])


def test_a_board_is_shown_as_rows() -> None:
    """Whether it is a list of rows, or one list of all places; nothing is counted there."""
    drawn = {"icon": "", "title": "", "text": "x · ·\n· o ·\n· · x", "state": "grid few"}
    assert board_of([["x", ".", "."], [None, "o", ""], [".", ".", "x"]]) == {"board": drawn}
    assert board_of(["x", ".", ".", ".", "o", ".", ".", ".", "x"]) == {"board": drawn}
    assert board_of([[0] * 19] * 19)["board"]["state"] == "grid"
    row = board_of([4, 4, 4, 4, 4, 4, 0, 1])
    assert [card["title"] for card in row.values()] == ["4", "4", "4", "4", "4", "4", "0", "1"]
    assert len(board_of([["a"], ["b", "c"]], "melds")) == 2
    look = Look({"seat": None, "actor": 0, "board": ["x"] * 9}, speak(Path(), "en"), NAMES[:2], [False] * 2)
    assert VIEW.explain(look, "board") == {"title": "Board", "text": ""}


def test_very_many_choices_are_folded_by_all_but_their_number() -> None:
    """As the points of a board are, which have no other words."""
    texts = [f"{column}{row}" for row in range(1, 10) for column in "abcdefghi"][1:]
    seen = {"seat": 0, "actor": 0}
    look = Look(seen, speak(Path(), "en"), ["Ada"], [False], list(range(80)), texts.__getitem__)
    prompt = VIEW.scene(look)["prompt"]
    assert list(prompt["groups"]) == list("abcdefghi")
    assert prompt["groups"]["a"] == {"label": "A", "detail": "8 choices"}
    assert sorted(option["choice"] for option in prompt["options"]) == look.legal
    many = [f"place {text}" for text in texts]
    look = Look(seen, speak(Path(), "en"), ["Ada"], [False], list(range(80)), many.__getitem__)
    assert [group["label"] for group in VIEW.scene(look)["prompt"]["groups"].values()][:2] == [
        *("Place a", "Place b"),
    ]


def test_an_unrolled_die_is_blank() -> None:
    seen = {"seat": None, "actor": 0, "die": 0}
    look = Look(seen, speak(Path(), "en"), NAMES[:2], [False] * 2)
    card = VIEW.scene(look)["hand"]["facts"]["cards"]["die"]
    assert (card["title"], card["text"]) == ("–", "Die")


def test_notation_is_shown_in_the_games_words(tmp_path: Path) -> None:
    (tmp_path / "translations").mkdir()
    words = {"Roll": "Wurf", "Sell salt": "Salz verkaufen"}
    entries = "".join(f'msgid "{word}"\nmsgstr "{told}"\n\n' for word, told in words.items())
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "translations" / "de.po").write_text(header + entries, "utf-8")
    look = Look({"seat": 0, "actor": 0}, speak(tmp_path, "de"), NAMES[:1], [False])
    assert spoken(look, "roll 6") == "Wurf 6"
    assert spoken(look, "sell salt") == "Salz verkaufen"
    assert spoken(look, "roll ?") == "Wurf ?"
    assert spoken(look, "sell silk") == "Sell silk"
    assert spoken(look, "b-4") == "B-4"
    happening = Happening(1, 0, "sell salt", [], {"round": 1}, {"round": 1})
    assert VIEW.lines(happening, look) == [{"text": "Salz verkaufen", "seat": 0}]


@pytest.mark.parametrize(
    ("players", "told"), [((1, 1), "one player"), ((7, 7), "7 players"), ((2, 4), "2 to 4 players")]
)
def test_it_says_how_many_can_play(players: tuple[int, int], told: str) -> None:
    view = PlainView(replace(GAME, players=players))
    assert view.about(speak(Path(), "en")) == f"A game for {told}."
