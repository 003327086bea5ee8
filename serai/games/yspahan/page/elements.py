"""What lies on the city, the tower and the caravan."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, cast

from serai.games.yspahan import board, ids
from serai.games.yspahan.observe import Group, Observation
from serai.games.yspahan.page import geometry as at
from serai.games.yspahan.page.city import zone
from serai.games.yspahan.page.reading import at_field, move_prices
from serai.games.yspahan.page.words import dice, words_in
from serai.scene import build
from serai.scene.layers import Layers
from serai.scene.say import Say
from serai.scene.scene import Element, Look
from serai.scene.share import shared

Dice = tuple[str, int, int, int]  # field, value, white, yellow

NOTHING: Final[dict[str, Element]] = {}
# Painter's order: dice and cubes are above the rims behind them, the supervisor above everything.
UNDER, PIECE, OVER, TOP = 0, 1, 2, 3
ZONES: Final = {shop: zone(shop) for shop in board.SHOPS}
ON_STREET: Final = frozenset(at.DOORS)
INSIDE: Final = {bazaar: [shop for shop in board.SHOPS if shop[:-1] == bazaar] for bazaar in at.SIZES}


def choosable(look: Look, seen: Observation) -> Layers:
    """The elements that the player to choose can pick."""
    found = _choices(seen, look)
    in_city = any(element["part"] == "city" and "choices" in element for element in found.values())
    aside = f"target-{seen['supervisor']}" in found
    *below, _, _ = elements(look).layers
    return Layers(*below, _supervisor(look.say, seen["supervisor"], in_city, aside), found)


@shared
def elements(look: Look) -> Layers:
    """The elements that all viewers share."""
    seen = cast(Observation, look.seen)
    say, turn, taken = look.say, seen["turn"], seen["taken"]
    last_turn = seen["day"] == 7 and seen["step"] == len(seen["order"]) - 1
    on_the_way = (seen["sending"], seen["waiting"])
    rolled = seen["phase"] not in ("start", "dice", "roll", "done")
    tower = tuple([_dice(group) for group in seen["tower"]])
    return Layers(
        _backdrop(say, seen["players"]),
        _calendar(say, seen["week"], seen["day"]),
        *_city(say, tuple(look.names), tuple(seen["shops"].items()), last_turn, on_the_way),
        _tower(say, tower, taken["field"] if taken is not None else "", rolled),
        _taken(say, _dice(taken), turn, look.names[turn]) if taken is not None else NOTHING,
        _caravan(say, seen["players"], tuple(seen["caravan"])),
        _supervisor(say, seen["supervisor"], False, False),
        NOTHING,
    )


def _dice(group: Group) -> Dice:
    return group["field"], group["value"], group["white"], group["yellow"]


@cache
def _supervisor(say: Say, field: str, asked: bool, aside: bool) -> dict[str, Element]:
    """It steps aside if its own field can be chosen; the city is centred on it if nothing in it can be."""
    x, y = at.FIELDS[field]
    if aside:
        x, y = x + 21, y - 5
    return {
        "supervisor": build.element(
            "supervisor",
            "city",
            x,
            y,
            layer=TOP,
            state="" if asked else "focus",
            label=say("Supervisor {where}", where=words_in(say).on[field]),
            bend=at.FIELDS["centre"],
        )
    }


@cache
def _backdrop(say: Say, players: int) -> dict[str, Element]:
    """What never changes: the names of quarters, the camels of the caravan."""
    found: dict[str, Element] = {}
    for quarter, (x, y) in at.BANNERS.items():
        text = words_in(say).floors[quarter]
        found[f"banner-{quarter}"] = build.element("banner", "city", x, y, text=text)
    for key, y, text in (
        ("title", 25.0, say("Caravan")),
        ("note", 42.0, say("+ on arrival, × at week’s end")),
    ):
        found[f"caravan-{key}"] = build.element("words", "caravan", 14, y, state=key, text=text)
    for slot, (x, y) in enumerate(at.SADDLES[players]):
        row = slot // players + 1
        found[f"camel-{slot}"] = build.element("camel", "caravan", x, y, state=f"row-{row}")
    return found


@cache
def _calendar(say: Say, week: int, day: int) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for one, (x, y) in at.WEEKS.items():
        found[f"week-{one}"] = build.element(
            "week-now" if one == week else "week",
            "city",
            x,
            y,
            state="now" if one == week else "past" if one < week else "later",
            text=words_in(say).weeks[one],
        )
    for past in range(1, day):
        x, y = at.DAYS[past]
        found[f"dusk-{past}"] = build.element("dusk", "city", x, y)
    x, y = at.DAYS[day]
    found["today"] = build.element(
        "today", "city", x, y, layer=PIECE, text=str(day), label=say("Day {n} of 7", n=day)
    )
    return found


@lru_cache(1024)
def _city(
    say: Say,
    who: tuple[str, ...],
    shops: tuple[tuple[str, int], ...],
    last_turn: bool,
    on_the_way: tuple[str | None, str | None],
) -> tuple[dict[str, Element], ...]:
    """The contents of the bazaars, cached one by one, because a choice changes few of them."""
    owners = dict(shops)
    return tuple(
        [
            _bazaar(
                say,
                who,
                bazaar,
                tuple([owners.get(shop) for shop in inside]),
                last_turn,
                tuple([shop for shop in on_the_way if shop in inside]),
            )
            for bazaar, inside in INSIDE.items()
        ]
    )


@lru_cache(2048)
def _bazaar(
    say: Say,
    who: tuple[str, ...],
    bazaar: str,
    owners: tuple[int | None, ...],
    last_turn: bool,
    on_the_way: tuple[str | None, ...],
) -> dict[str, Element]:
    """Cubes, and the star of a complete bazaar. A cube that leaves goes to the caravan if the supervisor
    can send it, and home at the end of a week."""
    found: dict[str, Element] = {}
    for shop, owner in zip(INSIDE[bazaar], owners, strict=True):
        if owner is not None:
            leaves = shop in on_the_way or (shop in ON_STREET and not last_turn)
            found[f"cube-{ZONES[shop]}"] = _cube(say, shop, owner, who[owner], leaves)
    if len(found) == len(owners):
        x, y = at.STARS[bazaar]
        owner = owners[0]
        assert owner is not None
        found[f"done-{zone(bazaar)}"] = build.element(
            f"done-{owner}", "city", x, y, layer=OVER, state="done", text=str(at.POINTS[bazaar]), owner=owner
        )
    return found


@lru_cache(2048)
def _cube(say: Say, shop: str, owner: int, who: str, leaves: bool) -> Element:
    x, y = at.CUBES[shop]
    home = f"seat-{owner}"
    name = words_in(say)
    return build.element(
        f"cube-{owner}",
        "city",
        x,
        y,
        layer=PIECE,
        state="cube",
        label=name.owned_cube.format(name=who, shop=name.shops[shop]),
        owner=owner,
        origin=home,
        goal="next" if leaves else home,
    )


@lru_cache(2048)
def _tower(say: Say, groups: tuple[Dice, ...], taken: str, rolled: bool) -> dict[str, Element]:
    """The dice on the tower, and which fields have none; `_taken` shows where some were taken."""
    found: dict[str, Element] = {}
    full = {group[0] for group in groups}
    for field, value, white, yellow in groups:
        places = at.DICE_PLACES[field][white + yellow]
        for i, place in enumerate(places):
            face = f"die-{'w' if i < white else 'y'}{value}"
            found[f"die-{field}-{i}"] = _die(face, field, place)
    if rolled:
        for field in board.FIELDS:
            if field not in full and field != taken:
                found[f"empty-{field}"] = _empty(say, field)
    return found


@lru_cache(2048)
def _taken(say: Say, group: Dice, turn: int, who: str) -> dict[str, Element]:
    """Where taken dice lay, and who has them."""
    found: dict[str, Element] = {}
    field, value, white, _ = group
    for i, (x, y, size) in enumerate(at.DICE_PLACES[field][min(white, 12)]):
        found[f"hole-{i}"] = build.element("hole", "tower", x, y, state=f"on-{field}", owner=turn, size=size)
    x, y = at.DICE[field]
    found["taker"] = build.element(
        f"face-{turn}",
        "tower",
        x,
        y,
        layer=OVER,
        state=f"on-{field}",
        label=say("{name} took {dice}", name=who, dice=dice(say, white, value)),
        owner=turn,
    )
    return found


@cache
def _die(face: str, field: str, place: tuple[float, float, float]) -> Element:
    x, y, size = place
    return build.element(face, "tower", x, y, layer=PIECE, state=f"die on-{field}", size=size, goal="active")


@lru_cache(64)
def _empty(say: Say, field: str) -> Element:
    x, y = at.DICE[field]
    text = say("empty")
    return build.element("words", "tower", x, y, state=f"empty on-{field}", text=text)


@lru_cache(2048)
def _caravan(say: Say, players: int, riders: tuple[int, ...]) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for slot, owner in enumerate(riders):
        found[f"rider-{slot}"] = _rider(players, slot, owner)
    saddles = at.SADDLES[players]
    if len(riders) < len(saddles):
        x, y = saddles[len(riders)]
        row = len(riders) // players + 1
        found["next"] = build.element(
            "next", "caravan", x, y, state=f"row-{row}", label=say("Next camel: row {row}", row=row)
        )
    return found


@lru_cache(1024)
def _rider(players: int, slot: int, owner: int) -> Element:
    x, y = at.SADDLES[players][slot]
    return build.element(
        f"cube-{owner}",
        "caravan",
        x,
        y,
        layer=PIECE,
        state=f"cube row-{slot // players + 1}",
        owner=owner,
        size=at.RIDER_SIZE,
        goal=f"seat-{owner}",
    )


def _choices(seen: Observation, look: Look) -> dict[str, Element]:
    """What can be picked on the board."""
    say = look.say
    found: dict[str, Element] = {}
    reach: dict[str, int] = {}
    opened: dict[str, tuple[int, ...]] = {}
    for choice in look.legal:
        kind, index = ids.split(choice)
        if kind == "take":
            field = board.FIELDS[index]
            found[f"floor-{field}"] = _loggia(say, field, choice)
        elif kind in ("place", "card shop"):
            shop = board.SHOPS[index]
            opened[shop] = (*opened.get(shop, ()), choice)
        elif kind == "supervisor":
            reach[board.STREET[index]] = choice
        elif kind == "send":
            shop = board.SHOPS[board.SHARED_SHOPS[index]]
            found[f"asked-{ZONES[shop]}"] = _asked(say, shop, (choice,))
    for shop, choices in opened.items():
        found[f"open-{ZONES[shop]}"] = _open(say, shop, choices)
    if reach:
        _targets(found, seen, say, reach)
    sending = seen["sending"]
    if sending is not None and ids.PAY_CAMEL in look.legal:
        found[f"asked-{ZONES[sending]}"] = _asked(say, sending, (ids.PAY_CAMEL, ids.LET_GO))
    return found


def _targets(found: dict[str, Element], seen: Observation, say: Say, reach: dict[str, int]) -> None:
    """Fields for the supervisor: free ones in gold, others with their price."""
    prices = move_prices(seen, reach)
    free = {field for field, cost in prices.items() if cost == 0}
    for field, choice in reach.items():
        cost = prices[field]
        found[f"target-{field}"] = _target(say, field, cost, choice)
        if cost == 0:
            for shop in at_field(field):
                if shop in seen["shops"]:
                    found[f"rim-{ZONES[shop]}"] = _rim(shop)
        else:
            x, y = at.FIELDS[field]
            dx, dy = (27, -27) if field == "centre" else _coin_side(x, y, free)
            found[f"price-{field}"] = _price(x + dx, y + dy, cost)


@cache
def _loggia(say: Say, field: str, choice: int) -> Element:
    x, y = at.DICE[field]
    return build.element(
        "loggia",
        "tower",
        x,
        y,
        state=f"on-{field}",
        label=say("Take the dice: {field}", field=words_in(say).floors[field]),
        choices=[choice],
    )


@cache
def _open(say: Say, shop: str, choices: tuple[int, ...]) -> Element:
    x, y = at.SHOP_CORNERS[shop]
    by_card = ids.split(choices[0])[0] == "card shop"
    label = say("Cube into {shop} by card") if by_card else say("Cube into {shop}")
    return build.element(
        "open-card" if by_card else "open",
        "city",
        x,
        y,
        layer=OVER,
        label=label.format(shop=words_in(say).shops[shop]),
        choices=list(choices),
    )


@cache
def _asked(say: Say, shop: str, choices: tuple[int, ...]) -> Element:
    x, y = at.CUBES[shop]
    return build.element(
        "asked",
        "city",
        x,
        y,
        layer=UNDER,
        label=say("The cube in {shop}", shop=words_in(say).shops[shop]),
        choices=list(choices),
    )


@cache
def _target(say: Say, field: str, cost: int, choice: int) -> Element:
    x, y = at.FIELDS[field]
    to = words_in(say).to[field]
    symbol = "paid" if cost else "target"
    return build.element(
        f"{symbol}-centre" if field == "centre" else symbol,
        "city",
        x,
        y,
        layer=OVER,
        text="" if field == "centre" else field,
        label=say.plural("Supervisor {to} for {n} gold", "Supervisor {to} for {n} gold", cost, to=to)
        if cost
        else say("Supervisor {to}", to=to),
        choices=[choice],
    )


@cache
def _rim(shop: str) -> Element:
    x, y = at.SHOP_CORNERS[shop]
    return build.element("rim", "city", x, y)


@cache
def _price(x: float, y: float, cost: int) -> Element:
    return build.element("coin", "city", x, y, layer=OVER, text=str(cost))


def _coin_side(x: float, y: float, free: set[str]) -> tuple[int, int]:
    """The coin lies at the corner away from a free neighbour."""
    for field in free:
        fx, fy = at.FIELDS[field]
        if abs(fx - x) + abs(fy - y) < 45:
            if fx > x:
                return -13, -13
            if fy < y:
                return 13, 13
    return 13, -13
