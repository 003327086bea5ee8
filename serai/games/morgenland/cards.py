"""Artifacts and spell cards: their names and numbers, and piles of artifacts.

A heap of artifacts packs how many of each kind there are (`serai.kernel.piles`). A set of spell cards has one
bit per card: each card exists once.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from serai.kernel import piles

LAMP: Final = 0
DOUBLE: Final = 1
CARPET: Final = 2
COUNTERSPELL: Final = 3
KEY: Final = 4
SCROLL: Final = 5
NUM_ARTIFACTS: Final = 6
ARTIFACTS: Final = ["lamp", "double", "carpet", "counterspell", "key", "scroll"]
UNSEEN: Final = 7  # in a pile: an artifact that no one has seen; chance has not dealt it yet
EVERYBODY: Final = 31  # who knows an artifact in a pile: one bit per seat
PLAYABLE: Final = 0x0F0FFF  # M18: the artifacts that can be played in a moment (no Scroll, no Counterspell)

ABRACADABRA: Final = 0
ALMS: Final = 1
EYE_FOR_AN_EYE: Final = 2
BAKSHEESH: Final = 3
LAST_FIRST: Final = 4
DRAGON_FLIGHT: Final = 5
SMUGGLED_IN: Final = 6
MIRAGE: Final = 7
LUNAR_ECLIPSE: Final = 8
LATECOMER: Final = 9
OPEN_SECRET: Final = 10
SACRIFICE: Final = 11
DRAGON_RETURN: Final = 12
DWINDLING: Final = 13
CLOSE_SESAME: Final = 14
SOLAR_ECLIPSE: Final = 15
SULTANS_TAX: Final = 16
BARTER: Final = 17
TELEPORTATION: Final = 18
FREE_RIDER: Final = 19
APPRENTICE: Final = 20
NUM_SPELLS: Final = 21
ALL_SPELLS: Final = (1 << 21) - 1
SPELLS: Final = [
    "abracadabra",
    "alms",
    "eye-for-an-eye",
    "baksheesh",
    "last-first",
    "dragon-flight",
    "smuggled-in",
    "mirage",
    "lunar-eclipse",
    "latecomer",
    "open-secret",
    "sacrifice",
    "dragon-return",
    "dwindling",
    "close-sesame",
    "solar-eclipse",
    "sultans-tax",
    "barter",
    "teleportation",
    "free-rider",
    "apprentice",
]
FIRST_SPELL: Final = 6  # plays are numbered: first artifacts, then spells
PLAYS: Final = [*ARTIFACTS, *SPELLS]
BITS: Final = 4  # bits per kind of artifact
ONE: Final = piles.ones(NUM_ARTIFACTS, BITS)  # the heap of one artifact


def held(heap: i64, kind: i64) -> i64:
    """How many artifacts of a kind a heap holds."""
    return heap >> BITS * kind & 15
