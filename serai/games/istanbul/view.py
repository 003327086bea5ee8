"""Istanbul on the page: scenes, sentences and drawings from what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serai.games.istanbul import board, ids
from serai.games.istanbul.page import art as drawings
from serai.games.istanbul.page import explain as notes
from serai.games.istanbul.page import log
from serai.games.istanbul.page.elements import elements
from serai.games.istanbul.page.panels import hand, open_panels, panels, winners
from serai.games.istanbul.page.picks import picks
from serai.games.istanbul.page.prompt import asked, steps, topic, unasked, when
from serai.games.istanbul.page.words import words
from serai.kernel.state import OVER
from serai.scene.layers import Over
from serai.scene.say import Say
from serai.scene.scene import Art, Happening, Line, Look, Note, Open, Scene, Sheet, Standing
from serai.scene.share import shared


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
        "when": when(look),
        "steps": steps(look),
        "topic": topic(seen),
        "elements": elements(look, {}),
        "panels": open_panels(look),
        "hand": {},
        "prompt": unasked(look),
        "sheet": _sheet(look) if seen["actor"] == OVER else None,
    }


def _sheet(look: Look) -> Sheet:
    """I21: rubies by where they came from, then what decides a tie."""
    say = look.say
    seats = look.seen["seats"]
    places = words(say).places
    rows: list[tuple[str, list[str]]] = []
    rest = [player["rubies"] for player in seats]
    full = int(board.MOSQUE_RUBIES[look.seen["players"]])
    for place, given, got in (
        (board.WAINWRIGHT, len(seats), [player["capacity"] == board.MOST_CAPACITY for player in seats]),
        (board.SMALL_MOSQUE, full, [{"red", "green"} <= set(player["tiles"]) for player in seats]),
        (board.GREAT_MOSQUE, full, [{"yellow", "blue"} <= set(player["tiles"]) for player in seats]),
    ):
        if sum(got) <= given:  # else somebody came too late for a ruby, and nothing tells who
            rows.append((places[place], [str(int(has)) for has in got]))
            rest = [left - int(has) for left, has in zip(rest, got, strict=True)]
    rows.append((say("Sultan and Gemstone Dealer"), [str(left) for left in rest]))
    rows.append((say("If tied: lira"), [str(player["lira"]) for player in seats]))
    rows.append((say("If tied: goods"), [str(sum(player["goods"].values())) for player in seats]))
    rows.append((say("If tied: bonus cards"), [str(player["cards"]) for player in seats]))
    return {
        "title": say("The rubies"),
        "rows": rows,
        "total": [str(player["rubies"]) for player in seats],
        "note": say("Most rubies wins; a tie is broken by lira, then goods, then bonus cards."),
        "winners": winners(look.seen),
    }


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


# Standing answers: most walks use an assistant, and most turns end without a card.
ASSISTANT = "assistant"
CARDS = "cards"


def standing(look: Look, chosen: frozenset[str]) -> dict[str, Standing]:
    return {
        ASSISTANT: {
            "label": look.say("Use assistants without asking me"),
            "on": ASSISTANT in chosen,
        },
        CARDS: {
            "label": look.say("Skip steps in which only cards could be played"),
            "on": CARDS in chosen,
        },
    }


def answer(look: Look, chosen: frozenset[str]) -> int | None:
    legal = look.legal
    if ASSISTANT in chosen and look.seen["phase"] == "arrive" and ids.PICK_UP_NEUTRAL not in legal:
        for choice in (ids.PICK_UP, ids.LEAVE):
            if choice in legal:
                return choice
    if CARDS in chosen:
        besides = [choice for choice in legal if choice < ids.YELLOW or choice == ids.END]
        if besides in ([ids.PASS], [ids.END]):
            return besides[0]
    return None


def lapsed(seen: Mapping[str, Any], chosen: frozenset[str]) -> frozenset[str]:
    return frozenset()


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
