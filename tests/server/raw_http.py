"""Raw HTTP requests that no well-behaved client would send."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.server.server_process import PATIENCE


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def dial(url: str) -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname, parts.port), PATIENCE)


def read_answer(line: socket.socket) -> Answer | None:
    """Everything received until the connection ends; None if it was reset."""
    told = bytearray()
    try:
        while part := line.recv(65536):
            told += part
    except ConnectionResetError:
        return None
    if not told:
        return None
    going_on = b"HTTP/1.1 100 Continue\r\n\r\n"  # no answer yet, where the body was to wait for it
    head, _, body = bytes(told).removeprefix(going_on).partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in rest)}
    return Answer(int(first.split()[1]), headers, body)


def ask_raw(
    url: str, method: str, target: bytes, headers: list[tuple[bytes, bytes]], body: bytes = b""
) -> Answer | None:
    """One request on its own connection."""
    rows = [(b"Host", url.partition("//")[2].encode()), (b"Connection", b"close"), *headers]
    if body:
        rows.append((b"Content-Length", str(len(body)).encode()))
    head = b"".join(name + b": " + value + b"\r\n" for name, value in rows)
    with dial(url) as line:
        with suppress(BrokenPipeError, ConnectionResetError):  # it may know enough before the end
            line.sendall(method.encode() + b" " + target + b" HTTP/1.1\r\n" + head + b"\r\n" + body)
        return read_answer(line)
