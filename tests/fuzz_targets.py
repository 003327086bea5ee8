"""Fuzz targets (`make fuzz`, `tools/fuzz.py`): each takes any bytes. Expected errors are caught; any other
exception is a bug. `tests/test_corpora.py` replays what was found."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path

from starlette.requests import Request

import serai
from serai.kernel.check import random_choice
from serai.kernel.errors import BadNotation, SeraiError
from serai.scene.scene import Look
from serai.server.errors import Refusal
from serai.server.live.scenes import SeenPosition
from serai.server.lookalikes import looks
from serai.server.people.guests import Guest, cookie_of, device_of, find_guest
from serai.server.people.mail import Mail, checked_address, mail_server
from serai.server.people.names import checked_name
from serai.server.people.tokens import bearer_of
from serai.server.routes.assets import compress
from serai.server.routes.web import language_of, path_of
from serai.server.safety.connections import address_of, neighbours_of
from serai.server.safety.requests import check_origin, fields_of
from serai.server.storage.engines import sqlite_url
from serai.server.storage.store import Store
from serai.server.tables.games import game_words, view_of
from serai.server.tables.settings import make_settings
from tests.event_loops import Loop
from tests.games import allowed_players

CORPORA = Path(__file__).parent / "corpora"


def read_record(data: bytes) -> None:
    """A record that can be read says the same in both of its forms."""
    try:
        record = serai.Record.read(data.decode(errors="replace"))
    except SeraiError:
        return
    for again in (serai.Record.read(record.to_text()), serai.Record.read(record.to_json())):
        assert again.choices == record.choices
        assert again.options == record.options
        assert again.tags == record.tags
        assert again.players == record.players


def parse_notation(data: bytes) -> None:
    """A text that names a choice names the one whose text it is. Two bytes say in which position."""
    if len(data) < 2:
        return
    names = serai.game_names()
    state = position(names[data[0] % len(names)], data[1] % 16)
    before = state.dump()
    try:
        choice = state.parse(data[2:].decode(errors="replace"))
    except BadNotation:
        return
    finally:
        assert state.dump() == before
    assert state.parse(state.text(choice)) == choice
    assert state.is_legal(choice) == (choice in state.legal()) or state.actor == serai.CHANCE


@cache
def position(name: str, step: int) -> serai.State:
    """A position of a game of random choices."""
    state = serai.game(name).new(allowed_players(name))
    rng = serai.Rng(name)
    for _ in range(7 * step):
        if state.actor != serai.OVER:
            state.apply(random_choice(state, rng))
    return state


def settle_form(data: bytes) -> None:
    """A form that asks for a table gives one that can be played, or is refused."""
    try:
        fields = fields_of(data)
        settings = make_settings(serai.game(fields.get("game", "")), Guest(1, "Fox"), fields)
    except (Refusal, SeraiError):
        return
    assert len(settings.occupants) == settings.players
    state = serai.game(settings.game).new(settings.players, settings.options)
    assert state.actor != serai.OVER


def read_names(data: bytes) -> None:
    """Names and addresses of people: one that is taken stays as it is when it is read again."""
    text = data.decode(errors="replace")
    try:
        name = checked_name(text)
    except Refusal:
        pass
    else:
        assert checked_name(name) == name
        assert looks(name)
    with suppress(Refusal):
        assert checked_address(checked_address(text)) == text.strip()
    path = path_of(text)
    assert path is None or (path.startswith("/") and not path.startswith(("//", "/\\")))


def read_headers(data: bytes) -> None:
    """Headers of browsers and programs, one per line; none of them logs anyone in."""
    rows = [row.partition(b":")[::2] for row in data.split(b"\n")[:20]]
    scope = {"type": "http", "scheme": "http", "method": "POST", "path": "/", "query_string": b""}
    headers = [(name.strip().lower(), value.strip()) for name, value in rows]
    request = Request({**scope, "headers": headers, "client": ("127.0.0.1", 1)})
    language_of(request)
    neighbours_of(request)
    device_of(request.headers.get("user-agent", ""))
    compress(b"x" * 1000, request.headers.get("accept-encoding", ""))
    with suppress(Refusal):
        check_origin(request)
    store, mail, loop = _post()
    token = request.cookies.get(cookie_of(request))
    assert loop(find_guest(store, token, address_of(request))) is None
    for ask in (
        bearer_of(store, request.headers.get("authorization", ""), None),
        mail.owner("stop", request.headers.get("x-token", "")),
    ):
        try:
            loop(ask)
        except Refusal:
            continue
        raise AssertionError("somebody was let in")


@cache
def _post() -> tuple[Store, Mail, Loop]:
    """A database without people."""
    store = Store(sqlite_url(Path(tempfile.mkdtemp(prefix="serai-"))), "OFF")
    store.open()
    mail = Mail(store, mail_server("smtp://localhost", "a@b.c", "http://localhost"))
    return store, mail, Loop(ThreadPoolExecutor(1)).__enter__()


def explain_thing(data: bytes) -> None:
    """A request to explain a thing may name anything. Two bytes choose the position."""
    if len(data) < 2:
        return
    names = serai.game_names()
    name = names[data[0] % len(names)]
    seats = (None, *range(allowed_players(name)))
    look = look_at(name, data[1] % 16, seats[data[0] // 16 % len(seats)])
    note = view_of(name).explain(look, data[2:].decode(errors="replace"))
    assert note is None or note["text"] or note["title"]


@cache
def look_at(name: str, step: int, seat: int | None) -> Look:
    say = game_words(serai.game(name), "en")
    players = allowed_players(name)
    return SeenPosition(position(name, step), seat, say, ["A", "B", "C"][:players], [False] * players).look


TARGETS: dict[str, Callable[[bytes], None]] = {
    "record": read_record,
    "notation": parse_notation,
    "form": settle_form,
    "names": read_names,
    "headers": read_headers,
    "thing": explain_thing,
}
