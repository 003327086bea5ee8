"""Nets: the file format, the evaluators, and the bot that plays by them."""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from librt.strings import BytesWriter

import serai
from serai.bots import nets
from serai.bots.bot import Budget, Situation
from serai.bots.names import default_level, make_bot
from serai.bots.nets import BadNet, Net
from serai.bots.players import CIRCLING, NetBot
from serai.kernel.check import random_choice
from serai.kernel.tensor import size
from serai.research.training.run import net_of, settings_of

GAMES = [name for name in serai.game_names() if nets.net_path(serai.game(name)) is not None]


def any_net(name: str, seed: int = 1) -> Net:
    """A net with weights that mean nothing, some rows missing."""
    game = serai.game(name)
    settings = settings_of(game, {"hidden": (32, 16)})
    values = sum(step + 1 if step > 1 else step for step in settings["steps"])
    rng = np.random.default_rng(seed)
    used = rng.random(values) < 0.9
    place = np.where(used, np.cumsum(used) - 1, -1).astype("<i4")
    number = (int(used.sum()) + game.opinions + 1) * 32 + 32 * 16 + 16 + 2 * 16 + 2
    weights = np.append(rng.normal(0, 0.1, number), 0.7).astype("<f2")
    return net_of(settings, place.tobytes() + weights.tobytes(), {"seed": seed})


def written(state: serai.State, seat: int) -> bytes:
    out = BytesWriter()
    state.write_features(out, seat)
    state.write_insight(out, seat)
    return out.getvalue()


