"""Names of people: friendly ones for whoever comes, and which ones may be chosen."""

from __future__ import annotations

import unicodedata
from secrets import choice
from typing import Final

from serai.server.errors import Refusal

LONGEST: Final = 20  # a panel on a phone has little room
SHORTEST: Final = 2

FRIENDLY: Final = """
Amber Azure Bulbul Camel Cedar Coral Crane Dahlia Dove Ebony Falcon Fennec Finch Fox Gecko Ginger Hare Hazel
Heron Honey Hoopoe Ibex Indigo Iris Ivory Jackal Jade Jerboa Kite Lapis Lark Lemon Lily Lion Lynx Mango Marten
Mint Myrtle Olive Opal Oryx Otter Owl Pearl Poppy Raven Robin Rose Saffron Sesame Stork Sunny Swift Topaz
Tulip Turtle Velvet Violet Walnut Wolf
"""
NAMES: Final = tuple(FRIENDLY.split())
# Nobody may speak in the name of the house.
RESERVED: Final = ("admin", "administrator", "bot", "host", "moderator", "root", "serai", "server", "system")
MARKS: Final = " -'._"  # what may stand between letters and digits

# Letters of other scripts, digits and signs that look like a Latin letter.
ALIKE: Final = str.maketrans(
    {
        other: letter
        for letter, others in {
            **{"a": "аɑα", "b": "вβ", "c": "сϲ", "d": "ԁ", "e": "еєҽε3", "g": "ɡ", "h": "һн", "i": "ιіїıl1|"},
            **{
                "j": "ј",
                "k": "κк",
                "m": "м",
                "n": "ոη",
                "o": "оοσ0",
                "p": "рρ",
                "q": "ԛ",
                "s": "ѕ5",
                "t": "тτ",
            },
            **{"u": "υ", "v": "νѵ", "w": "ѡω", "x": "хχ", "y": "уγʏ", "z": "з"},
        }.items()
        for other in others
    }
)


def new_name() -> str:
    """A friendly name.

    >>> new_name() in NAMES
    True
    """
    return choice(NAMES)


def looks(name: str) -> str:
    """What a name looks like at a glance: names that look the same are the same.

    >>> looks("Léo Wolf") == looks("leo-w0lf") == looks("lео wоlf")
    True
    """
    plain = unicodedata.normalize("NFKD", name).casefold().translate(ALIKE)
    return "".join(letter for letter in plain if letter.isalnum())


def checked_name(text: str) -> str:
    """A name that somebody wants, tidied. Raises `Refusal`.

    >>> checked_name("  Sindbad   the  sailor ")
    'Sindbad the sailor'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal("name-length")
    if not all(
        letter.isalnum() or letter in MARKS or unicodedata.category(letter) == "Mn" for letter in name
    ):
        raise Refusal("name-letters")
    seen = looks(name)
    if len(seen) < SHORTEST or not any(letter.isalpha() for letter in name):
        raise Refusal("name-letters")
    if seen in _RESERVED:
        raise Refusal("name-taken")
    return name


_RESERVED: Final = frozenset(looks(name) for name in RESERVED)
