"""The names of things, in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from serai.games.istanbul import board, cards
from serai.scene.say import Say, mark

PLACES: Final = (
    mark("Wainwright"),
    mark("Fabric Warehouse"),
    mark("Spice Warehouse"),
    mark("Fruit Warehouse"),
    mark("Post Office"),
    mark("Caravanserai"),
    mark("Fountain"),
    mark("Black Market"),
    mark("Tea House"),
    mark("Large Market"),
    mark("Small Market"),
    mark("Police Station"),
    mark("Sultan’s Palace"),
    mark("Small Mosque"),
    mark("Great Mosque"),
    mark("Gemstone Dealer"),
)
# For names that are too long for a small board.
SHORT_PLACES: Final = {
    1: mark("Fabric"),
    2: mark("Spice"),
    3: mark("Fruit"),
    11: mark("Police"),
    12: mark("Sultan"),
    15: mark("Gemstones"),
}
TO_PLACES: Final = (
    mark("to the :place-1: Wainwright"),
    mark("to the :place-2: Fabric Warehouse"),
    mark("to the :place-3: Spice Warehouse"),
    mark("to the :place-4: Fruit Warehouse"),
    mark("to the :place-5: Post Office"),
    mark("to the :place-6: Caravanserai"),
    mark("to the :place-7: Fountain"),
    mark("to the :place-8: Black Market"),
    mark("to the :place-9: Tea House"),
    mark("to the :place-10: Large Market"),
    mark("to the :place-11: Small Market"),
    mark("to the :place-12: Police Station"),
    mark("to the :place-13: Sultan’s Palace"),
    mark("to the :place-14: Small Mosque"),
    mark("to the :place-15: Great Mosque"),
    mark("to the :place-16: Gemstone Dealer"),
)
AT_PLACES: Final = (
    mark("at the :place-1: Wainwright"),
    mark("at the :place-2: Fabric Warehouse"),
    mark("at the :place-3: Spice Warehouse"),
    mark("at the :place-4: Fruit Warehouse"),
    mark("at the :place-5: Post Office"),
    mark("at the :place-6: Caravanserai"),
    mark("at the :place-7: Fountain"),
    mark("at the :place-8: Black Market"),
    mark("at the :place-9: Tea House"),
    mark("at the :place-10: Large Market"),
    mark("at the :place-11: Small Market"),
    mark("at the :place-12: Police Station"),
    mark("at the :place-13: Sultan’s Palace"),
    mark("at the :place-14: Small Mosque"),
    mark("at the :place-15: Great Mosque"),
    mark("at the :place-16: Gemstone Dealer"),
)
FROM_PLACES: Final = (
    mark("from the :place-1: Wainwright"),
    mark("from the :place-2: Fabric Warehouse"),
    mark("from the :place-3: Spice Warehouse"),
    mark("from the :place-4: Fruit Warehouse"),
    mark("from the :place-5: Post Office"),
    mark("from the :place-6: Caravanserai"),
    mark("from the :place-7: Fountain"),
    mark("from the :place-8: Black Market"),
    mark("from the :place-9: Tea House"),
    mark("from the :place-10: Large Market"),
    mark("from the :place-11: Small Market"),
    mark("from the :place-12: Police Station"),
    mark("from the :place-13: Sultan’s Palace"),
    mark("from the :place-14: Small Mosque"),
    mark("from the :place-15: Great Mosque"),
    mark("from the :place-16: Gemstone Dealer"),
)
GOODS: Final = (mark("fabric"), mark("spice"), mark("fruit"), mark("jewellery"))
TILES: Final = (
    mark("Red mosque tile"),
    mark("Green mosque tile"),
    mark("Yellow mosque tile"),
    mark("Blue mosque tile"),
)
POWERS: Final = (
    mark("After a roll at the Black Market or the Tea House: turn one die to 4, or reroll both."),
    mark("At a warehouse: buy one extra good of any kind for 2 lira."),
    mark("Once per turn: an assistant comes back to your merchant for 2 lira."),
    mark("Your fifth assistant."),
)
CARDS: Final = (
    mark("One good"),
    mark("Five lira"),
    mark("Sultan twice"),
    mark("Post twice"),
    mark("Gemstone twice"),
    mark("Family home"),
    mark("Stay"),
    mark("Long walk"),
    mark("Assistant back"),
    mark("Any goods"),
)
EFFECTS: Final = (
    mark("Take one good of your choice."),
    mark("Take 5 lira from the bank."),
    mark("At the Sultan’s Palace: do the action once more."),
    mark("At the Post Office: do the action once more."),
    mark("At the Gemstone Dealer: do the action once more."),
    mark("Your family member returns to the Police Station: take a card or 3 lira."),
    mark("Stay where you are instead of walking; you still need an assistant."),
    mark("Walk 3 or 4 steps instead of 1 or 2."),
    mark("When you walk: one of your assistants comes back to your merchant."),
    mark("At the Small Market: sell any goods you like."),
)
# The parts of the estimate.
PARTS: Final = {
    "rubies": mark("rubies"),
    "cart": mark("the cart"),
    "tiles": mark("mosque tiles"),
    "goods": mark("goods"),
    "lira": mark("lira"),
    "cards": mark("bonus cards"),
    "family": mark("the family member"),
    "assistants": mark("assistants"),
    "place": mark("a good place"),
}

PLACE: Final = {name: number for number, name in enumerate(board.PLACES)}
GOOD: Final = {name: number for number, name in enumerate(board.GOODS)}
TILE: Final = {name: number for number, name in enumerate(board.TILES)}
CARD: Final = {name: number for number, name in enumerate(cards.CARDS)}


@dataclass(frozen=True)
class Words:
    """All names in one language, by the numbers of the rules."""

    places: tuple[str, ...]
    short: tuple[str, ...]
    to: tuple[str, ...]
    at: tuple[str, ...]
    away: tuple[str, ...]
    goods: tuple[str, ...]
    tiles: tuple[str, ...]
    powers: tuple[str, ...]
    cards: tuple[str, ...]
    effects: tuple[str, ...]


@cache
def words_in(say: Say) -> Words:
    """All names in a language."""
    places = tuple(map(say, PLACES))
    return Words(
        places,
        tuple(
            say(SHORT_PLACES[number]) if number in SHORT_PLACES else places[number] for number in range(16)
        ),
        tuple(map(say, TO_PLACES)),
        tuple(map(say, AT_PLACES)),
        tuple(map(say, FROM_PLACES)),
        tuple(map(say, GOODS)),
        tuple(map(say, TILES)),
        tuple(map(say, POWERS)),
        tuple(map(say, CARDS)),
        tuple(map(say, EFFECTS)),
    )


def counted(say: Say, goods: dict[str, int]) -> str:
    """Goods with their numbers: "2 fabric, 1 spice"."""
    names = words_in(say).goods
    return ", ".join(f"{number} {names[GOOD[good]]}" for good, number in goods.items() if number)


def lira(say: Say, number: int) -> str:
    """A number of lira in words."""
    return say.plural("{n} lira", "{n} lira", number)
