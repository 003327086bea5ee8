"""All checks, in the order in which an author needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from serai.checks.chance import check_chance
from serai.checks.estimate import check_bots, check_estimate
from serai.checks.lessons import check_lessons
from serai.checks.page import check_page
from serai.checks.puzzles import check_puzzles
from serai.checks.secrets import check_chance_secrets, check_deals
from serai.checks.walk import Effort, NothingToCheck, length, settings, some
from serai.kernel.check import CheckFailed, check_game, check_tensor
from serai.kernel.errors import BrokenGame
from serai.kernel.game import Game
from serai.kernel.registry import check_contract
from serai.kernel.rng import Rng

QUICK: Final = Effort(games=1, positions=12)
THOROUGH: Final = Effort(games=4, positions=80)


@dataclass(frozen=True)
class Check:
    """One part of the contract, and the function that checks it."""

    name: str
    promise: str
    run: Callable[[Game, Effort], None]


@dataclass(frozen=True)
class Fault:
    """A violation of the contract, and where it was found."""

    check: str
    reason: str

    def __str__(self) -> str:
        return f"{self.check}: {self.reason}"


def _contract(game: Game, effort: Effort) -> None:
    try:
        check_contract(game.name, game)
    except BrokenGame as broken:
        raise CheckFailed(str(broken)) from broken


def _rules(game: Game, effort: Effort) -> None:
    """`check_game`: choices, refusals, copies, knowledge, records."""
    for setting in settings(game):
        for seed in range(effort.seed, effort.seed + effort.games):
            every = max(1, length(game, setting, seed) // effort.positions)
            check_game(game, setting.players, setting.options, seed=seed, every=every)


def _tensor(game: Game, effort: Effort) -> None:
    for setting in settings(game):
        for seed in range(effort.seed, effort.seed + effort.games):
            for where, state in some(game, setting, effort, seed):
                try:
                    check_tensor(game, state, Rng(where))
                except CheckFailed as failed:
                    raise CheckFailed(f"{where}: {failed}") from failed
                except Exception as error:
                    raise CheckFailed(f"{where}: {type(error).__name__}: {error}") from error


def _secrets(game: Game, effort: Effort) -> None:
    check_chance_secrets(game, effort)
    check_deals(game, effort)


def _words(game: Game, effort: Effort) -> None:
    from serai.checks.words import check_words

    check_words(game, effort)


CHECKS: Final = (
    Check("contract", "the game says what it is", _contract),
    Check("rules", "choices, refusals, copies, knowledge, notation and records", _rules),
    Check("chance", "draws are fair", check_chance),
    Check("secrets", "nobody is told what they cannot see", _secrets),
    Check("tensor", "features are in their ranges, and tell no secrets", _tensor),
    Check("estimate", "the estimate tells positions apart", check_estimate),
    Check("bots", "every level plays, and hints are given", check_bots),
    Check("page", "scenes and log for every seat and number of players", check_page),
    Check("lessons", "lessons replay, and answer every choice", check_lessons),
    Check("puzzles", "puzzles replay, and rate every choice", check_puzzles),
    Check("words", "all that is said is translated", _words),
)
NEEDS: Final = {"page": "jinja2", "lessons": "jinja2", "words": "babel"}  # the server's libraries


def check_all(
    game: Game,
    quick: bool = False,
    seed: int = 0,
    only: Iterable[str] = (),
    tell: Callable[[Check, Fault | str | None], None] = lambda check, result: None,
) -> list[Fault]:
    """Run all checks, or `only` some. Returns what is wrong, at most one fault per check.

    `tell` is called for each: with the fault, None if there is none, or a text that says why it was skipped.

    >>> import serai
    >>> check_all(serai.game("yspahan"), quick=True, only=["estimate"])
    []
    """
    effort = QUICK if quick else THOROUGH
    wanted = list(only)
    found: list[Fault] = []
    for check in CHECKS:
        if wanted and check.name not in wanted:
            continue
        missing = NEEDS.get(check.name)
        if missing is not None and find_spec(missing) is None:
            tell(check, f"needs {missing}: pip install 'serai[server]'")
            continue
        try:
            check.run(game, Effort(effort.games, effort.positions, seed))
        except NothingToCheck as reason:
            tell(check, str(reason))
        except CheckFailed as failed:
            found.append(Fault(check.name, str(failed)))
            tell(check, found[-1])
        except Exception as error:
            found.append(Fault(check.name, f"{type(error).__name__}: {error}"))
            tell(check, found[-1])
        else:
            tell(check, None)
    return found
