"""What is asked: a title, and every choice as a row that says what it costs and brings."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from serai.games.yspahan import board, cards, ids
from serai.games.yspahan.observe import Group as Dice
from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page import geometry as at
from serai.games.yspahan.page.reading import at_field, move_prices
from serai.games.yspahan.page.sides import floor_icon
from serai.games.yspahan.page.words import (
    Words,
    building_cost,
    camels,
    cubes,
    dice,
    gold,
    points,
    words_in,
)
from serai.kernel.state import CHANCE, OVER
from serai.scene.say import Say, mark
from serai.scene.scene import Group, Look, Option, Prompt

MOST_ROWS: Final = 9  # what a prompt shows without folding moves away
SHOWN_DICE: Final = 3
# First choice of each kind of card, and the first after them.
CARD_CHOICES: Final = {
    "swap": (ids.SWAP_CAMELS, ids.ENOUGH),
    "camels": (ids.PLAY_CAMELS, ids.PLAY_GOLD),
    "gold": (ids.PLAY_GOLD, ids.PLAY_SHOP),
    "shop": (ids.PLAY_SHOP, ids.PLAY_CARAVAN),
    "caravan": (ids.PLAY_CARAVAN, ids.SELL_CAMELS),
    "camels-for-points": (ids.SELL_CAMELS, ids.SELL_GOLD),
    "gold-for-points": (ids.SELL_GOLD, ids.BUILD_WITHOUT_CAMELS),
    "build-without-camels": (ids.BUILD_WITHOUT_CAMELS, ids.BUILD_WITHOUT_GOLD),
    "build-without-gold": (ids.BUILD_WITHOUT_GOLD, ids.END),
}


ACTION_ICONS: Final = {"camels": "camel", "gold": "gold"}
DOING: Final = {
    "dice": mark("may buy yellow dice"),
    "take": mark("takes a group of dice"),
    "place": mark("puts cubes into shops"),
    "hoist": mark("may place one extra cube"),
    "order": mark("says which cube goes first"),
    "camel": mark("may pay a camel for a cube"),
    "swap": mark("swaps camels and gold"),
    "end": mark("may build and play cards"),
}


class Asked:
    """Collects the rows of one prompt."""

    def __init__(self, look: Look, seen: Observation) -> None:
        self.look = look
        self.seen = seen
        self.say: Say = look.say
        self.name: Words = words_in(look.say)
        self.options: list[Option] = []
        self.groups: dict[str, Group] = {}

    # Rows

    def rows(self) -> None:
        legal = self.look.legal
        phase = self.seen["phase"]
        moves = [choice for choice in legal if ids.MOVE <= choice < ids.DRAW]
        shops = [choice for choice in legal if ids.PLACE <= choice < ids.STOP]
        for choice in legal:
            if choice < ids.TAKE:
                self._yellow(choice)
            elif choice < ids.COLLECT:
                self._take(choice - ids.TAKE)
            elif choice == ids.COLLECT:
                self._collect()
        if shops:
            self._shops(shops, folded=phase == "act" and len(shops) > 1)
        for choice in legal:
            if choice == ids.STOP:
                self._row(choice, self.say("No more cubes"), self.say("Skip the Hoist’s cube"), "done")
            elif ids.SEND <= choice < ids.PAY_CAMEL:
                self._send(choice)
            elif choice in (ids.PAY_CAMEL, ids.LET_GO):
                self._camel(choice)
        before = len(self.options)
        for choice in legal:
            if ids.BUILD <= choice < ids.SWAP_CAMELS:
                self._build(choice)
        if ids.DRAW in legal:
            self._draw()
        self._discards([choice for choice in legal if ids.DISCARD <= choice < ids.MOVE])
        self._cards(legal)
        if ids.ENOUGH in legal:
            self._row(ids.ENOUGH, self.say("Enough"), self.say("The swap is done"), "done")
        if ids.END in legal:
            self._row(ids.END, self.say("End the turn"), "", "done")
        if moves:  # before what comes last
            last = self.options[before:]
            del self.options[before:]
            self._moves(moves, len({option.get("group", option["choice"]) for option in last}))
            self.options += last

    def _row(
        self, choice: int, label: str, detail: str = "", icon: str = "", group: str = "", state: str = ""
    ) -> None:
        self.options.append(_option(choice, label, detail, icon, group, state))

    def _yellow(self, count: int) -> None:
        say = self.say
        white = 8 if self.seen["players"] == 2 else 9
        if count == 0:
            label, detail = say("No yellow dice"), say("Roll the {n} white dice", n=white)
        else:
            label = say.plural("{n} yellow die", "{n} yellow dice", count)
            detail = say("For {gold}; only for you", gold=gold(say, count))
        self._row(count, label, detail, f"die-y{count}" if count else "die-w1")

    def _take(self, index: int) -> None:
        field = board.FIELDS[index]
        group = next(group for group in self.seen["tower"] if group["field"] == field)
        count = group["white"]
        if self.seen["turn"] == self.seen["starter"]:
            count += group["yellow"]
        self.options.append(_take(self.say, index, count, group["value"], self._bonus(field)))

    def _bonus(self, field: str) -> int:
        """What the player's buildings add to the action of a field."""
        built = self.seen["seats"][self.seen["turn"]]["buildings"]
        if field == "camels":
            return int("pasture" in built)
        if field == "gold":
            return 2 * ("store" in built)
        return int("hoist" in built)

    def _own_action(self, field: str, count: int) -> str:
        """What a group is good for on its own field, buildings counted."""
        number = count + self._bonus(field)
        if field == "camels":
            return camels(self.say, number)
        return gold(self.say, number) if field == "gold" else cubes(self.say, number)

    def _collect(self) -> None:
        taken = self._taken()
        self._row(
            ids.COLLECT,
            self.say("Take {what}", what=self._own_action(taken["field"], taken["white"])),
            self._gain_note(taken["field"]),
            floor_icon(taken["field"]),
        )

    def _gain_note(self, field: str) -> str:
        if self._bonus(field):
            helper = {"camels": "pasture", "gold": "store"}.get(field, "hoist")
            return self.say("{building} included", building=self.name.buildings[helper])
        return self.say("One for each die")

    def _taken(self) -> Dice:
        taken = self.seen["taken"]
        assert taken is not None  # whoever acts has taken a group
        return taken

    def _shops(self, shops: list[int], folded: bool) -> None:
        taken = self._taken()
        if folded:
            self.groups["shops"] = {
                "label": self.say("Supply {quarter}", quarter=self.name.floors[taken["field"]]),
                "detail": self._own_action(taken["field"], taken["white"]),
                "icon": taken["field"],
            }
        for choice in shops:
            shop = board.SHOPS[choice - ids.PLACE]
            self.options.append(_shop(self.say, choice, shop, self._there(shop), "shops" if folded else ""))

    def _there(self, shop: str) -> int:
        """How many cubes the bazaar has with one in this shop."""
        bazaar = shop[:-1]
        return 1 + sum([other[:-1] == bazaar for other in self.seen["shops"]])

    def _moves(self, moves: list[int], others: int) -> None:
        """Free fields by themselves while there is room, those for gold folded."""
        say = self.say
        reach = {board.STREET[choice - ids.MOVE]: choice for choice in moves}
        prices = move_prices(self.seen, reach)
        order = sorted(reach, key=lambda field: (prices[field], reach[field]))
        free = [field for field in order if prices[field] == 0]
        paid = [field for field in order if prices[field] > 0]
        shown = len({option.get("group", option["choice"]) for option in self.options})
        if len(free) + others + shown + bool(paid) > MOST_ROWS and len(free) > 1:
            self.groups["free"] = {
                "label": say("Move the supervisor"),
                "detail": say.plural("{n} field for free", "{n} fields for free", len(free)),
                "icon": "supervisor",
            }
        for field in free:
            self._move(field, reach[field], 0, "free" if "free" in self.groups else "")
        if len(paid) == 1:
            self._move(paid[0], reach[paid[0]], prices[paid[0]], "")
            return
        for cost in sorted({prices[field] for field in paid}):
            key = f"pay-{cost}" if cost < 2 else "pay-more"
            within = (
                [f for f in paid if prices[f] == cost] if cost < 2 else [f for f in paid if prices[f] > 1]
            )
            if key not in self.groups:
                most = prices[within[-1]]
                self.groups[key] = {
                    "label": say("Pay {n} gold", n=cost if cost == most else f"{cost}–{most}"),
                    "detail": say.plural("{n} more field", "{n} more fields", len(within)),
                    "chip": str(cost),
                    "state": "coin",
                }
                for field in within:
                    self._move(field, reach[field], prices[field], key)

    def _move(self, field: str, choice: int, cost: int, group: str) -> None:
        owners = self.seen["shops"]
        here = tuple([shop for shop in at_field(field) if shop in owners])
        if here:
            who = tuple([self._who(owners[shop]) for shop in here])
            row = _send_off(self.say, choice, field, cost, group, here, who, self._arrival())
            self.options.append({**row, "owner": owners[here[0]]})
        else:
            self.options.append(_walk(self.say, choice, field, cost, group))

    def _arrival(self) -> int:
        """Points for the next cube on the caravan."""
        return int(board.RIDE_POINTS[self._row_number() - 1])

    def _row_number(self) -> int:
        return len(self.seen["caravan"]) // self.seen["players"] + 1

    def _who(self, seat: int) -> str:
        return self.look.names[seat]

    def _send(self, choice: int) -> None:
        shop = board.SHOPS[board.SHARED_SHOPS[choice - ids.SEND]]
        owner = self.seen["shops"][shop]
        row = _option(
            choice,
            self.say("{shop} first", shop=self.name.shops[shop]),
            self.say("Caravan +{n}: {name}", name=self._who(owner), n=self._arrival()),
        )
        self.options.append({**row, "owner": owner, "chip": shop[-2:]})

    def _camel(self, choice: int) -> None:
        say = self.say
        shop = self.name.shops[self.seen["sending"] or ""]
        gain = self._arrival()
        if choice == ids.PAY_CAMEL:
            self._row(
                choice,
                say("Pay a camel"),
                say("The cube stays in {shop}; one from the supply goes instead, +{n}", shop=shop, n=gain),
                "camel",
            )
        else:
            self._row(choice, say("Let it go"), say("It leaves {shop}, +{n}", shop=shop, n=gain), "caravan")

    def _build(self, choice: int, group: str = "", without: str = "") -> None:
        first = {"": ids.BUILD, "camels": ids.BUILD_WITHOUT_CAMELS, "gold": ids.BUILD_WITHOUT_GOLD}[without]
        building = board.BUILDINGS[choice - first]
        built = len(self.seen["seats"][self.seen["turn"]]["buildings"])
        gain = int(board.BUILDING_POINTS[built])
        paid = building_cost(building, without)
        detail = "  ".join(f"{n} :{what}:" for n, what in zip(paid, ("camel", "gold"), strict=True) if n)
        if gain:
            detail += f" · +{gain}"
        self._row(
            choice,
            self.say("Build: {building}", building=self.name.buildings[building]),
            detail,
            building,
            group,
        )

    def _draw(self) -> None:
        if self.seen["phase"] == "take":
            self._row(ids.DRAW, self.say("Draw a card"), self.say("No dice are left for you"), "cards")
        else:
            pile = self.say("{n} in the pile", n=self.seen["deck"] or len(self.seen["discards"]))
            self._row(ids.DRAW, self.say("Draw a card"), pile, "cards", state="alt")

    def _discards(self, choices: list[int]) -> None:
        if not choices:
            return
        say = self.say
        taken = self._taken()
        more = self._own_action(taken["field"], taken["white"] + 1)
        self.groups["discard"] = {
            "label": say("Discard a card"),
            "detail": say("One extra die: {what}", what=more),
            "icon": "dice",
        }
        for choice in choices:
            kind = cards.CARDS[choice - ids.DISCARD]
            label = say("Discard “{card}”", card=self.name.cards[kind])
            self._row(
                choice, label, say("One extra die: {what}", what=more), f"card-{kind}", "discard", "alt"
            )

    def _cards(self, legal: list[int]) -> None:
        """Cards are played from the hand, too: here they are folded."""
        held = self.seen["hand"] or []
        if ids.ENOUGH in legal:  # a swap goes on; its card is played already
            held = ["swap"]
        playable = [
            (kind, choice)
            for kind, (first, end) in CARD_CHOICES.items()
            if kind in held
            for choice in legal
            if first <= choice < end
        ]
        if not playable:
            return
        kinds = [kind for i, (kind, _) in enumerate(playable) if not i or playable[i - 1][0] != kind]
        group = "cards" if len(playable) > 1 and ids.ENOUGH not in legal else ""
        if group:
            self.groups[group] = {
                "label": self.say("Play a card"),
                "detail": ", ".join(self.name.cards[kind] for kind in kinds),
                "icon": f"card-{kinds[0]}",
            }
        for kind, choice in playable:
            self._card(kind, choice, group)

    def _card(self, kind: str, choice: int, group: str) -> None:
        say = self.say
        icon = f"card-{kind}"
        label, detail = self.name.cards[kind], say("Play the card")
        if kind == "swap":
            n = choice - (ids.SWAP_GOLD if choice >= ids.SWAP_GOLD else ids.SWAP_CAMELS) + 1
            if choice >= ids.SWAP_GOLD:
                label = say("{gold} for {camels}", gold=gold(say, n), camels=camels(say, n))
                icon = "camel"
            else:
                label = say("{camels} for {gold}", gold=gold(say, n), camels=camels(say, n))
                icon = "gold"
            detail = self.name.cards[kind]
        elif kind == "shop":
            shop = board.SHOPS[choice - ids.PLAY_SHOP]
            label, detail = self.name.shops[shop], _shop_note(say, shop, self._there(shop))
        elif kind == "caravan":
            detail = say("Row {row}, +{n}", row=self._row_number(), n=self._arrival())
        elif kind == "camels-for-points":
            n = choice - ids.SELL_CAMELS + 1
            label = say("{what} for {points}", what=camels(say, n), points=points(say, 2 * n))
        elif kind == "gold-for-points":
            n = choice - ids.SELL_GOLD + 1
            label = say("{what} for {points}", what=gold(say, n), points=points(say, n))
        elif kind.startswith("build"):
            self._build(choice, group, kind.removeprefix("build-without-"))
            return
        self._row(choice, label, detail, icon, group, "card")

    # Titles

    def title(self) -> tuple[str, str]:
        say, seen = self.say, self.seen
        phase = seen["phase"]
        if phase == "dice":
            return say("Yellow dice?"), say("You start the day. Each yellow die costs a gold.")
        if phase == "take":
            if any(ids.TAKE <= choice < ids.COLLECT for choice in self.look.legal):
                return say("Take a group of dice"), say("Its field and its value say what you may do.")
            return say("No dice are left for you"), say("Draw a card; you may play cards first.")
        if phase == "act":
            taken = self._taken()
            group = dice(say, taken["white"], taken["value"])
            return say("Use {dice}", dice=group), say.plural(
                "{own}, supervisor {n} field, or a card.",
                "{own}, supervisor {n} fields, or a card.",
                taken["value"],
                own=self._own_action(taken["field"], taken["white"]),
            )
        if phase == "place":
            quarter = self.name.floors[self._taken()["field"]]
            left = cubes(say, seen["cubes"])
            return say("Put a cube into {quarter}", quarter=quarter), say("{cubes} to place", cubes=left)
        if phase == "hoist":
            return say("One extra cube with the Hoist?"), say("In the same quarter, if you like.")
        if phase == "order":
            return say("Which cube goes first?"), say("Both go to the caravan, one after the other.")
        if phase == "camel":
            shop = self.name.shops[seen["sending"] or ""]
            return say("Pay a camel for your cube?"), say("The supervisor stands before {shop}.", shop=shop)
        if phase == "swap":
            return say("Swap more?"), say("The card lets you swap as many as you like.")
        return say("End of your turn"), say("You may still build and play cards.")

    def icons(self) -> list[str]:
        taken = self.seen["taken"]
        phase = self.seen["phase"]
        if taken is not None and phase in ("act", "place", "hoist"):
            return [f"die-w{taken['value']}"] * min(taken["white"], SHOWN_DICE)
        return {"camel": ["camel"], "order": ["supervisor"]}.get(phase, [])


