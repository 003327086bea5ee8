"""What a thing on the table is, and why it cannot be chosen now."""

from __future__ import annotations

from typing import Final

from serai.games.morgenland import board
from serai.games.morgenland.observe import Observation
from serai.games.morgenland.page.picks import Offers
from serai.games.morgenland.page.reading import (
    INDEX,
    KIND_OF_CAVE,
    current,
    group_of,
    observation,
    size,
)
from serai.games.morgenland.page.words import words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.say import mark
from serai.scene.scene import Look, Note


def explain(look: Look, thing: str) -> Note | None:
    """Explain an element, a zone of the drawing, or a card of the hand."""
    words = words_in(look.say)
    if thing in INDEX:
        return _field(look, thing)
    head, _, rest = thing.partition("-")
    if rest in INDEX and head in ("field", "plaque", "caption", "mat", "dragon", "notice", "doors"):
        return _field(look, rest)
    if rest in INDEX and head in ("pile", "plate", "left"):
        return _pile(look, rest)
    first = rest.split("-")[0]
    if head == "art":
        if first in INDEX:
            return _pile(look, first)
        return _artifact(look, first) if first in words.artifacts else None
    if head == "hoard":
        return _cave_group(look, first)
    if head == "bank":
        return _bank(look, rest.removeprefix("word-"))
    if head == "spell" and rest in words.name:
        return _spell(look, rest)
    if head == "figure":
        return _own_figure(look, rest)
    if thing in ("spells", "draw-pile", "draw-count", "discard-count") or head == "discard":
        return _spell_piles(look)
    if thing == "road":
        return _road(look)
    if head == "guard":
        return _field(look, "guard")
    if head == "lock" and rest in INDEX:
        return _field(look, rest)
    if head in ("waiting", "in"):
        return _waiting(look, thing)
    if head in ("smuggler", "ribbon"):
        return _effect(look, head)
    if head in ("sum", "count"):
        field = rest.partition("-")[2]
        return _field(look, field) if field in INDEX else None
    return _figure(look, thing)


# Fields

WHAT: Final = {
    "cave": mark(
        "The strongest takes the top group, the second strongest the next, and so on. A tie goes"
        " to whoever sits nearer to the start player."
    ),
    "tent": mark(
        "The strongest draws two spell cards and keeps one; the other goes to the second strongest, "
        "or is discarded."
    ),
    "djinn": mark("The strongest may play two artifacts this round instead of one."),
    "market": mark("The strongest may exchange one treasure for three of their choice."),
    "caravanserai": mark("The strongest takes the camel: start player at once, and winner of ties."),
    "guard": mark(
        "Whoever is at least as strong here as the guard enters the palace. Whoever is weaker"
        " may bribe him with the difference; whoever is absent needs a Key. All others take"
        " their figures out of the rooms."
    ),
    "room": mark(
        "In order of strength each player may buy the artifact: for treasures worth exactly"
        " their strength here, of exactly as many kinds as they have figures here. The first to"
        " buy ends the room."
    ),
}


def _field(look: Look, name: str) -> Note:
    say = look.say
    words = words_in(say)
    seen = observation(look.seen)
    parts = [_what(look, seen, name)]
    why = why_not(look, seen, name)
    if why:
        parts.append(why)
    return build.note(words.field[name], " ".join(parts))


def _what(look: Look, seen: Observation, name: str) -> str:
    return look.say(WHAT["cave" if name in KIND_OF_CAVE else name if name in WHAT else "room"])


