"""Yspahan on the page: scenes, log, explanations. The modules in `page/` do the work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page import elements, hand, panels, prompt
from serai.games.yspahan.page.art import FOLDER
from serai.games.yspahan.page.art import art as art
from serai.games.yspahan.page.explain import explain as explain
from serai.games.yspahan.page.log import lines as lines
from serai.games.yspahan.page.words import PARTS, words_in
from serai.scene import build
from serai.scene.layers import Over
from serai.scene.say import Say
from serai.scene.scene import Goal, Look, Open, Scene, Section, Standing, Step
from serai.scene.share import shared

TOPICS = {
    "start": "goal",
    "dice": "dice",
    "roll": "dice",
    "take": "turn",
    "act": "turn",
    "place": "shops",
    "hoist": "shops",
    "order": "supervisor",
    "camel": "supervisor",
    "deal": "cards",
    "swap": "cards",
    "end": "buildings",
    "done": "end",
}
NO_HAND: Final[dict[str, Section]] = {}


def scene(look: Look) -> Scene:
    """What a viewer sees, see `View.scene`."""
    if look.seat is None:
        return _open(look)
    seen = cast(Observation, look.seen)
    own: dict[str, object] = {"seat": look.seat, "hand": hand.hand(look, seen)}
    if look.legal:
        own["elements"] = elements.choosable(look, seen)
        own["prompt"] = prompt.asked(look, seen)
    return Over(_open(look), own)


@shared
def _open(look: Look) -> Open:
    """What all viewers share."""
    seen = cast(Observation, look.seen)
    return {
        "seat": None,
        "actor": seen["actor"],
        "when": f"{words_in(look.say).weeks[seen['week']]} · {look.say('Day {n}', n=seen['day'])}",
        "steps": _days(look.say, seen["day"]),
        "topic": TOPICS[seen["phase"]],
        "goal": _goal(look.say),
        "elements": elements.elements(look),
        "panels": panels.panels(look, seen),
        "hand": NO_HAND,
        "prompt": prompt.unasked(look, seen),
        "sheet": panels.sheet(look, seen),
    }


@cache
def _goal(say: Say) -> Goal:
    return {
        "text": say("Most points after three weeks"),
        "short": say("Most points"),
        "topics": ["goal", "end"],
    }


@cache
def _days(say: Say, today: int) -> list[Step]:
    return build.steps([say("Day {n}", n=day) for day in range(1, 8)], today - 1)


def measure(seen: Mapping[str, Any]) -> list[int]:
    """What the chart shows over time: points."""
    return [seat["score"] for seat in cast(Observation, seen)["seats"]]


def part_words(say: Say) -> dict[str, str]:
    """The parts of the estimate, as hints and reviews name them."""
    return {part: say(name) for part, name in PARTS.items()}


def measure_label(say: Say) -> str:
    """What the chart shows, in words."""
    return say("Points")


def standing(look: Look, chosen: frozenset[str]) -> dict[str, Standing]:
    """No standing answers: every choice of this game matters."""
    return {}


def answer(look: Look, chosen: frozenset[str]) -> int | None:
    """No choice, since there are no standing answers."""
    return None


def lapsed(seen: Mapping[str, Any], chosen: frozenset[str]) -> frozenset[str]:
    """None, since there are no standing answers."""
    return frozenset()


def rules(language: str) -> str:
    """The rules in a language, as Markdown."""
    return (FOLDER / f"rules.{language}.md").read_text(encoding="utf-8")


def about(say: Say) -> str:
    """What the home page says about the game."""
    return say("Take your dice, fill the bazaars and load the caravan: three weeks of trade in Persia.")


def option_words(say: Say) -> dict[str, tuple[str, dict[str, str]]]:
    """The game's options and their values in words."""
    return {}
