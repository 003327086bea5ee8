"""`serai arena`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from serai import OVER, Record
from serai.cli import app


def arena(*words: str) -> Result:
    result = CliRunner().invoke(app, ["arena", "yspahan", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_table_figures_picture_and_records(tmp_path: Path) -> None:
    figures, picture, folder = tmp_path / "new" / "a.json", tmp_path / "a.svg", tmp_path / "records"
    files = ("--json", str(figures), "--svg", str(picture), "--records", str(folder))
    result = arena("--seats", "greedy,random,random", "--games", "6", "--processes", "1", *files)
    assert result.exit_code == 0
    assert "Yspahan, 3 players, 6 games" in result.output
    data = json.loads(figures.read_text())
    assert {row["bot"]: row["games"] for row in data["bots"]} == {"greedy": 6, "random": 6}
    assert picture.read_text().startswith("<svg")
    assert sorted(path.name for path in folder.iterdir()) == [f"{n}.txt" for n in range(1, 7)]
    for path in folder.iterdir():
        assert Record.read(path.read_text()).replay().actor == OVER


def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    def rows(name: str, *words: str) -> list[dict[str, object]]:
        path = tmp_path / name
        arena("--bots", "greedy,random", "--games", "4", "--json", str(path), *words)
        kept = ("bot", "wins", "rating", "mean_score", "choices_per_game")
        return [{name: row[name] for name in kept} for row in json.loads(path.read_text())["bots"]]

    one = rows("a", "--seed", "x", "--processes", "1")
    assert one == rows("b", "--seed", "x", "--processes", "2")
    assert one != rows("c", "--seed", "y", "--processes", "1")


def test_a_command_with_commas_is_quoted() -> None:
    result = arena("--bots", 'random, "cmd:echo 1,2; exit 1"', "--games", "2", "--processes", "1")
    assert result.exit_code == 0
    assert "cmd:echo 1,2; exit 1: " in result.output


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "needs --bots, or --seats"),
        (("--bots", "random", "--seats", "random,random"), "not both"),
        (("--bots", "elephant"), "no bot 'elephant'; there is random, greedy, level1 to level"),
        (("--bots", "random,,greedy"), "no bot ''"),
        (("--bots", "greedy,greedy"), "greedy is named twice"),
        (("--bots", "greedy", "--players", "9"), "2 to 4 players"),
        (("--seats", "greedy,random", "--players", "3"), "2 seats are named for 3"),
        (("--bots", "no_such:Bot"), "No module named 'no_such'"),
        (("--bots", "random", "--layout", "long"), "no option 'layout'"),
        (("--bots", "random", "--seconds", "1", "--work", "5"), "--seconds or --work, not both"),
        (("--bots", "random", "--ray", "auto", "--processes", "2"), "--processes is for this machine"),
        (("--bots", "random", "--ray", "elephant"), "not 'elephant'"),
        (("--bots", "random", "--json", "/proc/nowhere/a.json"), "cannot write /proc/nowhere/a.json"),
        (("--bots", "random", "--records", "/dev/null"), "cannot write /dev/null/1.txt"),
    ],
)
def test_wrong_words_get_one_helpful_line(words: tuple[str, ...], reason: str) -> None:
    result = arena(*words, "--games", "1")
    assert result.exit_code == 2
    assert reason in result.output
    assert result.output.startswith("serai: ")
    assert len(result.output.splitlines()) == 1


def test_without_openskill_the_arena_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['openskill'] = None; sys.argv = ['serai', 'arena', 'yspahan'];"
        "from serai.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'serai[arena]'" in done.stderr


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_everything_and_shows_what_was_played(processes: str, tmp_path: Path) -> None:
    fifo, figures = tmp_path / "fifo", tmp_path / "figures.json"
    os.mkfifo(fifo)
    words = ["--seats", "random,tests.arena.players:Announces", "--games", "4000"]
    words += ["--processes", processes, "--json", str(figures), "--timeout", "600"]
    with subprocess.Popen(
        [sys.executable, "-m", "serai", "arena", "yspahan", *words],
        env={**os.environ, "ANNOUNCE": str(fifo), "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Tests that run in the background may ignore it, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        bot = int(fifo.open().readline())  # comes when a game has been played
        os.killpg(process.pid, signal.SIGINT)
        out, errors = process.communicate()
    assert process.returncode == 1
    assert not errors.strip()
    assert "of 4000 games" in out
    assert "stopped: interrupted" in out
    assert json.loads(figures.read_text())["stopped"] == "interrupted"
    with pytest.raises(ProcessLookupError):
        os.kill(bot, 0)
