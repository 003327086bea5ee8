"""Processes of the arena end when they are told to."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import serai
from serai.arena.local import Worker, run_processes
from serai.arena.match import BotPool, Match, WorkerDied, play_match
from serai.arena.tournament import schedule
from serai.processes import end
from tests.game_packages import install

STOPPED = "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n"


def load(match: Match, pool: BotPool) -> None:
    serai.game("stopped")


def test_a_process_that_is_stopped_while_it_loads_a_game_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whoever stops it is not taken for a fault of the game."""
    install(tmp_path, "stopped-game", {"stopped": "stopped"}, {"stopped.py": STOPPED})
    monkeypatch.syspath_prepend(tmp_path)  # a process that is started looks there too
    matches = schedule(serai.game("yspahan"), 1, bots=["random"])
    with pytest.raises(WorkerDied):
        list(run_processes(matches, 1, load))
    assert capfd.readouterr().err == ""


def test_ctrl_c_does_not_end_a_process_that_is_being_started() -> None:
    (match,) = schedule(serai.game("yspahan"), 1, seats=["random"] * 3)
    worker = Worker(play_match)
    assert worker.process.pid is not None
    os.kill(worker.process.pid, signal.SIGINT)
    worker.begin(match)
    assert worker.result().match == match
    worker.process.terminate()
    end([worker.process])
    assert worker.process.exitcode == 0
    worker.pipe.close()
