"""Judging positions and choices: by the game's net if it has one, else by its estimate."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final, Protocol

from librt.strings import BytesWriter
from librt.vecs import vec

from serai.bots.greedy import Greedy
from serai.bots.net_rater import MARGIN, OUTPUTS, NetRater, Turns
from serai.bots.nets import BadNet, Evaluate, game_evaluator
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State

LONGEST: Final = 400  # choices in a continuation
SEATS: Final = 8  # the most seats in an outlook
FOLLOWED: Final = 6  # choices that a net follows to the end of the turn, besides those wanted
LEAST: Final = 1e-4  # a share is clamped to this far from 0 and 1
FARTHEST: Final = 16.0  # the range of log odds in which shares are normalised
CLOSE: Final = 1e-5

Shares = tuple[float, ...]


@dataclass(frozen=True)
class Rated:
    """The legal choices of a position: the value of each to the seat, and where its turn would end."""

    values: dict[int, float]
    ends: dict[int, State]


class Judge(Protocol):
    """Values positions and choices. It sees everything in a position: to judge by what a seat can know,
    redeal the position for that seat first (`State.determinize`)."""

    def outlooks(self, states: Sequence[State]) -> list[Shares]:
        """The share of the win of every seat in each position; they sum to 1."""

    def rate(self, state: State, seat: int, wanted: Sequence[int] = ()) -> Rated:
        """Rate a seat's choices, each followed by a well-played rest of the turn. If there are very many, the
        least promising may share one value and have no end position, unless they are `wanted`."""

    def play_on(self, state: State, seat: int, turns: int, rng: Rng) -> tuple[State, float]:
        """Play for all seats until this one has had a number of turns; returns the position and the seat's
        share there. Changes `state`."""


def judge_of(game: Game) -> Judge:
    """The best judge available for a game.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> round(sum(judge_of(serai.game("yspahan")).outlooks([state])[0]), 6)
    1.0
    """
    try:
        return NetJudge(game_evaluator(game))
    except BadNet:
        return EstimateJudge()


class EstimateJudge:
    """Judges by the game's estimate, as the greedy player does."""

    def __init__(self) -> None:
        self.greedy = Greedy()
        self.shares = vec[float]([0.0] * SEATS)

    def outlooks(self, states: Sequence[State]) -> list[Shares]:
        return [self._outlook(state) for state in states]

    def _outlook(self, state: State) -> Shares:
        state.outlook(self.shares)
        return tuple(self.shares[seat] for seat in range(state.players))

    def rate(self, state: State, seat: int, wanted: Sequence[int] = ()) -> Rated:
        ends = {choice: self.greedy.turn_after(state, choice, seat) for choice in state.legal()}
        return Rated({choice: self._outlook(end)[seat] for choice, end in ends.items()}, ends)

    def play_on(self, state: State, seat: int, turns: int, rng: Rng) -> tuple[State, float]:
        counter = Turns(seat, turns)
        for _ in range(LONGEST):
            actor = state.actor
            if actor == OVER:
                break
            if actor == CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            if counter.ask(actor) < 0:
                break
            state = self.greedy.best_turn(state, actor)
        return state, self._outlook(state)[seat]


class NetJudge(EstimateJudge):
    """Judges by a net. A net values a position for one seat, so it is evaluated for every seat."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.rater = NetRater(evaluate)

    def outlooks(self, states: Sequence[State]) -> list[Shares]:
        out = BytesWriter()
        for state in states:
            if state.actor != OVER:
                for seat in range(state.players):
                    state.write_features(out, seat)
                    state.write_insight(out, seat)
        rows = out.getvalue()
        shares = iter(_numbers(self.evaluate(rows))[::2] if rows else ())
        found: list[Shares] = []
        for state in states:
            if state.actor == OVER:
                found.append(self._outlook(state))
                continue
            found.append(shared_out([next(shares) for _ in range(state.players)]))
        return found

    def rate(self, state: State, seat: int, wanted: Sequence[int] = ()) -> Rated:
        rater = self.rater
        size = rater.rate_all(state, seat, FOLLOWED)
        values: dict[int, float] = {}
        ends: dict[int, State] = {}
        left: list[int] = []
        for index in range(size):
            choice = rater.first.items[index]
            if rater.ends[index] is state:  # one of very many, and the estimate ranks it low
                left.append(choice)
            else:
                values[choice] = rater.values[index]
                ends[choice] = rater.ends[index]
        least = min(values.values())
        values |= dict.fromkeys(left, least)
        for choice in wanted:
            if choice in left or ends[choice].actor == seat:
                after = state.clone()
                after.apply_unchecked(choice)
                end = ends[choice] = rater.finish(after, seat)
                values[choice] = self._value(end, seat)
        return Rated(values, ends)

    def _value(self, state: State, seat: int) -> float:
        """The value of a position, as `NetRater` computes it."""
        if state.actor == OVER:
            return self._outlook(state)[seat]
        out = BytesWriter()
        state.write_features(out, seat)
        state.write_insight(out, seat)
        share, margin = _numbers(self.evaluate(out.getvalue()))[:2]
        return share + MARGIN * margin

    def play_on(self, state: State, seat: int, turns: int, rng: Rng) -> tuple[State, float]:
        rater = self.rater
        counter = Turns(seat, turns)
        value = 0.0
        for _ in range(LONGEST):
            actor = state.actor
            if actor == OVER:
                return state, self._outlook(state)[seat]
            if actor == CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            left = counter.ask(actor)
            size = rater.rate_all(state, actor, 1)
            best = max(range(size), key=lambda index: rater.values[index])
            if actor == seat:
                value = rater.values[best]
            state = rater.ends[best]
            if actor == seat and left <= 0:
                break
        return state, min(1.0, max(0.0, value))


def shared_out(shares: Sequence[float]) -> Shares:
    """Normalise a net's values, one per seat, to the sum 1: all odds are scaled by the same factor.

    >>> [round(share, 2) for share in shared_out([0.5, 0.5, 0.5])]
    [0.33, 0.33, 0.33]
    """
    odds = [log(share / (1 - share)) for share in (min(1 - LEAST, max(LEAST, one)) for one in shares)]
    low, high = -FARTHEST, FARTHEST
    while high - low > CLOSE:
        shift = (low + high) / 2
        if sum(1 / (1 + exp(-one - shift)) for one in odds) > 1:
            high = shift
        else:
            low = shift
    found = [1 / (1 + exp(-one - low)) for one in odds]
    whole = sum(found)
    return tuple(share / whole for share in found)


def _numbers(output: bytes) -> array[float]:
    assert len(output) % OUTPUTS == 0
    return array("f", output)
