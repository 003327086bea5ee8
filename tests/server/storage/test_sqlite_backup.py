"""Copies of a SQLite database: complete, private, checked before they replace anything."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from serai.kernel.errors import BadOption
from serai.server.storage.engines import DATABASE, sqlite_url
from serai.server.storage.migration import migrate
from serai.server.storage.sqlite_backup import back_up, check, restore
from serai.server.storage.store import Store


def stored(folder: Path, name: str, version: str = "head") -> Path:
    """A data folder whose database has a guest."""
    store = Store(sqlite_url(folder))
    migrate(store.engine, version)
    store.close()
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("INSERT INTO guests (id, name, made_at) VALUES (1, ?, 0)", [name])
        connection.commit()
    return folder


def name_in(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        found: str = connection.execute("SELECT name FROM guests").fetchone()[0]
        return found


def test_a_backup_is_one_private_file(tmp_path: Path) -> None:
    folder, target = stored(tmp_path / "data", "Fox"), tmp_path / "new" / "safe" / "copy.db"
    target.parent.parent.mkdir()
    (target.parent.parent / "x").touch()
    back_up(folder, target)
    assert name_in(target) == "Fox"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert stat.S_IMODE(target.parent.stat().st_mode) == 0o700
    assert list(target.parent.iterdir()) == [target]
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_file_is_replaced_only_on_request(tmp_path: Path) -> None:
    folder, target = stored(tmp_path / "data", "Fox"), tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(BadOption, match="is there already"):
        back_up(folder, target)
    assert target.read_text() == "precious"
    (tmp_path / "copy.db.part").write_text("of a backup that was killed")
    back_up(folder, target, replace=True)
    assert name_in(target) == "Fox"
    assert not (tmp_path / "copy.db.part").exists()


def test_without_a_database_there_is_no_backup(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no database"):
        back_up(tmp_path, tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("missing", ["alembic_version", "tables", "all", "text", "file"])
def test_only_a_backup_is_restored(tmp_path: Path, missing: str) -> None:
    folder = stored(tmp_path / "data", "Fox")
    file = stored(tmp_path / "other", "Owl") / DATABASE
    if missing in ("all", "file"):
        file = tmp_path / "empty.db"
    if missing == "all":
        file.touch()
    elif missing == "text":
        file.write_text("this is no database, however long it may be" * 100)
    elif missing != "file":
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA foreign_keys=OFF")
            connection.execute(f"DROP TABLE {missing}")
            connection.commit()
    with pytest.raises(BadOption, match="is no backup"):
        restore(folder, file)
    assert name_in(folder / DATABASE) == "Fox"
    assert not list(folder.glob("before-restore-*"))


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    file = stored(tmp_path / "data", "Fox") / DATABASE
    check(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'chat'")
        connection.commit()
    with pytest.raises(BadOption, match=r"is damaged|is no backup"):
        check(file)


def test_what_was_there_is_kept(tmp_path: Path) -> None:
    folder, other = stored(tmp_path / "data", "Fox"), stored(tmp_path / "other", "Owl")
    kept = restore(folder, other / DATABASE)
    assert (kept.parent, kept.suffix) == (folder, ".db")
    assert kept.name.startswith("before-restore-")
    assert (name_in(folder / DATABASE), name_in(kept)) == ("Owl", "Fox")
    restore(folder, kept)
    assert name_in(folder / DATABASE) == "Fox"


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    old = stored(tmp_path / "old", "Fox", "003")
    folder = tmp_path / "new"
    kept = restore(folder, old / DATABASE)
    assert not kept.exists()  # there was nothing to keep
    assert stat.S_IMODE((folder / DATABASE).stat().st_mode) == 0o600
    newest = stored(tmp_path / "newest", "Owl") / DATABASE
    versions = []
    for file in (folder / DATABASE, newest):
        with closing(sqlite3.connect(file)) as connection:
            versions.append(connection.execute("SELECT version_num FROM alembic_version").fetchone())
    assert versions[0] == versions[1]
    assert name_in(folder / DATABASE) == "Fox"
