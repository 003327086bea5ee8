"""Datasets: what is read is what was played, after any interruption and with any number of processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

import serai
from serai import OVER
from serai.arena.local import run_here, run_processes
from serai.bots.bot import Budget
from serai.cli import app
from serai.kernel.errors import BadOption, SeraiError
from serai.research.dataset import (
    Run,
    arrays,
    card,
    decision_columns,
    decisions_schema,
    game_columns,
    games_schema,
    records,
    write,
)
from serai.research.errors import BadDataset
from serai.research.opinions import Wish, opinions
from tests.research.games import each_game

SMALL = Run("yspahan", games=10, bots=("random", "greedy"), players=3, seed="x", part=3)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small run, in one go."""
    folder = tmp_path_factory.mktemp("whole")
    write(SMALL, folder)
    return folder


@each_game
def test_records_read_back_as_played(name: str, tmp_path: Path) -> None:
    game = serai.game(name)
    write(Run(name, games=2, bots=("random",)), tmp_path)
    rows = pq.read_table(tmp_path / "decisions").to_pylist()
    assert pq.read_schema(tmp_path / "decisions" / "part-000000.parquet").equals(decisions_schema(game))
    assert pq.read_schema(tmp_path / "games" / "part-000000.parquet").equals(games_schema())
    played = pq.read_table(tmp_path / "games").to_pylist()
    (part,) = arrays(tmp_path)
    index = 0
    for number, record in enumerate(records(tmp_path)):
        final = record.replay()
        assert final.actor == OVER
        assert played[number]["scores"] == final.scores()
        assert sum(played[number]["shares"]) == pytest.approx(1)
        for place, (state, choice) in enumerate(record.states()):
            if state.actor < 0:
                continue
            row = rows[index]
            assert (row["game"], row["number"], row["seat"], row["choice"]) == (
                number,
                place,
                state.actor,
                choice,
            )
            assert row["legal"] == state.legal()
            assert row["observation"] == state.features(state.actor)
            assert row["score"] == final.scores()[state.actor]
            assert row["share"] == pytest.approx(played[number]["shares"][state.actor])
            assert part.observations[index].tobytes() == row["observation"]
            assert np.flatnonzero(part.masks[index]).tolist() == row["legal"]
            assert (part.seats[index], part.choices[index]) == (row["seat"], row["choice"])
            index += 1
    assert index == len(rows) == len(part.choices)


def test_every_game_has_dice_of_its_own_and_bots_take_turns(whole: Path) -> None:
    rows = pq.read_table(whole / "games").to_pylist()
    assert [row["game"] for row in rows] == list(range(10))
    assert len({row["seed"] for row in rows}) == 10
    assert len({tuple(row["choices"]) for row in rows}) == 10
    assert {row["seats"].count("greedy") for row in rows} == {1, 2}


def test_processes_write_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    write(SMALL, tmp_path, partial(run_processes, processes=2))
    assert contents(tmp_path) == contents(whole)


def test_an_interrupted_run_can_be_resumed(whole: Path, tmp_path: Path) -> None:
    def interrupt(done: int, faults: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(SMALL, tmp_path, progress=interrupt)
    assert len(list((tmp_path / "games").iterdir())) == 2
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "games").iterdir()}
    seen: list[int] = []
    write(SMALL, tmp_path, progress=lambda done, faults: seen.append(done))
    assert seen == [6, 7, 8, 9, 10]
    assert all(path.stat().st_mtime_ns == time for path, time in kept.items())
    assert contents(tmp_path) == contents(whole)
    seen.clear()
    write(SMALL, tmp_path, progress=lambda done, faults: seen.append(done))
    assert seen == [10]


