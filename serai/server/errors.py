"""What the server refuses: each refusal has a code for programs, a status for HTTP and words for people."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final, TypedDict

from serai.scene.say import Say, mark

UNAVAILABLE: Final = "unavailable"
NO_SPACE: Final = "no-space"
READ_ONLY: Final = "read-only"

BAD_REQUEST: Final = HTTPStatus.BAD_REQUEST
CONFLICT: Final = HTTPStatus.CONFLICT
FORBIDDEN: Final = HTTPStatus.FORBIDDEN
GONE: Final = HTTPStatus.GONE
NOT_FOUND: Final = HTTPStatus.NOT_FOUND
UNAUTHORIZED: Final = HTTPStatus.UNAUTHORIZED

# Said in the reader's language; {reason} comes from the rules, in English.
WORDS: Final = {
    "bad-request": (BAD_REQUEST, mark("This request cannot be read.")),
    "bad-option": (BAD_REQUEST, mark("This cannot be played: {reason}.")),
    "foreign": (FORBIDDEN, mark("This request comes from another site, so it was not carried out.")),
    "not-yours": (FORBIDDEN, mark("You are only watching this table.")),
    "no-page": (NOT_FOUND, mark("There is no such page.")),
    "no-table": (NOT_FOUND, mark("There is no such table.")),
    "no-game": (NOT_FOUND, mark("There is no such game.")),
    "no-position": (NOT_FOUND, mark("This table has no such position.")),
    "no-method": (HTTPStatus.METHOD_NOT_ALLOWED, mark("This page does not take such requests.")),
    "running": (CONFLICT, mark("The record is available once the game is over: it reveals every hand.")),
    "not-over": (CONFLICT, mark("That is possible once the game is over.")),
    "no-picture": (HTTPStatus.SERVICE_UNAVAILABLE, mark("There is no picture of this right now.")),
    "bad-record": (BAD_REQUEST, mark("This record cannot be read: {reason}.")),
    "too-slow": (HTTPStatus.REQUEST_TIMEOUT, mark("That took too long.")),
    "too-big": (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, mark("That is too much at once.")),
    "too-many": (HTTPStatus.TOO_MANY_REQUESTS, mark("That was too fast. Wait a moment.")),
    "too-many-tables": (
        HTTPStatus.TOO_MANY_REQUESTS,
        mark("You have too many open tables. Finish some of them first."),
    ),
    # People
    "banned": (FORBIDDEN, mark("You are banned from this server.")),
    "closed": (GONE, mark("The host of this server has closed this table.")),
    "old-rules": (
        GONE,
        mark("This game was played under rules that have since been corrected. It can no longer be shown."),
    ),
    "nobody": (UNAUTHORIZED, mark("Log in first.")),
    "wrong-login": (UNAUTHORIZED, mark("Wrong name or password.")),
    "wrong-password": (FORBIDDEN, mark("That is not your password.")),
    "wrong-passkey": (UNAUTHORIZED, mark("This passkey is not known here.")),
    "wrong-link": (FORBIDDEN, mark("This link is not valid, or no longer valid.")),
    "no-account": (CONFLICT, mark("Set a password first, so that you can come back.")),
    "last-key": (CONFLICT, mark("Set a password first: without this passkey you could not come back.")),
    "not-sure": (BAD_REQUEST, mark("Tick the box if you are sure.")),
    "name-length": (BAD_REQUEST, mark("A name has 2 to 20 characters.")),
    "name-letters": (
        BAD_REQUEST,
        mark("A name is made of letters and digits, with spaces, hyphens or dots between them."),
    ),
    "name-taken": (CONFLICT, mark("That name, or one very like it, is taken.")),
    "password-length": (BAD_REQUEST, mark("A password has 10 to 200 characters.")),
    "password-common": (BAD_REQUEST, mark("That password is too easy to guess.")),
    "bad-address": (BAD_REQUEST, mark("That is not an e-mail address.")),
    "no-mail": (CONFLICT, mark("This server sends no e-mail.")),
    "no-person": (NOT_FOUND, mark("There is no such person.")),
    "no-session": (NOT_FOUND, mark("This device is no longer logged in.")),
    "no-token": (NOT_FOUND, mark("There is no such token.")),
    "many-tokens": (CONFLICT, mark("You have too many tokens. Revoke some of them first.")),
    # Programs
    "bad-field": (BAD_REQUEST, mark("This request cannot be read: {reason}.")),
    "wrong-token": (UNAUTHORIZED, mark("This token is not known here.")),
    "wrong-scope": (FORBIDDEN, mark("This token does not allow that.")),
    "broken": (HTTPStatus.INTERNAL_SERVER_ERROR, mark("Something went wrong here. Nothing is lost.")),
    # Outages: the request may be repeated
    UNAVAILABLE: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        mark("The database is not responding. Nothing is lost; it will carry on by itself."),
    ),
    NO_SPACE: (
        HTTPStatus.INSUFFICIENT_STORAGE,
        mark("The server’s disk is full. Nothing is lost; it will carry on when there is room."),
    ),
    READ_ONLY: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        mark("Nothing can be saved here at the moment. Nothing is lost; it will carry on when that is over."),
    ),
    # Choices, on the socket
    "late": (CONFLICT, mark("The game has moved on. This is how it stands.")),
    "not-your-turn": (CONFLICT, mark("It is not your turn.")),
    "illegal": (CONFLICT, mark("That is not possible right now.")),
    "over": (CONFLICT, mark("The game is over.")),
    "no-undo": (CONFLICT, mark("That cannot be undone: dice, cards or another player’s move came after it.")),
    # Tables with other people
    "waiting": (CONFLICT, mark("This table is still waiting for players.")),
    "begun": (CONFLICT, mark("The game has started.")),
    "full": (CONFLICT, mark("All seats are taken.")),
    "seated": (CONFLICT, mark("You already have a seat at this table.")),
    "not-seated": (FORBIDDEN, mark("You have no seat at this table.")),
    "not-host": (FORBIDDEN, mark("Only the host of the table may do that.")),
    "no-invitation": (GONE, mark("This invitation is no longer valid. Ask for a new one.")),
    "invited-only": (FORBIDDEN, mark("You need an invitation to sit down here.")),
    "away": (CONFLICT, mark("A bot is playing for you. Take your seat back first.")),
    "out-of-time": (
        CONFLICT,
        mark("Your time for this turn is up. You can come back once it has been played."),
    ),
    "paused": (CONFLICT, mark("The game is paused.")),
    "no-pause": (CONFLICT, mark("You have used up your pauses in this game.")),
    "conceded": (CONFLICT, mark("You have conceded this game.")),
    "ask-first": (CONFLICT, mark("The other players must agree to that.")),
    "nothing-asked": (CONFLICT, mark("There is nothing to decide right now.")),
    "asked-already": (CONFLICT, mark("That has already been declined, or another request is still open.")),
    "too-long": (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, mark("This message is too long.")),
    "no-chat": (FORBIDDEN, mark("Only the players at this table can write here.")),
    "no-message": (NOT_FOUND, mark("There is no such message.")),
    "no-hint": (CONFLICT, mark("There is no hint right now.")),
}

TITLES: Final = (
    (("no-page", "no-table", "no-game", "no-position", "no-person"), mark("Nothing here")),
    (("no-invitation", "closed", "old-rules", "wrong-link"), mark("No longer valid")),
    (("too-big", "too-many", "too-many-tables"), mark("Too much at once")),
    (
        ("foreign", "not-yours", "not-host", "not-seated", "invited-only", "banned", "nobody"),
        mark("Not allowed from here"),
    ),
    (("broken", UNAVAILABLE, NO_SPACE, READ_ONLY), mark("Something went wrong")),
)
TITLE: Final = mark("Not possible")


class Fault(TypedDict):
    """A refusal, as programs get it."""

    code: str
    text: str


class Refusal(Exception):
    """A request that is refused."""

    def __init__(self, code: str, reason: str = "") -> None:
        self.code = code
        self.reason = reason
        super().__init__(code)

    @property
    def is_outage(self) -> bool:
        """Whether the database has failed."""
        return self.code in (UNAVAILABLE, NO_SPACE, READ_ONLY)

    @property
    def status(self) -> int:
        return int(WORDS[self.code][0])

    def text(self, say: Say) -> str:
        words = WORDS[self.code][1]
        if not self.reason:
            return say(words)
        said = say(words, reason=self.reason.rstrip("."))
        return said.removesuffix(".") if said.endswith("?.") else said

    def title(self, say: Say) -> str:
        """A few words for the head of a page."""
        for codes, words in TITLES:
            if self.code in codes:
                return say(words)
        return say(TITLE)

    def fault(self, say: Say) -> Fault:
        """As programs get it."""
        return {"code": self.code, "text": self.text(say)}
