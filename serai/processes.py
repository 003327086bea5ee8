"""Starting and ending child processes."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Final

PATIENCE: Final = 5.0  # seconds for a process to end on its own


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started here never hear Ctrl-C, which is for this one, not even while they load."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end(processes: Iterable[BaseProcess]) -> None:
    """Wait for processes that were asked to end; those that take too long are killed."""
    for process in processes:
        process.join(PATIENCE)
        process.kill()
        process.join()
