"""A game in its own package is compiled by its own `setup.py`, or else runs as Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from serai._source import compiled
from serai.authoring.new_game import write_package
from tests.game_packages import install

ROOT = Path(__file__).parents[2]
PLAY = """
import serai
from serai.kernel.check import fingerprint
game = serai.game("silk_road")
import silk_road.rules
print(silk_road.rules.__file__.endswith(".py"), fingerprint(game, 3, None, 1))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, compiled where it lies, and announced."""
    folder = tmp_path_factory.mktemp("silk")
    write_package("silk_road", folder)
    install(folder, "silk-road", {"silk_road": "silk_road:GAME"})
    run(folder, "setup.py", "-q", "build_ext", "--inplace", SERAI_COMPILE_LEVEL="0")
    return folder


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "SERAI_INTERPRETED": "0", **variables}
    done = subprocess.run([sys.executable, *command], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def played(folder: Path, **variables: str) -> tuple[bool, str]:
    """Whether the rules ran as Python, and what was played."""
    source, digest = run(folder, "-c", PLAY, **variables).stdout.split()
    return source == "True", digest


@pytest.mark.skipif(not compiled(), reason="Serai is not compiled here")
def test_a_compiled_game_plays_as_its_source_does(project: Path) -> None:
    source, digest = played(project)
    assert not source
    assert played(project, SERAI_INTERPRETED="1") == (True, digest)


@pytest.mark.skipif(not compiled(), reason="Serai is not compiled here")
def test_a_library_for_another_core_is_left_alone(project: Path, tmp_path: Path) -> None:
    """As after an update of Serai: then it would crash."""
    shutil.copytree(project, tmp_path / "old")
    (library,) = (tmp_path / "old" / "silk_road").glob("rules_*__mypyc*")
    name = library.name.partition("__mypyc")
    library.rename(library.with_name(f"rules_{'0' * 12}{name[1]}{name[2]}"))
    assert played(tmp_path / "old") == (True, played(project)[1])


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        ({"SERAI_COMPILE": "0"}, "silk_road is not compiled: SERAI_COMPILE=0"),
        ({"SERAI_INTERPRETED": "1"}, "silk_road is not compiled: Serai itself is not, or runs interpreted"),
    ],
)
def test_without_a_compiler_there_is_nothing_to_build(
    tmp_path: Path, variables: dict[str, str], reason: str
) -> None:
    write_package("silk_road", tmp_path / "new")
    done = run(tmp_path / "new", "setup.py", "-q", "build_ext", "--inplace", **variables)
    assert reason in done.stderr
    assert not list((tmp_path / "new").rglob("*__mypyc*"))


@pytest.mark.skipif(not compiled(), reason="Serai is not compiled here")
def test_errors_from_mypyc_are_reported(project: Path, tmp_path: Path) -> None:
    shutil.copytree(project, tmp_path / "new")  # with what it has found out of the core
    rules = tmp_path / "new" / "silk_road" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("return self.points[:]", "return 'none'"), "utf-8")
    done = run(tmp_path / "new", "setup.py", "-q", "build_ext", "--inplace")
    assert "silk_road is not compiled, because of the errors above" in done.stderr
    assert "rules.py" in done.stderr
