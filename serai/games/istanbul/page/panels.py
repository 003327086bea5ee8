"""What everybody sees of each seat, and what the viewer alone holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from serai.games.istanbul import board, ids
from serai.games.istanbul.page.picks import card_of
from serai.games.istanbul.page.words import CARD, PLACE, TILE, lira, words
from serai.scene.layers import Over
from serai.scene.say import Say, mark
from serai.scene.scene import Card, Item, Look, Panel, Section
from serai.scene.share import shared

TILE_ORDER = ("red", "green", "yellow", "blue")
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


def panels(look: Look) -> Over | None:
    """Where the viewer knows more of others than everybody does."""
    if look.public is None:
        return None
    seats, open_to_all = look.seen["seats"], look.public.seen["seats"]
    own = {str(seat): _panel(look, seat) for seat in range(len(seats)) if seats[seat] != open_to_all[seat]}
    return Over(open_panels(look), own) if own else None


@shared
def open_panels(look: Look) -> dict[str, Panel]:
    return {str(seat): _panel(look, seat) for seat in range(len(look.seen["seats"]))}


def _panel(look: Look, seat: int) -> Panel:
    seen = look.seen
    player = seen["seats"][seat]
    state = "active" if seat == seen["actor"] else ""
    tags = [look.say("bot")] if look.bots[seat] else []
    if seat == seen["starter"] and seen["round"]:
        tags.append(look.say("1st"))
    if seen["actor"] == -2 and seat in winners(seen):
        state += " winner"
    return {
        "name": look.names[seat],
        "tags": tags,
        "state": state.strip(),
        "score": str(player["rubies"]),
        "score_label": look.say.plural("ruby", "rubies", player["rubies"]),
        "rows": _rows(look.say, seat, int(board.RUBIES_TO_END[seen["players"]]), _key(player)),
    }


def _key(player: dict[str, Any]) -> tuple[Any, ...]:
    goods = player["goods"]
    return (
        player["rubies"],
        player["lira"],
        (goods["fabric"], goods["spice"], goods["fruit"], goods["jewellery"]),
        player["capacity"],
        tuple(player["tiles"]),
        player["merchant"],
        len(player["stack"]),
        len(player["assistants"]),
        player["cards"],
        tuple(player["known"]),
    )


@lru_cache(2048)
def _rows(say: Say, seat: int, goal: int, key: tuple[Any, ...]) -> dict[str, dict[str, Item]]:
    rubies, money, goods, capacity, owned, merchant, stack, out, cards, known = key
    names = words(say)
    place = PLACE[merchant]
    held: dict[str, Item] = {}
    for number, good in enumerate(board.GOODS):
        held[good] = {
            "icon": good,
            "text": str(goods[number]),
            "value": goods[number],
            "of": capacity,
            "label": say(
                "{good}: {number} of {most}", good=names.goods[number], number=goods[number], most=capacity
            ),
        }
    mosque: dict[str, Item] = {}
    for colour in TILE_ORDER:
        number = TILE[colour]
        has = colour in owned
        mosque[colour] = {
            "icon": f"tile-{colour}",
            "state": "on" if has else "off",
            "label": f"{names.tiles[number]}: {names.powers[number]}"
            if has
            else say("{tile}: not taken yet", tile=names.tiles[number]),
        }
    hand = say.plural("{n} bonus card", "{n} bonus cards", cards)
    if known:
        hand += ", " + say("known: {cards}", cards=", ".join(names.cards[CARD[name]] for name in known))
    return {
        "face": {
            "bust": {"icon": f"bust-{seat}", "label": say("Merchant: {place}", place=names.places[place])}
        },
        "where": {
            "place": {
                "icon": f"place-{place + 1}",
                "text": names.places[place],
                "label": say("Merchant: {place}", place=names.places[place]),
            },
            "lira": {"icon": "lira", "text": str(money), "label": lira(say, money)},
        },
        "rubies": {
            "rubies": {
                "value": rubies,
                "of": max(goal, rubies),
                "label": say.plural("{n} ruby of {goal}", "{n} rubies of {goal}", rubies, goal=goal),
            },
            "cart": {
                "icon": "wheelbarrow",
                "text": str(capacity),
                "label": say("The cart holds {number} of each good", number=capacity),
            },
        },
        "goods": held,
        "tiles": {
            **mosque,
            "assistants": {
                "icon": f"assistant-{seat}",
                "text": f"{stack}/{stack + out}",
                "label": say(
                    "Assistants: {with_merchant} with the merchant, {out} out", with_merchant=stack, out=out
                ),
            },
            "cards": {"icon": "card", "text": str(cards), "label": hand},
        },
    }


def winners(seen: Any) -> list[int]:
    """Who has won, by rubies, lira, goods and cards, once the game is over."""
    results = [
        (player["rubies"], player["lira"], sum(player["goods"].values()), player["cards"])
        for player in seen["seats"]
    ]
    best = max(results)
    return [seat for seat, result in enumerate(results) if result == best]


def hand(look: Look) -> dict[str, Section]:
    """The viewer's bonus cards and mosque tiles."""
    seen = look.seen
    if seen["seat"] is None:
        return {}
    say = look.say
    names = words(say)
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
            tile: Card = {
                "icon": f"tile-{colour}",
                "title": names.tiles[number],
                "text": names.powers[number],
            }
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
    names = words(say)
    card: Card = {"icon": f"card-{kind}", "title": names.cards[number], "text": names.effects[number]}
    if choices:
        card["choices"] = choices
        card["state"] = f"kind-{kind} lit"
        card["note"] = say("Discard it") if choices[0] < ids.CATCH_FOR_CARD else say("Play now")
    else:
        card["state"] = f"kind-{kind} off"
        card["note"] = say(WHEN[kind])
    return card
