"""The contract's names, as outside code calls them."""

from __future__ import annotations

import pickle

import pytest

import serai
from serai.kernel.playout import play_random
from tests.unusual_games import Auction


def test_a_game_describes_itself() -> None:
    game = serai.game("yspahan")
    assert (game.name, game.title, game.players, dict(game.options)) == ("yspahan", "Yspahan", (2, 4), {})
    assert 0 < game.num_seat_actions < game.num_actions
    assert "yspahan" in serai.game_names()


def test_unknown_games_players_and_options_are_refused() -> None:
    with pytest.raises(serai.UnknownGame, match="no game 'go'"):
        serai.game("go")
    game = serai.game("yspahan")
    for players in (1, 5, -1, "3", None, True, 2.0):
        if players is not None:
            with pytest.raises(serai.BadOption, match="2 to 4 players"):
                game.new(players)  # type: ignore[arg-type]
    with pytest.raises(serai.BadOption, match="no option 'layout'"):
        game.new(3, {"layout": "long"})


def test_all_errors_share_a_base_class() -> None:
    for error in (serai.IllegalMove, serai.BadNotation, serai.BadOption, serai.BadRecord, serai.TooMany):
        assert issubclass(error, serai.SeraiError)
    assert issubclass(serai.BadNotation, serai.IllegalMove)


@pytest.mark.parametrize("choice", [-1, 10**9, 10**30, 5])
def test_an_illegal_choice_changes_nothing(choice: int) -> None:
    state = serai.game("yspahan").new(3)
    before = state.key()
    with pytest.raises(serai.IllegalMove):
        state.apply(choice)
    assert state.key() == before


def test_sample_is_for_chance_alone() -> None:
    state = serai.game("yspahan").new(3)
    state.play("start 1")
    with pytest.raises(serai.IllegalMove, match="chance is not to move"):
        state.sample(serai.Rng(1))
    state.play("yellow 0")
    assert not state.is_legal(state.num_actions)
    assert not state.is_legal(-1)
    assert state.is_legal(state.sample(serai.Rng(1)))


@pytest.mark.parametrize("choice", ["start 1", None, 1.5])
def test_a_choice_is_an_int(choice: object) -> None:
    state = serai.game("yspahan").new(3)
    with pytest.raises(TypeError):
        state.apply(choice)  # type: ignore[arg-type]


def test_chance_and_over() -> None:
    assert (serai.CHANCE, serai.OVER) == (-1, -2)
    state = serai.game("yspahan").new(2)
    assert state.actor == serai.CHANCE
    play_random(state, serai.Rng(1))
    assert state.actor == serai.OVER
    assert state.legal() == []
    with pytest.raises(serai.IllegalMove, match="the game is over"):
        state.apply(0)


def test_playout_stops_at_its_limit() -> None:
    state = serai.game("yspahan").new(2)
    assert play_random(state, serai.Rng(1), 10) == 10
    assert state.actor != serai.OVER


def test_keys_are_stable() -> None:
    """The hash of a position may not change within a version: databases will hold it."""
    state = serai.game("yspahan").new(4)
    assert state.key() == 5324193198588230763
    play_random(state, serai.Rng(7), 100)
    assert state.key() == 11453507226713463360


def test_a_position_survives_pickling() -> None:
    state = serai.game("yspahan").new(4)
    play_random(state, serai.Rng(7), 50)
    twin = pickle.loads(pickle.dumps(state))
    assert twin.key() == state.key()
    assert play_random(twin, serai.Rng(1)) == play_random(state, serai.Rng(1))
    assert twin.scores() == state.scores()


def test_a_secret_event_is_for_its_seat_and_an_open_one_for_all() -> None:
    for secret, looker, about in (
        (True, 1, "swap"),
        (True, 0, ""),
        (True, None, ""),
        (False, 1, "swap"),
        (False, 0, "swap"),
        (False, None, "swap"),
    ):
        seen = serai.Event("draw", 1, 2, "swap", secret).seen_by(looker)
        assert vars_of(seen) == ("draw", 1, 2, about, secret)


def test_an_event_survives_pickling() -> None:
    event = serai.Event("draw", 1, 1, "swap", True)
    twin = pickle.loads(pickle.dumps(event))
    assert vars_of(twin) == vars_of(event) == ("draw", 1, 1, "swap", True)


def vars_of(event: serai.Event) -> tuple[object, ...]:
    return event.kind, event.seat, event.amount, event.about, event.secret


def test_events_are_collected_only_on_request() -> None:
    state = serai.game("yspahan").new(4)
    assert state.events is None
    state.events = []
    state.play("start 1")
    assert [event.kind for event in state.events] == ["day"]
    assert repr(state.events[0]) == "<day seat 0: 1>"
    assert repr(serai.Event("points", 2, 5, "camel", False)) == "<points seat 2: 5 camel>"
    assert state.clone().events is None


def test_a_position_has_as_many_choices_as_it_likes() -> None:
    """The buffer grows with them, whatever way they are added."""
    out = serai.Choices()
    for choice in range(700):
        out.add(choice)
    for first in range(700, 1500, 50):
        out.add_set(first, (1 << 50) - 1)
    assert [out.items[i] for i in range(out.size)] == list(range(1500))
    assert pickle.loads(pickle.dumps(out)).size == 1500
    state = Auction()
    assert state.legal() == list(range(300))
    assert state.is_legal(299)
    assert not state.is_legal(300)
