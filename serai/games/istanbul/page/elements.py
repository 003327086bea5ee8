"""What lies on the board and on the cart.

A scene is built after every choice, so what did not change is not built again: the elements of a place are
cached by what they depend on, and are never modified.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from serai.games.istanbul import board, ids
from serai.games.istanbul.page import geometry, tiles
from serai.games.istanbul.page.words import CARD, PLACE, words_in
from serai.scene import build
from serai.scene.layers import Layers, Over
from serai.scene.say import Say
from serai.scene.scene import Element, Look
from serai.scene.share import shared

Elements = dict[str, Element]
Fields = tuple[str | None, ...]
Picks = Mapping[str, list[int]]

# Painter's order.
ON_TILE = 1
TURN = 2
LYING = 3
UPRIGHT = 4
FRONT = 5

MANY = 2048
PLACE_KEY = {name: f"place-{number + 1}" for name, number in PLACE.items()}
GOOD_NAMES = tuple(board.GOODS)
NOTHING: Elements = {}


def elements(look: Look, picks: Picks) -> Mapping[str, Element]:
    """Everything on board and cart; `picks` has the choices that a thing makes."""
    lying = _lying(look)
    own: Elements = {}
    _mark_tiles(own, lying, look, picks)
    own.update(_cart_of(look))
    for key, choices in picks.items():
        element = own.get(key) or lying.get(key)
        if element is not None:
            own[key] = {**element, "choices": choices}
    return Over(lying, own)


@shared
def _lying(look: Look) -> Layers:
    """The tiles, and the public things on them."""
    seen = look.seen
    say = look.say
    fields: Fields = tuple(seen["fields"])
    corners = corner_of(fields)
    shown = [
        make(seen, say, *corners[place]) if place in corners else NOTHING for place, make in _BANDS.items()
    ]
    thrown = _dice(seen, corners)
    return Layers(printed(fields, seen["players"], say), *shown, thrown, _people(seen, look, corners))


@lru_cache(MANY)
def corner_of(fields: Fields) -> dict[str, tuple[int, int]]:
    """The upper left corner of each place."""
    return {place: geometry.FIELDS[field] for field, place in enumerate(fields) if place is not None}


@lru_cache(MANY)
def printed(fields: Fields, players: int, say: Say) -> Elements:
    """The tiles with their names, and what is printed on them for this number of players."""
    names = words_in(say)
    drawn: Elements = {}
    for name, (x, y) in corner_of(fields).items():
        number = PLACE[name]
        drawn[f"place-{number + 1}"] = build.element(
            f"tile-{number + 1}",
            "board",
            x,
            y,
            state="tile" + _tight(names.places[number], 16),
            text=names.places[number],
            label=names.places[number],
        )
        drawn[f"short-{number + 1}"] = _word(
            x + geometry.SHORT_NAME[0],
            y + geometry.SHORT_NAME[1],
            names.short[number],
            "far name" + _tight(names.short[number], 12),
        )
    for name, symbol in (
        ("wainwright", f"sockets-cart-{players}"),
        ("police-station", f"niches-{players}"),
        ("small-mosque", f"sockets-mosque-{board.MOSQUE_RUBIES[players]}"),
        ("great-mosque", f"sockets-mosque-{board.MOSQUE_RUBIES[players]}"),
    ):
        if name in corner_of(fields):
            x, y = corner_of(fields)[name]
            drawn[f"printed-{name}"] = _piece(symbol, x, y, "near")
    for name, dx, dy, text, state in (
        ("wainwright", 144, 217, say("left"), "near middle"),
        ("fabric-warehouse", 94, 251, say("fill your cart"), "near"),
        ("spice-warehouse", 94, 251, say("fill your cart"), "near"),
        ("fruit-warehouse", 94, 251, say("fill your cart"), "near"),
        ("fountain", 123, 224, say("assistants return"), "near strong"),
        ("fountain", 123, 246, say("nothing to pay here"), "near"),
        ("tea-house", 64, 217, say("name"), "near middle"),
    ):
        if name in corner_of(fields):
            x, y = corner_of(fields)[name]
            room = (256 - dx) // 8  # in characters
            drawn[f"word-{name}-{dy}"] = _word(x + dx, y + dy, text, state + _tight(text, room))
    return drawn


def _piece(
    symbol: str, x: float, y: float, state: str = "", size: float = 1, layer: int = ON_TILE
) -> Element:
    piece = build.element(symbol, "board", x, y, layer=layer)
    if state:
        piece["state"] = state
    if size != 1:
        piece["size"] = size
    return piece


def _word(x: float, y: float, text: str, state: str) -> Element:
    return build.element("word", "board", x, y, layer=ON_TILE, state=state, text=text)


def _tight(text: str, most: int) -> str:
    """The style class for texts that are too long for their usual size."""
    return " tight" if len(text) > most else ""


# Tiles that can be chosen


def _mark_tiles(drawn: Elements, below: Mapping[str, Element], look: Look, picks: Picks) -> None:
    """Targets glow, with their distance in steps; the other tiles are slightly shaded."""
    seat = look.seat
    if seat is None or not look.legal:
        return
    seen = look.seen
    walking = seen["phase"] == "move"
    sending = look.legal[0] == ids.PASS and seen["site"] == "police-station" and seen["phase"] == "action"
    if not (walking or sending):
        return
    here = seen["seats"][seat]["merchant"]
    corners = corner_of(tuple(seen["fields"]))
    for place, (x, y) in corners.items():
        key = PLACE_KEY[place]
        base = below[key]
        choices = picks.get(key)
        if not choices:
            drawn[key] = {**base, "state": "tile here" if place == here else "tile shade"}
            continue
        plain = ids.split(choices[0])[0] == "move"
        state = "tile target" if plain or sending else "tile target by-card"
        drawn[key] = {**base, "state": state, "owner": seat}
        if walking and place != here:
            drawn.update(_walk(seat, corners[here], x, y, key))


@lru_cache(MANY)
def _walk(seat: int, here: tuple[int, int], x: int, y: int, key: str) -> Elements:
    """How many steps away a place is, and the path there, which shows when the place is hovered."""
    columns = (x - here[0]) // (geometry.TILE + geometry.GAP)
    rows = (y - here[1]) // (geometry.TILE + geometry.GAP)
    chip = _piece("step-chip", x + geometry.CHIP[0], y + geometry.CHIP[1], layer=FRONT)
    chip["text"] = str(abs(columns) + abs(rows))
    way = _piece(f"way{columns}{rows}", here[0] + 130, here[1] + geometry.STREET + 3, "way", layer=TURN)
    way["owner"] = seat
    return {f"steps-{key}": chip, f"way-{key}": way}


def steps(fields: Sequence[str | None], here: str, there: str) -> int:
    """How many steps a walk from one place to another takes."""
    return board.distance(fields.index(here), fields.index(there))


# What the places show


def _goal(seen: Mapping[str, Any], place: str) -> int:
    """The seat that could take something from a place now; -1: none."""
    turn: int = seen["turn"]
    me = seen["seats"][turn]
    return turn if place in (me["merchant"], me["family"], seen["site"]) else -1


def _taken(element: Element, taker: int) -> Element:
    if taker >= 0:
        element["goal"] = f"seat-{taker}"
    return element


def _wainwright(seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    left = 3 * seen["players"] - sum(seat["capacity"] - 2 for seat in seen["seats"])
    return _wainwright_shows(x, y, seen["wainwright"], left, _goal(seen, "wainwright"))


@lru_cache(MANY)
def _wainwright_shows(x: int, y: int, rubies: int, left: int, taker: int) -> Elements:
    drawn: Elements = {"extensions": _word(x + 144, y + 243, str(left), "near middle number")}
    for i, (dx, dy) in enumerate(geometry.CART_RUBIES[:rubies]):
        ruby = _piece("ruby", x + dx, y + dy, "near", 0.81)
        drawn[f"ruby-wainwright-{i}"] = _taken(ruby, taker if i == rubies - 1 else -1)
    drawn["ruby-wainwright-far"] = _piece("ruby", x + 194, y + 231, "far", 1.38)
    drawn["rubies-wainwright"] = _word(x + 234, y + 244, str(rubies), "far middle number")
    return drawn


def _post(seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    return _post_shows(x, y, seen["post"])


@lru_cache(MANY)
def _post_shows(x: int, y: int, down: int) -> Elements:
    drawn: Elements = {}
    for i, dx in enumerate(geometry.POST_X):
        is_down = i < down
        dy = geometry.POST_LOWER if is_down else geometry.POST_UPPER
        drawn[f"post-{i}"] = _piece("envelope", x + dx, y + dy, "near")
        shown = tiles.POST[i][0 if is_down else 1]
        far_x = x + 48 + 58 * i
        if isinstance(shown, str):
            drawn[f"post-far-{i}"] = _piece(f"good-{shown}", far_x, y + 232, "far", 1.56)
        else:
            coin = _piece("money", far_x, y + 231, "far coin", 1.6)
            coin["text"] = str(shown)
            drawn[f"post-far-{i}"] = coin
    return drawn


def _caravanserai(seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    discards = seen["discards"]
    return _caravanserai_shows(say, x, y, seen["deck"], discards[0] if discards else "", len(discards))


@lru_cache(MANY)
def _caravanserai_shows(say: Say, x: int, y: int, deck: int, top: str, size: int) -> Elements:
    drawn: Elements = {}
    if deck:
        if deck > 1:
            drawn["pile-under"] = _piece("back", x + 42, y + 224, "near")
        pile = _piece("back", x + 38, y + 226, "near pile")
        pile["text"] = str(deck)
        pile["label"] = say.plural("Draw pile: {n} card", "Draw pile: {n} cards", deck)
        drawn["pile"] = pile
        drawn["pile-far"] = _piece("back", x + 66, y + 231, "far", 0.86)
        drawn["pile-count"] = _word(x + 110, y + 244, str(deck), "far middle number")
    if top:
        name = words_in(say).cards[CARD[top]]
        label = say.plural(
            "Discard pile: {name}, the only card",
            "Discard pile of {n} cards: {name} on top",
            size,
            name=name,
        )
        card = _piece(f"open-{top}", x + geometry.OPEN_PILE[0], y + geometry.OPEN_PILE[1], "near")
        card["label"] = label
        drawn["open"] = card
        drawn["open-name"] = _word(x + 138, y + 224, name, "near strong" + _tight(name, 13))
        drawn["open-count"] = _word(x + 138, y + 246, say.plural("{n} card", "{n} cards", size), "near")
        drawn["open-far"] = _piece(f"open-{top}", x + 176, y + 231, "far", 0.86)
        drawn["open-far-count"] = _word(x + 224, y + 244, str(size), "far middle number")
    return drawn


def _dice(seen: Mapping[str, Any], corners: Mapping[str, tuple[int, int]]) -> Elements:
    """A throw that can still be changed lies in the street of the place where it was made."""
    thrown = seen["dice"]
    if thrown is None or seen["site"] not in ("black-market", "tea-house"):
        return NOTHING
    return _dice_show(*corners[seen["site"]], *thrown)


@lru_cache(MANY)
def _dice_show(x: int, y: int, low: int, high: int) -> Elements:
    drawn: Elements = {}
    for i, face in enumerate((low, high)):
        die = _piece(f"die-{face}", x + 172 + 52 * i, y + 116, "die", 1.3, FRONT)
        die["turn"] = (-8, 7)[i]
        die["label"] = str(face)
        drawn[f"die-{i}"] = die
    return drawn


def _tea_house(seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    named = seen["named"]
    return _called(say, x, y, named) if named is not None else NOTHING


@lru_cache(MANY)
def _called(say: Say, x: int, y: int, named: int) -> Elements:
    called = _piece("money", x + 230, y + 227, "near coin called", 1.15)
    called["text"] = str(named)
    called["label"] = say("Named: {number}", number=named)
    return {"called": called}


DEMANDED: Final = [
    [dict(zip(GOOD_NAMES, goods, strict=True)) for goods in tickets] for tickets in board.DEMANDS
]


def _market(name: str, market: int, seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    demand = seen[name]["demand"]
    if demand is None:
        return NOTHING
    return _market_shows(board.MARKETS[market], x, y, DEMANDED[market].index(demand))


@lru_cache(MANY)
def _market_shows(market: str, x: int, y: int, number: int) -> Elements:
    symbol = f"demand-{market}-{number}"
    return {symbol: _piece(symbol, x + geometry.DEMAND[0], y + geometry.DEMAND[1])}


def _sultan(seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    return _sultan_shows(x, y, seen["sultan"]["price"], _goal(seen, "sultans-palace"))


@lru_cache(MANY)
def _sultan_shows(x: int, y: int, price: int, taker: int) -> Elements:
    """Rubies cover the symbols that are not required yet; the last one lies under the crown."""
    drawn: Elements = {}
    for i in range(price, len(geometry.SYMBOLS)):
        dx, dy = geometry.SYMBOLS[i]
        ruby = _piece("ruby", x + dx, y + dy, "near", 0.97)
        drawn[f"ruby-sultan-{i}"] = _taken(ruby, taker if i == price else -1)
    if price <= 10:
        drawn["sultan-price"] = _piece(f"sultan-{price}", x, y)
    return drawn


def _mosque(name: str, number: int, seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    mosque = seen[name]
    key = name.replace("_", "-")
    tiles_left = tuple(mosque["tiles"][colour] for colour in tiles.MOSQUES[number])
    taker = _goal(seen, key)
    return _mosque_shows(key, number, x, y, seen["players"], mosque["rubies"], tiles_left, taker)


@lru_cache(MANY)
def _mosque_shows(
    key: str,
    number: int,
    x: int,
    y: int,
    players: int,
    rubies: int,
    tiles_left: tuple[int | None, ...],
    taker: int,
) -> Elements:
    drawn: Elements = {}
    for i, (colour, asked) in enumerate(zip(tiles.MOSQUES[number], tiles_left, strict=True)):
        if asked is None:
            continue
        dx, dy = geometry.MOSQUE_STACKS[i]
        for under in range(_tiles_under(players, asked), 0, -1):
            drawn[f"edge-{colour}-{under}"] = _piece(
                f"edge-{colour}", x + dx + 2.5 * under, y + dy + 2.5 * under, "near"
            )
        tile = _taken(_piece(f"mosque-{colour}", x + dx, y + dy, "near ask"), taker)
        tile["text"] = f"×{asked}"
        drawn[f"tile-{colour}-{asked}"] = tile
        far = _piece(f"asked-{colour}", x + 42 + 82 * i, y + 232, "far asked")
        far["text"] = str(asked)
        drawn[f"far-{colour}"] = far
    for i, (rx, ry) in enumerate(geometry.MOSQUE_RUBIES[:rubies]):
        ruby = _piece("ruby", x + rx, y + ry, "near", 0.9)
        drawn[f"ruby-{key}-{i}"] = _taken(ruby, taker if i == rubies - 1 else -1)
    drawn[f"ruby-{key}-far"] = _piece("ruby", x + 204, y + 231, "far", 1.38)
    drawn[f"rubies-{key}"] = _word(x + 242, y + 244, str(rubies), "far middle number")
    return drawn


@lru_cache(MANY)
def _tiles_under(players: int, asked: int) -> int:
    """How many tiles lie under the one that requires this many goods."""
    stack = int(board.MOSQUE_TILES[players])
    while stack & 15 != asked:
        stack >>= 4
    number = 0
    while stack >> 4:
        stack >>= 4
        number += 1
    return number


def _gemstone(seen: Mapping[str, Any], say: Say, x: int, y: int) -> Elements:
    return _gemstone_shows(x, y, seen["players"], seen["gemstone"]["price"], _goal(seen, "gemstone-dealer"))


@lru_cache(MANY)
def _gemstone_shows(x: int, y: int, players: int, price: int, taker: int) -> Elements:
    drawn: Elements = {}
    for i, (dx, dy) in enumerate(geometry.PRICES):
        amount = geometry.FIRST_PRICE + i
        if amount < price:
            if amount >= board.FIRST_GEMSTONE[players]:
                drawn[f"sold-{amount}"] = _piece("gem-sold", x + dx, y + dy, "near")
            continue
        if amount == price:
            cell = _piece("gem-price", x + dx, y + dy, "near")
            cell["text"] = str(price)
            drawn["gem-price"] = cell
        ruby = _piece("ruby", x + dx + (11 if amount == price else 9.5), y + dy, "near", 0.64)
        drawn[f"ruby-gemstone-{amount}"] = _taken(ruby, taker if amount == price else -1)
    if price <= board.LAST_GEMSTONE:
        coin = _piece("money", x + 88, y + 231, "far coin", 1.8)
        coin["text"] = str(price)
        drawn["gem-price-far"] = coin
    return drawn


_BANDS: Final[dict[str, Callable[[Mapping[str, Any], Say, int, int], Elements]]] = {
    "wainwright": _wainwright,
    "post-office": _post,
    "caravanserai": _caravanserai,
    "tea-house": _tea_house,
    "large-market": partial(_market, "large_market", board.LARGE),
    "small-market": partial(_market, "small_market", board.SMALL),
    "sultans-palace": _sultan,
    "small-mosque": partial(_mosque, "small_mosque", 14),
    "great-mosque": partial(_mosque, "great_mosque", 15),
    "gemstone-dealer": _gemstone,
}


# Merchants, assistants, family members, governor, smuggler


def _people(seen: Mapping[str, Any], look: Look, corners: Mapping[str, tuple[int, int]]) -> Elements:
    if len(corners) < board.NUM_PLACES:
        return NOTHING
    drawn: Elements = {}
    merchants: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    lying: dict[str, list[tuple[str, str]]] = {}
    for seat, player in enumerate(seen["seats"]):
        merchants.setdefault(player["merchant"], []).append(f"merchant-{seat}")
        if player["family"] != "police-station":
            others.setdefault(player["family"], []).append(f"family-{seat}")
        for place in player["assistants"]:
            lying.setdefault(place, []).append((f"out-{seat}-{PLACE[place] + 1}", f"assistant-{seat}"))
    for number, place in enumerate(seen["neutral_merchants"]):
        merchants.setdefault(place, []).append(f"neutral-{number}")
    for place, number in seen["neutral_assistants"].items():
        for i in range(number):
            key = f"out-neutral-{PLACE[place] + 1}-{i}"
            lying.setdefault(place, []).append((key, "assistant-neutral"))
    for figure in ("governor", "smuggler"):
        if seen[figure] is not None:
            others.setdefault(seen[figure], []).append(figure)
    for place, pieces in lying.items():
        x, y = corners[place]
        drawn.update(_assistants_lie(look.say, tuple(look.names), x, y, tuple(pieces)))
    for place, (x, y) in corners.items():
        here = merchants.get(place, [])
        if here or place in others:
            people = (*here, *others.get(place, ()))
            for key, dx in zip(
                people, geometry.side_by_side(len(here), len(people) - len(here)), strict=True
            ):
                _stand(drawn, seen, look, key, x + dx, y + geometry.STREET)
    x, y = corners["police-station"]
    for seat, player in enumerate(seen["seats"]):
        is_home = player["family"] == "police-station"
        drawn.update(_niche(look.say, look.names[seat], x, y, seat, is_home))
    return drawn


@lru_cache(MANY)
def _assistants_lie(
    say: Say, names: tuple[str, ...], x: int, y: int, pieces: tuple[tuple[str, str], ...]
) -> Elements:
    drawn: Elements = {}
    for (key, symbol), dx in zip(pieces, geometry.ASSISTANTS * 2, strict=False):
        piece = _piece(symbol, x + dx, y + geometry.CURB, "lies", geometry.ASSISTANT_SIZE, LYING)
        if symbol == "assistant-neutral":
            piece["label"] = say("Neutral assistant")
        else:
            piece["origin"] = piece["goal"] = f"merchant-{symbol[-1]}"
            piece["label"] = say("{name}’s assistant", name=names[int(symbol[-1])])
        drawn[key] = piece
    return drawn


@lru_cache(MANY)
def _niche(say: Say, name: str, x: int, y: int, seat: int, is_home: bool) -> Elements:
    dx, dy = geometry.NICHES[seat]
    if is_home:
        member = _piece(f"family-{seat}", x + dx, y + dy, "home", geometry.HOME_SIZE, UPRIGHT)
        member["owner"] = seat
        member["label"] = say("{name}’s family member", name=name)
        return {f"family-{seat}": member}
    return {f"away-{seat}": _piece(f"away-{seat}", x + dx, y + dy, "near")}


def _stand(drawn: Elements, seen: Mapping[str, Any], look: Look, key: str, x: float, y: float) -> None:
    kind, _, number = key.partition("-")
    if kind == "merchant":
        seat = int(number)
        stack = tuple(seen["seats"][seat]["stack"])
        drawn.update(_merchant(look.say, look.names[seat], seat, x, y, stack))
        if seat == seen["actor"]:
            drawn.update(_turn(x, y, len(stack)))
    elif kind == "neutral":
        drawn[key] = _figure(look.say, "merchant-neutral", x, y)
    elif kind == "family":
        seat = int(number)
        drawn[key] = _member(look.say, look.names[seat], seat, x, y)
    else:
        drawn[key] = _figure(look.say, kind, x, y + 4)


@lru_cache(MANY)
def _turn(x: float, y: float, stack: int) -> Elements:
    """A ring under the merchant to move, and a pointer above."""
    top = round(y - stack * geometry.STACK_STEP - 72 * geometry.MERCHANT_SIZE, 1)
    return {
        "turn": _piece("turn", x, y, layer=TURN),
        "pointer": _piece("pointer", x, top, layer=FRONT),
    }


@lru_cache(MANY)
def _figure(say: Say, kind: str, x: float, y: float) -> Element:
    if kind == "governor":
        figure = _piece(kind, x, y, "person", geometry.GOVERNOR_SIZE, UPRIGHT)
        figure["label"] = say("Governor")
    elif kind == "smuggler":
        figure = _piece(kind, x, y, "person", geometry.SMUGGLER_SIZE, UPRIGHT)
        figure["label"] = say("Smuggler")
    else:
        figure = _piece(kind, x, y, "person", geometry.MERCHANT_SIZE, UPRIGHT)
        figure["label"] = say("Neutral merchant")
    return figure


@lru_cache(MANY)
def _member(say: Say, name: str, seat: int, x: float, y: float) -> Element:
    member = _piece(f"family-{seat}", x, y + 5, "person", geometry.FAMILY_SIZE, UPRIGHT)
    member["owner"] = seat
    member["label"] = say("{name}’s family member", name=name)
    return member


@lru_cache(MANY)
def _merchant(say: Say, name: str, seat: int, x: float, y: float, stack: tuple[str, ...]) -> Elements:
    """A merchant on the stack of assistants, with their number."""
    drawn: Elements = {}
    size = geometry.MERCHANT_SIZE
    for i, kind in enumerate(stack):
        symbol = f"disc-{seat}" if kind == "own" else "disc-neutral"
        disc = _piece(symbol, x, round(y - i * geometry.STACK_STEP, 1), "person", size, UPRIGHT)
        drawn[f"stack-{seat}-{i}"] = disc
    top = y - len(stack) * geometry.STACK_STEP - (2 if stack else 0)
    figure = _piece(f"merchant-{seat}", x, round(top, 1), "person", size, UPRIGHT)
    figure["owner"] = seat
    figure["label"] = say("{name}’s merchant", name=name)
    drawn[f"merchant-{seat}"] = figure
    badge = _piece("badge", x + 28, y - 2, "badge", 1.16, FRONT)
    badge["text"] = str(len(stack))
    badge["owner"] = seat
    drawn[f"badge-{seat}"] = badge
    return drawn


# The cart


def _cart_of(look: Look) -> Elements:
    """The viewer's own cart; a spectator sees that of the player whose turn it is."""
    seen = look.seen
    mine = seen["seat"] is not None
    seat = seen["seat"] if mine else seen["turn"]
    player = seen["seats"][seat]
    goods = player["goods"]
    return _cart_shows(
        look.say,
        "" if mine else look.names[seat],
        seat,
        player["capacity"],
        (goods["fabric"], goods["spice"], goods["fruit"], goods["jewellery"]),
        player["rubies"],
        int(board.RUBIES_TO_END[seen["players"]]),
        player["lira"],
        (len(player["stack"]), len(player["assistants"])),
    )


