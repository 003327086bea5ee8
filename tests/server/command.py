"""A command of Serai in a process of its own, forked from one that has loaded everything: starting it again
and again costs little. That the command also starts from nothing is shown in `tests/cli`."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType

from serai.cli import app
from serai.kernel.registry import refresh
from tests.server.databases import PATIENCE

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        "serai.cli",
        "serai.server.ops.run",
        "serai.server.live.pubsub.redis",
        "alembic.command",
        "psycopg",
        "uvicorn.protocols.http.httptools_impl",
        "uvloop",
    ]
)


class Command:
    """`serai WORDS…`, running until it is stopped; its output is read line by line."""

    def __init__(
        self, *words: str, environment: Mapping[str, str] | None = None, stderr: Path | None = None
    ) -> None:
        reading, writing = FORKS.Pipe(duplex=False)
        told = (words, dict(environment or {}), writing, stderr)
        self.process = FORKS.Process(target=_run, args=told)
        self.process.start()
        writing.close()
        self.said = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    @property
    def runs(self) -> bool:
        return self.process.is_alive()

    def kill(self) -> None:
        """Kill it without a clean shutdown, like a crash."""
        self.process.kill()
        self.process.join()
        self.said.close()

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None
        self.said.close()


def _run(
    words: tuple[str, ...], environment: dict[str, str], output: Connection, stderr: Path | None
) -> None:
    os.dup2(output.fileno(), 1)
    output.close()
    if stderr is not None:
        with stderr.open("a") as file:
            os.dup2(file.fileno(), 2)
    os.environ.update(environment)
    if "PYTHONPATH" in environment:  # games of other packages
        sys.path[:0] = environment["PYTHONPATH"].split(os.pathsep)
        refresh()
    sys.argv = ["serai", *words]
    sys.modules["__main__"] = ModuleType("__main__")  # what the tests began with is none of its business
    app()
