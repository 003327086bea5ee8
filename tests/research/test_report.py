"""The report in the documentation is that of the figures beside the benchmark."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

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
