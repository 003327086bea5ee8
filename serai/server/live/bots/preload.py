"""Preloads modules before worker processes are forked, so that a dead one is replaced in milliseconds."""

from __future__ import annotations

from multiprocessing import forkserver
from typing import Final

from serai.kernel.registry import game, game_names
from serai.server.live.bots import worker as worker

MODULES: Final = ["serai.cli", "serai.server.live.bots.preload"]

for _name in game_names():
    game(_name)


def begin() -> None:
    """Start the fork server, which loads these modules in the background."""
    forkserver.set_forkserver_preload(MODULES)
    forkserver.ensure_running()
