"""The people at a table, as they follow from its second log."""

from __future__ import annotations

import pytest

from serai.server.storage.log import Act
from serai.server.tables.clocks import Clocks, TimeControl
from serai.server.tables.participants import (
    GONE,
    LEFT,
    LONGEST,
    LONGEST_ALONE,
    LONGEST_RELAXED,
    TIME,
    Ask,
    Participants,
    places_among,
    winners_among,
)


def after(*lines: tuple[str, int | None, str | None], clocks: Clocks | None = None) -> Participants:
    """The participants after some acts: kind, seat and value, ten seconds from one to the next."""
    participants = Participants(clocks)
    for number, (kind, seat, value) in enumerate(lines):
        participants.apply(Act(number, 7, kind, seat, value, 10.0 * number))
    assert participants.act_count == len(lines)
    return participants


def clock() -> Clocks:
    """Of a live table at which the first seat is asked."""
    clocks = Clocks(TimeControl(600.0, 10.0, live=True), 2)
    clocks.advance(0.0, 0, 0, 0)
    return clocks


@pytest.mark.parametrize("why", [TIME, GONE, LEFT])
def test_absent_and_returning_players(why: str) -> None:
    assert after(("away", 1, why)).away == {1: why}
    assert after(("away", 1, why), ("away", 0, LEFT), ("back", 1, None)).away == {0: LEFT}
    assert after(("back", 1, None)).away == {}
    assert not after(("away", 1, why)).conceded


def test_conceding_is_final() -> None:
    participants = after(("concede", 1, None))
    assert participants.away == {1: LEFT}
    assert participants.conceded == {1}


@pytest.mark.parametrize(("why", "left"), [(TIME, 0.0), (GONE, 600.0), (LEFT, 600.0)])
def test_only_a_timeout_empties_the_clock(why: str, left: float) -> None:
    clocks = clock()
    after(("away", 0, why), clocks=clocks)
    assert clocks.left == [left, 600.0]


def test_questions_and_answers() -> None:
    asked = ("ask", 0, "pause:1,2")
    assert after(asked).ask == Ask("pause", 0, frozenset({1, 2}), 7)
    assert after(asked, ("agree", 1, None)).ask == Ask("pause", 0, frozenset({2}), 7)
    assert after(asked, ("agree", 1, None), ("agree", 2, None)).ask is None
    assert after(asked, ("agree", 3, None)).ask == Ask("pause", 0, frozenset({1, 2}), 7)
    refused = after(asked, ("refuse", 2, None))
    assert refused.ask is None
    assert refused.refused == {(0, "pause", 7)}
    assert not after(asked, ("agree", 1, None), ("agree", 2, None)).refused
    assert after(("ask", 0, "rematch")).ask == Ask("rematch", 0, frozenset(), 7)
    assert after(("ask", 0, None)).ask == Ask("", 0, frozenset(), 7)
    # Nothing was asked.
    for kind in ("agree", "refuse"):
        participants = after((kind, 1, None))
        assert participants.ask is None
        assert not participants.refused


@pytest.mark.parametrize("kind", ["away", "concede", "pause", "resume", "again"])
def test_what_ends_a_question(kind: str) -> None:
    assert after(("ask", 0, "pause:1"), (kind, 1, None)).ask is None


@pytest.mark.parametrize("kind", ["back", "restart", "begin"])
def test_what_does_not_end_a_question(kind: str) -> None:
    assert after(("ask", 0, "pause:1"), (kind, 1, None)).ask == Ask("pause", 0, frozenset({1}), 7)


def test_an_undo_request_is_for_one_position() -> None:
    undo, pause = after(("ask", 0, "undo:1")), after(("ask", 0, "pause:1"))
    assert undo.open_ask(7) is undo.ask is not None
    assert undo.open_ask(8) is None
    assert pause.open_ask(8) is pause.ask is not None
    assert after().open_ask(0) is None


def test_pauses_are_counted_and_end() -> None:
    participants = after(("begin", None, None), ("pause", 1, "300.0"))
    assert participants.paused
    assert participants.paused_until == 10.0 + 300.0
    assert participants.pauses == {1: 1}
    assert after(("pause", 1, None)).paused_until == LONGEST
    participants = after(("pause", 1, None), ("resume", 0, None), ("pause", 1, None), ("resume", None, None))
    assert not participants.paused
    assert participants.pauses == {1: 2}
    assert after(("pause", None, None)).pauses == {}


def test_a_pause_stops_the_clocks_and_a_restart_forgives() -> None:
    clocks = clock()
    after(("begin", None, None), ("pause", 0, None), clocks=clocks)
    assert clocks.deadline() is None
    assert clocks.left[0] == 590.0
    clocks = clock()
    after(("begin", None, None), ("pause", 0, None), ("resume", 0, None), clocks=clocks)
    assert clocks.deadline() == 20.0 + 590.0
    clocks = clock()
    after(("begin", None, None), ("begin", None, None), ("restart", None, None), clocks=clocks)
    assert clocks.deadline() == 20.0 + 600.0
    after(("restart", None, None))  # where there are no clocks


def test_how_long_a_pause_may_be() -> None:
    relaxed = Clocks(TimeControl(86400.0), 2)
    for clocks, longest in ((None, LONGEST), (clock(), LONGEST), (relaxed, LONGEST_RELAXED)):
        assert Participants(clocks).longest_pause(agreed=True) == longest
        assert Participants(clocks).longest_pause(agreed=False) == LONGEST_ALONE


def test_the_rematch() -> None:
    assert after(("again", None, "table")).again == "table"
    assert after(("begin", None, None)).again is None


@pytest.mark.parametrize(
    ("scores", "winners", "conceded", "won", "places"),
    [
        ([5, 9, 7, 7], [1], set(), [1], [4, 1, 2, 2]),
        ([5, 9, 7, 7], [1], {1}, [2, 3], [3, 4, 1, 1]),
        ([5, 9, 7, 7], [1], {0, 2}, [1], [3, 1, 3, 2]),
        ([5, 9, 7, 7], [1], {0, 1, 2, 3}, [1], [2, 1, 2, 2]),
        ([9, 9, 7], [0, 1], set(), [0, 1], [1, 1, 3]),
        ([9, 9, 7], [0, 1], {0}, [1], [3, 1, 2]),
        ([9, 9, 7], [1], set(), [1], [2, 1, 3]),  # by what the game decides a tie with
        ([0, -3], [0], {0}, [1], [2, 1]),
    ],
)
def test_winners_and_places(
    scores: list[int], winners: list[int], conceded: set[int], won: list[int], places: list[int]
) -> None:
    assert winners_among(scores, winners, conceded) == won
    assert places_among(scores, winners, conceded) == places
