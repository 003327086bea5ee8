"""The page's texts: the data block has every text of the scripts. (Translations: tests/scene.)"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import serai
from serai.web.symbols import symbol_defs

WEB = Path(__file__).parents[2] / "serai" / "web"
SAY = re.compile(r"""\bsay\(\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')""")
PLURAL = re.compile(r"""\bplural\(\s*"([^"]*)",\s*"([^"]*)\"""")


def said(files: list[Path]) -> set[str | tuple[str, str]]:
    found: set[str | tuple[str, str]] = set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        found |= {first or second for first, second in SAY.findall(text)}
        found |= set(PLURAL.findall(text))
    return found


SCRIPTS = sorted((WEB / "static" / "js").glob("*.js"))


def test_the_scripts_get_their_translations() -> None:
    speaking = [file for file in SCRIPTS if file.name != "words.js"]
    assert said(speaking) == said([WEB / "templates" / "words.html"])
    for file in speaking:  # nothing that is put together where it is said
        assert not re.search(r"""\b(?:say|plural)\(\s*[^"'\s]""", file.read_text(encoding="utf-8")), file.name


# On every page; on the home page; when somebody speaks; in a lesson; in a puzzle; for a moment of a replay;
# for a record; in a review.
APART = (
    "account",
    "notifications",
    "theme-init",
    "home",
    "chat",
    "lesson",
    "puzzle",
    "replay-dialogs",
    "record",
    "review",
)


def test_every_module_is_fetched_at_once() -> None:
    table = (WEB / "templates" / "table.html").read_text(encoding="utf-8")
    named = re.findall(r'"([\w-]+)"', re.search(r"for module in (.*?) %}", table)[1])  # type: ignore[index]
    assert sorted(named) == sorted(file.stem for file in SCRIPTS if file.stem not in APART)


@pytest.mark.parametrize("game", serai.game_names())
def test_no_drawing_uses_an_id_of_the_page(game: str) -> None:
    art = serai.game(game).view.art()
    drawn = re.findall(r' id="([^"]+)"', art.defs + "".join(part.svg for part in art.parts.values()))
    template = (WEB / "templates" / "table.html").read_text(encoding="utf-8")
    own = {*re.findall(r' id="([^"{]+)"', template + str(symbol_defs())), "page-words", "tip"}
    assert len(drawn) == len(set(drawn))
    assert own.isdisjoint(drawn)


def test_scripts_know_no_game() -> None:
    for file in SCRIPTS:
        assert not re.search(r"yspahan|istanbul|morgenland", file.read_text(encoding="utf-8"), re.IGNORECASE)
