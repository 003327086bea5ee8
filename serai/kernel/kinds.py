"""The kinds of a game's choices. A choice is a kind and an argument."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping


class Kinds:
    """Kinds as named in the notation, each with its first choice, in the order of their ids.

    >>> kinds = Kinds({"pass": 0, "pick up": 1, "move": 2})
    >>> kinds.split(3)
    ('move', 1)
    >>> kinds.read("pick up")
    ('pick up', [])
    >>> kinds.texts({"move": ["north", "south", "west"]})
    ['pass', 'pick up', 'move north', 'move south', 'move west']
    """

    def __init__(self, first: dict[str, int]) -> None:
        self.names: list[str] = list(first)
        self.first: list[int] = list(first.values())
        self.known: frozenset[str] = frozenset(first)

    def split(self, choice: int) -> tuple[str, int]:
        """The kind of a choice, and its index within that kind."""
        index = bisect_right(self.first, choice) - 1
        return self.names[index], choice - self.first[index]

    def read(self, text: str) -> tuple[str, list[str]]:
        """The kind of a choice in notation, and the words that follow."""
        words = text.split(" ")
        for number in range(min(len(words), 3), 1, -1):
            kind = " ".join(words[:number])
            if kind in self.known:
                return kind, words[number:]
        return words[0], words[1:]

    def texts(self, named: Mapping[str, Iterable[object]]) -> list[str]:
        """The notation of all choices: a kind alone, or with the name of each argument."""
        found: list[str] = []
        for kind, first in zip(self.names, self.first, strict=True):
            assert len(found) == first, kind
            if kind in named:
                found += [f"{kind} {name}" for name in named[kind]]
            else:
                found.append(kind)
        return found
