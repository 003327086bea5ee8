"""The generic checks find faults: each broken game here breaks one invariant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from librt.strings import BytesWriter

import serai
from serai.kernel.check import (
    CheckFailed,
    check_choices,
    check_copies,
    check_game,
    check_knowledge,
    check_odds,
    check_position,
    check_record,
    check_refusals,
    check_sample,
    check_secrets,
    check_tensor,
)
from serai.kernel.registry import LOCAL
from serai.kernel.state import CHANCE, Choices, State
from serai.kernel.tensor import Feature, add, layout


@pytest.fixture(autouse=True)
def count_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOCAL, "count", GAME)


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

    def determinize(self, seat: int | None, rng: serai.Rng) -> Any:
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

    def __reduce__(self) -> tuple[object, ...]:
        return again, (type(self), self.dump())


def again(kind: type[Count], numbers: list[int]) -> Count:
    state = kind()
    state.load(numbers)
    return state


GAME = serai.Game(
    name="count",
    title="Count",
    version=1,
    players=(2, 2),
    num_actions=6,
    num_seat_actions=4,
    make=lambda players, options: Count(),
    empty=Count,
    board=str,
    levels=(),
)


def test_a_sound_game_passes_as_a_whole() -> None:
    for seed in range(5):
        check_game(GAME, 2, seed=seed)


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


class TooManyForSeats(Count):
    def choices(self, out: Choices) -> None:
        raise serai.TooMany

    def sample(self, rng: serai.Rng) -> int:
        return 1


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
        (TooManyForSeats, "for chance alone"),
    ],
)
def test_broken_choices_are_found(broken: type[Count], reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        check_choices(GAME, broken(), serai.Rng(1))


def test_looking_must_not_change_the_position() -> None:
    with pytest.raises(CheckFailed):
        check_position(GAME, SharedClone(), serai.Rng(1))


class TakesAnything(Count):
    def apply(self, choice: int) -> None:
        self.total = 1


class SamplesForSeats(Count):
    def sample(self, rng: serai.Rng) -> int:
        return 1


class RefusesWithATrace(Count):
    def apply(self, choice: int) -> None:
        self.total += 1
        raise serai.IllegalMove("no")


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
        (RefusesWithATrace, "changed the position"),
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


class ForgetsOwn(Count):
    def observe_own(self, seat: int) -> Mapping[str, Any]:
        return {}


class HiddenRights(Count):
    def choices(self, out: Choices) -> None:
        if self.secret[1] == 2:
            out.add(1)
        out.add(2)


class AnySeat(Count):
    def check_seat(self, seat: int | None) -> None:
        pass


class AnySeatDetermines(Count):
    def determinize(self, seat: int | None, rng: serai.Rng) -> Any:
        return self.clone()


class NewActor(Count):
    def determinize(self, seat: int | None, rng: serai.Rng) -> Any:
        twin = super().determinize(seat, rng)
        twin.actor = 1
        return twin


class NoData(Count):
    def observe(self, seat: int | None) -> Mapping[str, Any]:
        return {"secrets": {1, 2}}


class WinnerFromOutside(Count):
    def winners(self) -> list[int]:
        return [2]


class EarlyWinner(Count):
    def winners(self) -> list[int]:
        return [0]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (Leaks, "changed what seat None sees"),
        (ForgetsOwn, "observe_own leaves out"),
        (HiddenRights, "hidden facts decide"),
        (AnySeat, "seat -1, which does not exist"),
        (AnySeatDetermines, "seat -1, which does not exist"),
        (NewActor, "changed the actor"),
        (EarlyWinner, "winners"),
    ],
)
def test_leaks_are_found(broken: type[Count], reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        check_knowledge(broken(), serai.Rng(1))


def test_an_observation_is_plain_data() -> None:
    with pytest.raises(TypeError):
        check_knowledge(NoData(), serai.Rng(1))


def test_a_winner_plays() -> None:
    state = WinnerFromOutside()
    state.actor = serai.OVER
    with pytest.raises(CheckFailed, match="who does not play"):
        check_knowledge(state, serai.Rng(1))


class FreshClone(Count):
    def clone(self) -> State:
        return type(self)()


class OtherActor(Count):
    """The copy's actor is not in the key."""

    def dump(self) -> list[int]:
        return [0, self.total, *self.secret]


class SharedSecret(Count):
    def clone(self) -> State:
        twin = super().clone()
        assert isinstance(twin, Count)
        twin.secret = self.secret
        return twin

    def apply_unchecked(self, choice: int) -> None:
        super().apply_unchecked(choice)
        self.secret[0] += 1


