"""The HTML pages: what each template of `serai/web/templates` gets.

Every page:

- `say`: speaks the reader's language with the page's words; `language`: its code; `languages`: codes and
  own names of all;
- `theme`: "light", "dark" or "" (what the device prefers);
- `static(path)`: the address of a file of `serai/web/static`, for ever valid in caches; a game's own style
  sheet is `static("games/yspahan/table.css")`;
- `guest`: {"name"} of the reader, or None before the first table;
- `here`: the path of the page, for the forms that change language and theme (field `back`).

`home.html`:

- `games`: a list of {"name", "title", "about" (a sentence), "cover" (the inside of an SVG of 400 x 260),
  "defs", "style" (address of its style sheet), "players" (range of numbers), "default_players",
  "options": [{"name", "label", "values": [{"value", "label"}], "default", "players" (numbers it is for,
  empty: all)}], "levels": [{"name", "label"}], "default_level", "speeds": [{"name", "label"}],
  "default_speed"};
- `tables`: the guest's tables, newest first, as in `tables.html`, at most 8; `more`: whether there are more.

Forms: `POST /play/GAME` (no fields) and `POST /tables` (`game`, `players`, `seat`: a number from 0,
"random" or "watch"; `level_0` … for each seat, `option_NAME` …, `speed`). Both lead to the new table.

`tables.html`:

- `tables`: [{"id", "url", "game", "title", "players", "names", "begun" and "changed" (datetime, UTC),
  "choices", "over", "yours" (whether the guest is asked), "scores" (list or None), "won" (bool or None),
  "seat" (the guest's, or None)}].

`table.html`:

- `game`, `title`; `table`: {"id", "url", "seat", "names", "over", "replay" (replay mode asked for)};
- `parts`: [{"name", "width", "height", "svg"}]: each part's drawing with the first scene's elements on it;
- `defs`: all symbols, page's and game's, to stand in one hidden SVG;
- `style`: address of the game's style sheet;
- `scene`: the first scene, for what is drawn without the script;
- `first`: JSON for `<script type="application/json" id="first">{{ first }}</script>`: {"scene", "log",
  "number", "entry", "undo", "final", "standing", "settings"}, as the socket's whole message, with
  "settings": {"game", "table", "seat", "players", "names", "bots", "levels", "options", "speed",
  "commitment", "seed" (once the game is over), "language", "replay"}.

`error.html`: `status`, `code`, `title`, `text`.

`rules.html` is a fragment for the drawer: `title`, `body` (HTML; headings carry their topics as ids; a
picture is `<svg class="symbol"><use href="#NAME"/></svg>`).
"""
