"""How the tests run: the same every time; `--long` for a night of random games."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

NORMAL_GAMES = 700  # for each game, number of players and option
LONG_GAMES = 340_000


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="a million random games, for the night")


def pytest_configure(config: pytest.Config) -> None:
    common = {
        "deadline": None,
        "derandomize": True,
        "database": None,
        "suppress_health_check": list(HealthCheck),
    }
    settings.register_profile("normal", max_examples=NORMAL_GAMES, **common)  # type: ignore[arg-type]
    settings.register_profile("long", max_examples=LONG_GAMES, **common)  # type: ignore[arg-type]
    settings.load_profile("long" if config.getoption("--long") else "normal")
