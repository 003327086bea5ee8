"""The server's own words, in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from serai.scene.say import SOURCE, Say, speak

HERE = Path(__file__).parent


@cache
def words(folder: Path, language: str) -> Say:
    """A folder's translations; English if it has none."""
    if not (folder / "translations" / f"{language}.po").exists():
        return speak(folder, SOURCE)
    return speak(folder, language)


def server_words(language: str) -> Say:
    return words(HERE, language)


# Numbers: how a language writes them is in its catalogue, like its words.


def percent(share: float, language: str = SOURCE) -> str:
    """A share of the win.

    >>> percent(0.254), percent(0.254, "nl")
    ('25%', '25%')
    """
    say = server_words(language)
    return say("{n}%", n=round(100 * share))


def signed(change: float, language: str = SOURCE) -> str:
    """A change of a share.

    >>> signed(0.254), signed(-0.02), signed(0.001)
    ('+25%', '−2%', '±0%')
    """
    whole = round(100 * change)
    sign = "+" if whole > 0 else "−" if whole < 0 else "±"
    return sign + percent(abs(whole) / 100, language)


def decimal(number: float, language: str = SOURCE) -> str:
    """A number with one digit after the point.

    >>> decimal(76.25), decimal(-3, "de")
    ('76.2', '−3,0')
    """
    say = server_words(language)
    whole, _, tenths = f"{number:.1f}".replace("-", "−").partition(".")
    return say("{whole}.{tenths}", whole=whole, tenths=tenths)
