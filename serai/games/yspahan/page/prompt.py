"""The question: a title, and every choice as a row that says what it costs and brings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from serai.games.yspahan import board, cards, ids
from serai.games.yspahan.dice import white_dice
from serai.games.yspahan.observe import Group as Dice
from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page import geometry as at
from serai.games.yspahan.page.reading import CARD_OF, arrival, at_field, bonus, move_prices, next_row
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
from serai.scene import build
from serai.scene.say import Say, mark
from serai.scene.scene import Group, Look, Option, Prompt

MOST_ROWS: Final = 9  # rows that fit without folding the moves
SHOWN_DICE: Final = 3
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
        """A row for every choice, in the order in which they are shown."""
        offered: dict[str, list[int]] = {}
        for choice in self.look.legal:
            offered.setdefault(ids.split(choice)[0], []).append(choice)
        for kind in FIRST:
            if kind in offered:
                ROWS[kind](self, offered[kind])
        before = len(self.options)
        for kind in LAST:
            if kind in offered:
                ROWS[kind](self, offered[kind])
            elif kind == "cards":
                self._cards(offered)
        if "supervisor" in offered:  # before what comes last
            last = self.options[before:]
            del self.options[before:]
            self._moves(offered["supervisor"], _shown(last))
            self.options += last

    def _row(
        self, choice: int, label: str, detail: str = "", icon: str = "", group: str = "", state: str = ""
    ) -> None:
        self.options.append(build.option(choice, label, detail, icon, group, state))

    def _yellow(self, choices: list[int]) -> None:
        say = self.say
        for choice in choices:
            count = choice - ids.YELLOW
            if count == 0:
                white = int(white_dice(self.seen["players"]))
                label, detail = say("No yellow dice"), say("Roll the {n} white dice", n=white)
            else:
                label = say.plural("{n} yellow die", "{n} yellow dice", count)
                detail = say("For {gold}; only for you", gold=gold(say, count))
            self._row(choice, label, detail, f"die-y{count}" if count else "die-w1")

    def _take(self, choices: list[int]) -> None:
        for choice in choices:
            field = board.FIELDS[choice - ids.TAKE]
            group = next(group for group in self.seen["tower"] if group["field"] == field)
            count = group["white"]
            if self.seen["turn"] == self.seen["starter"]:
                count += group["yellow"]
            self.options.append(_take(self.say, choice, count, group["value"], bonus(self.seen, field)[0]))

    def _own_action(self, field: str, count: int) -> str:
        """What a group of dice gives on its own field, including buildings."""
        number = count + bonus(self.seen, field)[0]
        if field == "camels":
            return camels(self.say, number)
        return gold(self.say, number) if field == "gold" else cubes(self.say, number)

    def _collect(self, choices: list[int]) -> None:
        taken = self._taken()
        added, helper = bonus(self.seen, taken["field"])
        self._row(
            choices[0],
            self.say("Take {what}", what=self._own_action(taken["field"], taken["white"])),
            self.say("{building} included", building=self.name.buildings[helper])
            if added
            else self.say("One for each die"),
            floor_icon(taken["field"]),
        )

    def _taken(self) -> Dice:
        taken = self.seen["taken"]
        assert taken is not None  # a player who acts has taken a group
        return taken

    def _shops(self, shops: list[int]) -> None:
        taken = self._taken()
        folded = self.seen["phase"] == "act" and len(shops) > 1
        if folded:
            self.groups["shops"] = build.group(
                self.say("Supply {quarter}", quarter=self.name.floors[taken["field"]]),
                self._own_action(taken["field"], taken["white"]),
                taken["field"],
            )
        for choice in shops:
            shop = board.SHOPS[choice - ids.PLACE]
            self.options.append(_shop(self.say, choice, shop, self._there(shop), "shops" if folded else ""))

    def _there(self, shop: str) -> int:
        """How many cubes the bazaar has including one in this shop."""
        bazaar = shop[:-1]
        return 1 + sum([other[:-1] == bazaar for other in self.seen["shops"]])

    def _moves(self, moves: list[int], others: int) -> None:
        """Free fields as rows of their own while there is room; those for gold are folded."""
        say = self.say
        reach = {board.STREET[choice - ids.MOVE]: choice for choice in moves}
        prices = move_prices(self.seen, reach)
        order = sorted(reach, key=lambda field: (prices[field], reach[field]))
        free = [field for field in order if prices[field] == 0]
        paid = [field for field in order if prices[field] > 0]
        if len(free) + others + _shown(self.options) + bool(paid) > MOST_ROWS and len(free) > 1:
            self.groups["free"] = build.group(
                say("Move the supervisor"),
                say.plural("{n} field for free", "{n} fields for free", len(free)),
                "supervisor",
            )
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
                self.groups[key] = build.group(
                    say("Pay {n} gold", n=cost if cost == most else f"{cost}–{most}"),
                    say.plural("{n} more field", "{n} more fields", len(within)),
                    chip=str(cost),
                    state="coin",
                )
                for field in within:
                    self._move(field, reach[field], prices[field], key)

    def _move(self, field: str, choice: int, cost: int, group: str) -> None:
        owners = self.seen["shops"]
        here = tuple([shop for shop in at_field(field) if shop in owners])
        if here:
            who = tuple([self._who(owners[shop]) for shop in here])
            row = _send_off(self.say, choice, field, cost, group, here, who, arrival(self.seen))
            self.options.append({**row, "owner": owners[here[0]]})
        else:
            self.options.append(_walk(self.say, choice, field, cost, group))

    def _who(self, seat: int) -> str:
        return self.look.names[seat]

    def _send(self, choices: list[int]) -> None:
        for choice in choices:
            shop = board.SHOPS[board.SHARED_SHOPS[choice - ids.SEND]]
            owner = self.seen["shops"][shop]
            self.options.append(
                build.option(
                    choice,
                    self.say("{shop} first", shop=self.name.shops[shop]),
                    self.say("Caravan +{n}: {name}", name=self._who(owner), n=arrival(self.seen)),
                    chip=shop[-2:],
                    owner=owner,
                )
            )

    def _pay_camel(self, choices: list[int]) -> None:
        told = self.say("The cube stays in {shop}; one from the supply goes instead, +{n}", **self._leaving())
        self._row(choices[0], self.say("Pay a camel"), told, "camel")

    def _let_go(self, choices: list[int]) -> None:
        told = self.say("It leaves {shop}, +{n}", **self._leaving())
        self._row(choices[0], self.say("Let it go"), told, "caravan")

    def _leaving(self) -> dict[str, object]:
        return {"shop": self.name.shops[self.seen["sending"] or ""], "n": arrival(self.seen)}

    def _builds(self, choices: list[int]) -> None:
        for choice in choices:
            self._build(choice, choice - ids.BUILD)

    def _build(self, choice: int, index: int, folded: str = "", without: str = "") -> None:
        building = board.BUILDINGS[index]
        built = len(self.seen["seats"][self.seen["turn"]]["buildings"])
        gain = int(board.BUILDING_POINTS[built])
        paid = building_cost(building, without)
        detail = "  ".join(f"{n} :{what}:" for n, what in zip(paid, ("camel", "gold"), strict=True) if n)
        if gain:
            detail += f" · +{gain}"
        detail += f" · {self.name.effects_in_short[building]}"
        label = self.say("Build: {building}", building=self.name.buildings[building])
        self._row(choice, label, detail, building, folded)

    def _draw(self, choices: list[int]) -> None:
        if self.seen["phase"] == "take":
            self._row(choices[0], self.say("Draw a card"), self.say("No dice are left for you"), "cards")
        else:
            pile = self.say("{n} in the pile", n=self.seen["deck"] or len(self.seen["discards"]))
            self._row(choices[0], self.say("Draw a card"), pile, "cards", state="alt")

    def _discards(self, choices: list[int]) -> None:
        say = self.say
        taken = self._taken()
        detail = say("One extra die: {what}", what=self._own_action(taken["field"], taken["white"] + 1))
        self.groups["discard"] = build.group(say("Discard a card"), detail, "dice")
        for choice in choices:
            kind = cards.CARDS[choice - ids.DISCARD]
            label = say("Discard “{card}”", card=self.name.cards[kind])
            self._row(choice, label, detail, f"card-{kind}", "discard", "alt")

    def _cards(self, offered: dict[str, list[int]]) -> None:
        """Cards can be played from the hand too, so they are folded here."""
        swapping = "enough" in offered  # a swap in progress; its card is played already
        held = ["swap"] if swapping else self.seen["hand"] or []
        playable = [
            (card, choice)
            for card in cards.CARDS
            if card in held
            for kind in offered
            if CARD_OF.get(kind) == card
            for choice in offered[kind]
        ]
        if not playable:
            return
        folded = "cards" if len(playable) > 1 and not swapping else ""
        if folded:
            kinds = list(dict.fromkeys(card for card, _ in playable))
            names = ", ".join(self.name.cards[card] for card in kinds)
            self.groups[folded] = build.group(self.say("Play a card"), names, f"card-{kinds[0]}")
        for card, choice in playable:
            self._card(card, choice, folded)

    def _card(self, card: str, choice: int, folded: str) -> None:
        say = self.say
        kind, index = ids.split(choice)
        icon = f"card-{card}"
        label, detail = self.name.cards[card], say("Play the card")
        number = index + 1
        match kind:
            case "card swap gold":
                label = say("{gold} for {camels}", gold=gold(say, number), camels=camels(say, number))
                detail, icon = self.name.cards[card], "camel"
            case "card swap camels":
                label = say("{camels} for {gold}", gold=gold(say, number), camels=camels(say, number))
                detail, icon = self.name.cards[card], "gold"
            case "card shop":
                shop = board.SHOPS[index]
                label, detail = self.name.shops[shop], _shop_note(say, shop, self._there(shop))
            case "card caravan":
                detail = say("Row {row}, +{n}", row=next_row(self.seen), n=arrival(self.seen))
            case "card camels-for-points":
                worth = points(say, cards.CAMEL_POINTS * number)
                label = say("{what} for {points}", what=camels(say, number), points=worth)
            case "card gold-for-points":
                label = say("{what} for {points}", what=gold(say, number), points=points(say, number))
            case "card build-without-camels":
                return self._build(choice, index, folded, "camels")
            case "card build-without-gold":
                return self._build(choice, index, folded, "gold")
        self._row(choice, label, detail, icon, folded, "card")

    def _stop(self, choices: list[int]) -> None:
        self._row(
            choices[0], self.say("No more cubes"), self.say("Skip the Hoist’s cube"), "done", state="end"
        )

    def _enough(self, choices: list[int]) -> None:
        self._row(choices[0], self.say("Enough"), self.say("The swap is done"), "done")

    def _end(self, choices: list[int]) -> None:
        self._row(choices[0], self.say("End the turn"), icon="done", state="end")

    # Titles

    def title(self) -> tuple[str, str]:
        """The question, and a line that explains it."""
        say, seen = self.say, self.seen
        phase = seen["phase"]
        if phase == "dice":
            return say("Yellow dice?"), say("You start the day. Each yellow die costs a gold.")
        if phase == "take":
            if any(ids.split(choice)[0] == "take" for choice in self.look.legal):
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
        """The pictures beside the question."""
        taken = self.seen["taken"]
        phase = self.seen["phase"]
        if taken is not None and phase in ("act", "place", "hoist"):
            return [f"die-w{taken['value']}"] * min(taken["white"], SHOWN_DICE)
        return {"camel": ["camel"], "order": ["supervisor"]}.get(phase, [])


# The order of rows: the action itself, then the supervisor, then everything else.
FIRST: Final = ("yellow", "take", "collect", "place", "stop", "send", "pay camel", "let go")
LAST: Final = ("build", "draw", "discard", "cards", "enough", "end")
ROWS: Final[dict[str, Callable[[Asked, list[int]], None]]] = {
    "yellow": Asked._yellow,
    "take": Asked._take,
    "collect": Asked._collect,
    "place": Asked._shops,
    "stop": Asked._stop,
    "send": Asked._send,
    "pay camel": Asked._pay_camel,
    "let go": Asked._let_go,
    "build": Asked._builds,
    "draw": Asked._draw,
    "discard": Asked._discards,
    "enough": Asked._enough,
    "end": Asked._end,
}


def _shown(rows: list[Option]) -> int:
    """How many rows there are while groups are folded."""
    return len({row.get("group", row["choice"]) for row in rows})


# Rows that occur often are cached


@cache
def _take(say: Say, choice: int, count: int, value: int, added: int) -> Option:
    field = board.FIELDS[choice - ids.TAKE]
    label = f"{words_in(say).floors[field]}: {count} × :die-w{value}:"
    number = count + added
    if field == "camels":
        own = camels(say, number)
    else:
        own = gold(say, number) if field == "gold" else cubes(say, number)
    return build.option(
        choice, label, say("{own}, supervisor {n}, or a card", own=own, n=value), floor_icon(field)
    )


@cache
def _shop(say: Say, choice: int, shop: str, there: int, group: str) -> Option:
    note = _shop_note(say, shop, there)
    return build.option(choice, words_in(say).shops[shop], note, group=group, chip=shop[-2:])


def _shop_note(say: Say, shop: str, there: int) -> str:
    """The progress of the bazaar with this cube, and where the supervisor can reach the shop."""
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
    """The supervisor goes to a field without cubes."""
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
    """The supervisor goes to a field beside cubes, which leave for the caravan."""
    label = ", ".join([words_in(say).shops[shop] for shop in shops])
    detail = say("Caravan +{n}: {name}", name=", ".join(dict.fromkeys(owners)), n=gain)
    return _supervisor(choice, label, detail, field, cost, group)


def _supervisor(choice: int, label: str, detail: str, field: str, cost: int, group: str) -> Option:
    if cost:
        detail = f"{cost} :gold: · {detail}"
    chip = ":centre:" if field == "centre" else field
    return build.option(choice, label, detail, group=group, state="paid" if cost else "free", chip=chip)


def asked(look: Look, seen: Observation) -> Prompt:
    """The prompt of the player who is to choose."""
    asked = Asked(look, seen)
    asked.rows()
    return build.asking(asked.title(), asked.icons(), asked.options, asked.groups)


def unasked(look: Look, seen: Observation) -> Prompt:
    """The prompt of viewers who are not to choose."""
    if seen["actor"] == OVER:
        return build.telling("over", _over(look, seen), ["laurel"])
    return build.telling("wait", _waiting(look, seen))


def _waiting(look: Look, seen: Observation) -> tuple[str, str]:
    """Whom the table waits for, and for what."""
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


def _over(look: Look, seen: Observation) -> tuple[str, str]:
    say = look.say
    scores = [seat["score"] for seat in seen["seats"]]
    winners = [look.names[seat] for seat in build.best(scores)]
    title = (
        say("{name} wins", name=winners[0])
        if len(winners) == 1
        else say("{names} share the win", names=", ".join(winners))
    )
    return title, say("With {points} after three weeks.", points=points(say, max(scores)))
