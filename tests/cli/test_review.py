"""`serai review`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.run import run


def test_review_shows_luck_accuracy_and_costly_choices(record_file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "chances.svg"
    out = run("review", str(record_file), "--work", "1", "--svg", str(picture), "--seat", "1").output
    assert "accuracy" in out
    assert "seat 1" in out
    assert "turning points" in out
    assert "better:" in out
    assert picture.read_text().startswith("<svg")


def test_review_shows_names_verbatim(record_file: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    text = record_file.read_text(encoding="utf-8")
    head, choices = text.split("\n\n", 1)
    lines = [line for line in head.split("\n") if not line.startswith("[Seat")]
    players = next(int(line.split('"')[1]) for line in lines if line.startswith("[Players"))
    names = "\n".join(f'[Seat{seat} "[/b] {seat}"]' for seat in range(1, players + 1))
    odd.write_text("\n".join(lines) + f"\n{names}\n\n{choices}", encoding="utf-8")
    out = run("review", str(odd), "--quick").output
    assert "[/b] 1: " in out
    assert "seat 1" not in out


def test_review_as_json_is_the_same_every_time(record_file: Path) -> None:
    out = run("review", str(record_file), "--quick", "--json").stdout
    assert out == run("review", str(record_file), "--quick", "--json").stdout
    found = json.loads(out)
    assert found["format"] == "serai-review"
    assert len(found["chances"]) == len(found["steps"]) + 1


def test_review_refuses_what_it_cannot_read(record_file: Path, tmp_path: Path) -> None:
    assert run("review", str(tmp_path / "nowhere.txt")).exit_code == 2
    assert run("review", str(record_file), "--quick", "--seat", "9").exit_code == 2
