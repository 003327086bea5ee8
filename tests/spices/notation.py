"""Choices as text.

pass            nothing
take saffron    from the row
sell pepper     all of them, by a throw of the die
deal pepper     the card that chance deals
roll 4
"""

from __future__ import annotations

from serai.kernel.kinds import Kinds
from serai.kernel.notation import Notation
from tests.spices.state import SPICES

KINDS = Kinds({"pass": 0, "take": 1, "sell": 5, "deal": 9, "roll": 13})
ARGUMENTS = {**dict.fromkeys(("take", "sell", "deal"), SPICES), "roll": range(1, 7)}
NOTATION = Notation("Spices", KINDS.texts(ARGUMENTS))
text = NOTATION.text
parse = NOTATION.parse
