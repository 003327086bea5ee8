"""Positions to order. Seats are counted from 0 here, as everywhere in the code; places, goods and cards
are called by their names. The places lie in their order: 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 16."""

from __future__ import annotations

from typing import cast

import serai
from serai.games.istanbul import board, cards
from serai.games.istanbul import state as at
from serai.games.istanbul.rules import Istanbul
from serai.kernel.state import Event

SMALL_TILE = "demand small 1-2-1-1"
LARGE_TILE = "demand large 1-1-1-2"


def new(players: int = 3, layout: str = "order", variant: str = "none") -> Istanbul:
    options = {"layout": layout, "variant": variant}
    return cast(Istanbul, serai.game("istanbul").new(players, options))


def start(players: int = 3, layout: str = "order", variant: str = "none") -> Istanbul:
    """The first turn of seat 0. Nobody has a card, and governor and smuggler are out of the way."""
    state = new(players, layout, variant)
    play(state, "start 1", "roll 1 1", "roll 1 1", SMALL_TILE, LARGE_TILE)
    for _ in range(players):
        state.apply(state.legal()[0])
    for player in state.player:
        player.hand = 0
    state.deck = cards.ALL_CARDS
    state.governor = state.smuggler = at.NOWHERE
    return state


def place_of(name: str) -> int:
    return board.PLACES.index(name)


def places(names: str) -> int:
    """A set of places."""
    return sum(1 << place_of(name) for name in names.split())


def give(
    state: Istanbul,
    seat: int = 0,
    *,
    lira: int | None = None,
    goods: str = "",
    capacity: int | None = None,
    rubies: int | None = None,
    tiles: str = "",
    hand: str = "",
    out: str | None = None,
    stack: int | None = None,
    merchant: str = "",
    family: str = "",
) -> None:
    """Change what a seat has. Goods as '1-0-2-0'; names are separated by spaces; cards come from the
    draw pile."""
    player = state.player[seat]
    if lira is not None:
        player.lira = lira
    if capacity is not None:
        player.capacity = capacity
    if goods:
        player.goods = sum(int(number) << 4 * good for good, number in enumerate(goods.split("-")))
    if rubies is not None:
        player.rubies = rubies
    for name in tiles.split():
        player.tiles |= 1 << board.TILES.index(name)
    for name in hand.split():
        card = cards.ONE[cards.CARDS.index(name)]
        state.deck -= card
        player.hand += card
    if out is not None:
        player.out = places(out)
    if stack is not None:
        player.stack = stack
    if merchant:
        player.place = place_of(merchant)
    if family:
        player.family = place_of(family)


def figures(state: Istanbul, *, governor: str = "", smuggler: str = "") -> None:
    """Put governor and smuggler on the board."""
    if governor:
        state.governor = place_of(governor)
    if smuggler:
        state.smuggler = place_of(smuggler)


def step_to(state: Istanbul, name: str) -> None:
    """Move the merchant of the player whose turn it is, from next door."""
    here = place_of(name)
    door = next(place for place in range(16) if state.reach[here] >> place & 1)
    state.player[state.seat].place = door
    state.play(f"move {name}")


def visit(state: Istanbul, name: str) -> None:
    """The same, and leave an assistant there if one is needed."""
    step_to(state, name)
    if state.phase == at.ARRIVE:
        state.play("leave")


def send(state: Istanbul, name: str) -> None:
    """Send the family member of the player whose turn it is."""
    visit(state, "police-station")
    state.play(f"send {name}")


def legal(state: Istanbul, start: str = "") -> list[str]:
    """The legal choices as text, those that begin with `start`, without it."""
    texts = [state.text(choice) for choice in state.legal()]
    return [text.removeprefix(start).strip() for text in texts if text.startswith(start)]


def play(state: Istanbul, *texts: str) -> list[Event]:
    """Play choices by notation; gives what happened."""
    events: list[Event] = []
    for text in texts:
        state.events = events
        state.play(text)
    state.events = None
    return events


def goods_of(state: Istanbul, seat: int = 0) -> str:
    return "-".join(str(state.player[seat].stock(good)) for good in range(4))


def hand_of(state: Istanbul, seat: int = 0) -> list[str]:
    return cast(list[str], state.observe(seat)["hand"])


def discards_of(state: Istanbul) -> list[str]:
    return cast(list[str], state.observe(None)["discards"])


def out_of(state: Istanbul, seat: int = 0) -> list[str]:
    return cast(list[str], state.observe(None)["seats"][seat]["assistants"])


def stack_of(state: Istanbul, seat: int = 0) -> list[str]:
    return cast(list[str], state.observe(None)["seats"][seat]["stack"])


def phase_of(state: Istanbul) -> str:
    return str(state.observe(None)["phase"])


def empty_piles(state: Istanbul, seat: int, keep: str = "") -> None:
    """Give a seat the whole draw pile but for the cards to keep in it."""
    kept = sum(cards.ONE[cards.CARDS.index(name)] for name in keep.split())
    state.player[seat].hand += state.deck - kept
    state.deck = kept
