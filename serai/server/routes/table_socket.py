"""The socket of a table: choices up, patches down. One connection for each page.

Up: {"choose": 17, "number": 57}, {"undo": 57}, {"explain": "shop-chest-B1"}, {"hint": 57},
{"standing": {"key": true}}, {"language": "de"}. `number` is how many choices there were when the page asked;
"entry" may be sent with `choose` and `undo` to say the same of the log, where undone choices count too.
With "id": 7, any number, the reply to that connection says "id": 7 too: the patch of the choice, the snapshot
after an undo, the refusal; else {"done": 7}.
With "sure": false a choice that would end the turn is not made: {"unsure": 17, "number": 57} comes back.

At tables with other people, up: {"ask": "undo" | "pause" | "resume" | "rematch"}, {"answer": true},
{"leave": true} (a bot plays on), {"back": true}, {"concede": true}; {"say": "text"} or {"phrase": "hello"},
{"mute": seat, "on": true}, {"report": message}.

What comes down is in `serai.server.live.messages`: a `TableSnapshot` at first and after an undo; a
`PatchMessage` for each choice, or one for a choice and all that followed from it; a `PeopleMessage` whenever
the people have changed; a `TurnMessage` to whoever explores, when another of their seats is to choose.

Notifications (`/bell?about=lobby` or `?about=TABLE`) only go down: `AwaitedMessage` to a guest, `Changed`
when the page should be loaded again.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from serai.scene.say import LANGUAGES
from serai.server.community.chat import Chat
from serai.server.errors import Refusal
from serai.server.live.acts import TableActs
from serai.server.live.live_table import Answer, LiveTable, Viewer
from serai.server.live.messages import Done, Explained, Hints, Message, TableSnapshot, TurnWouldEnd
from serai.server.live.notifications import Notifications, Subscriber
from serai.server.live.scenes import encode
from serai.server.live.sockets.connection import Connection
from serai.server.safety.rate_limit import TokenBucket
from serai.server.safety.requests import MOST_BYTES, json_object
from serai.server.words import server_words

log = logging.getLogger("serai.server")

MESSAGES_A_SECOND: Final = 100.0  # nobody clicks so fast, but programs may play
AT_ONCE: Final = 200.0  # messages in a burst
SNAPSHOT_LIMIT: Final = (0.5, 8.0)  # snapshots that one connection may get: a second, and in a burst
PATIENCE: Final = 100  # messages refused for speed before the connection is closed
UNREAD: Final = 256 * 1024  # bytes that a page has not read; beyond that it is refused
COME_BACK: Final = 1012  # close codes: the page reconnects
TOO_BIG: Final = 1009
POLICY: Final = 1008


class SocketViewer(Viewer):
    """A viewer whose messages are sent at once, by a socket."""

    def __init__(self, seat: int | None, language: str, connection: Connection) -> None:
        super().__init__(seat, language)
        self.connection = connection

    def send(self, *messages: str) -> None:
        self.connection.send_text(*messages)

    def end(self) -> None:
        self.connection.finish(COME_BACK)


class TableSocket:
    """One connection to a table."""

    def __init__(
        self, table_acts: TableActs, chat: Chat, live_table: LiveTable, viewer: SocketViewer
    ) -> None:
        self.hub = table_acts.hub
        self.table_acts = table_acts
        self.chat = chat
        self.live_table = live_table
        self.viewer = viewer
        self.bucket = TokenBucket(MESSAGES_A_SECOND, AT_ONCE)
        self.snapshot_limit = TokenBucket(*SNAPSHOT_LIMIT)
        self.patience = PATIENCE
        self.hints: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Send a snapshot and the chat; from then on the connection runs without this task."""
        try:
            self.live_table = await self.hub.join(self.live_table, self.viewer)
            await self.chat.send_history(self.live_table, self.viewer)
        except BaseException as error:
            self._on_close()
            if not isinstance(error, Refusal):
                raise
            self.viewer.end()  # an outage of the database
        else:
            self.viewer.connection.detach(self._on_message, self._on_close)

    def _on_close(self) -> None:
        self.hub.leave(self.live_table, self.viewer)
        for task in self.hints:
            task.cancel()

    async def _on_message(self, raw: bytes) -> None:
        connection = self.viewer.connection
        if self.hub.closed:
            return  # the page reconnects, to another server or to this one once it is back
        if len(raw) > MOST_BYTES:
            connection.finish(TOO_BIG)
        elif self.bucket.take() and connection.unread <= UNREAD:
            await self._handle(raw)
        else:
            self.patience -= 1
            if self.patience > 0:
                self._refuse(Refusal("too-many"))
            else:
                connection.finish(POLICY)

    async def _handle(self, raw: bytes) -> None:
        """Do what a message asks, or refuse it, with a snapshot if the page may be out of date."""
        answer: Answer | None = None
        try:
            message = json_object(raw)
            if "id" in message:
                answer = Answer(self.viewer, number_of(message, "id"))
            await self._do(message, answer)
        except Refusal as refusal:
            if refusal.code in ("late", "not-your-turn", "illegal", "over", "no-undo", "away", "paused"):
                snapshot = None
                if not self._may_have_snapshot():  # the page has had one lately
                    self._refuse(refusal, answer)
                    return
                with suppress(Refusal):  # the table was dropped, and its viewers reconnect
                    snapshot = await self.hub.current_scene(
                        self.live_table, self.viewer.seat, self.viewer.language
                    )
                self._refuse(refusal, answer, snapshot)
            else:
                self._refuse(refusal, answer)
        except Exception:  # the table has not changed: `Hub.run_exclusive` sees to that
            log.exception("handling a message failed")
            self._refuse(Refusal("broken"), answer)

    def _may_have_snapshot(self) -> bool:
        """A snapshot is a thousand times as big as the request for it: each page may have one now and
        then."""
        guest = self.viewer.guest
        if guest is not None and not self.hub.snapshot_limit.take(guest):
            return False
        return self.snapshot_limit.take()

    def _refuse(
        self, refusal: Refusal, answer: Answer | None = None, snapshot: TableSnapshot | None = None
    ) -> None:
        fault = refusal.fault(server_words(self.viewer.language))
        message: Message = {"refused": fault} if snapshot is None else {"refused": fault, **snapshot}
        self._answer(message, answer)

    def _answer(self, message: Message, answer: Answer | None) -> None:
        text = encode(message)
        self.viewer.send(answer.mark(text) if answer is not None else text)

    async def _do(self, message: dict[str, Any], answer: Answer | None) -> None:
        seat = self.viewer.seat
        entry = number_of(message, "entry") if "entry" in message else None
        if "choose" in message:
            choice, number = number_of(message, "choose"), number_of(message, "number")
            unsure = message.get("sure") is False
            if unsure and await self.hub.ends_turn(self.live_table, self.viewer, choice, number, entry):
                self._answer(TurnWouldEnd(unsure=choice, number=number), answer)
                return
            task = self.viewer.connection.receive_task
            await self.hub.choose(self.live_table, seat, choice, number, entry, task, answer)
        elif "undo" in message:
            await self.hub.undo(self.live_table, seat, number_of(message, "undo"), entry, answer)
        elif "explain" in message:
            await self._explain(message["explain"], answer)
        elif "hint" in message:
            await self._hint(number_of(message, "hint"), answer)
        elif "standing" in message:
            await self.hub.set_standing_answers(self.live_table, seat, _answers(message["standing"]), answer)
        elif message.get("language") in LANGUAGES:
            if not self._may_have_snapshot():
                raise Refusal("too-many")
            await self.hub.set_language(self.live_table, self.viewer, message["language"])
            self._done(answer)
        else:
            await self._meet(message)
            self._done(answer)

    def _done(self, answer: Answer | None) -> None:
        if answer is not None:
            self.viewer.send(encode(Done(done=answer.id)))

    async def _meet(self, message: dict[str, Any]) -> None:
        """What people do apart from the game."""
        seat = self.viewer.seat
        if "say" in message or "phrase" in message:
            await self.chat.speak(self.live_table, self.viewer, message.get("say"), message.get("phrase"))
        elif "ask" in message:
            await self.table_acts.ask(self.live_table, seat, str(message["ask"]))
        elif "answer" in message:
            await self.table_acts.answer(self.live_table, seat, message["answer"] is True)
        elif message.get("leave") is True:
            await self.table_acts.leave(self.live_table, seat)
        elif message.get("back") is True:
            await self.table_acts.back(self.live_table, seat)
        elif message.get("concede") is True:
            await self.table_acts.concede(self.live_table, seat)
        elif "mute" in message:
            muted = number_of(message, "mute")
            await self.chat.mute(self.live_table, self.viewer, muted, message.get("on") is True)
        elif "report" in message:
            await self.chat.report(self.live_table, self.viewer, number_of(message, "report"))
        else:
            raise Refusal("bad-request")

    async def _explain(self, thing: object, answer: Answer | None) -> None:
        if not isinstance(thing, str) or len(thing) > 100:
            raise Refusal("bad-request")
        note = await self.hub.explain(self.live_table, self.viewer, thing)
        title, text = (note["title"], note["text"]) if note is not None else ("", "")
        self._answer(Explained(explain={"thing": thing, "title": title, "text": text}), answer)

    async def _hint(self, number: int, answer: Answer | None) -> None:
        """A hint takes its time: other messages do not wait for it."""
        if self.hints:
            raise Refusal("too-many")

        async def think() -> None:
            viewer = self.viewer
            try:
                hints = await self.hub.hint(self.live_table, viewer.seat, number, viewer.language)
                self._answer(Hints(hint=hints, number=number), answer)
            except Refusal as refusal:
                self._refuse(refusal, answer)

        task = asyncio.create_task(think())
        self.hints.add(task)
        task.add_done_callback(self.hints.discard)


