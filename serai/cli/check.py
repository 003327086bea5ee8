"""`serai check`"""

from __future__ import annotations

from typing import Annotated

import typer

import serai
from serai.cli.options import GameName
from serai.cli.output import fail
from serai.kernel.errors import SeraiError


def check(
    game: GameName,
    quick: Annotated[bool, typer.Option("--quick", help="Few games, in seconds.")] = False,
    seed: Annotated[int, typer.Option(help="Another seed, other games.")] = 0,
    only: Annotated[str | None, typer.Option(help="Some checks, e.g. rules,secrets (default: all).")] = None,
) -> None:
    """Check that a game keeps the contract: rules, fairness, secrets, bots, page, translations."""
    from serai.checks import CHECKS, Fault, check_all
    from serai.checks.kit import Check

    names = [check.name for check in CHECKS]
    wanted = [name.strip() for name in only.split(",")] if only else []
    unknown = [name for name in wanted if name not in names]
    if unknown:
        fail(f"no check {unknown[0]!r}; there is {', '.join(names)}")

    def tell(check: Check, result: Fault | str | None) -> None:
        mark = "ok" if result is None else "FAILED" if isinstance(result, Fault) else "left out"
        why = f": {result}" if isinstance(result, str) else ""
        typer.echo(f"{check.name:9} {mark:8} {check.promise}{why}")
        if isinstance(result, Fault):
            typer.echo(f"          {result.reason}")

    try:
        found = check_all(serai.game(game), quick, seed, wanted, tell)
    except SeraiError as error:
        fail(str(error))
    typer.echo(f"{game}: {len(found)} of its promises broken" if found else f"{game} keeps its promises")
    raise typer.Exit(1 if found else 0)
