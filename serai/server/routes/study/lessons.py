"""Lessons: the page of one, its socket, and the first game that follows it.

Up: {"choose": 17, "number": 57}, {"explain": "shop-chest-B1"} as at any table; {"step": 3}: go to that step,
the next one after a text was read, or any earlier one. Down: a `TableSnapshot` at first, a
`PatchMessage` for each choice that is made, a `LessonMessage` at each pause, `WhyNot` to any other choice.
"""

from __future__ import annotations

import logging
from typing import Any

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import RedirectResponse, Response

from serai.bots.names import level_names
from serai.server.errors import Refusal
from serai.server.live.messages import LessonMessage, Message, WhyNot
from serai.server.live.scenes import encode
from serai.server.live.sockets.connection import Connection, connection_of, nothing
from serai.server.live.study.lessons import LessonTable, Mark, find_lesson
from serai.server.routes.contexts import LessonPage
from serai.server.routes.pages import lesson_cards, name_of, private_table
from serai.server.routes.table_socket import (
    AT_ONCE,
    MESSAGES_A_SECOND,
    POLICY,
    TOO_BIG,
    UNREAD,
    number_of,
)
from serai.server.routes.web import SEE_OTHER, deny, known_game, web_of
from serai.server.safety.rate_limit import TokenBucket
from serai.server.safety.requests import MOST_BYTES, check_origin, json_object, read_form
from serai.server.words import server_words

log = logging.getLogger("serai.server")
router = APIRouter()


@router.get("/learn/{name}")
async def learn(request: Request, name: str) -> Response:
    """To the first lesson that is not done yet."""
    cards = lesson_cards(known_game(name), "en", web_of(request).anonymous_reader(request).progress)
    if not cards:
        raise Refusal("no-page")
    card = next((card for card in cards if not card["done"]), cards[0])
    return RedirectResponse(card["url"], SEE_OTHER)


@router.get("/learn/{name}/{lesson}")
async def show(request: Request, name: str, lesson: str, again: str = "") -> Response:
    web = web_of(request)
    found = find_lesson(known_game(name).name, lesson)
    reader = await web.reader(request)
    cards = lesson_cards(found.game, reader.language, reader.progress)
    card = next(card for card in cards if card["name"] == lesson)
    at = LessonTable(found, reader.language, name_of(reader.guest), 0 if again else card["step"])
    now = at.now()
    facts, first = await private_table(at, f"{name}-{lesson}", card["url"])
    first["settings"]["lesson"] = now
    table_page = web.pages.table_page(at.game, facts, first)
    page: LessonPage = {**table_page, "lesson": card, "now": now, "lessons": cards}
    return web.html(request, web.pages.fill("lesson.html", reader, page))


@router.post("/learn/{name}/{lesson}/play")
async def first_game(request: Request, name: str, lesson: str) -> Response:
    """A table like the lesson's, with the easiest bots. The page shows hints there."""
    await read_form(request)
    web = web_of(request)
    found = find_lesson(known_game(name).name, lesson)
    guest, answered = await web.guest_or_new(request)
    await web.check_table_rate(request, guest)
    options = {f"option_{key}": value for key, value in found.options.items()}
    wanted = {"game": name, "players": str(found.players), "others": level_names(found.game)[0], **options}
    settings = await web.new_table(request, guest, wanted)
    return answered(RedirectResponse(f"/tables/{settings.id}#hints", SEE_OTHER))


class LessonConnection:
    """One connection to a lesson."""

    def __init__(self, at: LessonTable, connection: Connection) -> None:
        self.at = at
        self.connection = connection
        self.bucket = TokenBucket(MESSAGES_A_SECOND, AT_ONCE)

    async def begin(self) -> None:
        self._reply(await self.at.snapshot(), LessonMessage(lesson=self.at.now()))
        self.connection.detach(self._on_message, nothing)

    def _reply(self, *messages: Message, answers: int | None = None) -> None:
        texts = [encode(message) for message in messages]
        self._send(texts, answers)

    def _send(self, texts: list[str], answers: int | None) -> None:
        """Send messages; the first says which one it answers."""
        if answers is not None and texts:
            texts[0] = f'{texts[0][:-1]},"id":{answers}}}'
        self.connection.send_text(*texts)

    async def _on_message(self, raw: bytes) -> None:
        if len(raw) > MOST_BYTES:
            self.connection.finish(TOO_BIG)
        elif not self.bucket.take() or self.connection.unread > UNREAD:
            self.connection.finish(POLICY)
        else:
            await self._handle(raw)

    async def _handle(self, raw: bytes) -> None:
        answers = None
        try:
            message = json_object(raw)
            answers = number_of(message, "id") if "id" in message else None
            await self._do(message, answers)
        except Refusal as refusal:
            self._refuse(refusal, answers)
        except Exception:
            log.exception("a message could not be handled")
            self._refuse(Refusal("broken"), answers)

    def _refuse(self, refusal: Refusal, answers: int | None) -> None:
        self._reply({"refused": refusal.fault(server_words(self.at.language))}, answers=answers)

    async def _do(self, message: dict[str, Any], answers: int | None) -> None:
        if "choose" in message:
            if number_of(message, "number") != self.at.number:
                raise Refusal("late")
            if why := self.at.why_not(number_of(message, "choose")):
                self._reply(WhyNot(why=why), answers=answers)
            else:
                await self._next(answers)
        elif "step" in message:
            await self._go(number_of(message, "step"), answers)
        elif "explain" in message:
            self._reply(await self.at.explain(message["explain"]), answers=answers)
        else:
            raise Refusal("bad-request")

    async def _next(self, answers: int | None) -> None:
        texts = await self.at.next()
        self._send([*texts, encode(LessonMessage(lesson=self.at.now()))], answers)

    async def _go(self, step: int, answers: int | None) -> None:
        now = self.at.lesson.steps[self.at.step]
        if step == self.at.step + 1 and now.choice is None and step < len(self.at.lesson.steps):
            await self._next(answers)
        elif step < self.at.step:
            self.at.go(step)
            self._reply(await self.at.snapshot(), LessonMessage(lesson=self.at.now()), answers=answers)
        else:
            raise Refusal("late")


async def socket(socket: WebSocket) -> None:
    web = web_of(socket)
    name, lesson = socket.path_params["name"], socket.path_params["lesson"]
    try:
        check_origin(socket)
        found = find_lesson(known_game(name).name, lesson)
        reader = await web.reader(socket)
    except Refusal as refusal:
        await deny(socket, refusal)
        return
    mark = reader.progress.get((name, lesson), Mark())
    at = LessonTable(found, reader.language, name_of(reader.guest), mark.step)
    connection = connection_of(socket)
    await socket.accept()
    await LessonConnection(at, connection).begin()
    await connection.serve()


router.add_websocket_route("/learn/{name}/{lesson}/socket", socket)
