"""A policy: a small net that learns to choose as the game's net does, from that net's choices.

First the net plays; then the policy does, and the net says what it would have chosen instead, so that the
policy learns from the positions it gets itself into (DAgger). Needs SciPy, which comes with serai[train].

    python -m serai.research.training.policy GAME FILE [--decisions N] [--seed N] [--test]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array  # type: ignore[import-untyped,unused-ignore]

import serai
from serai.bots import nets
from serai.bots.net_rater import NetRater
from serai.bots.nets import Evaluate, Net
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER
from serai.research.batch import BatchEnv
from serai.research.batch_loop import SURENESS
from serai.research.training.run import draw_setup, settings_of

HIDDEN: Final = 96
DECISIONS: Final = 120_000
ROUNDS: Final = 3  # of playing and learning; in the first the net plays
PASSES: Final = 5  # over all decisions in the last round; fewer before
BATCH: Final = 1024
RATE: Final = 3e-3
LAST_RATE: Final = 1e-4
SLIPS: Final = 20  # one choice in this many is random
FOLLOWED: Final = 2  # choices that the net follows to the end of their turn
LONGEST: Final = 3000  # choices in a game: longer ones are discarded
TESTS: Final = 100  # games
HELD_OUT: Final = 20  # one decision in this many is held out

Array = NDArray[Any]


class Data:
    """Training data: what seats knew, their legal choices, and what the net would have chosen."""

    def __init__(self, game: Game) -> None:
        self.actions = game.num_seat_actions
        self.rows: list[bytes] = []
        self.masks: list[Array] = []
        self.chosen: list[int] = []

    def add(self, row: bytes, legal: list[int], choice: int) -> None:
        """Add a decision: what the seat knew, what it could do, and what it did."""
        mask = np.zeros(self.actions, np.bool_)
        mask[legal] = True
        self.rows.append(row)
        self.masks.append(np.packbits(mask))
        self.chosen.append(choice)

    def arrays(self) -> tuple[Array, Array, Array]:
        """All decisions: rows, masks and choices."""
        rows = np.frombuffer(b"".join(self.rows), np.uint8).reshape(len(self.rows), -1)
        return rows, np.stack(self.masks), np.array(self.chosen)


def play(game: Game, settings: dict[str, Any], policy: Evaluate | None, rng: Rng, data: Data) -> None:
    """Play a game; the net plays if there is no policy."""
    rater = NetRater(nets.game_evaluator(game))
    state = game.new(*draw_setup(settings["setups"], rng))
    for _ in range(LONGEST):
        seat = state.actor
        if seat == OVER:
            return
        legal = [] if seat == CHANCE else state.legal()
        if len(legal) < 2:
            state.apply_unchecked(legal[0] if legal else state.sample(rng))
            continue
        number = rater.rate_all(state.determinize(seat, rng), seat, FOLLOWED)
        values = [rater.values[i] for i in range(number)]
        choice = legal[values.index(max(values))]
        row = state.features(seat)
        data.add(row, legal, choice)
        if rng.below(SLIPS) == 0:
            choice = legal[rng.below(len(legal))]
        elif policy is not None:
            liked = np.frombuffer(policy(row), "<f4")[legal]
            noise = np.array([rng.below(1 << 20) + 1 for _ in legal]) / (1 << 20)
            choice = legal[int((liked - np.log(-np.log(noise * 0.999999))).argmax())]
        state.apply_unchecked(choice)


class Learner:
    """The weights, trained with Adam."""

    def __init__(self, game: Game, settings: dict[str, Any], seed: int) -> None:
        numbers = sum(feature.size for feature in game.layout)
        self.game = game
        self.most = np.array(settings["most"][:numbers])
        self.steps = np.array(settings["steps"][:numbers])
        values = np.where(self.steps > 1, self.steps + 1, self.steps)
        self.offset = np.cumsum(values) - values
        self.steps_of = np.array(settings["steps_of"])
        self.random = np.random.default_rng(seed)
        rows, actions = int(values.sum()), game.num_seat_actions
        self.weights: dict[str, Array] = {
            "table": self.random.normal(0, 0.1, (rows, HIDDEN)).astype(np.float32),
            "bias1": np.zeros(HIDDEN, np.float32),
            "weight2": self.random.normal(0, HIDDEN**-0.5, (HIDDEN, actions)).astype(np.float32),
            "bias2": np.zeros(actions, np.float32),
        }
        self.seen = np.zeros(rows, np.int64)
        self.first = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.second = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.lessons = 0

    def table_rows(self, rows: Array) -> Any:
        """For each input row, which rows of the table are summed, and how often."""
        which, number = np.nonzero((rows > 0) & (self.steps > 0))
        value = rows[which, number]
        step = np.minimum(self.steps_of[value], self.steps[number])
        large = self.steps[number] > 1
        columns = np.concatenate([self.offset[number] + step - 1, (self.offset + self.steps)[number[large]]])
        times = np.concatenate([np.ones(len(which)), value[large] / self.most[number[large]]])
        places = (np.concatenate([which, which[large]]), columns)
        return csr_array((times.astype(np.float32), places), (len(rows), len(self.seen)))

    def forward(self, table_rows: Any, masks: Array) -> tuple[Array, Array]:
        """The hidden layer, and the probability of each choice."""
        weights = self.weights
        hidden = np.maximum(table_rows @ weights["table"] + weights["bias1"], 0)
        liked = np.where(masks, hidden @ weights["weight2"] + weights["bias2"], -1e9)
        likely = np.exp(liked - liked.max(axis=1, keepdims=True))
        return hidden, likely / likely.sum(axis=1, keepdims=True)

    def learn(self, rows: Array, masks: Array, chosen: Array, rate: float) -> None:
        """Learn from one batch."""
        told = self.table_rows(rows)
        self.seen += np.bincount(told.indices, minlength=len(self.seen))
        hidden, likely = self.forward(told, masks)
        likely[np.arange(len(rows)), chosen] -= 1
        likely /= len(rows)
        below = (likely @ self.weights["weight2"].T) * (hidden > 0)
        change = {
            "table": told.T @ below,
            "bias1": below.sum(axis=0),
            "weight2": hidden.T @ likely,
            "bias2": likely.sum(axis=0),
        }
        self.lessons += 1
        scale = rate * (1 - 0.999**self.lessons) ** 0.5 / (1 - 0.9**self.lessons)
        for name, value in change.items():
            first, second = self.first[name], self.second[name]
            first += 0.1 * (value - first)
            second += 0.001 * (value * value - second)
            self.weights[name] -= scale * first / (np.sqrt(second) + 1e-8)

    def batches(self, number: int, passes: int) -> Iterator[tuple[Array, float]]:
        """Batches of decisions, with the learning rate."""
        total = passes * (number // BATCH)
        done = 0
        for _ in range(passes):
            order = self.random.permutation(number)
            for first in range(0, number - BATCH + 1, BATCH):
                done += 1
                yield order[first : first + BATCH], RATE + (LAST_RATE - RATE) * done / total

    def net(self, made: dict[str, Any]) -> Net:
        """The policy in its stored form; rows that were never used are left out."""
        used = self.seen > 0
        place = np.where(used, np.cumsum(used) - 1, -1).astype("<i4")
        parts = [self.weights["table"][used], *(self.weights[name] for name in ("bias1", "weight2", "bias2"))]
        halves = np.concatenate([part.reshape(-1) for part in parts]).astype("<f2")
        game = self.game
        return Net(
            game.name,
            nets.policy_fingerprint(game),
            0,
            (HIDDEN, game.num_seat_actions),
            bytes(self.most.tolist()),
            bytes(self.steps.tolist()),
            place.tobytes(),
            halves.tobytes(),
            made,
        )


def train(name: str, decisions: int = DECISIONS, seed: int = 1) -> Net:
    """Train a policy for a game that has a net."""
    game = serai.game(name)
    settings = settings_of(game, {})
    rng = Rng(f"policy {seed}")
    data = Data(game)
    learner = Learner(game, settings, seed)
    policy: Evaluate | None = None
    made: dict[str, Any] = {"decisions": decisions, "seed": seed}
    for turn in range(1, ROUNDS + 1):
        while len(data.rows) < decisions * turn // ROUNDS:
            play(game, settings, policy, rng, data)
        rows, masks, chosen = data.arrays()
        held = np.arange(len(rows)) % HELD_OUT == 0
        learned = np.flatnonzero(~held)
        for some, rate in learner.batches(len(learned), PASSES * turn // ROUNDS):
            which = learned[some]
            legal = np.unpackbits(masks[which], axis=1, count=game.num_seat_actions).astype(np.bool_)
            learner.learn(rows[which], legal, chosen[which], rate)
        legal = np.unpackbits(masks[held], axis=1, count=game.num_seat_actions).astype(np.bool_)
        best = learner.forward(learner.table_rows(rows[held]), legal)[1].argmax(axis=1)
        made["agrees"] = round(float((best == chosen[held]).mean()), 3)
        print(f"{name}, {len(rows)} decisions: it agrees with the net in {made['agrees']:.1%}", flush=True)
        policy = nets.policy(learner.net(made))
    return learner.net(made)


def strength(name: str, policy: Evaluate, opponents: str, games: int, seed: int) -> float:
    """The policy's share of the wins in seat 0, with the most players; a game that takes too long counts as
    lost."""
    random = np.random.default_rng(seed)
    won = np.zeros(games)
    waiting = np.ones(games, np.bool_)
    batch = BatchEnv(name, size=games, seed=f"strength {seed}", opponents=opponents)
    for _ in range(LONGEST):
        now = batch.batch
        liked = np.stack([np.frombuffer(policy(row.tobytes()), "<f4") for row in now.observations])
        noise = random.gumbel(size=liked.shape)
        now = batch.step(np.where(now.masks, SURENESS * liked + noise, -np.inf).argmax(axis=1))
        ended = waiting & now.dones
        won[ended] = now.rewards[ended, 0]
        waiting &= ~ended
        if not waiting.any():
            break
    return float(won.mean())


def main() -> None:
    """Train or measure a policy as a program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", action="store_true", help="measure the policy in FILE, train nothing")
    given = parser.parse_args()
    if not given.test:
        given.file.write_bytes(train(given.game, given.decisions, given.seed).to_bytes())
    policy = nets.policy(nets.read(given.file.read_bytes()))
    for opponents in ("random", "quick", "net"):
        share = strength(given.game, policy, opponents, TESTS, given.seed)
        print(f"{given.game}, share of {TESTS} games against {opponents}: {share:.1%}", flush=True)


if __name__ == "__main__":
    main()
