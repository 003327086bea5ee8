"""Names of people: friendly ones for whoever comes, and which ones may be chosen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from secrets import choice
from typing import Final

from serai.server.errors import Refusal

LONGEST: Final = 20  # a panel on a phone has little room
LONGEST_SKELETON: Final = 200
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
# Not even as one word of a name.
OFFICES: Final = ("admin", "administrator", "moderator", "serai")
MARKS: Final = " -'._"  # what may stand between letters and digits
MOST_ACCENTS: Final = 4  # on one letter, as UTS 39 (5.4) has it
# Letters and accents that are not seen: Unicode's Default_Ignorable_Code_Point, as far as they are letters or
# nonspacing marks (all others are refused anyway).
UNSEEN: Final = frozenset(
    chr(code)
    for first, last in (
        *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180D), (0x180F, 0x180F)),
        *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF)),
    )
    for code in range(first, last + 1)
)

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


def skeleton(name: str) -> str:
    """What a name looks like by Unicode's table of confusable characters (UTS 39), whatever its script, case
    and accents: names with the same skeleton are the same.

    >>> skeleton("Ali") == skeleton("ꓮⅼ𝗂") == skeleton("AL1")
    True
    """
    table = _prototypes()
    seen = unicodedata.normalize("NFKD", name).translate(table).casefold()
    plain = unicodedata.normalize("NFKD", seen).translate(table).casefold()
    # I and l are one already; so that a name may be written in any case, i is too.
    return "".join(letter for letter in plain if letter.isalnum()).replace("i", "l")[:LONGEST_SKELETON]


@cache
def _prototypes() -> dict[int, str]:
    """What each character looks like. The library lists pairs that look alike, in both directions: every
    character of a group is paired with one that stands for all of them."""
    from confusable_homoglyphs.confusables import confusables_data

    pairs = {_bare(one): {_bare(other["c"]) for other in others} for one, others in confusables_data.items()}
    table: dict[int, str] = {}
    for one, others in pairs.items():
        if len(one) == 1 and len(others) == 1:
            (other,) = others
            alone = len(other) == 1 and len(pairs[other]) == 1  # of two the first stands for both
            if not alone or other < one:
                table[ord(one)] = other
    while True:  # what stands for others may consist of what is alike itself
        closer = {code: seen.translate(table) for code, seen in table.items()}
        if closer == table:
            return table | dict.fromkeys(map(ord, UNSEEN), "")
        table = closer


def _bare(text: str) -> str:
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def same(name: str, other: str) -> bool:
    """Whether people would take one name for the other."""
    return looks(name) == looks(other) or skeleton(name) == skeleton(other)


def own_name(name: str, others: Iterable[str]) -> str:
    """A name that nobody else at the table has.

    >>> own_name("Fox", ["Fox", "F0x 2"])
    'Fox 3'
    """
    taken = {key for other in others for key in (looks(other), skeleton(other))}
    number = 1
    own = name
    while looks(own) in taken or skeleton(own) in taken:
        number += 1
        own = f"{name} {number}"
    return own


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
    """More on one letter than any language has, or the same one twice."""
    accents = ""
    for letter in unicodedata.normalize("NFD", name):
        if unicodedata.category(letter) != "Mn":
            accents = ""
            continue
        if letter in accents or len(accents) == MOST_ACCENTS:
            return True
        accents += letter
    return False
