"""The arena on a real Ray, started for the test."""

from __future__ import annotations

import shlex
import sys
from socket import socket

import pytest

import serai
from serai.arena.local import run_here
from serai.arena.ray import NoRay, run_ray
from serai.arena.tournament import play_all, runner, schedule

EXAMPLE = f"cmd:{shlex.quote(sys.executable)} examples/lines_bot.py"


def test_ray_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    bots = ["random", "greedy", "tests.arena.players:Fifth", EXAMPLE]
    matches = schedule(serai.game("yspahan"), 20, bots=bots, timeout=600.0)
    outcome = play_all(matches, runner(ray="auto"))
    assert outcome.stopped is None
    assert len(outcome.results) == 20
    assert outcome == play_all(matches, run_here)


def test_a_missing_cluster_is_reported_at_once() -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens
        port = taken.getsockname()[1]
        with pytest.raises(NoRay, match=f"no Ray cluster at 127.0.0.1:{port}"):
            next(run_ray([], f"127.0.0.1:{port}"))
    with pytest.raises(NoRay, match="auto or HOST:PORT, not 'elephant'"):
        next(run_ray([], "elephant"))


def test_without_ray_the_arena_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoRay, match=r"pip install 'serai\[ray\]'"):
        runner(ray="auto")
