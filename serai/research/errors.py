"""Errors of the research interfaces."""

from __future__ import annotations

from serai.kernel.errors import IllegalMove, SeraiError


class IllegalAction(IllegalMove):
    """An illegal action in game number `game` of the batch. No game has changed."""

    def __init__(self, game: int, reason: str) -> None:
        self.game = game
        super().__init__(f"game {game}: {reason}")


class BatchClosed(SeraiError):
    """The batch was closed, or one of its processes has died."""


class BadDataset(SeraiError):
    """A folder that does not contain the requested games."""
