"""What the view is given, as the server gives it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import serai
from serai.games import yspahan
from serai.games.yspahan.rules import Yspahan
from serai.kernel.state import Event
from serai.scene.say import speak
from serai.scene.scene import Happening, Look
from tests.yspahan.table import new

FOLDER = Path(yspahan.__file__).parent
NAMES = ["Noor", "Mirza", "Shirin", "Zal"]


def look(state: Yspahan, seat: int | None, language: str = "en") -> Look:
    return Look(
        seen=state.observe(seat),
        say=speak(FOLDER, language),
        names=NAMES[: state.players],
        bots=[other != seat for other in range(state.players)],
        legal=state.legal() if state.actor == seat else [],
        text=state.text,
    )


def positions(players: int, seed: int) -> Iterator[Yspahan]:
    """A random game, position by position."""
    state = new(players)
    rng = serai.Rng(seed)
    while state.actor != serai.OVER:
        yield state
        if state.actor == serai.CHANCE:
            state.apply(state.sample(rng))
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    yield state


def happen(state: Yspahan, choice: int, viewer: int | None) -> Happening:
    """Plays a choice and tells it as a viewer may know it."""
    before, actor, text = state.observe(viewer), state.actor, state.seen_text(choice, viewer)
    events: list[Event] = []
    state.events = events
    state.apply(choice)
    state.events = None
    return Happening(1, actor, text, [e.seen_by(viewer) for e in events], before, state.observe(viewer))
