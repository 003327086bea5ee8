"""Morgenland on the page: scenes, log, explanations. The work is done in `page`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serai.games.morgenland import board
from serai.games.morgenland.page import art as drawing
from serai.games.morgenland.page import explain as notes
from serai.games.morgenland.page import log
from serai.games.morgenland.page import standing as answers
from serai.games.morgenland.page.elements import elements
from serai.games.morgenland.page.hand import hand
from serai.games.morgenland.page.panels import artifacts, open_panels, panels, sheet
from serai.games.morgenland.page.picks import NO_OFFERS, Offers
from serai.games.morgenland.page.prompt import asked, unasked
from serai.games.morgenland.page.reading import current, observation, stage
from serai.scene.layers import Over
from serai.scene.say import Say
from serai.scene.scene import Art, Happening, Line, Look, Note, Open, Scene, Standing, Step
from serai.scene.share import shared


def scene(look: Look, /) -> Scene:
    if look.seat is None:
        return _open(look)
    offers = Offers(look.legal)
    own: dict[str, object] = {
        "seat": look.seat,
        "elements": elements(look, offers),
        "hand": hand(look, offers),
    }
    if known := panels(look):
        own["panels"] = known
    if look.legal:
        own["prompt"] = asked(look)
    return Over(_open(look), own)


@shared
def _open(look: Look) -> Open:
    """For all who look on."""
    say = look.say
    seen = observation(look.seen)
    return {
        "seat": None,
        "actor": seen["actor"],
        "when": say("Round {n}", n=seen["round"]) if seen["round"] else say("Before the first round"),
        "steps": _steps(look),
        "topic": _topic(look),
        "elements": elements(look, NO_OFFERS),
        "panels": open_panels(look),
        "hand": {},
        "prompt": unasked(look),
        "sheet": sheet(look),
    }


def _steps(look: Look) -> list[Step]:
    """Vizier, placing, resolution with the number of the field."""
    say = look.say
    seen = observation(look.seen)
    at = {"start": 0, "vizier": 0, "placing": 1, "over": 3}.get(stage(seen), 2)
    last = say("Resolution")
    if at == 2 and current(seen) < board.NUM_FIELDS:
        last = say("Resolution · {n} of {all}", n=current(seen) + 1, all=board.NUM_FIELDS)
    labels = [say("Vizier"), say("Placing"), last]
    return [
        {"label": label, "state": "past" if i < at else "now" if i == at else "next"}
        for i, label in enumerate(labels)
    ]


TOPICS = {"target": "artifacts", "counter": "spells", "answer": "spells", "keep": "spells", "market": "city"}


def _topic(look: Look) -> str:
    seen = observation(look.seen)
    return TOPICS.get(seen["phase"]) or stage(seen)


def lines(happening: Happening, look: Look, /) -> list[Line]:
    return log.lines(happening, look)


def explain(look: Look, thing: str, /) -> Note | None:
    return notes.explain(look, thing)


def measure(seen: Mapping[str, Any], /) -> list[int]:
    return [artifacts(seat) for seat in observation(seen)["seats"]]


def part_words(say: Say, /) -> dict[str, str]:
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
    return say("Artifacts")


def standing(look: Look, chosen: frozenset[str], /) -> dict[str, Standing]:
    return answers.standing(look, chosen)


def answer(look: Look, chosen: frozenset[str], /) -> int | None:
    return answers.answer(look, chosen)


def lapsed(seen: Mapping[str, Any], chosen: frozenset[str], /) -> frozenset[str]:
    return answers.lapsed(seen, chosen)


def art() -> Art:
    return drawing.art()


def rules(language: str, /) -> str:
    return (drawing.FOLDER / f"rules.{language}.md").read_text(encoding="utf-8")


def about(say: Say, /) -> str:
    return say(
        "Hidden bids for treasure, magic and the caliph’s artifacts, from the dragon caves to the palace."
    )


def option_words(say: Say, /) -> dict[str, tuple[str, dict[str, str]]]:
    return {
        "game": (say("Game"), {"pro": say("full game"), "basic": say("first game, without magic")}),
        "treasure-cards": (say("Treasure cards"), {"": say("reconstructed")}),
    }
