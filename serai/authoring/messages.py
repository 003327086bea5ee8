"""The messages of a package, and checks of its catalogues.

Sources are parsed, so that a message inside an f-string is found too; messages in a table of names must be
marked there (`serai.scene.say.mark`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from serai.kernel.errors import SeraiError
from serai.scene.lesson import FOLDER as LESSONS
from serai.scene.lesson import lesson_messages
from serai.scene.say import LANGUAGES, SOURCE

TRANSLATED: Final = tuple(language for language in LANGUAGES if language != SOURCE)
FOLDER: Final = "translations"
HEADER: Final = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""

if TYPE_CHECKING:
    from jinja2 import nodes

# What a translation must preserve: values, icons, bold text.
MARKS: Final = re.compile(r"\{\w+\}|:[a-z0-9-]+:|\*\*")


class BadMessage(SeraiError):
    """A text that is assembled at run time, which no catalogue can contain."""


class Message(NamedTuple):
    """A translatable message."""

    context: str | None
    texts: tuple[str, ...]  # one, or the singular and the plural


# The functions that translate, and how many of their arguments are texts.
TEXTS: Final = {"say": 1, "mark": 1, "plural": 2, "among": 2}
SAYING: Final = re.compile(rf"(?:{'|'.join(TEXTS)})\(")


def says(name: str) -> str:
    """Which of these functions a name refers to, if any: `server_say` is `say`."""
    last = name.split("_")[-1]
    return last if last in TEXTS else ""


def messages_of(kind: str, arguments: list[list[str]]) -> Iterator[Message]:
    """The messages of a call. Each argument is a list of its possible texts; empty if it is not a literal."""
    if kind == "plural":
        if len(arguments) > 1:
            yield from (Message(None, pair) for pair in zip(arguments[0], arguments[1], strict=True))
    elif kind == "among":
        yield from (Message(arguments[0][0], (text,)) for text in arguments[1])
    elif arguments:
        yield from (Message(None, (text,)) for text in arguments[0])


def in_python(source: str) -> Iterator[Message]:
    """The messages of a module."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if kind := says(name):
            yield from messages_of(kind, [list(_written(argument)) for argument in call.args[: TEXTS[kind]]])


def _written(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.IfExp):
        yield from _written(argument.body)
        yield from _written(argument.orelse)
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.JoinedStr | ast.BinOp):
        raise BadMessage(f"line {argument.lineno}: no catalogue knows {ast.unparse(argument)}")


def in_template(source: str) -> Iterator[Message]:
    """The messages of a template."""
    import jinja2
    from jinja2 import nodes

    for call in jinja2.Environment().parse(source).find_all(nodes.Call):
        name = call.node.attr if isinstance(call.node, nodes.Getattr) else getattr(call.node, "name", "")
        if kind := says(name):
            arguments = call.args[: TEXTS[kind]]
            yield from messages_of(kind, [list(_written_in_template(argument)) for argument in arguments])


def _written_in_template(argument: nodes.Expr) -> Iterator[str]:
    from jinja2 import nodes

    if isinstance(argument, nodes.CondExpr):
        yield from _written_in_template(argument.expr1)
        if argument.expr2 is not None:
            yield from _written_in_template(argument.expr2)
    elif isinstance(argument, nodes.Const) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, nodes.Concat | nodes.BinExpr):
        raise BadMessage(f"line {argument.lineno}: no catalogue knows what is put together")


@cache
def messages(folder: Path) -> frozenset[Message]:
    """All messages of a package. Raises `BadMessage`."""
    found: set[Message] = set()
    for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.html"))):
        source = file.read_text(encoding="utf-8")
        try:
            if file.suffix == ".html":
                found.update(in_template(source))
            elif SAYING.search(source):
                found.update(in_python(source))
        except (BadMessage, SyntaxError) as error:
            raise BadMessage(f"{file.relative_to(folder)}: {error}") from error
    for path in sorted((folder / LESSONS).glob("*.toml")):
        found.update(Message(None, (text,)) for text in lesson_messages(path))
    return frozenset(found)


def catalogue(folder: Path, language: str) -> Catalog:
    """The catalogue of a package in a language; empty if there is none."""
    path = folder / FOLDER / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def known(catalog: Catalog) -> dict[Message, tuple[str, ...]]:
    """The messages of a catalogue with their translations."""
    found: dict[Message, tuple[str, ...]] = {}
    for entry in catalog:
        if entry.id:
            texts = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
            translated = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
            found[Message(entry.context, texts)] = translated
    return found


def faults(folder: Path, language: str) -> list[str]:
    """What is wrong with a catalogue: missing messages, unused ones, translations that lost a value."""
    catalog = catalogue(folder, language)
    have, used = known(catalog), messages(folder)
    found = [f"not translated: {message.texts[0]!r}" for message in sorted(used - set(have), key=str)]
    found += [f"nobody says: {message.texts[0]!r}" for message in sorted(set(have) - used, key=str)]
    found += [f"to be looked at again: {entry.id!r}" for entry in catalog if entry.id and entry.fuzzy]
    found += [f"obsolete: {message!r}" for message in catalog.obsolete]
    for message, translated in have.items():
        if message in used:
            found += _faults_of(message, translated)
    return found


def _faults_of(message: Message, translated: tuple[str, ...]) -> Iterator[str]:
    if len(translated) != len(message.texts) or not all(text.strip() for text in translated):
        yield f"not translated: {message.texts[0]!r}"
        return
    for text, translation in zip(message.texts, translated, strict=True):
        lost = set(MARKS.findall(text)) ^ set(MARKS.findall(translation))
        if not lost <= ({"{n}"} if len(message.texts) > 1 else set()):
            yield f"{', '.join(sorted(lost))} is not in both {text!r} and {translation!r}"


def write(folder: Path, language: str) -> int:
    """Update a catalogue: remove unused messages, append new ones. Returns how many are still to be
    translated."""
    have, used = known(catalogue(folder, language)), messages(folder)
    fresh = Catalog(locale=language, charset="utf-8", fuzzy=False)
    todo = 0
    for message in [*(one for one in have if one in used), *sorted(used - set(have), key=str)]:
        plural = len(message.texts) > 1
        translated = have.get(message, ("",) * len(message.texts))
        todo += not all(translated)
        fresh.add(
            message.texts if plural else message.texts[0],
            translated if plural else translated[0],
            context=message.context,
        )
    content = BytesIO()
    write_po(content, fresh, width=0, omit_header=True)
    (folder / FOLDER).mkdir(exist_ok=True)
    header = HEADER.format(language=language, plurals=fresh.plural_forms)
    (folder / FOLDER / f"{language}.po").write_bytes(header.encode() + content.getvalue())
    return todo
