"""The report on the bots' strength shows the figures of the benchmark."""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location
from math import inf
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

import serai
from serai.arena.tournament import runner
from serai.bots.nets import digest
from tests.games import OURS

ROOT = Path(__file__).parents[2]


def benchmark() -> Any:
    spec = spec_from_file_location("bots_benchmark", ROOT / "benchmarks" / "bots.py")
    assert spec is not None
    assert spec.loader is not None
    found = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_page_shows_the_figures() -> None:
    figures = json.loads((ROOT / "benchmarks" / "bots.json").read_text())
    assert list(figures["games"]) == OURS
    assert benchmark().page(figures) == (ROOT / "docs" / "explanation" / "reports" / "bots.md").read_text()


def test_the_figures_match_the_levels_and_their_claims() -> None:
    bots = benchmark()
    figures = json.loads((ROOT / "benchmarks" / "bots.json").read_text())
    for name, found in figures["games"].items():
        assert found["net"] == digest(serai.game(name))
        for part, asked in (("tests", bots.tests), ("times", bots.more_times)):
            wanted = asked(serai.game(name))
            assert [row["test"] for row in found[part]] == [test.title for test in wanted]
            for row, test in zip(found[part], wanted, strict=True):
                assert row == bots.figures_of(test, row["won"], row["earlier"])
                assert row["games"] <= row["asked"]


def test_unproven_claims_are_not_made() -> None:
    bots = benchmark()
    test = bots.Test("a against b", ("a", "b", "b", "b"), 200, 0.75)
    for wins, games, said in (
        (0, 0, "open; 200 games are missing"),
        (30, 31, "open; 169 games are missing"),
        (151, 200, "holds"),
        (140, 200, "falls short by 5.0 points"),
    ):
        row = bots.figures_of(test, "1 " * wins + "0 " * (games - wins))
        assert bots.page_row(row).endswith(f"| 75% | {said} |")
    step = bots.Test("c against d", ("c", "d") * 2, 200)
    assert "| holds; 120 games are missing |" in bots.page_row(bots.figures_of(step, "", [80, 60]))
    assert "| open; 120 games are missing |" in bots.page_row(bots.figures_of(step, "", [80, 42]))


def played(bots: Any, figures: dict[str, Any], until: float, backwards: bool = False) -> dict[str, Any]:
    """Let levels play; returns the row of their test."""
    with Progress(disable=True) as bar:
        for _ in bots.play_tests(figures, ["yspahan: level2", "level2"], until, backwards, bar):
            pass
    return next(row for row in figures["games"]["yspahan"]["tests"] if row["test"].startswith("level2"))


def test_games_add_up_and_none_counts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = benchmark()
    game = serai.game("yspahan")
    monkeypatch.setattr(bots, "runner", lambda: runner(1))
    monkeypatch.setattr(
        bots, "tests", lambda _: [bots.Test("level2 against level1", ("level2", "level1") * 2, 6)]
    )

    def none() -> dict[str, Any]:
        return {"games": {"yspahan": bots.updated(game, {})}}

    assert played(bots, none(), 0.0)["games"] == 0  # no time
    whole = none()
    row = dict(played(bots, whole, inf))
    assert row["games"] == 6
    assert played(bots, whole, inf) == row  # nothing is missing
    some, others = none(), none()
    for figures, kept in ((some, range(4)), (others, range(2, 6))):
        shares = {number: share for number, share in bots.shares_of(row).items() if number in kept}
        figures["games"]["yspahan"]["tests"][0] = bots.figures_of(bots.tests(game)[0], bots.written(shares))
    assert others["games"]["yspahan"]["tests"][0]["won"].startswith("- - ")
    assert played(bots, deepcopy(others), inf, backwards=True) == row  # the same games on every machine
    bots.add(some, others)
    assert some["games"]["yspahan"]["tests"][0] == row


def test_games_of_other_nets_and_settings_are_dropped() -> None:
    bots = benchmark()
    game = serai.game("yspahan")
    row = bots.figures_of(bots.tests(game)[0], "1 0 1")
    for net, seats, games in (
        (digest(game), row["seats"], 3),
        (digest(game), ["net", "net", "greedy", "greedy"], 0),
        ("of another net", row["seats"], 0),
    ):
        found = bots.updated(game, {"net": net, "tests": [{**row, "seats": seats}]})
        assert found["tests"][0]["games"] == games


def test_games_beside_earlier_ones_have_other_seeds() -> None:
    bots = benchmark()
    test = bots.Test("c against d", ("c", "d") * 2, 200)
    assert bots.seed_of(bots.figures_of(test, "1")) != bots.seed_of(bots.figures_of(test, "1", [10, 4]))
    assert bots.figures_of(test, "1 - 0.5", [10, 4])["games"] == 12
