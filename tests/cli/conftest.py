"""Fixtures for the tests of commands."""

from __future__ import annotations

from pathlib import Path

import pytest

import serai
from serai.kernel.check import random_choice


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_DATA", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


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
