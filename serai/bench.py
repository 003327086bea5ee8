"""Speed, measured side by side: our games and other simulators in turn, in one run, on one core.

Every figure is the median of several short slices. A decision is a choice of a seat; what chance does
in between costs time but does not count. Peers play random games, driven from Python as their users do.
"""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

import serai
from serai._source import compiled
from serai.kernel.game import Game
from serai.kernel.playout import play_random
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, State

ROUNDS = 5
Figures = dict[str, Any]


def run_all(seconds: float = 2.0, say: Callable[[str], None] = lambda text: None) -> Figures:
    """All figures. `seconds` is the time for each."""
    games = [serai.game(name) for name in serai.game_names()]
    runs: dict[tuple[str, str], Callable[[float], float]] = {}
    for game in games:
        runs[game.name, "decisions_per_s"] = compiled_run(game)
        runs[game.name, "python_driven_per_s"] = driven_run(game)
        runs[game.name, "clone_ns"] = _clone_run(game)
    runs |= {(name, "peer"): run for name, run in _peers().items()}
    slices: dict[tuple[str, str], list[float]] = {key: [] for key in runs}
    for turn in range(ROUNDS):
        for (name, figure), run in runs.items():
            say(f"{name} {figure}, {turn + 1} of {ROUNDS}")
            slices[name, figure].append(run(seconds / ROUNDS))
    measured = {key: median(values) for key, values in slices.items()}
    peers = {name: round(value) for (name, figure), value in measured.items() if figure == "peer"}
    result: Figures = {
        "date": date.today().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "serai": serai.__version__,
        "games": {},
        "peers": {
            name: {"version": _version(name), "decisions_per_s": speed} for name, speed in peers.items()
        },
    }
    for game in games:
        say(f"{game.name} interpreted")
        speed = measured[game.name, "decisions_per_s"]
        result["games"][game.name] = {
            "compiled": compiled(),
            "players": game.most_players(),
            "decisions_per_s": round(speed),
            "python_driven_per_s": round(measured[game.name, "python_driven_per_s"]),
            "clone_ns": round(measured[game.name, "clone_ns"]),
            "interpreted_decisions_per_s": _interpreted_speed(game, seconds),
            "state_bytes": state_bytes(game),
            "times_peer": {name: round(speed / peer, 1) for name, peer in peers.items()},
        }
    return result


def compiled_run(game: Game) -> Callable[[float], float]:
    """Whole games inside the engine."""
    rng = Rng("bench")

    def play_ten() -> int:
        decisions = 0
        for _ in range(10):
            decisions += play_random(game.new(), rng)
        return decisions

    return speed_of(play_ten)


def driven_run(game: Game) -> Callable[[float], float]:
    """Choice by choice from Python, with every check."""
    rng = Rng("bench")
    return speed_of(lambda: drive(game.new(), rng))


def speed_of(play: Callable[[], int]) -> Callable[[float], float]:
    """Measure decisions per second for some seconds; `play` makes some and returns how many."""

    def run(seconds: float) -> float:
        decisions = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            decisions += play()
        return decisions / (perf_counter() - begun)

    return run


def drive(state: State, rng: Rng) -> int:
    """One random game through the public names alone."""
    decisions = 0
    while True:
        actor = state.actor
        if actor >= 0:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
            decisions += 1
        elif actor == CHANCE:
            state.apply(state.sample(rng))
        else:
            return decisions


def middle_of(game: Game) -> State:
    """A position in the middle of a random game, a seat to choose."""
    length = play_random(game.new(), Rng("bench"))
    state = game.new()
    rng = Rng("bench")
    play_random(state, rng, length // 2)
    while state.actor == CHANCE:
        state.apply(state.sample(rng))
    return state


def _clone_run(game: Game) -> Callable[[float], float]:
    clone = middle_of(game).clone

    def run(seconds: float) -> float:
        number = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            for _ in range(1000):
                clone()
            number += 1000
        return (perf_counter() - begun) / number * 1e9

    return run


def state_bytes(game: Game) -> int:
    """Memory of a position that was asked for its choices, as the allocator counts it."""
    state = middle_of(game)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.clone() for _ in range(500)]
    for twin in kept:
        twin.legal()
    size = (tracemalloc.get_traced_memory()[0] - before) // len(kept)
    tracemalloc.stop()
    return size


def _interpreted_speed(game: Game, seconds: float) -> int:
    """The same engine without its compiled modules, in a process of its own."""
    code = (
        "import json, serai, serai.bench as b;"
        f"print(json.dumps(b.compiled_run(serai.game({game.name!r}))({seconds})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    speed: float = json.loads(done.stdout)
    return round(speed)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _peers() -> dict[str, Callable[[float], float]]:
    """The peers that are installed."""
    found: dict[str, Callable[[float], float]] = {}
    if find_spec("pyspiel"):
        # Its most Eurogame-like fast game: dice, captures, long turns.
        found["open_spiel"] = open_spiel_run("backgammon")
    if find_spec("catanatron"):
        found["catanatron"] = catanatron_run
    return found


def open_spiel_run(name: str, tensors: bool = False) -> Callable[[float], float]:
    """A game of OpenSpiel, driven as its users do; with `tensors` the seat to move looks first."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    game = pyspiel.load_game(name)

    def run(seconds: float) -> float:
        decisions = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                else:
                    if tensors:
                        state.observation_tensor()
                    state.apply_action(random.choice(state.legal_actions()))
                    decisions += 1
        return decisions / (perf_counter() - begun)

    return run


def catanatron_run(seconds: float) -> float:
    """Catanatron's own loop with its random players."""
    import catanatron  # type: ignore[import-not-found,import-untyped,unused-ignore]

    colours = (
        catanatron.Color.RED,
        catanatron.Color.BLUE,
        catanatron.Color.WHITE,
        catanatron.Color.ORANGE,
    )
    decisions = 0
    begun = perf_counter()
    while perf_counter() - begun < seconds:
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
        game.play()
        decisions += len(game.state.actions)
    return decisions / (perf_counter() - begun)


def print_figures(figures: Figures, console: Console) -> None:
    """The figures as a table."""
    peers = figures["peers"]
    table = Table(
        "game",
        "engine",
        "decisions/s",
        "driven from Python",
        "interpreted",
        "clone",
        "state",
        *(f"× {name}" for name in peers),
    )
    for name, row in figures["games"].items():
        table.add_row(
            name,
            "compiled" if row["compiled"] else "interpreted",
            f"{row['decisions_per_s']:,}",
            f"{row['python_driven_per_s']:,}",
            f"{row['interpreted_decisions_per_s']:,}",
            f"{row['clone_ns']} ns",
            f"{row['state_bytes']} B",
            *(f"{row['times_peer'][peer]:,}" for peer in peers),
        )
    table.add_section()
    for name, row in peers.items():
        table.add_row(f"{name} {row['version']}", "peer", f"{row['decisions_per_s']:,}")
    console.print(table)
    missing = [name for name in ("open_spiel", "catanatron") if name not in peers]
    if missing:
        console.print(f"not installed, so not compared: {', '.join(missing)} (pip install 'serai[bench]')")
