"""Puzzles: positions from games between bots in which one choice is clearly best, but not obvious.

They ship with a game as `puzzles.jsonl` in its folder, which `serai puzzles make` writes. Its first line
says which game it is and how the puzzles were made; every other line is one game, up to its last puzzle:

    {"players": 3, "options": {}, "choices": [228, 0, 7], "puzzles": [{"at": 3, "missed": 0.6, "values": …}]}

A choice is judged by what the seat may know: the search redeals what it cannot see.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, cached_property, partial
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from serai.arena.match import BotPool, Match, play_match
from serai.arena.tournament import runner
from serai.bots.bot import Bot, Budget, Situation
from serai.bots.greedy import Greedy
from serai.bots.hint import WORTH_TELLING, Reason
from serai.bots.names import GREEDY, level_names, make_bot, strongest_bot
from serai.bots.net_rater import NetRater
from serai.bots.nets import game_evaluator, net_path
from serai.bots.players import FOLLOWED
from serai.kernel.errors import SeraiError, UnknownGame
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.registry import game
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, State

FILE: Final = "puzzles.jsonl"
FORMAT: Final = "serai-puzzles"
CHOICES: Final = 3  # the fewest legal choices in a puzzle
IN_A_GAME: Final = 3  # puzzles from one game, at most
OPEN: Final = (0.08, 0.95)  # the range of the best choice's share of the win: the game is undecided
LOOKS: Final = 5  # choices by each level, to measure how difficult a puzzle is
PLAYED_BY: Final = 3  # levels that play the games: the strongest that do not search
MOST_REASONS: Final = 2  # for a choice; one more may be against it


class BadPuzzle(SeraiError, ValueError):
    """A puzzle file that cannot be used."""


class Value(NamedTuple):
    """What a choice is worth: the share of the win that a deep search expects after it."""

    choice: int
    share: float


@dataclass(frozen=True)
class Effort:
    """How deep to search, in walks, and what counts as clearly best.

    The best choice must be ahead of all others by a share `lead` of the win: at first sight, after a `short`
    search, and after a `deep` one with other dice.
    """

    short: int = 48
    deep: int = 300
    lead: float = 0.05


@dataclass(frozen=True)
class Puzzle:
    """A position with one best choice to find.

    >>> puzzle = puzzles("istanbul")[0]
    >>> puzzle.values[0].choice == puzzle.best
    True
    """

    game: str
    players: int
    options: Mapping[str, str]
    choices: tuple[int, ...]  # the choices that lead to it
    values: tuple[Value, ...]  # of all legal choices, best first
    missed: float  # the fraction of quick tries (greedy, and levels that do not search) that miss it

    @cached_property
    def id(self) -> str:
        """A short id that depends only on the position.

        >>> puzzle = puzzles("yspahan")[0]
        >>> len(puzzle.id)
        10
        """
        known = [self.game, game(self.game).version, self.players, dict(self.options), self.choices]
        return blake2b(json.dumps(known).encode(), digest_size=5).hexdigest()

    @property
    def best(self) -> int:
        """The choice to find.

        >>> puzzle = puzzles("yspahan")[0]
        >>> puzzle.best in puzzle.position().legal()
        True
        """
        return self.values[0].choice

    @property
    def lead(self) -> float:
        """By what share of the win it beats every other choice.

        >>> puzzle = puzzles("yspahan")[0]
        >>> 0 < puzzle.lead < 1
        True
        """
        return self.values[0].share - self.values[1].share

    def record(self) -> Record:
        """The game up to this position.

        >>> puzzle = puzzles("yspahan")[0]
        >>> puzzle.record().choices == list(puzzle.choices)
        True
        """
        return Record(self.game, self.players, self.options, list(self.choices))

    def position(self) -> State:
        """The position. Raises `BadPuzzle` if it does not replay, or does not fit the puzzle.

        >>> puzzle = puzzles("yspahan")[0]
        >>> puzzle.position().game_name
        'yspahan'
        """
        try:
            state = self.record().replay()
        except SeraiError as error:
            raise BadPuzzle(f"puzzle {self.id}: {error}") from error
        if state.actor < 0 or state.legal() != sorted(value.choice for value in self.values):
            raise BadPuzzle(f"puzzle {self.id}: its values are of other choices than can be made")
        return state

    def share(self, choice: int) -> float:
        """What a choice is worth.

        >>> puzzle = puzzles("yspahan")[0]
        >>> puzzle.share(puzzle.best) == puzzle.values[0].share
        True
        """
        return next(value.share for value in self.values if value.choice == choice)


# Reading and writing


def puzzle_path(of: Game) -> Path | None:
    """The puzzle file of a game, whichever package it is in; None if there is none."""
    path = of.folder and of.folder / FILE
    return path if path and path.exists() else None


@cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, if any. Raises `BadPuzzle`.

    >>> puzzle = puzzles("yspahan")[0]
    >>> puzzle.best in puzzle.position().legal()
    True
    """
    path = puzzle_path(game(name))
    return tuple(read(path.read_text(encoding="utf-8"), game(name))) if path else ()


