"""Every registered game passes the conformance kit; rules and bots have longer tests of their own."""

from __future__ import annotations

import pytest

import serai
from serai.checks import CHECKS, check_all
from tests.games import ALL

ELSEWHERE = ("rules", "bots")


@pytest.mark.parametrize("name", ALL)
def test_the_game_passes_all_checks(name: str) -> None:
    wanted = [check.name for check in CHECKS if check.name not in ELSEWHERE]
    assert check_all(serai.game(name), quick=True, only=wanted) == []
