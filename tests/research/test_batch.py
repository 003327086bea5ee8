"""Many games at once."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from serai.kernel.errors import BadOption, IllegalMove
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER
from serai.research.batch import BatchEnv
from serai.research.errors import BatchClosed, IllegalAction
from tests.research.games import Setting, each_game, each_setting

ROOT = Path(__file__).parents[2]


def digest(batch: BatchEnv, steps: int) -> str:
    """A hash of all that happens in some steps of random play."""
    found = blake2b(digest_size=8)
    for _ in range(steps):
        for array in batch.step(batch.sample_actions()):
            found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


@each_setting
def test_every_row_is_a_game_as_the_rules_play_it(setting: Setting) -> None:
    game, players, options = setting
    size = 3
    batch = BatchEnv(game.name, players, size, seed=5, **options)  # type: ignore[arg-type]
    rngs = [Rng(f"5 {number}") for number in range(size)]
    states = [game.new(players, options) for _ in range(size)]
    actions = np.zeros(size, np.int64)
    now = batch.batch
    ended = 0
    for step in range(900):
        for row in range(size):
            state, rng = states[row], rngs[row]
            if step:
                state.apply(int(actions[row]))
            done = False
            while state.actor in (CHANCE, OVER):
                if state.actor == OVER:
                    winners = state.winners()
                    shares = [(seat in winners) / len(winners) for seat in range(players)]
                    assert now.rewards[row].tolist() == pytest.approx(shares)
                    assert now.scores[row].tolist() == state.scores()
                    state = states[row] = game.new(players, options)
                    done = True
                    ended += 1
                else:
                    state.apply(state.sample(rng))
            legal = state.legal()
            assert now.dones[row] == done
            assert done or not now.rewards[row].any()
            assert now.seats[row] == state.actor
            assert np.flatnonzero(now.masks[row]).tolist() == legal
            assert now.observations[row].tobytes() == state.features(int(state.actor))
            actions[row] = legal[rng.below(len(legal))]
        assert (batch.sample_actions() == actions).all()
        if step > 300 and ended:
            break
        now = batch.step(actions)


@each_game
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    first = BatchEnv(name, size=8, seed=1)
    before = digest(first, 40)
    assert digest(BatchEnv(name, size=8, seed=1), 40) == before
    assert digest(BatchEnv(name, size=8, seed=2), 40) != before
    first.reset(1)
    assert digest(first, 40) == before


def test_a_reset_without_a_seed_begins_other_games() -> None:
    batch = BatchEnv("istanbul", size=4, seed=1, layout="random")
    seen = [digest(batch, 3)]
    for _ in range(3):
        batch.reset()
        seen.append(digest(batch, 3))
    assert len(set(seen)) == 4
    batch.reset(1)
    assert digest(batch, 3) == seen[0]
    batch.reset()
    assert digest(batch, 3) == seen[1]


@each_game
def test_several_processes_play_the_same_games(name: str) -> None:
    with BatchEnv(name, size=7, seed=1, processes=2) as batch:
        assert digest(batch, 40) == digest(BatchEnv(name, size=7, seed=1), 40)


def test_floats_are_numbers_divided_by_their_maximum() -> None:
    plain = BatchEnv("istanbul", size=16, seed=3)
    floats = BatchEnv("istanbul", size=16, seed=3, observations="float32")
    most = np.array([f.most for f in plain.game.layout for _ in range(f.size)], np.float32)
    for _ in range(30):
        now, scaled = plain.step(plain.sample_actions()), floats.step(floats.sample_actions())
        assert scaled.observations.dtype == np.float32
        assert np.allclose(scaled.observations, now.observations / most)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(("action", "word"), [(10**6, "no action"), (-1, "no action"), (226, "not legal")])
def test_an_illegal_action_names_its_game_and_changes_nothing(processes: int, action: int, word: str) -> None:
    with BatchEnv("yspahan", size=6, seed=1, processes=processes) as batch:
        before = [array.copy() for array in batch.batch]
        actions = batch.sample_actions()
        actions[4] = action
        with pytest.raises(IllegalAction, match=f"game 4: .*{word}") as raised:
            batch.step(actions)
        assert raised.value.game == 4
        assert isinstance(raised.value, IllegalMove)
        for array, was in zip(batch.batch, before, strict=True):
            assert (array == was).all()
        batch.step(batch.sample_actions())


def test_writing_into_masks_makes_nothing_legal() -> None:
    batch = BatchEnv("yspahan", size=2, seed=1)
    batch.batch.masks.fill(True)
    with pytest.raises(IllegalAction):
        batch.step([226, 226])


def test_actions_are_integers_one_per_game() -> None:
    batch = BatchEnv("yspahan", size=3)
    numbers: list[Any] = [[1, 2], [[1, 2, 3]], [0.5, 1.0, 2.0], 7, [1.0] * 3]
    others: list[Any] = [[True] * 3, ["1", "2", "3"], [None] * 3]
    for wrong in numbers + others:
        with pytest.raises(ValueError, match="actions are 3 integers"):
            batch.step(wrong)


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_with_opponents_only_one_seat_is_asked(opponents: str) -> None:
    batch = BatchEnv("yspahan", players=3, size=4, seed=2, opponents=opponents, seat=1)
    games = 0
    for _ in range(120):
        now = batch.step(batch.sample_actions())
        assert (now.seats == 1).all()
        games += int(now.dones.sum())
    assert games


def test_other_opponents_win_more_often_than_random_ones() -> None:
    won = {}
    for opponents in ("random", "policy", "greedy"):
        batch = BatchEnv("yspahan", players=2, size=16, seed=2, opponents=opponents)
        shares: list[float] = []
        for _ in range(120):
            now = batch.step(batch.sample_actions())
            shares += now.rewards[now.dones, 0].tolist()
        won[opponents] = np.mean(shares)
    assert won["greedy"] < 0.1 < 0.35 < won["random"] < 0.65
    assert won["policy"] < 0.1


def test_wrong_settings_are_refused() -> None:
    for name, value in (("observations", "int64"), ("opponents", "strong"), ("processes", 0), ("seat", 9)):
        with pytest.raises(ValueError, match=str(value)):
            BatchEnv("yspahan", size=4, **{name: value})  # type: ignore[arg-type]
    with pytest.raises(BadOption):
        BatchEnv("istanbul", layout="round")
    with pytest.raises(BadOption):
        BatchEnv("yspahan", players=7)
    with pytest.raises(ValueError, match="size is at least 1, not 0"):
        BatchEnv("yspahan", size=0)


@pytest.mark.parametrize("wrong", [True, 2.0, "2", None, np.bool_(True), np.array([2])])
@pytest.mark.parametrize("name", ["size", "processes", "seat", "seed"])
def test_invalid_numbers_are_refused(name: str, wrong: Any) -> None:
    if name == "seed" and (wrong is None or wrong == "2"):
        return  # another game each time, and a text
    with pytest.raises(TypeError, match=f"{name} is an integer"):
        BatchEnv("yspahan", **{"size": 4, name: wrong})


def test_numpys_integers_are_numbers() -> None:
    plain = BatchEnv("yspahan", 3, 4, 7, opponents="random", seat=1)
    same = BatchEnv("yspahan", np.int64(3), np.int32(4), np.uint8(7), opponents="random", seat=np.int64(1))  # type: ignore[arg-type]
    assert digest(plain, 20) == digest(same, 20)
    assert type(same.players) is type(same.size) is type(same.setting.seat) is int


def test_a_closed_batch_says_so() -> None:
    batch = BatchEnv("yspahan", size=4, processes=2)
    actions = batch.sample_actions()
    batch.close()
    batch.close()
    with pytest.raises(BatchClosed, match="closed"):
        batch.step(actions)


def test_a_dead_process_raises_an_error() -> None:
    with BatchEnv("yspahan", size=4, processes=2) as batch:
        helper = batch._helpers[0].process
        helper.kill()
        helper.join()
        with pytest.raises(BatchClosed, match="died"):
            batch.step(batch.sample_actions())


def test_interpreted_and_compiled_play_the_same() -> None:
    code = (
        "import serai\nfrom tests.research.test_batch import BatchEnv, digest\n"
        "for name in serai.game_names(): print(digest(BatchEnv(name, size=4, seed=9), 60))"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "SERAI_INTERPRETED": interpreted, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for interpreted in ("0", "1")
    }
    assert len(shown) == 1


def test_the_core_does_without_numpy() -> None:
    code = (
        "import sys, serai\n"
        "for name in serai.game_names(): serai.game(name).new().features(0)\n"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
