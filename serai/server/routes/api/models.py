"""Requests and responses of the bot API; the source of docs/reference/bot-api.md and /api/openapi.json."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Annotated[str, Field(pattern="^[0-8]$")]  # as the key of an object


class RequestModel(BaseModel):
    """What a program sends: nothing that is not known."""

    model_config = ConfigDict(extra="forbid")


class Me(BaseModel):
    """Whose token it is."""

    id: int
    name: str
    scopes: list[str]


class GameFacts(BaseModel):
    """A game, and how tables of it may be."""

    name: str
    title: str
    version: int
    least: int = Field(description="players at least")
    most: int = Field(description="players at most")
    options: dict[str, list[str]] = Field(description="values of each option; none: any text")
    levels: list[str] = Field(description="bots, weakest first")


class SeatFacts(BaseModel):
    """Who has a seat."""

    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None = None
    you: bool = False


class TableFacts(BaseModel):
    """A table as lists show it."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    state: Literal["waiting", "running", "over"]
    rated: bool
    public: bool
    seats: list[SeatFacts]
    seat: int | None = Field(description="your seat")
    actor: int | None = Field(description="the seat that is asked, while the table runs")
    number: int = Field(description="choices made so far")
    scores: list[int] | None = None
    winners: list[int] | None = None


class NewTable(RequestModel):
    """A table that you want."""

    game: str = Field(max_length=40)
    players: int | None = Field(None, ge=1, le=9)
    seat: int | Literal["random"] = Field("random", description="your seat, from 0")
    others: str = Field("", max_length=40, description='a level of bots, or "open": for whoever comes')
    seats: dict[Seat, str] = Field(default_factory=dict, max_length=9, description="the same by seat")
    options: dict[str, str] = Field(default_factory=dict, max_length=20)
    public: bool = Field(False, description="shown in the lobby")
    rated: bool = False
    clock: str = Field("", max_length=16)


class Sit(RequestModel):
    """An open seat that you want."""

    seat: int | None = Field(None, ge=0, le=8, description="none: the first that is open")
    invitation: str | None = Field(None, max_length=32)


class Choose(RequestModel):
    """A choice: its id or its text, for the position after `number` choices."""

    choice: int | str = Field(description="as `legal` names it")
    number: int = Field(ge=0, le=1_000_000)


class Legal(BaseModel):
    """A choice that is open to you."""

    id: int
    text: str


class Position(BaseModel):
    """A line of the stream: the table as your seat sees it."""

    type: Literal["position"] = "position"
    number: int = Field(description="choices made so far")
    seat: int | None = Field(description="yours; none: you watch")
    actor: int | None = Field(description="the seat that is asked; none: nobody")
    yours: bool = Field(description="whether you are asked")
    legal: list[Legal] = Field(description="what is open to you, if you are asked")
    observation: dict[str, Any] = Field(description="all that your seat may know")
    over: bool
    scores: list[int] | None = None
    winners: list[int] | None = None


class Fault(BaseModel):
    code: str
    text: str


class Error(BaseModel):
    """Why a request was refused."""

    error: Fault
