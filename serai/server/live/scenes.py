"""What viewers see: one scene and one log for each seat and language, kept up to date.

A scene is made from what `observe` returns for the viewer's seat, and from nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter
from typing import Any, Final, cast

import orjson

from serai.kernel.state import CHANCE, OVER, Event, State
from serai.scene.layers import Layers, Over, plain
from serai.scene.patch import difference
from serai.scene.say import Say
from serai.scene.scene import Happening, Look, Open, Scene, Standing, View
from serai.server.live.messages import LogLine, PatchMessage, Snapshot
from serai.server.tables.games import game_words, view_of
from serai.server.tables.played_game import PlayedGame, Step
from serai.server.tables.table import dealer

SLICE: Final = 0.004  # seconds for which one viewer's log may block the event loop
CHART_POINTS: Final = 120
PARTS: Final = (dict, Layers)


class Lookahead:
    """What a seat's choices lead to, in a position that it must consider possible."""

    def __init__(self, state: State, seat: int | None, legal: list[int]) -> None:
        self.state = state
        self.seat = seat
        self.legal = legal
        self._deal: State | None = None

    def deal(self) -> State:
        if self._deal is None:
            self._deal = self.state.determinize(self.seat, dealer())
        return self._deal.clone()

    def preview(self, choice: int) -> list[Event]:
        if choice not in self.legal:
            return []
        after = self.deal()
        events: list[Event] = []
        after.events = events
        after.apply_unchecked(choice)
        return [event.seen_by(self.seat) for event in events]

    def ends_turn(self, choice: int) -> bool:
        """Whether a choice ends the seat's turn."""
        after = self.deal()
        rng = dealer()
        after.apply_unchecked(choice)
        while after.actor == CHANCE:
            after.apply_unchecked(after.sample(rng))
        return after.actor != self.seat


class SeenPosition:
    """A position as a seat (None: a spectator) may know it. The position has no reference back to it, so it
    is freed at once when the next one comes."""

    def __init__(
        self,
        state: State,
        seat: int | None,
        say: Say,
        names: list[str],
        bots: list[bool],
        history: Callable[[], list[Event]] = list,
        public: SeenPosition | None = None,
    ) -> None:
        self.asked = seat is not None and state.actor == seat
        self.lookahead = Lookahead(state, seat, state.legal() if self.asked else [])
        self.look: Look = Look(
            seen=state.observe(seat)
            if public is None or seat is None
            else {**public.look.seen, **state.observe_own(seat)},
            say=say,
            names=names,
            bots=bots,
            legal=self.lookahead.legal,
            text=state.text,
            preview=self.lookahead.preview,
            history=history,
            public=public.look if public is not None else None,
        )


class Perspective:
    """What one seat sees in one language, after a number of choices."""

    def __init__(self, scenes: Scenes, seat: int | None, language: str) -> None:
        self.seat = seat
        self.language = language
        self.say = game_words(scenes.played.game, language)
        self.number = 0
        self.lines: list[LogLine] = []
        self.seen: Mapping[str, Any] = {}
        self.scene: Scene | None = None
        self.seen_position: SeenPosition | None = None
        self.standing: dict[str, Standing] | None = None

    def step(self, scenes: Scenes, now: SeenPosition, update: ChoiceUpdate) -> list[LogLine]:
        """Take one more choice, which led to this position; returns its lines of the log."""
        self.number += 1
        self.seen_position = now
        lines = update.lines(scenes.view, self, now.look)
        self.lines += lines
        self.seen = now.look.seen
        return lines


