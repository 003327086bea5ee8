"""Speed and memory of the research interfaces, compared with OpenSpiel, PettingZoo and catanatron.

Batches of pgx and envpool are compared too if they are installed (`pip install pgx envpool`).

Everything is measured in one run: the speeds in turn, several short slices each, of which the median counts;
memory in a new process for each figure. Figures go to `benchmarks/research.json`, the page and its pictures
to `docs/explanation/reports`.

With `--cpu` only some speeds are measured, in CPU time of one process, and added to the existing figures:
that can be done on a busy machine.

    python benchmarks/research.py [--quick | --cpu] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from datetime import date
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing import active_children
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import serai
from serai._source import compiled
from serai.bench import catanatron_run, compiled_run, driven_run, open_spiel_run, state_bytes
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER
from serai.kernel.tensor import size
from serai.research.batch import BatchEnv
from serai.research.chart import Points, line_chart, short

ROOT = Path(__file__).parent.parent
ROUNDS = 5
BATCH = 2048
SIZES = (1, 4, 16, 64, 256, 1024, 4096)
PROCESSES = (1, 2, 4)
PROMISED = 1_500_000  # steps/s of every game on two processes, observations included
SPIEL_GAMES = ("backgammon", "gin_rummy", "go(board_size=9)", "hanabi(players=4)", "leduc_poker")
CLASSIC_GAMES = ("chess_v6", "connect_four_v3", "go_v5", "leduc_holdem_v4", "texas_holdem_v4")
PGX_GAMES = ("backgammon", "leduc_holdem")
ENVPOOL_GAMES = ("CartPole-v1",)
COPIES = {"batch": 4096, "classic": 50, "catanatron": 100}  # objects measured together
MANY = 2000  # of all others

Run = Callable[[float], float]
Figures = dict[str, Any]


# Speed


def tensor_run(name: str) -> Run:
    """Choice by choice from Python; the seat to move reads its tensor first."""
    game = serai.game(name)
    rng = Rng("bench")

    def run(seconds: float) -> float:
        decisions = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            state = game.new()
            while state.actor != OVER:
                if state.actor == CHANCE:
                    state.apply(state.sample(rng))
                else:
                    np.frombuffer(state.features(state.actor), np.uint8)
                    legal = state.legal()
                    state.apply(legal[rng.below(len(legal))])
                    decisions += 1
        return decisions / (perf_counter() - begun)

    return run


def agents_run(env: Any) -> Run:
    """A PettingZoo environment, ours or another, as its documentation drives it."""
    for seed, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed)

    def run(seconds: float) -> float:
        decisions = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            env.reset(seed=decisions)
            for agent in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(seen["action_mask"]))
                    decisions += 1
        return decisions / (perf_counter() - begun)

    return run


def seat_run(name: str) -> Run:
    """A Gymnasium environment: one seat is the agent, random bots play the others."""
    env = seat_env(name)
    env.action_space.seed(0)

    def run(seconds: float) -> float:
        steps = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            _, info = env.reset(seed=steps)
            over = False
            while not over:
                _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
                steps += 1
        return steps / (perf_counter() - begun)

    return run


def vector_run(name: str, ending: ExitStack) -> Run:
    """A Gymnasium vector environment: one seat is the agent, the others choose at random."""
    from serai.research.gymnasium import SeatVectorEnv

    env = SeatVectorEnv(name, BATCH, opponent="random")
    ending.callback(env.close)
    env.reset(seed=0)

    def run(seconds: float) -> float:
        steps = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            env.step(env.batch.sample_actions().astype(np.int64))
            steps += BATCH
        return steps / (perf_counter() - begun)

    return run


def batch_run(
    name: str, games: int, processes: int, kind: Any, ending: ExitStack, opponents: str | None = None
) -> Run:
    """The batch environment: a random legal action in every game, observations and masks each time."""
    made = BatchEnv(name, size=games, processes=processes, observations=kind, opponents=opponents)
    batch = ending.enter_context(made)
    often = max(1, 1000 // games)

    def run(seconds: float) -> float:
        steps = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            for _ in range(often):
                batch.step(batch.sample_actions())
            steps += games * often
        return steps / (perf_counter() - begun)

    return run


def after_run(name: str) -> Run:
    """Successors of positions per second, with the observation of the seat."""
    batch = BatchEnv(name, size=64)
    for _ in range(40):
        batch.step(batch.sample_actions())
    positions = batch.positions()

    def run(seconds: float) -> float:
        seen = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            seen += len(positions.determinize(seed=seen).after().rows)
        return seen / (perf_counter() - begun)

    return run


def pgx_run(name: str) -> Run:
    """A pgx batch on the CPU with random legal actions, as in its documentation."""
    import jax
    import pgx  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from pgx.experimental.utils import act_randomly  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from pgx.experimental.wrappers import auto_reset  # type: ignore[import-not-found,import-untyped,unused-ignore]

    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))
    go_on = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    key = jax.random.key(0)
    state = begin(jax.random.split(key, BATCH))

    def run(seconds: float) -> float:
        nonlocal key, state
        steps = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            key, own, other = jax.random.split(key, 3)
            action = act_randomly(own, state.legal_action_mask)
            state = go_on(state, action, jax.random.split(other, BATCH))
            state.observation.block_until_ready()
            steps += BATCH
        return steps / (perf_counter() - begun)

    run(0.1)  # the first call compiles
    return run


def envpool_run(name: str) -> Run:
    """An envpool batch. It has no board games, so its smallest environments are measured."""
    import envpool  # type: ignore[import-not-found,import-untyped,unused-ignore]

    env = envpool.make(name, env_type="gymnasium", num_envs=BATCH)
    env.reset()
    actions = np.zeros(BATCH, np.int32)

    def run(seconds: float) -> float:
        steps = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            env.step(actions)
            steps += BATCH
        return steps / (perf_counter() - begun)

    return run


def other_batches() -> dict[str, Run]:
    """Batches of other projects that are installed."""
    found: dict[str, Run] = {}
    if find_spec("pgx") is not None:
        found |= {f"pgx, {name}": pgx_run(name) for name in PGX_GAMES}
    if find_spec("envpool") is not None:
        found |= {f"envpool, {name}": envpool_run(name) for name in ENVPOOL_GAMES}
    return found


def seats_env(name: str) -> Any:
    from serai.research.pettingzoo import env

    return env(name)


def seat_env(name: str) -> Any:
    from serai.research.gymnasium import SeatEnv

    return SeatEnv(name, opponent="random")


def classic_env(name: str) -> Any:
    return import_module(f"pettingzoo.classic.{name}").env()


def interface_runs(name: str, ending: ExitStack) -> dict[str, Run]:
    """Every way to play one of our games."""
    game = serai.game(name)
    return {
        "engine": compiled_run(game),
        "python": driven_run(game),
        "python, tensors": tensor_run(name),
        "open_spiel": open_spiel_run(f"serai_{name}"),
        "open_spiel, tensors": open_spiel_run(f"serai_{name}", True),
        "pettingzoo": agents_run(seats_env(name)),
        "gymnasium": seat_run(name),
        "gymnasium vector": vector_run(name, ending),
        **{
            f"batch {kind}, {processes}": batch_run(name, BATCH, processes, kind, ending)
            for kind in ("uint8", "float32")
            for processes in (1, 2)
        },
        **{
            f"batch {opponents}, 2": batch_run(name, BATCH // 8, 2, "uint8", ending, opponents)
            for opponents in ("quick", "net", "policy")
        },
        "after": after_run(name),
    }


def peer_runs() -> dict[tuple[str, str], Run]:
    """Other projects' games, by their own interfaces."""
    found: dict[tuple[str, str], Run] = {}
    for name in SPIEL_GAMES:
        found[name, "open_spiel"] = open_spiel_run(name)
        found[name, "open_spiel, tensors"] = open_spiel_run(name, True)
    for name in CLASSIC_GAMES:
        found[name, "pettingzoo"] = agents_run(classic_env(name))
    found["catanatron", "engine"] = catanatron_run
    return found


