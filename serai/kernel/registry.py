"""The registry of games: those in `serai/games`, and those that other packages register.

A package registers a game by an entry point in the group `serai.games`. The entry point's name is the game's;
its value is the module that has `GAME`, or names the `Game` in it:

    [project.entry-points."serai.games"]
    caravan = "caravan_game:GAME"

A game that cannot be loaded is named in a warning and left out, so a broken package does no other harm.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from serai import _source
from serai import games as ours
from serai.kernel.errors import BrokenGame, UnknownGame
from serai.kernel.game import Game, Option
from serai.kernel.state import State

GROUP: Final = "serai.games"
ATTRIBUTE: Final = "GAME"  # if the entry point names only a module
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")  # used in addresses, file names and commands
MOST_PLAYERS: Final = 8  # the length of the searches' buffers

# Games known only to this process, from a notebook or a test.
LOCAL: Final[dict[str, Game]] = {}


class BrokenGameWarning(UserWarning):
    """A registered game is left out."""


@dataclass(frozen=True)
class Announced:
    """An entry point: where to find the game of that name."""

    name: str
    module: str
    attribute: str  # empty: the module's `GAME`
    package: str  # the distribution that has the entry point

    @property
    def value(self) -> str:
        """The entry point's value as written."""
        return f"{self.module}:{self.attribute}" if self.attribute else self.module


@dataclass(frozen=True)
class Broken:
    """A registered game that is left out, and why."""

    announced: Announced
    reason: str

    def __str__(self) -> str:
        told = self.announced
        return f"the game {told.name!r} of the package {told.package!r} is left out: {self.reason}"


def game_names() -> list[str]:
    """The names of all games that can be played: ours, then those of other packages.

    >>> "yspahan" in game_names()
    True
    """
    own = sorted(_ours(), key=lambda name: (*ours.FIRST, name).index(name))
    others = sorted(name for name in _announced() if name not in own)
    return [name for name in dict.fromkeys([*own, *others, *LOCAL]) if name in LOCAL or _loaded(name)]


def game(name: str) -> Game:
    """The game of that name. Raises `UnknownGame` if there is none, `BrokenGame` if it cannot be loaded.

    >>> game("istanbul").players
    (2, 5)
    """
    if name in LOCAL:
        return LOCAL[name]
    found = _find(name)
    if found is None:
        raise UnknownGame(f"no game {name!r}; there is {', '.join(game_names())}")
    loaded = _load(found)
    if isinstance(loaded, Broken):
        raise BrokenGame(str(loaded))
    return loaded


def register(one: Game) -> None:
    """Add a game to this process only, as in a notebook; other processes find games by entry points.

    >>> register(game("yspahan"))
    Traceback (most recent call last):
    serai.kernel.errors.BrokenGame: there is a game 'yspahan' already
    """
    check_contract(one.name, one)
    if one.name in LOCAL or _find(one.name) is not None:
        raise BrokenGame(f"there is a game {one.name!r} already")
    LOCAL[one.name] = one


def broken_games() -> list[Broken]:
    """The registered games that are left out, and why.

    >>> [str(broken) for broken in broken_games()]
    []
    """
    loads = [_load(found) for name in sorted({*_ours(), *_announced()}) if (found := _find(name)) is not None]
    return [*(one for one in loads if isinstance(one, Broken)), *_clashes()]


def restore(name: str, numbers: list[int]) -> State:
    """The position that `State.dump` wrote."""
    state = game(name).empty()
    state.load(numbers)
    return state


def refresh() -> None:
    """Forget what was found, so that newly installed games are seen."""
    for cached in (_ours, _entry_points, _announced, _clashes, _load):
        cached.cache_clear()


# Finding


@cache
def _ours() -> dict[str, Announced]:
    """The folders of `serai/games`. They have entry points too, but a source tree may be newer than its
    installed metadata; and no other package can take their names."""
    return {
        found.name: Announced(found.name, f"{ours.__name__}.{found.name}", "", "serai")
        for found in iter_modules(ours.__path__)
        if found.ispkg and not found.name.startswith("_")
    }


@cache
def _entry_points() -> list[Announced]:
    from importlib.metadata import entry_points  # importing it takes longer than all of our games together

    found = {
        Announced(point.name, point.module, point.attr or "", point.dist.name if point.dist else "?")
        for point in entry_points(group=GROUP)
    }
    return sorted(found, key=lambda one: (one.name, one.package, one.value))


@cache
def _announced() -> dict[str, Announced]:
    """The games of other packages; if several take one name, the first package by name gets it."""
    return {one.name: one for one in reversed(_entry_points()) if one.name not in _ours()}


