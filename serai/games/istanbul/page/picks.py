"""Which things on the table make which choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from serai.games.istanbul import board, ids
from serai.games.istanbul.page.words import PLACE
from serai.scene.scene import Look


def picks(look: Look) -> dict[str, list[int]]:
    """For each element, the choices that picking it can make."""
    found: dict[str, list[int]] = {}
    if look.legal:
        for choice in look.legal:
            for key in _things(look.seen, choice):
                found.setdefault(key, []).append(choice)
    return found


# The bonus card that each kind of choice plays.
CARD_OF: Final = {kind: kind.split(" ")[1] for kind in ids.KINDS.names if kind.startswith("card ")}
# Kinds of choices that do not end a step of the turn.
BESIDES: Final = frozenset(("yellow", *CARD_OF))
# Kinds of choices that are made by picking the place, the assistant or the good that they name.
AT_PLACES: Final = ("move", "send", "card far")
ASSISTANTS: Final = ("return", "yellow", "card assistant")
GOODS: Final = ("buy", "take", "give", "card good")
# Kinds of choices that are always made by picking the same things.
ALWAYS: Final = {
    "return all": (f"place-{board.FOUNTAIN + 1}",),
    "name": (f"place-{board.TEA_HOUSE + 1}",),
    "draw": ("pile", "pile-far"),
    "draw open": ("open", "open-far"),
    "governor": ("governor",),
    "smuggler": ("smuggler",),
    "smuggler back": ("smuggler",),
}
NOTHING: Final[tuple[str, ...]] = ()


def _things(seen: Mapping[str, Any], choice: int) -> Sequence[str]:
    kind, index = ids.split(choice)
    if kind in ALWAYS:
        return ALWAYS[kind]
    seat: int = seen["seat"]
    if kind in AT_PLACES:
        return (f"place-{index + 1}",)
    if kind in ASSISTANTS:
        return (f"out-{seat}-{index + 1}",)
    if kind in GOODS:
        return (f"lane-{board.GOODS[index]}",)
    special = _SPECIAL.get(kind)
    return special(seen, seat, index) if special is not None else NOTHING


def _here(seen: Mapping[str, Any], seat: int) -> int:
    return PLACE[seen["seats"][seat]["merchant"]] + 1


def _tile(seen: Mapping[str, Any], seat: int, index: int) -> Sequence[str]:
    colour = board.TILES[index]
    mosque = seen["small_mosque"] if colour in seen["small_mosque"]["tiles"] else seen["great_mosque"]
    return f"tile-{colour}-{mosque['tiles'][colour]}", f"far-{colour}"


def _paid(seen: Mapping[str, Any], seat: int, index: int) -> Sequence[str]:
    """Whom a payment goes to."""
    if seen["phase"] in ("governor", "smuggler"):
        return (seen["phase"],)
    here = seen["seats"][seat]["merchant"]
    return [
        *(
            f"merchant-{other}"
            for other, player in enumerate(seen["seats"])
            if other != seat and player["merchant"] == here
        ),
        *(f"neutral-{number}" for number, place in enumerate(seen["neutral_merchants"]) if place == here),
    ]


def caught(seen: Mapping[str, Any]) -> int:
    """Whose family member is caught next: that of the first seat among those present."""
    turn: int = seen["turn"]
    here = seen["seats"][turn]["merchant"]
    for seat, player in enumerate(seen["seats"]):
        if seat != turn and player["family"] == here:
            return seat
    return -1


_SPECIAL: Final[dict[str, Callable[[Mapping[str, Any], int, int], Sequence[str]]]] = {
    "pick up": lambda seen, seat, index: (f"out-{seat}-{_here(seen, seat)}",),
    "pick up neutral": lambda seen, seat, index: (f"out-neutral-{_here(seen, seat)}-0",),
    "leave": lambda seen, seat, index: (f"merchant-{seat}",),
    "pay": _paid,
    "act": lambda seen, seat, index: (f"place-{PLACE[seen['site']] + 1}",),
    "turn": lambda seen, seat, index: (f"die-{seen['dice'].index(ids.TURNED[index])}",),
    "sell": lambda seen, seat, index: (f"lane-{board.GOODS[index // 6]}",),
    "tile": _tile,
    "catch card": lambda seen, seat, index: (f"family-{caught(seen)}",),
    "catch lira": lambda seen, seat, index: (f"family-{caught(seen)}",),
    "card home card": lambda seen, seat, index: (f"family-{seat}",),
    "card home lira": lambda seen, seat, index: (f"family-{seat}",),
    "card stay": lambda seen, seat, index: (f"place-{_here(seen, seat)}",),
}
