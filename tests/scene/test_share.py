"""What all see alike: made once, from what a spectator may know, and the same as if each had made it."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest

import serai
from serai.kernel.check import random_choice
from serai.scene.patch import merge
from serai.server.sight import Beside, Show


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
        while show.state.actor != serai.OVER and len(show.choices) < 400:
            told = show.forward([random_choice(show.state, rng)], sights, Beside(0, 0))
            held = [merge(old, orjson.loads(text)["patch"]) for old, text in zip(held, told, strict=True)]
            if len(show.choices) % 20 == 0 or show.state.actor == serai.OVER:
                for sight, scene in zip(sights, held, strict=True):
                    number = len(show.choices)
                    alone = _plain(show.view.scene(show.watch(show.at(number), sight, number).look))
                    assert _shown(scene) == _shown(alone)
        other = Show(found, 4, options, names, show.bots)
        other.choices = show.choices
        other.state = other.at(len(show.choices))
        for sight in sights:
            assert sight.lines == (await other.sight(sight.seat, "en")).lines

    asyncio.run(play())


def _plain(value: Any) -> dict[str, Any]:
    read: dict[str, Any] = orjson.loads(orjson.dumps(value, dict))
    return read


def _shown(scene: dict[str, Any]) -> dict[str, Any]:
    """None says the same as absence."""
    return {key: value for key, value in scene.items() if value is not None}
