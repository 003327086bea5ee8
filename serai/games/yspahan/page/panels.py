"""What everybody sees of the seats, the viewer's own cards, and the sheet of points."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from serai.games.yspahan import board, ids
from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page.prompt import CARD_CHOICES
from serai.games.yspahan.page.words import SOURCES, building_price, names
from serai.kernel.state import OVER
from serai.scene.say import Say
from serai.scene.scene import Card, Item, Look, Panel, Section, Sheet

BUILDINGS: Final = tuple(board.BUILDINGS)
MOST_BUILT: Final = len(BUILDINGS)


def panels(look: Look, seen: Observation) -> dict[str, Panel]:
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
    marks: dict[str, Item] = {"start": {"icon": "start", "label": say("Start player")}} if starts else {}
    return {
        "marks": marks,
        "stock": _stock(say, *stock, len(buildings)),
        "buildings": _buildings(say, buildings),
    }


@lru_cache(2048)
def _stock(say: Say, camels: int, gold: int, cards: int, built: int) -> dict[str, Item]:
    stock: dict[str, Item] = {
        "camels": {"icon": "camel", "text": str(camels), "label": say("Camels")},
        "gold": {"icon": "gold", "text": str(gold), "label": say("Gold")},
        "cards": {"icon": "cards", "text": str(cards), "label": say("Cards in hand")},
    }
    if built < MOST_BUILT:
        stock["next"] = {
            "icon": "trowel",
            "text": f"+{int(board.BUILDING_POINTS[built])}",
            "label": say("Points for the next building"),
        }
    return stock


@lru_cache(512)
def _buildings(say: Say, built: tuple[str, ...]) -> dict[str, Item]:
    return {
        building: {
            "icon": building,
            "label": _building_label(say, building, building in built),
            "state": "on" if building in built else "off",
        }
        for building in BUILDINGS
    }


def _building_label(say: Say, building: str, built: bool) -> str:
    name = names(say)
    cost = say("built") if built else building_price(say, building)
    return f"{name.buildings[building]} ({cost}): {name.effects[building]}"


def hand(look: Look, seen: Observation) -> dict[str, Section]:
    """The viewer's cards. A card lights up when it can be played or discarded for a die."""
    held = seen["hand"]
    if held is None:
        return {}
    say = look.say
    piles = (seen["deck"], len(seen["discards"]))
    why = _not_now(look, seen)
    if why:
        return _waiting_hand(say, tuple(held), why, piles)
    shown: dict[str, Card] = {}
    for kind in held:
        first, end = CARD_CHOICES[kind]
        discard = ids.DISCARD + _KINDS[kind]
        choices = [choice for choice in look.legal if first <= choice < end or choice == discard]
        card = _card(say, kind, "" if choices else why_not_card(look, seen, kind))
        shown[_key(shown, kind)] = {**card, "choices": choices} if choices else card
    return _hand(say, shown, piles)


@lru_cache(2048)
def _waiting_hand(say: Say, held: tuple[str, ...], why: str, piles: tuple[int, int]) -> dict[str, Section]:
    shown: dict[str, Card] = {}
    for kind in held:
        shown[_key(shown, kind)] = _card(say, kind, why)
    return _hand(say, shown, piles)


def _hand(say: Say, shown: dict[str, Card], piles: tuple[int, int]) -> dict[str, Section]:
    note = "" if shown else say("no cards")
    return {"hand": {"title": say("Your hand"), "note": note, "cards": shown}, "piles": _piles(say, *piles)}


def _key(shown: dict[str, Card], kind: str) -> str:
    return kind if kind not in shown else f"{kind}-2"


@lru_cache(1024)
def _card(say: Say, kind: str, why: str) -> Card:
    """A card, and why it cannot be played; without a reason it can."""
    name = names(say)
    card: Card = {
        "icon": f"card-{kind}",
        "title": name.cards[kind],
        "text": name.card_effects[kind],
        "state": "off" if why else "lit",
    }
    if why:
        card["note"] = why
    return card


@lru_cache(1024)
def _piles(say: Say, deck: int, discards: int) -> Section:
    """The draw pile and the open discards, beside the hand; who asks is told what lies there."""
    return {
        "title": say("Piles"),
        "cards": {
            "pile-deck": {"icon": "pile-deck", "title": str(deck), "text": say("to draw")},
            "pile-discards": {
                "icon": "pile-discards" if discards else "pile-none",
                "title": str(discards),
                "text": say("discarded"),
            },
        },
    }


_KINDS: Final = {kind: i for i, kind in enumerate(CARD_CHOICES)}


def _not_now(look: Look, seen: Observation) -> str:
    """Why no card at all can be played; nothing if one could."""
    if seen["actor"] == OVER:
        return look.say("The game is over.")
    if look.seat != seen["turn"] or look.seat != seen["actor"]:
        return look.say("Cards are played in your own turn.")
    return ""


def why_not_card(look: Look, seen: Observation, kind: str) -> str:
    """Why a card cannot be played now (Y21, Y22)."""
    say = look.say
    if why := _not_now(look, seen):
        return why
    if seen["phase"] not in ("take", "act", "end"):
        return say("Cards wait until this is settled.")
    mine = seen["seats"][seen["turn"]]
    if kind == "swap" and not mine["camels"] and not mine["gold"]:
        return say("You have neither camels nor gold.")
    if kind == "camels-for-points":
        return say("You have no camels.")
    if kind == "gold-for-points":
        return say("You have no gold.")
    if kind == "shop":
        return say("No shop is open to you.")
    if kind.startswith("build"):
        if seen["players"] == 2 and seen["phase"] != "act":
            return say("With two players a building takes a group of dice: take one first.")
        return say("You cannot afford the rest of any building you are missing.")
    return say("It would have no effect now.")


def sheet(look: Look, seen: Observation) -> Sheet | None:
    """Points by source: at the end of a week and of the game."""
    over = seen["actor"] == OVER
    week_ended = seen["week"] > 1 and seen["day"] == 1 and seen["phase"] in ("dice", "roll")
    if not over and not week_ended:
        return None
    say = look.say
    scores = [seat["score"] for seat in seen["seats"]]
    best = max(scores)
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
        "winners": [seat for seat, score in enumerate(scores) if score == best] if over else [],
    }
