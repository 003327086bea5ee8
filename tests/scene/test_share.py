"""What all see alike: made once, from what a spectator may know, and the same as if each had made it."""

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
from serai.scene.layers import Over
from serai.scene.patch import merge
from serai.server.live.scenes import Beside, Show
from tests.loops import run_alone


@pytest.mark.parametrize("game", serai.game_names())
def test_what_is_made_once_for_all_is_what_each_would_have_made(game: str) -> None:
    """Scenes and logs that were carried on by patches are those that a new show makes for each seat alone."""
    found = serai.game(game)
    options = found.settings(4)
    names = ["Ada", "Bo", "Cy", "Di"]
    show = Show(found, 4, options, names, [False, True, False, False])
    seats = [0, 1, 2, 3, None]

    async def play() -> None:
        sights = [await show.sight(seat, "en") for seat in seats]
        held = [_plain(sight.scene) for sight in sights]
        rng = serai.Rng(f"alike {game}")
        ahead = show.state.clone()
        while ahead.actor != serai.OVER and len(show.choices) < 400:
            together: list[int] = []  # one choice, or several that are told in one message
            while not together or (ahead.actor != serai.OVER and rng.below(3) == 0):
                together.append(random_choice(ahead, rng))
                ahead.apply(together[-1])
            told = show.forward(together, sights, Beside(0, 0))
            held = [merge(old, orjson.loads(text)["patch"]) for old, text in zip(held, told, strict=True)]
            if rng.below(15) == 0 or show.state.actor == serai.OVER:
                for sight, scene in zip(sights, held, strict=True):
                    number = len(show.choices)
                    alone = _plain(show.view.scene(show.watch(show.at(number), sight, number).look))
                    assert _shown(scene) == _shown(alone)
        other = Show(found, 4, options, names, show.bots)
        other.choices = show.choices
        other.state = other.at(len(show.choices))
        for sight in sights:
            assert sight.lines == (await other.sight(sight.seat, "en")).lines

    run_alone(play())


@pytest.mark.parametrize("game", serai.game_names())
def test_layers_have_keys_of_their_own(game: str) -> None:
    """A thing that was in two layers, or went from one to another, would be lost or kept by a patch."""
    found = serai.game(game)
    home: dict[str, int] = {}

    async def play(seed: int) -> None:
        show = Show(found, 3, found.settings(3), ["Ada", "Bo", "Cy"], [False] * 3)
        sights = [await show.sight(seat, "en") for seat in (0, None)]
        rng = serai.Rng(f"layers {seed}")
        while show.state.actor != serai.OVER and len(show.choices) < 600:
            show.forward([random_choice(show.state, rng)], sights, Beside(0, 0))
            for sight in sights:
                assert sight.scene is not None
                shown = sight.scene["elements"]
                lying: Any = shown.base if isinstance(shown, Over) else shown
                for number, layer in enumerate(lying.layers):
                    for key in layer:
                        assert home.setdefault(key, number) == number, key

    for seed in range(3):  # in the second one dice are thrown at two places of Istanbul
        run_alone(play(seed))
    assert len(set(home.values())) > 1


def played(game: str) -> list[Any]:
    """Some of what is told of a game."""
    found = serai.game(game)
    show = Show(found, 3, found.settings(3), ["Ada", "Bo", "Cy"], [False, True, False])
    told: list[Any] = []

    async def play() -> None:
        sights = [await show.sight(0, "de"), await show.sight(1, "nl"), await show.sight(None, "en")]
        rng = serai.Rng(f"told {game}")
        while show.state.actor != serai.OVER and len(show.choices) < 300:
            texts = show.forward([random_choice(show.state, rng)], sights, Beside(0, 0, None, {}))
            told.append([orjson.loads(text) for text in texts])

    run_alone(play())
    return told


@pytest.mark.skipif(not compiled(), reason="there is nothing compiled to compare")
@pytest.mark.parametrize("game", serai.game_names())
def test_compiled_and_interpreted_code_tell_the_same(game: str) -> None:
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
