"""Which things on the table make which choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serai.games.istanbul import board, ids
from serai.games.istanbul.page.words import PLACE
from serai.scene.scene import Look


def picks(look: Look) -> dict[str, list[int]]:
    """The choices of each element by which they can be made."""
    found: dict[str, list[int]] = {}
    if look.legal:
        for choice in look.legal:
            for key in _things(look.seen, choice):
                found.setdefault(key, []).append(choice)
    return found


def card_of(choice: int) -> str:
    """The kind of bonus card that a choice plays or discards; "": none."""
    if ids.CARD_GOOD <= choice < ids.NUM_SEAT_ACTIONS:
        if choice < ids.CARD_LIRA:
            return "good"
        if choice < ids.CARD_FAR:
            return _SINGLE_CARDS[choice]
        if choice < ids.CARD_ASSISTANT:
            return "far"
        return "assistant" if choice < ids.CARD_ANY_GOODS else "any-goods"
    return ""


_SINGLE_CARDS = {
    ids.CARD_LIRA: "lira",
    ids.CARD_SULTAN: "sultan",
    ids.CARD_POST: "post",
    ids.CARD_GEMSTONE: "gemstone",
    ids.CARD_HOME_FOR_CARD: "home",
    ids.CARD_HOME_FOR_LIRA: "home",
    ids.CARD_STAY: "stay",
}


def _place(number: int) -> str:
    return f"place-{number + 1}"


def _good(number: int) -> str:
    return f"lane-{board.GOODS[number]}"


def _things(seen: Mapping[str, Any], choice: int) -> Iterator[str]:
    seat: int = seen["seat"]
    me = seen["seats"][seat]
    here = PLACE[me["merchant"]]
    if choice < ids.PICK_UP:
        yield _place(choice - ids.MOVE)
    elif choice == ids.PICK_UP:
        yield f"out-{seat}-{here + 1}"
    elif choice == ids.PICK_UP_NEUTRAL:
        yield f"out-neutral-{here + 1}-0"
    elif choice == ids.LEAVE:
        yield f"merchant-{seat}"
    elif choice == ids.PAY:
        yield from _paid(seen, seat)
    elif choice == ids.ACT:
        yield _place(PLACE[seen["site"]])
    elif ids.SEND <= choice < ids.RETURN_ALL:
        yield _place(choice - ids.SEND)
    elif choice == ids.RETURN_ALL:
        yield _place(board.FOUNTAIN)
    elif ids.RETURN <= choice < ids.DONE:
        yield f"out-{seat}-{choice - ids.RETURN + 1}"
    elif ids.BUY <= choice < ids.KEEP:
        yield _good(choice - ids.BUY)
    elif ids.TURN <= choice < ids.REROLL:
        yield f"die-{seen['dice'].index(ids.TURNED[choice - ids.TURN])}"
    elif ids.NAME <= choice < ids.TAKE:
        yield _place(board.TEA_HOUSE)
    elif ids.TAKE <= choice < ids.SELL:
        yield _good(choice - ids.TAKE)
    elif ids.SELL <= choice < ids.GIVE:
        yield _good((choice - ids.SELL) // 6)
    elif ids.GIVE <= choice < ids.TILE:
        yield _good(choice - ids.GIVE)
    elif ids.TILE <= choice < ids.DRAW:
        colour = board.TILES[choice - ids.TILE]
        mosque = seen["small_mosque"] if colour in seen["small_mosque"]["tiles"] else seen["great_mosque"]
        yield f"tile-{colour}-{mosque['tiles'][colour]}"
        yield f"far-{colour}"
    elif choice == ids.DRAW:
        yield from ("pile", "pile-far")
    elif choice == ids.DRAW_OPEN:
        yield from ("open", "open-far")
    elif ids.CATCH_FOR_CARD <= choice <= ids.CATCH_FOR_LIRA:
        yield f"family-{caught(seen)}"
    elif choice == ids.GOVERNOR:
        yield "governor"
    elif ids.SMUGGLER <= choice <= ids.SMUGGLER_BACK:
        yield "smuggler"
    elif ids.YELLOW <= choice < ids.END:
        yield f"out-{seat}-{choice - ids.YELLOW + 1}"
    elif ids.CARD_GOOD <= choice < ids.CARD_LIRA:
        yield _good(choice - ids.CARD_GOOD)
    elif ids.CARD_HOME_FOR_CARD <= choice <= ids.CARD_HOME_FOR_LIRA:
        yield f"family-{seat}"
    elif choice == ids.CARD_STAY:
        yield _place(here)
    elif ids.CARD_FAR <= choice < ids.CARD_ASSISTANT:
        yield _place(choice - ids.CARD_FAR)
    elif ids.CARD_ASSISTANT <= choice < ids.CARD_ANY_GOODS:
        yield f"out-{seat}-{choice - ids.CARD_ASSISTANT + 1}"


def _paid(seen: Mapping[str, Any], seat: int) -> Iterator[str]:
    """Whom a payment goes to."""
    if seen["phase"] == "governor":
        yield "governor"
    elif seen["phase"] == "smuggler":
        yield "smuggler"
    else:
        here = seen["seats"][seat]["merchant"]
        for other, player in enumerate(seen["seats"]):
            if other != seat and player["merchant"] == here:
                yield f"merchant-{other}"
        for number, place in enumerate(seen["neutral_merchants"]):
            if place == here:
                yield f"neutral-{number}"


def caught(seen: Mapping[str, Any]) -> int:
    """Whose family member is caught next: the first seat's of those that are there."""
    turn: int = seen["turn"]
    here = seen["seats"][turn]["merchant"]
    for seat, player in enumerate(seen["seats"]):
        if seat != turn and player["family"] == here:
            return seat
    return -1
