"""Words of the table: log, explanations, standing answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from serai.games.morgenland import board, ids, view
from serai.games.morgenland.page.log import TELL
from serai.games.morgenland.page.reading import observation, order_in
from serai.games.morgenland.page.standing import CAVES, NOTHING
from serai.games.morgenland.rules import Morgenland
from serai.kernel.rng import Rng
from serai.scene.say import LANGUAGES, SOURCE
from serai.scene.scene import Happening, Line
from tests.morgenland import table
from tests.morgenland.looks import FOLDER, games, happenings, look, playing, viewers


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_scenes_and_logs_are_translated_into_every_language(language: str) -> None:
    for name, state in games():
        for (happening,) in happenings(state, f"say {name}", 160, [1]):
            view.lines(happening, look(state, 1, language))
            scene = view.scene(look(state, 1, language))
            assert "{" not in scene["prompt"]["title"] + scene["prompt"]["detail"]


# The log


def all_lines(name: str, seat: int | None, most: int = 420) -> Iterator[tuple[Happening, list[Line]]]:
    state = dict(games())[name]
    for (happening,) in happenings(state, f"log {name}", most, [seat]):
        yield happening, view.lines(happening, look(state, seat))


def test_every_kind_of_event_is_reported() -> None:
    """The log knows every event of the rules."""
    source = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    kinds = set(re.findall(r'\.tell\(\s*"([a-z-]+)"', source))
    assert kinds == set(TELL)


@pytest.mark.parametrize("name", [name for name, _ in games()])
def test_events_are_described_in_sentences(name: str) -> None:
    silent = {"figure", "aim", "effect", "search", "reveal"}
    for happening, lines in all_lines(name, 0):
        kinds = {event.kind for event in happening.events}
        if kinds - silent:
            assert lines, happening
        for line in lines:
            assert line["text"]
            assert "{" not in line["text"]


def test_rounds_and_their_parts_have_headings() -> None:
    headings = [line["text"] for _, lines in all_lines("pro 3", 0) for line in lines if line.get("heading")]
    assert headings[:3] == ["Round 1 · the vizier", "Placing", "The caves"]
    assert "The palace" in headings


def test_the_log_of_a_cave_gives_strengths() -> None:
    state = table.scene("5 crowns", "4 crowns", card=1)
    state.groups[0] = 3
    table.hold(state)
    table.resolve(state, "crowns")
    texts = [line["text"] for line in last_lines(state, 0, "pass")]
    assert "Crowns: **Harun** 5 beats **Mira** 4 and takes 3 :crown:" in texts


def last_lines(state: Morgenland, seat: int | None, text: str) -> list[Line]:
    before, actor = state.observe(seat), state.actor
    seen = state.seen_text(state.parse(text), seat)
    events = [event.seen_by(seat) for event in table.play(state, text)]
    return view.lines(Happening(1, actor, seen, events, before, state.observe(seat)), look(state, seat))


def test_the_log_of_others_names_no_hidden_figure() -> None:
    state = table.turn(players=3)
    line = last_lines(state, 1, "place 7 market")[0]
    assert line == {"text": "**Harun** places a figure at the Market.", "seat": 0}
    state = table.turn(players=3)
    line = last_lines(state, 0, "place 7 market")[0]
    assert line == {"text": "**Harun** places the 7 at the Market.", "seat": 0}


@pytest.mark.parametrize("name", ["pro 4", "rich 3", "basic 5"])
def test_the_log_does_not_depend_on_hidden_information(name: str) -> None:
    """The same choice in a redealt position gets the same words, unless it reveals something new."""
    state = dict(games())[name]
    rng = Rng(f"log {name}")
    for choice in playing(state, f"deal {name}", 300):
        for seat in viewers(state):
            if seat == state.actor or state.is_secret(choice, seat):
                continue
            other = state.determinize(seat, rng)
            if not other.is_legal(choice):
                continue
            told = [told_of(position, choice, seat) for position in (state, other)]
            if told[0][1] == told[1][1]:
                assert told[0][0] == told[1][0]


def told_of(position: Morgenland, choice: int, seat: int | None) -> tuple[list[Line], list[object]]:
    """What the log says of a choice, and all that a seat comes to know by it."""
    before, actor, text = position.observe(seat), position.actor, position.seen_text(choice, seat)
    twin = position.clone()
    twin.events = []
    twin.apply(choice)
    events = [event.seen_by(seat) for event in twin.events]
    after = twin.observe(seat)
    lines = view.lines(Happening(1, actor, text, events, before, after), look(twin, seat))
    return lines, [after, [(event.kind, event.seat, event.amount, event.about) for event in events]]


# Explanations


@pytest.mark.parametrize("name", ["pro 3", "rich 5", "basic 4"])
def test_everything_can_be_explained(name: str) -> None:
    state = dict(games())[name]
    zones = re.findall(r'data-zone="([^"]+)"', view.art().parts["board"].svg)
    for number, _ in enumerate(playing(state, f"explain {name}", 330)):
        if number % 11:
            continue
        for seat in (0, None):
            seen = look(state, seat)
            scene = view.scene(seen)
            things = [*zones, *scene["elements"]]
            things += [key for section in scene["hand"].values() for key in section["cards"]]
            for thing in things:
                note = view.explain(seen, thing)
                assert note is not None, thing
                assert note["title"]
                assert note["text"]


def test_missing_things_are_not_explained() -> None:
    state = table.first_round()
    for thing in ("", "nonsense", "art-sword", "figure-3", "f9-7", "waiting-7"):
        assert view.explain(look(state, 0), thing) is None


def test_why_a_field_cannot_be_chosen() -> None:
    state = table.turn("1 room1, 2 room1, 4 room1, 5 room1, 6 room1", players=4, card=1)
    state.groups[3] = 0

    def why(field: str, seat: int = 0) -> str:
        note = view.explain(look(state, seat), field)
        assert note is not None
        return note["text"]

    assert "The dragon is at home" in why("cups")
    assert "at most five figures in one room" in why("room1")
    assert "No artifact lies here" in why("room5")
    assert "not your turn" in why("market", 1)
    assert "not your turn" not in why("market")


# Standing answers


def test_a_standing_answer_passes_and_nothing_else() -> None:
    for name, state in games():
        for _ in playing(state, f"standing {name}", 300):
            for seat in range(state.players):
                seen = look(state, seat)
                everything = frozenset((CAVES, NOTHING, f"round-{state.round}"))
                choice = view.answer(seen, everything)
                if state.actor != seat or seen.seen["phase"] != "moment":
                    assert choice is None
                else:
                    assert choice == ids.PASS


def test_not_at_the_caves() -> None:
    state = table.scene("9 gems, 5 market", "8 gems")
    table.give(state, 0, artifacts="lamp")
    table.resolve(state)
    chosen = frozenset((CAVES,))
    assert view.answer(look(state, 0), chosen) is None  # after the last placement
    state.play("pass")
    assert state.observe(0)["current"] == "gems"
    assert view.answer(look(state, 0), chosen) == ids.PASS
    state.play("pass")
    assert state.observe(0)["moment"] == "before-city"
    assert view.answer(look(state, 0), chosen) is None


def test_until_something_can_be_played() -> None:
    state = table.scene("9 gems", "8 gems")
    table.give(state, 0, artifacts="double")
    table.resolve(state)
    chosen = frozenset((NOTHING,))
    assert state.legal() == [ids.PASS]
    assert view.answer(look(state, 0), chosen) == ids.PASS
    state.play("pass")
    assert len(state.legal()) > 1
    assert view.answer(look(state, 0), chosen) is None


def test_for_this_round() -> None:
    state = table.scene("9 gems", "8 gems")
    table.give(state, 0, artifacts="lamp")
    table.resolve(state)
    offered = view.standing(look(state, 0), frozenset())
    assert set(offered) == {CAVES, NOTHING, "round-1"}
    chosen = frozenset(("round-1", CAVES))
    assert view.standing(look(state, 0), chosen)["round-1"]["on"]
    assert view.answer(look(state, 0), chosen) == ids.PASS
    assert view.lapsed(state.observe(0), chosen) == frozenset()
    table.finish_round(state)
    assert view.lapsed(state.observe(0), chosen) == frozenset(("round-1",))
    assert view.answer(look(state, 0), chosen - {CAVES}) is None


def test_no_standing_answers_for_spectators_and_in_the_first_game() -> None:
    assert view.standing(look(table.first_round(), None), frozenset()) == {}
    assert view.standing(look(table.first_round(game="basic"), 0), frozenset()) == {}


def test_standing_answers_are_private() -> None:
    """Scenes do not contain them, so players cannot see each other's."""
    assert "standing" not in view.scene(look(table.first_round(), 0))


