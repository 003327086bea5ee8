"""The life of a table, in any order that people may think of: a state machine drives a real hub on a real
database, beside a small model of what must hold."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import serai
from serai.scene.patch import merge
from serai.server.community.chat import Chat
from serai.server.community.lobby import Lobby
from serai.server.errors import Refusal
from serai.server.live.acts import TableActs
from serai.server.live.live_table import LiveTable
from serai.server.live.scenes import Perspective, Scenes, SeenPosition
from serai.server.routes.api.routes import position
from serai.server.storage.schema import tables
from serai.server.tables import repository
from serai.server.tables.games import game_words, view_of
from tests.event_loops import Loop
from tests.games import allowed_players
from tests.server.databases import once
from tests.server.hub_setup import HubSetup, Page, new_hub
from tests.server.server_process import shown

PEOPLE = 4
BOTS = {"istanbul": "greedy"}  # where choices at random do not come to an end
# Among them tables without a clock, with a live and with a relaxed one.
CLOCKS = ("none", "5+10", "8h")
who = st.integers(0, PEOPLE - 1)
# Where no choice shows its player anything that was hidden: only chance does.
OPEN = ("istanbul", "yspahan")


class Asked(NamedTuple):
    """A question to the other players, as the model knows it."""

    what: str
    seat: int
    needs: frozenset[int]
    entry: int

    def is_open(self, entry: int) -> bool:
        """To take back is asked of one position only."""
        return self.what != "undo" or self.entry == entry


class Reader(Page):
    """A page that keeps the scene it receives, as the script does."""

    scene: dict[str, Any] | None = None
    number = -1
    ended = False

    def read(self) -> None:
        for message in self.heard():
            if not message:
                self.ended = True
            elif "scene" in message:
                self.scene, self.number = shown(message["scene"]), message["number"]
            elif "patch" in message:
                assert self.scene is not None
                assert message["number"] == self.number + 1
                self.scene, self.number = merge(self.scene, message["patch"]), message["number"]


class Ground(HubSetup):
    """A hub that stays for many runs, in a thread with a loop of its own."""

    def restart(self) -> None:
        """Another hub, which knows only what is stored."""
        self.hub = new_hub(self.store, self.hub.workers, lambda: self.now)
        self.hub.bot_driver.sleep = self.moment
        self.lobby = Lobby(self.hub)
        self.table_acts = TableActs(self.hub)
        self.chat = Chat(self.hub)

    async def clear(self) -> None:
        """All tables are closed, so that one life does not affect the next."""
        closed = tables.update().values(closed_at=self.now, actor=serai.OVER, deadline=None)
        await self.store.write(lambda connection: connection.execute(closed))
        self.hub.live_tables.clear()
        await self.settle()


class Life(RuleBasedStateMachine):
    def __init__(self, ground: Ground, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        super().__init__()
        self.ground = ground
        self.run = run
        self.guests = self.run(ground.guests(PEOPLE))
        self.key = ""
        # The model: who sits where (None: open, -1: a bot), who made the table, whether it has begun.
        self.seats: list[int | None] = []
        self.host = 0
        self.begun = False
        self.gone: set[int] = set()  # seats for which a bot plays
        self.stayed = True  # no one ever was
        self.own: dict[int, int] = {}  # by number: the seats of choices that persons sent
        self.asked: Asked | None = None
        self.paused = False
        self.conceded: set[int] = set()
        self.entry = 0
        self.pages: dict[int, Reader] = {}

    def teardown(self) -> None:
        if self.key and self.begun:
            self.run(self.sees_no_more())
        self.run(self.close_pages())
        self.run(self.ground.clear())

    # How things are done

    async def tried(self, act: Awaitable[object]) -> str | None:
        """The code with which something is refused; then nothing has changed."""
        before = await self.snapshot()
        try:
            await act
        except Refusal as refusal:
            code = refusal.code
        else:
            await self.ground.settle()
            return None
        assert code != "broken"
        assert await self.snapshot() == before
        return code

    async def snapshot(self) -> tuple[int, int, list[int], bool] | None:
        if not self.begun:
            return None
        table = (await self.live_table()).table
        return table.entry, table.participants.act_count, list(table.choices), table.participants.paused

    async def live_table(self) -> LiveTable:
        return await self.ground.hub.get(self.key)

    def seat_of(self, person: int) -> int | None:
        number = self.guests[person].id
        return next((seat for seat, one in enumerate(self.seats) if one == number), None)

    @property
    def sitting(self) -> list[int]:
        return [one for one in self.seats if one is not None and one >= 0]

    def check_begun(self) -> None:
        """A table begins when no seat is open."""
        if None not in self.seats:
            self.begun = True

    # Coming together

    @initialize(
        game=st.sampled_from(serai.game_names()),
        players=st.integers(2, 4),
        open_seats=st.integers(0, 3),
        clock=st.sampled_from(CLOCKS),
        rated=st.booleans(),
        seat=st.sampled_from(["0", "1"]),
    )
    def create(self, game: str, players: int, open_seats: int, clock: str, rated: bool, seat: str) -> None:
        players = allowed_players(game, players)
        level = BOTS.get(game, "random")
        fields = {"game": game, "players": str(players), "seat": seat, "public": "1", "level": level}
        fields |= {"clock": clock, "rated": "1" if rated else ""}
        fields |= {
            f"level_{one}": "open" if one < open_seats and str(one) != seat else level
            for one in range(players)
        }

        async def make() -> None:
            hub = self.ground.hub
            settings = await hub.settings_for(self.guests[0], fields)
            self.key = settings.id
            self.seats = [
                occupant.guest if occupant.guest is not None else -1 if occupant.level else None
                for occupant in settings.occupants
            ]
            self.check_begun()
            if settings.open:
                await self.ground.lobby.open(self.guests[0], settings)
            else:
                await hub.create_table(self.guests[0].id, settings)
            await self.ground.settle()

        self.run(make())
        self.host = self.guests[0].id

    @rule(person=who, seat=st.none() | st.integers(0, 4))
    def sit(self, person: int, seat: int | None) -> None:
        guest = self.guests[person]
        code = self.run(self.tried(self.ground.lobby.sit(guest, self.key, None, seat)))
        free = [one for one, occupant in enumerate(self.seats) if occupant is None and seat in (None, one)]
        if self.begun or self.seat_of(person) is not None or not free:
            assert code in ("full", "seated", "too-many")
        elif code != "too-many":
            assert code is None
            self.seats[free[0]] = guest.id
            self.check_begun()

    @precondition(lambda self: not self.begun)
    @rule(person=who)
    def rise(self, person: int) -> None:
        seat = self.seat_of(person)
        if seat is not None and len(self.sitting) == 1:
            return  # the last one would close the table
        code = self.run(self.tried(self.ground.lobby.leave(self.guests[person], self.key)))
        if seat is None:
            assert code in ("not-seated", "too-many")
        elif code is None:
            self.seats[seat] = None

    @precondition(lambda self: not self.begun)
    @rule(person=who, seat=st.integers(0, 4), to=st.sampled_from(["open", "bot", "x"]))
    def change(self, person: int, seat: int, to: str) -> None:
        guest = self.guests[person]
        code = self.run(self.tried(self.ground.lobby.change(guest, self.key, seat, to)))
        host = self.host if self.host in self.sitting or not self.sitting else self.sitting[0]
        if guest.id != host:
            assert code in ("not-host", "too-many")
        elif to == "x" or seat >= len(self.seats):
            assert code in ("bad-request", "too-many")
        elif code is None:
            self.seats[seat] = None if to == "open" else -1
            self.check_begun()

    @precondition(lambda self: not self.begun)
    @rule(person=who)
    def start(self, person: int) -> None:
        guest = self.guests[person]
        code = self.run(self.tried(self.ground.lobby.start(guest, self.key)))
        host = self.host if self.host in self.sitting or not self.sitting else self.sitting[0]
        if guest.id != host:
            assert code in ("not-host", "too-many")
        elif code is None:
            self.seats = [-1 if one is None else one for one in self.seats]
            self.begun = True

    # Looking

    @precondition(lambda self: self.begun)
    @rule(person=who)
    def come(self, person: int) -> None:
        async def join() -> None:
            live_table = await self.live_table()
            page = Reader(self.seat_of(person), "en", self.guests[person].id)
            await self.ground.hub.join(live_table, page)
            await self.ground.chat.send_history(live_table, page)
            await self.go_away(person)
            self.pages[person] = page

        self.run(join())

    @precondition(lambda self: self.pages)
    @rule(person=who)
    def go(self, person: int) -> None:
        self.run(self.go_away(person))

    async def go_away(self, person: int) -> None:
        page = self.pages.pop(person, None)
        if page is not None:
            self.ground.hub.leave(await self.live_table(), page)

    async def close_pages(self) -> None:
        for person in list(self.pages):
            await self.go_away(person)

    # Playing

    async def due(self) -> tuple[LiveTable, int | None]:
        live_table = await self.live_table()
        table = live_table.table
        return live_table, None if table.over or table.participants.paused else table.person_due

    @precondition(lambda self: self.begun)
    @rule(picks=st.lists(st.integers(0, 1000), min_size=1, max_size=12))
    def choose(self, picks: list[int]) -> None:
        """The seat to move makes a legal choice."""

        async def play() -> None:
            for pick in picks:
                live_table, seat = await self.due()
                if seat is None:
                    return
                table = live_table.table
                legal = table.state.legal()
                number, entry, choice = table.number, table.entry, legal[pick % len(legal)]
                code = await self.tried(self.ground.hub.choose(live_table, seat, choice, number, entry))
                assert code is None
                assert table.choices[number] == choice
                assert table.number > number
                self.own[number] = seat

        self.run(play())

    @precondition(lambda self: self.begun)
    @rule(person=who, choice=st.integers(0, 1 << 30), late=st.integers(-1, 1))
    def choose_wrong(self, person: int, choice: int, late: int) -> None:
        """What is not asked, not legal, or late is refused."""

        async def play() -> None:
            live_table, due = await self.due()
            table, seat = live_table.table, self.seat_of(person)
            legal = choice < table.game.num_seat_actions and table.state.is_legal(choice)
            if seat is not None and seat == due and legal and not late:
                return
            act = self.ground.hub.choose(live_table, seat, choice, table.number + late, None)
            code = await self.tried(act)
            if seat is None:
                assert code == "not-yours"
            elif seat != due:  # whatever the choice is, and for whichever position
                assert code in ("not-your-turn", "over", "paused", "away")
            else:
                assert code == ("late" if late else "illegal")

        self.run(play())

    @precondition(lambda self: self.begun)
    @rule(person=who)
    def undo(self, person: int) -> None:
        async def back() -> None:
            live_table = await self.live_table()
            table, seat, before = live_table.table, self.seat_of(person), list(live_table.table.choices)
            decided = table.over and (table.settings.rated or len(self.sitting) > 1)
            last = self.own.get(len(before) - 1)
            code = await self.tried(self.ground.hub.undo(live_table, seat, len(before), None))
            if seat is None or self.paused or decided or seat in self.gone:
                assert code is not None
            elif code is None:
                left = self.taken_back(before, table.choices)
                assert self.own.pop(left) == seat  # by a person, not by the bot that played for them
                actors = actors_of(table.game, table.settings.options, len(self.seats), before)
                assert set(actors[left:]) == {seat}  # neither chance nor anybody else
            elif table.game.name in OPEN and self.stayed:
                assert last != seat

        self.run(back())

    def taken_back(self, before: list[int], now: list[int]) -> int:
        """How many choices are left; none of them is another."""
        assert len(now) < len(before)
        assert now == before[: len(now)]
        for number in [one for one in self.own if one > len(now)]:
            del self.own[number]
        return len(now)

    # Beside the game

    @precondition(lambda self: self.begun)
    @rule(person=who, what=st.sampled_from(["undo", "pause", "resume", "rematch", "x"]))
    def ask(self, person: int, what: str) -> None:
        async def act() -> None:
            live_table = await self.live_table()
            table, seat = live_table.table, self.seat_of(person)
            over, before = table.over, list(table.choices)
            entry, refused = table.entry, self.asked is not None and self.asked.is_open(table.entry)
            code = await self.tried(self.ground.table_acts.ask(live_table, seat, what))
            if seat is None:
                assert code == "not-yours"
            if what == "x" or (what == "rematch") != over or (refused and what != "resume"):
                assert code is not None
            if seat is None or code is not None:
                return
            assert seat not in self.conceded or what == "rematch"
            here = (
                {self.seat_of(one) for one in self.pages} if what == "rematch" else self.persons - self.gone
            )
            needs = frozenset(self.persons.intersection(here) - {seat})
            if needs and what != "resume":
                self.asked = Asked(what, seat, needs, entry)
                assert table.choices == before
            else:
                await self.done(what, before)

        self.run(act())

    @property
    def persons(self) -> set[int]:
        """The seats of persons."""
        return {seat for seat, one in enumerate(self.seats) if one != -1}

    async def done(self, what: str, before: list[int]) -> None:
        """What was agreed to is done, and nothing is asked any more."""
        self.asked = None
        table = (await self.live_table()).table
        if what == "undo":
            left = self.taken_back(before, table.choices)
            self.own.pop(left, None)
        elif what == "rematch":
            assert table.participants.again is not None
            fresh = (await self.ground.hub.get(table.participants.again)).table
            people = {occupant.guest for occupant in fresh.settings.occupants} - {None}
            assert people <= set(self.sitting)
            assert fresh.number == len(fresh.choices)
        else:
            self.paused = what == "pause"

    @precondition(lambda self: self.begun)
    @rule(person=who, agrees=st.booleans())
    def answer(self, person: int, agrees: bool) -> None:
        async def act() -> None:
            live_table = await self.live_table()
            table, seat, before = live_table.table, self.seat_of(person), list(live_table.table.choices)
            asked = self.asked if self.asked is not None and self.asked.is_open(table.entry) else None
            code = await self.tried(self.ground.table_acts.answer(live_table, seat, agrees))
            if asked is None or seat is None:
                assert code in ("nothing-asked", "not-yours")
            elif seat not in asked.needs and (agrees or seat != asked.seat):
                assert code == "nothing-asked"
            else:
                assert code is None
                left = asked.needs - {seat}
                self.asked = asked._replace(needs=left) if agrees and left else None
                if agrees and not left:
                    await self.done(asked.what, before)

        self.run(act())

    @precondition(lambda self: self.begun)
    @rule(person=who, what=st.sampled_from(["leave", "leave", "back", "back", "back", "concede"]))
    def move(self, person: int, what: str) -> None:
        async def act() -> None:
            live_table = await self.live_table()
            table, seat = live_table.table, self.seat_of(person)
            code = await self.tried(getattr(self.ground.table_acts, what)(live_table, seat))
            if seat is None or code is not None:
                assert code is not None
                return
            setup = (await self.live_table()).table.participants
            if what == "back":
                assert seat not in setup.away
                self.gone.discard(seat)
            else:
                assert table.over or seat in setup.away
                self.gone.add(seat)
                self.stayed = False
                self.asked = None  # no one waits for an absent player
            if what == "concede":
                self.conceded.add(seat)

        self.run(act())

    @precondition(lambda self: self.begun)
    @rule(seconds=st.sampled_from([1.0, 20.0, 91.0, 400.0, 30_000.0]))
    def wait(self, seconds: float) -> None:
        """Time passes; bots play on for those whose time is over, or who are gone."""

        async def act() -> None:
            self.ground.now += seconds
            await self.ground.table_acts.check_clocks()
            await self.ground.settle()
            table = (await self.live_table()).table
            times = table.participants.clocks
            if times is None:
                assert set(table.participants.away) == self.gone
            elif not table.over and not table.participants.paused:
                deadline = times.deadline()
                assert deadline is None or deadline > self.ground.now
            if set(table.participants.away) - self.gone:
                assert times is not None
                self.stayed, self.asked = False, None
            if self.paused and not table.participants.paused:
                assert seconds > 1.0
                self.paused, self.asked = False, None
            self.gone = set(table.participants.away)

        self.run(act())

    @precondition(lambda self: self.begun and self.pages)
    @rule(person=who, text=st.text(max_size=20))
    def say(self, person: int, text: str) -> None:
        async def act() -> None:
            page = self.pages.get(person)
            if page is not None:
                live_table = await self.live_table()
                code = await self.tried(self.ground.chat.speak(live_table, page, text, None))
                if page.seat is None or not live_table.sociable:
                    assert code == "no-chat"

        self.run(act())

    @rule()
    def restart(self) -> None:
        """The server ends and starts again: nothing is lost."""

        async def act() -> None:
            before = await self.snapshot()
            await self.close_pages()
            await self.ground.hub.close()
            self.ground.restart()
            await self.ground.hub.resume()
            await self.ground.settle()
            if before is not None:
                entry, acts, choices, paused = before
                now = (await self.live_table()).table
                assert now.entry == entry
                assert now.choices == choices
                assert now.participants.paused == paused
                assert now.participants.act_count - acts in (0, 1)  # a live clock forgives the time

        self.run(act())

    # What holds at every moment

    @invariant()
    def stands(self) -> None:
        if self.key:
            self.run(self._stands())

    async def _stands(self) -> None:
        if not self.begun:
            occupants = (await self.ground.lobby.waiting_table(self.key)).settings.occupants
            assert [one.guest if one.level is None else -1 for one in occupants] == self.seats
            with pytest.raises(Refusal):
                await self.live_table()
            return
        live_table = await self.live_table()
        table = live_table.table
        assert [one.guest if one.level is None else -1 for one in table.settings.occupants] == self.seats
        assert table.number == len(table.choices) == len(table.deciders)
        assert table.entry >= self.entry  # the log only grows
        self.entry = table.entry
        assert self.paused == table.participants.paused
        asked, told = self.asked, table.participants.open_ask(table.entry)
        if asked is not None and asked.is_open(table.entry):
            assert told is not None
            assert (told.what, told.seat, told.needs) == asked[:3]
        else:
            assert told is None
        assert self.conceded == table.participants.conceded
        assert self.conceded <= set(table.participants.away)
        # No one is waited for.
        if not table.over and not table.participants.paused:
            assert table.person_due is not None
            assert table.automatic() is None
            assert self.seats[table.person_due] != -1
        # The log says the same.
        stored = await repository.fetch(self.ground.store, self.key, self.ground.hub.now)
        assert stored.choices == table.choices
        assert stored.entry == table.entry
        assert stored.state.dump() == table.state.dump()
        assert stored.standing == table.standing
        assert stored.participants.away == table.participants.away
        assert stored.participants.ask == table.participants.ask
        assert stored.participants.paused == table.participants.paused
        assert stored.person_due == table.person_due
        if table.participants.clocks is not None and stored.participants.clocks is not None:
            assert stored.participants.clocks.left == pytest.approx(table.participants.clocks.left)
            assert stored.participants.clocks.due == table.participants.clocks.due
        # Pages show the current state, as a new viewer sees it.
        fresh = Scenes(stored.played, table.names, table.bots)
        for person, page in list(self.pages.items()):
            page.read()
            if page.ended:
                await self.go_away(person)
                continue
            assert page.number == table.number
            look = fresh.seen_by(stored.state, Perspective(fresh, page.seat, "en"), stored.number).look
            assert page.scene == json.loads(json.dumps(shown(fresh.view.scene(look)), default=dict))

    async def sees_no_more(self) -> None:
        """What a seat is shown is the same if everything it cannot know is redealt."""
        live_table = await self.live_table()
        table, scenes = live_table.table, live_table.scenes
        for seat in (None, *range(len(self.seats))):
            dealt = table.state.determinize(seat, serai.Rng(seat or 0))
            assert position(live_table, seat).observation == dealt.observe(seat)
            history = partial(scenes.history, seat, table.number)
            say = game_words(table.game, "en")
            look = SeenPosition(dealt, seat, say, table.names, table.bots, history).look
            scene = (await self.ground.hub.current_scene(live_table, seat, "en"))["scene"]
            assert shown(scene) == shown(view_of(table.game.name).scene(look))


def actors_of(game: serai.Game, options: Mapping[str, str], players: int, choices: list[int]) -> list[int]:
    """Who made each of some choices, by the rules only."""
    state = game.new(players, options)
    actors = []
    for choice in choices:
        actors.append(int(state.actor))
        state.apply(choice)
    return actors


@pytest.mark.parametrize(("lives", "steps"), [(20, 12), pytest.param(10, 40, marks=once())])
def test_a_table_survives_any_sequence_of_actions(tmp_path: Path, lives: int, steps: int) -> None:
    with ThreadPoolExecutor(1) as thread, Loop(thread) as run:
        ground = run(_new_ground(tmp_path))
        try:
            run_state_machine_as_test(
                cast(type[RuleBasedStateMachine], lambda: Life(ground, run)),
                settings=settings(
                    max_examples=lives,
                    stateful_step_count=steps,
                    derandomize=True,
                    database=None,
                    deadline=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            run(ground.close())


async def _new_ground(folder: Path) -> Ground:
    return Ground(folder)
