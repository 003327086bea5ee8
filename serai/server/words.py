"""The server's own words, in the reader's language."""

from __future__ import annotations

from pathlib import Path

from serai.scene.say import Say, speak

HERE = Path(__file__).parent


def words(folder: Path, language: str) -> Say:
    """A folder's words; English where it has no translations."""
    return speak(folder, language)


def server_words(language: str) -> Say:
    return words(HERE, language)
