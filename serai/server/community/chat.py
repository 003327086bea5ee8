"""The chat of a table, from the time it waits for players. Players write, spectators read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import sqlalchemy as sql

from serai.scene.say import Say, mark
from serai.server.community.lobby import WaitingTable
from serai.server.errors import Refusal
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.live.messages import ChatHistory, ChatMessage, NewChatMessage, Phrase, Reported
from serai.server.live.presence import table_place
from serai.server.live.scenes import encode
from serai.server.safety.rate_limit import RateLimiter
from serai.server.storage.schema import chat, mutes, reports
from serai.server.tables.settings import Settings
from serai.server.words import server_words

# Everybody reads them in their own language.
PHRASES: Final = {
    "hello": mark("Hello!"),
    "luck": mark("Have fun, good luck!"),
    "well": mark("Well played!"),
    "thanks": mark("Thank you!"),
    "oops": mark("Oops!"),
    "moment": mark("One moment, please."),
    "back": mark("I’m back."),
    "turn": mark("It is your turn."),
    "again": mark("Another game?"),
    "bye": mark("I have to go. Bye!"),
}
WHILE_WAITING: Final = ("hello", "luck", "moment", "back", "bye")  # what fits before a game
LONGEST: Final = 300
SHOWN: Final = 100  # messages that a new viewer is sent
A_SECOND: Final = 0.5
AT_ONCE: Final = 6.0


def phrases(say: Say, keys: Iterable[str] = PHRASES) -> list[Phrase]:
    return [{"key": key, "text": say(PHRASES[key])} for key in keys]


_LAST: Final = (
    chat.select().where(chat.c.table_id == sql.bindparam("table")).order_by(chat.c.id.desc()).limit(SHOWN)
)
_MUTED: Final = sql.select(mutes.c.muted_id).where(mutes.c.guest_id == sql.bindparam("guest"))


class Chat:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.store = hub.store
        self.pubsub = hub.pubsub
        self.now = hub.now
        self.rate_limit = RateLimiter(A_SECOND, AT_ONCE, hub.now)
        self.pubsub.add_handler("said", self._on_said)
        self.pubsub.add_handler("muted", self._on_muted)

    async def send_history(self, live_table: LiveTable, viewer: Viewer) -> None:
        """Send a viewer the chat from before they connected."""
        if not live_table.sociable:
            return
        settings = live_table.table.settings
        rows, viewer.muted = await self._fetch(settings.id, viewer.guest)
        messages = _messages(rows, settings, viewer.muted, server_words(viewer.language))
        viewer.send(encode(ChatHistory(chat=messages, muted=_muted_seats(settings, viewer.muted))))

    async def waiting_history(
        self, waiting_table: WaitingTable, guest: int | None, say: Say
    ) -> tuple[list[ChatMessage], list[int]]:
        """The chat of a table that waits for players, and the seats that a guest has muted."""
        settings = waiting_table.settings
        rows, muted = await self._fetch(settings.id, guest)
        return _messages(rows, settings, muted, say), _muted_seats(settings, muted)

    async def _fetch(self, key: str, guest: int | None) -> tuple[list[Any], frozenset[int]]:
        """The last messages at a table, the newest first, and whom a guest does not want to hear."""
        asked = {"table": key, "guest": guest}

        def fetch(connection: sql.Connection) -> tuple[list[Any], frozenset[int]]:
            muted = frozenset(connection.scalars(_MUTED, asked)) if guest is not None else frozenset()
            return list(connection.execute(_LAST, asked)), muted

        return await self.store.read(fetch, autocommit=True)

    async def speak(self, live_table: LiveTable, viewer: Viewer, words: object, phrase: object) -> None:
        """A player writes something. Raises `Refusal`."""
        seat, guest = viewer.seat, viewer.guest
        if seat is None or guest is None or not live_table.sociable:
            raise Refusal("no-chat")
        await self._add(live_table.table.settings.id, guest, seat, words, phrase)

    async def speak_while_waiting(
        self, waiting_table: WaitingTable, guest: int, words: object, phrase: object
    ) -> None:
        """A player writes at a table that waits for players. Raises `Refusal`."""
        seat = waiting_table.seat_of(guest)
        if seat is None:
            raise Refusal("not-seated")
        await self._add(waiting_table.settings.id, guest, seat, words, phrase)
        self.hub.notifications.notify(waiting_table.settings.id)

    async def _add(self, key: str, guest: int, seat: int, words: object, phrase: object) -> None:
        """Store a message and show it."""
        text = _clean(words) if phrase is None else None
        if text is None and not (isinstance(phrase, str) and phrase in PHRASES):
            raise Refusal("bad-request")
        if not await self.pubsub.allow("chat", self.rate_limit, guest):
            raise Refusal("too-many")
        row = {
            "table_id": key,
            "guest_id": guest,
            "seat": seat,
            "phrase": phrase,
            "text": text,
            "made_at": self.now(),
        }

        def insert(connection: sql.Connection) -> int:
            inserted = connection.execute(chat.insert().values(row)).inserted_primary_key
            assert inserted is not None
            return int(inserted[0])

        message = {**row, "id": await self.store.write(insert)}
        self._show(message)
        self.pubsub.publish("said", at=table_place(key), line=message)  # as earlier versions call it

    async def _on_said(self, process: str, what: dict[str, Any]) -> None:
        """Something was written at another process."""
        self._show(what["line"])

    def _show(self, message: Mapping[str, Any]) -> None:
        live_table = self.hub.live_tables.get(message["table_id"])
        for viewer in live_table.viewers if live_table is not None else ():
            if message["guest_id"] not in viewer.muted:
                said = _message_of(message, message["seat"], server_words(viewer.language))
                viewer.send(encode(NewChatMessage(said=said)))

    async def mute(self, live_table: LiveTable, viewer: Viewer, seat: int, on: bool) -> None:
        """Hide a person's messages from a viewer at all tables, or show them again."""
        own = viewer.guest
        if own is None:
            raise Refusal("not-yours")
        await self.set_muted(live_table.table.settings, own, seat, on)
        await self._resend_history(live_table, own)
        key = live_table.table.settings.id
        self.pubsub.publish("muted", at=table_place(key), table=key, guest=own)

    async def set_muted(self, settings: Settings, own: int, seat: int, on: bool) -> None:
        """A guest mutes or unmutes the person in a seat."""
        other = settings.occupants[seat].guest if seat in settings.people else None
        if other is None or other == own:
            raise Refusal("bad-request")
        mine = (mutes.c.guest_id == own) & (mutes.c.muted_id == other)

        def write(connection: sql.Connection) -> None:
            connection.execute(mutes.delete().where(mine))
            if on:
                connection.execute(mutes.insert().values(guest_id=own, muted_id=other))

        await self.store.write(write)

    async def _on_muted(self, process: str, what: dict[str, Any]) -> None:
        live_table = self.hub.live_tables.get(what["table"])
        if live_table is not None:
            await self._resend_history(live_table, what["guest"])

    async def _resend_history(self, live_table: LiveTable, guest: int) -> None:
        for page in list(live_table.viewers):
            if page.guest == guest:
                await self.send_history(live_table, page)

    async def report(self, live_table: LiveTable, viewer: Viewer, message: int) -> None:
        """Report a message to the host of the server."""
        if viewer.guest is None:
            raise Refusal("not-yours")
        await self.add_report(live_table.table.settings.id, viewer.guest, message)
        viewer.send(encode(Reported(reported=message)))

    async def add_report(self, key: str, own: int, message: int) -> None:
        """Store that a guest has reported a message at a table."""

        def write(connection: sql.Connection) -> None:
            asked = sql.select(chat.c.id).where(chat.c.id == message, chat.c.table_id == key)
            if connection.scalar(asked) is None:
                raise Refusal("no-message")
            again = (reports.c.chat_id == message) & (reports.c.guest_id == own)
            if connection.scalar(sql.select(reports.c.id).where(again)) is None:
                row = {"chat_id": message, "guest_id": own, "made_at": self.now()}
                connection.execute(reports.insert().values(row))

        await self.store.write(write)


