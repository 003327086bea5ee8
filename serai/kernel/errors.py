"""Every error Serai raises on purpose. All of them are `SeraiError`."""

from __future__ import annotations


class SeraiError(Exception):
    """Base of all errors whose cause the caller can fix.

    >>> import serai
    >>> try:
    ...     serai.game("yspahan").new(players=7)
    ... except serai.SeraiError as error:
    ...     print(error)
    Yspahan is for 2 to 4 players, not 7
    """


class UnknownGame(SeraiError, LookupError):
    """No game of that name is registered.

    >>> import serai
    >>> try:
    ...     serai.game("chess")
    ... except UnknownGame as error:
    ...     print(str(error)[:16])
    no game 'chess';
    """


class BrokenGame(UnknownGame):
    """A game is registered, but cannot be loaded, or violates the contract.

    >>> issubclass(BrokenGame, UnknownGame)
    True
    """


class BadOption(SeraiError, ValueError):
    """A number of players or an option that the game does not have. `option` is its name, if any.

    >>> import serai
    >>> serai.game("yspahan").new(players=3, options={"layout": "long"})
    Traceback (most recent call last):
    serai.kernel.errors.BadOption: Yspahan has no option 'layout'; its options: none
    """

    def __init__(self, reason: str, option: str | None = None) -> None:
        self.option = option
        super().__init__(reason)


class IllegalMove(SeraiError, ValueError):
    """The choice is not legal in this position; the position is unchanged.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> state.apply(0)
    Traceback (most recent call last):
    serai.kernel.errors.IllegalMove: 'yellow 0' is not possible: chance is to move
    """


class BadNotation(IllegalMove):
    """The text names no choice of the game.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> try:
    ...     state.play("castle")
    ... except BadNotation:
    ...     print(state.actor == serai.CHANCE)
    True
    """


class TooMany(SeraiError):
    """The outcomes of chance are too many to list; `sample` draws one, `apply` checks one.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> state.play("start 1")
    >>> state.play("yellow 0")
    >>> state.legal()
    Traceback (most recent call last):
    serai.kernel.errors.TooMany: a roll has too many outcomes to list; draw one with sample()
    """


class BadRecord(SeraiError, ValueError):
    """A record that cannot be read or does not replay.

    `line` is the line number in the text form (None in JSON, or if something is missing), `text` the content
    of that line, `reason` what is wrong with it.

    >>> import serai
    >>> serai.Record.from_text("yellow 0")
    Traceback (most recent call last):
    serai.kernel.errors.BadRecord: the header lacks [Game …]
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
    (None: outside the steps), `reason` what is wrong.

    >>> str(BadLesson("its text is missing", "first.toml", step=2))
    'first.toml, step 2: its text is missing'
    """

    def __init__(self, reason: str, path: str, step: int | None = None) -> None:
        self.reason = reason
        self.path = path
        self.step = step
        where = path if step is None else f"{path}, step {step}"
        super().__init__(f"{where}: {reason}")
