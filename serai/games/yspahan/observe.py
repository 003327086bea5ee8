"""What a seat may know (Y24): everything but the cards in other hands and in the draw pile."""

from __future__ import annotations

from typing import TypedDict

from mypy_extensions import i64

from serai.games.yspahan import board, cards, ids
from serai.games.yspahan import state as at
from serai.games.yspahan.state import Player, Position
from serai.kernel import piles
from serai.kernel.bits import count
from serai.kernel.rng import Rng
from serai.kernel.state import OwnHand


class Group(TypedDict):
    """Dice on one field of the tower."""

    field: str
    value: int
    white: int
    yellow: int


class Seat(TypedDict):
    """The public information about a player."""

    score: int
    gold: int
    camels: int
    buildings: list[str]
    cards: int
    shops: list[str]
    caravan: int


class Observation(OwnHand):
    """Everything that a seat may know, see `observe`."""

    game: str
    players: int
    actor: int
    phase: str
    week: int
    day: int
    starter: int
    order: list[int]  # the seats of the day's turns
    step: int  # which of them it is
    turn: int  # whose turn it is
    supervisor: str
    tower: list[Group]
    taken: Group | None  # the group of the turn, with the dice that count
    bought: int  # yellow dice that will be rolled
    built: bool  # whether a building was built this turn
    swapping: str | None  # what a swap in progress hands in
    cubes: int  # still to be placed, including the hoist's
    sending: str | None  # the shop whose cube is on its way
    waiting: str | None  # the one after it
    drawer: int | None  # who gets the card that chance deals
    seats: list[Seat]
    shops: dict[str, int]  # shop to owner
    caravan: list[int]  # owners, in the order of the camels
    discards: list[str]
    deck: int


def own(p: Position, seat: int | None) -> OwnHand:
    """What a seat knows besides what everyone does."""
    return {"seat": seat, "hand": names(p.player[seat].hand) if seat is not None else None}


def observe(p: Position, seat: int | None) -> Observation:
    """Everything that a seat (None: a spectator) may know (Y24)."""
    owners = {board.SHOPS[shop]: who for shop in range(board.NUM_SHOPS) if (who := _owner(p, shop)) >= 0}
    taken: Group | None = None
    if p.group >= 0:
        taken = {"field": board.FIELDS[p.group], "value": p.value, "white": p.dice, "yellow": 0}
    return {
        **own(p, seat),
        "game": "yspahan",
        "players": p.players,
        "actor": p.actor,
        "phase": at.PHASES[p.phase],
        "week": p.week,
        "day": p.day,
        "starter": p.starter,
        "order": [p.order >> 2 * i & 3 for i in range(p.turns)] if p.phase != at.START else [],
        "step": p.step,
        "turn": p.seat,
        "supervisor": board.STREET[p.supervisor],
        "tower": [
            {"field": board.FIELDS[f], "value": p.values[f], "white": p.white[f], "yellow": p.yellow[f]}
            for f in range(6)
            if p.white[f] or p.yellow[f]
        ],
        "taken": taken,
        "bought": p.bought,
        "built": p.built != 0,
        "swapping": None if p.swapped < 0 else "gold" if p.swapped == ids.SWAP_GOLD else "camels",
        "cubes": p.cubes + p.extra,
        "sending": board.SHOPS[p.sending] if p.sending >= 0 else None,
        "waiting": board.SHOPS[p.waiting] if p.waiting >= 0 else None,
        "drawer": p.drawer if p.drawer >= 0 else None,
        "seats": [_seat(player) for player in p.player],
        "shops": owners,
        "caravan": [_rider(p, slot) for slot in range(p.loaded)],
        "discards": names(p.discards),
        "deck": piles.size(p.deck, cards.BITS),
    }


def _seat(player: Player) -> Seat:
    return {
        "score": player.score,
        "gold": player.gold,
        "camels": player.camels,
        "buildings": [board.BUILDINGS[b] for b in range(board.NUM_BUILDINGS) if player.has(b)],
        "cards": piles.size(player.hand, cards.BITS),
        "shops": [board.SHOPS[shop] for shop in range(board.NUM_SHOPS) if player.shops >> shop & 1],
        "caravan": count(player.caravan),
    }


def names(pile: i64) -> list[str]:
    """The cards of a pile by name."""
    return [cards.CARDS[kind] for kind in range(cards.NUM_KINDS) for _ in range(cards.held(pile, kind))]


def _owner(p: Position, shop: i64) -> int:
    for seat, player in enumerate(p.player):
        if player.shops >> shop & 1:
            return seat
    return -1


def _rider(p: Position, slot: i64) -> int:
    for seat, player in enumerate(p.player):
        if player.caravan >> slot & 1:
            return seat
    return -1


def deal_again(p: Position, seat: int | None, rng: Rng) -> None:
    """Redeal the cards that the seat cannot see: to the other hands, the rest to the draw pile."""
    unseen = p.deck
    for other, player in enumerate(p.player):
        if other != seat:
            unseen += player.hand
    for other, player in enumerate(p.player):
        if other != seat:
            player.hand = piles.deal(unseen, piles.size(player.hand, cards.BITS), cards.BITS, rng)
            unseen -= player.hand
    p.deck = unseen
