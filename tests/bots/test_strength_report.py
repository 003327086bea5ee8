"""The report of the bots' strength shows the figures beside the benchmark, and all that is asked holds."""

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


def test_the_figures_are_those_of_the_levels_and_all_hold() -> None:
    bots = benchmark()
    figures = json.loads((ROOT / "benchmarks" / "bots.json").read_text())
    for name, found in figures["games"].items():
        asked = bots.tests(serai.game(name), 1.0)
        assert [(row["test"], row["games"], row["work"]) for row in found["tests"]] == [
            (test.title, test.games, test.work) for test in asked
        ]
        assert all(row["holds"] for row in found["tests"])
