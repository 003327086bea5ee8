"""Games in separate packages, as pip installs them: modules, and metadata with their entry points."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from serai.authoring import template

ROOT = Path(__file__).parent.parent
PEBBLES = Path(template.__file__).parent / "pebbles"


def install(folder: Path, package: str, points: dict[str, str], files: dict[str, str] | None = None) -> Path:
    """What pip leaves in a folder: files, and the metadata of a distribution with entry points."""
    for name, content in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    metadata = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{name} = {value}" for name, value in points.items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[serai.games]", *lines, ""]))
    return folder


def install_pebbles(folder: Path, value: str = "pebbles") -> Path:
    """The game of Pebbles, as a package of its own."""
    shutil.copytree(PEBBLES, folder / "pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    return install(folder, "pebbles-game", {"pebbles": value})


def run_python(site: Path, *command: str, folder: Path | None = None) -> str:
    """Run Python where the packages of a folder are installed, by default in that folder; its output."""
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}", "SERAI_COMPILE": "0"}
    env.pop("PYTEST_ADDOPTS", None)  # those of this run
    done = subprocess.run(
        [sys.executable, *command], cwd=folder or site, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
