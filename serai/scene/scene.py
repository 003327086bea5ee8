"""Scenes: what a game shows of an observation, as plain data in the viewer's language, without markup.

A game's `view.py` builds them from what a seat may know; the page, the notebook and the docs draw them.
Texts may contain two kinds of markup: `**bold**`, and `:name:` for the icon of that name.
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
    state: NotRequired[str]  # class names for the style sheet, such as "target", "paid", "ghost", "just"
    text: NotRequired[str]  # a number or a few letters on it
    label: NotRequired[str]  # what it is, for a tooltip and a screen reader
    choices: NotRequired[list[int]]  # the choices it makes when picked (if several, a small list opens)
    origin: NotRequired[str]  # the id of the element, or "seat-2", from which it comes when new
    goal: NotRequired[str]  # the same for where it goes when removed; "active": to the player who was to move
    bend: NotRequired[tuple[float, float]]  # where a piece that follows the streets turns a corner


class Item(TypedDict):
    """One fact of a panel: an icon with a number, pips, or a mark that is on or off."""

    icon: NotRequired[str]
    text: NotRequired[str]
    label: str  # for a tooltip and a screen reader
    value: NotRequired[int]  # with `of`: the number of filled pips
    of: NotRequired[int]
    state: NotRequired[str]


class Panel(TypedDict):
    """The public information about a seat."""

    name: str
    tags: list[str]  # short words beside the name: "bot", "starts"
    state: str  # class names for the style sheet: "active", "winner"
    score: str
    score_label: str
    rows: dict[str, dict[str, Item]]  # by names that the style sheet uses


class Card(TypedDict):
    """A card, tile or figure that the viewer owns."""

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
    group: NotRequired[str]  # the rows of a group are folded into one
    state: NotRequired[str]


class Group(TypedDict):
    """A row that opens the choices of its group."""

    label: str
    detail: NotRequired[str]
    chip: NotRequired[str]
    icon: NotRequired[str]
    state: NotRequired[str]


class Prompt(TypedDict):
    """The question to the viewer, or whom the table waits for."""

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
    """What wins the game; always shown on the table, with everyone's progress."""

    text: str  # "First to five rubies"
    short: str  # a shorter form for narrow screens
    of: NotRequired[int]  # the winning score, if there is one
    topics: list[str]  # the topics of the rules that explain it


class Sheet(TypedDict):
    """A table of points by source, one column per seat; shown at a week's end and when the game is over."""

    title: str
    rows: list[tuple[str, list[str]]]  # rows that add up to the total
    total: list[str]
    ties: NotRequired[list[tuple[str, list[str]]]]  # tie-breakers, in this order
    note: str
    winners: list[int]  # empty while the game goes on


class Open(TypedDict):
    """The scene that all viewers share: what a spectator sees."""

    seat: int | None  # the viewer's seat
    actor: int
    when: str  # "Week 2 · Day 5"
    steps: list[Step]
    topic: str  # the topic of the rules that applies now, for the drawer
    goal: NotRequired[Goal]
    elements: Mapping[str, Element]
    panels: Mapping[str, Panel]  # by seat, "0" first
    hand: dict[str, Section]
    prompt: Prompt
    sheet: Sheet | None


# A scene of one viewer. It may be composed of what all share and what is the viewer's own
# (`serai.scene.layers`).
Scene = Mapping[str, Any]


class Line(TypedDict):
    """A line of the log."""

    text: str
    seat: NotRequired[int]
    heading: NotRequired[bool]


class Note(TypedDict):
    """A description of a thing, and why it cannot be chosen now."""

    title: str
    text: str


class Standing(TypedDict):
    """An answer that a player gives once for many questions, such as "pass for this round"."""

    label: str
    on: bool


class Look:
    """What a view is built from, all of it known to the viewer. Not a dataclass: every viewer gets a new one
    after every choice, and a dataclass's methods are not compiled."""

    def __init__(
        self,
        seen: Mapping[str, Any],  # the observation
        say: Say,
        names: list[str],  # of the seats
        bots: list[bool],
        legal: list[int] | None = None,  # the viewer's choices; empty if another seat must choose
        text: Callable[[int], str] = str,  # the notation of a choice
        # Everything so far, as the viewer may know it. It replays the game: only for scoring sheets.
        history: Callable[[], list[Event]] = list,
        # What a choice would lead to, up to the next chance or the next seat, in a random position that is
        # consistent with what the viewer knows.
        preview: Callable[[int], list[Event]] = lambda choice: [],
        # A spectator's look at the same position, in the same language; None: this is one, or none is needed.
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
        self.made: dict[object, Any] = {}  # cache of `serai.scene.share`


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
    """A drawing on which elements lie: the board, or a piece of it that can be shown separately."""

    width: float
    height: float
    svg: str  # the static drawing; things with `data-zone` can be explained


@dataclass(frozen=True)
class Art:
    """All drawings of a game. `defs` holds every symbol as `<g id="…">` around its origin."""

    parts: Mapping[str, Part]
    defs: str
    style: Path  # the style sheet of the game's table
    cover: str  # a picture for the home page, 400 x 260, as the content of an SVG
    colours: str = ""  # a style sheet that the game generates: it comes first
    below: Path | None = None  # a sheet that the style overrides, such as the plain page's (`PLAIN_STYLE`)

    def sheets(self) -> tuple[Path, ...]:
        """The style sheets, in the order of the cascade."""
        return tuple(path for path in (self.below, self.style) if path is not None)


class View(Protocol):
    """What a game's `view.py` provides."""

    def scene(self, look: Look, /) -> Scene:
        """What lies on the table, as the viewer may see it."""

    def lines(self, happening: Happening, look: Look, /) -> list[Line]:
        """What the log says about a choice."""

    def explain(self, look: Look, thing: str, /) -> Note | None:
        """What a thing on the board (an element, a zone, a card) is, and why it cannot be chosen now."""

    def measure(self, seen: Mapping[str, Any], /) -> list[int]:
        """What the chart shows over time, one number per seat: points, rubies, artifacts."""

    def part_words(self, say: Say, /) -> dict[str, str]:
        """The names of the parts of the game's estimate (`State.parts`), for the reasons of a hint."""

    def measure_label(self, say: Say, /) -> str:
        """What `measure` counts, in a word."""

    def standing(self, look: Look, chosen: frozenset[str], /) -> dict[str, Standing]:
        """The standing answers that a player of this game may give, and which are active."""

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
