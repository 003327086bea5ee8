"""Choices as text, the same in every position and every language of the page.

ride         as far as the die says
wait         draw a good
sell silk    all silk in hand
roll 4       what the die shows
deal silk    the good that chance deals
"""

from __future__ import annotations

from typing import Final

from serai.kernel.kinds import Kinds
from serai.kernel.notation import Notation

from . import ids

KINDS: Final = Kinds(
    {"ride": ids.RIDE, "wait": ids.WAIT, "sell": ids.SELL, "roll": ids.ROLL, "deal": ids.DEAL}
)
NOTATION: Final = Notation(
    "Caravan", KINDS.texts({"sell": ids.GOODS, "roll": range(1, 7), "deal": ids.GOODS})
)


def text(choice: int) -> str:
    """The notation of a choice."""
    return NOTATION.text(choice)


def parse(text: str) -> int:
    """The choice that a text names."""
    return NOTATION.parse(text)
