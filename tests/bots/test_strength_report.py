"""The report on the bots' strength shows the figures of the benchmark."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import serai
from tests.games import OURS

ROOT = Path(__file__).parents[2]


def benchmark() -> Any:
    spec = spec_from_file_location("bots_benchmark", ROOT / "benchmarks" / "bots.py")
    assert spec is not None
    assert spec.loader is not None
    found = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_page_shows_the_figures() -> None:
    figures = json.loads((ROOT / "benchmarks" / "bots.json").read_text())
    assert list(figures["games"]) == OURS
    assert benchmark().page(figures) == (ROOT / "docs" / "explanation" / "reports" / "bots.md").read_text()


def test_the_figures_match_the_levels_and_their_claims() -> None:
    bots = benchmark()
    figures = json.loads((ROOT / "benchmarks" / "bots.json").read_text())
    for name, found in figures["games"].items():
        asked = bots.tests(serai.game(name), 1.0, False)
        assert [row["test"] for row in found["tests"]] == [test.title for test in asked]
        for row, test in zip(found["tests"], asked, strict=True):
            assert row == bots.figures_of(test, row["wins"], row["games"])


def test_unproven_claims_are_not_made() -> None:
    bots = benchmark()
    test = bots.Test("a against b", ("a", "b", "b", "b"), 200, 0.75)
    for wins, games, said in (
        (30, 31, "open; 169 games are missing"),
        (151, 200, "holds"),
        (140, 200, "falls short by 5.0 points"),
    ):
        assert bots.page_row(bots.figures_of(test, wins, games)).endswith(f"| 75% | {said} |")
    step = bots.Test("c against d", ("c", "d") * 2, 200, None)
    assert "| holds; 120 games are missing |" in bots.page_row(bots.figures_of(step, 60, 80))
    assert "| open; 120 games are missing |" in bots.page_row(bots.figures_of(step, 42, 80))
