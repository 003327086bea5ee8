"""try_wheel.py FILE…: install wheels into empty environments, where there is no compiler, and play there.

try_wheel.py --here: play with what is installed already."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PLAY = """
import serai
from serai._source import compiled
assert compiled(), "not compiled"
for name in serai.game_names():
    game = serai.game(name)
    state, rng = game.new(players=game.players[1]), serai.Rng(1)
    while state.actor != serai.OVER:
        if state.actor == serai.CHANCE:
            state.apply(state.sample(rng))
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    print(name, state.scores())
"""


def try_wheel(wheel: Path, folder: Path) -> None:
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(programs / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", f"{wheel}[cli]"], check=True)
    nothing_else = {"PATH": str(programs)}
    subprocess.run([python, "-c", PLAY], check=True, cwd=folder, env=nothing_else)
    said = subprocess.check_output([str(programs / "serai"), "info"], cwd=folder, env=nothing_else, text=True)
    if not said.splitlines()[0].endswith(" compiled"):
        sys.exit(f"{wheel.name}: {said}")
    print(f"{wheel.name}: {said.splitlines()[0]}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        sys.exit(subprocess.run([sys.executable, "-c", PLAY]).returncode)
    for wheel in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            try_wheel(Path(wheel).resolve(), Path(folder))