def why_not(look: Look, seen: Observation, name: str) -> str:
    """Why a field cannot be chosen now; empty if it can."""
    say = look.say
    if name in Offers(look.legal).fields:
        return ""
    index = INDEX[name]
    if seen["actor"] == OVER:
        return say("The game is over.")
    if index < current(seen):
        return say("It has been resolved this round.")
    if name in seen["sealed"]:
        return say("Close Sesame: nothing more may be placed or moved here this round.")
    if name in KIND_OF_CAVE and not seen["caves"][name]:
        return say("The dragon is at home: no figure may enter a cave without treasure.")
    if name in ("tent", "djinn") and seen["mode"] == "basic":
        return say("It is closed in the first game.")
    if index >= board.FIRST_ROOM and not seen["piles"][index - board.FIRST_ROOM]["size"]:
        return say("No artifact lies here, so no figure may enter.")
    if not look.legal:
        return say("It is not your turn.")
    if seen["phase"] == "place":
        group = group_of(seen, name, look.seat)
        if group is not None and index >= board.FIRST_ROOM and size(group) >= board.MOST_IN_ROOM:
            return say("A player may have at most five figures in one room.")
    if seen["phase"] == "target" and name == "guard":
        return say("Spells never work at the palace guard.")
    return say("It is not among the choices now.")


def _cave_group(look: Look, cave: str) -> Note | None:
    if cave not in KIND_OF_CAVE:
        return None
    seen = observation(look.seen)
    words = words_in(look.say)
    kind = KIND_OF_CAVE[cave]
    groups = ", ".join(words.heap(kind, number) for number in seen["caves"][cave])
    text = look.say("From the top: {groups}. What nobody takes goes back to the bank.", groups=groups or "–")
    return build.note(words.field[cave], f"{text} {_what(look, seen, cave)}")


def _bank(look: Look, kind: str) -> Note | None:
    words = words_in(look.say)
    seen = observation(look.seen)
    if kind not in words.kind:
        return None
    text = look.say(
        "In the bank: {treasures}, of {all} in the game. A bank that runs short gives what it has.",
        treasures=words.heap(kind, seen["bank"][kind]),
        all=board.UNITS,
    )
    if kind not in Offers(look.legal).kinds:
        text += " " + look.say("You take from the bank only when something gives you treasure.")
    return build.note(words.kind[kind], text)


def _pile(look: Look, room: str) -> Note:
    seen = observation(look.seen)
    words = words_in(look.say)
    pile = seen["piles"][INDEX[room] - board.FIRST_ROOM]
    if not pile["size"]:
        return _field(look, room)
    kind = pile["open"]
    parts = []
    if kind is None:
        title = words.field[room]
        parts.append(look.say("The artifacts lie face down; you see what you get when you buy it."))
    else:
        title = words.name[kind]
        parts.append(words.effect[kind])
    known = [words.name[below] for below in pile["below"] if below is not None]
    if known:
        parts.append(look.say("You have seen below it: {artifacts}.", artifacts=", ".join(known)))
    price = _price_of(look, seen, room)
    if price:
        parts.append(look.say("For you it costs {price}.", price=price))
    parts.append(_what(look, seen, room))
    return build.note(title, " ".join(parts))


def _price_of(look: Look, seen: Observation, room: str) -> str:
    group = group_of(seen, room, look.seat)
    if group is None or group["strength"] is None:
        return ""
    return words_in(look.say).price(group["strength"], size(group))


# The viewer's own things


def _artifact(look: Look, kind: str) -> Note:
    why = ""
    if look.seat is not None and kind not in Offers(look.legal).artifacts:
        seat = observation(look.seen)["seats"][look.seat]
        if kind in seat["played"] and seat["artifacts"].get(kind, 0) == seat["played"][kind]:
            why = look.say("It has been played and returns at the end of the round.")
        elif kind not in ("scroll", "counterspell") and not seat["plays_left"]:
            why = look.say("You have played as many artifacts as you may this round.")
        else:
            why = _not_now(look, kind, ("place", "moment", "counter"))
    return _play(look, kind, why)


def _spell(look: Look, name: str) -> Note:
    why = ""
    if look.seat is not None and name not in Offers(look.legal).spells:
        seen = observation(look.seen)
        if name not in (seen["spells"] or []):
            why = look.say("You do not hold it.")
        elif "lamp" not in seen["seats"][look.seat]["played"]:
            why = look.say("It needs your open Lamp.")
        else:
            why = _not_now(look, name, ("place", "moment"))
    return _play(look, name, why)


