"""Names that look alike: nobody at a table has a name that could be taken for another's."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

LONGEST_SKELETON: Final = 200

# Letters and accents that are invisible: Unicode's Default_Ignorable_Code_Point, if they are letters or
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
    # I and l are one already; i is too, so that a name may be written in any case.
    return "".join(letter for letter in plain if letter.isalnum()).replace("i", "l")[:LONGEST_SKELETON]


@cache
def _prototypes() -> dict[int, str]:
    """What each character looks like. The library lists pairs that look alike, in both directions: every
    character of a group is paired with the one that represents it."""
    from confusable_homoglyphs.confusables import confusables_data

    pairs = {_bare(one): {_bare(other["c"]) for other in others} for one, others in confusables_data.items()}
    table: dict[int, str] = {}
    for one, others in pairs.items():
        if len(one) == 1 and len(others) == 1:
            (other,) = others
            alone = len(other) == 1 and len(pairs[other]) == 1  # of two, the first represents both
            if not alone or other < one:
                table[ord(one)] = other
    while True:  # what represents others may contain characters that look alike
        closer = {code: seen.translate(table) for code, seen in table.items()}
        if closer == table:
            return table | dict.fromkeys(map(ord, UNSEEN), "")
        table = closer


def _bare(text: str) -> str:
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def same(name: str, other: str) -> bool:
    """Whether one name could be taken for the other."""
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
