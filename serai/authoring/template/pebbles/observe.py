"""What a seat may know: everything but the cards in other hands and in the deck."""

from __future__ import annotations

from typing import Any

from serai.kernel import piles
from serai.kernel.rng import Rng

from . import state as at
from .state import Position


def observe(p: Position, seat: int | None) -> dict[str, Any]:
    """Everything that a seat (None: a spectator) may know."""
    return {
        "seat": seat,
        "actor": p.actor,
        "players": p.players,
        "phase": at.PHASES[p.phase],
        "turn": p.turn,
        "die": p.die,
        "deck": sum(p.deck),
        "played": cards(p.played),
        "seats": [
            {"score": points, "cards": sum(hand)} for points, hand in zip(p.points, p.hands, strict=True)
        ],
        "hand": None if seat is None else cards(p.hands[seat]),
    }


def cards(pile: list[int]) -> list[int]:
    """The numbers on the cards in a pile."""
    return [card + 1 for card, number in enumerate(pile) for _ in range(number)]


def deal_again(p: Position, seat: int | None, rng: Rng) -> None:
    """Shuffle and redeal what the seat cannot see: to the other hands, the rest to the deck."""
    piles.deal_again(p.deck, [hand for other, hand in enumerate(p.hands) if other != seat], rng)
