"""Scenes: what a game shows of an observation, as plain data in the viewer's language, without markup.

A game's `view.py` makes these from what a seat may know; the page, the notebook and the docs draw them.
Texts may carry two marks: `**bold**`, and `:name:` for the icon of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NotRequired, Protocol, TypedDict

from serai.kernel.state import Event
from serai.scene.say import Say


class Element(TypedDict):
    """A thing on a part of the board. Its id is its key in the scene and stays with the piece, so that
    the piece glides when it moves. Symbols are drawn around their own origin."""

    symbol: str
    part: str  # which drawing it lies on
    x: float  # where the symbol's origin goes, in the part's coordinates
    y: float
    layer: NotRequired[int]  # painter's order within the part, 0 (default) lowest
    turn: NotRequired[float]  # degrees
    size: NotRequired[float]  # 1 is the symbol's own
    owner: NotRequired[int]  # the seat whose colour it has
    state: NotRequired[str]  # words for the style sheet, such as "target", "paid", "ghost", "just"
    text: NotRequired[str]  # a number or few letters on it
    label: NotRequired[str]  # what it is, for a pointer's tip and a screen reader
    choices: NotRequired[list[int]]  # the choices that picking it makes (several: a small list opens)
    origin: NotRequired[str]  # the id of the element, or "seat-2", from which it comes when it is new
    goal: NotRequired[str]  # the same for where it goes when it is gone; "active": to who was to play
    bend: NotRequired[tuple[float, float]]  # where a piece that keeps to streets turns the corner


class Item(TypedDict):
    """One fact of a panel: an icon with a number, pips, or a mark that is on or off."""

    icon: NotRequired[str]
    text: NotRequired[str]
    label: str  # for a pointer's tip and a screen reader
    value: NotRequired[int]  # with `of`: the number of filled pips
    of: NotRequired[int]
    state: NotRequired[str]


class Panel(TypedDict):
    """What everybody sees of a seat."""

    name: str
    tags: list[str]  # short words beside the name: "bot", "starts"
    state: str  # words for the style sheet: "active", "winner"
    score: str
    score_label: str
    rows: dict[str, dict[str, Item]]  # by names that the style sheet knows


class Card(TypedDict):
    """A card, tile or figure of the viewer's own."""

    icon: str
    title: str
    text: NotRequired[str]  # what it does
    note: NotRequired[str]  # when it can be played, or why not now
    state: NotRequired[str]  # "off", "used", "lit" …
    choices: NotRequired[list[int]]


class Section(TypedDict):
    """A group of the viewer's own things."""

    title: str
    note: NotRequired[str]
    cards: dict[str, Card]


class Option(TypedDict):
    """A choice as a row in the prompt. Elements and cards that make the same choice light up with it."""

    choice: int
    label: str
    detail: NotRequired[str]  # what it costs and brings
    chip: NotRequired[str]  # a short name, as on the board
    icon: NotRequired[str]
    owner: NotRequired[int]
    group: NotRequired[str]  # rows of a group are folded behind one row
    state: NotRequired[str]


class Group(TypedDict):
    """A row that opens the choices of its group."""

    label: str
    detail: NotRequired[str]
    chip: NotRequired[str]
    icon: NotRequired[str]
    state: NotRequired[str]


class Prompt(TypedDict):
    """What is asked, or who is waited for."""

    title: str
    detail: str
    tone: str  # "ask", "wait" or "over"
    icons: list[str]  # symbols shown beside the title, such as the dice taken
    options: list[Option]
    groups: dict[str, Group]


class Step(TypedDict):
    """A step of the round, shown in the top bar."""

    label: str
    state: str  # "past", "now", "next"


class Goal(TypedDict):
    """What wins the game; it stands on the table all the time, with how far everybody is."""

    text: str  # "First to five rubies"
    short: str  # the same where there is little room
    of: NotRequired[int]  # the score that wins, where one does
    topics: list[str]  # the parts of the rules that say how it is reached


class Sheet(TypedDict):
    """A table of points by source, one column a seat; shown at a week's end and when the game is over."""

    title: str
    rows: list[tuple[str, list[str]]]  # what adds up to the total
    total: list[str]
    ties: NotRequired[list[tuple[str, list[str]]]]  # what decides between equals, in this order
    note: str
    winners: list[int]  # empty while the game goes on


class Open(TypedDict):
    """Everything a viewer sees at one moment; what all viewers see alike."""

    seat: int | None  # who looks
    actor: int
    when: str  # "Week 2 · Day 5"
    steps: list[Step]
    topic: str  # the part of the rules that is in force, for the drawer
    goal: NotRequired[Goal]
    elements: Mapping[str, Element]
    panels: Mapping[str, Panel]  # by seat, "0" first
    hand: dict[str, Section]
    prompt: Prompt
    sheet: Sheet | None


