"""How the tests run: the same every time; `--long` for a night of random games."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.server import databases

NORMAL_GAMES = 150  # for each game, number of players and option
LONG_GAMES = 340_000


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="a million random games, for the night")
    parser.addoption(
        "--database",
        choices=databases.KINDS,
        default="sqlite",
        help="what tests of the server keep tables in",
    )


def pytest_configure(config: pytest.Config) -> None:
    databases.kind = config.getoption("--database")
    common = {
        "deadline": None,
        "derandomize": True,
        "database": None,
        "suppress_health_check": list(HealthCheck),
    }
    settings.register_profile("normal", max_examples=NORMAL_GAMES, **common)  # type: ignore[arg-type]
    settings.register_profile("long", max_examples=LONG_GAMES, **common)  # type: ignore[arg-type]
    settings.load_profile("long" if config.getoption("--long") else "normal")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the servers that they start, the tests on PostgreSQL are skipped."""
    if databases.kind != "sqlite" and (needed := databases.missing()):
        for item in items:
            item.add_marker(pytest.mark.skip(reason=needed))
