"""A second process that makes half the walks of a search, since threads would share the GIL.

The sweeps are the same as without it, so a bot with a budget of walks plays the same on one core as on two.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final

from serai.bots.nets import game_evaluator
from serai.bots.netsearch import NetSearch
from serai.kernel.registry import game
from serai.kernel.rng import Rng
from serai.kernel.state import State

READY: Final[list[float]] = []


class Helper:
    """The helper process, and the messages to it. It ends with its parent."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.ready = False
        command = [sys.executable, "-m", __name__]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers: SimpleQueue[list[float] | None] = SimpleQueue()
        self.reader = Thread(target=self._read, name="helper", daemon=True)
        self.reader.start()

    def _read(self) -> None:
        """Read messages. A search holds the GIL, so answers are collected only when they are waited for."""
        while (answer := _receive(self.process.stdout)) is not None:
            self.answers.put(answer)
        self.answers.put(None)

    def begin(self, state: State, seat: int, turns: int, follow: int, mixed: bool) -> bool:
        """Send it the position; returns whether it can help."""
        if not self.ready:
            if self.answers.empty():
                return False
            self.ready = self.answers.get() is not None
        return self.ready and self._send((state.game_name, state, seat, turns, follow, mixed))

    def ask(self, choices: Sequence[int], seed: int) -> None:
        """Start a sweep in the helper."""
        self.ready = self.ready and self._send((list(choices), seed))

    def answer(self) -> list[float]:
        """The values of the sweep that was started; empty if the helper failed."""
        found = self.answers.get() if self.ready else None
        self.ready = found is not None
        return found or []

    def _send(self, message: object) -> bool:
        stream = self.process.stdin
        assert stream
        try:
            pickle.dump(message, stream)
            stream.flush()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Stop the helper."""
        self.ready = False
        if self.owner == os.getpid():
            assert self.process.stdin
            assert self.process.stdout
            with suppress(OSError):  # unsent data for a process that has died
                self.process.stdin.close()
            self.process.wait()
            self.reader.join()
            self.process.stdout.close()


_helpers: Final[list[Helper]] = []


def helper() -> Helper | None:
    """The helper of this process, started by the first call; None on a single core."""
    if (os.cpu_count() or 1) < 2:
        return None
    if not _helpers or _helpers[-1].owner != os.getpid():
        _helpers[:] = [Helper()]
        atexit.register(_helpers[-1].close)
    return _helpers[-1]


def _receive(stream: IO[bytes] | None) -> Any:
    assert stream
    try:
        return pickle.load(stream)
    except (EOFError, OSError, pickle.UnpicklingError):
        return None


def main() -> None:
    """Answer requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    search: NetSearch | None = None
    answer = READY
    while True:
        pickle.dump(answer, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        message = _receive(sys.stdin.buffer)
        while message is not None and len(message) > 2:
            name, state, seat, turns, follow, mixed = message
            search = NetSearch(
                game_evaluator(game(name)), state, seat, Rng(), turns, 1, 1.0, follow, 1.0, mixed
            )
            message = _receive(sys.stdin.buffer)
        if message is None or search is None:
            return
        answer = search.sweep_values(*message)


if __name__ == "__main__":
    main()
