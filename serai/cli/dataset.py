"""`serai dataset`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import serai
from serai.cli import options as given
from serai.cli.output import fail, needs, progress
from serai.kernel.errors import SeraiError

Bots = Annotated[
    str | None, typer.Option(help="Who plays, mixed evenly (default: random); one alone plays itself.")
]

Part = Annotated[int, typer.Option(min=1, help="Games per file; a rerun continues after whole files.")]


def dataset(
    context: typer.Context,
    game: given.GameName,
    out: Annotated[Path, typer.Option(help="The FOLDER to write; the same command continues it.")],
    bots: Bots = None,
    seats: given.Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: given.Players = None,
    seed: given.Seed = None,
    part: Part = 100,
    seconds: given.Seconds = None,
    work: given.Work = None,
    search: Annotated[
        int, typer.Option(min=0, help="Rate every choice by a search of so many walks (values and visits).")
    ] = 0,
    net: Annotated[bool, typer.Option("--net", help="Rate every choice by the game's net.")] = False,
    processes: given.Processes = None,
    ray: given.Ray = None,
) -> None:
    """Games as Parquet, for learning: what seats knew, could and did. A game's options follow its name."""
    with needs("research", "a dataset needs"):
        from serai.research.dataset import Run, write
    from serai.arena.tournament import runner

    failed = 0
    try:
        played = serai.game(game)
        run = Run(
            game,
            games,
            tuple(given.names(bots)) or (() if seats else ("random",)),
            tuple(given.names(seats)),
            players,
            given.game_options(played, context.args),
            seed if seed is not None else "0",
            part,
            given.budget(seconds, work),
            search=search,
            net=net,
        )
        with progress(Console(stderr=True)) as bar:
            task = bar.add_task(played.title, total=games)

            def played_some(done: int, faults: int) -> None:
                nonlocal failed
                failed = faults
                bar.update(task, completed=done)

            write(run, out, runner(processes, ray), played_some, processes)
    except SeraiError as error:
        fail(str(error))
    except KeyboardInterrupt:
        typer.echo("interrupted; the same command goes on with what is missing", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{games} games in {out}")
    if failed:
        typer.echo(f"a bot failed in {failed} of the games just played: see column faults", err=True)
