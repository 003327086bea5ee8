"""The example of a game in its own package: installed beside Serai, it works everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from serai.checks import CHECKS
from tests.game_packages import install, run_python

ROOT = Path(__file__).parents[2]
CARAVAN = ROOT / "examples" / "games" / "caravan"
ZOO = """
from pettingzoo.test import api_test
from serai.research.pettingzoo import env
api_test(env("caravan", players=3), num_cycles=300)
"""
GYM = """
import gymnasium
from serai.research.gymnasium import env_id
env = gymnasium.make(env_id("caravan"), players=2, opponent="greedy")
observation, info = env.reset(seed=1)
over = False
while not over:
    observation, reward, over, cut, info = env.step(info["action_mask"].argmax())
assert 0 <= reward <= 1
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages into which it is installed, and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    pip = ["-m", "pip", "-q", "install", "--no-deps", "--no-build-isolation", "--no-index", "--no-compile"]
    copy = tmp_path_factory.mktemp("source") / "caravan"  # a build leaves files beside its sources
    subprocess.run(["cp", "-r", str(CARAVAN), str(copy)], check=True)
    run_python(folder, *pip, "--target", str(folder), str(copy))
    return folder


def test_its_own_tests_pass(site: Path) -> None:
    run_python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(CARAVAN / "tests"))


def test_the_game_passes_all_checks(site: Path) -> None:
    told = run_python(site, "-m", "serai", "check", "caravan", "--quick")
    assert told.endswith("caravan keeps its promises\n")
    assert told.count(" ok ") == len(CHECKS)


def test_its_words_are_translated(site: Path) -> None:
    assert "All is translated." in run_python(site, "-m", "serai", "words", "caravan")


def test_bots_play_it_in_the_arena(site: Path) -> None:
    told = run_python(
        *(site, "-m", "serai", "arena", "caravan", "--bots", "random,level1,level3"),
        *("--games", "12", "--processes", "2", "--seed", "1"),
    )
    assert "level3" in told


@pytest.mark.parametrize("code", [ZOO, GYM], ids=["pettingzoo", "gymnasium"])
def test_programs_can_learn_the_game(site: Path, code: str) -> None:
    run_python(site, "-c", code)


def test_an_editable_install_is_found(tmp_path: Path) -> None:
    """As `pip install -e` does."""
    install(tmp_path, "serai-caravan", {"caravan": "caravan:GAME"})
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, CARAVAN, ROOT)))}
    command = [sys.executable, "-m", "serai", "info"]
    told = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "caravan: Caravan, 2 to 4 players, rules version 1" in told.stdout
