"""A lesson as one person goes through it: a private table whose chance and rivals follow a record.

Nothing is stored: the person's progress is a number that their browser keeps. So a lesson costs a table's
scenes while it is open, and nothing else.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from serai.kernel.errors import BadLesson
from serai.scene.lesson import Lesson, lessons
from serai.server.errors import Refusal
from serai.server.live.messages import LessonStep
from serai.server.live.scenes import UpdateExtras
from serai.server.live.study.private_table import PrivateTable
from serai.server.tables.games import game_words
from serai.server.words import server_words

log = logging.getLogger("serai.server")

MARK: Final = re.compile(r"(?:^|~)([a-z0-9_]+)\.([a-z0-9-]+)\.([0-9]{1,3})(d?)(?=~|$)")


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game; none if they cannot be read, since the game can be played anyway."""
    try:
        return lessons(game)
    except BadLesson as error:
        log.error("a lesson of %s cannot be used: %s", game, error)
    except Exception:  # whatever a package brings, other games go on
        log.exception("the lessons of %s are broken", game)
    return ()


def find_lesson(game: str, name: str) -> Lesson:
    """A lesson of a game. Raises `Refusal`."""
    for lesson in lessons_of(game):
        if lesson.name == name:
            return lesson
    raise Refusal("no-page")


class Mark(NamedTuple):
    """A person's progress in a lesson, and whether they have finished it before."""

    step: int = 0
    done: bool = False


Progress = Mapping[tuple[str, str], Mark]  # by game and lesson


def read_progress(cookie: str) -> Progress:
    """A person's progress, as their browser stores it.

    >>> read_progress("yspahan.first.3~istanbul.first.12d")[("yspahan", "first")]
    Mark(step=3, done=False)
    """
    found = MARK.findall(cookie[:2000])
    return {(game, name): Mark(int(step), done == "d") for game, name, step, done in found}


class LessonTable(PrivateTable):
    """Where one person is in a lesson."""

    def __init__(self, lesson: Lesson, language: str, name: str, step: int = 0) -> None:
        super().__init__(lesson.game, lesson.players, lesson.options, lesson.seat, language, name)
        self.lesson = lesson
        self.go(step)

    def go(self, step: int) -> None:
        """Stand at a step, as if all before it were done."""
        self.step = max(0, min(step, len(self.lesson.steps) - 1))
        self.played.rewind(0)
        for choice in self.lesson.choices[: self.number]:
            self.played.replay(choice)
        self.scenes.rewind(0)
        self.scenes.perspectives.clear()

    @property
    def number(self) -> int:
        """Choices made so far."""
        return self.lesson.steps[self.step].number

    def now(self) -> LessonStep:
        """The text of this step."""
        step = self.lesson.steps[self.step]
        return {
            "step": self.step,
            "of": len(self.lesson.steps),
            "text": game_words(self.lesson.game, self.language)(step.text),
            "lit": list(step.lit),
            "choice": step.choice,
        }

    def why_not(self, choice: int) -> str:
        """The answer to another choice than the one that is asked for; "" if it is that one. Raises
        `Refusal` for what cannot be chosen at all."""
        step = self.lesson.steps[self.step]
        if step.choice is None or choice not in self.played.state.legal():
            raise Refusal("illegal")
        if choice == step.choice:
            return ""
        why = step.answer(self.played.state.text(choice))
        if why:
            return game_words(self.lesson.game, self.language)(why)
        say = server_words(self.language)
        return say("Not this time. Do what is lit, then you will see what it brings.")

    async def next(self) -> list[str]:
        """Go on to the next step: the patches of the choices up to there, one for each or one for all."""
        perspective = await self.perspective()
        first = self.number
        self.step += 1
        choices = self.lesson.choices[first : self.number]
        rows = [choices] if self.lesson.steps[self.step].skip and choices else [(one,) for one in choices]
        sent: list[str] = []
        for row in rows:
            actor = self.played.state.actor
            steps = [self.played.apply(choice) for choice in row]
            sent += self.scenes.forward(steps, [perspective], UpdateExtras(actor, self.played.number))
        return sent
