"""The defaults of a game that provides only state, rules, notation and observation."""

from __future__ import annotations

import pytest
from librt.vecs import vec

import serai
from serai.arena.match import BotPool, Match, play_match
from serai.bots.bot import Budget
from serai.bots.hint import hint
from serai.bots.names import level_names
from serai.kernel.check import check_game
from serai.kernel.game import LEVELS
from serai.kernel.plain import SEAT, TABLE, board_text, write_observation
from serai.kernel.playout import play_random
from tests import spices
from tests.spices import GAME
from tests.spices.rules import Spices


@pytest.fixture(autouse=True)
def spices_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    spices.make_known(monkeypatch)


def position(players: int = 3, decisions: int = 8) -> Spices:
    state = GAME.new(players)
    play_random(state, serai.Rng("plain"), decisions)
    assert isinstance(state, Spices)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_finds_nothing_wrong_with_it(players: int) -> None:
    for seed in range(3):
        check_game(GAME, players, seed=seed)


def test_most_points_win() -> None:
    state = position(3, 1000)
    assert state.actor == serai.OVER
    for seat, score in enumerate((4, 7, 7)):
        state.player[seat].score = score
    assert state.winners() == [1, 2]


def shares(*scores: int) -> list[float]:
    state = position(len(scores))
    for seat, score in enumerate(scores):
        state.player[seat].score = score
    out = vec[float]([0.0] * 8)
    state.estimate(out)
    return [out[seat] for seat in range(len(scores))]


def test_the_estimate_follows_the_scores() -> None:
    assert shares(0, 0, 0) == pytest.approx([1 / 3] * 3)
    first, second, third = shares(12, 9, 3)
    assert first > second > third > 0
    assert first + second + third == pytest.approx(1)
    assert shares(12, 9, 4)[0] < first < shares(13, 9, 3)[0]
    assert (
        shares(4, 1)[0] > shares(104, 101)[0] > 0.5
    )  # a lead of three weighs less where there is more to have
    assert sum(shares(-5, -9, 0)) == pytest.approx(1)
    assert position().parts(1) == [("points", float(position().scores()[1]))]


def test_it_has_the_usual_levels_and_they_play() -> None:
    assert GAME.levels == LEVELS
    assert len(level_names(GAME)) == len(LEVELS)
    pool = BotPool()
    for number, seats in enumerate((("level4", "level3"), ("level3", "level4"), ("level1", "level2"))):
        result = play_match(Match(number, "spices", seats, f"plain {number}"), pool)
        assert not result.faults
        assert "level4" not in seats or result.shares[seats.index("level4")] == 1.0  # the search wins


def test_a_hint_says_what_it_is_good_for() -> None:
    state = position()
    while state.actor < 0:
        state.apply(state.sample(serai.Rng(1)))
    best = hint(state, state.actor, Budget(work=20))[0]
    assert best.choice in state.legal()
    assert all(reason.kind == "points" for reason in best.reasons)


def test_the_terminal_shows_the_table() -> None:
    assert GAME.board is board_text
    state = position()
    text = GAME.board(state.observe(0))
    assert "Round: " in text
    assert "Draw pile: " in text
    assert "seat 1 (you)  score: " in text
    assert "Your hand: " in text
    assert "Your hand" not in GAME.board(state.observe(None))
    assert max(map(len, text.splitlines())) <= 80
    play_random(state, serai.Rng(1))
    assert GAME.board(state.observe(0)).startswith("The game is over")


def test_long_lists_and_nested_facts_are_wrapped() -> None:
    seen = {
        "seat": None,
        "actor": 0,
        "row": [f"card {number}" for number in range(30)],
        "caravans": [{"name": "north", "camels": 3, "load": ["tea", "silk"]}, {"name": "south", "camels": 0}],
        "open": {"market": True, "gate": None},
        "seats": [{"score": 1, "goods": {"tea": 2}}],
    }
    text = board_text(seen)
    assert max(map(len, text.splitlines())) <= 80
    for line in (
        "  1. name north, camels 3, load tea, silk",
        "Open: market yes, gate –",
        "> seat 1  score: 1, goods: tea 2",
    ):
        assert line in text


def test_features_are_relative_to_the_observing_seat() -> None:
    state = position(3)
    numbers = state.features(1)
    assert len(numbers) == TABLE + 4 * SEAT == sum(feature.size for feature in GAME.layout)
    assert not any(numbers[TABLE + 3 * SEAT :])  # nobody sits there
    state.player[2].score += 1
    after = state.features(1)
    changed = [index for index in range(len(numbers)) if numbers[index] != after[index]]
    assert [(index - TABLE) // SEAT for index in changed] == [1]  # the next one after the looker
    state.player[1].hand.append(0)
    own = state.features(1)
    assert own[:TABLE] != after[:TABLE]
    other = state.features(0)
    state.player[1].hand[-1] = 1  # hidden from others
    assert state.features(0) == other


def test_features_stay_within_a_byte() -> None:
    from librt.strings import BytesWriter

    state = position(2)
    state.player[0].score = 10**6
    state.player[1].score = -(10**6)
    out = BytesWriter()
    write_observation(state, out, 0)
    assert max(out.getvalue()) == 255
