"""`serai info`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import serai
from serai.bots.nets import digest
from tests.cli.run import run


def test_info_shows_version_engine_games_and_data_folder(tmp_path: Path) -> None:
    out = run("info").output
    assert f"serai {serai.__version__}" in out
    assert "compiled" in out or "interpreted" in out
    for name in serai.game_names():
        assert f"{name}: " in out
        assert f"  net: {digest(serai.game(name))}, in " in out
    assert str(tmp_path / "data") in out


def test_info_says_when_the_python_files_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "serai", "info"],
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "interpreted" in done.stdout
