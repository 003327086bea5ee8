"""Games from records, as a table has them in memory."""

from __future__ import annotations

import serai
from serai.server.tables.played_game import PlayedGame


def replayed(record: serai.Record) -> PlayedGame:
    game = PlayedGame(record.game, record.players, record.options)
    for choice in record.choices:
        game.replay(choice)
    return game
