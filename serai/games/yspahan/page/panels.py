"""The public information about each seat, and the table of points."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from serai.games.yspahan import board
from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page.words import SOURCES, building_price, words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.say import Say
from serai.scene.scene import Item, Look, Panel, Sheet

BUILDINGS: Final = tuple(board.BUILDINGS)
MOST_BUILT: Final = len(BUILDINGS)


def panels(look: Look, seen: Observation) -> dict[str, Panel]:
    """What everyone may know about each seat."""
    return {str(seat): _panel(look, seen, seat) for seat in range(seen["players"])}


def _panel(look: Look, seen: Observation, seat: int) -> Panel:
    facts = seen["seats"][seat]
    score = facts["score"]
    active = seat == seen["actor"]
    won = seen["actor"] == OVER and score == max(other["score"] for other in seen["seats"])
    state = "active" if active else "winner" if won else ""
    starts = bool(seen["order"]) and seat == seen["starter"]
    stock = (facts["camels"], facts["gold"], facts["cards"])
    about = (look.names[seat], look.bots[seat], state, active, starts)
    return _drawn(look.say, *about, score, stock, tuple(facts["buildings"]))


@lru_cache(2048)
def _drawn(
    say: Say,
    name: str,
    bot: bool,
    state: str,
    active: bool,
    starts: bool,
    score: int,
    stock: tuple[int, int, int],
    buildings: tuple[str, ...],
) -> Panel:
    return {
        "name": name,
        "tags": [*([say("To play")] if active else []), *([say("Bot")] if bot else [])],
        "state": state,
        "score": str(score),
        "score_label": say("points"),
        "rows": _rows(say, starts, stock, buildings),
    }


@lru_cache(2048)
def _rows(
    say: Say, starts: bool, stock: tuple[int, int, int], buildings: tuple[str, ...]
) -> dict[str, dict[str, Item]]:
    marks: dict[str, Item] = {"start": build.item(say("Start player"), "start")} if starts else {}
    return {
        "marks": marks,
        "stock": _stock(say, *stock, len(buildings)),
        "buildings": _buildings(say, buildings),
    }


@lru_cache(2048)
def _stock(say: Say, camels: int, gold: int, cards: int, built: int) -> dict[str, Item]:
    stock: dict[str, Item] = {
        "camels": build.item(say("Camels"), "camel", str(camels)),
        "gold": build.item(say("Gold"), "gold", str(gold)),
        "cards": build.item(say("Cards in hand"), "cards", str(cards)),
    }
    if built < MOST_BUILT and (gain := int(board.BUILDING_POINTS[built])):
        stock["next"] = build.item(
            say("Points for the next building"), text=say("next building +{n}", n=gain)
        )
    return stock


@lru_cache(512)
def _buildings(say: Say, built: tuple[str, ...]) -> dict[str, Item]:
    return {
        building: build.item(
            _building_label(say, building, building in built),
            building,
            state="on" if building in built else "off",
        )
        for building in BUILDINGS
    }


def _building_label(say: Say, building: str, built: bool) -> str:
    name = words_in(say)
    cost = say("built") if built else building_price(say, building)
    return f"{name.buildings[building]} ({cost}): {name.effects[building]}"


def sheet(look: Look, seen: Observation) -> Sheet | None:
    """Points by source: at the end of a week and of the game."""
    over = seen["actor"] == OVER
    week_ended = seen["week"] > 1 and seen["day"] == 1 and seen["phase"] in ("dice", "roll")
    if not over and not week_ended:
        return None
    say = look.say
    scores = [seat["score"] for seat in seen["seats"]]
    gained: dict[str, list[int]] = {}
    for event in look.history():
        if event.kind == "points":
            gained.setdefault(event.about, [0] * seen["players"])[event.seat] += event.amount
    return {
        "title": say("Final points") if over else say("End of week {n}", n=seen["week"] - 1),
        "rows": [
            (say(label), [str(n) for n in gained[source]])
            for source, label in SOURCES.items()
            if source in gained
        ],
        "total": [str(score) for score in scores],
        "note": ""
        if over
        else say("The city is cleared; the caravan stays. The supervisor is back in the centre."),
        "winners": build.best(scores) if over else [],
    }
