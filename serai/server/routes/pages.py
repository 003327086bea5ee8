"""Renders the HTML templates; `serai.server.routes.contexts` defines what each gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, Final, NamedTuple

import jinja2
import orjson
import sqlalchemy as sql
from babel.dates import format_date
from markupsafe import Markup

import serai
from serai.bots.names import default_level, level_names
from serai.kernel.fair import commitment
from serai.kernel.game import Game
from serai.kernel.state import OVER
from serai.scene.say import LANGUAGES
from serai.scene.svg import paints_and_symbols, part_svg
from serai.server.community.chat import phrases
from serai.server.errors import Refusal
from serai.server.live.live_table import LiveTable
from serai.server.live.messages import TableSnapshot
from serai.server.live.study.lessons import Mark, Progress, lessons_of
from serai.server.live.study.private_table import PrivateTable
from serai.server.live.study.puzzles import puzzles_of
from serai.server.people.guests import Guest
from serai.server.people.names import NAMES
from serai.server.routes.assets import Assets
from serai.server.routes.contexts import (
    BaseContext,
    ErrorPage,
    GameCard,
    HomePage,
    InitialTable,
    LabeledName,
    LessonCard,
    Reader,
    RulesPage,
    TableFacts,
    TablePage,
    TableRow,
    TableSettings,
    TablesPage,
)
from serai.server.storage.schema import seats, tables
from serai.server.storage.store import Store
from serai.server.tables.clocks import TIME_CONTROLS, time_control_label
from serai.server.tables.games import WEB, art_of, game_words, is_plain, title_of, view_of
from serai.server.tables.levels import level_about, level_label
from serai.server.tables.repository import WAITING, tables_of
from serai.server.tables.settings import DEFAULT_SPEED, SPEEDS, default_players
from serai.server.words import decimal, percent, server_words, words
from serai.web.rules import to_html
from serai.web.symbols import symbol_defs

ON_HOME: Final = 8
ON_LIST: Final = 200


class Moment(NamedTuple):
    """What a link to a table shows: a position (None: the current one), and the perspective."""

    site: str
    number: int | None = None
    view: str = ""  # a seat, "watch", or "": the reader's own

    def query(self) -> str:
        seat = f"&seat={self.view}" if self.view else ""
        return f"at={self.number}{seat}" if self.number is not None else ""


class Pages:
    """Renders the templates."""

    def __init__(self, assets: Assets, watch: bool = False) -> None:
        self.assets = assets
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(WEB / "templates"),
            autoescape=True,
            auto_reload=watch,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
        )
        self.templates.globals.update(static=assets.url, symbol_defs=symbol_defs, languages=LANGUAGES)
        self.templates.globals.update(percent=percent, decimal=decimal)

    def fill(self, template: str, reader: Reader, page: Mapping[str, object]) -> str:
        guest = reader.guest
        base: BaseContext = {
            "say": words(WEB, reader.language),
            "language": reader.language,
            "theme": reader.theme,
            "guest": {"name": guest.name, "account": guest.account} if guest else None,
            "here": reader.here,
            "awaited": reader.awaited,
            "day": partial(day_words, reader.language),
        }
        return self.templates.get_template(template).render(base, **page)

    def home(self, reader: Reader, rows: list[TableRow]) -> str:
        page: HomePage = {
            "games": self.games(reader.language, reader.progress),
            "clocks": clocks(reader.language),
            "tables": rows[:ON_HOME],
            "more": len(rows) > ON_HOME,
        }
        return self.fill("home.html", reader, page)

    def games(self, language: str, progress: Progress | None = None) -> list[GameCard]:
        return [self._game(serai.game(name), language, progress or {}) for name in serai.game_names()]

    def _game(self, game: Game, language: str, progress: Progress) -> GameCard:
        view = view_of(game.name)
        say = game_words(game, language)
        server_say = server_words(language)
        labels = view.option_words(say)
        return {
            "name": game.name,
            "title": game.title,
            "about": view.about(say),
            "cover": Markup(art_of(game.name).cover),
            "defs": Markup(art_of(game.name).defs),
            "style": self.assets.url(f"games/{game.name}/table.css"),
            "players": range(game.players[0], game.players[1] + 1),
            "default_players": default_players(game),
            "options": [
                {
                    "name": name,
                    "label": labels[name][0],
                    "values": [{"value": value, "label": labels[name][1][value]} for value in option.values],
                    "default": option.default,
                    "players": option.players,
                }
                for name, option in game.options.items()
                if option.values
            ],
            "levels": [
                {
                    "name": level,
                    "label": level_label(level, game, server_say),
                    "about": level_about(level, server_say),
                }
                for level in level_names(game)
            ],
            "default_level": default_level(game),
            "speeds": [{"name": speed, "label": server_say(label)} for speed, label in SPEEDS.items()],
            "default_speed": DEFAULT_SPEED,
            "lessons": lesson_cards(game, language, progress),
            "puzzles": bool(puzzles_of(game.name)),
        }

    def tables(self, reader: Reader, rows: list[TableRow]) -> str:
        page: TablesPage = {"tables": rows}
        return self.fill("tables.html", reader, page)

    def table(
        self,
        reader: Reader,
        live_table: LiveTable,
        snapshot: TableSnapshot,
        replay: bool,
        moment: Moment,
    ) -> str:
        table = live_table.table
        settings = table.settings
        game = table.game
        seat = table.seat_of(reader.guest.id if reader.guest else None)
        first = initial_table(live_table, snapshot, seat, reader.language, replay)
        if moment.number is not None:
            first["settings"]["at"] = moment.number
        if moment.view:
            first["settings"]["view"] = moment.view
        number = table.number if moment.number is None else moment.number
        query = moment.query()
        source = (
            f"/tables/{settings.branch_of}/replay?at={settings.branch_at}" if settings.branch_of else None
        )
        page = self.table_page(
            game,
            {
                "id": settings.id,
                "url": f"/tables/{settings.id}",
                "seat": seat,
                "names": table.names,
                "over": table.over,
                "replay": replay,
                "sociable": live_table.sociable,
                "shared": table.shared,
                "explores": settings.explores,
                "source": source,
                "card": {
                    "url": f"{moment.site}/tables/{settings.id}" + (f"/replay?{query}" if query else ""),
                    "picture": f"{moment.site}/tables/{settings.id}/picture.png?{query or f'at={number}'}",
                    "names": ", ".join(table.names),
                },
            },
            first,
        )
        return self.fill("table.html", reader, page)

    def table_page(self, game: Game, facts: TableFacts, first: InitialTable) -> TablePage:
        """The context of a table's page, for any kind of table."""
        art = art_of(game.name)
        paints, symbols = paints_and_symbols(str(symbol_defs()) + art.defs)
        return {
            "game": game.name,
            "title": game.title,
            "table": facts,
            "parts": [
                {
                    "name": name,
                    "width": part.width,
                    "height": part.height,
                    "svg": Markup(part_svg(art, name, first["scene"])),
                }
                for name, part in art.parts.items()
            ],
            "paints": Markup(paints),
            "symbols": Markup(symbols),
            "style": self.assets.url(f"games/{game.name}/table.css"),
            "plain": is_plain(game.name),
            "scene": first["scene"],
            "first": in_script(first),
        }

    def rules(self, reader: Reader, game: Game) -> str:
        body = Markup(rules_html(game.name, reader.language))
        cards = lesson_cards(game, reader.language, reader.progress)
        page: RulesPage = {"title": game.title, "body": body, "lessons": cards}
        return self.fill("rules.html", reader, page)

    def error(self, reader: Reader, refusal: Refusal) -> str:
        say = server_words(reader.language)
        page: ErrorPage = {
            "status": refusal.status,
            "code": refusal.code,
            "title": refusal.title(say),
            "text": refusal.text(say),
        }
        return self.fill("error.html", reader, page)


