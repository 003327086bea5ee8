"""A minute of training, killed in between: `make train-smoke` runs it, since nothing else needs PyTorch."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import serai
from serai.bots import nets
from serai.bots.bot import Budget, Situation
from serai.bots.players import NetBot
from serai.kernel.check import random_choice
from serai.research.training import run

GAME = "yspahan"
PATIENCE = 60.0


def train(folder: Path, minutes: float) -> subprocess.Popen[bytes]:
    words = (GAME, str(folder), "--minutes", str(minutes), "--workers", "1", "--device", "cpu")
    return subprocess.Popen([sys.executable, "-m", "serai", "train", *words])


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def children(process: int) -> list[Path]:
    """Workers, gate and learner, on Linux."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [Path(f"/proc/{child}/stat") for child in path.read_text().split()] if path.exists() else []


def runs(stat: Path) -> bool:
    """Whether a process is still at work."""
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds: object, what: str) -> None:
    assert callable(holds)
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, what
        time.sleep(0.2)


def test_a_minute_of_training_can_be_killed_and_resumed(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    first = train(tmp_path, 5.0)
    try:
        wait_until(lambda: lines(tmp_path / "learner.jsonl"), "nothing was learned")
        others = children(first.pid)
        assert len(others) >= 3 or sys.platform != "linux"
    finally:
        first.kill()
        first.wait()
    wait_until(lambda: not any(map(runs, others)), "processes went on after the one that had started them")
    before = lines(tmp_path / "learner.jsonl")[-1]
    assert train(tmp_path, 0.6).wait() == 0

    # What was learned, played and set is written down, and goes on from where it was.
    after = lines(tmp_path / "learner.jsonl")[-1]
    for fact in ("games", "rows", "steps", "seconds", "number"):
        assert float(str(after[fact])) > float(str(before[fact])) > 0
    begun = lines(tmp_path / "runs.jsonl")
    assert [row["seconds"] for row in begun] == [300.0, 36.0]
    assert all(row["commit"] == run.commit() for row in begun)
    gates = lines(tmp_path / "gate.jsonl")
    assert any(row.get("promoted") for row in gates)

    # The net that came of it can be used, and beats chance.
    game = serai.game(GAME)
    net = nets.load(tmp_path / nets.FILE, nets.fingerprint(game))
    assert net.made["games"] == after["games"]
    won = 0
    for seed in range(4):
        state = game.new(2)
        bot = NetBot(nets.evaluator(net))
        bot.reset(game, 2, {}, 0, str(seed))
        rng = serai.Rng(seed)
        while state.actor != serai.OVER:
            own = state.actor == 0
            state.apply(bot.choose(Situation(state, 0), Budget()) if own else random_choice(state, rng))
        won += state.winners() == [0]
    assert won >= 3
    assert (tmp_path / nets.FILE).stat().st_size <= nets.LARGEST
