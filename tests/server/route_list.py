"""All routes of the application."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from starlette.routing import Mount, Route, WebSocketRoute

from serai.server.ops.config import Config
from serai.server.routes.app import make_app

SOCKET = "SOCKET"


@cache
def all_routes() -> tuple[tuple[str, str], ...]:
    """Methods and paths; HEAD and OPTIONS, which come with GET, are left out."""
    found = []

    def walk(routes: list[Any], prefix: str) -> None:
        for route in routes:
            if isinstance(route, Mount):
                walk(route.routes, prefix + route.path)
            elif isinstance(route, WebSocketRoute):
                found.append((SOCKET, prefix + route.path))
            else:
                assert isinstance(route, Route), route
                found.extend((method, prefix + route.path) for method in sorted(route.methods or ()))

    walk(make_app(Config(Path("nowhere"))).routes, "")
    return tuple(row for row in found if row[0] not in ("HEAD", "OPTIONS"))
