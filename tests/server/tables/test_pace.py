"""What pace and clocks may tell of a choice that was made for somebody: nothing."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import serai
from serai.server.live.live_table import Seating
from serai.server.storage.store import CHOICE, Entry, entries
from serai.server.tables import repository
from serai.server.tables.pace import LONGEST, UNKNOWN, Thoughts, drawn
from serai.server.tables.seeds import FixedSeeds
from tests.server.players import Company, among

# Seconds from and to which the seats think: a program, one in a hurry, one with leisure.
PACES = ((0.06, 0.08), (0.8, 3.0), (2.0, 20.0))
WARM = 12  # choices of a seat after which its pace is known to all


def apart(one: Sequence[float], other: Sequence[float]) -> float:
    """Kolmogorov and Smirnov's distance: 0 for samples that are distributed alike, 1 for those that a
    threshold tells apart."""
    one, other = sorted(one), sorted(other)
    return max(
        abs(bisect_right(one, at) / len(one) - bisect_right(other, at) / len(other)) for at in (*one, *other)
    )


async def play(company: Company, seating: Seating, rng: Random, choices: int) -> None:
    """All think as they use to, and time passes by that alone."""

    async def moment(seconds: float) -> None:
        company.now += seconds

    company.hub.playing.moment = moment
    table = seating.table
    for _ in range(choices):
        await company.settle()
        if table.over:
            return
        seat = table.person_due
        assert seat is not None
        company.now += rng.uniform(*PACES[seat])
        legal = table.state.legal()
        await company.hub.choose(seating, seat, rng.choice(legal), table.number, None)
    await company.settle()


async def log_of(company: Company, seating: Seating) -> list[Entry]:
    asked = entries.select().where(entries.c.table_id == seating.table.settings.id).order_by(entries.c.number)
    rows = await company.store.read(lambda connection: connection.execute(asked).all())
    return [Entry(row.number, row.kind, row.value, row.asked, row.made_at) for row in rows]


def times_of(seating: Seating, log: Sequence[Entry]) -> dict[int, tuple[list[float], list[float]]]:
    """By seat: how long it took where others cannot know whether it was forced: what was, and the rest."""
    found: dict[int, tuple[list[float], list[float]]] = {}
    table = seating.table
    state = table.game.new(table.settings.players, table.settings.options)
    rng = serai.Rng("deals")
    before = table.settings.started_at or 0.0
    thought = [0] * table.settings.players
    for entry in log:
        assert entry.kind == CHOICE
        if state.actor >= 0 and entry.made_at > before:  # what all could see to be forced came at once
            counts = {len(state.determinize(None, rng).legal()) for _ in range(4)} | {len(state.legal())}
            if thought[state.actor] > WARM and 1 in counts and len(counts) > 1:
                forced, free = found.setdefault(state.actor, ([], []))
                (free if entry.asked else forced).append(entry.made_at - before)
            thought[state.actor] += entry.asked
        before = entry.made_at
        state.apply(entry.value)
    return found


def test_forced_choices_come_like_others(tmp_path: Path) -> None:
    """In games of people of different pace: no threshold tells what was forced from what was not."""

    async def test(company: Company) -> None:
        rng = Random(1)
        company.hub.seeds = FixedSeeds("pace")
        found: dict[int, tuple[list[float], list[float]]] = {}
        for _ in range(4):
            seating, _ = await company.table(3, game="morgenland")
            await play(company, seating, rng, 500)
            for seat, samples in times_of(seating, await log_of(company, seating)).items():
                for sample, more in zip(found.setdefault(seat, ([], [])), samples, strict=True):
                    sample += more
        assert len(found) == 3
        for forced, free in found.values():
            assert len(forced) >= 15
            assert len(free) >= 15
            assert not set(forced) & set(free)  # nor does a time come again
            # What chance alone would exceed in one of a thousand cases.
            assert apart(forced, free) < 1.95 * ((1 / len(forced)) + 1 / len(free)) ** 0.5

    among(tmp_path, test)


def test_the_clock_treats_all_turns_alike(tmp_path: Path) -> None:
    """A turn in which all was forced costs the time that it took, and earns its increment."""

    async def test(company: Company) -> None:
        company.hub.seeds = FixedSeeds("pace")
        seating, _ = await company.table(3, game="morgenland", clock="30+30")
        times = seating.table.company.times
        assert times is not None
        await play(company, seating, Random(2), 400)
        log = await log_of(company, seating)
        state = seating.table.game.new(3, seating.table.settings.options)
        left = [times.pace.base] * 3
        at = since = seating.table.settings.started_at or 0.0
        due, decided, forced = None, False, 0
        for entry in log:
            actor = state.actor if state.actor >= 0 else due
            if due is not None and actor != due:
                left[due] += times.pace.increment - (at - since)
                forced += not decided
            if actor != due:
                due, since, decided = actor, at, False
            decided = decided or entry.asked
            at = entry.made_at
            state.apply(entry.value)
        assert forced >= 5
        if state.actor >= 0 and state.actor != due and due is not None:
            left[due] += times.pace.increment - (at - since)
        assert times.left == pytest.approx(left)

    among(tmp_path, test)


def test_the_pace_of_a_seat_outlives_the_server(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(3, game="morgenland")
        await play(company, seating, Random(3), 60)
        kept = {
            seat: [thought.seconds for thought in thoughts]
            for seat, thoughts in seating.table.thoughts.by_seat.items()
        }
        again = await company.again(seating)
        for seat, seconds in kept.items():
            loaded = [thought.seconds for thought in again.table.thoughts.by_seat[seat]]
            assert loaded == pytest.approx(seconds)
        stored = await repository.fetch(company.store, again.table.settings.id, lambda: company.now)
        assert stored.asked_at == again.table.asked_at

    among(tmp_path, test)


def test_who_waits_is_woken(tmp_path: Path) -> None:
    """A person who chooses what was about to be made for them holds up nobody: the table goes on at once."""

    async def test(company: Company) -> None:
        seating, _ = await company.table(3, game="morgenland")
        table = seating.table
        await until_something_is_made(company, seating)
        (choice,) = table.state.legal()
        await company.hub.choose(seating, table.person_due, choice, table.number, None)
        company.hub.playing.moment = company.moment
        company.hub.playing.wake(seating)
        await company.settle()
        await company.choose(seating, 3)

    among(tmp_path, test)


async def never(seconds: float) -> None:
    await asyncio.Event().wait()


async def until_something_is_made(company: Company, seating: Seating) -> None:
    """People choose until something is about to be made for one of them, which waits from then on."""
    company.hub.playing.moment = never
    table = seating.table
    while seating.thinking is None:
        legal = table.state.legal()
        choice = legal[company.rng.below(len(legal))]
        await company.hub.choose(seating, table.person_due, choice, table.number, None)


def test_at_a_live_table_what_is_made_for_one_who_is_gone_waits(tmp_path: Path) -> None:
    """All see that nobody is there who could choose."""

    async def test(company: Company) -> None:
        seating, _ = await company.table(3, game="morgenland", clock="30+30")
        table = seating.table
        pages = [await company.page(seating, seat) for seat in range(3)]
        await until_something_is_made(company, seating)
        seat, number = table.person_due, table.number
        assert seat is not None
        company.hub.playing.moment = company.moment
        company.hub.leave(seating, pages[seat])
        assert seating.awaits_person
        for _ in range(20):
            await asyncio.sleep(0)
        assert table.number == number
        company.now += 30
        await company.page(seating, seat)
        await company.settle()
        assert table.number > number

    among(tmp_path, test)


def test_others_do_not_hold_up_what_is_made_for_one(tmp_path: Path) -> None:
    """However often they leave and return: it comes when it would have come."""

    async def test(company: Company) -> None:
        seating, _ = await company.table(3, game="morgenland")
        table = seating.table
        await until_something_is_made(company, seating)
        other = next(seat for seat in range(3) if seat != table.person_due)
        due = company.now + table.still_thinks()
        for _ in range(3):
            company.now += 0.1
            await company.meeting.leave(seating, other)
            await company.meeting.back(seating, other)
            assert company.now + table.still_thinks() == pytest.approx(due)

    among(tmp_path, test)


def test_times_are_drawn_from_those_that_were_seen() -> None:
    assert UNKNOWN[0] <= drawn([], 0.3) <= UNKNOWN[1]
    assert 0.8 <= drawn([1.0], 0.0) < drawn([1.0], 0.7) <= 1.25
    assert sorted(drawn([1.0, 2.0, 8.0], share / 10) for share in range(11))[5] == 2.0
    thoughts = Thoughts()
    state = serai.game("yspahan").new(2)
    for seconds in (LONGEST + 1, -1.0, 5.0):
        thoughts.add(0, state, seconds)
    assert [thought.seconds for thought in thoughts.by_seat[0]] == [5.0]
    # Questions that might have been forced as well count first.
    for seconds in (1.0, 1.0, 1.0):
        thoughts.add(0, serai.game("yspahan").new(3), seconds)
    assert thoughts.seconds(0, 0.5, lambda state: state.players == 3) == 1.0
    assert thoughts.seconds(1, 0.0, lambda state: True) == UNKNOWN[0]


def test_bots_take_time_for_what_is_forced_on_them(tmp_path: Path) -> None:
    """A bot that has no choice, where others cannot know that, waits as if it thought."""

    async def test(company: Company) -> None:
        company.hub.seeds = FixedSeeds("bots")
        seating, _ = await company.table(1, game="morgenland", players="3")
        table = seating.table
        waited: list[int] = []

        async def moment(seconds: float) -> None:
            if table.bot_due is not None:
                assert seconds >= 0.0
                waited.append(table.entry)

        company.hub.playing.moment = moment
        while not table.over:
            await company.choose(seating)
        forced, seen = [], set()
        state = table.game.new(3, table.settings.options)
        rng = serai.Rng("deals")
        for entry in await log_of(company, seating):
            if table.settings.chairs[state.actor].guest is None and state.actor >= 0:
                if len(state.legal()) > 1:
                    seen.add(state.actor)
                elif state.actor in seen:
                    hidden = any(len(state.determinize(None, rng).legal()) > 1 for _ in range(50))
                    forced += [entry.number] if hidden else []
            state.apply(entry.value)
        assert len(waited) >= 5
        assert set(waited) <= set(forced)

    among(tmp_path, test)


def test_what_an_outage_took_is_no_thought() -> None:
    assert drawn([1.0, 1.5, 40.0, 2.0], 1.0) == pytest.approx(2.0 * 1.25)
    assert UNKNOWN[0] <= drawn([40.0], 1.0) <= UNKNOWN[1]  # of one who has chosen once that is all one knows
