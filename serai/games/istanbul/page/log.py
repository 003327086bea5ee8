"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from serai.games.istanbul import board, ids
from serai.games.istanbul.page.panels import winners
from serai.games.istanbul.page.picks import CARD_OF
from serai.games.istanbul.page.words import CARD, GOOD, PLACE, TILE, words_in
from serai.kernel.state import OVER, Event
from serai.scene import build
from serai.scene.say import mark
from serai.scene.scene import Happening, Line, Look


def lines(happening: Happening, look: Look) -> list[Line]:
    """The log of one choice: what was done, what followed automatically, and the headings of rounds."""
    teller = Teller(happening, look)
    return [*teller.deed(), *teller.consequences()]


class Teller:
    """Describes one choice in sentences."""

    def __init__(self, happening: Happening, look: Look) -> None:
        self.look = look
        self.say = look.say
        self.words = words_in(look.say)
        self.before: Any = happening.before
        self.after: Any = happening.after
        self.events = happening.events
        self.kind, self.rest = ids.KINDS.read(happening.text)
        self.seat: int = self.before["turn"]
        self.name = f"**{look.names[self.seat]}**"

    # Small words

    def line(self, text: str) -> Line:
        return build.line(text, self.seat)

    def of(self, kind: str, seat: int | None = None) -> list[Event]:
        whose = self.seat if seat is None else seat
        return [event for event in self.events if event.kind == kind and event.seat == whose]

    def lira(self) -> int:
        """The lira the player gained, net."""
        return sum(event.amount for event in self.of("lira"))

    def goods(self, sign: int) -> dict[str, int]:
        """Goods gained (1) or given (-1)."""
        found: dict[str, int] = {}
        for event in self.of("goods"):
            if event.amount * sign > 0:
                found[event.about] = found.get(event.about, 0) + event.amount * sign
        return found

    def counted(self, goods: dict[str, int]) -> str:
        parts = [f"{number} :{good}: {self.words.goods[GOOD[good]]}" for good, number in goods.items()]
        return ", ".join(parts)

    def takings(self) -> str:
        """Goods and lira gained: "1 fabric, 1 fruit, 3 lira"."""
        parts = [self.counted(self.goods(1))] if self.goods(1) else []
        if self.lira() > 0:
            parts.append(self.say.plural("{n} lira", "{n} lira", self.lira()))
        return ", ".join(parts)

    def card(self, name: str) -> str:
        return f"**{self.words.cards[CARD[name]]}**" if name else ""

    def place(self, name: str) -> int:
        return PLACE[name]

    # The choice

    def deed(self) -> Iterator[Line]:
        tell = TELL.get(self.kind)
        if tell is None:
            return
        text = tell(self)
        if text:
            yield self.line(text)

    def start(self) -> str:
        seat = int(self.rest[0]) - 1
        self.seat = seat
        return self.say("{name} starts.", name=f"**{self.look.names[seat]}**")

    def roll(self) -> str:
        """Dice for a figure, or for the player."""
        say = self.say
        phase = self.before["phase"]
        faces = f":die-{self.rest[0]}::die-{self.rest[1]}:"
        for kind, begins, moves in (
            ("governor", mark("{dice} The governor starts {at}."), mark("{dice} The governor goes {to}.")),
            ("smuggler", mark("{dice} The smuggler starts {at}."), mark("{dice} The smuggler goes {to}.")),
        ):
            if phase in (f"start-{kind}", f"{kind}-roll"):
                number = PLACE[self.after[kind]]
                if phase.startswith("start"):
                    return say(begins, dice=faces, at=self.words.at[number])
                return say(moves, dice=faces, to=self.words.to[number])
        if phase == "neutral-roll":
            moved = next(event for event in self.events if event.kind == "neutral-merchant")
            return say(
                "{dice} The neutral merchant goes {to}.", dice=faces, to=self.words.to[PLACE[moved.about]]
            )
        thrown = int(self.rest[0]) + int(self.rest[1])
        if self.after["phase"] == "dice":
            return say("{name} rolls {dice} {total}.", name=self.name, dice=faces, total=thrown)
        takings = self.takings()
        if not takings:
            return say(
                "{name} rolls {dice} {total} and gets nothing.", name=self.name, dice=faces, total=thrown
            )
        return say(
            "{name} rolls {dice} {total} and takes {takings}.",
            name=self.name,
            dice=faces,
            total=thrown,
            takings=takings,
        )

    def demand(self) -> str:
        goods = [int(number) for number in self.rest[1].split("-")]
        shown = "".join(f":{good}:" * number for good, number in zip(board.GOODS, goods, strict=True))
        place = board.LARGE_MARKET if self.rest[0] == "large" else board.SMALL_MARKET
        return self.say("New demand {at}: {goods}", at=self.words.at[place], goods=shown)

    def deal(self) -> str:
        if self.rest[0] == "?":
            return self.say("{name} draws a bonus card.", name=self.name)
        return self.say("{name} draws {card}.", name=self.name, card=self.card(self.rest[0]))

    def move(self) -> str:
        return self.say("{name} walks {to}.", name=self.name, to=self.words.to[PLACE[self.rest[0]]])

    def pick_up(self) -> str:
        return self.say("{name} picks up an assistant.", name=self.name)

    def pick_up_neutral(self) -> str:
        return self.say("{name} picks up a neutral assistant.", name=self.name)

    def leave(self) -> str:
        if self.of("neutral-assistant"):
            return self.say("{name} leaves a neutral assistant.", name=self.name)
        return self.say("{name} leaves an assistant.", name=self.name)

    def stop(self) -> str:
        if self.before["phase"] == "pay":
            return self.say("{name} does not pay the merchants here: the turn ends.", name=self.name)
        return self.say("{name} uses no assistant: the turn ends.", name=self.name)

    def pay(self) -> str:
        say = self.say
        phase = self.before["phase"]
        if phase == "governor":
            return say("{name} pays the governor 2 lira and keeps the card.", name=self.name)
        if phase == "smuggler":
            return say("{name} pays the smuggler 2 lira.", name=self.name)
        paid = [
            f"**{self.look.names[event.seat]}**"
            for event in self.events
            if event.kind == "lira" and event.seat != self.seat and event.amount > 0
        ]
        neutral = sum(-event.amount for event in self.of("lira") if event.about == "neutral merchant")
        if neutral:
            paid.append(say("the bank, for a neutral merchant"))
        return say(
            "{name} pays {lira} lira: {names}.", name=self.name, lira=-self.lira(), names=", ".join(paid)
        )

    def no_action(self) -> str:
        return self.say(
            "{name} takes no action {at}.", name=self.name, at=self.words.at[PLACE[self.before["site"]]]
        )

    def send(self) -> str:
        return self.say(
            "{name} sends the family member {to}.", name=self.name, to=self.words.to[PLACE[self.rest[0]]]
        )

    def call(self) -> str:
        returned = len(self.of("assistant"))
        return self.say.plural(
            "{name} calls {n} assistant back.", "{name} calls {n} assistants back.", returned, name=self.name
        )

    def buy(self) -> str:
        good = self.rest[0]
        return self.say(
            "{name} buys 1 {good} for 2 lira with the green tile.",
            name=self.name,
            good=f":{good}: {self.words.goods[GOOD[good]]}",
        )

    def done(self) -> str:
        if self.before["phase"] == "green":
            return self.say("{name} buys nothing more.", name=self.name)
        return self.say("{name} calls no more assistants back.", name=self.name)

    def keep(self) -> str:
        return self._settled(self.say("{name} keeps the dice", name=self.name))

    def turn_die(self) -> str:
        return self._settled(
            self.say(
                "{name} turns the :die-{face}: to :die-4: with the red tile",
                name=self.name,
                face=self.rest[0],
            )
        )

    def _settled(self, text: str) -> str:
        takings = self.takings()
        if not takings:
            return self.say("{deed} and gets nothing.", deed=text)
        return self.say("{deed} and takes {takings}.", deed=text, takings=takings)

    def reroll(self) -> str:
        return self.say("{name} rerolls with the red tile.", name=self.name)

    def call_number(self) -> str:
        return self.say("{name} names **{number}**.", name=self.name, number=self.rest[0])

    def take(self) -> str:
        good = self.rest[0]
        return self.say(
            "{name} takes 1 {good}.", name=self.name, good=f":{good}: {self.words.goods[GOOD[good]]}"
        )

    def sell(self) -> str:
        """Only the last good of a sale brings lira."""
        sold = self.counted(self.goods(-1))
        if self.lira() > 0:
            text = self.say("The sale brings {name} **{lira} lira**.", name=self.name, lira=self.lira())
            if sold:
                return self.say("{name} sells {goods}.", name=self.name, goods=sold) + f" {text}"
            return text
        if not sold:
            good = self.words.goods[GOOD[self.rest[1]]]
            return self.say("{name} keeps all {good}.", name=self.name, good=good)
        return self.say("{name} sells {goods}.", name=self.name, goods=sold)

    def give(self) -> str:
        good = f":{self.rest[0]}: {self.words.goods[GOOD[self.rest[0]]]}"
        if self.before["phase"] == "smuggler":
            return self.say("{name} gives the smuggler 1 {good}.", name=self.name, good=good)
        text = self.say("{name} gives the Sultan 1 {good}", name=self.name, good=good)
        return self._with_ruby(text)

    def _with_ruby(self, text: str) -> str:
        if self.of("ruby"):
            return self.say("{deed} and takes a **ruby** :ruby:.", deed=text)
        return f"{text}."

    def tile(self) -> str:
        colour = self.rest[0]
        return self._with_ruby(
            self.say(
                "{name} takes the :tile-{colour}: {tile}",
                name=self.name,
                colour=colour,
                tile=self.words.tiles[TILE[colour]],
            )
        )

    def draw_open(self) -> str:
        taken = next(event for event in self.of("card") if event.amount > 0)
        return self.say(
            "{name} takes {card} from the discard pile.", name=self.name, card=self.card(taken.about)
        )

    def discard(self) -> str:
        if self.before["phase"] == "governor":
            return self.say(
                "{name} discards {card} for the governor.", name=self.name, card=self.card(self.rest[0])
            )
        return self.say("{name} discards {card}.", name=self.name, card=self.card(self.rest[0]))

    def catch(self) -> str:
        home = next(event.seat for event in self.events if event.kind == "family")
        member = f"**{self.look.names[home]}**"
        if self.kind == "catch card":
            return self.say(
                "{name} catches {other}’s family member for a card.", name=self.name, other=member
            )
        return self.say("{name} catches {other}’s family member for 3 lira.", name=self.name, other=member)

    def governor(self) -> str:
        return self.say("{name} meets the governor.", name=self.name)

    def smuggler(self) -> str:
        say = self.say
        good = f":{self.rest[0]}: {self.words.goods[GOOD[self.rest[0]]]}"
        text = say("{name} takes 1 {good} from the smuggler", name=self.name, good=good)
        given = self.goods(-1)
        if given:
            return say("{deed} for {price}.", deed=text, price=self.counted(given))
        if self.lira() < 0:
            return say("{deed} for 2 lira.", deed=text)
        return f"{text}."

    def smuggler_back(self) -> str:
        return self.say("{name} hands a good straight back to the smuggler.", name=self.name)

    def yellow(self) -> str:
        return self.say(
            "{name} pays 2 lira with the yellow tile: an assistant returns {away}.",
            name=self.name,
            away=self.words.away[PLACE[self.rest[0]]],
        )

    # Actions

    def act(self) -> str:
        site = PLACE[self.before["site"]]
        return _ACTS[site](self)

    def extend(self) -> str:
        say = self.say
        capacity = self.after["seats"][self.seat]["capacity"]
        ordinal = (say("first"), say("second"), say("third"))[capacity - 3]
        text = say("{name} buys the {ordinal} extension for 7 lira", name=self.name, ordinal=ordinal)
        return self._with_ruby(text)

    def fill(self) -> str:
        return self.say("{name} fills the cart: {goods}.", name=self.name, goods=self.counted(self.goods(1)))

    def post(self) -> str:
        return self.say("{name} collects the post: {takings}.", name=self.name, takings=self.takings())

    def fetch(self) -> str:
        return self.say("{name} takes cards {at}.", name=self.name, at=self.words.at[board.CARAVANSERAI])

    def gamble(self) -> str:
        return self.say("{name} tries their luck {at}.", name=self.name, at=self.words.at[board.BLACK_MARKET])

    def trade(self) -> str:
        if self.lira() > 0:
            return self.sell()
        sold = self.goods(-1)
        site = self.words.at[PLACE[self.before["site"]]]
        if sold:
            return self.say("{name} sells {at}: {goods}.", name=self.name, at=site, goods=self.counted(sold))
        return self.say("{name} sells {at}.", name=self.name, at=site)

    def supply(self) -> str:
        text = self.say(
            "{name} delivers {goods} to the Sultan", name=self.name, goods=self.counted(self.goods(-1))
        )
        return self._with_ruby(text)

    def gem(self) -> str:
        text = self.say(
            "{name} pays {lira} lira {at}",
            name=self.name,
            lira=-self.lira(),
            at=self.words.at[board.GEMSTONE_DEALER],
        )
        return self._with_ruby(text)

    # Cards

    def played(self) -> str:
        card = self.card(CARD_OF[self.kind])
        return self.say("{name} plays {card}", name=self.name, card=card)

    def card_good(self) -> str:
        good = self.counted({self.rest[0]: 1})[2:]
        return self.say("{deed} and takes 1 {good}.", deed=self.played(), good=good)

    def card_lira(self) -> str:
        return self.say("{deed} and takes 5 lira.", deed=self.played())

    def card_home_card(self) -> str:
        return self.say("{deed}: the family member comes home for a card.", deed=self.played())

    def card_home_lira(self) -> str:
        return self.say("{deed}: the family member comes home for 3 lira.", deed=self.played())

    def card_stay(self) -> str:
        at = self.words.at[PLACE[self.merchant()]]
        return self.say("{deed} and stays {at}.", deed=self.played(), at=at)

    def card_far(self) -> str:
        to = self.words.to[PLACE[self.rest[0]]]
        return self.say("{deed} and walks {to}.", deed=self.played(), to=to)

    def card_assistant(self) -> str:
        away = self.words.away[PLACE[self.rest[0]]]
        return self.say("{deed}: an assistant returns {away}.", deed=self.played(), away=away)

    def card_post(self) -> str:
        takings = self.takings()
        return self.say("{deed} and collects the post again: {takings}.", deed=self.played(), takings=takings)

    def card_sultan(self) -> str:
        return self._with_ruby(self.say("{deed}, delivers to the Sultan again", deed=self.played()))

    def card_gemstone(self) -> str:
        return self._with_ruby(
            self.say("{deed}, pays {lira} lira again", deed=self.played(), lira=-self.lira())
        )

    def card_any_goods(self) -> str:
        text = self.say("{deed} and may sell any goods.", deed=self.played())
        return f"{text} {self.sell()}" if self.lira() > 0 or self.goods(-1) else text

    def merchant(self) -> str:
        place: str = self.before["seats"][self.seat]["merchant"]
        return place

    # What follows automatically

    def consequences(self) -> Iterator[Line]:
        say = self.say
        events = self.events[1:] if self.kind == "turn" else self.events
        if self.kind != "stop" and any(event.kind == "stop" for event in events):
            if self.kind in ("pick up", "pick up neutral", "leave") or self.before["phase"] == "pay":
                yield self.line(say("{name} cannot pay: the turn ends.", name=self.name))
            else:
                yield self.line(say("{name} has no assistant left: the turn ends.", name=self.name))
        if not self.kind.startswith(("catch", "card", "send")):
            for event in events:
                if event.kind == "family":
                    yield self.line(
                        say(
                            "{name} catches {other}’s family member for 3 lira.",
                            name=self.name,
                            other=f"**{self.look.names[event.seat]}**",
                        )
                    )
        if self.kind == "deal" and self.before["phase"] in ("governor-deal", "caravan-deal"):
            for event in self.of("card"):
                if event.amount < 0:
                    yield self.line(
                        say("{name} discards {card}.", name=self.name, card=self.card(event.about))
                    )
        for event in events:
            if event.kind == "reshuffle":
                yield build.line(
                    say.plural(
                        "The discard is shuffled: {n} card.",
                        "The discards are shuffled: {n} cards.",
                        event.amount,
                    )
                )
            elif event.kind == "turn" and event.seat == self.after["starter"]:
                yield build.heading(say("Round {number}", number=event.amount))
        if self.after["actor"] == OVER:
            yield from self.over()

    def over(self) -> Iterator[Line]:
        say = self.say
        yield build.heading(say("The game is over"))
        best = winners(self.after)
        names = ", ".join(f"**{self.look.names[seat]}**" for seat in best)
        rubies = self.after["seats"][best[0]]["rubies"]
        if len(best) > 1:
            yield build.line(
                say.plural(
                    "{names} share the win with {n} ruby.",
                    "{names} share the win with {n} rubies.",
                    rubies,
                    names=names,
                )
            )
        else:
            yield build.line(
                say.plural("{name} wins with {n} ruby.", "{name} wins with {n} rubies.", rubies, name=names),
                best[0],
            )


