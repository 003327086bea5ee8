"""Records of games: a header and the list of choices.

That list is the save file, the replay and the undo. The text form has header lines in brackets, then one
choice per line; `#` starts a comment:

    [Game "yspahan"]
    [Version "1"]
    [Players "3"]

    start 2
    yellow 0          # saves his gold
    roll 11 33 55 666

Reading a record replays it. One that does not replay is rejected with the line and the reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from serai.kernel.errors import BadOption, BadRecord, IllegalMove, UnknownGame
from serai.kernel.game import Game
from serai.kernel.registry import game
from serai.kernel.state import OVER, State

FORMAT: Final = "serai-record"
HEADER: Final = re.compile(r'\[([A-Za-z][\w.-]*) "((?:[^"\\]|\\.)*)"\]')
OPTION: Final = "Option."
SCORES: Final = "Scores"
ESCAPES: Final = {"n": "\n", "r": "\r"}


class Record:
    """Header and choices. `tags` are free-form: names of players, a date, an event.

    >>> record = Record("yspahan", players=2)
    >>> state = record.replay()
    >>> record.play(state, state.parse("start 1"))
    >>> Record.from_text(record.to_text()).choices == record.choices
    True
    """

    def __init__(
        self,
        name: str,
        players: int,
        options: Mapping[str, object] | None = None,
        choices: list[int] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        self.game: Game = game(name)
        self.players = players
        self.options = self.game.settings(players, options)
        self.choices: list[int] = list(choices or [])
        self.tags: dict[str, str] = dict(tags or {})
        for tag, value in self.tags.items():
            _check_tag(tag, value)

    # Playing on and going back

    def play(self, state: State, choice: int) -> None:
        """Apply a choice to the position of this record, and append it.

        >>> record = Record("yspahan", players=2)
        >>> record.play(record.replay(), 227)
        >>> record.choices
        [227]
        """
        state.apply(choice)
        self.choices.append(choice)

    def replay(self, number: int | None = None) -> State:
        """The position after the first `number` choices (None: after all).

        >>> Record("yspahan", players=2, choices=[228]).replay().actor
        1
        """
        if number is not None and not 0 <= number <= len(self.choices):
            raise IndexError(f"the record has {len(self.choices)} choices, not {number}")
        state = self.game.new(self.players, self.options)
        for index, choice in enumerate(self.choices[:number]):
            self._apply(state, index, choice)
        return state

    def states(self) -> Iterator[tuple[State, int | None]]:
        """Every position with the choice made in it (None in the last). It is one object, which is advanced.

        >>> [choice for _, choice in Record("yspahan", players=2, choices=[228]).states()]
        [228, None]
        """
        state = self.game.new(self.players, self.options)
        for index, choice in enumerate(self.choices):
            yield state, choice
            self._apply(state, index, choice)
        yield state, None

    def undo(self) -> State:
        """Take the last choice back; returns the position before it.

        >>> record = Record("yspahan", players=2, choices=[228])
        >>> record.undo().actor, record.choices
        (-1, [])
        """
        if not self.choices:
            raise IndexError("nothing to undo: the record has no choices")
        self.choices.pop()
        return self.replay()

    def _apply(self, state: State, index: int, choice: int) -> None:
        try:
            state.apply(choice)
        except IllegalMove as error:
            raise BadRecord(f"choice {index + 1} does not replay: {error}") from error

    # As text

    def to_text(self) -> str:
        """The record in text form; `from_text` reads it.

        >>> print(Record("yspahan", players=2).to_text().splitlines()[0])
        [Game "yspahan"]
        """
        lines = [_header("Game", self.game.name), _header("Version", str(self.game.version))]
        lines.append(_header("Players", str(self.players)))
        lines += [_header(OPTION + name, value) for name, value in self.options.items()]
        lines += [_header(name, value) for name, value in self.tags.items()]
        moves = []
        for state, choice in self.states():
            if choice is not None:
                moves.append(state.text(choice))
            elif state.actor == OVER:
                lines.append(_header(SCORES, " ".join(map(str, state.scores()))))
        return "\n".join([*lines, "", *moves, ""])

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read, replay and check a record in text form.

        >>> Record.from_text(Record("yspahan", players=2, choices=[228]).to_text()).choices
        [228]
        """
        header: dict[str, str] = {}
        where: dict[str, int] = {}
        moves: list[tuple[int, str]] = []
        for number, line in enumerate(text.split("\n"), 1):
            line = line.strip()
            if line.startswith("["):
                name, value = _read_header(line, number, bool(moves))
                if name in header:
                    raise BadRecord(f"{name} stands in the header twice", number, line)
                header[name] = value
                where[name] = number
            else:
                move = line.split("#", 1)[0].strip()
                if move:
                    moves.append((number, move))
        record = cls._from_header(header, where)
        state = record.replay()
        for number, move in moves:
            try:
                choice = state.parse(move)
                state.apply(choice)
            except IllegalMove as error:
                raise BadRecord(str(error), number, move) from error
            record.choices.append(choice)
        record._check_scores(state, header.get(SCORES), where.get(SCORES))
        return record

    @classmethod
    def _from_header(cls, header: dict[str, str], where: dict[str, int]) -> Record:
        """An empty record from a header. Errors name the line."""

        def fault(reason: str, name: str) -> BadRecord:
            return BadRecord(reason, where.get(name), f'[{name} "{header.get(name, "")}"]')

        for name in ("Game", "Version", "Players"):
            if name not in header:
                raise BadRecord(f"the header lacks [{name} …]")
        try:
            played = game(header["Game"])
        except UnknownGame as error:
            raise fault(str(error), "Game") from error
        if header["Version"] != str(played.version):
            raise fault(_wrong_version(played), "Version")
        if not re.fullmatch("[0-9]{1,3}", header["Players"]):
            raise fault("the number of players is a number", "Players")
        options = {k.removeprefix(OPTION): v for k, v in header.items() if k.startswith(OPTION)}
        tags = {
            name: value
            for name, value in header.items()
            if name not in ("Game", "Version", "Players", SCORES) and not name.startswith(OPTION)
        }
        try:
            return cls(played.name, int(header["Players"]), options, tags=tags)
        except BadOption as error:
            raise fault(str(error), OPTION + error.option if error.option else "Players") from error

    def _check_scores(self, state: State, written: str | None, line: int | None) -> None:
        if written is None:
            return
        scores = " ".join(map(str, state.scores()))
        if state.actor != OVER:
            raise BadRecord("the header has scores, but the game is not over", line, written)
        if written != scores:
            raise BadRecord(f"the header's scores are not those of the game: {scores}", line, written)

    # As JSON

    def to_json(self) -> str:
        """The record as JSON; `from_json` reads it.

        >>> Record.from_json(Record("yspahan", players=2).to_json()).players
        2
        """
        final = self.replay()
        return json.dumps(
            {
                "format": FORMAT,
                "game": self.game.name,
                "version": self.game.version,
                "players": self.players,
                "options": self.options,
                "tags": self.tags,
                "choices": self.choices,
                "scores": final.scores() if final.actor == OVER else None,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read, replay and check a record in JSON form.

        >>> Record.from_json(Record("yspahan", players=2, choices=[228]).to_json()).choices
        [228]
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"no JSON: {error}") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f'no record: it lacks "format": "{FORMAT}"')
        name = _member(data, "game", str, "a text")
        try:
            played = game(name)
        except UnknownGame as error:
            raise BadRecord(str(error), text=name) from error
        if _member(data, "version", int, "a number") != played.version:
            raise BadRecord(_wrong_version(played), text=str(data["version"]))
        choices = _member(data, "choices", list, "a list of numbers")
        tags = _member(data, "tags", dict, "an object of texts", {})
        try:
            record = cls(
                name,
                _member(data, "players", int, "a number"),
                _member(data, "options", dict, "an object of texts", {}),
                tags=tags,
            )
        except BadOption as error:
            raise BadRecord(str(error)) from error
        state = record.replay()
        for index, choice in enumerate(choices):
            if isinstance(choice, bool) or not isinstance(choice, int):
                raise BadRecord(f"choice {index + 1} is no number", text=repr(choice))
            record._apply(state, index, choice)
            record.choices.append(choice)
        scores = _member(data, "scores", (list, type(None)), "a list of numbers", None)
        if scores is not None:
            record._check_scores(state, " ".join(map(str, scores)), None)
        return record

    # Files in either form

    @classmethod
    def read(cls, text: str) -> Record:
        """Read either form, recognised by the first character.

        >>> record = Record("yspahan", players=2, choices=[228])
        >>> Record.read(record.to_text()).choices == Record.read(record.to_json()).choices
        True
        """
        return cls.from_json(text) if text.lstrip().startswith("{") else cls.from_text(text)


