"""The server's own words, in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from serai.scene.say import SOURCE, Say, speak

HERE = Path(__file__).parent


@cache
def words(folder: Path, language: str) -> Say:
    """The words of a folder; English where it has no translations."""
    if not (folder / "translations" / f"{language}.po").exists():
        return speak(folder, SOURCE)
    return speak(folder, language)


def server_words(language: str) -> Say:
    return words(HERE, language)
