"""No field of a position is forgotten, by the defaults or by a game's own methods."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import serai
from serai.kernel.check import CheckFailed, check_fields
from serai.kernel.fields import names_of
from serai.kernel.game import Game
from serai.kernel.playout import play_random
from serai.kernel.state import State


class Hand:
    """What a seat of `Plain` has."""

    def __init__(self) -> None:
        self.cards: list[str] = []
        self.coins = 0


class Plain(State):
    """A position with a field of each sort, and no method of its own to copy them."""

    pieces = (Hand,)

    def __init__(self) -> None:
        super().__init__()
        self.deck: list[int] = []
        self.rows: list[list[int]] = [[], []]
        self.prices: dict[str, int] = {}
        self.last: str | None = None
        self.open = False
        self.pair = (1, 2)
        self.hands: list[Hand] = []


def plain() -> Plain:
    state = Plain()
    state.players = 2
    state.deck = [3, -1, 10**12]
    state.rows = [[1], [2, 3]]
    state.prices = {"tea": 2, "silk": 5}
    state.last = "Köşk"
    state.open = True
    state.hands = [Hand(), Hand()]
    state.hands[1].cards = ["rose"]
    return state


def again(state: Plain) -> Plain:
    twin = Plain()
    twin.load(state.dump())
    return twin


def clone(state: Plain) -> Plain:
    twin = state.clone()
    assert isinstance(twin, Plain)
    return twin


@pytest.mark.parametrize("copy", [clone, again])
def test_a_copy_has_all_fields_and_shares_none(copy: Callable[[Plain], Plain]) -> None:
    state = plain()
    twin = copy(state)
    for name in ("players", "actor", "deck", "rows", "prices", "last", "open", "pair"):
        assert getattr(twin, name) == getattr(state, name)
        assert type(getattr(twin, name)) is type(getattr(state, name))
    assert [vars(hand) for hand in twin.hands] == [vars(hand) for hand in state.hands]
    twin.rows[1].append(4)
    twin.prices["tea"] = 9
    twin.hands[1].cards.append("tulip")
    assert (state.rows[1], state.prices["tea"], state.hands[1].cards) == ([2, 3], 2, ["rose"])


def test_equal_positions_have_equal_keys() -> None:
    one, other = plain(), plain()
    other.prices = dict(reversed(other.prices.items()))
    assert one.key() == other.key()
    other.hands[0].coins += 1
    assert one.key() != other.key()


def test_a_field_not_set_by_init_is_refused() -> None:
    state: Any = plain()
    state.hands[0].late = 1
    with pytest.raises(TypeError, match=r"Hand\.__init__ does not set late"):
        state.clone()
    with pytest.raises(TypeError, match=r"Hand\.__init__ does not set late"):
        state.dump()


def test_unserialisable_fields_are_named() -> None:
    state: Any = plain()
    state.last = 0.5
    with pytest.raises(TypeError, match=r"Plain\.last: 0\.5 is no number, text"):
        state.dump()


def game_of(state: State) -> Game:
    """As much of a game as the check asks for."""
    given: Any = {"make": None, "empty": type(state), "num_actions": 0, "num_seat_actions": 0}
    return Game(name="plain", title="Plain", version=1, players=(2, 2), **given)


def test_the_defaults_forget_no_field() -> None:
    check_fields(game_of(plain()), plain())


@pytest.mark.parametrize("name", serai.game_names())
def test_no_game_forgets_a_field(name: str) -> None:
    """New ones too: what is checked is what `__init__` and `setup` set."""
    game = serai.game(name)
    state = game.new()
    check_fields(game, state)
    play_random(state, serai.Rng(name), 40)
    check_fields(game, state)
    assert pickle.loads(pickle.dumps(state)).key() == state.key()


class Forgetful(Plain):
    """Copies as it likes."""

    def clone(self) -> State:
        twin = super().clone()
        assert isinstance(twin, Forgetful)
        forget(twin)
        return twin

    def load(self, numbers: list[int]) -> None:
        super().load(numbers)
        forget(self)


forgotten = ""


def forget(state: Forgetful) -> None:
    what, blank = (state.hands[0], Hand()) if hasattr(Hand(), forgotten) else (state, Plain())
    if forgotten and state.hands:
        setattr(what, forgotten, getattr(blank, forgotten))


@pytest.mark.parametrize("field", ["deck", "rows", "prices", "last", "open", "cards", "coins"])
def test_a_forgotten_field_is_found(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = Forgetful()
    state.__dict__.update(vars(plain()))
    assert field in names_of(state) + names_of(state.hands[0])
    monkeypatch.setattr(f"{__name__}.forgotten", field)
    with pytest.raises(CheckFailed, match=rf"clone\(\) forgets (hands\[0\].)?{field}"):
        check_fields(game_of(state), state)
    monkeypatch.setattr(Forgetful, "clone", State.clone)
    with pytest.raises(CheckFailed, match=rf"dump\(\) or load\(\) forgets (hands\[0\].)?{field}"):
        check_fields(game_of(state), state)