def _wrong_version(played: Game) -> str:
    return f"this is version {played.version} of the rules of {played.title}"


def _member(data: dict[str, Any], name: str, kind: Any, words: str, default: object = ...) -> Any:
    value = data.get(name, default)
    if value is ... or not isinstance(value, kind) or isinstance(value, bool):
        raise BadRecord(f'"{name}" is {words}')
    return value


def _header(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'[{name} "{escaped}"]'


def _read_header(line: str, number: int, late: bool) -> tuple[str, str]:
    match = HEADER.fullmatch(line)
    if match is None:
        raise BadRecord('a header line reads [Name "value"]', number, line)
    if late:
        raise BadRecord("a header line among the choices", number, line)
    unescape: Callable[[re.Match[str]], str] = lambda m: ESCAPES.get(m[1], m[1])  # noqa: E731
    return match[1], re.sub(r"\\(.)", unescape, match[2])


def _check_tag(tag: str, value: object) -> None:
    if not isinstance(value, str):
        raise BadRecord(f"tag {tag} is a text, not {value!r}")
    reserved = tag in ("Game", "Version", "Players", SCORES) or tag.startswith(OPTION)
    if reserved or not HEADER.fullmatch(f'[{tag} ""]'):
        raise BadRecord("no name for a tag", text=tag)
