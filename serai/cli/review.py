"""`serai review`: what a game's choices cost, and what luck did."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from serai.analysis.game_review import WORK, Review
from serai.analysis.game_review import review as review_game
from serai.analysis.picture import picture
from serai.analysis.words import why
from serai.cli.files import check_writable, read_record, write
from serai.cli.output import fail, progress
from serai.kernel.errors import BadOption, SeraiError
from serai.kernel.game import Game


def review(
    file: Annotated[Path, typer.Argument(help="A record, text or JSON.")],
    quick: Annotated[bool, typer.Option("--quick", help="The net's first judgement alone.")] = False,
    work: Annotated[int, typer.Option(min=1, help="Continuations from each costly choice.")] = WORK,
    seed: Annotated[str, typer.Option(help="Another seed deals and throws otherwise.")] = "review",
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole review as JSON.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Write the picture of the win chances.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="Whose luck the picture shows.")] = None,
) -> None:
    """Review a game: win chances, luck, accuracy, and the costliest choices of each seat."""
    try:
        check_writable(svg)
        record = read_record(file)
        if seat is not None and seat > record.players:
            raise BadOption(f"the game has {record.players} seats, not {seat}")
        with progress(Console(stderr=True)) as bar:
            task = bar.add_task(record.game.title, total=None)
            found = review_game(
                record,
                deep=not quick,
                work=work,
                seed=seed,
                progress=lambda done, whole: bar.update(task, completed=done, total=whole),
            )
        write(svg, lambda: picture(found, None if seat is None else seat - 1))
    except SeraiError as error:
        fail(str(error))
    if as_json:
        typer.echo(found.to_json())
    else:
        _print_review(record.game, found)


def _print_review(game: Game, found: Review) -> None:
    console = Console(highlight=False, markup=False)  # names are untrusted
    names = [one["name"] for one in found.summary()]
    table = Table(
        "", "luck", "own play", "others", "unseen", "accuracy", "begin", "middle", "end", title=game.title
    )
    for one in found.summary():
        sums = (f"{100 * one[name]:+.0f}%" for name in ("luck", "play", "rivals", "rest"))
        table.add_row(one["name"], *sums, *map(_rounded, (one["accuracy"], *one["phases"])))
    console.print(table)
    for seat in range(found.players):
        costly = found.costliest(seat)
        console.print(f"\n{names[seat]}: {'no costly choice' if not costly else 'the costliest choices'}")
        for judged in costly:
            console.print(
                f"  {judged.number + 1:>4}  -{100 * judged.error:.0f}%  {judged.text}; "
                f"better: {judged.best_text}. {why(game, judged)}"
            )
    if points := found.turning_points():
        console.print("\nturning points")
    for point in points:
        changes = (
            f"{name} {100 * change:+.0f}%"
            for name, change in zip(names, point.effect, strict=True)
            if round(100 * change)
        )
        console.print(f"  {point.number + 1:>4}  {point.text}: {', '.join(changes)}")


def _rounded(number: float | None) -> str:
    return "-" if number is None else f"{number:.0f}"
