"""`serai puzzles`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

import serai
from serai.cli.files import check_writable, read_text, write
from serai.cli.options import GAME_OPTIONS, GameName, Processes, Ray, Seed, game_options
from serai.cli.output import fail, needs, progress
from serai.kernel.errors import BadOption, IllegalMove, SeraiError
from serai.kernel.state import State

if TYPE_CHECKING:
    from serai.analysis.puzzles import Puzzle

app = typer.Typer(help="Puzzles: find the choice that is clearly the best.", no_args_is_help=True)

File = Annotated[Path | None, typer.Option("--file", help="Puzzles of a FILE instead of the game's own.")]
Id = Annotated[str | None, typer.Argument(help="Which one; `serai puzzles show GAME` lists them.")]


@app.command(context_settings=GAME_OPTIONS)
def make(
    context: typer.Context,
    game: GameName,
    out: Annotated[Path, typer.Option(help="The FILE to write.")],
    games: Annotated[int, typer.Option(min=1, help="How many games are played and looked into.")] = 100,
    players: Annotated[int | None, typer.Option(help="Number of players (default: all, in turn).")] = None,
    seed: Seed = None,
    work: Annotated[int, typer.Option(min=8, help="Walks of each deep search.")] = 300,
    lead: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How much of a win the best choice is ahead.")
    ] = 0.05,
    processes: Processes = None,
    ray: Ray = None,
) -> None:
    """Make puzzles from games between bots. A game's options follow its name."""
    with needs("arena", "the arena needs"):
        from serai.analysis import puzzles

    try:
        played = serai.game(game)
        check_writable(out)
        name = seed if seed is not None else "0"
        wanted = puzzles.matches(played, games, name, players, game_options(played, context.args))
        effort = puzzles.Effort(deep=work, lead=lead)
        found = 0
        with progress(Console(stderr=True)) as bar:
            task = bar.add_task(played.title, total=games)

            def looked_into(some: int) -> None:
                nonlocal found
                found += some
                bar.update(task, advance=1, description=f"{played.title}: {found} puzzles")

            made = puzzles.make(wanted, effort, processes, ray, looked_into)
        how = {"games": games, "seed": name, "work": work, "lead": lead}
        write(out, lambda: puzzles.write(played, made, how))
    except SeraiError as error:
        fail(str(error))
    typer.echo(f"{len(made)} puzzles of {games} games in {out}")


@app.command()
def show(
    game: GameName,
    puzzle: Id = None,
    file: File = None,
    answer: Annotated[bool, typer.Option("--answer", help="With what the choices are worth.")] = False,
) -> None:
    """List a game's puzzles, or show one of them."""
    console = Console(highlight=False)
    try:
        known = _known(game, file)
        if puzzle is None:
            for one in known:
                where = f"{one.players} players, choice {len(one.choices) + 1}"
                console.print(
                    f"{one.id}  {where}, {len(one.values)} choices, missed by {one.missed:.0%} at first sight"
                )
            return
        found = _find(known, puzzle)
        _show(console, found)
        if answer:
            _tell(console, found)
    except SeraiError as error:
        fail(str(error))


@app.command()
def solve(game: GameName, puzzle: Id = None, file: File = None) -> None:
    """Solve a puzzle at the keyboard: any one, if none is named."""
    from secrets import choice as draw

    console = Console(highlight=False)
    try:
        known = _known(game, file)
        if not known:
            fail(f"{serai.game(game).title} has no puzzles")
        found = _find(known, puzzle) if puzzle else draw(known)
        state = _show(console, found)
        while True:
            entry = typer.prompt(f"seat {state.actor + 1}, the best choice (its number; ? for the answer)")
            if entry.strip() == "?":
                break
            try:
                legal = state.legal()
                numbered = entry.isdecimal() and 1 <= int(entry) <= len(legal)
                choice = legal[int(entry) - 1] if numbered else state.parse(entry)
                share = found.share(choice)
            except (IllegalMove, StopIteration) as error:
                console.print(Text(str(error) or "that cannot be chosen", style="red"))
                continue
            if choice == found.best:
                console.print("[bold green]That is it![/]")
                break
            console.print(f"No: it gives away {found.values[0].share - share:.0%} of the win.")
        _tell(console, found)
    except SeraiError as error:
        fail(str(error))


def _known(game: str, file: Path | None) -> tuple[Puzzle, ...]:
    with needs("arena", "puzzles need"):
        from serai.analysis import puzzles
    if file is None:
        return puzzles.puzzles(serai.game(game).name)
    return tuple(puzzles.read(read_text(file), serai.game(game)))


def _find(known: tuple[Puzzle, ...], key: str) -> Puzzle:
    for one in known:
        if one.id == key:
            return one
    raise BadOption(f"no puzzle {key!r}; `serai puzzles show GAME` lists them")


def _show(console: Console, puzzle: Puzzle) -> State:
    """The table as the seat that is to choose sees it, and its choices."""
    state = puzzle.position()
    console.print(Text(serai.game(puzzle.game).board(state.observe(state.actor))))
    console.print()
    for number, choice in enumerate(state.legal(), 1):
        console.print(Text(f"{number:>4} {state.text(choice)}"))
    return state


def _tell(console: Console, puzzle: Puzzle) -> None:
    state = puzzle.position()
    for choice, share in puzzle.values:
        console.print(Text(f"{share:>5.0%}  {state.text(choice)}", style="bold" * (choice == puzzle.best)))
