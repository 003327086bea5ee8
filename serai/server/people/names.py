"""Names of people: friendly ones for guests, and which ones may be chosen."""

from __future__ import annotations

import unicodedata
from secrets import choice
from typing import Final

from serai.server.errors import Refusal
from serai.server.lookalikes import UNSEEN, looks, same, skeleton

LONGEST: Final = 20  # a panel on a phone has little space
SHORTEST: Final = 2

FRIENDLY: Final = """
Amber Azure Bulbul Camel Cedar Coral Crane Dahlia Dove Ebony Falcon Fennec Finch Fox Gecko Ginger Hare Hazel
Heron Honey Hoopoe Ibex Indigo Iris Ivory Jackal Jade Jerboa Kite Lapis Lark Lemon Lily Lion Lynx Mango Marten
Mint Myrtle Olive Opal Oryx Otter Owl Pearl Poppy Raven Robin Rose Saffron Sesame Stork Sunny Swift Topaz
Tulip Turtle Velvet Violet Walnut Wolf
"""
NAMES: Final = tuple(FRIENDLY.split())
# Nobody may speak in the name of the server.
RESERVED: Final = ("admin", "administrator", "bot", "host", "moderator", "root", "serai", "server", "system")
# Not even as one word of a name.
OFFICES: Final = ("admin", "administrator", "moderator", "serai")
MARKS: Final = " -'._"  # allowed between letters and digits
MOST_ACCENTS: Final = 4  # on one letter, as in UTS 39 (5.4)


def new_name() -> str:
    """A friendly name.

    >>> new_name() in NAMES
    True
    """
    return choice(NAMES)


def checked_name(text: str) -> str:
    """A name that a person has chosen, normalised. Raises `Refusal`.

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
    if not UNSEEN.isdisjoint(unicodedata.normalize("NFKD", name)) or _too_many_accents(name):
        raise Refusal("name-letters")
    seen = looks(name)
    if min(len(seen), len(skeleton(name))) < SHORTEST or not any(letter.isalpha() for letter in name):
        raise Refusal("name-letters")
    words = "".join(" " if letter in MARKS else letter for letter in name).split()
    if any(same(name, word) for word in RESERVED) or any(same(a, b) for a in words for b in OFFICES):
        raise Refusal("name-taken")
    return name


def _too_many_accents(name: str) -> bool:
    """Whether a letter has more marks than in any language, or the same one twice."""
    accents = ""
    for letter in unicodedata.normalize("NFD", name):
        if unicodedata.category(letter) != "Mn":
            accents = ""
            continue
        if letter in accents or len(accents) == MOST_ACCENTS:
            return True
        accents += letter
    return False
