"""Matches on a Ray cluster. Every machine in it needs Serai, and the bots that are external programs."""

from __future__ import annotations

import logging
import os
from collections.abc import Generator, Iterable
from importlib.util import find_spec
from itertools import islice
from socket import create_connection
from typing import Any, Final

from serai.arena.match import BotPool, Job, Match, WorkerDied, play_match
from serai.kernel.errors import SeraiError

AUTO: Final = "auto"
BATCH: Final = 8  # matches per task: external programs start once for all of them
AHEAD: Final = 2  # queued tasks per core
REACHED_WITHIN: Final = 5.0  # seconds


class NoRay(SeraiError):
    """Ray is not installed, or the cluster cannot be reached."""


def run_ray(matches: Iterable[Match], address: str = AUTO, job: Job = play_match) -> Generator[Any]:
    """Matches on the cluster at an address.

    `auto` uses the cluster of RAY_ADDRESS or of this machine; if there is none, one is started here and
    stopped after the matches.
    """
    ray = _connected(address)
    task = ray.remote(play_batch)
    left = iter(matches)
    waiting: list[Any] = []
    try:
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            while len(waiting) < most and (batch := list(islice(left, BATCH))):
                waiting.append(task.remote(batch, job))
            if not waiting:
                return
            ready, waiting = ray.wait(waiting, num_returns=1)
            for results in ray.get(ready):
                yield from results
    except ray.exceptions.RayError as error:
        raise WorkerDied(f"Ray: {str(error).splitlines()[0]}") from error
    finally:
        for one in waiting:
            ray.cancel(one)
        ray.shutdown()


def play_batch(batch: list[Match], job: Job) -> list[Any]:
    """What one task does."""
    with BotPool() as pool:
        return [job(match, pool) for match in batch]


def check_ray(address: str) -> None:
    """Raise `NoRay` if Ray is not installed or nothing listens at the address.

    Ray itself would try to reach it for many minutes.
    """
    if find_spec("ray") is None:
        raise NoRay("--ray needs Ray: pip install 'serai[ray]'")
    if address == AUTO:
        return
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdecimal():
        raise NoRay(f"a Ray cluster is {AUTO} or HOST:PORT, not {address!r}")
    try:
        create_connection((host, int(port)), REACHED_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise NoRay(f"no Ray cluster at {address}: {error}") from error


def _connected(address: str) -> Any:
    check_ray(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    try:
        ray.init(
            None if address == AUTO else address,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise NoRay(f"no Ray cluster at {address}: {str(error).splitlines()[0]}") from error
    return ray