def _option(
    choice: int,
    label: str,
    detail: str = "",
    icon: str = "",
    group: str = "",
    state: str = "",
    chip: str = "",
) -> Option:
    option: Option = {"choice": choice, "label": label}
    if detail:
        option["detail"] = detail
    if icon:
        option["icon"] = icon
    if group:
        option["group"] = group
    if state:
        option["state"] = state
    if chip:
        option["chip"] = chip
    return option


# Rows that come often are kept


@cache
def _take(say: Say, index: int, count: int, value: int, bonus: int) -> Option:
    field = board.FIELDS[index]
    label = f"{words_in(say).floors[field]}: {count} × :die-w{value}:"
    good = f"{count + bonus} :{ACTION_ICONS.get(field, 'cube')}:"
    return _option(ids.TAKE + index, label, f"{good}  /  {value} :supervisor:  /  :cards:", floor_icon(field))


@cache
def _shop(say: Say, choice: int, shop: str, there: int, group: str) -> Option:
    note = _shop_note(say, shop, there)
    return _option(choice, words_in(say).shops[shop], note, group=group, chip=shop[-2:])


def _shop_note(say: Say, shop: str, there: int) -> str:
    """How far the bazaar is with this cube, and where the supervisor can come by."""
    bazaar = shop[:-1]
    size = at.SIZES[bazaar]
    if there == size:
        return say("completes it: {points}", points=points(say, at.POINTS[bazaar]))
    note = say("{n} of {size}", n=there, size=size)
    doors = at.DOORS.get(shop)
    if not doors:
        return note
    beside = say("beside {fields}", fields=", ".join(doors))
    return f"{note} · {beside}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def _walk(say: Say, choice: int, field: str, cost: int, group: str) -> Option:
    """The supervisor goes where no cube is."""
    label = _sentence(words_in(say).to[field])
    return _supervisor(choice, label, say("no cube moves"), field, cost, group)


