"""The chat at a table. Players write, everybody who watches reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sql

from serai.scene.say import Say, mark
from serai.server.errors import Refusal
from serai.server.live.hub import Hub
from serai.server.live.live_table import LiveTable, Viewer
from serai.server.live.messages import ChatHistory, ChatMessage, NewChatMessage, Phrase, Reported
from serai.server.live.presence import table_place
from serai.server.live.scenes import encode
from serai.server.safety.rate_limit import RateLimiter
from serai.server.storage.schema import chat, mutes, reports
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
LONGEST: Final = 300
SHOWN: Final = 100  # messages that a new viewer is sent
A_SECOND: Final = 0.5
AT_ONCE: Final = 6.0


def phrases(say: Say) -> list[Phrase]:
    return [{"key": key, "text": say(text)} for key, text in PHRASES.items()]


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
        """Send a viewer what was said before they came."""
        if not live_table.sociable:
            return
        asked = {"table": live_table.table.settings.id, "guest": viewer.guest}

        def fetch(connection: sql.Connection) -> tuple[list[Any], frozenset[int]]:
            muted = frozenset(connection.scalars(_MUTED, asked)) if viewer.guest is not None else frozenset()
            return list(connection.execute(_LAST, asked)), muted

        rows, viewer.muted = await self.store.read(fetch, autocommit=True)
        say = server_words(viewer.language)
        lines = [_message_of(row._mapping, say) for row in reversed(rows) if row.guest_id not in viewer.muted]
        viewer.send(encode(ChatHistory(chat=lines, muted=_muted_seats(live_table, viewer))))

    async def speak(self, live_table: LiveTable, viewer: Viewer, words: object, phrase: object) -> None:
        """A player writes something. Raises `Refusal`."""
        seat, guest = viewer.seat, viewer.guest
        if seat is None or guest is None or not live_table.sociable:
            raise Refusal("no-chat")
        text = _clean(words) if phrase is None else None
        if text is None and not (isinstance(phrase, str) and phrase in PHRASES):
            raise Refusal("bad-request")
        if not await self.pubsub.allow("chat", self.rate_limit, guest):
            raise Refusal("too-many")
        row = {
            "table_id": live_table.table.settings.id,
            "guest_id": guest,
            "seat": seat,
            "phrase": phrase,
            "text": text,
            "made_at": self.now(),
        }

        def insert(connection: sql.Connection) -> int:
            key = connection.execute(chat.insert().values(row)).inserted_primary_key
            assert key is not None
            return int(key[0])

        line = {**row, "id": await self.store.write(insert)}
        self._show(live_table, line)
        self.pubsub.publish("said", at=table_place(live_table.table.settings.id), line=line)

    async def _on_said(self, process: str, what: dict[str, Any]) -> None:
        """Something was written at another process."""
        live_table = self.hub.live_tables.get(what["line"]["table_id"])
        if live_table is not None:
            self._show(live_table, what["line"])

    def _show(self, live_table: LiveTable, line: Mapping[str, Any]) -> None:
        for viewer in live_table.viewers:
            if line["guest_id"] not in viewer.muted:
                viewer.send(encode(NewChatMessage(said=_message_of(line, server_words(viewer.language)))))

    async def mute(self, live_table: LiveTable, viewer: Viewer, seat: int, on: bool) -> None:
        """Hide somebody's messages from a viewer at all tables, or show them again."""
        own = viewer.guest
        if own is None:
            raise Refusal("not-yours")
        people = live_table.table.settings.people
        other = live_table.table.settings.occupants[seat].guest if seat in people else None
        if other is None or other == own:
            raise Refusal("bad-request")
        mine = (mutes.c.guest_id == own) & (mutes.c.muted_id == other)

        def write(connection: sql.Connection) -> None:
            connection.execute(mutes.delete().where(mine))
            if on:
                connection.execute(mutes.insert().values(guest_id=own, muted_id=other))

        await self.store.write(write)
        await self._resend_history(live_table, own)
        key = live_table.table.settings.id
        self.pubsub.publish("muted", at=table_place(key), table=key, guest=own)

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
        own = viewer.guest
        if own is None:
            raise Refusal("not-yours")
        key = live_table.table.settings.id

        def write(connection: sql.Connection) -> None:
            asked = sql.select(chat.c.id).where(chat.c.id == message, chat.c.table_id == key)
            if connection.scalar(asked) is None:
                raise Refusal("no-message")
            again = (reports.c.chat_id == message) & (reports.c.guest_id == own)
            if connection.scalar(sql.select(reports.c.id).where(again)) is None:
                row = {"chat_id": message, "guest_id": own, "made_at": self.now()}
                connection.execute(reports.insert().values(row))

        await self.store.write(write)
        viewer.send(encode(Reported(reported=message)))


def _message_of(row: Mapping[Any, Any], say: Say) -> ChatMessage:
    phrase = PHRASES.get(row["phrase"])
    text = row["text"] if phrase is None else say(phrase)
    return {"id": row["id"], "seat": row["seat"], "text": text, "at": row["made_at"]}


def _muted_seats(live_table: LiveTable, viewer: Viewer) -> list[int]:
    occupants = live_table.table.settings.occupants
    return [seat for seat, occupant in enumerate(occupants) if occupant.guest in viewer.muted]


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
