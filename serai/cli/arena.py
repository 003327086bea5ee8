"""`serai arena`"""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console

import serai
from serai.cli import options as given
from serai.cli.files import check_writable, write
from serai.cli.output import fail, needs, progress
from serai.kernel.errors import SeraiError

Bots = Annotated[str | None, typer.Option(help="Who plays, mixed evenly, e.g. greedy,random,my.module:Bot.")]

Timeout = Annotated[
    float, typer.Option(min=0.01, help="Seconds beyond the budget after which a program loses.")
]


def arena(
    context: typer.Context,
    game: given.GameName,
    bots: Bots = None,
    seats: given.Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 400,
    players: given.Players = None,
    seed: given.Seed = None,
    seconds: given.Seconds = None,
    work: given.Work = None,
    timeout: Timeout = 10.0,
    processes: given.Processes = None,
    ray: given.Ray = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures to FILE.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture of the ratings to FILE.")] = None,
    records: Annotated[Path | None, typer.Option(help="Keep the record of every game in FOLDER.")] = None,
) -> None:
    """Bots against each other: who wins how often. A game's options follow its name."""
    with needs("arena", "the arena needs"):
        from serai.arena.report import Report
    from serai.arena.match import Result
    from serai.arena.tournament import play_all, runner, schedule

    try:
        played = serai.game(game)
        matches = schedule(
            played,
            games,
            bots=given.names(bots),
            seats=given.names(seats),
            players=players,
            options=given.game_options(played, context.args),
            seed=seed if seed is not None else "0",
            budget=given.budget(seconds, work),
            timeout=timeout,
        )
        run = runner(processes, ray)
        for path in (json_file, svg, records and records / "1.txt"):
            check_writable(path)
        with progress(Console(stderr=True)) as bar:
            task = bar.add_task(played.title, total=games)

            def played_one(result: Result) -> None:
                bar.advance(task)
                write(records and records / f"{result.match.number + 1}.txt", result.record().to_text)

            begun = perf_counter()
            outcome = play_all(matches, run, played_one)
            report = Report.of(matches, outcome, perf_counter() - begun)
        write(json_file, lambda: json.dumps(report.figures(), indent=1) + "\n")
        write(svg, report.picture)
    except SeraiError as error:
        fail(str(error))
    report.show(Console(highlight=False))
    if outcome.stopped:
        raise typer.Exit(1)
