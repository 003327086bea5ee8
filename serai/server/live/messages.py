"""What is told on a table's socket and by the bell, as JSON.

The scripts' types are written from here (`tools/write_types.py`), so that both sides say the same.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from serai.scene.scene import Line, Note, Open, Standing
from serai.server.errors import Fault


class LogLine(Line):
    """A line of the log, and which choice it tells of."""

    number: int


class Person(TypedDict):
    """What everybody may know of one who sits at the table."""

    here: bool
    away: str | None  # why a bot plays for them
    conceded: bool
    left: float | None  # seconds on their clock


class Ask(TypedDict):
    """What somebody asks of the others."""

    what: str
    seat: int
    needs: list[int]  # who has yet to agree


class People(TypedDict):
    """What everybody may know of the people at a table, beside the game."""

    seats: dict[str, Person]
    runs: int | None  # whose clock runs
    paused: bool
    pause: float | None  # seconds that the pause may still last
    ask: Ask | None
    again: str | None  # the address of the next table
    winners: list[int] | None  # where somebody conceded


class Snapshot(TypedDict):
    """A moment of a game."""

    scene: Open
    log: list[LogLine]
    number: int  # choices made so far


class TableSnapshot(Snapshot):
    """All that a viewer needs who has nothing yet."""

    entry: int  # the same of the log, in which undone choices count too
    undo: bool
    standing: dict[str, Standing]
    people: NotRequired[People]


class PatchMessage(TypedDict):
    """A choice, or one with all that followed from it."""

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
    """Why something is not done."""

    refused: Fault


class RefusedSnapshot(TableSnapshot):
    """The same, to a page that may not know how the table stands."""

    refused: Fault


class Done(TypedDict):
    """What was asked is done, and nothing else says so."""

    done: int


class TurnWouldEnd(TypedDict):
    """A choice that would end the turn was not made."""

    unsure: int
    number: int


class Explanation(Note):
    thing: str


class Explained(TypedDict):
    explain: Explanation


class Hint(TypedDict):
    """A choice that the strongest bot thinks of."""

    choice: int
    share: float  # of its thoughts
    reason: str


class Hints(TypedDict):
    hint: list[Hint]
    number: int


class ChatMessage(TypedDict):
    """A message of the chat."""

    id: int
    seat: int
    text: str
    at: float


class Phrase(TypedDict):
    """What can be said with one click."""

    key: str
    text: str


class ChatHistory(TypedDict):
    """What was said before a viewer came."""

    chat: list[ChatMessage]
    muted: list[int]  # seats


class NewChatMessage(TypedDict):
    said: ChatMessage


class Reported(TypedDict):
    reported: int


class Awaited(TypedDict):
    """A table at which a guest is asked."""

    url: str
    game: str
    title: str


class AwaitedMessage(TypedDict):
    awaited: list[Awaited]


class Changed(TypedDict):
    """A page that shows this should ask again."""

    changed: str


# What a table's socket tells.
Message = (
    TableSnapshot
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
)
