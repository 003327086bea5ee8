"""The view of a game that has none of its own yet: choices and log in its notation, no board.

With it a game in the making can be played on the page from the first day.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from serai.kernel.game import Game
from serai.scene.say import Say
from serai.scene.scene import Art, Happening, Line, Look, Note, Panel, Part, Prompt, Scene, Standing


class PlainView:
    """A table without drawings: what lies on it as text, and a button for each choice."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def scene(self, look: Look, /) -> Scene:
        actor: int = look.seen["actor"]
        asked = bool(look.legal)
        prompt: Prompt = {
            "title": self.game.title,
            "detail": "",
            "tone": "ask" if asked else "over" if actor == -2 else "wait",
            "icons": [],
            "options": [{"choice": choice, "label": look.text(choice)} for choice in look.legal],
            "groups": {},
        }
        return {
            "seat": look.seat,
            "actor": actor,
            "when": "",
            "steps": [],
            "topic": "",
            "elements": {},
            "panels": {str(seat): self._panel(look, seat) for seat in range(len(look.names))},
            "hand": {},
            "prompt": prompt,
            "sheet": None,
        }

    def _panel(self, look: Look, seat: int) -> Panel:
        return {
            "name": look.names[seat],
            "tags": [],
            "state": "active" if look.seen["actor"] == seat else "",
            "score": "",
            "score_label": "",
            "rows": {},
        }

    def lines(self, happening: Happening, look: Look, /) -> list[Line]:
        line: Line = {"text": happening.text}
        if happening.actor >= 0:
            line["seat"] = happening.actor
        return [line]

    def explain(self, look: Look, thing: str, /) -> Note | None:
        return None

    def measure(self, seen: Mapping[str, Any], /) -> list[int]:
        return []

    def part_words(self, say: Say, /) -> dict[str, str]:
        return {}

    def measure_label(self, say: Say, /) -> str:
        return ""

    def standing(self, look: Look, chosen: frozenset[str], /) -> dict[str, Standing]:
        return {}

    def answer(self, look: Look, chosen: frozenset[str], /) -> int | None:
        return None

    def lapsed(self, seen: Mapping[str, Any], chosen: frozenset[str], /) -> frozenset[str]:
        return frozenset()

    def art(self) -> Art:
        return Art({"board": Part(400, 260, "")}, "", Path(__file__).parent / "plain.css", "")

    def rules(self, language: str, /) -> str:
        return ""

    def about(self, say: Say, /) -> str:
        return ""

    def option_words(self, say: Say, /) -> dict[str, tuple[str, dict[str, str]]]:
        return {
            name: (name, {value: value for value in option.values})
            for name, option in self.game.options.items()
        }
