"""A table by itself: whose turn it is, what is refused, and that its logs say all of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import serai
from serai.bots.names import default_level
from serai.kernel.check import random_choice
from serai.kernel.errors import IllegalMove
from serai.kernel.fair import COMMITMENT, SEED, TAKEN_BACK, commitment
from serai.kernel.state import CHANCE, OVER
from serai.server.errors import Refusal
from serai.server.storage.schema import CHOICE, REDRAW, UNDO
from serai.server.tables.participants import ActKind
from serai.server.tables.settings import Occupant, Settings
from serai.server.tables.table import BRANCH_AT, Table

SECRET = bytes(range(32))
PEOPLE = (Occupant("Ali", guest=11), Occupant("Bea", guest=12), Occupant("Cem", level="level1"))


class Moment:
    """A clock that the test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def table_of(game: str = "yspahan", occupants: tuple[Occupant, ...] = PEOPLE, **more: Any) -> Table:
    options = serai.game(game).settings(len(occupants))
    settings = Settings("t", game, len(occupants), options, "normal", SECRET, occupants, 900.0, **more)
    return Table(settings, Moment())


def played(table: Table, choices: int, seed: str = "table") -> Table:
    """The same table after some choices of all seats, one second each."""
    rng = serai.Rng(seed)
    for _ in range(choices):
        table.make_automatic_choices()
        if table.over:
            break
        table.now.now += 1.0  # type: ignore[attr-defined]
        table.make(random_choice(table.state, rng), asked=True)
    table.make_automatic_choices()
    return table


def until(table: Table, seat: int) -> Table:
    """Random choices until it is a seat's turn, which has several."""
    while table.state.actor != seat or len(table.state.legal()) < 2:
        played(table, 1, f"until {table.number}")
    return table


