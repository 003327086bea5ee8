"""Standing answers: passes that a player gives once for many moments (M18).

They only answer "play an artifact or a spell, or pass?". "For this round" has the number of the round in its
key, so that it ends with that round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serai.games.morgenland import ids
from serai.games.morgenland.page.reading import KIND_OF_CAVE, observation
from serai.scene.scene import Look, Standing

CAVES = "caves"
NOTHING = "nothing"
ROUND = "round-"


def standing(look: Look, chosen: frozenset[str]) -> dict[str, Standing]:
    """The standing answers that a player may give, see `View.standing`."""
    seen = observation(look.seen)
    if look.seat is None or seen["mode"] == "basic" or seen["phase"] == "done" or not seen["round"]:
        return {}
    say = look.say
    this_round = f"{ROUND}{seen['round']}"
    return {
        CAVES: {"label": say("Pass at the caves"), "on": CAVES in chosen},
        NOTHING: {"label": say("Pass until I can play something"), "on": NOTHING in chosen},
        this_round: {"label": say("Pass for the rest of this round"), "on": this_round in chosen},
    }


def answer(look: Look, chosen: frozenset[str]) -> int | None:
    """The choice that a standing answer makes now, see `View.answer`."""
    seen = observation(look.seen)
    if seen["phase"] != "moment" or look.seat is None or seen["actor"] != look.seat:
        return None
    if ids.PASS not in look.legal:
        return None
    at_cave = seen["moment"] == "at-field" and seen["current"] in KIND_OF_CAVE
    if (
        f"{ROUND}{seen['round']}" in chosen
        or (CAVES in chosen and at_cave)
        or (NOTHING in chosen and look.legal == [ids.PASS])
    ):
        return ids.PASS
    return None


def lapsed(seen: Mapping[str, Any], chosen: frozenset[str]) -> frozenset[str]:
    """Answers for a round end with it; all end with the game."""
    table = observation(seen)
    if table["phase"] == "done":
        return chosen
    this_round = f"{ROUND}{table['round']}"
    return frozenset(key for key in chosen if key.startswith(ROUND) and key != this_round)
