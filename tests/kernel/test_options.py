"""Options of a game, chosen before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

import serai
from serai.kernel.registry import LOCAL


def upper(text: str) -> str:
    if not text.strip():
        raise serai.BadOption("an empty map")
    return text.upper()


seen: list[Mapping[str, str]] = []


def make(players: int, options: Mapping[str, str]) -> serai.State:
    seen.append(options)
    return serai.game("yspahan").new(players)


GAME = replace(
    serai.game("yspahan"),
    name="optioned",
    make=make,
    options={
        "layout": serai.Option("how the places lie", "short", ("short", "long"), players=(3, 4)),
        "map": serai.Option("a file", read=upper),
    },
)


def test_defaults_are_filled_in_and_given_to_the_game() -> None:
    assert GAME.settings(2) == {"layout": "short", "map": ""}
    GAME.new(3, {"layout": "long"})
    assert seen[-1] == {"layout": "long", "map": ""}


def test_a_file_is_read_to_its_canonical_text() -> None:
    assert GAME.settings(2, {"map": "abc"})["map"] == "ABC"


def test_the_default_is_open_to_every_number_of_players() -> None:
    assert GAME.settings(2, {"layout": "short"})["layout"] == "short"


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (2, {"layout": "long"}, "option layout=long is for 3, 4 players, not 2"),
        (3, {"layout": "wide"}, "option layout is one of short, long, not 'wide'"),
        (3, {"layout": 1}, "option layout is a text, not 1"),
        (3, {"map": " "}, "option map: an empty map"),
        (3, {"zoo": "x", "art": "y"}, "Yspahan has no option 'art'; its options: layout, map"),
        (5, {}, "Yspahan is for 2 to 4 players, not 5"),
        (1, {}, "Yspahan is for 2 to 4 players, not 1"),
    ],
)
def test_unknown_options_are_refused(players: int, options: Mapping[str, object], reason: str) -> None:
    with pytest.raises(serai.BadOption) as caught:
        GAME.settings(players, options)
    assert str(caught.value) == reason
    assert caught.value.option == (min(options) if options else None)


def test_the_default_number_of_players_is_the_most() -> None:
    assert serai.game("yspahan").new().players == 4


def test_a_record_carries_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOCAL, "optioned", GAME)
    record = serai.Record("optioned", 3, {"layout": "long", "map": 'two\n"lines"'})
    text = record.to_text()
    assert '[Option.layout "long"]' in text.splitlines()
    for back in (serai.Record.from_text(text), serai.Record.from_json(record.to_json())):
        assert back.options == record.options == {"layout": "long", "map": 'TWO\n"LINES"'}
        assert back.tags == {}
    with pytest.raises(serai.BadRecord, match=r"line 4: .*option layout is one of short, long, not 'wide'"):
        serai.Record.from_text(text.replace('"long"', '"wide"'))
