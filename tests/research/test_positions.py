"""A batch of positions gives the same results as each position alone."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import serai
from serai.kernel.errors import BadOption
from serai.kernel.state import CHANCE, OVER
from serai.research.batch import BatchEnv
from serai.research.errors import IllegalAction
from serai.research.positions import Positions
from tests.research.games import Setting, each_game, each_setting


def some(setting: Setting, size: int = 8, steps: int = 60) -> tuple[BatchEnv, Positions]:
    """Positions of random games."""
    game, players, options = setting
    batch = BatchEnv(game.name, players, size, seed=3, **options)  # type: ignore[arg-type]
    for _ in range(steps):
        batch.step(batch.sample_actions())
    return batch, batch.positions()


def keys(positions: Positions) -> list[int]:
    return [state.key() for state in positions.states()]


@each_setting
def test_rows_show_what_their_positions_show(setting: Setting) -> None:
    batch, positions = some(setting)
    states = positions.states()
    now = batch.batch
    assert len(positions) == len(states) == 8
    assert (positions.actors() == now.seats).all()
    assert (positions.masks() == now.masks).all()
    assert (positions.observations() == now.observations).all()
    assert (positions.scores() == batch.running_scores()).all()
    assert positions.scores().tolist() == [state.scores() for state in states]
    assert positions.shares().sum(axis=1) == pytest.approx(1, abs=1e-5)
    for seat in range(setting[1]):
        shown = positions.observations(seat)
        assert [row.tobytes() for row in shown] == [state.features(seat) for state in states]


@each_setting
def test_after_every_choice(setting: Setting) -> None:
    _, positions = some(setting)
    before = keys(positions)
    after = positions.after()
    found = after.positions.states()
    place = 0
    for row, state in enumerate(positions.states()):
        for choice in state.legal():
            expected = state.clone()
            expected.apply(choice)
            assert (after.rows[place], after.actions[place]) == (row, choice)
            assert found[place].key() == expected.key()
            assert after.observations[place].tobytes() == expected.features(int(state.actor))
            place += 1
    assert place == len(after.rows) == len(after.positions)
    assert keys(positions) == before


@each_setting
def test_only_what_a_seat_cannot_see_is_redealt(setting: Setting) -> None:
    _, positions = some(setting)
    before = keys(positions)
    worlds = positions.determinize(seed=5)
    assert (worlds.observations() == positions.observations()).all()
    assert (worlds.masks() == positions.masks()).all()
    assert keys(worlds) == keys(positions.determinize(seed=5))
    for seat in range(setting[1]):
        assert (positions.determinize(seat, seed=6).observations(seat) == positions.observations(seat)).all()
    assert keys(positions) == before


def test_deals_differ_by_row_and_seed() -> None:
    _, positions = some((serai.game("morgenland"), 4, {}))
    alike = positions.take([0] * 6)
    seen = {key for seed in range(3) for key in keys(alike.determinize(0, seed))}
    assert len(seen) > 6


@each_game
def test_games_to_their_ends(name: str) -> None:
    game = serai.game(name)
    players = game.players[0]
    positions = Positions([game.new(players)] * 3)
    assert (positions.actors() == CHANCE).all()
    assert not positions.masks().any()
    assert not positions.observations().any()
    positions.draw(seed=2)
    over = []
    for step in range(100_000):
        rows = np.flatnonzero(positions.actors() >= 0)
        over += positions.take(positions.actors() == OVER).states()
        if not rows.size:
            break
        positions = positions.take(rows)
        legal = positions.masks()
        wishes = np.random.default_rng(step).random(legal.shape)
        positions.apply(np.where(legal, wishes, -1).argmax(axis=1))
        positions.draw(seed=step)
    ends = Positions(over)
    assert len(ends) == 3
    assert not ends.masks().any()
    assert len(ends.after().rows) == len(ends.after().positions) == 0
    assert ends.after().observations.shape == (0, ends.num_features)
    for share, state in zip(ends.shares(), ends.states(), strict=True):
        winners = state.winners()
        assert share.tolist() == pytest.approx([(seat in winners) / len(winners) for seat in range(players)])


def test_copies_are_independent() -> None:
    _, positions = some((serai.game("istanbul"), 3, {}))
    twins = [positions.clone(), copy.deepcopy(positions), pickle.loads(pickle.dumps(positions))]
    before = keys(positions)
    for twin in twins:
        assert keys(twin) == before
        twin.apply(twin.masks().argmax(axis=1))
        assert keys(twin) != before
    assert keys(positions) == before
    assert keys(positions.take([2, 2, 0])) == [before[2], before[2], before[0]]
    assert len(positions.take([])) == 0


def test_an_illegal_choice_changes_nothing() -> None:
    _, positions = some((serai.game("yspahan"), 3, {}))
    before = keys(positions)
    legal = positions.masks().argmax(axis=1)
    for wrong in (-1, 226, 10**6, 2**40 + int(legal[4])):
        choices = legal.astype(np.int64)
        choices[4] = wrong
        with pytest.raises(IllegalAction, match="game 4") as raised:
            positions.apply(choices)
        assert raised.value.game == 4
        assert keys(positions) == before


def test_invalid_arguments_are_refused() -> None:
    _, positions = some((serai.game("yspahan"), 3, {}))
    wrong: list[Any] = [[0.5] * 8, [True] * 8, ["1"] * 8]
    for choices in wrong:
        with pytest.raises(TypeError, match="choices are integers"):
            positions.apply(choices)
    with pytest.raises(ValueError, match="8 integers"):
        positions.apply([1])
    for rows in ([8], [-1]):
        with pytest.raises(IndexError):
            positions.take(rows)
    for seat in (3, -1):
        with pytest.raises(IndexError):
            positions.observations(seat)
    with pytest.raises(TypeError):
        positions.determinize(0.5)
    with pytest.raises(TypeError, match="seed is an integer"):
        positions.determinize(seed=0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed is an integer"):
        positions.draw(seed=None)  # type: ignore[arg-type]
    again = positions.determinize(seed=np.int64(3))  # type: ignore[arg-type]
    assert (again.observations(0) == positions.determinize(seed=3).observations(0)).all()
    with pytest.raises(BadOption):
        Positions([])
    with pytest.raises(BadOption):
        Positions([serai.game("yspahan").new(2), serai.game("yspahan").new(3)])


@pytest.mark.parametrize("processes", [1, 3])
def test_a_batch_continues_from_given_positions(processes: int) -> None:
    with BatchEnv("morgenland", 3, 7, seed=3, processes=processes) as batch:
        for _ in range(50):
            batch.step(batch.sample_actions())
        positions = batch.positions()
        shown = batch.batch.observations.copy()
        for _ in range(20):
            batch.step(batch.sample_actions())
        now = batch.set_positions(positions)
        assert (now.observations == shown).all()
        assert not now.dones.any()
        assert keys(batch.positions()) == keys(positions)
        batch.set_positions(positions.take([6, 0]), rows=[1, 5])
        expected = keys(positions)
        expected[1], expected[5] = expected[6], expected[0]
        assert keys(batch.positions()) == expected
        batch.step(batch.sample_actions())
        with pytest.raises(ValueError, match="2 positions are not for 1"):
            batch.set_positions(positions.take([1, 2]), rows=[0])
        with pytest.raises(ValueError, match="not yspahan"):
            batch.set_positions([serai.game("yspahan").new(3)], rows=[0])


def test_a_batch_draws_for_chance_after_positions_are_set() -> None:
    batch = BatchEnv("yspahan", 3, 4, seed=1)
    now = batch.set_positions([serai.game("yspahan").new(3)] * 4)
    assert (now.seats >= 0).all()
    assert now.masks.any(axis=1).all()


def test_tensors_share_the_arrays_memory() -> None:
    torch = pytest.importorskip("torch")
    batch = BatchEnv("yspahan", size=4, seed=1)
    tensors = batch.tensors()
    for _ in range(3):
        now = batch.step(torch.from_numpy(batch.sample_actions()))
        for tensor, array in zip(tensors, now, strict=True):
            assert isinstance(array, np.ndarray)
            assert (tensor.numpy() == array).all()
            assert tensor.data_ptr() == array.ctypes.data
