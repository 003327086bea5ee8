"""Datasets of games for learning, as Parquet.

A folder holds `run.json` (the parameters), `README.md` (a card that describes every column), and in
`decisions` and `games` one file for each part of the run. A part is written to a temporary file and renamed
when it is complete, its games last; so after an interruption the same call continues with the missing parts.
The same run gives the same files, with any number of processes.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     write(Run("yspahan", games=3, players=3, bots=("random",)), Path(folder))
...     [record.players for record in records(Path(folder))]
[3, 3, 3]
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

import serai
from serai.arena.local import run_here
from serai.arena.match import Match, Result
from serai.arena.tournament import Runner, endless
from serai.bots.bot import Budget
from serai.bots.external import TIMEOUT
from serai.bots.nets import game_net
from serai.kernel.errors import BadOption
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.kernel.tensor import size
from serai.research.errors import BadDataset
from serai.research.opinions import NOTHING, Opinion, Wish, all_opinions

FORMAT: Final = "serai-dataset"
VERSION: Final = 1
ABOUT: Final = "run.json"
CARD: Final = "README.md"
DECISIONS: Final = "decisions"
GAMES: Final = "games"
PART: Final = 100  # games per file

Played = tuple[Result, list[Opinion]]


@dataclass(frozen=True)
class Run:
    """Which games: a number of games of `bots` mixed evenly, or of fixed `seats` rotated around the table.

    >>> len(list(Run("yspahan", games=2, players=2, bots=("random",)).matches()))
    2
    """

    game: str
    games: int
    bots: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    seed: str = "0"
    part: int = PART
    budget: Budget = field(default_factory=Budget)
    timeout: float = TIMEOUT
    search: int = 0  # walks of a search that rates every choice; 0: none
    net: bool = False  # whether the game's net rates every choice

    def matches(self) -> Iterator[Match]:
        """Every game of the run; each has dice of its own. Raises `BadOption` for unknown names.

        >>> [match.seats for match in Run("yspahan", games=1, players=2, bots=("random",)).matches()]
        [('random', 'random')]
        """
        if self.games < 1 or self.part < 1:
            raise BadOption(f"a dataset has games, and parts of games: not {min(self.games, self.part)}")
        if self.search < 0:
            raise BadOption(f"a search has walks: not {self.search}")
        if self.net:
            game_net(serai.game(self.game))  # raises if there is none
        every = endless(
            serai.game(self.game),
            self.bots,
            self.seats,
            self.players,
            self.options,
            self.seed,
            self.budget,
            self.timeout,
        )
        numbered = (replace(match, seed=f"{self.seed} {match.number}") for match in every)
        return islice(numbered, self.games)

    def about(self) -> dict[str, Any]:
        """The content of `run.json`: everything that distinguishes one run from another."""
        game = serai.game(self.game)
        asked = asdict(self)
        for name in ("search", "net"):  # older folders have neither
            if not asked[name]:
                del asked[name]
        players = self.players or len(self.seats) or game.most_players(self.options)
        return {
            "format": FORMAT,
            "version": VERSION,
            "serai": serai.__version__,
            "rules": game.version,
            "features": size(game.layout),
            "actions": game.num_seat_actions,
            **asked,
            "bots": list(self.bots),
            "seats": list(self.seats),
            "players": players,
            "options": game.settings(players, self.options),
        }


class Column(NamedTuple):
    """A column, and its description in the card."""

    name: str
    kind: pa.DataType
    words: str  # the type's name in the card
    meaning: str


def _list(kind: pa.DataType) -> pa.DataType:
    return pa.list_(pa.field("element", kind, nullable=False))


def decision_columns(game: Game, wish: Wish = NOTHING) -> list[Column]:
    """The columns of `decisions`: a row per choice of a seat, games in order, choices in order."""
    columns = [
        Column("game", pa.int64(), "int64", "the game's number in the run, from 0"),
        Column(
            "number",
            pa.int32(),
            "int32",
            "the place of the choice in the game's list of choices, those of chance counted",
        ),
        Column("seat", pa.int8(), "int8", "who chooses"),
        Column("choice", pa.int32(), "int32", "what they chose"),
        Column(
            "legal", _list(pa.int32()), "list of int32", "all legal choices, ascending, that one among them"
        ),
        Column(
            "observation",
            pa.binary(size(game.layout)),
            f"binary of {size(game.layout)}",
            "what the seat knew before it chose: the tensor, a byte a number",
        ),
        Column("score", pa.int32(), "int32", "the seat's points at the end"),
        Column("share", pa.float32(), "float", "the seat's share of the win, from 0 to 1"),
    ]
    if wish.search:
        columns += [
            _ratings(
                "search_values",
                f"for each legal choice the share of the win that a search of {wish.search} walks expects; "
                "choices that it did not visit have its first guess",
            ),
            Column(
                "search_visits",
                _list(pa.int32()),
                "list of int32",
                "for each legal choice how many walks the search made through it",
            ),
        ]
    if wish.net:
        columns += [
            _ratings(
                "net_values",
                "for each legal choice the share of the win that the game's net gives the seat right after "
                "it, in one deal of what the seat cannot see; if the game is over then, the true share",
            )
        ]
    return columns


def _ratings(name: str, about: str) -> Column:
    """A column with a number for each legal choice."""
    return Column(name, _list(pa.float32()), "list of float", about)


FAULTS: Final = "bots that failed, and why; random choices stand in the place of theirs"


def game_columns() -> list[Column]:
    """The columns of `games`: a row per game."""
    return [
        Column("game", pa.int64(), "int64", "the game's number in the run, from 0"),
        Column("seed", pa.string(), "string", "the seed of its dice and bots"),
        Column("seats", pa.list_(pa.string()), "list of string", "the bots, by seat"),
        Column(
            "choices",
            pa.list_(pa.int32()),
            "list of int32",
            "all choices, of seats and of chance: the whole game",
        ),
        Column("scores", pa.list_(pa.int32()), "list of int32", "the points at the end, by seat"),
        Column("shares", pa.list_(pa.float32()), "list of float", "the shares of the win, by seat"),
        Column("faults", pa.list_(pa.string()), "list of string", FAULTS),
    ]


def _schema(columns: list[Column]) -> pa.Schema:
    return pa.schema([pa.field(column.name, column.kind, nullable=False) for column in columns])


def decisions_schema(game: Game, wish: Wish = NOTHING) -> pa.Schema:
    """The Arrow schema of `decisions`."""
    return _schema(decision_columns(game, wish))


def games_schema() -> pa.Schema:
    """The Arrow schema of `games`."""
    return _schema(game_columns())


def card(run: Run) -> str:
    """What is in a dataset, as Markdown: its `README.md`.

    >>> "| seat | int8 | who chooses |" in card(Run("yspahan", 10, ("random",)))
    True
    """
    about = run.about()
    game = serai.game(run.game)
    who = ", ".join(about["seats"] or about["bots"])
    options = ", ".join(f"{name} {value}" for name, value in about["options"].items() if value) or "none"
    wish = Wish(run.search, run.net)
    lines = [
        "---",
        f"pretty_name: {game.title}, {run.games} games",
        "license: apache-2.0",
        "tags: [board-games, imperfect-information, reinforcement-learning]",
        "configs:",
        *(
            line
            for name in (DECISIONS, GAMES)
            for line in (f"- config_name: {name}", f"  data_files: {name}/*.parquet")
        ),
        "---",
        "",
        f"# {game.title}: {run.games} games of {who}",
        "",
        f"Played and written by Serai {about['serai']} (rules of {game.title} in version {about['rules']}), "
        f"{about['players']} players, options: {options}, seed `{run.seed}`. The same command with the same "
        "versions writes the same bytes, unless bots think by the clock; `run.json` holds all that was asked "
        "for.",
        "",
        f"Actions are numbers below {about['actions']}, the same in every game; the {about['features']} "
        f"bytes of an observation are explained in `docs/reference/tensors/{run.game}.md` of Serai. Nothing "
        "in a row of `decisions` but its `score` and `share` says more than the seat knew.",
        "",
        "## `decisions`: a row a choice of a seat, in the order of games and choices",
        "",
        *_column_rows(decision_columns(game, wish)),
        "",
        "## `games`: a row a game",
        "",
        *_column_rows(game_columns()),
        "",
        "## Reading",
        "",
        "Any reader of Parquet reads the folders `decisions` and `games`. With Serai, "
        "`serai.research.dataset.arrays(folder)` gives NumPy arrays and `records(folder)` whole games to "
        "replay.",
        "",
    ]
    return "\n".join(lines)


def _column_rows(columns: list[Column]) -> list[str]:
    rows = [f"| {column.name} | {column.words} | {column.meaning} |" for column in columns]
    return ["| column | type | meaning |", "|---|---|---|", *rows]


def write(
    run: Run,
    folder: Path,
    play: Runner = run_here,
    progress: Callable[[int, int], None] = lambda games, faults: None,
    processes: int | None = 1,
) -> None:
    """Write the missing parts. `progress` gets how many games are done, and in how many a bot failed.

    `processes` is how many compute the opinions of search and net (None: one per core).

    >>> from tempfile import TemporaryDirectory
    >>> run = Run("yspahan", games=2, players=2, bots=("random",))
    >>> with TemporaryDirectory() as folder:
    ...     write(run, Path(folder))
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['README.md', 'decisions', 'games', 'run.json']
    """
    matches = run.matches()
    wish = Wish(run.search, run.net)
    _claim(folder, run.about())
    _rename_whole(folder / CARD, lambda aside: aside.write_text(card(run), "utf-8"))
    counts = [min(run.part, run.games - first) for first in range(0, run.games, run.part)]
    missing = [number for number in range(len(counts)) if not _file(folder, GAMES, number).exists()]
    done = run.games - sum(counts[number] for number in missing)
    faults = 0
    progress(done, faults)
    parts = (list(islice(matches, count)) for count in counts)
    wanted = set(missing)
    left = chain.from_iterable(part for number, part in enumerate(parts) if number in wanted)
    waiting: dict[int, list[Played]] = {number: [] for number in missing}
    with closing(play(left)) as results, closing(all_opinions(results, wish, processes)) as rated:
        for result, thought in rated:
            number = result.match.number // run.part
            waiting[number].append((result, thought))
            done += 1
            faults += bool(result.faults)
            if len(waiting[number]) == counts[number]:
                played = sorted(waiting.pop(number), key=lambda one: one[0].match.number)
                _save(_decisions(played, wish), _file(folder, DECISIONS, number))
                _save(_games([one for one, _ in played]), _file(folder, GAMES, number))
            progress(done, faults)


def _claim(folder: Path, about: dict[str, Any]) -> None:
    """Create the folder of a run, or make sure that an existing one belongs to the same run."""
    path = folder / ABOUT
    text = json.dumps(about, indent=1, ensure_ascii=False) + "\n"
    try:
        if not path.exists():
            if folder.exists() and any(other != _aside(path) for other in folder.iterdir()):
                raise BadDataset(f"{folder} is not empty, and not of a dataset")
            folder.mkdir(parents=True, exist_ok=True)
            _rename_whole(path, lambda aside: aside.write_text(text, "utf-8"))
        there = about_folder(folder)
        different = sorted(name for name in about if there.get(name) != json.loads(text)[name])
        if different:
            name = different[0]
            raise BadDataset(
                f"{folder} is of another run: {name} is {there.get(name)!r}, not {about[name]!r}"
            )
        for name in (DECISIONS, GAMES):
            (folder / name).mkdir(exist_ok=True)
    except OSError as error:
        raise BadDataset(f"cannot write {folder}: {error.strerror}") from error


def about_folder(folder: Path) -> dict[str, Any]:
    """The `run.json` of a folder."""
    try:
        found = json.loads((folder / ABOUT).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadDataset(f"{folder} is not of a dataset: {ABOUT} cannot be read") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadDataset(f"{folder} is not of a dataset: {ABOUT} is something else")
    return found


def _file(folder: Path, kind: str, number: int) -> Path:
    return folder / kind / f"part-{number:06}.parquet"


def _save(table: pa.Table, path: Path) -> None:
    _rename_whole(path, lambda aside: pq.write_table(table, aside, compression="zstd"))


def _aside(path: Path) -> Path:
    return path.with_name(f".{path.name}.unfinished")


def _rename_whole(path: Path, writer: Callable[[Path], object]) -> None:
    """Write a file atomically, even if the power fails. Readers skip names that begin with a dot."""
    aside = _aside(path)
    try:
        writer(aside)
        with aside.open("rb+") as file:
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as error:
        raise BadDataset(f"cannot write {path}: {error.strerror}") from error


def _decisions(played: list[Played], wish: Wish) -> pa.Table:
    """The choices of seats in some games, with what the seat knew and how the game ended."""
    game = serai.game(played[0][0].match.game)
    schema = decisions_schema(game, wish)
    columns: dict[str, list[Any]] = {name: [] for name in schema.names}
    for result, thought in played:
        if wish.search:
            columns["search_values"] += [opinion.values for opinion in thought]
            columns["search_visits"] += [opinion.visits for opinion in thought]
        if wish.net:
            columns["net_values"] += [opinion.net for opinion in thought]
        state = game.new(len(result.match.seats), result.match.options)
        for number, choice in enumerate(result.choices):
            seat = int(state.actor)
            if seat >= 0:
                columns["game"].append(result.match.number)
                columns["number"].append(number)
                columns["seat"].append(seat)
                columns["choice"].append(choice)
                columns["legal"].append(state.legal())
                columns["observation"].append(state.features(seat))
                columns["score"].append(result.scores[seat])
                columns["share"].append(result.shares[seat])
            state.apply_unchecked(choice)
    return pa.table(columns, schema)


def _games(results: list[Result]) -> pa.Table:
    rows = [
        {
            "game": result.match.number,
            "seed": result.match.seed,
            "seats": result.match.seats,
            "choices": result.choices,
            "scores": result.scores,
            "shares": result.shares,
            "faults": [str(fault) for fault in result.faults],
        }
        for result in results
    ]
    return pa.Table.from_pylist(rows, games_schema())


def records(folder: Path) -> Iterator[Record]:
    """The records of a folder's games.

    >>> from tempfile import TemporaryDirectory
    >>> run = Run("yspahan", games=2, players=2, bots=("random",))
    >>> with TemporaryDirectory() as folder:
    ...     write(run, Path(folder))
    ...     [record.game.name for record in records(Path(folder))]
    ['yspahan', 'yspahan']
    """
    about = about_folder(folder)
    for path in sorted((folder / GAMES).glob("part-*.parquet")):
        for row in pq.read_table(path).to_pylist():
            tags = {"Seats": ",".join(row["seats"]), "Seed": row["seed"]}
            yield Record(about["game"], about["players"], about["options"], row["choices"], tags)


class Decisions(NamedTuple):
    """Rows of `decisions` as arrays."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    choices: NDArray[np.int32]
    scores: NDArray[np.int32]
    shares: NDArray[np.float32]


def arrays(folder: Path) -> Iterator[Decisions]:
    """The decisions of a folder, part by part, ready for a network.

    >>> from tempfile import TemporaryDirectory
    >>> run = Run("yspahan", games=2, players=2, bots=("random",))
    >>> with TemporaryDirectory() as folder:
    ...     write(run, Path(folder))
    ...     [part.masks.shape[1] for part in arrays(Path(folder))]
    [227]
    """
    about = about_folder(folder)
    for path in sorted((folder / DECISIONS).glob("part-*.parquet")):
        table = pq.read_table(path).combine_chunks()
        masks = np.zeros((len(table), about["actions"]), np.bool_)
        legal = table["legal"].chunk(0)
        masks[np.repeat(np.arange(len(table)), np.diff(legal.offsets)), legal.flatten()] = True
        known = np.frombuffer(b"".join(table["observation"].to_pylist()), np.uint8)
        plain = (table[name].to_numpy() for name in ("seat", "choice", "score", "share"))
        yield Decisions(known.reshape(len(table), -1), masks, *plain)
