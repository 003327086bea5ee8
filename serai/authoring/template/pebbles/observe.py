"""What a seat may know: everything but the cards in other hands and in the deck."""

from __future__ import annotations

from typing import Any

from serai.kernel.rng import Rng

from . import state as at
from .state import Position


def observe(p: Position, seat: int | None) -> dict[str, Any]:
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
    """The numbers on the cards of a pile."""
    return [card + 1 for card, number in enumerate(pile) for _ in range(number)]


def nth(pile: list[int], index: int) -> int:
    """The kind of a card, counted from the lowest."""
    card = 0
    while index >= pile[card]:
        index -= pile[card]
        card += 1
    return card


def deal_again(p: Position, seat: int | None, rng: Rng) -> None:
    """All that the seat cannot see is shuffled and dealt anew: to the other hands, the rest to the deck."""
    others = [hand for other, hand in enumerate(p.hands) if other != seat]
    sizes = [sum(hand) for hand in others]
    for hand in others:
        for card, number in enumerate(hand):
            p.deck[card] += number
            hand[card] = 0
    for hand, size in zip(others, sizes, strict=True):
        for _ in range(size):
            card = nth(p.deck, rng.below(sum(p.deck)))
            p.deck[card] -= 1
            hand[card] += 1
