"""`serai new-game`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from serai.cli.output import fail
from serai.kernel.errors import SeraiError


def new_game(
    name: Annotated[str, typer.Argument(help="What it is called, e.g. silk_road.")],
    folder: Annotated[
        Path | None, typer.Option(help="Where its package goes (default: a folder of its name, here).")
    ] = None,
    title: Annotated[str | None, typer.Option(help="What people call it (default: from its name).")] = None,
    in_tree: Annotated[bool, typer.Option("--in-tree", help="Into Serai's own sources instead.")] = False,
) -> None:
    """Write a new game: a small one that runs, with hidden cards and dice, to be changed into yours."""
    from serai.authoring import new_game as author

    try:
        plain = author.plain_name(name)
        if in_tree:
            files = author.write_in_tree(plain, author.source_tree(), title)
        else:
            files = author.write_package(plain, folder or Path(plain), title)
    except SeraiError as error:
        fail(str(error))
    except OSError as error:
        fail(f"cannot write {error.filename}: {error.strerror}")
    for file in files:
        typer.echo(file)
    if not in_tree:
        typer.echo(f"\nMake it known:  pip install -e {folder or Path(plain)}")
    typer.echo(f"Play it:        serai play {plain}")
    typer.echo(f"Check it:       serai check {plain}")
