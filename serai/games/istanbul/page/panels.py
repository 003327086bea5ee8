"""The public information about each seat, and the table of results."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from serai.games.istanbul import board
from serai.games.istanbul.page.words import CARD, PLACE, TILE, lira, words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.layers import Over
from serai.scene.say import Say
from serai.scene.scene import Item, Look, Panel, Sheet
from serai.scene.share import own_panels, shared

TILE_ORDER = ("red", "green", "yellow", "blue")


def panels(look: Look) -> Over | None:
    """The panels of seats about which the viewer knows more than the public."""
    return own_panels(look, _panel, open_panels)


@shared
def open_panels(look: Look) -> dict[str, Panel]:
    """The panels as a spectator sees them."""
    return {str(seat): _panel(look, seat) for seat in range(len(look.seen["seats"]))}


def _panel(look: Look, seat: int) -> Panel:
    seen = look.seen
    player = seen["seats"][seat]
    state = "active" if seat == seen["actor"] else ""
    tags = [look.say("bot")] if look.bots[seat] else []
    if seat == seen["starter"] and seen["round"]:
        tags.append(look.say("1st"))
    if seen["actor"] == OVER and seat in winners(seen):
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
    names = words_in(say)
    place = PLACE[merchant]
    held: dict[str, Item] = {}
    for number, good in enumerate(board.GOODS):
        held[good] = build.item(
            say("{good}: {number} of {most}", good=names.goods[number], number=goods[number], most=capacity),
            good,
            str(goods[number]),
            value=goods[number],
            of=capacity,
        )
    mosque: dict[str, Item] = {}
    for colour in TILE_ORDER:
        number = TILE[colour]
        has = colour in owned
        mosque[colour] = build.item(
            f"{names.tiles[number]}: {names.powers[number]}"
            if has
            else say("{tile}: not taken yet", tile=names.tiles[number]),
            f"tile-{colour}",
            state="on" if has else "off",
        )
    hand = say.plural("{n} bonus card", "{n} bonus cards", cards)
    if known:
        hand += ", " + say("known: {cards}", cards=", ".join(names.cards[CARD[name]] for name in known))
    return {
        "face": {"bust": build.item(say("Merchant: {place}", place=names.places[place]), f"bust-{seat}")},
        "where": {
            "place": build.item(
                say("Merchant: {place}", place=names.places[place]), f"place-{place + 1}", names.places[place]
            ),
            "lira": build.item(lira(say, money), "lira", str(money)),
        },
        "rubies": {
            "rubies": build.item(
                say.plural("{n} ruby of {goal}", "{n} rubies of {goal}", rubies, goal=goal),
                value=rubies,
                of=max(goal, rubies),
            ),
            "cart": build.item(
                say("The cart holds {number} of each good", number=capacity), "wheelbarrow", str(capacity)
            ),
        },
        "goods": held,
        "tiles": {
            **mosque,
            "assistants": build.item(
                say("Assistants: {with_merchant} with the merchant, {out} out", with_merchant=stack, out=out),
                f"assistant-{seat}",
                f"{stack}/{stack + out}",
            ),
            "cards": build.item(hand, "card", str(cards)),
        },
    }


def winners(seen: Any) -> list[int]:
    """The winners by rubies, lira, goods and cards, once the game is over."""
    results = [
        (player["rubies"], player["lira"], sum(player["goods"].values()), player["cards"])
        for player in seen["seats"]
    ]
    return build.best(results)


def sheet(look: Look) -> Sheet | None:
    """I21: rubies by where they came from, then what decides a tie."""
    if look.seen["actor"] != OVER:
        return None
    say = look.say
    seats = look.seen["seats"]
    places = words_in(say).places
    rows: list[tuple[str, list[str]]] = []
    rest = [player["rubies"] for player in seats]
    full = int(board.MOSQUE_RUBIES[look.seen["players"]])
    for place, given, got in (
        (board.WAINWRIGHT, len(seats), [player["capacity"] == board.MOST_CAPACITY for player in seats]),
        (board.SMALL_MOSQUE, full, [{"red", "green"} <= set(player["tiles"]) for player in seats]),
        (board.GREAT_MOSQUE, full, [{"yellow", "blue"} <= set(player["tiles"]) for player in seats]),
    ):
        if sum(got) <= given:  # otherwise someone came too late for a ruby, and nothing says who
            rows.append((places[place], [str(int(has)) for has in got]))
            rest = [left - int(has) for left, has in zip(rest, got, strict=True)]
    rows.append((say("Sultan and Gemstone Dealer"), [str(left) for left in rest]))
    ties = [
        (say("If tied: lira"), [str(player["lira"]) for player in seats]),
        (say("If tied: goods"), [str(sum(player["goods"].values())) for player in seats]),
        (say("If tied: bonus cards"), [str(player["cards"]) for player in seats]),
    ]
    return {
        "title": say("The rubies"),
        "rows": rows,
        "total": [str(player["rubies"]) for player in seats],
        "ties": ties,
        "note": say("Most rubies wins; a tie is broken by lira, then goods, then bonus cards."),
        "winners": winners(look.seen),
    }
