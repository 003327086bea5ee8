"""The contexts of the templates in `serai/web/templates`.

Every page gets a `BaseContext` and one of the classes that are named after templates. `InitialTable`, with
which the script of a table's page starts, is also written as a type for scripts (`tools/write_types.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NotRequired, TypedDict

from markupsafe import Markup

from serai.scene.say import Say
from serai.scene.scene import Open
from serai.server.live.messages import Awaited, ChatMessage, LessonStep, Phrase, TableSnapshot
from serai.server.live.study.lessons import Progress
from serai.server.people.accounts import AccountFacts
from serai.server.people.guests import Guest
from serai.server.people.profiles import Profile
from serai.server.people.statistics import GameStatistics
from serai.server.people.tokens import TokenFacts


@dataclass(frozen=True)
class Reader:
    """The reader of a page, and their preferences."""

    language: str
    theme: str
    guest: Guest | None
    here: str
    awaited: list[Awaited]
    progress: Progress = field(default_factory=dict)  # in lessons


class CurrentGuest(TypedDict):
    """The reader, if they are a guest."""

    name: str
    account: bool  # whether they can log in


class BaseContext(TypedDict):
    """What every page gets.

    There are also `static(path)`, the address of a file of `serai/web/static` that may be cached for ever (a
    game's own style sheet is `static("games/yspahan/table.css")`), `languages`, the codes and own names of
    all, and `symbol_defs()`, the page's symbols.
    """

    say: Say  # in the reader's language, with the page's words
    language: str
    theme: str  # "light", "dark" or "" (what the device prefers)
    guest: CurrentGuest | None  # None before their first table
    here: str  # the path of the page, for the forms that change language and theme (field `back`)
    awaited: list[Awaited]  # tables with other people at which it is the reader's turn
    day: Callable[[float], str]  # a date in words


class LabeledName(TypedDict):
    """A level, a speed or a time control."""

    name: str
    label: str


class Value(TypedDict):
    value: str
    label: str


class OptionCard(TypedDict):
    """An option of a game."""

    name: str
    label: str
    values: list[Value]
    default: str
    players: tuple[int, ...]  # the numbers of players it is for; empty: all


class LevelCard(LabeledName):
    """How strong a bot may be."""

    about: str  # how it plays, in a few words


class GameCard(TypedDict):
    """A game, and the options for its tables."""

    name: str
    title: str
    about: str  # a sentence
    cover: Markup  # the inside of an SVG of 400 x 260
    defs: Markup
    style: str  # the address of its style sheet
    players: range
    default_players: int
    options: list[OptionCard]
    levels: list[LevelCard]
    default_level: str
    speeds: list[LabeledName]
    default_speed: str
    lessons: list[LessonCard]
    puzzles: bool  # whether there are any


class LessonCard(TypedDict):
    """A lesson, and how far the reader is."""

    name: str
    url: str
    title: str
    about: str
    minutes: int
    step: int
    of: int
    done: bool  # whether they have come to its end


class TableRow(TypedDict):
    """One of the reader's tables."""

    id: str
    url: str
    game: str
    title: str
    players: int
    names: list[str]
    begun: datetime  # UTC
    changed: datetime
    choices: int
    over: bool
    waiting: bool  # for players
    yours: bool  # whether it is the reader's turn
    scores: list[int] | None
    won: bool | None
    seat: int | None  # the reader's


class HomePage(TypedDict):
    """Forms: `POST /play/GAME` (no fields) and `POST /tables` (`game`, `players`, `seat`: a number from 0,
    "random" or "watch"; `level_0` … for each seat, a level or "open"; `others` for all of them; `level` of
    bots that come in later; `clock`; `public` and `rated`, "1" if so; `option_NAME` …, `speed`). Both lead to
    the new table."""

    games: list[GameCard]
    clocks: list[LabeledName]
    tables: list[TableRow]  # newest first
    more: bool  # whether there are more


class TablesPage(TypedDict):
    tables: list[TableRow]


class TableFacts(TypedDict):
    id: str
    url: str
    seat: int | None
    names: list[str]
    over: bool
    replay: bool  # whether the replay was asked for
    sociable: bool  # whether there are other persons, or a clock
    shared: bool  # whether there are other persons
    explores: bool  # whether one person plays for all seats, from a position of another game
    source: NotRequired[str | None]  # the address of that position, where there is one
    card: NotRequired[ShareCard]


class ShareCard(TypedDict):
    """What messengers show of a link; whole addresses."""

    url: str
    picture: str
    names: str


class PartDrawing(TypedDict):
    """The drawing of a part, with the elements of the first scene on it."""

    name: str
    width: float
    height: float
    svg: Markup


class TablePage(TypedDict):
    game: str
    title: str
    table: TableFacts
    parts: list[PartDrawing]
    paints: Markup  # gradients, patterns and the like, for an SVG that is shown
    symbols: Markup  # the page's and the game's, for a hidden one
    style: str  # the address of the game's style sheet
    plain: bool  # whether the table is drawn as cards, for want of a board
    scene: Open  # for what is drawn without a script
    first: Markup  # `InitialTable` as JSON, for a script element


class LessonPage(TablePage):
    """A table at which something is learnt. `POST LESSON/play` leads to a table for the first game."""

    lesson: LessonCard
    now: LessonStep
    lessons: list[LessonCard]  # of the same game, this one too


class PuzzlePage(TablePage):
    """A table at which one choice is to be found. `POST` to its own address (`choose`; or `answer`, to be
    shown it; or `explain`, a thing) answers with `{"messages": …}`, as a table's socket sends them."""

    puzzle: PuzzleCard


class PuzzleCard(TypedDict):
    """A puzzle, and how the reader did."""

    url: str
    points: int
    state: str  # "new", "missed", "found" or "solved"


class PuzzleGame(TypedDict):
    """The puzzles of a game."""

    name: str
    title: str
    cover: Markup
    today: PuzzleCard
    next: str  # the address that leads to another one
    number: int
    tried: int
    points: int | None  # the reader's; None before their first


class PuzzlesPage(TypedDict):
    games: list[PuzzleGame]
    days: int  # the streak
    today: bool  # whether the reader has found one today
    in_a_row: int
    right: int
    tried: int


class TableSettings(TypedDict):
    """What is fixed before the first choice; the last five if there are other persons, or a clock."""

    game: str
    table: str
    seat: int | None
    players: int
    names: list[str]
    bots: list[bool]
    levels: list[str | None]
    options: Mapping[str, str]
    speed: str
    commitment: str
    seed: NotRequired[str]  # once the game is over
    language: str
    replay: bool
    shared: NotRequired[bool]
    rated: NotRequired[bool]
    clock: NotRequired[str]
    live: NotRequired[bool]
    phrases: NotRequired[list[Phrase]]
    lesson: NotRequired[LessonStep]  # where the table is a lesson: where one begins
    explores: NotRequired[bool]  # whether one plays for all seats here, from a position of another game
    at: NotRequired[int]  # the position that a link shows
    view: NotRequired[str]  # from where it is seen: a seat, or "watch"
    puzzle: NotRequired[str]  # where it is a puzzle: its address, to which choices are posted


class InitialTable(TableSnapshot):
    """What the script of a table's page starts with."""

    settings: TableSettings


class ErrorPage(TypedDict):
    status: int
    code: str
    title: str
    text: str


class RulesPage(TypedDict):
    """A fragment for the drawer. A picture is `<svg class="symbol"><use href="#NAME"/></svg>`."""

    title: str
    body: Markup  # headings have their topics as ids
    lessons: list[LessonCard]


class SeatCard(TypedDict):
    """A seat of a table in the lobby."""

    seat: int
    name: str
    open: bool
    bot: str  # its level, or ""
    you: bool
    here: NotRequired[bool]  # these two at a table that waits for players
    host: NotRequired[bool]


class LobbyTable(TypedDict):
    id: str
    url: str
    game: str
    title: str
    clock: str
    rated: bool
    public: bool
    seats: list[SeatCard]
    yours: bool


class LobbyPage(TypedDict):
    waiting: list[LobbyTable]
    running: list[LobbyTable]
    games: list[GameCard]
    clocks: list[LabeledName]


class WaitingPage(TypedDict):
    """A table that waits for players."""

    table: LobbyTable
    cover: Markup
    host: bool  # whether the reader is
    seated: bool
    may_sit: bool
    link: str  # the invitation to pass on, for those who sit there
    until: float  # when it expires
    invitation: str  # the token that the reader came with, or ""
    lessons: list[LessonCard]
    chat: list[ChatMessage]
    muted: list[int]  # seats
    phrases: list[Phrase]
    longest: int  # characters of a message


class ReviewSeat(TypedDict):
    """A seat of a reviewed game."""

    seat: int
    name: str
    url: str
    here: bool  # whether the page is about it
    won: bool
    score: int
    luck: str
    accuracy: str
    phases: list[str]  # accuracy in each


class ReviewBar(TypedDict):
    """What something did to a seat's win chance: in words, and as a bar from the middle of 200."""

    label: str
    change: str
    kind: str
    x: float
    width: float


class ReviewChoice(TypedDict):
    """A costly choice, and what was better."""

    when: str
    loss: str
    text: str
    share: str
    better: str
    better_share: str
    why: str
    url: str  # of the board at that choice
    sure: bool  # whether it has been looked at closely


class ReviewMoment(TypedDict):
    """A step that moved the win chances."""

    when: str
    text: str
    actor: int  # -1: chance
    changes: list[tuple[int, str, str]]  # seats with their names, and how their chances changed
    url: str


class ReviewPage(TypedDict):
    """The review of a finished game, for one seat. Until `state` is "done" there may be more later."""

    game: str
    title: str
    url: str  # of the table
    card: ShareCard
    state: str  # "loading", "working", "done" or "failed"
    done: int  # choices that were looked at closely,
    whole: int  # of so many
    seats: list[ReviewSeat]
    name: str  # whose review it is
    seat: int
    wide: Markup  # the picture, for a desk
    narrow: Markup  # and for a phone
    begin: str
    end: str
    bars: list[ReviewBar]
    costliest: list[ReviewChoice]
    turning: list[ReviewMoment]
    lucky: list[ReviewMoment]  # the luckiest and the unluckiest draw


class ExplorePage(TypedDict):
    """Form: `POST /explore` (`record`), which leads to the record's replay."""

    tables: list[TableRow]  # what the reader explored, newest first
    text: str  # a record that was refused
    fault: FormFault | None


class ExploreForm(TypedDict):
    """A fragment for a dialog. Form: `POST TABLE/explore` (`number`; `dice`, "same" or "new"; `seat_0` …, a
    level or "hand"), which leads to the new table."""

    url: str
    number: int
    names: list[str]
    levels: list[LabeledName]


class FormFault(TypedDict):
    """What was wrong in which form."""

    form: str
    code: str
    text: str


class AccountPage(TypedDict):
    me: AccountFacts | None
    tokens: list[TokenFacts]
    token: str | None  # a new one, shown once
    mail_works: bool
    longest: int  # characters of a name
    done: str  # what was done
    fault: FormFault | None
    typed: str  # a name that was refused


class LoginPage(TypedDict):
    fault: FormFault | None
    name: str


class ProfilePage(TypedDict):
    person: Profile
    own: bool  # whether it is the reader's
    words: dict[str, Say]  # of each game, for the sources of points


class StatisticsPage(TypedDict):
    game: str
    title: str
    games: list[RankedGame]
    numbers: range  # of players
    statistics: GameStatistics
    words: Say  # the game's, for the sources of points


class RatingsPage(TypedDict):
    """The constants of `serai.server.people.ratings`."""

    enough: int
    settled: int
    again: int  # days
    lead: int
    a_day: int


class RankedGame(TypedDict):
    name: str
    title: str
    here: bool


class Rank(TypedDict):
    place: int | None  # None while provisional
    name: str
    url: str | None  # None for bots
    points: int
    games: int
    provisional: bool
    own: bool


class RanksPage(TypedDict):
    games: list[RankedGame]
    title: str
    rows: list[Rank]
    settled: int  # after how many games a rating counts


class MailPage(TypedDict):
    kind: str  # "confirm" or "stop"
    address: str
    done: bool  # whether it was just done
