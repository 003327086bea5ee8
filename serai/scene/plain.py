"""The default view, for a game without a view of its own: derived from observation and notation.

The observation is laid out as cards: `hand` is the viewer's own, `seats` the public part of each player,
everything else lies on the table (`serai.kernel.plain` explains the names).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from serai.kernel.game import Game
from serai.kernel.plain import FRAME, scores_in, words_of
from serai.kernel.state import CHANCE, OVER
from serai.scene import build
from serai.scene.layers import Over
from serai.scene.plain_art import art
from serai.scene.say import Say, speak
from serai.scene.scene import (
    Art,
    Card,
    Goal,
    Group,
    Happening,
    Item,
    Line,
    Look,
    Note,
    Option,
    Panel,
    Prompt,
    Scene,
    Section,
    Sheet,
    Standing,
    View,
)
from serai.scene.share import shared

HERE: Final = Path(__file__).parent
MOST_ROWS: Final = 8  # choices shown one by one; if there are more, each kind is folded
FOLDED: Final = 3  # the fewest choices of a kind that are folded
LONG: Final = 24  # the longest text that is shown as a fact
MANY: Final = 6  # things shown one by one; if there are more, equal ones are counted
TOO_MANY: Final = 24  # more choices of a kind than this are folded again
BOARDS: Final = frozenset(("board", "grid", "cells", "squares"))  # lists in which position matters
FEW: Final = 8  # columns of a board in large type
EMPTY: Final = frozenset((None, "", " ", ".", "-", "_"))  # an empty field of a board
# Names in the observation that are shown elsewhere on the page, or mean little to people.
ELSEWHERE: Final = FRAME | {"hand", "phase", "round", "rounds", "turn", "winners", "options"}
DICE: Final = frozenset(("die", "dice", "roll", "rolled", "throw", "thrown"))
GAINS: Final = frozenset(("points", "score"))  # events about points
HYPHEN: Final = re.compile(r"(?<=[^\W\d_])[-_](?=[^\W\d_])")  # between letters: not a minus, not `A-1`
UNSPOKEN: Final = re.compile(r"[\d?]")
NUMBER: Final = re.compile(r"[\W_]*\d+$")
RULE: Final = re.compile(r"^([A-Z]{1,3}\d+)\s+", re.MULTILINE)


def view_with(game: Game, module: ModuleType) -> View:
    """The view of a game's own module. Functions of `View` that it lacks come from the plain view."""
    names = [name for name in vars(PlainView) if not name.startswith("_")]
    own = {name: getattr(module, name) for name in names if hasattr(module, name)}
    return cast(View, module) if len(own) == len(names) else PlainView(game, own)


