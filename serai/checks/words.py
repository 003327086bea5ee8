"""Whether all texts of a game are translated."""

from __future__ import annotations

from gettext import NullTranslations
from pathlib import Path

from serai.authoring.messages import FOLDER, TRANSLATED, faults, messages
from serai.checks.page import look_at
from serai.checks.walk import Effort, Setting, hold, located, some
from serai.kernel.game import Game
from serai.kernel.rng import Rng
from serai.kernel.state import OVER, Event
from serai.scene.say import Say, speak
from serai.scene.scene import Happening


def check_words(game: Game, effort: Effort) -> None:
    """Catalogues hold exactly the messages of the game; a game without messages needs none."""
    folder = game.folder
    if folder is None or not messages(folder):
        return
    for language in TRANSLATED:
        path = folder / FOLDER / f"{language}.po"
        hold(path.exists(), f"there is no {FOLDER}/{language}.po; `serai words {game.name}` writes one")
        found = faults(folder, language)
        listed = "; ".join(found[:5]) + (f" and {len(found) - 5} more" if len(found) > 5 else "")
        hold(not found, f"{FOLDER}/{language}.po: {listed}")
        check_said(game, folder, language, effort)


class Unknown(NullTranslations):
    """A fallback for a catalogue that rejects missing messages."""

    def gettext(self, message: str) -> str:
        """Refuse it."""
        raise LookupError(f"{message!r} is said, but is nowhere marked as a message")

    def pgettext(self, context: str, message: str) -> str:
        """Refuse it."""
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Refuse it."""
        return self.gettext(msgid1)


def strictly(folder: Path, language: str) -> Say:
    """A translator that rejects messages missing from the catalogue."""
    words = speak(folder, language).words
    strict = Say(language, type(words).__new__(type(words)))
    strict.words.__dict__.update(words.__dict__)
    strict.words._fallback = Unknown()  # type: ignore[attr-defined]
    return strict


def check_said(game: Game, folder: Path, language: str, effort: Effort) -> None:
    """A random game as a player sees it: scenes, log, and explanations of everything on the table."""
    say, view = strictly(folder, language), game.view
    with located(language):
        view.about(say), view.measure_label(say), view.option_words(say), view.part_words(say)
    players = game.players[1]
    setting = Setting(players, game.settings(players))
    for where, state in some(game, setting, effort, effort.seed):
        with located(f"{language}, {where}"):
            look = look_at(state, 0, say, [])
            scene = view.scene(look)
            for thing in scene["elements"]:
                view.explain(look, thing)
            if state.actor == OVER:
                return
            choice = state.sample(Rng(where)) if state.actor < 0 else state.legal()[-1]
            after = state.clone()
            events: list[Event] = []
            after.events = events
            after.apply(choice)
            seen = [event.seen_by(0) for event in events]
            text = state.seen_text(choice, 0)
            view.lines(Happening(1, state.actor, text, seen, state.observe(0), after.observe(0)), look)
