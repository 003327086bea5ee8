"""Matches in this process, or in several processes on this machine."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from serai.arena.match import BotPool, Job, Match, WorkerDied, play_match
from serai.processes import deaf_to_interrupts, end


def run_here(matches: Iterable[Match], job: Job = play_match) -> Generator[Any]:
    """Play matches one after the other, in this process."""
    with BotPool() as pool:
        for match in matches:
            yield job(match, pool)


class Worker:
    """A process that plays one match at a time."""

    def __init__(self, job: Job) -> None:
        context = get_context("spawn")  # a fork would copy the state of threads and locks
        self.pipe, inner = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(inner, job), daemon=True)
        with deaf_to_interrupts():
            self.process.start()
        inner.close()
        self.match: Match | None = None

    def begin(self, match: Match) -> None:
        """Start a match."""
        self.match = match
        with suppress(OSError):  # a dead worker is reported when its result is read
            self.pipe.send(match)

    def result(self) -> Any:
        """The result of that match. Raises `WorkerDied`."""
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            assert self.match is not None
            seats = ", ".join(self.match.seats)
            raise WorkerDied(f"the process that played game {self.match.number + 1} ({seats}) died") from None
        return found


def run_processes(matches: Iterable[Match], processes: int, job: Job = play_match) -> Generator[Any]:
    """Play matches in several processes; yields results as they are ready."""
    left = iter(matches)
    workers: list[Worker] = []
    try:
        busy: dict[Connection, Worker] = {}
        for _, match in zip(range(processes), left, strict=False):
            worker = Worker(job)
            workers.append(worker)
            worker.begin(match)
            busy[worker.pipe] = worker
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                worker = busy[pipe]
                result = worker.result()
                following = next(left, None)
                if following is None:
                    del busy[pipe]
                else:
                    worker.begin(following)
                yield result
    finally:
        for worker in workers:
            worker.process.terminate()
        end(worker.process for worker in workers)
        for worker in workers:
            worker.pipe.close()


def _work(pipe: Connection, job: Job) -> None:
    """Play matches as they arrive, until there are no more or the process is asked to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # no game that is being loaded catches that
    with suppress(KeyboardInterrupt), BotPool() as pool:
        while True:
            try:
                match = pipe.recv()
            except EOFError:
                return
            pipe.send(job(match, pool))
