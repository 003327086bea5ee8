"""Two learners that know nothing of the games but the interface: PPO, and a small AlphaZero.

Both are networks of two hidden layers in JAX and Optax that play themselves in a `BatchEnv`. The second looks
one choice ahead: it redeals what the seat cannot see (`Positions.determinize`), asks its network for the
value of the position after every choice (`Positions.after`), and learns to choose as that search does. What
they reach is measured against random and against quick bots; figures go to `benchmarks/baselines.json`, the
page to `docs/explanation/reports/baselines.md`. Needs `serai[train]`.

    python benchmarks/baselines.py [GAME …] [--learner ppo|search] [--scale X] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped,unused-ignore]
from numpy.typing import NDArray

import serai
from serai.arena.report import Report, wilson
from serai.arena.tournament import play_all, runner, schedule
from serai.research.batch import BatchEnv
from serai.research.positions import Positions

ROOT = Path(__file__).parent.parent
SEEDS = (1, 2, 3)
HIDDEN = (128, 64)
ROWS = 128  # games at once
STEPS = 64  # steps of each game between two updates
DECISIONS = {"ppo": 120_000, "search": 60_000}  # decisions of a learner in total
LESSONS = 2  # passes over the data of an update
BATCH = 1024
LEARNING_RATE = 1e-3
BLOCK = 512  # positions evaluated at a time: a fixed size, since JAX compiles for each shape
TRACE = 0.95  # lambda of the returns: later results against expected values
SHARPNESS = 12.0  # inverse temperature of the search's choices
TESTS = 100  # games against each kind of bot
RATED = 60  # games that rate our bots
LADDER = ("random", "level1", "level2", "level3", "net")
OPPONENTS = ("random", "quick")
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776}  # quantiles for this many seeds
CUT = 300  # decisions of all seats after which a training game is cut off: the leader wins
SURENESS = 4.0  # inverse temperature in test games: always taking the best choice could loop forever
LONGEST = 1000  # the same limit for a test game, in decisions of the learner

Params = list[dict[str, jax.Array]]
Figures = dict[str, Any]


class Seen(NamedTuple):
    """Training data, one row per decision."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int32]
    policies: NDArray[np.float32]  # PPO: the log probability of the action; otherwise the search's policy
    afters: NDArray[np.uint8]  # what the seat knew after its choice
    values: NDArray[np.float32]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]


# The network


def new_params(key: jax.Array, sizes: tuple[int, ...]) -> Params:
    layers = []
    for size, following in pairwise(sizes):
        key, own = jax.random.split(key)
        weights = jax.random.normal(own, (size, following)) * sqrt(2 / size)
        layers.append({"weights": weights, "biases": jnp.zeros(following)})
    layers[-1]["weights"] *= 0.01
    return layers


def forward(params: Params, scaled: jax.Array) -> jax.Array:
    for layer in params[:-1]:
        scaled = jax.nn.relu(scaled @ layer["weights"] + layer["biases"])
    return scaled @ params[-1]["weights"] + params[-1]["biases"]


def logits(policy: Params, scaled: jax.Array, masks: jax.Array) -> jax.Array:
    return jnp.where(masks, forward(policy, scaled), -1e9)


def value(params: Params, scaled: jax.Array) -> jax.Array:
    return jax.nn.sigmoid(forward(params, scaled)[:, 0])


