"""The compiled inner loop of `BatchEnv`: steps many games together and writes the results as bytes."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from librt.strings import BytesWriter, read_f32_le, read_i32_le, write_f32_le, write_i32_le
from librt.vecs import vec
from mypy_extensions import i32, i64

from serai.bots.greedy import Greedy
from serai.bots.net_rater import NetRater
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, USUAL, Choices, State, with_room
from serai.kernel.tensor import add, add_flag, put

EVERY_SEAT: Final = -1  # instead of a seat: all seats are asked
RANDOM: Final = 0  # how the other seats play
GREEDY: Final = 1
QUICK: Final = 2
NET: Final = 3
POLICY: Final = 4
OPPONENTS: Final = ("random", "greedy", "quick", "net", "policy")
SAMPLES: Final = 4  # outcomes of chance that a greedy seat samples
SURENESS: Final = 2.0  # sharpens a policy's distribution: 1 is as learned
GRAIN: Final = 1 << 20
WORD: Final = 4  # bytes per choice
NOBODY: Final = 255  # instead of a seat, in a byte


class Loop:
    """An endless series of games: when one ends, the next begins.

    After `start` and after every `step`, each game waits for a choice of a seat, and the writers hold, game
    by game: `features` what that seat knows, `masks` a byte for each choice (1: legal), `seats` which seat it
    is, `dones` whether a game has just ended, `drawn` a random legal choice. `ended` lists the games that
    ended, `shares` and `scores` each seat's share of the win and points in these, and `finals`, if only
    one seat is asked, what it knew at the end.
    """

    def __init__(
        self,
        first: State,
        actions: int,
        games: range,
        seed: str,
        seat: int,
        opponents: int,
        evaluate: Callable[[bytes], bytes],
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
        self.evaluate = evaluate  # a net or a policy
        self.rater = NetRater(evaluate)
        self.row = BytesWriter()
        self.weights: vec[float] = vec[float]([0.0] * USUAL)
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
        self.finals = BytesWriter()

    def copies(self) -> tuple[list[State], list[Rng]]:
        """Copies of the positions and the generators, to continue from here again."""
        return [state.clone() for state in self.states], [rng.clone() for rng in self.rngs]

    def put(self, rows: list[int], states: list[State]) -> None:
        """Replace some positions. Where it is chance's turn, an outcome is drawn."""
        for k in range(len(rows)):
            self.states[rows[k]] = states[k].clone()
        self.start()

    def points(self) -> bytes:
        """The current points of each seat in each game."""
        return points_of(self.states)

    def start(self) -> None:
        """Advance every game to the first choice of a seat."""
        self._clear()
        for i in range(self.size):
            self._settle(i, self.states[i])

    def step(self, choices: bytes) -> None:
        """Make a choice in every game, each a 4-byte word. They are known to be legal."""
        self._clear()
        for i in range(self.size):
            state = self.states[i]
            state.apply_unchecked(i64(read_i32_le(choices, WORD * i)))
            self._settle(i, state)

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
        self.finals.truncate(0)

    def _settle(self, i: i64, state: State) -> None:
        """Advance to the next choice of a seat, and write the state of the game there."""
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
        out.refill(state)
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
        out.refill(state)
        if out.size == 1:
            return out.items[0]
        if self.opponents == RANDOM:
            return out.items[rng.below(out.size)]
        seat = state.actor
        if self.opponents == POLICY:
            return self._preferred(state, seat, rng)
        world = state.determinize(seat, rng)
        if self.opponents == QUICK:
            return self.greedy.best_step(world, seat)
        if self.opponents == NET:
            return self._liked(world, seat)
        values = self.greedy.values(world, seat, rng, SAMPLES)
        best: i64 = 0
        for k in range(out.size):
            if values[k] > values[best]:
                best = k
        return out.items[best]

    def _liked(self, world: State, seat: i64) -> i64:
        """The choice that a net rates best right after it."""
        rater = self.rater
        size = rater.rate_all(world, seat, 0)
        best: i64 = 0
        for k in range(size):
            if rater.values[k] > rater.values[best]:
                best = k
        return rater.first.items[best]

    def _preferred(self, state: State, seat: i64, rng: Rng) -> i64:
        """Sample one of the choices in the buffer by a policy's probabilities. Always taking the best could
        lead to endless loops."""
        row = self.row
        row.truncate(0)
        state.write_features(row, seat)
        liked = self.evaluate(row.getvalue())
        out = self.choices
        best = read_f32_le(liked, WORD * out.items[0])
        for k in range(1, out.size):
            value = read_f32_le(liked, WORD * out.items[k])
            if value > best:
                best = value
        weights = self.weights = with_room(self.weights, out.size)
        total = 0.0
        for k in range(out.size):
            weight = exp(SURENESS * (read_f32_le(liked, WORD * out.items[k]) - best))
            weights[k] = weight
            total += weight
        rest = total * float(rng.below(GRAIN)) / float(GRAIN)
        for k in range(out.size):
            rest -= weights[k]
            if rest < 0.0:
                return out.items[k]
        return out.items[out.size - 1]

    def _finish(self, i: i64, state: State) -> None:
        if self.seat != EVERY_SEAT:
            state.write_features(self.finals, self.seat)
        write_i32_le(self.ended, i32(i))
        state.outlook(self.outlook)
        scores = state.scores()
        for seat in range(state.players):
            write_f32_le(self.shares, self.outlook[seat])
            score: i32 = scores[seat]
            write_i32_le(self.scores, score)


