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
