"""Istanbul on a terminal, drawn from what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, cast

from serai.games.istanbul import board
from serai.games.istanbul.observe import Market, Mosque, Observation, Seat

CELL = 18  # columns of a place; four of them and their borders take 77
BORDER = "+" + 4 * ("-" * CELL + "+")


def board_text(seen: Mapping[str, Any]) -> str:
    """The whole table, in less than eighty columns."""
    table = cast(Observation, seen)
    return "\n".join([*_head(table), *_grid(table), *_seats(table), *_piles(table), *_turn(table)])


def _head(table: Observation) -> Iterator[str]:
    if table["actor"] == -2:
        yield "ISTANBUL  the game is over"
    else:
        starts = f"round {table['round']}; seat {table['starter'] + 1} starts each round"
        yield f"ISTANBUL  {starts}" if table["round"] else "ISTANBUL  the table is being set up"
    yield "goods: fabric-spice-fruit-jewellery; R rubies; M merchant, F family member,"
    yield "a assistant, M* a* neutral, G governor, S smuggler"


def _grid(table: Observation) -> Iterator[str]:
    """The places in their layout, each with what it offers and who is there."""
    for row in range(4):
        yield BORDER
        cells = [list(_cell(table, name)) for name in table["fields"][4 * row : 4 * row + 4]]
        for line in range(5):
            yield "|" + "|".join(f"{cell[line]:<{CELL}}" for cell in cells) + "|"
    yield BORDER


def _cell(table: Observation, name: str | None) -> Iterator[str]:
    if name is None:
        yield from ("",) * 5
        return
    number = board.PLACES.index(name) + 1
    yield f"{number} {name}"
    yield _offer(table, name)
    seats = list(enumerate(table["seats"], 1))
    merchants = [f"M{i}" for i, seat in seats if seat["merchant"] == name]
    yield " ".join(merchants + ["M*"] * table["neutral_merchants"].count(name))
    figures = [f"F{i}" for i, seat in seats if seat["family"] == name]
    figures += ["G"] * (table["governor"] == name) + ["S"] * (table["smuggler"] == name)
    yield " ".join(figures)
    assistants = [f"a{i}" for i, seat in seats if name in seat["assistants"]]
    neutral = table["neutral_assistants"].get(name, 0)
    yield " ".join(assistants + ([f"a*{neutral}" if neutral > 1 else "a*"] if neutral else []))


def _offer(table: Observation, name: str) -> str:
    """What a place requires and gives now; after R, how many rubies it has."""
    if name == "wainwright":
        return f"{board.EXTENSION} lira, R{table['wainwright']}"
    if name == "post-office":
        down = table["post"]
        goods = f"{'1-0' if down > 0 else '0-1'}-{'0-1' if down > 2 else '1-0'}"
        return f"{goods}, {2 + (down > 1) + (down > 3)} lira"
    if name == "caravanserai":
        return f"open: {table['discards'][0]}" if table["discards"] else "open: none"
    if name == "small-market":
        return _demand(table["small_market"])
    if name == "large-market":
        return _demand(table["large_market"])
    if name == "sultans-palace":
        return _sultan(table)
    if name == "small-mosque":
        return _mosque(table["small_mosque"])
    if name == "great-mosque":
        return _mosque(table["great_mosque"])
    if name == "gemstone-dealer":
        gemstone = table["gemstone"]
        return f"{gemstone['price']} lira, R{gemstone['rubies']}" if gemstone["rubies"] else "empty"
    return ""


def _rubies(number: int) -> str:
    return "1 ruby" if number == 1 else f"{number} rubies"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _dashes(goods: Mapping[str, int]) -> str:
    return "-".join(str(goods[name]) for name in board.GOODS)


def _demand(market: Market) -> str:
    return f"buys {_dashes(market['demand'])}" if market["demand"] else ""


def _sultan(table: Observation) -> str:
    price, rubies = table["sultan"]["price"], table["sultan"]["rubies"]
    if not rubies:
        return "empty"
    symbols = board.SYMBOLS[:price]
    goods = "-".join(str(symbols.count(good)) for good in range(board.NUM_GOODS))
    any_good = f" +{symbols.count(4)} any" if 4 in symbols else ""
    return f"{goods}{any_good}, R{rubies}"


def _mosque(mosque: Mosque) -> str:
    tiles = " ".join(f"{name} {goods or '-'}" for name, goods in mosque["tiles"].items())
    return f"{tiles} R{mosque['rubies']}"


def _seats(table: Observation) -> Iterator[str]:
    for number, seat in enumerate(table["seats"]):
        mark = ">" if number == table["actor"] else " "
        you = " (you)" if number == table["seat"] else ""
        yield (
            f"{mark} seat {number + 1}{you:<6} {_rubies(seat['rubies']):>8} {seat['lira']:>3} lira  "
            f"cart {_dashes(seat['goods'])} of {seat['capacity']}  stack {_stack(seat)}  "
            f"{_cards(seat['cards'])}"
        )
        extra = [f"tiles: {_list(seat['tiles'])}"] if seat["tiles"] else []
        extra += [f"taken openly: {_list(seat['known'])}"] if seat["known"] else []
        if extra:
            yield from _wrapped("; ".join(extra), " " * 9)


def _stack(seat: Seat) -> str:
    """The number of assistants under the merchant; if some are neutral, each one, bottom first."""
    if "neutral" not in seat["stack"]:
        return str(len(seat["stack"]))
    return "".join("*" if kind == "neutral" else "a" for kind in seat["stack"])


def _piles(table: Observation) -> Iterator[str]:
    discards = table["discards"]
    yield from _wrapped(f"{_cards(table['deck'])} to draw; discards, top first: {_list(discards)}", "  ")
    if table["hand"] is not None:
        yield from _wrapped(f"your cards: {_list(table['hand'])}", "  ")


def _turn(table: Observation) -> Iterator[str]:
    """What has happened in the turn so far."""
    who = f"seat {table['turn'] + 1}"
    if table["site"] is not None and table["site"] != table["seats"][table["turn"]]["merchant"]:
        yield f"  the family member of {who} acts at {table['site']}"
    if table["named"] is not None:
        yield f"  {who} named {table['named']}"
    if table["dice"] is not None:
        yield f"  {who} rolled {table['dice'][0]} and {table['dice'][1]}"
    if table["phase"] == "pay":
        here = table["seats"][table["turn"]]["merchant"]
        others = [seat["merchant"] for seat in table["seats"]] + table["neutral_merchants"]
        yield f"  {who} pays {board.FEE * (others.count(here) - 1)} lira to the merchants there, or stops"
    if table["wanted"] is not None:
        yield f"  {who} can sell {_dashes(table['wanted'])} and has sold {table['sold']} so far"
    if table["phase"] == "smuggler":
        yield f"  {who} took {table['good']} from the smuggler and has to pay for it"
    if table["phase"] == "any":
        yield f"  {who} still gives {table['due']} of any goods to the Sultan"
    if table["phase"] == "caravan":
        yield f"  {who} still takes {_cards(table['due'] or 0)}"


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, len(BORDER), initial_indent=indent, subsequent_indent=indent + "  ")


def _list(names: list[str]) -> str:
    return ", ".join(names) or "none"
