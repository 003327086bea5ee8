"""What happened, in sentences, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from serai.games.morgenland import board, cards, ids
from serai.games.morgenland.observe import Group, Observation
from serai.games.morgenland.page.geometry import PLACES
from serai.games.morgenland.page.panels import leaders
from serai.games.morgenland.page.reading import (
    OVER,
    group_of,
    observation,
    ranked,
    stage,
)
from serai.games.morgenland.page.words import icons, words_in
from serai.kernel.state import Event
from serai.scene import build
from serai.scene.say import mark
from serai.scene.scene import Happening, Line, Look

# Spells for which only the effect is reported.
TOLD_BY_EFFECT = frozenset(cards.SPELLS) - {"last-first", "smuggled-in", "open-secret", "close-sesame"}
# What is reported when a player passes, by phase.
PASSED = {
    "buy": mark("{player} does not buy {where}."),
    "market": mark("{player} exchanges nothing at the Market."),
    "smuggle": mark("{player} declines {where}."),
    "target": mark("{player} does nothing more."),
}


def lines(happening: Happening, look: Look) -> list[Line]:
    return Teller(happening, look).tell()


class Teller:
    """Describes the events of one choice; some belong together."""

    def __init__(self, happening: Happening, look: Look) -> None:
        self.happening = happening
        self.names = look.names
        self.say = look.say
        self.words = words_in(look.say)
        self.before: Observation = observation(happening.before)
        self.after: Observation = observation(happening.after)
        self.events = happening.events
        self.at = 0
        self.lines: list[Line] = []
        self.headed = False

    def tell(self) -> list[Line]:
        if not self.events:
            self._choice()
        while self.at < len(self.events):
            event = self.events[self.at]
            self.at += 1
            TELL[event.kind](self, event)
        if not self.headed:
            self._heading()
        if self.after["actor"] == OVER and self.before["actor"] != OVER:
            self._end()
        return self.lines

    # Helpers

    def add(self, text: str, seat: int | None = None) -> None:
        self.lines.append(build.line(text, seat))

    def who(self, seat: int) -> str:
        return f"**{self.names[seat]}**"

    def title(self, play: str) -> str:
        """An artifact or a spell, with its icon."""
        picture = f"art-{play}" if play in self.words.artifacts else play
        return f":{picture}: {self.words.name[play]}"

    @property
    def next(self) -> Event | None:
        return self.events[self.at] if self.at < len(self.events) else None

    def strength(self, seat: int, field: str) -> int | None:
        for seen in (self.after, self.before):
            group = group_of(seen, field, seat)
            if group is not None and group["strength"] is not None:
                return group["strength"]
        return None

    def with_strength(self, seat: int, field: str) -> str:
        strength = self.strength(seat, field)
        return self.who(seat) if strength is None else f"{self.who(seat)} {strength}"

    @cached_property
    def field(self) -> str | None:
        """The field that was being resolved."""
        return self.before["current"]

    def _heading(self, level: str = "") -> None:
        """A heading, if another part of the round begins."""
        now = level or stage(self.after)
        was = stage(self.before)
        if now == was or self.headed or self.after["round"] != self.before["round"]:
            return
        say = self.say
        text = {
            "placing": say("Placing"),
            "caves": say("The caves"),
            "city": say("The city"),
            "palace": say("The palace"),
        }.get(now)
        if text is not None:
            self.headed = True
            self.lines.append(build.heading(text))

    # A choice without events

    def _choice(self) -> None:
        actor = self.happening.actor
        if actor < 0:
            return
        kind, words = ids.KINDS.read(self.happening.text)
        phase = self.before["phase"]
        who = self.who(actor)
        if kind == "pass":
            if phase in PASSED:
                where = self.words.at[self.field or ("tent" if phase == "smuggle" else "room1")]
                self.add(self.say(PASSED[phase], player=who, where=where), actor)
        elif phase == "target":
            self._aim(actor, kind, words)
        elif kind == "pay":
            self.add(self.say("{player} pays for all figures there.", player=who), actor)

    def _aim(self, actor: int, kind: str, words: list[str]) -> None:
        """A target is named."""
        play = self.before["play"] or self.after["play"]
        if play is None:
            return
        match kind:
            case "field":
                target = self.words.field[words[0]]
            case "seat":
                target = self.names[int(words[0]) - 1]
            case "artifact":
                target = self.words.name[words[0]]
            case "figure":
                target = self.figure(words[0])
            case "carpet":
                target = self.words.name["carpet"]
            case _:
                target = self.figure("?")
        title = self.title(play["play"])
        self.add(
            self.say("{player}’s {play}: {target}", play=title, player=self.who(actor), target=target), actor
        )

    def figure(self, name: str) -> str:
        if name == "carpet":
            return self.words.name["carpet"]
        if name in ("?", "hidden", ""):
            return self.say("a hidden figure")
        return self.say("the {n}", n=name)

    # Round and vizier

    def start(self, event: Event) -> None:
        self.add(self.say("{player} has the camel and starts.", player=self.who(event.seat)), event.seat)

    def round(self, event: Event) -> None:
        self.headed = True
        self.lines.append(build.heading(self.say("Round {n} · the vizier", n=event.amount)))

    def card(self, event: Event) -> None:
        heaps: dict[str, list[str]] = {}
        while self.next is not None and self.next.kind == "hoard":
            heaps.setdefault(self.next.about, []).append(str(self.next.amount))
            self.at += 1
        treasure = ", ".join(f"{' '.join(groups)} :{kind}:" for kind, groups in heaps.items())
        self.add(self.say("Treasure in the caves: {treasure}", treasure=treasure or "–"))

    def turn_up(self, event: Event) -> None:
        for old, new in zip(self.before["piles"], self.after["piles"], strict=True):
            if new["open"] == event.about and (old["open"] != new["open"] or old["size"] != new["size"]):
                room = self.words.field[new["room"]]
                self.add(
                    self.say("{room}: {artifact} is for sale.", room=room, artifact=self.title(event.about))
                )
                return
        self.add(self.say("{artifact} is for sale.", artifact=self.title(event.about)))

    def hoard(self, event: Event) -> None:
        """A hoard is filled by a spell, shared out, or goes back to the bank."""
        if event.amount > 0:
            heap = f"{event.amount} :{event.about}:"
            self.add(self.say("The dragon leaves {treasure} behind.", treasure=heap))
            return
        following = self.next
        if following is not None and following.kind == "treasure" and following.amount == -event.amount:
            self._shared(event)
            return
        back = {event.about: -event.amount}
        while self.next is not None and self.next.kind == "hoard" and self.next.amount < 0:
            back[self.next.about] = back.get(self.next.about, 0) - self.next.amount
            self.at += 1
        self.add(self.say("Back to the bank: {treasure}", treasure=icons(back)))

    def _shared(self, event: Event) -> None:
        """M6: a cave is shared out."""
        takers: list[tuple[int, int]] = []
        self.at -= 1
        while self.at + 1 < len(self.events):
            pair = self.events[self.at : self.at + 2]
            if pair[0].kind != "hoard" or pair[0].about != event.about or pair[1].kind != "treasure":
                break
            takers.append((pair[1].seat, pair[1].amount))
            self.at += 2
        field = board.FIELDS[board.KINDS.index(event.about)]
        order = self._order(field)
        rest = [seat for seat in order if seat not in [taker for taker, _ in takers]]
        name = self.words.field[field]
        if len(takers) == 1 and rest:
            seat, number = takers[0]
            text = self.say(
                "{field}: {winner} beats {others} and takes {treasure}",
                field=name,
                winner=self.with_strength(seat, field),
                others=", ".join(self.with_strength(other, field) for other in rest),
                treasure=f"{number} :{event.about}:",
            )
        else:
            parts = [
                self.say(
                    "{player} takes {treasure}",
                    player=self.with_strength(seat, field),
                    treasure=f"{number} :{event.about}:",
                )
                for seat, number in takers
            ]
            parts += [
                self.say("{player} gets nothing", player=self.with_strength(seat, field)) for seat in rest
            ]
            text = f"{name}: {', '.join(parts)}"
        self.add(text, takers[0][0] if takers else None)

    def _order(self, field: str) -> list[int]:
        """Who is in a field, the strongest first."""
        for seen in (self.after, self.before):
            if seen["fields"][field]:
                return [group["seat"] for group in ranked(seen, field)]
        return []

    # Figures

    def place(self, event: Event) -> None:
        figure = self._figure_event(event)
        who = self.who(event.seat)
        if figure:
            text = self.say(
                "{player} places the {n} {where}.", player=who, n=figure, where=self.words.at[event.about]
            )
        else:
            text = self.say("{player} places a figure {where}.", player=who, where=self.words.at[event.about])
        self.add(text, event.seat)

    def _figure_event(self, event: Event) -> str:
        """The figure that the next event names, if any."""
        following = self.next
        if following is None or following.kind != "figure" or following.seat != event.seat:
            return ""
        self.at += 1
        return following.about

    def remove(self, event: Event) -> None:
        """Report all figures of one player that leave together."""
        gone = [self._gone(event)]
        while self.next is not None and self.next.kind == "remove" and self.next.seat == event.seat:
            following = self.next
            self.at += 1
            gone.append(self._gone(following))
        text = self.say(
            "{player} takes back {figures}.", player=self.who(event.seat), figures=", ".join(gone)
        )
        self.add(text, event.seat)

    def _gone(self, event: Event) -> str:
        figure = self.figure(self._figure_event(event))
        return f"{figure} ({self.words.field[event.about]})"

    def move(self, event: Event) -> None:
        figure = self.figure(self._figure_event(event))
        text = self.say(
            "{player}: {figure} moves {where}.",
            player=self.who(event.seat),
            figure=figure,
            where=self.words.to[event.about],
        )
        self.add(text, event.seat)

    def carpet(self, event: Event) -> None:
        text = self.say(
            "{player}’s Carpet lands {where}.", player=self.who(event.seat), where=self.words.at[event.about]
        )
        strength = self.strength(event.seat, event.about)
        if strength is not None:
            text += " " + self.say("Now {n} there.", n=strength)
        self.add(text, event.seat)

    def double(self, event: Event) -> None:
        text = self.say("{player}’s {n} counts twice.", player=self.who(event.seat), n=event.amount)
        self.add(text, event.seat)

    def double_gone(self, event: Event) -> None:
        text = self.say(
            "{player} gives up the Double of the {n}.", player=self.who(event.seat), n=event.amount
        )
        self.add(text, event.seat)

    def silent(self, event: Event) -> None:
        """Reported by another event, or not at all."""

    def reveal(self, event: Event) -> None:
        self._heading(PLACES[event.about].level)
        groups: list[Group] = ranked(self.after, event.about)
        name = self.words.field[event.about]
        if not groups:
            if event.about != "guard":
                self.add(self.say("{field} is revealed.", field=name))
            return
        shown = ", ".join(self.with_strength(group["seat"], event.about) for group in groups)
        self.add(self.say("{field} revealed: {players}", field=name, players=shown))

    # Treasures and artifacts

    def treasure(self, event: Event) -> None:
        """Report everything that one player takes or pays at once."""
        heap = {event.about: event.amount}
        gains = event.amount > 0
        while (
            self.next is not None
            and self.next.kind == "treasure"
            and self.next.seat == event.seat
            and (self.next.amount > 0) == gains
        ):
            heap[self.next.about] = heap.get(self.next.about, 0) + self.next.amount
            self.at += 1
        shown = icons({kind: abs(number) for kind, number in heap.items()})
        who = self.who(event.seat)
        if gains:
            text = self.say("{player} takes {treasure}", player=who, treasure=shown)
        else:
            text = self.say("{player} pays {treasure}", player=who, treasure=shown)
        self.add(text, event.seat)

    def artifact(self, event: Event) -> None:
        who, title = self.who(event.seat), self.title(event.about)
        if event.amount < 0:
            text = self.say("{player} lays down {artifact}.", player=who, artifact=title)
        else:
            text = self.say("{player} gets {artifact}!", player=who, artifact=title)
        self.add(text, event.seat)

    # Plays

    def play(self, event: Event) -> None:
        self.add(
            self.say(
                "{player} plays {artifact}.", player=self.who(event.seat), artifact=self.title(event.about)
            ),
            event.seat,
        )

    def spell(self, event: Event) -> None:
        who = self.who(event.seat)
        if event.amount < 0:
            text = self.say("{player} casts {spell}.", player=who, spell=self.title(event.about))
        elif event.about:
            text = self.say(
                "{player} gets the spell card {spell}.", player=who, spell=self.title(event.about)
            )
        else:
            text = self.say("{player} gets a spell card.", player=who)
        self.add(text, event.seat)

    def effect(self, event: Event) -> None:
        if event.about in TOLD_BY_EFFECT:
            text = self.say(
                "{player}’s {play} takes effect.", play=self.title(event.about), player=self.who(event.seat)
            )
            self.add(text, event.seat)

    def countered(self, event: Event) -> None:
        text = self.say(
            "{player}’s {play} is countered.", play=self.title(event.about), player=self.who(event.seat)
        )
        self.add(text, event.seat)

    def key(self, event: Event) -> None:
        self.add(self.say("{player} may pass the guard.", player=self.who(event.seat)), event.seat)

    def reversed(self, event: Event) -> None:
        self.add(self.say("From now on a 9 counts 1, an 8 counts 2, and so on."), event.seat)

    def smuggled(self, event: Event) -> None:
        fields = ", ".join(
            self.words.field[name] for name in self.after["smuggled"] or self.before["smuggled"]
        )
        text = self.say("{player} is smuggled in: {fields}", player=self.who(event.seat), fields=fields)
        self.add(text, event.seat)

    def open_secret(self, event: Event) -> None:
        self.add(self.say("All but {player} place openly now.", player=self.who(event.seat)), event.seat)

    def sealed(self, event: Event) -> None:
        text = self.say("Nothing more may go {where}.", where=self.words.to[event.about])
        self.add(text, event.seat)

    def search(self, event: Event) -> None:
        if event.about:
            text = self.say(
                "{player} finds {artifact} in the pile.",
                player=self.who(event.seat),
                artifact=self.title(event.about),
            )
            self.add(text, event.seat)

    # City and guard

    def draw(self, event: Event) -> None:
        who = self.with_strength(event.seat, "tent")
        if event.about:
            text = self.say("{player} draws {spell}.", player=who, spell=self.title(event.about))
        else:
            text = self.say("{player} draws a spell card.", player=who)
        self.add(text, event.seat)

    def discard(self, event: Event) -> None:
        text = self.say("{spell} is discarded.", spell=self.title(event.about))
        self.add(text, event.seat)

    def djinn(self, event: Event) -> None:
        who = self.with_strength(event.seat, "djinn")
        self.add(self.say("{player} may play two artifacts this round.", player=who), event.seat)

    def camel(self, event: Event) -> None:
        who = self.with_strength(event.seat, "caravanserai")
        self.add(self.say("{player} takes the camel.", player=who), event.seat)

    def guard(self, event: Event) -> None:
        self._heading("palace")
        self.add(self.say("The palace guard has {n}.", n=f"**{event.amount}**"))

    def admitted(self, event: Event) -> None:
        self.add(self.say("{player} enters the palace.", player=self.who(event.seat)), event.seat)

    # The end

    def _end(self) -> None:
        self.lines.append(build.heading(self.say("The game is over")))
        winners = leaders(self.after)
        names = ", ".join(self.who(seat) for seat in winners)
        most = sum(self.after["seats"][winners[0]]["artifacts"].values())
        text = self.say.plural(
            "{players} won with {n} artifact.", "{players} won with {n} artifacts.", most, players=names
        )
        self.add(text, winners[0])


TELL: dict[str, Callable[[Teller, Event], None]] = {
    "start": Teller.start,
    "round": Teller.round,
    "card": Teller.card,
    "turn-up": Teller.turn_up,
    "hoard": Teller.hoard,
    "place": Teller.place,
    "figure": Teller.silent,
    "aim": Teller.silent,
    "remove": Teller.remove,
    "move": Teller.move,
    "carpet": Teller.carpet,
    "double": Teller.double,
    "double-gone": Teller.double_gone,
    "reveal": Teller.reveal,
    "treasure": Teller.treasure,
    "artifact": Teller.artifact,
    "play": Teller.play,
    "spell": Teller.spell,
    "effect": Teller.effect,
    "countered": Teller.countered,
    "key": Teller.key,
    "reversed": Teller.reversed,
    "smuggled": Teller.smuggled,
    "open-secret": Teller.open_secret,
    "sealed": Teller.sealed,
    "search": Teller.search,
    "draw": Teller.draw,
    "discard": Teller.discard,
    "djinn": Teller.djinn,
    "camel": Teller.camel,
    "guard": Teller.guard,
    "admitted": Teller.admitted,
}