# The same for any viewer. It may be composed of what all see and what is the viewer's own
# (`serai.scene.layers`).
Scene = Mapping[str, Any]


class Line(TypedDict):
    """A line of the log."""

    text: str
    seat: NotRequired[int]
    heading: NotRequired[bool]


class Note(TypedDict):
    """What a thing is, and why it cannot be chosen now."""

    title: str
    text: str


class Standing(TypedDict):
    """An answer that a player can give once for many questions, such as "pass for this round"."""

    label: str
    on: bool


class Look:
    """What a view is made from: all of it known to the one who looks. No dataclass: every viewer has a new
    one at every choice, and what a dataclass makes is not compiled."""

    def __init__(
        self,
        seen: Mapping[str, Any],  # the observation
        say: Say,
        names: list[str],  # of the seats
        bots: list[bool],
        legal: list[int] | None = None,  # the viewer's choices; none when another is asked
        text: Callable[[int], str] = str,  # the notation of a choice
        # All that happened so far, as the viewer may know it. It replays the game: for scoring sheets alone.
        history: Callable[[], list[Event]] = list,
        # What would happen by a choice, up to the next chance or the next seat, in a position that the
        # viewer must think possible.
        preview: Callable[[int], list[Event]] = lambda choice: [],
        # How spectators see the same position, in the same language; None: this is how, or nobody asked.
        public: Look | None = None,
    ) -> None:
        self.seen = seen
        self.seat: int | None = seen["seat"]
        self.say = say
        self.names = names
        self.bots = bots
        self.legal: list[int] = legal or []
        self.text = text
        self.history = history
        self.preview = preview
        self.public = public
        self.made: dict[object, Any] = {}  # by `serai.scene.share`


class Happening:
    """One choice of a game as a viewer may know it."""

    def __init__(
        self,
        number: int,
        actor: int,
        text: str,  # its notation, secrets as "?"
        events: list[Event],
        before: Mapping[str, Any],  # observations
        after: Mapping[str, Any],
    ) -> None:
        self.number = number
        self.actor = actor
        self.text = text
        self.events = events
        self.before = before
        self.after = after


@dataclass(frozen=True)
class Part:
    """A drawing on which elements lie: the board, or a piece of it that can be shown alone."""

    width: float
    height: float
    svg: str  # what never changes; things with `data-zone` can be asked about


@dataclass(frozen=True)
class Art:
    """All drawings of a game. `defs` holds every symbol as `<g id="…">` around its origin."""

    parts: Mapping[str, Part]
    defs: str
    style: Path  # the style sheet of the game's table
    cover: str  # a picture for the home page, 400 x 260, as the inside of an SVG
    colours: str = ""  # a style sheet that is made by the game itself: the first one
    below: Path | None = None  # a sheet that the style lies over, as over the plain page's (`PLAIN_STYLE`)

    def sheets(self) -> tuple[Path, ...]:
        """The style sheets, the one that counts most last."""
        return tuple(path for path in (self.below, self.style) if path is not None)


class View(Protocol):
    """What a game's `view.py` gives."""

    def scene(self, look: Look, /) -> Scene:
        """What lies on the table, as the one who looks may see it."""

    def lines(self, happening: Happening, look: Look, /) -> list[Line]:
        """What the log says of a choice."""

    def explain(self, look: Look, thing: str, /) -> Note | None:
        """About a thing of the board (an element, a zone, a card): what it is; why not now."""

    def measure(self, seen: Mapping[str, Any], /) -> list[int]:
        """What the chart shows over time, one number a seat: points, rubies, artifacts."""

    def part_words(self, say: Say, /) -> dict[str, str]:
        """The names of what the game's estimate is made of (`State.parts`), for reasons of a hint."""

    def measure_label(self, say: Say, /) -> str:
        """What `measure` counts, in a word."""

    def standing(self, look: Look, chosen: frozenset[str], /) -> dict[str, Standing]:
        """The standing answers that a player of this game may give, and which of them hold."""

    def answer(self, look: Look, chosen: frozenset[str], /) -> int | None:
        """The choice that a standing answer makes now, if any does."""

    def lapsed(self, seen: Mapping[str, Any], chosen: frozenset[str], /) -> frozenset[str]:
        """The standing answers that end here, such as those "for this round"."""

    def art(self) -> Art:
        """The drawings of the game."""

    def rules(self, language: str, /) -> str:
        """The rules in our own words, as Markdown; `## Title {#topic}` begins a topic."""

    def about(self, say: Say, /) -> str:
        """One sentence for the home page."""

    def option_words(self, say: Say, /) -> dict[str, tuple[str, dict[str, str]]]:
        """For each option of the game, its name and the names of its values."""
