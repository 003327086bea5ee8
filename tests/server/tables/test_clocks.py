"""Clocks: the remaining time follows from the entries of the logs alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.scene.say import LANGUAGES
from serai.server.errors import Refusal
from serai.server.live.acts import ABSENT
from serai.server.tables.clocks import TIME_CONTROLS, Clocks, TimeControl, time_control, time_control_label
from serai.server.words import server_words
from tests.server.hub_setup import HubSetup, IdlePubSub, run_with_hub

LIVE = TimeControl(600.0, 10.0, live=True)


def test_a_turn_costs_its_time_and_earns_the_increment() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.advance(100.0, 0, 0, 0)
    clocks.advance(103.0, 1, 0, 0)  # the seat has chosen, and is still asked
    clocks.advance(130.0, 2, 1, 1)
    assert clocks.left == [600.0 - 30.0 + 10.0, 600.0]
    assert clocks.deadline() == 130.0 + 600.0
    assert clocks.left_at(150.0) == [580.0, 580.0]


def test_undoing_earns_no_increment() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.advance(0.0, 0, 0, 0)
    for at in (1.0, 3.0, 5.0):
        clocks.advance(at, 1, 1, 1)
        clocks.advance(at + 1, 0, 0, 0, undone=True)
    assert clocks.left == [600.0 + 10.0 - 3.0, 600.0]  # nor does it cost the other anything


@pytest.mark.parametrize("kept", [LIVE, TimeControl(600.0)])
def test_leaving_and_returning_restores_no_time(kept: TimeControl) -> None:
    clocks = Clocks(kept, 2)
    clocks.advance(0.0, 0, 0, 0)
    for away, back in ((100.0, 101.0), (200.0, 250.0)):  # what passes meanwhile counts too
        clocks.advance(away, 0, 0, None)
        clocks.advance(back, 0, 0, 0)
    assert clocks.deadline() == 600.0
    clocks.advance(300.0, 0, 0, None)
    clocks.advance(310.0, 1, 0, None)  # the bot has chosen, and it is still the same turn
    clocks.advance(320.0, 1, 0, 0)
    assert clocks.deadline() == 600.0


def test_after_a_timeout_the_next_turn_has_an_increment() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.advance(0.0, 0, 0, 0)
    clocks.run_out(0)
    clocks.advance(700.0, 0, 0, None)
    assert clocks.is_out(0)
    clocks.advance(701.0, 1, 1, 1)
    assert not clocks.is_out(0)
    clocks.advance(702.0, 2, 0, 0)
    assert clocks.left[0] == LIVE.increment


def test_a_pause_stops_the_clock() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.advance(0.0, 0, 0, 0)
    clocks.stop(40.0)
    assert clocks.deadline() is None
    assert clocks.left_at(500.0)[0] == 560.0
    clocks.resume(1000.0)
    assert clocks.deadline() == 1560.0


def test_each_turn_of_a_relaxed_table_has_its_own_time() -> None:
    clocks = Clocks(TimeControl(86400.0), 2)
    clocks.advance(0.0, 0, 0, 0)
    clocks.advance(80_000.0, 1, 1, 1)
    clocks.advance(90_000.0, 2, 0, 0)
    assert clocks.left_at(90_000.0)[0] == 86400.0
    clocks.forgive(100_000.0)
    assert clocks.deadline() == 90_000.0 + 86400.0  # a day goes on while a server is away


def test_time_is_counted_to_the_last_moment() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.advance(0.0, 0, 0, 0)
    assert clocks.left_at(0.25) == [599.75, 600.0]
    assert clocks.left_at(-5.0) == [600.0, 600.0]  # a clock that was put back gives nothing
    assert clocks.left_at(1e6) == [0.0, 600.0]
    clocks.advance(599.5, 1, 0, None)
    assert clocks.left == [0.5, 600.0]
    assert not clocks.is_out(0)
    clocks.advance(599.5, 1, 0, 0)
    assert clocks.deadline() == 600.0
    clocks.advance(-5.0, 1, 0, None)
    assert clocks.left == [0.5, 600.0]
    clocks.advance(700.0, 1, 0, 0)
    clocks.advance(1e6, 2, 1, 1)
    assert clocks.left == [10.0, 600.0]  # never less than nothing, and then the increment
    clocks.run_out(1)
    assert clocks.left == [10.0, 0.0]
    assert clocks.is_out(1)
    assert not clocks.is_out(0)


def test_no_clock_runs_while_no_one_is_to_move() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.stop(5.0)
    clocks.resume(7.0)
    clocks.advance(10.0, 0, 0, None)
    clocks.stop(20.0)
    assert clocks.stopped
    assert clocks.left == [600.0, 600.0]
    clocks.stop(30.0)
    clocks.advance(40.0, 1, 1, 1)
    assert clocks.left_at(100.0) == [600.0, 600.0]
    clocks.advance(50.0, 2, 0, 0)  # stopped: the turn cost nothing, and still earned the increment
    assert clocks.left == [600.0, 610.0]
    clocks.resume(60.0)
    assert clocks.stopped is False
    assert clocks.deadline() == 660.0
    clocks.forgive(75.0)
    assert clocks.deadline() == 675.0


def test_a_resumed_turn_is_not_a_new_turn() -> None:
    """However often its last choice is taken back: where each turn has its own time it is the same time."""
    clocks = Clocks(TimeControl(100.0), 2)
    clocks.advance(0.0, 0, 0, 0)
    clocks.advance(30.0, 1, 1, 1)
    clocks.advance(40.0, 0, 0, 0, undone=True)
    assert clocks.deadline() == 40.0 + 70.0
    clocks.advance(50.0, 1, 1, 1)
    clocks.advance(60.0, 0, 0, 0, undone=True)
    assert clocks.deadline() == 60.0 + 60.0
    clocks.advance(70.0, 1, 1, 1)
    clocks.advance(80.0, 2, 0, 0)
    assert clocks.deadline() == 80.0 + 100.0  # this one is


def test_time_controls_have_labels() -> None:
    labels = {
        "none": "No clock",
        "5+10": "5 min + 10 s per turn",
        "15+20": "15 min + 20 s per turn",
        "1h": "1 hour per turn",
        "8h": "8 hours per turn",
        "12h": "12 hours per turn",
        "1d": "1 day per turn",
        "3d": "3 days per turn",
        "14d": "14 days per turn",
    }
    assert {name: time_control_label(name, server_words("en")) for name in labels} == labels
    kept = {
        "5+10": TimeControl(300.0, 10.0, live=True),
        "30+30": TimeControl(1800.0, 30.0, live=True),
        "8h": TimeControl(8 * 3600.0),
        "3d": TimeControl(3 * 86400.0),
    }
    assert {name: time_control(name) for name in kept} == kept


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TIME_CONTROLS)
def test_time_controls_have_names(name: str, language: str) -> None:
    assert time_control_label(name, server_words(language))
    kept = time_control(name)
    assert (kept is None) == (name == "none")


def test_clocks_survive_a_restart(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, clock="15+20", game="morgenland")
        clocks = live_table.table.participants.clocks
        assert clocks is not None
        for step in range(60):
            setup.now += 1 + step % 7
            await setup.choose(live_table)
            if step == 20:
                await setup.table_acts.leave(live_table, 1)
                await setup.settle()
            if step == 30:
                await setup.table_acts.back(live_table, 1)
            if step == 40 and live_table.table.can_undo(live_table.table.person_due):
                due = live_table.table.person_due
                await setup.hub.undo(live_table, due, live_table.table.number, None)
        again = await setup.again(live_table)
        loaded = again.table.participants.clocks
        assert loaded is not None
        assert vars(loaded) == vars(clocks) | {"time_control": clocks.time_control}
        assert sum(clocks.left) < 3 * 900 + 20 * 60
        assert again.table.choices == live_table.table.choices
        assert again.table.deciders == live_table.table.deciders

    run_with_hub(tmp_path, test)


def test_a_bot_takes_over_after_a_timeout_until_the_player_returns(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock="5+10")
        table = live_table.table
        page, _ = [await setup.page(live_table, seat) for seat in range(2)]
        late = table.person_due
        assert late is not None
        setup.now += 299.0
        await setup.table_acts.check_clocks()
        assert not table.participants.away
        setup.now += 2.0
        await setup.table_acts.check_clocks()
        await setup.settle()
        assert table.participants.away == {late: "time"}
        assert table.person_due == 1 - late  # the bot has played on
        told = page.people()
        assert told["seats"][str(late)]["away"] == "time"
        assert told["seats"][str(late)]["left"] == 0.0
        # It is stored: the same after a restart.
        live_table = await setup.again(live_table)
        assert live_table.table.participants.away == {late: "time"}
        await setup.table_acts.back(live_table, late)
        assert not live_table.table.participants.away
        await setup.until_other(live_table, 1 - late)
        clocks = live_table.table.participants.clocks
        assert clocks is not None
        assert clocks.left[late] == clocks.time_control.increment
        await setup.choose(live_table)

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize("clock", ["5+10", "1d"])
def test_leaving_and_returning_moves_no_deadline(tmp_path: Path, clock: str) -> None:
    """Leaving at the last moment and returning before the bot has chosen gains nothing, again and again."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock=clock)
        setup.hub.pubsub = IdlePubSub()  # the bot is not asked yet
        table = live_table.table
        seat, clocks = table.person_due, table.participants.clocks
        assert seat is not None
        assert clocks is not None
        deadline = clocks.deadline()
        assert deadline is not None
        for _ in range(3):
            setup.now += (deadline - setup.now) / 2
            await setup.table_acts.leave(live_table, seat)
            setup.now += 1
            await setup.table_acts.back(live_table, seat)
            assert clocks.deadline() == pytest.approx(deadline)
        setup.now = deadline + 1
        await setup.table_acts.check_clocks()
        assert table.participants.away == {seat: "time"}
        with pytest.raises(Refusal, match="out-of-time"):
            await setup.table_acts.back(live_table, seat)

    run_with_hub(tmp_path, test)


