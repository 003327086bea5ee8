"""A table's settings, and how they are read from a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from secrets import token_urlsafe
from time import time
from typing import Final, Protocol

from serai.bots.names import default_level
from serai.kernel.errors import SeraiError
from serai.kernel.fair import derived, new_seed
from serai.kernel.game import Game
from serai.scene.say import mark
from serai.server.errors import Refusal
from serai.server.lookalikes import same
from serai.server.tables.clocks import NONE, TIME_CONTROLS
from serai.server.tables.levels import is_level

SPEEDS: Final = {
    "calm": mark("Calm"),
    "normal": mark("Normal"),
    "fast": mark("Fast"),
    "instant": mark("Instant"),
}
DEFAULT_SPEED: Final = "normal"
WATCH: Final = "watch"
RANDOM_SEAT: Final = "random"
OPEN: Final = "open"  # a seat for anyone
BOT_NAMES: Final = (
    *("Aziz", "Dilara", "Farid", "Gulnar", "Hakim", "Harun", "Iskander", "Jamila", "Kamal", "Laleh"),
    *("Mirza", "Nadir", "Omar", "Parisa", "Rashid", "Samira", "Selim", "Tahmina", "Yasmin", "Zubaida"),
)


class Person(Protocol):
    """Who asks for a table: a number and a name."""

    @property
    def id(self) -> int: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class Occupant:
    """Who has a seat: a guest, or a bot of some level. With neither it is open."""

    name: str
    guest: int | None = None
    level: str | None = None


@dataclass(frozen=True)
class Settings:
    """What is fixed before the first choice."""

    id: str
    game: str
    players: int
    options: Mapping[str, str]
    speed: str
    seed: bytes
    occupants: tuple[Occupant, ...]
    made_at: float
    public: bool = False
    rated: bool = False
    clock: str = NONE
    level: str | None = None  # of bots that fill seats or take over
    started_at: float | None = None
    made_by: int | None = None
    # An exploration (`serai.server.tables.exploration`): how many of its first choices come from elsewhere,
    # from which table, and in notation what chance gives from there on, as far as it can.
    branch_at: int | None = None
    branch_of: str | None = None
    fate: tuple[str, ...] = ()

    @property
    def explores(self) -> bool:
        """Whether one person plays here for all seats, from a position of another game."""
        return self.branch_at is not None

    @property
    def owner(self) -> str:
        """For whom bots think here: the guest who made the table."""
        guests = [self.made_by, *(occupant.guest for occupant in self.occupants)]
        return next((str(guest) for guest in guests if guest is not None), self.id)

    @property
    def open(self) -> bool:
        """Whether a seat is open."""
        return any(occupant.guest is None and occupant.level is None for occupant in self.occupants)

    @property
    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.guest is not None]


def new_key() -> str:
    """An id that nobody can guess. It does not start with a hyphen, so that commands can take it."""
    while (key := token_urlsafe(9)).startswith("-"):
        pass
    return key


def make_settings(
    game: Game, guest: Person, wanted: Mapping[str, str], seed: bytes | None = None
) -> Settings:
    """What a form asks for, checked and completed; what is drawn follows from the seed. Raises `Refusal`."""
    seed = seed or new_seed()
    options = {
        name.removeprefix("option_"): value.replace("\r\n", "\n")
        for name, value in wanted.items()
        if name.startswith("option_")
    }
    try:
        players = _number(wanted.get("players")) if wanted.get("players") else default_players(game)
        settled = game.settings(players, options)
    except SeraiError as error:
        raise Refusal("bad-option", str(error)) from error
    speed = wanted.get("speed") or DEFAULT_SPEED
    if speed not in SPEEDS:
        raise Refusal("bad-option", f"no speed {speed!r}")
    clock = wanted.get("clock") or NONE
    if clock not in TIME_CONTROLS:
        raise Refusal("bad-option", f"no clock {clock!r}")
    common = wanted.get("level") or default_level(game)
    own = _own_seat(wanted.get("seat") or "0", players, seed)
    person = Occupant(guest.name, guest=guest.id)
    here = [person] if own is not None else []
    occupants: list[Occupant] = []
    for seat in range(players):
        level = wanted.get(f"level_{seat}") or wanted.get("others") or common
        if seat == own:
            occupants.append(person)
        elif level == OPEN:
            occupants.append(Occupant(""))
        else:
            occupants.append(
                bot_occupant(level, game, [*occupants, *here], seed)
            )  # none gets the person's name
    public = wanted.get("public") == "1"
    return Settings(
        new_key(),
        game.name,
        players,
        settled,
        speed,
        seed,
        tuple(occupants),
        time(),
        public=public,
        rated=wanted.get("rated") == "1",
        clock=clock,
        level=_checked(common, game),
    )


def bot_occupant(level: str, game: Game, others: Iterable[Occupant], seed: bytes) -> Occupant:
    """A bot with a name that nobody else at the table has. Raises `Refusal`."""
    taken = [occupant.name for occupant in others if occupant.name]
    free = [name for name in BOT_NAMES if not any(same(name, other) for other in taken)]
    return Occupant(free[_drawn(seed, "name", len(free))], level=_checked(level, game))


def _drawn(seed: bytes, purpose: str, below: int) -> int:
    return int(derived(seed, purpose), 16) % below


def _checked(level: str, game: Game) -> str:
    if not is_level(level, game):
        raise Refusal("bad-option", f"no level {level!r}")
    return level


def default_players(game: Game) -> int:
    """The number of players by default: four, or as near to it as the game allows."""
    return max(game.players[0], min(4, game.most_players()))


def _own_seat(wanted: str, players: int, seed: bytes) -> int | None:
    if wanted == WATCH:
        return None
    if wanted == RANDOM_SEAT:
        return _drawn(seed, "seat", players)
    seat = _number(wanted)
    if not 0 <= seat < players:
        raise Refusal("bad-option", f"no seat {seat} among {players}")
    return seat


def _number(text: str | None) -> int:
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 3:
        raise Refusal("bad-option", f"{text!r} is no number")
    return int(text)
