"""Reading and writing the files of commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from serai.kernel.errors import BadOption, BadRecord
from serai.kernel.record import Record


def read_record(path: Path) -> Record:
    """The record in a file, text or JSON. Raises `BadRecord`."""
    return Record.read(read_text(path))


def read_text(path: Path) -> str:
    """What a file says. Raises `BadRecord`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"cannot read {path}: it is not text") from error


def check_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written, before the work is done."""
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("a").close()
        except OSError as error:
            raise BadOption(f"cannot write {path}: {error.strerror}") from error


def write(path: Path | None, text: Callable[[], str]) -> None:
    """Write what a function makes, where a file was named. Raises `BadOption`."""
    if path is not None:
        try:
            path.write_text(text(), encoding="utf-8")
        except OSError as error:
            raise BadOption(f"cannot write {path}: {error.strerror}") from error
