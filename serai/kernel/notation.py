"""Choices as text, for games that can list the texts of their choices."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from serai.kernel.errors import BadNotation


class Notation:
    """The texts of a game's choices, in the order of their ids.

    >>> notation = Notation("Chess", ["draw", "resign"])
    >>> notation.text(1)
    'resign'
    >>> notation.parse("  Resign ")
    1
    """

    def __init__(self, title: str, texts: Sequence[str]) -> None:
        self.title = title
        self.texts = tuple(texts)
        self.choice_of = {text.lower(): choice for choice, text in enumerate(self.texts)}

    def text(self, choice: int) -> str:
        """The notation of a choice."""
        if not 0 <= choice < len(self.texts):
            raise BadNotation(f"{choice} is no choice of {self.title}")
        return self.texts[choice]

    def parse(self, text: str) -> int:
        """The choice that a text names; case and extra spaces are ignored."""
        plain = " ".join(text.lower().split())
        choice = self.choice_of.get(plain)
        if choice is None:
            close = get_close_matches(plain, self.choice_of, n=1, cutoff=0.6)
            hint = f"; did you mean '{self.texts[self.choice_of[close[0]]]}'?" if close else ""
            raise BadNotation(f"'{text}' is no choice of {self.title}{hint}")
        return choice
