"""Random games for the checks, and the place in them where something went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Final

from serai.kernel.check import CheckFailed, random_choice
from serai.kernel.errors import BadOption
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import OVER, State

LONGEST: Final = 100_000  # choices in a game that ends
MOST_SETTINGS: Final = 24  # settings to try


class NothingToCheck(Exception):
    """A check that does not apply to this game, and why."""


@dataclass(frozen=True)
class Setting:
    """A number of players and a full set of options."""

    players: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options.items() if len(value) < 20)
        return f"{self.players} players{options}"


@dataclass
class Effort:
    """How much to check."""

    games: int  # games for each setting
    positions: int  # positions of each game, about
    seed: int = 0


def settings(game: Game) -> list[Setting]:
    """Every number of players with every set of options; a sample if there are many."""
    found = []
    least, most = game.players
    values = [option.values or (option.default,) for option in game.options.values()]
    for chosen in product(*values):
        for players in range(least, most + 1):
            try:
                full = game.settings(players, dict(zip(game.options, chosen, strict=True)))
            except BadOption:
                continue
            found.append(Setting(players, full))
    return found[:: max(1, -(-len(found) // MOST_SETTINGS))]


def plain_settings(game: Game) -> list[Setting]:
    """Every number of players with the default options."""
    least, most = game.players
    return [Setting(players, game.settings(players)) for players in range(least, most + 1)]


@contextmanager
def located(where: str) -> Iterator[None]:
    """Add the location to any failure."""
    try:
        yield
    except CheckFailed as failed:
        raise CheckFailed(f"{where}: {failed}") from failed
    except Exception as error:
        raise CheckFailed(f"{where}: {type(error).__name__}: {error}") from error


def walk(game: Game, setting: Setting, seed: int) -> Iterator[tuple[str, State]]:
    """The positions of a random game, including the last, with their locations. Do not modify them."""
    rng = Rng(f"{seed} walk")
    begun = f"{setting}, seed {seed}"
    with located(f"{begun}, choice 1"):
        state = game.new(setting.players, setting.options)
    for number in range(1, LONGEST + 1):
        where = f"{begun}, choice {number}"
        yield where, state
        if state.actor == OVER:
            return
        with located(where):
            state.apply(random_choice(state, rng))
    raise CheckFailed(f"{begun}: no end after {LONGEST} choices")


def length(game: Game, setting: Setting, seed: int) -> int:
    """How many choices a random game has."""
    return sum(1 for _ in walk(game, setting, seed))


def some(game: Game, setting: Setting, effort: Effort, seed: int) -> Iterator[tuple[str, State]]:
    """Some positions of a random game, evenly spread, including the last."""
    kept: list[tuple[str, State]] = []
    step = 1
    for number, (where, state) in enumerate(walk(game, setting, seed)):
        if number % step == 0 or state.actor == OVER:
            kept.append((where, state.clone()))
        if len(kept) > 2 * effort.positions and state.actor != OVER:
            kept = kept[::2]
            step *= 2
    yield from kept


def hold(condition: bool, otherwise: str) -> None:
    """Fail with a reason unless something holds."""
    if not condition:
        raise CheckFailed(otherwise)
