"""The names of things, in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from serai.games.yspahan import board
from serai.scene.say import Say, mark

QUARTERS: Final = {
    "sack": mark("Sack"),
    "barrel": mark("Barrel"),
    "chest": mark("Chest"),
    "amphora": mark("Amphora"),
}
FLOORS: Final = {"camels": mark("Camels"), **QUARTERS, "gold": mark("Gold")}
BUILDINGS: Final = {
    "pasture": mark("Pasture"),
    "store": mark("Store"),
    "bathhouse": mark("Bathhouse"),
    "caravanserai": mark("Caravanserai"),
    "market": mark("Market"),
    "hoist": mark("Hoist"),
}
EFFECTS: Final = {
    "pasture": mark("One extra camel whenever you take camels from the tower."),
    "store": mark("Two extra gold whenever you take gold from the tower."),
    "bathhouse": mark("The supervisor may go up to three fields more or fewer for free."),
    "caravanserai": mark("Draw a card whenever the supervisor sends one of your cubes to the caravan."),
    "market": mark("Two extra points at week’s end for each bazaar you have completed."),
    "hoist": mark("You may place one extra cube in the quarter whenever you supply shops."),
}
EFFECTS_IN_SHORT: Final = {
    "pasture": mark("+1 camel from the tower"),
    "store": mark("+2 gold from the tower"),
    "bathhouse": mark("supervisor up to 3 fields more or fewer"),
    "caravanserai": mark("a card when your cube is sent off"),
    "market": mark("+2 points a bazaar"),
    "hoist": mark("+1 cube when you supply shops"),
}
CARDS: Final = {
    "swap": mark("Swap camels and gold"),
    "camels": mark("Three camels"),
    "gold": mark("Three gold"),
    "shop": mark("Cube into a shop"),
    "caravan": mark("Cube to the caravan"),
    "camels-for-points": mark("Camels for points"),
    "gold-for-points": mark("Gold for points"),
    "build-without-camels": mark("Build without camels"),
    "build-without-gold": mark("Build without gold"),
}
CARD_EFFECTS: Final = {
    "swap": mark("Trade camels for as much gold, or gold for as many camels."),
    "camels": mark("Take three camels."),
    "gold": mark("Take three gold."),
    "shop": mark("Put a cube into an open shop in any quarter."),
    "caravan": mark("Put a cube on the next free camel of the caravan; it scores at once."),
    "camels-for-points": mark("Trade up to four camels for two points each."),
    "gold-for-points": mark("Trade up to ten gold for one point each."),
    "build-without-camels": mark("Build and pay only the gold."),
    "build-without-gold": mark("Build and pay only the camels."),
}
SOURCES: Final = {
    "bazaar": mark("Bazaars"),
    "market": mark("Market"),
    "camel": mark("Arrivals in the caravan"),
    "caravan": mark("Caravan at week’s end"),
    "full caravan": mark("Full caravan"),
    "building": mark("Buildings"),
    "card": mark("Cards"),
}
# The parts of the estimate.
PARTS: Final = {
    "points": mark("points"),
    "city": mark("bazaars"),
    "caravan": mark("the caravan"),
    "buildings": mark("buildings"),
    "goods": mark("camels and gold"),
    "cards": mark("cards"),
}
NUMBERS: Final = (
    mark("no"),
    mark("one"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
    mark("eleven"),
    mark("twelve"),
)


@dataclass(frozen=True)
class Words:
    """Every name in one language."""

    floors: dict[str, str]
    buildings: dict[str, str]
    effects: dict[str, str]
    effects_in_short: dict[str, str]
    cards: dict[str, str]
    card_effects: dict[str, str]
    shops: dict[str, str]  # "Chest B1"
    bazaars: dict[str, str]
    on: dict[str, str]  # a street field as a location: "on W3", "in the centre"
    to: dict[str, str]
    away: dict[str, str]
    weeks: list[str]
    owned_cube: str  # "{name}: cube in {shop}"


@cache
def words_in(say: Say) -> Words:
    """All names in a language."""
    floors = {field: say(name) for field, name in FLOORS.items()}
    bazaars = {f"{quarter}.{name}": f"{floors[quarter]} {name}" for quarter, name, *_ in board.BAZAARS}
    return Words(
        floors=floors,
        buildings={key: say(name) for key, name in BUILDINGS.items()},
        effects={key: say(text) for key, text in EFFECTS.items()},
        effects_in_short={key: say(text) for key, text in EFFECTS_IN_SHORT.items()},
        cards={key: say(name) for key, name in CARDS.items()},
        card_effects={key: say(text) for key, text in CARD_EFFECTS.items()},
        shops={shop: f"{bazaars[shop[:-1]]}{shop[-1]}" for shop in board.SHOPS},
        bazaars=bazaars,
        on=_of_street(say("on {field}"), say("in the centre")),
        to=_of_street(say("to {field}"), say("to the centre")),
        away=_of_street(say("from {field}"), say("from the centre")),
        weeks=["", *(say("Week {n}", n=week) for week in (1, 2, 3))],
        owned_cube=say("{name}: cube in {shop}"),
    )


def _of_street(field: str, centre: str) -> dict[str, str]:
    return {name: centre if name == "centre" else field.format(field=name) for name in board.STREET}


def number(say: Say, n: int) -> str:
    """A small number as a word."""
    return say(NUMBERS[n]) if n < len(NUMBERS) else str(n)


@cache
def dice(say: Say, count: int, value: int) -> str:
    """A group of dice: "the two 4s"."""
    n = number(say, count)
    if value == 1:
        return say.plural("the 1", "the {count} 1s", count, count=n)
    if value == 2:
        return say.plural("the 2", "the {count} 2s", count, count=n)
    if value == 3:
        return say.plural("the 3", "the {count} 3s", count, count=n)
    if value == 4:
        return say.plural("the 4", "the {count} 4s", count, count=n)
    if value == 5:
        return say.plural("the 5", "the {count} 5s", count, count=n)
    return say.plural("the 6", "the {count} 6s", count, count=n)


@cache
def camels(say: Say, n: int) -> str:
    """A number of camels in words."""
    return say.plural("{n} camel", "{n} camels", n)


@cache
def gold(say: Say, n: int) -> str:
    """An amount of gold in words."""
    return say.plural("{n} gold", "{n} gold", n)


@cache
def points(say: Say, n: int) -> str:
    """A number of points in words."""
    return say.plural("{n} point", "{n} points", n)


@cache
def cubes(say: Say, n: int) -> str:
    """A number of cubes in words."""
    return say.plural("{n} cube", "{n} cubes", n)


def price(say: Say, camel: int, coin: int) -> str:
    """What a building costs; "nothing" if a card pays it all."""
    if camel and coin:
        return say("{camels} and {gold}", camels=camels(say, camel), gold=gold(say, coin))
    if camel:
        return camels(say, camel)
    return gold(say, coin) if coin else say("nothing")


def building_cost(building: str, without: str = "") -> tuple[int, int]:
    """Camels and gold for a building; a card can waive its "camels" or its "gold"."""
    index = board.BUILDINGS.index(building)
    return (
        0 if without == "camels" else int(board.CAMEL_COST[index]),
        0 if without == "gold" else int(board.GOLD_COST[index]),
    )


def building_price(say: Say, building: str) -> str:
    """What a building costs, in words."""
    return price(say, *building_cost(building))
