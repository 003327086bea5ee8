"""Matches on a Ray cluster. Every machine of it needs Serai, and the bots that are programs."""

from __future__ import annotations

import logging
import os
from collections.abc import Generator, Iterable
from itertools import islice
from typing import Any, Final

from serai.arena.match import Bench, Match, Result, play_match
from serai.kernel.errors import SeraiError

AUTO: Final = "auto"
BATCH: Final = 8  # matches in one task: bots that are programs start once for all of them
AHEAD: Final = 2  # tasks waiting for each processor


class NoRay(SeraiError):
    """Ray is not installed, or the cluster cannot be reached."""


def run_ray(matches: Iterable[Match], address: str = AUTO) -> Generator[Result]:
    """Matches on the cluster at an address.

    `auto` takes the cluster of RAY_ADDRESS or of this machine; where there is none, one is started here
    and ended with the matches.
    """
    ray = _connected(address)
    task = ray.remote(play_batch)
    left = iter(matches)
    waiting: list[Any] = []
    try:
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            while len(waiting) < most and (batch := list(islice(left, BATCH))):
                waiting.append(task.remote(batch))
            if not waiting:
                return
            ready, waiting = ray.wait(waiting, num_returns=1)
            for results in ray.get(ready):
                yield from results
    finally:
        for one in waiting:
            ray.cancel(one)
        ray.shutdown()


def play_batch(batch: list[Match]) -> list[Result]:
    """What one task does."""
    with Bench() as bench:
        return [play_match(match, bench) for match in batch]


def _connected(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError as error:
        raise NoRay("--ray needs Ray: pip install 'serai[ray]'") from error
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
