"""The databases that the tests run on: SQLite, or with `--database postgresql` a PostgreSQL and a Redis of
their own, started when first needed and ended with the tests. Nothing outside this machine can reach them."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sql

from serai.server import ledger  # noqa: F401  (its tables belong to the schema)
from serai.server.storage import Store, migrate, schema, sqlite_url

KINDS = ("sqlite", "postgresql")
USER = "postgres"
# Nothing in a test needs to outlive a power failure.
FAST = "-c fsync=off -c full_page_writes=off -c max_connections=200"

kind = KINDS[0]  # set by `--database`
_numbers = count()


def missing() -> str | None:
    """What would have to be installed for the tests to start both servers."""
    if _programs() is None:
        return "PostgreSQL is not installed (apt-get install postgresql)"
    if shutil.which("redis-server") is None and shutil.which("valkey-server") is None:
        return "Redis is not installed (apt-get install redis-server)"
    return None


def sqlite_only(test: Callable[..., None]) -> Callable[..., None]:
    """For what concerns SQLite's file, or its ways."""
    skipped: Callable[..., None] = pytest.mark.skipif(kind != KINDS[0], reason="about SQLite")(test)
    return skipped


def url_of(folder: Path) -> str:
    """The database that belongs to a folder; empty, when it is asked for first."""
    if kind == KINDS[0]:
        return sqlite_url(folder)
    return postgresql_of(folder)


@cache
def postgresql_of(folder: Path) -> str:
    name = "serai_" + sha256(str(folder).encode()).hexdigest()[:16]
    run = sql.create_engine(_address("postgres"), isolation_level="AUTOCOMMIT")
    with run.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    run.dispose()
    return _address(name)


def arguments_for(folder: Path) -> list[str]:
    """How a server is told where its tables are kept."""
    if kind == KINDS[0]:
        return ["--data", str(folder)]
    return ["--data", str(folder), "--database", url_of(folder), "--redis", redis_of(folder)]


@contextmanager
def looked_at(folder: Path) -> Iterator[sql.Connection]:
    """What lies in a folder's database; what is changed there is kept."""
    store = Store(url_of(folder))
    with store.transaction() as connection:
        yield connection
    store.close()


@contextmanager
def migrated(folder: Path) -> Iterator[sql.Connection]:
    """The same, of a database that has all tables, though no server has run there."""
    store = Store(url_of(folder))
    migrate(store.engine)
    store.close()
    with looked_at(folder) as connection:
        yield connection


def everything(folder: Path) -> str:
    """All rows of a folder's database as text."""
    with looked_at(folder) as connection:
        return "\n".join(
            str(tuple(row)) for table in schema.sorted_tables for row in connection.execute(table.select())
        )


def _programs() -> Path | None:
    """Where PostgreSQL's programs lie; Debian has a folder for each version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@cache
def _cluster() -> Path:
    """A running PostgreSQL; the folder in which its socket lies."""
    programs = _programs()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="serai-pg-"))
    # PostgreSQL does not run as root.
    other = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    if other:
        shutil.chown(folder, USER)
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [*other, str(programs / program), "-D", str(data), *arguments]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)

    run("initdb", "--no-sync", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8")
    settings = f"{FAST} -c listen_addresses= -c unix_socket_directories={folder}"
    run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", settings, "start")

    def end() -> None:
        run("pg_ctl", "-w", "-m", "fast", "stop")
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return folder


@cache
def redis_of(folder: Path) -> str:
    """A Redis database that belongs to a folder."""
    return f"{_redis()}?db={next(_numbers)}"


@cache
def _redis() -> str:
    """A running Redis."""
    folder = Path(tempfile.mkdtemp(prefix="serai-redis-"))
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    assert program is not None
    settings = {"port": 0, "unixsocket": folder / "socket", "databases": 1000, "dir": folder, "save": ""}
    command = [program, *(word for name, value in settings.items() for word in (f"--{name}", str(value)))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while "eady to accept connections" not in (line := process.stdout.readline()):
        assert line, "Redis has ended"
    drain = threading.Thread(target=process.stdout.read, daemon=True)
    drain.start()

    def end() -> None:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return f"unix://{folder / 'socket'}"


def _address(name: str) -> str:
    return f"postgresql+psycopg://{USER}@/{name}?host={_cluster()}"
