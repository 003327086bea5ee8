"""Whether the page shows the game to every seat, with any number of players, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from serai.checks.walk import LONGEST, Effort, Setting, hold, length, located, plain_settings
from serai.kernel.check import random_choice
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import OVER, Event, State
from serai.scene.layers import plain
from serai.scene.say import LANGUAGES, SOURCE, Say, speak
from serai.scene.scene import Art, Happening, Look, Open, View

NAMES: Final = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]
SYMBOL: Final = re.compile(r"""\bid=["']([^"']+)["']""")
KEYS: Final = frozenset(Open.__annotations__) - {"goal"}  # optional; the types of compiled code do not say so
TONES: Final = ("ask", "wait", "over")


def check_page(game: Game, effort: Effort) -> None:
    """Scenes, log and notes of random games."""
    with located("the module view"):
        view = game.view
    with located("art()"):
        art = view.art()
        check_art(art)
    for language in LANGUAGES:
        with located(language):
            check_words_of(game, view, words(game, language))
    for number, setting in enumerate(plain_settings(game)):
        language = list(LANGUAGES)[number % len(LANGUAGES)]
        check_scenes(game, setting, effort, view, art, words(game, language))


def words(game: Game, language: str) -> Say:
    """The game's own messages; in English if there is no translation."""
    folder = game.folder or Path()
    known = (folder / "translations" / f"{language}.po").exists()
    return speak(folder, language if known else SOURCE)


def check_art(art: Art) -> None:
    """Drawings have a board, and style sheets that exist."""
    hold(bool(art.parts), "there is no part for elements to lie on")
    for name, part in art.parts.items():
        hold(part.width > 0 and part.height > 0, f"part {name} has no size")
    for sheet in art.sheets():
        hold(sheet.is_file(), f"there is no style sheet {sheet}")


def check_words_of(game: Game, view: View, say: Say) -> None:
    """How other pages describe the game: the home page, forms, the legend of a chart."""
    for name in ("about", "measure_label"):
        hold(isinstance(getattr(view, name)(say), str), f"{name}() gives no text")
    hold(isinstance(view.rules(say.language), str), "rules() gives no text")
    named = view.option_words(say)
    for option, known in game.options.items():
        hold(option in named, f"option_words() has no name for the option {option}")
        missing = [value for value in known.values if value not in named[option][1]]
        hold(not missing, f"option_words() has no name for {option} = {', '.join(missing)}")


