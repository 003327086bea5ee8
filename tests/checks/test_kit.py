"""The conformance kit finds faults: each game here is Pebbles with one fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self, cast

import pytest
from librt.strings import BytesWriter
from librt.vecs import vec

import serai
from serai.authoring.template.pebbles import GAME, ids
from serai.authoring.template.pebbles import state as at
from serai.authoring.template.pebbles.rules import Pebbles
from serai.checks import CHECKS, Fault, check_all
from serai.checks.kit import Check
from serai.kernel import registry
from serai.kernel.tensor import Feature, layout
from tests.unusual_games import AUCTION, NIM, Nim


def faults(kind: type[Pebbles], monkeypatch: pytest.MonkeyPatch, *only: str, **changes: Any) -> list[str]:
    """What the kit finds in a game that is played by other rules."""

    def make(players: int, options: Mapping[str, str]) -> Pebbles:
        state = kind()
        state.setup(players)
        return state

    game = replace(GAME, make=make, empty=kind, **changes)
    monkeypatch.setitem(registry.LOCAL, game.name, game)
    return [str(fault) for fault in check_all(game, quick=True, only=only)]


def test_a_sound_game_has_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(Pebbles, monkeypatch) == []
    assert faults(Unsaid, monkeypatch, "chance") == []


class ToldOpenly(Pebbles):
    """Dealt cards are revealed to everyone."""

    def tell(self, kind: str, seat: int, amount: int = 0, about: str = "", secret: bool = False) -> None:
        super().tell(kind, seat, amount, about)


class ReadOpenly(Pebbles):
    """The card that is dealt can be read in the log."""

    def is_secret(self, choice: int, seat: int | None) -> bool:
        return False


class Unsaid(Pebbles):
    """A sound game that does not say how likely outcomes are."""

    def weight(self, choice: int) -> int:
        return 0


class Loaded(Unsaid):
    """The die is thrown twice, and the higher one counts."""

    def sample(self, rng: serai.Rng) -> int:
        self.check_chance()
        if self.phase == at.ROLL:
            return ids.ROLL + max(rng.below(ids.FACES), rng.below(ids.FACES))
        return super().sample(rng)


class LoadedAgainstItsWord(Pebbles):
    """Every face is said to be as likely as the others."""

    def sample(self, rng: serai.Rng) -> int:
        self.check_chance()
        if self.phase == at.ROLL:
            return ids.ROLL + max(rng.below(ids.FACES), rng.below(ids.FACES))
        return super().sample(rng)


class NeverSix(Unsaid):
    """The die has five sides."""

    def sample(self, rng: serai.Rng) -> int:
        self.check_chance()
        return ids.ROLL + rng.below(5) if self.phase == at.ROLL else super().sample(rng)


class Stacked(Unsaid):
    """High cards come first."""

    def sample(self, rng: serai.Rng) -> int:
        drawn = super().sample(rng)
        return drawn if self.phase == at.ROLL else max(drawn, super().sample(rng))


class Forgetful(Pebbles):
    """What a seat cannot see is not redealt."""

    def determinize(self, seat: int | None, rng: serai.Rng) -> Self:
        self.check_seat(seat)
        return cast("Self", self.clone())


LEAKING = layout([], 4, [Feature("sixes", 1, 3, "how many sixes the seat holds")])


class LeakingTensor(Pebbles):
    """The features of a seat hold the cards of others."""

    def write_features(self, out: BytesWriter, seat: int) -> None:
        for step in range(4):
            out.append(self.hands[(seat + step) % self.players][5] if step < self.players else 0)


class LeakingTensorWithoutDeals(LeakingTensor):
    """The same where no deal would show it."""

    def determinize(self, seat: int | None, rng: serai.Rng) -> Self:
        self.check_seat(seat)
        return cast("Self", self.clone())


class LargeTensor(Pebbles):
    """A feature is larger than its layout says."""

    def write_features(self, out: BytesWriter, seat: int) -> None:
        for step in range(4):
            out.append(4 if step == 1 else 0)


class NoEstimate(Pebbles):
    def estimate(self, out: vec[float]) -> None:
        raise NotImplementedError


class FlatEstimate(Pebbles):
    """Every seat has the same share, whatever happens."""

    def estimate(self, out: vec[float]) -> None:
        for seat in range(self.players):
            out[seat] = 1.0 / int(self.players)


class ContraryEstimate(Pebbles):
    """The estimate favours seats that are behind."""

    def estimate(self, out: vec[float]) -> None:
        behind = [1.0 if self.points[seat] == min(self.points) else 0.0 for seat in range(self.players)]
        for seat in range(self.players):
            out[seat] = behind[seat] / sum(behind)


class LargeEstimate(Pebbles):
    def estimate(self, out: vec[float]) -> None:
        for seat in range(self.players):
            out[seat] = 1.0


class Stumbling(Pebbles):
    """An error of the rules' own, in the middle of a game."""

    def choices(self, out: serai.Choices) -> None:
        super().choices(out)
        if self.turn == 3 and self.phase == at.TURN:
            raise ZeroDivisionError("three")


