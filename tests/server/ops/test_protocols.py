"""uvicorn's internals: extended if they are as expected; otherwise plain ASGI does the same."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed

from serai.kernel.rng import Rng
from serai.server.ops.protocols import PLAIN, PLAIN_SOCKETS, is_tested, protocols, why_plain
from serai.server.routes.table_socket import COME_BACK, TOO_BIG
from serai.server.safety.requests import MOST_BYTES
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
