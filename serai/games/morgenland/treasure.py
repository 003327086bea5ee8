"""The treasure cards: read from a text, checked, and written in canonical form.

A line is a card: five caves from crowns to bars, separated by `|`, the groups of a cave from top to bottom,
`-` for an empty cave. A line `players 4` precedes the fifteen cards for four. `#` starts a comment. A
semicolon ends a card like a line break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from serai.kernel.errors import BadOption

NUM_CARDS: Final = 15
NUM_CAVES: Final = 5
PLAYERS: Final = (3, 4, 5)
MOST_GROUPS: Final = 5
MOST_UNITS: Final = 29
FILE: Final = "treasure-cards.txt"

Card = tuple[tuple[int, ...], ...]  # the groups of each cave


def read(text: str) -> str:
    """The canonical text of treasure cards; empty for the standard ones.

    >>> read(standard_text())
    ''
    """
    cards = parse(text)
    return "" if cards == _standard() else write(cards)


def parse(text: str) -> dict[int, list[Card]]:
    """The cards for each number of players. Raises `BadOption` with the line and the reason."""
    found: dict[int, list[Card]] = {}
    cards: list[Card] | None = None
    for number, line in _lines(text):
        match = re.fullmatch(r"players +([0-9]{1,3})", line)
        if match is not None:
            players = int(match[1])
            if players not in PLAYERS:
                raise _fault(number, line, "there are cards for 3, 4 and 5 players")
            if players in found:
                raise _fault(number, line, "these cards stand there twice")
            cards = found[players] = []
        elif cards is None:
            raise _fault(number, line, "a line like 'players 3' comes first")
        else:
            cards.append(_card(number, line))
    for players in PLAYERS:
        count = len(found.get(players, []))
        if count != NUM_CARDS:
            raise BadOption(f"{players} players need {NUM_CARDS} cards, not {count}")
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text without comments, with their numbers."""
    for number, raw in enumerate(text.split("\n"), 1):
        for line in raw.split("#", 1)[0].split(";"):
            if line.strip():
                yield number, line.strip()


def _card(number: int, line: str) -> Card:
    caves = line.split("|")
    if len(caves) != NUM_CAVES:
        raise _fault(number, line, f"a card has {NUM_CAVES} caves with | between them, not {len(caves)}")
    return tuple(_groups(number, cave.strip()) for cave in caves)


def _groups(number: int, cave: str) -> tuple[int, ...]:
    if cave == "-":
        return ()
    if not re.fullmatch(r"[0-9]{1,2}( +[0-9]{1,2})*", cave):
        raise _fault(number, cave, "a cave has groups like '5 3 2', or '-'")
    groups = tuple(int(group) for group in cave.split())
    if len(groups) > MOST_GROUPS:
        raise _fault(number, cave, f"a cave has at most {MOST_GROUPS} groups")
    if 0 in groups or sum(groups) > MOST_UNITS:
        raise _fault(number, cave, f"a group has a treasure or more, a cave {MOST_UNITS} at most")
    return groups


def _fault(number: int, what: str, reason: str) -> BadOption:
    return BadOption(f"line {number}: {what!r}: {reason}")


def write(cards: dict[int, list[Card]]) -> str:
    """The canonical text, on one line."""
    lines: list[str] = []
    for players in PLAYERS:
        lines.append(f"players {players}")
        for card in cards[players]:
            lines.append(" | ".join(" ".join(map(str, groups)) or "-" for groups in card))
    return "; ".join(lines)


def pack(cards: list[Card]) -> list[int]:
    """The cards as numbers, one for each cave of each card: five bits per group, the top group lowest."""
    return [sum(units << 5 * i for i, units in enumerate(groups)) for card in cards for groups in card]


def deck(text: str, players: int) -> list[int] | None:
    """The packed cards of an option's text; None for the standard ones."""
    return pack(parse(text)[players]) if text else None


@cache
def standard(players: int) -> list[int]:
    """The packed standard cards."""
    return pack(_standard()[players])


def standard_text() -> str:
    """The file with the standard cards, a reconstruction."""
    return files("serai.games.morgenland").joinpath(FILE).read_text("utf-8")


@cache
def _standard() -> dict[int, list[Card]]:
    return parse(standard_text())