TELL: dict[str, Callable[[Teller], str]] = {
    "start": Teller.start,
    "roll": Teller.roll,
    "demand": Teller.demand,
    "deal": Teller.deal,
    "move": Teller.move,
    "pick up": Teller.pick_up,
    "pick up neutral": Teller.pick_up_neutral,
    "leave": Teller.leave,
    "stop": Teller.stop,
    "pay": Teller.pay,
    "act": Teller.act,
    "pass": Teller.no_action,
    "send": Teller.send,
    "return all": Teller.call,
    "return": Teller.call,
    "done": Teller.done,
    "buy": Teller.buy,
    "keep": Teller.keep,
    "turn": Teller.turn_die,
    "reroll": Teller.reroll,
    "name": Teller.call_number,
    "take": Teller.take,
    "sell": Teller.sell,
    "give": Teller.give,
    "tile": Teller.tile,
    "draw open": Teller.draw_open,
    "discard": Teller.discard,
    "catch card": Teller.catch,
    "catch lira": Teller.catch,
    "governor": Teller.governor,
    "smuggler": Teller.smuggler,
    "smuggler back": Teller.smuggler_back,
    "yellow": Teller.yellow,
    "card good": Teller.card_good,
    "card lira": Teller.card_lira,
    "card sultan": Teller.card_sultan,
    "card post": Teller.card_post,
    "card gemstone": Teller.card_gemstone,
    "card home card": Teller.card_home_card,
    "card home lira": Teller.card_home_lira,
    "card stay": Teller.card_stay,
    "card far": Teller.card_far,
    "card assistant": Teller.card_assistant,
    "card any-goods": Teller.card_any_goods,
}
_ACTS: dict[int, Callable[[Teller], str]] = {
    board.WAINWRIGHT: Teller.extend,
    board.FABRIC_WAREHOUSE: Teller.fill,
    board.SPICE_WAREHOUSE: Teller.fill,
    board.FRUIT_WAREHOUSE: Teller.fill,
    board.POST_OFFICE: Teller.post,
    board.CARAVANSERAI: Teller.fetch,
    board.BLACK_MARKET: Teller.gamble,
    board.LARGE_MARKET: Teller.trade,
    board.SMALL_MARKET: Teller.trade,
    board.SULTANS_PALACE: Teller.supply,
    board.GEMSTONE_DEALER: Teller.gem,
}
