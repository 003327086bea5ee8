"""uvicorn's internals: extended if they are as expected; otherwise plain ASGI does the same."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.types import Message
from starlette.websockets import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed

from serai.kernel.rng import Rng
from serai.server.live.sockets.connection import BROKEN, MOST_WAITING, AsgiConnection
from serai.server.ops.protocols import PLAIN, PLAIN_SOCKETS, is_tested, protocols, why_plain
from serai.server.routes.table_socket import COME_BACK, TOO_BIG
from serai.server.safety.requests import MOST_BYTES
from tests.event_loops import run_alone
from tests.server.server_process import ROOT, Player, ServerProcess, new_table

FRAMES = "serai.server.live.sockets.websockets"


# A table, for real


def ended(player: Player) -> int | None:
    """Hear until the connection is closed; the code of that."""
    while True:
        try:
            player.hear()
        except ConnectionClosed as closed:
            return None if closed.rcvd is None else closed.rcvd.code


def play(server: ServerProcess) -> tuple[list[dict[str, Any]], dict[str, Any], int | None]:
    """Forty choices, one taken back, and the end of the server: the log, the scene, and the close code."""
    with server.client() as client:
        player = Player(client, new_table(client, players=3, seat=1))
        try:
            rng = Rng(7)
            assert player.play_on(rng, 40) == 40
            assert player.wait_for_turn()
            assert player.refused(choose=player.options[0], number=player.number + 1) == "late"
            player.send(undo=player.number, id=5)
            assert "scene" in player.hear_until(lambda message: message.get("id") == 5)
            assert player.play_on(rng, 5) == 5
            assert player.wait_for_turn()
        finally:
            server.stop()
        code = ended(player)
        player.close()
    return player.log, player.scene, code


def test_a_table_is_the_same_by_plain_asgi(tmp_path: Path) -> None:
    usual = play(ServerProcess(tmp_path / "usual"))
    said = tmp_path / "said"
    plain = play(ServerProcess(tmp_path / "plain", stderr=said, environment={PLAIN_SOCKETS: "1"}))
    assert plain == usual
    assert plain[2] == COME_BACK
    assert f"{PLAIN_SOCKETS} is set: connections are served by plain ASGI" in said.read_text()


def test_plain_asgi_limits_messages_too(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, environment={PLAIN_SOCKETS: "1"})
    try:
        with server.client() as client:
            path = new_table(client)
            loud, calm = Player(client, path), Player(client, path)
            loud.socket.send("x" * (MOST_BYTES + 1))
            assert ended(loud) == TOO_BIG
            assert calm.play_on(Rng(1), 3) == 3
            loud.close()
            calm.close()
    finally:
        server.stop()


# One connection by plain ASGI; the test is the server


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


def test_a_fault_ends_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    ends = Ends()

    async def fail(message: bytes) -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR, "serai.server"):
        ends.serve(fail, lambda _: ends.up.put_nowait({"type": "websocket.receive", "text": "x"}))
    assert ends.down[-1] == {"type": "websocket.close", "code": BROKEN, "reason": ""}
    assert "a connection failed" in caplog.text


# When which


def test_the_pinned_uvicorn_is_one_that_was_tested() -> None:
    pinned = {
        version
        for file in (ROOT / "requirements").glob("*.txt")
        for version in re.findall(r"^uvicorn==(\S+)", file.read_text(), re.MULTILINE)
    }
    assert pinned
    assert all(is_tested(version) for version in pinned)


def test_with_a_tested_uvicorn_its_classes_are_extended() -> None:
    assert why_plain() is None
    http, ws = protocols()
    assert issubclass(http, HttpToolsProtocol)
    assert issubclass(ws, WebSocketsSansIOProtocol)


@pytest.mark.parametrize("version", ["0.53.9", "0.55.0", "1.0", "0.100.0"])
def test_other_versions_are_used_as_they_are(version: str) -> None:
    assert why_plain(version) == f"uvicorn {version} was not tested"


@pytest.mark.parametrize("name", ["send_receive_event_to_app", "run_asgi", "handle_connect"])
def test_a_missing_method(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(WebSocketsSansIOProtocol, name)
    reason = why_plain()
    assert reason is not None
    assert f"(no {name})" in reason


def test_a_missing_attribute(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    before = HttpToolsProtocol.__init__

    def without_cycle(self: HttpToolsProtocol, *given: Any, **named: Any) -> None:
        before(self, *given, **named)
        del self.cycle

    monkeypatch.setattr(HttpToolsProtocol, "__init__", without_cycle)
    assert protocols() == PLAIN
    assert f"uvicorn {uvicorn.__version__} is built otherwise (no cycle)" in caplog.text


def test_a_missing_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, FRAMES)
    monkeypatch.setitem(sys.modules, WebSocketsSansIOProtocol.__module__, None)
    assert protocols() == PLAIN
