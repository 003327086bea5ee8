"""The words of Istanbul's table: every one of them in every language; the rules in our own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from serai.games import istanbul
from serai.games.istanbul import view
from serai.games.istanbul.page.prompt import TOPICS
from serai.scene.say import LANGUAGES, speak

FOLDER = Path(istanbul.__file__).parent
KEYWORDS = {"say": None, "mark": None, "plural": (1, 2), "among": ((1, "c"), 2)}
PLACEHOLDER = re.compile(r"{\w+}|:[a-z0-9-]+:|\*\*")


def messages() -> set[str | tuple[str, ...]]:
    found = extract_from_dir(FOLDER, [("**.py", "python")], keywords=KEYWORDS)
    return {message if isinstance(message, str) else tuple(message) for _, _, message, _, _ in found}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_word_is_translated(language: str) -> None:
    with (FOLDER / "translations" / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    wanted = messages()
    assert len(wanted) > 300
    for message in wanted:
        entry = catalog.get(message if isinstance(message, str) else message[0])
        assert entry is not None, message
        assert not entry.fuzzy, message
        originals = [message] if isinstance(message, str) else list(message)
        said = [entry.string] if isinstance(entry.string, str) else list(entry.string or ())
        assert len(said) == len(originals), message
        for original, translation in zip(originals, said, strict=True):
            assert translation.strip(), message
            assert sorted(PLACEHOLDER.findall(original)) == sorted(PLACEHOLDER.findall(translation)), message
    known = {entry.id if isinstance(entry.id, str) else tuple(entry.id) for entry in catalog if entry.id}
    assert known == wanted, "words that nothing says any more"


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
