"""What runs in worker processes, called in this one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import serai
from serai.analysis.game_review import Review
from serai.bots.bot import Budget
from serai.bots.hint import Advice, hint
from serai.kernel.check import random_choice
from serai.kernel.state import CHANCE, State
from serai.server.live.bots import worker
from serai.server.live.bots.worker import Turn
from serai.server.live.scheduling import Urgency


@pytest.fixture(autouse=True)
def shares() -> Iterator[None]:
    yield
    worker.time_shares = [1.0] * len(Urgency)


def position(game: str = "yspahan", choices: int = 12) -> State:
    """A position in which a seat has several choices."""
    state, rng = serai.game(game).new(3), serai.Rng("worker")
    while choices > 0 or state.actor == CHANCE or len(state.legal()) < 3:
        state.apply(random_choice(state, rng))
        choices -= 1
    return state


def test_a_turn_is_the_same_for_another_level() -> None:
    turn = Turn(position(), {}, 0, "level1", "seed", Urgency.HINT)
    other = turn.at("random")
    assert (other.level, turn.level) == ("random", "level1")
    assert (other.state, other.options, other.seat, other.seed, other.urgency) == (
        *(turn.state, turn.options, turn.seat, turn.seed, Urgency.HINT),
    )


@pytest.mark.parametrize("level", ["random", "greedy", "level1"])
def test_a_bot_plays_until_another_seat_is_due(level: str) -> None:
    state = position()
    seat = int(state.actor)
    choices = worker.play(Turn(state.clone(), {}, seat, level, "seed"))
    assert choices == worker.play(Turn(state.clone(), {}, seat, level, "seed"))
    for choice in choices:
        assert state.actor == seat
        state.apply(choice)
    assert state.actor != seat


def test_a_bot_that_has_less_time_leaves_the_rest_of_its_turn() -> None:
    state = position()
    worker.time_shares = [0.001, 1.0, 1.0]
    assert len(worker.play(Turn(state.clone(), {}, int(state.actor), "strongest", "seed"))) == 1
    whole = worker.play(Turn(state.clone(), {}, int(state.actor), "level1", "seed"))
    state = position()
    for choice in whole:  # which does not think by the clock
        state.apply(choice)
    assert state.actor != position().actor


def test_another_seed_is_another_bot() -> None:
    state = position()
    seat = int(state.actor)
    turns = {tuple(worker.play(Turn(state.clone(), {}, seat, "random", str(seed)))) for seed in range(8)}
    assert len(turns) > 1


def test_advice_is_about_legal_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a second, or less while others wait."""
    state = position()
    budgets: list[Budget] = []

    def noted(state: State, seat: int, budget: Budget) -> list[Advice]:
        budgets.append(budget)
        return hint(state, seat, budget)

    monkeypatch.setattr(worker, "hint", noted)
    worker.time_shares = [1.0, 0.01, 1.0]
    found = worker.advise(state.clone(), int(state.actor))
    assert found
    assert {one.choice for one in found} <= set(state.legal())
    assert budgets == [Budget(seconds=0.01 * worker.ADVICE_SECONDS)]


def test_a_picture_shows_what_a_seat_may_see() -> None:
    state = position("morgenland", 40)
    drawn = [worker.draw(state, seat) for seat in (None, 0)]
    for one in drawn:
        assert one.startswith(b"\x89PNG")
        assert int.from_bytes(one[16:20], "big") == worker.PICTURE_WIDTH
    assert drawn[0] != drawn[1]


def test_a_game_is_reviewed_without_names() -> None:
    record, rng = serai.Record("yspahan", 2), serai.Rng("review")
    state = record.replay()
    for _ in range(30):
        record.play(state, random_choice(state, rng))
    text = worker.review("yspahan", 2, record.options, record.choices)
    first = Review.from_json(text).judgements[0]
    positions = [one.clone() for one, _ in record.states()]
    assert worker.look_closer(positions[first.number], first, 1).number == first.number