HEAD_LETTERS = 28  # as many as fit in the head of the cart


def _on_cart(symbol: str, x: float, y: float, layer: int = 0, size: float = 1) -> Element:
    return build.element(symbol, "cart", x, y, layer=layer, size=size)


@lru_cache(MANY)
def _cart_shows(
    say: Say,
    name: str,
    seat: int,
    capacity: int,
    goods: tuple[int, ...],
    rubies: int,
    goal: int,
    lira: int,
    assistants: tuple[int, int],
) -> Elements:
    top = geometry.CART_TOP
    title = _on_cart("word", 24, 19)
    title["text"] = name or say("Your cart")
    title["state"] = "title"
    money = _on_cart("word", 338, 20)
    money["text"] = str(lira)
    money["state"] = "money"
    drawn: Elements = {
        "cart-sign": _on_cart(f"sign-{seat}", 12, 13, size=0.9),
        "cart-title": title,
        "cart-coin": _on_cart("coin", 318 - 13 * len(str(lira)), 13, size=0.82),
        "cart-lira": money,
        "cart": _on_cart(f"cart-{capacity}", 0, top),
    }
    if not name:
        told = say("{number} with you, {out} out", number=assistants[0], out=assistants[1])
        said = told
        if len(title["text"]) + len(said) > HEAD_LETTERS:
            said = f"{assistants[0]}/{sum(assistants)}"
        walking = _on_cart("word", 270, 18)
        walking["text"] = said
        walking["label"] = told
        walking["state"] = "note"
        drawn["cart-disc"] = _on_cart(f"assistant-{seat}", 252 - 6.7 * len(said), 18, size=0.62)
        drawn["cart-assistants"] = walking
    names = words_in(say).goods
    for lane, (good, number) in enumerate(zip(GOOD_NAMES, goods, strict=True)):
        y = top + geometry.LANE_TOP + lane * geometry.LANE
        row = _on_cart("lane", 132, y, 1)
        row["state"] = f"lane {good}"
        row["text"] = str(number)
        row["label"] = say("{good}: {number} of {most}", good=names[lane], number=number, most=capacity)
        drawn[f"lane-{good}"] = row
        for slot in range(number):
            x = geometry.FIRST_GOOD + slot * geometry.GOOD_STEP
            drawn[f"cart-{good}-{slot}"] = _on_cart(f"good-{good}", x, y, 2, 0.72)
    step = min(26, 130 / max(goal, rubies))
    for i in range(max(goal, rubies)):
        symbol = "ruby" if i < rubies else "socket"
        place = round(top + 14 + i * step, 1)
        drawn[f"cart-ruby-{i}"] = _on_cart(symbol, geometry.SOCKETS_X, place, 1, round(step / 30, 2))
    return drawn
