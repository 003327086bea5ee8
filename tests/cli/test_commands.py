"""The command line as a whole."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.run import run


def test_without_arguments_the_help_is_shown() -> None:
    out = run().output
    for command in ("play", "simulate", "replay", "verify", "bench", "info"):
        assert command in out


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


def test_without_its_libraries_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['typer'] = None; from serai.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'serai[cli]'" in done.stderr


def test_slow_imports_are_deferred() -> None:
    heavy = ("serai.server", "serai.arena", "serai.research", "serai.bench", "sqlalchemy", "uvicorn", "numpy")
    code = f"import sys, serai.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
