"""Neutral assistants: I22."""

from __future__ import annotations

from serai.games.istanbul.rules import Istanbul
from tests.istanbul.table import (
    give,
    legal,
    out_of,
    phase_of,
    place_of,
    play,
    send,
    stack_of,
    start,
    step_to,
    visit,
)


def table(players: int = 3) -> Istanbul:
    return start(players, variant="neutral-assistants")


def lay_neutral(state: Istanbul, place: str, number: int = 1) -> None:
    """Neutral assistants lie at a place; they come from the bottoms of the other stacks."""
    state.loose += number << 3 * place_of(place)
    for player in state.player[1 : number + 1]:
        player.neutral = 0
        player.stack -= 1


def loose(state: Istanbul) -> dict[str, int]:
    found: dict[str, int] = state.observe(None)["neutral_assistants"]
    return found


def test_i22_the_bottom_assistant_is_neutral_and_its_own_one_leaves_the_game() -> None:
    for players in (2, 3, 4):
        state = table(players)
        for seat in range(players):
            assert stack_of(state, seat) == ["neutral", "own", "own", "own"]


def test_i22_left_from_the_bottom() -> None:
    state = table()
    visit(state, "post-office")
    assert loose(state) == {"post-office": 1}
    assert out_of(state) == []
    assert stack_of(state) == ["own", "own", "own"]
    assert phase_of(state) == "action"


def test_i22_a_neutral_assistant_there_is_used_as_ones_own() -> None:
    state = table()
    lay_neutral(state, "post-office")
    give(state, stack=0)
    state.player[0].neutral = 0
    step_to(state, "post-office")
    assert legal(state) == ["pick up neutral", "stop"]
    state.play("pick up neutral")
    assert stack_of(state) == ["neutral"]
    assert loose(state) == {}
    assert phase_of(state) == "action"


def test_i22_or_left_alone_and_another_left_beside_it() -> None:
    state = table()
    lay_neutral(state, "post-office")
    step_to(state, "post-office")
    assert legal(state) == ["pick up neutral", "leave", "stop"]
    state.play("leave")
    assert loose(state) == {"post-office": 2}


def test_i22_own_and_neutral_there_a_choice() -> None:
    for choice, stack, own, neutral in (
        ("pick up", ["own", "neutral", "own"], [], {"post-office": 1}),
        ("pick up neutral", ["neutral", "neutral", "own"], ["post-office"], {}),
    ):
        state = table()
        lay_neutral(state, "post-office")
        give(state, out="post-office", stack=2)
        step_to(state, "post-office")
        assert legal(state) == ["pick up", "pick up neutral", "stop"]
        state.play(choice)
        assert stack_of(state) == stack
        assert out_of(state) == own
        assert loose(state) == neutral


def test_i22_picked_up_to_the_bottom_so_it_is_left_first() -> None:
    state = table()
    visit(state, "post-office")  # leaves the neutral one
    assert stack_of(state) == ["own", "own", "own"]
    state.play("pass")
    for seat in (1, 2):
        give(state, seat, out="")
        step_to(state, "fountain")
    lay_neutral(state, "tea-house")
    step_to(state, "tea-house")
    state.play("pick up neutral")
    assert stack_of(state) == ["neutral", "own", "own", "own"]


def test_i22_several_neutral_ones_can_be_collected() -> None:
    state = table()
    lay_neutral(state, "tea-house", 2)
    give(state, 0, stack=1)
    state.player[0].neutral = 1
    step_to(state, "tea-house")
    state.play("pick up neutral")
    assert stack_of(state) == ["neutral", "neutral"]
    assert loose(state) == {"tea-house": 1}


def test_i22_without_assistants_a_neutral_one_saves_the_turn() -> None:
    state = table()
    give(state, stack=0)
    state.player[0].neutral = 0
    step_to(state, "tea-house")
    assert state.actor == 1


def test_i22_i11_the_fountain_returns_only_own_ones_to_the_bottom() -> None:
    state = table()
    lay_neutral(state, "tea-house")
    give(state, stack=1, out="tea-house wainwright")
    state.player[0].neutral = 1
    step_to(state, "fountain")
    assert legal(state, "return") == ["all", "wainwright", "tea-house"]
    state.play("return all")
    assert stack_of(state) == ["own", "own", "neutral"]
    assert loose(state) == {"tea-house": 1}


def test_i22_i17_so_do_the_yellow_tile_and_the_card() -> None:
    state = table()
    lay_neutral(state, "tea-house")
    give(state, stack=1, out="small-market wainwright", tiles="yellow", lira=2, hand="assistant")
    state.player[0].neutral = 1
    assert legal(state, "yellow") == ["wainwright", "small-market"]
    assert legal(state, "card assistant") == ["wainwright", "small-market"]
    play(state, "yellow wainwright", "card assistant small-market")
    assert stack_of(state) == ["own", "own", "neutral"]


def test_i22_i17_the_fifth_assistant_comes_to_the_bottom() -> None:
    state = table()
    give(state, goods="0-0-0-2", stack=1)
    send(state, "great-mosque")
    give(state, stack=1)
    state.player[0].neutral = 1
    state.play("tile blue")
    assert stack_of(state) == ["own", "neutral"]


def test_i22_in_the_plain_game_there_are_none() -> None:
    state = start()
    assert stack_of(state) == ["own"] * 4
    visit(state, "tea-house")
    assert state.observe(None)["neutral_assistants"] == {}
