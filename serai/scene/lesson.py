"""A lesson: a record with pauses, as data in the folder of a game (`lessons/NAME.toml`).

    title = "Your first camels"
    about = "A day at the bazaar."
    minutes = 4
    players = 3

    [[steps]]
    play = '''
    start 1
    yellow 0
    roll 111 22 33 4 5
    '''
    text = "The dice lie on the tower. Take the camels."
    lit = ["tower-camels"]
    choose = "take camels"
    wrong."take *" = "Later: first you need camels."

At each step the choices of `play` are made, for all seats and for chance, and then the game pauses: the text
is shown beside what is `lit`. The step ends when the player makes the choice that `choose` names or, without
one, reads on. Any other choice is answered by the first pattern in `wrong` that matches its notation, else by
`otherwise`. Texts are messages: the game's catalogues translate them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final

from serai.kernel.errors import BadLesson, BadOption, IllegalMove
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.registry import game
from serai.kernel.state import CHANCE, State
from serai.scene.scene import Art, Scene

FOLDER: Final = "lessons"
AREAS: Final = ("prompt", "hand", "panels", "log", "when", "steps")  # areas of the page that can be lit too
HEAD: Final[dict[str, type[Any]]] = {
    "title": str,
    "about": str,
    "minutes": int,
    "players": int,
    "seat": int,
    "options": dict,
    "steps": list,
}
STEP: Final[dict[str, type[Any]]] = {
    "play": str,
    "text": str,
    "lit": list,
    "choose": str,
    "wrong": dict,
    "otherwise": str,
    "skip": bool,
}
NAME: Final = re.compile(r"[a-z0-9-]{1,60}")  # used in addresses
NEEDED: Final = ("title", "about", "minutes", "players", "steps")


@dataclass(frozen=True)
class Step:
    """A pause, and what ends it."""

    text: str
    number: int  # choices made before it
    lit: tuple[str, ...] = ()  # elements, zones and cards; "part-board"; "seat-0", "seat-0/gold"; areas
    choice: int | None = None  # what the player must choose; None: they just read on
    wrong: tuple[tuple[str, str], ...] = ()  # patterns of notation, and the answers to choices that match
    otherwise: str = ""  # the answer to any other choice
    skip: bool = False  # the choices before it are not shown one by one

    def answer(self, notation: str) -> str:
        """The answer to a wrong choice; "" if the lesson has none."""
        return next((why for pattern, why in self.wrong if fnmatchcase(notation, pattern)), self.otherwise)


@dataclass(frozen=True)
class Lesson:
    """A lesson that replays."""

    game: Game
    name: str  # of its file
    title: str
    about: str  # a sentence
    minutes: int
    players: int
    seat: int  # the learner's seat
    options: Mapping[str, str]
    steps: tuple[Step, ...]
    choices: tuple[int, ...]

    def record(self) -> Record:
        """The game that is played in the lesson."""
        return Record(self.game.name, self.players, self.options, list(self.choices))


@cache
def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order of their files' names. Raises `BadLesson`.

    >>> [lesson.seat for lesson in lessons("yspahan")]
    [0]
    """
    found = game(name)
    return tuple(read_lesson(path, found) for path in lesson_files(found))


def lesson_files(of: Game) -> list[Path]:
    """The lesson files of a game, whichever package it is in."""
    return sorted((of.folder / FOLDER).glob("*.toml")) if of.folder is not None else []


def read_lesson(path: Path, of: Game) -> Lesson:
    """Read a lesson from its file. Raises `BadLesson`."""
    return _lesson(path, of, _read(path))


def lesson_messages(path: Path) -> Iterator[str]:
    """All texts of a lesson. Raises `BadLesson` for a file that cannot be read."""
    given = _read(path)
    for part in (given, *given.get("steps", ())):
        yield from (part[key] for key in ("title", "about", "text", "otherwise") if key in part)
        yield from part.get("wrong", {}).values()


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadLesson(str(error), path.name) from error


