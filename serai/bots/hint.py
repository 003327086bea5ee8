"""Hints for a seat: its best choices, their win chances, and why."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from serai.bots.bot import Budget, Situation
from serai.bots.greedy import Greedy
from serai.bots.names import strongest_bot
from serai.kernel.errors import IllegalMove
from serai.kernel.registry import game
from serai.kernel.rng import Rng
from serai.kernel.state import State

WORTH_TELLING: Final = 0.05  # of the largest gain: anything smaller is not given as a reason


@dataclass(frozen=True)
class Reason:
    """What a choice changes by the end of the turn: a part of the game's estimate, and by how much.

    Parts are named as in `State.parts`; their unit is the game's (points, turns, artifacts).
    """

    kind: str
    amount: float


@dataclass(frozen=True)
class Advice:
    """A choice, the share of the win that can be expected after it, and reasons, weightiest first."""

    choice: int
    text: str
    share: float
    reasons: tuple[Reason, ...]


def hint(state: State, seat: int, budget: Budget | None = None, best: int = 3) -> list[Advice]:
    """The best choices of the seat to move, best first. Uses only what it may know.

    >>> import serai
    >>> state = serai.game("yspahan").new(2)
    >>> state.apply(state.sample(serai.Rng(1)))
    >>> hint(state, state.actor, Budget(work=20))[0].text in [state.text(a) for a in state.legal()]
    True
    """
    if state.actor != seat:
        raise IllegalMove(f"seat {seat + 1} has nothing to choose now")
    situation = Situation(state, seat)
    rng = Rng("hint")
    played = game(state.game_name)
    bot = strongest_bot(played)
    bot.reset(played, state.players, {}, seat, "hint")
    found = bot.ranked(situation, budget or Budget())[:best]
    imagined = situation.imagine(rng)
    return [
        Advice(
            choice,
            situation.text(choice),
            calibrated(share, *bot.calibration),
            reasons(imagined, seat, choice),
        )
        for choice, share in found
    ]


def calibrated(share: float, shift: float, slope: float) -> float:
    """How often a share that the search found comes true: its log odds, stretched and shifted. Nets are too
    sure of themselves, and walks too hopeful: inside one, the seat knows what was only dealt to imagine the
    others' hands, or some rivals are weaker than they may be.

    >>> round(calibrated(0.5, -0.4, 0.8), 2), round(calibrated(0.02, -0.4, 0.8), 2)
    (0.4, 0.03)
    """
    won = math.pow(share, slope) * math.exp(shift)
    return won / (won + math.pow(1.0 - share, slope))


def reasons(state: State, seat: int, choice: int, most: int = 2) -> tuple[Reason, ...]:
    """The parts of the seat's estimate that the choice, with a greedy rest of the turn, changes most."""
    after = Greedy().turn_after(state, choice, seat)
    before = dict(state.parts(seat))
    changes = [Reason(kind, amount - before[kind]) for kind, amount in after.parts(seat)]
    changes.sort(key=lambda change: -abs(change.amount))
    least = WORTH_TELLING * abs(changes[0].amount)
    return tuple(change for change in changes[:most] if abs(change.amount) > least)
