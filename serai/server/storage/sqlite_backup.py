"""Backups of the database in a data folder, made and restored by SQLite while the server runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from serai.kernel.errors import BadOption
from serai.server.storage.engines import DATABASE, make_private, sqlite_url
from serai.server.storage.migration import migrate
from serai.server.storage.store import Store


def back_up(folder: Path, target: Path, replace: bool = False) -> None:
    """Copy the database of a data folder to a file, as it is at one moment. Raises `BadOption`."""
    source = folder / DATABASE
    if not source.exists():
        raise BadOption(f"there is no database in {folder}")
    with new_file(target, replace) as part:
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(part)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        check(part)


@contextmanager
def new_file(target: Path, replace: bool) -> Iterator[Path]:
    """The temporary file for a backup, which is renamed once it is complete. Raises `BadOption`."""
    if target.exists() and not replace:
        raise BadOption(f"{target} is there already")
    target.parent.mkdir(0o700, parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(0o600)  # it holds logins
    try:
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def check(file: Path) -> None:
    """Check that a file is an intact database of ours. Raises `BadOption`."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone()
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
            copy.execute("SELECT id FROM tables LIMIT 1").fetchone()
    except sqlite3.Error as error:
        raise BadOption(f"{file} is no backup: {error}") from error
    if sound != ("ok",):
        raise BadOption(f"{file} is damaged")


def restore(folder: Path, file: Path) -> Path:
    """Replace the database by a backup. Returns where the old one is kept. Raises `BadOption`."""
    check(file)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    kept = folder / f"before-restore-{stamp}.db"
    if (folder / DATABASE).exists():
        back_up(folder, kept)
    make_private(folder)
    with (
        closing(sqlite3.connect(file)) as copy,
        closing(sqlite3.connect(folder / DATABASE, timeout=10)) as live,
    ):
        copy.backup(live)
    store = Store(sqlite_url(folder))
    try:
        migrate(store.engine)
    finally:
        store.engine.dispose()
        store.reading.dispose()
    return kept
