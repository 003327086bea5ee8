"""What a thing on the table is, and why it cannot be chosen now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serai.games.istanbul import board
from serai.games.istanbul.page import reading
from serai.games.istanbul.page.elements import steps
from serai.games.istanbul.page.hand import WHEN
from serai.games.istanbul.page.picks import picks
from serai.games.istanbul.page.prompt import ACTIONS
from serai.games.istanbul.page.words import CARD, GOOD, TILE, counted, words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.scene import Look, Note


def explain(look: Look, thing: str) -> Note | None:
    """The note about a thing on the table, see `View.explain`."""
    kind, _, rest = thing.partition("-")
    number = rest.partition("-")[0]
    if not number.isascii() or not number.isdigit() or len(number) > 2:
        number = ""
    if kind == "place" and number and 1 <= int(number) <= 16:
        return _place(look, int(number) - 1)
    if kind in ("merchant", "family", "out", "badge", "stack", "away") and number:
        return _figure(look, kind, int(number))
    if thing == "cart-assistants" and look.seat is not None:
        return _figure(look, "merchant", look.seat)
    if kind == "neutral":
        return _note(
            look,
            look.say("Neutral merchant"),
            look.say("Whoever meets him pays 2 lira to the bank; then the dice move him on."),
        )
    if thing.startswith("out-neutral"):
        return _note(
            look,
            look.say("Neutral assistant"),
            look.say("It may be picked up like one of your own. It never comes back by itself."),
        )
    if kind in ("governor", "smuggler"):
        return _encounter(look, kind)
    if kind == "lane" and rest in GOOD:
        return _lane(look, rest)
    if kind == "tile" and rest.partition("-")[0] in TILE:
        return _tile(look, rest.partition("-")[0])
    if kind == "far" and rest in TILE:
        return _tile(look, rest)
    if kind in ("pile", "open"):
        return _pile(look, kind)
    name = thing if thing in CARD else thing.rpartition("-")[0]
    if name in CARD:
        return _card(look, name)
    if kind == "die":
        return _note(
            look,
            look.say("Dice"),
            look.say("With the red tile you may turn one die to 4 or reroll both."),
        )
    if kind == "called":
        return _note(look, look.say("The number that was named"), look.say(ACTIONS[board.TEA_HOUSE]))
    for place, keys in _PARTS.items():
        if thing.startswith(keys):
            return _place(look, place)
    return None


# Small things that belong to a place.
_PARTS: dict[int, tuple[str, ...]] = {
    board.WAINWRIGHT: ("extensions", "ruby-wainwright", "rubies-wainwright"),
    board.POST_OFFICE: ("post-",),
    board.LARGE_MARKET: ("demand-large",),
    board.SMALL_MARKET: ("demand-small",),
    board.SULTANS_PALACE: ("ruby-sultan", "sultan-price"),
    board.SMALL_MOSQUE: ("ruby-small-mosque", "edge-red", "edge-green"),
    board.GREAT_MOSQUE: ("ruby-great-mosque", "edge-yellow", "edge-blue"),
    board.GEMSTONE_DEALER: ("ruby-gemstone", "gem-price", "sold-"),
}


def _note(look: Look, title: str, *texts: str) -> Note:
    return build.note(title, " ".join(text for text in texts if text))


def _whose_turn(look: Look) -> str:
    """Why nothing can be chosen at all; "" if the viewer must choose."""
    say = look.say
    seen = look.seen
    if look.legal:
        return ""
    if seen["actor"] == OVER:
        return say("The game is over.")
    if seen["actor"] < 0:
        return say("The dice and cards come first.")
    return say("It is {name}’s turn.", name=look.names[seen["actor"]])


# Places


def _place(look: Look, number: int) -> Note:
    say = look.say
    name = board.PLACES[number]
    title = f":place-{number + 1}: {words_in(say).places[number]}"
    if name not in look.seen["fields"]:
        return _note(look, title, say(ACTIONS[number]))
    return _note(look, title, say(ACTIONS[number]), _now(look, number), _why_not(look, number))


def _now(look: Look, number: int) -> str:
    """What a place requires and gives now."""
    say = look.say
    seen = look.seen
    if number == board.WAINWRIGHT:
        return say.plural("{n} ruby left.", "{n} rubies left.", seen["wainwright"])
    if number == board.POST_OFFICE:
        fields = reading.post_fields(seen["post"])
        goods: dict[str, int] = {field: 1 for field in fields if isinstance(field, str)}
        lira = sum(field for field in fields if isinstance(field, int))
        return say("Now: {goods}, {lira} lira.", goods=counted(say, goods), lira=lira)
    if number == board.CARAVANSERAI:
        return say.plural("{n} card to draw.", "{n} cards to draw.", seen["deck"])
    if number in (board.LARGE_MARKET, board.SMALL_MARKET):
        market = seen["large_market" if number == board.LARGE_MARKET else "small_market"]
        if market["demand"] is None:
            return ""
        known = [counted(say, tile) for tile in market["below"] if tile is not None]
        text = say("Now wanted: {goods}.", goods=counted(say, market["demand"]))
        if known:
            text += " " + say("Seen below: {tiles}.", tiles="; ".join(known))
        return text
    if number == board.SULTANS_PALACE:
        if not seen["sultan"]["rubies"]:
            return say("No ruby is left.")
        wants = reading.needed(look, reading.sultan_wants(seen["sultan"]["price"]))
        return say("The next ruby costs {goods}.", goods=wants)
    if number in (board.SMALL_MOSQUE, board.GREAT_MOSQUE):
        mosque = seen["small_mosque" if number == board.SMALL_MOSQUE else "great_mosque"]
        asked = [
            f"{words_in(say).tiles[TILE[colour]]}: {counted(say, {board.GOODS[TILE[colour]]: goods})}"
            for colour, goods in mosque["tiles"].items()
            if goods is not None
        ]
        rubies = say.plural("{n} ruby left.", "{n} rubies left.", mosque["rubies"])
        return f"{'; '.join(asked)}. {rubies}" if asked else rubies
    if number == board.GEMSTONE_DEALER:
        if not seen["gemstone"]["rubies"]:
            return say("No ruby is left.")
        return say("The next ruby costs {lira} lira.", lira=seen["gemstone"]["price"])
    return ""


def _why_not(look: Look, number: int) -> str:
    """Why the viewer cannot choose a place now."""
    say = look.say
    seen = look.seen
    if look.seat is None:
        return ""
    if not look.legal:
        return f"**{_whose_turn(look)}**"
    if f"place-{number + 1}" in picks(look):
        return ""
    here = seen["seats"][look.seat]["merchant"]
    name = board.PLACES[number]
    if seen["phase"] == "move":
        if name == here:
            return "**" + say("Your merchant is here and must walk on.") + "**"
        away = steps(seen["fields"], here, name)
        return "**" + say("{number} steps away; you walk 1 or 2.", number=away) + "**"
    if seen["phase"] == "action" and seen["site"] == name:
        return f"**{_cannot_act(look, number)}**"
    if seen["phase"] == "action" and seen["site"] == "police-station" and name == "police-station":
        return "**" + say("The family member must go to another place.") + "**"
    return "**" + say("You have already walked this turn.") + "**"


def _cannot_act(look: Look, number: int) -> str:
    say = look.say
    seen = look.seen
    me = seen["seats"][look.seat or 0]
    if number == board.WAINWRIGHT:
        if me["capacity"] == board.MOST_CAPACITY:
            return say("Your cart has all three extensions.")
        return say("You do not have 7 lira.")
    if board.FABRIC_WAREHOUSE <= number <= board.FRUIT_WAREHOUSE:
        return say("Your cart is full of this good.")
    if number == board.CARAVANSERAI:
        return say("There are no cards to draw.")
    if number == board.FOUNTAIN:
        return say("None of your assistants is out.")
    if number in (board.LARGE_MARKET, board.SMALL_MARKET):
        return say("You have none of the goods on the demand tile.")
    if number == board.POLICE_STATION:
        return say("Your family member is not at the Police Station.")
    if number == board.SULTANS_PALACE:
        return say("You do not have enough goods.") if seen["sultan"]["rubies"] else say("No ruby is left.")
    if number in (board.SMALL_MOSQUE, board.GREAT_MOSQUE):
        return say("You have too few goods for a tile, or already own it.")
    if seen["gemstone"]["rubies"]:
        return say("You do not have enough lira.")
    return say("No ruby is left.")


# People


def _figure(look: Look, kind: str, seat: int) -> Note | None:
    say = look.say
    if seat >= look.seen["players"]:
        return None
    name = look.names[seat]
    player: Mapping[str, Any] = look.seen["seats"][seat]
    if kind in ("merchant", "badge", "stack"):
        number = len(player["stack"])
        return _note(
            look,
            say("{name}’s merchant", name=name),
            say.plural("{n} assistant in the stack.", "{n} assistants in the stack.", number),
            say("Whoever meets another merchant pays him 2 lira, but not at the Fountain.")
            if seat != look.seat
            else "",
        )
    if kind == "out":
        return _note(
            look,
            say("{name}’s assistant", name=name),
            say("The merchant picks it up when he comes by again; the Fountain calls it back."),
        )
    text = say(
        "It does the action of the place it is sent to. There others can catch it for a card or 3 lira."
    )
    if player["family"] == "police-station":
        text = f"{text} " + say("Now it is at the Police Station.")
    return _note(look, say("{name}’s family member", name=name), text)


def _encounter(look: Look, kind: str) -> Note:
    say = look.say
    seen = look.seen
    if kind == "governor":
        title = say("Governor")
        text = say(
            "After the action: draw a bonus card, then pay 2 lira or discard one. Then the dice move him on."
        )
    else:
        title = say("Smuggler")
        text = say("After the action: take any good, then pay 2 lira or a good. Then the dice move him on.")
    why = ""
    if look.legal and kind not in picks(look):
        if kind in seen["used"]:
            why = say("You have already met him this turn.")
        elif seen[kind] != seen["seats"][seen["turn"]]["merchant"]:
            why = say("Your merchant is elsewhere.")
        else:
            why = say("You can meet him after the action.")
    return _note(look, title, text, f"**{why}**" if why else "")


# The viewer's own things


def _lane(look: Look, good: str) -> Note:
    say = look.say
    seat = look.seat if look.seat is not None else look.seen["turn"]
    me = look.seen["seats"][seat]
    number, most = me["goods"][good], me["capacity"]
    name = words_in(say).goods[GOOD[good]]
    text = say("{number} of {most} in the cart.", number=number, most=most)
    why = say("There is no room for more: what does not fit is lost.") if number == most else ""
    return _note(look, f":{good}: {name}", text, why)


def _tile(look: Look, colour: str) -> Note:
    say = look.say
    number = TILE[colour]
    mosque = look.seen["small_mosque"] if number in (board.RED, board.GREEN) else look.seen["great_mosque"]
    asked = mosque["tiles"][colour]
    good = board.GOODS[number]
    texts = [words_in(say).powers[number]]
    why = ""
    if asked is not None:
        texts.append(
            say("It requires {goods} in the cart and costs one of them.", goods=counted(say, {good: asked}))
        )
    if look.seat is not None:
        me = look.seen["seats"][look.seat]
        if colour in me["tiles"]:
            why = say("You own this tile.")
        elif asked is not None and me["goods"][good] < asked:
            why = say("You have {number}.", number=me["goods"][good])
    return _note(look, words_in(say).tiles[number], *texts, f"**{why}**" if why else "")


def _pile(look: Look, kind: str) -> Note:
    say = look.say
    seen = look.seen
    only = say("You can take discards only at the Caravanserai.")
    if kind == "pile":
        number = seen["deck"]
        return _note(look, say.plural("Draw pile: {n} card", "Draw pile: {n} cards", number), only)
    if not seen["discards"]:
        return _note(look, say("Discard pile"), only)
    shown = [words_in(say).cards[CARD[name]] for name in seen["discards"][:6]]
    more = " …" if len(seen["discards"]) > 6 else ""
    return _note(
        look, say("Discard pile"), say("From the top: {cards}.", cards=", ".join(shown) + more), only
    )


def _card(look: Look, name: str) -> Note:
    say = look.say
    number = CARD[name]
    names = words_in(say)
    why = _whose_turn(look)
    if look.legal and not why:
        why = say(WHEN[name])
    return _note(look, names.cards[number], names.effects[number], f"**{why}**" if why else "")
