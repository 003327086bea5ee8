"""The databases that the tests run on: SQLite, or with `--database postgresql` a PostgreSQL and a Redis of
their own, started when first needed and ended with the tests. Nothing outside this machine can reach them."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import IO

import pytest
import sqlalchemy as sql

from serai.server.storage import people_schema  # noqa: F401  (its tables belong to the schema)
from serai.server.storage.engines import sqlite_url
from serai.server.storage.migration import migrate
from serai.server.storage.schema import schema
from serai.server.storage.store import Store

KINDS = ("sqlite", "postgresql")
USER = "postgres"
# Nothing in a test needs to outlive a power failure.
FAST = ("fsync=off", "full_page_writes=off", "max_connections=200")
TEMPLATE = "serai_template"
PATIENCE = 600.0  # seconds: this ends a hang, and is no measure of anything

kind = KINDS[0]  # set by `--database`
_numbers = count()
_made: dict[Path, str] = {}  # PostgreSQL databases by their folder


def missing() -> str | None:
    """What must be installed for the tests to start both servers."""
    if _programs() is None:
        return "PostgreSQL is not installed (apt-get install postgresql)"
    if shutil.which("redis-server") is None and shutil.which("valkey-server") is None:
        return "Redis is not installed (apt-get install redis-server)"
    return None


def sqlite_only(test: Callable[..., None]) -> Callable[..., None]:
    """For tests of SQLite's file or behaviour."""
    skipped: Callable[..., None] = pytest.mark.skipif(kind != KINDS[0], reason="about SQLite")(test)
    return skipped


def set_read_only(store: Store, on: bool) -> None:
    """Make SQLite's connection that writes everything read-only, or not."""
    kept = store.kept
    connection = store.engine.raw_connection() if kept is None else kept.connection
    connection.cursor().execute(f"PRAGMA query_only={on:d}")
    if kept is None:
        connection.close()


def once() -> pytest.MarkDecorator:
    """For long tests that use a database, but are not about it: they run on SQLite alone."""
    return pytest.mark.skipif(kind != KINDS[0], reason="long, and not about the database")


def may_use_one(test: pytest.Item) -> bool:
    """Whether a test has a folder, to which a database belongs, or is about PostgreSQL."""
    folders = {"tmp_path", "tmp_path_factory"}
    return not folders.isdisjoint(getattr(test, "fixturenames", ())) or any(test.iter_markers("skipif"))


def about_postgresql() -> pytest.MarkDecorator:
    return pytest.mark.skipif(kind == KINDS[0], reason="about PostgreSQL")


def postgresql_only(test: Callable[..., None]) -> Callable[..., None]:
    """For tests of PostgreSQL's connections or behaviour."""
    skipped: Callable[..., None] = about_postgresql()(test)
    return skipped


def url_of(folder: Path) -> str:
    """The database that belongs to a folder; empty at first."""
    if kind == KINDS[0]:
        return sqlite_url(folder)
    return postgresql_of(folder)


def migrated_url_of(folder: Path) -> str:
    """The same; a database that is new has all tables, copied from one that was migrated before."""
    if kind != KINDS[0]:
        return postgresql_of(folder, TEMPLATE)
    if not folder.exists() or not any(folder.iterdir()):
        shutil.copytree(_sqlite_template(), folder, dirs_exist_ok=True)
    return sqlite_url(folder)


def postgresql_of(folder: Path, template: str | None = None) -> str:
    if folder not in _made:
        _made[folder] = _cluster().make("serai_" + sha256(str(folder).encode()).hexdigest()[:16], template)
    return _made[folder]


@cache
def _sqlite_template() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="serai-sqlite-"))
    atexit.register(shutil.rmtree, folder)
    _migrate(sqlite_url(folder))
    return folder


def _migrate(url: str) -> None:
    store = Store(url)
    migrate(store.engine)
    store.close()


def wait_until_alone(folder: Path) -> None:
    """Wait until nobody is connected to a folder's database. PostgreSQL notices closed connections with a
    delay."""
    name = url_of(folder).partition("?")[0].rpartition("/")[2]
    with _cluster().admin.connect() as connection:
        asked = sql.text("SELECT count(*) FROM pg_stat_activity WHERE datname = :name")
        while connection.execute(asked, {"name": name}).scalar():
            sleep(0.01)


def arguments_for(folder: Path) -> list[str]:
    """The arguments that tell a server where its tables are stored."""
    if kind == KINDS[0]:
        return ["--data", str(folder)]
    return ["--data", str(folder), "--database", migrated_url_of(folder), "--redis", redis_of(folder)]


