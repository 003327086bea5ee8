"""The results of a finished game for each seat: points by source, and its opening choice."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from serai.kernel.game import Game
from serai.kernel.state import Event
from serai.scene.scene import Look
from serai.server.tables.games import game_words, view_of
from serai.server.tables.played_game import PlayedGame

NUMBER: Final = re.compile(r"-?[0-9]+")
LONGEST: Final = 60


@dataclass
class SeatResult:
    score: int
    opening: str = ""
    sources: dict[str, int] = field(default_factory=dict)  # by the words of the scoring sheet, in English


def seat_results(played: PlayedGame) -> list[SeatResult]:
    """The results of a game that is over, by seat."""
    found = [SeatResult(score) for score in played.state.scores()]
    for seat, opening in _openings(played).items():
        found[seat].opening = opening
    for label, points in _sources(played):
        for result, text in zip(found, points, strict=True):
            number = NUMBER.search(text)
            result.sources[label[:LONGEST]] = int(number[0]) if number else 0
    return found


def _openings(played: PlayedGame) -> dict[int, str]:
    """The first choice of weight of each seat, in notation, without what all of them begin with."""
    state = played.first()
    found: dict[int, str] = {}
    for choice in played.choices:
        seat = state.actor
        if seat >= 0 and seat not in found:
            text = state.seen_text(choice, None)
            if text.startswith(played.game.opening) and len(state.legal()) > 1:
                words = text.removeprefix(played.game.opening).replace(
                    "? ", ""
                )  # what is secret says nothing
                found[seat] = words[:LONGEST]
                if len(found) == played.players:
                    break
        state.apply_unchecked(choice)
    return found


def _sources(played: PlayedGame) -> list[tuple[str, list[str]]]:
    """The rows of the final scoring sheet, in English."""
    view = view_of(played.game.name)
    seats = range(played.players)

    def history() -> list[Event]:
        state = played.first()
        events: list[Event] = []
        state.events = events
        for choice in played.choices:
            state.apply_unchecked(choice)
        return [event.seen_by(None) for event in events]

    look = Look(
        played.state.observe(None),
        game_words(played.game, "en"),
        [str(seat) for seat in seats],
        [False for _ in seats],
        history=history,
    )
    sheet = view.scene(look)["sheet"]
    return list(sheet["rows"]) if sheet is not None else []


def played_game(game: Game, players: int, options: dict[str, str], choices: list[int]) -> PlayedGame:
    """A game from its choices, all of them legal."""
    played = PlayedGame(game, players, options)
    for choice in choices:
        played.replay(choice)
    return played
