"""The choices' ids. An id never changes its meaning within the game's version.

First the choices of seats, then those of chance. Where a name stands for several choices it is the
first of them: `PLACE + shop`, `BUILD + building`.
"""

from __future__ import annotations

from typing import Final

from serai.kernel.kinds import Kinds

YELLOW: Final = 0  # + number of yellow dice bought, 0 to 3
TAKE: Final = 4  # + field of the tower
COLLECT: Final = 10  # camels or gold for the group taken
PLACE: Final = 11  # + shop
STOP: Final = 58  # without the hoist's cube
DISCARD: Final = 59  # + kind of card, for one more die
MOVE: Final = 68  # + street field: the supervisor
DRAW: Final = 97
SEND: Final = 98  # + index in SHARED_SHOPS: which of two cubes goes first
PAY_CAMEL: Final = 101
LET_GO: Final = 102
BUILD: Final = 103  # + building
SWAP_CAMELS: Final = 109  # + camels handed in - 1, up to MOST_SWAPPED
SWAP_GOLD: Final = 129  # + gold handed in - 1
ENOUGH: Final = 149  # ends a swap of more than MOST_SWAPPED
PLAY_CAMELS: Final = 150
PLAY_GOLD: Final = 151
PLAY_SHOP: Final = 152  # + shop
PLAY_CARAVAN: Final = 199
SELL_CAMELS: Final = 200  # + camels - 1, up to 4
SELL_GOLD: Final = 204  # + gold - 1, up to 10
BUILD_WITHOUT_CAMELS: Final = 214  # + building
BUILD_WITHOUT_GOLD: Final = 220  # + building
END: Final = 226
NUM_SEAT_ACTIONS: Final = 227

START: Final = 227  # + seat that starts the game
DEAL: Final = 231  # + kind of card
ROLL: Final = 240  # + number of the roll, see dice.py
NUM_ACTIONS: Final = 276516

MOST_SWAPPED: Final = 20
MOST_CAMELS_SOLD: Final = 4
MOST_GOLD_SOLD: Final = 10

KINDS: Final = Kinds(
    {
        "yellow": YELLOW,
        "take": TAKE,
        "collect": COLLECT,
        "place": PLACE,
        "stop": STOP,
        "discard": DISCARD,
        "supervisor": MOVE,
        "draw": DRAW,
        "send": SEND,
        "pay camel": PAY_CAMEL,
        "let go": LET_GO,
        "build": BUILD,
        "card swap camels": SWAP_CAMELS,
        "card swap gold": SWAP_GOLD,
        "enough": ENOUGH,
        "card camels": PLAY_CAMELS,
        "card gold": PLAY_GOLD,
        "card shop": PLAY_SHOP,
        "card caravan": PLAY_CARAVAN,
        "card camels-for-points": SELL_CAMELS,
        "card gold-for-points": SELL_GOLD,
        "card build-without-camels": BUILD_WITHOUT_CAMELS,
        "card build-without-gold": BUILD_WITHOUT_GOLD,
        "end": END,
        "start": START,
        "deal": DEAL,
        "roll": ROLL,
    }
)
split: Final = KINDS.split
