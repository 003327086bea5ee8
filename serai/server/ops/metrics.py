"""Metrics for the host: Prometheus scrapes them from a separate port on the loopback."""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.server.ops.logs import access
from serai.server.safety.middleware import HttpMiddleware

if TYPE_CHECKING:
    from serai.server.ops.server import Server

SLOW: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Metrics:
    """Counters, and gauges that are read from the server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files
        own: Any = {"registry": self.registry}
        self.requests = Counter(
            "serai_requests", "Requests by what was asked.", ["method", "route", "status"], **own
        )
        self.seconds = Histogram("serai_request_seconds", "How long answers took.", buckets=SLOW, **own)
        self.refusals = Counter("serai_refusals", "Requests that were refused.", ["code"], **own)

    def observe(self, server: Server) -> None:
        """Add gauges that read the server's present state."""
        hub = server.hub

        def gauge(name: str, words: str, value: Any) -> None:
            Gauge(f"serai_{name}", words, registry=self.registry).set_function(value)

        gauge("tables_in_memory", "Tables that are kept in memory.", lambda: len(hub.live_tables))
        gauge(
            "viewers",
            "Connections to tables.",
            lambda: sum(len(one.viewers) for one in list(hub.live_tables.values())),
        )
        gauge("bots_thinking", "Tables at which a bot thinks.", lambda: len(hub.bot_driver.tasks))
        gauge(
            "choice_seconds", "Median time of the last choices.", lambda: median(list(hub.timings) or [0.0])
        )


class RequestMetrics(HttpMiddleware):
    """Middleware that counts, times and logs every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        super().__init__(app)
        self.metrics = metrics

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = perf_counter()
        status = 500

        async def send_seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_seen)
        finally:
            seconds = perf_counter() - begun
            route = route_of(scope)
            self.metrics.requests.labels(scope["method"], route, str(status)).inc()
            self.metrics.seconds.observe(seconds)
            guest = scope.get("state", {}).get("guest")
            access(scope["method"], route, status, seconds, guest.id if guest else None)


def route_of(scope: Scope) -> str:
    """The route of a request, without its variable parts: some of them are secret."""
    route = scope.get("route")
    path = getattr(route, "path", None)
    return "(none)" if path is None else f"{scope.get('root_path', '')}{path}"
