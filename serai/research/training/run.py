"""A training run: a folder, the settings, workers that play, a learner, and a gate.

The folder holds `settings.json`; `chunks/`, what self-play wrote and the learner has not read yet;
`weights-NUMBER.bin`; `learner.pt` and `optimizer.pt`, to resume from; `learner.jsonl` and `gate.jsonl`, the
curves; `best.bin`, the weights that last won the gate; at the end `net.bin`, the net made of them; and
`runs.jsonl`, when it was begun and resumed, at which commit, with which settings. A run can be stopped,
killed and resumed at any time. One that continues from the game's net has its weights in `start.bin`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import serai
from serai.bots import nets
from serai.bots.nets import Net
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.research.training.selfplay import GREEDY, SelfPlay

PATIENCE: Final = 60.0  # seconds to wait for a process to stop
LONGEST: Final = 6000  # choices in a game
LEARNER: Final = Path(__file__).with_name("learner.py")
SETTINGS: Final[dict[str, Any]] = {
    "seed": 1,
    "hidden": (256, 64),
    "noise": 0.015,  # the most noise on a choice's value, as a share of the win; most games have less
    "explore": 0.06,  # the part of choices that are trials, with up to so much noise:
    "range": 0.08,
    "memory": 0.95,  # weight of the later result in the target, per choice
    "thin": 1,  # one row in this many is kept
    "follow": 0.5,  # the part of games in which turns are followed to their end, for this many choices:
    "followed": 2,
    "greedy": 0.1,  # the part of games with greedy seats
    "scale": 10.0,  # points per unit of margin
    "window": 6_000_000,  # rows that are kept
    "fill": 50_000,  # rows before learning starts
    "newest": 0.8,  # the part of all rows, newest first, to learn from, as far as the window reaches
    "passes": 2.5,
    "batch": 4096,
    "rate": 1e-3,
    "last_rate": 2e-5,
    "margin": 0.1,
    "keep": 0.999,  # decay of the moving average of the weights, per step
    "export": 8.0,  # seconds
    "chunk": 2.0,  # seconds
    "setups": [(1.0, None, {})],  # weight, players, options
    "left_out": {},  # features, and how many of their numbers are used
    "before": {},  # what the net it continues from has learned from
}


def settings_of(game: Game, changes: dict[str, Any]) -> dict[str, Any]:
    """The settings of a run for workers and learner."""
    found = {**SETTINGS, **game.training, **changes, "game": game.name, "opinions": game.opinions}
    most: list[int] = []
    steps: list[int] = []
    for feature in nets.numbers(game):
        used = found["left_out"].get(feature.name, feature.size)
        most += [feature.most] * feature.size
        step = 1 if feature.most == 1 else nets.STEPS_OF[feature.most]
        steps += [step] * used + [0] * (feature.size - used)
    return {**found, "most": most, "steps": steps, "steps_of": list(nets.STEPS_OF)}


def net_of(settings: dict[str, Any], content: bytes | None, made: dict[str, Any] | None = None) -> Net:
    """The net with these weights; without any, one that repeats the estimate."""
    game = serai.game(settings["game"])
    values = sum(step + 1 if step > 1 else step for step in settings["steps"])
    first, second = settings["hidden"]
    if content is None:
        place = b"\xff" * 4 * values
        rest = (game.opinions + 1) * first + first * second + second + 2 * second + 2
        weights = bytes(2 * rest) + b"\x00\x3c"  # 1 as float16: the estimate is passed through
    else:
        place, weights = content[: 4 * values], content[4 * values :]
    return Net(
        game.name,
        nets.fingerprint(game),
        game.opinions,
        (first, second),
        bytes(settings["most"]),
        bytes(settings["steps"]),
        place,
        weights,
        made or {},
    )


def latest(folder: Path) -> Path | None:
    """The newest weights of a run, or those it started from."""
    start = folder / "start.bin"
    return max(folder.glob("weights-*.bin"), default=start if start.exists() else None)


def write(path: Path, content: bytes) -> None:
    """Write a file at once: whoever reads it, or kills this process, never leaves half of it."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(content)
    os.replace(new, path)


def until_stopped(folder: Path) -> Callable[[], bool]:
    """A function that says whether the run goes on: not stopped, and the process that began it lives."""
    leader = os.getppid()
    return lambda: not (folder / "stop").exists() and os.getppid() == leader