def read(text: str, of: Game | None = None) -> list[Puzzle]:
    """Parse the content of a puzzle file, without replaying the positions. Raises `BadPuzzle`."""
    lines = text.splitlines()
    found: list[Puzzle] = []
    try:
        head = json.loads(lines[0]) if lines else {}
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise BadPuzzle("this is no file of puzzles")
        of = of or game(head["game"])
        if (head["game"], head["version"]) != (of.name, of.version):
            raise BadPuzzle(f"these puzzles were made for {head['game']}, version {head['version']}")
        for line in lines[1:]:
            given = json.loads(line)
            for one in given["puzzles"]:
                values = tuple(Value(int(choice), float(share)) for choice, share in one["values"])
                if len(values) < 2:
                    raise BadPuzzle("a puzzle has choices")
                choices = tuple(given["choices"][: one["at"]])
                found.append(
                    Puzzle(of.name, given["players"], given["options"], choices, values, one["missed"])
                )
    except UnknownGame as error:
        raise BadPuzzle(str(error)) from error
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, BadPuzzle):
            raise
        raise BadPuzzle(f"the file is broken: {type(error).__name__}: {error}") from error
    return found


def write(of: Game, found: Iterable[Puzzle], made: Mapping[str, object] | None = None) -> str:
    """The content of a puzzle file, which `read` parses. Puzzles from the same game must be adjacent."""
    lines = [json.dumps({"format": FORMAT, "game": of.name, "version": of.version, "made": made or {}})]
    row: list[Puzzle] = []
    for puzzle in found:
        if row and not _goes_on(row[-1], puzzle):
            lines.append(_line(row))
            row = []
        row.append(puzzle)
    if row:
        lines.append(_line(row))
    return "\n".join(lines) + "\n"


def _goes_on(one: Puzzle, later: Puzzle) -> bool:
    same = (one.players, one.options) == (later.players, later.options)
    return same and later.choices[: len(one.choices)] == one.choices


def _line(row: Sequence[Puzzle]) -> str:
    last = row[-1]
    given = {
        "players": last.players,
        "options": dict(last.options),
        "choices": last.choices,
        "puzzles": [
            {
                "at": len(one.choices),
                "missed": round(one.missed, 2),
                "values": [[value.choice, round(value.share, 4)] for value in one.values],
            }
            for one in row
        ],
    }
    return json.dumps(given, separators=(",", ":"))


# Making


