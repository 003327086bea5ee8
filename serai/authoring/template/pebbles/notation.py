"""Choices as text, the same in every position and every language of the page.

keep         take the points of the die, and draw a card
play 4       play that card
deal 4       the card that chance deals
roll 4       what the die shows
"""

from __future__ import annotations

from typing import Final

from serai.kernel.kinds import Kinds
from serai.kernel.notation import Notation

from . import ids

KINDS: Final = Kinds({"keep": ids.KEEP, "play": ids.PLAY, "deal": ids.DEAL, "roll": ids.ROLL})
FACES: Final = range(1, ids.FACES + 1)
NOTATION: Final = Notation("Game of Pebbles", KINDS.texts({"play": FACES, "deal": FACES, "roll": FACES}))


def text(choice: int) -> str:
    """The notation of a choice."""
    return NOTATION.text(choice)


def parse(text: str) -> int:
    """The choice that a text names."""
    return NOTATION.parse(text)
