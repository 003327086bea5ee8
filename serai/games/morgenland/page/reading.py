"""Facts derived from an observation: the state of the round, who is ahead in a field, what is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from serai.games.morgenland import board
from serai.games.morgenland.observe import Group, Observation

INDEX: Final = {name: index for index, name in enumerate(board.FIELDS)}
KIND_OF_CAVE: Final = dict(zip(board.FIELDS, board.KINDS, strict=False))
OVER: Final = -2


def observation(seen: Any) -> Observation:
    """An observation with its type."""
    return cast(Observation, seen)


def current(seen: Observation) -> int:
    """The first field not yet resolved; 15: all are."""
    name = seen["current"]
    return board.NUM_FIELDS if name is None else INDEX[name]


def stage(seen: Observation) -> str:
    """The part of the round: before the first, "vizier", "placing", "caves", "city", "palace", "over"."""
    if seen["actor"] == OVER:
        return "over"
    if seen["round"] == 0:
        return "start"
    if seen["phase"] in ("card", "turn-up") or seen["moment"] == "after-vizier":
        return "vizier"
    if seen["moment"] == "own-turn":
        return "placing"
    now = current(seen)
    if now < board.NUM_CAVES:
        return "caves"
    return "city" if now < board.GUARD else "palace"


def distance(seen: Observation, seat: int) -> int:
    """A seat's distance from the start player, in player order."""
    return (seat - seen["start"]) % seen["players"]


def in_order(seen: Observation, groups: Iterable[Group]) -> list[Group]:
    """The seats in player order, the start player first."""
    return sorted(groups, key=lambda group: distance(seen, group["seat"]))


def ranked(seen: Observation, field: str) -> list[Group]:
    """The players in a revealed field, strongest first; ties go to the one nearer to the start player."""
    groups = in_order(seen, seen["fields"][field])
    groups.sort(key=lambda group: -(group["strength"] or 0))
    return groups


def order_in(seen: Observation, field: str) -> list[int]:
    """The seats that count in a revealed field, strongest first, including smuggled ones."""
    rest = [group["seat"] for group in ranked(seen, field)]
    smuggler = seen["smuggler"] if field in seen["smuggled"] else None
    order: list[int] = []
    while rest or smuggler is not None:
        best = rest[0] if rest else None
        if best is None or (smuggler is not None and distance(seen, smuggler) < distance(seen, best)):
            best = cast(int, smuggler)
        order.append(best)
        rest = [seat for seat in rest if seat != best]
        if best == smuggler:
            smuggler = None
    return order


def group_of(seen: Observation, field: str, seat: int | None) -> Group | None:
    """A seat's figures in a field, if it has any there."""
    for group in seen["fields"][field]:
        if group["seat"] == seat:
            return group
    return None


def size(group: Group) -> int:
    """How many figures a player has in a field; Carpets and Doubles count."""
    return len(group["figures"]) + group["carpets"] + len(group["doubled"])


def pieces_in(group: Group) -> list[tuple[str, int | None]]:
    """A player's pieces in a field, as symbols and strengths: figures with their Doubles, Carpets."""
    shown: list[tuple[str, int | None]] = []
    doubled = group["doubled"]
    face_up = group["open"]
    for strength in group["figures"]:
        if strength is None:
            shown.append(("figure", None))
            continue
        shown.append(("open" if strength in face_up else "own", strength))
        if strength in doubled:
            shown.append(("double", strength))
    shown += [("carpet", board.CARPET_STRENGTH)] * group["carpets"]
    return shown
