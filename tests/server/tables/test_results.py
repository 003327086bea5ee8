"""The results of finished games: openings and points by source, for each seat."""

from __future__ import annotations

import pytest

import serai
from serai.kernel.state import CHANCE, OVER
from serai.server.tables.results import LONGEST, played_game, seat_results
from tests.games import OURS


def choices_of(name: str, players: int) -> list[int]:
    """A whole game, at random."""
    state, rng = serai.game(name).new(players), serai.Rng("results")
    choices = []
    while state.actor != OVER:
        legal = [state.sample(rng)] if state.actor == CHANCE else state.legal()
        choices.append(legal[rng.below(len(legal))])
        state.apply(choices[-1])
    return choices


def first_texts(name: str, players: int, choices: list[int]) -> dict[int, str]:
    """What each seat chose first, where it had a choice of the kind that opens the game."""
    game = serai.game(name)
    state, found = game.new(players), dict[int, str]()
    for choice in choices:
        if state.actor >= 0 and len(state.legal()) > 1:
            text = state.seen_text(choice, None)
            if text.startswith(game.opening):
                found.setdefault(state.actor, text[len(game.opening) :].replace("? ", "")[:LONGEST])
        state.apply(choice)
    return found


@pytest.mark.parametrize("name", OURS)
def test_every_seat_has_its_opening_and_its_points(name: str) -> None:
    choices = choices_of(name, 3)
    played = played_game(serai.game(name), 3, {}, choices)
    found = seat_results(played)
    assert [one.score for one in found] == played.state.scores()
    assert {seat: one.opening for seat, one in enumerate(found)} == first_texts(name, 3, choices)
    assert all(one.opening for one in found)
    assert len({tuple(one.sources) for one in found}) == 1  # the rows of one sheet
    if name == "yspahan":
        assert [sum(one.sources.values()) for one in found] == played.state.scores()
    assert found[0].sources
