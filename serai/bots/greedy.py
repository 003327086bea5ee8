"""The greedy choice: try each, finish the turn as well as the estimate can tell, take the best."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, Choices, State

LONGEST_TURN: Final = 12  # choices of one's own that are thought through


class Greedy:
    """Looks at each choice with the rest of its own turn. Buffers are made once."""

    def __init__(self) -> None:
        self.shares: vec[float] = vec[float]([0.0] * 8)
        self.ratings: vec[float] = vec[float]([0.0] * 256)
        self.root = Choices()
        self.inner = Choices()

    def values(self, state: State, seat: i64, rng: Rng, samples: i64) -> list[float]:
        """For each legal choice, the share of the win that the seat can expect after it.

        Where chance comes next, several outcomes are drawn and the mean taken.
        """
        root = self.root
        root.size = 0
        state.choices(root)
        found: list[float] = []
        for i in range(root.size):
            total = 0.0
            drawn: i64 = 0
            while drawn < samples:
                drawn += 1
                after = state.clone()
                after.apply_unchecked(root.items[i])
                chancy = self.finish(after, seat, rng)
                total += self.shares[seat]
                if not chancy:
                    break
            found.append(total / float(drawn))
        return found

    def finish(self, state: State, seat: i64, rng: Rng) -> bool:
        """Play the seat's turn on, best next step first, and estimate its end into `shares`.

        True if chance had a hand in it.
        """
        chancy = False
        steps: i64 = 0
        while steps < LONGEST_TURN:
            if state.actor == CHANCE:
                if chancy:
                    break
                chancy = True
                state.apply_unchecked(state.sample(rng))
            elif state.actor == seat:
                state.apply_unchecked(self.best_step(state, seat))
                steps += 1
            else:
                break
        state.outlook(self.shares)
        return chancy

    def best_step(self, state: State, seat: i64) -> i64:
        """The choice after which the position looks best at once."""
        out = self.inner
        out.size = 0
        state.choices(out)
        if out.size == 1:
            return out.items[0]
        state.rate(out, seat, self.shares, self.ratings)
        best: i64 = 0
        for i in range(out.size):
            if self.ratings[i] > self.ratings[best]:
                best = i
        return out.items[best]
