"""Running coroutines where another event loop may already run: a browser's driver keeps one in its thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_alone(job: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, job).result()
