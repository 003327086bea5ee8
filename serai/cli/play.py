"""`serai play`"""

from __future__ import annotations

from pathlib import Path
from secrets import randbits
from typing import Annotated, Final

import typer
from rich.console import Console

import serai
from serai.bots.names import LEVEL, USUAL, check_bot, default_level
from serai.cli.files import read_record
from serai.cli.options import Players, Seed, game_options
from serai.cli.output import fail
from serai.cli.terminal import HUMAN, SEATED, SEEDED, Terminal
from serai.kernel.errors import BadOption, SeraiError
from serai.kernel.game import Game
from serai.kernel.record import Record
from serai.paths import data_folder

YOU: Final = "you"  # the same as a human


def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game; `serai info` lists them.")] = None,
    players: Players = None,
    seats: Annotated[
        str | None,
        typer.Option(help=f"Who plays, e.g. you,level1,level5,you (default: you against {LEVEL}{USUAL})."),
    ] = None,
    seed: Seed = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
) -> None:
    """Play in this terminal. A game's options follow its name, e.g. --layout long."""
    console = Console(highlight=False)
    try:
        if resume is not None:
            if players is not None or seats is not None or seed is not None or context.args:
                raise BadOption("--resume takes players, seats, seed and options from its file")
            record, path = _resumed(resume), resume
            if game is not None and game != record.game.name:
                raise BadOption(f"{resume} is a game of {record.game.name}, not {game}")
        else:
            record = _new_record(game, players, seats, seed, context.args)
            path = _new_file(record.game.name)
        Terminal(record, console, console.input, path).run()
    except SeraiError as error:
        fail(str(error))


def _new_file(name: str) -> Path:
    """A file of the data folder that is not there yet: no game is written over."""
    path = data_folder() / f"{name}.txt"
    number = 1
    while path.exists():
        number += 1
        path = data_folder() / f"{name}-{number}.txt"
    return path


def _new_record(
    name: str | None, players: int | None, seats: str | None, seed: str | None, extra: list[str]
) -> Record:
    if name is None:
        raise BadOption(f"which game? One of {', '.join(serai.game_names())}")
    game = serai.game(name)
    kinds = [HUMAN if kind.strip() == YOU else kind.strip() for kind in seats.split(",")] if seats else None
    options = game_options(game, extra)
    count = players if players is not None else len(kinds) if kinds else game.most_players(options)
    kinds = kinds or _alone(game, count)
    tags = {SEATED: ",".join(kinds), SEEDED: seed if seed is not None else str(randbits(64))}
    record = Record(game.name, count, options, tags=tags)
    _check_seats(record)
    return record


def _resumed(path: Path) -> Record:
    record = read_record(path)
    record.tags.setdefault(SEATED, ",".join(_alone(record.game, record.players)))
    record.tags.setdefault(SEEDED, str(randbits(64)))
    _check_seats(record)
    return record


def _alone(game: Game, players: int) -> list[str]:
    """One person against bots."""
    return [HUMAN, *[default_level(game)] * (players - 1)]


def _check_seats(record: Record) -> None:
    kinds = record.tags[SEATED].split(",")
    for kind in kinds:
        if kind != HUMAN:
            check_bot(kind, record.game)
    if len(kinds) != record.players:
        raise BadOption(f"{len(kinds)} seats are named for {record.players} players")
