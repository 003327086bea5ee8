"""The choices, each a number that never changes its meaning: those of seats first, then those of chance."""

from __future__ import annotations

from typing import Final

FACES: Final = 6

KEEP: Final = 0
PLAY: Final = 1  # and the card, counted from 0
NUM_SEAT_ACTIONS: Final = PLAY + FACES
DEAL: Final = NUM_SEAT_ACTIONS
ROLL: Final = DEAL + FACES
NUM_ACTIONS: Final = ROLL + FACES
