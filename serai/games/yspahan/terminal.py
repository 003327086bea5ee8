"""Yspahan on a terminal, drawn from what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from serai.games.yspahan import board
from serai.games.yspahan.observe import Group, Observation
from serai.kernel.state import OVER

WIDTH = 41  # of the left column; the whole fits 80


def board_text(seen: Mapping[str, Any]) -> str:
    """The whole table, in eighty columns."""
    table = cast(Observation, seen)
    return "\n".join([*_head(table), "", *_city(table), "", *_middle(table), "", *_seats(table)])


def _head(table: Observation) -> Iterator[str]:
    if table["actor"] == OVER:
        yield "YSPAHAN  the game is over"
    else:
        yield f"YSPAHAN  week {table['week']} of 3, day {table['day']} of 7"
    yield f"supervisor on {table['supervisor']}"


def _city(table: Observation) -> Iterator[str]:
    """The four quarters in their places: chest and amphora in the north, sack and barrel in the south."""
    for west, east in (("chest", "amphora"), ("sack", "barrel")):
        left, right = list(_quarter(table, west)), list(_quarter(table, east))
        for i in range(max(len(left), len(right))):
            pair = (column[i] if i < len(column) else "" for column in (left, right))
            yield "".join(f"{text:<{WIDTH}}" for text in pair).rstrip()


def _quarter(table: Observation, quarter: str) -> Iterator[str]:
    yield f"{quarter.upper()}: bazaar, points, shops"
    for name_of_quarter, name, size, points, doors in board.BAZAARS:
        if name_of_quarter == quarter:
            shops = (_shop(table, quarter, name, i, doors.get(i, ())) for i in range(1, size + 1))
            yield f"  {name} {points:>2}  {' '.join(shops)}"


def _shop(table: Observation, quarter: str, bazaar: str, number: int, doors: tuple[str, ...]) -> str:
    """A shop with its owner and the street fields beside it; the supervisor's field has a star."""
    owner = table["shops"].get(f"{quarter}.{bazaar}{number}")
    fields = "/".join(door + ("*" if door == table["supervisor"] else "") for door in doors)
    return f"{number}[{' ' if owner is None else owner + 1}]{fields}"


def _middle(table: Observation) -> Iterator[str]:
    """Tower and caravan, both with the lowest at the bottom."""
    groups = {group["field"]: group for group in table["tower"]}
    tower = [f"{field:>8}  {_dice(groups.get(field))}" for field in reversed(board.FIELDS)]
    width = table["players"]
    caravan = []
    for row in (2, 1, 0):
        riders = table["caravan"][row * width : (row + 1) * width]
        places = "".join(f"[{rider + 1}]" for rider in riders) + "[ ]" * (width - len(riders))
        caravan.append(f"row {row + 1}  {places}  +{2 - row}")
    yield f"{'TOWER':<{WIDTH}}CARAVAN"
    for i, left in enumerate(tower):
        right = caravan[i] if i < len(caravan) else ""
        yield f"{left:<{WIDTH}}{right}".rstrip()


def _dice(group: Group | None) -> str:
    """White dice as digits, yellow ones after a plus."""
    if group is None:
        return "-"
    face = str(group["value"])
    return face * group["white"] + (f" +{face * group['yellow']}" if group["yellow"] else "")


def _seats(table: Observation) -> Iterator[str]:
    for seat, player in enumerate(table["seats"]):
        mark = ">" if seat == table["actor"] else " "
        you = " (you)" if seat == table["seat"] else ""
        first = "  starts the day" if seat == table["starter"] and table["order"] else ""
        yield (
            f"{mark} seat {seat + 1}{you:<6} {player['score']:>3} points  {player['gold']:>2} gold  "
            f"{player['camels']:>2} camels  {player['cards']} cards{first}"
        )
        if player["buildings"]:
            yield f"         built: {_list(player['buildings'])}"
    yield f"  {table['deck']} cards to draw; discards: {_list(table['discards'])}"
    if table["hand"] is not None:
        yield f"  your cards: {_list(table['hand'])}"
    taken = table["taken"]
    if taken is not None:
        dice = f"{taken['white']} dice of {taken['value']}"
        yield f"  seat {table['turn'] + 1} took {taken['field']}: {dice}"
    if table["cubes"]:
        yield f"  cubes to place: {table['cubes']}"
    if table["sending"] is not None:
        yield f"  on its way to the caravan: the cube in {table['sending']}"


def _list(names: list[str]) -> str:
    return ", ".join(names) or "none"
