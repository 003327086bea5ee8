"""The viewer's own things: figures, artifacts, spell cards."""

from __future__ import annotations

from functools import cache

from serai.games.morgenland import board
from serai.games.morgenland.observe import Observation
from serai.games.morgenland.page.picks import Offers
from serai.games.morgenland.page.reading import observation
from serai.games.morgenland.page.words import words_in
from serai.scene import build
from serai.scene.say import Say
from serai.scene.scene import Card, Look, Section


def hand(look: Look, offers: Offers) -> dict[str, Section]:
    """What the viewer has, in sections; empty for a spectator."""
    if look.seat is None:
        return {}
    seen = observation(look.seen)
    shown = {"figures": _figures(look, seen, look.seat, offers)}
    if seen["mode"] == "pro":
        shown["artifacts"] = _artifacts(look, seen, look.seat, offers)
        shown["spells"] = _spells(look, seen, look.seat, offers)
    return shown


def _figures(look: Look, seen: Observation, seat: int, offers: Offers) -> Section:
    say = look.say
    words = words_in(say)
    in_hand = seen["hand"] or []
    where: dict[int, tuple[str, bool]] = {}
    for name, groups in seen["fields"].items():
        for group in groups:
            if group["seat"] == seat:
                for strength in group["figures"]:
                    if strength is not None:
                        where[strength] = name, strength in group["open"]
    mine = _own_figures_asked(seen, seat)
    cards: dict[str, Card] = {}
    for strength in board.STRENGTHS:
        if strength in in_hand:
            note, state, icon = say("to place"), "left", "own"
        elif strength in where:
            name, is_open = where[strength]
            note, state, icon = words.brief[name], "placed", "open" if is_open else "own"
        else:
            note, state, icon = say("out"), "gone", "own"
        card = build.card(f"{icon}-{seat}", str(strength), note=note, state=state)
        choices = offers.figures.get(strength) if mine else None
        if choices:
            card["choices"] = choices
            card["state"] = f"{state} lit"
        cards[f"figure-{strength}"] = card
    left = len(in_hand)
    return {
        "title": say("Figures"),
        "note": say.plural("{n} to place", "{n} to place", left) if left else say("all placed"),
        "cards": cards,
    }


def _own_figures_asked(seen: Observation, seat: int) -> bool:
    """Whether the figures that can be chosen are the viewer's own."""
    play = seen["play"]
    if play is None or seen["phase"] == "place":
        return True
    return play["owner"] is None or play["owner"] == seat


def _artifacts(look: Look, seen: Observation, number: int, offers: Offers) -> Section:
    say = look.say
    words = words_in(say)
    seat = seen["seats"][number]
    cards: dict[str, Card] = {}
    offered = offers.artifacts if seen["phase"] != "answer" else {}
    play = seen["play"]
    if seen["phase"] == "target" and play is not None and play["play"] == "free-rider":
        offered = {}  # another player's open artifact is named
    for kind, owned in seat["artifacts"].items():
        played = seat["played"].get(kind, 0)
        for is_open, count in ((False, owned - played), (True, played)):
            if not count:
                continue
            card = build.card(f"art-{kind}", words.name[kind], words.short[kind])
            if count > 1:
                card["note"] = f"×{count}"
            choices = offered.get(kind) if not is_open else None
            if choices:
                card["choices"] = choices
                card["state"] = "lit"
            elif is_open:
                card["state"] = "used"
                card["note"] = say("played") + (f" ×{count}" if count > 1 else "")
            else:
                card["state"] = "off" if not seat["plays_left"] or kind == "scroll" else "idle"
            cards[f"art-{kind}-open" if is_open else f"art-{kind}"] = card
    plays = seat["plays_left"]
    if number == seen["djinn"]:
        note = say("the Djinn allows two") if plays else say("both played")
    else:
        note = say("one per round") if plays else say("one played")
    return {"title": say("Artifacts"), "note": note, "cards": cards}


def _spells(look: Look, seen: Observation, number: int, offers: Offers) -> Section:
    say = look.say
    lamp = "lamp" in seen["seats"][number]["played"]
    keeping = seen["phase"] == "keep" and any(seen["drawn"])
    cards: dict[str, Card] = {}
    if keeping:
        for drawn in seen["drawn"]:
            if drawn is not None:
                card = _spell(say, drawn, True)
                card["note"] = say("drawn")
                card["state"] = "drawn lit" if drawn in offers.spells else "drawn"
                if drawn in offers.spells:
                    card["choices"] = offers.spells[drawn]
                cards[f"spell-{drawn}"] = card
    for name in seen["spells"] or []:
        card = _spell(say, name, lamp)
        choices = offers.spells.get(name) if not keeping else None
        if choices:
            card["choices"] = choices
            card["state"] = "lit"
        cards[f"spell-{name}"] = card
    if lamp:
        note = say("your Lamp is open")
    elif cards:
        note = say("once your Lamp is open")
    else:
        note = say("won in Aladdin’s Tent")
    return {"title": say("Spells"), "note": note, "cards": cards}


@cache
def _spell_text(say: Say, name: str) -> tuple[str, str]:
    words = words_in(say)
    return words.name[name], words.effect[name]


def _spell(say: Say, name: str, lamp: bool) -> Card:
    title, text = _spell_text(say, name)
    return build.card(name, title, text, state="idle" if lamp else "waiting")
