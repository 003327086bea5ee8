"""Puzzles: how they are found, the format of their files, and that those we ship are correct."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

import serai
from serai.analysis import puzzles as library
from serai.analysis.puzzles import BadPuzzle, Effort, Puzzle, deep_values, differences, puzzles
from serai.arena.ray import play_batch
from serai.cli import app
from serai.kernel.registry import LOCAL
from tests.games import OURS
from tests.spices import GAME as SPICES

SMALL = Effort(short=8, deep=24, lead=0.03)
SOME = 2  # of the puzzles that ship, whose answer is searched for again
WALKS = 150


@pytest.mark.parametrize("name", OURS)
def test_every_puzzle_that_ships_can_be_asked(name: str) -> None:
    known = puzzles(name)
    assert len({puzzle.id for puzzle in known}) == len(known) > 50
    for puzzle in known:
        legal = puzzle.position().legal()
        assert puzzle.best in legal
        assert len(legal) >= 3
        assert puzzle.lead >= 0.04 - 1e-9
        assert 0 < puzzle.missed <= 1


@pytest.mark.parametrize("name", OURS)
def test_a_search_finds_the_same_answers(name: str) -> None:
    """With other dice than those by which they were made."""
    known = sorted(puzzles(name), key=lambda puzzle: puzzle.id)
    for puzzle in known[:: len(known) // SOME][:SOME]:
        values = deep_values(puzzle.position(), WALKS, "once more")
        assert values[0].choice == puzzle.best


def test_puzzles_do_not_depend_on_the_number_of_processes() -> None:
    wanted = library.matches(serai.game("istanbul"), 2, "3")
    here = library.make(wanted, SMALL)
    assert here == library.make(wanted, SMALL, processes=2)
    assert len(here) > 0
    job = partial(library.find_puzzles, effort=SMALL)
    assert here[:1] == play_batch(wanted[:1], job)[0][:1]  # what a task of Ray does


def test_a_file_is_read_back() -> None:
    game = serai.game("istanbul")
    some = list(puzzles("istanbul")[:7])
    text = library.write(game, some, {"seed": "0"})
    assert library.read(text) == some
    assert len(text.splitlines()) < 8  # those of one game share its choices


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no file of puzzles"),
        ("{}", "no file of puzzles"),
        ('{"format": "serai-puzzles", "game": "chess", "version": 1}', "no game 'chess'"),
        ('{"format": "serai-puzzles", "game": "yspahan", "version": 99}', "version 99"),
        ('{"format": "serai-puzzles", "game": "yspahan", "version": 1}\n{"players": 2}', "broken"),
        ('{"format": "serai-puzzles", "game": "yspahan", "version": 1}\nx', "broken"),
    ],
)
def test_invalid_puzzle_files(text: str, reason: str) -> None:
    with pytest.raises(BadPuzzle, match=reason):
        library.read(text)


def test_a_puzzle_that_does_not_replay() -> None:
    good = puzzles("yspahan")[0]
    change = partial(Puzzle, good.game, good.players, good.options)
    for bad in (
        change((*good.choices, 10**6), good.values, 0.5),
        change(good.choices[:-1], good.values, 0.5),
        change(good.choices, good.values[1:], 0.5),
    ):
        with pytest.raises(BadPuzzle, match=bad.id):
            bad.position()


def test_puzzles_can_be_made_for_a_game_without_a_net(monkeypatch: pytest.MonkeyPatch) -> None:
    assert library.puzzle_path(SPICES) is None
    monkeypatch.setitem(LOCAL, SPICES.name, SPICES)
    made = library.make(library.matches(SPICES, 12, "0"), Effort(short=4, deep=8, lead=0.01))
    assert made
    again = library.read(library.write(SPICES, made))
    assert [(one.id, one.best) for one in again] == [(one.id, one.best) for one in made]


def test_reasons_use_only_what_the_seat_may_know() -> None:
    for puzzle in puzzles("yspahan")[:3]:
        found = differences(puzzle, puzzle.values[-1].choice)
        assert found == differences(puzzle, puzzle.values[-1].choice)
        assert all(reason.amount for reason in found)


def test_at_the_terminal(tmp_path: Path) -> None:
    run = CliRunner().invoke
    puzzle = puzzles("istanbul")[0]
    state = puzzle.position()
    answer = state.text(puzzle.best)
    assert puzzle.id in run(app, ["puzzles", "show", "istanbul"]).output
    shown = run(app, ["puzzles", "show", "istanbul", puzzle.id]).output
    assert answer in shown
    assert "%" not in shown
    wrong = str(state.legal().index(puzzle.values[-1].choice) + 1)
    told = run(
        app, ["puzzles", "solve", "istanbul", puzzle.id], input=f"{wrong}\nnonsense\n{answer}\n"
    ).output
    assert "gives away" in told
    assert "That is it!" in told
    assert run(app, ["puzzles", "show", "istanbul", "nothing"]).exit_code == 2
    file = tmp_path / "made.jsonl"
    small = ["--games", "1", "--work", "8", "--lead", "0.02", "--processes", "1", "--players", "2"]
    assert run(app, ["puzzles", "make", "yspahan", "--out", str(file), *small]).exit_code == 0
    assert run(app, ["puzzles", "show", "yspahan", "--file", str(file)]).exit_code == 0
