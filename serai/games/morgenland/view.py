"""Morgenland on the page: scenes, log, explanations. The modules in `page/` do the work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from serai.games.morgenland import board
from serai.games.morgenland.page.art import FOLDER
from serai.games.morgenland.page.art import art as art
from serai.games.morgenland.page.elements import elements
from serai.games.morgenland.page.explain import explain as explain
from serai.games.morgenland.page.hand import hand
from serai.games.morgenland.page.log import lines as lines
from serai.games.morgenland.page.panels import artifacts, open_panels, panels, sheet
from serai.games.morgenland.page.picks import NO_OFFERS, Offers
from serai.games.morgenland.page.prompt import asked, unasked
from serai.games.morgenland.page.reading import current, observation, stage
from serai.games.morgenland.page.standing import answer as answer
from serai.games.morgenland.page.standing import lapsed as lapsed
from serai.games.morgenland.page.standing import standing as standing
from serai.scene import build
from serai.scene.layers import over
from serai.scene.say import Say
from serai.scene.scene import Goal, Look, Open, Scene, Step
from serai.scene.share import shared


def scene(look: Look, /) -> Scene:
    """What a viewer sees, see `View.scene`."""
    if look.seat is None:
        return _open(look)
    offers = Offers(look.legal)
    own = {
        "seat": look.seat,
        "elements": elements(look, offers),
        "panels": panels(look),
        "hand": hand(look, offers),
        "prompt": asked(look) if look.legal else None,
    }
    return over(_open(look), own)


@shared
def _open(look: Look) -> Open:
    """What all viewers share."""
    say = look.say
    seen = observation(look.seen)
    return {
        "seat": None,
        "actor": seen["actor"],
        "when": say("Round {n}", n=seen["round"]) if seen["round"] else say("Before the first round"),
        "steps": _steps(look),
        "topic": _topic(look),
        "goal": _goal(say, seen["mode"], sum([pile["size"] for pile in seen["piles"]])),
        "elements": elements(look, NO_OFFERS),
        "panels": open_panels(look),
        "hand": {},
        "prompt": unasked(look),
        "sheet": sheet(look),
    }


@cache
def _goal(say: Say, mode: str, left: int) -> Goal:
    """The last artifact ends the full game; three of one player end the first game."""
    if mode == "basic":
        text = say("Most artifacts, once someone has three")
        return {"text": text, "short": say("Most artifacts"), "of": 3, "topics": ["start", "over"]}
    text = say("Most artifacts · {n} left to buy", n=left)
    return {"text": text, "short": say("Most artifacts"), "topics": ["start", "over"]}


def _steps(look: Look) -> list[Step]:
    """Vizier, placing, resolution with the number of the field; empty before the first round."""
    say = look.say
    seen = observation(look.seen)
    at = {"start": -1, "vizier": 0, "placing": 1, "over": 3}.get(stage(seen), 2)
    last = say("Resolution")
    if at == 2 and current(seen) < board.NUM_FIELDS:
        last = say("Resolution · {n} of {all}", n=current(seen) + 1, all=board.NUM_FIELDS)
    return build.steps([say("Vizier"), say("Placing"), last], at)


TOPICS = {"target": "artifacts", "counter": "spells", "answer": "spells", "keep": "spells", "market": "city"}


def _topic(look: Look) -> str:
    seen = observation(look.seen)
    return TOPICS.get(seen["phase"]) or stage(seen)


def measure(seen: Mapping[str, Any], /) -> list[int]:
    """What the chart shows over time: artifacts."""
    return [artifacts(seat) for seat in observation(seen)["seats"]]


def part_words(say: Say, /) -> dict[str, str]:
    """The parts of the estimate, as hints and reviews name them."""
    return {
        "artifacts": say("artifacts"),
        "their use": say("what artifacts can do"),
        "spells": say("spells"),
        "treasures": say("treasures"),
        "city": say("the city"),
        "palace": say("the palace"),
        "figures in hand": say("figures in hand"),
        "plays": say("plays"),
    }


def measure_label(say: Say, /) -> str:
    """What the chart shows, in words."""
    return say("Artifacts")


def rules(language: str, /) -> str:
    """The rules in a language, as Markdown."""
    return (FOLDER / f"rules.{language}.md").read_text(encoding="utf-8")


def about(say: Say, /) -> str:
    """What the home page says about the game."""
    return say(
        "Hidden bids for treasure, magic and the caliph’s artifacts, from the dragon caves to the palace."
    )


def option_words(say: Say, /) -> dict[str, tuple[str, dict[str, str]]]:
    """The game's options and their values in words."""
    return {
        "game": (say("Game"), {"pro": say("full game"), "basic": say("first game, without magic")}),
        "treasure-cards": (say("Treasure cards"), {"": say("reconstructed")}),
    }