class Moody(Count):
    """Every application goes another way."""

    applied = 0

    def apply_unchecked(self, choice: int) -> None:
        super().apply_unchecked(choice)
        Moody.applied += 1
        self.secret[0] = Moody.applied


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (FreshClone, "a copy is another position"),
        (OtherActor, "a copy differs"),
        (SharedSecret, "changed the original"),
        (Moody, "went different ways"),
    ],
)
def test_bad_copies_are_found(broken: type[Count], reason: str) -> None:
    state = broken()
    state.load([1, 1, 1, 2])
    with pytest.raises(CheckFailed, match=reason):
        check_copies(GAME, state, serai.Rng(1))


class Endless(Count):
    def apply_unchecked(self, choice: int) -> None:
        self.total += choice
        self.actor = 1 - self.actor


class DealtBefore(Count):
    """A new game is not the same for the same arguments."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        DealtBefore.made += 1
        self.secret = [DealtBefore.made, 0]


def test_an_endless_game_is_found_and_located() -> None:
    endless = replace(GAME, make=lambda players, options: Endless())
    where = r"count, 2 players, {}, seed 3, choice 21: no end after 20 choices"
    with pytest.raises(CheckFailed, match=where):
        check_game(endless, 2, seed=3, limit=20)


def test_an_initial_position_with_dealt_cards_is_found() -> None:
    with pytest.raises(CheckFailed, match="two new games differ"):
        check_game(replace(GAME, make=lambda players, options: DealtBefore()), 2)


def test_every_position_is_checked_or_every_so_many() -> None:
    late = replace(GAME, make=lambda players, options: LateLeak())
    with pytest.raises(CheckFailed, match="choice 2: determinize changed what seat None sees"):
        check_game(late, 2)
    check_game(late, 2, every=100)


class LateLeak(Count):
    """Sound at first and at the end, leaking between."""

    def observe(self, seat: int | None) -> Mapping[str, Any]:
        self.check_seat(seat)
        return {"total": self.total, "secrets": self.secret if 0 < self.total < 3 else []}


def test_a_record_that_replays_differently_is_found() -> None:
    record = serai.Record("yspahan", 2)
    state = record.replay()
    keys = [state.key()]
    for text in ("start 1", "yellow 0", "roll 11 2 33 555", "take camels", "collect", "take gold"):
        record.play(state, state.parse(text))
        keys.append(state.key())
    check_record(record, keys, serai.Rng(1))
    with pytest.raises(CheckFailed, match="replays to another position"):
        check_record(record, [*keys[:-1], 0], serai.Rng(1))
    with pytest.raises(CheckFailed, match=r"replay to \d differs"):
        check_record(record, [0] * 6 + keys[-1:], serai.Rng(1))
    for back in (2, 3, 4, 5):  # generator 18 looks at none of these
        wrong = list(keys)
        wrong[-back] = 0
        with pytest.raises(CheckFailed, match="undo is not the position before"):
            check_record(record, wrong, serai.Rng(18))


class Whispers(Count):
    """What is added is a secret, but the notation reveals it."""

    def observe(self, seat: int | None) -> Mapping[str, Any]:
        self.check_seat(seat)
        return {"actor": self.actor}


class Mute(Whispers):
    """The same, and the notation keeps it."""

    def is_secret(self, choice: int, seat: int | None) -> bool:
        return True


def test_a_notation_that_reveals_secrets_is_found() -> None:
    with pytest.raises(CheckFailed, match=r"'add [12]' tells seat None more than it sees"):
        check_secrets(Whispers(), None, serai.Rng(0))
    check_secrets(Mute(), None, serai.Rng(0))
    assert Mute().seen_text(1, 0) == "add ?"
    assert Whispers().seen_text(1, 0) == "add 1"


class DealsByPeeking(Count):
    """The redealt secret is the old one plus something, so it depends on what the seat may not see."""

    def observe(self, seat: int | None) -> Mapping[str, Any]:
        self.check_seat(seat)
        return {"total": self.total, "actor": self.actor}

    def determinize(self, seat: int | None, rng: serai.Rng) -> Any:
        self.check_seat(seat)
        twin = self.clone()
        assert isinstance(twin, Count)
        twin.secret = [own + 1 for own in self.secret]
        return twin


def test_dealing_by_peeking_is_found() -> None:
    with pytest.raises(CheckFailed, match="dealt again for seat None depends on what it cannot see"):
        check_knowledge(DealsByPeeking(), serai.Rng(1))


# Chance, events and tensors


class Deal(State):
    """Chance deals one of four cards to each of two seats; each says when it has looked at its own."""

    game_name = "deal"
    num_actions = 5
    secret_event = True

    def __init__(self) -> None:
        super().__init__()
        self.players = 2
        self.actor = CHANCE
        self.looks = 0
        self.hands: list[int] = []

    def choices(self, out: Choices) -> None:
        if self.actor >= 0:
            out.add(0)
        elif self.actor == CHANCE:
            for card in range(1, 5):
                if card not in self.hands:
                    out.add(card)

    def apply_unchecked(self, choice: int) -> None:
        if choice:
            self.hands.append(choice)
            self.tell("card", len(self.hands) - 1, 1, str(choice), self.secret_event)
            self.actor = CHANCE if len(self.hands) < 2 else 0
        else:
            self.looks += 1
            self.tell("look", self.actor)
            self.actor = 1 if self.looks == 1 else serai.OVER

    def sample(self, rng: serai.Rng) -> int:
        self.check_chance()
        legal = self.legal()
        return legal[rng.below(len(legal))]

    def clone(self) -> State:
        return dealt(type(self), self.dump())

    def scores(self) -> list[int]:
        return [0, 0]

    def winners(self) -> list[int]:
        return [0, 1] if self.actor == serai.OVER else []

    def observe(self, seat: int | None) -> Mapping[str, Any]:
        self.check_seat(seat)
        return {"dealt": len(self.hands), "looks": self.looks, "mine": self.mine(seat)}

    def mine(self, seat: int | None) -> int:
        return self.hands[seat] if seat is not None and seat < len(self.hands) else 0

    def write_features(self, out: BytesWriter, seat: int) -> None:
        add(out, len(self.hands))
        add(out, self.looks)
        add(out, self.mine(seat))

    def determinize(self, seat: int | None, rng: serai.Rng) -> Any:
        self.check_seat(seat)
        twin = self.clone()
        assert isinstance(twin, Deal)
        left = [card for card in range(1, 5) if card != self.mine(seat)]
        twin.hands = [
            card if owner == seat else left.pop(rng.below(len(left))) for owner, card in enumerate(self.hands)
        ]
        return twin

    def text(self, choice: int) -> str:
        return f"deal {choice}" if choice else "look"

    def is_secret(self, choice: int, seat: int | None) -> bool:
        return self.actor == CHANCE and seat != len(self.hands)

    def parse(self, text: str) -> int:
        if text == "look":
            return 0
        if text[:5] != "deal ":
            raise serai.BadNotation(text)
        return int(text[5:])

    def dump(self) -> list[int]:
        return [self.actor, self.looks, *self.hands]

    def load(self, numbers: list[int]) -> None:
        self.actor, self.looks, *self.hands = numbers

    def __reduce__(self) -> tuple[object, ...]:
        return dealt, (type(self), self.dump())


def dealt(kind: type[Deal], numbers: list[int]) -> Deal:
    state = kind()
    state.load(numbers)
    return state


DEAL = replace(
    GAME,
    name="deal",
    num_actions=5,
    num_seat_actions=1,
    layout=layout([Feature("dealt", 1, 2, ""), Feature("looks", 1, 2, ""), Feature("mine", 1, 4, "")], 0, []),
)


def check_all(kind: type[Deal]) -> None:
    """All positions of a random game."""
    rng = serai.Rng(1)
    state = kind()
    while state.actor != serai.OVER:
        check_position(DEAL, state, rng)
        state.apply(state.sample(rng) if state.actor == CHANCE else 0)
    check_position(DEAL, state, rng)


def test_a_sound_deal_passes() -> None:
    check_all(Deal)


class TellsTheCard(Deal):
    """Dealt cards are revealed to all."""

    secret_event = False


class TellsTheCardByAmount(Deal):
    """The event is secret, but only what it is about: the amount is for all."""

    def tell(self, kind: str, seat: int, amount: int = 0, about: str = "", secret: bool = False) -> None:
        super().tell(kind, seat, int(about or 0), about, secret)


class TellsTheCardByAnEventMore(Deal):
    def apply_unchecked(self, choice: int) -> None:
        super().apply_unchecked(choice)
        if choice > 2:
            self.tell("high", len(self.hands) - 1)


@pytest.mark.parametrize("broken", [TellsTheCard, TellsTheCardByAmount, TellsTheCardByAnEventMore])
@pytest.mark.parametrize("seat", [None, 1])
def test_revealing_a_dealt_card_is_found(broken: type[Deal], seat: int | None) -> None:
    with pytest.raises(CheckFailed, match=rf"events of 'deal \?' tell seat {seat} more than it sees"):
        check_secrets(broken(), seat, serai.Rng(1))
    check_secrets(broken(), 0, serai.Rng(1))  # whose card it is may know it
    with pytest.raises(CheckFailed, match="tell seat None more than it sees"):
        check_all(broken)


class TellsTheCardLater(Deal):
    """Looking at a card shows it to all."""

    def apply_unchecked(self, choice: int) -> None:
        if choice == 0:
            self.tell("shows", self.actor, 1, str(self.hands[self.actor]))
        super().apply_unchecked(choice)


def test_a_choice_that_reveals_a_hidden_card_is_found() -> None:
    state = dealt(TellsTheCardLater, [0, 0, 3, 4])
    for seat in (None, 1):
        with pytest.raises(CheckFailed, match=f"events of 'look' tell seat {seat} what it cannot see"):
            check_secrets(state, seat, serai.Rng(1))
    check_secrets(state, 0, serai.Rng(1))


class TooManyToList(Deal):
    """The outcomes are drawn, not listed, and told to all."""

    secret_event = False

    def choices(self, out: Choices) -> None:
        if self.actor == CHANCE:
            raise serai.TooMany
        super().choices(out)

    def is_legal(self, choice: int) -> bool:
        return choice in range(1, 5) and choice not in self.hands

    def sample(self, rng: serai.Rng) -> int:
        return 1 + rng.below(4)


def test_outcomes_that_cannot_be_listed_are_sampled() -> None:
    with pytest.raises(CheckFailed, match=r"events of 'deal \?' tell seat None more than it sees"):
        check_secrets(TooManyToList(), None, serai.Rng(1))


class TensorOfBothHands(Deal):
    def write_features(self, out: BytesWriter, seat: int) -> None:
        add(out, len(self.hands))
        add(out, self.looks)
        add(out, max(self.hands, default=0))


class TensorTooLarge(Deal):
    def write_features(self, out: BytesWriter, seat: int) -> None:
        add(out, len(self.hands))
        add(out, self.looks + 3)
        add(out, self.mine(seat))


class TensorTooShort(Deal):
    def write_features(self, out: BytesWriter, seat: int) -> None:
        add(out, len(self.hands))


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (TensorOfBothHands, "the features of seat 0 tell what it cannot see"),
        (TensorTooLarge, "feature looks is larger than its maximum"),
        (TensorTooShort, "seat 0 has 1 features, not 3"),
    ],
)
def test_wrong_tensors_are_found(broken: type[Deal], reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        check_tensor(DEAL, dealt(broken, [0, 0, 1, 4]), serai.Rng(1))
    with pytest.raises(CheckFailed, match=reason.replace("seat 0", "seat [01]")):
        check_all(broken)


class SamplesIllegal(Deal):
    def sample(self, rng: serai.Rng) -> int:
        self.check_chance()
        return 0


class SamplesByItself(Deal):
    """The draws come from elsewhere than the generator."""

    drawn = 0

    def sample(self, rng: serai.Rng) -> int:
        self.check_chance()
        SamplesByItself.drawn += 1
        legal = self.legal()
        return legal[self.drawn % len(legal)]


def test_wrong_draws_are_found() -> None:
    check_sample(Deal(), serai.Rng(1))
    with pytest.raises(CheckFailed, match="draws 0, which is not legal"):
        check_sample(SamplesIllegal(), serai.Rng(1))
    with pytest.raises(CheckFailed, match="otherwise with the same generator"):
        check_sample(SamplesByItself(), serai.Rng(1))
    for broken in (SamplesIllegal, SamplesByItself):
        with pytest.raises(CheckFailed):
            check_all(broken)


class Unfair(Deal):
    """The first card comes a little too often."""

    def sample(self, rng: serai.Rng) -> int:
        return 1 if rng.below(20) == 0 else super().sample(rng)


class NeverTheLast(Deal):
    def sample(self, rng: serai.Rng) -> int:
        return 1 + rng.below(3)


def test_unfair_draws_are_found() -> None:
    even = dict.fromkeys(range(1, 5), 1.0)
    for seed in range(20):
        check_odds(Deal(), even, serai.Rng(seed))
    with pytest.raises(CheckFailed, match="sample\\(\\) is unfair"):
        check_odds(Deal(), {1: 2, 2: 1, 3: 1, 4: 1}, serai.Rng(1))
    with pytest.raises(CheckFailed, match="sample\\(\\) is unfair"):
        check_odds(NeverTheLast(), even, serai.Rng(1))
    with pytest.raises(CheckFailed, match="sample\\(\\) is unfair"):
        check_odds(Unfair(), even, serai.Rng(1), times=20_000)
    with pytest.raises(CheckFailed, match="other outcomes than those that have odds"):
        check_odds(Deal(), {1: 1, 2: 1, 3: 1}, serai.Rng(1))
    with pytest.raises(CheckFailed, match="draws 0, which has no odds"):
        check_odds(SamplesIllegal(), even, serai.Rng(1))


def test_a_single_outcome_has_all_odds() -> None:
    check_odds(dealt(Deal, [CHANCE, 0, 1, 2, 3]), {4: 1}, serai.Rng(1))
