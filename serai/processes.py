"""Processes that were started here, and their end."""

from __future__ import annotations

from collections.abc import Iterable
from multiprocessing.process import BaseProcess
from typing import Final

PATIENCE: Final = 5.0  # seconds for a process to end by itself


def end(processes: Iterable[BaseProcess]) -> None:
    """Wait for processes that were told to end; who takes too long is killed."""
    for process in processes:
        process.join(PATIENCE)
        process.kill()
        process.join()
