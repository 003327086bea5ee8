"""Names and short texts, and how they are combined, in the viewer's language.

Tables are marked for translation here and translated once per language.
"""

from __future__ import annotations

from functools import cache

from serai.games.morgenland import board, cards
from serai.scene.say import Say, mark

# Fields: on the plaque, where something is, where something goes.
FIELDS = {
    "crowns": (mark("Crowns"), mark("in the cave of crowns"), mark("to the cave of crowns")),
    "pearls": (mark("Pearls"), mark("in the cave of pearls"), mark("to the cave of pearls")),
    "gems": (mark("Gems"), mark("in the cave of gems"), mark("to the cave of gems")),
    "cups": (mark("Cups"), mark("in the cave of cups"), mark("to the cave of cups")),
    "bars": (mark("Bars"), mark("in the cave of gold bars"), mark("to the cave of gold bars")),
    "tent": (mark("Aladdin’s Tent"), mark("in Aladdin’s Tent"), mark("to Aladdin’s Tent")),
    "djinn": (
        mark("House of the Djinn"),
        mark("in the House of the Djinn"),
        mark("to the House of the Djinn"),
    ),
    "market": (mark("Market"), mark("at the Market"), mark("to the Market")),
    "caravanserai": (mark("Caravanserai"), mark("in the Caravanserai"), mark("to the Caravanserai")),
    "guard": (mark("Guard"), mark("at the palace guard"), mark("to the palace guard")),
}

CAPTIONS = {
    "tent": mark("two spells"),
    "djinn": mark("two artifacts"),
    "market": mark("one for three"),
    "caravanserai": mark("start player"),
}

# Short forms, for under a figure of the hand.
SHORT = {"tent": mark("Tent"), "djinn": mark("Djinn"), "caravanserai": mark("Caravans.")}

# What the strongest gets in a field of the city.
GIVES = {
    "tent": mark("two spell cards: one to keep, one for the second"),
    "djinn": mark("two artifacts may be played this round"),
    "market": mark("one treasure for three of your choice"),
    "caravanserai": mark("the camel: start player at once"),
    "guard": mark("lets in whoever is at least as strong"),
}

KINDS = {
    "crown": (mark("crown"), mark("crowns"), mark("Crowns")),
    "pearl": (mark("pearl"), mark("pearls"), mark("Pearls")),
    "gem": (mark("gem"), mark("gems"), mark("Gems")),
    "cup": (mark("cup"), mark("cups"), mark("Cups")),
    "bar": (mark("gold bar"), mark("gold bars"), mark("Gold bars")),
}

