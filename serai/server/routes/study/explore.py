"""What if: exploring a game that is over, or a record; sharing a moment of one as a link and a picture."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

import serai
from serai.bots.names import level_names
from serai.kernel.errors import BadRecord, SeraiError
from serai.kernel.record import Record
from serai.server.errors import Refusal
from serai.server.lookalikes import same
from serai.server.people.guests import Guest
from serai.server.routes.contexts import ExploreForm, ExplorePage, FormFault, LabeledName
from serai.server.routes.pages import guest_tables
from serai.server.routes.web import SEE_OTHER, Web, position_of, view_of, wants_html, web_of
from serai.server.safety.connections import neighbours_of
from serai.server.safety.requests import read_form
from serai.server.tables.exploration import MOST_CHOICES, check_explorable
from serai.server.tables.levels import level_label
from serai.server.tables.settings import BOT_NAMES
from serai.server.words import server_words

router = APIRouter()
LONGEST = 200  # letters of what is wrong with a record
MOST_BYTES = 256 * 1024  # of a form with a record: the longest games have 60 kB


@router.get("/explore")
async def explore(request: Request) -> Response:
    return await _page(request, "", None)


async def _page(request: Request, text: str, refusal: Refusal | None) -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    fault: FormFault | None = None
    if refusal is not None:
        fault = {"form": "record", **refusal.fault(server_words(reader.language))}
    page: ExplorePage = {
        "tables": await guest_tables(web.server.store, reader.guest, explores=True),
        "text": text,
        "fault": fault,
    }
    return web.html(
        request, web.pages.fill("explore.html", reader, page), refusal.status if refusal is not None else 200
    )


@router.post("/explore")
async def load(request: Request) -> Response:
    """A record, pasted or read from a file, becomes an exploration; it opens in the replay."""
    web = web_of(request)
    try:
        text = (await read_form(request, MOST_BYTES)).get("record", "").replace("\r\n", "\n")
    except Refusal as refusal:
        if refusal.code != "too-big" or not wants_html(request):
            raise
        return await _page(request, "", refusal)
    guest, answered = await web.guest_or_new(request)
    await web.check_table_rate(request, guest)
    try:
        record = await asyncio.to_thread(read_record, text)  # the hint what was meant takes a while
        names = [_name(record.tags.get(f"Seat{seat + 1}"), guest) for seat in range(record.players)]
        key = await web.server.hub.load_record(guest, record, names)
    except Refusal as refusal:
        if not wants_html(request):
            raise
        return answered(await _page(request, text, refusal))
    return answered(RedirectResponse(f"/tables/{key}/replay", SEE_OTHER))


def read_record(text: str) -> Record:
    """Raises `Refusal`."""
    try:
        record = serai.Record.read(text)
    except BadRecord as error:
        raise Refusal("bad-record", _reason(error)) from error
    except SeraiError as error:
        raise Refusal("bad-record", shortened(str(error))) from error
    if len(record.choices) > MOST_CHOICES:
        raise Refusal("bad-record", f"more than {MOST_CHOICES} choices")
    return record


def _reason(error: BadRecord) -> str:
    """What is wrong and where, in one line, without repeating the text of the record."""
    where = "" if error.line is None else f"line {error.line}: "
    what = f"{shortened(error.text)!r}: " if error.text and error.text not in error.reason else ""
    return where + what + shortened(error.reason).removesuffix(".")


def shortened(text: str) -> str:
    """A text for people: what is very long is cut.

    >>> shortened("a" * 500)[-3:], len(shortened("a" * 500))
    ('aa…', 200)
    """
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _name(text: str | None, guest: Guest) -> str | None:
    """A name in a record, if it is a bot's or the loader's own: anyone can write other people's names."""
    if text is None or not (text in BOT_NAMES or same(text, guest.name)):
        return None
    return text


@router.get("/tables/{key}/explore")
async def form(request: Request, key: str, number: str = "") -> Response:
    """The form of "what if", for a dialog."""
    web = web_of(request)
    live_table, _ = await web.table_and_seat(request, key)
    table = live_table.table
    check_explorable(table)
    at = position_of(number, table)
    say = server_words(web.anonymous_reader(request).language)
    levels: list[LabeledName] = [
        {"name": level, "label": level_label(level, table.game, say)} for level in level_names(table.game)
    ]
    page: ExploreForm = {
        "url": f"/tables/{key}/explore",
        "number": at,
        "names": table.names,
        "levels": levels,
    }
    return web.html(request, web.pages.fill("explore-form.html", web.anonymous_reader(request), page))


@router.post("/tables/{key}/explore")
async def branch(request: Request, key: str) -> Response:
    wanted = await read_form(request)
    web = web_of(request)
    table = (await web.server.hub.get(key)).table
    check_explorable(table)
    at = position_of(wanted.get("number", ""), table)
    guest, answered = await web.guest_or_new(request)
    await web.check_table_rate(request, guest)
    new = await web.server.hub.explore(guest, key, at, wanted)
    return answered(RedirectResponse(f"/tables/{new}", SEE_OTHER))


@router.get("/tables/{key}/picture.png")
async def picture(request: Request, key: str, at: str = "", seat: str = "") -> Response:
    """A moment as a picture, from a seat of a game that is over, or as spectators see it."""
    web: Web = web_of(request)
    live_table, _ = await web.table_and_seat(request, key)
    shown = view_of(live_table.table, None, seat)
    number = position_of(at, live_table.table)
    await web.server.attempts.take("picture-address", neighbours_of(request))
    image = await web.server.pictures.png(live_table, number, shown)
    response = Response(image, media_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=3600" if live_table.table.over else "no-cache"
    return response
