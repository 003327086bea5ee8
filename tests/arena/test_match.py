"""One game between bots."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import serai
from serai import OVER, Record, Rng
from serai.arena.match import BotPool, Match, Result, play_match, shares_and_ranks
from serai.bots.bot import Budget
from serai.bots.external import ProcessBot
from serai.kernel.playout import play_random

PLAYERS = "tests.arena.players:"
EXAMPLE = f"cmd:{shlex.quote(sys.executable)} examples/lines_bot.py"


def match(*seats: str, seed: str = "m", timeout: float = 600.0) -> Match:
    return Match(0, "yspahan", seats, seed, timeout=timeout)


def play(one: Match) -> Result:
    with BotPool() as pool:
        return play_match(one, pool)


def test_a_game_is_played_to_its_end_and_recorded() -> None:
    result = play(match("greedy", "random", "random"))
    record = Record.from_text(result.record().to_text())
    state = record.replay()
    assert state.actor == OVER
    assert result.scores == state.scores()
    assert [seat for seat, share in enumerate(result.shares) if share] == state.winners()
    assert sum(result.shares) == 1.0
    assert record.tags == {"Seats": "greedy,random,random", "Seed": "m"}
    assert min(result.asked) > 20
    assert all(0 < slow <= total for slow, total in zip(result.slowest, result.seconds, strict=True))
    assert not result.faults


def test_the_same_match_is_the_same_game() -> None:
    one = match("greedy", "random")
    assert play(one) == play(one)
    assert play(one).choices != play(replace(one, seed="n")).choices


def test_a_reused_bot_plays_the_same() -> None:
    matches = [match("greedy", "random", seed=str(n)) for n in range(3)]
    with BotPool() as pool:
        together = [play_match(one, pool) for one in matches]
    assert together == [play(one) for one in reversed(matches)][::-1]


def test_the_dice_do_not_depend_on_who_sits_where() -> None:
    def throws(result: Result) -> list[str]:
        record = result.record()
        return [
            state.text(choice) for state, choice in record.states() if state.actor < 0 and choice is not None
        ]

    one, two = throws(play(match("greedy", "random"))), throws(play(match("random", "greedy")))
    assert one != two
    assert one[0] == two[0]
    # Cards are drawn on different days; where dice are thrown in both games, the white ones are the same.
    dice = [
        (own.split(" +")[0], other.split(" +")[0])
        for own, other in zip(one, two, strict=False)
        if own.startswith("roll") and other.startswith("roll")
    ]
    assert len(dice) > 5
    assert all(own == other for own, other in dice)


def test_work_is_passed_on() -> None:
    def asked(work: int) -> Result:
        return play(replace(match("search", "random"), budget=Budget(work=work)))

    assert asked(3) == asked(3)
    assert asked(3).choices != asked(4).choices


def test_programs_and_classes_take_part() -> None:
    result = play(match(EXAMPLE, f"{PLAYERS}First", "random"))
    assert not result.faults
    assert result.asked[0] > 0


def test_the_bench_ends_its_programs() -> None:
    with BotPool() as pool:
        play_match(match(EXAMPLE, EXAMPLE), pool)
        processes = [bot.process for bot in pool.bots.values() if isinstance(bot, ProcessBot)]
        assert len({process.pid for process in processes if process}) == 2
    assert all(process and process.returncode is not None for process in processes)


@pytest.mark.parametrize(
    ("bot", "kind", "timeout"),
    [
        (f"{PLAYERS}Raises", "crash", 60.0),
        (f"{PLAYERS}RaisesAtReset", "crash", 60.0),
        (f"{PLAYERS}Cheats", "illegal", 60.0),
        (f"{PLAYERS}Fifth", "illegal", 60.0),
        ("cmd:exit 1", "crash", 60.0),
        ("cmd:cat >/dev/null", "stall", 0.2),
        ("cmd:cat", "garbage", 60.0),
    ],
)
def test_a_bot_that_fails_loses_and_the_others_continue(bot: str, kind: str, timeout: float) -> None:
    result = play(match("greedy", bot, "random", timeout=timeout))
    (fault,) = result.faults
    assert (fault.match, fault.seat, fault.bot, fault.kind) == (0, 1, bot, kind)
    assert str(fault).startswith(f"game 1, seat 2, {bot}: {kind}: ")
    assert "\n" not in str(fault)
    assert result.shares[1] == 0.0
    assert sum(result.shares) == 1.0
    assert result.ranks[1] == 3
    record = Record.from_text(result.record().to_text())
    assert record.replay().actor == OVER
    assert record.tags["Fault.2"] == str(fault)


def test_the_last_bot_left_wins_at_once() -> None:
    result = play(match("cmd:exit 1", "random"))
    assert result.shares == [0.0, 1.0]
    assert result.ranks == [2, 1]
    assert Record.from_text(result.record().to_text()).replay().actor != OVER


def test_if_every_bot_fails_no_one_wins() -> None:
    result = play(match(f"{PLAYERS}RaisesAtReset", "cmd:exit 1"))
    assert len(result.faults) >= 1
    assert sum(result.shares) <= 1.0
    both = shares_and_ranks(serai.game("yspahan").new(2), {0, 1})
    assert both == ([0.0, 0.0], [1, 1])


def test_ranks_follow_the_scores_and_faults_come_last() -> None:
    state = serai.game("yspahan").new(4)
    play_random(state, Rng(3))
    (winner,) = state.winners()
    order = sorted(range(4), key=lambda seat: -state.scores()[seat])
    assert len(set(state.scores())) == 4
    shares, ranks = shares_and_ranks(state, set())
    assert shares[winner] == 1.0
    assert [ranks[seat] for seat in order] == [1, 2, 3, 4]
    shares, ranks = shares_and_ranks(state, {winner})
    assert shares[order[1]] == 1.0
    assert [ranks[seat] for seat in order] == [4, 1, 2, 3]


def test_a_shared_win_is_shared() -> None:
    for seed in range(3000):
        state = serai.game("yspahan").new(4)
        play_random(state, Rng(seed))
        winners = state.winners()
        if len(winners) == 2:
            break
    shares, ranks = shares_and_ranks(state, set())
    assert [shares[seat] for seat in winners] == [0.5, 0.5]
    assert [ranks[seat] for seat in winners] == [1, 1]
    assert sorted(ranks)[2] == 3


def test_bots_cannot_tell_the_dice_from_their_seed(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    play(
        match(
            f"cmd:tee {shlex.quote(str(heard))} | {shlex.quote(sys.executable)} examples/lines_bot.py",
            "random",
            seed="the dice",
        )
    )
    assert "the dice" not in heard.read_text()