class ChoiceUpdate:
    """One choice, as it is shown to many. What is the same for a spectator and a seat that knows no more is
    made once: the log's lines in each language, and the changes in shared parts of scenes."""

    def __init__(self, step: Step, seen: Mapping[str, Any] | None = None) -> None:
        self.number = step.number
        self.choice = step.choice
        self.before = step.before
        self.after = step.after
        self.events = step.events
        self.seen = seen  # what spectators saw before, if it is known
        self.actor = self.before.actor
        self.text = self.before.seen_text(self.choice, None)
        self.hidden = self.before.is_secret(self.choice, None)
        self.knowing = {event.seat for event in self.events if event.secret}
        self.said: dict[str, list[LogLine]] = {}
        self.patches: dict[tuple[int, int], dict[str, Any]] = {}
        # Messages with nothing of a single viewer in them: of a patch, lines, and whether undo is possible.
        self.texts: list[tuple[str, dict[str, Any], list[LogLine], bool]] = []
        self.changes: dict[tuple[int, int], tuple[dict[str, Any], orjson.Fragment | None]] = {}
        self.layers: dict[tuple[int, int], dict[str, Any]] = {}

    def lines(self, view: View, perspective: Perspective, look: Look) -> list[LogLine]:
        """The log's lines about it, for a perspective that is about to see it."""
        seat = perspective.seat
        more = seat in self.knowing or (self.hidden and not self.before.is_secret(self.choice, seat))
        if look.public is None or more:
            text = self.before.seen_text(self.choice, seat)
            events = [event.seen_by(seat) for event in self.events]
            return self._lines(view, text, events, perspective.seen, look)
        found = self.said.get(perspective.language)
        if found is None:
            events = [event.seen_by(None) for event in self.events]
            before = self.seen if self.seen is not None else self.before.observe(None)
            found = self._lines(view, self.text, events, before, look.public)
            self.said[perspective.language] = found
        return found

    def _lines(
        self, view: View, text: str, events: list[Event], before: Mapping[str, Any], look: Look
    ) -> list[LogLine]:
        happening = Happening(self.number, self.actor, text, events, before=before, after=look.seen)
        return [{**line, "number": self.number} for line in view.lines(happening, look)]

    def patch(self, old: Scene, new: Scene) -> dict[str, Any]:
        """What changed between two scenes."""
        below, above = _layered(old)
        base, own = _layered(new)
        open_patch = self._open_patch(below, base)
        patch = open_patch
        for key in own if own.keys() == above.keys() else {**above, **own}:
            before = above[key] if key in above else below[key]
            value = own[key] if key in own else base[key]
            if key in open_patch or before is not value:
                if patch is open_patch:
                    patch = open_patch.copy()
                patch.pop(key, None)
                self._take(patch, key, before, value)
        return patch

    def _open_patch(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
        """The same for the parts that everyone sees; made once for all."""
        # All old scenes live until this is done, and so do the new ones: no id is used twice.
        pair = id(old), id(new)
        found = self.patches.get(pair)
        if found is None:
            found = self.patches[pair] = {}
            for key, value in new.items():
                self._take(found, key, old[key], value)
        return found

    def _take(self, patch: dict[str, Any], key: str, before: Any, value: Any) -> None:
        """Add what changed in one part to a patch."""
        if before is value:
            return
        if type(value) is Over or type(before) is Over:
            change: object = self._change_over(before, value)
        elif type(value) in PARTS and type(before) in PARTS:
            change = self._change(before, value)[1]
        else:
            change = value if before != value else None
        if change is not None or (value is None and before is not None):
            patch[key] = change

    def _change_over(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any] | None:
        """The same for parts with something of the viewer's own."""
        below, above = _layered(old)
        base, own = _layered(new)
        found = dict(self._change(below, base)[0]) if below is not base else {}
        for key, value in own.items():
            before = above[key] if key in above else _entry(below, key)
            found.pop(key, None)
            if before is not value and before != value:
                found[key] = _changed(before, value)
        for key, before in above.items():
            if key not in own:
                value = _entry(base, key)
                found.pop(key, None)
                if before is not value and before != value:
                    found[key] = _changed(before, value)
        return found or None

    def _change(
        self, old: Mapping[str, Any], new: Mapping[str, Any]
    ) -> tuple[dict[str, Any], orjson.Fragment | None]:
        """What changed in a part, as data and as JSON; made once for all who share the part."""
        pair = id(old), id(new)
        found = self.changes.get(pair)
        if found is None:
            if type(old) is Layers and type(new) is Layers:
                change = self._change_layers(old, new)
            else:
                change = difference(old, new)
            found = change, orjson.Fragment(orjson.dumps(change)) if change else None
            self.changes[pair] = found
        return found

    def _change_layers(self, old: Layers, new: Layers) -> dict[str, Any]:
        """The same for layers: those that are identical objects have not changed."""
        found: dict[str, Any] = {}
        for before, now in zip(old.layers, new.layers, strict=True):
            if before is not now:
                pair = id(before), id(now)
                change = self.layers.get(pair)
                if change is None:
                    change = self.layers[pair] = difference(before, now)
                found |= change
        return found


def _layered(part: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """What everyone sees of a part, and what only the viewer sees."""
    return (part.base, part.own) if type(part) is Over else (part, {})


def _entry(part: Mapping[str, Any], key: str) -> Any:
    """Like `get`, which is not compiled; None if there is no entry."""
    if type(part) is not Layers:
        return part.get(key)
    for layer in part.layers:
        found = layer.get(key)
        if found is not None:
            return found
    return None


def _changed(before: Any, value: Any) -> Any:
    both = isinstance(before, dict) and isinstance(value, dict)
    return difference(before, value) if both else value


class UpdateExtras:
    """What a patch message says apart from the scene: who chose; the length of the log; which seat may undo;
    the standing answers of the seats, which are only sent with the last choice."""

    def __init__(
        self,
        actor: int,
        entry: int,
        undo: int | None = None,
        standing: Mapping[int, frozenset[str]] | None = None,
    ) -> None:
        self.actor = actor
        self.entry = entry
        self.undo = undo
        self.standing = standing


class Scenes:
    """What the viewers of one table see."""

    def __init__(self, played: PlayedGame, names: list[str], bots: list[bool]) -> None:
        self.played = played
        self.view = view_of(played.game.name)
        self.names = names
        self.bots = bots
        self.seen: Mapping[str, Any] | None = None  # what spectators see, if it is known
        self.perspectives: dict[tuple[int | None, str], Perspective] = {}

    def seen_by(
        self, state: State, perspective: Perspective, number: int, public: SeenPosition | None = None
    ) -> SeenPosition:
        """A position after a number of choices, as seen from a perspective."""
        history = partial(self.history, perspective.seat, number)
        return SeenPosition(state, perspective.seat, perspective.say, self.names, self.bots, history, public)

    def history(self, seat: int | None, number: int) -> list[Event]:
        """All events of the first choices, as a seat may know them."""
        state = self.played.first()
        events: list[Event] = []
        state.events = events
        for choice in self.played.choices[:number]:
            state.apply_unchecked(choice)
        return [event.seen_by(seat) for event in events]

    # Forward, step by step

    def forward(self, steps: list[Step], perspectives: list[Perspective], extras: UpdateExtras) -> list[str]:
        """Show steps to perspectives that have seen all before them: one message for each perspective."""
        lines: list[list[LogLine]] = [[] for _ in perspectives]
        for step in steps[:-1]:
            update, publics = self._update(step, perspectives)
            for perspective, before in zip(perspectives, lines, strict=True):
                now = self.seen_by(step.after, perspective, step.number, publics[perspective.language])
                before += perspective.step(self, now, update)
        update, publics = self._update(steps[-1], perspectives)
        return [
            self._update_message(perspective, before, update, publics[perspective.language], extras)
            for perspective, before in zip(perspectives, lines, strict=True)
        ]

    def _update(
        self, step: Step, perspectives: list[Perspective]
    ) -> tuple[ChoiceUpdate, dict[str, SeenPosition]]:
        """A step as it is shown, and the position after it as spectators see it, by language."""
        update = ChoiceUpdate(step, self.seen)
        self.seen = None
        publics: dict[str, SeenPosition] = {}
        for perspective in perspectives:
            if perspective.language not in publics:
                history = partial(self.history, None, step.number)
                public = SeenPosition(step.after, None, perspective.say, self.names, self.bots, history)
                publics[perspective.language] = public
                self.seen = public.look.seen
        return update, publics

    def _update_message(
        self,
        perspective: Perspective,
        before: list[LogLine],
        update: ChoiceUpdate,
        public: SeenPosition,
        extras: UpdateExtras,
    ) -> str:
        assert perspective.scene is not None
        now = self.seen_by(update.after, perspective, update.number, public)
        lines = perspective.step(self, now, update)
        if before:
            lines = before + lines
        scene = self.view.scene(now.look)
        patch = update.patch(perspective.scene, scene)
        perspective.scene = scene
        undo = perspective.seat is not None and perspective.seat == extras.undo
        fresh: dict[str, Standing] | None = None
        if extras.standing is not None:
            standing = self.standing(perspective, extras.standing)
            if standing != perspective.standing:
                perspective.standing = fresh = standing
        if fresh is None:  # perhaps the same as for another viewer
            for text, same_patch, same_lines, may in update.texts:
                if same_patch is patch and same_lines == lines and may == undo:
                    return text
        message: PatchMessage = {
            "patch": patch,
            "number": update.number,
            "actor": extras.actor,
            "log": lines,
            "entry": extras.entry,
            "undo": undo,
        }
        if fresh is not None:
            message["standing"] = fresh
            return encode(message)
        text = encode(message)
        update.texts.append((text, patch, lines, undo))
        return text

    def standing(
        self, perspective: Perspective, answers: Mapping[int, frozenset[str]]
    ) -> dict[str, Standing]:
        """The standing answers of a perspective's seat."""
        if perspective.seat is None or perspective.seen_position is None:
            return {}
        return dict(
            self.view.standing(perspective.seen_position.look, answers.get(perspective.seat, frozenset()))
        )

    # To any number

    def rewind(self, number: int) -> None:
        """Forget the scenes of undone choices: only the first `number` choices remain."""
        self.seen = None
        for perspective in self.perspectives.values():
            perspective.number = min(perspective.number, number)
            while perspective.lines and perspective.lines[-1]["number"] > number:
                perspective.lines.pop()
            perspective.scene = None

    async def perspective(self, seat: int | None, language: str) -> Perspective:
        """What a seat sees in a language, up to date. Yields to the event loop while it writes a long log."""
        key = (seat, language)
        perspective = self.perspectives.get(key)
        if perspective is None:
            perspective = self.perspectives[key] = Perspective(self, seat, language)
        if perspective.scene is not None and perspective.number == self.played.number:
            return perspective
        perspective.scene = None
        state = self.played.position_after(perspective.number)
        perspective.seen = state.observe(seat)
        begun = perf_counter()
        for choice in self.played.choices[perspective.number :]:
            step = Step(state, choice, perspective.number + 1)
            state = step.after
            perspective.step(self, self.seen_by(state, perspective, step.number), ChoiceUpdate(step))
            if perf_counter() - begun > SLICE:
                await asyncio.sleep(0)
                begun = perf_counter()
        perspective.seen_position = self.seen_by(self.played.state, perspective, perspective.number)
        perspective.seen = perspective.seen_position.look.seen
        perspective.scene = self.view.scene(perspective.seen_position.look)
        return perspective

    def snapshot(self, perspective: Perspective) -> Snapshot:
        """Everything a new viewer needs."""
        assert perspective.scene is not None
        return {
            "scene": cast(Open, plain(perspective.scene)),
            "log": perspective.lines,
            "number": perspective.number,
        }

    def past_snapshot(self, perspective: Perspective, number: int) -> Snapshot:
        """The same for an earlier moment."""
        seen = self.seen_by(self.played.position_after(number), perspective, number)
        return {
            "scene": cast(Open, plain(self.view.scene(seen.look))),
            "log": [line for line in perspective.lines if line["number"] <= number],
            "number": number,
        }

    def chart(self, seat: int | None, say: Say) -> dict[str, Any]:
        """What the view plots over the whole game, as far as the seat may know it."""
        last = self.played.number
        every = max(1, last // CHART_POINTS)
        state = self.played.first()
        points = [[0, self.view.measure(state.observe(seat))]]
        for number, choice in enumerate(self.played.choices, 1):
            state.apply_unchecked(choice)
            if number % every == 0 or number == last:
                points.append([number, self.view.measure(state.observe(seat))])
        return {
            "label": self.view.measure_label(say),
            "names": self.names,
            "points": points,
            "over": state.actor == OVER,
        }


def encode(message: Mapping[str, Any]) -> str:
    return orjson.dumps(message).decode()
