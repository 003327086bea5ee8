"""Installing from the tree, an sdist or a wheel, with and without extras and a compiler.

A build compiles for minutes. So only the core is compiled here, without optimisation (`make wheels` tries
what is released); `make test` takes one way, `make test-install` (`--long`) every one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SMALL = {"SERAI_COMPILE": "core", "SERAI_COMPILE_LEVEL": "0"}
NO_COMPILER = {"CC": "/nowhere/cc"}
PLAY = ROOT / "tools" / "play_every_game.py"


class Environment:
    """An empty environment, whose programs find nothing but each other."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder)
        self.folder = folder
        self.programs = folder / "bin"

    def install(self, what: str, **variables: str) -> None:
        pip(["--python", str(self.programs / "python"), "install", what], variables)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        program, *rest = command
        return subprocess.run(
            [str(self.programs / program), *rest],
            cwd=self.folder,
            env={"PATH": str(self.programs), "HOME": str(self.folder)},
            capture_output=True,
            text=True,
        )

    def plays(self) -> str:
        """Play every game; whether it was compiled."""
        done = self.run("python", str(PLAY))
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


def pip(arguments: list[str], variables: dict[str, str]) -> None:
    environment = {**os.environ, "SERAI_INTERPRETED": "0", "PIP_NO_COMPILE": "1", **variables}
    done = subprocess.run(
        [sys.executable, "-m", "pip", "-q", *arguments], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def tree(to: Path) -> Path:
    """What is needed to build, as it lies here; nothing that was built here."""
    built = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "serai", to / "serai", ignore=built)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, to / name)
    return to


def sdist(folder: Path) -> Path:
    """A source archive of the tree."""
    code = f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})"
    subprocess.run(
        [sys.executable, "-c", code], cwd=tree(folder / "tree"), check=True, stdout=subprocess.DEVNULL
    )
    (archive,) = folder.glob("*.tar.gz")
    return archive


def wheel(source: Path, folder: Path, *options: str, **variables: str) -> Path:
    """Built in isolation, with what `pyproject.toml` requires and nothing else, if not said otherwise."""
    pip(["wheel", "--no-deps", "--wheel-dir", str(folder), *options, str(source)], variables)
    (found,) = folder.glob("*.whl")
    return found


def check_extras_asked_for(place: Environment) -> None:
    """Without extras the library plays; a command names the extra that it needs."""
    bare = place.run("serai", "info")
    assert (bare.returncode, bare.stdout) == (1, "")
    assert bare.stderr.splitlines() == ["the command line needs typer: pip install 'serai[cli]'"]


def check_commands_ask(place: Environment) -> None:
    asked = {
        "serai[server]": [["serve"], ["worker", "--database", "x", "--redis", "x"], ["admin", "tables"]],
        "serai[arena]": [["arena", "yspahan"]],
        "serai[research]": [["dataset", "yspahan", "--out", "games"]],
    }
    for extra, commands in asked.items():
        for command in commands:
            done = place.run("serai", *command)
            assert done.returncode == 2, done.stderr
            assert f"pip install '{extra}'" in done.stderr
            assert len(done.stderr.splitlines()) == 1


def test_a_wheel_from_an_sdist_works_in_a_clean_environment(tmp_path: Path) -> None:
    subprocess.run(["tar", "-xf", sdist(tmp_path)], cwd=tmp_path, check=True)
    (source,) = tmp_path.glob("serai-*/")
    unfinished = source / "serai" / "games" / "unfinished"  # what somebody has just begun stops nothing
    unfinished.mkdir()
    (unfinished / "__init__.py").touch()
    (unfinished / "rules.py").write_text("class Unfinished(State")
    built = wheel(source, tmp_path / "compiled", **SMALL | {"SERAI_COMPILE": "unfinished"})
    place = Environment(tmp_path / "place")
    place.install(str(built))
    assert place.plays() == "compiled"
    check_extras_asked_for(place)
    place.install(f"{built}[cli]")
    assert place.run("serai", "info").stdout.splitlines()[0].endswith(", compiled")
    check_commands_ask(place)
    # Once more where there is no compiler; what mypyc has made is still there.
    for folder in (*source.glob("build/lib*"), *source.glob("build/temp*")):
        shutil.rmtree(folder)
    slow = wheel(source, tmp_path / "interpreted", "--no-build-isolation", **SMALL, **NO_COMPILER)
    place.install(str(slow), PIP_FORCE_REINSTALL="1", PIP_NO_DEPS="1")
    assert place.plays() == "interpreted"


@pytest.mark.parametrize("extra", ["", "[all]"])
@pytest.mark.parametrize("compiler", [True, False])
@pytest.mark.parametrize("source", ["tree", "sdist", "wheel"])
def test_every_way_to_install(
    tmp_path: Path, request: pytest.FixtureRequest, source: str, compiler: bool, extra: str
) -> None:
    if not request.config.getoption("--long"):
        pytest.skip("takes minutes: make test-install")
    variables = SMALL if compiler else SMALL | NO_COMPILER
    found = tree(tmp_path / "source") if source == "tree" else sdist(tmp_path)
    if source == "wheel":
        found = wheel(found, tmp_path / "wheel", **variables)
    place = Environment(tmp_path / "place")
    place.install(f"{found}{extra}", **variables)
    expected = "compiled" if compiler else "interpreted"
    assert place.plays() == expected
    if extra:
        assert expected in place.run("serai", "info").stdout.splitlines()[0]
        assert "Serve the page" in place.run("serai", "serve", "--help").stdout
    else:
        check_extras_asked_for(place)