class Learner:
    """A policy and a value, and how they play."""

    def __init__(self, name: str, players: int, seed: int) -> None:
        self.game = serai.game(name)
        most = [feature.most for feature in self.game.layout for _ in range(feature.size)]
        self.scale = jnp.asarray(1 / np.array(most, np.float32))
        self.players = players
        features, actions = len(most), self.game.num_seat_actions
        one, two, self.key = jax.random.split(jax.random.key(seed), 3)
        self.params = (
            new_params(one, (features, *HIDDEN, actions)),
            new_params(two, (features, *HIDDEN, 1)),
        )
        self.adam = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(LEARNING_RATE))
        self.memory = self.adam.init(self.params)
        self.random = np.random.default_rng(seed)
        self.ages = np.zeros(ROWS, np.int64)  # decisions in each game
        self.look = jax.jit(lambda params, seen, masks: logits(params[0], seen * self.scale, masks))
        self.worth = jax.jit(lambda params, seen: value(params[1], seen * self.scale))
        self.lesson = jax.jit(self._lesson)

    # Where the two learners differ

    def decide(self, batch: BatchEnv, sureness: float) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """An action for every game, drawn by the policy, and what is kept of that. The surer, the more often
        it is the best."""
        raise NotImplementedError

    def policy_loss(self, params: Any, batch: Any) -> jax.Array:
        raise NotImplementedError

    # What they share

    def draw(self, logs: NDArray[np.float32]) -> NDArray[np.int32]:
        return (logs + self.random.gumbel(size=logs.shape)).argmax(axis=1).astype(np.int32)

    def _lesson(self, params: Any, memory: Any, batch: Any) -> Any:
        def loss(params: Any) -> jax.Array:
            expected = value(params[1], batch["afters"] * self.scale)
            return self.policy_loss(params, batch) + jnp.mean((expected - batch["returns"]) ** 2)

        change, memory = self.adam.update(jax.grad(loss)(params), memory, params)
        return optax.apply_updates(params, change), memory

    def play(self, batch: BatchEnv) -> list[Seen]:
        """Play some steps of all games, with the learner in all seats."""
        rows = []
        for _ in range(STEPS):
            now = batch.batch
            observations, masks, seats = now.observations.copy(), now.masks.copy(), now.seats.copy()
            actions, policies = self.decide(batch, 1.0)
            after = batch.positions()
            after.apply(actions)
            afters = after.observations(seats)
            values = np.asarray(self.worth(self.params, afters))
            now = batch.step(actions)
            kept = (now.rewards.copy(), now.dones.copy())
            self.cut(batch, *kept)
            rows.append(Seen(observations, masks, actions, policies, afters, values, seats, *kept))
        return rows

    def cut(self, batch: BatchEnv, rewards: NDArray[np.float32], dones: NDArray[np.bool_]) -> None:
        """End the games that are too long: a learner that knows nothing plays some for thousands of
        decisions, and would see no end of them. Changes what is given."""
        self.ages += 1
        self.ages[dones] = 0
        old = np.flatnonzero(self.ages >= CUT)
        if old.size:
            rewards[old] = leads(batch)[old]
            dones[old] = True
            new = self.game.new(self.players, batch.options)
            batch.set_positions([new] * len(old), old)
            self.ages[old] = 0

    def learn(self, rows: list[Seen]) -> None:
        """Returns, from the newest to the oldest: a seat's final result, or its expected one."""
        every = np.arange(len(rows[0].seats))
        carried = np.full((len(every), self.players), 1 / self.players, np.float32)
        for row in rows:  # a game that was cut off counts as each seat's last estimate
            carried[every, row.seats] = row.values
        returns = []
        for row in reversed(rows):
            carried[row.dones] = row.rewards[row.dones]
            got = carried[every, row.seats]
            returns.append(got)
            carried[every, row.seats] = TRACE * got + (1 - TRACE) * row.values
        data = {name: np.concatenate([getattr(row, name) for row in rows]) for name in Seen._fields[:6]}
        data["returns"] = np.concatenate(returns[::-1])
        better = data["returns"] - data["values"]
        data["better"] = (better - better.mean()) / (better.std() + 1e-6)
        size = len(data["returns"])
        for _ in range(LESSONS):
            order = self.random.permutation(size)
            for first in range(0, size - BATCH + 1, BATCH):
                some = order[first : first + BATCH]
                batch = {name: array[some] for name, array in data.items()}
                self.params, self.memory = self.lesson(self.params, self.memory, batch)


