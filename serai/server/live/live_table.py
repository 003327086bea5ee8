"""A table in memory, and its viewers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from serai.scene.scene import Standing
from serai.server.errors import Refusal
from serai.server.live.messages import People, PeopleMessage, StandingMessage, TableSnapshot, TurnMessage
from serai.server.live.presence import Presence, table_place
from serai.server.live.pubsub import LocalPubSub
from serai.server.live.scenes import Perspective, Scenes, UpdateExtras, encode
from serai.server.live.scheduling import Priority, Urgency
from serai.server.tables.played_game import Step
from serai.server.tables.table import Table

PerspectiveKey = tuple[
    int | None, str
]  # a seat (None: spectators) and a language: viewers who share them see the same
MOST_WAITING: Final = 512  # messages queued for one viewer; a slower one must reconnect


class Viewer:
    """A connection to a table. Messages wait in a queue, so that a slow connection delays nobody else."""

    def __init__(
        self, seat: int | None, language: str, guest: int | None = None, session: int | None = None
    ) -> None:
        self.seat = seat
        self.language = language
        self.guest = guest
        self.session = session
        self.muted: frozenset[int] = frozenset()  # guests whose messages they do not want to see
        self.ended = False

    @cached_property
    def waiting(self) -> asyncio.Queue[str | None]:
        """Messages to be sent; None: close the connection."""
        return asyncio.Queue()

    def send(self, *messages: str) -> None:
        if self.ended:
            return
        if self.waiting.qsize() + len(messages) > MOST_WAITING:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.end()
        for message in messages if not self.ended else ():
            self.waiting.put_nowait(message)

    def end(self) -> None:
        if not self.ended:
            self.ended = True
            self.waiting.put_nowait(None)


class Answer(NamedTuple):
    """A viewer's message that carries an id: the reply repeats it, to that viewer alone."""

    viewer: Viewer
    id: int

    def mark(self, text: str) -> str:
        return f'{text[:-1]},"id":{self.id}}}'


