"""The messages of a table's socket and of notifications, as JSON.

`tools/write_types.py` writes the scripts' types from here, so that the two cannot drift apart.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from serai.scene.scene import Line, Note, Open, Standing
from serai.server.errors import Fault


class LogLine(Line):
    """A line of the log, with the choice it is about."""

    number: int


class Person(TypedDict):
    """What everyone may know about a person at the table."""

    here: bool
    away: str | None  # why a bot plays for them
    conceded: bool
    left: float | None  # seconds on their clock


class Ask(TypedDict):
    """A request to the others at a table."""

    what: str
    seat: int
    needs: list[int]  # who has not agreed yet


class People(TypedDict):
    """What everyone may know about the people at a table."""

    seats: dict[str, Person]
    runs: int | None  # whose clock runs
    paused: bool
    pause: float | None  # seconds that the pause may still last
    ask: Ask | None
    again: str | None  # the address of the rematch
    winners: list[int] | None  # if a player conceded


class Snapshot(TypedDict):
    """A game at one moment."""

    scene: Open
    log: list[LogLine]
    number: int  # of choices so far


class TableSnapshot(Snapshot):
    """Everything a new viewer needs."""

    entry: int  # the length of the log, where undone choices count too
    undo: bool
    decided: bool  # something that they could ask to take back; others may not know whether they had to
    standing: dict[str, Standing]
    people: NotRequired[People]


class TurnMessage(TableSnapshot):
    """In an exploration: it is another seat's turn, and the table is shown from there."""

    turn: bool


class PatchMessage(TypedDict):
    """One choice, or one with everything that followed from it."""

    patch: dict[str, Any]  # of the scene, as a JSON Merge Patch
    number: int
    actor: int  # who chose
    log: list[LogLine]
    entry: int
    undo: bool
    standing: NotRequired[dict[str, Standing]]


class StandingMessage(TypedDict):
    standing: dict[str, Standing]
    number: int


class PeopleMessage(TypedDict):
    people: People


class Thinking(TypedDict):
    thinking: int  # a bot's seat


class Refused(TypedDict):
    """Why something was refused."""

    refused: Fault


class RefusedSnapshot(TableSnapshot):
    """The same, with a snapshot for a page that may be out of date."""

    refused: Fault


class Done(TypedDict):
    """A message was carried out, and no other reply says so."""

    done: int


class TurnWouldEnd(TypedDict):
    """A choice was not made because it would end the turn, and the page asked to be warned."""

    unsure: int
    number: int


class Explanation(Note):
    thing: str


class Explained(TypedDict):
    explain: Explanation


class Hint(TypedDict):
    """A choice that the strongest bot considers."""

    choice: int
    share: float  # of its thinking
    reason: str


class Hints(TypedDict):
    hint: list[Hint]
    number: int


class ChatMessage(TypedDict):
    """A chat message."""

    id: int
    seat: int
    text: str
    at: float


class Phrase(TypedDict):
    """A phrase that can be sent with one click."""

    key: str
    text: str


class ChatHistory(TypedDict):
    """The chat before the viewer connected."""

    chat: list[ChatMessage]
    muted: list[int]  # seats


class NewChatMessage(TypedDict):
    said: ChatMessage


class Reported(TypedDict):
    reported: int


class Awaited(TypedDict):
    """A table at which it is a guest's turn."""

    url: str
    game: str
    title: str


class AwaitedMessage(TypedDict):
    awaited: list[Awaited]


class LessonStep(TypedDict):
    """A pause of a lesson."""

    step: int  # from 0
    of: int  # how many there are
    text: str
    lit: list[str]  # names of things, as the lesson has them
    choice: int | None  # what the player is to choose; None: they read on


class LessonMessage(TypedDict):
    lesson: LessonStep


class WhyNot(TypedDict):
    """Why a choice in a lesson is not the one."""

    why: str


class PuzzleValue(TypedDict):
    """What a choice of a puzzle is worth."""

    choice: int
    label: str  # as the table calls it
    share: float  # of the win, by a deep search


class PuzzleScore(TypedDict):
    """A person's results at puzzles, after an attempt."""

    counts: bool  # whether it was their first at this one
    own: int
    change: int
    puzzle: int
    provisional: bool
    days: int  # in a row
    right: int  # puzzles solved at once, in a row


class PuzzleVerdict(TypedDict):
    """The verdict on a choice in a puzzle."""

    verdict: str  # "wrong", "right", or "shown" to whom asked for the answer
    cost: float  # how much of a win a wrong choice gives away
    why: str
    best: str  # what the best choice is called; "" while it is to be found
    values: list[PuzzleValue]  # none while it is to be found
    score: PuzzleScore


class PuzzleMessage(TypedDict):
    puzzle: PuzzleVerdict


class Changed(TypedDict):
    """A topic has changed; pages that show it should reload it."""

    changed: str


# Everything that a table's socket sends.
Message = (
    TableSnapshot
    | TurnMessage
    | PatchMessage
    | StandingMessage
    | PeopleMessage
    | Thinking
    | Refused
    | RefusedSnapshot
    | Done
    | TurnWouldEnd
    | Explained
    | Hints
    | ChatHistory
    | NewChatMessage
    | Reported
    | LessonMessage
    | WhyNot
    | PuzzleMessage
)