# Smuggled players


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize(
    "figures", [(), ("", "carpet"), ("9", "", "1"), ("1", "carpet", "2", "9"), ("", "", "9")]
)
def test_m5_m20_the_page_ranks_a_field_as_the_rules_do(figures: tuple[str, ...], start: int) -> None:
    state = table.visit("tent", *figures, start=start)
    order: list[int] = []
    left = 0
    while (seat := state.strongest(board.TENT, left)) >= 0:
        order.append(seat)
        left |= 1 << seat
    assert order_in(observation(state.observe(None)), "tent") == order


def smuggler_reads(*figures: str, start: int) -> tuple[str, list[str]]:
    """What the prompt tells the smuggler (seat 2) at the Tent, and about each answer: take, decline."""
    state = table.visit("tent", *figures, start=start)
    assert (table.phase(state), state.actor) == ("smuggle", 2)
    prompt = view.scene(look(state, 2))["prompt"]
    return prompt["detail"], [option.get("detail", "") for option in prompt["options"]]


def test_m20_the_smuggler_reads_what_taking_and_declining_mean() -> None:
    both = "two spell cards: one to keep, one for the second"
    assert smuggler_reads(start=0) == (both, [both, ""])
    assert smuggler_reads("", "", "", "carpet", start=0) == (both, [both, "the next player is the strongest"])
    assert smuggler_reads("carpet", start=0) == ("the second card", ["the second card", ""])


def test_m7_m20_the_keeper_reads_that_the_other_card_goes_to_the_smuggler() -> None:
    for answer, reads in (("take", "The other one goes to Dunya."), ("pass", "The other one is discarded.")):
        state = table.visit("tent", "carpet")
        table.play(state, answer, "draw alms", "draw barter")
        assert view.scene(look(state, 0))["prompt"]["detail"] == reads