@cache
def _clashes() -> list[Broken]:
    taken = {**_announced(), **_ours()}
    late = [one for one in _entry_points() if one != taken[one.name] and not _is_ours(one)]
    found = [Broken(one, f"{taken[one.name].package!r} has a game of that name already") for one in late]
    for broken in found:
        _warn(broken)
    return found


def _is_ours(one: Announced) -> bool:
    return one.module.startswith(f"{ours.__name__}.") and one.module.rpartition(".")[2] == one.name


def _find(name: str) -> Announced | None:
    return _ours().get(name) or _announced().get(name)


# Loading


def _loaded(name: str) -> bool:
    found = _find(name)
    _clashes()
    return found is not None and isinstance(_load(found), Game)


@cache
def _load(found: Announced) -> Game | Broken:
    try:
        if NAME.fullmatch(found.name) is None:
            raise BrokenGame("a name is lower-case letters, digits and _, and begins with a letter")
        _source.prefer_source_of(found.module.partition(".")[0])
        module = import_module(found.module)
        loaded = check_contract(found.name, _attribute(module, found.attribute))
        if not loaded.package:
            object.__setattr__(loaded, "package", _package(module))
        return loaded
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit: whatever a package does must not stop us
        broken = Broken(found, _reason(error, found))
        _warn(broken)
        return broken


def _attribute(module: ModuleType, path: str) -> object:
    found: object = module
    for name in path.split(".") if path else ():
        found = getattr(found, name)
    if isinstance(found, ModuleType):
        if not hasattr(found, ATTRIBUTE):
            raise BrokenGame(f"the module {found.__name__} has no {ATTRIBUTE}")
        found = getattr(found, ATTRIBUTE)
    return found


def _package(module: ModuleType) -> str:
    """The package with view, drawings and translations; a single module has none."""
    return module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]


def _reason(error: BaseException, found: Announced) -> str:
    if isinstance(error, BrokenGame):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and error.name == found.module:
        return f"there is no module {found.module}"
    return f"{found.value} does not load: {type(error).__name__}: {error}"


def _warn(broken: Broken) -> None:
    warnings.warn(str(broken), BrokenGameWarning, stacklevel=2)


def check_contract(name: str, given: object) -> Game:
    """Check what can be checked without playing. Raises `BrokenGame`; `serai check` looks closer.

    >>> check_contract("chess", 64)
    Traceback (most recent call last):
    serai.kernel.errors.BrokenGame: it is of type int, not a serai.Game
    """
    if not isinstance(given, Game):
        raise BrokenGame(f"it is of type {type(given).__name__}, not a serai.Game")
    for wrong in _faults(name, given):
        raise BrokenGame(wrong)
    return given


def _faults(name: str, given: Game) -> Iterator[str]:
    if given.name != name:
        yield f"it calls itself {given.name!r}"
    if not isinstance(given.title, str) or not given.title.strip():
        yield "it has no title"
    elif not given.title.isprintable():  # used in lists, file names and subjects of mails
        yield "its title has characters that cannot be printed"
    if not _whole(given.version) or given.version < 1:
        yield f"its version is {given.version!r}, not a number from 1 on"
    match given.players:
        case (least, most) if _whole(least) and _whole(most) and 1 <= least <= most <= MOST_PLAYERS:
            pass
        case _:
            yield f"its players are {given.players!r}, not (least, most) from 1 to {MOST_PLAYERS}"
    if not _whole(given.num_actions) or not _whole(given.num_seat_actions):
        yield "num_actions and num_seat_actions are numbers"
    if not 0 < given.num_seat_actions <= given.num_actions:
        yield f"it has {given.num_seat_actions} choices of seats among {given.num_actions}"
    for part in ("make", "empty", "board"):
        if not callable(getattr(given, part)):
            yield f"{part} cannot be called"
    yield from _faults_of_options(given)
    yield from _faults_of_state(given)


def _faults_of_options(given: Game) -> Iterator[str]:
    for name, option in given.options.items():
        if not isinstance(option, Option):
            yield f"its option {name} is of type {type(option).__name__}, not a serai.kernel.game.Option"
        elif not isinstance(option.help, str) or not isinstance(option.default, str):
            yield f"help and default of its option {name} are texts"
        elif option.read is None and option.default not in option.values:
            yield f"the default of its option {name} is {option.default!r}, which is none of its values"


def _faults_of_state(given: Game) -> Iterator[str]:
    for how, make in (("empty()", given.empty), ("new()", lambda: given.new(given.players[0]))):
        try:
            state = make()
        except Exception as error:
            yield f"{how} fails: {type(error).__name__}: {error}"
            return
        if not isinstance(state, State):
            yield f"{how} gives a {type(state).__name__}, not a serai.State"
            return
        if state.game_name != given.name:
            yield f"its positions have game_name {state.game_name!r}"
        if state.num_actions != given.num_actions:
            yield f"its positions have num_actions {state.num_actions}, the game {given.num_actions}"


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
