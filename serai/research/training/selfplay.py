"""Self-play: games of a net against itself, as training data, in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.strings import BytesWriter, write_f32_le
from librt.vecs import vec
from mypy_extensions import i64

from serai.bots.greedy import Greedy
from serai.bots.net_rater import NetRater
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State

GREEDY: Final = -1  # instead of how many choices a seat follows to the end of their turn
GRAIN: Final = 1 << 20
LONGEST: Final = 6000  # choices: a game that runs in circles until then is not worth learning from


class SelfPlay:
    """Plays whole games and records the net's inputs after its choices (`rows`), and the outputs to learn
    (`targets`: share of the win and margin, four bytes each).

    The target share is the final one mixed with the net's later values in the same game, which count the less
    the later they are; with `memory` 1 it is the final one only. The net errs on purpose: up to `noise` is
    added to each value. One in `thin` rows is kept.

    With probability `explore` a choice is a trial: up to `range` is added to each value. What comes of one
    that looked worse than the best is no lesson about the choices before it: their targets reach only to the
    best one's value.
    """

    def __init__(
        self,
        evaluate: Callable[[bytes], bytes],
        seed: str,
        noise: float,
        memory: float,
        thin: int,
        scale: float,
    ) -> None:
        self.rater = NetRater(evaluate)
        self.rng = Rng(seed)
        self.noise = noise
        self.memory = memory
        self.thin: i64 = thin
        self.scale = scale  # points per unit of margin
        self.explore = 0.0
        self.range = 0.0
        self.promised = 0.0  # the value of the best choice
        self.strayed = False  # another one was tried
        self.greedy = Greedy()
        self.out = Choices()
        self.shares: vec[float] = vec[float]([0.0] * 8)
        self.rows = BytesWriter()
        self.writer = BytesWriter()
        self.targets = BytesWriter()
        self.decisions: i64 = 0
        self.unfinished: i64 = 0

    def clear(self) -> None:
        """Forget the rows played so far."""
        self.rows.truncate(0)
        self.targets.truncate(0)

    def play(self, state: State, follow: list[int]) -> list[float]:
        """Play a game to its end; `follow` says for each seat how many choices it follows to the end of their
        turn, or that it is greedy. Changes `state`. Returns each seat's share of the win; empty if the game
        was abandoned."""
        rng = self.rng
        out = self.out
        seats: list[int] = []
        values: list[float] = []
        strayed: list[bool] = []
        kept: list[bytes] = []  # empty: the row was not kept
        steps: i64 = 0
        while state.actor != OVER:
            seat = state.actor
            steps += 1
            if steps > LONGEST:
                self.unfinished += 1
                return []
            if seat == CHANCE:
                state.apply_unchecked(state.sample(rng))
                continue
            out.refill(state)
            if out.size == 1:
                state.apply_unchecked(out.items[0])
                continue
            world = state.determinize(seat, rng)
            how: i64 = follow[seat]
            best: i64 = 0
            if how == GREEDY:
                rated = self.greedy.values(world, seat, rng, 1)
                for i in range(out.size):
                    if rated[i] > rated[best]:
                        best = i
            else:
                best = self._choose(world, seat, how)
                seats.append(seat)
                values.append(self.promised)
                strayed.append(self.strayed)
            state.apply_unchecked(out.items[best])
            if how != GREEDY:
                kept.append(self.row_after(state, seat))
        self.decisions += len(seats)
        return self._learn(state, seats, values, strayed, kept)

    def _choose(self, world: State, seat: i64, follow: i64) -> i64:
        """The best choice, with some noise."""
        rater = self.rater
        size = rater.rate_all(world, seat, follow)
        rng = self.rng
        values = rater.values
        tries = self.explore > 0.0 and float(rng.below(GRAIN)) < self.explore * float(GRAIN)
        noise = self.range if tries else self.noise
        best: i64 = 0
        most = -10.0
        promised = -10.0
        for i in range(size):
            value = values[i] + noise * float(rng.below(GRAIN)) / float(GRAIN)
            if value > most:
                most = value
                best = i
            if values[i] > promised:
                promised = values[i]
        self.strayed = tries and values[best] < promised
        self.promised = promised if tries else values[best]
        return best

    def row_after(self, state: State, seat: i64) -> bytes:
        """What the seat knows after its choice: how it really turned out, not as the seat had imagined."""
        if state.actor == OVER or self.rng.below(self.thin) > 0:
            return b""
        seen = state.determinize(seat, self.rng)
        self.writer.truncate(0)
        seen.write_features(self.writer, seat)
        seen.write_insight(self.writer, seat)
        return self.writer.getvalue()

    def _learn(
        self, state: State, seats: list[int], values: list[float], strayed: list[bool], kept: list[bytes]
    ) -> list[float]:
        """Write the rows and their targets."""
        players = state.players
        state.outlook(self.shares)
        scores = state.scores()
        ends = [self.shares[seat] for seat in range(players)]
        margins = [
            float(scores[seat] - max([scores[other] for other in range(players) if other != seat]))
            / self.scale
            for seat in range(players)
        ]
        returns = ends.copy()
        learned = [0.0] * len(seats)
        for step in range(len(seats) - 1, -1, -1):
            seat = seats[step]
            learned[step] = returns[seat]
            value = values[step]
            value = 0.0 if value < 0.0 else 1.0 if value > 1.0 else value
            memory = 0.0 if strayed[step] else self.memory
            returns[seat] = memory * returns[seat] + (1.0 - memory) * value
        for step in range(len(seats)):
            if kept[step]:
                self.rows.write(kept[step])
                write_f32_le(self.targets, learned[step])
                write_f32_le(self.targets, margins[seats[step]])
        return ends
