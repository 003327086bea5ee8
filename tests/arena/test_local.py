"""Processes of the arena end when they are told to."""

from __future__ import annotations

from pathlib import Path

import pytest

import serai
from serai.arena.local import run_processes
from serai.arena.match import Bench, Match, WorkerDied
from serai.arena.tournament import schedule
from tests.game_packages import install

STOPPED = "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n"


def load(match: Match, bench: Bench) -> None:
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
