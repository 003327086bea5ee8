"""What the server refuses, each with a code for programs, a status for HTTP and words for people."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from serai.scene.say import Say, mark

UNAVAILABLE: Final = "unavailable"
NO_SPACE: Final = "no-space"
READ_ONLY: Final = "read-only"

# The words are said in the reader's language; {reason} comes from the rules, in English.
WORDS: Final = {
    "bad-request": (HTTPStatus.BAD_REQUEST, mark("This request cannot be read.")),
    "bad-option": (HTTPStatus.BAD_REQUEST, mark("This cannot be played: {reason}.")),
    "foreign": (HTTPStatus.FORBIDDEN, mark("This request comes from another page, so it is not followed.")),
    "not-yours": (HTTPStatus.FORBIDDEN, mark("You only watch at this table.")),
    "no-page": (HTTPStatus.NOT_FOUND, mark("There is no such page.")),
    "no-table": (HTTPStatus.NOT_FOUND, mark("There is no such table.")),
    "no-game": (HTTPStatus.NOT_FOUND, mark("There is no such game.")),
    "no-position": (HTTPStatus.NOT_FOUND, mark("This table has no such position.")),
    "no-method": (HTTPStatus.METHOD_NOT_ALLOWED, mark("This page cannot be asked like that.")),
    "running": (HTTPStatus.CONFLICT, mark("The record is there when the game is over: it tells all hands.")),
    "too-slow": (HTTPStatus.REQUEST_TIMEOUT, mark("That took too long.")),
    "too-big": (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, mark("That is too much at once.")),
    "too-many": (HTTPStatus.TOO_MANY_REQUESTS, mark("That was too fast. Wait a moment.")),
    "too-many-tables": (
        HTTPStatus.TOO_MANY_REQUESTS,
        mark("You have many open tables. Finish some of them first."),
    ),
    # Of people
    "banned": (HTTPStatus.FORBIDDEN, mark("The host of this server does not want you here any more.")),
    "closed": (HTTPStatus.GONE, mark("The host of this server has closed this table.")),
    "old-rules": (
        HTTPStatus.GONE,
        mark("This game was played by rules that have been corrected since. It cannot be shown any more."),
    ),
    "nobody": (HTTPStatus.UNAUTHORIZED, mark("Log in first.")),
    "wrong-login": (HTTPStatus.UNAUTHORIZED, mark("Name and password do not go together.")),
    "wrong-password": (HTTPStatus.FORBIDDEN, mark("That is not your password.")),
    "wrong-passkey": (HTTPStatus.UNAUTHORIZED, mark("This passkey is not known here.")),
    "wrong-link": (HTTPStatus.FORBIDDEN, mark("This link is not right, or not right any more.")),
    "no-account": (HTTPStatus.CONFLICT, mark("Set a password first, so that you can come back.")),
    "last-key": (
        HTTPStatus.CONFLICT,
        mark("Set a password first: without this passkey you could not come back."),
    ),
    "not-sure": (HTTPStatus.BAD_REQUEST, mark("Tick the box if you are sure.")),
    "name-length": (HTTPStatus.BAD_REQUEST, mark("A name has 2 to 20 letters.")),
    "name-letters": (
        HTTPStatus.BAD_REQUEST,
        mark("A name is made of letters and digits, with spaces, hyphens or dots between them."),
    ),
    "name-taken": (HTTPStatus.CONFLICT, mark("Somebody here is called like that, or nearly so.")),
    "password-length": (HTTPStatus.BAD_REQUEST, mark("A password has 10 to 200 characters.")),
    "password-common": (HTTPStatus.BAD_REQUEST, mark("That password is too easy to guess.")),
    "bad-address": (HTTPStatus.BAD_REQUEST, mark("That is no e-mail address.")),
    "no-mail": (HTTPStatus.CONFLICT, mark("This server sends no e-mail.")),
    "no-person": (HTTPStatus.NOT_FOUND, mark("There is no such person.")),
    "no-session": (HTTPStatus.NOT_FOUND, mark("This device is not logged in any more.")),
    "no-token": (HTTPStatus.NOT_FOUND, mark("There is no such token.")),
    "many-tokens": (HTTPStatus.CONFLICT, mark("You have many tokens. Revoke some of them first.")),
    # Of programs
    "bad-field": (HTTPStatus.BAD_REQUEST, mark("This request cannot be read: {reason}.")),
    "wrong-token": (HTTPStatus.UNAUTHORIZED, mark("This token is not known here.")),
    "wrong-scope": (HTTPStatus.FORBIDDEN, mark("This token does not allow that.")),
    "broken": (HTTPStatus.INTERNAL_SERVER_ERROR, mark("Something went wrong here. Nothing is lost.")),
    # Of the database: what is refused so may be tried again
    UNAVAILABLE: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        mark("The database does not answer. Nothing is lost; it goes on by itself."),
    ),
    NO_SPACE: (
        HTTPStatus.INSUFFICIENT_STORAGE,
        mark("The server's disk is full. Nothing is lost; it goes on when there is room."),
    ),
    READ_ONLY: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        mark("Nothing can be written here at present. Nothing is lost; it goes on when that is over."),
    ),
    # Of a choice, on the socket
    "late": (HTTPStatus.CONFLICT, mark("The table has moved on. Here is how it stands.")),
    "not-your-turn": (HTTPStatus.CONFLICT, mark("It is not your turn.")),
    "illegal": (HTTPStatus.CONFLICT, mark("That is not possible now.")),
    "over": (HTTPStatus.CONFLICT, mark("The game is over.")),
    "no-undo": (
        HTTPStatus.CONFLICT,
        mark("It cannot be taken back: dice, cards or another player came after it."),
    ),
    # Among people
    "waiting": (HTTPStatus.CONFLICT, mark("This table still waits for players.")),
    "begun": (HTTPStatus.CONFLICT, mark("The game has begun.")),
    "full": (HTTPStatus.CONFLICT, mark("All seats are taken.")),
    "seated": (HTTPStatus.CONFLICT, mark("You sit at this table already.")),
    "not-seated": (HTTPStatus.FORBIDDEN, mark("You have no seat at this table.")),
    "not-host": (HTTPStatus.FORBIDDEN, mark("Only the host of the table may do that.")),
    "no-invitation": (HTTPStatus.GONE, mark("This invitation is no longer valid. Ask for a new one.")),
    "invited-only": (HTTPStatus.FORBIDDEN, mark("To sit down here you need an invitation.")),
    "away": (HTTPStatus.CONFLICT, mark("A bot plays for you now. Take your seat back first.")),
    "out-of-time": (
        HTTPStatus.CONFLICT,
        mark("Your time for this turn is over. You can come back when it has been played."),
    ),
    "paused": (HTTPStatus.CONFLICT, mark("The game is paused.")),
    "no-pause": (HTTPStatus.CONFLICT, mark("You have had your pauses in this game.")),
    "conceded": (HTTPStatus.CONFLICT, mark("You have conceded this game.")),
    "ask-first": (HTTPStatus.CONFLICT, mark("The others at the table must agree to that.")),
    "nothing-asked": (HTTPStatus.CONFLICT, mark("Nothing is asked of you.")),
    "asked-already": (
        HTTPStatus.CONFLICT,
        mark("That was refused already, or something else is being asked."),
    ),
    "too-long": (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, mark("This message is too long.")),
    "no-chat": (HTTPStatus.FORBIDDEN, mark("Only those who sit at the table can write here.")),
    "no-message": (HTTPStatus.NOT_FOUND, mark("There is no such message.")),
    "no-hint": (HTTPStatus.CONFLICT, mark("There is no hint now.")),
}

TITLES: Final = (
    (("no-page", "no-table", "no-game", "no-position", "no-person"), mark("Nothing here")),
    (("no-invitation", "closed", "old-rules", "wrong-link"), mark("No longer valid")),
    (("too-big", "too-many", "too-many-tables"), mark("Too much at once")),
    (
        ("foreign", "not-yours", "not-host", "not-seated", "invited-only", "banned", "nobody"),
        mark("Not from here"),
    ),
    (("broken", UNAVAILABLE, NO_SPACE, READ_ONLY), mark("That went wrong")),
)
TITLE: Final = mark("Not possible")


class Refusal(Exception):
    """A request that is not followed."""

    def __init__(self, code: str, reason: str = "") -> None:
        self.code = code
        self.reason = reason
        super().__init__(code)

    @property
    def trouble(self) -> bool:
        """Whether it is the database that cannot."""
        return self.code in (UNAVAILABLE, NO_SPACE, READ_ONLY)

    @property
    def status(self) -> int:
        return int(WORDS[self.code][0])

    def text(self, say: Say) -> str:
        words = WORDS[self.code][1]
        return say(words, reason=self.reason.rstrip(".")) if self.reason else say(words)

    def title(self, say: Say) -> str:
        """A few words for the head of a page."""
        for codes, words in TITLES:
            if self.code in codes:
                return say(words)
        return say(TITLE)

    def told(self, say: Say) -> dict[str, str]:
        """As programs get it."""
        return {"code": self.code, "text": self.text(say)}
