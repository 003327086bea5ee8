"""One connection by plain ASGI; the test is the server, and the other side."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket

from serai.server.live.sockets.connection import (
    BROKEN,
    MOST_WAITING,
    AsgiConnection,
    connection_of,
    nothing,
)
from serai.server.routes.table_socket import COME_BACK
from serai.server.safety.connections import CONNECTION_EXTENSION
from tests.event_loops import run_alone


class Ends:
    """A socket whose other end is here."""

    def __init__(self) -> None:
        self.up: asyncio.Queue[Message] = asyncio.Queue()
        self.down: list[Message] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.left = 0

    async def socket(self) -> WebSocket:
        self.up.put_nowait({"type": "websocket.connect"})
        socket = WebSocket({"type": "websocket", "extensions": {}}, self.up.get, self._send)
        await socket.accept()
        return socket

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        self.down.append(message)

    def leave(self) -> None:
        self.left += 1

    def serve(self, on_message: Callable[[bytes], Any], use: Callable[[AsgiConnection], None]) -> None:
        async def run() -> None:
            connection = AsgiConnection(await self.socket())
            connection.detach(on_message, self.leave)
            use(connection)
            await connection.serve()
            connection.send_text("too late")
            assert connection.waiting.empty() or connection.lost.is_set()

        run_alone(run())


async def ignore(message: bytes) -> None:
    pass


def test_queued_messages_are_sent_before_the_close() -> None:
    ends = Ends()

    def use(connection: AsgiConnection) -> None:
        connection.send_text("one", "two")
        connection.finish(COME_BACK)
        connection.finish(BROKEN)
        connection.send_text("three")
        assert connection.unread == len("onetwo")

    ends.serve(ignore, use)
    assert [message.get("text") or message.get("code") for message in ends.down[1:]] == [
        "one",
        "two",
        COME_BACK,
    ]
    assert ends.left == 1


def test_messages_are_handled_in_order_until_the_other_side_closes() -> None:
    ends, heard = Ends(), list[bytes]()

    async def on_message(message: bytes) -> None:
        heard.append(message)
        await asyncio.sleep(0)
        heard.append(message)

    def use(connection: AsgiConnection) -> None:
        ends.up.put_nowait({"type": "websocket.receive", "text": "é"})
        ends.up.put_nowait({"type": "websocket.receive", "bytes": b"x"})
        ends.up.put_nowait({"type": "websocket.disconnect", "code": 1001})

    ends.serve(on_message, use)
    assert heard == ["é".encode(), "é".encode(), b"x", b"x"]
    assert ends.left == 1


def test_nothing_is_handled_once_a_connection_is_finished() -> None:
    ends, heard, open_here = Ends(), list[bytes](), list[AsgiConnection]()

    async def on_message(message: bytes) -> None:
        heard.append(message)
        open_here[0].finish(COME_BACK)

    def use(connection: AsgiConnection) -> None:
        open_here.append(connection)
        ends.reads.clear()  # what is sent does not arrive before the rest is heard
        for text in ("one", "two"):
            ends.up.put_nowait({"type": "websocket.receive", "text": text})
        ends.up.put_nowait({"type": "websocket.disconnect", "code": 1001})

    ends.serve(on_message, use)
    assert heard == [b"one"]


def test_a_connection_that_does_not_read_is_dropped() -> None:
    ends = Ends()

    def use(connection: AsgiConnection) -> None:
        ends.reads.clear()
        connection.send_text("x" * (MOST_WAITING // 2))
        assert not connection.finished
        connection.send_text("x" * (MOST_WAITING // 2 + 1))
        assert connection.finished

    ends.serve(ignore, use)
    assert len(ends.down) == 1  # that it was accepted
    assert ends.left == 1


def test_what_is_read_no_longer_counts_as_waiting() -> None:
    """So a connection that reads is never dropped, however much it is sent."""
    ends = Ends()

    async def run() -> None:
        connection = AsgiConnection(await ends.socket())
        assert (connection.unread, connection.receive_task) == (0, None)
        connection.detach(ignore, ends.leave)
        serving = asyncio.create_task(connection.serve())
        for number in range(4):
            connection.send_text("x" * (MOST_WAITING // 2), "y" * number)
            assert connection.unread == MOST_WAITING // 2 + number
            while connection.unread:
                await asyncio.sleep(0)
        connection.send_text("x" * MOST_WAITING)  # not too much yet
        assert not connection.finished
        connection.finish(COME_BACK)
        await serving
        assert ends.left == 1
        assert [len(message.get("text", "")) for message in ends.down[1:]] == [
            *(size for number in range(4) for size in (MOST_WAITING // 2, number)),
            MOST_WAITING,
            0,
        ]

    run_alone(run())


def test_a_connection_that_is_over_holds_nothing() -> None:
    """What it refers to would keep the table in memory; and all its tasks have ended."""
    ends = Ends()

    async def run() -> None:
        connection = AsgiConnection(await ends.socket())
        connection.detach(ignore, ends.leave)
        before = asyncio.all_tasks()
        serving = asyncio.create_task(connection.serve())
        while len(asyncio.all_tasks() - before) < 4:
            await asyncio.sleep(0)
        serving.cancel()  # the server stops
        await asyncio.gather(serving, return_exceptions=True)
        assert serving.cancelled()
        assert asyncio.all_tasks() == before
        assert (connection.on_message, connection.on_close) == (None, nothing)
        assert connection.finished
        assert ends.left == 1
        connection.on_close()
        assert ends.left == 1

    run_alone(run())


def test_messages_before_the_connection_is_set_up_are_ignored() -> None:
    ends = Ends()

    async def run() -> None:
        connection = AsgiConnection(await ends.socket())
        ends.up.put_nowait({"type": "websocket.receive", "text": "early"})
        ends.up.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await connection.serve()
        assert ends.down[1:] == []

    run_alone(run())


def test_the_other_side_may_go_while_something_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    ends = Ends()

    async def gone(message: Message) -> None:
        raise OSError

    async def run() -> None:
        socket = await ends.socket()
        connection = AsgiConnection(socket)
        connection.detach(ignore, ends.leave)
        socket._send = gone
        connection.send_text("one", "two")
        await connection.serve()
        assert connection.unread == len("onetwo")
        assert ends.left == 1

    run_alone(run())
    assert caplog.text == ""


def test_the_extended_connection_is_preferred() -> None:
    async def run() -> None:
        socket = await Ends().socket()
        assert isinstance(connection_of(socket), AsgiConnection)
        extended = AsgiConnection(socket)
        socket.scope["extensions"][CONNECTION_EXTENSION] = extended
        assert connection_of(socket) is extended
        del socket.scope["extensions"]
        assert connection_of(socket) is not extended

    run_alone(run())


def test_a_fault_ends_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    ends = Ends()

    async def fail(message: bytes) -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR, "serai.server"):
        ends.serve(fail, lambda _: ends.up.put_nowait({"type": "websocket.receive", "text": "x"}))
    assert ends.down[-1] == {"type": "websocket.close", "code": BROKEN, "reason": ""}
    assert "a connection failed" in caplog.text
