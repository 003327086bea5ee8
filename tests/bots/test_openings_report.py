"""The page of openings was made with the nets that are shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

import serai
from serai.bots.nets import digest
from tests.games import OURS

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "reports" / "openings.md"


@pytest.mark.parametrize("name", OURS)
def test_openings_are_those_of_the_present_net(name: str) -> None:
    """If not: `python benchmarks/openings.py docs/explanation/reports/openings.md` (five minutes)."""
    game = serai.game(name)
    _, _, section = PAGE.read_text("utf-8").partition(f"## {game.title}\n")
    assert f"With the net {digest(game)} (" in section.partition("\n## ")[0]
