"""How a server is assembled."""

from __future__ import annotations

from pathlib import Path

from serai.server.ops.config import Config
from serai.server.ops.server import Server
from tests.event_loops import run_alone
from tests.server.databases import url_of


def test_games_are_rated_after_an_outage(tmp_path: Path) -> None:
    async def test() -> None:
        server = Server(Config(tmp_path, workers=1, database=url_of(tmp_path)))
        async with server.running():
            assert server.catch_up in server.hub.recovered

    run_alone(test())
