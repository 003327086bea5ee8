"""What people do apart from the game: asking each other, leaving, conceding; and what timing may reveal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest
import sqlalchemy as sql

import serai
from serai.server.errors import Refusal
from serai.server.live.live_table import LiveTable
from serai.server.live.scheduling import Priority
from serai.server.storage.schema import tables
from serai.server.tables.participants import LONGEST, LONGEST_ALONE, LONGEST_RELAXED
from serai.server.tables.table import Table
from tests import games
from tests.server.databases import once
from tests.server.hub_setup import HeldBots, HubSetup, IdlePubSub, run_with_hub


async def refused(code: str, act: Awaitable[object]) -> None:
    with pytest.raises(Refusal) as found:
        await act
    assert found.value.code == code


def test_an_undo_by_agreement(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3)
        table = live_table.table
        pages = [await setup.page(live_table, seat) for seat in range(3)]
        seat = table.person_due
        assert seat is not None
        await setup.until_other(live_table, seat)
        await setup.choose(live_table)  # another has gone on: it cannot be taken back freely
        left = table.last_decision(seat)
        one, two = (other for other in range(3) if other != seat)
        ask, answer = setup.table_acts.ask, setup.table_acts.answer
        await ask(live_table, seat, "undo")
        assert pages[one].people()["ask"] == {"what": "undo", "seat": seat, "needs": sorted((one, two))}
        await refused("asked-already", ask(live_table, one, "pause"))
        await refused("nothing-asked", answer(live_table, seat, True))
        await refused("not-yours", answer(live_table, None, True))
        await answer(live_table, one, True)
        assert pages[one].people()["ask"]["needs"] == [two]
        await refused("nothing-asked", answer(live_table, one, True))
        # Half an agreement is stored like all else.
        live_table = await setup.again(live_table)
        pages = [await setup.page(live_table, seat) for seat in range(3)]
        await answer(live_table, two, True)
        assert live_table.table.number == left
        assert live_table.table.person_due == seat
        assert pages[two].people()["ask"] is None
        assert (await setup.again(live_table)).table.choices == live_table.table.choices

    run_with_hub(tmp_path, test)


def test_a_refusal_or_a_choice_ends_a_question(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        table = live_table.table
        seat = table.person_due
        assert seat is not None
        await refused("no-undo", setup.table_acts.ask(live_table, seat, "undo"))
        await setup.until_other(live_table, seat)
        number = table.number
        await setup.table_acts.ask(live_table, seat, "undo")
        await setup.table_acts.answer(live_table, 1 - seat, False)
        assert table.number == number
        await refused("asked-already", setup.table_acts.ask(live_table, seat, "undo"))  # not repeatedly
        await setup.choose(live_table)
        await setup.table_acts.ask(live_table, seat, "undo")
        await setup.table_acts.answer(live_table, seat, False)  # withdrawn
        await refused("nothing-asked", setup.table_acts.answer(live_table, 1 - seat, True))
        await setup.choose(live_table)
        await setup.table_acts.ask(live_table, seat, "undo")
        await setup.choose(live_table)  # the table has moved on
        await refused("nothing-asked", setup.table_acts.answer(live_table, 1 - seat, True))
        await refused("bad-request", setup.table_acts.ask(live_table, seat, "gold"))
        await refused("not-yours", setup.table_acts.ask(live_table, None, "pause"))

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize("leaver", ["asker", "asked"])
@pytest.mark.parametrize("how", ["leave", "concede"])
def test_a_question_ends_when_a_player_leaves(tmp_path: Path, leaver: str, how: str) -> None:
    """No one waits for the answer of an absent player, nor answers one."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3)
        page = await setup.page(live_table, 1)
        await setup.table_acts.ask(live_table, 0, "pause")
        assert page.people()["ask"]["seat"] == 0
        await getattr(setup.table_acts, how)(live_table, 0 if leaver == "asker" else 2)
        await setup.settle()
        assert page.people()["ask"] is None
        for seat in (1, 2):
            await refused("nothing-asked", setup.table_acts.answer(live_table, seat, True))
        assert not live_table.table.participants.paused
        again = await setup.again(live_table)
        assert again.table.participants.ask is None

    run_with_hub(tmp_path, test)


