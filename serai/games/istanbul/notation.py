"""Choices as text. The same words in every position and every language of the page.

move tea-house                the merchant goes there
pick up, pick up neutral      an assistant comes along
leave                         one is left there
stop                          the turn ends at once: no assistant, or no payment
pay                           the merchants; the governor or the smuggler
act, pass                     the action of the place, or none
send spice-warehouse          the family member leaves the Police Station
return all, return wainwright the assistants, at the Fountain
done                          no more
buy fruit                     by the green tile
keep, turn 2, reroll          after a throw, by the red tile: the 2 becomes a 4
name 7                        at the Tea House
take spice                    at the Black Market
sell 2 spice                  so many of them, 0 too
give fruit                    for a symbol that takes any good; to the smuggler
tile red                      of a mosque
draw, draw open               from the draw pile, from the discards
discard stay                  a card
catch card, catch lira        a family member, and the reward
governor
smuggler fabric               that good; next comes what is paid for it
smuggler back                 a good, handed straight back
yellow wainwright             by the yellow tile the assistant comes back from there
end                           ends the turn
card good fabric              play a card, with what it asks
start 2                       seat 2 (counted from 1) starts
deal stay                     the card that chance deals
demand small 1-2-1-1          the tile that turns up: fabric, spice, fruit, jewellery
roll 2 5
lay fountain b2               a place on its field: columns a to d, rows 1 to 4
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from serai.games.istanbul import board, cards, dice, ids
from serai.kernel.notation import Notation

ARGUMENTS: Final[dict[str, Sequence[object]]] = {
    **dict.fromkeys(("move", "send", "return", "yellow", "card far", "card assistant"), board.PLACES),
    **dict.fromkeys(("buy", "give", "smuggler", "card good"), board.GOODS),
    **dict.fromkeys(("discard", "deal"), cards.CARDS),
    "turn": ids.TURNED,
    "name": range(3, 13),
    "take": board.GOODS[: board.JEWELLERY],
    "sell": [f"{number} {good}" for good in board.GOODS for number in range(6)],
    "tile": board.TILES,
    "start": range(1, 6),
    "demand": [
        f"{market} {'-'.join(map(str, tile))}"
        for market, tiles in zip(board.MARKETS, board.DEMANDS, strict=True)
        for tile in tiles
    ],
    "roll": [f"{low} {high}" for low, high in dice.PAIRS],
    "lay": [f"{place} {field}" for place in board.PLACES for field in board.FIELDS],
}
NOTATION: Final = Notation("Istanbul", ids.KINDS.texts(ARGUMENTS))
TEXTS: Final = NOTATION.texts
text = NOTATION.text
parse = NOTATION.parse
