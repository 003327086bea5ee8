"""The server's words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from serai.scene.say import LANGUAGES, SOURCE

SERVER = Path(__file__).parent.parent.parent / "serai" / "server"
KEYWORDS = {"say": None, "plural": (1, 2), "mark": None, "among": ((1, "c"), 2)}
PLACES = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != SOURCE])
def test_all_words_are_translated(language: str) -> None:
    with (SERVER / "translations" / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    found = {
        message for _, _, message, _, _ in extract_from_dir(SERVER, [("**.py", "python")], keywords=KEYWORDS)
    }
    assert found
    for message in found:
        entry = catalog.get(message)
        assert entry is not None, message
        assert entry.string, message
        assert not entry.fuzzy, message
        assert sorted(PLACES.findall(str(entry.string))) == sorted(PLACES.findall(str(message)))
    assert {message.id for message in catalog if message.id} == found  # and nothing that nobody says
