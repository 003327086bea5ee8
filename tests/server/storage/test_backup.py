"""Backups made while games are played, and restored to another server; both databases."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from typer.testing import CliRunner

import serai
from serai.cli import app
from serai.kernel.fair import check_fair
from serai.server.storage.schema import guests
from tests.games import ALL, allowed_players
from tests.server import databases
from tests.server.databases import everything, looked_at, sqlite_only, url_of, wait_until_alone
from tests.server.ops.test_admin import admin
from tests.server.server_process import PATIENCE, Player, ServerProcess, new_table, shown

TABLES = 3  # one of each game
postgresql_only = pytest.mark.skipif(databases.kind == "sqlite", reason="about PostgreSQL")


@dataclass
class Busy:
    """A person who plays one game after another until stopped."""

    server: ServerProcess
    seed: int
    ended: threading.Event
    chosen: threading.Event = field(default_factory=threading.Event)
    players: list[Player] = field(default_factory=list)
    wrong: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = self.server.client()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        rng = serai.Rng(self.seed)
        try:
            while not self.ended.is_set():
                game = ALL[(self.seed + len(self.players)) % len(ALL)]
                player = Player(self.client, new_table(self.client, game, players=allowed_players(game)))
                self.players.append(player)
                while not self.ended.is_set() and player.play_on(rng, 1):
                    self.chosen.set()
        except BaseException as error:
            self.wrong.append(error)
            self.chosen.set()

    @property
    def seen(self) -> dict[str, int]:
        """How many choices of each table were acknowledged."""
        return {player.path: player.number for player in list(self.players)}

    def choose_again(self) -> None:
        """Until one more choice is made."""
        self.chosen.clear()
        assert self.chosen.wait(PATIENCE)

    def close(self) -> None:
        for player in self.players:
            player.close()
        self.client.close()


def test_choices_during_a_backup(tmp_path: Path) -> None:
    """Everything acknowledged before a backup is in it; those games continue on another server."""
    folder, elsewhere, file = tmp_path / "data", tmp_path / "elsewhere", tmp_path / "safe" / "backup"
    with ExitStack() as stack:
        server = ServerProcess(folder)
        stack.callback(server.stop)
        ended = threading.Event()
        busy = [Busy(server, seed, ended) for seed in range(TABLES)]
        for one in busy:
            stack.callback(one.close)
            one.choose_again()
        before = {path: number for one in busy for path, number in one.seen.items()}
        admin(folder, "backup", str(file))
        for one in busy:
            one.choose_again()
        ended.set()
        for one in busy:
            one.thread.join(PATIENCE)
            assert one.wrong == []
        admin(elsewhere, "restore", str(file))
        fresh = ServerProcess(elsewhere)
        stack.callback(fresh.stop)
        for one in busy:
            one.client.base_url = fresh.url
            for player in one.players:
                if player.path in before:
                    _goes_on(one, player, before[player.path])
    assert file.stat().st_mode & 0o077 == 0
    assert list(file.parent.iterdir()) == [file]


def _goes_on(one: Busy, old: Player, before: int) -> None:
    """The table is at that moment or a later one, as it was seen then, and is played on; one to its end."""
    past = one.client.get(f"{old.path}/scenes/{before}").json()
    assert shown(past["scene"]) == old.scenes[before]
    player = Player(one.client, old.path)
    assert player.number >= before
    if player.number in old.scenes:  # bots that were due have gone on, with the same dice
        assert player.scene == old.scenes[player.number]
    player.play_on(serai.Rng(one.seed), 10_000 if one.seed == 0 else 10)
    if one.seed == 0:
        assert player.over
        check_fair(serai.Record.read(one.client.get(f"{old.path}/record").text))
    player.close()


@sqlite_only
def test_a_copy_is_sound_and_complete(tmp_path: Path, server: ServerProcess) -> None:
    with server.client() as client:
        path = new_table(client)
        Player(client, path).close()
    file = tmp_path / "backup.db"
    admin(server.data, "backup", str(file))
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("PRAGMA foreign_key_check").fetchall() == []
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT id FROM tables WHERE id = ?", [path.rpartition("/")[2]]).fetchone()


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A folder whose database has a guest."""
    folder = tmp_path / "stored"
    with databases.migrated(folder) as connection:
        connection.execute(guests.insert().values(name="Fox", made_at=0.0))
    return folder


@postgresql_only
def test_a_dump_replaces_all_or_nothing(stored: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    admin(stored, "backup", str(file))
    assert "there already" in admin(stored, "backup", str(file), fails=True)
    saved = everything(stored)
    with looked_at(stored) as connection:
        connection.execute(guests.insert().values(name="Owl", made_at=0.0))
        connection.exec_driver_sql("CREATE TABLE of_a_later_version (id integer)")
    changed = everything(stored)
    # Not without confirmation, not from half a file, not while the database is in use.
    assert "--yes" in admin(stored, "restore", str(file), fails=True)
    half = tmp_path / "half"
    half.write_bytes(file.read_bytes()[:-200])
    assert "no backup" in admin(stored, "restore", str(half), "--yes", fails=True)
    with looked_at(stored):
        assert "stop all servers" in admin(stored, "restore", str(file), "--yes", fails=True)
    assert everything(stored) == changed
    wait_until_alone(stored)
    admin(stored, "restore", str(file), "--yes")
    assert everything(stored) == saved
    with looked_at(stored) as connection:
        gone = connection.exec_driver_sql("SELECT to_regclass('of_a_later_version')").scalar()
        assert gone is None
    # What was there is kept, and can be brought back too.
    (kept,) = stored.glob("before-restore-*.dump")
    wait_until_alone(stored)
    admin(stored, "restore", str(kept), "--yes")
    assert everything(stored) == changed


@postgresql_only
def test_invalid_dumps(stored: Path, tmp_path: Path) -> None:
    assert "empty" in admin(tmp_path / "empty", "backup", str(tmp_path / "file"), fails=True)
    file = tmp_path / "text"
    assert "no backup" in admin(stored, "restore", str(file), "--yes", fails=True)
    file.write_text("this is no dump")
    assert "no backup" in admin(stored, "restore", str(file), "--yes", fails=True)
    with looked_at(tmp_path / "other") as connection:
        connection.exec_driver_sql("CREATE TABLE tables (id integer)")
    other = tmp_path / "other.dump"
    assert "of a server" in admin(tmp_path / "other", "backup", str(other), fails=True)
    assert not other.exists()


@postgresql_only
def test_without_the_programs(stored: Path, tmp_path: Path) -> None:
    env = {"SERAI_DATABASE": url_of(stored), "PATH": str(tmp_path)}
    done = CliRunner().invoke(app, ["admin", "backup", str(tmp_path / "file")], env=env)
    assert done.exit_code == 2
    assert "postgresql-client" in done.stderr
    assert not list(tmp_path.glob("file*"))


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    nowhere = f"postgresql:///serai?host={tmp_path}"
    for words in (["backup", str(tmp_path / "file")], ["restore", str(tmp_path / "file")]):
        done = CliRunner().invoke(app, ["admin", "--database", nowhere, *words])
        assert done.exit_code == 2
        assert "does not answer" in done.stderr
