"""try_wheel.py FILE…: install wheels into empty environments without a compiler, and play there.

try_wheel.py --here: play with what is installed already."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PLAY = Path(__file__).resolve().with_name("play_every_game.py")


def try_wheel(wheel: Path, folder: Path) -> None:
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(programs / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", f"{wheel}[cli]"], check=True)
    nothing_else = {"PATH": str(programs)}
    subprocess.run([python, PLAY], check=True, cwd=folder, env=nothing_else)
    said = subprocess.check_output([str(programs / "serai"), "info"], cwd=folder, env=nothing_else, text=True)
    if not said.splitlines()[0].endswith(" compiled"):
        sys.exit(f"{wheel.name}: {said}")
    print(f"{wheel.name}: {said.splitlines()[0]}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        sys.exit(subprocess.check_output([sys.executable, PLAY], text=True) != "compiled\n")
    for wheel in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            try_wheel(Path(wheel).resolve(), Path(folder))