def deep_values(state: State, work: int, seed: str) -> list[Value]:
    """The values that the strongest search finds in so many walks, best first, from what the seat may know.

    >>> import serai
    >>> state = serai.game("yspahan").new(2)
    >>> state.apply(state.sample(serai.Rng(1)))
    >>> len(deep_values(state, 1, "0")) == len(state.legal())
    True
    """
    of = game(state.game_name)
    bot = strongest_bot(of, work)
    bot.reset(of, state.players, {}, state.actor, seed)
    ranked = bot.ranked(Situation(state, state.actor), Budget(work=work))
    best, *others = (Value(choice, share) for choice, share in ranked)
    return [best, *sorted(others, key=lambda value: (-value.share, value.choice))]


def lead_of(values: Sequence[Value]) -> float:
    """By how much the first value exceeds all others."""
    return values[0].share - max(value.share for value in values[1:])


def find_puzzles(match: Match, pool: BotPool, effort: Effort) -> list[Puzzle]:
    """Play a match, then search it for puzzles. The result depends only on the match and the effort."""
    result = play_match(match, pool)
    of = game(match.game)
    examiner = Examiner(of, match.options, effort)
    state = of.new(len(match.seats), match.options)
    candidates: list[
        tuple[float, int, int, State]
    ] = []  # lead at first sight, turn, choices before, position
    turn = last = 0
    for number, choice in enumerate(result.choices):
        if state.actor not in (last, CHANCE):
            turn, last = turn + 1, state.actor
        if state.actor >= 0 and len(state.legal()) >= CHOICES:
            lead = examiner.at_first_sight(state, f"{match.seed} {number}")
            if lead >= effort.lead:
                candidates.append((-lead, turn, number, state.clone()))
        state.apply_unchecked(choice)
    found: dict[int, Puzzle] = {}  # by turn: at most one per turn
    candidates.sort(key=lambda one: one[:3])
    for _, turn, number, position in candidates:
        if turn not in found and len(found) < IN_A_GAME:
            seed = f"{match.seed} {number}"
            values = examiner.deeply(position, seed)
            if values is not None:
                before = tuple(result.choices[:number])
                missed = examiner.missed(position, values[0].choice, seed)
                options = of.settings(len(match.seats), match.options)
                puzzle = Puzzle(of.name, len(match.seats), options, before, tuple(values), missed)
                found[turn] = puzzle
    return [found[turn] for turn in sorted(found)]


class Examiner:
    """Looks at positions of a game, at first sight and with deep searches."""

    def __init__(self, of: Game, options: Mapping[str, str], effort: Effort) -> None:
        self.game = of
        self.options = options
        self.effort = effort
        self.rater = NetRater(game_evaluator(of)) if net_path(of) else None
        self.greedy = make_bot(GREEDY, of)
        self.others = [make_bot(name, of) for name in quick_levels(of)]

    def at_first_sight(self, state: State, seed: str) -> float:
        """By how much the best choice seems to be ahead; 0 if the greedy player finds it too, or the game is
        decided."""
        seat = int(state.actor)
        values = self.net_values(state, seed) or deep_values(state, self.effort.short, f"{seed} sight")
        best = max(values, key=lambda value: value.share)
        if not OPEN[0] <= best.share <= OPEN[1] or self.guess(self.greedy, state, seat, seed) == best.choice:
            return 0.0
        return best.share - max(value.share for value in values if value is not best)

    def net_values(self, state: State, seed: str) -> list[Value]:
        """The net's value of each choice; empty if the game has no net."""
        if self.rater is None:
            return []
        seat = int(state.actor)
        self.rater.rate_all(Situation(state, seat).imagine(Rng(seed)), seat, FOLLOWED)
        return [Value(choice, self.rater.values[i]) for i, choice in enumerate(state.legal())]

    def deeply(self, state: State, seed: str) -> list[Value] | None:
        """The deep values of the choices, best first; None if none is clearly best."""
        effort = self.effort
        short = deep_values(state, effort.short, f"{seed} short")
        if lead_of(short) < effort.lead:
            return None
        deep = deep_values(state, effort.deep, f"{seed} deep")
        clear = lead_of(deep) >= effort.lead and OPEN[0] <= deep[0].share <= OPEN[1]
        return deep if clear and deep[0].choice == short[0].choice else None

    def missed(self, state: State, best: int, seed: str) -> float:
        """The fraction of quick tries that do not find a choice."""
        seat = int(state.actor)
        guesses = [self.guess(self.greedy, state, seat, seed)]
        for bot in self.others:
            guesses += [self.guess(bot, state, seat, f"{seed} {time}") for time in range(LOOKS)]
        return sum(guess != best for guess in guesses) / len(guesses)

    def guess(self, bot: Bot, state: State, seat: int, seed: str) -> int:
        """What a bot would choose."""
        bot.reset(self.game, int(state.players), self.options, seat, seed)
        return bot.choose(Situation(state, seat), Budget())


