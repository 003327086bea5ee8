"""The server's own words, in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from serai.scene.say import SOURCE, Say, speak

HERE = Path(__file__).parent


@cache
def words(folder: Path, language: str) -> Say:
    """A room's words; English where the room has no translations."""
    if not (folder / "translations" / f"{language}.po").exists():
        return speak(folder, SOURCE)
    return speak(folder, language)


def server_words(language: str) -> Say:
    return words(HERE, language)
