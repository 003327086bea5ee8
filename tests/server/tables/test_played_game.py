"""A game so far: choices are made, replayed and taken back, and positions stay as they were."""

from __future__ import annotations

from itertools import pairwise

import serai
from serai.kernel.state import CHANCE
from serai.server.tables.played_game import PlayedGame, Step

OPTIONS = {"layout": "long", "variant": "none"}  # not the usual ones


def played(choices: int) -> tuple[PlayedGame, list[Step]]:
    """A game of Istanbul after some random choices."""
    game, rng = PlayedGame(serai.game("istanbul"), 3, OPTIONS), serai.Rng("played")
    steps = []
    for _ in range(choices):
        state = game.state
        legal = [state.sample(rng)] if state.actor == CHANCE else state.legal()
        steps.append(game.apply(legal[rng.below(len(legal))]))
    return game, steps


def test_a_game_is_played_with_its_options() -> None:
    game, usual = serai.game("istanbul"), {"layout": "short", "variant": "none"}
    assert PlayedGame(game, 3, OPTIONS).state.key() == game.new(3, OPTIONS).key()
    assert PlayedGame(game, 3, OPTIONS).state.key() != PlayedGame(game, 3, usual).state.key()


def test_a_step_knows_what_was_and_what_happened() -> None:
    game, steps = played(30)
    assert [step.number for step in steps] == list(range(1, 31))
    assert [step.choice for step in steps] == game.choices
    for before, after in pairwise(steps):
        assert before.after is after.before
    assert game.state is steps[-1].after
    assert any(step.events for step in steps)
    assert game.state.events is None  # nobody listens any more
    told = [len(step.events) for step in steps]
    game.state.clone().apply_unchecked(game.state.legal()[0])
    assert [len(step.events) for step in steps] == told


def test_positions_are_reached_again() -> None:
    game, steps = played(30)
    assert game.number == 30
    for number in (0, 1, 17, 30):
        expected = steps[number].before if number < 30 else game.state
        assert game.position_after(number).key() == expected.key()
    again = PlayedGame(game.game, 3, OPTIONS)
    for choice in game.choices:
        again.replay(choice)
    assert (again.choices, again.state.key()) == (game.choices, game.state.key())


def test_choices_are_taken_back() -> None:
    game, steps = played(30)
    choices, last = list(game.choices), game.state
    key = last.key()
    game.rewind(12)
    assert game.choices == choices[:12]
    assert game.state.key() == steps[12].before.key()
    assert last.key() == key  # who holds it still sees it
