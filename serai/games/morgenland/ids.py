"""The choices' ids. An id never changes its meaning within the game's version.

First the choices of seats, then those of chance. Where a name stands for several choices, it is the first of
them. Many name a thing (a field, a figure, an artifact, a spell, some treasures); what is done with it
depends on the phase.
"""

from __future__ import annotations

from typing import Final

from serai.kernel.kinds import Kinds

PASS: Final = 0
BUY: Final = 1
BRIBE: Final = 2
LEAVE: Final = 3
PAY: Final = 4  # a tax on figures
TAKE: Final = 5  # take what is offered
PLACE: Final = 6  # + 15 * figure + field
ARTIFACT: Final = 126  # + kind
SPELL: Final = 132  # + card
FIELD: Final = 153  # + field
SEAT: Final = 168  # + seat
FIGURE: Final = 173  # + figure, by strength
CARPET: Final = 181
HIDDEN: Final = 182  # a hidden figure of another player
COPY: Final = 183  # + figure whose Double it is
AMOUNT: Final = 191  # + 12 * kind + units - 1
NUM_SEAT_ACTIONS: Final = 251

START: Final = 251  # + seat that starts the game
CARD: Final = 256  # + number of the treasure card
DEAL: Final = 271  # + kind of the artifact that turns up
DRAW: Final = 277  # + spell card
GUARD: Final = 298  # + strength of the guard - 1
DISC: Final = 308  # + figure: which of several hidden ones is chosen
NUM_ACTIONS: Final = 316

MOST_UNITS: Final = 12  # in one choice; more units of one kind need another choice

KINDS: Final = Kinds(
    {
        "pass": PASS,
        "buy": BUY,
        "bribe": BRIBE,
        "leave": LEAVE,
        "pay": PAY,
        "take": TAKE,
        "place": PLACE,
        "artifact": ARTIFACT,
        "spell": SPELL,
        "field": FIELD,
        "seat": SEAT,
        "figure": FIGURE,
        "carpet": CARPET,
        "hidden": HIDDEN,
        "double": COPY,
        "crown": AMOUNT,
        "pearl": AMOUNT + MOST_UNITS,
        "gem": AMOUNT + 2 * MOST_UNITS,
        "cup": AMOUNT + 3 * MOST_UNITS,
        "bar": AMOUNT + 4 * MOST_UNITS,
        "start": START,
        "card": CARD,
        "deal": DEAL,
        "draw": DRAW,
        "guard": GUARD,
        "disc": DISC,
    }
)
split: Final = KINDS.split
