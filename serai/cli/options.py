"""Options that several commands share."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated, Final

import typer

from serai.bots.bot import Budget
from serai.cli.files import read_text
from serai.kernel.errors import BadOption
from serai.kernel.game import Game

GAME_OPTIONS: Final = {"allow_extra_args": True, "ignore_unknown_options": True}

GameName = Annotated[str, typer.Argument(help="The game; `serai info` lists them.")]
Players = Annotated[int | None, typer.Option(help="Number of players (default: as many as the game allows).")]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same dice.")]
# How bots play each other
Seats = Annotated[
    str | None, typer.Option(help="Who sits at the table; seats rotate, e.g. search,greedy,greedy.")
]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Seconds per choice.")]
Work = Annotated[int | None, typer.Option(min=1, help="Work per choice, instead of time.")]
Processes = Annotated[int | None, typer.Option(min=1, help="Games in parallel (default: one per processor).")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS|auto", help="Play on a Ray cluster instead.")]


def game_options(game: Game, extra: list[str]) -> dict[str, object]:
    """Options of the game itself, written --name value or --name=value."""
    options: dict[str, object] = {}
    rest = list(extra)
    while rest:
        word = rest.pop(0)
        name, given, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            raise BadOption(f"what is {word!r}? Options are written --name value")
        if not given:
            if not rest:
                raise BadOption(f"{word} needs a value")
            value = rest.pop(0)
        option = game.options.get(name)
        if option is not None and option.read is not None:
            path = Path(value)
            value = read_text(path)
            if not value:  # an empty text would mean the default
                raise BadOption(f"option {name}: {path} is empty", name)
        options[name] = value
    return options


def names(text: str | None) -> list[str]:
    """Names between commas; one that has commas itself stands in double quotes."""
    return [name.strip() for row in csv.reader([text or ""], skipinitialspace=True) for name in row]


def budget(seconds: float | None, work: int | None) -> Budget:
    """What a bot may spend on a choice."""
    if seconds is not None and work is not None:
        raise BadOption("a budget is --seconds or --work, not both")
    return Budget(seconds, work)
