"""The words of Istanbul's table: the rules in our own words, places in their cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from serai.games import istanbul
from serai.games.istanbul import view
from serai.games.istanbul.page.words import words_in
from serai.games.istanbul.view import TOPICS
from serai.scene.say import LANGUAGES, speak

FOLDER = Path(istanbul.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_all_topics_and_pictures(language: str) -> None:
    text = view.rules(language)
    topics = re.findall(r"^## .+ {#([a-z]+)}$", text, re.M)
    assert len(topics) == len(set(topics))
    assert {"goal", "places", *TOPICS.values()} <= set(topics)
    drawn = set(re.findall(r'id="([^"]+)"', view.art().defs))
    pictures = re.findall(r"!\[[^\]]+\]\(symbol:([a-z0-9-]+)\)", text)
    assert len(pictures) > 20
    assert set(pictures) <= drawn
    assert 500 < len(text.split()) < 1500


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_introduces_itself(language: str) -> None:
    say = speak(FOLDER, language)
    assert len(view.about(say).split()) > 5
    assert view.measure_label(say)


def test_places_are_declined_correctly() -> None:
    names = words_in(speak(FOLDER, "de"))
    assert names.at[9] == "auf dem :place-10: Großen Markt"
    assert names.to[9] == "zum :place-10: Großen Markt"
    assert names.away[9] == "vom :place-10: Großen Markt"
