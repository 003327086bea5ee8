"""Istanbul on the page: scenes, sentences and drawings from what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from serai.games.istanbul import board
from serai.games.istanbul.page.art import FOLDER
from serai.games.istanbul.page.art import art as art
from serai.games.istanbul.page.elements import elements
from serai.games.istanbul.page.explain import explain as explain
from serai.games.istanbul.page.hand import hand
from serai.games.istanbul.page.log import lines as lines
from serai.games.istanbul.page.panels import open_panels, panels, sheet
from serai.games.istanbul.page.picks import picks
from serai.games.istanbul.page.prompt import asked, unasked
from serai.games.istanbul.page.standing import answer as answer
from serai.games.istanbul.page.standing import lapsed as lapsed
from serai.games.istanbul.page.standing import standing as standing
from serai.games.istanbul.page.words import PARTS
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.layers import over
from serai.scene.say import Say, mark
from serai.scene.scene import Goal, Look, Open, Scene, Step
from serai.scene.share import shared

STEPS = (mark("Walk"), mark("Merchants"), mark("Action"), mark("Encounters"))
STEP_OF = {"move": 0, "arrive": 0, "pay": 1, "neutral-roll": 1, "after": 3, "reward-deal": 3}
for _phase in ("governor-deal", "governor", "governor-roll", "smuggler", "smuggler-roll"):
    STEP_OF[_phase] = 3
TOPICS = {
    "move": "walk",
    "arrive": "assistants",
    "pay": "merchants",
    "after": "encounters",
    "governor": "encounters",
    "smuggler": "encounters",
    "finished": "end",
}


def scene(look: Look) -> Scene:
    """What a viewer sees, see `View.scene`."""
    if look.seat is None:
        return _open(look)
    own = {
        "seat": look.seat,
        "elements": elements(look, picks(look)),
        "panels": panels(look),
        "hand": hand(look),
        "prompt": asked(look) if look.legal else None,
    }
    return over(_open(look), own)


@shared
def _open(look: Look) -> Open:
    """What all viewers share."""
    seen = look.seen
    return {
        "seat": None,
        "actor": seen["actor"],
        "when": _when(look),
        "steps": _steps(look),
        "topic": _topic(seen),
        "goal": _goal(look.say, int(board.RUBIES_TO_END[seen["players"]])),
        "elements": elements(look, {}),
        "panels": open_panels(look),
        "hand": {},
        "prompt": unasked(look),
        "sheet": sheet(look),
    }


def _when(look: Look) -> str:
    seen = look.seen
    if not seen["round"]:
        return look.say("Before the first round")
    return look.say("Round {number}", number=seen["round"])


@cache
def _goal(say: Say, rubies: int) -> Goal:
    return {
        "text": say("First to {n} rubies", n=rubies),
        "short": say(":ruby: first to {n}", n=rubies),
        "of": rubies,
        "topics": ["goal", "end"],
    }


def _topic(seen: Mapping[str, Any]) -> str:
    phase: str = seen["phase"]
    if seen["round"] == 0 and phase != "finished":
        return "goal"
    return TOPICS.get(phase, "places")


def _steps(look: Look) -> list[Step]:
    seen = look.seen
    if not seen["round"] or seen["actor"] == OVER:
        return []
    return _said(look.say, STEP_OF.get(seen["phase"], 2))


@cache
def _said(say: Say, now: int) -> list[Step]:
    return build.steps(map(say, STEPS), now)


def measure(seen: Mapping[str, Any]) -> list[int]:
    """What the chart shows over time: rubies."""
    return [player["rubies"] for player in seen["seats"]]


def part_words(say: Say) -> dict[str, str]:
    """The parts of the estimate, as hints and reviews name them."""
    return {part: say(name) for part, name in PARTS.items()}


def measure_label(say: Say) -> str:
    """What the chart shows, in words."""
    return say("Rubies")


def rules(language: str) -> str:
    """The rules in a language, as Markdown."""
    return (FOLDER / f"rules.{language}.md").read_text(encoding="utf-8")


def about(say: Say) -> str:
    """What the home page says about the game."""
    return say(
        "Lead your merchant and his assistants through the bazaar and be the first to collect the rubies."
    )


def option_words(say: Say) -> dict[str, tuple[str, dict[str, str]]]:
    """The game's options and their values in words."""
    return {
        "layout": (
            say("Layout"),
            {
                "short": say("Short paths"),
                "long": say("Long paths"),
                "order": say("In order"),
                "random": say("Random"),
            },
        ),
        "variant": (
            say("Variant"),
            {"none": say("None"), "neutral-assistants": say("Neutral assistants")},
        ),
    }
