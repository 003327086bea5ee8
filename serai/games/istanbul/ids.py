"""The choices' ids. An id never changes its meaning within the game's version.

First the choices of seats, then those of chance. Where a name stands for several choices it is the
first of them: `MOVE + place`, `BUY + good`.
"""

from __future__ import annotations

from typing import Final

from serai.kernel.kinds import Kinds

MOVE: Final = 0  # + place
PICK_UP: Final = 16  # the player's own assistant at the place
PICK_UP_NEUTRAL: Final = 17
LEAVE: Final = 18  # the bottom assistant of the stack stays
STOP: Final = 19  # end the turn at once
PAY: Final = 20  # the lira that are demanded
ACT: Final = 21  # the action of the place
PASS: Final = 22  # no action
SEND: Final = 23  # + place: the family member
RETURN_ALL: Final = 39  # assistants, at the Fountain
RETURN: Final = 40  # + place: one of them
DONE: Final = 56
BUY: Final = 57  # + good, by the green tile
KEEP: Final = 61  # accept the dice
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

KINDS: Final = Kinds(
    {
        "move": MOVE,
        "pick up": PICK_UP,
        "pick up neutral": PICK_UP_NEUTRAL,
        "leave": LEAVE,
        "stop": STOP,
        "pay": PAY,
        "act": ACT,
        "pass": PASS,
        "send": SEND,
        "return all": RETURN_ALL,
        "return": RETURN,
        "done": DONE,
        "buy": BUY,
        "keep": KEEP,
        "turn": TURN,
        "reroll": REROLL,
        "name": NAME,
        "take": TAKE,
        "sell": SELL,
        "give": GIVE,
        "tile": TILE,
        "draw": DRAW,
        "draw open": DRAW_OPEN,
        "discard": DISCARD,
        "catch card": CATCH_FOR_CARD,
        "catch lira": CATCH_FOR_LIRA,
        "governor": GOVERNOR,
        "smuggler": SMUGGLER,
        "smuggler back": SMUGGLER_BACK,
        "yellow": YELLOW,
        "end": END,
        "card good": CARD_GOOD,
        "card lira": CARD_LIRA,
        "card sultan": CARD_SULTAN,
        "card post": CARD_POST,
        "card gemstone": CARD_GEMSTONE,
        "card home card": CARD_HOME_FOR_CARD,
        "card home lira": CARD_HOME_FOR_LIRA,
        "card stay": CARD_STAY,
        "card far": CARD_FAR,
        "card assistant": CARD_ASSISTANT,
        "card any-goods": CARD_ANY_GOODS,
        "start": START,
        "deal": DEAL,
        "demand": DEMAND,
        "roll": ROLL,
        "lay": LAY,
    }
)
split: Final = KINDS.split
