"""Every error Serai raises on purpose. All of them are `SeraiError`."""

from __future__ import annotations


class SeraiError(Exception):
    """Base of all errors whose cause the caller can fix."""


class UnknownGame(SeraiError, LookupError):
    """No game of that name is registered."""


class BrokenGame(UnknownGame):
    """A game is registered, but cannot be loaded, or violates the contract."""


class BadOption(SeraiError, ValueError):
    """A number of players or an option that the game does not have. `option` is its name, if any."""

    def __init__(self, reason: str, option: str | None = None) -> None:
        self.option = option
        super().__init__(reason)


class IllegalMove(SeraiError, ValueError):
    """The choice is not legal in this position; the position is unchanged."""


class BadNotation(IllegalMove):
    """The text names no choice of the game."""


class TooMany(SeraiError):
    """The outcomes of chance are too many to list; `sample` draws one, `apply` checks one."""


class BadRecord(SeraiError, ValueError):
    """A record that cannot be read or does not replay.

    `line` is the line number in the text form (None in JSON, or if something is missing), `text` the content
    of that line, `reason` what is wrong with it.
    """

    def __init__(self, reason: str, line: int | None = None, text: str = "") -> None:
        self.reason = reason
        self.line = line
        self.text = text
        where = "" if line is None else f"line {line}: "
        what = f"{text!r}: " if text else ""
        super().__init__(f"{where}{what}{reason}")


class BadLesson(SeraiError, ValueError):
    """A lesson that cannot be read or does not replay. `path` is its file, `step` the faulty step, from 1
    (None: outside the steps), `reason` what is wrong."""

    def __init__(self, reason: str, path: str, step: int | None = None) -> None:
        self.reason = reason
        self.path = path
        self.step = step
        where = path if step is None else f"{path}, step {step}"
        super().__init__(f"{where}: {reason}")
