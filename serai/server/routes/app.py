"""The application: all routes and the middleware around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from serai.server.errors import Refusal
from serai.server.ops.config import Config
from serai.server.ops.metrics import RequestMetrics
from serai.server.ops.server import Server
from serai.server.routes import account, home, lobby, people, tables
from serai.server.routes.api.routes import make_api
from serai.server.routes.study import explore, lessons, puzzles, reviews
from serai.server.routes.web import Web, exception_handlers, web_of
from serai.server.safety.addresses import AddressLimits
from serai.server.safety.requests import HeadRequests, SecurityHeaders
from serai.server.safety.timeouts import BodyTimeout

ROUTERS = tuple(
    one.router for one in (home, tables, reviews, explore, lobby, lessons, puzzles, account, people)
)


class Application(FastAPI):
    """Middleware is wrapped around error responses, too."""

    def build_middleware_stack(self) -> ASGIApp:
        server: Server = self.state.server
        limits = AddressLimits(
            BodyTimeout(HeadRequests(super().build_middleware_stack())), server.config.address_factor
        )
        return SecurityHeaders(RequestMetrics(limits, metrics=server.metrics))


def make_app(config: Config) -> FastAPI:
    """The application of one server."""
    server = Server(config)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with server.running():
            yield

    app = Application(
        title="Serai",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        # In one list: routers within a router would be searched one by one.
        routes=[route for router in ROUTERS for route in router.routes],
        exception_handlers=exception_handlers(refuse, lambda error: Refusal("bad-request")),
    )
    app.state.server = server
    app.state.web = web = Web(server)
    app.mount("/api", make_api(web))
    return app


async def refuse(request: Request, refusal: Refusal) -> Response:
    return await web_of(request).refuse(request, refusal)