def _not_now(look: Look, play: str, phases: tuple[str, ...]) -> str:
    """Why one of the viewer's things cannot be played; `phases` are those in which it could be."""
    if not look.legal:
        return look.say("It is not your turn.")
    if observation(look.seen)["phase"] in phases:
        return words_in(look.say).when[play]
    return look.say("It is not among the choices now.")


def _play(look: Look, play: str, why: str) -> Note:
    words = words_in(look.say)
    return build.note(words.name[play], words.effect[play], why)


def _own_figure(look: Look, name: str) -> Note | None:
    say = look.say
    seen = observation(look.seen)
    if not name.isdecimal() or int(name) not in board.STRENGTHS:
        return None
    strength = int(name)
    text = say("Your figure of strength {n}. Others see where it is, but not how strong.", n=strength)
    if strength not in Offers(look.legal).figures:
        if strength in (seen["hand"] or []):
            text += " " + say("It is not your turn to place.")
        elif strength in (seen["out"] or []):
            text += " " + say("It is out for the rest of this round.")
        else:
            text += " " + say("It is placed and stays until the end of the round.")
    return build.note(words_in(say).figure[strength], text)


# Other things


def _spell_piles(look: Look) -> Note:
    say = look.say
    seen = observation(look.seen)
    words = words_in(say)
    text = say(
        "Twenty-one spell cards, one of each. They are drawn in Aladdin’s Tent and cast with an"
        " open Lamp; cast spells lie open, and are shuffled when no card is left."
    )
    text += " " + say.plural("{n} card can be drawn.", "{n} cards can be drawn.", seen["draw_pile"])
    if seen["discards"]:
        names = ", ".join(words.name[card] for card in seen["discards"])
        text += " " + say("Discarded: {spells}", spells=names) + "."
    return build.note(say("Spell cards"), text)


def _road(look: Look) -> Note:
    say = look.say
    text = say(
        "Fields are resolved along the road: the caves from left to right, the city from right to left, then "
        "the guard and the rooms from left to right."
    )
    return build.note(say("The road"), text)


def _waiting(look: Look, thing: str) -> Note | None:
    seen = observation(look.seen)
    words = words_in(look.say)
    number = thing.rpartition("-")[2]
    play = seen["play"]
    if number.isdecimal():
        play = seen["announced"][int(number)] if int(number) < len(seen["announced"]) else None
    if play is None:
        return None
    text = (
        look.say("Announced by {player}.", player=look.names[play["seat"]]) + " " + words.effect[play["play"]]
    )
    return build.note(words.name[play["play"]], text)


def _effect(look: Look, head: str) -> Note:
    seen = observation(look.seen)
    words = words_in(look.say)
    name = "smuggled-in" if head == "smuggler" else "last-first" if seen["reversed"] else "open-secret"
    return build.note(words.name[name], words.effect[name])


def _figure(look: Look, thing: str) -> Note | None:
    """A figure on the board: `f2-7`, `h2-gems-0`, `c2-gems-0`, `d2-7`."""
    say = look.say
    words = words_in(say)
    if len(thing) < 4 or thing[0] not in "fhcd" or not thing[1].isdecimal() or thing[2] != "-":
        return None
    seat = int(thing[1])
    if seat >= len(look.names):
        return None
    owner = look.names[seat]
    rest = thing[3:].partition("-")[0]
    if thing[0] == "c":
        return build.note(
            words.name["carpet"],
            say("{player}’s Carpet: a figure of strength 3 that cannot be moved.", player=owner),
        )
    if thing[0] == "d":
        return build.note(
            words.name["double"], say("{player}’s {n} counts twice here.", player=owner, n=rest)
        )
    if thing[0] == "h":
        text = say("{player}’s hidden figure. It is revealed when its field is resolved.", player=owner)
        return build.note(owner, text)
    text = say(
        "{player}’s figure of strength {n}. It stays until the end of the round.", player=owner, n=rest
    )
    return build.note(owner, text)
