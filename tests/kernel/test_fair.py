"""Verifiable chance."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import serai
from serai.cli import app
from serai.kernel.check import random_choice
from serai.kernel.errors import BadRecord
from serai.kernel.fair import COMMITMENT, SEED, TAKEN_BACK, check_fair, commitment, derived, draw, new_seed
from serai.kernel.state import CHANCE, OVER


def fair_game(name: str, seed: bytes) -> serai.Record:
    """A random game whose chance follows from a seed."""
    tags = {COMMITMENT: commitment(seed), SEED: seed.hex()}
    record = serai.Record(name, serai.game(name).players[0], tags=tags)
    state = record.replay()
    rng = serai.Rng(7)
    while state.actor != OVER:
        number = len(record.choices)
        choice = draw(state, seed, number) if state.actor == CHANCE else random_choice(state, rng)
        record.play(state, choice)
    return record


@pytest.mark.parametrize("name", serai.game_names())
def test_a_fair_game_passes(name: str) -> None:
    record = fair_game(name, bytes(range(32)))
    actors = [state.actor for state, choice in record.states() if choice is not None]
    assert check_fair(record) == actors.count(CHANCE) > 0
    assert check_fair(serai.Record.read(record.to_text())) == actors.count(CHANCE)


def test_without_a_seed_nothing_is_claimed() -> None:
    record = serai.Record("yspahan", 2, tags={COMMITMENT: commitment(bytes(32))})
    assert check_fair(record) is None


@pytest.mark.parametrize("name", serai.game_names())
def test_a_single_wrong_draw_is_found(name: str) -> None:
    seed = bytes(32)
    record = fair_game(name, seed)
    state = record.game.new(record.players)
    number = 0
    while state.actor != CHANCE:
        state.apply(record.choices[number])
        number += 1
    rng = serai.Rng(5)
    other = record.choices[number]
    while other == record.choices[number]:
        other = state.sample(rng)
    record.choices[number:] = [other]
    with pytest.raises(BadRecord, match=f"choice {number + 1} was not drawn from the seed"):
        check_fair(record)


def test_another_seed_is_found() -> None:
    record = fair_game("yspahan", bytes(32))
    record.tags[SEED] = (b"\1" + bytes(31)).hex()
    with pytest.raises(BadRecord, match="not the one whose hash was published"):
        check_fair(record)
    record.tags[SEED] = "00"
    with pytest.raises(BadRecord, match="256 bits"):
        check_fair(record)
    record.tags[SEED] = bytes(32).hex()
    del record.tags[COMMITMENT]
    with pytest.raises(BadRecord, match="published"):
        check_fair(record)


def test_draws_are_independent_of_each_other() -> None:
    seed = new_seed()
    assert len(seed) == 32
    assert len({derived(seed, f"draw {number}") for number in range(1000)}) == 1000
    state = serai.game("istanbul").new(3)
    assert len({draw(state, seed, number) for number in range(200)}) > 1


def test_the_scheme_never_changes() -> None:
    """Records are checked for ever: what a seed gives must stay the same on every platform."""
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert derived(bytes(32), "draw 0")[:16] == "f767f5904fe074fa"


def test_verify_refuses_what_is_not_fair(tmp_path: Path) -> None:
    record = fair_game("yspahan", bytes(32))
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(record.to_text())
    record.tags[SEED] = (b"\1" + bytes(31)).hex()
    bad.write_text(record.to_text())
    done = CliRunner().invoke(app, ["verify", str(good)])
    assert done.exit_code == 0
    assert "draws follow from the seed" in done.output
    done = CliRunner().invoke(app, ["verify", str(good), str(bad)])
    assert done.exit_code == 1
    assert "refused" in done.output


@pytest.mark.parametrize("told", ["", "x", "1,2", "-1", "1  2", "1" * 10])
def test_the_list_of_undos_must_be_numbers(told: str) -> None:
    record = fair_game("yspahan", bytes(32))
    record.tags[TAKEN_BACK] = told
    with pytest.raises(BadRecord, match="list of numbers"):
        check_fair(record)
