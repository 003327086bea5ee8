"""What a thing is, and why it cannot be chosen now, in the terms of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, cast

from serai.games.yspahan import board, ids
from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page import geometry as at
from serai.games.yspahan.page.elements import ZONES
from serai.games.yspahan.page.hand import why_not_card
from serai.games.yspahan.page.reading import CARD_OF, at_field, next_row
from serai.games.yspahan.page.words import building_price, dice, gold, points, words_in
from serai.kernel.state import CHANCE, OVER
from serai.scene import build
from serai.scene.scene import Look, Note

SHOP_OF: Final = {key: shop for shop, key in ZONES.items()}


def explain(look: Look, thing: str) -> Note | None:
    """Explain a zone of the drawing, an element, a card, or a building of a panel."""
    return Notes(look).about(thing)


class Notes:
    """Explanations for one viewer."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.seen = cast(Observation, look.seen)
        self.say = look.say
        self.name = words_in(look.say)

    def about(self, thing: str) -> Note | None:
        """The note about a thing, if there is something to say."""
        kind, _, rest = thing.partition("-")
        answers: dict[str, Callable[[str], Note | None]] = {
            "shop": self._shop,
            "cube": self._shop,
            "open": self._shop,
            "rim": self._shop,
            "asked": self._shop,
            "points": self._points,
            "done": self._points,
            "field": self._field,
            "target": self._field,
            "tower": self._floor,
            "floor": self._floor,
            "empty": self._floor,
            "die": lambda rest: self._floor(rest.partition("-")[0]),
            "hole": self._taken,
            "taker": self._taken,
            "dome": self._dome,
            "quarter": self._quarter,
            "banner": self._quarter,
            "caravan": self._caravan,
            "rider": self._caravan,
            "camel": self._caravan,
            "next": self._caravan,
            "week": self._calendar,
            "day": self._calendar,
            "dusk": self._calendar,
            "today": self._calendar,
            "supervisor": self._supervisor,
            "building": self._building,
            "card": self._card,
            "pile": self._pile,
        }
        if kind in answers:
            return answers[kind](rest)
        if thing.removesuffix("-2") in self.name.cards:
            return self._card(thing)
        return self._building(thing) if thing in self.name.buildings else None

    # Whose turn

    def _not_asked(self) -> str:
        """Why the viewer can choose nothing at all; empty if they must choose."""
        say, seen = self.say, self.seen
        if seen["actor"] == OVER:
            return say("The game is over.")
        if self.look.legal:
            return ""
        if seen["actor"] == CHANCE:
            return say("The dice and cards come first.")
        return say("It is {name}’s turn.", name=self.look.names[seen["actor"]])

    # The cards

    def _pile(self, which: str) -> Note:
        say, seen = self.say, self.seen
        if which == "deck":
            return build.note(
                say("Draw pile"),
                say.plural("{n} card, face down.", "{n} cards, face down.", seen["deck"]),
                say("When it runs out, the discards are shuffled."),
            )
        lying = Counter(seen["discards"])
        listed = ", ".join(
            f"{number} × {self.name.cards[kind]}" if number > 1 else self.name.cards[kind]
            for kind, number in lying.items()
        )
        return build.note(say("Discards"), f"{listed}." if listed else say("None so far."))

    # The city

    def _shop(self, key: str) -> Note | None:
        shop = SHOP_OF.get(key)
        if shop is None:
            return None
        say = self.say
        bazaar = shop[:-1]
        doors = at.DOORS.get(shop)
        what = say(
            "One of {size} shops of a bazaar worth {points} when all are yours.",
            size=at.SIZES[bazaar],
            points=points(say, at.POINTS[bazaar]),
        )
        street = (
            say("The supervisor reaches it from {fields}.", fields=say(" and ").join(doors))
            if doors
            else say("It does not touch the street: the supervisor never reaches it.")
        )
        return build.note(self.name.shops[shop], what, street, self._why_not_shop(shop))

    def _why_not_shop(self, shop: str) -> str:
        say, seen, look = self.say, self.seen, self.look
        index = board.SHOPS.index(shop)
        if ids.PLACE + index in look.legal or ids.PLAY_SHOP + index in look.legal:
            return say("**You may put a cube here now.**")
        owner = seen["shops"].get(shop)
        if owner is not None:
            return say("**Taken:** the cube is {name}’s.", name=look.names[owner])
        asked = self._not_asked()
        if asked:
            return f"**{asked}**"
        mine = look.seat
        bazaar, quarter = shop[:-1], shop.partition(".")[0]
        for other, who in seen["shops"].items():
            if other[:-1] == bazaar and who != mine:
                return say("**Closed to you:** {name} has a cube in this bazaar.", name=look.names[who])
        taken = seen["taken"]
        if seen["phase"] not in ("act", "place", "hoist") or taken is None:
            return say("**Not now:** take a group of dice of this quarter first.")
        if taken["field"] != quarter:
            return say(
                "**Not with these dice:** they lie on {field}.", field=self.name.floors[taken["field"]]
            )
        for other, who in seen["shops"].items():
            started = other[:-1]
            if who == mine and other.partition(".")[0] == quarter and started != bazaar:
                there = sum(one[:-1] == started for one in seen["shops"])
                if there < at.SIZES[started]:
                    return say(
                        "**Not yet:** you must complete {bazaar} first.", bazaar=self.name.bazaars[started]
                    )
        return ""

    def _points(self, key: str) -> Note | None:
        bazaar = key.replace("-", ".")
        if bazaar not in at.POINTS:
            return None
        say = self.say
        owners = {who for shop, who in self.seen["shops"].items() if shop[:-1] == bazaar}
        there = sum(shop[:-1] == bazaar for shop in self.seen["shops"])
        state = say("There is no cube here yet.")
        if owners:
            state = say(
                "{name} has {n} of {size} shops.",
                name=self.look.names[min(owners)],
                n=there,
                size=at.SIZES[bazaar],
            )
        return build.note(
            say("Bazaar {name}", name=self.name.bazaars[bazaar]),
            say("{points} at week’s end if complete, else nothing.", points=points(say, at.POINTS[bazaar])),
            say("The Market adds two."),
            state,
        )

    def _quarter(self, quarter: str) -> Note | None:
        if quarter not in self.name.floors:
            return None
        title = self.name.floors[quarter]
        return build.note(
            title,
            self.say("Dice on the {field} floor of the tower put cubes into these shops.", field=title),
            self.say(
                "A bazaar with another player’s cube is closed to you, and you must finish your own"
                " before you start a new one."
            ),
        )

    def _field(self, field: str) -> Note | None:
        if field not in at.FIELDS:
            return None
        say = self.say
        shops = at_field(field)
        if shops:
            what = say(
                "From here the supervisor sends the cubes in {shops} to the caravan.",
                shops=say(" and ").join(self.name.shops[shop] for shop in shops),
            )
        else:
            what = say("No shop lies beside it: no cube moves from here.")
        title = say("Street field {field}", field=field) if field != "centre" else say("Centre of the street")
        return build.note(title, what, self._why_not_field(field))

    def _why_not_field(self, field: str) -> str:
        say, seen, look = self.say, self.seen, self.look
        index = board.STREET.index(field)
        asked = self._not_asked()
        if asked:
            return f"**{asked}**"
        taken = seen["taken"]
        if seen["phase"] != "act" or taken is None:
            return say("**Not now:** the supervisor moves with dice you have just taken.")
        here = board.STREET.index(seen["supervisor"])
        mine = seen["seats"][seen["turn"]]
        cost = board.move_price(here, index, taken["value"], "bathhouse" in mine["buildings"])
        way = int(board.DISTANCE[here * board.NUM_STREET + index])
        far = say.plural("It is {n} field away.", "It is {n} fields away.", way)
        if ids.MOVE + index in look.legal:
            if cost:
                return f"{far} " + say("**You may move there for {gold}.**", gold=gold(say, int(cost)))
            return f"{far} " + say("**You may move there for free.**")
        return f"{far} " + say(
            "**Out of reach:** with dice of {value} it costs {gold}, and you have {have}.",
            value=taken["value"],
            gold=gold(say, int(cost)),
            have=mine["gold"],
        )

    def _supervisor(self, _: str) -> Note:
        say = self.say
        return build.note(
            say("Supervisor"),
            say("He stands {where}.", where=self.name.on[self.seen["supervisor"]]),
            say(
                "Any group of dice can move him along the street by its value, without entering a field"
                " twice; each gold adds or removes one field. Cubes in the shops beside the field where"
                " he stops go to the caravan."
            ),
        )

    # Tower and caravan

    def _floor(self, field: str) -> Note | None:
        if field not in self.name.floors:
            return None
        say, seen, look = self.say, self.seen, self.look
        if field == "camels":
            what = say("One camel for each die. The lowest dice always lie here.")
        elif field == "gold":
            what = say("One gold for each die. The highest dice always lie here.")
        else:
            what = say("One cube for each die into the shops of this quarter.")
        other = say("Or move the supervisor by the value of the dice, or draw a card.")
        group = next((group for group in seen["tower"] if group["field"] == field), None)
        taken = seen["taken"]
        asked = self._not_asked()
        if taken is not None and taken["field"] == field:
            why = say("**{name} took these dice.**", name=look.names[seen["turn"]])
        elif group is None:
            why = say("**No dice lie here.**")
        elif ids.TAKE + board.FIELDS.index(field) in look.legal:
            why = say(
                "**You may take {dice}.**", dice=dice(say, group["white"] + group["yellow"], group["value"])
            )
        elif asked:
            why = f"**{asked}**"
        elif seen["phase"] == "take" and not group["white"]:
            why = say("**Not yours:** yellow dice are for the start player only.")
        else:
            why = say("**Not now:** you have taken your dice.")
        return build.note(self.name.floors[field], what, other, why)

    def _taken(self, _: str) -> Note | None:
        taken = self.seen["taken"]
        return None if taken is None else self._floor(taken["field"])

    def _dome(self, _: str) -> Note:
        say = self.say
        return build.note(
            say("Dice tower"),
            say(
                "The start player rolls. Equal dice form a group; the groups fill the floors from the"
                " lowest value up, and the highest group always goes to gold."
            ),
            say("Each player in turn takes one group. Yellow dice are for the start player only."),
        )

    def _caravan(self, rest: str) -> Note:
        say, seen = self.say, self.seen
        return build.note(
            say("Caravan"),
            say(
                "Cubes fill the camels from the bottom row up. A cube scores 2, 1 or 0 points on arrival"
                " in row 1, 2 or 3. At week’s end all players score their number of cubes times the"
                " highest row that holds one of them; a full caravan scores at once and is emptied."
            ),
            say("The next cube goes into row {row}.", row=next_row(seen)),
        )

    def _calendar(self, _: str) -> Note:
        say = self.say
        return build.note(
            say("Week {week} · Day {day}", week=self.seen["week"], day=self.seen["day"]),
            say("Three weeks of seven days each. After the seventh day, bazaars and caravan score."),
        )

    # Cards and buildings

    def _building(self, building: str) -> Note | None:
        if building not in self.name.buildings:
            return None
        say = self.say
        why = ""
        if self.look.seat is not None:
            mine = self.seen["seats"][self.look.seat]
            index = board.BUILDINGS.index(building)
            if building in mine["buildings"]:
                why = say("**You have built it.**")
            elif ids.BUILD + index in self.look.legal:
                why = say("**You may build it now.**")
            elif mine["camels"] < board.CAMEL_COST[index] or mine["gold"] < board.GOLD_COST[index]:
                why = say("**You cannot afford it now.**")
            elif self.seen["players"] == 2:
                why = say("**Not now:** it takes a group of dice.")
            else:
                why = say("**Not now:** you build after your action, once per turn.")
        return build.note(
            self.name.buildings[building],
            self.name.effects[building],
            say("It costs {price}.", price=building_price(say, building)),
            say("Your third to fifth buildings score 5 points each, the sixth 10."),
            why,
        )

    def _card(self, rest: str) -> Note | None:
        kind = rest.removesuffix("-2")
        if kind not in self.name.cards:
            return None
        held = (self.seen["hand"] or []).count(kind)
        why = why_not_card(self.look, self.seen, kind) if held and not self._playable(kind) else ""
        return build.note(
            self.name.cards[kind],
            self.name.card_effects[kind],
            self.say("Or discard it for an extra die when you use dice for their own field."),
            build.strong(why),
        )

    def _playable(self, kind: str) -> bool:
        return any(CARD_OF.get(ids.split(choice)[0]) == kind for choice in self.look.legal)
