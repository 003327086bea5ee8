"""`serai simulate`."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from serai.cli import app
from tests.cli.run import run


def test_simulate_prints_speed_and_scores() -> None:
    result = run("simulate", "yspahan", "--games", "20", "--players", "3")
    assert result.exit_code == 0
    for words in ("20 games", "decisions/s", "seat 3", "median"):
        assert words in result.output


def test_simulate_gives_the_same_games_for_the_same_seed() -> None:
    def seats(seed: str) -> object:
        result = CliRunner().invoke(app, ["simulate", "yspahan", "--games", "30", "--seed", seed, "--json"])
        return json.loads(result.stdout)["seats"]

    assert seats("a") == seats("a") != seats("b")