def test_a_pause_by_agreement(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock="5+10")
        table = live_table.table
        due = table.person_due
        await refused("illegal", setup.table_acts.ask(live_table, 0, "resume"))
        await setup.table_acts.ask(live_table, 0, "pause")
        await setup.table_acts.answer(live_table, 1, True)
        assert table.participants.paused
        setup.now += 3000
        await setup.table_acts.check_clocks()
        assert not table.participants.away
        choice = table.state.legal()[0]
        await refused("paused", setup.hub.choose(live_table, due, choice, table.number, None))
        await refused("paused", setup.table_acts.ask(live_table, 0, "pause"))
        live_table = await setup.again(live_table)
        assert live_table.table.participants.paused
        await setup.table_acts.ask(live_table, 1, "resume")  # needs no one's consent
        await setup.hub.choose(live_table, due, choice, live_table.table.number, None)

    run_with_hub(tmp_path, test)


def test_a_pause_cannot_block_a_game_forever(tmp_path: Path) -> None:
    """A pause requested while the others are away is short, and ends when one returns."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, clock="5+10")
        for seat in (1, 2):
            await setup.table_acts.leave(live_table, seat)
        await setup.settle()
        await setup.table_acts.ask(live_table, 0, "pause")
        assert live_table.table.participants.paused
        await refused("not-yours", setup.table_acts.ask(live_table, None, "resume"))
        await setup.table_acts.ask(live_table, 1, "resume")  # without taking the seat back first
        assert not live_table.table.participants.paused
        await setup.table_acts.concede(live_table, 2)
        await setup.table_acts.ask(live_table, 0, "pause")
        await refused("conceded", setup.table_acts.ask(live_table, 2, "resume"))
        setup.now += LONGEST_ALONE - 1
        await setup.table_acts.check_clocks()
        assert live_table.table.participants.paused
        setup.now += 2
        await setup.table_acts.check_clocks()
        assert not live_table.table.participants.paused
        await setup.table_acts.ask(live_table, 0, "pause")
        await setup.table_acts.ask(live_table, 0, "resume")
        live_table = await setup.again(live_table)
        await refused("no-pause", setup.table_acts.ask(live_table, 0, "pause"))

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize(
    ("clock", "longest"), [("5+10", LONGEST), ("none", LONGEST), ("1d", LONGEST_RELAXED)]
)
def test_a_pause_ends_by_itself(tmp_path: Path, clock: str, longest: float) -> None:
    """Even without viewers, when the table is not in memory."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2, clock=clock)
        key = live_table.table.settings.id
        await setup.table_acts.ask(live_table, 0, "pause")
        await setup.table_acts.answer(live_table, 1, True)
        page = await setup.page(live_table, 0)
        assert page.people()["pause"] == longest
        setup.hub.leave(live_table, page)
        for passed, paused in ((longest - 1, True), (2, False)):
            setup.hub.live_tables.clear()
            setup.now += passed
            await setup.table_acts.check_clocks()
            assert (await setup.hub.get(key)).table.participants.paused == paused

    run_with_hub(tmp_path, test)


