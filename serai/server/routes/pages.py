"""The HTML pages: what each template of `serai/web/templates` gets.

Every page:

- `say`: speaks the reader's language with the page's words; `language`: its code; `languages`: codes and
  own names of all;
- `theme`: "light", "dark" or "" (what the device prefers);
- `static(path)`: the address of a file of `serai/web/static`, for ever valid in caches; a game's own style
  sheet is `static("games/yspahan/table.css")`;
- `guest`: {"name", "account" (whether he can log in)} of the reader, or None before the first table;
- `day(stamp)`: a day in words;
- `here`: the path of the page, for the forms that change language and theme (field `back`);
- `awaited`: the tables among people at which the reader is asked, [{"url", "game", "title"}].

`home.html`:

- `games`: a list of {"name", "title", "about" (a sentence), "cover" (the inside of an SVG of 400 x 260),
  "defs", "style" (address of its style sheet), "players" (range of numbers), "default_players",
  "options": [{"name", "label", "values": [{"value", "label"}], "default", "players" (numbers it is for,
  empty: all)}], "levels": [{"name", "label"}], "default_level", "speeds": [{"name", "label"}],
  "default_speed"};
- `tables`: the guest's tables, newest first, as in `tables.html`, at most 8; `more`: whether there are more.

Forms: `POST /play/GAME` (no fields) and `POST /tables` (`game`, `players`, `seat`: a number from 0,
"random" or "watch"; `level_0` … for each seat, a level or "open"; `others` for all of them; `level` of bots
that come in later; `clock`; `public` and `rated`, "1" if so; `option_NAME` …, `speed`). Both lead to the new
table.

`tables.html`:

- `tables`: [{"id", "url", "game", "title", "players", "names", "begun" and "changed" (datetime, UTC),
  "choices", "over", "yours" (whether the guest is asked), "scores" (list or None), "won" (bool or None),
  "seat" (the guest's, or None), "waiting" (for players)}].

`table.html`:

- `game`, `title`; `table`: {"id", "url", "seat", "names", "over", "replay" (replay mode asked for),
  "sociable" (there are other persons, or a clock), "shared" (other persons)};
- `parts`: [{"name", "width", "height", "svg"}]: each part's drawing with the first scene's elements on it;
- `paints`: gradients, patterns and the like, to stand in an SVG that is shown; `symbols`: all symbols, page's
  and game's, to stand in a hidden one;
- `style`: address of the game's style sheet;
- `scene`: the first scene, for what is drawn without the script;
- `first`: JSON for `<script type="application/json" id="first">{{ first }}</script>`: {"scene", "log",
  "number", "entry", "undo", "standing", "settings"}, as the socket's whole message, with
  "settings": {"game", "table", "seat", "players", "names", "bots", "levels", "options", "speed",
  "commitment", "seed" (once the game is over), "language", "replay"}, and where it is sociable "people" with
  "settings": {…, "shared", "rated", "clock", "live", "phrases"}.

`error.html`: `status`, `code`, `title`, `text`.

`rules.html` is a fragment for the drawer: `title`, `body` (HTML; headings carry their topics as ids; a
picture is `<svg class="symbol"><use href="#NAME"/></svg>`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, Final

import jinja2
import orjson
import sqlalchemy as sql
from babel.dates import format_date
from markupsafe import Markup

import serai
from serai.kernel.fair import commitment
from serai.kernel.game import Game
from serai.kernel.state import OVER
from serai.scene.say import LANGUAGES
from serai.scene.svg import paints_and_symbols, part_svg
from serai.server.community.chat import phrases
from serai.server.errors import Refusal
from serai.server.live.live_table import Seating
from serai.server.people.guests import Guest
from serai.server.routes.assets import Assets
from serai.server.storage.store import Store, seats, tables
from serai.server.tables.clocks import PACES, pace_label
from serai.server.tables.games import WEB, art_of, game_words, view_of
from serai.server.tables.levels import default_level, level_label, level_names
from serai.server.tables.repository import WAITING, tables_of
from serai.server.tables.settings import DEFAULT_SPEED, SPEEDS, default_players
from serai.server.words import server_words, words
from serai.web.house import house_defs
from serai.web.rules import to_html

ON_HOME: Final = 8
ON_LIST: Final = 200


@dataclass(frozen=True)
class Reader:
    """Who asks for a page, and how he likes it."""

    language: str
    theme: str
    guest: Guest | None
    here: str
    awaited: list[dict[str, Any]]


class Pages:
    """Fills the templates."""

    def __init__(self, assets: Assets, watch: bool = False) -> None:
        self.assets = assets
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(WEB / "templates"),
            autoescape=True,
            auto_reload=watch,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
        )
        self.templates.globals.update(static=assets.url, house_defs=house_defs, languages=LANGUAGES)

    def fill(self, template: str, reader: Reader, **values: object) -> str:
        return self.templates.get_template(template).render(
            say=words(WEB, reader.language),
            language=reader.language,
            theme=reader.theme,
            guest={"name": reader.guest.name, "account": reader.guest.account} if reader.guest else None,
            here=reader.here,
            awaited=reader.awaited,
            day=partial(day_words, reader.language),
            **values,
        )

    def home(self, reader: Reader, rows: list[dict[str, Any]]) -> str:
        return self.fill(
            "home.html",
            reader,
            games=self.games(reader.language),
            clocks=[
                {"name": name, "label": pace_label(name, server_words(reader.language))} for name in PACES
            ],
            tables=rows[:ON_HOME],
            more=len(rows) > ON_HOME,
        )

    def games(self, language: str) -> list[dict[str, Any]]:
        return [self._game(serai.game(name), language) for name in serai.game_names()]

    def _game(self, game: Game, language: str) -> dict[str, Any]:
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
                {"name": level, "label": level_label(level, server_say)} for level in level_names(game)
            ],
            "default_level": default_level(game),
            "speeds": [{"name": speed, "label": server_say(label)} for speed, label in SPEEDS.items()],
            "default_speed": DEFAULT_SPEED,
        }

    def tables(self, reader: Reader, rows: list[dict[str, Any]]) -> str:
        return self.fill("tables.html", reader, tables=rows)

    def table(self, reader: Reader, seating: Seating, whole: dict[str, Any], replay: bool) -> str:
        table = seating.table
        settings = table.settings
        game = table.game
        art = art_of(game.name)
        seat = table.seat_of(reader.guest.id if reader.guest else None)
        url = f"/tables/{settings.id}"
        paints, symbols = paints_and_symbols(str(house_defs()) + art.defs)
        first = {
            **whole,
            "settings": {
                "game": game.name,
                "table": settings.id,
                "seat": seat,
                "players": settings.players,
                "names": table.names,
                "bots": table.bots,
                "levels": [chair.level for chair in settings.chairs],
                "options": settings.options,
                "speed": settings.speed,
                "commitment": commitment(settings.seed),
                **({"seed": settings.seed.hex()} if table.over else {}),
                "language": reader.language,
                "replay": replay,
                **(
                    {
                        "shared": table.shared,
                        "rated": settings.rated,
                        "clock": pace_label(settings.clock, server_words(reader.language)),
                        "live": seating.live,
                        "phrases": phrases(server_words(reader.language)),
                    }
                    if seating.sociable
                    else {}
                ),
            },
        }
        return self.fill(
            "table.html",
            reader,
            game=game.name,
            title=game.title,
            table={
                "id": settings.id,
                "url": url,
                "seat": seat,
                "names": table.names,
                "over": table.over,
                "replay": replay,
                "sociable": seating.sociable,
                "shared": table.shared,
            },
            parts=[
                {
                    "name": name,
                    "width": part.width,
                    "height": part.height,
                    "svg": Markup(part_svg(art, name, whole["scene"])),
                }
                for name, part in art.parts.items()
            ],
            paints=Markup(paints),
            symbols=Markup(symbols),
            style=self.assets.url(f"games/{game.name}/table.css"),
            scene=whole["scene"],
            first=in_script(first),
        )

    def rules(self, reader: Reader, game: Game) -> str:
        return self.fill(
            "rules.html", reader, title=game.title, body=Markup(rules_html(game.name, reader.language))
        )

    def error(self, reader: Reader, refusal: Refusal) -> str:
        say = server_words(reader.language)
        return self.fill(
            "error.html",
            reader,
            status=refusal.status,
            code=refusal.code,
            title=refusal.title(say),
            text=refusal.text(say),
        )


def day_words(language: str, stamp: float) -> str:
    """A day as people write it.

    >>> day_words("de", 0.0)
    '1. Januar 1970'
    """
    return format_date(datetime.fromtimestamp(stamp, UTC).date(), "long", locale=language)


def in_script(value: object) -> Markup:
    """JSON that can stand in a script element: nothing in it can end that element.

    >>> in_script({"a": "</script>"})
    Markup('{"a":"\\\\u003c/script\\\\u003e"}')
    """
    text = orjson.dumps(value).decode()
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


@cache
def rules_html(game: str, language: str) -> str:
    """The rules of a game."""
    return to_html(view_of(game).rules(language))


async def guest_tables(store: Store, guest: Guest | None) -> list[dict[str, Any]]:
    """The tables at which a guest sits, or which he made to watch; the latest first."""
    if guest is None:
        return []
    asked = (
        tables.select()
        .where(tables.c.id.in_(tables_of(guest.id)))
        .order_by(tables.c.changed_at.desc())
        .limit(ON_LIST)
    )

    def fetch(connection: sql.Connection) -> tuple[Any, Any]:
        found = connection.execute(asked).all()
        chairs = seats.select().where(seats.c.table_id.in_([row.id for row in found]))
        return found, connection.execute(chairs.order_by(seats.c.seat)).all()

    found, chairs = await store.read(fetch)
    return [_row(row, [chair for chair in chairs if chair.table_id == row.id], guest) for row in found]


def _row(row: Any, chairs: Iterable[Any], guest: Guest) -> dict[str, Any]:
    own = [chair.seat for chair in chairs if chair.guest_id == guest.id]
    return {
        "id": row.id,
        "url": f"/tables/{row.id}",
        "game": row.game,
        "title": serai.game(row.game).title,
        "players": row.players,
        "names": [chair.name or "…" for chair in chairs],
        "begun": datetime.fromtimestamp(row.made_at, UTC),
        "changed": datetime.fromtimestamp(row.changed_at, UTC),
        "choices": row.number,
        "over": row.actor == OVER,
        "waiting": row.actor == WAITING,
        "yours": row.actor in own,
        "scores": row.scores,
        "won": any(seat in row.winners for seat in own) if row.winners is not None and own else None,
        "seat": own[0] if own else None,
    }
