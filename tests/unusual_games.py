"""Games with properties that ours lack and a third-party game may have.

`AUCTION` is for seven and no other number, has no chance, hundreds of choices at once, bids that nobody sees
until all have made them, and points below zero. `NIM` is for two, hides nothing, and gives no points before
its end.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, ClassVar, Final

import serai
from serai.kernel.errors import BadNotation

SEATS: Final = 7
BIDS: Final = 300
ROUNDS: Final = 2


def auction_text(choice: int) -> str:
    return f"bid {choice + 1}"


def auction_parse(text: str) -> int:
    kind, _, number = text.partition(" ")
    if kind == "bid" and number in map(str, range(1, BIDS + 1)):
        return int(number) - 1
    raise BadNotation(f"no bid {text!r}")


def auction_seen(state: Auction, seat: int | None) -> dict[str, Any]:
    own = 0 if seat is None else state.bids[seat]
    return {
        **{"seat": seat, "actor": state.actor, "players": SEATS, "round": min(state.round, ROUNDS - 1) + 1},
        "your_bid": own or None,
        "last_bids": state.last[:],
        "seats": [
            {"score": points, "has_bid": bid > 0}
            for points, bid in zip(state.points, state.bids, strict=True)
        ],
    }


def auction_dealt(state: Auction, seat: int | None, rng: serai.Rng) -> None:
    for other in range(SEATS):
        if other != seat and state.bids[other]:
            state.bids[other] = 1 + rng.below(BIDS)


class Auction(serai.State):
    """The lowest bid that nobody else made pays what it says."""

    game_name: ClassVar[str] = "auction"
    num_actions: ClassVar[int] = BIDS
    notation_module: ClassVar[Any] = SimpleNamespace(text=auction_text, parse=auction_parse)
    observe_module: ClassVar[Any] = SimpleNamespace(observe=auction_seen, deal_again=auction_dealt)

    def __init__(self) -> None:
        super().__init__()
        self.players = SEATS
        self.actor = 0
        self.round = 0
        self.bids = [0] * SEATS
        self.last: list[int] = []
        self.points = [0] * SEATS

    def choices(self, out: serai.Choices) -> None:
        if self.actor != serai.OVER:
            for choice in range(BIDS):
                out.add(choice)

    def apply_unchecked(self, choice: int) -> None:
        self.bids[self.actor] = choice + 1
        self.tell("bid", self.actor, 0, str(choice + 1), secret=True)
        if self.actor < SEATS - 1:
            self.actor += 1
            return
        alone = [bid for bid in self.bids if self.bids.count(bid) == 1]
        if alone:
            payer = self.bids.index(min(alone))
            self.points[payer] -= min(alone)
            self.tell("points", payer, -min(alone), "lowest bid")
        self.last, self.bids = self.bids, [0] * SEATS
        self.round += 1
        self.actor = serai.OVER if self.round == ROUNDS else 0

    def is_secret(self, choice: int, seat: int | None) -> bool:
        return seat != self.actor

    def scores(self) -> list[int]:
        return self.points[:]


def text(choice: int) -> str:
    return f"take-{choice + 1}"


def parse(text: str) -> int:
    if text in ("take-1", "take-2", "take-3"):
        return int(text[-1]) - 1
    raise BadNotation(f"nobody can {text!r}")


def observe(state: Nim, seat: int | None) -> dict[str, Any]:
    winners = state.winners() if state.actor == serai.OVER else None
    return {
        **{"seat": seat, "actor": state.actor, "players": 2, "stones": state.stones, "winners": winners},
    }


class Nim(serai.State):
    """Who takes the last stone wins."""

    game_name: ClassVar[str] = "nim"
    num_actions: ClassVar[int] = 3
    notation_module: ClassVar[Any] = sys.modules[__name__]
    observe_module: ClassVar[Any] = sys.modules[__name__]

    def __init__(self) -> None:
        super().__init__()
        self.players = 2
        self.actor = 0
        self.stones = 15
        self.last = -1  # who took the last one

    def choices(self, out: serai.Choices) -> None:
        for choice in range(min(3, self.stones)):
            out.add(choice)

    def apply_unchecked(self, choice: int) -> None:
        self.stones -= choice + 1
        if self.stones == 0:
            self.last, self.actor = self.actor, serai.OVER
        else:
            self.actor = 1 - self.actor

    def scores(self) -> list[int]:
        return [int(seat == self.last) for seat in range(2)]


def make_auction(players: int, options: Mapping[str, str]) -> Auction:
    return Auction()


def make_nim(players: int, options: Mapping[str, str]) -> Nim:
    return Nim()


AUCTION: Final = serai.Game(
    "auction", "Wüstenauktion – 七人", 1, (SEATS, SEATS), BIDS, BIDS, make_auction, Auction
)
NIM: Final = serai.Game("nim", "Nim", 1, (2, 2), 3, 3, make_nim, Nim)