def points_of(states: list[State]) -> bytes:
    """The points of each seat in each position, as 4-byte words."""
    out = BytesWriter()
    for state in states:
        scores = state.scores()
        for seat in range(state.players):
            score: i32 = scores[seat]
            write_i32_le(out, score)
    return out.getvalue()


class Rows:
    """Independent positions, whose data is written as bytes, row by row.

    `actions` and `features` are how many of each the game has. Seats are one byte per row, `NOBODY` if there
    is none; rows and choices are 4-byte words.
    """

    def __init__(self, states: list[State], actions: int, features: int) -> None:
        self.states = states
        self.actions: i64 = actions
        self.features: i64 = features

    def of(self, states: list[State]) -> Rows:
        """Other positions of the same game."""
        return Rows(states, self.actions, self.features)

    def clone(self) -> Rows:
        """Copies of all."""
        return self.of([state.clone() for state in self.states])

    def take(self, rows: bytes) -> Rows:
        """Copies of some rows, each as often as it is named."""
        found: list[State] = []
        for k in range(len(rows) // WORD):
            found.append(self.states[i64(read_i32_le(rows, WORD * k))].clone())
        return self.of(found)

    def determinize(self, seats: bytes, rng: Rng) -> Rows:
        """Copies in which what a seat cannot see is redealt."""
        found: list[State] = []
        for i in range(len(self.states)):
            seat: i64 = seats[i]
            if seat == NOBODY:
                found.append(self.states[i].determinize(None, rng))
            else:
                found.append(self.states[i].determinize(seat, rng))
        return self.of(found)

    def first_illegal(self, choices: bytes) -> int:
        """The first row in which a choice may not be made; -1 if there is none."""
        for i in range(len(self.states)):
            if not self.states[i].is_legal(i64(read_i32_le(choices, WORD * i))):
                return i
        return -1

    def apply(self, choices: bytes) -> None:
        """Make a choice in every row. They are known to be legal."""
        for i in range(len(self.states)):
            self.states[i].apply_unchecked(i64(read_i32_le(choices, WORD * i)))

    def draw(self, rng: Rng) -> None:
        """Draw for chance until a seat is to move or the game is over."""
        for state in self.states:
            while state.actor == CHANCE:
                state.apply_unchecked(state.sample(rng))

    def actors(self) -> bytes:
        """Who is to move, as signed bytes."""
        out = BytesWriter()
        for state in self.states:
            add(out, state.actor & 255)
        return out.getvalue()

    def masks(self) -> bytes:
        """A byte for each choice of a seat, 1 if it is legal; all 0 if no seat is to move."""
        out = BytesWriter()
        out.write(bytes(len(self.states) * self.actions))
        found = Choices()
        first: i64 = 0
        for state in self.states:
            if state.actor >= 0:
                found.refill(state)
                items = found.items
                for k in range(found.size):
                    put(out, first + items[k], 1)
            first += self.actions
        return out.getvalue()

    def observations(self, seats: bytes) -> bytes:
        """What a seat knows in each row; zeros for `NOBODY`."""
        out = BytesWriter()
        nothing = bytes(self.features)
        for i in range(len(self.states)):
            seat: i64 = seats[i]
            if seat == NOBODY:
                out.write(nothing)
            else:
                self.states[i].write_features(out, seat)
        return out.getvalue()

    def points(self) -> bytes:
        """The points of each seat in each row."""
        return points_of(self.states)

    def outlooks(self) -> bytes:
        """Each seat's share of the win in each row: known at the end, estimated before."""
        out = BytesWriter()
        shares: vec[float] = vec[float]([0.0] * 8)
        for state in self.states:
            state.outlook(shares)
            for seat in range(state.players):
                write_f32_le(out, shares[seat])
        return out.getvalue()

    def after(self) -> tuple[Rows, bytes, bytes]:
        """The positions after every choice of a seat, row by row; with their rows and choices."""
        found: list[State] = []
        rows = BytesWriter()
        choices = BytesWriter()
        out = Choices()
        for i in range(len(self.states)):
            state = self.states[i]
            if state.actor < 0:
                continue
            out.refill(state)
            for k in range(out.size):
                choice = out.items[k]
                after = state.clone()
                after.apply_unchecked(choice)
                found.append(after)
                write_i32_le(rows, i32(i))
                write_i32_le(choices, i32(choice))
        return self.of(found), rows.getvalue(), choices.getvalue()