def leads(batch: BatchEnv) -> NDArray[np.float32]:
    """Each seat's share of the win, if the leader by points had won."""
    scores = batch.running_scores()
    best = (scores == scores.max(axis=1, keepdims=True)).astype(np.float32)
    return best / best.sum(axis=1, keepdims=True)


class PPO(Learner):
    """Proximal policy optimisation: what went better than expected becomes more likely, bit by bit."""

    def decide(self, batch: BatchEnv, sureness: float) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        now = batch.batch
        logs = np.asarray(jax.nn.log_softmax(self.look(self.params, now.observations, now.masks)))
        actions = self.draw(sureness * logs)
        return actions, logs[np.arange(len(actions)), actions]

    def policy_loss(self, params: Any, batch: Any) -> jax.Array:
        logs = jax.nn.log_softmax(logits(params[0], batch["observations"] * self.scale, batch["masks"]))
        chosen = jnp.take_along_axis(logs, batch["actions"][:, None], 1)[:, 0]
        ratio = jnp.exp(chosen - batch["policies"])
        better = batch["better"]
        gain = jnp.minimum(ratio * better, jnp.clip(ratio, 0.8, 1.2) * better)
        entropy = -jnp.sum(jnp.where(batch["masks"], jnp.exp(logs) * logs, 0.0), axis=1)
        return -jnp.mean(gain + 0.01 * entropy)


class Searcher(Learner):
    """Like AlphaZero, one choice deep: the network learns to choose as a search with its own value does."""

    def decide(self, batch: BatchEnv, sureness: float) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        now = batch.batch
        logs = np.array(self.look(self.params, now.observations, now.masks))
        worlds = batch.positions().determinize(seed=int(self.random.integers(1 << 40)))
        logs += SHARPNESS * self._worths(worlds, now.seats)
        logs[~now.masks] = -1e9
        actions = self.draw(sureness * logs)
        likely = np.exp(logs - logs.max(axis=1, keepdims=True))
        return actions, (likely / likely.sum(axis=1, keepdims=True)).astype(np.float32)

    def _worths(self, worlds: Positions, seats: NDArray[np.int8]) -> NDArray[np.float32]:
        """The value of each choice to the seat that makes it."""
        after = worlds.after()
        found = np.zeros((len(worlds), worlds.num_actions), np.float32)
        for first in range(0, len(after.rows), BLOCK):
            seen = np.zeros((BLOCK, worlds.num_features), np.uint8)
            some = slice(first, min(first + BLOCK, len(after.rows)))
            seen[: some.stop - first] = after.observations[some]
            worth = np.asarray(self.worth(self.params, seen))[: some.stop - first]
            found[after.rows[some], after.actions[some]] = worth
        over = np.flatnonzero(after.positions.actors() == serai.OVER)
        if over.size:
            rows = after.rows[over]
            true = after.positions.take(over).shares()
            found[rows, after.actions[over]] = true[np.arange(len(over)), seats[rows]]
        return found

    def policy_loss(self, params: Any, batch: Any) -> jax.Array:
        logs = jax.nn.log_softmax(logits(params[0], batch["observations"] * self.scale, batch["masks"]))
        return -jnp.mean(jnp.sum(jnp.where(batch["masks"], batch["policies"] * logs, 0.0), axis=1))


LEARNERS: dict[str, type[Learner]] = {"ppo": PPO, "search": Searcher}


# Measuring


