"""The viewer's own cards, and the piles."""

from __future__ import annotations

from functools import lru_cache

from serai.games.yspahan import cards, ids
from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page.reading import CARD_OF
from serai.games.yspahan.page.words import words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.say import Say
from serai.scene.scene import Card, Look, Section


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
    offered: dict[str, list[int]] = {}
    for choice in look.legal:
        what, index = ids.split(choice)
        kind = cards.CARDS[index] if what == "discard" else CARD_OF.get(what)
        if kind is not None:
            offered.setdefault(kind, []).append(choice)
    shown: dict[str, Card] = {}
    for kind in held:
        choices = offered.get(kind)
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
    name = words_in(say)
    state = "off" if why else "lit"
    return build.card(f"card-{kind}", name.cards[kind], name.card_effects[kind], why, state)


@lru_cache(1024)
def _piles(say: Say, deck: int, discards: int) -> Section:
    """The draw pile and the open discards, beside the hand; their notes say what lies there."""
    return {
        "title": say("Piles"),
        "cards": {
            "pile-deck": build.card("pile-deck", str(deck), say("to draw")),
            "pile-discards": build.card(
                "pile-discards" if discards else "pile-none", str(discards), say("discarded")
            ),
        },
    }


def _not_now(look: Look, seen: Observation) -> str:
    """Why no card at all can be played; empty if one could."""
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