def growth_runs(ending: ExitStack, sizes: tuple[int, ...]) -> dict[tuple[str, str], Run]:
    """The batch environment with many sizes, and in many processes."""
    found: dict[tuple[str, str], Run] = {}
    for name in serai.game_names():
        for games in sizes:
            found[name, f"size {games}"] = batch_run(name, games, 1, "uint8", ending)
        for processes in PROCESSES:
            found[name, f"processes {processes}"] = batch_run(name, max(sizes), processes, "uint8", ending)
    return found


# Memory, each in a process of its own


def resident() -> int:
    """Bytes of this process and its children; shared memory counts once."""
    total = 0
    for process in ("self", *(str(child.pid) for child in active_children())):
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return 1024 * total


def memory_of(kind: str, name: str, games: int, processes: int) -> int:
    """Bytes for a number of games, each some choices old."""
    if kind == "batch":
        BatchEnv(name, size=1).close()  # one-time costs do not count
        before = resident()
        with BatchEnv(name, size=games, processes=processes) as batch:
            for _ in range(50):
                batch.step(batch.sample_actions())
            return resident() - before
    make: dict[str, Callable[[], Any]] = {
        "open_spiel": lambda: spiel_state(name),
        "pettingzoo": lambda: begun_env(seats_env(name)),
        "gymnasium": lambda: begun_env(seat_env(name)),
        "classic": lambda: begun_env(classic_env(name)),
        "catanatron": catanatron_game,
    }
    make[kind]()
    before = resident()
    kept = [make[kind]() for _ in range(games)]
    taken = resident() - before
    del kept  # keep them alive until here
    return taken


