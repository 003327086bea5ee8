"""Choices as text."""

from __future__ import annotations

import pytest

import serai
from serai.games.morgenland import ids, notation


def test_every_choice_has_one_text_that_reads_back() -> None:
    assert len(notation.TEXTS) == ids.NUM_ACTIONS == len(set(notation.TEXTS))
    for choice, text in enumerate(notation.TEXTS):
        assert notation.parse(text) == choice
        assert notation.text(choice) == text == text.lower()


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("pass", ids.PASS),
        ("take", ids.TAKE),
        ("place 1 crowns", ids.PLACE),
        ("place 9 room5", ids.PLACE + 119),
        ("artifact scroll", ids.ARTIFACT + 5),
        ("spell apprentice", ids.SPELL + 20),
        ("field guard", ids.FIELD + 9),
        ("seat 5", ids.SEAT + 4),
        ("figure 9", ids.FIGURE + 7),
        ("carpet", ids.CARPET),
        ("hidden", ids.HIDDEN),
        ("double 1", ids.COPY),
        ("crown 1", ids.AMOUNT),
        ("bar 12", ids.AMOUNT + 59),
        ("start 1", ids.START),
        ("card 15", ids.CARD + 14),
        ("deal lamp", ids.DEAL),
        ("draw abracadabra", ids.DRAW),
        ("guard 10", ids.GUARD + 9),
        ("disc 9", ids.DISC + 7),
    ],
)
def test_ids_keep_their_meaning(text: str, choice: int) -> None:
    assert notation.text(choice) == text


def test_the_choices_of_seats_come_first() -> None:
    assert ids.NUM_SEAT_ACTIONS == ids.START < 256


def test_capitals_and_spaces_do_not_matter_and_a_near_miss_gets_a_hint() -> None:
    assert notation.parse("  Place 7   MARKET ") == notation.parse("place 7 market")
    with pytest.raises(serai.BadNotation, match="did you mean 'place 7 market'"):
        notation.parse("place 7 markt")
    for choice in (-1, ids.NUM_ACTIONS):
        with pytest.raises(serai.BadNotation):
            notation.text(choice)
