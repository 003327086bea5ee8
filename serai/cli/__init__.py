"""The command line: one module per command, and `admin/` for the host's tools.

What several commands share is in `options`, `files` and `output`; playing at the keyboard is in `terminal`.
Slow imports happen inside the command that needs them, so that `serai info` stays quick.
"""

from __future__ import annotations

import typer

from serai.cli import (
    admin,
    arena,
    bench,
    check,
    dataset,
    info,
    new_game,
    play,
    preview,
    puzzles,
    replay,
    review,
    serve,
    simulate,
    train,
    verify,
    words,
    worker,
)
from serai.cli.options import GAME_OPTIONS

app = typer.Typer(
    help="Three classic board games of the bazaar.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(admin.app, name="admin")
app.add_typer(puzzles.app, name="puzzles")

# As the help lists them
app.command()(info.info)
app.command(context_settings=GAME_OPTIONS)(play.play)
app.command(context_settings=GAME_OPTIONS)(simulate.simulate)
app.command(context_settings=GAME_OPTIONS)(arena.arena)
app.command(context_settings=GAME_OPTIONS)(dataset.dataset)
app.command()(train.train)
app.command()(replay.replay)
app.command()(review.review)
app.command()(verify.verify)
app.command()(new_game.new_game)
app.command()(check.check)
app.command()(words.words)
app.command()(preview.preview)
app.command()(serve.serve)
app.command()(worker.worker)
app.command()(bench.bench)
