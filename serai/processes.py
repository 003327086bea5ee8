"""Ending the child processes that we started."""

from __future__ import annotations

from collections.abc import Iterable
from multiprocessing.process import BaseProcess
from typing import Final

PATIENCE: Final = 5.0  # seconds for a process to end on its own


def end(processes: Iterable[BaseProcess]) -> None:
    """Wait for processes that were asked to end; those that take too long are killed."""
    for process in processes:
        process.join(PATIENCE)
        process.kill()
        process.join()
