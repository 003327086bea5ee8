"""`serai bench`."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

import serai
from serai.cli import app
from tests.cli.run import run


def test_bench_gives_every_game_its_figures() -> None:
    result = CliRunner().invoke(app, ["bench", "--json", "-", "--seconds", "0.05"])
    figures = json.loads(result.stdout)
    assert list(figures["games"]) == serai.game_names()
    for row in figures["games"].values():
        for name in ("decisions_per_s", "python_driven_per_s", "clone_ns", "interpreted_decisions_per_s"):
            assert row[name] > 0
        assert isinstance(row["compiled"], bool)
        assert row["state_bytes"] > 0
    assert isinstance(figures["peers"], dict)


def test_bench_says_where_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("bench", "--seconds", "0.05", "--json", str(tmp_path / "file" / "x.json"))
    assert result.exit_code == 2
    assert "cannot write" in result.output