def quick_levels(of: Game) -> list[str]:
    """The levels of a game that do not search, weakest first."""
    levels = zip(level_names(of), of.levels, strict=True)
    return [name for name, level in levels if level.work is None and level.seconds is None]


def matches(
    of: Game,
    games: int,
    seed: str = "0",
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> list[Match]:
    """Matches between levels that do not search, with every number of players in turn."""
    bots = quick_levels(of)[-PLAYED_BY:] or [GREEDY]
    least, most = of.players[0], of.most_players(options)
    found = []
    for number in range(games):
        count = players or most - number % (most - least + 1)
        rng = Rng(f"{seed} {number} seating")
        seats = tuple(bots[rng.below(len(bots))] for _ in range(count))
        found.append(Match(number, of.name, seats, f"{seed} {number}", of.settings(count, options)))
    return found


def make(
    wanted: Sequence[Match],
    effort: Effort | None = None,
    processes: int | None = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda found: None,
) -> list[Puzzle]:
    """The puzzles of all matches, in the order of the matches, each position once."""
    run = runner(processes, ray, partial(_numbered, effort=effort or Effort()))
    found: dict[int, list[Puzzle]] = {}
    with closing(run(wanted)) as stream:
        for number, some in stream:
            found[number] = some
            progress(len(some))
    made: dict[str, Puzzle] = {}
    for number in sorted(found):
        for puzzle in found[number]:
            made.setdefault(puzzle.id, puzzle)
    return list(made.values())


def _numbered(match: Match, pool: BotPool, effort: Effort) -> tuple[int, list[Puzzle]]:
    return match.number, find_puzzles(match, pool, effort)


# Explaining


def differences(puzzle: Puzzle, choice: int) -> tuple[Reason, ...]:
    """Where the best choice is ahead of another when the turn ends, and where behind, weightiest first.

    Parts are named as in `State.parts`. Uses only what the seat may know.
    """
    state = puzzle.position()
    seat = int(state.actor)
    world = state.determinize(seat, Rng(f"{puzzle.id} why"))
    better = dict(_end_of_turn(world, puzzle.best, seat).parts(seat))
    worse = dict(_end_of_turn(world, choice, seat).parts(seat))
    found = [Reason(kind, better[kind] - worse[kind]) for kind in better]
    found.sort(key=lambda reason: -abs(reason.amount))
    least = WORTH_TELLING * abs(found[0].amount) if found else 0.0
    reasons = [reason for reason in found if abs(reason.amount) > least]
    gains = [reason for reason in reasons if reason.amount > 0][:MOST_REASONS]
    return (*gains, *(reason for reason in reasons if reason.amount < 0))[: MOST_REASONS + 1]


def _end_of_turn(state: State, choice: int, seat: int) -> State:
    """Where a choice leads if the rest of the turn is played well: by the game's net, if there is one."""
    of = game(state.game_name)
    if net_path(of) is None:
        return Greedy().turn_after(state, choice, seat)
    after = state.clone()
    after.apply_unchecked(choice)
    return NetRater(game_evaluator(of)).finish(after, seat)