def _messages(
    newest_first: list[Any], settings: Settings, muted: frozenset[int], say: Say
) -> list[ChatMessage]:
    """Messages as a reader gets them. While a table waits people change seats: each message is shown at the
    seat that its writer has now, and with those who have left theirs go."""
    seat_of = {
        occupant.guest: seat for seat, occupant in enumerate(settings.occupants) if occupant.guest is not None
    }
    return [
        _message_of(row._mapping, seat_of[row.guest_id], say)
        for row in reversed(newest_first)
        if row.guest_id in seat_of and row.guest_id not in muted
    ]


def _message_of(row: Mapping[Any, Any], seat: int, say: Say) -> ChatMessage:
    phrase = PHRASES.get(row["phrase"])
    text = row["text"] if phrase is None else say(phrase)
    return {"id": row["id"], "seat": seat, "text": text, "at": row["made_at"]}


def _muted_seats(settings: Settings, muted: frozenset[int]) -> list[int]:
    return [seat for seat, occupant in enumerate(settings.occupants) if occupant.guest in muted]


def _clean(words: object) -> str:
    """A text on one line, without invisible characters. Raises `Refusal`."""
    if not isinstance(words, str):
        raise Refusal("bad-request")
    text = " ".join("".join(one if one.isprintable() else " " for one in words).split())
    if not text:
        raise Refusal("bad-request")
    if len(text) > LONGEST:
        raise Refusal("too-long")
    return text
