"""Timing and clocks reveal nothing about automatic choices."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import serai
from serai.server.live.live_table import LiveTable
from serai.server.storage.log import Entry
from serai.server.storage.schema import CHOICE, entries
from serai.server.tables import repository
from serai.server.tables.seeds import FixedSeeds
from serai.server.tables.thinking_time import LONGEST, UNKNOWN, ThinkingTimes, drawn
from tests.server.databases import once
from tests.server.hub_setup import HubSetup, run_with_hub

# Seconds from and to which the seats think: a program, one in a hurry, one with leisure.
TIME_CONTROLS = ((0.06, 0.08), (0.8, 3.0), (2.0, 20.0))
WARM = 12  # choices of a seat after which its pace is known to all


def apart(one: Sequence[float], other: Sequence[float]) -> float:
    """Kolmogorov and Smirnov's distance: 0 for samples that are distributed alike, 1 for those that a
    threshold tells apart."""
    one, other = sorted(one), sorted(other)
    return max(
        abs(bisect_right(one, at) / len(one) - bisect_right(other, at) / len(other)) for at in (*one, *other)
    )


async def play(setup: HubSetup, live_table: LiveTable, rng: Random, choices: int) -> None:
    """All think as they use to, and time passes by that alone."""

    async def moment(seconds: float) -> None:
        setup.now += seconds

    setup.hub.bot_driver.sleep = moment
    table = live_table.table
    for _ in range(choices):
        await setup.settle()
        if table.over:
            return
        seat = table.person_due
        assert seat is not None
        setup.now += rng.uniform(*TIME_CONTROLS[seat])
        legal = table.state.legal()
        await setup.hub.choose(live_table, seat, rng.choice(legal), table.number, None)
    await setup.settle()


async def log_of(setup: HubSetup, live_table: LiveTable) -> list[Entry]:
    asked = (
        entries.select().where(entries.c.table_id == live_table.table.settings.id).order_by(entries.c.number)
    )
    rows = await setup.store.read(lambda connection: connection.execute(asked).all())
    return [Entry(row.number, row.kind, row.value, row.asked, row.made_at) for row in rows]


def times_of(live_table: LiveTable, log: Sequence[Entry]) -> dict[int, tuple[list[float], list[float]]]:
    """By seat: how long it took where others cannot know whether it was forced: what was, and the rest."""
    found: dict[int, tuple[list[float], list[float]]] = {}
    table = live_table.table
    state = table.game.new(table.settings.players, table.settings.options)
    rng = serai.Rng("deals")
    before = table.settings.started_at or 0.0
    thinking_time = [0] * table.settings.players
    for entry in log:
        assert entry.kind == CHOICE
        if state.actor >= 0 and entry.made_at > before:  # what all could see to be forced came at once
            counts = {len(state.determinize(None, rng).legal()) for _ in range(4)} | {len(state.legal())}
            if thinking_time[state.actor] > WARM and 1 in counts and len(counts) > 1:
                forced, free = found.setdefault(state.actor, ([], []))
                (free if entry.asked else forced).append(entry.made_at - before)
            thinking_time[state.actor] += entry.asked
        before = entry.made_at
        state.apply(entry.value)
    return found


@once()
def test_forced_choices_are_shown_like_others(tmp_path: Path) -> None:
    """In games of people of different pace: no threshold tells what was forced from what was not."""

    async def test(setup: HubSetup) -> None:
        rng = Random(1)
        setup.hub.seeds = FixedSeeds("pace")
        found: dict[int, tuple[list[float], list[float]]] = {}
        for _ in range(4):
            live_table, _ = await setup.table(3, game="morgenland")
            await play(setup, live_table, rng, 500)
            for seat, samples in times_of(live_table, await log_of(setup, live_table)).items():
                for sample, more in zip(found.setdefault(seat, ([], [])), samples, strict=True):
                    sample += more
        assert len(found) == 3
        for forced, free in found.values():
            assert len(forced) >= 15
            assert len(free) >= 15
            assert not set(forced) & set(free)  # nor does a time come again
            # What chance alone would exceed in one of a thousand cases.
            assert apart(forced, free) < 1.95 * ((1 / len(forced)) + 1 / len(free)) ** 0.5

    run_with_hub(tmp_path, test)


def test_the_clock_treats_all_turns_alike(tmp_path: Path) -> None:
    """A turn in which all was forced costs the time that it took, and earns its increment."""

    async def test(setup: HubSetup) -> None:
        setup.hub.seeds = FixedSeeds("pace")
        live_table, _ = await setup.table(3, game="morgenland", clock="30+30")
        times = live_table.table.participants.clocks
        assert times is not None
        await play(setup, live_table, Random(2), 400)
        log = await log_of(setup, live_table)
        state = live_table.table.game.new(3, live_table.table.settings.options)
        left = [times.time_control.base] * 3
        at = since = live_table.table.settings.started_at or 0.0
        due, decided, forced = None, False, 0
        for entry in log:
            actor = state.actor if state.actor >= 0 else due
            if due is not None and actor != due:
                left[due] += times.time_control.increment - (at - since)
                forced += not decided
            if actor != due:
                due, since, decided = actor, at, False
            decided = decided or entry.asked
            at = entry.made_at
            state.apply(entry.value)
        assert forced >= 5
        if state.actor >= 0 and state.actor != due and due is not None:
            left[due] += times.time_control.increment - (at - since)
        assert times.left == pytest.approx(left)

    run_with_hub(tmp_path, test)


def test_thinking_times_survive_a_restart(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, game="morgenland")
        await play(setup, live_table, Random(3), 60)
        kept = {
            seat: [thinking_time.seconds for thinking_time in thinking_times]
            for seat, thinking_times in live_table.table.thinking_times.by_seat.items()
        }
        again = await setup.again(live_table)
        for seat, seconds in kept.items():
            loaded = [thinking_time.seconds for thinking_time in again.table.thinking_times.by_seat[seat]]
            assert loaded == pytest.approx(seconds)
        stored = await repository.fetch(setup.store, again.table.settings.id, lambda: setup.now)
        assert stored.asked_at == again.table.asked_at

    run_with_hub(tmp_path, test)


def test_an_automatic_choice_is_woken_by_changes(tmp_path: Path) -> None:
    """A person who chooses what was about to be made for them holds up nobody: the table goes on at once."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, game="morgenland")
        table = live_table.table
        await until_something_is_made(setup, live_table)
        (choice,) = table.state.legal()
        await setup.hub.choose(live_table, table.person_due, choice, table.number, None)
        setup.hub.bot_driver.sleep = setup.moment
        setup.hub.bot_driver.wake(live_table)
        await setup.settle()
        await setup.choose(live_table, 3)

    run_with_hub(tmp_path, test)


