"""Frames as RFC 6455 and RFC 7692 describe them, and connections; the test is the other side."""

from __future__ import annotations

import asyncio
import logging
import struct
import zlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from serai.server.live.sockets.connection import BROKEN, MOST_WAITING, Connection, MessageHandler
from serai.server.live.sockets.websockets import (
    BIG,
    MOST_HEARD,
    NO_TEXT,
    WINDOW,
    TableWebSocketProtocol,
    frame,
)
from serai.server.safety.connections import CONNECTION_EXTENSION
from tests.event_loops import run_alone
from tests.server.live.test_hub import steps

TEXT, COMPRESSED = 0x81, 0xC1  # whole messages


def unframed(framed: bytes) -> tuple[int, bytes]:
    """The first byte of a frame, and its payload; its length is written as short as it can be."""
    kind, short = framed[0], framed[1]
    more = {126: 2, 127: 8}.get(short, 0)
    size = int.from_bytes(framed[2 : 2 + more], "big") if more else short
    assert size >= {0: 0, 2: 126, 8: 1 << 16}[more]
    payload = framed[2 + more :]
    assert len(payload) == size
    return kind, payload


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_a_message_has_one_frame(size: int) -> None:
    assert unframed(frame("x" * size, packed=False)) == (TEXT, b"x" * size)


def test_text_is_utf_8() -> None:
    assert unframed(frame("é" * 63, packed=False)) == (TEXT, "é".encode() * 63)


@pytest.mark.parametrize("text", ["", "caravan " * 2000, "".join(map(str, range(50_000)))])
def test_a_compressed_message_is_unpacked_by_itself(text: str) -> None:
    kind, payload = unframed(frame(text, packed=True))
    assert kind == COMPRESSED
    unpacked = zlib.decompressobj(-WINDOW)
    assert unpacked.decompress(payload + b"\x00\x00\xff\xff").decode() == text
    if text:
        assert len(payload) < len(text) / 2


# Connections

DEFLATE = "permessage-deflate; client_max_window_bits; server_max_window_bits=12"