def commit() -> str | None:
    """The commit of the checkout that this runs from, and whether files were changed; None outside of one."""

    def git(*words: str) -> str:
        folder = LEARNER.parent
        return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout

    try:
        git("ls-files", "--error-unmatch", LEARNER.name)
        return git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*").strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def work(folder: Path, name: str) -> None:
    """Play games with the latest net and write chunks, until the run is stopped."""
    goes_on = until_stopped(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    settings = json.loads((folder / "settings.json").read_text())
    game = serai.game(settings["game"])
    rng = Rng(f"{settings['seed']} {name} {time.time_ns()}")
    known: Path | None = None
    player: SelfPlay | None = None
    number = 0
    while goes_on():
        path = latest(folder)
        if player is None or path != known:
            known = path
            net = net_of(settings, path.read_bytes() if path else None)
            player = SelfPlay(
                nets.evaluator(net),
                str(rng.next()),
                0.0,
                settings["memory"],
                settings["thin"],
                settings["scale"],
            )
            player.explore, player.range = settings["explore"], settings["range"]
        player.clear()
        games = 0
        until = time.monotonic() + settings["chunk"]
        while time.monotonic() < until:
            state = game.new(*draw_setup(settings["setups"], rng))
            player.noise = settings["noise"] * _draw(rng) ** 2
            player.play(state, _draw_seats(settings, state.players, path is None, rng))
            games += 1
        if player.unfinished:
            print(f"{name}: {player.unfinished} games were given up", flush=True)
            player.unfinished = 0
        targets = player.targets.getvalue()
        head = (len(targets) // 8).to_bytes(4, "little") + games.to_bytes(4, "little")
        number += 1
        write(folder / "chunks" / f"{name}-{number}.bin", head + player.rows.getvalue() + targets)


def _draw(rng: Rng) -> float:
    return rng.below(1 << 20) / (1 << 20)


def draw_setup(setups: Sequence[Sequence[Any]], rng: Rng) -> tuple[int | None, dict[str, object]]:
    """A number of players and options, drawn by how often each is to be played."""
    rest = _draw(rng) * sum(setup[0] for setup in setups)
    for often, players, options in setups:
        rest -= often
        if rest < 0:
            return players, options
    return setups[0][1], setups[0][2]


def _draw_seats(settings: dict[str, Any], players: int, untrained: bool, rng: Rng) -> list[int]:
    """How each seat plays."""
    far = untrained or _draw(rng) < settings["follow"]
    seats = [settings["followed"] if far else 0] * players
    if _draw(rng) < settings["greedy"]:
        for _ in range(1 + rng.below(players - 1)):
            seats[rng.below(players)] = GREEDY
    return seats


def gate(folder: Path, seconds: float) -> None:
    """Measure the latest net repeatedly: against greedy seats, and two against two with the best net."""
    goes_on = until_stopped(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = json.loads((folder / "settings.json").read_text())
    game = serai.game(settings["game"])
    best: Path | None = folder / "best.bin" if (folder / "best.bin").exists() else None
    while goes_on():
        path = latest(folder)
        if path is None:
            time.sleep(0.5)
            continue
        content = path.read_bytes()
        facts = _last(folder / "learner.jsonl")
        row: dict[str, Any] = {key: facts.get(key, 0) for key in ("games", "rows", "seconds")}
        row["weights"] = path.name
        now = nets.evaluator(net_of(settings, content))
        row["greedy"] = GateMatch(game, [(now, 12), None, None, None]).run(seconds, path.name)
        if best is not None:
            old = nets.evaluator(net_of(settings, best.read_bytes()))
            row["best"] = GateMatch(game, [(now, 12), (now, 12), (old, 12), (old, 12)]).run(
                seconds, path.name
            )
        if best is None or row["best"]["share"] >= 0.5:
            best = folder / "best.bin"
            write(best, content)
            row["promoted"] = True
        with (folder / "gate.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")
        rest = time.monotonic() + 4 * seconds  # the cores are for self-play
        while time.monotonic() < rest and goes_on():
            time.sleep(0.5)


def _last(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    lines = path.read_text().splitlines()
    return dict(json.loads(lines[-1])) if lines else {}


class GateMatch:
    """Four-player games between nets (an evaluator, and how many choices it follows) and greedy seats (None).
    Counts the share of the win of the first half, or of the first seat if all others are greedy."""

    def __init__(self, game: Game, seats: list[tuple[nets.Evaluate, int] | None]) -> None:
        from serai.bots.players import GreedyBot, NetBot

        self.game = game
        self.bots = [GreedyBot() if seat is None else NetBot(*seat) for seat in seats]
        self.counted = 1 if seats[1] is None else 2

    def run(self, seconds: float, seed: str, most: int = 1 << 30) -> dict[str, Any]:
        """Play for some seconds; returns the nets' share of the wins, and more figures."""
        from serai.bots.bot import Budget, Situation

        players = len(self.bots)
        shares: list[float] = []
        points = 0.0
        until = time.monotonic() + seconds
        while time.monotonic() < until and len(shares) < most:
            number = len(shares)
            rng = Rng(f"{seed} {number}")
            state = self.game.new(players)
            # All rotate around the table; two against two sit side by side, then opposite.
            turn = number % players
            order = [0, 2, 1, 3] if number // players % 2 and self.counted == 2 else list(range(players))
            sits = [order[(seat + turn) % players] for seat in range(players)]
            for seat in range(players):
                self.bots[sits[seat]].reset(self.game, players, {}, seat, f"{seed} {number} {seat}")
            steps = 0
            while state.actor != serai.OVER and steps < LONGEST:
                steps += 1
                if state.actor == serai.CHANCE:
                    state.apply_unchecked(state.sample(rng))
                else:
                    seat = state.actor
                    state.apply_unchecked(self.bots[sits[seat]].choose(Situation(state, seat), Budget()))
            winners = state.winners()
            ours = [seat for seat in range(players) if sits[seat] < self.counted]
            shares.append(sum(seat in winners for seat in ours) / max(1, len(winners)))
            points += sum(state.scores()[seat] for seat in ours) / len(ours)
        games = len(shares)
        mean = sum(shares) / games if games else 0.0
        spread = sum((share - mean) ** 2 for share in shares) / max(1, games - 1)
        return {
            "share": round(mean, 4),
            "error": round(1.96 * (spread / max(1, games)) ** 0.5, 4),
            "games": games,
            "points": round(points / max(1, games), 2),
        }


DERIVED: Final = ("most", "steps", "steps_of")  # of the settings: they follow from the game
FACTS: Final = ("games", "rows", "steps", "seconds")
# Settings in a net's file.
RECORDED: Final = ("noise", "explore", "range", "memory", "follow", "followed", "greedy", "setups")


def export(folder: Path, weights: Path | None = None) -> Net:
    """The net of a run: with these weights, otherwise those that last won the gate, or the latest."""
    settings = json.loads((folder / "settings.json").read_text())
    best = folder / "best.bin"
    path = weights or (best if best.exists() else latest(folder))
    if path is None:
        raise nets.BadNet(f"{folder} has no weights yet")
    facts = _last(folder / "learner.jsonl")
    made = {key: facts.get(key) for key in FACTS}
    made |= {key: settings[key] for key in RECORDED} | {"serai": serai.__version__, "commit": commit()}
    return net_of(settings, path.read_bytes(), made)


def start_from(net: Net, settings: dict[str, Any], folder: Path) -> None:
    """Let a new run continue from a net, with a new optimizer."""
    hidden = tuple(settings["hidden"])
    if (list(net.most), list(net.steps), net.hidden) != (settings["most"], settings["steps"], hidden):
        raise nets.BadNet("the net and the settings of the run do not fit together")
    for name in ("start.bin", "best.bin"):
        write(folder / name, net.place + net.weights)


def train(
    name: str,
    folder: Path,
    seconds: float,
    workers: int,
    changes: dict[str, Any] | None = None,
    python: str = sys.executable,
    device: str | None = None,
    gate_seconds: float = 15.0,
    start: Net | None = None,
) -> None:
    """Train the net of a game for a time, or resume the run in the folder. A new run can start from a net."""
    settings = settings_of(serai.game(name), changes or {})
    (folder / "chunks").mkdir(parents=True, exist_ok=True)
    (folder / "stop").unlink(missing_ok=True)
    if start is not None:
        settings["before"] = {key: start.made[key] for key in FACTS}
        if latest(folder) is None:
            start_from(start, settings, folder)
    write(folder / "settings.json", json.dumps(settings).encode())
    begun: dict[str, Any] = {
        "begun": datetime.now().astimezone().isoformat(timespec="seconds"),
        "commit": commit(),
        "seconds": seconds,
        "workers": workers,
        "device": device,
        "settings": {key: value for key, value in settings.items() if key not in DERIVED},
    }
    with (folder / "runs.jsonl").open("a") as file:
        file.write(json.dumps(begun) + "\n")
    context = get_context("spawn")
    helpers = [
        context.Process(target=work, args=(folder, f"{os.getpid()}-{number}")) for number in range(workers)
    ]
    helpers.append(context.Process(target=gate, args=(folder, gate_seconds)))
    for helper in helpers:
        helper.start()
    command = [python, str(LEARNER), str(folder), "--seconds", str(seconds)]
    try:
        subprocess.run([*command, *(["--device", device] if device else [])], check=True)
    finally:
        (folder / "stop").touch()
        for helper in helpers:
            helper.join(PATIENCE)
            helper.kill()
            helper.join()
    write(folder / nets.FILE, export(folder).to_bytes())