def test_a_bot_replaces_an_absent_player_at_a_live_table(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock="30+30")
        due = live_table.table.person_due
        assert due is not None
        other = await setup.page(live_table, 1 - due)
        own = await setup.page(live_table, due)
        setup.now += ABSENT + 1
        await setup.table_acts.check_clocks()
        assert not live_table.table.participants.away  # they are there and think
        setup.hub.leave(live_table, own)
        assert other.people()["seats"][str(due)]["here"] is False
        setup.now += ABSENT - 1
        await setup.table_acts.check_clocks()
        assert not live_table.table.participants.away
        setup.now += 1
        await setup.table_acts.check_clocks()
        assert live_table.table.participants.away == {due: "gone"}

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize("people", [1, 2])
def test_no_one_is_replaced_unless_another_player_waits(tmp_path: Path, people: int) -> None:
    """Somebody looks on; but whoever plays here may come back to their game as they left it."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(people, players="2", clock="30+30")
        await setup.settle()
        due = live_table.table.person_due
        assert due is not None
        looks_on = await setup.page(live_table, None)
        setup.now += ABSENT + 1
        await setup.table_acts.check_clocks()
        assert not live_table.table.participants.away
        assert live_table.table.person_due == due
        if people == 2:  # as soon as another is there, they wait
            await setup.page(live_table, 1 - due)
            await setup.table_acts.check_clocks()
            assert looks_on.people()["seats"][str(due)]["away"] == "gone"

    run_with_hub(tmp_path, test)


def test_unwatched_relaxed_tables_keep_their_deadlines(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock="1d")
        due = live_table.table.person_due
        setup.hub.live_tables.clear()
        setup.now += 86400 + 1
        await setup.table_acts.check_clocks()
        await setup.settle()
        again = await setup.hub.get(live_table.table.settings.id)
        assert again.table.participants.away == {due: "time"}

    run_with_hub(tmp_path, test)


def test_a_live_clock_does_not_count_downtime(tmp_path: Path) -> None:
    async def first(setup: HubSetup) -> None:
        await setup.table(2, clock="5+10")

    async def second(setup: HubSetup) -> None:
        setup.now += 100_000
        await setup.hub.resume()
        (live_table,) = setup.hub.live_tables.values()
        await setup.table_acts.check_clocks()
        assert not live_table.table.participants.away
        clocks = live_table.table.participants.clocks
        assert clocks is not None
        assert clocks.left_at(setup.now) == [300.0, 300.0]

    run_with_hub(tmp_path, first)
    run_with_hub(tmp_path, second)
