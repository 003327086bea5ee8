"""What a walk would bring, worked out from the table and shown before the choice is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serai.games.istanbul import board, dice
from serai.games.istanbul.page import tiles
from serai.games.istanbul.page.words import PLACE, counted, words_in
from serai.kernel.state import Event
from serai.scene.scene import Look

# In how many of a hundred throws the sum is at least this number.
CHANCES = tuple(
    round(sum(1 for pair in dice.NUMBER if dice.SUM[pair] >= number) * 100 / 36) for number in range(13)
)


def fee(seen: Mapping[str, Any], seat: int, place: str) -> int:
    """The lira that the other merchants at a place demand."""
    if place == "fountain":
        return 0
    others = sum(
        1 for other, player in enumerate(seen["seats"]) if other != seat and player["merchant"] == place
    )
    neutral: int = seen["neutral_merchants"].count(place)
    return int(board.FEE) * (others + neutral)


def best_sale(seen: Mapping[str, Any], seat: int, market: int) -> tuple[int, int]:
    """The most goods that can be sold by the demand tile, and their price."""
    demand = seen["large_market" if market else "small_market"]["demand"]
    goods = seen["seats"][seat]["goods"]
    number = sum(min(goods[good], wanted) for good, wanted in demand.items())
    return number, int(board.PRICE[6 * market + number])


def post_fields(down: int) -> list[str | int]:
    """The four fields that are not covered by an indicator."""
    return [tiles.POST[i][0 if i < down else 1] for i in range(4)]


def sultan_wants(price: int) -> dict[str, int]:
    """The goods that the next ruby costs; "any" for goods of the payer's choice."""
    asked = tiles.SULTAN[:price]
    return {good: asked.count(good) for good in (*board.GOODS, "any") if good in asked}


def can_supply_sultan(seen: Mapping[str, Any], seat: int) -> bool:
    """Whether a seat has the goods that the sultan wants now."""
    price = seen["sultan"]["price"]
    goods = seen["seats"][seat]["goods"]
    if not seen["sultan"]["rubies"] or sum(goods.values()) < price:
        return False
    return all(goods[good] >= number for good, number in sultan_wants(price).items() if good != "any")


def open_tiles(seen: Mapping[str, Any], seat: int, mosque: str) -> list[str]:
    """The mosque tiles that a player has the goods for and does not own yet."""
    me = seen["seats"][seat]
    return [
        colour
        for colour, asked in seen[mosque]["tiles"].items()
        if asked is not None
        and colour not in me["tiles"]
        and me["goods"][board.GOODS[board.TILES.index(colour)]] >= asked
    ]


def walk(look: Look, seat: int, place: str) -> str:
    """A walk to a place in a few words: the assistant, the fee, the gain, the encounters."""
    seen, say = look.seen, look.say
    me = seen["seats"][seat]
    asked = fee(seen, seat, place)
    parts = []
    if place != "fountain":
        disc = f":assistant-{seat}: "
        if place in me["assistants"]:
            parts.append(disc + say("pick up 1"))
        elif me["stack"]:
            parts.append(disc + say("leave 1"))
        elif place in seen["neutral_assistants"]:
            parts.append(":neutral: " + say("pick up 1"))
        else:
            return say("no assistant: your turn ends")
        if asked > me["lira"]:
            return " · ".join((*parts, ":lira: " + say("{number} to pay: your turn ends", number=asked)))
        if asked:
            parts.append(":lira: " + say("pay {number}", number=asked))
    return " · ".join((*parts, *gain(look, seat, place, asked), *_met(look, seat, place)))


