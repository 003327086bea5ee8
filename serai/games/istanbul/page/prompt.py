"""What is asked of the viewer, and every choice in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from serai.games.istanbul import board, cards, ids
from serai.games.istanbul.page import reading
from serai.games.istanbul.page.panels import winners
from serai.games.istanbul.page.picks import card_of, caught
from serai.games.istanbul.page.words import CARD, GOOD, PLACE, counted, words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.say import mark
from serai.scene.scene import Group, Look, Option, Prompt

# What the others see of a question.
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
    """For all who look on."""
    return _over(look) if look.seen["actor"] == OVER else _wait(look)


def asked(look: Look) -> Prompt:
    """For the one who is asked."""
    title, detail = _question(look)
    groups: dict[str, Group] = {}
    options = _options(look, groups)
    return {
        "title": title,
        "detail": detail,
        "tone": "ask",
        "icons": _icons(look.seen),
        "options": options,
        "groups": groups,
    }


def _icons(seen: Mapping[str, Any]) -> list[str]:
    """Whose turn it is, and the throw that is asked about."""
    if seen["dice"] is not None:
        return [f"die-{face}" for face in seen["dice"]]
    return [f"bust-{seen['turn']}"]


def _wait(look: Look) -> Prompt:
    seen, say = look.seen, look.say
    name = f"**{look.names[seen['turn']]}**"
    if not seen["round"]:
        title, detail = say("The bazaar is set up"), ""
    elif seen["actor"] < 0:
        title, detail = say("{name}: dice and cards", name=look.names[seen["turn"]]), ""
    else:
        title = say("{name}’s turn", name=look.names[seen["turn"]])
        detail = say(WAITS.get(seen["phase"], ACTS), name=name)
    return {
        "title": title,
        "detail": detail,
        "tone": "wait",
        "icons": [f"bust-{seen['turn']}"] if seen["round"] else [],
        "options": [],
        "groups": {},
    }


def _over(look: Look) -> Prompt:
    say = look.say
    best = winners(look.seen)
    names = [look.names[seat] for seat in best]
    title = (
        say("{name} wins", name=names[0])
        if len(names) == 1
        else say("{names} share the win", names=", ".join(names))
    )
    rubies = look.seen["seats"][best[0]]["rubies"]
    return {
        "title": title,
        "detail": say.plural("{n} ruby", "{n} rubies", rubies),
        "tone": "over",
        "icons": [f"bust-{seat}" for seat in best],
        "options": [],
        "groups": {},
    }


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
    """Every legal choice as a row; those of one card, or of the yellow tile, behind one row."""
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
    """Ways on first, then what can be used besides, last what ends the turn."""
    choice = row["choice"]
    if choice in (ids.PASS, ids.STOP, ids.DONE, ids.END):
        return 2
    if choice >= ids.YELLOW:
        return 1
    return 0


def _alone(look: Look, key: str, row: Option) -> None:
    """The only choice of a card is named by the card."""
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
    say = look.say
    names = words_in(say)
    seen = look.seen
    seat = seen["turn"]
    option = build.option(choice, "")
    if choice < ids.PICK_UP:
        place = board.PLACES[choice]
        option["label"] = names.places[choice]
        option["icon"] = f"place-{choice + 1}"
        option["detail"] = reading.walk(look, seat, place)
    elif choice < ids.SEND:
        _plain_option(look, choice, option)
    elif choice < ids.RETURN_ALL:
        site = choice - ids.SEND
        option["label"] = names.places[site]
        option["icon"] = f"place-{site + 1}"
        option["detail"] = " · ".join(reading.gain(look, seat, board.PLACES[site], 0))
    elif choice <= ids.DONE:
        _assistant_option(look, choice, option)
    elif choice < ids.KEEP:
        good = choice - ids.BUY
        option["label"] = say("Buy 1 {good}", good=names.goods[good])
        option["detail"] = say("for {number} lira", number=int(board.FEE))
        option["icon"] = board.GOODS[good]
    elif choice <= ids.REROLL:
        _dice_option(look, choice, option)
    elif choice < ids.TAKE:
        number = choice - ids.NAME + 3
        option["label"] = say("Name {number}", number=number)
        option["detail"] = say(
            "{percent}%: {number} lira, else {less}",
            percent=reading.CHANCES[number],
            number=number,
            less=int(board.LOST_BET),
        )
        option["chip"] = str(number)
    elif choice < ids.SELL:
        good = choice - ids.TAKE
        option["label"] = say("Take 1 {good}", good=names.goods[good])
        option["icon"] = board.GOODS[good]
    elif choice < ids.GIVE:
        _sale_option(look, choice - ids.SELL, option)
    elif choice < ids.TILE:
        good = choice - ids.GIVE
        option["label"] = say("Give 1 {good}", good=names.goods[good])
        option["icon"] = board.GOODS[good]
    elif choice < ids.DRAW:
        tile = choice - ids.TILE
        option["label"] = names.tiles[tile]
        option["detail"] = f"{reading.told(look, look.preview(choice), seat) or names.powers[tile]}"
        option["icon"] = f"tile-{board.TILES[tile]}"
    elif choice < ids.CATCH_FOR_CARD:
        _pile_option(look, choice, option)
    elif choice < ids.YELLOW:
        _encounter_option(look, choice, option)
    elif choice < ids.END:
        place_number = choice - ids.YELLOW
        option["label"] = names.places[place_number]
        option["detail"] = say("The assistant returns for 2 lira")
        option["icon"] = f"place-{place_number + 1}"
        option["group"] = "yellow"
    elif choice == ids.END:
        option["label"] = say("End your turn")
        option["icon"] = "ui-check"
        option["state"] = "end"
    else:
        _card_option(look, choice, option)
    return option


def _plain_option(look: Look, choice: int, option: Option) -> None:
    say = look.say
    seen = look.seen
    seat = seen["turn"]
    if choice == ids.PICK_UP:
        option["label"] = say("Pick up your assistant")
        option["detail"] = say("It goes to the bottom of the stack")
        option["icon"] = f"assistant-{seat}"
    elif choice == ids.PICK_UP_NEUTRAL:
        option["label"] = say("Pick up a neutral assistant")
        option["detail"] = say("It goes to the bottom of the stack")
        option["icon"] = "neutral"
    elif choice == ids.LEAVE:
        stack = seen["seats"][seat]["stack"]
        option["label"] = say("Leave an assistant")
        option["detail"] = say.plural("{n} stays with you", "{n} stay with you", len(stack) - 1)
        option["icon"] = f"assistant-{seat}" if stack[0] == "own" else "neutral"
    elif choice == ids.STOP:
        option["label"] = say("Stop here")
        option["detail"] = say("Your turn ends at once")
        option["icon"] = "ui-stop"
        option["state"] = "end"
    elif choice == ids.PAY:
        if seen["phase"] == "pay":
            lira = reading.fee(seen, seat, seen["seats"][seat]["merchant"])
        else:
            lira = int(board.FEE)
        option["label"] = say("Pay {number} lira", number=lira)
        option["icon"] = "lira"
    elif choice == ids.ACT:
        _act_option(look, option)
    else:
        option["label"] = say("No action")
        option["icon"] = "ui-skip"
        option["state"] = "end"


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


def _act_option(look: Look, option: Option) -> None:
    say = look.say
    site = PLACE[look.seen["site"]]
    option["label"] = say(ACT_LABELS[site])
    option["icon"] = f"place-{site + 1}"
    if site in (board.SMALL_MARKET, board.LARGE_MARKET):
        market = board.LARGE if site == board.LARGE_MARKET else board.SMALL
        number, price = reading.best_sale(look.seen, look.seen["turn"], market)
        option["detail"] = say("at most {number} for {price} lira", number=number, price=price)
    elif site == board.BLACK_MARKET:
        option["detail"] = say("jewellery from 7 up, and one other good")
    elif site == board.CARAVANSERAI:
        option["detail"] = say("then discard one")
    elif site == board.SULTANS_PALACE:
        wants = reading.needed(look, reading.sultan_wants(look.seen["sultan"]["price"]))
        option["detail"] = ":ruby: " + say("for {goods}", goods=wants)
    else:
        option["detail"] = reading.told(look, look.preview(ids.ACT), look.seen["turn"])


def _assistant_option(look: Look, choice: int, option: Option) -> None:
    say = look.say
    seat = look.seen["turn"]
    if choice == ids.DONE:
        option["label"] = say("Enough") if look.seen["phase"] == "return" else say("Buy nothing")
        option["icon"] = "ui-check"
        option["state"] = "end"
    elif choice == ids.RETURN_ALL:
        number = len(look.seen["seats"][seat]["assistants"])
        option["label"] = say("Call all assistants back")
        option["detail"] = say.plural("{n} returns to your merchant", "{n} return to your merchant", number)
        option["icon"] = f"assistant-{seat}"
    else:
        place = choice - ids.RETURN
        away = words_in(say).away[place].replace(f":place-{place + 1}: ", "")  # the icon stands beside it
        option["label"] = say("Only {away}", away=away)
        option["detail"] = say("One assistant returns; then you may call another back")
        option["icon"] = f"place-{place + 1}"


def _dice_option(look: Look, choice: int, option: Option) -> None:
    say = look.say
    seat = look.seen["turn"]
    if choice == ids.REROLL:
        option["label"] = say("Reroll both dice")
        option["detail"] = say("the new roll counts")
        option["icon"] = "tile-red"
        return
    option["detail"] = reading.told(look, look.preview(choice), seat) or say("no jewellery")
    if choice == ids.KEEP:
        option["label"] = say("Keep the dice")
        option["icon"] = "ui-check"
    else:
        face = ids.TURNED[choice - ids.TURN]
        option["label"] = say("Turn the {face} to 4", face=face)
        option["icon"] = "die-4"


def _sale_option(look: Look, number: int, option: Option) -> None:
    say = look.say
    good, amount = divmod(number, 6)
    name = words_in(say).goods[good]
    option["label"] = (
        say("Sell {number} {good}", number=amount, good=name) if amount else say("Keep all {good}", good=name)
    )
    sold = look.seen["sold"] + amount
    market = board.LARGE if look.seen["site"] == "large-market" else board.SMALL
    if sold:
        price = int(board.PRICE[6 * market + sold])
        option["detail"] = say.plural("{n} good: {price} lira", "{n} goods: {price} lira", sold, price=price)
    option["icon"] = board.GOODS[good]


def _pile_option(look: Look, choice: int, option: Option) -> None:
    say = look.say
    names = words_in(say)
    if choice == ids.DRAW:
        option["label"] = say("Draw pile")
        option["detail"] = say.plural("{n} card, face down", "{n} cards, face down", look.seen["deck"])
        option["icon"] = "card"
    elif choice == ids.DRAW_OPEN:
        top = look.seen["discards"][0]
        option["label"] = names.cards[CARD[top]]
        option["detail"] = say("Discard pile: {effect}", effect=names.effects[CARD[top]])
        option["icon"] = f"card-{top}"
    else:
        kind = choice - ids.DISCARD
        option["label"] = say("Discard {card}", card=names.cards[kind])
        option["detail"] = names.effects[kind]
        option["icon"] = f"card-{cards.CARDS[kind]}"


def _encounter_option(look: Look, choice: int, option: Option) -> None:
    say = look.say
    names = words_in(say)
    if choice <= ids.CATCH_FOR_LIRA:
        member = caught(look.seen)
        option["label"] = say("Take a bonus card") if choice == ids.CATCH_FOR_CARD else say("Take 3 lira")
        option["detail"] = say("Catch {name}’s family member", name=look.names[member])
        option["icon"] = "card" if choice == ids.CATCH_FOR_CARD else "lira"
        option["owner"] = member
    elif choice == ids.GOVERNOR:
        option["label"] = say("Governor: draw a card")
        option["detail"] = say("then pay 2 lira or discard a card")
        option["icon"] = "governor"
    elif choice == ids.SMUGGLER_BACK:
        option["label"] = say("Smuggler: just move him on")
        option["detail"] = say("take a good and hand it straight back")
        option["icon"] = "smuggler"
    else:
        good = choice - ids.SMUGGLER
        option["label"] = say("Smuggler: take 1 {good}", good=names.goods[good])
        option["detail"] = say("then pay 2 lira or another good")
        option["icon"] = board.GOODS[good]


def _card_option(look: Look, choice: int, option: Option) -> None:
    say = look.say
    names = words_in(say)
    kind = card_of(choice)
    seat = look.seen["turn"]
    option["group"] = kind
    if kind == "good":
        good = choice - ids.CARD_GOOD
        option["label"] = say("Take 1 {good}", good=names.goods[good])
        option["icon"] = board.GOODS[good]
    elif kind == "home":
        for_card = choice == ids.CARD_HOME_FOR_CARD
        option["label"] = say("Take a bonus card") if for_card else say("Take 3 lira")
        option["detail"] = say("Your family member returns to the Police Station")
        option["icon"] = "card" if for_card else "lira"
    elif kind == "far":
        place = choice - ids.CARD_FAR
        option["label"] = names.places[place]
        option["detail"] = reading.walk(look, seat, board.PLACES[place])
        option["icon"] = f"place-{place + 1}"
    elif kind == "assistant":
        place = choice - ids.CARD_ASSISTANT
        option["label"] = names.places[place]
        option["detail"] = say("The assistant returns")
        option["icon"] = f"place-{place + 1}"
    else:
        card = CARD[kind]
        option["label"] = names.cards[card]
        option["icon"] = f"card-{kind}"
        option["detail"] = names.effects[card]
        if kind == "stay":
            option["detail"] = reading.walk(look, seat, look.seen["seats"][seat]["merchant"])
        elif kind in ("sultan", "post", "gemstone"):
            option["detail"] = reading.told(look, look.preview(choice), seat) or names.effects[card]