def _lesson(path: Path, of: Game, given: dict[str, Any]) -> Lesson:
    _check_keys(path, given, HEAD, NEEDED)
    if NAME.fullmatch(path.stem) is None:
        raise BadLesson("its name is lower-case letters, digits and hyphens", path.name)
    players, seat = given["players"], given.get("seat", 0)
    try:
        options = of.settings(players, given.get("options", {}))
    except BadOption as error:
        raise BadLesson(str(error), path.name) from error
    if not 0 <= seat < players:
        raise BadLesson(f"there is no seat {seat} among {players}", path.name)
    state = of.new(players, options)
    choices: list[int] = []
    steps = []
    for number, step in enumerate(given["steps"], 1):
        if not isinstance(step, dict):
            raise BadLesson("a step is a table of TOML: [[steps]]", path.name, number)
        _check_keys(path, step, STEP, ("text",), number)
        steps.append(_step(path, number, step, state, seat, choices))
    if not steps or steps[-1].choice is not None:
        raise BadLesson("the last step asks nothing: it says what was learnt", path.name)
    head = {key: given[key] for key in ("title", "about", "minutes")}
    return Lesson(
        of, path.stem, **head, players=players, seat=seat, options=options, steps=tuple(steps),
        choices=tuple(choices),
    )  # fmt: skip


def _step(
    path: Path, number: int, given: dict[str, Any], state: State, seat: int, choices: list[int]
) -> Step:
    """Read one step; advances the position and appends its choices."""

    def play(line: str) -> int:
        try:
            choice = state.parse(line)
            state.apply(choice)
        except IllegalMove as error:
            raise BadLesson(f"{line!r} does not replay: {error}", path.name, number) from error
        choices.append(choice)
        return choice

    for line in given.get("play", "").splitlines():
        line = line.partition("#")[0].strip()
        if line:
            play(line)
    made = len(choices)
    lit = tuple(given.get("lit", ()))
    if not all(isinstance(thing, str) for thing in lit):
        raise BadLesson("what is lit are names of things", path.name, number)
    wrong = given.get("wrong", {})
    if not all(isinstance(why, str) and why for why in wrong.values()):
        raise BadLesson("the answers in `wrong` are texts", path.name, number)
    otherwise = given.get("otherwise", "")
    choice = None
    if "choose" in given:
        if state.actor != seat:
            who = "chance" if state.actor == CHANCE else f"seat {state.actor}"
            raise BadLesson(f"the player cannot choose here: {who} does", path.name, number)
        others = {other: state.text(other) for other in state.legal()}
        choice = play(given["choose"])
        del others[choice]
        for pattern in wrong:
            if not any(fnmatchcase(other, pattern) for other in others.values()):
                raise BadLesson(f"nobody can choose {pattern!r} here", path.name, number)
    elif wrong or otherwise:
        raise BadLesson("a step that asks nothing cannot be answered wrongly", path.name, number)
    return Step(
        text=given["text"],
        number=made,
        lit=lit,
        choice=choice,
        wrong=tuple(wrong.items()),
        otherwise=otherwise,
        skip=given.get("skip", False),
    )


def _check_keys(
    path: Path,
    given: dict[str, Any],
    known: dict[str, type[Any]],
    needed: Iterable[str],
    step: int | None = None,
) -> None:
    for key, value in given.items():
        kind = known.get(key)
        if kind is None:
            raise BadLesson(f"nothing is called {key!r} here; there is {', '.join(known)}", path.name, step)
        if type(value) is not kind:
            raise BadLesson(f"{key!r} is of another kind: {kind.__name__}", path.name, step)
        if isinstance(value, str) and key != "play" and not value.strip():
            raise BadLesson(f"{key!r} is empty", path.name, step)
    missing = [key for key in needed if key not in given]
    if missing:
        raise BadLesson(f"{missing[0]!r} is missing", path.name, step)


def things(scene: Scene, art: Art) -> set[str]:
    """Everything that a step can highlight in a scene."""
    found = {*AREAS, *scene["elements"]}
    for section in scene["hand"].values():
        found.update(section["cards"])
    for seat, panel in scene["panels"].items():
        found.add(f"seat-{seat}")
        found.update(f"seat-{seat}/{item}" for row in panel["rows"].values() for item in row)
    for name, part in art.parts.items():
        found.add(f"part-{name}")
        for piece in part.svg.split('data-zone="')[1:]:
            found.add(piece.partition('"')[0])
    return found
