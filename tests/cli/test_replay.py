"""`serai replay`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.run import run


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


def test_replay_with_boards_shows_one_per_choice(record_file: Path) -> None:
    out = run("replay", str(record_file), "--to", "4", "--boards").output
    assert out.count("supervisor on") == 5
