"""The tutorial "Write a game in an hour" can be followed, and shows what the game is made of."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.game_packages import install

ROOT = Path(__file__).parents[2]
CARAVAN = ROOT / "examples" / "games" / "caravan"
PAGE = (ROOT / "docs" / "tutorials" / "write-a-game.md").read_text("utf-8")
STEPS = re.split(r"^## \d\. ", PAGE, flags=re.MULTILINE)[1:]
SHOWN = re.findall(r"```python\n# (\S+)\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.compile(r"```sh\n(.*?)```", re.DOTALL)
# What one has written when a step is done.
WRITTEN = {
    2: [
        "caravan/ids.py",
        "caravan/notation.py",
        "caravan/state.py",
        "caravan/rules.py",
        "caravan/observe.py",
    ],
    3: ["tests/test_caravan.py"],
    5: ["caravan/__init__.py", "caravan/view.py", "caravan/page"],
    6: ["caravan/translations"],
}


@pytest.mark.parametrize(("file", "code"), SHOWN)
def test_shown_code_is_in_the_game(file: str, code: str) -> None:
    assert code in (CARAVAN / file).read_text("utf-8")


# The parts that the tutorial counts, and their files.
PARTS = {
    "the game": [
        f"caravan/{name}.py" for name in ("__init__", *["ids", "state", "notation", "observe", "rules"])
    ],
    "the page": ["caravan/view.py", "caravan/page/art.py", "caravan/page/table.css"],
    "words": ["caravan/page/rules.*.md", "caravan/translations/*.po"],
    "tests": ["tests/*.py"],
    "packaging": ["pyproject.toml", "setup.py"],
}


@pytest.mark.parametrize("part", PARTS)
def test_its_lines_are_counted_right(part: str) -> None:
    files = [path for pattern in PARTS[part] for path in CARAVAN.glob(pattern)]
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files)
    assert re.search(rf"^\| {part} \|.*\| {lines} \|$", PAGE, re.MULTILINE)


def test_every_step_runs(tmp_path: Path) -> None:
    game = tmp_path / "caravan"
    # As an editable install does: the sources stay where they are, and metadata announce them.
    site = tmp_path / "site"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (game, site, ROOT))), "SERAI_COMPILE": "0"}
    run = 0
    for number, step in enumerate(STEPS, 1):
        for file in WRITTEN.get(number, []):
            copy = shutil.copytree if (CARAVAN / file).is_dir() else shutil.copy
            copy(CARAVAN / file, game / file)
        for line in "\n".join(COMMANDS.findall(step)).splitlines():
            if line.startswith("pip "):
                continue
            command = [sys.executable, "-m", *line.split()]
            done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
            if line.startswith("serai new-game"):
                install(site, "caravan", {"caravan": "caravan:GAME"})
            run += 1
    assert run == 8
    own = {path.relative_to(CARAVAN) for path in CARAVAN.rglob("*.py") if "build" not in path.parts}
    assert own <= {path.relative_to(game) for path in game.rglob("*.py")}