class LiveTable:
    """A table in memory: the game, what its viewers see, and the bot that is thinking."""

    def __init__(self, table: Table, presence: Presence | None = None) -> None:
        self.table = table
        settings = table.settings
        table.take_steps()  # of a new table, which nobody has seen
        self.scenes = Scenes(table.played, table.names, table.bots)
        self.presence = presence or Presence(LocalPubSub())
        self.place = table_place(settings.id)
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.saved_entry = -1  # the length of the log when this process last added to it
        self.changed = asyncio.Event()  # set when something has changed, for those who wait
        self.awaited: int | None = None  # the seat whose person was notified that it is their turn
        self.dropped: Refusal | None = None  # why it was dropped from memory, if something went wrong
        # Since when each person has not been connected.
        elsewhere = self.presence.elsewhere(self.place)
        self.absent = {seat: table.now() for seat in settings.people if seat not in elsewhere}
        self.sociable = table.shared or table.participants.clocks is not None

    @property
    def idle(self) -> bool:
        return not self.viewers and self.thinking is None and not self.lock.locked()

    @property
    def has_live_clock(self) -> bool:
        clocks = self.table.participants.clocks
        return clocks is not None and clocks.time_control.live

    @property
    def awaits_person(self) -> bool:
        """Whether an automatic choice must wait until its person is there, because others can see that they
        are not. Only at live tables: if a turn may take days, nobody would want that."""
        seat = self.table.person_due
        others = self.viewers or len(self.absent) < len(self.table.settings.people)
        return self.has_live_clock and seat in self.absent and bool(others)

    @property
    def priority(self) -> Priority:
        """How urgent it is that bots play here, and for whom."""
        settings = self.table.settings
        if len(self.absent) < len(settings.people):
            urgency = Urgency.PERSON
        else:
            urgency = Urgency.HINT if self.viewers else Urgency.NOBODY
        return Priority(urgency, settings.owner)

    # Presence

    def add_viewer(self, viewer: Viewer) -> None:
        if viewer.seat is not None:
            self.presence.add(self.place, viewer.seat)
        self.update_presence()
        self.viewers.add(viewer)

    def remove_viewer(self, viewer: Viewer) -> None:
        if viewer in self.viewers and viewer.seat is not None:
            self.presence.remove(self.place, viewer.seat)
        self.viewers.discard(viewer)
        self.release_scenes()
        self.update_presence()

    def follow_turn(self) -> list[Viewer]:
        """In an exploration the viewer sees the table from the seat that must choose. Returns whose seat has
        changed."""
        if not self.table.settings.explores:
            return []
        moved = []
        for viewer in self.viewers:
            seat = self.table.seat_of(viewer.guest)
            if seat is not None and viewer.seat is not None and seat != viewer.seat:
                self.presence.remove(self.place, viewer.seat)
                self.presence.add(self.place, seat)
                viewer.seat = seat
                moved.append(viewer)
        if moved:
            self.update_presence()
        return moved

    async def show_turn(self) -> None:
        """In an exploration, show the table from another seat once it is that seat's turn."""
        for viewer in self.follow_turn():
            perspective = await self.scenes.perspective(viewer.seat, viewer.language)
            viewer.send(encode(TurnMessage(turn=True, **self.snapshot(perspective))))

    def release_scenes(self) -> None:
        """Forget the scenes if there are no viewers: they take most of the memory, and are remade in
        milliseconds."""
        if not self.viewers and not self.lock.locked():  # under the lock a viewer may be about to join
            self.scenes.perspectives.clear()

    def update_presence(self) -> None:
        """Update who is connected, at this process or another."""
        here = {*self.presence.here.get(self.place, ()), *self.presence.elsewhere(self.place)}
        absent = {
            seat: self.absent.get(seat, self.table.now())
            for seat in self.table.settings.people
            if seat not in here
        }
        if absent != self.absent:
            for seat in self.absent.keys() - absent.keys():
                self.table.arrived[seat] = self.table.now()
            self.absent = absent
            self.changed.set()
            self.send_people()

    def people(self) -> People:
        """What everyone may know about the people at the table."""
        table = self.table
        participants = table.participants
        now = table.now()
        left = participants.clocks.left_at(now) if participants.clocks is not None else None
        ask = participants.open_ask(table.entry)
        return {
            "seats": {
                str(seat): {
                    "here": seat not in self.absent,
                    "away": participants.away.get(seat),
                    "conceded": seat in participants.conceded,
                    "left": round(left[seat], 1) if left is not None else None,
                }
                for seat in table.settings.people
            },
            "runs": participants.clocks.due
            if participants.clocks is not None and not participants.clocks.stopped
            else None,
            "paused": participants.paused,
            "pause": round(max(0.0, participants.paused_until - now), 1) if participants.paused else None,
            "ask": {"what": ask.what, "seat": ask.seat, "needs": sorted(ask.needs)} if ask else None,
            "again": f"/tables/{participants.again}" if participants.again else None,
            # If a player conceded, the game's own score sheet may name another winner.
            "winners": table.winners if table.over and participants.conceded else None,
        }

    def send_people(self) -> None:
        if self.sociable and self.viewers:
            message = encode(PeopleMessage(people=self.people()))
            for viewer in self.viewers:
                viewer.send(message)

    # Messages

    def watched_keys(self) -> set[PerspectiveKey]:
        return {(viewer.seat, viewer.language) for viewer in self.viewers}

    def send(self, messages: Mapping[PerspectiveKey, list[str]], answer: Answer | None = None) -> None:
        """Send each viewer the messages for their seat and language; the first one repeats the id of
        `answer`."""
        for viewer in self.viewers:
            if texts := messages.get((viewer.seat, viewer.language)):
                if answer is not None and viewer is answer.viewer:
                    texts = [answer.mark(texts[0]), *texts[1:]]
                viewer.send(*texts)

    def send_choices(
        self, messages: Mapping[PerspectiveKey, list[str]], answer: Answer | None = None
    ) -> None:
        """Send what was chosen, and what it changes for the people: clocks, and in the end who has won."""
        self.send(messages, answer)
        if self.table.over or self.table.participants.clocks is not None:
            self.send_people()

    async def send_snapshot(self, answer: Answer | None = None) -> None:
        """Send all viewers a snapshot."""
        self.follow_turn()
        messages = {
            key: [encode(self.snapshot(await self.scenes.perspective(*key)))] for key in self.watched_keys()
        }
        self.send(messages, answer)

    async def show_reloaded(self, table: Table) -> None:
        """Replace the table by one that was read from its log again, and show it."""
        table.arrived = self.table.arrived
        self.table = table
        self.changed.set()
        self.scenes = Scenes(table.played, table.names, table.bots)
        self.awaited = table.person_due
        await self.send_snapshot()

    def standing(self, perspective: Perspective) -> dict[str, Standing]:
        """The standing answers of a perspective's seat."""
        return self.scenes.standing(perspective, self.table.standing)

    def send_standing(self, seat: int | None, answer: Answer | None = None) -> None:
        """Send a seat its standing answers."""
        messages = {}
        for key in self.watched_keys():
            perspective = self.scenes.perspectives[key]
            if seat == perspective.seat:
                perspective.standing = self.standing(perspective)
                message = StandingMessage(standing=perspective.standing, number=self.table.number)
                messages[key] = [encode(message)]
        self.send(messages, answer)

    def snapshot(self, perspective: Perspective) -> TableSnapshot:
        perspective.standing = self.standing(perspective)
        past = self.scenes.snapshot(perspective)
        snapshot: TableSnapshot = {
            "scene": past["scene"],
            "log": past["log"],
            "number": past["number"],
            "entry": self.table.entry,
            "undo": self.table.can_undo(perspective.seat),
            "decided": perspective.seat is not None and perspective.seat in self.table.deciders,
            "standing": perspective.standing,
        }
        if self.sociable:
            snapshot["people"] = self.people()
        return snapshot

    def patches(self, steps: list[Step], at_once: bool = False) -> dict[PerspectiveKey, list[str]]:
        """Patches for steps, by perspective: one message for each step, or with `at_once` one for all."""
        table, scenes = self.table, self.scenes
        watched_keys = list(self.watched_keys())
        perspectives = [scenes.perspectives[key] for key in watched_keys]
        rows = []
        if not at_once:
            first = table.entry - len(steps) + 1
            for entry, step in enumerate(steps[:-1], first):
                rows.append(scenes.forward([step], perspectives, UpdateExtras(step.before.actor, entry)))
            steps = steps[-1:]
        last = UpdateExtras(steps[0].before.actor, table.entry, table.undo_seat, table.standing)
        rows.append(scenes.forward(steps, perspectives, last))
        return {key: list(texts) for key, *texts in zip(watched_keys, *rows, strict=True)}
