"""Starting: ports, folders, failures."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from serai.cli import app
from serai.kernel.errors import BadOption
from serai.server.ops.sockets import free_socket


def test_the_next_free_port_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with free_socket("127.0.0.1", port, search=True) as found:
            assert port < found.getsockname()[1] < port + 50
        with pytest.raises(BadOption, match="cannot listen"):
            free_socket("127.0.0.1", port, search=False)


def test_errors_are_explained_in_words(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["serve", *arguments])
        assert done.exit_code == 2
        return done.output + done.stderr

    assert "full or normal" in run("--synchronous", "off", "--data", str(tmp_path))
    assert "cannot listen" in run("--host", "192.0.2.1", "--port", "8000", "--data", str(tmp_path))
    file = tmp_path / "file"
    file.write_text("")
    assert "cannot keep tables" in run("--port", "0", "--data", str(file / "data"))
    assert "postgresql://" in run("--database", "mysql://localhost/serai")
    assert "does not answer" in run("--database", f"postgresql:///serai?host={tmp_path}")
