"""What the viewer alone holds: bonus cards and mosque tiles."""

from __future__ import annotations

from serai.games.istanbul import ids
from serai.games.istanbul.page.picks import card_of
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


_KINDS = tuple(CARD)


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
        if ids.DISCARD <= choice < ids.CATCH_FOR_CARD:
            by_kind.setdefault(_KINDS[choice - ids.DISCARD], []).append(choice)
        elif ids.YELLOW <= choice < ids.END:
            yellow.append(choice)
        elif choice >= ids.CARD_GOOD:
            by_kind.setdefault(card_of(choice), []).append(choice)
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
    card = build.card(f"card-{kind}", names.cards[number], names.effects[number])
    if choices:
        card["choices"] = choices
        card["state"] = f"kind-{kind} lit"
        card["note"] = say("Discard it") if choices[0] < ids.CATCH_FOR_CARD else say("Play now")
    else:
        card["state"] = f"kind-{kind} off"
        card["note"] = say(WHEN[kind])
    return card