def setups(name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of players of a game with all values of its options that go with it."""
    game = serai.game(name)
    for players in range(game.players[0], game.players[1] + 1):
        chosen = {
            key: (option.default,) if option.players and players not in option.players else option.values
            for key, option in game.options.items()
            if option.values
        }
        for values in product(*chosen.values()):
            yield players, dict(zip(chosen, values, strict=True))


def some_rows(name: str) -> list[bytes]:
    """What seats know in the course of random games, for every number of players and all options."""
    game = serai.game(name)
    rng = serai.Rng(name)
    rows = []
    for players, options in setups(name):
        state = game.new(players, options)
        for number in range(150):
            if state.actor == serai.OVER:
                break
            state.apply(random_choice(state, rng))
            if number % 10 == 0 and state.actor != serai.OVER:
                rows.append(written(state, number // 10 % players))
    return rows


def test_rows_come_from_all_setups() -> None:
    assert len(list(setups("yspahan"))) == 3
    assert len(list(setups("istanbul"))) == 3 * 4 * 2 + 4  # neutral assistants: two to four players
    assert len(list(setups("morgenland"))) == 3 * 2


@pytest.mark.parametrize("name", GAMES)
def test_a_row_follows_the_games_layout(name: str) -> None:
    game = serai.game(name)
    most = [feature.most for feature in nets.numbers(game) for _ in range(feature.size)]
    for row in some_rows(name):
        assert len(row) == len(most) + 4 * game.opinions
        assert all(value <= largest for value, largest in zip(row, most, strict=False))
        opinions = struct.unpack(f"<{game.opinions}f", row[len(most) :])
        assert all(abs(opinion) < 50 for opinion in opinions)


@pytest.mark.parametrize("name", GAMES)
def test_columns_besides_opinions_contain_no_secrets(name: str) -> None:
    game = serai.game(name)
    rng = serai.Rng(3)
    state = game.new()
    known = size(nets.numbers(game))
    for number in range(200):
        state.apply(random_choice(state, rng))
        if number % 10 == 0 and state.actor >= 0:
            seat = state.actor
            twin = state.determinize(seat, rng)
            assert written(state, seat)[:known] == written(twin, seat)[:known]


@pytest.mark.parametrize("shipped", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_evaluator_agrees_with_numpy(name: str, shipped: bool) -> None:
    pytest.importorskip("serai.bots._net")
    net = nets.game_net(serai.game(name)) if shipped else any_net(name)
    rows = some_rows(name)
    together = np.frombuffer(nets.evaluator(net)(b"".join(rows)), "<f4")
    assert np.abs(together - np.frombuffer(nets.numpy_evaluator(net)(b"".join(rows)), "<f4")).max() < 1e-5
    alone = np.concatenate([np.frombuffer(nets.evaluator(net)(row), "<f4") for row in rows])
    assert np.abs(together - alone).max() < 1e-5
    assert together[::2].std() > 0.01  # they do not all say the same


@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_policy_agrees_with_numpy(name: str) -> None:
    pytest.importorskip("serai.bots._net")
    game = serai.game(name)
    assert game.folder is not None
    path = game.folder / nets.POLICY_FILE
    net = nets.load(path, nets.policy_fingerprint(game))
    prefer, slow = nets.policy(net), nets.NumpyPolicy(net)
    told = size(game.layout)
    for row in some_rows(name):
        liked = np.frombuffer(prefer(row[:told]), "<f4")
        assert len(liked) == game.num_seat_actions
        assert np.abs(liked - np.frombuffer(slow(row[:told]), "<f4")).max() < 1e-5
    with pytest.raises(ValueError, match="a row has"):
        prefer(row)
    assert len(path.read_bytes()) < nets.LARGEST


@pytest.mark.parametrize("name", GAMES)
def test_without_weights_a_net_repeats_the_estimate(name: str) -> None:
    game = serai.game(name)
    evaluate = nets.evaluator(net_of(settings_of(game, {}), None))
    for row in some_rows(name):
        odds = struct.unpack_from("<f", row, size(nets.numbers(game)))[0]
        share, margin = struct.unpack("<2f", evaluate(row))
        assert share == pytest.approx(1 / (1 + np.exp(-odds)), abs=1e-6)
        assert margin == 0


def test_a_file_holds_the_net(tmp_path: Path) -> None:
    net = any_net("yspahan")
    path = tmp_path / "net.bin"
    path.write_bytes(net.to_bytes())
    assert nets.load(path, net.layout) == net


def test_files_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    net = any_net("yspahan")
    content = net.to_bytes()
    changed = bytearray(content)
    changed[-5] ^= 1
    for bad, why in (
        (b"", "no file of a net"),
        (b"PK\x03\x04", "no file of a net"),
        (content.replace(b"net 1", b"net 2", 1), "another version"),
        (content[: len(nets.MAGIC) + 40], "header"),
        (content[:-100], "checksum"),
        (bytes(changed), "checksum"),
    ):
        with pytest.raises(BadNet, match=why):
            nets.read(bad)
    path = tmp_path / "net.bin"
    path.write_bytes(content)
    with pytest.raises(BadNet, match="another version of yspahan"):
        nets.load(path, nets.fingerprint(serai.game("istanbul")))
    with pytest.raises(BadNet, match="no net"):
        nets.load(tmp_path / "other.bin", net.layout)


@pytest.mark.parametrize("make", [nets.evaluator, nets.numpy_evaluator])
def test_parts_that_do_not_fit_are_refused(make: object) -> None:
    net = any_net("yspahan")
    short = Net(
        net.game, net.layout, net.opinions, net.hidden, net.most, net.steps, net.place, net.weights[:-2]
    )
    assert callable(make)
    with pytest.raises(BadNet, match="fit together"):
        make(short)


@pytest.mark.parametrize("name", GAMES)
def test_the_player_is_the_same_in_c_and_numpy_and_for_the_same_seed(name: str) -> None:
    game = serai.game(name)
    net = any_net(name)
    rng = serai.Rng(5)
    state = game.new()
    bots = [NetBot(nets.evaluator(net)), NetBot(nets.evaluator(net)), NetBot(nets.numpy_evaluator(net))]
    asked = 0
    while asked < 6:
        state.apply(random_choice(state, rng))
        if state.actor >= 0 and len(state.legal()) > 1 and rng.below(10) == 0:
            asked += 1
            chosen = set()
            for bot in bots:
                bot.reset(game, state.players, {}, state.actor, "s")
                chosen.add(bot.choose(Situation(state, state.actor), Budget()))
            assert len(chosen) == 1
            assert chosen <= set(state.legal())


@pytest.mark.parametrize("name", GAMES)
def test_the_net_of_each_game_can_be_used(name: str) -> None:
    game = serai.game(name)
    path = nets.net_path(game)
    assert path is not None
    assert path.stat().st_size <= nets.LARGEST
    net = nets.game_net(game)
    assert net.made["games"] > 100_000
    said = np.frombuffer(nets.evaluator(net)(b"".join(some_rows(name))), "<f4")
    assert np.isfinite(said).all()


def test_it_is_said_what_evaluates_a_net(monkeypatch: pytest.MonkeyPatch) -> None:
    game = serai.game("yspahan")
    for module, said in (("serai.bots._net", "in NumPy"), ("numpy", "not used: nets need a C compiler")):
        monkeypatch.setattr(nets, "_evaluators", {})
        monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
        assert nets.engine(game).startswith(said)


@pytest.mark.parametrize("name", GAMES)
def test_the_net_beats_chance(name: str) -> None:
    game = serai.game(name)
    for seed in range(2):
        state = game.new(game.players[0])
        bot = make_bot("net", game)
        bot.reset(game, state.players, {}, 0, str(seed))
        rng = serai.Rng(seed)
        while state.actor != serai.OVER:
            if state.actor == 0:
                state.apply(bot.choose(Situation(state, 0), Budget()))
            else:
                state.apply(random_choice(state, rng))
        assert state.winners() == [0]


def test_a_bot_leaves_an_endless_loop() -> None:
    game = serai.game("istanbul")
    state = game.new(2)
    rng = serai.Rng(1)
    while state.actor < 0 or len(state.legal()) < 5:
        state.apply(random_choice(state, rng))
    bot = NetBot(nets.evaluator(any_net("istanbul")))
    bot.reset(game, 2, {}, state.actor, "s")
    situation = Situation(state, state.actor)
    usual = {bot.choose(situation, Budget()) for _ in range(20)}
    bot.asked = CIRCLING
    assert {bot.choose(situation, Budget()) for _ in range(60)} > usual


def test_the_usual_level_does_not_crowd_into_one_cave() -> None:
    """In the first round of Morgenland, of 24 figures."""
    game = serai.game("morgenland")
    for seed in range(3):
        state = game.new(4)
        rng = serai.Rng(seed)
        bots = [make_bot(default_level(game), game) for _ in range(4)]
        for seat, bot in enumerate(bots):
            bot.reset(game, 4, game.settings(4), seat, f"{seed} {seat}")
        fields: list[str] = []
        while len(fields) < 24:
            if state.actor == serai.CHANCE:
                state.apply(state.sample(rng))
                continue
            choice = bots[state.actor].choose(Situation(state, state.actor), Budget())
            if (text := state.text(choice)).startswith("place "):
                fields.append(text.split()[-1])
            state.apply(choice)
        assert state.observe(None)["round"] == 1
        assert max(fields.count(field) for field in fields) <= 9
