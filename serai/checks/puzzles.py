"""Whether a game's puzzles are valid."""

from __future__ import annotations

from serai.analysis.puzzles import BadPuzzle, puzzle_path, read
from serai.checks.walk import Effort, hold
from serai.kernel.game import Game


def check_puzzles(game: Game, effort: Effort) -> None:
    """Puzzles belong to this version of the game, replay, and have the value of every choice."""
    path = puzzle_path(game)
    try:
        known = read(path.read_text(encoding="utf-8"), game) if path is not None else []
        for puzzle in known:
            puzzle.position()
    except BadPuzzle as bad:
        hold(False, str(bad))
    else:
        hold(len({puzzle.id for puzzle in known}) == len(known), "a puzzle is there twice")
