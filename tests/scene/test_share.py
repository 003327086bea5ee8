"""What all viewers see alike is made once, from what a spectator may know, with the same result."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

import serai
from serai._source import compiled
from serai.kernel.check import random_choice
from serai.scene.layers import Layers, Over
from serai.scene.patch import merge
from serai.server.live.scenes import Scenes, UpdateExtras
from serai.server.tables.played_game import PlayedGame, Step
from tests.event_loops import run_alone
from tests.games import OURS, allowed_players


@pytest.mark.parametrize("game", serai.game_names())
def test_shared_parts_equal_individually_built_ones(game: str) -> None:
    """Scenes and logs that were carried on by patches are those that a new show makes for each seat alone."""
    found = serai.game(game)
    players = allowed_players(game, 4)
    names = ["Ada", "Bo", "Cy", "Di", "Eve"][:players]
    bots = [seat == 1 for seat in range(players)]
    game_played = PlayedGame(found, players, found.settings(players))
    scenes = Scenes(game_played, names, bots)
    seats = [*range(players), None]

    async def play() -> None:
        perspectives = [await scenes.perspective(seat, "en") for seat in seats]
        held = [_plain(perspective.scene) for perspective in perspectives]
        rng = serai.Rng(f"alike {game}")
        while game_played.state.actor != serai.OVER and game_played.number < 400:
            together: list[Step] = []  # one choice, or several that are sent in one message
            while not together or (game_played.state.actor != serai.OVER and rng.below(3) == 0):
                together.append(game_played.apply(random_choice(game_played.state, rng)))
            messages = scenes.forward(together, perspectives, UpdateExtras(0, 0))
            held = [merge(old, orjson.loads(text)["patch"]) for old, text in zip(held, messages, strict=True)]
            if rng.below(15) == 0 or game_played.state.actor == serai.OVER:
                for perspective, scene in zip(perspectives, held, strict=True):
                    number = game_played.number
                    seen = scenes.seen_by(game_played.position_after(number), perspective, number)
                    alone = _plain(scenes.view.scene(seen.look))
                    assert _shown(scene) == _shown(alone)
        other = Scenes(game_played, names, bots)
        for perspective in perspectives:
            assert perspective.lines == (await other.perspective(perspective.seat, "en")).lines

    run_alone(play())


@pytest.mark.parametrize("game", serai.game_names())
def test_layers_have_keys_of_their_own(game: str) -> None:
    """A thing that was in two layers, or went from one to another, would be lost or kept by a patch."""
    found = serai.game(game)
    players = allowed_players(game)
    home: dict[str, int] = {}

    async def play(seed: int) -> None:
        game_played = PlayedGame(found, players, found.settings(players))
        scenes = Scenes(game_played, ["Ada", "Bo", "Cy"][:players], [False] * players)
        perspectives = [await scenes.perspective(seat, "en") for seat in (0, None)]
        rng = serai.Rng(f"layers {seed}")
        while game_played.state.actor != serai.OVER and game_played.number < 600:
            step = game_played.apply(random_choice(game_played.state, rng))
            scenes.forward([step], perspectives, UpdateExtras(0, 0))
            for perspective in perspectives:
                assert perspective.scene is not None
                shown = perspective.scene["elements"]
                lying: Any = shown.base if isinstance(shown, Over) else shown
                for number, layer in enumerate(lying.layers if isinstance(lying, Layers) else ()):
                    for key in layer:
                        assert home.setdefault(key, number) == number, key

    for seed in range(3):  # in the second one dice are thrown at two places of Istanbul
        run_alone(play(seed))
    assert len(set(home.values())) > 1 or game not in OURS


def played(game: str) -> list[Any]:
    """Part of a game's log."""
    found = serai.game(game)
    players = allowed_players(game)
    game_played = PlayedGame(found, players, found.settings(players))
    scenes = Scenes(game_played, ["Ada", "Bo", "Cy"][:players], [seat == 1 for seat in range(players)])
    messages: list[Any] = []

    async def play() -> None:
        perspectives = [
            await scenes.perspective(0, "de"),
            await scenes.perspective(1, "nl"),
            await scenes.perspective(None, "en"),
        ]
        rng = serai.Rng(f"told {game}")
        while game_played.state.actor != serai.OVER and game_played.number < 300:
            step = game_played.apply(random_choice(game_played.state, rng))
            texts = scenes.forward([step], perspectives, UpdateExtras(0, 0, None, {}))
            messages.append([orjson.loads(text) for text in texts])

    run_alone(play())
    return messages


@pytest.mark.skipif(not compiled(), reason="there is nothing compiled to compare")
@pytest.mark.parametrize("game", serai.game_names())
def test_compiled_and_interpreted_code_report_the_same(game: str) -> None:
    code = (
        "import orjson; from serai._source import compiled; from tests.scene.test_share import played;"
        f"assert not compiled(); print(orjson.dumps(played({game!r})).decode())"
    )
    interpreted = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    assert interpreted.returncode == 0, interpreted.stderr
    assert played(game) == orjson.loads(interpreted.stdout)


def _plain(value: Any) -> dict[str, Any]:
    read: dict[str, Any] = orjson.loads(orjson.dumps(value, dict))
    return read


def _shown(scene: dict[str, Any]) -> dict[str, Any]:
    """None says the same as absence."""
    return {key: value for key, value in scene.items() if value is not None}
