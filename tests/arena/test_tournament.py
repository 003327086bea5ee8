"""Schedules, and the same results with any number of processes."""

from __future__ import annotations

import multiprocessing
import shlex
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import serai
from serai import BadOption
from serai.arena.local import run_here, run_processes
from serai.arena.match import Match, Result
from serai.arena.tournament import mixes, play_all, rotations, runner, schedule

GAME = serai.game("yspahan")
EXAMPLE = f"cmd:{shlex.quote(sys.executable)} examples/lines_bot.py"


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Other tests may have some that still run."""
    before = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= before


@given(st.integers(1, 7), st.integers(2, 5))
def test_all_bots_get_equally_many_seats(number: int, players: int) -> None:
    bots = [f"bot{n}" for n in range(number)]
    tables = mixes(bots, players)
    seats = Counter(name for table in tables for name in table)
    assert len(set(seats.values())) == 1
    assert set(seats) == set(bots)
    assert all(len(table) == players for table in tables)
    assert len({tuple(sorted(table)) for table in tables}) == len(tables)


@given(st.lists(st.sampled_from("ab"), min_size=2, max_size=5))
def test_rotations_are_different_tables_with_every_bot_in_every_seat(seats: list[str]) -> None:
    turned = rotations(seats)
    assert len(set(turned)) == len(turned)
    for column in zip(*turned, strict=True):
        assert Counter(column)["a"] * len(seats) == seats.count("a") * len(turned)


@pytest.mark.parametrize(
    ("bots", "players"), [(["random"], 4), (["random", "greedy"], 4), (["random", "greedy", "search"], 2)]
)
def test_in_a_deal_every_bot_gets_the_same_dice_in_every_seat(bots: list[str], players: int) -> None:
    matches = schedule(GAME, 60, bots=bots, players=players)
    assert [match.number for match in matches] == list(range(60))
    deals: dict[str, list[Match]] = defaultdict(list)
    for match in matches:
        deals[match.seed].append(match)
    for deal in list(deals.values())[:-1]:  # the last may be cut short
        for seat in range(players):
            sitting = Counter(match.seats[seat] for match in deal)
            assert set(sitting) == set(bots)
            assert len(set(sitting.values())) == 1


def test_fixed_seats_are_rotated() -> None:
    matches = schedule(GAME, 7, seats=["greedy", "random", "random"], seed="s")
    assert [match.seats.index("greedy") for match in matches] == [0, 1, 2, 0, 1, 2, 0]
    assert [match.seed for match in matches] == ["s 0"] * 3 + ["s 1"] * 3 + ["s 2"]


def test_with_bots_neighbours_change_from_deal_to_deal() -> None:
    four = ["random", "greedy", "search", "search:2"]
    matches = schedule(GAME, 80, bots=four)
    assert len({match.seats for match in matches}) > 12


def test_as_many_play_as_the_options_allow() -> None:
    game = serai.game("istanbul")
    variant = next(
        value for value in game.options["variant"].values if value != game.options["variant"].default
    )
    (usual,) = schedule(game, 1, bots=["random"])
    (fewer,) = schedule(game, 1, bots=["random"], options={"variant": variant})
    assert (len(usual.seats), len(fewer.seats)) == (5, 4)


def test_the_same_seed_is_the_same_schedule() -> None:
    def plan(seed: str) -> list[Match]:
        return schedule(GAME, 20, bots=["random", "greedy", "search"], seed=seed)

    assert plan("a") == plan("a") != plan("b")


@pytest.mark.parametrize(
    ("bots", "seats", "players", "reason"),
    [
        ([], [], None, "needs --bots, or --seats"),
        (["random"], ["random"], None, "not both"),
        (["random", "random"], [], None, "random is named twice"),
        ([], ["random"] * 3, 4, "3 seats are named for 4 players"),
        ([], ["random"] * 5, None, "2 to 4 players, not 5"),
        (["random"], [], 1, "2 to 4 players, not 1"),
        (["elephant"], [], None, "no bot 'elephant'"),
        (["no.module:Bot"], [], None, "No module named 'no'"),
        (["tests.arena.players:Nobody"], [], None, "no attribute 'Nobody'"),
    ],
)
def test_impossible_matches_are_refused(
    bots: list[str], seats: list[str], players: int | None, reason: str
) -> None:
    with pytest.raises(BadOption, match=reason):
        schedule(GAME, 4, bots=bots, seats=seats, players=players)


def test_any_number_of_processes_gives_the_same_results() -> None:
    bots = ["random", "greedy", "tests.arena.players:Fifth", EXAMPLE]
    matches = schedule(GAME, 8, bots=bots, timeout=600.0)
    alone = play_all(matches, run_here)
    assert [result.match for result in alone.results] == matches
    assert sum(len(result.faults) for result in alone.results) == 8
    for processes in (2, 3):
        assert play_all(matches, runner(processes)) == alone


def test_fewer_games_than_processes() -> None:
    matches = schedule(GAME, 1, bots=["random"])
    assert len(list(run_processes(matches, 4))) == 1


@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_gives_the_results_so_far(processes: int) -> None:
    matches = schedule(GAME, 1000, bots=["random"])
    seen: list[Result] = []

    def interrupt(result: Result) -> None:
        seen.append(result)
        if len(seen) == 3:
            raise KeyboardInterrupt

    outcome = play_all(matches, runner(processes), interrupt)
    assert outcome.stopped == "interrupted"
    assert len(outcome.results) == 3


def test_a_dead_process_stops_the_tournament_with_a_message() -> None:
    matches = schedule(GAME, 40, seats=["random", "cmd:kill -9 $PPID"])
    outcome = play_all(matches, runner(2))
    assert outcome.stopped is not None
    assert "the process that played game" in outcome.stopped
    assert "died" in outcome.stopped


def test_ray_and_processes_exclude_each_other() -> None:
    with pytest.raises(BadOption, match="--processes is for this machine"):
        runner(2, "auto")


def test_results_come_one_by_one() -> None:
    matches = schedule(GAME, 1000, bots=["random"])
    assert len(list(islice(run_here(matches), 2))) == 2