def gain(look: Look, seat: int, place: str, paid: int) -> Iterator[str]:
    """What the action would bring now, after paying a fee; empty if nothing."""
    seen, say = look.seen, look.say
    me = seen["seats"][seat]
    lira = me["lira"] - paid
    number = PLACE[place] + 1
    if number == 1:
        if me["capacity"] < board.MOST_CAPACITY and lira >= board.EXTENSION:
            ruby = " :ruby:" if me["capacity"] == board.MOST_CAPACITY - 1 else ""
            yield ":extension: " + say("for {number} lira", number=int(board.EXTENSION)) + f"{ruby}"
    elif number in tiles.WAREHOUSES:
        good = tiles.WAREHOUSES[number]
        room = me["capacity"] - me["goods"][good]
        if room:
            yield f":{good}: **+{room}**"
    elif number == 5:
        fields = post_fields(seen["post"])
        coins = sum(field for field in fields if isinstance(field, int))
        goods = "".join(f":{field}:" for field in fields if isinstance(field, str))
        yield f"{goods} :lira: **+{coins}**"
    elif number == 6:
        yield ":card: " + say("take 2, discard 1")
    elif number == 7:
        if me["assistants"]:
            yield f":assistant-{seat}: " + say.plural("{n} returns", "{n} return", len(me["assistants"]))
    elif number == 8:
        yield ":jewellery: " + say("roll the dice")
    elif number == 9:
        yield ":lira: " + say("roll the dice")
    elif number in (10, 11):
        goods_sold, price = best_sale(seen, seat, board.LARGE if number == 10 else board.SMALL)
        if goods_sold:
            yield ":lira: " + say("sell {number} for {price}", number=goods_sold, price=f"**{price}**")
    elif number == 12:
        if me["family"] == place:
            yield f":family-{seat}: " + say("send")
    elif number == 13:
        if can_supply_sultan(seen, seat):
            yield ":ruby: " + say.plural("for {n} good", "for {n} goods", seen["sultan"]["price"])
    elif number in tiles.MOSQUES:
        for colour in open_tiles(seen, seat, "small_mosque" if number == 14 else "great_mosque"):
            yield f":tile-{colour}:"
    elif seen["gemstone"]["rubies"] and lira >= seen["gemstone"]["price"]:
        yield ":ruby: " + say("for {number} lira", number=seen["gemstone"]["price"])


def _met(look: Look, seat: int, place: str) -> Iterator[str]:
    seen, say = look.seen, look.say
    if place != "police-station":
        for other, player in enumerate(seen["seats"]):
            if other != seat and player["family"] == place:
                yield f":family-{other}: " + say("catch")
    if seen["governor"] == place:
        yield ":governor: " + say("Governor")
    if seen["smuggler"] == place:
        yield ":smuggler: " + say("Smuggler")


def told(look: Look, events: list[Event], seat: int) -> str:
    """What events give and cost a seat: "−7 lira, +1 ruby"."""
    say = look.say
    names = words_in(say)
    lira = sum(event.amount for event in events if event.kind == "lira" and event.seat == seat)
    goods: dict[str, int] = {}
    parts = []
    for event in events:
        if event.seat != seat:
            continue
        if event.kind == "goods":
            goods[event.about] = goods.get(event.about, 0) + event.amount
        elif event.kind == "ruby":
            parts.append(":ruby: **" + say("a ruby") + "**")
        elif event.kind == "capacity":
            parts.append(":extension: " + say("the cart holds one more of each good"))
        elif event.kind == "tile":
            parts.append(f":tile-{event.about}: {names.tiles[board.TILES.index(event.about)]}")
    money = [f":lira: {_signed(lira)} " + say("lira")] if lira else []
    signed = [
        f":{good}: {_signed(number)} {names.goods[board.GOODS.index(good)]}"
        for good, number in goods.items()
        if number
    ]
    return ", ".join((*money, *signed, *parts))


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def needed(look: Look, goods: Mapping[str, int]) -> str:
    """Goods with their numbers; "any" as words."""
    plain = {good: number for good, number in goods.items() if good != "any"}
    parts = [counted(look.say, plain)] if plain else []
    if goods.get("any"):
        parts.append(look.say.plural("{n} of any kind", "{n} of any kind", goods["any"]))
    return ", ".join(parts)