class PlainView:
    """A table of cards and lists, with a button for each choice; `own` are functions that override those of
    the same name here."""

    def __init__(self, game: Game, own: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.is_drawn = "art" in (own or {})
        self.__dict__.update(own or {})

    def scene(self, look: Look, /) -> Scene:
        base = _table(look)
        if look.seat is None and not look.legal:
            return base
        own: dict[str, Any] = {"seat": look.seat, "hand": sections(look)}
        if look.legal:
            own["prompt"] = asked(look)
        return Over(base, own)

    def lines(self, happening: Happening, look: Look, /) -> list[Line]:
        say = own_words(look)
        text = spoken(look, happening.text).replace("?", say("(hidden)"))
        gains: Counter[int] = Counter()
        for event in happening.events:
            if event.kind in GAINS:
                gains[event.seat] += event.amount
        teller = happening.actor
        if teller < 0 and len(gains) == 1:  # an outcome of chance belongs to the seat it affects
            teller = next(iter(gains))
        if teller < 0 and "?" in happening.text:  # nothing to report, e.g. a card for another seat
            return _begun(happening, say)
        own = gains.pop(teller, 0)
        line = build.line(f"{text} · **{own:+}**" if own else text, teller)
        others = [build.line(f"**{amount:+}**", seat) for seat, amount in gains.items() if amount]
        return [line, *others, *_begun(happening, say)]

    def explain(self, look: Look, thing: str, /) -> Note | None:
        for section in sections(look).values():
            card = section["cards"].get(thing)
            if card is not None:
                if not card["title"]:  # a board
                    return build.note(section["title"])
                return build.note(card["title"], card.get("text", ""), f"({section['title']})")
        return None

    def measure(self, seen: Mapping[str, Any], /) -> list[int]:
        return scores_in(seen) or [0] * len(seen.get("seats") or ())

    def part_words(self, say: Say, /) -> dict[str, str]:
        own_say = speak(HERE, say.language)
        return {"points": own_say("points")}

    def measure_label(self, say: Say, /) -> str:
        own_say = speak(HERE, say.language)
        return own_say("Points")

    def standing(self, look: Look, chosen: frozenset[str], /) -> dict[str, Standing]:
        return {}

    def answer(self, look: Look, chosen: frozenset[str], /) -> int | None:
        return None

    def lapsed(self, seen: Mapping[str, Any], chosen: frozenset[str], /) -> frozenset[str]:
        return frozenset()

    def art(self) -> Art:
        return art(self.game.title)

    def rules(self, language: str, /) -> str:
        """The docstring of the rules module, with its numbered rules as a list."""
        text = RULE.sub(r"- **\1** ", sys.modules[type(self.game.empty()).__module__].__doc__ or "")
        return f"## {self.game.title} {{#rules}}\n\n{text.strip()}\n"

    def about(self, say: Say, /) -> str:
        own_say = speak(HERE, say.language)
        least, most = self.game.players
        if least == most:
            return own_say.plural("A game for one player.", "A game for {n} players.", most)
        return own_say("A game for {least} to {most} players.", least=least, most=most)

    def option_words(self, say: Say, /) -> dict[str, tuple[str, dict[str, str]]]:
        return {
            name: (say(words_of(name)), {value: say(words_of(value)) for value in option.values})
            for name, option in self.game.options.items()
        }


def own_words(look: Look) -> Say:
    """The messages of this view, not the game's."""
    return speak(HERE, look.say.language)


@lru_cache(4096)
def readable(text: str) -> str:
    """A notation in readable form.

    >>> readable("card gold-for-points -2")
    'Card gold for points -2'
    """
    text = HYPHEN.sub(" ", text)
    return text[:1].upper() + text[1:]


def spoken(look: Look, text: str) -> str:
    """A notation in the viewer's language. Numbers, places and "?" at its end are not translated."""
    words = readable(text).split(" ")
    size = len(words)
    while size and UNSPOKEN.search(words[size - 1]):
        size -= 1
    translated = look.say(" ".join(words[:size])) if size else ""
    return " ".join([translated, *words[size:]]).strip()


def winners_in(seen: Mapping[str, Any]) -> list[int]:
    """The winners in the observation (required if ties are broken), or else the seats with most points."""
    if seen.get("winners") is not None:
        return list(seen["winners"])
    scores = scores_in(seen)
    return build.best(scores) if scores else []


def phase_of(look: Look) -> str:
    """The phase in words; empty if the game does not name it, or it only says that it is someone's turn."""
    phase = look.seen.get("phase")
    return look.say(words_of(phase)) if isinstance(phase, str) and phase != "turn" else ""


def _begun(happening: Happening, say: Say) -> list[Line]:
    """A heading, if a round begins here."""
    now = happening.after.get("round")
    if not isinstance(now, int) or now == happening.before.get("round"):
        return []
    return [build.heading(say("Round {n}", n=now))]


# What all viewers share


@shared
def _table(look: Look) -> dict[str, Any]:
    return {
        "seat": None,
        "actor": look.seen["actor"],
        "when": _when(look),
        "steps": [],
        "topic": "rules",
        **({"goal": _goal(look)} if scores_in(look.seen) else {}),
        "elements": {},
        "panels": {str(seat): _panel(look, seat) for seat in range(len(look.names))},
        "hand": sections(look),
        "prompt": _unasked(look),
        "sheet": _sheet(look),
    }


def _unasked(look: Look) -> Prompt:
    say = own_words(look)
    actor: int = look.seen["actor"]
    if actor == CHANCE:
        return build.telling("wait", (say("Chance decides"), phase_of(look)))
    if actor != OVER:
        return build.telling("wait", (say("{name} is choosing", name=look.names[actor]), phase_of(look)))
    winners = [look.names[seat] for seat in winners_in(look.seen)]
    if not winners:
        title = say("The game is over")
    elif len(winners) == 1:
        title = say("{name} wins", name=winners[0])
    else:
        title = say("{names} share the win", names=", ".join(winners))
    scores = scores_in(look.seen)
    detail = say("With {n} points.", n=max(scores)) if scores else ""
    return build.telling("over", (title, detail), ["ui-laurel"])


def _goal(look: Look) -> Goal:
    say = own_words(look)
    return {"text": say("Most points win"), "short": say("Most points"), "topics": ["rules"]}


def _when(look: Look) -> str:
    now, last = look.seen.get("round"), look.seen.get("rounds")
    if not isinstance(now, int) or now < 1:
        return ""
    say = own_words(look)
    return say("Round {n} of {last}", n=now, last=last) if isinstance(last, int) else say("Round {n}", n=now)


def _panel(look: Look, seat: int) -> Panel:
    say = own_words(look)
    actor: int = look.seen["actor"]
    scores = scores_in(look.seen)
    seats = look.seen.get("seats") or []
    facts: Mapping[str, Any] = seats[seat] if seat < len(seats) else {}
    active = seat == actor
    won = actor == OVER and seat in winners_in(look.seen)
    items: dict[str, Item] = {}
    for name, value in facts.items():
        if name != "score" and value is not None and value != [] and value != {}:
            label = look.say(words_of(name))
            items[_key(name)] = build.item(label, text=f"{label} {_told(look, value)}")
    return {
        "name": look.names[seat],
        "tags": [*([say("To play")] if active else []), *([say("Bot")] if look.bots[seat] else [])],
        "state": "active" if active else "winner" if won else "",
        "score": str(scores[seat]) if scores else "",
        "score_label": say("points") if scores else "",
        "rows": {"facts": items} if items else {},
    }


def _sheet(look: Look) -> Sheet | None:
    """Points by source, if events tell it, otherwise what the seats have."""
    seen = look.seen
    scores, winners = scores_in(seen), winners_in(seen)
    if seen["actor"] != OVER or not (scores or winners):
        return None
    say, seats = own_words(look), range(len(look.names))
    gained: dict[str, list[int]] = {}
    for event in look.history():
        if event.kind in GAINS and event.seat in seats:
            gained.setdefault(event.about, [0 for _ in seats])[event.seat] += event.amount
    rows = [(look.say(words_of(about)) or say("Points"), numbers) for about, numbers in gained.items()]
    facts = seen.get("seats") or []
    if not rows and facts:
        names = [name for name, value in facts[0].items() if name != "score" and _is_number(value)]
        rows = [(look.say(words_of(name)), [seat.get(name, 0) for seat in facts]) for name in names]
    total = [str(score) for score in scores] or [say("wins") if seat in winners else "–" for seat in seats]
    return {
        "title": say("Final points"),
        "rows": [(label, [str(number) for number in numbers]) for label, numbers in rows],
        "total": total,
        "note": "",
        "winners": winners,
    }


# What lies on the table, as cards


def sections(look: Look) -> dict[str, Section]:
    """The parts of the table with more than one thing, then all single facts, then the viewer's hand."""
    say = own_words(look)
    found: dict[str, Section] = {}
    facts: dict[str, Card] = {}
    for name, value in look.seen.items():
        if name in ELSEWHERE or value is None:
            continue
        if isinstance(value, Mapping | list | tuple):
            found[_key(name)] = _section(look, name, value, look.say(words_of(name)))
        else:
            facts[_key(name)] = _fact(look, name, value)
    if facts:
        found["facts"] = {"title": say("Table"), "cards": facts}
    hand = look.seen.get("hand")
    if hand is not None:
        found["hand"] = _section(look, "hand", hand, say("Your hand"))
    return _with_choices(look, found)


def _section(look: Look, name: str, value: Any, title: str) -> Section:
    if isinstance(value, Mapping):
        cards = {
            f"{_key(name)}-{_key(str(key))}": build.card("", look.say(words_of(str(key))), _told(look, item))
            for key, item in value.items()
        }
    elif (rows := _rows(name, value)) is not None:
        state = "grid few" if len(rows[0]) <= FEW else "grid"
        return {"title": title, "cards": {_key(name): build.card("", "", _drawn(rows), state=state)}}
    elif isinstance(value, list | tuple):
        cards = dict(_things(look, name, value))
    else:
        cards = {_key(name): _fact(look, name, value)}
    section: Section = {"title": title, "cards": cards}
    say = own_words(look)
    if not cards:
        section["note"] = say("nothing")
    elif isinstance(value, list | tuple) and len(value) > MANY:
        section["note"] = str(len(value))
    return section


def _rows(name: str, value: Any) -> list[Sequence[Any]] | None:
    """A board as rows: lists of equal length, or one list whose length is a square number."""
    if not isinstance(value, list | tuple):
        return None
    if name in BOARDS and all(map(_is_plain, value)):
        side = isqrt(len(value))
        if side > 1 and side * side == len(value):
            return [value[first : first + side] for first in range(0, len(value), side)]
    rows: list[Sequence[Any]] = [
        row for row in value if isinstance(row, list | tuple) and all(map(_is_plain, row))
    ]
    same = len(rows) == len(value) > 1 and len({len(row) for row in rows}) == 1
    return rows if same and len(rows[0]) > 1 else None


def _drawn(rows: Sequence[Sequence[Any]]) -> str:
    """A board in monospaced text.

    >>> print(_drawn([[10, None], ["x", "."]]))
    10  ·
     x  ·
    """
    cells = [["·" if cell in EMPTY else str(cell) for cell in row] for row in rows]
    wide = max(len(cell) for row in cells for cell in row)
    return "\n".join(" ".join(cell.rjust(wide) for cell in row) for row in cells)


def _things(look: Look, name: str, things: Sequence[Any]) -> Iterator[tuple[str, Card]]:
    """A card for each thing in a list; if there are many, for each kind of thing."""
    key = _key(name)
    plain = all(isinstance(thing, str | int) for thing in things)
    if plain and name not in BOARDS and len(things) > MANY and len(set(things)) < len(things):
        for thing, number in Counter(things).items():
            card = _thing(look, name, thing)
            yield f"{key}-{_key(str(thing))}", {**card, "note": f"× {number}"} if number > 1 else card
        return
    for index, thing in enumerate(things):
        yield f"{key}-{index}", _thing(look, name, thing, index)


def _thing(look: Look, name: str, thing: Any, index: int = 0) -> Card:
    if thing is None:
        return build.card("", "–", state="off")
    if isinstance(thing, Mapping):
        title, *rest = _pairs(look, thing)
        return build.card("", title, "\n".join(rest), state="wide")
    if isinstance(thing, list | tuple):
        return build.card("", str(index + 1), _told(look, thing), state="wide")
    if name in DICE and _is_number(thing) and 1 <= thing <= 6:
        return build.card(f"plain-die-{thing}", str(thing), state="die")
    return build.card("", _told(look, thing), state="number" if _is_number(thing) else "")


def _pairs(look: Look, thing: Mapping[str, Any]) -> Iterator[str]:
    """A thing with named parts; its first text says what it is."""
    names = list(thing)
    first = next((name for name in names if isinstance(thing[name], str)), None)
    if first is not None:
        yield _told(look, thing[first])
        names.remove(first)
    else:
        yield look.say(words_of(names[0])) + f" {_told(look, thing[names.pop(0)])}" if names else "–"
    for name in names:
        if thing[name] is not None:
            yield f"{look.say(words_of(name))} {_told(look, thing[name])}"


def _fact(look: Look, name: str, value: Any) -> Card:
    label = look.say(words_of(name))
    if name in DICE and _is_number(value) and 1 <= value <= 6:
        return build.card(f"plain-die-{value}", label, state="die")
    if name in DICE and not value:  # it has not been rolled
        return build.card("", "–", label, state="fact")
    text = _told(look, value)
    state = "number" if _is_number(value) else "wide" if len(text) > LONG else ""
    return build.card("", text, label, state=f"fact {state}".strip())


def _told(look: Look, value: Any) -> str:
    """A value in words."""
    if isinstance(value, bool):
        say = own_words(look)
        return say("yes") if value else say("no")
    if isinstance(value, str):
        return look.say(readable(value)) if value else "–"
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        pairs = (f"{look.say(words_of(str(key)))} {_told(look, item)}" for key, item in value.items())
        return ", ".join(pairs) or "–"
    if isinstance(value, list | tuple):
        counted = Counter(_told(look, item) for item in value)
        several = len(value) > 1 and all(isinstance(item, str) for item in value)
        if several:
            return ", ".join(f"{number} × {text}" if number > 1 else text for text, number in counted.items())
        return ", ".join(_told(look, item) for item in value) or "–"
    return str(value)


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _key(name: str) -> str:
    """A name for the style sheet and for ids."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "thing"


# Choices


def asked(look: Look) -> Prompt:
    """The choices; if there are many, those of a kind are folded into one row."""
    say = own_words(look)
    kind_of = _kinds(look)
    kinds = Counter(kind_of.values())
    fold = len(look.legal) > MOST_ROWS and len(kinds) > 1
    groups: dict[str, Group] = {}
    options: list[Option] = []
    for choice in kind_of:
        kind = kind_of[choice]
        group = _key(kind) if fold and kinds[kind] >= FOLDED else ""
        if group and group not in groups:
            number = say.plural("{n} choice", "{n} choices", kinds[kind])
            groups[group] = build.group(spoken(look, kind), number)
        options.append(build.option(choice, spoken(look, look.text(choice)), group=group))
    return build.asking((say("Your choice"), phase_of(look)), [], options, groups)


def _kinds(look: Look) -> dict[int, str]:
    """The kind of each choice: its first word (the verb). If that leaves too many choices of a kind, or too
    many kinds, everything but the number at the end, such as the columns of a board."""
    words = {choice: look.text(choice).split(" ", 1)[0] for choice in look.legal}
    kinds = Counter(words.values())
    several = len(kinds) <= TOO_MANY
    places = {word: place if several else 0 for place, word in enumerate(kinds)}
    found: dict[int, str] = {}
    for choice, word in words.items():
        crowded = not several or kinds[word] > TOO_MANY
        found[choice] = NUMBER.sub("", look.text(choice)) or word if crowded else word
    if found == words:
        return words
    return dict(sorted(found.items(), key=lambda one: (places[words[one[0]]], one[1])))


def _with_choices(look: Look, found: dict[str, Section]) -> dict[str, Section]:
    """Cards make the choices that name them, if exactly one list, or else one mapping, contains everything
    that choices of a kind name. So no card is linked to a choice about a similar card elsewhere."""
    named: dict[str, dict[str, int]] = {}
    for choice in look.legal:
        kind, _, argument = look.text(choice).partition(" ")
        named.setdefault(kind, {})[look.say(readable(argument))] = choice
    lists = [key for key in found if isinstance(_value(look, key), list | tuple)]
    others = [key for key in found if key not in lists and key != "facts"]
    for choices in named.values():
        for keys in (lists, others):
            where = [found[key]["cards"] for key in keys if choices.keys() <= _titles(found[key])]
            if len(where) == 1:
                for card in where[0].values():
                    if card["title"] in choices:
                        card.setdefault("choices", []).append(choices[card["title"]])
            if where:
                break
    return found


def _value(look: Look, key: str) -> object:
    """The value in the observation for the section with that key."""
    return next((value for name, value in look.seen.items() if _key(name) == key), None)


def _titles(section: Section) -> set[str]:
    return {card["title"] for card in section["cards"].values() if card["title"]}