class Network(asyncio.Transport):
    """What lies between both sides: remembers what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.reading = True
        self.ended = ""
        self.unread = 0

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.reading
        self.reading = True

    def is_closing(self) -> bool:
        return bool(self.ended)

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass


class OtherSide:
    """A browser that has connected; the application detaches the connection when it may."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.left = 0
        self.on_message: MessageHandler = self._hear
        self.network = Network()
        self.detaches = asyncio.Event()
        self.detaches.set()
        self.connection: TableWebSocketProtocol

    async def _hear(self, message: bytes) -> None:
        self.heard.append(message)

    def _leave(self) -> None:
        self.left += 1

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        assert scope["extensions"][CONNECTION_EXTENSION] is self.connection
        await self.detaches.wait()
        self.detach()

    def detach(self) -> None:
        found: Connection = self.connection
        found.detach(self.on_message, self._leave)

    async def connect(self, extensions: str = "") -> None:
        config = uvicorn.Config(self._app, interface="asgi3", log_config=None, access_log=False)
        config.load()
        self.connection = TableWebSocketProtocol(config, ServerState(), {})
        self.connection.connection_made(self.network)
        lines = ["GET / HTTP/1.1", "Host: here", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Extensions: {extensions}"] if extensions else []
        self.connection.data_received("\r\n".join([*lines, "", ""]).encode())
        await steps()
        assert b" 101 " in self.network.written[0]
        self.network.written.clear()

    def send(self, *payloads: bytes, kind: int = TEXT) -> None:
        frames = [struct.pack("!BBI", kind, 0x80 | len(payload), 0) + payload for payload in payloads]
        self.connection.data_received(b"".join(frames))

    def closes(self) -> list[int]:
        """The codes of closes that were written."""
        return [int.from_bytes(data[2:4], "big") for data in self.network.written if data[0] == 0x88]


def connected(test: Callable[[OtherSide], Coroutine[Any, Any, None]], extensions: str = "") -> None:
    async def run() -> None:
        side = OtherSide()
        await side.connect(extensions)
        await test(side)

    run_alone(run())


@pytest.mark.parametrize(
    ("extensions", "kinds"),
    [
        (DEFLATE, [TEXT, COMPRESSED]),
        ("", [TEXT, TEXT]),
        ("permessage-deflate; server_max_window_bits=9", [TEXT, TEXT]),  # a window that is too small
    ],
)
def test_big_messages_are_compressed_where_both_can(extensions: str, kinds: list[int]) -> None:
    async def test(side: OtherSide) -> None:
        for size in (BIG, BIG + 1):
            side.connection.send_text("x" * size)
        assert [unframed(data)[0] for data in side.network.written] == kinds

    connected(test, extensions)


def test_several_messages_are_one_write() -> None:
    async def test(side: OtherSide) -> None:
        side.connection.send_text("one", "two")
        side.connection.send_text("three")
        one = [frame(text, packed=False) for text in ("one", "two", "three")]
        assert side.network.written == [one[0] + one[1], one[2]]

    connected(test)


def test_messages_are_handled_one_after_the_other() -> None:
    """While many wait, no more are read."""

    async def test(side: OtherSide) -> None:
        busy = asyncio.Event()
        most = 0

        async def slow(message: bytes) -> None:
            nonlocal most
            side.heard.append(message)
            most += 1
            assert most == 1
            await busy.wait()
            most -= 1

        side.on_message = slow
        side.detach()
        messages = [b"%d" % number for number in range(MOST_HEARD + 2)]
        side.send(messages[0])
        await steps()
        for message in messages[1:]:
            assert side.network.reading
            side.send(message)
        assert not side.network.reading
        assert side.connection.receive_task is not None
        busy.set()
        await side.connection.receive_task
        assert side.heard == messages
        assert side.network.reading
        assert side.connection.receive_task is None
        side.send(b"last")
        await steps()
        assert side.heard[-1] == b"last"

    connected(test)


def test_what_came_early_is_handled_later() -> None:
    """And what had been held back is read again."""

    async def run() -> None:
        side = OtherSide()
        side.detaches.clear()
        await side.connect()
        side.send("é".encode())
        side.send(b"two", kind=0x82)
        assert not side.network.reading
        side.detaches.set()
        await steps()
        assert side.heard == ["é".encode(), b"two"]
        assert side.network.reading
        assert not side.network.ended  # though the application's call has returned

    run_alone(run())


def test_a_close_comes_after_what_was_sent() -> None:
    async def test(side: OtherSide) -> None:
        side.connection.close_timeout = 0.0
        side.connection.send_text("one")
        side.connection.finish(4000)
        side.connection.finish(4001)
        side.connection.send_text("two")
        side.send(b"too late")
        await steps()
        assert side.heard == []
        assert side.network.written[0] == frame("one", packed=False)
        assert side.closes() == [4000]
        assert len(side.network.written) == 2
        async with asyncio.timeout(60):
            while side.network.ended != "aborted":  # the other side does not answer
                await asyncio.sleep(0)

    connected(test)


def test_a_handler_that_fails_ends_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    async def test(side: OtherSide) -> None:
        async def fail(message: bytes) -> None:
            raise ZeroDivisionError

        side.on_message = fail
        side.detach()
        side.send(b"one", b"two")
        await steps()
        assert side.closes() == [BROKEN]

    connected(test)
    assert "a connection failed" in caplog.text


def test_text_must_be_utf_8(caplog: pytest.LogCaptureFixture) -> None:
    async def test(side: OtherSide) -> None:
        side.send(b"\xff")
        await steps()
        assert side.closes() == [NO_TEXT]
        assert side.heard == []

    with caplog.at_level(logging.INFO, "serai.server"):
        connected(test)
    assert "its text is not UTF-8" in caplog.text


def test_bytes_need_not_be_text() -> None:
    async def test(side: OtherSide) -> None:
        side.send(b"\xff", kind=0x82)
        await steps()
        assert side.heard == [b"\xff"]
        assert side.closes() == []

    connected(test)


def test_whoever_does_not_read_is_dropped() -> None:
    async def test(side: OtherSide) -> None:
        side.network.unread = MOST_WAITING
        side.connection.send_text("x")
        assert not side.network.is_closing()
        side.network.unread += 1
        side.connection.send_text("x")
        assert side.network.ended == "aborted"
        side.connection.send_text("x")
        side.connection.finish(4000)
        assert len(side.network.written) == 2

    connected(test)


def test_all_are_told_once_that_a_connection_is_lost() -> None:
    async def test(side: OtherSide) -> None:
        told: list[int] = []
        side.connection.on_lost(lambda: told.append(side.left))
        assert side.connection.detached
        side.connection.connection_lost(None)
        assert (side.left, told) == (1, [1])
        assert not side.connection.detached
        side.connection.on_lost(lambda: told.append(2))  # it is lost already
        assert told == [1, 2]
        side.connection.on_close()
        assert side.left == 1
        side.detach()
        assert side.left == 2

    connected(test)


def test_an_application_that_fails_answers_with_an_error() -> None:
    async def run() -> None:
        side = OtherSide()

        async def fail(scope: Any, receive: Any, send: Any) -> None:
            raise ZeroDivisionError

        side._app = fail  # type: ignore[method-assign]
        with pytest.raises(AssertionError):
            await side.connect()
        assert b" 500 " in side.network.written[0]
        assert side.network.ended

    run_alone(run())
