"""Looks at Morgenland's tables, and games that are played through while everybody looks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from serai.games.morgenland import view
from serai.games.morgenland.rules import Morgenland
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Event, State
from serai.scene.say import speak
from serai.scene.scene import Happening, Look
from tests.morgenland import table

FOLDER = Path(view.__file__).parent
NAMES = ["Harun", "Mira", "Dunya", "Jafar", "Layla"]


def look(state: State, seat: int | None, language: str = "en") -> Look:
    return Look(
        seen=state.observe(seat),
        say=speak(FOLDER, language),
        names=NAMES[: state.players],
        bots=[other != seat for other in range(state.players)],
        legal=state.legal() if state.actor == seat else [],
        text=state.text,
        preview=partial(_preview, state, seat),
    )


def _preview(state: State, seat: int | None, choice: int) -> list[Event]:
    copy = state.determinize(seat, Rng("preview"))
    copy.events = []
    copy.apply(choice)
    return copy.events


def viewers(state: State) -> list[int | None]:
    return [*range(state.players), None]


def games() -> Iterator[tuple[str, Morgenland]]:
    """Games of every kind; in the rich ones everybody has all artifacts and spells from the start."""
    for players in (3, 4, 5):
        yield f"pro {players}", table.new(players)
        yield f"basic {players}", table.new(players, "basic")
        yield f"rich {players}", table.rich(players)


def playing(state: Morgenland, seed: str, most: int) -> Iterator[int]:
    """Play up to a number of random choices; yields each choice before it is made."""
    rng = Rng(seed)
    for _ in range(most):
        if state.actor == OVER:
            return
        legal = state.legal()
        choice = state.sample(rng) if state.actor == CHANCE else legal[rng.below(len(legal))]
        yield choice
        state.apply(choice)


def happenings(state: Morgenland, seed: str, most: int, seats: list[int | None]) -> Iterator[list[Happening]]:
    """The same, as seen by some seats; a list has one for each of them."""
    for number, choice in enumerate(playing(state, seed, most)):
        twin = state.clone()
        events: list[Event] = []
        twin.events = events
        twin.apply(choice)
        yield [
            Happening(
                number,
                state.actor,
                state.seen_text(choice, seat),
                [event.seen_by(seat) for event in events],
                state.observe(seat),
                twin.observe(seat),
            )
            for seat in seats
        ]


__all__ = ["FOLDER", "NAMES", "games", "happenings", "look", "playing", "viewers"]
