"""The review of a finished game."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from serai.analysis.game_review import PHASES, Judgement, Review, Step, TurningPoint
from serai.analysis.picture import picture
from serai.analysis.words import choice_words, moment_words, step_words, why
from serai.server.errors import Refusal
from serai.server.live.study.reviews import ReviewJob
from serai.server.routes.contexts import ReviewBar, ReviewChoice, ReviewMoment, ReviewPage, ReviewSeat
from serai.server.routes.web import number, site_of, web_of
from serai.server.safety.connections import neighbours_of
from serai.server.tables.table import Table
from serai.server.words import percent, server_words, signed

router = APIRouter()

WIDE: Final = 1130
NARROW: Final = 372
FULL_BAR: Final = 0.75  # the change that fills half of a bar
HALF: Final = 100.0  # pixels of half a bar
CHANGE: Final = 0.005  # the smallest change worth showing
NOBODY: Final = ""


@router.get("/tables/{key}/review")
async def review(request: Request, key: str, seat: str = "") -> Response:
    web = web_of(request)
    reader = await web.reader(request)
    live_table, own = await web.table_and_seat(request, key)
    table = live_table.table
    shown = number(seat) if seat else own
    if shown is not None and shown >= table.settings.players:
        raise Refusal("no-position")
    await web.server.attempts.take("review-address", neighbours_of(request))
    job = await web.server.reviews.get(live_table)
    if shown is None:
        shown = table.winners[0]
    page = await asyncio.to_thread(page_of, table, job, shown, reader.language, site_of(request))
    return web.html(request, web.pages.fill("review.html", reader, page))


@router.get("/tables/{key}/review/progress")
async def progress(request: Request, key: str) -> Response:
    """How far a review is, for the page that waits for it."""
    web = web_of(request)
    live_table, _ = await web.table_and_seat(request, key)
    if key not in web.server.reviews.jobs:  # it would be begun
        await web.server.attempts.take("review-address", neighbours_of(request))
    job = await web.server.reviews.get(live_table, patience=0.0)
    return web.json(request, {"state": state_of(job), "done": job.done, "of": job.whole})


def state_of(job: ReviewJob) -> str:
    if job.failed:
        return "failed"
    if job.review is None:
        return "loading"
    return "done" if job.complete else "working"


def page_of(table: Table, job: ReviewJob, seat: int, language: str, site: str) -> ReviewPage:
    """What the page shows. It takes some milliseconds, so it is made in a thread."""
    found = job.review
    page: ReviewPage = {
        "game": table.game.name,
        "title": table.game.title,
        "url": (url := f"/tables/{table.settings.id}"),
        "card": {
            "url": f"{site}{url}/review?seat={seat}",
            "picture": f"{site}{url}/picture.png?at={table.number}&seat=watch",
            "names": ", ".join(table.names),
        },
        "state": state_of(job),
        "done": job.done,
        "whole": job.whole,
        "seats": [],
        "name": table.names[seat],
        "seat": seat,
        "wide": Markup(),
        "narrow": Markup(),
        "begin": NOBODY,
        "end": NOBODY,
        "bars": [],
        "costliest": [],
        "turning": [],
        "lucky": [],
    }
    if found is not None:
        _Filler(table, job, found, seat, language).fill(page)
    return page


class _Filler:
    """Puts a review into words."""

    def __init__(self, table: Table, job: ReviewJob, found: Review, seat: int, language: str) -> None:
        self.table = table
        self.found = found
        self.seat = seat
        self.language = language
        self.names = table.names
        self.say = server_words(language)
        self._percent = partial(percent, language=language)
        self._signed = partial(signed, language=language)
        self.url = f"/tables/{table.settings.id}"
        told = {one.number for one in found.costliest(seat)} | {one.number for one in self._draws()}
        told |= {one.number for one in found.turning_points()}
        self.positions = {
            at: state.clone() for at, (state, _) in enumerate(job.record.states()) if at in told
        }

    def fill(self, page: ReviewPage) -> None:
        found, seat = self.found, self.seat
        page["seats"] = [self._seat(one) for one in range(found.players)]
        said = {"luck": self.say("Luck"), "play": self.say("Choices"), "title": self._title()}
        page["wide"] = Markup(picture(found, seat, width=WIDE, words=said, alone=False))
        page["narrow"] = Markup(picture(found, seat, width=NARROW, words=said, alone=False))
        page["begin"], page["end"] = (
            self._percent(found.chances[0][seat]),
            self._percent(found.chances[-1][seat]),
        )
        page["bars"] = self._bars()
        page["costliest"] = [self._choice(one) for one in found.costliest(seat)]
        page["turning"] = [self._moment(one) for one in found.turning_points()]
        page["lucky"] = [self._moment(_point(step)) for step in self._draws()]

    def _title(self) -> str:
        shares = [
            f"{name} {self._percent(self.found.chances[0][one])}" for one, name in enumerate(self.names)
        ]
        return self.say("Win chances over the game; at the start: {shares}.", shares=", ".join(shares))

    def _seat(self, seat: int) -> ReviewSeat:
        found = self.found
        return {
            "seat": seat,
            "name": self.names[seat],
            "url": f"{self.url}/review?seat={seat}",
            "here": seat == self.seat,
            "won": seat in self.table.winners,
            "score": found.scores[seat],
            "luck": self._signed(found.luck(seat)),
            "accuracy": rounded(found.accuracy(seat)),
            "phases": [rounded(found.accuracy(seat, phase)) for phase in range(PHASES)],
        }

    def _bars(self) -> list[ReviewBar]:
        say, found, seat = self.say, self.found, self.seat
        rows = (
            (say("Dice and cards"), found.luck(seat), "chance"),
            (say("Own choices"), found.play(seat), "own"),
            (say("The others’ choices"), found.rivals(seat), "other"),
            (say("What nobody foresaw"), found.rest(seat), "rest"),
        )
        bars: list[ReviewBar] = []
        for label, change, kind in rows:
            width = HALF * min(1.0, abs(change) / FULL_BAR)
            x = HALF if change >= 0 else HALF - width
            bars.append(
                {
                    "label": label,
                    "change": self._signed(change),
                    "kind": kind,
                    "x": round(x, 1),
                    "width": round(width, 1),
                }
            )
        return bars

    def _choice(self, one: Judgement) -> ReviewChoice:
        state = self.positions[one.number]
        return {
            "when": moment_words(state, self.language),
            "loss": self._signed(-one.error),
            "text": choice_words(state, one.choice, self.language, self.names),
            "share": self._percent(one.share),
            "better": choice_words(state, one.best, self.language, self.names),
            "better_share": self._percent(one.best_share),
            "why": why(self.table.game, one, self.language),
            "url": f"{self._board(one.number)}&best={one.best}&share={round(100 * one.best_share)}",
            "sure": one.walks > 0,
        }

    def _moment(self, point: TurningPoint) -> ReviewMoment:
        state = self.positions[point.number]
        choice = self.found.steps[point.number].choice
        changes = [
            (seat, self.names[seat], self._signed(change))
            for seat, change in enumerate(point.effect)
            if abs(change) >= CHANGE
        ]
        return {
            "when": moment_words(state, self.language),
            "text": step_words(state, choice, self.language, self.names),
            "actor": point.actor,
            "changes": changes,
            "url": self._board(point.number),
        }

    def _board(self, at: int) -> str:
        """The board as the seat of this review saw it."""
        return f"{self.url}/replay?at={at}&seat={self.seat}"

    def _draws(self) -> list[Step]:
        """The best and the worst that chance did to the seat."""
        best, worst = self.found.luckiest(self.seat), self.found.luckiest(self.seat, worst=True)
        return [
            step
            for step, sign in ((best, 1), (worst, -1))
            if step is not None and sign * step.effect[self.seat] >= CHANGE
        ]


def _point(step: Step) -> TurningPoint:
    return TurningPoint(step.number, step.actor, step.text, step.effect)


def rounded(number: float | None) -> str:
    return "–" if number is None else str(round(number))