def lesson_cards(game: Game, language: str, progress: Progress) -> list[LessonCard]:
    """The lessons of a game, and the reader's progress."""
    say = game_words(game, language)
    cards: list[LessonCard] = []
    for lesson in lessons_of(game.name):
        mark = progress.get((game.name, lesson.name), Mark())
        cards.append(
            {
                "name": lesson.name,
                "url": f"/learn/{game.name}/{lesson.name}",
                "title": say(lesson.title),
                "about": say(lesson.about),
                "minutes": lesson.minutes,
                "step": mark.step,
                "of": len(lesson.steps),
                "done": mark.done,
            }
        )
    return cards


def clocks(language: str) -> list[LabeledName]:
    say = server_words(language)
    return [{"name": name, "label": time_control_label(name, say)} for name in TIME_CONTROLS]


def initial_table(
    live_table: LiveTable, snapshot: TableSnapshot, seat: int | None, language: str, replay: bool
) -> InitialTable:
    """What the script of a table's page starts with."""
    table = live_table.table
    settled = table.settings
    settings: TableSettings = {
        "game": table.game.name,
        "table": settled.id,
        "seat": seat,
        "players": settled.players,
        "names": table.names,
        "bots": table.bots,
        "levels": [occupant.level for occupant in settled.occupants],
        "options": settled.options,
        "speed": settled.speed,
        "commitment": commitment(settled.seed),
        "language": language,
        "replay": replay,
    }
    if settled.explores:
        settings["explores"] = True
        settings["commitment"] = ""
    elif table.over:
        settings["seed"] = settled.seed.hex()
    if live_table.sociable:
        say = server_words(language)
        settings["shared"] = table.shared
        settings["rated"] = settled.rated
        settings["clock"] = time_control_label(settled.clock, say)
        settings["live"] = live_table.has_live_clock
        settings["phrases"] = phrases(say)
    return {**snapshot, "settings": settings}


