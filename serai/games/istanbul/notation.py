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

from collections.abc import Iterator
from difflib import get_close_matches

from serai.games.istanbul import board, cards, dice, ids
from serai.kernel.errors import BadNotation


def _texts() -> Iterator[str]:
    """The texts of all choices, in the order of their ids."""
    yield from (f"move {place}" for place in board.PLACES)
    yield from ("pick up", "pick up neutral", "leave", "stop", "pay", "act", "pass")
    yield from (f"send {place}" for place in board.PLACES)
    yield "return all"
    yield from (f"return {place}" for place in board.PLACES)
    yield "done"
    yield from (f"buy {good}" for good in board.GOODS)
    yield "keep"
    yield from (f"turn {face}" for face in ids.TURNED)
    yield "reroll"
    yield from (f"name {number}" for number in range(3, 13))
    yield from (f"take {good}" for good in board.GOODS[: board.JEWELLERY])
    yield from (f"sell {number} {good}" for good in board.GOODS for number in range(6))
    yield from (f"give {good}" for good in board.GOODS)
    yield from (f"tile {colour}" for colour in board.TILES)
    yield from ("draw", "draw open")
    yield from (f"discard {card}" for card in cards.CARDS)
    yield from ("catch card", "catch lira", "governor")
    yield from (f"smuggler {good}" for good in board.GOODS)
    yield "smuggler back"
    yield from (f"yellow {place}" for place in board.PLACES)
    yield "end"
    yield from (f"card good {good}" for good in board.GOODS)
    yield from ("card lira", "card sultan", "card post", "card gemstone")
    yield from ("card home card", "card home lira", "card stay")
    yield from (f"card far {place}" for place in board.PLACES)
    yield from (f"card assistant {place}" for place in board.PLACES)
    yield "card any-goods"
    yield from (f"start {seat}" for seat in range(1, 6))
    yield from (f"deal {card}" for card in cards.CARDS)
    for market, tiles in zip(board.MARKETS, board.DEMANDS, strict=True):
        yield from (f"demand {market} {'-'.join(map(str, tile))}" for tile in tiles)
    yield from (f"roll {low} {high}" for low, high in dice.PAIRS)
    yield from (f"lay {place} {field}" for place in board.PLACES for field in board.FIELDS)


TEXTS = tuple(_texts())
CHOICE_OF = {text: choice for choice, text in enumerate(TEXTS)}


def text(choice: int) -> str:
    """The notation of a choice."""
    if not 0 <= choice < ids.NUM_ACTIONS:
        raise BadNotation(f"{choice} is no choice of Istanbul")
    return TEXTS[choice]


def parse(text: str) -> int:
    """The choice of a notation; capitals and extra spaces do not matter."""
    plain = " ".join(text.lower().split())
    choice = CHOICE_OF.get(plain)
    if choice is not None:
        return choice
    similar = [known for known in TEXTS if known[0] == plain[:1]]
    close = get_close_matches(plain, similar, n=1, cutoff=0.6)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    raise BadNotation(f"'{text}' is no choice of Istanbul{hint}")