async def send_all(socket: WebSocket, waiting: asyncio.Queue[str | None]) -> None:
    """Send messages until the connection ends, or is to be closed."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await waiting.get()) is not None:
            await socket.send_text(message)
        await socket.close(COME_BACK)


async def serve_notifications(
    notifications: Notifications, socket: WebSocket, subscriber: Subscriber
) -> None:
    """Serve a page that is notified. What it sends is ignored, and if that is much it is disconnected."""
    bucket = TokenBucket(MESSAGES_A_SECOND, AT_ONCE)

    async def receive_all() -> None:
        with suppress(WebSocketDisconnect):
            while (await socket.receive())["type"] != "websocket.disconnect":
                if not bucket.take():
                    await socket.close(POLICY)
                    return

    await socket.accept()
    tasks: list[asyncio.Task[None]] = []
    try:
        await notifications.subscribe(subscriber)
        tasks = [
            asyncio.create_task(send_all(socket, subscriber.waiting)),
            asyncio.create_task(receive_all()),
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    except Refusal:  # an outage of the database
        await socket.close(COME_BACK)
    finally:
        notifications.unsubscribe(subscriber)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def number_of(message: dict[str, Any], name: str) -> int:
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 31:
        raise Refusal("bad-request")
    return value


def _answers(value: object) -> dict[str, bool]:
    if not isinstance(value, dict) or not all(isinstance(on, bool) for on in value.values()):
        raise Refusal("bad-request")
    return value