def test_leaving_and_coming_back(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        table = live_table.table
        seat = table.person_due
        assert seat is not None
        await setup.table_acts.leave(live_table, seat)
        await setup.settle()
        assert table.person_due == 1 - seat
        await refused("away", setup.table_acts.leave(live_table, seat))
        await refused("away", setup.table_acts.ask(live_table, seat, "pause"))
        await refused("away", setup.hub.choose(live_table, seat, 0, table.number, None))
        # A player who is left alone needs no one's consent.
        await setup.table_acts.ask(live_table, 1 - seat, "pause")
        assert table.participants.paused
        await setup.table_acts.ask(live_table, 1 - seat, "resume")
        await setup.table_acts.back(live_table, seat)
        await setup.until_other(live_table, 1 - seat)
        assert table.person_due == seat
        assert not table.can_undo(seat)  # what a bot chose is not theirs to take back
        await refused("not-yours", setup.table_acts.leave(live_table, None))

    run_with_hub(tmp_path, test)


@pytest.mark.parametrize("stops", ["back", "pause"])
def test_a_bot_does_not_move_once_its_person_is_back_or_all_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops: str
) -> None:
    """It has found a choice in the meantime, which is no longer wanted."""

    async def test(setup: HubSetup) -> None:
        bots = HeldBots(monkeypatch)
        live_table, _ = await setup.table(2)
        table, seat = live_table.table, live_table.table.person_due
        assert seat is not None
        choices = list(table.choices)
        await setup.table_acts.leave(live_table, seat)
        await bots.thought.wait()
        if stops == "back":
            await setup.table_acts.back(live_table, seat)
        else:
            await setup.table_acts.ask(live_table, 1 - seat, "pause")
        bots.free.set()
        await setup.settle()
        assert table.choices == choices
        assert table.state.actor == seat
        if stops == "back":
            await setup.choose(live_table)
        else:
            await setup.table_acts.ask(live_table, 1 - seat, "resume")
            await setup.settle()
            assert table.person_due == 1 - seat  # the bot has played on

    run_with_hub(tmp_path, test)


