"""One game between bots.

Everything that decides its course is in the `Match`: the same match gives the same game in every process and
on every machine (unless its bots have a time budget).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import blake2b
from time import perf_counter
from typing import Any

from serai.bots.bot import Bot, Budget, RandomBot, Situation
from serai.bots.external import TIMEOUT, BotFault, ProcessBot
from serai.bots.names import make_bot
from serai.kernel.errors import SeraiError
from serai.kernel.record import Record
from serai.kernel.registry import game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State


@dataclass(frozen=True)
class Match:
    """A game to play: the bots and the seed of the dice."""

    number: int
    game: str
    seats: tuple[str, ...]
    seed: str
    options: Mapping[str, str] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    timeout: float = TIMEOUT


@dataclass(frozen=True)
class Fault:
    """Why a bot lost a game that it did not play to the end."""

    match: int
    seat: int
    bot: str
    kind: str
    detail: str
    stderr: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"game {self.match + 1}, seat {self.seat + 1}, {self.bot}: {self.kind}: {self.detail}"


@dataclass
class Result:
    """A finished game; lists have one entry per seat.

    `shares` are parts of the win that sum to 1 (0 if every bot failed); equal `ranks` are ties. Two results
    are equal if the games were, however long they took.
    """

    match: Match
    scores: list[int]
    shares: list[float]
    ranks: list[int]
    asked: list[int]
    choices: list[int]
    faults: list[Fault]
    seconds: list[float] = field(compare=False)
    slowest: list[float] = field(compare=False)

    def record(self) -> Record:
        """The record of the game. After a bot failed, its choices are random."""
        match = self.match
        tags = {"Seats": ",".join(match.seats), "Seed": match.seed}
        tags |= {f"Fault.{fault.seat + 1}": str(fault) for fault in self.faults}
        return Record(match.game, len(match.seats), match.options, self.choices, tags)


class WorkerDied(SeraiError):
    """A worker process ended unexpectedly: out of memory, or killed."""


class BotPool:
    """The bots of a process. Each is created once and plays game after game; `with` closes them."""

    def __init__(self) -> None:
        self.bots: dict[tuple[str, str, float, int], Bot] = {}
        self.ending = ExitStack()

    def __enter__(self) -> BotPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.close()

    def seat(self, match: Match) -> list[Bot]:
        """A bot for every seat."""
        return [
            self._bot(match, name, match.seats[:seat].count(name)) for seat, name in enumerate(match.seats)
        ]

    def _bot(self, match: Match, name: str, twin: int) -> Bot:
        key = (match.game, name, match.timeout, twin)
        bot = self.bots.get(key)
        if bot is None:
            bot = self.bots[key] = make_bot(name, game(match.game), match.timeout)
            if isinstance(bot, ProcessBot):
                self.ending.callback(bot.close)
        return bot


class Play:
    """A match in progress."""

    def __init__(self, match: Match, pool: BotPool) -> None:
        self.match = match
        self.players = len(match.seats)
        self.bots = pool.seat(match)
        self.state = game(match.game).new(self.players, match.options)
        self.choices: list[int] = []
        self.faults: dict[int, Fault] = {}
        self.asked = [0] * self.players
        self.seconds = [0.0] * self.players
        self.slowest = [0.0] * self.players

    def run(self) -> Result:
        """Play until the game is over, or only one bot is left."""
        for seat in range(self.players):
            self._reset(seat)
        thrown = 0
        while self.state.actor != OVER and len(self.faults) < self.players - 1:
            if self.state.actor == CHANCE:
                # The nth draw is the same in every game of a seed, however many numbers the one before took.
                choice = self.state.sample(Rng(f"{self.match.seed} {thrown}"))
                thrown += 1
            else:
                choice = self._choose(self.state.actor)
            self.state.apply(choice)
            self.choices.append(choice)
        shares, ranks = shares_and_ranks(self.state, set(self.faults))
        return Result(
            self.match,
            self.state.scores(),
            shares,
            ranks,
            self.asked,
            self.choices,
            list(self.faults.values()),
            self.seconds,
            self.slowest,
        )

    def _reset(self, seat: int) -> None:
        try:
            self._begin(seat)
        except Exception as error:
            self._replace(seat, error)

    def _begin(self, seat: int) -> None:
        """Tell the seat's bot about the game. Its seed does not reveal that of the dice."""
        played = game(self.match.game)
        options = played.settings(self.players, self.match.options)
        seed = blake2b(f"{self.match.seed} seat {seat}".encode(), digest_size=8).hexdigest()
        self.bots[seat].reset(played, self.players, options, seat, seed)

    def _choose(self, seat: int) -> int:
        """The choice of the seat's bot, or of the random one that takes its place."""
        situation = Situation(self.state, seat)
        legal = list(situation.legal)
        begun = perf_counter()
        try:
            choice = self.bots[seat].choose(situation, self.match.budget)
            if choice not in legal:
                raise BotFault(self.match.seats[seat], "illegal", f"{choice!r} is not open to it")
        except Exception as error:
            self._replace(seat, error)
            return self.bots[seat].choose(Situation(self.state, seat), self.match.budget)
        if seat not in self.faults and len(legal) > 1:
            spent = perf_counter() - begun
            self.asked[seat] += 1
            self.seconds[seat] += spent
            self.slowest[seat] = max(self.slowest[seat], spent)
        return choice

    def _replace(self, seat: int, error: Exception) -> None:
        """The bot has lost. A random one replaces it, so that the others can finish the game."""
        name = self.match.seats[seat]
        if not isinstance(error, BotFault):
            error = BotFault(name, "crash", f"{type(error).__name__}: {error}")
        self.faults[seat] = Fault(
            self.match.number, seat, name, error.kind, " ".join(error.detail.split()), error.stderr
        )
        self.bots[seat] = RandomBot()
        self._begin(seat)


def shares_and_ranks(state: State, failed: set[int]) -> tuple[list[float], list[int]]:
    """Each seat's part of the win, and its rank. Seats whose bot failed come last and win nothing."""
    scores = state.scores()
    sound = [seat for seat in range(len(scores)) if seat not in failed]
    winners = [seat for seat in state.winners() if seat not in failed]
    if not winners and sound:
        best = max(scores[seat] for seat in sound)
        winners = [seat for seat in sound if scores[seat] == best]

    def order(seat: int) -> tuple[int, int]:
        return (0, 0) if seat in winners else (1, -scores[seat]) if seat in sound else (2, 0)

    seats = range(len(scores))
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    ranks = [1 + sum(order(other) < order(seat) for other in seats) for seat in seats]
    return shares, ranks


def play_match(match: Match, pool: BotPool) -> Result:
    """Play a match with bots from a pool."""
    return Play(match, pool).run()


# What the processes do with a match: play it, as here, and perhaps analyse the game.
Job = Callable[[Match, BotPool], Any]
