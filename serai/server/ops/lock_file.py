"""Whether a server runs on a data folder: while it does, it holds a lock on a file there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

try:
    import fcntl
except ModuleNotFoundError:  # not on every system; then nobody can tell
    fcntl = None  # type: ignore[assignment]

LOCK: Final = "serai.lock"


@contextmanager
def hold_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder."""
    with (folder / LOCK).open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_SH)
        yield


def is_running(folder: Path) -> bool:
    """Whether a server holds the folder's lock."""
    if fcntl is None or not (folder / LOCK).exists():
        return False
    with (folder / LOCK).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False
