"""One server for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.server.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = House(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def client(house: House) -> Iterator[httpx.Client]:
    """A browser without cookies."""
    with house.client() as browser:
        yield browser
