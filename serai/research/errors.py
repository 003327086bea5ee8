"""Errors of the research interfaces."""

from __future__ import annotations

from serai.kernel.errors import IllegalMove, SeraiError


class IllegalAction(IllegalMove):
    """An action that is not legal in its game, number `game` of the batch. No game has moved."""

    def __init__(self, game: int, reason: str) -> None:
        self.game = game
        super().__init__(f"game {game}: {reason}")


class BatchClosed(SeraiError):
    """The batch was closed, or a process of it has died."""


class BadDataset(SeraiError):
    """A folder that holds something else than the games that were asked for."""
