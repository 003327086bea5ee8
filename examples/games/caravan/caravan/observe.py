"""What a seat may know: everything but the goods in other hands and in the deck."""

from __future__ import annotations

from typing import Any

from serai.kernel import piles
from serai.kernel.rng import Rng

from . import ids
from . import state as at
from .state import Position


def observe(p: Position, seat: int | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "actor": p.actor,
        "players": p.players,
        "phase": at.PHASES[p.phase],
        "round": p.turn // p.players + 1,
        "whose": p.seat,
        "die": p.die,
        "draws": p.draws,
        "first": p.first,
        "deck": sum(p.deck),
        "prices": {ids.GOODS[good]: price for good, price in enumerate(p.prices)},
        "sold": goods(p.sold),
        "seats": [
            {"score": coins, "field": field, "goods": sum(hand)}
            for coins, field, hand in zip(p.coins, p.fields, p.hands, strict=True)
        ],
        "hand": None if seat is None else goods(p.hands[seat]),
    }


def goods(pile: list[int]) -> list[str]:
    """The names of the goods in a pile."""
    return [ids.GOODS[good] for good, number in enumerate(pile) for _ in range(number)]


def deal_again(p: Position, seat: int | None, rng: Rng) -> None:
    """Shuffle and redeal what the seat cannot see: to the other hands, the rest to the deck."""
    piles.deal_again(p.deck, [hand for other, hand in enumerate(p.hands) if other != seat], rng)
