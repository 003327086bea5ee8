"""The description of a game: its name, options, levels and parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from serai.kernel.errors import BadOption
from serai.kernel.plain import board_text, layout
from serai.kernel.state import State
from serai.kernel.tensor import Feature

if TYPE_CHECKING:
    from serai.scene.scene import View


@dataclass(frozen=True)
class Option:
    """A setting that is chosen before the game: one of `values`, or the text of a file.

    A file is checked by `read`, which returns its canonical text, or raises `BadOption`.

    >>> Option("how long", default="short", values=("short", "long")).check("length", "long", players=3)
    'long'
    """

    help: str
    default: str = ""
    values: tuple[str, ...] = ()
    read: Callable[[str], str] | None = None
    players: tuple[int, ...] = ()  # the numbers of players it applies to; empty: all

    def check(self, name: str, value: object, players: int) -> str:
        """The checked value, as it is passed to the game.

        >>> Option("how long", values=("short", "long")).check("length", "endless", players=3)
        Traceback (most recent call last):
        serai.kernel.errors.BadOption: option length is one of short, long, not 'endless'
        """
        if not isinstance(value, str):
            raise BadOption(f"option {name} is a text, not {value!r}", name)
        if value == self.default:
            return value
        if self.players and players not in self.players:
            numbers = ", ".join(map(str, self.players))
            raise BadOption(f"option {name}={value} is for {numbers} players, not {players}", name)
        if self.read is not None:
            try:
                return self.read(value)
            except BadOption as error:
                raise BadOption(f"option {name}: {error}", name) from error
        if value not in self.values:
            raise BadOption(f"option {name} is one of {', '.join(self.values)}, not {value!r}", name)
        return value


@dataclass(frozen=True)
class Level:
    """How strong a bot plays. With a number of walks or seconds per choice, it searches; without, it takes
    what looks best and errs by `blur`, a share of the win. With `net` it judges by the game's net, otherwise
    by the hand-written estimate. `serai/bots/players.py` has the bots."""

    title: str
    blur: float = 0.0
    work: int | None = None
    seconds: float | None = None
    turns: int = 0  # played greedily at the end of a walk
    width: int = 0  # choices to compare (a search with a net adds more if it has the walks for them),
    near: float = 0.1  # of those that are at most this share of the win behind the net's favourite
    mixed: bool = False  # in half of the walks, the other seats play by the estimate instead of the net
    quick: bool = False  # plays turns choice by choice, not as a whole: cheaper, so more walks
    net: bool = False
    # Hints tell the log odds a + b times those that the search finds (Platt scaling).
    calibration: tuple[float, float] = (0.0, 1.0)


# For games that do not define their own.
LEVELS: Final = (
    Level("apprentice", blur=0.10),
    Level("trader", blur=0.03),
    Level("merchant"),
    Level("caravan master", work=16, turns=4, width=6),
    Level("vizier", seconds=1.0, turns=4, width=6, quick=True),
)


def net_levels(blurs: Sequence[float], **search: Any) -> tuple[Level, ...]:
    """The levels of a game with a net: some that err, the net's first choice, and a search, which `search`
    describes."""
    titles = [level.title for level in LEVELS]
    erring = (Level(title, blur=blur, net=True) for title, blur in zip(titles, blurs, strict=False))
    strongest = Level(titles[-1], seconds=1.0, width=8, net=True, **search)
    return (*erring, Level(titles[-2], net=True), strongest)


class Modules(NamedTuple):
    """The modules of a complete game, which provide what `Game` needs besides the rules."""

    ids: ModuleType
    insight: ModuleType
    levels: ModuleType
    tensor: ModuleType
    terminal: ModuleType
    training: ModuleType


@dataclass(frozen=True)
class Game:
    """A game of the registry.

    Choices are ids in `range(num_actions)`; those of seats come first, in `range(num_seat_actions)`.
    `make` gets a checked number of players and a full set of options; `empty` creates a position to `load`.
    The fields after them have defaults (see `serai.kernel.plain`), which a game may replace.

    >>> import serai
    >>> game = serai.game("yspahan")
    >>> game.title, game.players
    ('Yspahan', (2, 4))
    """

    name: str
    title: str
    version: int
    players: tuple[int, int]
    num_actions: int
    num_seat_actions: int
    make: Callable[[int, Mapping[str, str]], State]
    empty: Callable[[], State]
    board: Callable[[Mapping[str, object]], str] = board_text  # the table in a terminal
    levels: tuple[Level, ...] = LEVELS  # weakest first
    options: Mapping[str, Option] = field(default_factory=dict)
    layout: tuple[Feature, ...] = ()  # the meaning of `State.features`; never empty after creation
    insight: tuple[Feature, ...] = ()  # the same for the bytes of `State.write_insight`,
    opinions: int = 0  # and how many of the estimate's numbers follow; 0: no net can play this game
    classic: Level = LEVELS[-1]  # the bots `classic5` and `search`
    opening: str = ""  # how a seat's first important choice begins in notation; "": any first choice
    training: Mapping[str, Any] = field(default_factory=dict)  # settings of `serai train` for this game
    # The package with its view, drawings and translations, which the registry knows from the entry point.
    package: str = field(default="", compare=False)

    @classmethod
    def of_modules(
        cls,
        state: type[State],
        make: Callable[[int, Mapping[str, str]], State],
        title: str,
        version: int,
        players: tuple[int, int],
        modules: Modules,
        opening: str,
        options: Mapping[str, Option] | None = None,
    ) -> Game:
        """A game that has all the modules, as ours do.

        >>> import serai
        >>> serai.game("yspahan").num_actions == serai.games.yspahan.MODULES.ids.NUM_ACTIONS
        True
        """
        return cls(
            name=state.game_name,
            title=title,
            version=version,
            players=players,
            num_actions=modules.ids.NUM_ACTIONS,
            num_seat_actions=modules.ids.NUM_SEAT_ACTIONS,
            make=make,
            empty=state,
            board=modules.terminal.board_text,
            levels=modules.levels.LEVELS,
            options=options or {},
            layout=modules.tensor.LAYOUT,
            insight=modules.insight.INSIGHT,
            opinions=modules.insight.OPINIONS,
            classic=modules.levels.CLASSIC,
            opening=opening,
            training=modules.training.TRAINING,
        )

    def __post_init__(self) -> None:
        if not self.layout and isinstance(self.players, tuple):  # the registry rejects other numbers
            object.__setattr__(self, "layout", layout(self.players[1]))

    def settings(self, players: int, options: Mapping[str, object] | None = None) -> dict[str, str]:
        """The full set of options. Raises `BadOption` for options or values that the game does not have.

        >>> import serai
        >>> serai.game("istanbul").settings(3, {"layout": "long"})
        {'layout': 'long', 'variant': 'none'}
        """
        least, most = self.players
        if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
            number = f"{least} to {most}" if least < most else f"{most}"
            raise BadOption(f"{self.title} is for {number} players, not {players!r}")
        given = options or {}
        unknown = sorted(str(name) for name in given if name not in self.options)
        if unknown:
            known = ", ".join(self.options) or "none"
            raise BadOption(f"{self.title} has no option {unknown[0]!r}; its options: {known}", unknown[0])
        return {
            name: option.check(name, given.get(name, option.default), players)
            for name, option in self.options.items()
        }

    def most_players(self, options: Mapping[str, object] | None = None) -> int:
        """The default number of players: as many as the game and its options allow.

        >>> import serai
        >>> serai.game("yspahan").most_players()
        4
        """
        most = self.players[1]
        for name, value in (options or {}).items():
            option = self.options.get(name)
            if option is not None and option.players and value != option.default:
                most = min(most, max(option.players))
        return most

    @property
    def folder(self) -> Path | None:
        """The folder of its package, for `translations/` and the like; None for a single module.

        >>> import serai
        >>> (serai.game("yspahan").folder / "rules.py").name
        'rules.py'
        """
        if not self.package:
            return None
        return Path(next(iter(import_module(self.package).__path__)))

    @property
    def view(self) -> View:
        """The game's look on the page: from the module `view` of its package, otherwise the plain view.

        >>> import serai
        >>> serai.game("yspahan").view.about(str).split()[0]
        'Take'
        """
        from serai.scene.plain import PlainView, view_with

        module = f"{self.package}.view"
        if self.package and find_spec(module) is not None:
            return view_with(self, import_module(module))
        return PlainView(self)

    def new(self, players: int | None = None, options: Mapping[str, object] | None = None) -> State:
        """The first position. Equal arguments give equal positions: nothing has been drawn yet.

        >>> import serai
        >>> serai.game("yspahan").new(players=3).players
        3
        """
        count = self.most_players(options) if players is None else players
        return self.make(count, self.settings(count, options))

    def __reduce__(self) -> tuple[object, ...]:
        """A game is pickled by name: there is one object each. Local games are unknown elsewhere."""
        from serai.kernel.registry import LOCAL, game, game_names

        if self.name not in LOCAL and self.name in game_names() and game(self.name) is self:
            return game, (self.name,)
        return Game, tuple(getattr(self, known.name) for known in fields(self))