def test(learner: Learner, opponents: str, games: int) -> float:
    """The learner's share of the wins in seat 0; every game of the batch is played to its end once."""
    size = min(games, 100)
    shares: list[float] = []
    for number in range(0, games, size):
        batch = BatchEnv(
            learner.game.name, learner.players, size, f"test {number}", opponents=opponents, seat=0
        )
        waiting = np.ones(size, np.bool_)
        won = np.zeros(size)
        for _ in range(LONGEST):
            actions, _ = learner.decide(batch, SURENESS)
            now = batch.step(actions)
            ended = waiting & now.dones
            won[ended] = now.rewards[ended, 0]
            waiting &= ~now.dones
            if not waiting.any():
                break
        else:
            won[waiting] = leads(batch)[waiting, 0]
        shares += won.tolist()
    return mean(shares)


def run(name: str, kind: str, seed: int, scale: float, say: Callable[[str], None]) -> Figures:
    """Train one learner from scratch and test it."""
    players = serai.game(name).players[0]
    learner = LEARNERS[kind](name, players, seed)
    batch = BatchEnv(name, players, ROWS, seed)
    games, decisions = 0, 0
    begun = perf_counter()
    while decisions < scale * DECISIONS[kind]:
        rows = learner.play(batch)
        learner.learn(rows)
        decisions += ROWS * STEPS
        games += sum(int(row.dones.sum()) for row in rows)
    seconds = perf_counter() - begun
    tests = round(TESTS * min(1, scale))
    shares = {opponents: round(test(learner, opponents, tests), 4) for opponents in OPPONENTS}
    say(f"{name} {kind} seed {seed}: {games} games, {seconds:.0f} s, {shares}")
    return {
        "seed": seed,
        "decisions": decisions,
        "games": games,
        "seconds": round(seconds),
        "tests": tests,
        "shares": shares,
    }


def with_budget(runs: list[Figures], new: Figures) -> list[Figures]:
    """Earlier runs with other seeds and the same budget."""
    return [
        old
        for old in runs
        if old["seed"] != new["seed"] and (old["decisions"], old["tests"]) == (new["decisions"], new["tests"])
    ]


def interval(values: list[float], tests: int) -> tuple[float, float, float]:
    """The mean over seeds with its 95 % interval: by their spread or by the number of games."""
    middle = mean(values)
    low, high = wilson(middle * tests * len(values), tests * len(values))
    if len(values) > 1:
        wide = STUDENT.get(len(values), 1.96) * stdev(values) / sqrt(len(values))
        low, high = min(low, max(0.0, middle - wide)), max(high, min(1.0, middle + wide))
    return middle, low, high


def rate(name: str) -> list[Figures]:
    """The arena's ratings of bots that answer at once, best first."""
    matches = schedule(serai.game(name), RATED, bots=list(LADDER), seed="ladder")
    begun = perf_counter()
    outcome = play_all(matches, runner(processes=1))
    bots: list[Figures] = Report.of(matches, outcome, perf_counter() - begun).figures()["bots"]
    return bots


# The page

HEAD = (
    *("game", "players", "learner", "seeds", "decisions", "games", "test games"),
    *("against random", "against quick", "each seed against random"),
)
TITLES = {"ppo": "PPO", "search": "like AlphaZero, one choice deep"}


