"""Where a request comes from, and what the ASGI server says about its connection."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final, Protocol

from starlette.requests import HTTPConnection

CONNECTION_EXTENSION: Final = "serai.frames"  # the extension of a scope that holds a `DetachableConnection`


class DetachableConnection(Protocol):
    """A connection that may live on after the application's call has returned."""

    @property
    def detached(self) -> bool:
        """Whether it does."""

    def on_lost(self, callback: Callable[[], None]) -> None:
        """Call something when the connection has ended."""


def address_of(connection: HTTPConnection) -> str:
    """The address of a client; behind a trusted proxy, the one that it names."""
    return connection.client.host if connection.client else ""


def neighbours_of(connection: HTTPConnection) -> str:
    """The key of a limit: one address, or in IPv6, where everyone has very many, one network."""
    address = address_of(connection)
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address) or found.ipv4_mapped or found.scope_id:
        return address
    return str(ip_network((found, 64), strict=False))


def is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")
