"""Istanbul on the page: scenes, sentences and drawings from what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from serai.games.istanbul.page import art as drawings
from serai.games.istanbul.page import explain as notes
from serai.games.istanbul.page import log
from serai.games.istanbul.page import standing as answers
from serai.games.istanbul.page.elements import elements
from serai.games.istanbul.page.hand import hand
from serai.games.istanbul.page.panels import open_panels, panels, sheet
from serai.games.istanbul.page.picks import picks
from serai.games.istanbul.page.prompt import asked, unasked
from serai.kernel.state import OVER
from serai.scene.layers import Over
from serai.scene.say import Say, mark
from serai.scene.scene import Art, Happening, Line, Look, Note, Open, Scene, Standing, Step
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
    if look.seat is None:
        return _open(look)
    own: dict[str, object] = {"seat": look.seat, "elements": elements(look, picks(look)), "hand": hand(look)}
    if known := panels(look):
        own["panels"] = known
    if look.legal:
        own["prompt"] = asked(look)
    return Over(_open(look), own)


@shared
def _open(look: Look) -> Open:
    """For all who look on."""
    seen = look.seen
    return {
        "seat": None,
        "actor": seen["actor"],
        "when": _when(look),
        "steps": _steps(look),
        "topic": _topic(seen),
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
    return [
        {"label": say(label), "state": "past" if i < now else "now" if i == now else "next"}
        for i, label in enumerate(STEPS)
    ]


def lines(happening: Happening, look: Look) -> list[Line]:
    return log.lines(happening, look)


def explain(look: Look, thing: str) -> Note | None:
    return notes.explain(look, thing)


def measure(seen: Mapping[str, Any]) -> list[int]:
    return [player["rubies"] for player in seen["seats"]]


def part_words(say: Say) -> dict[str, str]:
    return {
        "rubies": say("rubies"),
        "cart": say("the cart"),
        "tiles": say("mosque tiles"),
        "goods": say("goods"),
        "lira": say("lira"),
        "cards": say("bonus cards"),
        "family": say("the family member"),
        "assistants": say("assistants"),
        "place": say("a good place"),
    }


def measure_label(say: Say) -> str:
    return say("Rubies")


def standing(look: Look, chosen: frozenset[str]) -> dict[str, Standing]:
    return answers.standing(look, chosen)


def answer(look: Look, chosen: frozenset[str]) -> int | None:
    return answers.answer(look, chosen)


def lapsed(seen: Mapping[str, Any], chosen: frozenset[str]) -> frozenset[str]:
    return answers.lapsed(seen, chosen)


def art() -> Art:
    return drawings.art()


def rules(language: str) -> str:
    return (drawings.FOLDER / f"rules.{language}.md").read_text(encoding="utf-8")


def about(say: Say) -> str:
    return say(
        "Lead your merchant and his assistants through the bazaar and be the first to collect the rubies."
    )


def option_words(say: Say) -> dict[str, tuple[str, dict[str, str]]]:
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