@lru_cache(2048)
def _send_off(
    say: Say,
    choice: int,
    field: str,
    cost: int,
    group: str,
    shops: tuple[str, ...],
    owners: tuple[str, ...],
    gain: int,
) -> Option:
    """The supervisor goes beside cubes, which leave for the caravan."""
    label = ", ".join([words_in(say).shops[shop] for shop in shops])
    detail = say("Caravan +{n}: {name}", name=", ".join(dict.fromkeys(owners)), n=gain)
    return _supervisor(choice, label, detail, field, cost, group)


def _supervisor(choice: int, label: str, detail: str, field: str, cost: int, group: str) -> Option:
    if cost:
        detail = f"{cost} :gold: · {detail}"
    chip = ":centre:" if field == "centre" else field
    return _option(choice, label, detail, group=group, state="paid" if cost else "free", chip=chip)


def asked(look: Look, seen: Observation) -> Prompt:
    """For the one who is asked."""
    asked = Asked(look, seen)
    asked.rows()
    title, detail = asked.title()
    return {
        "title": title,
        "detail": detail,
        "tone": "ask",
        "icons": asked.icons(),
        "options": asked.options,
        "groups": asked.groups,
    }


def unasked(look: Look, seen: Observation) -> Prompt:
    """For all who look on."""
    if seen["actor"] == OVER:
        return _over(look, seen)
    title, detail = _waiting(look, seen)
    return {"title": title, "detail": detail, "tone": "wait", "icons": [], "options": [], "groups": {}}


def _waiting(look: Look, seen: Observation) -> tuple[str, str]:
    """Who is waited for, and for what."""
    say = look.say
    if seen["actor"] == CHANCE:
        if seen["phase"] == "deal":
            return say("A card is drawn"), ""
        return say("The dice roll") if seen["phase"] == "roll" else say("Who starts?"), ""
    who = look.names[seen["actor"]]
    taken = seen["taken"]
    if seen["phase"] == "act" and taken is not None:
        doing = say("has {dice}", dice=dice(say, taken["white"], taken["value"]))
    else:
        asked = DOING[seen["phase"]]
        doing = say(asked)
    return say("{name} is choosing", name=who), doing


def _over(look: Look, seen: Observation) -> Prompt:
    say = look.say
    best = max(seat["score"] for seat in seen["seats"])
    winners = [look.names[i] for i, seat in enumerate(seen["seats"]) if seat["score"] == best]
    return {
        "title": say("{name} wins", name=winners[0])
        if len(winners) == 1
        else say("{names} share the win", names=", ".join(winners)),
        "detail": say("With {points} after three weeks.", points=points(say, best)),
        "tone": "over",
        "icons": ["laurel"],
        "options": [],
        "groups": {},
    }
