"""Records: written, read, replayed, refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import serai
from serai import BadRecord, Record
from serai.kernel.check import random_choice

TEXT = """\
[Game "yspahan"]
[Version "1"]
[Players "3"]
[White "Ada \\"A.\\" L\\\\"]

# the first day
start 2
yellow 0        # saves his gold

roll 11 33 55 666
take camels
"""


def finished(players: int = 2, seed: int = 1) -> Record:
    record = Record("yspahan", players, tags={"Event": "test"})
    state = record.replay()
    rng = serai.Rng(seed)
    while state.actor != serai.OVER:
        record.play(state, random_choice(state, rng))
    return record


def test_text_has_a_header_comments_and_one_choice_per_line() -> None:
    record = Record.from_text(TEXT)
    assert (record.game.name, record.players, record.options) == ("yspahan", 3, {})
    assert record.tags == {"White": 'Ada "A." L\\'}
    state = record.replay()
    assert state.actor == 1
    assert record.to_text().splitlines()[-4:] == ["start 2", "yellow 0", "roll 11 33 55 666", "take camels"]


def test_a_finished_record_carries_its_scores() -> None:
    record = finished()
    scores = " ".join(map(str, record.replay().scores()))
    assert f'[Scores "{scores}"]' in record.to_text()
    assert json.loads(record.to_json())["scores"] == record.replay().scores()


def test_both_forms_are_told_apart() -> None:
    record = finished()
    assert Record.read(record.to_text()).choices == record.choices
    assert Record.read(record.to_json()).choices == record.choices
    assert Record.read(record.to_text().replace("\n", "\r\n")).choices == record.choices


def test_replay_to_any_point_and_undo() -> None:
    record = finished()
    keys = [state.key() for state, _ in record.states()]
    assert len(keys) == len(record.choices) + 1
    for number in (0, 1, 7, len(record.choices)):
        assert record.replay(number).key() == keys[number]
    assert record.undo().key() == keys[-2]
    assert len(record.choices) == len(keys) - 2
    for number in (-1, len(keys)):
        with pytest.raises(IndexError):
            record.replay(number)
    with pytest.raises(IndexError):
        Record("yspahan", 2).undo()


def test_an_illegal_choice_is_not_recorded() -> None:
    record = Record("yspahan", 2)
    state = record.replay()
    with pytest.raises(serai.IllegalMove):
        record.play(state, 0)
    assert record.choices == []


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (('[Game "yspahan"]', '[Game "chess"]'), 1, "no game 'chess'"),
        (('[Game "yspahan"]', ""), None, "lacks [Game"),
        (('[Version "1"]', '[Version "99"]'), 2, "version 1 of the rules"),
        (('[Version "1"]', '[Version "0"]'), 2, "version 1 of the rules"),
        (('[Version "1"]', '[Version ""]'), 2, "version 1 of the rules"),
        (('[Players "3"]', '[Players "9"]'), 3, "2 to 4 players"),
        (('[Players "3"]', '[Players "many"]'), 3, "is a number"),
        (('[Players "3"]', '[Players "3"]\n[Players "3"]'), 4, "twice"),
        (('[Players "3"]', "[Players 3]"), 3, "a header line reads"),
        (('[Players "3"]', '[Players "3"]\n[Option.layout "long"]'), 4, "has no option 'layout'"),
        (('[Players "3"]', '[Players "9"]\n[Option.players "x"]'), 3, "2 to 4 players"),
        (("start 2", "start 9"), 7, "no choice of Yspahan"),
        (("start 2", "end"), 7, "chance is to move"),
        (("yellow 0", "yellow 3"), 8, "not possible now"),
        (("roll 11 33 55 666", "roll 11 33 55 66"), 10, "not possible"),
        (("take camels", "take amphora"), 11, "not possible now"),
        (("take camels", '[Late "1"]'), 11, "header line among the choices"),
        (('[White "', '[Scores "1 2 3"]\n[White "'), 4, "the game is not over"),
        (('[White "', '[Scores ""]\n[White "'), 4, "the game is not over"),
    ],
)
def test_a_broken_record_is_refused_with_line_and_reason(
    change: tuple[str, str], line: int | None, reason: str
) -> None:
    broken = TEXT.replace(*change)
    assert broken != TEXT
    with pytest.raises(BadRecord) as caught:
        Record.from_text(broken)
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"line {line}" if line else "the header")


def test_wrong_scores_and_play_after_the_end_are_refused() -> None:
    text = finished().to_text()
    scores = next(line for line in text.splitlines() if line.startswith("[Scores"))
    for wrong in ("999 0", ""):
        with pytest.raises(BadRecord, match="scores are not those of the game"):
            Record.from_text(text.replace(scores, f'[Scores "{wrong}"]'))
        data = json.loads(finished().to_json()) | {"scores": [int(one) for one in wrong.split()]}
        with pytest.raises(BadRecord, match="scores are not those of the game"):
            Record.from_json(json.dumps(data))
    with pytest.raises(BadRecord, match="the game is over"):
        Record.from_text(text + "end\n")


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("format", "other", "lacks"),
        ("game", 7, '"game" is a text'),
        ("game", "chess", "no game"),
        ("version", 2, "version 1"),
        ("version", 0, "version 1"),
        ("version", "1", '"version" is a number'),
        ("players", True, '"players" is a number'),
        ("players", 9, "2 to 4"),
        ("options", [], '"options"'),
        ("options", {"a": "b"}, "no option"),
        ("tags", {"a": 1}, "tag a is a text, not 1"),
        ("tags", [], '"tags" is an object'),
        ("tags", {"bad name": "x"}, "no name for a tag"),
        ("choices", "start", '"choices" is a list'),
        ("choices", ["start 1"], "choice 1 is no number"),
        ("choices", [True], "choice 1 is no number"),
        ("choices", [228, 999999], "choice 2 does not replay"),
        ("choices", [228, -5], "choice 2 does not replay"),
        ("choices", [228, 10**30], "choice 2 does not replay"),
        ("scores", [1, 2], "not over"),
        ("scores", [], "not over"),
        ("scores", "1 2", '"scores"'),
    ],
)
def test_broken_json_is_refused(key: str, value: object, reason: str) -> None:
    data = json.loads(Record("yspahan", 2, choices=[228]).to_json())
    assert Record.from_json(json.dumps(data)).choices == [228]
    data[key] = value
    with pytest.raises(BadRecord) as caught:
        Record.from_json(json.dumps(data))
    assert reason in str(caught.value)


@pytest.mark.parametrize("text", ["{", "[]", "null", "{" * 100_000, '{"format": "serai-record"}'])
def test_invalid_records_are_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.from_json(text)


@pytest.mark.parametrize("tag", ["Game", "Scores", "Option.x", "two words", ""])
def test_a_tag_cannot_take_a_reserved_name(tag: str) -> None:
    with pytest.raises(BadRecord):
        Record("yspahan", 2, tags={tag: "x"})


@given(value=st.text())
@settings(max_examples=200)
def test_any_text_can_be_a_tag(value: str) -> None:
    record = Record("yspahan", 2, tags={"Note": value})
    for back in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        assert back.tags == {"Note": value}


@given(text=st.text(max_size=300), cut=st.integers(0, len(TEXT)), end=st.integers(0, len(TEXT)))
@settings(max_examples=500)
def test_any_damage_is_refused_or_harmless(text: str, cut: int, end: int) -> None:
    for damaged in (text, TEXT[:cut] + text + TEXT[end:]):
        try:
            record = Record.read(damaged)
        except BadRecord:
            continue
        assert Record.read(record.to_text()).choices == record.choices
