"""The choices: those of seats first, then those of chance."""

from __future__ import annotations

from typing import Final

GOODS: Final = ("dates", "salt", "silk", "spice")
NUM_GOODS: Final = len(GOODS)

RIDE: Final = 0
WAIT: Final = 1
SELL: Final = 2  # and the good
NUM_SEAT_ACTIONS: Final = SELL + NUM_GOODS
ROLL: Final = NUM_SEAT_ACTIONS  # and the face, counted from 0
DEAL: Final = ROLL + 6  # and the good
NUM_ACTIONS: Final = DEAL + NUM_GOODS