def refused(act: Any, *given: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        act(*given)
    return refusal.value.code


def test_the_bot_that_is_due_has_the_level_of_its_seat_or_of_the_table() -> None:
    table = until(table_of(level="level4"), 2)
    assert (table.bot_due, table.person_due) == ("level1", None)
    table = until(table, 0)
    assert (table.bot_due, table.person_due) == (None, 0)
    table.add_act(ActKind.AWAY, 0, "left")
    assert (table.bot_due, table.person_due) == ("level4", None)
    table.settings = replace(table.settings, level=None)
    assert table.bot_due == default_level(table.game)
    table.add_act(ActKind.PAUSE, 1)
    assert table.bot_due is None
    table.add_act(ActKind.RESUME, 1)
    table.add_act(ActKind.BACK, 0)
    assert (table.bot_due, table.person_due) == (None, 0)
    over = played(table_of(level="level4"), 10_000)
    assert over.over
    assert (over.bot_due, over.person_due, over.automatic()) == (None, None, None)


def test_names_bots_and_seats() -> None:
    table = table_of()
    assert table.names == ["Ali", "Bea", "Cem"]
    assert table.bots == [False, False, True]
    assert [table.seat_of(guest) for guest in (11, 12, 13, None)] == [0, 1, None, None]
    assert table.shared
    assert not table_of(occupants=(PEOPLE[0], PEOPLE[2])).shared
    assert not table_of(occupants=(PEOPLE[0], PEOPLE[0], PEOPLE[2])).shared  # one person at two seats


def test_who_may_choose_comes_before_what_they_choose() -> None:
    table = until(table_of(), 0)
    number, entry, nonsense = table.number, table.entry, 10_000
    assert refused(table.check, None, nonsense, 0, 0) == "not-yours"
    assert refused(table.check, 1, nonsense, 0, 0) == "not-your-turn"
    assert refused(table.check, 0, nonsense, number - 1, entry) == "late"
    assert refused(table.check, 0, nonsense, number + 1, entry) == "late"
    assert refused(table.check, 0, nonsense, number, entry - 1) == "late"
    for choice in (nonsense, -1, table.game.num_seat_actions, "dance", ""):
        assert refused(table.check, 0, choice, number, entry) == "illegal"
    legal = table.state.legal()
    impossible = next(one for one in range(table.game.num_seat_actions) if one not in legal)
    assert refused(table.check, 0, impossible, number, entry) == "illegal"
    for choice in legal:
        assert table.check(0, choice, number, entry) == table.check(0, choice, number, None) == choice
        assert table.check(0, table.state.text(choice), number, entry) == choice
    table.add_act(ActKind.AWAY, 0, "left")
    assert refused(table.check, 0, legal[0], number, entry) == "away"
    table.add_act(ActKind.PAUSE, 1)
    assert refused(table.check, 0, legal[0], number, entry) == "paused"
    over = played(table_of(), 10_000)
    assert refused(over.check, 0, 0, over.number, over.entry) == "over"
    with pytest.raises(IllegalMove):
        until(table_of(), 0).make(impossible, asked=True)


def test_a_choice_is_written_with_its_moment() -> None:
    table = until(table_of(), 0)
    table.take_unsaved()
    assert not table.take_unsaved()
    entry, number, choice = table.entry, table.number, table.state.legal()[0]
    table.now.now += 5.0  # type: ignore[attr-defined]
    table.choose(0, choice, number, entry)
    unsaved = table.take_unsaved()
    assert unsaved
    assert [tuple(line) for line in unsaved.entries] == [(entry, CHOICE, choice, True, table.now())]
    assert (table.changed_at, table.asked_at) == (table.now(), table.now())
    assert (table.entry, table.number, table.deciders[-1]) == (entry + 1, number + 1, 0)
    assert [step.choice for step in table.take_steps()][-1] == choice
    assert table.take_steps() == []
    table.now.now += 5.0  # type: ignore[attr-defined]
    table.add_act(ActKind.AWAY, 1, "left")
    (act,) = table.take_unsaved().acts
    assert tuple(act) == (0, table.entry, "away", 1, "left", table.now())
    assert table.changed_at == table.now()
    assert not table.take_unsaved()


def test_a_question_comes_up_anew_for_who_returns() -> None:
    table = until(table_of(), 0)
    asked = table.asked_at
    for kind, seat, anew in (
        *((ActKind.AWAY, 1, False), (ActKind.BACK, 1, False), (ActKind.AWAY, 0, False)),
        *((ActKind.BACK, 0, True), (ActKind.PAUSE, 0, False), (ActKind.RESUME, 0, True)),
    ):
        table.now.now += 5.0  # type: ignore[attr-defined]
        table.add_act(kind, seat, "left" if kind == ActKind.AWAY else None)
        asked = table.now() if anew else asked
        assert table.asked_at == asked


def test_a_record_has_the_seed_once_the_game_is_over() -> None:
    table = played(table_of(), 20)
    tags = table.record().tags
    assert {name: tags[name] for name in ("Seat1", "Seat2", "Seat3", "Bot3")} == {
        **{"Seat1": "Ali", "Seat2": "Bea", "Seat3": "Cem"},
        "Bot3": "level1",
    }
    assert tags[COMMITMENT] == commitment(SECRET)
    assert not {SEED, TAKEN_BACK, "Bot1", BRANCH_AT} & set(tags)
    left = table.undo_agreed(0)
    assert table.record().tags[TAKEN_BACK] == str(left)
    over = played(table, 10_000)
    assert over.over
    assert over.record().tags[SEED] == SECRET.hex()
    assert over.record().choices == over.choices
    explored = table_of(branch_at=3)
    assert explored.record().tags[BRANCH_AT] == "3"
    assert not {SEED, COMMITMENT} & set(explored.record().tags)


def test_an_undo_is_refused_to_others_and_at_other_moments() -> None:
    table = until(table_of(), 0)
    assert refused(table.last_decision, 7) == "no-undo"
    while not table.can_undo(0):
        played(until(table, 0), 1, f"undo {table.number}")
    number, entry = table.number, table.entry
    assert (table.undo_seat, table.can_undo(1), table.can_undo(None)) == (0, False, False)
    assert refused(table.undo, None, number, entry) == "not-yours"
    assert refused(table.undo, 1, number, entry) == "no-undo"
    assert refused(table.undo, 0, number - 1, entry) == "late"
    assert refused(table.undo, 0, number, entry + 1) == "late"
    table.add_act(ActKind.PAUSE, 1)
    assert refused(table.undo, 0, number, entry) == "paused"
    table.add_act(ActKind.RESUME, 1)
    table.take_unsaved()
    table.now.now += 5.0  # type: ignore[attr-defined]
    left = table.undo(0, number, entry)
    assert left == table.number < number
    (line,) = table.take_unsaved().entries
    assert tuple(line) == (entry, UNDO, left, True, table.now())
    assert len(table.deciders) == left
    assert table.redraws == []


def test_what_all_agree_to_take_back_is_drawn_anew() -> None:
    table = played(table_of(), 30)
    left = table.last_decision(1)
    assert [table.deciders[left], *(seat for seat in table.deciders[left + 1 :] if seat == 1)] == [1]
    while table.can_undo(1):
        played(table, 1, f"agreed {table.number}")
        left = table.last_decision(1)
    seed = table.bot_seed()
    assert table.bot_seed() == seed
    table.take_unsaved()
    assert table.undo_agreed(1) == left == table.number
    assert table.take_unsaved().entries[-1].kind == REDRAW
    assert table.redraws == [left]
    assert not table.open_undo
    assert table.bot_seed() not in (seed, table_of().bot_seed())


def test_at_rated_tables_only_ones_own_last_choices_are_taken_back() -> None:
    table = played(table_of(rated=True), 30)
    while not table.can_undo(1):
        played(table, 1, f"rated {table.number}")
    table.check_undo(1)
    while table.can_undo(1):
        played(table, 1, f"rated {table.number}")
    assert refused(table.check_undo, 1) == refused(table.undo_agreed, 1) == "no-undo"
    played(table_of(), 30).check_undo(1)


@pytest.mark.parametrize("clock", ["none", "15+20"])
def test_a_table_is_the_same_after_its_logs_were_read(clock: str) -> None:
    table = played(table_of(clock=clock, started_at=950.0, level="level2"), 25)
    table.add_act(ActKind.AWAY, 0, "left")
    played(table, 6, "away")
    table.add_act(ActKind.BACK, 0)
    played(table, 6, "back")
    table.undo_agreed(1)
    played(table, 6, "again")
    unsaved = table.take_unsaved()
    again = Table(table.settings, table.now)
    again.load(unsaved.entries, unsaved.acts)
    assert again.choices == table.choices
    assert again.state.key() == table.state.key()
    for name in ("entry", "changed_at", "asked_at", "deciders", "redraws"):
        assert getattr(again, name) == getattr(table, name), name
    assert again.participants.away == table.participants.away
    assert again.participants.act_count == table.participants.act_count
    assert (again.participants.clocks is None) == (clock == "none")
    if again.participants.clocks is not None and table.participants.clocks is not None:
        assert again.participants.clocks.left_at(5000.0) == table.participants.clocks.left_at(5000.0)
        assert again.participants.clocks.deadline() == table.participants.clocks.deadline()
    assert again.take_steps() == []
    assert not again.take_unsaved()
    assert again.bot_seed() == table.bot_seed()


@pytest.mark.parametrize("clock", ["none", "15+20"])
def test_another_process_follows_by_what_was_stored(clock: str) -> None:
    table = played(table_of(clock=clock, level="level2"), 10)
    unsaved = table.take_unsaved()
    other = Table(table.settings, table.now)
    other.load(unsaved.entries, unsaved.acts)
    before = other.number
    played(table, 3, "more")
    table.now.now += 3.0  # type: ignore[attr-defined]
    table.add_act(ActKind.AWAY, 0, "left")
    played(table, 5, "more")
    table.add_act(ActKind.BACK, 0)
    unsaved = table.take_unsaved()
    other.apply_remote(unsaved.entries, unsaved.acts)
    for name in ("entry", "changed_at", "asked_at", "deciders", "choices", "open_undo"):
        assert getattr(other, name) == getattr(table, name), name
    assert other.state.key() == table.state.key()
    assert other.participants.away == table.participants.away == {}
    assert len(other.take_steps()) == table.number - before
    assert not other.take_unsaved()
    if other.participants.clocks is not None and table.participants.clocks is not None:
        assert other.participants.clocks.left_at(5000.0) == table.participants.clocks.left_at(5000.0)
    for seat in (0, 1):
        assert other.would_think(seat) == table.would_think(seat)


def test_chance_and_forced_choices_are_made_at_once_for_one_person() -> None:
    alone = (PEOPLE[0], PEOPLE[2], PEOPLE[2])
    table = table_of(occupants=alone)
    for _ in range(40):
        played(table, 1, f"alone {table.number}")
        if table.over:
            break
        assert table.state.actor != CHANCE
        assert table.bot_due is not None or len(table.state.legal()) > 1
        assert not table.would_reveal()
    paused = table_of()
    assert paused.state.actor == CHANCE
    paused.add_act(ActKind.PAUSE, 0)
    paused.make_automatic_choices()
    assert paused.number == 0


def test_an_exploration_begins_with_the_choices_of_another_game() -> None:
    source = played(table_of(), 20)
    own = tuple(replace(one, guest=11, level=None) for one in PEOPLE)
    table = table_of(occupants=own, branch_at=12, made_by=11)
    table.begin_with(source.choices[:12])
    assert table.choices == source.choices[:12]
    assert table.deciders == [None] * 12
    assert [(line.kind, line.asked) for line in table.take_unsaved().entries] == [(CHOICE, False)] * 12
    assert not table.can_undo(0)
    assert table.undo_seat is None
    table.make_automatic_choices()
    first = table.state.actor
    assert table.seat_of(11) == first
    assert table.seat_of(12) is None
    while table.state.actor in (first, CHANCE):
        played(table, 1, f"explored {table.number}")
    seat = table.state.actor
    assert seat != OVER
    assert table.seat_of(11) == table.undo_seat == seat
    assert table.can_undo(seat)
    number = table.number
    left = table.undo(seat, number, table.entry)
    assert left < number
    assert table.state.actor == first


def test_standing_answers_are_the_seats_own() -> None:
    people = tuple(Occupant(name, guest=number) for number, name in enumerate(("Ali", "Bea", "Cem")))
    table = table_of("morgenland", people)
    while not table.state.observe(None)["round"]:
        played(table, 1, f"round {table.number}")
    table.take_unsaved()
    known = list(table.view.standing(table.look(0, []), frozenset()))
    assert refused(table.set_standing_answers, None, {known[0]: True}) == "not-yours"
    assert refused(table.set_standing_answers, 0, {"dance": True}) == "illegal"
    changed_at = table.changed_at
    table.now.now += 5.0  # type: ignore[attr-defined]
    table.set_standing_answers(0, {known[0]: True})
    assert table.standing == {0: frozenset({known[0]})}
    assert table.changed_at == changed_at  # lists must not show it
    assert table.take_unsaved().changed_answers == {0}
    table.set_standing_answers(0, {known[0]: False})
    assert table.standing == {}
    assert table.take_unsaved().changed_answers == {0}