def day_words(language: str, stamp: float) -> str:
    """A date as people write it.

    >>> day_words("de", 0.0)
    '1. Januar 1970'
    """
    return format_date(datetime.fromtimestamp(stamp, UTC).date(), "long", locale=language)


def in_script(value: object) -> Markup:
    """JSON for a script element: nothing in it can end that element.

    >>> in_script({"a": "</script>"})
    Markup('{"a":"\\\\u003c/script\\\\u003e"}')
    """
    text = orjson.dumps(value).decode()
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


@cache
def rules_html(game: str, language: str) -> str:
    """The rules of a game."""
    return to_html(view_of(game).rules(language))


async def guest_tables(store: Store, guest: Guest | None, explores: bool = False) -> list[TableRow]:
    """The tables where a guest sits or that they made to watch, or else their explorations; latest first."""
    if guest is None:
        return []
    asked = (
        tables.select()
        .where(tables.c.id.in_(tables_of(guest.id)))
        .where(tables.c.branch_at.is_not(None) if explores else tables.c.branch_at.is_(None))
        .order_by(tables.c.changed_at.desc())
        .limit(ON_LIST)
    )

    def fetch(connection: sql.Connection) -> tuple[Any, Any]:
        found = connection.execute(asked).all()
        occupants = seats.select().where(seats.c.table_id.in_([row.id for row in found]))
        return found, connection.execute(occupants.order_by(seats.c.seat)).all()

    found, occupants = await store.read(fetch)
    return [
        _row(row, [occupant for occupant in occupants if occupant.table_id == row.id], guest) for row in found
    ]


def _row(row: Any, occupants: Iterable[Any], guest: Guest) -> TableRow:
    own = [occupant.seat for occupant in occupants if occupant.guest_id == guest.id]
    return {
        "id": row.id,
        "url": f"/tables/{row.id}",
        "game": row.game,
        "title": title_of(row.game),
        "players": row.players,
        "names": [occupant.name or "" for occupant in occupants],
        "begun": datetime.fromtimestamp(row.made_at, UTC),
        "changed": datetime.fromtimestamp(row.changed_at, UTC),
        "choices": row.number,
        "over": row.actor == OVER,
        "waiting": row.actor == WAITING,
        "yours": row.actor in own and row.branch_at is None,
        "scores": row.scores,
        "won": any(seat in row.winners for seat in own) if row.winners is not None and own else None,
        "seat": own[0] if own else None,
    }


async def private_table(at: PrivateTable, key: str, url: str) -> tuple[TableFacts, InitialTable]:
    """What the page of such a table shows and starts with."""
    facts: TableFacts = {
        "id": key,
        "url": url,
        "seat": at.seat,
        "names": at.scenes.names,
        "over": False,
        "replay": False,
        "sociable": False,
        "shared": False,
        "explores": False,
    }
    settings: TableSettings = {
        "game": at.game.name,
        "table": key,
        "seat": at.seat,
        "players": at.played.players,
        "names": at.scenes.names,
        "bots": at.scenes.bots,
        "levels": [None] * at.played.players,
        "options": at.played.options,
        "speed": DEFAULT_SPEED,
        "commitment": "",
        "language": at.language,
        "replay": False,
    }
    return facts, {**await at.snapshot(), "settings": settings}


def name_of(guest: Guest | None) -> str:
    """The visitor's name at a private table."""
    return guest.name if guest is not None else NAMES[0]
