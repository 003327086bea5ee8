"""One server for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.server.server_process import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    """A browser without cookies."""
    with server.client() as browser:
        yield browser