# Artifacts and spells: the name, what it does in a few words, the rule, and when it can be played.
PLAYS = {
    "lamp": (
        mark("Lamp"),
        mark("then cast spells"),
        mark("From now until the end of the round you may play any number of your spell cards."),
        mark("Your Lamp is already open."),
    ),
    "double": (
        mark("Double"),
        mark("a figure counts twice"),
        mark("One of your open figures in a field not yet resolved counts as two of its strength."),
        mark("You have no open figure in a field not yet resolved."),
    ),
    "carpet": (
        mark("Carpet"),
        mark("a figure of strength 3"),
        mark("Flies to any field not yet resolved and is a figure of strength 3 there."),
        mark("The Carpet flies only when all figures are placed."),
    ),
    "counterspell": (
        mark("Counterspell"),
        mark("stops a spell"),
        mark("When another player casts a spell card, it has no effect."),
        mark("You are asked when another player casts a spell."),
    ),
    "key": (
        mark("Key"),
        mark("past the guard"),
        mark("You enter the palace this round, whatever you have at the guard."),
        mark("The palace guard has been resolved."),
    ),
    "scroll": (
        mark("Scroll"),
        mark("breaks ties"),
        mark("Never played. At the end, more Scrolls win a tie."),
        mark("A Scroll is never played."),
    ),
    "abracadabra": (
        mark("Abracadabra"),
        mark("any artifact from this pile"),
        mark(
            "In the room being resolved, if you have a figure there: search the pile and take any artifact."
        ),
        mark("Only while a room in which you have a figure is being resolved."),
    ),
    "alms": (
        mark("Alms"),
        mark("three treasures"),
        mark("Take three treasures from the bank."),
        mark("The bank is empty."),
    ),
    "eye-for-an-eye": (
        mark("Eye for an Eye"),
        mark("removes a figure"),
        mark("Remove another player’s figure from a field not yet resolved; then its owner may do the same."),
        mark("No other player has a figure in a field not yet resolved."),
    ),
    "baksheesh": (
        mark("Baksheesh"),
        mark("two for each figure in the city"),
        mark("All others pay two treasures for each of their figures in the city, or take it back."),
        mark("No other player has a figure in a city field not yet resolved."),
    ),
    "last-first": (
        mark("The Last Shall Be First"),
        mark("strength counts as 10 minus itself"),
        mark("From the field being resolved on, a figure of strength 9 counts 1, an 8 counts 2, and so on."),
        mark("The last are already first."),
    ),
    "dragon-flight": (
        mark("Dragon Flight"),
        mark("fills an empty cave"),
        mark("The dragon leaves an empty cave: groups of 4 and 2 treasures lie there now."),
        mark("No cave still to be resolved is empty, or the bank has none of its kind."),
    ),
    "smuggled-in": (
        mark("Smuggled In"),
        mark("strongest in all empty city fields"),
        mark("Before the city: you are the strongest in every city field where nobody placed a figure."),
        mark("Only before the city is resolved, and if a city field stayed empty."),
    ),
    "mirage": (
        mark("Mirage"),
        mark("another artifact on a pile"),
        mark("Replace a pile’s open artifact with another from that pile; the old one goes to the bottom."),
        mark("No pile has an open artifact and another below it."),
    ),
    "lunar-eclipse": (
        mark("Lunar Eclipse"),
        mark("odd figures leave a field"),
        mark("All odd open figures leave one field not yet resolved, Carpets too."),
        mark("No figure lies open in a field not yet resolved."),
    ),
    "latecomer": (
        mark("Latecomer"),
        mark("moves your figure"),
        mark("Move one of your figures to a field not yet resolved."),
        mark("None of your figures can move anywhere."),
    ),
    "open-secret": (
        mark("Open Secret"),
        mark("the others place openly"),
        mark("From now on the others place their figures openly this round, but not at the guard."),
        mark("Only until all figures are placed."),
    ),
    "sacrifice": (
        mark("Sacrifice"),
        mark("all give back seven"),
        mark("Every player, including you, gives back seven treasures, or all they have."),
        mark("Nobody has any treasure."),
    ),
    "dragon-return": (
        mark("Return of the Dragon"),
        mark("this cave’s treasure is gone"),
        mark("The cave being resolved loses its treasure to the bank."),
        mark("Only while a cave with treasure is being resolved."),
    ),
    "dwindling": (
        mark("Dwindling"),
        mark("all give back five"),
        mark("Every player, including you, gives back five treasures, or all they have."),
        mark("Nobody has any treasure."),
    ),
    "close-sesame": (
        mark("Close Sesame"),
        mark("closes a field"),
        mark("Name a field: nothing more may be placed or moved there this round."),
        mark("No field can be closed any longer."),
    ),
    "solar-eclipse": (
        mark("Solar Eclipse"),
        mark("even figures leave a field"),
        mark("All even open figures leave one field not yet resolved."),
        mark("No figure lies open in a field not yet resolved."),
    ),
    "sultans-tax": (
        mark("Sultan’s Tax"),
        mark("one for each figure in the rooms"),
        mark("All others pay one treasure for each of their figures in the rooms, or take all of them back."),
        mark("No other player has a figure in a room not yet resolved."),
    ),
    "barter": (
        mark("Barter"),
        mark("exchange with the bank"),
        mark("Exchange any number of your treasures for as many from the bank."),
        mark("You have nothing to exchange, or the bank is empty."),
    ),
    "teleportation": (
        mark("Teleportation"),
        mark("moves any figure"),
        mark("Pay three treasures; move one figure of any player to a field not yet resolved."),
        mark("No figure can move anywhere."),
    ),
    "free-rider": (
        mark("Free Rider"),
        mark("uses another’s artifact"),
        mark("Use another player’s open artifact as if it were yours; not a Lamp, not a Scroll."),
        mark("No other player has an open artifact that you could use now."),
    ),
    "apprentice": (
        mark("Sorcerer’s Apprentice"),
        mark("exchanges an artifact"),
        mark("Exchange an artifact you have not played this round for an open one on a pile."),
        mark("You have no unplayed artifact for which another kind lies open."),
    ),
}

