"""The host's tools, while the server runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus

from serai.cli import app
from serai.server.ops.lock_file import is_running
from serai.server.storage.schema import chat, guests, reports
from tests.server import databases
from tests.server.databases import looked_at, sqlite_only, url_of
from tests.server.people.test_accounts import HTML, code, log_in, register
from tests.server.server_process import Player, ServerProcess, new_table


def admin(folder: Path, *words: str, fails: bool = False) -> str:
    env = {"COLUMNS": "200"} | ({"SERAI_DATABASE": url_of(folder)} if databases.kind != "sqlite" else {})
    done = CliRunner().invoke(app, ["admin", *words, "--data", str(folder)], env=env)
    assert done.exit_code == (2 if fails else 0), done.output
    return done.output + done.stderr


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose database may be replaced."""
    folder = tmp_path_factory.mktemp("data")
    running = ServerProcess(
        folder,
        "--synchronous",
        "normal",
        "--workers",
        "1",
        "--log",
        "json",
        "--metrics",
        "0",
        stderr=folder / "log",
    )
    yield running
    running.stop()


@pytest.fixture
def visitor(own: ServerProcess) -> Iterator[httpx.Client]:
    with own.client() as browser:
        yield browser


def number_of(server: ServerProcess, name: str) -> str:
    with looked_at(server.data) as stored:
        return str(stored.scalar(sql.select(guests.c.id).where(guests.c.name == name)))


def test_tables_are_listed_and_closed(own: ServerProcess, visitor: httpx.Client) -> None:
    player = Player(visitor, new_table(visitor))
    key = player.path.rpartition("/")[2]
    assert key in admin(own.data, "tables")
    assert "is closed" in admin(own.data, "close", key)
    with pytest.raises(ConnectionClosed):
        player.hear_until(lambda _: False)
    with pytest.raises(InvalidStatus):
        player.connect()
    assert code(visitor.get(player.path)) == "closed"
    assert visitor.get(player.path, headers=HTML).status_code == 410
    assert key not in admin(own.data, "tables")
    assert key in admin(own.data, "tables", "--all")
    assert "already closed" in admin(own.data, "close", key, fails=True)
    assert "no table" in admin(own.data, "close", "nothing", fails=True)
    player.close()


def test_a_table_is_hidden(own: ServerProcess, visitor: httpx.Client) -> None:
    path = new_table(visitor, level_1="open", public="1")
    key = path.rpartition("/")[2]
    assert path in visitor.get("/lobby").text
    admin(own.data, "hide", key)
    assert path not in visitor.get("/lobby").text
    admin(own.data, "show", key)
    assert path in visitor.get("/lobby").text


def test_a_banned_guest(own: ServerProcess, visitor: httpx.Client) -> None:
    name = register(visitor)
    player = Player(visitor, new_table(visitor))
    token = visitor.post("/account/tokens", data={"name": "bot"}).json()["token"]
    assert name in admin(own.data, "people", name[:9])
    assert "is banned" in admin(own.data, "ban", name, "--reason", "rude")
    assert "rude" in admin(own.data, "bans")
    with pytest.raises(ConnectionClosed):
        player.hear_until(lambda _: False)
    with pytest.raises(InvalidStatus) as refused:
        player.connect()
    assert refused.value.response.status_code == 403
    for path in ("/", "/account", "/tables", player.path):
        answer = visitor.get(path)
        assert (answer.status_code, code(answer)) == (403, "banned")
    assert "You are banned" in visitor.get("/", headers=HTML).text
    assert code(visitor.post("/play/yspahan")) == "banned"
    with own.client() as elsewhere:
        assert code(log_in(elsewhere, name)) == "banned"
        assert code(elsewhere.get("/api/me", headers={"Authorization": f"Bearer {token}"})) == "banned"
    admin(own.data, "unban", number_of(own, name))
    assert visitor.get("/account").status_code == 200
    assert "not banned" in admin(own.data, "unban", name, fails=True)
    player.close()


def test_a_banned_address(own: ServerProcess, visitor: httpx.Client) -> None:
    register(visitor)
    token = visitor.post("/account/tokens", data={"name": "bot"}).json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    admin(own.data, "ban", "127.0.0.0/24")
    try:
        with own.client() as stranger:
            for one in (visitor, stranger):
                assert code(one.get("/")) == "banned"
                assert code(one.post("/play/yspahan")) == "banned"
                assert one.get("/healthz").status_code == 200
            assert code(stranger.get("/api/me", headers=bearer)) == "banned"
    finally:
        admin(own.data, "unban", "127.0.0.0/24")
    assert visitor.get("/").status_code == 200
    admin(own.data, "ban", "2001:db8::/32")
    assert visitor.get("/").status_code == 200
    assert "not a guest’s number" in admin(own.data, "ban", "nobody at all", fails=True)


