"""The choices' ids. An id keeps its meaning for ever within the game's version.

First the choices of seats, then those of chance. Where a name stands for several choices it is the
first of them: `MOVE + place`, `BUY + good`.
"""

from __future__ import annotations

from typing import Final

MOVE: Final = 0  # + place
PICK_UP: Final = 16  # the own assistant that lies there
PICK_UP_NEUTRAL: Final = 17
LEAVE: Final = 18  # the bottom assistant of the stack
STOP: Final = 19  # the turn ends at once
PAY: Final = 20  # the lira that are asked for
ACT: Final = 21  # the action of the place
PASS: Final = 22  # no action
SEND: Final = 23  # + place: the family member
RETURN_ALL: Final = 39  # assistants, at the Fountain
RETURN: Final = 40  # + place: one of them
DONE: Final = 56
BUY: Final = 57  # + good, by the green tile
KEEP: Final = 61  # the dice as they are
TURN: Final = 62  # + index in TURNED: the die of that value becomes a four
REROLL: Final = 67
NAME: Final = 68  # + number - 3
TAKE: Final = 78  # + good (not jewellery), at the Black Market
SELL: Final = 81  # + 6 * good + number
GIVE: Final = 105  # + good, to the Sultan or the Smuggler
TILE: Final = 109  # + colour
DRAW: Final = 113
DRAW_OPEN: Final = 114
DISCARD: Final = 115  # + kind of card
CATCH_FOR_CARD: Final = 125
CATCH_FOR_LIRA: Final = 126
GOVERNOR: Final = 127
SMUGGLER: Final = 128  # + good
SMUGGLER_BACK: Final = 132  # a good is taken and handed straight back
YELLOW: Final = 133  # + place the assistant comes back from
END: Final = 149
CARD_GOOD: Final = 150  # + good
CARD_LIRA: Final = 154
CARD_SULTAN: Final = 155
CARD_POST: Final = 156
CARD_GEMSTONE: Final = 157
CARD_HOME_FOR_CARD: Final = 158
CARD_HOME_FOR_LIRA: Final = 159
CARD_STAY: Final = 160
CARD_FAR: Final = 161  # + place
CARD_ASSISTANT: Final = 177  # + place it comes back from
CARD_ANY_GOODS: Final = 193
NUM_SEAT_ACTIONS: Final = 194

START: Final = 194  # + seat that starts the game
DEAL: Final = 199  # + kind of card
DEMAND: Final = 209  # + 5 * market + tile
ROLL: Final = 219  # + number of the pair, see dice.py
LAY: Final = 240  # + 16 * place + field
NUM_ACTIONS: Final = 496

TURNED: Final = (1, 2, 3, 5, 6)
