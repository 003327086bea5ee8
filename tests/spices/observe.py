"""What a seat may know: everything but other hands and the order of the deck."""

from __future__ import annotations

from typing import Any

from serai.kernel.rng import Rng
from tests.spices.state import PRICES, ROUNDS, SPICES, Position


def observe(p: Position, seat: int | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "actor": p.actor,
        "players": p.players,
        "round": p.round,
        "rounds": ROUNDS,
        "row": names(p.row),
        "prices": dict(zip(SPICES, PRICES, strict=True)),
        "die": p.die,
        "draw_pile": sum(p.deck),
        "selling": None if p.selling is None else SPICES[p.selling],
        "seats": [
            {"score": player.score, "cards": len(player.hand), "sold": names(player.sold)}
            for player in p.player
        ],
        "hand": None if seat is None else names(p.player[seat].hand),
    }


def names(cards: list[int]) -> list[str]:
    return [SPICES[card] for card in cards]


def deal_again(p: Position, seat: int | None, rng: Rng) -> None:
    others = [player for other, player in enumerate(p.player) if other != seat]
    unseen = [kind for kind, number in enumerate(p.deck) for _ in range(number)]
    unseen = sorted([*unseen, *(card for player in others for card in player.hand)])
    for player in others:
        player.hand = sorted(unseen.pop(rng.below(len(unseen))) for _ in player.hand)
    p.deck = [unseen.count(kind) for kind in range(len(SPICES))]
