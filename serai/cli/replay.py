"""`serai replay`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from serai.cli.files import read_record
from serai.cli.output import fail
from serai.kernel.errors import BadRecord, SeraiError
from serai.kernel.state import OVER


def replay(
    file: Annotated[Path, typer.Argument(help="A record, text or JSON.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this many choices.")] = None,
    boards: Annotated[bool, typer.Option(help="Show the table after every choice.")] = False,
) -> None:
    """Show a record: its choices, and the table at the end."""
    console = Console(highlight=False)
    try:
        record = read_record(file)
        last = len(record.choices) if to is None else to
        if last > len(record.choices):
            raise BadRecord(f"the record has {len(record.choices)} choices, not {last}")
        for number, (state, choice) in enumerate(record.states()):
            if boards and number:
                console.print(Text(record.game.board(state.observe(None)) + "\n"))
            if number == last or choice is None:
                break
            who = f"seat {state.actor + 1}" if state.actor >= 0 else "chance"
            console.print(Text(f"{number + 1:>5}  {who}: {state.text(choice)}"))
    except SeraiError as error:
        fail(str(error))
    console.print()
    console.print(Text(record.game.board(state.observe(None))))
    if state.actor == OVER:
        console.print(f"won by {', '.join(f'seat {seat + 1}' for seat in state.winners())}")
