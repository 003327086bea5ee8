"""Every game with every number of players and every option."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import serai
from serai.kernel.game import Game
from serai.kernel.plain import layout

Setting = tuple[Game, int, dict[str, str]]


def has_own_tensor(game: Game) -> bool:
    return game.layout != layout(game.players[1])


def _settings() -> Iterator[Setting]:
    """Each game with each number of players; each value of each option with one number of players."""
    for name in serai.game_names():
        game = serai.game(name)
        for players in range(game.players[0], game.players[1] + 1):
            yield game, players, {}
        for option, known in game.options.items():
            for value in known.values:
                if value != known.default:
                    yield game, min(known.players or [game.players[0]]), {option: value}


SETTINGS = list(_settings())
# Games that say themselves what the numbers of their tensor mean.
OWN_TENSOR = [name for name in serai.game_names() if has_own_tensor(serai.game(name))]
PLAIN = [setting for setting in SETTINGS if not setting[2]]


def _id(setting: Setting) -> str:
    game, players, options = setting
    return "-".join([game.name, str(players), *options.values()])


each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=_id)
each_table = pytest.mark.parametrize("setting", PLAIN, ids=_id)
each_own_tensor = pytest.mark.parametrize("name", OWN_TENSOR)
each_game = pytest.mark.parametrize("name", serai.game_names())
