"""Morgenland on a terminal, drawn from what a seat may know.

Seats are counted from 1. A seat's number is followed by its figures: a hidden one is `?`, after its strength
if the observer knows it (`7?`); `3~` is a Carpet, `5+5` a figure with its Double.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from serai.games.morgenland.observe import Group, Observation, Pile, Play, Seat

WIDTH = 99


def board_text(seen: Mapping[str, Any]) -> str:
    """The whole table, in a hundred columns."""
    table = cast(Observation, seen)
    lines = [*_head(table), "", *_fields(table), "", *_seats(table), *_own(table), *_plays(table)]
    return "\n".join(lines)


def _head(table: Observation) -> Iterator[str]:
    mode = "" if table["mode"] == "pro" else "  (basic game)"
    state = "the game is over" if table["actor"] == -2 else f"round {table['round']}"
    yield f"MORGENLAND  {state}{mode}"
    notes = [f"bank: {_heap(table['bank'])}"]
    if table["mode"] == "pro":
        notes.append(f"spells to draw: {table['draw_pile']}")
    yield "  ".join(notes)
    lasting = []
    if table["reversed"]:
        lasting.append("the last shall be first")
    if table["openly"]:
        lasting.append("open secret")
    if table["smuggler"] is not None:
        lasting.append(f"{table['smuggler'] + 1} is smuggled into {', '.join(table['smuggled'])}")
    if lasting:
        yield f"this round: {'; '.join(lasting)}"


def _fields(table: Observation) -> Iterator[str]:
    """From the palace down to the caves, as on the board; `x` marks a resolved field, `>` the current one."""
    names = list(table["fields"])
    first = names.index(table["current"]) if table["current"] is not None else len(names)
    for title, fields in (("PALACE", names[9:]), ("CITY", names[5:9]), ("CAVES", names[:5])):
        yield title
        for name in fields:
            index = names.index(name)
            mark = "x" if index < first else ">" if index == first and table["resolving"] else " "
            groups = "   ".join(_group(group) for group in table["fields"][name])
            line = f"{mark} {name:<13}{_offer(table, name):<27}{groups}"
            yield from _folded(line, 42)


def _offer(table: Observation, name: str) -> str:
    """What can be gained in a field."""
    closed = " (closed)" if name in table["sealed"] else ""
    if name in table["caves"]:
        return (" ".join(map(str, table["caves"][name])) or "-") + closed
    if name == "guard":
        admitted = "".join(f" {seat + 1}" for seat in table["admitted"])
        return f"{table['guard'] or '?'}" + (f"  lets in{admitted}" if admitted else "")
    if name.startswith("room"):
        return _pile(table["piles"][int(name[-1]) - 1]) + closed
    if name == "djinn" and table["djinn"] is not None:
        return f"two plays for {table['djinn'] + 1}{closed}"
    if table["mode"] == "basic" and name in ("tent", "djinn"):
        return "(closed)"
    return closed.strip()


def _pile(pile: Pile) -> str:
    if not pile["size"]:
        return "-"
    below = pile["below"]
    if any(below):  # from the top down, by the first letters
        rest = " " + " ".join((kind or "?")[:2] for kind in below)
    elif pile["open"] is None:
        return f"{pile['size']} face down"
    else:
        rest = f" +{len(below)}" if below else ""
    return f"{pile['open'] or '-'}{rest}"


def _group(group: Group) -> str:
    parts = []
    rest = list(group["open"])
    for strength in group["figures"]:
        if strength is None:
            parts.append("?")
        elif strength in rest:
            doubled = strength in group["doubled"]
            parts.append(f"{strength}+{strength}" if doubled else str(strength))
        else:
            parts.append(f"{strength}?")
    parts += ["3~"] * group["carpets"]
    total = f" ={group['strength']}" if len(parts) > 1 and group["strength"] is not None else ""
    return f"{group['seat'] + 1}: {' '.join(parts)}{total}"


def _seats(table: Observation) -> Iterator[str]:
    for number, seat in enumerate(table["seats"]):
        mark = ">" if number == table["actor"] else " "
        you = " (you)" if number == table["seat"] else ""
        camel = "  camel" if number == table["start"] else ""
        plays = f"  plays left {seat['plays_left']}" if table["mode"] == "pro" else ""
        yield f"{mark} {number + 1}{you}: {_heap(seat['treasures'])}{camel}{plays}{_hand(seat)}"
        yield from _folded(f"     {_belongings(seat)}", 5)


def _hand(seat: Seat) -> str:
    seen = f" (with {_list(seat['in_hand'])})" if seat["in_hand"] else ""
    hand = f"  figures in hand {seat['hand']}{seen}" if seat["hand"] else ""
    return hand + (f"  out {_list(seat['out'])}" if seat["out"] else "")


def _belongings(seat: Seat) -> str:
    parts = []
    for kind, number in seat["artifacts"].items():
        opened = seat["played"].get(kind, 0)
        parts.append(kind + (f" x{number}" if number > 1 else "") + (" (open)" if opened else ""))
    artifacts = ", ".join(parts) or "no artifacts"
    known = f" ({_list(seat['known_spells'])})" if seat["known_spells"] else ""
    spells = f"; spells: {seat['spells']}{known}" if seat["spells"] else ""
    return artifacts + spells + ("; enters by a key" if seat["key"] else "")


def _own(table: Observation) -> Iterator[str]:
    if table["hand"]:
        yield f"your figures: {_list(table['hand'])}"
    if table["spells"]:
        yield from _folded(f"your spells: {_list(table['spells'])}", 13)
    if any(table["drawn"]):
        yield f"drawn: {_list([card or '?' for card in table['drawn']])}"


def _plays(table: Observation) -> Iterator[str]:
    for play in table["announced"]:
        yield f"announced: {_play(play)}"
    if table["play"] is not None:
        yield f"in play: {_play(table['play'])}"
    if table["rider"] is not None:
        yield f"countered by {table['rider'] + 1} with a free-rider"
    if table["bill"] is not None:
        kinds = table["bill"]["kinds"]
        more = f" in {kinds} more kind{'s' if kinds > 1 else ''}" if kinds else ""
        yield f"treasures to choose: {table['bill']['units']}{more}"
    if table["phase"] == "buy" and table["current"] is not None:
        for group in table["fields"][table["current"]]:
            if group["seat"] == table["actor"]:
                number = len(group["figures"]) + group["carpets"] + len(group["doubled"])
                yield f"price: {group['strength']} treasures of {number} kind{'s' if number > 1 else ''}"
    if table["phase"] == "moment":
        where = table["current"] if table["resolving"] else table["moment"].replace("-", " ")
        yield f"a moment: {where}"


def _play(play: Play) -> str:
    parts = [f"{play['seat'] + 1} plays {play['play']}"]
    if play["copies"] is not None:
        parts.append(f"as {play['copies']}")
    if play["gives"] is not None:
        parts.append(f"giving {play['gives']}")
    if play["figure"] is not None and play["owner"] is not None:
        parts.append(f"on {play['figure']} of {play['owner'] + 1}")
    if play["field"] is not None:
        parts.append(f"at {play['field']}")
    if play["goal"] is not None:
        parts.append(f"to {play['goal']}")
    return " ".join(parts)


def _heap(treasures: Mapping[str, int]) -> str:
    found = [f"{number} {kind}{'s' if number > 1 else ''}" for kind, number in treasures.items() if number]
    return ", ".join(found) or "no treasures"


def _list(things: list[int] | list[str]) -> str:
    return " ".join(map(str, things))


def _folded(line: str, indent: int) -> Iterator[str]:
    """A long line, wrapped with a hanging indent."""
    line = line.rstrip()
    while len(line) > WIDTH:
        cut = line.rfind(" ", indent + 1, WIDTH)
        yield line[:cut].rstrip()
        line = " " * indent + line[cut:].lstrip()
    yield line