KILLED = """
import os, signal
from pathlib import Path
import pyarrow.parquet as pq
from serai.research import dataset
from tests.research.test_dataset import SMALL

plain = pq.write_table
def write_half(table, path, **options):
    plain(table, path, **options)
    if "part-000002" in str(path) and "games" in str(path):
        os.truncate(path, 100)
        os.kill(os.getpid(), signal.SIGKILL)

pq.write_table = write_half
dataset.write(SMALL, Path({folder!r}))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_run_killed_while_writing_can_be_resumed(whole: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED.format(folder=str(tmp_path))],
        cwd=Path(__file__).parents[2],
        env=os.environ,
    )
    assert done.returncode == -signal.SIGKILL
    assert (tmp_path / "decisions" / "part-000002.parquet").exists()
    assert not (tmp_path / "games" / "part-000002.parquet").exists()
    assert len(list(records(tmp_path))) == 6
    write(SMALL, tmp_path)
    assert contents(tmp_path) == contents(whole)


def test_a_run_killed_at_its_start_can_be_resumed(whole: Path, tmp_path: Path) -> None:
    (tmp_path / ".run.json.unfinished").write_text("{")
    write(SMALL, tmp_path)
    assert contents(tmp_path) == contents(whole)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"seed": "y"}, "seed"),
        ({"games": 11}, "games"),
        ({"bots": ("random",)}, "bots"),
        ({"players": 4}, "players"),
        ({"game": "istanbul"}, "actions"),
        ({"budget": Budget(work=5)}, "budget"),
    ],
)
def test_a_folder_of_another_run_is_refused(change: dict[str, object], word: str, whole: Path) -> None:
    before = contents(whole)
    other = Run(**{**vars(SMALL), **change})
    with pytest.raises(BadDataset, match=f"another run: {word} is"):
        write(other, whole)
    assert contents(whole) == before


def test_other_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(BadDataset, match="not empty"):
        write(SMALL, tmp_path)
    for text in ("{", "[]", json.dumps({"format": "other"})):
        (tmp_path / "run.json").write_text(text)
        with pytest.raises(BadDataset, match="not of a dataset"):
            write(SMALL, tmp_path)
    with pytest.raises(BadDataset, match="cannot write"):
        write(SMALL, tmp_path / "letter.txt" / "in")
    with pytest.raises(BadDataset, match="cannot be read"):
        list(records(tmp_path / "nothing"))


@pytest.mark.parametrize(
    "run",
    [
        Run("chess", 1, ("random",)),
        Run("yspahan", 0, ("random",)),
        Run("yspahan", 1, ("random",), part=0),
        Run("yspahan", 1),
        Run("yspahan", 1, ("nobody",)),
        Run("yspahan", 1, ("random",), players=9),
        Run("yspahan", 1, ("random",), options={"layout": "long"}),
    ],
)
def test_unknown_names_are_refused_before_a_folder_is_made(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with pytest.raises(SeraiError):
        write(run, folder)
    assert not folder.exists()
    with pytest.raises(BadOption):
        write(Run("yspahan", 0, ("random",)), folder)


# As it is typed


def dataset(*words: str) -> Result:
    result = CliRunner().invoke(app, ["dataset", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_command(tmp_path: Path) -> None:
    words = (
        "istanbul",
        "--seats",
        "greedy,random",
        "--layout",
        "short",
        "--games",
        "3",
        "--out",
        str(tmp_path),
    )
    result = dataset(*words, "--processes", "1")
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, f"3 games in {tmp_path}")
    assert [record.options["layout"] for record in records(tmp_path)] == ["short"] * 3
    assert dataset(*words).exit_code == 0
    other = dataset(*words, "--seed", "7")
    assert other.exit_code == 2
    assert "another run: seed is '0', not '7'" in other.stderr


def test_failing_bots_are_reported(tmp_path: Path) -> None:
    words = ("--bots", "cmd:exit 1,random", "--players", "3", "--games", "2", "--processes", "1")
    result = dataset("yspahan", *words, "--out", str(tmp_path))
    assert result.exit_code == 0
    assert "a bot failed in 2 of the games" in result.stderr
    assert all(row["faults"] for row in pq.read_table(tmp_path / "games").to_pylist())


@pytest.mark.parametrize(
    "words",
    [
        ("yspahan", "--bots", "random", "--seats", "random,random,random"),
        ("yspahan", "--seconds", "1", "--work", "1"),
        ("yspahan", "--colour", "red"),
        ("chess",),
    ],
)
def test_bad_arguments(words: tuple[str, ...], tmp_path: Path) -> None:
    result = dataset(*words, "--out", str(tmp_path / "new"))
    assert result.exit_code == 2
    assert "serai: " in result.stderr
    assert not (tmp_path / "new").exists()


# Opinions and the card


@each_game
def test_search_and_net_rate_every_legal_choice(name: str, tmp_path: Path) -> None:
    run = Run(name, games=1, bots=("random",), search=6, net=True)
    game = serai.game(name)
    result = next(run_here(run.matches()))
    short = replace(result, choices=result.choices[:50])  # enough, and soon done
    thought = opinions(short, Wish(6, True))
    assert thought == opinions(short, Wish(6, True))
    state = game.new(len(result.match.seats), result.match.options)
    told = iter(thought)
    looked = 0
    for choice in short.choices:
        if state.actor >= 0:
            opinion = next(told)
            legal = state.legal()
            assert len(opinion.values) == len(opinion.visits) == len(opinion.net) == len(legal)
            assert all(0 <= value <= 1 for value in opinion.values + opinion.net)
            looked += sum(opinion.visits)
        state.apply(choice)
    assert looked > 50
    assert list(told) == []
    assert len({value for opinion in thought for value in opinion.net}) > 5
    assert opinions(short, Wish(0, True))[5].values == []


def test_opinions_are_columns(tmp_path: Path) -> None:
    run = Run("yspahan", games=2, bots=("random",), players=2, part=1, search=2, net=True)
    for folder, processes in ((tmp_path / "one", 1), (tmp_path / "two", 2)):
        write(run, folder, processes=processes)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    wish = Wish(2, True)
    game = serai.game("yspahan")
    written = pq.read_schema(tmp_path / "one" / "decisions" / "part-000000.parquet")
    assert written.equals(decisions_schema(game, wish))
    for row in pq.read_table(tmp_path / "one" / "decisions").to_pylist():
        for name in ("search_values", "search_visits", "net_values"):
            assert len(row[name]) == len(row["legal"])
    assert len(list(arrays(tmp_path / "one"))) == 2
    with pytest.raises(BadDataset, match="another run: search is"):
        write(replace(run, search=3), tmp_path / "one")
    with pytest.raises(BadOption, match="walks"):
        write(replace(run, search=-1), tmp_path / "new")


def test_the_card_describes_every_column(whole: Path, tmp_path: Path) -> None:
    run = replace(SMALL, search=2, net=True)
    page = Path(__file__).parents[2] / "docs" / "how-to" / "research.md"
    for text in (card(run), page.read_text()):
        for column in (*decision_columns(serai.game("yspahan"), Wish(2, True)), *game_columns()):
            assert column.name in text
    for column in (*decision_columns(serai.game("yspahan"), Wish(2, True)), *game_columns()):
        assert f"| {column.name} | {column.words} | {column.meaning} |" in card(run)
    shown = (whole / "README.md").read_text()
    assert shown == card(SMALL)
    assert "10 games of random, greedy" in shown
    assert "search_values" not in shown
