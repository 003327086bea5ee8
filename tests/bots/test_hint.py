"""Hints: based on what the seat may know, deterministic, with reasons from the game's estimate."""

from __future__ import annotations

from math import log

import pytest

import serai
from serai.bots.bot import Budget
from serai.bots.hint import calibrated, hint, reasons
from tests.bots.test_players import GAMES, middle
from tests.games import OURS

LITTLE = Budget(work=8)


@pytest.mark.parametrize("name", GAMES)
def test_advice_is_legal_sorted_and_has_named_reasons(name: str) -> None:
    for seed in range(4):
        state = middle(name, seed, 40 * seed)
        before = state.key()
        advice = hint(state, state.actor, LITTLE)
        assert state.key() == before
        assert 1 <= len(advice) <= 3
        assert len({one.choice for one in advice}) == len(advice)
        names = {part for part, _ in state.parts(state.actor)}
        for one in advice:
            assert one.choice in state.legal()
            assert one.text == state.text(one.choice)
            assert 0.0 <= one.share <= 1.0
            assert {reason.kind for reason in one.reasons} <= names
            amounts = [abs(reason.amount) for reason in one.reasons]
            assert amounts == sorted(amounts, reverse=True)
            assert len(amounts) <= 2


@pytest.mark.parametrize("name", GAMES)
def test_advice_does_not_use_hidden_information(name: str) -> None:
    for seed in range(4):
        state = middle(name, seed, 40 * seed)
        seat = state.actor
        advice = hint(state, seat, LITTLE)
        for other in range(3):
            assert hint(state.determinize(seat, serai.Rng(other)), seat, LITTLE) == advice


@pytest.mark.parametrize("name", OURS)
def test_chances_are_calibrated_as_the_game_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which leaves the choices in their order."""
    state = middle(name, 1)
    told = hint(state, state.actor, Budget(work=60))
    monkeypatch.setattr("serai.bots.hint.calibrated", lambda share, shift, slope: share)
    found = hint(state, state.actor, Budget(work=60))
    assert [one.choice for one in told] == [one.choice for one in found]
    shift, slope = serai.game(name).levels[-1].calibration
    assert shift != 0.0
    assert 0.5 < slope <= 1.0
    for one, raw in zip(told, found, strict=True):
        assert 0.0 < raw.share < 1.0
        assert log_odds(one.share) == pytest.approx(shift + slope * log_odds(raw.share))


def log_odds(share: float) -> float:
    return log(share / (1.0 - share))


def test_a_game_that_is_decided_stays_so() -> None:
    assert calibrated(1.0, -0.4, 0.8) == 1.0
    assert calibrated(0.0, -0.4, 0.8) == 0.0


def test_only_the_seat_to_move_gets_advice() -> None:
    state = middle("yspahan", 1)
    with pytest.raises(serai.IllegalMove, match="nothing to choose"):
        hint(state, 1 - state.actor, LITTLE)


def test_the_reason_for_camels_is_what_they_build() -> None:
    state = serai.game("yspahan").new(3)
    state.play("start 1")
    state.play("yellow 0")
    state.play("roll 111 2 33 555")
    (reason,) = reasons(state, 0, state.parse("take camels"), 1)
    assert reason.kind == "buildings"
    assert reason.amount > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_explain_the_estimate_of_every_seat(name: str) -> None:
    state = middle(name, 2)
    for seat in range(state.players):
        parts = state.parts(seat)
        assert len({part for part, _ in parts}) == len(parts) > (2 if name in OURS else 0)
