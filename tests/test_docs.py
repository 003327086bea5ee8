"""What the documentation shows, works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import serai
from serai.kernel.check import random_choice

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for path in (ROOT / "serai").rglob("*.py") if ">>>" in path.read_text())
PAGES = ["README.md", "docs/add-a-game.md", "docs/bots.md", "docs/notation.md", "docs/research.md"]
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_in_docstrings(path: Path) -> None:
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    code = f"import doctest, {module} as m; x = doctest.testmod(m); exit(x.failed or not x.attempted)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES)
def test_python_on_the_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = serai.Record("yspahan", 3)
    state = record.replay()
    rng = serai.Rng(1)
    for _ in range(60):
        record.play(state, random_choice(state, rng))
    Path("game.txt").write_text(record.to_text())
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {"serai": serai})


@pytest.mark.parametrize(
    "page",
    sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")]),
    ids=lambda path: path.name,
)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_game_has_its_page() -> None:
    for name in serai.game_names():
        assert (ROOT / "docs" / "games" / f"{name}.md").exists()
        assert f"games/{name}" in (ROOT / "docs" / "index.md").read_text()
        assert f"docs/games/{name}.md" in (ROOT / "README.md").read_text()