@cache
def spiel_game(name: str) -> Any:
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    import_module("serai.research.open_spiel")  # registers ours
    return pyspiel.load_game(name)


def spiel_state(name: str) -> Any:
    """A position of OpenSpiel after a few choices."""
    state = spiel_game(name).new_initial_state()
    for _ in range(20):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
    return state


def begun_env(env: Any) -> Any:
    env.reset(seed=1)
    return env


def catanatron_game() -> Any:
    import catanatron  # type: ignore[import-not-found,import-untyped,unused-ignore]

    colours = list(catanatron.Color)[:4]
    game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
    for _ in range(20):
        game.play_tick()
    return game


def memory(kind: str, name: str, games: int, processes: int = 1) -> int:
    """`memory_of`, measured in a new process."""
    command = [sys.executable, "-W", "ignore", __file__, "--memory", kind, name, str(games), str(processes)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return int(done.stdout.split()[-1])


def bytes_a_game(kind: str, name: str) -> int:
    games = COPIES.get(kind, MANY)
    return round(memory(kind, name, games) / games)


# All together


def measure(seconds: float, sizes: tuple[int, ...], bar: Progress) -> Figures:
    """All figures; `seconds` is the time for each speed."""
    import_module("serai.research.open_spiel")  # registers ours
    load = os.getloadavg()[0]
    begun = perf_counter()
    names = serai.game_names()
    with ExitStack() as ending:
        runs: dict[tuple[str, str], Run] = {}
        for name in names:
            runs |= {(name, interface): run for interface, run in interface_runs(name, ending).items()}
        runs |= peer_runs()
        batches = {("batches", name): run for name, run in other_batches().items()}
        growth = growth_runs(ending, sizes)
        speeds = slices({**runs, **batches, **growth}, seconds, bar)
    task = bar.add_task("memory", total=len(names) * 4 + len(SPIEL_GAMES) + len(CLASSIC_GAMES) + 1)

    def a_game(kind: str, name: str) -> int:
        found = bytes_a_game(kind, name)
        bar.advance(task)
        return found

    ours = {
        name: {
            "state": state_bytes(serai.game(name)),
            "batch": a_game("batch", name),
            "open_spiel": a_game("open_spiel", f"serai_{name}"),
            "pettingzoo": a_game("pettingzoo", name),
            "gymnasium": a_game("gymnasium", name),
        }
        for name in names
    }
    others = {name: a_game("open_spiel", name) for name in SPIEL_GAMES}
    others |= {name: a_game("classic", name) for name in CLASSIC_GAMES}
    others["catanatron"] = a_game("catanatron", "catanatron")
    task = bar.add_task("growth of memory", total=len(names) * (len(sizes) + len(PROCESSES)))

    def grown(name: str, games: int, processes: int) -> int:
        found = memory("batch", name, games, processes)
        bar.advance(task)
        return found

    return {
        "date": date.today().isoformat(),
        "machine": f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores",
        "load": round(load, 1),
        "seconds": round(perf_counter() - begun),
        "python": platform.python_version(),
        "serai": serai.__version__,
        "compiled": compiled(),
        "versions": {name: version(name) for name in ("open_spiel", "pettingzoo", "gymnasium", "catanatron")},
        "games": {
            name: {
                "players": serai.game(name).players[1],
                "features": size(serai.game(name).layout),
                "actions": serai.game(name).num_seat_actions,
                "per_s": {key: round(speeds[who, key]) for who, key in runs if who == name},
                "bytes": ours[name],
                "per_s_by_size": {games: round(speeds[name, f"size {games}"]) for games in sizes},
                "per_s_by_processes": {n: round(speeds[name, f"processes {n}"]) for n in PROCESSES},
                "bytes_by_size": {games: grown(name, games, 1) for games in sizes},
                "bytes_by_processes": {n: grown(name, max(sizes), n) for n in PROCESSES},
            }
            for name in names
        },
        "batches": {name: round(speeds[key]) for key in batches for _, name in [key]},
        "peers": {
            name: {
                "per_s": {key: round(speeds[who, key]) for who, key in runs if who == name},
                "bytes": others[name],
            }
            for name in others
        },
    }


def slices(runs: dict[tuple[str, str], Run], seconds: float, bar: Progress) -> dict[tuple[str, str], float]:
    """The median speed of each, all measured in turn."""
    task = bar.add_task("speed", total=ROUNDS * len(runs))
    found: dict[tuple[str, str], list[float]] = {key: [] for key in runs}
    for _ in range(ROUNDS):
        for key, run in runs.items():
            found[key].append(run(seconds / ROUNDS))
            bar.advance(task)
    return {key: median(values) for key, values in found.items()}


def in_cpu_time(run: Run) -> Run:
    """The same speed in CPU time of the process, whatever else runs."""

    def run_by_cpu(seconds: float) -> float:
        wall, cpu = perf_counter(), process_time()
        speed = run(seconds)
        return speed * (perf_counter() - wall) / (process_time() - cpu)

    return run_by_cpu


def measure_cpu(seconds: float, bar: Progress) -> Figures:
    """Speeds of one process per second of CPU time."""
    load = os.getloadavg()[0]
    runs: dict[tuple[str, str], Run] = {("backgammon", "open_spiel"): open_spiel_run("backgammon")}
    with ExitStack() as ending:
        for name in serai.game_names():
            game = serai.game(name)
            runs[name, "engine"] = compiled_run(game)
            runs[name, "python"] = driven_run(game)
            runs[name, "batch uint8, 1"] = batch_run(name, BATCH, 1, "uint8", ending)
            for opponents in ("random", "quick", "greedy", "net", "policy"):
                made = batch_run(name, BATCH // 8, 1, "uint8", ending, opponents)
                runs[name, f"batch {opponents}"] = made
            runs[name, "after"] = after_run(name)
        speeds = slices({key: in_cpu_time(run) for key, run in runs.items()}, seconds, bar)
    return {
        "date": date.today().isoformat(),
        "load": round(load, 1),
        "per_s": {
            name: {key: round(speeds[who, key]) for who, key in runs if who == name}
            for name in dict.fromkeys(who for who, _ in runs)
        },
    }


# The page

WORDS = {
    "engine": "whole games inside the engine (`play_random`)",
    "python": "a loop in Python: `legal`, `apply`",
    "python, tensors": "the same, and the tensor of the seat to move",
    "open_spiel": "OpenSpiel: `legal_actions`, `apply_action`",
    "open_spiel, tensors": "the same, and `observation_tensor`",
    "pettingzoo": "PettingZoo: `agent_iter`, `last`, `step`",
    "gymnasium": "Gymnasium, other seats random",
    "gymnasium vector": f"Gymnasium vector of {BATCH:,}, other seats random",
    "batch uint8, 1": f"batch of {BATCH:,}, uint8, one process",
    "batch uint8, 2": f"batch of {BATCH:,}, uint8, two processes",
    "batch float32, 1": f"batch of {BATCH:,}, float32, one process",
    "batch float32, 2": f"batch of {BATCH:,}, float32, two processes",
    "batch quick, 2": f"batch of {BATCH // 8}, two processes, other seats `quick`",
    "batch net, 2": f"batch of {BATCH // 8}, two processes, other seats play by net",
    "batch policy, 2": f"batch of {BATCH // 8}, two processes, other seats play by policy",
    "after": "positions after every choice (`Positions.after`), each dealt again",
}
CPU_WORDS = {
    **{key: WORDS[key] for key in ("engine", "python", "batch uint8, 1")},
    "batch random": f"batch of {BATCH // 8}, other seats random",
    "batch quick": "the same, other seats `quick`",
    "batch greedy": "the same, other seats `greedy`",
    "batch net": "the same, other seats play by net",
    "batch policy": "the same, other seats play by policy",
    "after": WORDS["after"],
}
MEMORY_WORDS = {
    "state": "a position (`State`), as the allocator counts it",
    "batch": f"a game of a batch of {COPIES['batch']:,}, arrays included",
    "open_spiel": "a state of OpenSpiel",
    "pettingzoo": "an environment of PettingZoo",
    "gymnasium": "an environment of Gymnasium",
}


def page(figures: Figures, pictures: str) -> str:
    """The report as Markdown. `pictures` is the prefix of its pictures' names."""
    games, peers, versions = figures["games"], figures["peers"], figures["versions"]
    names = list(games)
    titles = [f"{serai.game(name).title}, {games[name]['players']} players" for name in names]
    slowest = min(names, key=lambda name: games[name]["per_s"]["batch uint8, 2"])

    def beside(interface: str, peer: str) -> str:
        times = [games[name]["per_s"][interface] / peers[peer]["per_s"][interface] for name in names]
        return f"{min(times):.1f} to {max(times):.1f}"

    lines = [
        "# Research: speed and memory",
        "",
        f"Made by `make bench-research` in one run, on {figures['date']}: {figures['machine']}, Python "
        f"{figures['python']}, Serai {figures['serai']} "
        f"({'compiled' if figures['compiled'] else 'interpreted'}), OpenSpiel {versions['open_spiel']}, "
        f"PettingZoo {versions['pettingzoo']}, Gymnasium {versions['gymnasium']}, Catanatron "
        f"{versions['catanatron']}. The load of the machine was {figures['load']} when it began; a quiet one "
        "is near 0, and a busy one makes all figures smaller. Compare ratios: machines differ.",
        "",
        "Choices are random. A decision is a choice of a seat, a step is a decision that the one who drives "
        "makes; what chance and other seats do in between costs time and does not count. Speeds were "
        f"measured in turn, {ROUNDS} slices each, of which the median is shown, on one core where no "
        "processes are named.",
        "",
        f"The batch environment, with observations and masks, makes at least "
        f"{short(games[slowest]['per_s']['batch uint8, 2'])} steps a second in two processes "
        f"({serai.game(slowest).title}). Through OpenSpiel's own interface, where they are Python games, our "
        f"games make {beside('open_spiel', 'backgammon')} times the decisions of its backgammon, "
        f"{beside('open_spiel, tensors', 'backgammon')} times with tensors; through PettingZoo "
        f"{beside('pettingzoo', 'texas_holdem_v4')} times those of its Texas hold'em; the engine alone "
        f"{beside('engine', 'catanatron')} times those of Catanatron.",
        "",
        "## Our games, by interface",
        "",
        "Decisions or steps a second:",
        "",
        table(
            ["", *titles],
            [[WORDS[k], *(short(games[n]["per_s"][k]) for n in names)] for k in games[names[0]]["per_s"]],
        ),
        "",
        "## Others' games",
        "",
        "Driven from Python in the same way, without and with the tensor of the seat to move (PettingZoo "
        "always makes it; Catanatron's own loop does not):",
        "",
        table(
            ["", "interface", "decisions/s", "with tensors", "memory a game"],
            [peer_row(name, peers[name]) for name in peers],
        ),
        "",
        *batches_part(figures.get("batches", {})),
        *cpu_part(figures.get("cpu", {})),
        "## Memory a game",
        "",
        table(
            ["", *titles],
            [[MEMORY_WORDS[k], *(kilobytes(games[n]["bytes"][k]) for n in names)] for k in MEMORY_WORDS],
        ),
        "",
        "## How the batch environment grows",
        "",
        f"![Steps a second by the size of the batch]({pictures}-size.svg)",
        "",
        f"![Steps a second by processes]({pictures}-processes.svg)",
        "",
        f"![Memory by the size of the batch]({pictures}-memory.svg)",
        "",
        f"![Memory by processes]({pictures}-memory-processes.svg)",
        "",
        "A process brings an interpreter with it, whatever it plays; a game brings its state, its generator "
        "and its rows of the arrays.",
        "",
    ]
    return "\n".join(lines)


def cpu_part(figures: Figures) -> list[str]:
    """The figures in CPU time, if there are any."""
    if not figures:
        return []
    names = [name for name in figures["per_s"] if name != "backgammon"]
    rows = [[words, *(short(figures["per_s"][n][key]) for n in names)] for key, words in CPU_WORDS.items()]
    backgammon = figures["per_s"]["backgammon"]["open_spiel"]
    return [
        "## Opponents, and in CPU time",
        "",
        f"Measured on {figures['date']} by `python benchmarks/research.py --cpu` on a busy machine (its load "
        f"was {figures['load']}): decisions or steps for a second of CPU time of one process, of which other "
        "programs take less than of the clock, though they still share caches and memory. OpenSpiel's "
        f"backgammon made {short(backgammon)} decisions in the same way. With such opponents two processes "
        "should make nearly twice as much on two free cores; that was not measured.",
        "",
        table(["", *(serai.game(name).title for name in names)], rows),
        "",
        "What limits it: a seat's step waits for the choices of three or four others, and each of these has "
        "several before its turn is over. `quick` and `net` try every choice they have and judge what comes "
        "of it: 13, 5 and 29 of them on the average ([the shape of games](../shape.md)). A policy looks "
        "once, at what the seat knows. Without opponents most of the time goes into writing that down, 429, "
        "733 and 1,031 numbers: in Morgenland 70 % of the loop's instructions. Random play inside the engine "
        "counts the placings of Morgenland and lists none; a loop in Python lists 36 choices for each that "
        "it makes, and every one of them becomes an object.",
        "",
    ]


def batches_part(batches: dict[str, int]) -> list[str]:
    """The batches of other projects, if any were measured."""
    if not batches:
        return []
    words = f"Batches of {BATCH:,} on the processor, random or constant actions, steps a second:"
    return [words, "", table(["", "steps/s"], [[name, short(speed)] for name, speed in batches.items()]), ""]


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def peer_row(name: str, peer: Figures) -> list[str]:
    speeds = peer["per_s"]
    interface = next(iter(speeds))
    words = {"open_spiel": "OpenSpiel", "pettingzoo": "PettingZoo", "engine": "its own loop"}
    plain = "" if interface == "pettingzoo" else short(speeds[interface])
    seen = speeds.get("open_spiel, tensors", speeds.get("pettingzoo"))
    return [name, words[interface], plain, short(seen) if seen else "", kilobytes(peer["bytes"])]


def kilobytes(number: int) -> str:
    return f"{number / 1024:.1f} KB"


def pictures(figures: Figures) -> dict[str, str]:
    """A chart of the growth."""

    def lines(key: str, by: float = 1) -> dict[str, Points]:
        return {
            serai.game(name).title: [(int(x), y / by) for x, y in facts[key].items()]
            for name, facts in figures["games"].items()
        }

    most = max(int(games) for facts in figures["games"].values() for games in facts["per_s_by_size"])
    games, many, mb = "games in the batch", f"processes, {most:,} games", 1024 * 1024
    return {
        "size": line_chart("Speed in one process", games, "steps a second", lines("per_s_by_size"), True),
        "processes": line_chart(
            "Speed by processes", many, "steps a second", lines("per_s_by_processes"), True
        ),
        "memory": line_chart("Memory in one process", games, "MB", lines("bytes_by_size", mb), True),
        "memory-processes": line_chart(
            "Memory by processes", many, "MB", lines("bytes_by_processes", mb), True
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a rough look, in a minute")
    parser.add_argument("--cpu", action="store_true", help="some speeds, on a busy machine")
    parser.add_argument("--json", type=Path, default=ROOT / "benchmarks" / "research.json")
    parser.add_argument(
        "--page", type=Path, default=ROOT / "docs" / "explanation" / "reports" / "research.md"
    )
    parser.add_argument("--memory", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    if given.memory:
        kind, name, games, processes = given.memory
        print(memory_of(kind, name, int(games), int(processes)))
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    old = json.loads(given.json.read_text()) if given.json.exists() else {}
    with Progress(*columns, console=Console(stderr=True)) as bar:
        if given.cpu:
            figures = {**old, "cpu": measure_cpu(5.0, bar)}
        else:
            figures = measure(0.05 if given.quick else 2.5, SIZES[::3] if given.quick else SIZES, bar)
            figures["cpu"] = old.get("cpu", {})
    figures = json.loads(json.dumps(figures))  # as read from the file: keys are strings
    given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    given.page.write_text(page(figures, given.page.stem), encoding="utf-8")
    for name, picture in pictures(figures).items():
        path = given.page.with_name(f"{given.page.stem}-{name}.svg")
        path.write_text(picture, encoding="utf-8")
    for name, facts in figures["games"].items():
        if not given.quick and not given.cpu and facts["per_s"]["batch uint8, 2"] < PROMISED:
            sys.exit(
                f"{name}: {facts['per_s']['batch uint8, 2']:,} steps/s in two processes, below {PROMISED:,}"
            )


if __name__ == "__main__":
    main()
