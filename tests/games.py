"""The games that a test runs on: all registered ones, or those of this project."""

from __future__ import annotations

import serai

ALL = serai.game_names()
OURS = [name for name in ALL if serai.game(name).package.startswith("serai.games.")]


def allowed_players(name: str, wanted: int = 3) -> int:
    """A number of players that the game allows, near the one that is wanted."""
    least, most = serai.game(name).players
    return min(max(wanted, least), most)
