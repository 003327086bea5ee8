"""Text in the viewer's language.

Sources are in English: `say("Move the supervisor {n} fields", n=5)`. Each folder with messages has a file
`translations/LANGUAGE.po` for each of `LANGUAGES`; a missing translation falls back to English, and a test
makes sure that none is missing.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
SOURCE: Final = "en"


class Say:
    """Translates the messages of one folder into one language."""

    def __init__(self, language: str, words: NullTranslations) -> None:
        self.language = language
        self.words = words
        self.known: dict[str, str] = {}

    def __call__(self, text: str, **values: object) -> str:
        said = self.known.get(text)
        if said is None:
            said = self.known[text] = self.words.gettext(text)
        return said.format(**values) if values else said

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The singular or plural text for a number, which both may contain as {n}."""
        return self.words.ngettext(one, many, n).format(n=n, **values)

    def among(self, context: str, text: str) -> str:
        """A word with several meanings, disambiguated by a context."""
        return self.words.pgettext(context, text)


def mark(text: str) -> str:
    """Marks a text for translation where it is defined; it is translated when it is shown."""
    return text


@cache
def speak(folder: Path, language: str) -> Say:
    """The translator for a folder, in one of `LANGUAGES`; missing translations fall back to English."""
    catalogue = folder / "translations" / f"{language}.po"
    if language == SOURCE or not catalogue.exists():
        return Say(language, NullTranslations())
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with catalogue.open("rb") as file:
        catalog = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Say(language, GNUTranslations(compiled))
