"""The report in the documentation shows the figures of the benchmark."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


def test_page_and_pictures_show_the_figures() -> None:
    spec = spec_from_file_location("research_benchmark", ROOT / "benchmarks" / "research.py")
    assert spec is not None
    assert spec.loader is not None
    benchmark: Any = module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    figures = json.loads((ROOT / "benchmarks" / "research.json").read_text())
    page = ROOT / "docs" / "explanation" / "reports" / "research.md"
    assert benchmark.page(figures, page.stem) == page.read_text()
    for name, picture in benchmark.pictures(figures).items():
        assert picture == page.with_name(f"{page.stem}-{name}.svg").read_text()


def test_the_chapter_on_the_shape_of_games_shows_its_figures() -> None:
    from benchmarks import shape

    figures = json.loads((ROOT / "benchmarks" / "shape.json").read_text())
    assert shape.page(figures) == (ROOT / "docs" / "explanation" / "shape.md").read_text()
    peer = shape.play_peer("backgammon", 1)
    assert peer["chance_bits"] > peer["chance"] > 1
    ours = shape.play_ours("yspahan", "random", 1)
    assert ours["decisions"] > 100
    assert 1 < ours["choices"] < 60
    assert ours["chance_bits"] > 100


def test_the_page_of_baselines_shows_its_figures() -> None:
    baselines = pytest.importorskip("benchmarks.baselines")
    figures = json.loads((ROOT / "benchmarks" / "baselines.json").read_text())
    page = ROOT / "docs" / "explanation" / "reports" / "baselines.md"
    assert baselines.page(figures) == page.read_text()


@pytest.mark.parametrize("kind", ["ppo", "search"])
def test_a_baseline_learns_and_plays(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    baselines = pytest.importorskip("benchmarks.baselines")
    monkeypatch.setattr(baselines, "ROWS", 16)
    monkeypatch.setattr(baselines, "STEPS", 8)
    monkeypatch.setattr(baselines, "BATCH", 64)
    monkeypatch.setattr(baselines, "HIDDEN", (16, 8))
    monkeypatch.setattr(baselines, "LONGEST", 20)
    monkeypatch.setattr(baselines, "CUT", 6)
    learner = baselines.LEARNERS[kind]("yspahan", 2, 1)
    before = [np.array(layer["weights"]) for part in learner.params for layer in part]
    batch = baselines.BatchEnv("yspahan", 2, 16, 1)
    rows = learner.play(batch)
    assert [int(row.dones.sum()) for row in rows] == [0, 0, 0, 0, 0, 16, 0, 0]
    assert (rows[5].rewards.sum(axis=1) == 1).all()
    learner.learn(rows)
    after = [np.array(layer["weights"]) for part in learner.params for layer in part]
    assert all((one != other).any() for one, other in zip(before, after, strict=True))
    assert 0 <= baselines.test(learner, "random", 4) <= 1


def test_an_interval_reflects_seeds_and_games() -> None:
    baselines = pytest.importorskip("benchmarks.baselines")
    middle, low, high = baselines.interval([0.5], 100)
    assert (middle, round(low, 2), round(high, 2)) == (0.5, 0.4, 0.6)
    _, wide, _ = baselines.interval([0.2, 0.5, 0.8], 10_000)
    assert wide == 0