def check_scenes(game: Game, setting: Setting, effort: Effort, view: View, art: Art, say: Say) -> None:
    """Check one game, as every seat and a spectator see it."""
    symbols = {*SYMBOL.findall(art.defs), *page_symbols()}
    rng = Rng(f"{effort.seed} page")
    state = game.new(setting.players, setting.options)
    step = max(1, length(game, setting, effort.seed) // effort.positions)
    told: list[Event] = []
    missing = sorted({"seat", "actor"} - set(state.observe(None)))
    hold(not missing, f"observe() does not say the {' and the '.join(missing)}")
    for number in range(LONGEST):
        over = state.actor == OVER
        with located(f"{setting}, seed {effort.seed}, choice {number + 1}"):
            if number % step == 0 or over:
                for seat in (None, *range(state.players)):
                    check_scene(view, art, symbols, look_at(state, seat, say, told))
            if over:
                check_parts_are_named(state, view, say)
                return
            choice = random_choice(state, rng)
            before = state.clone()
            events: list[Event] = []
            state.events = events
            state.apply(choice)
            state.events = None
            told += events
            if number % step == 0:
                check_lines(before, choice, events, state, view, say)


def look_at(state: State, seat: int | None, say: Say, logged: list[Event]) -> Look:
    """What a view is built from, as the server provides it."""
    return Look(
        state.observe(seat),
        say,
        NAMES[: state.players],
        [other != seat for other in range(state.players)],
        state.legal() if state.actor == seat else [],
        state.text,
        lambda: [event.seen_by(seat) for event in logged],
        partial(preview, state, seat),
    )


def preview(state: State, seat: int | None, choice: int) -> list[Event]:
    """What a choice would lead to, in a position consistent with what the viewer knows."""
    copy = state.determinize(seat, Rng("preview"))
    events: list[Event] = []
    copy.events = events
    copy.apply(choice)
    return [event.seen_by(seat) for event in events]


def check_scene(view: View, art: Art, symbols: set[str], look: Look) -> None:
    """A scene is plain data in the right format, and offers exactly the legal choices."""
    who = "a spectator" if look.seat is None else f"seat {look.seat}"
    with located(f"the scene for {who}"):
        scene: dict[str, Any] = json.loads(json.dumps(plain(view.scene(look))))
        missing = sorted(KEYS - set(scene))
        hold(not missing, f"it has no {', '.join(missing)}")
        hold(scene["seat"] == look.seat, f"its seat is {scene['seat']}")
        hold(scene["actor"] == look.seen["actor"], f"its actor is {scene['actor']}")
        hold(scene["prompt"]["tone"] in TONES, f"its prompt has the tone {scene['prompt']['tone']!r}")
        seats = [str(seat) for seat in range(len(look.names))]
        hold(list(scene["panels"]) == seats, f"its panels are {list(scene['panels'])}, not {seats}")
        offered = set(choices_in(scene))
        missing_choices = [look.text(choice) for choice in look.legal if choice not in offered]
        hold(not missing_choices, f"nothing offers '{', '.join(missing_choices[:5])}'")
        strange = sorted(offered - set(look.legal))
        hold(not strange, f"it offers {strange[:5]}, which {who} may not choose")
        for name, element in scene["elements"].items():
            hold(element["part"] in art.parts, f"{name} lies on a part {element['part']!r} that is not drawn")
            hold(element["symbol"] in symbols, f"{name} is a symbol {element['symbol']!r} that is not drawn")
        for name in scene["elements"]:
            view.explain(look, name)
        measured = view.measure(look.seen)
        hold(
            len(measured) in (0, len(look.names)),
            f"measure() gives {len(measured)} numbers for {len(look.names)} seats",
        )
        view.standing(look, frozenset())
        view.lapsed(look.seen, frozenset())
        hold(view.answer(look, frozenset()) is None, "answer() chooses where nobody asked it to")


def choices_in(scene: Mapping[str, Any]) -> Iterator[int]:
    """All choices that can be made by picking something."""
    for element in scene["elements"].values():
        yield from element.get("choices", ())
    for section in scene["hand"].values():
        for card in section["cards"].values():
            yield from card.get("choices", ())
    for option in scene["prompt"]["options"]:
        yield option["choice"]


def check_lines(before: State, choice: int, events: list[Event], after: State, view: View, say: Say) -> None:
    """What the log says about a choice, to every viewer."""
    for seat in (None, *range(before.players)):
        happening = Happening(
            1,
            before.actor,
            before.seen_text(choice, seat),
            [event.seen_by(seat) for event in events],
            before.observe(seat),
            after.observe(seat),
        )
        with located(f"the log of '{before.text(choice)}' for seat {seat}"):
            for line in view.lines(happening, look_at(after, seat, say, events)):
                hold(isinstance(line["text"], str), "a line has no text")
                hold(line.get("seat", 0) in range(before.players), f"a line is of seat {line.get('seat')}")


def check_parts_are_named(state: State, view: View, say: Say) -> None:
    """The parts of the estimate have names, for hints."""
    named = view.part_words(say)
    if not named:  # then parts keep their own names
        return
    missing = sorted({part for seat in range(state.players) for part, _ in state.parts(seat)} - set(named))
    hold(not missing, f"part_words() has no name for {', '.join(missing)}")


def page_symbols() -> set[str]:
    """What the page draws for all games."""
    from serai.web.symbols import symbol_defs

    return set(SYMBOL.findall(str(symbol_defs())))
