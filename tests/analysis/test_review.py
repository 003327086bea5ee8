"""Reviews: deterministic, based on what each seat could see, and complete."""

from __future__ import annotations

from dataclasses import replace

import pytest

import serai
from serai.analysis import Review, examine, judge_choice, quick_review, review
from serai.analysis.judge import EstimateJudge
from serai.analysis.picture import picture
from serai.analysis.words import choice_words, step_words, why
from serai.authoring.template import pebbles
from serai.kernel.errors import BadRecord
from serai.kernel.registry import LOCAL
from serai.kernel.state import CHANCE, OVER
from tests.analysis.played import changed, game_of
from tests.games import ALL, OURS

FEW = 2  # continuations


@pytest.fixture(scope="module")
def quick() -> dict[str, Review]:
    return {name: quick_review(game_of(name)) for name in ALL}


@pytest.mark.parametrize("name", ALL)
def test_win_chances_are_shares_of_one_win(name: str, quick: dict[str, Review]) -> None:
    found, record = quick[name], game_of(name)
    assert len(found.chances) == len(record.choices) + 1
    for shares in found.chances:
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) >= 0
    final = record.replay()
    assert final.actor == OVER
    winners = final.winners()
    assert found.chances[-1] == tuple(
        1 / len(winners) if seat in winners else 0 for seat in range(record.players)
    )


@pytest.mark.parametrize("name", ALL)
def test_luck_and_play_add_up_to_a_seats_total_change(name: str, quick: dict[str, Review]) -> None:
    found = quick[name]
    seats = range(found.players)
    for step in found.steps:
        assert sum(step.effect) == pytest.approx(0, abs=1e-9)  # what one gains others lose
        if step.actor != CHANCE and not step.free:
            assert step.effect == tuple(0 for _ in seats)
    assert sum(found.luck(seat) for seat in seats) == pytest.approx(0, abs=1e-9)
    assert any(found.luck(seat) for seat in seats)
    for seat in seats:
        parts = found.luck(seat) + found.play(seat) + found.rivals(seat) + found.rest(seat)
        assert found.chances[0][seat] + parts == pytest.approx(found.chances[-1][seat])


@pytest.mark.parametrize("name", ALL)
def test_errors_are_what_the_best_choice_would_have_kept(name: str, quick: dict[str, Review]) -> None:
    found = quick[name]
    for step in found.steps:
        assert (step.error > 0) <= step.free
        assert (step.error > 0) <= (step.best != step.choice)
        assert step.error >= 0
    for seat in range(found.players):
        costliest = found.costliest(seat)
        assert [one.error for one in costliest] == sorted((one.error for one in costliest), reverse=True)
        phases = sum(found.error(seat, phase) for phase in range(3))
        assert phases == pytest.approx(found.error(seat))


@pytest.mark.parametrize("name", OURS)
def test_a_choice_is_judged_by_what_its_seat_could_see(name: str) -> None:
    """Other hands, draw piles and face-down figures may be what they like: the judgement is the same, at once
    and after a closer look."""
    record, compared = game_of(name), 0
    for number, (state, choice) in enumerate(record.states()):
        if choice is None or state.actor < 0 or len(state.legal()) == 1 or number % 7:
            continue
        other = changed(record, number)
        if other.key() == state.key():
            continue
        judged = judge_choice(state.clone(), choice, number)
        assert judge_choice(other, choice, number) == judged
        if compared < 2:
            closer = examine(state.clone(), judged, FEW)
            assert examine(other, judged, FEW) == closer
            assert closer.walks == FEW
        compared += 1
        if compared == 12:
            break
    assert compared > 5


@pytest.mark.parametrize("name", ALL)
def test_the_same_work_and_seed_give_the_same_review(name: str) -> None:
    record = game_of(name, 60)
    told: list[tuple[int, int]] = []
    found = review(record, work=FEW, progress=lambda done, whole: told.append((done, whole)))
    assert found == review(record, work=FEW)
    whole = len(found.judgements)
    assert told == [(done, whole) for done in range(whole + 1)]
    assert not found.open
    written = Review.from_json(found.to_json())  # with fewer digits
    assert Review.from_json(written.to_json()) == written
    assert (written.judgements, written.scores) == (found.judgements, found.scores)
    for seat in range(found.players):
        assert written.luck(seat) == pytest.approx(found.luck(seat), abs=1e-3)


def test_an_examined_judgement_replaces_the_first_one(quick: dict[str, Review]) -> None:
    found = quick["yspahan"]
    first = found.open[0]
    harmless = replace(first, best=first.choice, best_share=first.share, walks=FEW)
    deepened = found.deepened([harmless])
    assert first not in deepened.open
    assert len(deepened.open) == len(found.open) - 1
    assert deepened.steps[first.number].error == 0
    assert deepened.error(first.seat) == pytest.approx(found.error(first.seat) - first.error)


def test_perfect_play_is_accurate_and_random_play_is_not() -> None:
    record = serai.Record("yspahan", 2)
    state, rng = record.replay(), serai.Rng("accuracy")
    while state.actor != OVER:
        if state.actor == CHANCE:
            record.play(state, state.sample(rng))
        elif state.actor == 0:
            record.play(state, judge_choice(state, state.legal()[0], len(record.choices)).best)
        else:
            legal = state.legal()
            record.play(state, legal[rng.below(len(legal))])
    found = quick_review(record)
    assert found.accuracy(0) == pytest.approx(100)
    assert (found.accuracy(1) or 0) < 60
    assert found.costliest(0) == []


def test_a_game_without_a_net_is_judged_by_its_estimate() -> None:
    LOCAL["pebbles"] = pebbles.GAME
    try:
        found = review(game_of("pebbles"), work=FEW)
        assert not found.net
        assert sum(found.chances[0]) == pytest.approx(1)
        assert all(one.walks == FEW for one in found.judgements)
        assert quick_review(game_of("yspahan", 30), judge=EstimateJudge()).net is False
    finally:
        del LOCAL["pebbles"]
        game_of.cache_clear()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_choices_and_reasons_in_words(language: str, quick: dict[str, Review]) -> None:
    for name in OURS:
        found, record = quick[name], game_of(name)
        for one in found.judgements[:3]:
            state = record.replay(one.number)
            for choice in (one.choice, one.best):
                assert choice_words(state, choice, language) != state.text(choice)
            assert why(record.game, one, language)
        for step in found.steps[:12]:
            assert step_words(record.replay(step.number), step.choice, language)


def test_the_picture_has_a_line_for_every_seat(quick: dict[str, Review]) -> None:
    for name in ALL:
        svg = picture(quick[name])
        assert svg.count('class="line"') == quick[name].players
        assert svg.count('class="turn"') == len(quick[name].turning_points())
        assert "bars chance" in svg


def test_invalid_reviews_are_refused() -> None:
    for text in ("", "{}", '{"format": "serai-review", "format_version": 99}'):
        with pytest.raises(BadRecord):
            Review.from_json(text)