WHERE = r"2 players, (\{\}, )?seed 0, choice \d+: "


@pytest.mark.parametrize(
    ("kind", "check", "reason"),
    [
        (
            ToldOpenly,
            "secrets",
            WHERE + r"seat None cannot see whether it is 'deal \d' or 'deal \d', but is told",
        ),
        (ReadOpenly, "secrets", WHERE + r"seat None cannot see .* but reads 'deal \d' or 'deal \d'"),
        (Loaded, "chance", WHERE + r"sample\(\) is unfair: 'roll 1' \d+ times"),
        (
            LoadedAgainstItsWord,
            "chance",
            WHERE + r"sample\(\) is unfair: .* weight\(\) says \[1, 1",
        ),
        (NeverSix, "chance", WHERE + r"sample\(\) never draws roll 6"),
        (Stacked, "chance", WHERE + r"sample\(\) and determinize\(\) disagree on seat 0 hand \d"),
        (
            Forgetful,
            "secrets",
            WHERE.removesuffix(": ") + r".*determinize\(None\) never changes anything",
        ),
        (NoEstimate, "estimate", WHERE + r"there is no estimate"),
        (FlatEstimate, "estimate", r"the estimate is \[0.5, 0.5\] in every position: it tells none apart"),
        (ContraryEstimate, "estimate", r"shortly before the end the estimate gives those who win \d+%"),
        (LargeEstimate, "estimate", WHERE + r"the estimate \[1.0, 1.0\] is 2.000 in sum"),
        (Stumbling, "rules", WHERE + "ZeroDivisionError: three"),
    ],
)
def test_a_fault_is_found_and_located(
    kind: type[Pebbles], check: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (fault,) = faults(kind, monkeypatch, check)
    assert fault.startswith(f"{check}: ")
    assert re.search(reason, fault)


@pytest.mark.parametrize(
    ("kind", "check", "reason"),
    [
        (LeakingTensor, "tensor", r"the features of seat \d tell what it cannot see"),
        (LeakingTensor, "secrets", "but gets other features"),
        (LeakingTensorWithoutDeals, "secrets", "but gets other features"),
        (LargeTensor, "tensor", "feature seat1.sixes is larger than its maximum"),
    ],
)
def test_a_tensor_that_reveals_too_much_is_found(
    kind: type[Pebbles], check: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (fault,) = faults(kind, monkeypatch, check, layout=LEAKING)
    assert re.search(WHERE + ".*" + reason, fault)


@pytest.mark.parametrize("game", [AUCTION, NIM], ids=lambda game: game.name)
def test_honest_games_of_another_kind_have_no_fault(
    game: serai.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.LOCAL, game.name, game)
    left_out: dict[str, str] = {}

    def tell(check: Check, result: Fault | str | None) -> None:
        if isinstance(result, str):
            left_out[check.name] = result

    assert check_all(game, quick=True, tell=tell) == []
    assert left_out.keys() == ({"estimate"} if game is NIM else set())
    assert all("nobody is ahead in points before the end" in reason for reason in left_out.values())


class FlatNim(Nim):
    """Its points say nothing, so its own estimate should."""

    def estimate(self, out: vec[float]) -> None:
        out[0] = out[1] = 0.5


def test_a_custom_estimate_must_not_be_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(NIM, make=lambda players, options: FlatNim(), empty=FlatNim)
    monkeypatch.setitem(registry.LOCAL, game.name, game)
    (fault,) = check_all(game, quick=True, only=["estimate"])
    assert "it tells none apart" in fault.reason


def test_checks_have_names_of_their_own() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
