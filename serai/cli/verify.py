"""`serai verify`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from serai.cli.files import read_record
from serai.kernel.errors import SeraiError
from serai.kernel.fair import check_fair
from serai.kernel.state import OVER


def verify(files: Annotated[list[Path], typer.Argument(help="Records, text or JSON.")]) -> None:
    """Replay records: whether every choice was legal, and every draw of chance fair."""
    bad = 0
    for file in files:
        try:
            record = read_record(file)
            drawn = check_fair(record)
        except SeraiError as error:
            bad += 1
            typer.echo(f"{file}: refused: {error}")
        else:
            state = record.replay()
            end = f"over, scores {state.scores()}" if state.actor == OVER else "not over"
            fair = "" if drawn is None else f", {drawn} draws follow from the seed"
            typer.echo(f"{file}: ok, {record.game.name}, {len(record.choices)} choices, {end}{fair}")
    raise typer.Exit(1 if bad else 0)
