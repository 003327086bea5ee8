"""Figures, table and picture of a tournament."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from xml.etree import ElementTree

import pytest
from rich.console import Console

import serai
from serai.arena.local import run_here
from serai.arena.match import Fault, Match, Result
from serai.arena.ratings import Rating, rate
from serai.arena.report import Report, Row, ratings_svg, wilson
from serai.arena.tournament import Outcome, play_all, schedule

GAME = serai.game("yspahan")


def result(seats: str, shares: list[float], ranks: list[int], faults: list[Fault] | None = None) -> Result:
    count = len(seats)
    match = Match(0, "yspahan", tuple(seats), "0 0")
    return Result(
        match, [10] * count, shares, ranks, [20] * count, [], faults or [], [0.4] * count, [0.1] * count
    )


def report(games: int = 8) -> Report:
    matches = schedule(GAME, games, bots=["greedy", "random"])
    return Report.of(matches, play_all(matches, run_here), 1.5)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (130, 200, 0.5816, 0.7126)],
)
def test_wilson_gives_the_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=2e-4)


def test_a_shared_win_counts_in_part() -> None:
    games = [result("ab", [0.5, 0.5], [1, 1]), result("ab", [1.0, 0.0], [1, 2])]
    row = Row.of("a", games, Rating(25, 8))
    assert (row.games, row.wins, row.win_share, row.fair_share) == (2, 1.5, 0.75, 0.5)
    assert row.ci95 == wilson(1.5, 2)


def test_a_bot_in_several_seats_wins_with_any_of_them() -> None:
    games = [result("abbb", [0.0, 0.5, 0.5, 0.0], [3, 1, 1, 4]), result("abbb", [1.0, 0, 0, 0], [1, 2, 2, 2])]
    one, many = (Row.of(bot, games, Rating(25, 8)) for bot in "ab")
    assert (one.wins, one.games, one.fair_share) == (1.0, 2, 0.25)
    assert (many.wins, many.games, many.fair_share) == (1.0, 2, 0.75)
    assert many.choices_per_game == 20
    assert many.ms_per_choice == pytest.approx(20)
    assert many.slowest_ms == pytest.approx(100)


def test_games_lost_by_a_fault_count_but_not_their_scores() -> None:
    fault = Fault(0, 0, "a", "crash", "gone")
    lost = result("ab", [0.0, 1.0], [2, 1], [fault])
    row = Row.of("a", [lost], Rating(25, 8))
    assert (row.games, row.wins, row.faults, row.mean_score) == (1, 0.0, 1, None)
    played = replace(result("ab", [1.0, 0.0], [1, 2]), scores=[50, 4])
    row = Row.of("a", [lost, played], Rating(25, 8))
    assert (row.games, row.win_share, row.mean_score) == (2, 0.5, 50)


def test_winning_more_means_a_higher_rating() -> None:
    ratings = rate([result("abc", [1.0, 0, 0], [1, 2, 3])] * 20)
    assert ratings["a"].mean > ratings["b"].mean > ratings["c"].mean
    assert ratings["a"].deviation < 25 / 3
    tied = rate([result("ab", [0.5, 0.5], [1, 1])] * 20)
    assert tied["a"].mean == pytest.approx(tied["b"].mean)


def test_a_bot_in_several_seats_has_one_rating() -> None:
    ratings = rate([result("abb", [1.0, 0, 0], [1, 2, 2])] * 10)
    assert set(ratings) == {"a", "b"}
    assert ratings["a"].mean > 25 > ratings["b"].mean


def test_figures_have_a_row_per_bot() -> None:
    figures = json.loads(json.dumps(report().figures()))
    assert (figures["game"], figures["players"], figures["games"], figures["seed"]) == ("yspahan", 4, 8, "0")
    assert figures["stopped"] is None
    best, worst = figures["bots"]
    assert (best["bot"], worst["bot"]) == ("greedy", "random")
    for row in figures["bots"]:
        assert row["games"] == 8
        low, high = row["ci95"]
        assert 0 <= low <= row["win_share"] <= high <= 1
        assert row["win_share"] == row["wins"] / 8
        for name in ("rating", "mean_score", "choices_per_game", "ms_per_choice", "faults"):
            assert name in row
    assert best["wins"] + worst["wins"] == 8


def printed(one: Report) -> str:
    out = StringIO()
    one.show(Console(file=out, width=100))
    return out.getvalue()


def test_the_table_shows_every_bot() -> None:
    text = printed(report())
    assert "Yspahan, 4 players, 8 games, 1.5 s" in text
    for words in ("greedy", "random", "95 %", "rating", "faults", "50%"):
        assert words in text


def test_faults_are_listed_and_long_lists_are_counted() -> None:
    match = Match(0, "yspahan", ("a", "b"), "0 0")
    faults = [Fault(n, 0, "a", "crash", "[bold]gone") for n in range(13)]
    games = [result("ab", [0.0, 1.0], [2, 1], [fault]) for fault in faults]
    text = printed(Report.of([match] * 20, Outcome(games, "interrupted"), 2.0))
    assert "13 of 20 games" in text
    assert "game 10, seat 1, a: crash: [bold]gone" in text
    assert "game 11" not in text
    assert "3 more faults" in text
    assert "stopped: interrupted" in text


def test_a_report_without_games() -> None:
    empty = Report.of([Match(0, "yspahan", ("a", "b"), "0 0")], Outcome([], "interrupted"), 0.0)
    assert "0 of 1 games" in printed(empty)
    assert empty.figures()["bots"] == []
    ElementTree.fromstring(empty.picture())


def test_the_picture_has_a_dot_and_a_bar_per_bot() -> None:
    svg = ElementTree.fromstring(
        ratings_svg("A & B", [("a<b", Rating(30, 1)), ("c" * 60, Rating(20, 2)), ("d", Rating(-40, 8))])
    )
    space = "{http://www.w3.org/2000/svg}"
    dots = [float(dot.attrib["cx"]) for dot in svg.iter(f"{space}circle")]
    bars = [line for line in svg.iter(f"{space}line") if line.attrib["class"] == "bar"]
    assert dots == sorted(dots, reverse=True)
    assert len(dots) == len(bars) == 3
    for dot, bar in zip(dots, bars, strict=True):
        assert 200 <= float(bar.attrib["x1"]) < dot < float(bar.attrib["x2"]) <= 620
    texts = [text.text or "" for text in svg.iter(f"{space}text")]
    assert "a<b" in texts
    assert all(len(text) <= 24 for text in texts if text.startswith("c")), "a long name is cut"
    assert "prefers-color-scheme: dark" in (svg.findtext(f"{space}style") or "")
