"""Scripts run from their own folder, where Python looks first for imports: none may shadow a module."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("folder", ["benchmarks", "examples", "tools"])
def test_no_script_shadows_the_standard_library(folder: str) -> None:
    names = {path.stem for path in (ROOT / folder).iterdir() if path.suffix == ".py" or path.is_dir()}
    assert names
    assert not names & sys.stdlib_module_names
