"""What the kernel asks of every game, for every number of players and every option."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product

import pytest

import serai
from serai._source import compiled
from serai.kernel.check import check_game, fingerprint

SEEDS = 200


def settings() -> list[tuple[str, int, dict[str, str]]]:
    """Every game, number of players and set of options that can be played."""
    found = []
    for name in serai.game_names():
        game = serai.game(name)
        for players in range(game.players[0], game.players[1] + 1):
            values = [option.values or (option.default,) for option in game.options.values()]
            for chosen in product(*values):
                options = dict(zip(game.options, chosen, strict=True))
                try:
                    game.settings(players, options)
                except serai.BadOption:
                    continue
                found.append((name, players, options))
    return found


@pytest.mark.parametrize(("name", "players", "options"), settings(), ids=str)
def test_the_generic_checks(name: str, players: int, options: dict[str, str]) -> None:
    for seed, every in ((1, 7), (2, 41), (3, 43), (4, 47)):
        check_game(serai.game(name), players, options, seed=seed, every=every)


@pytest.mark.parametrize("name", serai.game_names())
def test_a_fingerprint_is_of_the_whole_game(name: str) -> None:
    game = serai.game(name)
    players = game.players[0]
    assert fingerprint(game, players, None, 1) == fingerprint(game, players, None, 1)
    assert len({fingerprint(game, players, None, seed) for seed in range(5)}) == 5


@pytest.mark.skipif(not compiled(), reason="there is no compiled engine to compare")
@pytest.mark.parametrize("name", serai.game_names())
def test_compiled_and_interpreted_engine_play_the_same_games(name: str) -> None:
    tables = [(players, options) for game, players, options in settings() if game == name]
    games = [(*tables[seed % len(tables)], seed) for seed in range(SEEDS)]
    code = (
        "import json, sys, serai; from serai._source import compiled;"
        "from serai.kernel.check import fingerprint as f; assert not compiled();"
        f"print(json.dumps([f(serai.game({name!r}), *game) for game in json.load(sys.stdin)]))"
    )
    interpreted = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(games),
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    assert interpreted.returncode == 0, interpreted.stderr
    here = [fingerprint(serai.game(name), players, options, seed) for players, options, seed in games]
    assert here == json.loads(interpreted.stdout)
