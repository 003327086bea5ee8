"""Bots that run as separate programs and speak lines of JSON (docs/how-to/write-a-bot.md).

Whatever such a program does, the game goes on: a failure becomes a `BotFault`, and the program is terminated.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Thread, Timer
from typing import IO, Any, Final, Literal

from serai.bots.bot import Budget, Situation
from serai.kernel.errors import SeraiError
from serai.kernel.game import Game
from serai.kernel.rng import Rng

PROTOCOL: Final = 1
TIMEOUT: Final = 10.0  # seconds for an answer, on top of the budget
LONGEST_LINE: Final = 1 << 16
KEPT_LINES: Final = 20  # of stderr that are kept

FaultKind = Literal["crash", "stall", "garbage", "illegal"]


class BotFault(SeraiError):
    """A bot crashed, did not answer, answered nonsense, or made an illegal choice."""

    def __init__(self, bot: str, kind: FaultKind, detail: str, stderr: tuple[str, ...] = ()) -> None:
        self.bot = bot
        self.kind: FaultKind = kind
        self.detail = detail
        self.stderr = stderr
        super().__init__(f"{bot}: {kind}: {detail}")


class ProcessBot:
    """A bot in a separate process, which plays game after game until `close`.

    The command is a shell command, or a list of arguments that needs no shell. A copy runs a program of its
    own, which learns of the current game when it is first asked to choose.
    """

    def __init__(self, name: str, command: str | list[str], timeout: float = TIMEOUT) -> None:
        self.name = name
        self.command = command
        self.timeout = timeout
        self.process: subprocess.Popen[str] | None = None
        self.listener: Thread | None = None
        self.stderr: deque[str] = deque(maxlen=KEPT_LINES)
        self.rng = Rng()
        self.number = 0
        self.begun: dict[str, object] = {}  # the last game that began, as sent to the program
        self.untold = False  # this is a copy, and its program has not been told of that game

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "process": None, "listener": None, "untold": bool(self.begun)}

    def reset(self, game: Game, players: int, options: Mapping[str, str], seat: int, seed: str) -> None:
        self.rng = Rng(seed)
        self.number = 0
        self.begun = {
            "type": "reset",
            "protocol": PROTOCOL,
            "game": game.name,
            "version": game.version,
            "players": players,
            "options": dict(options),
            "seat": seat,
            "seed": seed,
        }
        self._begin()

    def _begin(self) -> None:
        self.untold = False
        self._say(self.begun, self.timeout, answered=False)

    def choose(self, situation: Situation, budget: Budget) -> int:
        if self.untold:
            self._begin()
        self.number += 1
        answer = self._say(
            {
                "type": "choose",
                "number": self.number,
                "observation": situation.observation,
                "legal": [{"id": choice, "text": situation.text(choice)} for choice in situation.legal],
                "position": situation.imagine(self.rng).dump(),
                "budget": {"seconds": budget.seconds, "work": budget.work},
            },
            self.timeout + (budget.seconds or 0.0),
            answered=True,
        )
        return self._choice(answer, situation)

    def close(self) -> None:
        """Stop the program: close its input, and kill it if it is still running half a second later."""
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(OSError):
            _stream(process.stdin).close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.5)
        _kill(process)
        process.wait()
        if self.listener is not None:
            self.listener.join(1.0)
        _stream(process.stdout).close()

    def _start(self) -> subprocess.Popen[str]:
        self.stderr.clear()
        try:
            process = subprocess.Popen(
                self.command,
                shell=isinstance(self.command, str),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # so that it can be killed with its children, and does not get Ctrl-C
            )
        except OSError as error:
            raise self._fault("crash", f"it does not start: {error.strerror}") from error
        self.process = process
        self.listener = Thread(target=_listen, args=(_stream(process.stderr), self.stderr), daemon=True)
        self.listener.start()
        return process

    def _say(self, message: Mapping[str, object], seconds: float, answered: bool) -> str:
        """Send a line and read the answer, if one is expected, within some seconds."""
        process = self.process or self._start()
        late = Event()

        def stop() -> None:
            late.set()
            _kill(process)

        watch = Timer(seconds, stop)
        watch.daemon = True
        watch.start()
        line = ""
        try:
            _stream(process.stdin).write(json.dumps(message) + "\n")
            _stream(process.stdin).flush()
            if answered:
                line = _stream(process.stdout).readline(LONGEST_LINE)
        except OSError:
            answered = True  # it no longer reads: treat it as no answer
        finally:
            watch.cancel()
            watch.join()
        if late.is_set():
            raise self._fault("stall", f"no answer within {seconds:g} s")
        if answered and not line:
            raise self._fault("crash", "")
        return line

    def _choice(self, line: str, situation: Situation) -> int:
        """The choice that an answer names, by id or by text."""
        try:
            answer: Any = json.loads(line)["choice"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._fault("garbage", f"{line.strip()[:200]!r} is no answer") from None
        if isinstance(answer, str):
            found = [choice for choice in situation.legal if situation.text(choice) == answer]
        elif isinstance(answer, int) and not isinstance(answer, bool):
            found = [choice for choice in situation.legal if choice == answer]
        else:
            raise self._fault("garbage", f"{answer!r} is neither the id nor the text of a choice")
        if not found:
            raise self._fault("illegal", f"{answer!r} is not open to it")
        return found[0]

    def _fault(self, kind: FaultKind, detail: str) -> BotFault:
        """Stop the program, and report how it failed."""
        process = self.process
        self.close()
        if process is not None and not detail:
            detail = f"it ended with code {process.returncode}"
        lines = tuple(self.stderr)
        if lines:
            detail += f" ({lines[-1]})"
        return BotFault(self.name, kind, detail, lines)


def class_bot(name: str, timeout: float = TIMEOUT) -> ProcessBot:
    """A bot given as `module:Class`, in a process with the same import path as this one."""
    path = [os.getcwd(), *filter(None, sys.path)]
    code = f"import sys; sys.path[:] = {path!r}; import serai.bots.host as host; host.main()"
    return ProcessBot(name, [sys.executable, "-c", code, name], timeout)


def _listen(stream: IO[str], kept: deque[str]) -> None:
    """Keep the last lines that a program writes to stderr."""
    with stream:
        for line in iter(lambda: stream.readline(LONGEST_LINE), ""):
            if line.strip():
                kept.append(line.rstrip()[:500])


def _kill(process: subprocess.Popen[str]) -> None:
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _stream(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream
