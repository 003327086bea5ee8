"""A new game works right away: it is created, installed, tested and checked as its author would do it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from serai.authoring.new_game import BadName, plain_name, source_tree, write_in_tree, write_package
from serai.cli import app
from serai.kernel.registry import GROUP
from tests.game_packages import run_python

ROOT = Path(__file__).parents[2]


def test_a_new_game_is_installed_and_passes_all_checks(tmp_path: Path) -> None:
    project, site = tmp_path / "project", tmp_path / "site"
    done = CliRunner().invoke(app, ["new-game", "Silk-Road", "--folder", str(project)])
    assert done.exit_code == 0, done.output
    assert "serai check silk_road" in done.output
    pip = ["-m", "pip", "-q", "install", "--no-deps", "--no-build-isolation", "--no-index", "--no-compile"]
    run_python(site, *pip, "--target", str(site), str(project), folder=tmp_path)
    told = run_python(site, "-m", "serai", "info", folder=tmp_path)
    assert "silk_road: Silk Road, 2 to 4 players, rules version 1" in told
    run_python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder=project)
    assert "silk_road keeps its promises" in run_python(
        site, "-m", "serai", "check", "silk_road", "--quick", folder=tmp_path
    )


def test_no_trace_of_the_template_is_left(tmp_path: Path) -> None:
    files = write_package("silk_road", tmp_path / "silk", "The Silk Road")
    assert {str(file.relative_to(tmp_path / "silk")) for file in files} == {
        *("README.md", "pyproject.toml", "setup.py", "tests/test_silk_road.py"),
        *(f"silk_road/{name}.py" for name in ("__init__", "ids", "notation", "observe", "rules", "state")),
    }
    for file in files:
        assert "pebbles" not in file.read_text("utf-8").lower(), file
    project = tomllib.loads((tmp_path / "silk" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"][GROUP] == {"silk_road": "silk_road:GAME"}
    assert 'title="The Silk Road"' in (tmp_path / "silk" / "silk_road" / "__init__.py").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("yspahan", "there is a game 'yspahan' already"),
        ("json", "there is a module json already"),
        ("class", "cannot name a game"),
        ("3d", "cannot name a game"),
        ("../up", "cannot name a game"),
        ("", "cannot name a game"),
    ],
)
def test_some_names_are_reserved(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(BadName, match=reason):
        write_package(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_existing_files_are_kept(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    done = CliRunner().invoke(app, ["new-game", "silk_road", "--folder", str(tmp_path)])
    assert done.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


def test_a_game_can_be_added_to_the_source_tree(tmp_path: Path) -> None:
    assert source_tree() == ROOT
    with pytest.raises(BadName, match="has no sources of Serai"):
        write_in_tree("silk_road", tmp_path)
    (tmp_path / "serai" / "games").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"))
    write_in_tree("silk_road", tmp_path)
    assert (tmp_path / "serai" / "games" / "silk_road" / "rules.py").exists()
    points = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][GROUP]
    assert points["silk_road"] == "serai.games.silk_road:GAME"
    test = (tmp_path / "tests" / "silk_road" / "test_silk_road.py").read_text("utf-8")
    assert "from serai.games.silk_road.rules import" in test


def test_names_are_normalised() -> None:
    assert plain_name(" Silk Road ") == "silk_road"
