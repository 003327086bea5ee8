"""Which protocols uvicorn uses for HTTP and WebSocket: our extensions of its classes where they fit, else its
own.

uvicorn does not promise to keep those classes as they are. So ours are used with the versions they were
tested with, and only if everything they rely on is there; nothing else in Serai knows uvicorn's internals.
Without them pages get the same messages, more slowly, and slow request heads are not cut off.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from typing import Any, Final, NamedTuple

import uvicorn
from starlette.types import Receive, Scope, Send

log = logging.getLogger("serai.server")

TESTED: Final = ((0, 54), (0, 55))  # versions of uvicorn: from the first on, before the second
PLAIN_SOCKETS: Final = "SERAI_PLAIN_SOCKETS"  # in the environment, to do without our extensions
# What they use of a new protocol
WEBSOCKET: Final = (
    *("app", "close_sent", "close_timeout", "close_timer", "conn", "connection_lost", "curr_msg_data_type"),
    *("disconnected", "frames", "handle_connect", "logger", "loop", "queue", "read_paused"),
    *("receive", "run_asgi", "send", "send_500_response", "send_receive_event_to_app", "transport"),
)
HTTP: Final = ("connection_lost", "connection_made", "cycle", "data_received", "loop", "transport")


class Protocols(NamedTuple):
    """What `uvicorn.Config` takes as `http` and `ws`."""

    http: Any
    ws: Any


PLAIN: Final = Protocols("auto", "auto")


def protocols() -> Protocols:
    """The protocols that fit the installed uvicorn."""
    reason = why_plain()
    if reason is not None:
        log.warning("%s: connections are served by plain ASGI, which is slower", reason)
        return PLAIN
    from serai.server.live.sockets.websockets import HeaderTimeoutProtocol, TableWebSocketProtocol

    return Protocols(HeaderTimeoutProtocol, TableWebSocketProtocol)


def why_plain(version: str = uvicorn.__version__) -> str | None:
    """Why our extensions are not used; None: they are."""
    if os.environ.get(PLAIN_SOCKETS):
        return f"{PLAIN_SOCKETS} is set"
    if not is_tested(version):
        return f"uvicorn {version} was not tested"
    try:
        lacking = _lacking()
    except (ImportError, AttributeError, TypeError) as error:
        return f"uvicorn {version} is built otherwise ({error})"
    return f"uvicorn {version} is built otherwise (no {', '.join(lacking)})" if lacking else None


def is_tested(version: str) -> bool:
    """Whether our extensions were tested with a version of uvicorn.

    >>> is_tested("0.54.1"), is_tested("1.0")
    (True, False)
    """
    first, end = TESTED
    return first <= tuple(int(number) for number in re.findall(r"\d+", version)[:2]) < end


def _lacking() -> list[str]:
    """What our extensions need and do not inherit."""
    from uvicorn.server import ServerState

    from serai.server.live.sockets.websockets import HeaderTimeoutProtocol, TableWebSocketProtocol

    config = uvicorn.Config(_never_called, log_config=None, lifespan="off")
    loop = asyncio.new_event_loop()
    found: list[str] = []
    try:
        for kind, names in ((HeaderTimeoutProtocol, HTTP), (TableWebSocketProtocol, WEBSOCKET)):
            made = kind(config, ServerState(), {}, loop)
            inherited = super(kind, made)
            found += [name for name in names if not hasattr(inherited, name) and name not in vars(made)]
    finally:
        loop.close()
    return found


async def _never_called(scope: Scope, receive: Receive, send: Send) -> None:
    pass
