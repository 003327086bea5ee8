"""Whether a game's lessons can be followed."""

from __future__ import annotations

from serai.checks.page import look_at, words
from serai.checks.walk import Effort, hold, located
from serai.kernel.errors import BadLesson
from serai.kernel.game import Game
from serai.scene.lesson import Lesson, lesson_files, read_lesson, things
from serai.scene.say import SOURCE
from serai.scene.scene import Art


def check_lessons(game: Game, effort: Effort) -> None:
    """Lessons replay, what they light is on the table, and every choice has an answer."""
    art = game.view.art()
    for path in lesson_files(game):
        try:
            lesson = read_lesson(path, game)
        except BadLesson as bad:
            hold(False, str(bad))
        else:
            check_lesson(lesson, art)


def check_lesson(lesson: Lesson, art: Art) -> None:
    """Check one lesson."""
    record = lesson.record()
    for number, step in enumerate(lesson.steps, 1):
        with located(f"{lesson.name}, step {number}"):
            state = record.replay(step.number)
            scene = lesson.game.view.scene(look_at(state, lesson.seat, words(lesson.game, SOURCE), []))
            missing = sorted(set(step.lit) - things(scene, art))
            hold(not missing, f"it lights what is not on the table: {', '.join(missing)}")
            if step.choice is not None:
                others = [state.text(other) for other in state.legal() if other != step.choice]
                left = [other for other in others if not step.answer(other)]
                hold(not left, f"it has no answer to {', '.join(left[:5])}")
