"""The command line, as it is typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import serai
from serai.cli import app
from serai.kernel.check import random_choice


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")


def run(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    record = serai.Record("yspahan", 3)
    state = record.replay()
    rng = serai.Rng(5)
    while state.actor != serai.OVER:
        record.play(state, random_choice(state, rng))
    path = tmp_path / "game.txt"
    path.write_text(record.to_text())
    return path


def test_info_tells_version_engine_games_and_data_folder(tmp_path: Path) -> None:
    out = run("info").output
    assert f"serai {serai.__version__}" in out
    assert "compiled" in out or "interpreted" in out
    for name in serai.game_names():
        assert f"{name}: " in out
    assert str(tmp_path / "data") in out


def test_info_says_when_the_python_files_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "serai", "info"],
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "interpreted" in done.stdout


def test_no_words_show_the_help() -> None:
    out = run().output
    for command in ("play", "simulate", "replay", "verify", "bench", "info"):
        assert command in out


def test_simulate_prints_speed_and_scores() -> None:
    result = run("simulate", "yspahan", "--games", "20", "--players", "3")
    assert result.exit_code == 0
    for words in ("20 games", "decisions/s", "seat 3", "median"):
        assert words in result.output


def test_simulate_gives_the_same_games_for_the_same_seed() -> None:
    def seats(seed: str) -> object:
        result = CliRunner().invoke(app, ["simulate", "yspahan", "--games", "30", "--seed", seed, "--json"])
        return json.loads(result.stdout)["seats"]

    assert seats("a") == seats("a") != seats("b")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("simulate", "chess"), "no game 'chess'"),
        (("simulate", "yspahan", "--players", "7"), "2 to 4 players"),
        (("simulate", "yspahan", "--layout", "long"), "no option 'layout'"),
        (("simulate", "yspahan", "--layout"), "needs a value"),
        (("simulate", "yspahan", "stray"), "what is 'stray'"),
        (("play",), "which game"),
        (("play", "chess"), "no game 'chess'"),
        (("play", "yspahan", "--seats", "human,elephant"), "no bot 'elephant'"),
        (("play", "yspahan", "--players", "3", "--seats", "human,random"), "2 seats are named for 3"),
        (("play", "yspahan", "--players", "0"), "2 to 4 players, not 0"),
        (("play", "--resume", "nowhere.txt"), "cannot read nowhere.txt"),
        (("replay", "nowhere.txt"), "cannot read nowhere.txt"),
    ],
)
def test_wrong_words_get_one_helpful_line(words: tuple[str, ...], reason: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert reason in result.output
    assert result.output.startswith("serai: ")
    assert len(result.output.splitlines()) == 1


def test_verify_accepts_and_refuses(record_file: Path, tmp_path: Path) -> None:
    result = run("verify", str(record_file))
    assert result.exit_code == 0
    assert "ok, yspahan" in result.output
    assert "over, scores" in result.output
    broken = tmp_path / "broken.txt"
    broken.write_text(record_file.read_text().replace("take camels", "take elephants", 1))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    result = run("verify", str(record_file), str(broken), str(binary))
    assert result.exit_code == 1
    assert "refused: line" in result.output
    assert "take elephants" in result.output
    assert "it is not text" in result.output


def test_a_byte_order_mark_does_no_harm(record_file: Path) -> None:
    record_file.write_text(record_file.read_text(), encoding="utf-8-sig")
    assert run("verify", str(record_file)).exit_code == 0


def test_verify_reads_json_too(record_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(serai.Record.read(record_file.read_text()).to_json())
    assert run("verify", str(path)).exit_code == 0


def test_replay_shows_choices_and_the_table(record_file: Path) -> None:
    out = run("replay", str(record_file)).output
    assert "chance: start" in out
    assert "the game is over" in out
    assert "won by seat" in out


def test_replay_to_a_point(record_file: Path) -> None:
    out = run("replay", str(record_file), "--to", "3").output
    assert "    3  " in out
    assert "    4  " not in out
    assert "week 1 of 3, day 1 of 7" in out
    assert run("replay", str(record_file), "--to", "99999").exit_code == 2


def test_replay_with_boards_shows_one_a_choice(record_file: Path) -> None:
    out = run("replay", str(record_file), "--to", "4", "--boards").output
    assert out.count("supervisor on") == 5


def test_bench_gives_every_game_its_figures() -> None:
    result = CliRunner().invoke(app, ["bench", "--json", "-", "--seconds", "0.05"])
    figures = json.loads(result.stdout)
    assert list(figures["games"]) == serai.game_names()
    for row in figures["games"].values():
        for name in ("decisions_per_s", "python_driven_per_s", "clone_ns", "interpreted_decisions_per_s"):
            assert row[name] > 0
        assert isinstance(row["compiled"], bool)
        assert row["state_bytes"] > 0
    assert isinstance(figures["peers"], dict)


def test_bench_says_where_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("bench", "--seconds", "0.05", "--json", str(tmp_path / "file" / "x.json"))
    assert result.exit_code == 2
    assert "cannot write" in result.output


def test_without_its_libraries_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['typer'] = None; from serai.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'serai[cli]'" in done.stderr
