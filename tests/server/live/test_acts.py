"""What people do beside the game: asking each other, leaving, conceding; and what pace may tell."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest
import sqlalchemy as sql

import serai
from serai.server.errors import Refusal
from serai.server.live.live_table import Seating
from serai.server.live.scheduling import Claim
from serai.server.storage.store import tables
from serai.server.tables.participants import LONGEST, LONGEST_ALONE, LONGEST_RELAXED
from serai.server.tables.table import Table
from tests.server.players import Company, HeldBots, Idle, among


async def refused(code: str, act: Awaitable[object]) -> None:
    with pytest.raises(Refusal) as found:
        await act
    assert found.value.code == code


def test_an_undo_that_the_others_agree_to(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(3)
        table = seating.table
        pages = [await company.page(seating, seat) for seat in range(3)]
        seat = table.person_due
        assert seat is not None
        await company.until_other(seating, seat)
        await company.choose(seating)  # another has gone on: it cannot be taken back freely
        left = table.last_decision(seat)
        one, two = (other for other in range(3) if other != seat)
        ask, answer = company.meeting.ask, company.meeting.answer
        await ask(seating, seat, "undo")
        assert pages[one].people()["ask"] == {"what": "undo", "seat": seat, "needs": sorted((one, two))}
        await refused("asked-already", ask(seating, one, "pause"))
        await refused("nothing-asked", answer(seating, seat, True))
        await refused("not-yours", answer(seating, None, True))
        await answer(seating, one, True)
        assert pages[one].people()["ask"]["needs"] == [two]
        await refused("nothing-asked", answer(seating, one, True))
        # Half an agreement is stored like all else.
        seating = await company.again(seating)
        pages = [await company.page(seating, seat) for seat in range(3)]
        await answer(seating, two, True)
        assert seating.table.number == left
        assert seating.table.person_due == seat
        assert pages[two].people()["ask"] is None
        assert (await company.again(seating)).table.choices == seating.table.choices

    among(tmp_path, test)


def test_one_refusal_ends_it_and_a_choice_too(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(2)
        table = seating.table
        seat = table.person_due
        assert seat is not None
        await refused("no-undo", company.meeting.ask(seating, seat, "undo"))
        await company.until_other(seating, seat)
        number = table.number
        await company.meeting.ask(seating, seat, "undo")
        await company.meeting.answer(seating, 1 - seat, False)
        assert table.number == number
        await refused("asked-already", company.meeting.ask(seating, seat, "undo"))  # not again and again
        await company.choose(seating)
        await company.meeting.ask(seating, seat, "undo")
        await company.meeting.answer(seating, seat, False)  # withdrawn
        await refused("nothing-asked", company.meeting.answer(seating, 1 - seat, True))
        await company.choose(seating)
        await company.meeting.ask(seating, seat, "undo")
        await company.choose(seating)  # the table has moved on
        await refused("nothing-asked", company.meeting.answer(seating, 1 - seat, True))
        await refused("bad-request", company.meeting.ask(seating, seat, "gold"))
        await refused("not-yours", company.meeting.ask(seating, None, "pause"))

    among(tmp_path, test)


@pytest.mark.parametrize("leaver", ["asker", "asked"])
@pytest.mark.parametrize("how", ["leave", "concede"])
def test_what_was_asked_ends_when_one_of_them_leaves(tmp_path: Path, leaver: str, how: str) -> None:
    """Nobody waits for the answer of one who is gone, nor answers one who is."""

    async def test(company: Company) -> None:
        seating, _ = await company.table(3)
        page = await company.page(seating, 1)
        await company.meeting.ask(seating, 0, "pause")
        assert page.people()["ask"]["seat"] == 0
        await getattr(company.meeting, how)(seating, 0 if leaver == "asker" else 2)
        await company.settle()
        assert page.people()["ask"] is None
        for seat in (1, 2):
            await refused("nothing-asked", company.meeting.answer(seating, seat, True))
        assert not seating.table.company.paused
        again = await company.again(seating)
        assert again.table.company.ask is None

    among(tmp_path, test)


def test_a_pause_by_agreement(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(2, clock="5+10")
        table = seating.table
        due = table.person_due
        await refused("illegal", company.meeting.ask(seating, 0, "resume"))
        await company.meeting.ask(seating, 0, "pause")
        await company.meeting.answer(seating, 1, True)
        assert table.company.paused
        company.now += 3000
        await company.meeting.look()
        assert not table.company.away
        choice = table.state.legal()[0]
        await refused("paused", company.hub.choose(seating, due, choice, table.number, None))
        await refused("paused", company.meeting.ask(seating, 0, "pause"))
        seating = await company.again(seating)
        assert seating.table.company.paused
        await company.meeting.ask(seating, 1, "resume")  # needs nobody's leave
        await company.hub.choose(seating, due, choice, seating.table.number, None)

    among(tmp_path, test)


def test_a_pause_holds_nobody_hostage(tmp_path: Path) -> None:
    """Asked while the others are away it is short, and who returns ends it."""

    async def test(company: Company) -> None:
        seating, _ = await company.table(3, clock="5+10")
        for seat in (1, 2):
            await company.meeting.leave(seating, seat)
        await company.settle()
        await company.meeting.ask(seating, 0, "pause")
        assert seating.table.company.paused
        await refused("not-yours", company.meeting.ask(seating, None, "resume"))
        await company.meeting.ask(seating, 1, "resume")  # without taking the seat back first
        assert not seating.table.company.paused
        await company.meeting.concede(seating, 2)
        await company.meeting.ask(seating, 0, "pause")
        await refused("conceded", company.meeting.ask(seating, 2, "resume"))
        company.now += LONGEST_ALONE - 1
        await company.meeting.look()
        assert seating.table.company.paused
        company.now += 2
        await company.meeting.look()
        assert not seating.table.company.paused
        await company.meeting.ask(seating, 0, "pause")
        await company.meeting.ask(seating, 0, "resume")
        seating = await company.again(seating)
        await refused("no-pause", company.meeting.ask(seating, 0, "pause"))

    among(tmp_path, test)


@pytest.mark.parametrize(
    ("clock", "longest"), [("5+10", LONGEST), ("none", LONGEST), ("1d", LONGEST_RELAXED)]
)
def test_a_pause_ends_by_itself(tmp_path: Path, clock: str, longest: float) -> None:
    """Also where nobody looks on, and the table is not in memory."""

    async def test(company: Company) -> None:
        seating, _ = await company.table(2, clock=clock)
        key = seating.table.settings.id
        await company.meeting.ask(seating, 0, "pause")
        await company.meeting.answer(seating, 1, True)
        page = await company.page(seating, 0)
        assert page.people()["pause"] == longest
        company.hub.leave(seating, page)
        for passed, paused in ((longest - 1, True), (2, False)):
            company.hub.seatings.clear()
            company.now += passed
            await company.meeting.look()
            assert (await company.hub.get(key)).table.company.paused == paused

    among(tmp_path, test)


def test_leaving_and_coming_back(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(2)
        table = seating.table
        seat = table.person_due
        assert seat is not None
        await company.meeting.leave(seating, seat)
        await company.settle()
        assert table.person_due == 1 - seat
        await refused("away", company.meeting.leave(seating, seat))
        await refused("away", company.meeting.ask(seating, seat, "pause"))
        await refused("away", company.hub.choose(seating, seat, 0, table.number, None))
        # One who is left alone needs nobody's leave.
        await company.meeting.ask(seating, 1 - seat, "pause")
        assert table.company.paused
        await company.meeting.ask(seating, 1 - seat, "resume")
        await company.meeting.back(seating, seat)
        await company.until_other(seating, 1 - seat)
        assert table.person_due == seat
        assert not table.can_undo(seat)  # what a bot chose is not his to take back
        await refused("not-yours", company.meeting.leave(seating, None))

    among(tmp_path, test)


@pytest.mark.parametrize("stops", ["back", "pause"])
def test_a_bot_does_not_move_once_its_person_is_back_or_all_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops: str
) -> None:
    """It has thought of a choice meanwhile, which nobody asks for any more."""

    async def test(company: Company) -> None:
        bots = HeldBots(monkeypatch)
        seating, _ = await company.table(2)
        table, seat = seating.table, seating.table.person_due
        assert seat is not None
        choices = list(table.choices)
        await company.meeting.leave(seating, seat)
        await bots.thought.wait()
        if stops == "back":
            await company.meeting.back(seating, seat)
        else:
            await company.meeting.ask(seating, 1 - seat, "pause")
        bots.free.set()
        await company.settle()
        assert table.choices == choices
        assert table.state.actor == seat
        if stops == "back":
            await company.choose(seating)
        else:
            await company.meeting.ask(seating, 1 - seat, "resume")
            await company.settle()
            assert table.person_due == 1 - seat  # the bot has played on

    among(tmp_path, test)


def test_who_concedes_ranks_last(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        ended: list[Seating] = []

        async def finished(seating: Seating) -> None:
            ended.append(seating)

        company.hub.finished.append(finished)
        seating, _ = await company.table(2, players="3")
        table = seating.table
        await company.meeting.concede(seating, 0)
        await refused("conceded", company.meeting.concede(seating, 0))
        await refused("conceded", company.meeting.back(seating, 0))
        await company.meeting.concede(seating, 1)
        await company.settle()
        assert table.over  # bots have played it to its end
        assert ended == [seating]
        assert table.winners == seating.people()["winners"] == [2]
        assert table.places[2] == 1
        assert table.places[0] == table.places[1] == 2
        again = await company.again(seating)
        assert again.table.winners == [2]
        await refused("over", company.meeting.concede(again, 0))

    among(tmp_path, test)


async def play_out(company: Company, seating: Seating) -> None:
    for seat in seating.table.settings.people:
        await company.meeting.leave(seating, seat)
    await company.settle()
    assert seating.table.over


def test_a_rematch_that_all_who_are_there_accept(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, guests = await company.table(3)
        await refused("illegal", company.meeting.ask(seating, 0, "rematch"))
        await play_out(company, seating)
        with pytest.raises(Refusal, match="ask-first"):
            await company.hub.rematch(guests[0], seating.table.settings.id)
        pages = {seat: await company.page(seating, seat) for seat in (0, 1)}  # the third has gone home
        await company.meeting.ask(seating, 0, "rematch")
        assert pages[1].people()["ask"]["needs"] == [1]
        await company.meeting.answer(seating, 1, True)
        again = pages[0].people()["again"]
        key = again.removeprefix("/tables/")
        chairs = (await company.hub.get(key)).table.settings.chairs
        assert [chair.guest for chair in chairs] == [None, guests[0].id, guests[1].id]
        assert chairs[0].level == "random"
        await refused("asked-already", company.meeting.ask(seating, 0, "rematch"))
        assert (await company.again(seating)).table.company.again == key

    among(tmp_path, test)


def test_the_turn_is_announced(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        turns: list[int] = []

        async def turn(seating: Seating, seat: int) -> None:
            turns.append(seat)

        async def broken(seating: Seating, seat: int) -> None:
            raise RuntimeError("no matter")

        company.hub.turn += [broken, turn]
        seating, _ = await company.table(2)
        first = seating.table.person_due
        assert first is not None
        assert turns == [first]
        await company.until_other(seating, first)
        assert turns == [first, 1 - first]
        await company.again(seating)
        assert turns == [first, 1 - first]  # loading a table is no news

    among(tmp_path, test)


# What pace may tell


def test_what_is_made_for_one_among_others_takes_a_moment(tmp_path: Path) -> None:
    """Where others cannot know that a choice was forced, it does not come at once."""

    async def test(company: Company) -> None:
        seating, _ = await company.table(3, game="morgenland")
        table = seating.table
        while company.moments < 5:  # a game has hundreds of them
            await company.choose(seating)
        quiet = [number for number, decider in enumerate(table.deciders) if decider is None]
        assert len(quiet) > company.moments  # chance, and what all could know, came at once

    among(tmp_path, test)


def test_what_is_made_for_a_person_needs_no_worker(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(3, game="morgenland")
        company.hub.wire = wire = Posting()
        table = seating.table
        made: list[int] = []  # for somebody, not at once
        while len(made) < 5:
            moments = company.moments
            await company.choose(seating)
            if company.moments > moments:
                made += [number for number in range(table.number) if is_made_for(table, number)]
        assert table.person_due is not None
        assert table.automatic() is None
        assert wire.posted == []

    among(tmp_path, test)


class Posting(Idle):
    """Remembers what was handed out as work."""

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[str] = []

    async def post(self, work: str, claim: Claim) -> None:
        self.posted.append(work)


def is_made_for(table: Table, number: int) -> bool:
    """Whether a seat's choice was made without asking."""
    return table.deciders[number] is None and table.record().replay(number).actor >= 0


