"""`serai words`"""

from __future__ import annotations

from typing import Annotated

import typer

import serai
from serai.cli.options import GameName
from serai.cli.output import fail, needs
from serai.kernel.errors import SeraiError


def words(
    game: GameName,
    write: Annotated[bool, typer.Option("--write", help="Bring the catalogues up to date.")] = False,
) -> None:
    """Collect what a game says, and check that all of it is translated."""
    with needs("server", "catalogues need"):
        from serai.authoring import messages

    try:
        folder = serai.game(game).folder
        if folder is None:
            fail(f"{game} is one module alone: only a package can have translations")
        used = messages.messages(folder)
    except SeraiError as error:
        fail(str(error))
    typer.echo(f"{game} says {len(used)} messages")
    wrong = 0
    for language in messages.TRANSLATED if used else ():
        path = folder / messages.FOLDER / f"{language}.po"
        if write:
            todo = messages.write(folder, language)
            typer.echo(f"{path}: written, {todo} to be translated")
        found = messages.faults(folder, language)
        wrong += len(found)
        for fault in found:
            typer.echo(f"{language}: {fault}")
    if not wrong:
        typer.echo("All is translated." if used else "It has no words of its own.")
    elif not write:
        typer.echo(f"{wrong} to mend; serai words {game} --write brings the catalogues up to date")
    raise typer.Exit(1 if wrong else 0)