@sqlite_only
def test_backup_and_restore_while_it_runs(own: ServerProcess, visitor: httpx.Client, tmp_path: Path) -> None:
    assert is_running(own.data)
    player = Player(visitor, new_table(visitor))
    player.wait_for_turn()
    before = player.number
    file = tmp_path / "backup.db"
    admin(own.data, "backup", str(file))
    assert "there already" in admin(own.data, "backup", str(file), fails=True)
    admin(own.data, "backup", str(file), "--replace")
    assert file.stat().st_mode & 0o077 == 0
    player.choose(player.options[0])
    assert player.number > before
    later = new_table(visitor)
    assert "--yes" in admin(own.data, "restore", str(file), fails=True)
    assert "restored" in admin(own.data, "restore", str(file), "--yes")
    again = Player(visitor, player.path)
    assert again.number == before
    assert "refused" not in again.choose(again.options[0])
    assert code(visitor.get(later)) == "no-table"
    assert list(own.data.glob("before-restore-*.db"))
    again.close()
    player.close()


@sqlite_only
def test_only_a_backup_is_restored(own: ServerProcess, tmp_path: Path) -> None:
    file = tmp_path / "nothing.db"
    assert "no backup" in admin(own.data, "restore", str(file), "--yes", fails=True)
    file.write_text("this is no database")
    assert "no backup" in admin(own.data, "restore", str(file), "--yes", fails=True)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE tables (id)")
    assert "no backup" in admin(own.data, "restore", str(tmp_path / "other.db"), "--yes", fails=True)


@sqlite_only
def test_without_a_server(own: ServerProcess, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    assert "no database" in admin(tmp_path, "tables", fails=True)
    assert "no database" in admin(tmp_path, "backup", str(file), fails=True)
    admin(own.data, "backup", str(file))
    new = tmp_path / "new"
    admin(new, "restore", str(file))
    assert not is_running(new)
    assert admin(new, "tables", "--all")
    assert "--yes" in admin(new, "restore", str(file), fails=True)
    admin(new, "restore", str(file), "--yes")
    assert "0 ratings changed" in admin(new, "rerate")
    assert "no report" in admin(new, "settle", "7", fails=True)


def test_reports(own: ServerProcess, visitor: httpx.Client) -> None:
    name = register(visitor)
    key = new_table(visitor).rpartition("/")[2]
    number = number_of(own, name)
    with looked_at(own.data) as stored:
        said = {"table_id": key, "guest_id": int(number), "seat": 0, "text": "something [b]rude[/b]"}
        message = stored.scalar(chat.insert().values(**said, made_at=0.0).returning(chat.c.id))
        laid = {"chat_id": message, "guest_id": int(number), "made_at": 0.0}
        report = stored.scalar(reports.insert().values(laid).returning(reports.c.id))
    told = admin(own.data, "reports")
    assert "something [b]rude[/b]" in told
    assert f"{name} ({number})" in told
    admin(own.data, "settle", str(report))
    assert "rude" not in admin(own.data, "reports")
    assert "rude" in admin(own.data, "reports", "--all")


def test_metrics(own: ServerProcess, visitor: httpx.Client) -> None:
    visitor.get("/nothing/at/all")
    visitor.get("/rules/yspahan")
    assert own.metrics is not None
    told = httpx.get(own.metrics).text
    assert 'serai_requests_total{method="GET",route="/rules/{name}",status="200"}' in told
    assert 'serai_refusals_total{code="no-page"}' in told
    assert "serai_tables_in_memory" in told
    assert visitor.get("/metrics").status_code == 404


def test_the_log_is_lines_of_json_without_secrets(own: ServerProcess, visitor: httpx.Client) -> None:
    name = register(visitor)
    log_in(visitor, name, "a wrong password")
    visitor.get("/mail/stop/7.abcdef0123456789?secret=query")
    visitor.get("/healthz")  # by now the last line is written
    lines = [json.loads(line) for line in (own.data / "log").read_text().splitlines()]
    routes = {line.get("route") for line in lines}
    assert {"/account/password", "/login", "/mail/{kind}/{token}"} <= routes
    last = next(line for line in reversed(lines) if line.get("route") == "/login")
    assert (last["method"], last["status"], last["level"]) == ("POST", 401, "info")
    text = (own.data / "log").read_text()
    for secret in ("a wrong password", "abcdef0123456789", "secret=query", *visitor.cookies.values()):
        assert secret not in text
