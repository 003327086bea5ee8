"""The socket that a server listens on."""

from __future__ import annotations

import socket
from typing import Final

from serai.kernel.errors import BadOption

FIRST_PORT: Final = 8000
NEXT_PORTS: Final = 50
LOOPBACK: Final = "127.0.0.1"
SILENCE: Final = 40.0


def free_socket(host: str, port: int, search: bool, silence: float = SILENCE) -> socket.socket:
    """A socket bound to the port, or to the next free one. Raises `BadOption`.

    Its connections end if nothing that is sent is acknowledged for `silence` seconds.
    """
    last: OSError | None = None
    for number in range(port, port + NEXT_PORTS if search else port + 1):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(silence * 1000))
        try:
            found.bind((host, number))
        except OSError as error:
            found.close()
            last = error
        else:
            return found
    raise BadOption(f"cannot listen on {host}:{port}: {last.strerror if last else 'no port is free'}")


def inherited_socket(fd: int) -> socket.socket:
    """A socket that another process has bound and passed on. Raises `BadOption`."""
    try:
        return socket.socket(fileno=fd)
    except OSError as error:
        raise BadOption(f"--fd {fd} is no socket: {error.strerror}") from error
