"""What is asked of the viewer, and every choice in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from serai.games.istanbul import board, cards, ids
from serai.games.istanbul.page import reading
from serai.games.istanbul.page.panels import winners
from serai.games.istanbul.page.picks import BESIDES, CARD_OF, caught
from serai.games.istanbul.page.words import CARD, GOOD, PLACE, counted, words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.say import mark
from serai.scene.scene import Group, Look, Option, Prompt

# What the other players see while a seat chooses.
WAITS = {
    "move": mark("{name} decides where to go."),
    "arrive": mark("{name} decides about an assistant."),
    "pay": mark("{name} meets another merchant."),
    "after": mark("{name} may still act before the turn ends."),
    "governor": mark("{name} deals with the governor."),
    "smuggler": mark("{name} deals with the smuggler."),
}
ACTS = mark("{name} is taking the action.")
# What the action of a place is.
ACTIONS = (
    mark("Pay 7 lira: your cart holds one more of each good. The third extension brings a ruby."),
    mark("Fill the cart with fabric."),
    mark("Fill the cart with spice."),
    mark("Fill the cart with fruit."),
    mark("Take what the four uncovered fields show; then an envelope moves."),
    mark("Take two bonus cards from the draw pile or the discard pile; then discard one."),
    mark("As many of your assistants as you like return to your merchant."),
    mark("Roll the dice for jewellery, and take one fabric, spice or fruit."),
    mark("Name a number and roll: if the dice show at least that much, you get that many lira, otherwise 2."),
    mark("Sell one to five of the goods on the demand tile."),
    mark("Sell one to five of the goods on the demand tile."),
    mark("Send your family member to any other place and do the action there."),
    mark("Deliver all goods that no ruby covers, and take a ruby."),
    mark("With enough fabric or spice, take a tile for one of them. Both tiles bring a ruby."),
    mark("With enough jewellery or fruit, take a tile for one of them. Both tiles bring a ruby."),
    mark("Buy the next ruby. Each costs 1 lira more than the last."),
)


def unasked(look: Look) -> Prompt:
    """The prompt of viewers who are not to choose."""
    return _over(look) if look.seen["actor"] == OVER else _wait(look)


def asked(look: Look) -> Prompt:
    """The prompt of the player who is to choose."""
    groups: dict[str, Group] = {}
    options = _options(look, groups)
    return build.asking(_question(look), _icons(look.seen), options, groups)


def _icons(seen: Mapping[str, Any]) -> list[str]:
    """Whose turn it is, and the throw in question."""
    if seen["dice"] is not None:
        return [f"die-{face}" for face in seen["dice"]]
    return [f"bust-{seen['turn']}"]


def _wait(look: Look) -> Prompt:
    seen, say = look.seen, look.say
    if not seen["round"]:
        return build.telling("wait", (say("The bazaar is set up"), ""))
    name = look.names[seen["turn"]]
    if seen["actor"] < 0:
        told = say("{name}: dice and cards", name=name), ""
    else:
        told = say("{name}’s turn", name=name), say(WAITS.get(seen["phase"], ACTS), name=f"**{name}**")
    return build.telling("wait", told, [f"bust-{seen['turn']}"])


def _over(look: Look) -> Prompt:
    say = look.say
    best = winners(look.seen)
    names = [look.names[seat] for seat in best]
    title = (
        say("{name} wins", name=names[0])
        if len(names) == 1
        else say("{names} share the win", names=", ".join(names))
    )
    detail = say.plural("{n} ruby", "{n} rubies", look.seen["seats"][best[0]]["rubies"])
    return build.telling("over", (title, detail), [f"bust-{seat}" for seat in best])


# The question of each phase


def _question(look: Look) -> tuple[str, str]:
    return _QUESTIONS[look.seen["phase"]](look, look.seen["seats"][look.seen["turn"]])


def _ask_move(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    stack = len(me["stack"])
    walking = say.plural("**{n}** assistant walks with you.", "**{n}** assistants walk with you.", stack)
    return say("Where do you want to go?"), say("1 or 2 steps.") + f" {walking}"


def _ask_arrive(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    if ids.PICK_UP in look.legal:
        return say("Pick up your assistant?"), say("Without an assistant your turn ends here.")
    if ids.LEAVE in look.legal:
        return say("Leave an assistant?"), say("Without an assistant your turn ends here.")
    return say("No assistant for this place"), say("Your stack is empty and none of your assistants is here.")


def _ask_pay(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    seat = look.seen["turn"]
    lira = reading.fee(look.seen, seat, me["merchant"])
    names = [
        look.names[other]
        for other, player in enumerate(look.seen["seats"])
        if other != seat and player["merchant"] == me["merchant"]
    ]
    neutral = look.seen["neutral_merchants"].count(me["merchant"])
    if neutral:
        names.append(say.plural("a neutral merchant", "{n} neutral merchants", neutral))
    return say("Pay the merchants here?"), say(
        "{lira} lira in all: {names}. If you do not pay, your turn ends.", lira=lira, names=", ".join(names)
    )


def _ask_action(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    site = PLACE[look.seen["site"]]
    name = words_in(look.say).places[site]
    title = name if look.seen["site"] == me["merchant"] else look.say("Family member: {place}", place=name)
    return title, look.say(ACTIONS[site])


def _ask_sell(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    seen = look.seen
    good = words_in(say).goods[GOOD[seen["good"]]]
    wanted = say("The market wants {goods}.", goods=counted(say, seen["wanted"]))
    if sum(seen["wanted"].values()) > 5:
        wanted = say("Any goods, five at most.")
    so_far = say.plural("{n} good sold so far.", "{n} goods sold so far.", seen["sold"])
    return say("How much {good} do you want to sell?", good=good), f"{wanted} {so_far}"


def _ask_dice(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    total = sum(look.seen["dice"])
    if look.seen["named"] is not None:
        detail = say("You rolled {total} and named {number}.", total=total, number=look.seen["named"])
    else:
        detail = say("You rolled {total}.", total=total)
    return say("Use the red tile?"), detail


def _ask_any(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    due = look.seen["due"]
    return say("Which good does the Sultan get?"), say.plural(
        "{n} symbol still takes any good.", "{n} symbols still take any good.", due
    )


def _ask_caravan(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    return say("From which pile?"), say.plural("{n} card to take.", "{n} cards to take.", look.seen["due"])


def _ask_after(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    say = look.say
    if caught(look.seen) >= 0 and me["merchant"] != "police-station":
        return say("Catch the family member"), say(
            "It must go back to the Police Station; choose your reward."
        )
    if ids.GOVERNOR in look.legal or ids.SMUGGLER_BACK in look.legal:
        return say("Someone is here"), say("Each can be met once per turn; then the dice move them on.")
    return say("Anything else?"), say("Play a card, or end your turn.")


def _ask_smuggler(look: Look, me: Mapping[str, Any]) -> tuple[str, str]:
    good = words_in(look.say).goods[GOOD[look.seen["good"]]]
    return look.say("Pay the smuggler"), look.say("2 lira or another good, for {good}.", good=good)


def _fixed(title: str, detail: str) -> Callable[[Look, Mapping[str, Any]], tuple[str, str]]:
    return lambda look, me: (look.say(title), look.say(detail))


_QUESTIONS: dict[str, Callable[[Look, Mapping[str, Any]], tuple[str, str]]] = {
    "move": _ask_move,
    "arrive": _ask_arrive,
    "pay": _ask_pay,
    "action": _ask_action,
    "return": _fixed(mark("Another assistant?"), mark("One by one, in the order of the places.")),
    "green": _fixed(mark("Buy one more good?"), mark("With the green tile, any good for 2 lira.")),
    "dice": _ask_dice,
    "good": _fixed(mark("Which good do you take?"), mark("One fabric, spice or fruit.")),
    "sell": _ask_sell,
    "any": _ask_any,
    "caravan": _ask_caravan,
    "discard": _fixed(mark("Which card do you discard?"), mark("It goes face up onto the discard pile.")),
    "after": _ask_after,
    "governor": _fixed(mark("Pay the governor"), mark("2 lira, or one of your cards: the new one too.")),
    "smuggler": _ask_smuggler,
}


# The choices


def _options(look: Look, groups: dict[str, Group]) -> list[Option]:
    """Every legal choice as a row; those of one card, or of the yellow tile, are folded into one."""
    rows = [_option(look, choice) for choice in look.legal]
    folded: dict[str, list[Option]] = {}
    for row in rows:
        group = row.get("group")
        if group is not None:
            folded.setdefault(group, []).append(row)
    for key, members in folded.items():
        if len(members) == 1:
            _alone(look, key, members[0])
        else:
            groups[key] = _group(look, key)
    rows.sort(key=_rank)
    return rows


def _rank(row: Option) -> int:
    """Sort order: first what continues the turn, then what else can be used, last what ends the turn."""
    kind, _ = ids.split(row["choice"])
    if kind in ("pass", "stop", "done", "end"):
        return 2
    return 1 if kind in BESIDES else 0


def _alone(look: Look, key: str, row: Option) -> None:
    """If a card has only one choice, that is named after the card."""
    del row["group"]
    if key != "yellow":
        name = words_in(look.say).cards[CARD[key]]
        if row["label"] != name:
            row["label"] = f"{name}: {row['label']}"
    row["icon"] = "tile-yellow" if key == "yellow" else f"card-{key}"


def _group(look: Look, key: str) -> Group:
    say = look.say
    names = words_in(say)
    if key == "yellow":
        return build.group(names.tiles[board.YELLOW], say("An assistant returns for 2 lira"), "tile-yellow")
    card = CARD[key]
    return build.group(names.cards[card], names.effects[card], f"card-{key}")


def _option(look: Look, choice: int) -> Option:
    kind, index = ids.split(choice)
    row = ROWS[kind](look, choice, index)
    if kind in CARD_OF:
        row["group"] = CARD_OF[kind]
    return row


def _seat(look: Look) -> int:
    """Whose turn it is."""
    seat: int = look.seen["turn"]
    return seat


# The walk


def _walk(look: Look, choice: int, place: int) -> Option:
    return _at_place(look, choice, place, reading.walk(look, _seat(look), board.PLACES[place]))


def _at_place(look: Look, choice: int, place: int, detail: str, group: str = "") -> Option:
    return build.option(choice, words_in(look.say).places[place], detail, f"place-{place + 1}", group)


def _pick_up(look: Look, choice: int, index: int) -> Option:
    say = look.say
    detail = say("It goes to the bottom of the stack")
    return build.option(choice, say("Pick up your assistant"), detail, f"assistant-{_seat(look)}")


def _pick_up_neutral(look: Look, choice: int, index: int) -> Option:
    say = look.say
    detail = say("It goes to the bottom of the stack")
    return build.option(choice, say("Pick up a neutral assistant"), detail, "neutral")


def _leave(look: Look, choice: int, index: int) -> Option:
    say, seat = look.say, _seat(look)
    stack = look.seen["seats"][seat]["stack"]
    detail = say.plural("{n} stays with you", "{n} stay with you", len(stack) - 1)
    icon = f"assistant-{seat}" if stack[0] == "own" else "neutral"
    return build.option(choice, say("Leave an assistant"), detail, icon)


def _stop(look: Look, choice: int, index: int) -> Option:
    say = look.say
    return build.option(choice, say("Stop here"), say("Your turn ends at once"), "ui-stop", state="end")


def _pay(look: Look, choice: int, index: int) -> Option:
    seen, seat = look.seen, _seat(look)
    lira = int(board.FEE)
    if seen["phase"] == "pay":
        lira = reading.fee(seen, seat, seen["seats"][seat]["merchant"])
    return build.option(choice, look.say("Pay {number} lira", number=lira), icon="lira")


# The action


ACT_LABELS = {
    board.WAINWRIGHT: mark("Extend the cart"),
    board.FABRIC_WAREHOUSE: mark("Fill the cart"),
    board.SPICE_WAREHOUSE: mark("Fill the cart"),
    board.FRUIT_WAREHOUSE: mark("Fill the cart"),
    board.POST_OFFICE: mark("Collect the post"),
    board.CARAVANSERAI: mark("Take two cards"),
    board.BLACK_MARKET: mark("Roll the dice"),
    board.LARGE_MARKET: mark("Sell goods"),
    board.SMALL_MARKET: mark("Sell goods"),
    board.SULTANS_PALACE: mark("Deliver to the Sultan"),
    board.GEMSTONE_DEALER: mark("Buy a ruby"),
}


def _act(look: Look, choice: int, index: int) -> Option:
    site = PLACE[look.seen["site"]]
    return build.option(choice, look.say(ACT_LABELS[site]), _act_detail(look, site), f"place-{site + 1}")


def _act_detail(look: Look, site: int) -> str:
    say, seen = look.say, look.seen
    if site in (board.SMALL_MARKET, board.LARGE_MARKET):
        market = board.LARGE if site == board.LARGE_MARKET else board.SMALL
        number, price = reading.best_sale(seen, _seat(look), market)
        return say("at most {number} for {price} lira", number=number, price=price)
    if site == board.BLACK_MARKET:
        return say("jewellery from 7 up, and one other good")
    if site == board.CARAVANSERAI:
        return say("then discard one")
    if site == board.SULTANS_PALACE:
        wants = reading.needed(look, reading.sultan_wants(seen["sultan"]["price"]))
        return ":ruby: " + say("for {goods}", goods=wants)
    return reading.told(look, look.preview(ids.ACT), _seat(look))


def _pass(look: Look, choice: int, index: int) -> Option:
    return build.option(choice, look.say("No action"), icon="ui-skip", state="end")


def _send(look: Look, choice: int, site: int) -> Option:
    detail = " · ".join(reading.gain(look, _seat(look), board.PLACES[site], 0))
    return _at_place(look, choice, site, detail)


def _return_all(look: Look, choice: int, index: int) -> Option:
    say, seat = look.say, _seat(look)
    number = len(look.seen["seats"][seat]["assistants"])
    detail = say.plural("{n} returns to your merchant", "{n} return to your merchant", number)
    return build.option(choice, say("Call all assistants back"), detail, f"assistant-{seat}")


def _return(look: Look, choice: int, place: int) -> Option:
    say = look.say
    away = words_in(say).away[place].replace(f":place-{place + 1}: ", "")  # the icon is beside it
    detail = say("One assistant returns; then you may call another back")
    return build.option(choice, say("Only {away}", away=away), detail, f"place-{place + 1}")


def _done(look: Look, choice: int, index: int) -> Option:
    label = look.say("Enough") if look.seen["phase"] == "return" else look.say("Buy nothing")
    return build.option(choice, label, icon="ui-check", state="end")


def _buy(look: Look, choice: int, good: int) -> Option:
    say = look.say
    detail = say("for {number} lira", number=int(board.FEE))
    return build.option(
        choice, say("Buy 1 {good}", good=words_in(say).goods[good]), detail, board.GOODS[good]
    )


def _take(look: Look, choice: int, good: int) -> Option:
    name = words_in(look.say).goods[good]
    return build.option(choice, look.say("Take 1 {good}", good=name), icon=board.GOODS[good])


def _give(look: Look, choice: int, good: int) -> Option:
    name = words_in(look.say).goods[good]
    return build.option(choice, look.say("Give 1 {good}", good=name), icon=board.GOODS[good])


def _keep(look: Look, choice: int, index: int) -> Option:
    return build.option(choice, look.say("Keep the dice"), _thrown(look, choice), "ui-check")


def _turn(look: Look, choice: int, index: int) -> Option:
    label = look.say("Turn the {face} to 4", face=ids.TURNED[index])
    return build.option(choice, label, _thrown(look, choice), "die-4")


def _thrown(look: Look, choice: int) -> str:
    return reading.told(look, look.preview(choice), _seat(look)) or look.say("no jewellery")


def _reroll(look: Look, choice: int, index: int) -> Option:
    return build.option(choice, look.say("Reroll both dice"), look.say("the new roll counts"), "tile-red")


def _name(look: Look, choice: int, index: int) -> Option:
    say, number = look.say, index + 3
    detail = say(
        "{percent}%: {number} lira, else {less}",
        percent=reading.CHANCES[number],
        number=number,
        less=int(board.LOST_BET),
    )
    return build.option(choice, say("Name {number}", number=number), detail, chip=str(number))


def _sell(look: Look, choice: int, index: int) -> Option:
    say = look.say
    good, amount = divmod(index, 6)
    name = words_in(say).goods[good]
    label = (
        say("Sell {number} {good}", number=amount, good=name) if amount else say("Keep all {good}", good=name)
    )
    sold = look.seen["sold"] + amount
    market = board.LARGE if look.seen["site"] == "large-market" else board.SMALL
    detail = ""
    if sold:
        price = int(board.PRICE[6 * market + sold])
        detail = say.plural("{n} good: {price} lira", "{n} goods: {price} lira", sold, price=price)
    return build.option(choice, label, detail, board.GOODS[good])


def _tile(look: Look, choice: int, tile: int) -> Option:
    names = words_in(look.say)
    detail = reading.told(look, look.preview(choice), _seat(look)) or names.powers[tile]
    return build.option(choice, names.tiles[tile], detail, f"tile-{board.TILES[tile]}")


def _draw(look: Look, choice: int, index: int) -> Option:
    say = look.say
    detail = say.plural("{n} card, face down", "{n} cards, face down", look.seen["deck"])
    return build.option(choice, say("Draw pile"), detail, "card")


def _draw_open(look: Look, choice: int, index: int) -> Option:
    names = words_in(look.say)
    top = look.seen["discards"][0]
    detail = look.say("Discard pile: {effect}", effect=names.effects[CARD[top]])
    return build.option(choice, names.cards[CARD[top]], detail, f"card-{top}")


def _discard(look: Look, choice: int, kind: int) -> Option:
    names = words_in(look.say)
    label = look.say("Discard {card}", card=names.cards[kind])
    return build.option(choice, label, names.effects[kind], f"card-{cards.CARDS[kind]}")


# Encounters


def _catch_for_card(look: Look, choice: int, index: int) -> Option:
    return _catch(look, choice, look.say("Take a bonus card"), "card")


def _catch_for_lira(look: Look, choice: int, index: int) -> Option:
    return _catch(look, choice, look.say("Take 3 lira"), "lira")


def _catch(look: Look, choice: int, label: str, icon: str) -> Option:
    member = caught(look.seen)
    detail = look.say("Catch {name}’s family member", name=look.names[member])
    return build.option(choice, label, detail, icon, owner=member)


def _governor(look: Look, choice: int, index: int) -> Option:
    detail = look.say("then pay 2 lira or discard a card")
    return build.option(choice, look.say("Governor: draw a card"), detail, "governor")


def _smuggler(look: Look, choice: int, good: int) -> Option:
    say = look.say
    label = say("Smuggler: take 1 {good}", good=words_in(say).goods[good])
    return build.option(choice, label, say("then pay 2 lira or another good"), board.GOODS[good])


def _smuggler_back(look: Look, choice: int, index: int) -> Option:
    detail = look.say("take a good and hand it straight back")
    return build.option(choice, look.say("Smuggler: just move him on"), detail, "smuggler")


def _yellow(look: Look, choice: int, place: int) -> Option:
    return _at_place(look, choice, place, look.say("The assistant returns for 2 lira"), "yellow")


def _end(look: Look, choice: int, index: int) -> Option:
    return build.option(choice, look.say("End your turn"), icon="ui-check", state="end")


# Cards


def _home_for_card(look: Look, choice: int, index: int) -> Option:
    detail = look.say("Your family member returns to the Police Station")
    return build.option(choice, look.say("Take a bonus card"), detail, "card")


def _home_for_lira(look: Look, choice: int, index: int) -> Option:
    detail = look.say("Your family member returns to the Police Station")
    return build.option(choice, look.say("Take 3 lira"), detail, "lira")


def _assistant_back(look: Look, choice: int, place: int) -> Option:
    return _at_place(look, choice, place, look.say("The assistant returns"))


def _stay(look: Look, choice: int, index: int) -> Option:
    here = look.seen["seats"][_seat(look)]["merchant"]
    return _card(look, choice, reading.walk(look, _seat(look), here))


def _again(look: Look, choice: int, index: int) -> Option:
    """The action of a place, a second time."""
    brings = reading.told(look, look.preview(choice), _seat(look))
    return _card(look, choice, brings) if brings else _plain_card(look, choice, index)


def _plain_card(look: Look, choice: int, index: int) -> Option:
    return _card(look, choice, words_in(look.say).effects[CARD[_card_of(choice)]])


def _card(look: Look, choice: int, detail: str) -> Option:
    kind = _card_of(choice)
    return build.option(choice, words_in(look.say).cards[CARD[kind]], detail, f"card-{kind}")


def _card_of(choice: int) -> str:
    return CARD_OF[ids.split(choice)[0]]


ROWS: dict[str, Callable[[Look, int, int], Option]] = {
    "move": _walk,
    "pick up": _pick_up,
    "pick up neutral": _pick_up_neutral,
    "leave": _leave,
    "stop": _stop,
    "pay": _pay,
    "act": _act,
    "pass": _pass,
    "send": _send,
    "return all": _return_all,
    "return": _return,
    "done": _done,
    "buy": _buy,
    "keep": _keep,
    "turn": _turn,
    "reroll": _reroll,
    "name": _name,
    "take": _take,
    "sell": _sell,
    "give": _give,
    "tile": _tile,
    "draw": _draw,
    "draw open": _draw_open,
    "discard": _discard,
    "catch card": _catch_for_card,
    "catch lira": _catch_for_lira,
    "governor": _governor,
    "smuggler": _smuggler,
    "smuggler back": _smuggler_back,
    "yellow": _yellow,
    "end": _end,
    "card good": _take,
    "card lira": _plain_card,
    "card sultan": _again,
    "card post": _again,
    "card gemstone": _again,
    "card home card": _home_for_card,
    "card home lira": _home_for_lira,
    "card stay": _stay,
    "card far": _walk,
    "card assistant": _assistant_back,
    "card any-goods": _plain_card,
}
