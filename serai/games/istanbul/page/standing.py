"""Standing answers: most walks use an assistant, and most turns end without a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serai.games.istanbul import ids
from serai.games.istanbul.page.picks import BESIDES
from serai.scene.scene import Look, Standing

ASSISTANT = "assistant"
CARDS = "cards"


def standing(look: Look, chosen: frozenset[str]) -> dict[str, Standing]:
    """The standing answers that a player may give, see `View.standing`."""
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
    """The choice that a standing answer makes now, see `View.answer`."""
    legal = look.legal
    if ASSISTANT in chosen and look.seen["phase"] == "arrive" and ids.PICK_UP_NEUTRAL not in legal:
        for choice in (ids.PICK_UP, ids.LEAVE):
            if choice in legal:
                return choice
    if CARDS in chosen:
        besides = [choice for choice in legal if ids.split(choice)[0] not in BESIDES]
        if besides in ([ids.PASS], [ids.END]):
            return besides[0]
    return None


def lapsed(seen: Mapping[str, Any], chosen: frozenset[str]) -> frozenset[str]:
    """The standing answers that end here, see `View.lapsed`."""
    return frozenset()