async def never(seconds: float) -> None:
    await asyncio.Event().wait()


async def until_something_is_made(setup: HubSetup, live_table: LiveTable) -> None:
    """People choose until something is about to be made for one of them, which waits from then on."""
    setup.hub.bot_driver.sleep = never
    table = live_table.table
    while live_table.thinking is None:
        legal = table.state.legal()
        choice = legal[setup.rng.below(len(legal))]
        await setup.hub.choose(live_table, table.person_due, choice, table.number, None)


def test_live_tables_delay_automatic_choices_for_absent_players(tmp_path: Path) -> None:
    """All see that nobody is there who could choose."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, game="morgenland", clock="30+30")
        table = live_table.table
        pages = [await setup.page(live_table, seat) for seat in range(3)]
        await until_something_is_made(setup, live_table)
        seat, number = table.person_due, table.number
        assert seat is not None
        setup.hub.bot_driver.sleep = setup.moment
        setup.hub.leave(live_table, pages[seat])
        assert live_table.awaits_person
        for _ in range(20):
            await asyncio.sleep(0)
        assert table.number == number
        setup.now += 30
        await setup.page(live_table, seat)
        await setup.settle()
        assert table.number > number

    run_with_hub(tmp_path, test)


def test_others_do_not_delay_an_automatic_choice(tmp_path: Path) -> None:
    """However often they leave and return: it comes when it would have come."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, game="morgenland")
        table = live_table.table
        await until_something_is_made(setup, live_table)
        other = next(seat for seat in range(3) if seat != table.person_due)
        due = setup.now + table.remaining_thinking_time()
        for _ in range(3):
            setup.now += 0.1
            await setup.table_acts.leave(live_table, other)
            await setup.table_acts.back(live_table, other)
            assert setup.now + table.remaining_thinking_time() == pytest.approx(due)

    run_with_hub(tmp_path, test)


def test_waits_are_drawn_from_thinking_times() -> None:
    assert UNKNOWN[0] <= drawn([], 0.3) <= UNKNOWN[1]
    assert 0.8 <= drawn([1.0], 0.0) < drawn([1.0], 0.7) <= 1.25
    assert sorted(drawn([1.0, 2.0, 8.0], share / 10) for share in range(11))[5] == 2.0
    thinking_times = ThinkingTimes()
    state = serai.game("yspahan").new(2)
    for seconds in (LONGEST + 1, -1.0, 5.0):
        thinking_times.add(0, state, seconds)
    assert [thinking_time.seconds for thinking_time in thinking_times.by_seat[0]] == [5.0]
    # Questions that might have been forced as well count first.
    for seconds in (1.0, 1.0, 1.0):
        thinking_times.add(0, serai.game("yspahan").new(3), seconds)
    assert thinking_times.seconds(0, 0.5, lambda state: state.players == 3) == 1.0
    assert thinking_times.seconds(1, 0.0, lambda state: True) == UNKNOWN[0]


@once()
def test_bots_take_time_for_forced_choices(tmp_path: Path) -> None:
    """A bot that has no choice, where others cannot know that, waits as if it thought."""

    async def test(setup: HubSetup) -> None:
        setup.hub.seeds = FixedSeeds("bots")
        live_table, _ = await setup.table(1, game="morgenland", players="3")
        table = live_table.table
        waited: list[int] = []

        async def moment(seconds: float) -> None:
            if table.bot_due is not None:
                assert seconds >= 0.0
                waited.append(table.entry)

        setup.hub.bot_driver.sleep = moment
        while not table.over:
            await setup.choose(live_table)
        forced, seen = [], set()
        state = table.game.new(3, table.settings.options)
        rng = serai.Rng("deals")
        for entry in await log_of(setup, live_table):
            if table.settings.occupants[state.actor].guest is None and state.actor >= 0:
                if len(state.legal()) > 1:
                    seen.add(state.actor)
                elif state.actor in seen:
                    hidden = any(len(state.determinize(None, rng).legal()) > 1 for _ in range(50))
                    forced += [entry.number] if hidden else []
            state.apply(entry.value)
        assert len(waited) >= 5
        assert set(waited) <= set(forced)

    run_with_hub(tmp_path, test)


def test_an_outage_costs_no_thinking_time() -> None:
    assert drawn([1.0, 1.5, 40.0, 2.0], 1.0) == pytest.approx(2.0 * 1.25)
    assert UNKNOWN[0] <= drawn([40.0], 1.0) <= UNKNOWN[1]  # of one who has chosen once that is all one knows