def page(figures: Figures) -> str:
    """The report."""
    lines = [
        "# Baselines: what learners reach that know only the interface",
        "",
        f"Measured on {figures['date']}, {figures['machine']}, by `python benchmarks/baselines.py` (figures "
        "in `benchmarks/baselines.json`). Both learners begin from nothing and play themselves in a "
        f"`BatchEnv`, with networks of two hidden layers ({HIDDEN[0]} and {HIDDEN[1]}) in JAX and Optax. "
        "These are short runs, a minute of one core: a floor, not what the methods "
        "can do. The nets that come with the games ([how they learned](../training.md)) are stronger.",
        "",
        "Share of the wins in seat 0 against bots of one kind, with an interval of 95 %: "
        "Wilson's of the games, and with several seeds no smaller than Student's t between them. What is not "
        "in the table has not been run yet; the command runs three seeds of everything.",
        "",
        f"| {' | '.join(HEAD)} |",
        f"|{'---|' * len(HEAD)}",
    ]
    for name, kinds in figures["games"].items():
        for kind, runs in kinds.items():
            cells = []
            for opponents in OPPONENTS:
                middle, low, high = interval([one["shares"][opponents] for one in runs], runs[0]["tests"])
                cells.append(f"{middle:.0%} ({low:.0%} to {high:.0%})")
            each = ", ".join(f"{one['shares']['random']:.0%}" for one in runs)
            title, players = serai.game(name).title, serai.game(name).players[0]
            games = round(mean(one["games"] for one in runs))
            shown = [title, str(players), TITLES[kind], str(len(runs)), f"{runs[0]['decisions']:,}"]
            shown += [f"{games:,}", str(len(runs) * runs[0]["tests"]), *cells, each]
            lines.append(f"| {' | '.join(shown)} |")
    lines += [
        "",
        "A fair share is 50 % with two players, 33 % with three. `quick` takes what looks best at once to "
        "the game's hand-written estimate. Who knows nothing plays some games for thousands of decisions: "
        f"one that is learned from ends after {CUT} of all seats, one of the test after {LONGEST:,} of the "
        "learner, and who has most points then has won. A run as short as these can leave a learner worse "
        "than random: a few hundred games tell little about one choice of many.",
        "",
        "## Beat this",
        "",
        "A bot of yours is a class or a program ([how](../../how-to/write-a-bot.md)), and "
        f"`serai arena GAME --bots {','.join(LADDER)},cmd:./mine --games 400` rates it beside ours. "
        "The stronger levels, which think longer, are in [the bots' report](bots.md).",
    ]
    if figures["ratings"]:
        lines += [
            "",
            f"Ratings of the arena, {RATED} games with as many players as a game allows, bots mixed evenly:",
            "",
            "| game | bot | rating | deviation | share of the wins | 95 % | fair |",
            "|---|---|---|---|---|---|---|",
        ]
    for name, rows in figures["ratings"].items():
        for one in rows:
            low, high = one["ci95"]
            shown = [
                serai.game(name).title,
                one["bot"],
                f"{one['rating']:.1f}",
                f"{one['rating_deviation']:.1f}",
            ]
            shown += [f"{one['win_share']:.0%}", f"{low:.0%} to {high:.0%}", f"{one['fair_share']:.0%}"]
            lines.append(f"| {' | '.join(shown)} |")
    return "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=None)
    parser.add_argument("--learner", choices=[*LEARNERS], action="append")
    parser.add_argument("--seeds", type=int, nargs="*", default=list(SEEDS))
    parser.add_argument("--no-ratings", action="store_true", help="leave our bots' ratings as they are")
    parser.add_argument("--scale", type=float, default=1.0, help="of the decisions to learn from")
    parser.add_argument("--json", type=Path, default=ROOT / "benchmarks" / "baselines.json")
    parser.add_argument(
        "--page", type=Path, default=ROOT / "docs" / "explanation" / "reports" / "baselines.md"
    )
    given = parser.parse_args()
    say = partial(print, flush=True)
    old: Figures = json.loads(given.json.read_text()) if given.json.exists() else {"games": {}}
    figures: Figures = {
        "date": date.today().isoformat(),
        "machine": f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores",
        "games": old["games"],
        "ratings": old.get("ratings", {}),
    }

    def store() -> None:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        given.page.write_text(page(figures), encoding="utf-8")

    names = given.games or serai.game_names()
    if not given.no_ratings:
        for name in names:
            figures["ratings"][name] = rate(name)
            store()
    for seed in given.seeds:  # so that an interrupted run covers all games equally
        for name in names:
            for kind in given.learner or LEARNERS:
                found = run(name, kind, seed, given.scale, say)
                kinds = figures["games"].setdefault(name, {})
                kinds[kind] = [*with_budget(kinds.get(kind, []), found), found]
                store()


if __name__ == "__main__":
    main()
