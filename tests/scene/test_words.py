"""Every message that is said stands in every catalogue, and catalogues hold nothing else.

A folder with `translations` is checked whatever it belongs to: the server, the page, any game that is
installed. Sources are parsed, not searched, so that a message inside an f-string is found too; what is said
from a table of names must be marked there, and games are played to see that it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
import pytest
from babel.messages.pofile import read_po
from jinja2 import nodes

import serai
from serai.kernel.state import Event
from serai.scene.say import LANGUAGES, SOURCE, Say, speak
from serai.scene.scene import Happening, Look
from serai.server.tables.games import view_of

SERAI = Path(serai.__file__).parent


def folder_of(name: str) -> Path:
    return serai.game(name).folder or Path()


GAMES = [name for name in serai.game_names() if (folder_of(name) / "translations").is_dir()]
FOLDERS = [SERAI / "scene", SERAI / "server", SERAI / "web", *map(folder_of, GAMES)]
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
# What must be the same in a translation: values, icons, bold text.
MARKS = re.compile(r"\{\w+\}|:[a-z0-9-]+:|\*\*")


class Message(NamedTuple):
    context: str | None
    texts: tuple[str, ...]  # one, or the singular and the plural


# The ways to say something, and how many arguments of each are texts.
TEXTS = {"say": 1, "mark": 1, "plural": 2, "among": 2}
SAYING = re.compile(rf"(?:{'|'.join(TEXTS)})\(")


def says(name: str) -> str:
    """Which of the ways a function is, if any: `server_say` is `say`."""
    last = name.split("_")[-1]
    return last if last in TEXTS else ""


def messages_of(kind: str, arguments: list[list[str]]) -> Iterator[Message]:
    """Each argument is all the texts that it can be; none where it is not written here."""
    if kind == "plural":
        if len(arguments) > 1:
            yield from (Message(None, pair) for pair in zip(arguments[0], arguments[1], strict=True))
    elif kind == "among":
        yield from (Message(arguments[0][0], (text,)) for text in arguments[1])
    elif arguments:
        yield from (Message(None, (text,)) for text in arguments[0])


def in_python(source: str) -> Iterator[Message]:
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if kind := says(name):
            yield from messages_of(kind, [list(written(argument)) for argument in call.args[: TEXTS[kind]]])


def written(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.IfExp):
        yield from written(argument.body)
        yield from written(argument.orelse)
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    else:
        assert not isinstance(argument, ast.JoinedStr | ast.BinOp), (
            f"no catalogue knows {ast.unparse(argument)}"
        )


def in_template(source: str) -> Iterator[Message]:
    for call in jinja2.Environment().parse(source).find_all(nodes.Call):
        name = call.node.attr if isinstance(call.node, nodes.Getattr) else getattr(call.node, "name", "")
        if kind := says(name):
            arguments = call.args[: TEXTS[kind]]
            yield from messages_of(kind, [list(written_in_template(argument)) for argument in arguments])


def written_in_template(argument: nodes.Expr) -> Iterator[str]:
    if isinstance(argument, nodes.CondExpr):
        yield from written_in_template(argument.expr1)
        if argument.expr2 is not None:
            yield from written_in_template(argument.expr2)
    elif isinstance(argument, nodes.Const) and isinstance(argument.value, str):
        yield argument.value
    else:
        assert not isinstance(argument, nodes.Concat | nodes.BinExpr), (
            "no catalogue knows what is put together"
        )


@cache
def messages(folder: Path) -> frozenset[Message]:
    found: set[Message] = set()
    for file in folder.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        if SAYING.search(source):
            found.update(in_python(source))
    for file in folder.rglob("*.html"):
        found.update(in_template(file.read_text(encoding="utf-8")))
    if folder.name == "server":  # it says what the games call their levels
        levels = (level for name in GAMES for level in serai.game(name).levels)
        found.update(Message(None, (level.title.capitalize(),)) for level in levels)
    return frozenset(found)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_catalogues_hold_what_is_said_and_nothing_else(folder: Path, language: str) -> None:
    with (folder / "translations" / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    known: dict[Message, tuple[str, ...]] = {}
    for entry in catalog:
        if entry.id:
            texts = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
            said = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
            known[Message(entry.context, texts)] = said
            assert not entry.fuzzy, texts
    assert not messages(folder) - set(known), "no catalogue knows these"
    assert not set(known) - messages(folder), "nobody says these any more"
    assert not catalog.obsolete
    for message, translated in known.items():
        assert len(translated) == len(message.texts), message
        for text, translation in zip(message.texts, translated, strict=True):
            assert translation.strip(), message
            lost = set(MARKS.findall(text)) ^ set(MARKS.findall(translation))
            assert lost <= ({"{n}"} if len(message.texts) > 1 else set()), message


def test_messages_are_found_wherever_they_are_said() -> None:
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
    with pytest.raises(AssertionError, match="no catalogue knows"):
        list(in_python('say(f"{n} cubes")'))
    template = '{{ say("Here" if here else "Gone") }}{% if say.plural("{n} won", "{n} won", 2) %}{% endif %}'
    assert {message.texts for message in in_template(template)} == {
        ("Here",),
        ("Gone",),
        ("{n} won", "{n} won"),
    }


class Unknown(NullTranslations):
    """Stands behind a catalogue and refuses what that does not know."""

    def gettext(self, message: str) -> str:
        raise LookupError(message)

    def pgettext(self, context: str, message: str) -> str:
        raise LookupError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise LookupError(msgid1)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_nothing_that_its_catalogue_does_not_know(name: str) -> None:
    """A random game, seen by a player: scenes, sentences and what is said about everything on the table."""
    language = TRANSLATED[0]
    words = speak(folder_of(name), language).words
    strict = Say(language, type(words).__new__(type(words)))
    strict.words.__dict__.update(words.__dict__)
    strict.words._fallback = Unknown()  # type: ignore[attr-defined]
    view, game = view_of(name), serai.game(name)
    view.about(strict), view.measure_label(strict), view.option_words(strict), view.part_words(strict)
    state: Any = game.new(players=game.players[1])
    rng = serai.Rng(f"words {name}")
    for number in range(80):
        look = Look(
            state.observe(0),
            strict,
            [f"Player {seat}" for seat in range(state.players)],
            [seat > 0 for seat in range(state.players)],
            state.legal() if state.actor == 0 else [],
            state.text,
        )
        if number % 10 == 0 or look.legal:
            scene = view.scene(look)
            for thing in list(scene["elements"])[number % 7 :: 7]:
                view.explain(look, thing)
        if state.actor == serai.OVER:
            break
        legal = [] if state.actor == serai.CHANCE else state.legal()
        choice = legal[rng.below(len(legal))] if legal else state.sample(rng)
        before, actor, text = state.observe(0), state.actor, state.seen_text(choice, 0)
        events: list[Event] = []
        state.events = events
        state.apply(choice)
        state.events = None
        seen = [event.seen_by(0) for event in events]
        view.lines(Happening(number, actor, text, seen, before, state.observe(0)), look)
