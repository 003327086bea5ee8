"""The viewer's own things: bonus cards and mosque tiles."""

from __future__ import annotations

from serai.games.istanbul import ids
from serai.games.istanbul.cards import CARDS
from serai.games.istanbul.page.picks import CARD_OF
from serai.games.istanbul.page.words import CARD, TILE, words_in
from serai.scene import build
from serai.scene.say import mark
from serai.scene.scene import Card, Look, Section

# When a card can be played.
WHEN = {
    "good": mark("In your turn, while the cart has room"),
    "lira": mark("In your turn"),
    "sultan": mark("After the action at 13"),
    "post": mark("After the action at 5"),
    "gemstone": mark("After the action at 16"),
    "home": mark("In your turn, while the member is out"),
    "stay": mark("Instead of walking"),
    "far": mark("When you walk"),
    "assistant": mark("When you walk, with one out"),
    "any-goods": mark("Before the action at 11"),
}


def hand(look: Look) -> dict[str, Section]:
    """The viewer's bonus cards and mosque tiles."""
    seen = look.seen
    if seen["seat"] is None:
        return {}
    say = look.say
    names = words_in(say)
    by_kind: dict[str, list[int]] = {}
    yellow = []
    for choice in look.legal:
        what, index = ids.split(choice)
        if what == "yellow":
            yellow.append(choice)
        elif what == "discard":
            by_kind.setdefault(CARDS[index], []).append(choice)
        elif what in CARD_OF:
            by_kind.setdefault(CARD_OF[what], []).append(choice)
    cards: dict[str, Card] = {}
    counts: dict[str, int] = {}
    for kind in seen["hand"]:
        copy = counts[kind] = counts.get(kind, 0) + 1
        cards[f"{kind}-{copy}"] = _card(look, kind, by_kind.get(kind))
    sections: dict[str, Section] = {
        "cards": {
            "title": say("Your bonus cards"),
            "note": "" if cards else say("none"),
            "cards": cards,
        }
    }
    me = seen["seats"][seen["seat"]]
    if me["tiles"]:
        owned: dict[str, Card] = {}
        for colour in me["tiles"]:
            number = TILE[colour]
            tile = build.card(f"tile-{colour}", names.tiles[number], names.powers[number])
            if colour == "yellow":
                if yellow:
                    tile["choices"] = yellow
                    tile["state"] = "lit"
                elif "yellow" in seen["used"] and seen["turn"] == seen["seat"]:
                    tile["state"] = "used"
                    tile["note"] = say("used this turn")
            owned[f"tile-{colour}"] = tile
        sections["tiles"] = {"title": say("Your mosque tiles"), "cards": owned}
    return sections


def _card(look: Look, kind: str, choices: list[int] | None) -> Card:
    say = look.say
    number = CARD[kind]
    names = words_in(say)
    if choices:
        note = say("Discard it") if ids.split(choices[0])[0] == "discard" else say("Play now")
        state = f"kind-{kind} lit"
    else:
        note, state = say(WHEN[kind]), f"kind-{kind} off"
    return build.card(f"card-{kind}", names.cards[number], names.effects[number], note, state, choices)
