"""Defaults that are derived from a game's observation: a table for the terminal, and features for learning.

An observation is a mapping with `seat` (the observer), `actor` and `players`; a list `seats` has what all
players see of each seat, with its `score`; `hand` is what only the observer sees; `phase`, `round` and
`rounds` say how far the game is, and `winners` who won, if points alone do not decide. Everything else is up
to the game: numbers, strings, lists and mappings, under readable names (`draw_pile` is shown as "Draw pile").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

from librt.strings import BytesWriter

from serai.kernel.state import OVER, State
from serai.kernel.tensor import Feature
from serai.kernel.tensor import layout as laid_out

WIDTH: Final = 78  # of the terminal
TABLE: Final = 512  # numbers for the table and the observer's own things
SEAT: Final = 64  # numbers for each seat
MOST: Final = 255
# Shown elsewhere, or not of interest.
FRAME: Final = frozenset(("game", "seat", "players", "actor", "seats", "scores"))


def words_of(name: str) -> str:
    """A name from the observation in readable form.

    >>> words_of("draw_pile")
    'Draw pile'
    """
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def scores_in(seen: Mapping[str, Any]) -> list[int]:
    """The public points by seat: `scores`, or the `score` of each of the `seats`; otherwise empty.

    >>> scores_in({"seats": [{"score": 3}, {"score": 5}]})
    [3, 5]
    """
    if "scores" in seen:
        return list(seen["scores"])
    seats = seen.get("seats") or []
    return [seat["score"] for seat in seats] if all("score" in seat for seat in seats) else []


# The terminal


def board_text(seen: Mapping[str, Any]) -> str:
    """The table as lines of text.

    >>> print(board_text({"seat": 0, "actor": 0, "round": 2, "seats": [{"score": 4, "coins": 1}]}))
    Round: 2
    > seat 1 (you)  score: 4, coins: 1
    """
    lines = ["The game is over"] if seen.get("actor") == OVER else []
    for name, value in seen.items():
        if name not in FRAME and name != "hand" and value is not None:
            lines += _lines(words_of(name), value)
    lines += _seats(seen)
    if seen.get("hand") is not None:
        lines += _lines("Your hand", seen["hand"])
    return "\n".join(lines)


def _seats(seen: Mapping[str, Any]) -> Iterator[str]:
    scores = scores_in(seen)
    for seat, facts in enumerate(seen.get("seats") or [{"score": score} for score in scores]):
        mark = ">" if seat == seen.get("actor") else " "
        you = " (you)" if seat == seen.get("seat") else ""
        facts = {"score": scores[seat], **facts} if scores else facts
        told = ", ".join(f"{words_of(name).lower()}: {_text(value)}" for name, value in facts.items())
        yield from _wrapped(f"{mark} seat {seat + 1}{you}  ", told)


def _lines(label: str, value: Any) -> Iterator[str]:
    """A fact on one line if it fits, otherwise one line for each part."""
    if isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
        yield f"{label}:"
        for number, item in enumerate(value, 1):
            yield from _wrapped(f"  {number}. ", _text(item))
    elif isinstance(value, Mapping) and any(isinstance(item, Mapping | list) for item in value.values()):
        yield f"{label}:"
        for name, item in value.items():
            yield from _wrapped(f"  {words_of(str(name))}: ", _text(item))
    else:
        yield from _wrapped(f"{label}: ", _text(value))


def _wrapped(label: str, text: str) -> Iterator[str]:
    """Wrap and indent a long text."""
    line = label
    for word in text.split(" "):
        if len(line) + len(word) > WIDTH and line.strip():
            yield line.rstrip()
            line = " " * min(len(label), 24)
        line += f"{word} "
    yield line.rstrip()


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{words_of(str(name)).lower()} {_text(item)}" for name, item in value.items())
            or "none"
        )
    if isinstance(value, list | tuple):
        return ", ".join(_text(item) for item in value) or "none"
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


# Numbers


def layout(seats: int) -> tuple[Feature, ...]:
    """The layout of the features: facts are spread over a fixed number of places by their names.

    >>> sum(feature.size for feature in layout(4)) == TABLE + 4 * SEAT
    True
    """
    table = Feature("table", TABLE, MOST, "what lies on the table and in the own hand, each fact by its name")
    seat = Feature("facts", SEAT, MOST, "what everybody sees of the seat, each fact by its name")
    return laid_out([table], seats, [seat])


def write_observation(state: State, out: BytesWriter, looker: int) -> None:
    """Write what a seat may know as numbers. The place of a fact is a hash of its name (feature hashing), so
    no list of all facts is needed; two facts may collide."""
    from serai.kernel.registry import game

    seen = state.observe(looker)
    players = state.players
    seats: list[Any] = list(seen.get("seats") or [])
    seats += [{}] * (players - len(seats))
    scores = scores_in(seen)
    table: dict[str, Any] = {name: value for name, value in seen.items() if name not in FRAME}
    actor = state.actor
    table["actor"] = (actor - looker) % players if actor >= 0 else actor
    table["players"] = players
    table["own seat"] = looker
    numbers = bytearray(TABLE)
    _spread("", table, numbers)
    for step in range(game(state.game_name).players[1]):
        block = bytearray(SEAT)
        if step < players:
            seat = (looker + step) % players
            _spread("", {"score": scores[seat], **seats[seat]} if scores else seats[seat], block)
        numbers += block
    out.write(bytes(numbers))


def _spread(name: str, value: Any, numbers: bytearray) -> None:
    """Add a fact, and everything in it. Strings in a list are counted regardless of their order, like cards
    in a hand; numbers in a list have a place each."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            _spread(f"{name}.{key}", item, numbers)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _spread(name if isinstance(item, str) else f"{name}.{index}", item, numbers)
    elif isinstance(value, str):
        _add(f"{name}={value}", 1, numbers)
    elif value is not None:
        _add(f"{name}-" if value < 0 else name, abs(int(value)), numbers)


def _add(name: str, amount: int, numbers: bytearray) -> None:
    place = _place(name, len(numbers))
    numbers[place] = min(MOST, numbers[place] + amount)


@lru_cache(65536)
def _place(name: str, places: int) -> int:
    return crc32(name.encode()) % places