def test_a_conceding_player_ranks_last(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        ended: list[LiveTable] = []

        async def finished(live_table: LiveTable) -> None:
            ended.append(live_table)

        setup.hub.finished.append(finished)
        live_table, _ = await setup.table(2, players="3")
        table = live_table.table
        await setup.table_acts.concede(live_table, 0)
        await refused("conceded", setup.table_acts.concede(live_table, 0))
        await refused("conceded", setup.table_acts.back(live_table, 0))
        await setup.table_acts.concede(live_table, 1)
        await setup.settle()
        assert table.over  # bots have played it to its end
        assert ended == [live_table]
        assert table.winners == live_table.people()["winners"] == [2]
        assert table.places[2] == 1
        assert table.places[0] == table.places[1] == 2
        again = await setup.again(live_table)
        assert again.table.winners == [2]
        await refused("over", setup.table_acts.concede(again, 0))

    run_with_hub(tmp_path, test)


async def play_out(setup: HubSetup, live_table: LiveTable) -> None:
    for seat in live_table.table.settings.people:
        await setup.table_acts.leave(live_table, seat)
    await setup.settle()
    assert live_table.table.over


def test_a_rematch_accepted_by_all_present(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, guests = await setup.table(3)
        await refused("illegal", setup.table_acts.ask(live_table, 0, "rematch"))
        await play_out(setup, live_table)
        with pytest.raises(Refusal, match=r"^ask-first$"):
            await setup.hub.rematch(guests[0], live_table.table.settings.id)
        pages = {seat: await setup.page(live_table, seat) for seat in (0, 1)}  # the third has gone home
        await setup.table_acts.ask(live_table, 0, "rematch")
        assert pages[1].people()["ask"]["needs"] == [1]
        await setup.table_acts.answer(live_table, 1, True)
        again = pages[0].people()["again"]
        key = again.removeprefix("/tables/")
        occupants = (await setup.hub.get(key)).table.settings.occupants
        assert [occupant.guest for occupant in occupants] == [None, guests[0].id, guests[1].id]
        assert occupants[0].level == "random"
        await refused("asked-already", setup.table_acts.ask(live_table, 0, "rematch"))
        assert (await setup.again(live_table)).table.participants.again == key

    run_with_hub(tmp_path, test)


def test_the_turn_is_announced(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        turns: list[int] = []

        async def turn(live_table: LiveTable, seat: int) -> None:
            turns.append(seat)

        async def broken(live_table: LiveTable, seat: int) -> None:
            raise RuntimeError("no matter")

        setup.hub.turn += [broken, turn]
        live_table, _ = await setup.table(2)
        first = live_table.table.person_due
        assert first is not None
        assert turns == [first]
        await setup.until_other(live_table, first)
        assert turns == [first, 1 - first]
        await setup.again(live_table)
        assert turns == [first, 1 - first]  # loading a table is no news

    run_with_hub(tmp_path, test)


# What pace may tell


def test_automatic_choices_among_people_take_a_moment(tmp_path: Path) -> None:
    """Where others cannot know that a choice was forced, it does not come at once."""

    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, game="morgenland")
        table = live_table.table
        while setup.moments < 5:  # a game has hundreds of them
            await setup.choose(live_table)
        quiet = [number for number, decider in enumerate(table.deciders) if decider is None]
        assert len(quiet) > setup.moments  # chance, and what all could know, came at once

    run_with_hub(tmp_path, test)


def test_automatic_choices_need_no_worker(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, game="morgenland")
        setup.hub.pubsub = pubsub = Posting()
        table = live_table.table
        made: list[int] = []  # for one viewer, not for all at once
        while len(made) < 5:
            moments = setup.moments
            await setup.choose(live_table)
            if setup.moments > moments:
                made += [number for number in range(table.number) if is_made_for(table, number)]
        assert table.person_due is not None
        assert table.automatic() is None
        assert pubsub.posted == []

    run_with_hub(tmp_path, test)


class Posting(IdlePubSub):
    """Remembers what was handed out as work."""

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[str] = []

    async def enqueue(self, work: str, priority: Priority) -> None:
        self.posted.append(work)


def is_made_for(table: Table, number: int) -> bool:
    """Whether a seat's choice was made without asking."""
    return table.deciders[number] is None and table.record().replay(number).actor >= 0


def test_lists_do_not_reveal_standing_answers(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(3, game="morgenland")
        await setup.begin_round(live_table)
        key = live_table.table.settings.id
        changed = sql.select(tables.c.changed_at).where(tables.c.id == key)
        before = await setup.hub.store.read(lambda connection: connection.scalar(changed))
        seat = next(seat for seat in range(3) if seat != live_table.table.person_due)
        page, other = await setup.page(live_table, seat), await setup.page(live_table, None)
        answer = next(message["standing"] for message in page.heard() if message.get("standing"))
        other.heard()
        setup.now += 100
        await setup.hub.set_standing_answers(live_table, seat, {next(iter(answer)): True})
        assert live_table.table.standing[seat]
        assert await setup.hub.store.read(lambda connection: connection.scalar(changed)) == before
        assert not other.heard()

    run_with_hub(tmp_path, test)


def test_a_game_against_bots_never_waits(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(1, game="morgenland", players="3")

        async def sleep(seconds: float) -> None:
            assert live_table.table.person_due is None  # bots take their time, persons' choices do not

        setup.hub.bot_driver.sleep = sleep
        for _ in range(60):
            await setup.choose(live_table)

    run_with_hub(tmp_path, test)


def test_an_automatic_choice_does_not_show_as_thinking(tmp_path: Path) -> None:
    """A page that comes while something is made for a person is not told that."""

    async def test(setup: HubSetup) -> None:
        held = asyncio.Event()

        async def moment(seconds: float) -> None:
            await held.wait()

        setup.hub.bot_driver.sleep = moment
        live_table, _ = await setup.table(3, game="morgenland")
        while live_table.thinking is None:
            if live_table.table.over:  # nothing was made for anybody
                live_table, _ = await setup.table(3, game="morgenland")
            table = live_table.table
            legal = table.state.legal()
            choice = legal[setup.rng.below(len(legal))]
            await setup.hub.choose(live_table, table.person_due, choice, table.number, None)
        page = await setup.page(live_table, None)
        assert not any("thinking" in message for message in page.heard())
        held.set()

    run_with_hub(tmp_path, test)


def test_no_hints_among_people(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        live_table, _ = await setup.table(2)
        due = live_table.table.person_due
        await refused("no-hint", setup.hub.hint(live_table, due, live_table.table.number, "en"))

    run_with_hub(tmp_path, test)


@once()
def test_people_play_each_game(tmp_path: Path) -> None:
    async def test(setup: HubSetup) -> None:
        for game in serai.game_names():
            players = games.allowed_players(game)
            live_table, _ = await setup.table(players, game=game, clock="15+20", rated="1")
            while not live_table.table.over:
                setup.now += 1
                await setup.choose(live_table)
            assert live_table.table.settings.rated
            assert sorted(live_table.table.places)[0] == 1
            due = live_table.table.person_due
            assert due is None
            assert not any(live_table.table.can_undo(seat) for seat in range(players))

    run_with_hub(tmp_path, test)
