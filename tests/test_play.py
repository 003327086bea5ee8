"""`make play` before the engine is compiled: it serves at once, then the compiled engine takes over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import serai
from serai._source import compiled
from tests.server.databases import PATIENCE, children, wait_until_gone
from tests.server.server_process import Player, new_client, new_table, shown

ROOT = Path(__file__).parent.parent


class Play:
    """`tools/play.py`, whose compiler is a script that ends when the test lets it."""

    def __init__(self, folder: Path) -> None:
        self.gate = folder / "gate"
        os.mkfifo(self.gate)
        make = folder / "make"
        make.write_text(f'#!/bin/sh\nread status <"{self.gate}"\nexit "$status"\n')
        make.chmod(0o755)
        own = {"MAKE": str(make), "SERAI_PORT": "0", "SERAI_DATA": str(folder), "SERAI_WORKERS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "tools/play.py"],
            cwd=ROOT,
            env={**os.environ, **own},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.url = self.read().split()[-1]
        assert "Compiling" in self.read()

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def compiled(self, status: int) -> str:
        """The compiler ends; what is said then."""
        self.gate.write_text(f"{status}\n")
        return self.read()

    def stop(self) -> None:
        """As Ctrl-C does; all that was started has ended, too."""
        started = children(self.process.pid)
        started |= {grandchild for child in started for grandchild in children(child)}
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE) == 0
        wait_until_gone(started)


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    running = Play(tmp_path)
    yield running
    if running.process.poll() is None:
        running.stop()


def test_the_compiled_engine_takes_over_seamlessly(play: Play) -> None:
    if not compiled():
        pytest.skip("nothing is compiled here")
    over = threading.Event()
    answers: list[int] = []
    refused: list[str] = []

    def visit() -> None:
        while not over.wait(0.01):  # the rest of the time is for the servers
            try:
                with new_client(play.url) as client:
                    answers.append(client.head("/").raise_for_status().status_code)
            except httpx.HTTPError as error:
                refused.append(str(error))

    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        with new_client(play.url) as client:
            path = new_table(client, players=2)
            player = Player(client, path)
            player.play_on(serai.Rng(1), 5)
            number, scene = player.number, player.scene
            assert play.compiled(0) == "The compiled engine has taken over."
            player.close()
            again = Player(client, path)
            assert again.number >= number
            assert shown(client.get(f"{path}/scenes/{number}").json()["scene"]) == scene
            again.play_on(serai.Rng(1), 5)
            again.close()
    finally:
        over.set()
        visitor.join()
    assert answers
    assert not refused


def test_a_failed_compilation_is_reported_and_play_continues(play: Play) -> None:
    assert "could not be compiled" in play.compiled(1)
    assert httpx.get(play.url, timeout=PATIENCE).status_code == 200


def test_ctrl_c_ends_the_compiler_too(play: Play) -> None:
    assert len(children(play.process.pid)) == 2
    play.stop()
