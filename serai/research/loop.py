"""Many games stepped together in compiled code; what comes of it is written as bytes."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_i32_le, write_f32_le, write_i32_le
from librt.vecs import vec
from mypy_extensions import i32, i64

from serai.bots.greedy import Greedy
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Choices, State
from serai.kernel.tensor import add, add_flag, put

EVERY_SEAT: Final = -1  # in the place of the seat that is asked
RANDOM: Final = 0  # how the other seats play
GREEDY: Final = 1
OPPONENTS: Final = ("random", "greedy")
SAMPLES: Final = 4  # outcomes of chance that a greedy seat looks at
WORD: Final = 4  # bytes of a choice


class Loop:
    """Games that go on for ever: where one ends, the next begins.

    After `start` and after every `step` each game waits for a choice of a seat, and the writers hold, game
    by game: `features` what that seat knows, `masks` a byte for each choice (1: legal), `seats` who it is,
    `dones` whether a game ended on the way, `drawn` a legal choice drawn evenly. `ended` lists the games
    that ended, `shares` and `scores` what each seat got of the win and of points in each of these.
    """

    def __init__(
        self, first: State, actions: int, games: range, seed: str, seat: int, opponents: int
    ) -> None:
        self.first = first
        self.actions: i64 = actions
        self.size: i64 = len(games)
        self.seat: i64 = seat
        self.opponents: i64 = opponents
        self.states: list[State] = [first.clone() for _ in games]
        self.rngs: list[Rng] = [Rng(f"{seed} {number}") for number in games]
        self.choices = Choices()
        self.greedy = Greedy()
        self.outlook: vec[float] = vec[float]([0.0] * 8)
        self.nothing = bytes(len(games) * actions)
        self.features = BytesWriter()
        self.masks = BytesWriter()
        self.seats = BytesWriter()
        self.dones = BytesWriter()
        self.drawn = BytesWriter()
        self.ended = BytesWriter()
        self.shares = BytesWriter()
        self.scores = BytesWriter()

    def start(self) -> None:
        """Every game goes on to its first choice of a seat."""
        self._clear()
        for i in range(self.size):
            self._settle(i)

    def step(self, choices: bytes) -> None:
        """A choice in every game, each a word of four bytes. They are known to be legal."""
        self._clear()
        for i in range(self.size):
            self.states[i].apply_unchecked(i64(read_i32_le(choices, WORD * i)))
            self._settle(i)

    def _clear(self) -> None:
        self.features.truncate(0)
        self.masks.truncate(0)
        self.masks.write(self.nothing)
        self.seats.truncate(0)
        self.dones.truncate(0)
        self.drawn.truncate(0)
        self.ended.truncate(0)
        self.shares.truncate(0)
        self.scores.truncate(0)

    def _settle(self, i: i64) -> None:
        """On to the next choice that is asked for, and write down how the game stands there."""
        state = self.states[i]
        rng = self.rngs[i]
        done = False
        while True:
            actor = state.actor
            if actor == CHANCE:
                state.apply_unchecked(state.sample(rng))
            elif actor == OVER:
                self._finish(i, state)
                done = True
                state = self.first.clone()
                self.states[i] = state
            elif self.seat == EVERY_SEAT or actor == self.seat:
                break
            else:
                state.apply_unchecked(self._opponent(state, rng))
        out = self.choices
        out.size = 0
        state.choices(out)
        masks = self.masks
        items = out.items
        first = i * self.actions
        for k in range(out.size):
            put(masks, first + items[k], 1)
        state.write_features(self.features, actor)
        add(self.seats, actor)
        add_flag(self.dones, done)
        write_i32_le(self.drawn, i32(items[rng.below(out.size)]))

    def _opponent(self, state: State, rng: Rng) -> i64:
        """The choice of another seat."""
        out = self.choices
        out.size = 0
        state.choices(out)
        if out.size == 1:
            return out.items[0]
        if self.opponents == RANDOM:
            return out.items[rng.below(out.size)]
        seat = state.actor
        values = self.greedy.values(state.determinize(seat, rng), seat, rng, SAMPLES)
        best: i64 = 0
        for k in range(out.size):
            if values[k] > values[best]:
                best = k
        return out.items[best]

    def _finish(self, i: i64, state: State) -> None:
        write_i32_le(self.ended, i32(i))
        state.outlook(self.outlook)
        scores = state.scores()
        for seat in range(state.players):
            write_f32_le(self.shares, self.outlook[seat])
            score: i32 = scores[seat]
            write_i32_le(self.scores, score)
