"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, cast

from serai.games.yspahan import cards, ids
from serai.games.yspahan.observe import Observation
from serai.games.yspahan.page import geometry as at
from serai.games.yspahan.page.reading import CARD_OF
from serai.games.yspahan.page.words import (
    Words,
    camels,
    cubes,
    dice,
    gold,
    points,
    price,
    words_in,
)
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.say import Say
from serai.scene.scene import Happening, Line, Look


def lines(happening: Happening, look: Look) -> list[Line]:
    return list(Teller(happening, look).tell())


class Teller:
    """Describes one choice in sentences. Events come in the order in which they happened."""

    def __init__(self, happening: Happening, look: Look) -> None:
        self.look = look
        self.say: Say = look.say
        self.name: Words = words_in(look.say)
        self.before = cast(Observation, happening.before)
        self.after = cast(Observation, happening.after)
        self.events = happening.events
        self.kind, self.words = ids.KINDS.read(happening.text)
        self.seat = self.before["turn"]

    def tell(self) -> Iterator[Line]:
        tell = TELL.get(self.kind)
        said = tell(self) if tell is not None else ""
        if said:
            yield build.line(said, self._speaker())
        yield from self._caravan()
        yield from self._week()
        for event in self.events:
            if event.kind == "day":
                week, day = self.after["week"], event.amount
                yield build.heading(self.say("Week {week} · Day {day}", week=week, day=day))
        if self.after["actor"] == OVER:
            yield self._winners()

    # Small things

    def _speaker(self) -> int:
        """The seat a line is about: for chance, the one who rolls or draws."""
        kind = self.kind
        if kind == "start":
            return self.after["starter"]
        if kind == "deal":
            drawer = self.before["drawer"]
            return self.seat if drawer is None else drawer
        if kind == "pay camel":
            return self.before["actor"]
        return self.seat

    def _who(self, seat: int) -> str:
        return f"**{self.look.names[seat]}**"

    def _shop(self, shop: str) -> str:
        return f"**{self.name.shops[shop]}**"

    def _card(self, kind: str) -> str:
        return f"**{self.name.cards[kind]}**"

    def _sum(self, kind: str, about: str = "", seat: int | None = None) -> int:
        return sum(
            event.amount
            for event in self.events
            if event.kind == kind
            and (not about or event.about == about)
            and (seat is None or event.seat == seat)
        )

    def _took(self, rest: str) -> str:
        """The sentence for an action: it says both what was taken and what it was used for."""
        taken = self.before["taken"]
        who = self._who(self.seat)
        if taken is None or self.before["phase"] != "act":
            return f"{who} {rest}"
        group = dice(self.say, taken["white"], taken["value"])
        return self.say("{name} takes {dice} and {did}", name=who, dice=f"**{group}**", did=rest)

    # The choice itself

    def _start(self) -> str:
        return self.say("{name} starts the game", name=self._who(self.after["starter"]))

    def _yellow(self) -> str:
        bought = int(self.words[0])
        if not bought:
            return self.say("{name} starts the day and rolls", name=self._who(self.seat))
        return self.say.plural(
            "{name} starts the day and buys {n} yellow die",
            "{name} starts the day and buys {n} yellow dice",
            bought,
            name=self._who(self.seat),
        )

    def _roll(self) -> str:
        groups = []
        for group in self.after["tower"]:
            face = group["value"]
            groups.append(f":die-w{face}:" * group["white"] + f":die-y{face}:" * group["yellow"])
        return self.say("The dice: {groups}", groups="  ".join(groups))

    def _collect(self) -> str:
        got = self._sum("camels")
        if got:
            return self._took(self.say("gets {what}", what=camels(self.say, got)))
        return self._took(self.say("gets {what}", what=gold(self.say, self._sum("gold"))))

    def _place(self) -> str:
        shop = self.words[0]
        first = self.before["phase"] == "act"
        rest = (
            self.say("puts a cube into {shop}", shop=self._shop(shop))
            if first
            else self.say("puts another into {shop}", shop=self._shop(shop))
        )
        return self._took(rest + self._completing(shop))

    def _completing(self, shop: str) -> str:
        """Whether a cube completed its bazaar. The week may have ended since, so use the events' shops."""
        bazaar = shop[:-1]
        there = sum(other[:-1] == bazaar for other in self.before["shops"]) + 1
        return self.say(", which is now complete") if there == at.SIZES[bazaar] else ""

    def _stop(self) -> str:
        return self.say("{name} skips the Hoist’s cube", name=self._who(self.seat))

    def _discard(self) -> str:
        card = self._card(self.words[0])
        got_camels, got_gold = self._sum("camels"), self._sum("gold")
        if got_camels:
            what = camels(self.say, got_camels)
        elif got_gold:
            what = gold(self.say, got_gold)
        else:
            what = cubes(self.say, self.after["cubes"])
        return self._took(self.say("discards {card} for an extra die: {what}", card=card, what=what))

    def _move(self) -> str:
        here, there = self.before["supervisor"], self.words[0]
        cost = self._sum("supervisor")
        to = f"**{self.name.to[there]}**"
        if there != "centre":
            to = self.say("to {field}", field=f"**{there}**")
        where = {"away": self.name.away[here], "to": to}
        if cost:
            return self._took(
                self.say("moves the supervisor {away} {to} for {gold}", gold=gold(self.say, cost), **where)
            )
        return self._took(self.say("moves the supervisor {away} {to}", **where))

    def _draw(self) -> str:
        if self.before["phase"] == "act":
            return self._took(self.say("draws a card"))
        return self.say("{name} finds no dice left and draws a card", name=self._who(self.seat))

    def _deal(self) -> str:
        """A drawn card: from the caravanserai, for lack of dice, or known only to the player who drew it."""
        drawer = self._speaker()
        who = self._who(drawer)
        kind = self.words[0]
        if self.before["sending"] is not None:
            said = self.say("{name} draws a card with the Caravanserai", name=who)
        elif self.before["taken"] is None and not self.before["seats"][drawer]["cards"]:
            said = self.say("{name} finds no dice left and draws a card", name=who)
        else:  # the draw itself is reported already
            said = self.say("{name} draws a card", name=who) if kind != "?" else ""
        if kind != "?" and said:
            return f"{said}: {self._card(kind)}"
        return said

    def _send(self) -> str:
        return self.say(
            "{name} names {shop} first", name=self._who(self.seat), shop=self._shop(self.words[0])
        )

    def _pay(self) -> str:
        shop = self.before["sending"] or ""
        return self.say(
            "{name} pays a camel to keep {shop}; a cube from the supply joins the caravan",
            name=self._who(self.before["actor"]),
            shop=self._shop(shop),
        )

    def _build(self) -> str:
        said = self.say(
            "builds the {building} for {price}",
            building=f"**{self.name.buildings[self.words[-1]]}**",
            price=price(self.say, -self._sum("camels"), -self._sum("gold")),
        )
        gain = self._sum("points", "building")
        return self._took(said + (f": **+{gain}**" if gain else ""))

    def _played(self, did: str = "") -> str:
        card = self._card(CARD_OF[self.kind])
        said = self.say("{name} plays {card}", name=self._who(self.seat), card=card)
        return f"{said}: {did}" if did else said

    def _swap(self) -> str:
        n = int(self.words[0])
        given, got = camels(self.say, n), gold(self.say, n)
        if self.kind == "card swap gold":
            given, got = got, given
        return self._played(self.say("{given} for {got}", given=given, got=got))

    def _gift(self) -> str:
        gift = camels if self.kind == "card camels" else gold
        return self._played(gift(self.say, cards.GIFT))

    def _into_shop(self) -> str:
        shop = self.words[0]
        return self._played(self.name.shops[shop] + self._completing(shop))

    def _sold(self) -> str:
        n = int(self.words[0])
        given = gold(self.say, n) if self.kind == "card gold-for-points" else camels(self.say, n)
        got = points(self.say, self._sum("points", "card"))
        return self._played(self.say("{given} for {got}", given=given, got=got))

    def _built_by_card(self) -> str:
        did = self.say(
            "{building} for {price}",
            building=self.name.buildings[self.words[0]],
            price=price(self.say, -self._sum("camels"), -self._sum("gold")),
        )
        gain = self._sum("points", "building")
        return self._played(did + (f", **+{gain}**" if gain else ""))

    # What followed

    def _caravan(self) -> Iterator[Line]:
        """Cubes that arrived, in their order, and the scoring of a caravan that is full."""
        say = self.say
        from_shop = ""
        for i, event in enumerate(self.events):
            if event.kind == "sent":
                from_shop = event.about
            elif event.kind == "load":
                row = (event.amount - 1) // self.before["players"] + 1
                gain = self._gain_after(i, event.seat)
                where = say("row {n}", n=row)
                if from_shop:
                    text = say(
                        "{name}: the cube from {shop} goes to the caravan, {row}: {gain}",
                        name=self._who(event.seat),
                        shop=self._shop(from_shop),
                        row=where,
                        gain=f"**+{gain}**",
                    )
                else:
                    text = say(
                        "{name}: a cube joins the caravan, {row}: {gain}",
                        name=self._who(event.seat),
                        row=where,
                        gain=f"**+{gain}**",
                    )
                from_shop = ""
                yield build.line(text, event.seat)
        full = [event for event in self.events if event.kind == "points" and event.about == "full caravan"]
        if full:
            gains = ", ".join(f"{self._who(event.seat)} +{event.amount}" for event in full)
            yield build.line(say("The caravan is full and scores: {gains}", gains=gains))

    def _gain_after(self, index: int, seat: int) -> int:
        for event in self.events[index + 1 :]:
            if event.kind == "points" and event.about == "camel" and event.seat == seat:
                return event.amount
            if event.kind == "load":
                break
        return 0

    def _week(self) -> Iterator[Line]:
        if not any(event.kind == "week" for event in self.events):
            return
        say = self.say
        ended = self._sum("week")
        yield build.heading(say("End of week {n}", n=ended))
        for seat in range(self.before["players"]):
            parts = [
                f"{label} {gain}"
                for label, about in self._week_sources()
                if (gain := self._sum("points", about, seat))
            ]
            total = sum(
                event.amount
                for event in self.events
                if event.kind == "points"
                and event.seat == seat
                and event.about in ("bazaar", "market", "caravan")
            )
            found = ", ".join(parts) or say("nothing")
            yield build.line(f"{self._who(seat)}: {found}" + (f" = **+{total}**" if total else ""), seat)

    def _week_sources(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.say("bazaars"), "bazaar"),
            (self.say("market"), "market"),
            (self.say("caravan"), "caravan"),
        )

    def _winners(self) -> Line:
        scores = [seat["score"] for seat in self.after["seats"]]
        winners = build.best(scores)
        names = ", ".join(self._who(seat) for seat in winners)
        got = points(self.say, max(scores))
        if len(winners) == 1:
            return build.line(self.say("{name} wins with {points}", name=names, points=got), winners[0])
        return build.line(self.say("{names} share the win with {points}", names=names, points=got))


TELL: Final[dict[str, Callable[[Teller], str]]] = {
    "start": Teller._start,
    "yellow": Teller._yellow,
    "roll": Teller._roll,
    "collect": Teller._collect,
    "place": Teller._place,
    "stop": Teller._stop,
    "discard": Teller._discard,
    "supervisor": Teller._move,
    "draw": Teller._draw,
    "deal": Teller._deal,
    "send": Teller._send,
    "pay camel": Teller._pay,
    "build": Teller._build,
    "card swap camels": Teller._swap,
    "card swap gold": Teller._swap,
    "card camels": Teller._gift,
    "card gold": Teller._gift,
    "card shop": Teller._into_shop,
    "card caravan": Teller._played,
    "card camels-for-points": Teller._sold,
    "card gold-for-points": Teller._sold,
    "card build-without-camels": Teller._built_by_card,
    "card build-without-gold": Teller._built_by_card,
}
