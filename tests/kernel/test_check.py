"""The generic checks must find what is wrong: each broken game here breaks one promise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import serai
from serai.kernel.check import CheckFailed, check_choices, check_knowledge, check_position, check_refusals
from serai.kernel.state import Choices, State

GAME = replace(serai.game("yspahan"), num_actions=6, num_seat_actions=4)


class Count(State):
    """Two seats add 1 or 2 in turn; who reaches 3 has won. Each holds a secret number."""

    game_name = "count"
    num_actions = 6

    def __init__(self) -> None:
        super().__init__()
        self.players = 2
        self.actor = 0
        self.total = 0
        self.secret = [1, 2]

    def choices(self, out: Choices) -> None:
        for number in (1, 2) if self.actor >= 0 else ():
            out.add(number)

    def apply_unchecked(self, choice: int) -> None:
        self.total += choice
        self.actor = serai.OVER if self.total >= 3 else 1 - self.actor

    def clone(self) -> State:
        twin = type(self)()
        twin.load(self.dump())
        return twin

    def scores(self) -> list[int]:
        return [self.total, 0]

    def winners(self) -> list[int]:
        return [0] if self.actor == serai.OVER else []

    def observe(self, seat: int | None) -> Mapping[str, Any]:
        self.check_seat(seat)
        return {"total": self.total, "mine": None if seat is None else self.secret[seat]}

    def determinize(self, seat: int | None, rng: serai.Rng) -> State:
        self.check_seat(seat)
        twin = self.clone()
        assert isinstance(twin, Count)
        twin.secret = [own if own_seat == seat else 9 for own_seat, own in enumerate(self.secret)]
        return twin

    def text(self, choice: int) -> str:
        return f"add {choice}"

    def parse(self, text: str) -> int:
        if not text.startswith("add "):
            raise serai.BadNotation(text)
        return int(text[4:])

    def dump(self) -> list[int]:
        return [self.actor, self.total, *self.secret]

    def load(self, numbers: list[int]) -> None:
        self.actor, self.total, *self.secret = numbers


def test_a_sound_game_passes() -> None:
    rng = serai.Rng(1)
    state = Count()
    check_choices(GAME, state, rng)
    check_refusals(GAME, state, rng)
    check_knowledge(state, rng)


class Descending(Count):
    def choices(self, out: Choices) -> None:
        out.add(2)
        out.add(1)


class DeadEnd(Count):
    def choices(self, out: Choices) -> None:
        pass


class OutsideTheSpace(Count):
    def choices(self, out: Choices) -> None:
        out.add(5)


class SameText(Count):
    def text(self, choice: int) -> str:
        return "add 1"


class Idle(Count):
    def apply_unchecked(self, choice: int) -> None:
        pass


class SharedClone(Count):
    def clone(self) -> State:
        return self


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (Descending, "ascending"),
        (DeadEnd, "empty only when the game is over"),
        (OutsideTheSpace, "outside the space"),
        (SameText, "read back as another"),
        (Idle, "changes nothing"),
    ],
)
def test_broken_choices_are_found(broken: type[Count], reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        check_choices(GAME, broken(), serai.Rng(1))


def test_looking_may_not_change() -> None:
    with pytest.raises(CheckFailed):
        check_position(GAME, SharedClone(), serai.Rng(1))


class TakesAnything(Count):
    def apply(self, choice: int) -> None:
        self.total = 1


class SamplesForSeats(Count):
    def sample(self, rng: serai.Rng) -> int:
        return 1


class CallsAnythingLegal(Count):
    def is_legal(self, choice: int) -> bool:
        return True

    def apply(self, choice: int) -> None:
        raise serai.IllegalMove("no")


class ReadsAnything(Count):
    def parse(self, text: str) -> int:
        return 1


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (TakesAnything, "was taken"),
        (CallsAnythingLegal, "legal\\(\\) does not list it"),
        (SamplesForSeats, "chance is not to move"),
        (ReadsAnything, "was read"),
    ],
)
def test_missing_refusals_are_found(broken: type[Count], reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        check_refusals(GAME, broken(), serai.Rng(1))


class Leaks(Count):
    def observe(self, seat: int | None) -> Mapping[str, Any]:
        return {"secrets": self.secret}


class HiddenRights(Count):
    def choices(self, out: Choices) -> None:
        if self.secret[1] == 2:
            out.add(1)
        out.add(2)


class AnySeat(Count):
    def check_seat(self, seat: int | None) -> None:
        pass


class AnySeatDetermines(Count):
    def determinize(self, seat: int | None, rng: serai.Rng) -> State:
        return self.clone()


class EarlyWinner(Count):
    def winners(self) -> list[int]:
        return [0]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (Leaks, "changed what seat None sees"),
        (HiddenRights, "hidden facts decide"),
        (AnySeat, "seat -1, which does not exist"),
        (AnySeatDetermines, "seat -1, which does not exist"),
        (EarlyWinner, "winners"),
    ],
)
def test_leaks_are_found(broken: type[Count], reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        check_knowledge(broken(), serai.Rng(1))
