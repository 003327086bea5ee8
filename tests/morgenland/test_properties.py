"""What holds in every game, whatever is played; and how long games are: M22."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import serai
from serai.games.morgenland import board, cards
from serai.games.morgenland import state as at
from serai.kernel import piles
from serai.kernel.bits import count
from serai.kernel.check import random_choice
from serai.kernel.playout import play_random
from serai.kernel.state import Event
from tests.morgenland import greedy
from tests.morgenland.table import CHANCE, OVER, Morgenland, new, rich

GAMES = max(1, settings().max_examples // 25)


@pytest.mark.parametrize("game", ["pro", "basic", "rich"])
@pytest.mark.parametrize("players", [3, 4, 5])
@settings(max_examples=GAMES)
@given(seed=st.integers(0, 2**64))
def test_pieces_are_conserved_and_events_tell_every_change(players: int, game: str, seed: int) -> None:
    state = rich(players) if game == "rich" else new(players, game)
    rng = serai.Rng(seed)
    all_artifacts = Counter(artifacts(state))
    treasure: Counter[tuple[int, str]] = Counter()
    owned: Counter[tuple[int, str]] = Counter()
    cards_of: Counter[int] = Counter()
    for seat, player in enumerate(state.player):
        cards_of[seat] = count(player.spells)
        for kind in range(6):
            owned[seat, cards.ARTIFACTS[kind]] = cards.held(player.owned, kind)
    while state.actor != OVER:
        events: list[Event] = []
        state.events = events
        state.apply(random_choice(state, rng))
        for event in events:
            if event.kind == "treasure":
                treasure[event.seat, event.about] += event.amount
            elif event.kind == "artifact":
                owned[event.seat, event.about] += event.amount
            elif event.kind == "spell":
                cards_of[event.seat] += event.amount
        check_treasures(state)
        check_figures(state)
        check_spells(state)
        assert Counter(artifacts(state)) == all_artifacts
        for seat, player in enumerate(state.player):
            for kind in range(5):
                assert board.units(player.wealth, kind) == treasure[seat, board.KINDS[kind]]
            for kind in range(6):
                assert cards.held(player.owned, kind) == owned[seat, cards.ARTIFACTS[kind]]
            assert count(player.spells) == cards_of[seat]
    check_end(state)


@pytest.mark.parametrize("game", ["pro", "basic", "rich"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_m21_a_determinized_position_is_one_that_can_be_played_on(players: int, game: str) -> None:
    state = rich(players) if game == "rich" else new(players, game)
    rng = serai.Rng(f"{players} {game}")
    all_artifacts = Counter(artifacts(state))
    number = 0
    while state.actor != OVER:
        number += 1
        if number % 20 == 0:
            for seat in (None, *range(players)):
                other = state.determinize(seat, rng)
                check_treasures(other)
                check_figures(other)
                check_spells(other)
                assert Counter(artifacts(other)) == all_artifacts
                play_random(other, rng)
                check_end(other)
        state.apply(random_choice(state, rng))


def check_treasures(state: Morgenland) -> None:
    """M6: 29 of each kind, in the bank, in the caves and with the players."""
    for kind in range(5):
        in_cave = sum(state.groups[kind] >> 5 * i & 31 for i in range(5))
        with_players = sum(board.units(player.wealth, kind) for player in state.player)
        assert board.units(state.bank, kind) + in_cave + with_players == board.UNITS


def check_figures(state: Morgenland) -> None:
    """M4, M19: every figure is in one place; none is out while they are placed; five at most in a room."""
    placing = state.phase <= at.PLACE or state.moment <= at.OWN_TURN
    for seat, player in enumerate(state.player):
        seen = player.hand
        for field in range(15):
            figures = state.figures(seat, field)
            assert not seen & figures, "a figure in two places"
            seen |= figures
            if field >= board.FIRST_ROOM:
                assert state.count(seat, field) <= 5
            if figures and not state.magic:
                assert field not in (board.TENT, board.DJINN)
        if placing:
            assert seen & 255 == 255
        else:
            assert player.hand == 0 or state.phase in (at.CARD, at.DONE)
        assert player.doubled & ~(seen & ~player.hand) == 0, "a Double without its original"
        assert player.doubled & ~player.open == 0
        assert player.plays <= (2 if state.djinn == seat else 1)
        assert player.plays == piles.size(player.played, cards.BITS)
    if state.resolving:
        for seat in range(state.players):
            assert not state.hidden(seat, state.current), "hidden in the field being resolved"


def check_spells(state: Morgenland) -> None:
    """M17: each card is in one place."""
    seen = 0
    for pile in (state.draw_pile, state.discards, state.drawn, *(player.spells for player in state.player)):
        assert not seen & pile
        seen |= pile
    assert seen == (cards.ALL_SPELLS if state.magic else 0)


def artifacts(state: Morgenland) -> dict[int, int]:
    """M1, M2: how many there are of each kind, wherever they are."""
    found = {kind: cards.held(state.pool, kind) for kind in range(6)}
    for player in state.player:
        for kind in range(6):
            found[kind] += cards.held(player.owned, kind)
    unseen = 0
    for room in range(5):
        for place in range(6 * room, 6 * room + state.sizes[room]):
            if state.pile[place] & 7 == cards.UNSEEN:
                unseen += 1
            else:
                found[state.pile[place] & 7] += 1
    assert unseen == piles.size(state.pool, cards.BITS), "the pool is what lies unseen in the piles"
    return found


def check_end(state: Morgenland) -> None:
    """M14, M15."""
    if state.magic:
        assert state.artifacts_left() == 0
    else:
        assert state.artifacts_left() == 0 or max(state.scores()) >= 3
    best = max(state.scores())
    assert all(state.scores()[seat] == best for seat in state.winners())


def rounds(players: int, game: str, seeds: int, buys: bool) -> list[int]:
    found = []
    for seed in range(seeds):
        state = new(players, game)
        rng = serai.Rng(seed)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
            else:
                state.apply(greedy.choose(state, rng) if buys else random_choice(state, rng))
        found.append(state.round)
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_m22_random_games_end_without_a_limit(players: int) -> None:
    assert max(rounds(players, "pro", 25, buys=False)) < 60
    assert max(rounds(players, "basic", 25, buys=False)) < 40


@pytest.mark.parametrize("players", [3, 4, 5])
def test_m22_who_buys_when_he_can_plays_six_to_ten_rounds(players: int) -> None:
    found = rounds(players, "pro", 25, buys=True)
    assert 6 <= median(found) <= 10
    assert max(found) <= 12
