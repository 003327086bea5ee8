"""Training: what self-play writes down, and the way of weights from the learner to the player."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
from librt.strings import BytesWriter

import serai
from serai.bots import nets
from serai.kernel.rng import Rng
from serai.kernel.state import State
from serai.research.training import run
from serai.research.training.selfplay import GREEDY, SelfPlay
from tests.games import allowed_players

GAMES = [name for name in serai.game_names() if serai.game(name).opinions]


def played(name: str, memory: float, follow: list[int]) -> tuple[SelfPlay, list[float]]:
    """A game of a net that says what the estimate says."""
    game = serai.game(name)
    net = run.net_of(run.settings_of(game, {}), None)
    player = SelfPlay(nets.evaluator(net), "seed", 0.01, memory, 1, 10.0)
    return player, player.play(game.new(allowed_players(name)), follow[: allowed_players(name)])


@pytest.mark.parametrize("name", GAMES)
def test_with_full_memory_the_target_is_the_result(name: str) -> None:
    player, shares = played(name, 1.0, [0, 2, 0])
    targets = struct.unpack(f"<{len(player.targets) // 4}f", player.targets.getvalue())
    assert set(targets[::2]) <= {np.float32(share) for share in shares}
    assert sum(shares) == pytest.approx(1)
    row = run.net_of(run.settings_of(serai.game(name), {}), None).row
    assert len(player.rows) == row * (len(targets) // 2) > 0


def test_later_values_count_too() -> None:
    player, shares = played("yspahan", 0.9, [0, 0, 0])
    learned = struct.unpack(f"<{len(player.targets) // 4}f", player.targets.getvalue())[::2]
    assert all(0 <= share <= 1 for share in learned)
    assert len(set(learned)) > len(shares)
    # The end is known for the last choice of each seat, and the sum of what is learned stays a share.
    assert learned[-1] in {np.float32(share) for share in shares}


def test_trials_teach_nothing_about_the_choices_before_them() -> None:
    game = serai.game("yspahan")
    player = SelfPlay(nets.evaluator(run.net_of(run.settings_of(game, {}), None)), "seed", 0.0, 1.0, 1, 10.0)
    player.explore, player.range = 1.0, 0.5
    shares = {np.float32(share) for share in player.play(game.new(3), [0, 0, 0])}
    learned = struct.unpack(f"<{len(player.targets) // 4}f", player.targets.getvalue())[::2]
    assert learned[-1] in shares
    assert sum(share not in shares for share in learned) > len(learned) / 2


def features(state: State, seat: int) -> bytes:
    out = BytesWriter()
    state.write_features(out, seat)
    return out.getvalue()


def test_rows_show_what_a_choice_revealed_and_not_what_the_seat_imagined() -> None:
    game = serai.game("morgenland")
    player, rng = played("morgenland", 1.0, [0, 0, 0])[0], Rng("revealed")
    state = game.new(4)
    revealed = 0
    while state.actor != serai.OVER:
        seat = state.actor
        if seat == serai.CHANCE:
            state.apply(state.sample(rng))
            continue
        legal = state.legal()
        choice = legal[rng.below(len(legal))]
        imagined = state.determinize(seat, rng)
        imagined.apply(choice)
        state.apply(choice)
        if state.actor != serai.OVER:
            told = player.row_after(state, seat)
            assert told.startswith(features(state, seat))
            revealed += not told.startswith(features(imagined, seat))
    assert revealed > 10


def test_greedy_seats_produce_no_training_data() -> None:
    alone, _ = played("yspahan", 1.0, [0, GREEDY, GREEDY])
    together, _ = played("yspahan", 1.0, [0, 0, 0])
    assert 0 < len(alone.targets) < len(together.targets) / 2


def test_the_same_seed_gives_the_same_games() -> None:
    assert played("istanbul", 0.9, [0, 2, 0])[0].rows.getvalue() == (
        played("istanbul", 0.9, [0, 2, 0])[0].rows.getvalue()
    )


def test_the_net_of_a_run_is_that_of_its_best_weights(tmp_path: Path) -> None:
    settings = run.settings_of(serai.game("yspahan"), {"hidden": (8, 4)})
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    with pytest.raises(nets.BadNet, match="no weights yet"):
        run.export(tmp_path)
    empty = run.net_of(settings, None)
    for number, name in enumerate(("weights-00001.bin", "weights-00002.bin", "best.bin")):
        weights = struct.pack("<e", number) + empty.weights[2:]
        (tmp_path / name).write_bytes(empty.place + weights)
        exported = run.export(tmp_path)
        assert exported.weights == weights
        assert nets.read(exported.to_bytes()) == exported


def test_the_learner_makes_weights_of_chunks(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from serai.research.training.learner import Learner

    game = serai.game("yspahan")
    changes = {"hidden": (16, 8), "batch": 32, "fill": 0, "window": 500, "passes": 2.0, "export": 0.0}
    settings = run.settings_of(game, changes)
    (tmp_path / "chunks").mkdir()
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    player, _ = played("yspahan", 0.9, [0, 0, 0])
    rows = player.rows.getvalue()
    number = len(player.targets) // 8
    head = number.to_bytes(4, "little") + (1).to_bytes(4, "little")
    (tmp_path / "chunks" / "a.bin").write_bytes(head + rows + player.targets.getvalue())
    learner = Learner(tmp_path, "cpu")
    learner.take_in()
    assert not list((tmp_path / "chunks").iterdir())
    for _ in range(5):
        learner.step()
    learner.save([0.0, 0.0])
    path = run.latest(tmp_path)
    assert path is not None
    said = np.frombuffer(nets.evaluator(run.net_of(settings, path.read_bytes()))(rows), "<f4").reshape(-1, 2)
    numbers = len(settings["most"])
    content = np.frombuffer(rows, np.uint8).reshape(number, -1)
    for name, value in learner.model.named_parameters():
        value.data = learner.mean[name]
    with torch.no_grad():
        out = learner.model(
            torch.from_numpy(content[:, :numbers].copy()),
            torch.from_numpy(content[:, numbers:].copy().view("<f4")),
        )
    assert np.abs(torch.sigmoid(out[:, 0]).numpy() - said[:, 0]).max() < 2e-3  # weights are written as halves
    again = Learner(tmp_path, "cpu")
    assert again.facts == learner.facts
    assert torch.equal(again.mean["table"], learner.mean["table"])


def test_a_run_can_start_from_a_net(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from serai.research.training.learner import Learner

    game = serai.game("yspahan")
    net = nets.game_net(game)
    settings = run.settings_of(game, {"window": 500})
    with pytest.raises(nets.BadNet, match="do not fit"):
        run.start_from(net, {**settings, "hidden": (8, 4)}, tmp_path)
    assert run.latest(tmp_path) is None
    run.start_from(net, settings, tmp_path)
    (tmp_path / "settings.json").write_text(json.dumps({**settings, "before": {"games": 7}}))
    learner = Learner(tmp_path, "cpu")
    assert learner.facts["games"] == 7
    assert learner.model.content(learner.mean) == net.place + net.weights
    path = run.latest(tmp_path)
    assert path is not None
    assert run.net_of(settings, path.read_bytes(), net.made) == net


def test_a_policy_learns_from_the_choices_of_the_net() -> None:
    policy = pytest.importorskip("serai.research.training.policy", reason="needs SciPy")
    net = policy.train("yspahan", 3000, 1)
    assert net.made["agrees"] > 0.3  # any choice would be the net's in one of ten or so
    prefer = nets.policy(nets.read(net.to_bytes()))
    assert 0.25 < policy.strength("yspahan", prefer, "random", 24, 1) <= 1  # of four players