def test_lists_do_not_tell_of_standing_answers(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(3, game="morgenland")
        key = seating.table.settings.id
        changed = sql.select(tables.c.changed_at).where(tables.c.id == key)
        before = await company.hub.store.read(lambda connection: connection.scalar(changed))
        seat = next(seat for seat in range(3) if seat != seating.table.person_due)
        page, other = await company.page(seating, seat), await company.page(seating, None)
        answer = next(message["standing"] for message in page.heard() if message.get("standing"))
        other.heard()
        company.now += 100
        await company.hub.stand(seating, seat, {next(iter(answer)): True})
        assert seating.table.standing[seat]
        assert await company.hub.store.read(lambda connection: connection.scalar(changed)) == before
        assert not other.heard()

    among(tmp_path, test)


def test_alone_among_bots_nothing_waits(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(1, game="morgenland", players="3")
        for _ in range(60):
            await company.choose(seating)
        assert company.moments == 0

    among(tmp_path, test)


def test_who_is_asked_by_nobody_hears_no_thinking(tmp_path: Path) -> None:
    """A page that comes while something is made for a person is not told that."""

    async def test(company: Company) -> None:
        held = asyncio.Event()

        async def moment(seconds: float) -> None:
            await held.wait()

        company.hub.playing.moment = moment
        seating, _ = await company.table(3, game="morgenland")
        while seating.thinking is None:
            if seating.table.over:  # nothing was made for anybody
                seating, _ = await company.table(3, game="morgenland")
            table = seating.table
            legal = table.state.legal()
            choice = legal[company.rng.below(len(legal))]
            await company.hub.choose(seating, table.person_due, choice, table.number, None)
        page = await company.page(seating, None)
        assert not any("thinking" in message for message in page.heard())
        held.set()

    among(tmp_path, test)


def test_no_hints_among_people(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        seating, _ = await company.table(2)
        due = seating.table.person_due
        await refused("no-hint", company.hub.hint(seating, due, seating.table.number, "en"))

    among(tmp_path, test)


def test_a_game_among_people_of_each_kind(tmp_path: Path) -> None:
    async def test(company: Company) -> None:
        for game in serai.game_names():
            seating, _ = await company.table(3, game=game, clock="15+20", rated="1")
            while not seating.table.over:
                company.now += 1
                await company.choose(seating)
            assert seating.table.settings.rated
            assert sorted(seating.table.places)[0] == 1
            due = seating.table.person_due
            assert due is None
            assert not any(seating.table.can_undo(seat) for seat in range(3))

    among(tmp_path, test)