@contextmanager
def looked_at(folder: Path) -> Iterator[sql.Connection]:
    """A connection to a folder's database; changes are committed."""
    store = Store(url_of(folder))
    with store.transaction() as connection:
        yield connection
    store.close()


@contextmanager
def migrated(folder: Path) -> Iterator[sql.Connection]:
    """The same, of a database that has all tables, though no server has run there."""
    _migrate(migrated_url_of(folder))
    with looked_at(folder) as connection:
        yield connection


def everything(folder: Path) -> str:
    """All rows of a folder's database as text."""
    with looked_at(folder) as connection:
        return "\n".join(
            str(tuple(row)) for table in schema.sorted_tables for row in connection.execute(table.select())
        )


def _programs() -> Path | None:
    """The folder with PostgreSQL's programs; Debian has one for each version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


class Postgres:
    """A private PostgreSQL server, which can be killed and restarted."""

    def __init__(self, *settings: str) -> None:
        programs = _programs()
        assert programs is not None
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="serai-pg-"))
        self.settings = [*settings, "listen_addresses=", f"unix_socket_directories={self.folder}"]
        # PostgreSQL does not run as root.
        self.user = USER if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        command = [*self._command("initdb"), "--no-sync", "-U", USER, "-A", "trust", "--locale", "C.UTF-8"]
        subprocess.run(command, check=True, cwd=self.folder, user=self.user, stdout=subprocess.DEVNULL)
        # Kept, since a new connection costs as much as a new database. It may not survive the server.
        self.admin = sql.create_engine(
            self.address("postgres"), isolation_level="AUTOCOMMIT", pool_pre_ping=True
        )
        self.start()

    def _command(self, program: str) -> list[str]:
        return [str(self.programs / program), "-D", str(self.folder / "data")]

    def start(self, *more: str) -> None:
        settings = [word for one in (*self.settings, *more) for word in ("-c", one)]
        self.process = subprocess.Popen(
            [*self._command("postgres"), *settings],
            cwd=self.folder,
            user=self.user,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # who interrupts the tests does not mean it
        )
        _wait_for("ready to accept connections", self.process.stderr)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def kill(self) -> None:
        """Kill all its processes at once, like a crash."""
        self.process.send_signal(signal.SIGSTOP)  # so that it starts no more
        family = children(self.process.pid)
        for process in (self.process.pid, *family):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        wait_until_gone(family)

    def remove(self) -> None:
        self.admin.dispose()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name: str) -> str:
        return f"postgresql+psycopg://{USER}@/{name}?host={self.folder}"

    def make(self, name: str, template: str | None = None) -> str:
        """A new database, empty or a copy; its address."""
        copied = f" TEMPLATE {template}" if template else ""
        with self.admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}{copied}")
        return self.address(name)


@cache
def _cluster() -> Postgres:
    """The PostgreSQL of all tests that do not stop it."""
    running = Postgres(*FAST)
    _migrate(running.make(TEMPLATE))

    def end() -> None:
        running.stop()
        running.remove()

    atexit.register(end)
    return running


@cache
def redis_of(folder: Path) -> str:
    """A Redis database that belongs to a folder."""
    return f"{_redis().address}?db={next(_numbers)}"


class Redis:
    """A private Redis server, which can be killed, and restarts empty."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="serai-redis-"))
        self.start()

    def start(self) -> None:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        assert program is not None
        socket = self.folder / "socket"
        settings = {"port": 0, "unixsocket": socket, "databases": 1000, "dir": self.folder, "save": ""}
        command = [program, *(word for name, value in settings.items() for word in (f"--{name}", str(value)))]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        _wait_for("eady to accept connections", self.process.stdout)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def kill(self) -> None:
        """As a crash does."""
        self.process.kill()
        self.process.wait()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def address(self) -> str:
        return f"unix://{self.folder / 'socket'}"


@cache
def _redis() -> Redis:
    """The Redis of all tests that do not stop it."""
    running = Redis()

    def end() -> None:
        running.stop()
        running.remove()

    atexit.register(end)
    return running


def _wait_for(words: str, told: IO[str] | None) -> None:
    """Wait for a line of a server's output; later output is discarded."""
    assert told is not None
    said: list[str] = []
    while words not in (line := told.readline()):
        assert line, "".join(said)
        said.append(line)
    threading.Thread(target=told.read, daemon=True).start()


def children(process: int) -> set[int]:
    """The processes that another has started."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(after_name[1]) == process:
                found.add(int(folder.name))
    return found


def wait_until_gone(processes: set[int]) -> None:
    """Wait until processes have ended, or are zombies."""
    until = monotonic() + PATIENCE
    while any(_runs(process) for process in processes):
        assert monotonic() < until
        sleep(0.02)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
