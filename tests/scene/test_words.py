"""Every message is in every catalogue, and catalogues hold nothing else.

A folder with `translations` is checked whatever it belongs to: the server, the page, any game that is
installed. Sources are parsed, not searched, so that a message inside an f-string is found too; what is said
from a table of names must be marked there, and games are played to see that it is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import serai
from serai.authoring.messages import TRANSLATED, BadMessage, faults, in_python, in_template, write
from serai.checks.walk import Effort
from serai.checks.words import check_said

SERAI = Path(serai.__file__).parent


def folder_of(name: str) -> Path:
    return serai.game(name).folder or Path()


GAMES = [name for name in serai.game_names() if (folder_of(name) / "translations").is_dir()]
FOLDERS = [SERAI / "analysis", SERAI / "scene", SERAI / "server", SERAI / "web", *map(folder_of, GAMES)]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_catalogues_hold_exactly_the_messages_in_use(folder: Path, language: str) -> None:
    assert faults(folder, language) == []


def test_messages_are_found_in_all_sources() -> None:
    source = """
f"{note} · {say('beside {fields}', fields='E1')}"
say("one" if few else "other", n=1)
self.look.say.plural("{n} cube", "{n} cubes", n)
server_say("Fast"); mark("Slow"); say.among("plaque", "Room"); say(label)
"""
    assert {message.texts for message in in_python(source)} == {
        *(("beside {fields}",), ("one",), ("other",), ("Fast",), ("Slow",), ("Room",)),
        ("{n} cube", "{n} cubes"),
    }
    with pytest.raises(BadMessage, match="no catalogue knows"):
        list(in_python('say(f"{n} cubes")'))
    template = '{{ say("Here" if here else "Gone") }}{% if say.plural("{n} won", "{n} won", 2) %}{% endif %}'
    assert {message.texts for message in in_template(template)} == {
        ("Here",),
        ("Gone",),
        ("{n} won", "{n} won"),
    }


def test_a_catalogue_is_updated(tmp_path: Path) -> None:
    (tmp_path / "view.py").write_text(
        'say("one {n}", n=1); say("two"); say.plural("{n} cube", "{n} cubes", 3)'
    )
    (tmp_path / "translations").mkdir()
    (tmp_path / "translations" / "de.po").write_text(
        'msgid "one {n}"\nmsgstr "eins {m}"\n\nmsgid "gone"\nmsgstr "weg"\n'
    )
    assert faults(tmp_path, "de") == [
        "not translated: 'two'",
        "not translated: '{n} cube'",
        "nobody says: 'gone'",
        "{m}, {n} is not in both 'one {n}' and 'eins {m}'",
    ]
    assert write(tmp_path, "de") == 2
    assert sorted(faults(tmp_path, "de")) == [
        "not translated: 'two'",
        "not translated: '{n} cube'",
        "{m}, {n} is not in both 'one {n}' and 'eins {m}'",
    ]
    assert write(tmp_path, "nl") == 3


@pytest.mark.parametrize("name", GAMES)
def test_every_message_of_a_game_is_in_its_catalogue(name: str) -> None:
    """A random game, seen by a player: scenes, sentences and what is said about everything on the table."""
    check_said(serai.game(name), folder_of(name), TRANSLATED[0], Effort(1, 60))
