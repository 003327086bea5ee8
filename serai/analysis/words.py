"""A review in words: what a choice is called, what happened, and why something was better."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from serai.analysis.game_review import OTHERS, Judgement
from serai.kernel.game import Game
from serai.kernel.registry import game as game_of
from serai.kernel.rng import Rng
from serai.kernel.state import Event, State
from serai.scene.say import SOURCE, Say, speak
from serai.scene.scene import Happening, Look, Option, Prompt

HERE: Final = Path(__file__).parent
EVEN: Final = 0.5  # the share of continuations that is inconclusive
MARKS: Final = re.compile(r"\*\*|:[a-z0-9-]+: ?")


def review_words(language: str = SOURCE) -> Say:
    """The words of reviews."""
    return speak(HERE, language)


def why(game: Game, judgement: Judgement, language: str = SOURCE) -> str:
    """Why the better choice of a judgement is better: by the parts of the game's estimate and, if it was
    examined, by the outcome of the continuations.

    >>> import serai
    >>> from serai.bots.hint import Reason
    >>> judged = Judgement(0, 0, 1, "a", 2, "b", 0.2, 0.3, (Reason("caravan", 12.0),), walks=40, ahead=0.75)
    >>> why(serai.game("yspahan"), judged)
    'Better for: the caravan. In 30 of 40 continuations it ended better.'
    """
    say = review_words(language)
    names = game.view.part_words(speak(game.folder or Path(), language))
    gains = [reason.kind for reason in judgement.reasons if reason.amount > 0]
    costs = [reason.kind for reason in judgement.reasons if reason.amount < 0 and reason.kind != OTHERS]
    sentences: list[str] = []
    own = [names.get(kind, kind) for kind in gains if kind != OTHERS]
    if own:
        sentences.append(say("Better for: {parts}.", parts=", ".join(own)))
    if OTHERS in gains:
        sentences.append(say("It leaves less to the others."))
    if costs and sentences:
        sentences.append(
            say("It costs some of: {parts}.", parts=", ".join(names.get(kind, kind) for kind in costs))
        )
    if not sentences:
        sentences.append(say("It pays off later."))
    if judgement.walks and judgement.ahead > EVEN:
        ahead = round(judgement.ahead * judgement.walks)
        sentences.append(say("In {n} of {of} continuations it ended better.", n=ahead, of=judgement.walks))
    return " ".join(sentences)


def choice_words(state: State, choice: int, language: str = SOURCE, names: Sequence[str] = ()) -> str:
    """A choice of the seat to move, in the words of its row at the table.

    >>> import serai
    >>> state = serai.game("yspahan").new(players=3)
    >>> state.play("start 2")
    >>> choice_words(state, state.legal()[0])
    'No yellow dice'
    """
    seat = int(state.actor)
    legal = state.legal()
    played = game_of(state.game_name)
    deal = state.determinize(seat, Rng("words"))

    def preview(one: int) -> list[Event]:
        after = deal.clone()
        after.events = []
        after.apply_unchecked(one)
        return [event.seen_by(seat) for event in after.events]

    look = _look(played, state, seat, language, names, legal=legal, preview=preview)
    label = choice_labels(played.view.scene(look)["prompt"]).get(choice)
    return state.text(choice) if label is None else plain(label)


def choice_labels(prompt: Prompt) -> dict[int, str]:
    """The names of the choices in a prompt's rows, with markup; equal names are disambiguated.

    >>> options = [{"choice": 7, "label": "A1", "chip": "N1"}, {"choice": 8, "label": "A1", "chip": "E1"}]
    >>> choice_labels({"options": options, "groups": {}})
    {7: 'A1 · N1', 8: 'A1 · E1'}
    """
    rows: list[tuple[Option, str]] = []
    for option in prompt["options"]:
        opens = prompt["groups"].get(option.get("group", ""))
        group, label = opens["label"] if opens is not None else "", option["label"]
        rows.append((option, f"{group}: {label}" if group and group not in label else label))
    often = Counter(label for _, label in rows)
    found: dict[int, str] = {}
    for option, label in rows:
        more = option.get("chip") or option.get("detail", "")
        found[option["choice"]] = f"{label} · {more}" if often[label] > 1 and more else label
    return found


def moment_words(state: State, language: str = SOURCE) -> str:
    """The moment in the game, as the table shows it: "Week 2 · Day 5"; empty if it shows nothing.

    >>> import serai
    >>> moment_words(serai.game("yspahan").new(players=3))
    'Week 1 · Day 1'
    """
    played = game_of(state.game_name)
    return plain(played.view.scene(_look(played, state, None, language, ()))["when"])


def step_words(state: State, choice: int, language: str = SOURCE, names: Sequence[str] = ()) -> str:
    """What the log tells the acting seat about a choice; for chance, a seat that sees something of it."""
    actor = int(state.actor)
    after = state.clone()
    after.events = []
    after.apply_unchecked(choice)
    for seat in (actor,) if actor >= 0 else (None, *range(state.players)):
        lines = _lines(state, after, choice, seat, language, names)
        if lines and lines[-1] == ":":  # pictures follow
            return f"{lines} {state.text(choice).partition(' ')[2]}"
        if lines:
            return lines
    if actor < 0:
        return state.text(choice)
    who = names[actor] if names else review_words(language)("Seat {n}", n=actor + 1)
    return f"{who}: {choice_words(state, choice, language, names)}"


def _lines(
    state: State, after: State, choice: int, seat: int | None, language: str, names: Sequence[str]
) -> str:
    """What the log tells a seat about a choice that led from one position to another."""
    played = game_of(state.game_name)
    look = _look(played, after, seat, language, names)
    happening = Happening(
        1,
        int(state.actor),
        state.seen_text(choice, seat),
        [event.seen_by(seat) for event in after.events or []],
        before=state.observe(seat),
        after=look.seen,
    )
    lines = played.view.lines(happening, look)
    return plain(" · ".join(line["text"] for line in lines if not line.get("heading")))


def _look(
    played: Game,
    state: State,
    seat: int | None,
    language: str,
    names: Sequence[str],
    **more: Any,
) -> Look:
    seats = range(state.players)
    say = review_words(language)
    called = list(names) or [say("Seat {n}", n=number + 1) for number in seats]
    game_say = speak(played.folder or Path(), language)
    return Look(state.observe(seat), game_say, called, [False for _ in seats], text=state.text, **more)


def plain(text: str) -> str:
    """A text without its marks.

    >>> plain("**Take** :gold: 3 gold")
    'Take 3 gold'
    """
    return MARKS.sub("", text).strip()