RANKS = [mark("first"), mark("second"), mark("third"), mark("fourth"), mark("fifth")]


class Words:
    """All texts that can be translated once per language."""

    def __init__(self, say: Say) -> None:
        self.say = say
        rooms = {name: number for number, name in enumerate(board.FIELDS[board.FIRST_ROOM :], 1)}
        self.field = {name: say(texts[0]) for name, texts in FIELDS.items()}
        self.field |= {name: say("Room {n}", n=number) for name, number in rooms.items()}
        narrow = say.among("on a plaque", "Room {n}")
        self.plaque = self.field | {name: narrow.format(n=number) for name, number in rooms.items()}
        self.brief = self.plaque | {name: say(text) for name, text in SHORT.items()}
        self.at = {name: say(texts[1]) for name, texts in FIELDS.items()}
        self.at |= {name: say("in room {n}", n=number) for name, number in rooms.items()}
        self.to = {name: say(texts[2]) for name, texts in FIELDS.items()}
        self.to |= {name: say("to room {n}", n=number) for name, number in rooms.items()}
        self.caption = {name: say(text) for name, text in CAPTIONS.items()}
        self.gives = {name: say(text) for name, text in GIVES.items()}
        self.kind = {kind: say(texts[2]) for kind, texts in KINDS.items()}
        self.units = {
            kind: [say(texts[1] if number != 1 else texts[0]) for number in range(2)]
            for kind, texts in KINDS.items()
        }
        self.name = {play: say(texts[0]) for play, texts in PLAYS.items()}
        self.short = {play: say(texts[1]) for play, texts in PLAYS.items()}
        self.effect = {play: say(texts[2]) for play, texts in PLAYS.items()}
        self.when = {play: say(texts[3]) for play, texts in PLAYS.items()}
        self.rank = [say(text) for text in RANKS]
        self.figure = {strength: say("Figure {n}", n=strength) for strength in board.STRENGTHS}
        self.pass_ = say("Pass")
        self.artifacts = frozenset(cards.ARTIFACTS)

    def heap(self, kind: str, number: int) -> str:
        """`3 crowns`, for a reader."""
        return f"{number} {self.units[kind][number == 1]}"

    def price(self, units: int, kinds: int) -> str:
        """A price in words."""
        return _price(self.say, units, kinds)

    def treasures(self, units: int) -> str:
        """Units of treasure in words."""
        return _treasures(self.say, units)


@cache
def _price(say: Say, units: int, kinds: int) -> str:
    """What a room costs."""
    return say.plural("{units} of one kind", "{units} of exactly {n} kinds", kinds, units=units)


@cache
def _treasures(say: Say, units: int) -> str:
    return say.plural("{n} treasure", "{n} treasures", units)


@cache
def words_in(say: Say) -> Words:
    """All names in a language."""
    return Words(say)


def icons(heap: dict[str, int]) -> str:
    """`2 :crown: 1 :cup:`"""
    return " ".join(f"{number} :{kind}:" for kind, number in heap.items() if number)
